// Implicit nonlinear complementarity, the iteration (Todorov 2010, section III, and its pseudocode).
//
// Find x with ρ(x) = A f(x) + v0 - v(x) = 0, where f and v obey all contact laws whatever x is (implicit_law.h). Each
// iteration
//   1. finds which blocks lie on an active edge, and picks F from the generalized derivative there            (25, 26)
//   2. takes the Newton point of ℓ = ½‖Dρ‖² within the edges, projected on active cones (21, 22, 28, 29)
//   3. accepts it if it brings half of what the quadratic model promised, and makes λ smaller
//   4. otherwise makes λ larger and searches from x over the Cauchy point to the Newton point, edge by edge   (24, 27)
//   5. leaves local minima by changing the equation (implicit_recover.c).
// It starts with all blocks sticking, or from a guess. The best iterate by the certificate is kept, and decides the
// end.
// Cost of an iteration: one factorization (implicit_newton.c), a few products with A, and two more for each edge
// crossed in step 4.

#include "papers/todorov2010/implicit.h"

#include "base/error.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

static const double LAMBDA_FALL = 0.1, LAMBDA_RISE = 4.0;
static const double LAMBDA_MIN = 1e-13; // below, λ drowns in the rounding of JᵀJ
static const double LAMBDA_MAX = 1.0;   // J is of order one: above, a step is shorter than the Cauchy step

static bool begin(implicit_run *run, const double *bias, hf_workspace *workspace)
{
    const hf_problem *p = run->problem;
    double **arrays[] = {&run->x,      &run->f,      &run->rho, &run->y, &run->g,     &run->step,
                         &run->newton, &run->cauchy, &run->r,   &run->u, &run->anchor};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    {
        *arrays[k] = ARENA_ARRAY(workspace, double, p->dimension);
        if (!*arrays[k]) return false;
    }
    run->choices = ARENA_ARRAY(workspace, implicit_choice, p->block_count);
    run->random = random_seed(1);
    run->lambda = run->solve->options->lambda;
    return run->choices &&
           implicit_system_begin(&run->system, p, bias, run->solve->options->scaled, &run->solve->work, workspace) &&
           implicit_line_create(&run->line, &run->system, run->choices, workspace) &&
           best_begin(&run->best, p, workspace);
}

// ---- the iterate ----

/// Σ ‖F_i‖² of the iterate, from r = S f and S u = A f + v0, which is ρ + v but for the proximal term.
static void certify(implicit_run *run)
{
    const hf_problem *p = run->problem;
    const implicit_system *s = &run->system;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        double scale = s->scale[i];
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
        {
            run->r[k] = scale * run->f[k];
            run->u[k] = (run->rho[k] + run->f[k] + run->x[k] - s->shift * (run->f[k] - s->center[k])) / scale;
        }
        run->u[p->offset[i]] -= s->laws[i].bias / scale;
        sum += law_natural_square(p, i, run->r + p->offset[i], run->u + p->offset[i]);
    }
    run->square = isfinite(sum) ? sum : INFINITY;
    best_offer(&run->best, p, run->r, run->square);
}

void island_evaluate(implicit_run *run)
{
    run->value = implicit_residual(&run->system, run->x, run->f, run->rho);
    certify(run);
}

/// x = v - f with v = A f + v0 for a guess, or with v = β e_N and f = A† (v - v0): all blocks stick (section III.F).
static hf_status start(implicit_run *run, const double *guess)
{
    const hf_problem *p = run->problem;
    hf_status status = HF_STATUS_OK;
    if (guess)
    {
        for (int i = 0; i < p->block_count; i++)
            for (int k = p->offset[i]; k < p->offset[i + 1]; k++) run->f[k] = guess[k] / run->system.scale[i];
        implicit_product(&run->system, run->f, run->x);
        for (int k = 0; k < p->dimension; k++) run->x[k] += run->system.v0[k] - run->f[k];
    }
    else
    {
        memset(run->x, 0, (size_t)p->dimension * sizeof *run->x);
        for (int i = 0; i < p->block_count; i++) run->x[p->offset[i]] = run->system.laws[i].bias;
        status = implicit_all_stick(&run->system, run->x, run->f, run->error);
        if (status != HF_STATUS_OK) return status;
        for (int k = 0; k < p->dimension; k++) run->x[k] -= run->f[k];
    }
    island_evaluate(run);
    run->window_value = run->value;
    return status;
}

