// Contacts with moments and ellipses: the certificate against independent optimisation and sampling, forms, files, and
// what is refused.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/files.h"
#include "holdfast/generate.h"
#include "holdfast/holdfast.h"
#include "problem/problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    ROWS = 6
};

static hf_friction_coefficients draw_coefficients(random_state *random)
{
    hf_friction_coefficients c = {.tangent = {random_between(random, 0.1, 1.2), random_between(random, 0.1, 1.2)},
                                  .torsion = random_between(random, 0.01, 0.5),
                                  .rolling = {random_between(random, 0.01, 0.5), random_between(random, 0.01, 0.5)}};
    return c;
}

static hf_friction_coefficients round_off(hf_friction_coefficients c)
{
    c.tangent[1] = c.tangent[0];
    c.rolling[1] = c.rolling[0];
    return c;
}

// ---- the projection, by Dykstra's algorithm ----

/// x ◄ its projection onto ‖x_i‖ <= mu x_N alone: the cone of one part.
static void project_one(const friction_parts *parts, int i, double *x)
{
    double t = 0.0, mu = parts->mu[i];
    for (int k = part_begin[i]; k < part_begin[i + 1]; k++) t += x[k] * x[k];
    t = sqrt(t);
    if (t <= mu * x[0]) return;
    double s = mu * t <= -x[0] ? 0.0 : (x[0] + mu * t) / (1.0 + mu * mu);
    for (int k = part_begin[i]; k < part_begin[i + 1]; k++) x[k] *= mu * s / t;
    x[0] = s;
}

/// Projections onto an intersection from those onto its members (Boyle and Dykstra 1986).
static void project_by_dykstra(const friction_parts *parts, double *x)
{
    double kept[PART_COUNT][ROWS] = {{0.0}};
    for (int round = 0; round < 20000; round++)
        for (int i = 0; i < parts->count; i++)
        {
            double y[ROWS];
            for (int k = 0; k < friction_parts_size(parts); k++) x[k] = y[k] = x[k] + kept[i][k];
            project_one(parts, i, x);
            for (int k = 0; k < friction_parts_size(parts); k++) kept[i][k] = y[k] - x[k];
        }
}

TEST(the_projection_is_the_one_that_alternating_projections_find)
{
    random_state random = random_seed(3);
    for (int trial = 0; trial < 60; trial++)
    {
        hf_friction_coefficients c = round_off(draw_coefficients(&random));
        int size = trial % 2 ? 4 : 6;
        friction_parts parts = friction_parts_of(&c, size);
        double x[ROWS], y[ROWS];
        for (int k = 0; k < size; k++) x[k] = y[k] = random_normal(&random);
        friction_parts_project(&parts, x);
        project_by_dykstra(&parts, y);
        for (int k = 0; k < size; k++) CHECK_NEAR(x[k], y[k], 1e-7);
    }
}

// ---- the law, by sampling ----

