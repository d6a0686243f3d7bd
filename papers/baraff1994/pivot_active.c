// Frictionless contact, downhill.
//
// The solution minimizes q(f) = ½ fᵀA f + bᵀf between the bounds. From a feasible f, with C the rows that are off their
// bounds, walk towards the minimum over C (A_CC Δ = -a_C). Rows that come to a bound on the way leave C, all those at
// once that are there; the factor follows by one row out, O(n²) each. At the minimum over C all violated rows enter C
// together, and the walk goes on.
//
// q never rises and falls with every step above zero; a step of size zero only takes rows out of C. So no C is met
// twice at a minimum, and the walk ends (Lawson and Hanson 1974, chapter 23, with many rows instead of one). A bound on
// the number of steps hands over to the single pivots all the same, as rounding knows no theorem.
//
// Leaps. Instead of stopping at the first bound, P(f + t Δ) is tried for t = 1, 1/4, …: where that lies lower than the
// first bound does, many rows leave C at once. q falls, so the argument above stands.
//
// Proximal problems. Where violated rows do not fit into C any more, as |C| has come to the rank of A, q is flat and
// single rows would go in and out for long. Then q(f) + ½ ridge Σ A_ii (f_i - c_i)² is minimized instead, from c = f,
// with a ridge that falls: there any number of rows is independent, and the minima tend to one of q (Rockafellar 1976).
// C is found so after few factorizations; what remains with ridge = 0 is mostly one solve. Dependent rows of C keep
// their forces then, which are positive, and hold by themselves.
//
// Along the walk a_C shrinks by the factor 1 - t, so that all of a is needed only at the minima.

#include "papers/baraff1994/pivot_scalar.h"

#include <string.h>

enum
{
    FEW = 12,     // rows, as a share 1/FEW of C: above it a new factorization is cheaper than rows in or out one by one
    REFINE = 3,   // steps over the same C until a_C is taken as it is
    PROXIMAL = 3, // proximal problems, each with a ridge of a hundredth of the one before
};

static const double FIRST_RIDGE = 1e-3; // of A_ii
static const double RIDGE_FALL = 1e-2;
static const double LEAST_LEAP = 0.1; // of Δ: shorter ones gain too little

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

/// q, with the proximal terms up to a constant. a must be up to date.
static double energy(const scalar_state *s)
{
    const double *b = s->lcp->b;
    double sum = 0.0, drawn = 0.0;
    for (int i = 0; i < s->n; i++) sum += s->f[i] * (s->a[i] + b[i]);
    for (int i = 0; s->ridge > 0.0 && i < s->n; i++) drawn += s->f[i] * s->root[i] * s->root[i] * s->center[i];
    return 0.5 * (sum - s->ridge * drawn);
}

/// Marks the rows of C that Δ (in s->x) has taken to a bound; returns how many.
static int mark(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    int there = 0;
    for (int k = 0; k < s->F.count; k++)
    {
        int i = s->index[k];
        s->kept[i] = s->x[k] < 0.0 ? s->f[i] == p->lo[i] : s->f[i] == p->hi[i];
        there += s->kept[i];
    }
    return there;
}

/// Leaps beyond the first bound if that leads lower than `near`, q at the first bound: rows at a bound are marked and
/// counted, *q and a are up to date. If not, returns 0, and nothing has changed.
static int leap(scalar_state *s, double first, double near, double *q)
{
    size_t bytes = (size_t)s->n * sizeof *s->f;
    double force = s->force;
    memcpy(s->keep, s->f, bytes);
    memcpy(s->da, s->a, bytes);
    for (double t = 1.0; t > LEAST_LEAP && t > 4.0 * first; t *= 0.25)
    {
        for (int k = 0; k < s->F.count; k++)
        {
            int i = s->index[k];
            s->f[i] = scalar_clip(s, i, s->keep[i] + t * s->x[k]);
        }
        scalar_accelerate(s);
        double here = energy(s);
        if (!(here < near)) continue;
        *q = here;
        return mark(s);
    }
    memcpy(s->f, s->keep, bytes);
    memcpy(s->a, s->da, bytes);
    s->force = force;
    return 0;
}

/// One step from f with energy *q; returns how many rows have come to a bound.
static int advance(scalar_state *s, double *q)
{
    double step = walk(s), slope = 0.0;
    if (s->n <= SMALL || step == 1.0) return arrive(s, step);
    for (int k = 0; k < s->F.count; k++) slope -= s->a[s->index[k]] * s->x[k]; // Δᵀ A Δ
    double near = *q - slope * step * (1.0 - 0.5 * step);
    int there = leap(s, step, near, q);
    if (there > 0) return there;
    *q = near;
    return arrive(s, step);
}