// ---- one iteration ----

/// Step 4. False if no point is better.
static bool search(implicit_run *run, bool newton_found)
{
    hf_implicit_counts *counts = &run->solve->counts;
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->x;
    island_cauchy_point(run);
    implicit_line_begin(&run->line, run->value);
    implicit_line_search(&run->line, run->x, run->cauchy);
    if (newton_found) implicit_line_search(&run->line, run->cauchy, run->newton);
    if (run->line.best_segment < 0)
    {
        counts->failed++;
        return false;
    }
    if (run->line.best_segment == 0) counts->descent++;
    else counts->between++;
    counts->edges += run->line.best_edge;
    memcpy(run->x, run->line.best, bytes);
    return true;
}

/// Step 3. `f` and `rho`: scratch.
static bool accepts_newton_point(const implicit_run *run, double *f, double *rho)
{
    double value = implicit_residual(&run->system, run->newton, f, rho);
    double share = run->solve->options->acceptance;
    return run->predicted > 0.0 && value < run->value && run->value - value >= share * run->predicted;
}

/// Steps 1 to 4. *better: whether x has moved.
static hf_status iterate(implicit_run *run, bool *better)
{
    bool found;
    island_choose(run);
    hf_status status = island_newton_point(run, &found);
    if (status != HF_STATUS_OK) return status;
    if (found && accepts_newton_point(run, run->r, run->u))
    {
        memcpy(run->x, run->newton, (size_t)run->problem->dimension * sizeof *run->x);
        run->lambda = fmax(LAMBDA_MIN, LAMBDA_FALL * run->lambda);
        run->solve->counts.newton++;
        *better = true;
    }
    else
    {
        run->lambda = fmin(LAMBDA_MAX, LAMBDA_RISE * run->lambda);
        *better = search(run, found);
    }
    run->solve->counts.iterations++;
    island_evaluate(run);
    return HF_STATUS_OK;
}

static hf_status loop(implicit_run *run)
{
    implicit_solve *solve = run->solve;
    double target = solve->target * solve->target;
    while (run->best.natural > target && !solve->stopped)
    {
        solve->out_of_steps = solve->counts.iterations >= solve->limit || work_over(&solve->work);
        if (solve->out_of_steps) return HF_STATUS_OK;
        bool better;
        hf_status status = iterate(run, &better);
        if (status != HF_STATUS_OK) return status;
        double natural = sqrt(run->best.natural) / solve->norm;
        solve->stopped |=
            !report_observe(&solve->options->common, "implicit", solve->counts.iterations, natural, false);
        if (run->best.natural <= target) return HF_STATUS_OK;
        solve->stuck = (!better || island_is_stuck(run)) && !island_recover(run);
        if (solve->stuck) return HF_STATUS_OK;
        solve->stuck = !island_settle(run);
        if (solve->stuck) return HF_STATUS_OK;
    }
    return HF_STATUS_OK;
}

hf_status implicit_island(implicit_solve *solve, const hf_problem *problem, const double *bias, double *r,
                          hf_workspace *workspace, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    implicit_run run = {.solve = solve, .problem = problem, .error = error};
    solve->work = work_begin(problem, &solve->options->common, workspace);
    hf_status status = begin(&run, bias, workspace) ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = start(&run, solve->options->common.warm_start ? r : NULL);
    if (status == HF_STATUS_OK) status = loop(&run);
    if (status == HF_STATUS_OK)
    {
        memcpy(r, run.best.r, (size_t)problem->dimension * sizeof *r);
        solve->square = run.best.natural;
    }
    arena_end(workspace, mark);
    return status;
}
