// Tools of the tangent space in a world: coordinates, centre of mass, momentum, rates of Jacobians, derivatives of
// dynamics, against differences of what other tests prove.

#include "support/harness.h"
#include "support/ok.h"
#include "support/scene_text.h"

#include "holdfast/holdfast.h"
#include "holdfast/tangent.h"

/// A floating base with a ball and two hinges on one link, an arm that is fixed to the ground, a free body, a disc in a
/// plane, a bead on a wire; centres of mass off their frames.
static const char *const scene =
    "<mujoco><option gravity='0.4 -0.3 -9.81'/><worldbody>"
    "<body name='base' pos='0 0 2'><freejoint/><inertial pos='.1 -.05 .2' mass='1.5' fullinertia='.03 .04 .05 .002 "
    "-.003 .004'/>"
    "<body name='upper' pos='.4 0 0'><joint type='ball' pos='0 .02 0'/><inertial pos='.1 0 .1' mass='1' "
    "fullinertia='.01 .02 .02 .001 0 .002'/>"
    "<body name='lower' pos='.3 .1 0' gravcomp='.5'><joint name='h1' axis='0 0 1' armature='.02'/><joint name='h2' "
    "axis='1 .5 0' range='-40 70' limited='true'/><inertial pos='.2 0 0' mass='.7' diaginertia='.01 .02 .015'/>"
    "</body></body></body>"
    "<body name='arm' pos='3 0 1'><joint name='a1' axis='0 1 0' range='-1.2 30' limited='true'/><inertial pos='0 0 .3' "
    "mass='2' diaginertia='.1 .1 .01'/><body name='tool' pos='0 0 .6' euler='30 0 0'><joint name='s1' type='slide' "
    "axis='1 0 1'/><inertial pos='.1 .1 .1' mass='.4' diaginertia='.01 .02 .01'/></body></body>"
    "<body name='free' pos='0 4 1'><freejoint/><inertial pos='.1 .2 -.1' mass='2' fullinertia='.05 .06 .07 .01 0 "
    "-.01'/></body>"
    "<body name='disc' pos='0 -4 1'><freejoint/><inertial pos='.1 0 0' mass='2' diaginertia='.02 .02 .02'/></body>"
    "<body name='bead' pos='0 -6 1'><freejoint/><inertial pos='0 0 0' mass='.3' diaginertia='.02 .02 .02'/></body>"
    "</worldbody>"
    "<holdfast><body name='disc' plane='0 1 0'/><body name='bead' directions='1 0 1'/></holdfast></mujoco>";

static const double PI = 3.14159265358979323846;

typedef struct stage
{
    hf_model *model;
    hf_world *world;
    int nq, nv;
    double *q, *v, *a;
} stage;

static double *numbers(int count)
{
    double *x = calloc((size_t)count + 1, sizeof *x);
    CHECK(x);
    return x;
}

static stage stage_make(const char *text)
{
    stage s = {.model = text_model(text)};
    s.world = world_of(s.model);
    s.nq = hf_model_q_count(s.model);
    s.nv = hf_model_v_count(s.model);
    s.q = numbers(s.nq);
    s.v = numbers(s.nv);
    s.a = numbers(s.nv);
    memcpy(s.q, hf_world_q(s.world), (size_t)s.nq * sizeof *s.q);
    OK(hf_model_random_q(s.model, 7, 0.5, s.q, error));
    for (int k = 0; k < s.nv; k++) s.v[k] = 0.8 * sin(1.0 + 2.0 * k), s.a[k] = 2.0 * cos(3.0 * k);
    OK(hf_world_set_q(s.world, s.q, s.v, error));
    memcpy(s.q, hf_world_q(s.world), (size_t)s.nq * sizeof *s.q);
    memcpy(s.v, hf_world_v(s.world), (size_t)s.nv * sizeof *s.v); // a bead's are those that it may have
    return s;
}

static void stage_free(stage *s)
{
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
    free(s->q), free(s->v), free(s->a);
}

typedef void probe(stage *s, double *out);

