// Selection: of the impulses that solve a redundant problem `auto` returns those that equally stiff points would carry.
// What springs give is computed here, from equilibrium alone.

#include "support/harness.h"

#include "base/arena.h"
#include "base/random.h"
#include "problem/problem.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 128 // points of a patch
};

/// A rigid body on points of a horizontal plane, pulled down by its weight for one step. W, b as a world makes them: z
/// is the normal, tangents are x and y.
typedef struct patch
{
    int count;
    double x[MOST], y[MOST]; // from the centre of mass [m]
    double height;           // of the centre of mass over the plane [m]
    double mass, inertia;    // [kg], [kg m²]: the same about each axis
    double mu;
    double pull; // sideways along x, as a share of the weight
} patch;

static const double WEIGHT_STEP = 0.01962; // g h [m/s]

/// Rows of the point's velocity over (v, w): normal, x, y.
static void point_rows(const patch *p, int i, double H[3][6])
{
    double a[3] = {p->x[i], p->y[i], -p->height}; // w × a
    const double rows[3][6] = {{0, 0, 1, a[1], -a[0], 0}, {1, 0, 0, 0, a[2], -a[1]}, {0, 1, 0, -a[2], 0, a[0]}};
    memcpy(H, rows, sizeof rows);
}

static hf_problem *patch_problem(const patch *p, const int *order)
{
    int n = 3 * p->count;
    int size[MOST];
    double mu[MOST], b[3 * MOST];
    double *W = calloc((size_t)n * (size_t)n, sizeof *W);
    for (int i = 0; i < p->count; i++)
    {
        double Hi[3][6];
        point_rows(p, order ? order[i] : i, Hi);
        size[i] = 3;
        mu[i] = p->mu;
        for (int k = 0; k < 3; k++) b[3 * i + k] = WEIGHT_STEP * (p->pull * Hi[k][0] - Hi[k][2]);
        for (int j = 0; j < p->count; j++)
        {
            double Hj[3][6];
            point_rows(p, order ? order[j] : j, Hj);
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    for (int m = 0; m < 6; m++)
                        W[(3 * i + k) * n + 3 * j + l] += Hi[k][m] * Hj[l][m] / (m < 3 ? p->mass : p->inertia);
        }
    }
    const hf_laws laws = {.block_count = p->count, .size = size, .mu = mu, .b = b};
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    free(W);
    return problem;
}

