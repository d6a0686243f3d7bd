// A free body has six degrees of freedom, and a contact that touches one of them touches all six. So the matrix of
// body_factors.h,
//
//     1 + Σ_i P_i Q_i,     P_i = G_iᵀ Z_i T_i⁻¹  (dofs × unknowns),     Q_i = Y_iᵀ H_i  (unknowns × dofs),
//
// falls into blocks of 6 × 6: one for each body, one for each pair that a contact with unknowns connects. Shorter
// groups (planar bodies, sliders) are filled up with ones on the diagonal. Cost: linear in the contacts.

#include "solve/system/body_factors.h"

#include "linalg/vector.h"

/// The factors of one block's part: P (dofs × unknowns) and Q (unknowns × dofs), both stored unknown by unknown.
typedef struct rank_part
{
    int rank; // unknowns
    double *P[BLOCK_SIZE_MAX], *Q[BLOCK_SIZE_MAX];
} rank_part;

static void fill_part(const hf_problem *p, const block_move *move, int i, const double *T, double *scratch,
                      rank_part *part)
{
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const double *H = p->rows.H + p->rows.at[i], *G = p->rows.G + p->rows.at[i];
    int size = p->size[i], free = part->rank = move->free;
    for (int k = 0; k < free; k++)
    {
        double *P = part->P[k] = scratch + 2 * (size_t)k * n, *Q = part->Q[k] = P + n, inverse = 1.0 / T[k];
        for (size_t c = 0; c < n; c++) P[c] = Q[c] = 0.0;
        for (int a = move->unit ? k : 0; a < (move->unit ? k + 1 : size); a++)
        {
            double z = inverse * move->Z[a * free + k], y = move->Y[a * free + k];
            for (size_t c = 0; c < n && z != 0.0; c++) P[c] += G[(size_t)a * n + c] * z; // Gᵀ Z T⁻¹
            for (size_t c = 0; c < n && y != 0.0; c++) Q[c] += H[(size_t)a * n + c] * y; // Yᵀ H
        }
    }
}

/// block += P Q for a whole 6 × 6 block of rank 3. A row is four numbers at once and two more.
INLINED void add_sticking(const double *const P[3], const double *const Q[3], double *restrict block)
{
    const lanes a0 = *(const lanes *)Q[0], a1 = *(const lanes *)Q[1], a2 = *(const lanes *)Q[2];
    for (int r = 0; r < BLOCK6; r++)
    {
        double p0 = P[0][r], p1 = P[1][r], p2 = P[2][r], *row = block + (size_t)(BLOCK6 * r);
        *(lanes *)row += p0 * a0 + p1 * a1 + p2 * a2;
        for (int c = LANES; c < BLOCK6; c++) row[c] += p0 * Q[0][c] + p1 * Q[1][c] + p2 * Q[2][c];
    }
}

WIDE static void add_sticking_wide(const double *const P[3], const double *const Q[3], double *block)
{
    add_sticking(P, Q, block);
}

/// block += P Q for a whole 6 × 6 block: rows from s, columns from t.
static void add_full(const rank_part *part, size_t s, size_t t, double *restrict block)
{
    if (part->rank == 3) // a contact that sticks: one pass over the block
    {
        const double *const P[3] = {part->P[0] + s, part->P[1] + s, part->P[2] + s};
        const double *const Q[3] = {part->Q[0] + t, part->Q[1] + t, part->Q[2] + t};
        if (wide_runs()) add_sticking_wide(P, Q, block);
        else add_sticking(P, Q, block);
        return;
    }
    for (int k = 0; k < part->rank; k++)
    {
        const double *P = part->P[k] + s, *Q = part->Q[k] + t;
        for (int r = 0; r < BLOCK6; r++)
            for (int c = 0; c < BLOCK6; c++) block[BLOCK6 * r + c] += P[r] * Q[c];
    }
}

/// block += P Q where a run is not the whole body: `dof` at the places of the runs.
static void add_slots(const body_groups *b, const rank_part *part, const int *dof, const size_t s[2], const size_t t[2],
                      double *block)
{
    for (int k = 0; k < part->rank; k++)
        for (size_t r = s[0]; r < s[1]; r++)
            for (size_t c = t[0]; c < t[1]; c++)
                block[BLOCK6 * b->slot[dof[r]] + b->slot[dof[c]]] += part->P[k][r] * part->Q[k][c];
}

static void add_block(const body_groups *b, const rank_part *part, int i, block6_lu *lu)
{
    const factored_rows *rows = &b->problem->rows;
    size_t first = rows->begin[i], n = rows->begin[i + 1] - first, s[2], t[2];
    const int *dof = rows->dof + first;
    for (s[0] = 0; s[0] < n; s[0] = s[1])
    {
        s[1] = body_run_end(b, i, first + s[0]) - first;
        for (t[0] = 0; t[0] < n; t[0] = t[1])
        {
            t[1] = body_run_end(b, i, first + t[0]) - first;
            int row = b->group[dof[s[0]]], column = b->group[dof[t[0]]];
            if (lu->symmetric && lu->pattern->place[row] < lu->pattern->place[column]) continue;
            double *block = block6_lu_at(lu, row, column);
            if (s[1] - s[0] == BLOCK6 && t[1] - t[0] == BLOCK6) add_full(part, s[0], t[0], block);
            else add_slots(b, part, dof, s, t, block);
        }
    }
}

void body_blocks_fill(const body_groups *b, const system_unknowns *u, const double *T, double *scratch, block6_lu *lu)
{
    block6_lu_clear(lu, u->symmetric);
    for (int g = 0; g < b->count; g++)
    {
        double *D = block6_lu_at(lu, g, g);
        for (int k = 0; k < BLOCK6; k++) D[BLOCK6 * k + k] = 1.0;
    }
    for (int i = 0; i < b->problem->block_count; i++)
    {
        rank_part part;
        if (move_is_idle(&u->moves[i], b->problem->size[i])) continue;
        fill_part(b->problem, &u->moves[i], i, T + u->first[i], scratch, &part);
        add_block(b, &part, i, lu);
    }
}
