// Frictionless contact, one row at a time: section 4 of Baraff 1994, which is Dantzig's algorithm (Cottle and Dantzig
// 1968).
//
// drive-to-zero(d) changes f_d until a_d = 0, all established laws kept:
//   fdirection  Δf_d = ±1, A_CC Δf_C = -A_Cd Δf_d                                (eq. 9)
//   maxstep     f_i reaches a bound (eq. 10), a_i reaches zero (eq. 11), a_d reaches zero (eq. 12)
// and the row that limits the step changes its set. The factor of A_CC follows by one row in or out: O(n²) a pivot.
//
// Ties. A step of size zero can only occur when two rows change sets at the same value of f_d. Among them the least row
// index goes first: with this rule the principal pivoting method, of which this is the symmetric version, cannot cycle
// for any sufficient matrix, and semidefinite ones are sufficient (Cottle and Chang 1992). Steps above zero need no
// rule: f_d grows strictly, so no state comes back (theorem 3); there the row with the largest rate goes first, which
// keeps the pivots away from rounding.
//
// Dependent rows. In exact arithmetic a row that starts to move while C is held is independent of C, so it can be
// clamped. A rate below rounding counts as zero. If the factor refuses a row all the same, its rate was rounding, and
// the drive leaves it out.
//
// Ray. No limit at all, and Δa_d = 0: then Δfᵀ A Δf = 0, so A Δf = 0, and bᵀΔf = aᵀΔf has the sign of a_d Δf_d < 0.
// Every f with a = A f + b feasible would give Δfᵀ a = Δfᵀ b < 0 although Δf >= 0 wherever a >= 0 is asked: there is no
// solution. That bᵀΔf is not just rounding is asked before: if b lies in the range of A it is zero, and then a_d was
// rounding, and row d is excused.

#include "papers/baraff1994/pivot_scalar.h"
#include "solve/frame.h"
#include "solve/report.h"

#include "linalg/vector.h"

#include <string.h>

/// What limits a step.
typedef struct limit
{
    double step;
    double rate; // of the limiting quantity, scaled; larger is safer
    int row;     // -1: nothing
    bool bound;  // f reaches a bound; otherwise a reaches zero
} limit;

/// Offers row i as the limit; see "Ties" above.
static void offer(limit *l, double step, double rate, int row, bool bound)
{
    step = step > 0.0 ? step : 0.0;
    bool wins = step < l->step;
    if (step == l->step && l->row >= 0) wins = step == 0.0 ? row < l->row : rate > l->rate;
    if (wins) *l = (limit){.step = step, .rate = rate, .row = row, .bound = bound};
}

/// Δf and Δa for a unit change of f_d; returns Σ root_i |Δf_i|, the scale of Δa.
static double direction(scalar_state *s, int d, int sign)
{
    const scalar_lcp *p = s->lcp;
    const double *A = p->A + (size_t)s->n * (size_t)d;
    double scale = s->root[d];
    for (int k = 0; k < s->F.count; k++) s->x[k] = -sign * A[s->index[k]];
    llt_solve(&s->F, s->x); // Δf_C = -A_CC⁻¹ A_Cd Δf_d
    for (int i = 0; i < s->n; i++)
    {
        s->df[i] = 0.0;
        s->da[i] = sign * A[i];
    }
    s->df[d] = sign;
    for (int k = 0; k < s->F.count; k++)
    {
        int j = s->index[k];
        s->df[j] = s->x[k];
        scale += s->root[j] * fabs(s->x[k]);
        vector_add(s->n, s->x[k], p->A + (size_t)s->n * (size_t)j, s->da);
    }
    return scale;
}

/// maxstep for the driven row and for C.
static void limit_forces(const scalar_state *s, int d, double scale, limit *l)
{
    const scalar_lcp *p = s->lcp;
    double grown = scale / s->root[d]; // Δa_d = Δfᵀ A Δf carries the rounding of Δf twice
    double rate = fabs(s->da[d]) / (s->root[d] * scale);
    bool approaches = s->da[d] * s->df[d] > 0.0 && rate > pivot_tolerance(s->n) * grown;
    if (approaches) offer(l, -s->a[d] / s->da[d], rate, d, false);
    for (int k = -1; k < s->F.count; k++)
    {
        int i = k < 0 ? d : s->index[k];
        double df = s->df[i], room = df < 0.0 ? s->f[i] - p->lo[i] : p->hi[i] - s->f[i];
        if (df != 0.0 && room < INFINITY) offer(l, room / fabs(df), s->root[i] * fabs(df) / scale, i, true);
    }
}