/// d f / de of fourth order along dq and dv (NULL: 0); its error is about 1e-11 of the largest number.
static void difference(stage *s, probe *f, int count, const double *dq, const double *dv, double *out)
{
    static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1}, STEP = 2e-3;
    double *q = numbers(s->nq), *v = numbers(s->nv), *value = numbers(count);
    memset(out, 0, (size_t)count * sizeof *out);
    for (int k = 0; k < 4; k++)
    {
        memcpy(q, s->q, (size_t)s->nq * sizeof *q);
        if (dq) OK(hf_model_integrate(s->model, q, dq, place[k] * STEP, error));
        for (int i = 0; i < s->nv; i++) v[i] = s->v[i] + (dv ? place[k] * STEP * dv[i] : 0.0);
        OK(hf_world_set_q(s->world, q, v, error));
        f(s, value);
        for (int i = 0; i < count; i++) out[i] += weight[k] * value[i] / (12.0 * STEP);
    }
    OK(hf_world_set_q(s->world, s->q, s->v, error));
    free(q), free(v), free(value);
}

static double largest(const double *x, int count)
{
    double most = 1.0;
    for (int k = 0; k < count; k++) most = fmax(most, fabs(x[k]));
    return most;
}

TEST(coordinates_go_and_come_back)
{
    stage s = stage_make(scene);
    double *q = numbers(s.nq), *d = numbers(s.nv), *back = numbers(s.nv);
    memcpy(q, s.q, (size_t)s.nq * sizeof *q);
    OK(hf_model_integrate(s.model, q, s.v, 0.7, error));
    OK(hf_model_difference(s.model, s.q, q, d, error));
    for (int k = 0; k < s.nv; k++) CHECK_NEAR(d[k], 0.7 * s.v[k], 1e-14);
    OK(hf_model_integrate(s.model, q, d, -1.0, error));
    OK(hf_model_difference(s.model, s.q, q, back, error));
    for (int k = 0; k < s.nv; k++) CHECK_NEAR(back[k], 0.0, 1e-14);

    // The step's own direction: over a short time a world without forces goes where its velocities lead.
    for (double h = 1e-3, last = 1.0; h > 1e-5; h /= 10.0)
    {
        hf_world *world = world_of(s.model);
        OK(hf_world_set_q(world, s.q, s.v, error));
        OK(hf_world_step(world, h, NULL, error));
        OK(hf_model_difference(s.model, s.q, hf_world_q(world), d, error));
        double most = 0.0;
        for (int k = 0; k < s.nv; k++) most = fmax(most, fabs(d[k] / h - s.v[k]));
        CHECK(most < 0.2 * last);
        last = most;
        hf_world_destroy(world);
    }
    free(q), free(d), free(back);
    stage_free(&s);
}

TEST(turns_that_are_half_a_turn_or_none)
{
    double q[4] = {1, 0, 0, 0}, turn[3] = {0, 3.14159265358979, 0}, back[3];
    const double from[4] = {1, 0, 0, 0}, twice[4] = {2, 0, 0, 0}, other[4] = {-1, 0, 0, 0};
    hf_quaternion_integrate(q, turn);
    hf_quaternion_difference(from, q, back);
    CHECK_NEAR(back[1], turn[1], 1e-12);
    hf_quaternion_difference(from, twice, back);
    CHECK(back[0] == 0.0 && back[1] == 0.0 && back[2] == 0.0);
    hf_quaternion_difference(from, other, back); // the same turn
    CHECK(back[0] == 0.0 && back[1] == 0.0 && back[2] == 0.0);
}

TEST(random_coordinates_lie_within_their_limits_and_fill_them)
{
    hf_model *model = text_model(scene);
    hf_world *world = world_of(model);
    int nq = hf_model_q_count(model), h2 = 12, a1 = 13; // 7 of the base, 4 of the ball, h1, h2, a1
    double *q = numbers(nq), *again = numbers(nq), low = 1e9, high = -1e9, mean = 0.0;
    for (uint64_t seed = 0; seed < 2000; seed++)
    {
        memcpy(q, hf_world_q(world), (size_t)nq * sizeof *q);
        memcpy(again, q, (size_t)nq * sizeof *q);
        OK(hf_model_random_q(model, seed, 0.25, q, error));
        OK(hf_model_random_q(model, seed, 0.25, again, error));
        CHECK(memcmp(q, again, (size_t)nq * sizeof *q) == 0);
        CHECK(q[h2] >= -40.0 * PI / 180.0 && q[h2] <= 70.0 * PI / 180.0);
        CHECK(fabs(q[0]) <= 0.25 && fabs(q[2] - 2.0) <= 0.25);
        CHECK_NEAR(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6], 1.0, 1e-12);
        low = fmin(low, q[a1]), high = fmax(high, q[a1]);
        mean += q[3] * q[3] / 2000.0; // evenly over all turns: a quarter
    }
    double from = -1.2 * PI / 180.0, to = 30.0 * PI / 180.0;
    CHECK(low >= from && high <= to && low < from + 0.01 * (to - from) && high > to - 0.01 * (to - from));
    CHECK_NEAR(mean, 0.25, 0.02);
    free(q), free(again);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- centre and momentum ----

