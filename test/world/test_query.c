// What a controller asks of a world: Jacobians against velocities, dynamics against mass matrix and bias, on trees,
// free and planar bodies.

#include "support/harness.h"

#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A floating base with a ball, a hinge pair on one link and a slide; a free body; a planar body; all with centres of
/// mass off their frames.
static hf_model *make_model(void)
{
    hf_error error;
    hf_builder *builder;
    hf_model *model;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_body_def def = hf_body_def_default();
    def.mass = 1.5;
    def.center[0] = 0.1, def.center[1] = -0.05, def.center[2] = 0.2;
    const double inertia[6] = {0.03, 0.04, 0.05, 0.002, -0.003, 0.004};
    memcpy(def.inertia, inertia, sizeof inertia);
    def.angular_velocity[0] = 0.7, def.angular_velocity[1] = -0.4, def.angular_velocity[2] = 0.9;
    def.velocity[1] = 0.3;
    int base, upper, lower, tool;
    CHECK(hf_builder_add_body(builder, &def, &base, &error) == HF_STATUS_OK);
    def.parent = base;
    def.position[0] = 0.4;
    CHECK(hf_builder_add_body(builder, &def, &upper, &error) == HF_STATUS_OK);
    def.parent = upper;
    CHECK(hf_builder_add_body(builder, &def, &lower, &error) == HF_STATUS_OK);
    def.parent = lower;
    CHECK(hf_builder_add_body(builder, &def, &tool, &error) == HF_STATUS_OK);
    hf_joint_def joint = hf_joint_def_default();
    joint.body = upper;
    joint.kind = HF_JOINT_BALL;
    joint.position[1] = 0.02;
    CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    joint.body = lower;
    joint.kind = HF_JOINT_HINGE;
    joint.armature = 0.01;
    CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    joint.axis[0] = 1.0, joint.axis[1] = 0.5;
    CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    joint.body = tool;
    joint.kind = HF_JOINT_SLIDE;
    CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    hf_site_def site = hf_site_def_default();
    site.name = "tip";
    site.body = tool;
    site.position[2] = 0.3;
    CHECK(hf_builder_add_site(builder, &site, NULL, &error) == HF_STATUS_OK);
    def.parent = -1;
    def.position[1] = 3.0;
    CHECK(hf_builder_add_body(builder, &def, NULL, &error) == HF_STATUS_OK);
    hf_body_def flat = hf_body_def_default();
    flat.mass = 2.0;
    flat.center[0] = 0.1;
    flat.inertia[0] = flat.inertia[1] = flat.inertia[2] = 0.02;
    flat.plane[1] = 1.0;
    flat.position[1] = -3.0;
    flat.velocity[0] = 0.2;
    flat.angular_velocity[1] = 0.5;
    CHECK(hf_builder_add_body(builder, &flat, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return model;
}

/// The model in motion, away from its start.
static hf_world *make_world(const hf_model *model)
{
    hf_error error;
    hf_world *world;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    int nv = hf_model_v_count(model);
    double *v = malloc((size_t)nv * sizeof *v);
    memcpy(v, hf_world_v(world), (size_t)nv * sizeof *v);
    for (int k = 6; k < nv; k++) v[k] += 0.3 * sin(1.0 + k);
    CHECK(hf_world_set_q(world, NULL, v, &error) == HF_STATUS_OK);
    for (int k = 0; k < 20; k++) CHECK(hf_world_step(world, 0.01, NULL, &error) == HF_STATUS_OK);
    free(v);
    return world;
}

TEST(jacobian_times_v_is_the_velocity_of_the_point)
{
    hf_error error;
    hf_model *model = make_model();
    hf_world *world = make_world(model);
    int nv = hf_model_v_count(model);
    double *J = malloc(6 * (size_t)nv * sizeof *J);
    const double *v = hf_world_v(world);
    for (int body = 1; body < hf_model_count(model, HF_ITEM_BODY); body++)
    {
        hf_body_state s = hf_world_body(world, body);
        hf_body_def def = hf_model_body(model, body);
        const double *q = s.orientation, *c = def.center;
        // centre of mass in world axes: x + R c
        double t[3] = {2 * (q[2] * c[2] - q[3] * c[1]), 2 * (q[3] * c[0] - q[1] * c[2]),
                       2 * (q[1] * c[1] - q[2] * c[0])};
        double center[3] = {s.position[0] + c[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1],
                            s.position[1] + c[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2],
                            s.position[2] + c[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0]};
        const double arm[3] = {0.3, -0.2, 0.5}, *w = s.angular_velocity;
        const double expected[3] = {s.velocity[0] + w[1] * arm[2] - w[2] * arm[1],
                                    s.velocity[1] + w[2] * arm[0] - w[0] * arm[2],
                                    s.velocity[2] + w[0] * arm[1] - w[1] * arm[0]};
        for (int i = 0; i < 3; i++) center[i] += arm[i];
        CHECK(hf_world_jacobian(world, body, center, J, J + 3 * nv, &error) == HF_STATUS_OK);
        for (int i = 0; i < 6; i++)
        {
            double sum = 0.0;
            for (int k = 0; k < nv; k++) sum += J[i * nv + k] * v[k];
            CHECK_NEAR(sum, i < 3 ? expected[i] : w[i - 3], 1e-12);
        }
    }
    free(J);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Column c of Phi between `to` and `from`: a unit moment or force as generalized forces Jᵀ f, and J of what it
/// accelerates.
static void check_column(const hf_world *world, int nv, int from, int c, int to, const double *column, int stride)
{
    hf_error error;
    double *J = malloc(15 * (size_t)nv * sizeof *J), *force = J + 12 * nv, *with = force + nv, *without = with + nv;
    hf_body_state a = hf_world_body(world, from), b = hf_world_body(world, to);
    CHECK(hf_world_jacobian(world, from, a.position, J + 3 * nv, J, &error) == HF_STATUS_OK);
    CHECK(hf_world_jacobian(world, to, b.position, J + 9 * nv, J + 6 * nv, &error) == HF_STATUS_OK);
    for (int k = 0; k < nv; k++) force[k] = 0.0;
    CHECK(hf_world_forward_dynamics(world, force, without, &error) == HF_STATUS_OK);
    CHECK(hf_world_forward_dynamics(world, J + c * nv, with, &error) == HF_STATUS_OK);
    for (int r = 0; r < 6; r++)
    {
        double sum = 0.0;
        for (int k = 0; k < nv; k++) sum += J[(6 + r) * nv + k] * (with[k] - without[k]);
        CHECK_NEAR(column[r * stride], sum, 1e-10 * (1.0 + fabs(sum)));
    }
    free(J);
}

TEST(inverse_inertias_are_what_forces_on_links_do)
{
    hf_error error;
    hf_model *model = make_model();
    hf_world *world = make_world(model);
    hf_inertia *inertia;
    const int bodies[3] = {4, 1, 3};
    double Phi[2][18 * 18];
    int nv = hf_model_v_count(model);
    CHECK(hf_inertia_create(model, 2, &inertia, &error) == HF_STATUS_OK);
    CHECK(hf_inertia_between(inertia, HF_INERTIA_ROWS, 3, bodies, Phi[0], &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "hf_inertia_update"));
    CHECK(hf_inertia_update(inertia, world, &error) == HF_STATUS_OK);
    CHECK(hf_inertia_set_threads(inertia, 2) >= 1);
    for (int method = HF_INERTIA_ASSEMBLY; method <= HF_INERTIA_ROWS; method++)
    {
        double *P = Phi[method];
        CHECK(hf_inertia_between(inertia, (hf_inertia_method)method, 3, bodies, P, &error) == HF_STATUS_OK);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int c = 0; c < 6; c++)
                    check_column(world, nv, bodies[j], c, bodies[i], P + 18 * 6 * i + 6 * j + c, 18);
    }
    CHECK(hf_inertia_between(inertia, HF_INERTIA_ROWS, 2, (int[]){2, 2}, Phi[0], &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "stands twice"));
    CHECK(hf_inertia_between(inertia, HF_INERTIA_ROWS, 1, (int[]){5}, Phi[0], &error) == HF_STATUS_INVALID);
    CHECK(hf_inertia_between(inertia, HF_INERTIA_ROWS, 9, bodies, Phi[0], &error) == HF_STATUS_INVALID);
    hf_inertia_destroy(inertia);
    CHECK(hf_inertia_create(model, 5, &inertia, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(hf_inertia_create(model, 99, &inertia, &error) == HF_STATUS_INVALID);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(the_jacobian_of_a_site_is_the_derivative_of_its_position)
{
    hf_error error;
    hf_model *model = make_model();
    hf_world *world = make_world(model);
    int nv = hf_model_v_count(model), tip = hf_model_find(model, HF_ITEM_SITE, "tip");
    CHECK(tip == 0 && hf_model_find(model, HF_ITEM_SITE, "none") == -1);
    double *J = malloc(3 * (size_t)nv * sizeof *J), before[3], after[3];
    CHECK(hf_world_site_jacobian(world, tip, J, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_world_site(world, tip, before, NULL, &error) == HF_STATUS_OK);
    int slide = hf_model_joint_v(model, 3);
    int nq = hf_model_q_count(model);
    double *q = malloc((size_t)nq * sizeof *q);
    memcpy(q, hf_world_q(world), (size_t)nq * sizeof *q);
    q[hf_model_joint_q(model, 3)] += 1e-3; // linear in a slide
    CHECK(hf_world_set_q(world, q, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_world_site(world, tip, after, NULL, &error) == HF_STATUS_OK);
    for (int i = 0; i < 3; i++) CHECK_NEAR((after[i] - before[i]) / 1e-3, J[i * nv + slide], 1e-11);
    CHECK(hf_world_site(world, 7, before, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "no site 7 among 1") != NULL);
    CHECK(hf_world_jacobian(world, 99, before, J, NULL, &error) == HF_STATUS_INVALID);
    free(q);
    free(J);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(dynamics_agree_with_the_mass_matrix_and_the_bias)
{
    hf_error error;
    hf_model *model = make_model();
    hf_world *world = make_world(model);
    size_t n = (size_t)hf_model_v_count(model);
    double *M = malloc(n * n * sizeof *M), *bias = malloc(n * sizeof *bias);
    double *a = malloc(n * sizeof *a), *force = malloc(n * sizeof *force), *back = malloc(n * sizeof *back);
    CHECK(hf_world_mass_matrix(world, M, &error) == HF_STATUS_OK);
    CHECK(hf_world_bias(world, bias, &error) == HF_STATUS_OK);
    for (size_t k = 0; k < n; k++) a[k] = cos(3.0 * (double)k);
    CHECK(hf_world_inverse_dynamics(world, a, force, &error) == HF_STATUS_OK);
    for (size_t i = 0; i < n; i++)
    {
        double sum = bias[i];
        for (size_t k = 0; k < n; k++) sum += M[i * n + k] * a[k];
        CHECK_NEAR(force[i], sum, 1e-11 * (1.0 + fabs(sum)));
    }
    CHECK(hf_world_forward_dynamics(world, force, back, &error) == HF_STATUS_OK);
    for (size_t k = 0; k < n; k++) CHECK_NEAR(back[k], a[k], 1e-9);
    CHECK(hf_world_forward_dynamics(world, force, force, &error) == HF_STATUS_OK); // in place
    CHECK(memcmp(force, back, n * sizeof *back) == 0);
    free(M), free(bias), free(a), free(force), free(back);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(poses_and_contacts_come_all_at_once)
{
    hf_error error;
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    CHECK(hf_builtin_make("towers", NULL, 1, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_step(world, 0, NULL, &error) == HF_STATUS_OK);
    size_t bodies = (size_t)hf_model_count(model, HF_ITEM_BODY);
    double *x = malloc(3 * bodies * sizeof *x), *q = malloc(4 * bodies * sizeof *q);
    hf_world_poses(world, x, q, NULL, NULL);
    for (size_t k = 0; k < bodies; k++)
    {
        hf_body_state s = hf_world_body(world, (int)k);
        CHECK(memcmp(s.position, x + 3 * k, sizeof s.position) == 0);
        CHECK(memcmp(s.orientation, q + 4 * k, sizeof s.orientation) == 0);
    }
    hf_contact first[2], one = hf_world_contact(world, 1);
    CHECK(hf_world_contacts(world, 2, first) == hf_world_contact_count(world));
    CHECK(first[1].id == one.id && first[1].r[0] == one.r[0]);
    free(x), free(q);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A force off the centre of mass of a free body: α = I⁻¹ (r × F), a = F/m, in the first step from rest.
TEST(a_force_at_a_point_turns_the_body)
{
    hf_error error;
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0.0;
    CHECK(hf_builder_set(builder, &settings, &error) == HF_STATUS_OK);
    hf_body_def def = hf_body_def_default();
    def.mass = 2.0;
    def.inertia[0] = 0.1, def.inertia[1] = 0.2, def.inertia[2] = 0.25;
    CHECK(hf_builder_add_body(builder, &def, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    const double force[3] = {0, 3.0, 0}, point[3] = {0.5, 0, 0};
    CHECK(hf_world_set_force(world, 1, force, point, &error) == HF_STATUS_OK);
    CHECK(hf_world_step(world, 1e-3, NULL, &error) == HF_STATUS_OK);
    hf_body_state s = hf_world_body(world, 1);
    CHECK_NEAR(s.velocity[1], 1e-3 * 1.5, 1e-15);
    CHECK_NEAR(s.angular_velocity[2], 1e-3 * 1.5 / 0.25, 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
