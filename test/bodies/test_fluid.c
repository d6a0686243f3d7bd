// Drag of a medium on the box with a body's inertia.

#include "support/harness.h"

#include "bodies/fluid.h"

static const double pi = 3.14159265358979323846;

static rigid_constants brick(void)
{
    hf_body_def def = hf_body_def_default();
    rigid_constants c;
    hf_error error;
    const double a = 1, b = 2, d = 3; // edges; mass 12
    def.mass = 12;
    def.inertia[0] = b * b + d * d;
    def.inertia[1] = a * a + d * d;
    def.inertia[2] = a * a + b * b;
    CHECK(rigid_constants_make("brick", &def, &c, &error) == HF_STATUS_OK);
    return c;
}

TEST(each_axis_has_its_own_area)
{
    rigid_constants c = brick();
    quat turn = quat_load(c.principal); // the body stands as it is defined
    const hf_settings medium = {.physics = {.density = 2, .viscosity = 0.5, .wind = {1, 0, 0}}};
    vec3 force, torque;
    fluid_drag(&c, turn, v3(4, -1, 2), v3(0.5, 0, -3), &medium, &force, &torque); // 3, -1, 2 through the medium
    const double mean = 2, thin = 3 * pi * 0.5 * mean, twist = pi * 0.5 * mean * mean * mean;
    CHECK_NEAR(force.x, -thin * 3 - 0.5 * 2 * 2 * 3 * 9, 1e-12);
    CHECK_NEAR(force.y, thin * 1 + 0.5 * 2 * 1 * 3 * 1, 1e-12);
    CHECK_NEAR(force.z, -thin * 2 - 0.5 * 2 * 1 * 2 * 4, 1e-12);
    CHECK_NEAR(torque.x, -twist * 0.5 - 2.0 * 1 * (16 + 81) * 0.25 / 64, 1e-12);
    CHECK_NEAR(torque.y, 0, 1e-12);
    CHECK_NEAR(torque.z, twist * 3 + 2.0 * 3 * (1 + 16) * 9 / 64, 1e-12);
}

TEST(drag_never_drives)
{
    rigid_constants c = brick();
    const hf_settings medium = {.physics = {.density = 1000, .viscosity = 0.001}};
    for (int k = 0; k < 50; k++)
    {
        quat turn = quat_normalize((quat){1, 0.1 * k, -0.2 * k, 0.05 * k * k});
        vec3 v = v3(1 - 0.1 * k, 0.3, 0.02 * k), w = v3(0.2, -0.1 * k, 1), force, torque;
        fluid_drag(&c, turn, v, w, &medium, &force, &torque);
        CHECK(v3_dot(force, v) < 0 && v3_dot(torque, w) < 0);
    }
}

TEST(what_has_no_mass_feels_nothing)
{
    rigid_constants c = {.mass = 0};
    const hf_settings medium = {.physics = {.density = 1, .viscosity = 1}};
    vec3 force, torque;
    fluid_drag(&c, quat_identity(), v3(1, 1, 1), v3(1, 1, 1), &medium, &force, &torque);
    CHECK(v3_norm(force) == 0 && v3_norm(torque) == 0);
}
