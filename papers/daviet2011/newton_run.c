// One damped or pure Newton iteration after the other, on one island.
//
//   f(x) = 0,  x = S⁻¹ r, u = W r + b, f the Fischer–Burmeister or Alart–Curnier function of each block (newton_laws.c)
//   step    dx = -(A + B (S W S + ε))⁻¹ f                                            newton_jacobian.c
//   accept  x + t dx, the largest t = 1, ½, ¼ … that decreases ½‖f‖² enough (damped; the pure method takes t = 1)
//   else    larger ε, which turns and shortens the step; at last steepest descent, with the best length for the
//           linearized f
//           (appendix A.2)
//   stall   a new start with another ε: it leads along another path
//
// W is rank deficient as a rule, and J with it wherever contacts stick; ε then keeps r where it is in the directions
// that W does not see. It falls with every full step, so that the end is as fast as Newton's, and grows where steps are
// cut. The decrease is asked of the largest of the last few ½‖f‖² (Grippo, Lampariello and Lucidi 1986), since f has
// corners at which a good step first leads uphill.
// The best iterate by the certificate is what is returned.
//
// Cost: an iteration is one sparse LU and a few products with W. Not globally convergent: friction makes f neither
// monotone nor a gradient; so the paper finds of its global variants (section 7.3).

#include "papers/daviet2011/newton_run.h"

#include "base/error.h"
#include "papers/daviet2011/newton_jacobian.h"
#include "problem/problem.h"
#include "solve/best.h"
#include "solve/frame.h"
#include "solve/report.h"

#include <math.h>
#include <string.h>

enum
{
    MAX_ITERATIONS = 1000, // unless the caller has a limit
    PURE_ITERATIONS = 200, // pure steps converge soon or not at all
    MEMORY = 8,            // values of ½‖f‖² that the line search looks back on
    CUTS_MAX = 30,         // halvings of a step
    RAISES_MAX = 12,       // of ε for one step
    STALL_STEPS = 40,      // iterations without a better certificate after which it starts anew
};

static const double SHORT_STEP = 0.3;       // a step cut below this asks for a larger ε first
static const double PROGRESS = 0.99;        // a certificate better than this share of the best is progress
static const double DECREASE = 1e-4;        // Armijo's share of the slope
static const double DESCENT_COSINE = 1e-10; // a step less than this along -∇ is rounding (σ of appendix A.2)

typedef struct newton_state
{
    const hf_problem *problem; // assembled
    const hf_newton_options *options;
    newton_jacobian jacobian;
    work_meter work;
    double *r, *u, *x, *f;
    double *start;       // the guess
    double *dx, *du, *g; // step, its velocity W S dx, gradient
    double *trial_x, *trial_u, *scratch;
    double merit, slope; // ½‖f‖² and its derivative along dx
    double history[MEMORY];
    long iteration;
    double epsilon;
    best_iterate best;
    double attempt_best; // certificate, since the last start
    long best_at;        // its iteration
    long begun_at;       // iteration of the last start
} newton_state;

static hf_status begin_run(newton_state *run, const hf_problem *problem, const hf_newton_options *options, double *r,
                           hf_workspace *workspace, hf_error *error)
{
    *run = (newton_state){.problem = problem,
                          .options = options,
                          .work = work_begin(problem, &options->common, workspace),
                          .r = r,
                          .epsilon = options->regularization};
    hf_status status = newton_jacobian_begin(&run->jacobian, problem, &run->work, workspace, error);
    if (status != HF_STATUS_OK) return status;
    double **arrays[] = {&run->u, &run->x,       &run->f,       &run->dx,      &run->du,
                         &run->g, &run->trial_x, &run->trial_u, &run->scratch, &run->start};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
    {
        *arrays[k] = ARENA_ARRAY(workspace, double, problem->dimension);
        if (!*arrays[k]) return error_no_memory(error);
    }
    if (!best_begin(&run->best, problem, workspace)) return error_no_memory(error);
    if (problem->dimension > 0) memcpy(run->start, r, (size_t)problem->dimension * sizeof *r);
    return HF_STATUS_OK;
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

/// r, u and f with its partial derivatives at x; the certificate.
static double arrive(newton_state *run)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) run->r[k] = run->jacobian.scale[i] * run->x[k];
    work_charge(&run->work, work_of_look(p) + work_price.step_block * p->block_count);
    problem_velocity(p, run->r, NULL, run->u);
    run->merit = newton_jacobian_evaluate(&run->jacobian, run->options->function, run->x, run->u, run->f, true);
    run->history[run->iteration % MEMORY] = run->merit;
    double natural = hf_residual_of(p, run->r, run->u).natural;
    if (natural < PROGRESS * run->attempt_best)
    {
        run->attempt_best = natural;
        run->best_at = run->iteration;
    }
    best_offer(&run->best, p, run->r, natural);
    return natural;
}

