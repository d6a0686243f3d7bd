// Frictionless contact, downhill: where block moves run in a circle (A_CC nearly singular, |C| close to the rank of A).
//
// The solution minimizes q(f) = ½ fᵀA f + bᵀf between the bounds. From a feasible f, with C the rows that are off their bounds, walk towards
// the minimum over C (A_CC Δ = -a_C). Rows that come to a bound on the way leave C, all those at once that are there; the factor
// follows by one row out, O(n²) each. At the minimum over C all violated rows enter C together, and the walk goes on.
//
// q never rises and falls with every step above zero; a step of size zero only takes rows out of C. So no C is met twice at a
// minimum, and the walk ends (Lawson and Hanson 1974, chapter 23, with many rows instead of one). A bound on the number of steps
// hands over to the single pivots all the same, as rounding knows no theorem.
//
// Along the walk a_C shrinks by the factor 1 - t, so that all of a is needed only at the minima.

#include "solve/pivot_scalar.h"

enum
{
    FEW = 12,  // rows, as a share 1/FEW of C: above it a new factorization is cheaper than rows in or out one by one
    REFINE = 3 // steps over the same C until a_C is taken as it is
};

/// Δ_C in s->x; returns the step to the first bound, at most 1.
static double walk(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    double step = 1.0;
    for (int k = 0; k < s->F.count; k++) s->x[k] = -s->a[s->index[k]];
    llt_solve(&s->F, s->x);
    for (int k = 0; k < s->F.count; k++)
    {
        int i = s->index[k];
        double room = s->x[k] < 0.0 ? s->f[i] - p->lo[i] : p->hi[i] - s->f[i];
        if (room < step * fabs(s->x[k])) step = room / fabs(s->x[k]);
    }
    return step;
}

/// Goes there. Rows at a bound, and bound outwards, are marked in s->kept; returns how many.
static int arrive(scalar_state *s, double step)
{
    const double close = 1e-12; // of the step: rows that arrive together
    const scalar_lcp *p = s->lcp;
    int there = 0;
    for (int k = 0; k < s->F.count; k++)
    {
        int i = s->index[k];
        double room = s->x[k] < 0.0 ? s->f[i] - p->lo[i] : p->hi[i] - s->f[i];
        s->kept[i] = step < 1.0 && room <= (step + close) * fabs(s->x[k]);
        there += s->kept[i];
        s->f[i] = s->kept[i] ? (s->x[k] < 0.0 ? p->lo[i] : p->hi[i]) : scalar_clip(s, i, s->f[i] + step * s->x[k]);
        s->a[i] *= 1.0 - step;
    }
    return there;
}

/// Takes the marked rows out of C.
static void leave(scalar_state *s, int count)
{
    bool anew = count > 1 + s->F.count / FEW;
    for (int i = 0; i < s->n; i++)
    {
        if (s->set[i] != HF_PIVOT_CLAMPED || !s->kept[i]) continue;
        s->kept[i] = false;
        if (!anew) scalar_unclamp(s, i);
        scalar_park(s, i, s->f[i]);
    }
    if (anew) scalar_factor(s, true);
}

/// All violated rows into C; returns how many there were.
static int enter(scalar_state *s)
{
    int count = 0;
    for (int i = 0; i < s->n; i++)
        if (s->set[i] != HF_PIVOT_CLAMPED) count += s->refused[i] = scalar_violation(s, i) != 0;
    bool anew = count > 1 + s->F.count / FEW;
    for (int i = 0; i < s->n; i++)
    {
        if (s->set[i] == HF_PIVOT_CLAMPED || !s->refused[i]) continue;
        if (anew) s->set[i] = HF_PIVOT_CLAMPED;
        else (void)scalar_clamp(s, i);
    }
    if (anew) scalar_factor(s, true);
    return count;
}

static double energy(const scalar_state *s)
{
    double sum = 0.0;
    for (int i = 0; i < s->n; i++) sum += 0.5 * s->f[i] * (s->a[i] + s->lcp->b[i]);
    return sum;
}

bool scalar_active_set(scalar_state *s)
{
    int before = -1, refined = 0;
    double lowest = INFINITY;
    scalar_factor(s, true);
    for (int i = 0; i < s->n; i++) s->kept[i] = false;
    for (long steps = 4L * s->n + 100; steps > 0; steps--)
    {
        double step = walk(s);
        int there = arrive(s, step);
        s->result->pivots += there;
        if (there > 0)
        {
            leave(s, there);
            continue;
        }
        scalar_accelerate(s);
        if (scalar_clamped_move(s) && ++refined % REFINE != 0)
            continue; // once more over the same C sweeps rounding out
        double q = energy(s);
        int count = enter(s);
        if (count == 0) return true;
        if (!(q < lowest) && count >= before && before >= 0) return false; // rounding has the last word
        s->result->block_moves++;
        lowest = q;
        before = count;
    }
    return false;
}
