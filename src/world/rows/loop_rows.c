// Rows of loops that depend on each other: those that follow from others are left out.
//
//   J v⁺ = -t,   t = (J_m - J) v: how the rows turn within the step (mechanism_rows.c)
//
// A planar four-bar that is closed by a point has a row too many (out of its plane), Bricard's linkage and two rods
// side by side have as well: c J = 0 for some c ≠ 0. But c t = 0 holds to O(h³) only, and c J itself is as good as the
// numbers of the model's file: 1e-9 on cassie, 1e-18 in W, which is nothing.
// So the rows contradict each other by 1e-10 to 1e-8 m/s, and no impulse of less than 1e9 N s makes up for it; solvers
// search until they give up.
//
// W = J M̂⁻¹ Jᵀ of all loops, with its blocks scaled to diagonals of one, is factored with complete pivoting (Pᵀ W P =
// L Lᵀ). Rows I that come before the rank stay. Those after it, D, follow from them, J_D = C J_I with C = L_D L_I⁻¹,
// and leave the problem. Their impulses of the last step are handed on to the others in the guess, r_I += Cᵀ r_D.
//
// Cost: r³/3 for r rows of loops that share objects. Sets with more than MOST rows are left as they are.

#include "world/step_mechanism.h"

#include "base/error.h"
#include "base/union_find.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

enum
{
    MOST = 600 // rows
};

/// Of its block's W_ii: what the other rows leave of one. A row whose sine against the others is below 1e-5 would need
/// impulses 1e5 times theirs, and more, to make up for an error of the time step.
static const double DEPENDENT = 1e-10;
static const double NOTHING = 1e-24; // of the largest W_ii in any units: the square of rounding

/// The rows of one set of loops.
typedef struct loop_system
{
    int count;
    int *block, *row; // [count]
    double *scale;    // [count] 1/√W_ii, the largest of its block
    double *W;        // [count × count] lower triangle, then L
    int *pivot;       // [count]
    double *work;     // [2 count]
} loop_system;

static bool take_system(loop_system *s, int rows, hf_workspace *w)
{
    size_t n = (size_t)rows;
    s->block = ARENA_ARRAY(w, int, n);
    s->row = ARENA_ARRAY(w, int, n);
    s->scale = ARENA_ARRAY(w, double, n);
    s->W = ARENA_ZEROED(w, double, n *n);
    s->pivot = ARENA_ARRAY(w, int, n);
    s->work = ARENA_ARRAY(w, double, 2 * n);
    return arena_whole(w);
}

/// W with blocks whose largest diagonal entry is one. A block that is nothing but rounding moves nothing, and follows
/// from anything.
static void fill_system(loop_system *s, const row_set *set)
{
    size_t n = (size_t)s->count;
    double largest = 0.0;
    for (int k = 0; k < s->count; k++) // rows of a block follow one another
    {
        bool same = k > 0 && s->block[k] == s->block[k - 1];
        s->scale[k] = same ? s->scale[k - 1] : block_diagonal(&set->blocks[s->block[k]]);
        largest = fmax(largest, s->scale[k]);
    }
    for (int k = 0; k < s->count; k++) s->scale[k] = s->scale[k] > NOTHING * largest ? 1.0 / sqrt(s->scale[k]) : 0.0;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            s->W[j * n + i] = s->scale[i] * s->scale[j] *
                              rows_product(&set->blocks[s->block[i]], s->row[i], &set->blocks[s->block[j]], s->row[j]);
}

static double *guess_of(const row_set *set, double *guess, const loop_system *s, int k)
{
    return &guess[set->blocks[s->block[k]].place + s->row[k]];
}