typedef enum descent
{
    DOWN,  // at the minimum
    FLAT,  // rows that should enter C do not fit
    TIRED, // rounding, or too long
} descent;

/// Down from f, with A_CC factored; FLAT only if asked for.
static descent descend(scalar_state *s, bool stop_if_flat)
{
    int before = -1, refined = 0;
    double lowest = INFINITY, q = s->n <= SMALL ? 0.0 : energy(s);
    memset(s->kept, 0, (size_t)s->n * sizeof *s->kept);
    for (long steps = 4L * s->n + 100; steps > 0 && !work_over(s->work); steps--)
    {
        work_charge(s->work, pivot_work(s->F.count, s->F.count) + 2.0 * pivot_work(s->n, 1.0));
        int there = advance(s, &q);
        s->result->pivots += there;
        if (there > 0)
        {
            leave(s, there);
            continue;
        }
        scalar_accelerate(s);
        if (scalar_clamped_move(s) && ++refined % REFINE != 0)
            continue; // once more over the same C sweeps rounding out
        q = energy(s);
        s->dependent = 0;
        int count = enter(s);
        if (count == 0) return DOWN;
        if (!(q < lowest) && count >= before && before >= 0) return TIRED; // rounding has the last word
        s->result->block_moves++;
        if (stop_if_flat && s->dependent > 0) return FLAT;
        lowest = q;
        before = count;
    }
    return TIRED;
}

/// Through proximal problems to an f near the minimum of q itself.
static void approach(scalar_state *s)
{
    s->ridge = FIRST_RIDGE;
    for (int k = 0; k < PROXIMAL; k++, s->ridge *= RIDGE_FALL)
    {
        memcpy(s->center, s->f, (size_t)s->n * sizeof *s->center);
        scalar_accelerate(s);
        scalar_factor(s, true);
        if (descend(s, false) != DOWN) break;
    }
    s->ridge = 0.0;
    scalar_accelerate(s);
    scalar_factor(s, true);
}

/// Δf_h = -1 towards its bound, and Δf_C = A_CC⁻¹ A_Ch (in s->x), which leaves a alone; the step to the first bound,
/// *first the row of C that is there, or -1 if it is row h.
static double slide(scalar_state *s, int h, double sign, double room, int *first)
{
    const scalar_lcp *p = s->lcp;
    const double *A = p->A + (size_t)s->n * (size_t)h;
    double step = room;
    *first = -1;
    for (int k = 0; k < s->F.count; k++) s->x[k] = -sign * A[s->index[k]];
    llt_solve(&s->F, s->x);
    for (int k = 0; k < s->F.count; k++)
    {
        int i = s->index[k];
        double there = s->x[k] < 0.0 ? s->f[i] - p->lo[i] : p->hi[i] - s->f[i];
        if (!(there < step * fabs(s->x[k]))) continue;
        step = there / fabs(s->x[k]);
        *first = i;
    }
    return step;
}

/// Takes dependent rows that push to a bound, or into C in the place of one that comes to a bound first: the answer is
/// then known by its sets alone, and a warm start can be. Returns whether there were any.
static bool tidy(scalar_state *s)
{
    const scalar_lcp *p = s->lcp;
    bool any = false;
    for (int h = 0; h < s->n; h++)
    {
        if (s->set[h] != HF_PIVOT_HELD || (p->lo[h] == -INFINITY && p->hi[h] == INFINITY)) continue;
        double sign = p->lo[h] > -INFINITY ? -1.0 : 1.0, room = sign < 0.0 ? s->f[h] - p->lo[h] : p->hi[h] - s->f[h];
        int first;
        double step = slide(s, h, sign, room, &first);
        for (int k = 0; k < s->F.count; k++)
        {
            int i = s->index[k];
            s->f[i] = scalar_clip(s, i, s->f[i] + step * s->x[k]);
        }
        any = true;
        s->result->pivots++;
        if (first < 0)
        {
            scalar_park(s, h, sign < 0.0 ? p->lo[h] : p->hi[h]);
            continue;
        }
        bool down = s->x[s->position[first]] < 0.0;
        s->f[h] += step * sign;
        scalar_unclamp(s, first);
        scalar_park(s, first, down ? p->lo[first] : p->hi[first]);
        (void)scalar_clamp(s, h);
    }
    return any;
}

bool scalar_active_set(scalar_state *s)
{
    scalar_factor(s, true);
    descent end = descend(s, s->n > SMALL);
    if (end == FLAT)
    {
        approach(s);
        end = descend(s, false);
    }
    if (end != DOWN || !tidy(s)) return end == DOWN;
    scalar_accelerate(s);
    return descend(s, false) == DOWN;
}