static double reference(const newton_state *run)
{
    double largest = run->merit;
    long since = run->iteration - run->begun_at, count = since < MEMORY ? since + 1 : MEMORY;
    for (long k = 0; k < count; k++) largest = fmax(largest, run->history[(run->iteration - k) % MEMORY]);
    return largest;
}

/// The largest t = 1, ½, ¼ … down to `shortest` that is good enough; 0 if there is none.
static double search(newton_state *run, double shortest)
{
    int n = run->problem->dimension;
    double from = reference(run);
    double t = 1.0;
    for (int cut = 0; cut <= CUTS_MAX && t >= shortest; cut++, t *= 0.5)
    {
        work_charge(&run->work, work_price.step_block * run->problem->block_count);
        for (int k = 0; k < n; k++)
        {
            run->trial_x[k] = run->x[k] + t * run->dx[k];
            run->trial_u[k] = run->u[k] + t * run->du[k];
        }
        double merit = newton_jacobian_evaluate(&run->jacobian, run->options->function, run->trial_x, run->trial_u,
                                                run->scratch, false);
        if (merit <= from + DECREASE * t * run->slope) return t;
    }
    return 0.0;
}

static void take_step(newton_state *run, double t)
{
    for (int k = 0; k < run->problem->dimension; k++) run->x[k] += t * run->dx[k];
}

/// The regularized Newton direction with its du; false if J is not usable or it does not lead down.
static hf_status direction(newton_state *run, bool *found, hf_error *error)
{
    int n = run->problem->dimension;
    hf_status status = newton_jacobian_solve(&run->jacobian, run->epsilon, run->f, run->dx, found, error);
    if (status != HF_STATUS_OK || !*found) return status;
    work_charge(&run->work, work_of_product(run->problem));
    newton_jacobian_apply(&run->jacobian, run->dx, run->scratch, run->du, NULL);
    run->slope = dot(n, run->g, run->dx);
    *found = run->slope < -DESCENT_COSINE * sqrt(dot(n, run->g, run->g) * dot(n, run->dx, run->dx));
    return status;
}

