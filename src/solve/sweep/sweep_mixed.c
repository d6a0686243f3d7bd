// The sweep over blocks of any kind and size, and the one over M⁻¹Hᵀ that never forms W.

#include "solve/sweep/sweep.h"

#include "problem/law.h"

#include <string.h>

local_verdict sweep_solve_block(block_solver *solver, const block_rule *rule, const hf_problem *p, int i,
                                const double *u, double *r)
{
    if (p->kind[i] != HF_LAW_CONTACT) return block_other(solver, rule, p, i, u, r);
    if (p->size[i] > PLAIN_SIZE_MAX) return block_parts(solver, rule, p, i, u, r);
    if (p->size[i] == 3 && p->polygon) return block_pyramid(solver, rule, u, r);
    if (p->size[i] == 3) return block_visit3(solver, rule, u, r);
    return block_visit2(solver, rule, u, r);
}

/// Everything that a visit does but for spreading the change: false if r_i stays.
static bool visit_block(sweep *s, int i, const double *u, double *change, double *sum)
{
    const hf_problem *p = s->problem;
    double *r = s->r + p->offset[i];
    int d = p->size[i];
    double square = law_natural_square(p, i, r, u), moved = 0.0, force = 0.0;
    s->square[i] = square;
    *sum += square;
    if (square > s->quiet)
    {
        double old[BLOCK_SIZE_MAX] = {0.0};
        memcpy(old, r, (size_t)d * sizeof *r);
        if (sweep_solve_block(&s->solver, &s->rules[i], s->problem, i, u, r) == LOCAL_NO_SOLUTION)
            sweep_note_hopeless(s, i);
        for (int q = 0; q < d; q++) change[q] = r[q] - old[q];
        for (int q = 0; q < d; q++) moved += change[q] * change[q];
    }
    for (int q = 0; q < d; q++) force += r[q] * r[q];
    sweep_freeze(s, i, moved, force);
    return moved > 0.0;
}

/// Whether block i sits this sweep out; its last residual still counts.
static bool skipped(sweep *s, int i, double *sum)
{
    if (s->hopeless[i]) return true;
    if (s->frozen[i] == 0) return false;
    s->frozen[i]--;
    *sum += s->square[i];
    return true;
}

void sweep_spread_mixed(sweep *s, int i, const double *change)
{
    const hf_problem *p = s->problem;
    const block_columns *W = &s->W;
    int d = p->size[i];
    block_gemv(d, d, problem_diagonal(p, i), change, s->u + p->offset[i]);
    for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++) // u_j += W_ji Δ
        block_gemv(p->size[W->row[k]], d, W->values + W->at[k], change, s->u + p->offset[W->row[k]]);
}

double sweep_mixed(sweep *s)
{
    const hf_problem *p = s->problem;
    double sum = 0.0;
    for (int n = 0; n < p->block_count; n++)
    {
        int i = sweep_block(s, n);
        double change[BLOCK_SIZE_MAX] = {0.0};
        if (skipped(s, i, &sum)) continue;
        bool moved = visit_block(s, i, s->u + p->offset[i], change, &sum);
        if (moved) sweep_spread_mixed(s, i, change);
        if (!sweep_charge(s, moved ? s->W.begin[i + 1] - s->W.begin[i] : 0)) break;
    }
    return sum;
}

/// u_i = H_i v + b_i.
static void velocity_of(const hf_problem *p, int i, const double *v, double *u)
{
    const factored_rows *rows = &p->rows;
    size_t n = rows->begin[i + 1] - rows->begin[i];
    const int *dof = rows->dof + rows->begin[i];
    for (int a = 0; a < p->size[i]; a++)
    {
        const double *H = rows->H + rows->at[i] + (size_t)a * n;
        double sum = p->b[p->offset[i] + a];
        for (size_t k = 0; k < n; k++) sum += H[k] * v[dof[k]];
        u[a] = sum;
    }
}

void sweep_spread_factored(sweep *s, int i, const double *change)
{
    const hf_problem *p = s->problem;
    const factored_rows *rows = &p->rows;
    double *v = s->v;
    size_t n = rows->begin[i + 1] - rows->begin[i];
    const int *dof = rows->dof + rows->begin[i];
    for (int a = 0; a < p->size[i]; a++)
    {
        const double *G = rows->G + rows->at[i] + (size_t)a * n;
        for (size_t k = 0; k < n; k++) v[dof[k]] += G[k] * change[a];
    }
}

double sweep_factored(sweep *s)
{
    const hf_problem *p = s->problem;
    double sum = 0.0;
    for (int n = 0; n < p->block_count; n++)
    {
        int i = sweep_block(s, n);
        double change[BLOCK_SIZE_MAX] = {0.0}, u[BLOCK_SIZE_MAX] = {0.0};
        if (skipped(s, i, &sum)) continue;
        velocity_of(p, i, s->v, u);
        bool moved = visit_block(s, i, u, change, &sum);
        if (moved) sweep_spread_factored(s, i, change);
        double entries = (double)(p->rows.at[i + 1] - p->rows.at[i]);
        work_charge(s->work, work_price.entry * (moved ? 2.0 : 1.0) * entries);
        if (!sweep_charge(s, 0)) break;
    }
    return sum;
}