/// maxstep for the established rows outside C.
static void limit_accelerations(const scalar_state *s, int d, double scale, limit *l)
{
    const scalar_lcp *p = s->lcp;
    for (int i = 0; i < s->n; i++)
    {
        if (s->set[i] == HF_PIVOT_CLAMPED || i == d || s->refused[i] || s->root[i] == 0.0) continue;
        double da = s->da[i], rate = fabs(da) / (s->root[i] * scale);
        if (!(rate > pivot_tolerance(s->n)) || scalar_violation(s, i) != 0) continue;
        if (da < 0.0 && s->f[i] < p->hi[i]) offer(l, -s->a[i] / da, rate, i, false);
        if (da > 0.0 && s->f[i] > p->lo[i]) offer(l, -s->a[i] / da, rate, i, false);
    }
}

/// A pivot above this share of the diagonal entry is no rounding, whatever C is.
static const double CLEAR_PIVOT = 1e-6;

/// Puts row i into C; false if it depends on the rows there. Its pivot A_ii - A_iC x with A_CC x = A_Ci carries the
/// rounding of A twice multiplied by x, so that is what it must exceed.
bool scalar_clamp(scalar_state *s, int i)
{
    const double *A = s->lcp->A + (size_t)s->n * (size_t)i;
    double grown = 1.0, diagonal = A[i] * (1.0 + s->ridge);
    for (int k = 0; k < s->F.count; k++) s->x[k] = s->y[k] = A[s->index[k]];
    bool clear = llt_append(&s->F, s->x, diagonal, CLEAR_PIVOT);
    if (!clear)
    {
        for (int k = 0; k < s->F.count; k++) s->x[k] = s->y[k];
        llt_solve(&s->F, s->y);
        for (int k = 0; k < s->F.count; k++) grown += s->root[s->index[k]] * fabs(s->y[k]) / s->root[i];
        if (!llt_append(&s->F, s->x, diagonal, pivot_tolerance(s->n) * grown * grown)) return false;
    }
    s->position[i] = s->F.count - 1;
    s->index[s->F.count - 1] = i;
    s->set[i] = HF_PIVOT_CLAMPED;
    return true;
}

void scalar_unclamp(scalar_state *s, int i)
{
    int at = s->position[i];
    llt_remove(&s->F, at, s->x);
    memmove(s->index + at, s->index + at + 1, (size_t)(s->F.count - at) * sizeof *s->index);
    for (int k = at; k < s->F.count; k++) s->position[s->index[k]] = k;
    s->position[i] = -1;
}

static void advance(scalar_state *s, double step)
{
    s->force = 0.0;
    for (int i = 0; i < s->n; i++)
    {
        s->f[i] += step * s->df[i];
        s->a[i] += step * s->da[i];
        s->force += s->root[i] * fabs(s->f[i]);
    }
}

/// A row of C, or the driven one, has come to a bound.
static void arrive(scalar_state *s, int i)
{
    if (s->set[i] == HF_PIVOT_CLAMPED) scalar_unclamp(s, i);
    scalar_park(s, i, s->df[i] < 0.0 ? s->lcp->lo[i] : s->lcp->hi[i]);
}

/// Whether bᵀΔf is more than rounding.
static bool works_along_ray(const scalar_state *s)
{
    const double share = 1e-10; // of the terms; Δf_C carries the condition of A_CC
    double sum = 0.0, size = 0.0;
    for (int i = 0; i < s->n; i++)
    {
        sum += s->lcp->b[i] * s->df[i];
        size += fabs(s->lcp->b[i] * s->df[i]);
    }
    return fabs(sum) > share * size;
}