/// Steepest descent, of the length that is best for the linearized f. False: nowhere to go.
static bool descend(newton_state *run)
{
    int n = run->problem->dimension;
    double square = dot(n, run->g, run->g);
    newton_jacobian_apply(&run->jacobian, run->g, run->scratch, run->du, run->trial_x); // trial_x = J g
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

static void raise_epsilon(newton_state *run)
{
    run->epsilon = fmin(1.0, fmax(10.0 * run->epsilon, 1e-10));
}

static void lower_epsilon(newton_state *run, double t)
{
    if (t == 1.0) run->epsilon *= 0.3;
    else if (t < 0.2) run->epsilon = fmin(1.0, 3.0 * run->epsilon);
    run->epsilon = fmax(run->epsilon, run->options->regularization_min);
}

/// One damped step. *moved is false where no direction leads down.
static hf_status damped_step(newton_state *run, bool *moved, hf_error *error)
{
    *moved = false;
    work_charge(&run->work, work_of_product(run->problem));
    newton_jacobian_gradient(&run->jacobian, run->f, run->scratch, run->g);
    for (int raise = 0; raise < RAISES_MAX && !work_over(&run->work); raise++)
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
static hf_status pure_step(newton_state *run, bool *moved, hf_error *error)
{
    *moved = false;
    double epsilon = run->epsilon = run->options->regularization_min;
    for (int raise = 0; raise < RAISES_MAX && !*moved && !work_over(&run->work); raise++)
    {
        hf_status status = newton_jacobian_solve(&run->jacobian, run->epsilon, run->f, run->dx, moved, error);
        if (status != HF_STATUS_OK) return status;
        if (*moved) take_step(run, 1.0);
        else raise_epsilon(run);
    }
    run->epsilon = epsilon;
    return HF_STATUS_OK;
}

/// Where and how a start begins. Another rho has other corners and other local minima, another ε another path. Found by
/// trial on random problems and on real ones: first anew from the guess, later from the best iterate to finish what is
/// nearly done.
static void start(newton_state *run, int attempt)
{
    static const struct
    {
        bool from_best;
        double rho, epsilon; // ε as a multiple of the option
    } starts[] = {{false, 1.0, 1.0}, {false, 0.1, 0.1}, {false, 10.0, 10.0}, {true, 1.0, 0.1},
                  {true, 10.0, 0.1}, {true, 0.1, 0.1},  {true, 0.01, 0.1},   {true, 100.0, 0.1}};
    attempt %= (int)(sizeof starts / sizeof starts[0]);
    newton_jacobian_set_rho(&run->jacobian, starts[attempt].rho);
    newton_jacobian_scale(&run->jacobian, starts[attempt].from_best ? run->best.r : run->start, run->x);
    run->epsilon = fmin(1.0, run->options->regularization * starts[attempt].epsilon);
    run->begun_at = run->best_at = run->iteration;
    run->attempt_best = INFINITY;
}

/// One iteration. *go_on is false where it ended; *result then says how.
static hf_status iterate(newton_state *run, const char *phase, bool *go_on, newton_result *result, hf_error *error)
{
    const hf_newton_options *o = run->options;
    bool moved = false;
    *go_on = false;
    double natural = arrive(run);
    if (natural <= o->common.tolerance) return HF_STATUS_OK;
    result->outcome = HF_OUTCOME_LIMIT;
    if (!report_observe(&o->common, phase, run->iteration, natural, false))
    {
        result->note = "stopped by the observer";
        return HF_STATUS_OK;
    }
    result->note = "the budget of work has ended";
    if (work_over(&run->work)) return HF_STATUS_OK;
    result->note = NULL;
    if (run->iteration >= solve_limit(&o->common, o->damped ? MAX_ITERATIONS : PURE_ITERATIONS)) return HF_STATUS_OK;
    result->outcome = HF_OUTCOME_STALLED;
    result->note = "no progress";
    if (o->damped && run->iteration - run->best_at >= STALL_STEPS) return HF_STATUS_OK;
    result->note = "diverged";
    if (!isfinite(run->merit)) return HF_STATUS_OK;
    hf_status status = o->damped ? damped_step(run, &moved, error) : pure_step(run, &moved, error);
    result->note = moved ? NULL : "no direction decreases the merit function";
    if (work_over(&run->work)) // another arrival says so
        moved = true;
    *go_on = moved;
    return status;
}

static hf_status attempt(newton_state *run, const char *phase, newton_result *result, hf_error *error)
{
    bool go_on = true;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k <= run->options->restarts && status == HF_STATUS_OK; k++)
    {
        start(run, k);
        result->note = NULL;
        for (;; run->iteration++)
        {
            status = iterate(run, phase, &go_on, result, error);
            if (status != HF_STATUS_OK || !go_on) break;
        }
        if (result->outcome != HF_OUTCOME_STALLED || run->best.natural <= run->options->common.tolerance) break;
    }
    return status;
}

hf_status newton_run(const hf_problem *problem, const hf_newton_options *options, const char *phase, double *r,
                     hf_workspace *workspace, newton_result *result, hf_error *error)
{
    newton_state run;
    *result = (newton_result){.outcome = HF_OUTCOME_STALLED};
    hf_status status = begin_run(&run, problem, options, r, workspace, error);
    if (status == HF_STATUS_OK) status = attempt(&run, phase, result, error);
    newton_jacobian_end(&run.jacobian);
    if (status != HF_STATUS_OK) return status;
    memcpy(r, run.best.r, (size_t)problem->dimension * sizeof *r);
    result->iterations = run.iteration;
    result->work = (int64_t)ceil(run.work.used);
    result->natural = run.best.natural;
    return HF_STATUS_OK;
}
