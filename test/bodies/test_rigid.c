// Rigid bodies on their own: principal axes, inertia that no body can have, free turning.

#include "support/harness.h"

#include "bodies/rigid.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

static hf_body_def body_with(double mass, double xx, double yy, double zz, double xy, double xz, double yz)
{
    hf_body_def def = hf_body_def_default();
    def.mass = mass;
    const double inertia[6] = {xx, yy, zz, xy, xz, yz};
    memcpy(def.inertia, inertia, sizeof inertia);
    return def;
}

static rigid_constants make(hf_body_def def)
{
    rigid_constants c;
    hf_error error = {0};
    if (rigid_constants_make("body", &def, &c, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return c;
}

TEST(principal_axes_give_the_inertia_back)
{
    random_state random = random_seed(5);
    for (int trial = 0; trial < 200; trial++)
    {
        // Σ m (|x|² 1 - x xᵀ) over random points is an inertia that a body can have.
        double J[6] = {0};
        for (int p = 0; p < 5; p++)
        {
            double x = random_normal(&random), y = random_normal(&random), z = random_normal(&random);
            J[0] += y * y + z * z, J[1] += x * x + z * z, J[2] += x * x + y * y;
            J[3] -= x * y, J[4] -= x * z, J[5] -= y * z;
        }
        rigid_constants c = make(body_with(2, J[0], J[1], J[2], J[3], J[4], J[5]));
        double inverse[9], product[9];
        rigid_inverse_inertia(&c, quat_conjugate(quat_conjugate(quat_load(c.principal))), inverse);
        const double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
        m3_multiply(inverse, full, product);
        for (int k = 0; k < 9; k++) CHECK_NEAR(product[k], k % 4 == 0 ? 1 : 0, 1e-11);
        // The first two moments are the nearest pair.
        const double *d = c.inverse_inertia;
        CHECK(fabs(d[0] - d[1]) <= fabs(d[1] - d[2]) && fabs(d[0] - d[1]) <= fabs(d[2] - d[0]));
    }
}

TEST(impossible_bodies_are_refused)
{
    const struct
    {
        hf_body_def def;
        const char *word;
    } cases[] = {
        {body_with(0, 1, 1, 1, 0, 0, 0), "mass"},    {body_with(-1, 1, 1, 1, 0, 0, 0), "mass"},
        {body_with(1, 0, 1, 1, 0, 0, 0), "inertia"}, {body_with(1, 1, 1, 2.1, 0, 0, 0), "sum"},
        {body_with(1, 1, 1, 1, 2, 0, 0), "inertia"}, {body_with(1, -1, 1, 1, 0, 0, 0), "inertia"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        rigid_constants c;
        hf_error error = {0};
        CHECK(rigid_constants_make("body 7 ('crate')", &cases[k].def, &c, &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, "crate") && strstr(error.message, cases[k].word));
    }
    make(body_with(1, 1, 1, 2, 0, 0, 0)); // a flat plate meets the inequality with equality
}

static double run_top(const rigid_constants *c, vec3 w, double h, long steps, double *energy_error)
{
    rigid_state s = {.q = {1, 0, 0, 0}};
    v3_store(s.L, rigid_momentum(c, quat_load(s.q), w));
    double L0 = v3_norm(v3_load(s.L)), E0 = rigid_kinetic(c, quat_load(s.q), v3_load(s.v), v3_load(s.L)), worst = 0;
    for (long k = 0; k < steps; k++)
    {
        quat_store(s.q, rigid_turn(c, quat_load(s.q), v3_load(s.L), h));
        worst = fmax(worst, fabs(rigid_kinetic(c, quat_load(s.q), v3_load(s.v), v3_load(s.L)) / E0 - 1));
    }
    *energy_error = worst;
    return v3_norm(v3_load(s.L)) / L0 - 1;
}

TEST(asymmetric_top_keeps_energy_over_a_million_steps)
{
    rigid_constants c = make(body_with(1, 1, 2, 2.7, 0, 0, 0));
    double short_run, long_run, finer;
    CHECK(run_top(&c, v3(0.1, 3, 0.2), 0.01, 10000, &short_run) == 0.0);
    CHECK(run_top(&c, v3(0.1, 3, 0.2), 0.01, 1000000, &long_run) == 0.0);
    CHECK(run_top(&c, v3(0.1, 3, 0.2), 0.005, 20000, &finer) == 0.0);
    CHECK(long_run < 1.2 * short_run + 1e-11); // bounded: it does not grow with time
    CHECK(short_run < 1e-3);
    CHECK_NEAR(short_run / finer, 4, 0.4); // second order
}

TEST(tops_that_turn_by_radians_in_a_step_keep_their_energy)
{
    rigid_constants bodies[3] = {make(body_with(1, 1, 2, 2.7, 0, 0, 0)), make(body_with(1, 1, 1.2, 2.1, 0, 0, 0)),
                                 make(body_with(1, 0.01, 2, 2.005, 0, 0, 0))};
    for (int k = 0; k < 3; k++)
        for (double w = 200; w < 1e10; w *= 10)
        {
            double error;
            CHECK(run_top(&bodies[k], v3(0.2 * w, w, 0.1 * w), 0.01, 1000, &error) == 0.0);
            CHECK(error < 1e-9); // a factor of two and more, before
        }
}

TEST(symmetric_top_and_ball_turn_exactly)
{
    // Precession of a symmetric top: the axis turns about L at |L| / I_1, whatever the step.
    rigid_constants c = make(body_with(1, 2, 2, 3, 0, 0, 0));
    quat q = quat_identity();
    vec3 L = v3(1, 0, 2);
    double t = 5, rate = v3_norm(L) / 2;
    vec3 expected = quat_rotate(quat_exp(v3_scale(t * rate / v3_norm(L), L)), v3(0, 0, 1));
    CHECK(c.inertia[2] == 3);
    const long counts[2] = {3, 700};
    for (int k = 0; k < 2; k++)
    {
        quat now = quat_multiply(q, quat_load(c.principal));
        for (long j = 0; j < counts[k]; j++) now = rigid_turn(&c, now, L, t / (double)counts[k]);
        CHECK(v3_distance(quat_rotate(now, v3(0, 0, 1)), expected) < 1e-12);
    }
    rigid_constants ball = make(body_with(1, 2, 2, 2, 0, 0, 0));
    quat turned = rigid_turn(&ball, q, L, t);
    CHECK(v3_distance(quat_rotate(turned, v3(1, 0, 0)), quat_rotate(quat_exp(v3_scale(t / 2, L)), v3(1, 0, 0))) <
          1e-13);
}

TEST(frames_go_there_and_back)
{
    hf_body_def def = body_with(3, 2, 2.5, 3, 0.3, -0.2, 0.1);
    def.center[0] = 0.4, def.center[2] = -0.7;
    rigid_constants c = make(def);
    body_state s = {0};
    vec3 x = v3(1, 2, 3), back;
    quat q = quat_normalize((quat){0.3, -0.5, 0.7, 0.2}), q_back;
    rigid_place(&c, x, q, &s);
    rigid_frame(&c, s.x, s.q, &back, &q_back);
    CHECK(v3_distance(x, back) < 1e-14);
    CHECK(v3_distance(quat_rotate(q, v3(1, 2, 3)), quat_rotate(q_back, v3(1, 2, 3))) < 1e-14);
    CHECK(v3_distance(v3_load(s.x), v3_add(x, quat_rotate(q, v3_load(def.center)))) < 1e-14);
}

TEST(prescribed_motion_is_the_formula)
{
    hf_body_def def = hf_body_def_default();
    def.motion = HF_MOTION_PRESCRIBED;
    def.position[0] = 1, def.velocity[1] = 2, def.amplitude[2] = 0.5;
    def.frequency = 3, def.phase = 0.2, def.angular_velocity[2] = 4;
    body_state s, later;
    double t = 0.37, d = 1e-6, angle = 6.283185307179586 * 3 * t + 0.2;
    rigid_prescribed(&def, t, &s);
    rigid_prescribed(&def, t + d, &later);
    CHECK_NEAR(s.x[0], 1, 1e-15);
    CHECK_NEAR(s.x[1], 2 * t, 1e-15);
    CHECK_NEAR(s.x[2], 0.5 * sin(angle), 1e-14);
    for (int k = 0; k < 3; k++) CHECK_NEAR((later.x[k] - s.x[k]) / d, s.v[k], 1e-4);
    CHECK(v3_distance(quat_rotate(quat_load(s.q), v3(1, 0, 0)), v3(cos(4 * t), sin(4 * t), 0)) < 1e-14);
}