static int center_body; // what centers are of

static void center_of(stage *s, double *out)
{
    OK(hf_world_center(s->world, center_body, NULL, out, NULL, error));
}

/// Momentum and angular momentum about the centre, from bodies.
static void momentum_of(stage *s, double *out)
{
    double x[3], v[3], mass;
    OK(hf_world_center(s->world, center_body, &mass, x, v, error));
    double *A = numbers(6 * s->nv);
    OK(hf_world_momentum_matrix(s->world, center_body, A, NULL, error));
    const double *rate = hf_world_v(s->world);
    for (int i = 0; i < 6; i++)
    {
        out[i] = 0.0;
        for (int k = 0; k < s->nv; k++) out[i] += A[i * s->nv + k] * rate[k];
    }
    for (int i = 0; i < 3; i++) CHECK_NEAR(out[i], mass * v[i], 1e-12 * (1 + fabs(out[i])));
    free(A);
}

TEST(centers_and_momenta_change_as_their_matrices_say)
{
    stage s = stage_make(scene);
    double *J = numbers(3 * s.nv), *A = numbers(6 * s.nv), *unit = numbers(s.nv), bias[6], expected[6];
    const char *const names[] = {NULL, "base", "upper", "lower", "tool", "free", "disc", "bead"};
    for (int b = 0; b < 8; b++)
    {
        center_body = names[b] ? hf_model_find(s.model, HF_ITEM_BODY, names[b]) : -1;
        OK(hf_world_center_jacobian(s.world, center_body, J, error));
        OK(hf_world_momentum_matrix(s.world, center_body, A, bias, error));
        for (int k = 0; k < s.nv; k++)
        {
            unit[k] = 1.0;
            bool wire = k == s.nv - 2; // the bead does not leave its wire
            if (!wire) difference(&s, center_of, 3, unit, NULL, expected);
            for (int i = 0; i < 3 && !wire; i++) CHECK_NEAR(J[i * s.nv + k], expected[i], 1e-9);
            unit[k] = 0.0;
        }
        // force = A a + bias: the rate of momentum along q' = v, v' = a
        s.a[s.nv - 2] = 0.0;
        difference(&s, momentum_of, 6, s.v, s.a, expected);
        for (int i = 0; i < 6; i++)
        {
            double sum = bias[i];
            for (int k = 0; k < s.nv; k++) sum += A[i * s.nv + k] * s.a[k];
            CHECK_NEAR(sum, expected[i], 1e-8 * largest(expected, 6));
        }
    }
    free(J), free(A), free(unit);
    stage_free(&s);
}

/// Of the whole, without gravity and anything to push from, momentum about the centre stays.
TEST(a_robot_in_free_fall_keeps_its_centroidal_momentum)
{
    stage s = stage_make(scene);
    double before[6], after[6];
    center_body = hf_model_find(s.model, HF_ITEM_BODY, "base");
    momentum_of(&s, before);
    hf_settings settings = hf_model_settings(s.model);
    for (int i = 0; i < 3; i++) settings.physics.gravity[i] = 0.0;
    OK(hf_world_set_settings(s.world, &settings, error));
    for (int k = 0; k < 50; k++) OK(hf_world_step(s.world, 1e-3, NULL, error));
    momentum_of(&s, after);
    for (int i = 0; i < 3; i++) CHECK_NEAR(after[i], before[i], 1e-9);
    for (int i = 3; i < 6; i++) CHECK_NEAR(after[i], before[i], 2e-4);
    stage_free(&s);
}

// ---- points ----

