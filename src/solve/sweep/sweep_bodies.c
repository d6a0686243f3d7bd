// The sweep over contacts of free bodies that never forms W: packings of thousands of them.
//
// Each contact has the six degrees of freedom of one body, or the twelve of two, side by side in v. Sums have the order
// of the general sweep over M⁻¹Hᵀ (sweep_mixed.c), and with it the same bits; but bodies are found once for six
// numbers, the three rows of a contact are summed side by side, and v is read and written once for all three.

#include "solve/sweep/sweep.h"

#include "linalg/vector.h"
#include "problem/law.h"

enum
{
    BODY = 6, // degrees of freedom
};

bool sweep_is_of_bodies(const hf_problem *p)
{
    if (!p->factored || p->polygon || p->uniform != 3 || p->contact_count != p->block_count) return false;
    for (int i = 0; i < p->block_count; i++)
    {
        const int *dof = p->rows.dof + p->rows.begin[i];
        size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
        if (n != BODY && n != 2 * BODY) return false;
        for (size_t k = 0; k < n; k++)
            if (dof[k] != dof[k - k % BODY] + (int)(k % BODY)) return false;
    }
    return true;
}

/// u += H v of one body; rows of H are n numbers apart.
INLINED void add_body(const double *restrict H, size_t n, const double *restrict v, double *restrict u)
{
    double u0 = u[0], u1 = u[1], u2 = u[2];
    for (int k = 0; k < BODY; k++)
    {
        u0 += H[k] * v[k];
        u1 += H[n + (size_t)k] * v[k];
        u2 += H[2 * n + (size_t)k] * v[k];
    }
    u[0] = u0, u[1] = u1, u[2] = u2;
}

/// v += Gᵀ Δ of one body.
INLINED void push_body(const double *restrict G, size_t n, const double *restrict change, double *restrict v)
{
    double c0 = change[0], c1 = change[1], c2 = change[2];
    for (int k = 0; k < BODY; k++) v[k] = ((v[k] + G[k] * c0) + G[n + (size_t)k] * c1) + G[2 * n + (size_t)k] * c2;
}

INLINED void push_bodies(const sweep *s, int i, const double *change)
{
    const factored_rows *rows = &s->problem->rows;
    const int *dof = rows->dof + rows->begin[i];
    const double *G = rows->G + rows->at[i];
    size_t n = rows->begin[i + 1] - rows->begin[i];
    push_body(G, n, change, s->v + dof[0]);
    if (n > BODY) push_body(G + BODY, n, change, s->v + dof[BODY]);
}

/// One contact. False if its impulse stays.
INLINED bool visit_contact(sweep *s, int i, double *sum)
{
    const factored_rows *rows = &s->problem->rows;
    const int *dof = rows->dof + rows->begin[i];
    const double *H = rows->H + rows->at[i], *b = s->problem->b + 3 * (size_t)i;
    size_t n = rows->begin[i + 1] - rows->begin[i];
    double u[3] = {b[0], b[1], b[2]}, *r = s->r + 3 * (size_t)i, change[3] = {0.0};
    add_body(H, n, s->v + dof[0], u);
    if (n > BODY) add_body(H + BODY, n, s->v + dof[BODY], u);
    double square = law_natural_square3(s->rules[i].mu, r, u);
    s->square[i] = square;
    *sum += square;
    if (square > s->quiet)
    {
        double old[3] = {r[0], r[1], r[2]};
        if (block_visit3(&s->solver, &s->rules[i], u, r) == LOCAL_NO_SOLUTION) sweep_note_hopeless(s, i);
        for (int q = 0; q < 3; q++) change[q] = r[q] - old[q];
    }
    double moved = dot3(change, change);
    sweep_freeze(s, i, moved, dot3(r, r));
    if (moved > 0.0) push_bodies(s, i, change);
    return moved > 0.0;
}

INLINED double visit_all(sweep *s)
{
    const factored_rows *rows = &s->problem->rows;
    double sum = 0.0;
    for (int k = 0; k < s->problem->block_count; k++)
    {
        int i = sweep_block(s, k);
        if (s->hopeless[i]) continue;
        if (s->frozen[i] > 0)
        {
            s->frozen[i]--;
            sum += s->square[i];
            continue;
        }
        bool moved = visit_contact(s, i, &sum);
        double entries = (double)(rows->at[i + 1] - rows->at[i]);
        work_charge(s->work, work_price.body_entry * (moved ? 2.0 : 1.0) * entries);
        if (!sweep_charge(s, 0)) break;
    }
    return sum;
}

WIDE static double visit_all_wide(sweep *s)
{
    return visit_all(s);
}

WIDE static void spread_wide(const sweep *s, int i, const double *change)
{
    push_bodies(s, i, change);
}

double sweep_bodies(sweep *s)
{
    return s->wide ? visit_all_wide(s) : visit_all(s);
}

void sweep_spread_bodies(sweep *s, int i, const double *change)
{
    if (s->wide) spread_wide(s, i, change);
    else push_bodies(s, i, change);
}
