// Free joints of MJCF with inertia, springs, dampers and friction; masses of shells; bounds of inertia. By closed
// forms.

#include "support/scene_text.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

#define FLOATING(joint)                                                                                                \
    "<mujoco><option timestep='.001' gravity='0 0 0'/><worldbody><body name='b' pos='1 2 3' euler='20 30 40'>"         \
    "<joint name='f' type='free' " joint "/><geom type='box' size='.1 .2 .3' mass='2'/></body></worldbody></mujoco>"

static hf_world *floating(const char *text, hf_model **model, double push)
{
    hf_error error = {0};
    double v[6] = {push, 0, 0, 0, 0, push};
    *model = text_model(text);
    hf_world *world = world_of(*model);
    CHECK(hf_model_q_count(*model) == 7 && hf_model_v_count(*model) == 6);
    CHECK(hf_world_set_q(world, NULL, v, &error) == HF_STATUS_OK);
    return world;
}

TEST(a_damped_free_body_loses_its_speed)
{
    // m + armature along the world's axes, I + armature about its own: v e^(-d t / (m + a))
    hf_model *model;
    hf_world *world = floating(FLOATING("damping='.5' armature='.25'"), &model, 1);
    hf_error error = {0};
    double M[36], I = 2 * (0.01 + 0.04) / 3;
    CHECK(hf_world_mass_matrix(world, M, &error) == HF_STATUS_OK);
    CHECK_NEAR(M[0], 2.25, 1e-14);
    CHECK_NEAR(M[35], I + 0.25, 1e-14);
    CHECK_NEAR(M[1], 0, 1e-14);
    text_run(world, 1000);
    CHECK_NEAR(hf_world_v(world)[0], exp(-0.5 / 2.25), 1e-4);
    CHECK_NEAR(hf_world_v(world)[5], exp(-0.5 / (I + 0.25)), 1e-3);
    CHECK_NEAR(hf_world_v(world)[1], 0, 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_spring_pulls_a_free_body_to_where_it_is_drawn)
{
    hf_model *model;
    hf_world *world = floating(FLOATING("stiffness='8'"), &model, 0);
    hf_error error = {0};
    double q[7], start[7];
    for (int k = 0; k < 7; k++) q[k] = start[k] = hf_world_q(world)[k];
    hf_body_state drawn = hf_world_body(world, 1);
    CHECK_NEAR(start[0], 1, 1e-15);
    CHECK_NEAR(start[2], 3, 1e-15);
    for (int k = 0; k < 4; k++) CHECK_NEAR(start[3 + k], drawn.orientation[k], 1e-15); // MuJoCo's layout
    text_run(world, 100);
    for (int k = 0; k < 7; k++) CHECK_NEAR(hf_world_q(world)[k], start[k], 1e-14);
    q[1] += 0.1; // a quarter of a period 2 π √(m / k) later it passes there
    CHECK(hf_world_set_q(world, q, NULL, &error) == HF_STATUS_OK);
    text_run(world, (int)lround(1000 * pi / 2 * sqrt(2.0 / 8)));
    CHECK_NEAR(hf_world_q(world)[1], 2, 2e-4);
    CHECK_NEAR(hf_world_v(world)[1], -0.1 * 2, 2e-4);
    CHECK_NEAR(hf_world_q(world)[0], 1, 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(friction_of_a_free_joint_stops_it)
{
    // each velocity by itself: v - f t / m, and rest
    hf_model *model;
    hf_world *world = floating(FLOATING("frictionloss='1'"), &model, 1);
    text_run(world, 1000);
    CHECK_NEAR(hf_world_v(world)[0], 0.5, 1e-9);
    CHECK_NEAR(hf_world_v(world)[5], 0, 1e-9);
    text_run(world, 1001);
    CHECK_NEAR(hf_world_v(world)[0], 0, 1e-9);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_free_joint_with_a_damper_is_written_as_one)
{
    hf_error error = {0};
    char path[600];
    snprintf(path, sizeof path, "%s/flat.xml", text_folder());
    hf_model *model = text_model(FLOATING("damping='.5 .1' armature='.25' stiffness='3' frictionloss='.1'"));
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_model *again = scene_model(path);
    hf_world *one = world_of(model), *two = world_of(again);
    CHECK(hf_model_count(again, HF_ITEM_JOINT) == 4 && hf_model_joint(again, 3).kind == HF_JOINT_BALL);
    CHECK(hf_world_hash(one) == hf_world_hash(two));
    text_run(one, 5);
    text_run(two, 5);
    CHECK(hf_world_hash(one) == hf_world_hash(two));
    hf_world_destroy(one);
    hf_world_destroy(two);
    hf_model_destroy(model);
    hf_model_destroy(again);
}

// ---- masses ----

static hf_body_def body_of(const char *geom, const char *compiler)
{
    char text[600];
    snprintf(text, sizeof text, "<mujoco>%s<worldbody><body><freejoint/><geom %s/></body></worldbody></mujoco>",
             compiler, geom);
    hf_model *model = text_model(text);
    hf_body_def body = hf_model_body(model, 1);
    hf_model_destroy(model);
    return body;
}

/// Mass and moments of a surface of density 1 by the midpoint rule over z and the angle; `shape`: radius and slope at
/// z.
static void revolve(double half, double (*radius)(double z, double *slope), double caps, double out[3])
{
    enum
    {
        SLICES = 200000
    };
    for (int k = 0; k < SLICES; k++)
    {
        double z = half * (2 * (k + 0.5) / SLICES - 1), slope, r = radius(z, &slope);
        double mass = 2 * pi * r * sqrt(1 + slope * slope) * 2 * half / SLICES;
        out[0] += mass;
        out[1] += mass * (r * r / 2 + z * z);
        out[2] += mass * r * r;
    }
    double disc = 2 * pi * caps * caps;
    out[0] += disc;
    out[1] += disc * (caps * caps / 4 + half * half);
    out[2] += disc * caps * caps / 2;
}

static double straight(double z, double *slope)
{
    *slope = 0 * z;
    return 0.1;
}

static double capsule(double z, double *slope)
{
    double beyond = fabs(z) - 0.2, r = beyond > 0 ? sqrt(0.01 - beyond * beyond) : 0.1;
    *slope = beyond > 0 ? -copysign(beyond, z) / r : 0;
    return r;
}

TEST(shells_have_their_mass_on_the_surface)
{
    double cylinder[3] = {0}, round[3] = {0};
    revolve(0.2, straight, 0.1, cylinder);
    revolve(0.3, capsule, 0, round);
    hf_body_def body = body_of("type='cylinder' size='.1 .2' density='1' shellinertia='true'", "");
    CHECK_NEAR(body.mass, cylinder[0], 1e-9);
    CHECK_NEAR(body.inertia[0], cylinder[1], 1e-10);
    CHECK_NEAR(body.inertia[2], cylinder[2], 1e-10);
    body = body_of("type='capsule' size='.1 .2' density='1' shellinertia='true'", "");
    CHECK_NEAR(body.mass, round[0], 1e-3 * round[0]); // the rule is of first order at the poles
    CHECK_NEAR(body.inertia[0], round[1], 1e-3 * round[1]);
    CHECK_NEAR(body.inertia[2], round[2], 1e-4 * round[2]);
    body = body_of("size='.1' mass='3' shellinertia='true'", "");
    CHECK_NEAR(body.inertia[0], 0.02, 1e-15);
    body = body_of("type='box' size='.1 .1 .1' mass='3' shellinertia='true'", ""); // 5/3 of the solid one
    CHECK_NEAR(body.inertia[0], 3 * 0.02 / 3 * 5 / 3, 1e-15);
    body = body_of("type='ellipsoid' size='.1 .1 .1' density='1' shellinertia='true'", ""); // a sphere
    CHECK_NEAR(body.mass, 4 * pi * 0.01, 1e-12);
    CHECK_NEAR(body.inertia[1], body.mass * 0.02 / 3, 1e-15);
}

TEST(bounds_hold_for_principal_moments)
{
    // a thin rod that lies askew: the moment about it is raised, the others stay
    const char *rod = "type='box' size='.5 .001 .001' mass='3' euler='0 0 30'";
    hf_body_def free = body_of(rod, ""), bound = body_of(rod, "<compiler boundinertia='.01'/>");
    double c = cos(pi / 6), s = sin(pi / 6), raised = 0.01 - 2e-6;
    CHECK_NEAR(bound.inertia[0] - free.inertia[0], raised * c * c, 1e-9);
    CHECK_NEAR(bound.inertia[1] - free.inertia[1], raised * s * s, 1e-9);
    CHECK_NEAR(bound.inertia[3] - free.inertia[3], raised * c * s, 1e-9);
    CHECK_NEAR(bound.inertia[2], free.inertia[2], 1e-12);
}
