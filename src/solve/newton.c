// Newton's method over all contacts at once: mfb/global, dac/global, pac/global.
//
//   f(x) = 0,  x = S⁻¹ r,  u = W r + b,  f the Fischer–Burmeister or Alart–Curnier function of each block (newton_laws.c)
//   step    dx = -(A + B (S W S + ε))⁻¹ f                                            newton_system.c
//   accept  x + t dx, the largest t = 1, ½, ¼ … that decreases ½‖f‖² enough          (damped; the pure method takes t = 1)
//   else    larger ε, up to a short, safe step; then steepest descent with the best length for the linearized f (appendix A.2)
//
// W is rank deficient as a rule, and J with it wherever contacts stick; ε then keeps r where it is in the directions that W does not
// see. It falls with every full step, and with ‖f‖, so that the end is as fast as Newton's; it grows where steps are cut. The
// decrease is asked of the largest of the last few ½‖f‖² (Grippo, Lampariello and Lucidi 1986), since f has corners at which a
// good step first leads uphill. The best iterate by the certificate is what is returned.
//
// Cost: an iteration is one sparse LU and a few products with W. Not globally convergent: friction makes f neither monotone nor a
// gradient; the paper finds the same of its global variants (section 7.3).

#include "holdfast/newton.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"
#include "solve/methods.h"
#include "solve/newton_system.h"
#include "solve/report.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum
{
    MEMORY = 8,       // values of ½‖f‖² that the line search looks back on
    CUTS_MAX = 30,    // halvings of a step
    RAISES_MAX = 12,  // of ε for one step
    STALL_STEPS = 40, // iterations without a better certificate after which it ends
};

static const double DECREASE = 1e-4;        // Armijo's share of the slope
static const double DESCENT_COSINE = 1e-10; // a step less than this along -∇ is rounding (σ of appendix A.2)
static const double SHORT_STEP = 0.05;      // a step cut below this asks for a larger ε first

// ---- options ----

const char *hf_newton_function_name(hf_newton_function function)
{
    static const char *const names[] = {"fischer_burmeister", "alart_curnier"};
    return (unsigned)function < HF_NEWTON_FUNCTION_COUNT ? names[function] : "unknown function";
}

hf_newton_options hf_newton_options_default(void)
{
    return (hf_newton_options){.tolerance = 1e-8,
                               .max_iterations = 300,
                               .function = HF_NEWTON_FISCHER_BURMEISTER,
                               .damped = true,
                               .regularization = 1e-2,
                               .regularization_min = 1e-12};
}

