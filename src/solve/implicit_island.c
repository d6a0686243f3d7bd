// Implicit nonlinear complementarity, the iteration (Todorov 2010, section III).
//
// Find x with ρ(x) = A f(x) + v0 - v(x) = 0, where f and v obey all contact laws whatever x is (implicit_law.h). Each iteration
//   1. finds which blocks lie on an active edge, and picks F from the generalized derivative there          (25, 26)
//   2. takes the Newton point of ℓ = ½‖Dρ‖² within the edges, projected on active cones                     (21, 22, 28, 29)
//   3. accepts it if it brings half of what the quadratic model promised, and makes λ smaller
//   4. otherwise makes λ larger and searches from x over the Cauchy point to the Newton point, edge by edge   (24, 27)
//   5. where nothing better is found, or next to nothing for many iterations, x is a local minimum of ℓ: D is changed (section V.A), first to
//      the inverse row sums of A, then at random (the same numbers in every run).
// The best iterate by the certificate is kept. It starts with all blocks sticking, or from a guess: x = v - f.

#include "solve/implicit.h"

#include "solve/implicit_line.h"
#include "solve/report.h"

#include "base/error.h"
#include "base/random.h"
#include "linalg/block.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    SLOW_WINDOW = 20,  // iterations after which
    LAMBDA_TRIES = 20, // a system that cannot be factored gets a larger λ so many times
};
static const double SLOW_SHARE = 0.5; // ℓ must have fallen to this share
static const double LAMBDA_FALL = 0.1, LAMBDA_RISE = 4.0;
static const double LAMBDA_MIN = 1e-13;   // below, λ drowns in the rounding of JᵀJ
static const double LAMBDA_MAX = 1.0;     // J is of order one: above, a step is shorter than the Cauchy step
static const double SPREAD = 1.0;         // D lies between 10^-SPREAD and 10^SPREAD
static const double VANISHING_ROW = 1e-6; // a smaller sum of a row of A counts as this

typedef struct island_run
{
    implicit_solve *solve;
    const hf_problem *problem;
    implicit_system system;
    implicit_line line;
    implicit_choice *choices;
    hf_error *error;

    double *x, *f, *rho; // the iterate
    double value;        // ℓ
    double square;       // Σ ‖F_i‖²
    double *y;           // Aᵀ D² ρ
    double *g;           // BBᵀ Jᵀ D² ρ
    double *step;
    double *newton, *cauchy; // the two points
    double *r, *u;           // unscaled, for the certificate
    double lambda;
    best_iterate best; // by Σ ‖F_i‖², not natural

    int rescalings;
    random_state random;
    double window_value; // ℓ at the beginning of the window
    int window_age;
} island_run;

static bool begin(island_run *run, const double *bias, hf_workspace *workspace)
{
    const hf_problem *p = run->problem;
    double **arrays[] = {&run->x,    &run->f,      &run->rho,    &run->y, &run->g,
                         &run->step, &run->newton, &run->cauchy, &run->r, &run->u};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    {
        *arrays[k] = ARENA_ARRAY(workspace, double, p->dimension);
        if (!*arrays[k]) return false;
    }
    run->choices = ARENA_ARRAY(workspace, implicit_choice, p->block_count);
    run->random = random_seed(1);
    run->lambda = run->solve->options->lambda;
    return run->choices && implicit_system_begin(&run->system, p, bias, workspace) &&
           implicit_line_create(&run->line, &run->system, run->choices, workspace) &&
           best_begin(&run->best, p, workspace);
}

// ---- the iterate ----

/// Σ ‖F_i‖² of the iterate, from r = S f and u = S⁻¹ (ρ + v).
static void certify(island_run *run)
{
    const hf_problem *p = run->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        double scale = run->system.scale[i];
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
        {
            run->r[k] = scale * run->f[k];
            run->u[k] = (run->rho[k] + run->f[k] + run->x[k]) / scale;
        }
        run->u[p->offset[i]] -= run->system.laws[i].bias / scale;
        sum += law_natural_square(p, i, run->r + p->offset[i], run->u + p->offset[i]);
    }
    run->square = isfinite(sum) ? sum : INFINITY;
    best_offer(&run->best, p, run->r, run->square);
}

/// f, ρ and ℓ at x.
static void evaluate(island_run *run)
{
    run->value = implicit_residual(&run->system, run->x, run->f, run->rho);
    certify(run);
}

/// x = v - f with v = A f + v0 for a guess, or with v = β e_N and f = A† (v - v0): all blocks stick (section III.F).
static hf_status start(island_run *run, const double *guess)
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
        for (int k = 0; k < p->dimension; k++) run->x[k] -= run->f[k];
    }
    if (status == HF_STATUS_OK) evaluate(run);
    run->window_value = run->value;
    return status;
}

// ---- the model: F, B and the gradient ----

