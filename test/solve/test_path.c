// The path of regularized solutions: its pieces, its linear systems, and what it solves. Answers are judged by
// hf_residual_compute alone.

#include "support/auto_mix.h"
#include "support/harness.h"

#include "base/arena.h"
#include "problem/problem.h"
#include "solve/newton/path.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double certificate(const hf_problem *problem, const double *r)
{
    hf_residual residual;
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    return residual.natural;
}

/// Outcome of `path` at 1e-8, its certificate checked.
static hf_report follow(const hf_problem *problem, const hf_solve_options *options)
{
    double *r = calloc((size_t)problem->dimension + 1, sizeof *r);
    CHECK(r);
    hf_report report;
    CHECK(hf_solve("path", problem, options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(certificate(problem, r) == report.residual.natural);
    free(r);
    return report;
}

// ---- pieces ----

static const path_law laws[] = {
    {.kind = HF_LAW_CONTACT, .size = 3, .mu = 0.7}, {.kind = HF_LAW_CONTACT, .size = 2, .mu = 0.7},
    {.kind = HF_LAW_CONTACT, .size = 3, .mu = 0.0}, {.kind = HF_LAW_UNILATERAL, .size = 1},
    {.kind = HF_LAW_BILATERAL, .size = 2},          {.kind = HF_LAW_BOX, .size = 1, .lo = -1.0, .hi = 2.0},
};

enum
{
    LAW_COUNT = sizeof laws / sizeof *laws
};

/// u = A x + c of one block, whatever it is.
static void velocity(int size, const double *x, double *u)
{
    static const double A[9] = {1.0, 0.2, -0.3, 0.1, 0.8, 0.25, -0.2, 0.3, 1.1}, c[3] = {-0.4, 0.6, 0.5};
    for (int a = 0; a < size; a++)
    {
        u[a] = c[a];
        for (int b = 0; b < size; b++) u[a] += A[3 * a + b] * x[b];
    }
}

/// Central differences along unknown k of one block: of x, of u, of the equations, of the events.
typedef struct difference
{
    double x[3], u[3], target[3], event[PATH_EVENTS];
} difference;

static difference differ(const path_law *law, path_piece piece, const double *x, double angle, int k)
{
    const double h = 1e-6;
    difference d = {0};
    for (int sign = -1; sign <= 1; sign += 2)
    {
        double moved[3], u[3], y[3] = {0}, turned = angle;
        block_move move;
        path_event events[PATH_EVENTS];
        memcpy(moved, x, sizeof moved);
        y[k] = sign * h;
        path_move(law, piece, y, moved, &turned);
        velocity(law->size, moved, u);
        path_equations(law, piece, moved, turned, u, &move);
        path_events(law, piece, moved, turned, u, events);
        for (int a = 0; a < law->size; a++)
        {
            d.x[a] += sign * moved[a] / (2.0 * h);
            d.u[a] += sign * u[a] / (2.0 * h);
        }
        for (int a = 0; a < move.free; a++) d.target[a] += sign * move.target[a] / (2.0 * h);
        for (int e = 0; e < PATH_EVENTS; e++)
            if (isfinite(events[e].value)) d.event[e] += sign * events[e].value / (2.0 * h);
    }
    return d;
}

/// Z, the derivative of the equations and of the events, all against differences.
static void check_derivatives(const path_law *law, path_piece piece, double angle)
{
    double x[3] = {0.9, 0.2, -0.1}, u[3], nothing[3] = {0};
    path_move(law, piece, nothing, x, &angle); // onto the cone, if it slides
    velocity(law->size, x, u);
    block_move move;
    path_event events[PATH_EVENTS];
    path_equations(law, piece, x, angle, u, &move);
    path_events(law, piece, x, angle, u, events);
    for (int k = 0; k < move.free; k++)
    {
        difference d = differ(law, piece, x, angle, k);
        for (int a = 0; a < law->size; a++) CHECK_NEAR(move.Z[a * move.free + k], d.x[a], 1e-8);
        for (int l = 0; l < move.free; l++)
        {
            double slope = l == k ? move.stiffness[k] : 0.0;
            for (int a = 0; a < law->size; a++) slope += move.Y[a * move.free + l] * d.u[a];
            CHECK_NEAR(slope, -d.target[l], 1e-8);
        }
        for (int e = 0; e < PATH_EVENTS; e++)
        {
            if (isinf(events[e].value)) continue;
            double slope = 0.0;
            for (int a = 0; a < law->size; a++)
                slope += events[e].direction[a] * (events[e].of_velocity ? d.u : d.x)[a];
            // The slip rate turns with the direction, too; that part is p·u_T, which vanishes on the path.
            if (events[e].of_velocity && k == 1) slope += move.target[1];
            CHECK_NEAR(slope, d.event[e], 1e-8);
        }
    }
}

TEST(derivatives_of_every_piece_match_differences)
{
    for (int k = 0; k < LAW_COUNT; k++)
        for (int piece = PATH_LOW; piece <= PATH_FREE; piece++)
            check_derivatives(&laws[k], (path_piece)piece, laws[k].size == 3 ? 0.8 : 1.0);
}

TEST(a_crossing_leads_to_a_piece_whose_event_begins_at_zero)
{
    // A contact that closes while slipping along (0.6, 0.5): friction points against it, and x_N grows from zero.
    double x[3] = {0}, u[3] = {0.0, 0.6, 0.5}, angle = 0.0;
    path_piece piece = PATH_LOW;
    path_event events[PATH_EVENTS];
    int grown = path_cross(&laws[0], &piece, 0, x, u, &angle);
    CHECK(piece == PATH_EDGE && grown == 0);
    CHECK_NEAR(cos(angle), -0.6 / hypot(0.6, 0.5), 1e-15);
    path_events(&laws[0], piece, x, angle, u, events);
    CHECK(events[grown].value == 0.0);
    CHECK_NEAR(events[1].value, hypot(0.6, 0.5), 1e-15); // the slip rate

    // It comes to rest on the side of its cone, and begins to stick there; then it slides again, where it stopped.
    double held[3] = {1.0, 0.7 * cos(angle), 0.7 * sin(angle)}, rest[3] = {0}, before = angle;
    grown = path_cross(&laws[0], &piece, 1, held, rest, &angle);
    path_events(&laws[0], piece, held, angle, rest, events);
    CHECK(piece == PATH_FREE);
    CHECK_NEAR(events[grown].value, 0.0, 1e-15);
    grown = path_cross(&laws[0], &piece, grown, held, rest, &angle);
    path_events(&laws[0], piece, held, angle, rest, events);
    CHECK(piece == PATH_EDGE && grown == 1);
    CHECK_NEAR(angle, before, 1e-15);
    CHECK_NEAR(events[grown].value, 0.0, 1e-15);

    // In the plane it may leave its cone on the other side.
    double flat[2] = {1.0, 0.7}, still[2] = {0};
    angle = 0.0;
    grown = path_cross(&laws[1], &piece, 1, flat, still, &angle);
    path_events(&laws[1], piece, flat, angle, still, events);
    CHECK(piece == PATH_FREE && grown == 0);
    CHECK_NEAR(events[0].value, 0.0, 1e-15);
    CHECK_NEAR(events[1].value, 1.4, 1e-15);
    flat[1] = -0.7;
    grown = path_cross(&laws[1], &piece, 1, flat, still, &angle);
    CHECK(piece == PATH_EDGE && grown == 1 && angle != 0.0);

    // A box goes from one bound to the other.
    double at = -1.0, none = 0.0;
    piece = PATH_LOW;
    CHECK(path_cross(&laws[5], &piece, 0, &at, &none, &angle) == 0 && piece == PATH_FREE);
    at = 2.0;
    CHECK(path_cross(&laws[5], &piece, 1, &at, &none, &angle) == 0 && piece == PATH_EDGE);
    path_events(&laws[5], piece, &at, angle, (double[]){-3.0}, events);
    CHECK(events[0].value == 3.0 && isinf(events[1].value));
    CHECK(path_cross(&laws[5], &piece, 0, &at, &none, &angle) == 1 && piece == PATH_FREE);
    path_events(&laws[5], piece, &at, angle, &none, events);
    CHECK(events[1].value == 0.0 && events[0].value == 3.0);
}

// ---- problems ----

TEST(a_block_on_a_slope_sticks_slides_and_leaves)
{
    const double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, mu = 0.5;
    const double b[3][3] = {{-1.0, 0.3, 0.0}, {-1.0, 0.6, 0.8}, {1.0, 0.2, 0.0}};
    const double expected[3][3] = {{1.0, -0.3, 0.0}, {1.0, -0.3, -0.4}, {0.0, 0.0, 0.0}};
    int size = 3;
    for (int k = 0; k < 3; k++)
    {
        hf_laws one = {.block_count = 1, .size = &size, .mu = &mu, .b = b[k]};
        hf_problem *problem;
        double r[3];
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = 1e-11;
        CHECK(hf_problem_create_dense(&one, W, &problem, NULL) == HF_STATUS_OK);
        CHECK(hf_solve("path", problem, &options, r, NULL, NULL, NULL) == HF_STATUS_OK);
        for (int a = 0; a < 3; a++) CHECK_NEAR(r[a], expected[k][a], 1e-10);
        hf_problem_destroy(problem);
    }
}

TEST(random_problems_of_every_sort)
{
    enum
    {
        COUNT = 120
    };
    int solved = 0;
    for (unsigned long long seed = 1; seed <= COUNT; seed++)
    {
        hf_random_options o = auto_mix(seed);
        o.mass_spread = fmin(o.mass_spread, 1e3); // rounding ends the path early beyond; `auto` goes on from there
        hf_generated made;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        solved += follow(made.problem, NULL).outcome == HF_OUTCOME_CONVERGED;
        hf_generated_destroy(&made);
    }
    CHECK(solved >= COUNT - 2); // 102 runs off to infinity: no motion separates all of its contacts
}

/// 48 contacts of six bodies, friction up to 1.9. The weight rises and falls along its path; methods that only lower it
/// end at 1e-3.
TEST(a_path_that_turns_back)
{
    hf_random_options o = auto_mix(9249);
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    CHECK(follow(made.problem, NULL).outcome == HF_OUTCOME_CONVERGED);
    double *r = calloc((size_t)made.problem->dimension, sizeof *r);
    hf_report report;
    CHECK(hf_solve("auto/any", made.problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && certificate(made.problem, r) <= 1e-8);
    CHECK(strcmp(report.phases[report.phase_count - 1].name, "path from zero") == 0);
    free(r);
    hf_generated_destroy(&made);
}

TEST(sparse_systems_and_a_pile)
{
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 90;
    o.factored = true;
    hf_generated made;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    CHECK(follow(made.problem, NULL).outcome == HF_OUTCOME_CONVERGED);
    hf_generated_destroy(&made);
}

TEST(the_same_bits_every_time_and_in_both_forms)
{
    hf_random_options o = auto_mix(8);
    o.factored = true;
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    hf_problem *twin;
    CHECK(hf_problem_assemble(made.problem, &twin, NULL) == HF_STATUS_OK);
    size_t bytes = (size_t)twin->dimension * sizeof(double);
    double *a = malloc(bytes), *b = malloc(bytes);
    CHECK(a && b);
    CHECK(hf_solve("path", made.problem, NULL, a, NULL, NULL, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("path", twin, NULL, b, NULL, NULL, NULL) == HF_STATUS_OK);
    CHECK(memcmp(a, b, bytes) == 0);
    free(a);
    free(b);
    hf_problem_destroy(twin);
    hf_generated_destroy(&made);
}

// ---- limits and faults ----

static bool stop_after(void *context, const hf_progress *progress)
{
    CHECK(strcmp(progress->phase, "path") == 0);
    return progress->iteration < *(long *)context;
}

TEST(limits_and_observers_stop_it)
{
    hf_random_options o = auto_mix(9249);
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    hf_solve_options options = hf_solve_options_default();
    options.max_iterations = 400;
    hf_report report = follow(made.problem, &options);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations >= 400 && report.iterations < 420);
    CHECK(report.residual.natural < 0.1); // the best iterate on the way
    long limit = 50;
    options = hf_solve_options_default();
    options.observer = stop_after;
    options.observer_context = &limit;
    report = follow(made.problem, &options);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations < 70);
    hf_generated_destroy(&made);
}

TEST(without_a_solution_every_path_runs_off)
{
    double W[9] = {0, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 0, 0}, mu = 0.5;
    int size = 3;
    hf_problem *problem;
    hf_laws one = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    CHECK(hf_problem_create_dense(&one, W, &problem, NULL) == HF_STATUS_OK);
    hf_report report = follow(problem, NULL);
    CHECK(report.outcome == HF_OUTCOME_STALLED && report.note[0] && report.residual.natural > 0.1);
    hf_problem_destroy(problem);
}

TEST(empty_and_resting_problems)
{
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&(hf_laws){0}, NULL, &problem, NULL) == HF_STATUS_OK);
    CHECK(follow(problem, NULL).outcome == HF_OUTCOME_CONVERGED);
    hf_problem_destroy(problem);
    double W = 1.0, b = 0.0;
    int size = 1;
    hf_law_kind kind = HF_LAW_BILATERAL;
    hf_laws one = {.block_count = 1, .size = &size, .kind = &kind, .b = &b};
    CHECK(hf_problem_create_dense(&one, &W, &problem, NULL) == HF_STATUS_OK);
    CHECK(follow(problem, NULL).outcome == HF_OUTCOME_CONVERGED);
    hf_problem_destroy(problem);
}