/// drive-to-zero(d). True when the law of row d holds; otherwise *end says why not.
static bool drive(scalar_state *s, int d, long bound, hf_pivot_end *end)
{
    int sign = scalar_violation(s, d);
    hf_pivot_result *result = s->result;
    result->drives++;
    memset(s->refused, 0, (size_t)s->n * sizeof *s->refused);
    for (;;)
    {
        work_charge(s->work, pivot_work(s->n + s->F.count, s->F.count) + 4.0 * pivot_work(s->n, 1.0));
        if (result->pivots >= bound || work_over(s->work))
        {
            *end = HF_PIVOT_LIMIT;
            return false;
        }
        double scale = direction(s, d, sign);
        limit l = {.step = INFINITY, .row = -1};
        limit_forces(s, d, scale, &l);
        limit_accelerations(s, d, scale, &l);
        if (l.row < 0)
        {
            s->excused[d] = !works_along_ray(s);
            *end = HF_PIVOT_RAY;
            return s->excused[d];
        }
        result->pivots++;
        result->zero_steps += l.step == 0.0;
        advance(s, l.step);
        if (l.bound) arrive(s, l.row);
        else if (!scalar_clamp(s, l.row)) s->refused[l.row] = true;
        if (l.row == d) return true;
    }
}

/// The row that breaks its law worst, each measured by its own scale; -1 if none does.
static int worst_row(const scalar_state *s)
{
    int worst = -1;
    double largest = 0.0;
    for (int i = 0; i < s->n; i++)
    {
        if (s->set[i] == HF_PIVOT_CLAMPED || s->excused[i] || scalar_violation(s, i) == 0) continue;
        double size = s->root[i] > 0.0 ? fabs(s->a[i]) / s->root[i] : INFINITY;
        if (size > largest)
        {
            largest = size;
            worst = i;
        }
    }
    return worst;
}

/// After a drive: f_C and a anew from the factor, as a step's rounding would pile up. False if the factor does not give
/// lo <= f_C <= hi any more, beyond rounding: the sets are then solved afresh.
static void refresh(scalar_state *s)
{
    scalar_accelerate(s);
    double before = s->force, change = 0.0;
    for (int k = 0; k < s->F.count; k++) s->x[k] = s->a[s->index[k]];
    llt_solve(&s->F, s->x);
    for (int k = 0; k < s->F.count; k++)
    {
        int i = s->index[k];
        change += s->root[i] * fabs(s->x[k]);
        s->f[i] = scalar_clip(s, i, s->f[i] - s->x[k]);
    }
    scalar_accelerate(s);
    const double drift = 1e-9; // of all forces: the factor has lost half of its figures
    if (change > drift * before) scalar_solve_sets(s);
}

/// Whether A Δf = 0 up to rounding. It always is if A is what it should be; nothing is claimed for a matrix that is
/// indefinite.
static bool ray_proves(const scalar_state *s)
{
    const double share = 1e-9; // of the terms: rounding in Δf_C grows with the condition of A_CC
    double scale = 0.0;
    for (int i = 0; i < s->n; i++) scale += s->root[i] * fabs(s->df[i]);
    for (int i = 0; i < s->n; i++)
        if (fabs(s->da[i]) > share * s->root[i] * scale) return false;
    return true;
}

hf_pivot_end scalar_drive_all(scalar_state *s, const hf_pivot_options *options, double *ray)
{
    hf_pivot_end end = HF_PIVOT_SOLVED;
    long bound = solve_limit(&options->common, pivot_bound(s->n));
    memset(s->excused, 0, (size_t)s->n * sizeof *s->excused);
    for (int d; (d = worst_row(s)) >= 0;)
    {
        if (work_over(s->work) || !report_observe(&options->common, "drive", s->result->pivots, fabs(s->a[d]), true))
        {
            s->result->stopped = true;
            return HF_PIVOT_LIMIT;
        }
        if (!drive(s, d, bound, &end))
        {
            s->result->ray_row = end == HF_PIVOT_RAY ? d : -1;
            s->result->ray_is_proof = end == HF_PIVOT_RAY && ray_proves(s);
            if (end == HF_PIVOT_RAY) memcpy(ray, s->df, (size_t)s->n * sizeof *ray);
            return end;
        }
        refresh(s);
    }
    return HF_PIVOT_SOLVED;
}
