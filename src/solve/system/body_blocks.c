// A free body has six degrees of freedom, and a contact that touches one of them touches all six. So the matrix of body_factors.h,
//
//     1 + Σ_i P_i Q_i,     P_i = G_iᵀ Z_i T_i⁻¹  (dofs × unknowns),     Q_i = Y_iᵀ H_i  (unknowns × dofs),
//
// falls into blocks of 6 × 6: one for each body, one for each pair that a contact with unknowns connects. A group is a run of up to six
// degrees of freedom that the same blocks touch; shorter ones (planar bodies, sliders) are filled up with ones on the diagonal.
// Cost: the sum is linear in the contacts, the factors are those of the graph of bodies (linalg/sparse/block6_lu.c). The order is found anew whenever contacts come
// or go; on a graph with one node a body that is cheap.

#include "solve/system/body_factors.h"

#include "solve/system/body_pattern.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/sparse/block6_lu.h"

#include <string.h>

static const double PADDING_MAX = 2.2; // rows with padding over rows without; above, a scalar factorization is better
static const double ENTRIES_MAX = 3e7; // numbers in each factor: 240 MB
static const double COST_MAX = 5e10;   // operations of a factorization: ten seconds or so

struct body_blocks
{
    const hf_problem *problem;
    hf_workspace *workspace;
    int count;     // groups
    int *group;    // of each degree of freedom
    int *slot;     // 0 … 5, of each degree of freedom
    size_t *begin; // count + 1: blocks that touch a group
    int *touching;
    bool known;      // the pattern of the last factorization is at hand
    bool *used;      // block_count: whether a block had unknowns there
    arena_mark mark; // before it
    elimination pattern;
    block6_lu lu;
    double *x;       // 6 × count
    double *scratch; // of one block's part
};

/// Where the run of degrees of freedom that belong to the group of rows.dof[k] ends.
static size_t run_end(const body_blocks *b, int i, size_t k)
{
    const factored_rows *rows = &b->problem->rows;
    int g = b->group[rows->dof[k]];
    while (k < rows->begin[i + 1] && b->group[rows->dof[k]] == g) k++;
    return k;
}

static void find_touching(body_blocks *b)
{
    const hf_problem *p = b->problem;
    for (int pass = 0; pass < 2; pass++)
    {
        for (int i = 0; i < p->block_count; i++)
            for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k = run_end(b, i, k))
            {
                int g = b->group[p->rows.dof[k]];
                if (pass == 0) b->begin[g + 2]++;
                else b->touching[b->begin[g + 1]++] = i;
            }
        if (pass == 0)
            for (int g = 0; g < b->count; g++) b->begin[g + 2] += b->begin[g + 1];
    }
}

/// Degrees of freedom of the block that touches most.
static size_t widest(const hf_problem *p)
{
    size_t most = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
        if (n > most) most = n;
    }
    return most;
}

bool body_blocks_create(const hf_problem *p, hf_workspace *workspace, body_blocks **blocks)
{
    *blocks = NULL;
    size_t dofs = (size_t)p->rows.dof_count;
    body_blocks *b = ARENA_ZEROED(workspace, body_blocks, 1);
    if (!b) return false;
    b->problem = p;
    b->workspace = workspace;
    b->group = ARENA_ARRAY(workspace, int, dofs);
    b->slot = ARENA_ARRAY(workspace, int, dofs);
    int *size = ARENA_ARRAY(workspace, int, dofs);
    if (!b->group || !b->slot || !size) return false;
    b->count = body_nodes(p, BLOCK6, b->group, size);
    for (size_t d = 0; d < dofs; d++) b->slot[d] = d > 0 && b->group[d] == b->group[d - 1] ? b->slot[d - 1] + 1 : 0;
    if (BLOCK6 * (double)b->count > PADDING_MAX * (double)dofs) return true;
    b->begin = ARENA_ZEROED(workspace, size_t, b->count + 2);
    b->touching = ARENA_ARRAY(workspace, int, p->rows.begin[p->block_count]);
    b->x = ARENA_ZEROED(workspace, double, BLOCK6 *(size_t)b->count);
    b->scratch = ARENA_ARRAY(workspace, double, 2 * BLOCK_SIZE_MAX * widest(p));
    b->used = ARENA_ARRAY(workspace, bool, p->block_count);
    if (!b->begin || !b->touching || !b->x || !b->scratch || !b->used) return false;
    find_touching(b);
    *blocks = b;
    return true;
}