TEST(boxes_without_bounds)
{
    double W[4] = {2.0, 1.0, 1.0, 2.0}, b[2] = {-3.0, 3.0}, lo[2] = {-INFINITY, -INFINITY}, hi[2] = {INFINITY, 1.0},
           r[2];
    int size[2] = {1, 1};
    hf_law_kind kind[2] = {HF_LAW_BOX, HF_LAW_BOX};
    hf_laws two = {.block_count = 2, .size = size, .kind = kind, .lo = lo, .hi = hi, .b = b};
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&two, W, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("path", problem, NULL, r, NULL, NULL, NULL) == HF_STATUS_OK);
    CHECK_NEAR(r[0], 3.0, 1e-7);
    CHECK_NEAR(r[1], -3.0, 1e-7);
    hf_problem_destroy(problem);
}

TEST(every_allocation_may_fail)
{
    hf_random_options o = auto_mix(8);
    o.factored = true;
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    double *r = calloc((size_t)made.problem->dimension, sizeof *r);
    hf_solve_options options = hf_solve_options_default();
    options.max_iterations = 20;
    for (long k = 0;; k++)
    {
        r[0] = 7.0;
        fail_allocation(k);
        hf_error error = {0};
        hf_status status = hf_solve("path", made.problem, &options, r, NULL, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        if (!failed) break;
        CHECK(status == HF_STATUS_OK || (status == HF_STATUS_NO_MEMORY && error.message[0] && r[0] == 7.0));
    }
    free(r);
    hf_generated_destroy(&made);
}
