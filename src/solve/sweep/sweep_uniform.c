// The sweep over contacts of one size: the fast path.
//
// 3 × 3 blocks stand column-major, so that W_ji Δ is three scaled columns; velocities have four numbers a block, of
// which the last holds whatever the over-read of a column brings. The loops over four then become single vector
// instructions.

#include "solve/sweep/sweep.h"

#include "problem/law.h"

#include <string.h>

/// u_j += W_ji Δ for the neighbours j of block i.
static inline void push3(const block_columns *W, int i, const double *change, double *restrict u)
{
    double d0 = change[0], d1 = change[1], d2 = change[2];
    const double *restrict A = W->values + 9 * W->begin[i];
    for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++, A += 9)
    {
        double *restrict y = u + 4 * (size_t)W->row[k];
        for (int q = 0; q < 4; q++) y[q] += A[q] * d0 + A[3 + q] * d1 + A[6 + q] * d2;
    }
}

void sweep_spread3(sweep *s, int i, const double *change)
{
    double *u = s->u + 4 * (size_t)i, step_u[3] = {0.0};
    const block_rule *rule = &s->rules[i];
    block3_gemv(rule->W, change, step_u);
    for (int q = 0; q < 3; q++) u[q] += rule->size * step_u[q];
    push3(&s->W, i, change, s->u);
}

double sweep_uniform3(sweep *s)
{
    int n = s->problem->block_count;
    double sum = 0.0;
    for (int k = 0; k < n; k++)
    {
        int i = sweep_block(s, k);
        double *u = s->u + 4 * (size_t)i, *r = s->r + 3 * (size_t)i;
        if (s->frozen[i] > 0)
        {
            s->frozen[i]--;
            sum += s->square[i];
            continue;
        }
        const block_rule *rule = &s->rules[i];
        if (s->hopeless[i]) continue;
        size_t pushed = 0;
        double square = law_natural_square3(rule->mu, r, u);
        s->square[i] = square;
        sum += square;
        double change[3] = {0.0};
        if (square > s->quiet)
        {
            double old[3] = {r[0], r[1], r[2]};
            local_verdict verdict = block_visit3(&s->solver, rule, u, r);
            for (int q = 0; q < 3; q++) change[q] = r[q] - old[q];
            sweep_spread3(s, i, change);
            pushed = s->W.begin[i + 1] - s->W.begin[i];
            if (verdict == LOCAL_NO_SOLUTION) sweep_note_hopeless(s, i);
        }
        sweep_freeze(s, i, dot3(change, change), dot3(r, r));
        if (!sweep_charge(s, pushed)) break;
    }
    return sum;
}

static inline void push2(const block_columns *W, int i, const double *change, double *restrict u)
{
    double d0 = change[0], d1 = change[1];
    const double *restrict A = W->values + 4 * W->begin[i];
    for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++, A += 4)
    {
        double *restrict y = u + 2 * (size_t)W->row[k];
        for (int q = 0; q < 2; q++) y[q] += A[q] * d0 + A[2 + q] * d1;
    }
}

void sweep_spread2(sweep *s, int i, const double *change)
{
    double *u = s->u + 2 * (size_t)i, step_u[2] = {0.0};
    const block_rule *rule = &s->rules[i];
    block2_gemv(rule->W, change, step_u);
    for (int q = 0; q < 2; q++) u[q] += rule->size * step_u[q];
    push2(&s->W, i, change, s->u);
}

double sweep_uniform2(sweep *s)
{
    int n = s->problem->block_count;
    double sum = 0.0;
    for (int k = 0; k < n; k++)
    {
        int i = sweep_block(s, k);
        double *u = s->u + 2 * (size_t)i, *r = s->r + 2 * (size_t)i;
        if (s->frozen[i] > 0)
        {
            s->frozen[i]--;
            sum += s->square[i];
            continue;
        }
        const block_rule *rule = &s->rules[i];
        if (s->hopeless[i]) continue;
        size_t pushed = 0;
        double square = law_natural_square2(rule->mu, r, u);
        s->square[i] = square;
        sum += square;
        double change[2] = {0.0};
        if (square > s->quiet)
        {
            double old[2] = {r[0], r[1]};
            local_verdict verdict = block_visit2(&s->solver, rule, u, r);
            for (int q = 0; q < 2; q++) change[q] = r[q] - old[q];
            sweep_spread2(s, i, change);
            pushed = s->W.begin[i + 1] - s->W.begin[i];
            if (verdict == LOCAL_NO_SOLUTION) sweep_note_hopeless(s, i);
        }
        sweep_freeze(s, i, dot2(change, change), dot2(r, r));
        if (!sweep_charge(s, pushed)) break;
    }
    return sum;
}