// ---- the pattern ----

/// Groups that a block with unknowns connects with g, at `out` if it is not NULL; returns how many.
static int neighbours(const body_blocks *b, const block_move *moves, int g, int *marker, int stamp, int *out)
{
    const factored_rows *rows = &b->problem->rows;
    int count = 0;
    marker[g] = stamp;
    for (size_t t = b->begin[g]; t < b->begin[g + 1]; t++)
    {
        int i = b->touching[t];
        if (moves[i].free == 0) continue;
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k = run_end(b, i, k))
        {
            int other = b->group[rows->dof[k]];
            if (marker[other] == stamp) continue;
            marker[other] = stamp;
            if (out) out[count] = other;
            count++;
        }
    }
    return count;
}

static hf_status find_pattern(body_blocks *b, const block_move *moves, hf_error *error)
{
    int *begin = ARENA_ZEROED(b->workspace, int, b->count + 1);
    int *marker = ARENA_ZEROED(b->workspace, int, b->count);
    if (!begin || !marker) return error_no_memory(error);
    for (int g = 0; g < b->count; g++) begin[g + 1] = begin[g] + neighbours(b, moves, g, marker, g + 1, NULL);
    int *adjacent = ARENA_ARRAY(b->workspace, int, begin[b->count]);
    if (!adjacent) return error_no_memory(error);
    for (int g = 0; g < b->count; g++) neighbours(b, moves, g, marker, -g - 1, adjacent + begin[g]);
    size_t most = (size_t)(ENTRIES_MAX / BLOCK6_AREA);
    if (!elimination_find(b->count, begin, adjacent, most, b->workspace, &b->pattern)) return error_no_memory(error);
    double cost = 2.0 * BLOCK6_AREA * BLOCK6 * b->pattern.work;
    if (!b->pattern.too_full && cost <= COST_MAX) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_UNSUPPORTED, "the factors of a Newton system over %d bodies would be too large",
                     b->count);
}

// ---- the values ----

/// The factors of one block's part: P (dofs × unknowns) and Q (unknowns × dofs), both stored unknown by unknown.
typedef struct rank_part
{
    int rank; // unknowns
    double *P[BLOCK_SIZE_MAX], *Q[BLOCK_SIZE_MAX];
} rank_part;

static void fill_part(const body_blocks *b, const block_move *move, int i, const double *T, rank_part *part)
{
    const hf_problem *p = b->problem;
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const double *H = p->rows.H + p->rows.at[i], *G = p->rows.G + p->rows.at[i];
    int size = p->size[i], free = part->rank = move->free;
    for (int k = 0; k < free; k++)
    {
        double *P = part->P[k] = b->scratch + 2 * (size_t)k * n, *Q = part->Q[k] = P + n, inverse = 1.0 / T[k];
        for (size_t c = 0; c < n; c++) P[c] = Q[c] = 0.0;
        for (int a = 0; a < size; a++)
        {
            double z = inverse * move->Z[a * free + k], y = move->Y[a * free + k];
            for (size_t c = 0; c < n; c++) // Gᵀ Z T⁻¹ and Yᵀ H
            {
                P[c] += G[(size_t)a * n + c] * z;
                Q[c] += H[(size_t)a * n + c] * y;
            }
        }
    }
}

/// block += P Q for a whole 6 × 6 block: rows from s, columns from t.
static void add_full(const rank_part *part, size_t s, size_t t, double *restrict block)
{
    if (part->rank == 3) // a contact that sticks: one pass over the block
    {
        const double *const P[3] = {part->P[0] + s, part->P[1] + s, part->P[2] + s};
        const double *const Q[3] = {part->Q[0] + t, part->Q[1] + t, part->Q[2] + t};
        for (int r = 0; r < BLOCK6; r++)
            for (int c = 0; c < BLOCK6; c++)
                block[BLOCK6 * r + c] += P[0][r] * Q[0][c] + P[1][r] * Q[1][c] + P[2][r] * Q[2][c];
        return;
    }
    for (int k = 0; k < part->rank; k++)
    {
        const double *P = part->P[k] + s, *Q = part->Q[k] + t;
        for (int r = 0; r < BLOCK6; r++)
            for (int c = 0; c < BLOCK6; c++) block[BLOCK6 * r + c] += P[r] * Q[c];
    }
}

