// Loops alone, at the end of stage CORRECT: Newton steps towards closed ones, the least in the metric of mass.
//
//   δq = M⁻¹ Jᵀ p,   W p = -gap,   W = J M⁻¹ Jᵀ
//
// Loops may depend on each other (Bricard's linkage has one row too many): W is factored with pivots, and the rows that
// these leave over follow. One factor serves for as long as gaps shrink fast: they are small beside everything, and
// rows of a rope are long. Not done where there are too many rows for a dense matrix.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

/// All bilateral rows: row k is row `in[k]` of block `of[k]`.
typedef struct loop_system
{
    int n, rank;
    int *of, *in, *pivot;
    double *W; // n × n: lower triangle, then its factor
    double *p, *work, *delta;
} loop_system;

static bool take_loops(loop_system *s, int n, int dof_count, hf_workspace *w)
{
    size_t size = (size_t)n;
    *s = (loop_system){.of = ARENA_ARRAY(w, int, n), .in = ARENA_ARRAY(w, int, n), .pivot = ARENA_ARRAY(w, int, n)};
    s->W = ARENA_ZEROED(w, double, size *size);
    s->p = ARENA_ARRAY(w, double, n);
    s->work = ARENA_ARRAY(w, double, 2 * size);
    s->delta = ARENA_ARRAY(w, double, dof_count);
    return s->of && s->in && s->pivot && s->W && s->p && s->work && s->delta;
}

/// W = L Lᵀ with pivots; rows beyond the rank depend on the others.
static void factor_loops(loop_system *s, const row_set *set)
{
    const double DEPENDENT = 1e-11; // of the largest diagonal entry
    size_t n = (size_t)s->n;
    double largest = 0.0;
    for (size_t j = 0; j < n; j++)
    {
        const row_block *y = &set->blocks[s->of[j]];
        for (size_t i = j; i < n; i++) s->W[j * n + i] = rows_product(&set->blocks[s->of[i]], s->in[i], y, s->in[j]);
        largest = fmax(largest, s->W[j * n + j]);
    }
    s->rank = dense_cholesky_pivoted(s->n, s->W, s->n, DEPENDENT * largest, s->pivot, s->work);
}

/// delta ◄ M⁻¹ Jᵀ p, W p = -share gap.
static void solve_loops(const loop_system *s, const row_set *set, int dof_count, double share)
{
    double *work = s->work;
    for (int k = 0; k < s->rank; k++) work[k] = -share * set->blocks[s->of[s->pivot[k]]].b[s->in[s->pivot[k]]];
    dense_trsm(true, false, false, s->rank, 1, s->W, s->n, work, s->n);
    dense_trsm(true, true, false, s->rank, 1, s->W, s->n, work, s->n);
    for (int k = 0; k < s->n; k++) s->p[k] = 0.0;
    for (int k = 0; k < s->rank; k++) s->p[s->pivot[k]] = work[k];
    memset(s->delta, 0, (size_t)dof_count * sizeof *s->delta);
    for (int k = 0; k < s->n; k++)
    {
        const row_block *block = &set->blocks[s->of[k]];
        for (int j = 0; j < block->count; j++)
            s->delta[block->dof[j]] += block->G[s->in[k] * block->count + j] * s->p[k];
    }
}

static bool is_loop(const row_block *block)
{
    return block->kind == HF_LAW_BILATERAL;
}

/// Displaces by as much of a Newton step as does not open loops further: ends of fibres are held along nearly straight
/// ropes, where rows say little of what is to come. *widest ◄ afterwards;
/// all of it is taken back where nothing helps.
static hf_status displace_some(step_context *step, const loop_system *s, row_set *set, const shift_place *from,
                               double *widest)
{
    enum
    {
        SHORTER = 6
    };
    const hf_model *m = step->model;
    const double before = *widest;
    hf_status status = HF_STATUS_OK;
    double share = 1.0;
    shift_keep(step, from);
    for (int k = 0; k <= SHORTER && status == HF_STATUS_OK; k++, share *= 0.25)
    {
        solve_loops(s, set, m->dof_count, share);
        status = objects_displace(step, s->delta);
        *widest = mechanism_position_gaps(step, set);
        if (*widest <= before || m->fibre_count == 0) return status;
        if (status == HF_STATUS_OK) status = shift_restore(step, from);
        *widest = mechanism_position_gaps(step, set);
    }
    return status;
}

hf_status close_loops(step_context *step, row_set *set, double widest, bool *done)
{
    enum
    {
        MOST = 600,
        AGAIN = 4
    };
    const double FAST = 0.03; // of the gap before
    loop_system s;
    shift_place from;
    int n = 0, dof_count = step->model->dof_count;
    for (int k = 0; k < set->count; k++) n += is_loop(&set->blocks[k]) ? set->blocks[k].size : 0;
    *done = n <= MOST;
    if (!*done) return HF_STATUS_OK;
    if (!shift_take(step, &from) || !take_loops(&s, n, dof_count, step->workspace)) return error_no_memory(step->error);
    for (int k = 0; k < set->count; k++)
        for (int r = 0; is_loop(&set->blocks[k]) && r < set->blocks[k].size; r++) s.of[s.n] = k, s.in[s.n++] = r;
    factor_loops(&s, set);
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < AGAIN && status == HF_STATUS_OK; k++)
    {
        double before = widest;
        status = displace_some(step, &s, set, &from, &widest);
        if (widest <= LOOP_CLOSED || !(widest <= FAST * before)) break;
    }
    return status;
}