/// Marks the rows after the rank; what they pushed in the last step goes to the others.
static void drop_dependent(const row_set *set, loop_system *s, double *guess, bool (*drop)[3])
{
    int n = s->count, rank = dense_cholesky_pivoted(n, s->W, n, DEPENDENT, s->pivot, s->work);
    for (int k = rank; k < n; k++)
    {
        int at = s->pivot[k];
        drop[s->block[at]][s->row[at]] = true;
        double *x = s->work, *r = guess ? guess_of(set, guess, s, at) : NULL;
        if (!r || *r == 0.0 || s->scale[at] == 0.0) continue;
        for (int j = 0; j < rank; j++) x[j] = s->W[(size_t)j * (size_t)n + (size_t)k];
        dense_trsm(true, true, false, rank, 1, s->W, n, x, n); // row of C, in the scaled rows
        for (int j = 0; j < rank; j++)
            *guess_of(set, guess, s, s->pivot[j]) += s->scale[s->pivot[j]] / s->scale[at] * x[j] * *r;
        *r = 0.0;
    }
}

// ---- sets ----

/// Sets of objects that loops join.
static void join_objects(const row_set *set, int *parent)
{
    const hf_model *m = set->model;
    union_find_begin(parent, m->object_count);
    for (int k = 0; k < set->count; k++)
    {
        const row_block *block = &set->blocks[k];
        for (int j = 0, last = -1, object = block->object[0]; block->kind == HF_LAW_BILATERAL && j < block->count; j++)
        {
            while (block->dof[j] >= m->objects[object].dof + m->objects[object].dof_count) object++;
            if (object != last) union_find_join(parent, object, block->object[0]);
            last = object;
        }
    }
}

static bool belongs(const row_block *block, int *parent, int root)
{
    return block->kind == HF_LAW_BILATERAL && union_find_root(parent, block->object[0]) == root;
}

static bool look_at_set(const row_set *set, int *parent, int root, double *guess, bool (*drop)[3])
{
    loop_system s = {0};
    int rows = 0;
    for (int k = 0; k < set->count; k++) rows += belongs(&set->blocks[k], parent, root) ? set->blocks[k].size : 0;
    if (rows < 2 || rows > MOST) return true;
    arena_mark mark = arena_begin(set->workspace);
    bool room = take_system(&s, rows, set->workspace);
    for (int k = 0; room && k < set->count; k++)
        for (int r = 0; belongs(&set->blocks[k], parent, root) && r < set->blocks[k].size; r++)
        {
            s.block[s.count] = k;
            s.row[s.count++] = r;
        }
    if (room)
    {
        fill_system(&s, set);
        drop_dependent(set, &s, guess, drop);
    }
    arena_end(set->workspace, mark);
    return room;
}

/// Takes marked rows out of a block.
static void shrink(row_block *block, const bool drop[3])
{
    int kept = 0;
    size_t n = (size_t)block->count;
    for (int r = 0; r < block->size; r++)
    {
        if (drop[r]) continue;
        memmove(block->H + (size_t)kept * n, block->H + (size_t)r * n, n * sizeof *block->H);
        memmove(block->G + (size_t)kept * n, block->G + (size_t)r * n, n * sizeof *block->G);
        block->b[kept] = block->b[r];
        block->row[kept++] = block->row[r];
    }
    block->size = kept;
}

hf_status loops_drop_dependent(row_set *set, double *guess, hf_error *error)
{
    if (set->failed || set->count == 0) return HF_STATUS_OK;
    arena_mark mark = arena_begin(set->workspace);
    int *parent = ARENA_ARRAY(set->workspace, int, set->model->object_count);
    bool(*drop)[3] = arena_take_zeroed(set->workspace, (size_t)set->count, sizeof *drop);
    bool room = parent && drop;
    if (room) join_objects(set, parent);
    for (int k = 0; room && k < set->model->object_count; k++)
        if (parent[k] == k) room = look_at_set(set, parent, k, guess, drop);
    int kept = 0;
    for (int k = 0; room && k < set->count; k++)
    {
        shrink(&set->blocks[k], drop[k]);
        if (set->blocks[k].size > 0) set->blocks[kept++] = set->blocks[k];
    }
    if (room) set->count = kept;
    arena_end(set->workspace, mark);
    return room ? HF_STATUS_OK : error_no_memory(error);
}