static hf_report solve(const hf_problem *problem, const char *start, double *r)
{
    hf_auto_options options = hf_auto_options_default();
    options.common.tolerance = 1e-10;
    options.target_tolerance = 1e-13;
    options.common.warm_start = start != NULL;
    if (start) CHECK(hf_solve(start, problem, &options.common, r, NULL, NULL, NULL) == HF_STATUS_OK);
    hf_report report;
    CHECK(hf_auto_solve(problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.unselected == 0);
    return report;
}

/// Normal loads of springs under a rigid body whose weight acts at (0, 0): N = c + a x + b y with Σ N = weight, Σ N x =
/// Σ N y = 0; those that would pull are taken away, one after the other. Frictionless statics, and statics with
/// friction that no load asks for.
static void spring_loads(const patch *p, double weight, double *N)
{
    bool out[MOST] = {false};
    for (bool again = true; again;)
    {
        double A[3][4] = {{0}};
        for (int i = 0; i < p->count; i++)
        {
            const double f[3] = {1.0, p->x[i], p->y[i]};
            for (int k = 0; !out[i] && k < 3; k++)
                for (int l = 0; l < 3; l++) A[k][l] += f[k] * f[l];
        }
        A[0][3] = weight;
        for (int k = 0; k < 3; k++) // Gauss–Jordan; the patches here have an area
            for (int l = 0; l < 3; l++)
                for (int m = 3; l != k && m >= k; m--) A[l][m] -= A[l][k] / A[k][k] * A[k][m];
        again = false;
        for (int i = 0; i < p->count; i++)
        {
            N[i] = out[i] ? 0.0 : A[0][3] / A[0][0] + A[1][3] / A[1][1] * p->x[i] + A[2][3] / A[2][2] * p->y[i];
            if (N[i] < 0.0) again = out[i] = true;
        }
    }
}

/// All that is asked of a body at rest: springs' loads, no friction, whatever the start and the numbering.
static void check_rest(const patch *p)
{
    static const char *const starts[] = {NULL, "mfb+enum", "interior", "proximal"};
    double N[MOST], r[3 * MOST], weight = p->mass * WEIGHT_STEP;
    spring_loads(p, weight, N);
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
    {
        hf_problem *problem = patch_problem(p, NULL);
        memset(r, 0, sizeof r);
        (void)solve(problem, starts[k], r);
        for (int i = 0; i < p->count; i++)
        {
            CHECK_NEAR(r[3 * i], N[i], 1e-8 * weight);
            CHECK_NEAR(hypot(r[3 * i + 1], r[3 * i + 2]), 0.0, 1e-8 * weight);
        }
        hf_problem_destroy(problem);
    }
    int order[MOST];
    random_state draw = random_seed(3);
    for (int i = 0; i < p->count; i++) order[i] = i;
    for (int i = p->count - 1; i > 0; i--)
    {
        int j = random_below(&draw, i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    hf_problem *problem = patch_problem(p, order);
    (void)solve(problem, NULL, r);
    for (int i = 0; i < p->count; i++) CHECK_NEAR(r[3 * i], N[order[i]], 1e-8 * weight);
    hf_problem_destroy(problem);
}

TEST(a_cube_on_four_corners_carries_a_quarter_each)
{
    const patch cube = {.count = 4,
                        .x = {-0.05, 0.05, 0.05, -0.05},
                        .y = {-0.05, -0.05, 0.05, 0.05},
                        .height = 0.05,
                        .mass = 1.0,
                        .inertia = 1.0 / 600.0,
                        .mu = 1.0};
    check_rest(&cube);
}

TEST(tables_with_four_and_five_legs)
{
    patch table = {.count = 4,
                   .x = {-0.6, 0.5, 0.4, -0.5},
                   .y = {-0.3, -0.35, 0.4, 0.3},
                   .height = 0.7,
                   .mass = 12.0,
                   .inertia = 1.5,
                   .mu = 0.4};
    check_rest(&table);
    table.count = 5;
    table.x[4] = 0.1;
    table.y[4] = -0.05;
    check_rest(&table);
}

TEST(a_patch_of_ten_by_ten)
{
    patch box = {.count = 100, .height = 0.1, .mass = 3.0, .inertia = 0.02, .mu = 0.6};
    for (int i = 0; i < 100; i++)
    {
        box.x[i] = 0.02 * (i % 10) - 0.08; // the weight is not in the middle
        box.y[i] = 0.02 * (i / 10) - 0.09;
    }
    check_rest(&box);
}

/// Off its middle, the far end of a beam lifts off its spring: loads are 0 there, not negative, and the other two carry
/// it.
TEST(a_beam_on_three_supports_that_lifts_off)
{
    const patch beam = {.count = 6,
                        .x = {-0.9, -0.9, 0.05, 0.05, 1.0, 1.0},
                        .y = {-0.01, 0.01, -0.01, 0.01, -0.01, 0.01},
                        .height = 0.02,
                        .mass = 2.0,
                        .inertia = 0.2,
                        .mu = 0.5};
    check_rest(&beam);
    patch off = beam;
    for (int i = 0; i < 6; i++) off.x[i] -= 0.52;
    check_rest(&off);
}

/// Pulled sideways below its limit, every point takes friction in the same share of what its springs allow: equal
/// tangential springs under a rigid body that does not turn.
TEST(friction_is_shared_as_by_equal_springs)
{
    patch cube = {.count = 4,
                  .x = {-0.05, 0.05, 0.05, -0.05},
                  .y = {-0.05, -0.05, 0.05, 0.05},
                  .height = 0.0,
                  .mass = 1.0,
                  .inertia = 1.0 / 600.0,
                  .mu = 0.5,
                  .pull = 0.3};
    hf_problem *problem = patch_problem(&cube, NULL);
    double r[12] = {0};
    (void)solve(problem, NULL, r);
    for (int i = 0; i < 4; i++)
    {
        CHECK_NEAR(r[3 * i], 0.25 * WEIGHT_STEP, 1e-9 * WEIGHT_STEP);
        CHECK_NEAR(r[3 * i + 1], -0.075 * WEIGHT_STEP, 1e-9 * WEIGHT_STEP);
        CHECK_NEAR(r[3 * i + 2], 0.0, 1e-9 * WEIGHT_STEP);
    }
    hf_problem_destroy(problem);
}

/// Friction at the edge of its cone: the front corners of a box that is pulled at its centre of mass carry more, the
/// rear ones less; equal springs would ask more of the rear ones than their cones allow, and the front ones take over.
/// Equilibrium and the law of each point are checked; the answer is that of a compliant problem nearby.
TEST(points_that_slip_by_compliance_alone)
{
    patch box = {.count = 4,
                 .x = {-0.05, 0.05, 0.05, -0.05},
                 .y = {-0.05, -0.05, 0.05, 0.05},
                 .height = 0.05,
                 .mass = 1.0,
                 .inertia = 1.0 / 600.0,
                 .mu = 0.5,
                 .pull = 0.4};
    hf_problem *problem = patch_problem(&box, NULL);
    double r[12] = {0}, sum = 0.0;
    (void)solve(problem, NULL, r);
    const double rear = 0.15, front = 0.35; // of the weight: 2 (front - rear) 0.05 m = 0.4 · 0.05 m
    for (int i = 0; i < 4; i++)
    {
        bool is_front = box.x[i] > 0.0;
        CHECK_NEAR(r[3 * i], (is_front ? front : rear) * WEIGHT_STEP, 1e-8 * WEIGHT_STEP);
        CHECK(fabs(r[3 * i + 1]) <= 0.5 * r[3 * i] * (1.0 + 1e-9));
        if (!is_front)
            CHECK_NEAR(-r[3 * i + 1], 0.5 * r[3 * i], 1e-8 * WEIGHT_STEP); // springs ask for 0.1, the cone has 0.075
        sum += r[3 * i + 1];
    }
    CHECK_NEAR(-sum, 0.4 * WEIGHT_STEP, 1e-9 * WEIGHT_STEP);
    hf_problem_destroy(problem);
}

/// Random problems: every one has a selected answer, and of two answers with the same motion it is the same.
TEST(the_answer_depends_on_no_start)
{
    int selected = 0, same = 0, alike = 0;
    for (unsigned seed = 1; seed <= 60; seed++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = seed;
        o.contact_count = 4 + (int)seed % 20;
        o.redundancy = 2.0;
        o.mu_lo = o.mu_hi = 0.5;
        hf_generated made;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        size_t n = (size_t)hf_problem_describe(made.problem).dimension;
        double *a = calloc(4 * n, sizeof *a), *b = a + n, *ua = b + n, *ub = ua + n, difference = 0.0, motion = 0.0;
        hf_auto_options options = hf_auto_options_default();
        options.target_tolerance = 1e-13;
        hf_report first, second;
        CHECK(hf_auto_solve(made.problem, &options, a, NULL, &first, NULL) == HF_STATUS_OK);
        memcpy(b, made.r, n * sizeof *b); // another answer, stressed at random
        options.common.warm_start = true;
        CHECK(hf_auto_solve(made.problem, &options, b, NULL, &second, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_velocity(made.problem, a, ua, NULL, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_velocity(made.problem, b, ub, NULL, NULL) == HF_STATUS_OK);
        double size = 0.0;
        for (size_t k = 0; k < n; k++)
        {
            difference = fmax(difference, fabs(a[k] - b[k]));
            motion = fmax(motion, fabs(ua[k] - ub[k]));
            size = fmax(size, fabs(a[k]));
        }
        selected += first.unselected == 0 && second.unselected == 0;
        same += motion <= 1e-9;
        alike += motion <= 1e-9 && difference <= 1e-7 * size;
        free(a);
        hf_generated_destroy(&made);
    }
    CHECK(selected == 60);
    CHECK(same >= 45 && alike == same); // friction is not monotone: some have several motions
}

TEST(compliances_of_ones_own_share_in_proportion)
{
    const patch cube = {.count = 4,
                        .x = {-0.05, 0.05, 0.05, -0.05},
                        .y = {-0.05, -0.05, 0.05, 0.05},
                        .height = 0.05,
                        .mass = 1.0,
                        .inertia = 1.0 / 600.0};
    // Two feet of a diagonal three times as compliant: loads of the other two are three times as large, and each
    // diagonal is in balance.
    const double compliance[] = {3.0, 1.0, 3.0, 1.0};
    hf_problem *problem = patch_problem(&cube, NULL);
    double r[12] = {0};
    hf_auto_options options = hf_auto_options_default();
    options.compliance = compliance;
    CHECK(hf_auto_solve(problem, &options, r, NULL, NULL, NULL) == HF_STATUS_OK);
    for (int i = 0; i < 4; i++) CHECK_NEAR(r[3 * i], (i % 2 ? 0.375 : 0.125) * WEIGHT_STEP, 1e-8 * WEIGHT_STEP);
    hf_problem_destroy(problem);
}

TEST(any_keeps_a_guess_and_says_nothing_of_selection)
{
    const patch cube = {.count = 4,
                        .x = {-0.05, 0.05, 0.05, -0.05},
                        .y = {-0.05, -0.05, 0.05, 0.05},
                        .height = 0.05,
                        .mass = 1.0,
                        .inertia = 1.0 / 600.0};
    hf_problem *problem = patch_problem(&cube, NULL);
    double r[12] = {0}, before[12];
    for (int i = 0; i < 4; i++) r[3 * i] = (i % 2 ? 0.4 : 0.1) * WEIGHT_STEP; // an answer: each diagonal is in balance
    memcpy(before, r, sizeof r);
    hf_auto_options options = hf_auto_options_default();
    options.common.warm_start = true;
    options.selection = HF_SELECTION_ANY;
    hf_report report;
    CHECK(hf_auto_solve(problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.unselected == 0);
    CHECK(memcmp(r, before, sizeof r) == 0);
    options.selection = (hf_selection)7;
    hf_error error;
    CHECK(hf_auto_solve(problem, &options, r, NULL, &report, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "selection"));
    hf_problem_destroy(problem);
}