/// g = Fᵀ y - (F + I)ᵀ D² ρ: the gradient of ℓ in block i if its derivative is F.
static void block_gradient(const island_run *run, int i, const double *F, double *g)
{
    int at = run->problem->offset[i], n = run->problem->size[i];
    const double *weight = run->system.weight + at, *rho = run->rho + at, *y = run->y + at;
    for (int c = 0; c < n; c++)
    {
        g[c] = -weight[c] * rho[c];
        for (int a = 0; a < n; a++) g[c] += F[a * n + c] * (y[a] - weight[a] * rho[a]);
    }
}

/// F of a block on an edge, eq. (25) and (26). The edge stays in the choice if it is active.
static void choose_on_edge(const island_run *run, int i, const implicit_region sides[2], const double *normal,
                           implicit_choice *choice)
{
    const implicit_law *law = &run->system.laws[i];
    const double *x = run->x + run->problem->offset[i];
    int n = law->size;
    double F[2][BLOCK_AREA_MAX], g[BLOCK_SIZE_MAX], delta[2];
    for (int side = 0; side < 2; side++)
    {
        implicit_derivative(law, sides[side], x, F[side]);
        block_gradient(run, i, F[side], g);
        double slope = 0.0;
        for (int k = 0; k < n; k++) slope += g[k] * normal[k];
        delta[side] = side == 0 ? slope : -slope; // (25)
    }
    bool active = delta[0] >= 0.0 && delta[1] >= 0.0;
    double share = delta[0] <= delta[1] ? 1.0 : 0.0; // of side 0: the steeper one
    if (active) share = delta[0] + delta[1] > 0.0 ? delta[1] / (delta[0] + delta[1]) : 0.5; // (26)
    if (!active) choice->edge = EDGE_NONE;
    for (int k = 0; k < n * n; k++) choice->F[k] = share * F[0][k] + (1.0 - share) * F[1][k];
}

/// F B = 0?
static bool is_absorbed(const implicit_choice *c, int n)
{
    for (int a = 0; a < n; a++)
        for (int l = 0; l < c->free; l++)
        {
            double sum = 0.0;
            for (int d = 0; d < n; d++) sum += c->F[a * n + d] * c->B[d * c->free + l];
            if (sum != 0.0) return false;
        }
    return true;
}

/// Step 1: the choices of all blocks, and g ◄ BBᵀ Jᵀ D² ρ.
static void choose(island_run *run)
{
    const hf_problem *p = run->problem;
    for (int k = 0; k < p->dimension; k++) run->g[k] = run->system.weight[k] * run->rho[k];
    implicit_product_transposed(&run->system, run->g, run->y);
    for (int i = 0; i < p->block_count; i++)
    {
        const implicit_law *law = &run->system.laws[i];
        implicit_choice *c = &run->choices[i];
        const double *x = run->x + p->offset[i];
        int n = p->size[i];
        implicit_region sides[2];
        double normal[BLOCK_SIZE_MAX], g[BLOCK_SIZE_MAX], reduced[BLOCK_SIZE_MAX] = {0.0};
        c->edge = implicit_edge_of(law, x, sides, normal);
        if (c->edge == EDGE_NONE) implicit_derivative(law, implicit_region_of(law, x), x, c->F);
        else choose_on_edge(run, i, sides, normal, c);
        c->free = implicit_tangent(law, c->edge, x, c->B);
        c->absorbed = is_absorbed(c, n);
        block_gradient(run, i, c->F, g);
        for (int l = 0; l < c->free; l++)
            for (int a = 0; a < n; a++) reduced[l] += c->B[a * c->free + l] * g[a];
        double *projected = run->g + p->offset[i];
        memset(projected, 0, (size_t)n * sizeof *projected);
        block_gemv(n, c->free, c->B, reduced, projected);
    }
}

// ---- the two points ----

/// to ◄ x + share · step, on the active edges.
static void go(const island_run *run, double share, const double *step, double *to)
{
    const hf_problem *p = run->problem;
    for (int k = 0; k < p->dimension; k++) to[k] = run->x[k] + share * step[k];
    for (int i = 0; i < p->block_count; i++)
        implicit_project(&run->system.laws[i], run->choices[i].edge, to + p->offset[i]);
}

/// Step 2: the Newton point and the improvement that the model promises there. *found is false if no λ makes the system regular.
static hf_status find_newton_point(island_run *run, double *predicted, bool *found)
{
    hf_status status = HF_STATUS_OK;
    *found = false;
    for (int k = 0; k < LAMBDA_TRIES && !*found && status == HF_STATUS_OK; k++)
    {
        status = implicit_newton(&run->system, run->choices, run->lambda, run->rho, run->step, found, run->error);
        if (!*found) run->lambda *= LAMBDA_RISE;
    }
    *predicted = 0.0;
    for (int k = 0; k < run->problem->dimension; k++) *predicted -= 0.5 * run->g[k] * run->step[k];
    if (*found) go(run, 1.0, run->step, run->newton);
    return status;
}