/// One block with u = W r + b for any u: W = 1.
static hf_problem *one_block(int size, const hf_friction_coefficients *c)
{
    double b[ROWS] = {0.0}, W[ROWS * ROWS] = {0.0};
    for (int k = 0; k < size; k++) W[k * size + k] = 1.0;
    hf_laws laws = {.block_count = 1, .size = &size, .b = b, .coefficients = c};
    hf_problem *problem;
    hf_error error;
    if (hf_problem_create_dense(&laws, W, &problem, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return problem;
}

/// How much (r, u) of a closed contact lack: the largest excess over a bound, and how much more power some sampled
/// friction would take.
static double lack_by_sampling(const hf_friction_coefficients *c, int size, const double *r, const double *u)
{
    const double *axes[3] = {c->tangent, &c->torsion, c->rolling};
    double lack = fmax(fabs(u[0]), -r[0]);
    for (int part = 0, row = 1; row < size; row += part == 1 ? 1 : 2, part++)
    {
        int count = part == 1 ? 1 : 2;
        double gauge = 0.0, power = 0.0, least = 0.0;
        for (int k = 0; k < count; k++)
        {
            gauge += r[row + k] * r[row + k] / (axes[part][k] * axes[part][k]);
            power += r[row + k] * u[row + k];
        }
        for (int n = 0; n < 20000; n++)
        {
            double angle = 6.283185307179586 * n / 20000.0, e[2] = {count == 2 ? cos(angle)
                                                                    : n % 2    ? 1.0
                                                                               : -1.0,
                                                                    sin(angle)};
            double p = 0.0;
            for (int k = 0; k < count; k++) p += axes[part][k] * r[0] * e[k] * u[row + k];
            least = fmin(least, p);
        }
        lack = fmax(lack, fmax(sqrt(gauge) - r[0], power - least));
    }
    return lack;
}

TEST(an_answer_takes_the_most_power_that_each_part_can)
{
    random_state random = random_seed(8);
    for (int trial = 0; trial < 40; trial++)
    {
        int size = trial % 3 == 0 ? 3 : trial % 3 == 1 ? 4 : 6;
        hf_friction_coefficients c = draw_coefficients(&random);
        double A[ROWS * ROWS], W[ROWS * ROWS] = {0.0}, b[ROWS], r[ROWS] = {0.0}, u[ROWS];
        for (int k = 0; k < size * size; k++) A[k] = random_normal(&random);
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                for (int k = 0; k < size; k++) W[i * size + j] += A[i * size + k] * A[j * size + k];
        for (int k = 0; k < size; k++) b[k] = random_normal(&random);
        b[0] = -fabs(b[0]);
        hf_laws laws = {.block_count = 1, .size = &size, .b = b, .coefficients = &c};
        hf_problem *problem;
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = 1e-12;
        CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
        CHECK(hf_solve("auto", problem, &options, r, NULL, NULL, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_velocity(problem, r, u, NULL, NULL) == HF_STATUS_OK);
        if (r[0] > 0.0) CHECK(lack_by_sampling(&c, size, r, u) <= 1e-7); // samples miss by 1e-8 of the angle squared
        CHECK(hf_residual_of(problem, r, u).natural <= 1e-12);
        hf_problem_destroy(problem);
    }
}

TEST(the_certificate_tells_every_wrong_part)
{
    const hf_friction_coefficients c = {.tangent = {0.8, 0.4}, .torsion = 0.1, .rolling = {0.05, 0.02}};
    hf_problem *problem = one_block(6, &c);
    // Friction (0.8·0.6, 0.4·0.8) r_N slides along the ellipse's normal (0.6/0.8, 0.8/0.4); the drilling moment slides,
    // the rolling one sticks.
    const double good_r[ROWS] = {2.0, 0.96, 0.64, -0.2, 0.03, 0.01}, good_u[ROWS] = {0.0, -0.75, -2.0, 0.5, 0.0, 0.0};
    hf_residual good = hf_residual_of(problem, good_r, good_u);
    CHECK(good.natural <= 1e-15 && good.misalignment <= 1e-15 && good.cone <= 1e-15 && good.approach == 0.0);
    const struct
    {
        int row;
        bool of_u;
        double value;
    } wrong[] = {{0, true, -0.1}, {0, true, 0.1},  {0, false, 2.1},  {1, false, 0.9}, {2, true, -1.0},
                 {3, false, 0.2}, {3, true, -0.5}, {3, false, -0.1}, {4, true, 0.3},  {5, false, 0.05}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        double r[ROWS], u[ROWS];
        memcpy(r, good_r, sizeof r);
        memcpy(u, good_u, sizeof u);
        (wrong[k].of_u ? u : r)[wrong[k].row] = wrong[k].value;
        hf_residual residual = hf_residual_of(problem, r, u);
        CHECK(residual.natural > 1e-3);
        CHECK(fmax(fmax(residual.approach, residual.cone), fmax(residual.complementarity, residual.misalignment)) >
              1e-3);
    }
    // Opposite to friction, as with one coefficient, is wrong for an ellipse.
    const double straight[ROWS] = {0.0, -0.96, -0.64, 0.5, 0.0, 0.0};
    CHECK(hf_residual_of(problem, good_r, straight).misalignment > 0.1);
    hf_problem_destroy(problem);
}

TEST(an_axis_without_friction_is_free)
{
    const hf_friction_coefficients c = {.tangent = {0.5, 0.0}};
    hf_problem *problem = one_block(3, &c);
    CHECK(hf_residual_of(problem, (double[]){2, 0.7, 0}, (double[]){0, 0, 3}).natural == 0.0); // a skate
    CHECK(hf_residual_of(problem, (double[]){2, 0.7, 0.1}, (double[]){0, 0, 3}).natural >= 0.1);
    CHECK(hf_residual_of(problem, (double[]){2, 0.7, 0}, (double[]){0, 0.1, 3}).natural >= 0.04);
    hf_problem_destroy(problem);
}

TEST(one_coefficient_has_the_same_certificate_in_every_form)
{
    random_state random = random_seed(5);
    for (int trial = 0; trial < 200; trial++)
    {
        double mu = random_between(&random, 0.0, 1.0), r[ROWS] = {0.0}, u[ROWS] = {0.0}, b[ROWS] = {0.0}, W[9] = {0.0};
        for (int k = 0; k < 3; k++) r[k] = random_normal(&random), u[k] = random_normal(&random);
        hf_friction_coefficients c = {.tangent = {mu, mu}};
        hf_problem *three, *six = one_block(6, &c);
        int size = 3;
        hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
        CHECK(hf_problem_create_dense(&laws, W, &three, NULL) == HF_STATUS_OK);
        hf_residual plain = hf_residual_of(three, r, u), moments = hf_residual_of(six, r, u);
        CHECK_NEAR(moments.natural, plain.natural, 1e-14);
        CHECK_NEAR(moments.cone, plain.cone, 1e-14);
        CHECK_NEAR(moments.misalignment, plain.misalignment, 1e-14);
        hf_problem_destroy(three);
        hf_problem_destroy(six);
    }
}

TEST(huge_and_tiny_numbers_are_measured)
{
    const hf_friction_coefficients c = {.tangent = {0.8, 0.4}, .torsion = 0.1, .rolling = {0.05, 0.02}};
    hf_problem *problem = one_block(6, &c);
    for (int e = -250; e <= 250; e += 125)
    {
        double s = pow(10.0, e), r[ROWS] = {2.0, 0.96, 0.64, -0.2, 0.03, 0.01},
               u[ROWS] = {0.0, -0.75, -2.0, 0.5, 0.0, 0.0};
        for (int k = 0; k < ROWS; k++) r[k] *= s, u[k] *= s;
        CHECK(hf_residual_of(problem, r, u).natural <= 1e-14 * s);
        r[3] = -r[3];
        CHECK(hf_residual_of(problem, r, u).natural >= 0.1 * s);
    }
    hf_problem_destroy(problem);
}

// ---- forms and files ----

static hf_generated draw(unsigned seed, bool factored)
{
    hf_random_options options = hf_random_options_default();
    options.seed = seed;
    options.torsional = options.rolling = options.elliptic = 0.35;
    options.unilateral_count = options.bilateral_count = options.box_count = 2;
    options.factored = factored;
    hf_generated made;
    hf_error error;
    if (hf_generate_random(&options, &made, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return made;
}

TEST(generated_answers_obey_and_both_forms_agree)
{
    for (unsigned seed = 1; seed <= 20; seed++)
    {
        hf_generated made = draw(seed, true);
        hf_problem *assembled;
        hf_residual residual[2];
        hf_problem_info info = hf_problem_describe(made.problem);
        CHECK(info.moment_count > 0 && info.ellipse_count > 0);
        CHECK(hf_problem_assemble(made.problem, &assembled, NULL) == HF_STATUS_OK);
        CHECK(hf_residual_compute(made.problem, made.r, NULL, &residual[0], NULL) == HF_STATUS_OK);
        CHECK(hf_residual_compute(assembled, made.r, NULL, &residual[1], NULL) == HF_STATUS_OK);
        CHECK(residual[0].natural <= 1e-12 && residual[1].natural <= 1e-12);
        hf_problem_destroy(assembled);
        hf_generated_destroy(&made);
    }
}

TEST(files_keep_coefficients_bit_by_bit)
{
    char path[] = "/tmp/holdfast-parts-XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0);
    close(file);
    for (int factored = 0; factored < 2; factored++)
    {
        hf_generated made = draw(7, factored);
        hf_problem *back = NULL;
        hf_error error;
        CHECK(hf_fclib_write(path, made.problem, NULL, &error) == HF_STATUS_OK);
        hf_status status = hf_fclib_read(path, HF_FCLIB_AUTO, &back, &error);
        if (status == HF_STATUS_UNSUPPORTED)
        {
            hf_generated_destroy(&made);
            remove(path);
            SKIP("this build has no HDF5");
        }
        CHECK(status == HF_STATUS_OK);
        hf_laws a = hf_problem_laws(made.problem), b = hf_problem_laws(back);
        hf_problem_info info = hf_problem_describe(made.problem);
        CHECK(memcmp(a.coefficients, b.coefficients, (size_t)a.block_count * sizeof *a.coefficients) == 0);
        CHECK(memcmp(a.size, b.size, (size_t)a.block_count * sizeof *a.size) == 0);
        CHECK(memcmp(a.b, b.b, (size_t)info.dimension * sizeof *a.b) == 0);
        hf_residual first, second;
        CHECK(hf_residual_compute(made.problem, made.r, NULL, &first, NULL) == HF_STATUS_OK);
        CHECK(hf_residual_compute(back, made.r, NULL, &second, NULL) == HF_STATUS_OK);
        CHECK(first.natural == second.natural);
        hf_problem_destroy(back);
        hf_generated_destroy(&made);
    }
    remove(path);
}

// ---- what is refused ----

static bool refused(hf_laws laws, const char *words)
{
    double W[ROWS * ROWS] = {0.0};
    hf_problem *problem;
    hf_error error = {0};
    bool invalid = hf_problem_create_dense(&laws, W, &problem, &error) == HF_STATUS_INVALID;
    if (!invalid) hf_problem_destroy(problem);
    return invalid && strstr(error.message, words);
}

TEST(bad_laws_are_refused_by_name)
{
    double b[ROWS] = {0.0}, mu = 0.5;
    int five = 5, six = 6, four = 4, three = 3;
    hf_friction_coefficients good = {.tangent = {0.5, 0.5}, .torsion = 0.1, .rolling = {0.1, 0.1}}, bad = good;
    CHECK(refused((hf_laws){.block_count = 1, .size = &five, .b = b, .coefficients = &good}, "2, 3, 4 or 6 rows"));
    CHECK(refused((hf_laws){.block_count = 1, .size = &four, .b = b, .mu = &mu}, "laws.coefficients is NULL"));
    bad.rolling[1] = -0.1;
    CHECK(refused((hf_laws){.block_count = 1, .size = &six, .b = b, .coefficients = &bad}, "rolling[1] = -0.1"));
    bad = good;
    bad.torsion = NAN;
    CHECK(refused((hf_laws){.block_count = 1, .size = &four, .b = b, .coefficients = &bad}, "torsion"));
    hf_friction_law pyramid = {.kind = HF_FRICTION_PYRAMID, .sides = 8};
    CHECK(refused((hf_laws){.block_count = 1, .size = &six, .b = b, .coefficients = &good, .friction = pyramid},
                  "pyramid"));
    bad = good;
    bad.tangent[1] = 0.2;
    CHECK(refused((hf_laws){.block_count = 1, .size = &three, .b = b, .coefficients = &bad, .friction = pyramid},
                  "pyramid"));
}
