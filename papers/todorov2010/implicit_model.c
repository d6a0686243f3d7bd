// The quadratic model of ℓ at the iterate, and its Cauchy and Newton points: Todorov 2010, eq. (20) to (26) and (28).

#include "papers/todorov2010/implicit.h"

#include "linalg/block.h"

#include <math.h>
#include <string.h>

enum
{
    LAMBDA_TRIES = 20, // a system that cannot be factored gets a larger λ so many times
};
static const double LAMBDA_RISE = 4.0;

/// g = Fᵀ y - (F + I)ᵀ D² ρ: the gradient of ℓ in block i if its derivative is F, eq. (20).
static void block_gradient(const implicit_run *run, int i, const double *F, double *g)
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
static void choose_on_edge(const implicit_run *run, int i, const implicit_region sides[2], const double *normal,
                           implicit_choice *choice)
{
    const implicit_law *law = &run->system.laws[i];
    const double *x = run->x + run->problem->offset[i];
    int n = law->size;
    double F[2][PLAIN_AREA_MAX], g[PLAIN_SIZE_MAX], delta[2];
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

void island_choose(implicit_run *run)
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
        double normal[PLAIN_SIZE_MAX], g[PLAIN_SIZE_MAX], reduced[PLAIN_SIZE_MAX] = {0.0};
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

/// to ◄ x + share · step, on the active edges.
static void go(const implicit_run *run, double share, const double *step, double *to)
{
    const hf_problem *p = run->problem;
    for (int k = 0; k < p->dimension; k++) to[k] = run->x[k] + share * step[k];
    for (int i = 0; i < p->block_count; i++)
        implicit_project(&run->system.laws[i], run->choices[i].edge, to + p->offset[i]);
}

hf_status island_newton_point(implicit_run *run, bool *found)
{
    hf_status status = HF_STATUS_OK;
    *found = false;
    for (int k = 0; k < LAMBDA_TRIES && !*found && status == HF_STATUS_OK && !work_over(run->system.work); k++)
    {
        status = implicit_newton(&run->system, run->choices, run->lambda, run->rho, run->step, found, run->error);
        if (!*found) run->lambda *= LAMBDA_RISE;
    }
    run->predicted = *found ? 0.0 : INFINITY;
    for (int k = 0; k < run->problem->dimension && *found; k++) run->predicted -= 0.5 * run->g[k] * run->step[k];
    if (*found) go(run, 1.0, run->step, run->newton);
    return status;
}

void island_cauchy_point(implicit_run *run)
{
    const hf_problem *p = run->problem;
    double *F_g = run->r, *moved = run->u;
    memset(F_g, 0, (size_t)p->dimension * sizeof *F_g);
    for (int i = 0; i < p->block_count; i++)
        block_gemv(p->size[i], p->size[i], run->choices[i].F, run->g + p->offset[i], F_g + p->offset[i]);
    implicit_product(&run->system, F_g, moved);
    double top = 0.0, bottom = 0.0;
    for (int k = 0; k < p->dimension; k++) // gᵀ H g with J g = A F g - (F + I) g
    {
        double Jg = moved[k] - F_g[k] - run->g[k];
        top += run->g[k] * run->g[k];
        bottom += run->system.weight[k] * Jg * Jg + run->lambda * run->g[k] * run->g[k];
    }
    go(run, bottom > 0.0 ? -top / bottom : 0.0, run->g, run->cauchy); // (24)
}