/// The Cauchy point, eq. (24) and (28). `scratch` and `moved`: dimension.
static void find_cauchy_point(island_run *run, double *scratch, double *moved)
{
    const hf_problem *p = run->problem;
    memset(scratch, 0, (size_t)p->dimension * sizeof *scratch);
    for (int i = 0; i < p->block_count; i++)
        block_gemv(p->size[i], p->size[i], run->choices[i].F, run->g + p->offset[i], scratch + p->offset[i]);
    implicit_product(&run->system, scratch, moved);
    double top = 0.0, bottom = 0.0;
    for (int k = 0; k < p->dimension; k++) // gᵀ H g with J g = A F g - (F + I) g
    {
        double Jg = moved[k] - scratch[k] - run->g[k];
        top += run->g[k] * run->g[k];
        bottom += run->system.weight[k] * Jg * Jg + run->lambda * run->g[k] * run->g[k];
    }
    go(run, bottom > 0.0 ? -top / bottom : 0.0, run->g, run->cauchy);
}

// ---- one iteration ----

/// Step 4. False if no point is better.
static bool search(island_run *run, bool newton_found)
{
    hf_implicit_counts *counts = &run->solve->counts;
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->x;
    find_cauchy_point(run, run->r, run->u);
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

/// Steps 1 to 4. *better: whether x has moved.
static hf_status iterate(island_run *run, bool *better)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->x;
    bool found;
    double predicted;
    choose(run);
    hf_status status = find_newton_point(run, &predicted, &found);
    if (status != HF_STATUS_OK) return status;
    if (found)
    {
        // r and u are scratch here; certify fills them again
        double value = implicit_residual(&run->system, run->newton, run->r, run->u);
        double share = run->solve->options->acceptance;
        if (predicted > 0.0 && value < run->value && run->value - value >= share * predicted)
        {
            memcpy(run->x, run->newton, bytes);
            run->lambda = fmax(LAMBDA_MIN, LAMBDA_FALL * run->lambda);
            run->solve->counts.newton++;
            *better = true;
            evaluate(run);
            return HF_STATUS_OK;
        }
    }
    run->lambda = fmin(LAMBDA_MAX, LAMBDA_RISE * run->lambda);
    *better = search(run, found);
    evaluate(run);
    return HF_STATUS_OK;
}

/// Step 5: another D. False if there have been enough.
static bool rescale(island_run *run)
{
    const hf_problem *p = run->problem;
    if (run->rescalings >= run->solve->options->max_rescalings) return false;
    for (int i = 0; i < p->block_count; i++)
    {
        double d = pow(10.0, random_between(&run->random, -SPREAD, SPREAD));
        if (run->rescalings == 0)
        {
            double sum = 0.0;
            for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
                for (int e = 0; e < p->size[i] * p->size[p->W.col[k]]; e++)
                    sum += fabs(run->system.A[block_at(p, k) + (size_t)e]);
            d = p->size[i] / fmax(sum, VANISHING_ROW);
        }
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) run->system.weight[k] = d * d;
    }
    run->rescalings++;
    run->solve->counts.rescalings++;
    run->lambda = run->solve->options->lambda;
    evaluate(run);
    return true;
}

/// True once in a while, if ℓ has hardly fallen since.
static bool is_slow(island_run *run)
{
    if (++run->window_age < SLOW_WINDOW) return false;
    bool slow = run->value > SLOW_SHARE * run->window_value;
    run->window_age = 0;
    run->window_value = run->value;
    return slow;
}

static hf_status loop(island_run *run, double target)
{
    implicit_solve *solve = run->solve;
    for (long k = 0; run->best.natural > target * target; k++)
    {
        if (solve->counts.iterations >= solve->limit) solve->stopped = true;
        if (k >= solve->options->max_iterations) solve->out_of_steps = true;
        if (solve->stopped || k >= solve->options->max_iterations) return HF_STATUS_OK;
        bool better;
        hf_status status = iterate(run, &better);
        if (status != HF_STATUS_OK) return status;
        solve->counts.iterations++;
        double natural = sqrt(solve->others + run->best.natural) / solve->norm;
        if (!report_observe(solve->common, "implicit", solve->counts.iterations, natural, false)) solve->stopped = true;
        if (better && !is_slow(run)) continue;
        if (run->best.natural <= target * target) return HF_STATUS_OK;
        if (!rescale(run))
        {
            solve->stuck = true;
            return HF_STATUS_OK;
        }
        run->window_age = 0;
        run->window_value = run->value;
    }
    return HF_STATUS_OK;
}

hf_status implicit_island(implicit_solve *solve, const hf_problem *problem, const double *bias, double target,
                          double *r, double *square, hf_workspace *workspace, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    island_run run = {.solve = solve, .problem = problem, .error = error};
    hf_status status = begin(&run, bias, workspace) ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = start(&run, solve->common->warm_start ? r : NULL);
    if (status == HF_STATUS_OK) status = loop(&run, target);
    if (status == HF_STATUS_OK)
    {
        memcpy(r, run.best.r, (size_t)problem->dimension * sizeof *r);
        *square = run.best.natural;
    }
    arena_end(workspace, mark);
    return status;
}