/// The same where a run is not the whole body: `dof` at the places of the runs.
static void add_slots(const body_blocks *b, const rank_part *part, const int *dof, const size_t s[2], const size_t t[2],
                      double *block)
{
    for (int k = 0; k < part->rank; k++)
        for (size_t r = s[0]; r < s[1]; r++)
            for (size_t c = t[0]; c < t[1]; c++)
                block[BLOCK6 * b->slot[dof[r]] + b->slot[dof[c]]] += part->P[k][r] * part->Q[k][c];
}

static void add_block(body_blocks *b, const block_move *move, int i, const double *T)
{
    const factored_rows *rows = &b->problem->rows;
    size_t first = rows->begin[i], n = rows->begin[i + 1] - first, s[2], t[2];
    const int *dof = rows->dof + first;
    rank_part part;
    fill_part(b, move, i, T, &part);
    for (s[0] = 0; s[0] < n; s[0] = s[1])
    {
        s[1] = run_end(b, i, first + s[0]) - first;
        for (t[0] = 0; t[0] < n; t[0] = t[1])
        {
            t[1] = run_end(b, i, first + t[0]) - first;
            double *block = block6_lu_at(&b->lu, b->group[dof[s[0]]], b->group[dof[t[0]]]);
            if (s[1] - s[0] == BLOCK6 && t[1] - t[0] == BLOCK6) add_full(&part, s[0], t[0], block);
            else add_slots(b, &part, dof, s, t, block);
        }
    }
}

void body_blocks_release(body_blocks *b)
{
    if (b->known) arena_end(b->workspace, b->mark);
    b->known = false;
}

/// Pattern and room for the factors, unless they are at hand.
static hf_status begin_factors(body_blocks *b, const block_move *moves, hf_error *error)
{
    bool same = b->known;
    for (int i = 0; same && i < b->problem->block_count; i++) same = b->used[i] == (moves[i].free > 0);
    if (same) return HF_STATUS_OK;
    body_blocks_release(b);
    b->mark = arena_begin(b->workspace);
    b->known = true;
    for (int i = 0; i < b->problem->block_count; i++) b->used[i] = moves[i].free > 0;
    hf_status status = find_pattern(b, moves, error);
    if (status == HF_STATUS_OK && !block6_lu_begin(&b->pattern, b->workspace, &b->lu)) status = error_no_memory(error);
    if (status != HF_STATUS_OK) body_blocks_release(b);
    return status;
}

hf_status body_blocks_factor(body_blocks *b, const system_unknowns *u, const double *T, bool *regular, hf_error *error)
{
    *regular = false;
    hf_status status = begin_factors(b, u->moves, error);
    if (status != HF_STATUS_OK) return status;
    block6_lu_clear(&b->lu);
    for (int g = 0; g < b->count; g++)
    {
        double *D = block6_lu_at(&b->lu, g, g);
        for (int k = 0; k < BLOCK6; k++) D[BLOCK6 * k + k] = 1.0;
    }
    for (int i = 0; i < b->problem->block_count; i++)
        if (u->moves[i].free > 0) add_block(b, &u->moves[i], i, T + u->first[i]);
    *regular = block6_lu_factor(&b->lu);
    return HF_STATUS_OK;
}

void body_blocks_solve(body_blocks *b, double *z)
{
    int n = b->problem->rows.dof_count;
    for (int d = 0; d < n; d++) b->x[BLOCK6 * b->group[d] + b->slot[d]] = z[d];
    block6_lu_solve(&b->lu, b->x);
    for (int d = 0; d < n; d++) z[d] = b->x[BLOCK6 * b->group[d] + b->slot[d]];
}