static int point_body;
static const double *point_unit; // velocities that are not the world's; NULL: its own

/// A point of the body that stays 0.3, -0.2, 0.5 off its frame: its velocity, and the angular one.
static void point_of(stage *s, double *out)
{
    hf_body_state b = hf_world_body(s->world, point_body);
    double map[9], point[3], *J = numbers(6 * s->nv);
    hf_world_body_map(s->world, point_body, map);
    for (int i = 0; i < 3; i++)
        point[i] = b.position[i] + 0.3 * map[3 * i] - 0.2 * map[3 * i + 1] + 0.5 * map[3 * i + 2];
    OK(hf_world_jacobian(s->world, point_body, point, J, J + 3 * s->nv, error));
    const double *v = point_unit ? point_unit : hf_world_v(s->world);
    for (int i = 0; i < 6; i++)
    {
        out[i] = 0.0;
        for (int k = 0; k < s->nv; k++) out[i] += J[i * s->nv + k] * v[k];
    }
    free(J);
}

TEST(rates_of_jacobians_and_accelerations_of_points)
{
    stage s = stage_make(scene);
    double *J = numbers(6 * s.nv), *unit = numbers(s.nv), expected[6], found[6], map[9], point[3];
    s.a[s.nv - 2] = 0.0;
    for (point_body = 1; point_body < hf_model_count(s.model, HF_ITEM_BODY); point_body++)
    {
        hf_body_state b = hf_world_body(s.world, point_body);
        hf_world_body_map(s.world, point_body, map);
        for (int i = 0; i < 3; i++)
            point[i] = b.position[i] + 0.3 * map[3 * i] - 0.2 * map[3 * i + 1] + 0.5 * map[3 * i + 2];
        OK(hf_world_jacobian_rate(s.world, point_body, point, J, J + 3 * s.nv, error));
        for (int k = 0; k < s.nv; k++)
        {
            unit[k] = 1.0;
            point_unit = unit;
            difference(&s, point_of, 6, s.v, NULL, expected);
            point_unit = NULL;
            for (int i = 0; i < 6; i++) CHECK_NEAR(J[i * s.nv + k], expected[i], 1e-8);
            unit[k] = 0.0;
        }
        OK(hf_world_acceleration(s.world, point_body, point, s.a, found, found + 3, error));
        difference(&s, point_of, 6, s.v, s.a, expected);
        for (int i = 0; i < 6; i++) CHECK_NEAR(found[i], expected[i], 1e-8 * largest(expected, 6));
        OK(hf_world_acceleration(s.world, point_body, point, NULL, found, found + 3, error));
        for (int i = 0; i < 6; i++)
        {
            double sum = 0.0;
            for (int k = 0; k < s.nv; k++) sum += J[i * s.nv + k] * s.v[k];
            CHECK_NEAR(found[i], sum, 1e-12 * largest(found, 6));
        }
    }
    free(J), free(unit);
    stage_free(&s);
}

// ---- forces ----

static void torque_of(stage *s, double *out)
{
    OK(hf_world_inverse_dynamics(s->world, s->a, out, error));
}

static const double *given_force;

static void acceleration_of(stage *s, double *out)
{
    OK(hf_world_forward_dynamics(s->world, given_force, out, error));
}

static void check_columns(stage *s, probe *f, const double *dq, const double *dv)
{
    double *unit = numbers(s->nv), *expected = numbers(s->nv);
    for (int kind = 0; kind < 2; kind++)
        for (int k = 0; k < s->nv; k++)
        {
            const double *D = kind ? dv : dq;
            if (k == s->nv - 2) continue; // across the bead's wire
            unit[k] = 1.0;
            difference(s, f, s->nv, kind ? NULL : unit, kind ? unit : NULL, expected);
            unit[k] = 0.0;
            for (int i = 0; i < s->nv; i++) CHECK_NEAR(D[i * s->nv + k], expected[i], 1e-8 * largest(D, s->nv * s->nv));
        }
    free(unit), free(expected);
}