hf_status hf_newton_options_check(const hf_newton_options *o, hf_error *error)
{
    if (!(o->tolerance > 0.0) || isinf(o->tolerance))
        return error_set(error, HF_STATUS_INVALID, "options.tolerance = %g: must be finite and > 0", o->tolerance);
    if (o->max_iterations < 1)
        return error_set(error, HF_STATUS_INVALID, "options.max_iterations = %ld: must be >= 1", o->max_iterations);
    if ((unsigned)o->function >= HF_NEWTON_FUNCTION_COUNT)
        return error_set(error, HF_STATUS_INVALID, "options.function = %d is no function", (int)o->function);
    if (!(o->regularization >= 0.0 && o->regularization <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "options.regularization = %g: must be between 0 and 1",
                         o->regularization);
    if (!(o->regularization_min >= 0.0 && o->regularization_min <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "options.regularization_min = %g: must be between 0 and 1",
                         o->regularization_min);
    return HF_STATUS_OK;
}

// ---- one solve ----

typedef struct newton_run
{
    const hf_problem *problem; // assembled
    const hf_newton_options *options;
    newton_system system;
    double *r, *u, *x, *f;
    double *dx, *du, *g; // step, its velocity W S dx, gradient
    double *trial_x, *trial_u, *scratch;
    double merit, slope; // ½‖f‖² and its derivative along dx
    double history[MEMORY];
    long iteration;
    double epsilon;
    best_iterate best;
    long best_at; // iteration of the best certificate
} newton_run;

static hf_status begin_run(newton_run *run, const hf_problem *problem, const hf_newton_options *options, double *r,
                           hf_workspace *workspace, hf_error *error)
{
    *run = (newton_run){.problem = problem, .options = options, .r = r, .epsilon = options->regularization};
    hf_status status = newton_system_begin(&run->system, problem, workspace, error);
    if (status != HF_STATUS_OK) return status;
    double **arrays[] = {&run->u, &run->x,       &run->f,       &run->dx,     &run->du,
                         &run->g, &run->trial_x, &run->trial_u, &run->scratch};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
    {
        *arrays[k] = ARENA_ARRAY(workspace, double, problem->dimension);
        if (!*arrays[k]) return error_no_memory(error);
    }
    if (!best_begin(&run->best, problem, workspace)) return error_no_memory(error);
    newton_system_scale(&run->system, r, run->x);
    return HF_STATUS_OK;
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

/// r, u and f with its partial derivatives at x; the certificate.
static double arrive(newton_run *run)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) run->r[k] = run->system.scale[i] * run->x[k];
    problem_velocity(p, run->r, NULL, run->u);
    run->merit = newton_system_evaluate(&run->system, run->options->function, run->x, run->u, run->f, true);
    run->history[run->iteration % MEMORY] = run->merit;
    double natural = hf_residual_of(p, run->r, run->u).natural;
    if (natural < 0.999 * run->best.natural) run->best_at = run->iteration;
    best_offer(&run->best, p, run->r, natural);
    return natural;
}

static double reference(const newton_run *run)
{
    double largest = run->merit;
    long count = run->iteration < MEMORY ? run->iteration + 1 : MEMORY;
    for (long k = 0; k < count; k++) largest = fmax(largest, run->history[k]);
    return largest;
}

/// The largest t = 1, ½, ¼ … down to `shortest` that is good enough; 0 if there is none.
static double search(newton_run *run, double shortest)
{
    int n = run->problem->dimension;
    double from = reference(run);
    double t = 1.0;
    for (int cut = 0; cut <= CUTS_MAX && t >= shortest; cut++, t *= 0.5)
    {
        for (int k = 0; k < n; k++)
        {
            run->trial_x[k] = run->x[k] + t * run->dx[k];
            run->trial_u[k] = run->u[k] + t * run->du[k];
        }
        double merit = newton_system_evaluate(&run->system, run->options->function, run->trial_x, run->trial_u,
                                              run->scratch, false);
        if (merit <= from + DECREASE * t * run->slope) return t;
    }
    return 0.0;
}

static void take_step(newton_run *run, double t)
{
    for (int k = 0; k < run->problem->dimension; k++) run->x[k] += t * run->dx[k];
}

/// The regularized Newton direction with its du; false if J is not usable or it does not lead down.
static hf_status direction(newton_run *run, bool *found, hf_error *error)
{
    int n = run->problem->dimension;
    hf_status status = newton_system_solve(&run->system, run->epsilon, run->f, run->dx, found, error);
    if (status != HF_STATUS_OK || !*found) return status;
    newton_system_apply(&run->system, run->dx, run->scratch, run->du, NULL);
    run->slope = dot(n, run->g, run->dx);
    *found = run->slope < -DESCENT_COSINE * sqrt(dot(n, run->g, run->g) * dot(n, run->dx, run->dx));
    return status;
}

/// Steepest descent, of the length that is best for the linearized f. False: nowhere to go.
static bool descend(newton_run *run)
{
    int n = run->problem->dimension;
    double square = dot(n, run->g, run->g);
    newton_system_apply(&run->system, run->g, run->scratch, run->du, run->trial_x); // trial_x = J g
    double curvature = dot(n, run->trial_x, run->trial_x);
    if (!(square > 0.0) || !(curvature > 0.0)) return false;
    double length = square / curvature;
    for (int k = 0; k < n; k++)
    {
        run->dx[k] = -length * run->g[k];
        run->du[k] *= -length;
    }
    run->slope = -length * square;
    double t = search(run, 0.0);
    take_step(run, t);
    return t > 0.0;
}

static void raise_epsilon(newton_run *run)
{
    run->epsilon = fmin(1.0, fmax(10.0 * run->epsilon, 1e-10));
}

static void lower_epsilon(newton_run *run, double t)
{
    if (t == 1.0) run->epsilon *= 0.1;
    else if (t < 0.2) run->epsilon = fmin(1.0, 3.0 * run->epsilon);
    run->epsilon = fmax(run->epsilon, run->options->regularization_min);
}

/// One damped step. *moved is false where no direction leads down.
static hf_status damped_step(newton_run *run, bool *moved, hf_error *error)
{
    *moved = false;
    newton_system_gradient(&run->system, run->f, run->scratch, run->g);
    for (int raise = 0; raise < RAISES_MAX; raise++)
    {
        bool found;
        hf_status status = direction(run, &found, error);
        if (status != HF_STATUS_OK) return status;
        double t = found ? search(run, run->epsilon < 1.0 ? SHORT_STEP : 0.0) : 0.0;
        if (t > 0.0)
        {
            take_step(run, t);
            lower_epsilon(run, t);
            *moved = true;
            return HF_STATUS_OK;
        }
        if (run->epsilon >= 1.0) break;
        raise_epsilon(run);
    }
    *moved = descend(run);
    return HF_STATUS_OK;
}

/// One pure step: t = 1, and a larger ε only where J is singular.
static hf_status pure_step(newton_run *run, bool *moved, hf_error *error)
{
    *moved = false;
    double epsilon = run->epsilon = run->options->regularization_min;
    for (int raise = 0; raise < RAISES_MAX && !*moved; raise++)
    {
        hf_status status = newton_system_solve(&run->system, run->epsilon, run->f, run->dx, moved, error);
        if (status != HF_STATUS_OK) return status;
        if (*moved) take_step(run, 1.0);
        else raise_epsilon(run);
    }
    run->epsilon = epsilon;
    return HF_STATUS_OK;
}

static hf_status iterate(newton_run *run, const hf_solve_options *shared, const char *phase, hf_outcome *outcome,
                         hf_report *report, hf_error *error)
{
    *outcome = HF_OUTCOME_LIMIT;
    for (run->iteration = 0;; run->iteration++)
    {
        bool moved = false;
        double natural = arrive(run);
        if (natural <= run->options->tolerance) return HF_STATUS_OK;
        if (!report_observe(shared, phase, run->iteration, natural, false))
        {
            report_note(report, "stopped by the observer");
            return HF_STATUS_OK;
        }
        if (run->iteration >= run->options->max_iterations) return HF_STATUS_OK;
        *outcome = HF_OUTCOME_STALLED;
        if (run->options->damped && run->iteration - run->best_at > STALL_STEPS)
        {
            report_note(report, "no progress in %d iterations", STALL_STEPS);
            return HF_STATUS_OK;
        }
        if (!isfinite(run->merit))
        {
            report_note(report, "diverged");
            return HF_STATUS_OK;
        }
        hf_status status = run->options->damped ? damped_step(run, &moved, error) : pure_step(run, &moved, error);
        if (status != HF_STATUS_OK) return status;
        if (!moved)
        {
            report_note(report, "no direction decreases the merit function (%.2g)", run->merit);
            return HF_STATUS_OK;
        }
        *outcome = HF_OUTCOME_LIMIT;
    }
}

/// r holds the guess and receives the best iterate.
static hf_status solve_assembled(const hf_problem *problem, const hf_newton_options *options, const char *phase,
                                 double *r, hf_workspace *workspace, hf_report *report, hf_outcome *outcome,
                                 hf_error *error)
{
    hf_solve_options shared = {.observer = options->observer, .observer_context = options->observer_context};
    newton_run run;
    hf_status status = begin_run(&run, problem, options, r, workspace, error);
    if (status == HF_STATUS_OK) status = iterate(&run, &shared, phase, outcome, report, error);
    newton_system_end(&run.system);
    if (status != HF_STATUS_OK) return status;
    memcpy(r, run.best.r, (size_t)problem->dimension * sizeof *r);
    report->iterations += run.iteration;
    report_phase(report, phase, run.iteration, run.best.natural);
    return HF_STATUS_OK;
}

/// The same for any problem, with the certificate of the problem as it was given.
static hf_status solve_any(const hf_problem *problem, const hf_newton_options *options, const char *phase, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_outcome outcome = HF_OUTCOME_STALLED;
    hf_problem *assembled = NULL;
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    if (problem->factored) status = hf_problem_assemble(problem, &assembled, error);
    if (status == HF_STATUS_OK)
        status =
            solve_assembled(assembled ? assembled : problem, options, phase, r, workspace, report, &outcome, error);
    if (assembled && report->note[0] == '\0')
        report_note(report, "W was assembled: %zu blocks", hf_problem_describe(assembled).nonzero_block_count);
    hf_problem_destroy(assembled);
    arena_end(workspace, mark);
    if (status != HF_STATUS_OK) return status;
    hf_solve_options shared = {.tolerance = options->tolerance};
    return report_finish(problem, &shared, r, workspace, outcome, report, error);
}

static const char *phase_name(const hf_newton_options *options)
{
    if (options->function == HF_NEWTON_FISCHER_BURMEISTER) return "mfb/global";
    return options->damped ? "dac/global" : "pac/global";
}

hf_status hf_newton_solve(const hf_problem *problem, const hf_newton_options *options, double *r,
                          hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_newton_options defaults = hf_newton_options_default();
    hf_report unwanted;
    hf_workspace *temporary;
    if (!options) options = &defaults;
    if (!report) report = &unwanted;
    report_begin(report);
    hf_status status = hf_newton_options_check(options, error);
    if (status == HF_STATUS_OK) status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;

    arena_mark mark = arena_begin(workspace);
    size_t n = (size_t)problem->dimension;
    double *answer = ARENA_ZEROED(workspace, double, n); // r is touched only when all went well
    if (!answer) status = error_no_memory(error);
    for (size_t k = 0; status == HF_STATUS_OK && options->warm_start && k < n; k++)
    {
        answer[k] = r[k];
        if (!isfinite(r[k]))
            status = error_set(error, HF_STATUS_INVALID, "r[%zu] = %g: a warm start must be finite", k, r[k]);
    }
    if (status == HF_STATUS_OK)
        status = solve_any(problem, options, phase_name(options), answer, workspace, report, error);
    if (status == HF_STATUS_OK && n > 0) memcpy(r, answer, n * sizeof *r);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}

// ---- the family ----

static const char *const paper = "Daviet, Bertails-Descoubes and Boissieux 2011";

static const hf_solver listed[] = {
    {.name = "mfb/global",
     .paper = paper,
     .summary = "Newton over all contacts, modified Fischer-Burmeister function, damped; fast from a fair guess",
     .exact = true},
    {.name = "dac/global",
     .paper = paper,
     .summary = "Newton over all contacts, Alart-Curnier function, damped",
     .exact = true},
    {.name = "pac/global",
     .paper = paper,
     .summary = "Newton over all contacts, Alart-Curnier function, pure steps",
     .exact = true},
};

static hf_status run_named(const char *name, const hf_problem *problem, const hf_solve_options *shared, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_newton_options options = hf_newton_options_default();
    options.tolerance = shared->tolerance;
    options.warm_start = true; // r holds zeros or the guess
    options.observer = shared->observer;
    options.observer_context = shared->observer_context;
    if (shared->max_iterations > 0) options.max_iterations = shared->max_iterations;
    if (strcmp(name, "mfb/global") != 0) options.function = HF_NEWTON_ALART_CURNIER;
    options.damped = strcmp(name, "pac/global") != 0;
    return solve_any(problem, &options, phase_name(&options), r, workspace, report, error);
}

const solver_family newton_family = {
    .listed = listed, .listed_count = sizeof listed / sizeof listed[0], .run = run_named};