TEST(derivatives_of_inverse_and_forward_dynamics)
{
    stage s = stage_make(scene);
    int n = s.nv;
    double *dq = numbers(n * n), *dv = numbers(n * n), *da = numbers(n * n), *M = numbers(n * n), *g = numbers(n);
    OK(hf_world_inverse_dynamics_derivatives(s.world, s.a, dq, dv, da, error));
    OK(hf_world_mass_matrix(s.world, M, error));
    for (int k = 0; k < n * n; k++) CHECK_NEAR(da[k], M[k], 1e-13);
    check_columns(&s, torque_of, dq, dv);

    double *force = numbers(n), *product = numbers(n * n);
    for (int k = 0; k < n; k++) force[k] = 3.0 * sin(5.0 * k);
    force[n - 2] = 0.0;
    given_force = force;
    OK(hf_world_forward_dynamics_derivatives(s.world, force, dq, dv, da, error));
    check_columns(&s, acceleration_of, dq, dv);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) product[i * n + j] += M[i * n + k] * da[k * n + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) CHECK_NEAR(product[i * n + j], i == j, 1e-11);

    // Weight alone: the bias at rest.
    OK(hf_world_gravity_force(s.world, g, error));
    double *zero = numbers(n), *bias = numbers(n);
    OK(hf_world_set_q(s.world, NULL, zero, error));
    OK(hf_world_bias(s.world, bias, error));
    for (int k = 0; k < n; k++) CHECK_NEAR(g[k], bias[k], 1e-12);
    CHECK(largest(g, n) > 10.0);
    free(dq), free(dv), free(da), free(M), free(g), free(force), free(product), free(zero), free(bias);
    stage_free(&s);
}

// ---- what cannot be had ----

TEST(what_has_no_tangents_is_said)
{
    hf_model *model = text_model(scene);
    hf_world *world = world_of(model);
    hf_error error = {0};
    double q[64] = {0}, x[3];
    memcpy(q, hf_world_q(world), (size_t)hf_model_q_count(model) * sizeof *q);
    q[3] = NAN;
    CHECK(hf_model_integrate(model, q, hf_world_v(world), 1.0, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "integrate: q"));
    CHECK(hf_model_random_q(model, 1, -1.0, q, &error) == HF_STATUS_INVALID && strstr(error.message, "reach = -1"));
    CHECK(hf_world_center(world, 99, NULL, x, NULL, &error) == HF_STATUS_INVALID && strstr(error.message, "99"));
    CHECK(hf_world_center(world, 0, NULL, x, NULL, &error) == HF_STATUS_INVALID && strstr(error.message, "no mass"));
    hf_world_destroy(world);
    hf_model_destroy(model);
    model = scene_model("ponytail:n=1");
    world = world_of(model);
    double *square = numbers(hf_model_v_count(model) * hf_model_v_count(model));
    CHECK(hf_world_inverse_dynamics_derivatives(world, NULL, square, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "fibre"));
    free(square);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(each_allocation_may_fail)
{
    stage s = stage_make(scene);
    double *D = numbers(3 * s.nv * s.nv), *kept = numbers(3 * s.nv * s.nv);
    size_t square = (size_t)s.nv * (size_t)s.nv;
    hf_status status = HF_STATUS_NO_MEMORY;
    for (long k = 0; status != HF_STATUS_OK; k++)
    {
        hf_error error = {0};
        fail_allocation(k);
        status = hf_world_forward_dynamics_derivatives(s.world, s.a, D, D + square, D + 2 * square, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        if (failed) CHECK(memcmp(D, kept, 3 * square * sizeof *D) == 0);
        CHECK(k < 1000);
    }
    free(D), free(kept);
    stage_free(&s);
}

/// Signals of joints are those of q and v wherever a free body stands among them.
TEST(signals_of_joints_behind_a_free_body)
{
    hf_model *model =
        text_model("<mujoco><worldbody><body pos='0 0 3'><freejoint/><geom size='.1'/></body><body><joint "
                   "name='hinge' axis='0 1 0'/><geom size='.1' pos='1 0 0'/></body></worldbody></mujoco>");
    hf_world *world = world_of(model);
    double q[8] = {0, 0, 3, 1, 0, 0, 0, 0.25}, v[7] = {0, 0, 0, 0, 0, 0, 0.5}, values[2];
    OK(hf_world_set_q(world, q, v, error));
    CHECK(hf_model_signal_count(model) == 2);
    OK(hf_world_signals(world, values, error));
    CHECK(values[0] == 0.25 && values[1] == 0.5);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
