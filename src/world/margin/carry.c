#include "world/margin/carry.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    CONES_A_BLOCK = 3,
    ROWS_A_BLOCK = 8,
    SIDES_A_BLOCK = 2 // unknowns of its own
};

typedef struct builder
{
    const pose_problem *posed;
    carry_program *carry;
    double friction;
    size_t *begin;
    int *col;
    double *value;
    int *dim;
    int rows, cones, unknowns;
    size_t entries;
} builder;

static void put(builder *b, int col, double value)
{
    b->col[b->entries] = col;
    b->value[b->entries++] = value;
}

static void end_row(builder *b)
{
    b->begin[++b->rows] = b->entries;
}

/// The next row of the program is `factor` times row k of block i, and stands for it.
static void put_row(builder *b, int i, int k, int row, double factor, size_t at)
{
    const problem_rows *rows = &b->posed->rows;
    size_t width = rows->begin[i + 1] - rows->begin[i];
    for (size_t j = 0; j < width; j++)
        if (rows->H[at + (size_t)k * width + j] != 0.0)
            put(b, rows->dof[rows->begin[i] + j], factor * rows->H[at + (size_t)k * width + j]);
    b->carry->place[row] = b->rows;
    b->carry->factor[row] = factor;
}

/// A cone of r_N (or of a copy, which `tie` makes equal) and rows `first` … `last` - 1 with their coefficients.
static void put_cone(builder *b, int i, int row, size_t at, bool own, int tie, int first, int last, const double *mu)
{
    int dim = 1;
    if (own) put_row(b, i, 0, row, 1.0, at);
    if (tie >= 0) put(b, tie, own ? 1.0 : -1.0);
    end_row(b);
    for (int k = first; k < last; k++)
    {
        double factor = b->friction * mu[k - first];
        if (!(factor > 0.0)) continue;
        put_row(b, i, k, row + k, factor, at);
        end_row(b);
        dim++;
    }
    b->dim[b->cones++] = dim;
}

static void put_contact(builder *b, int i, int row, size_t at)
{
    const problem_rows *rows = &b->posed->rows;
    int size = rows->size[i];
    double mu[2] = {rows->mu[i], rows->mu[i]};
    if (!rows->coefficients || size < 3)
    {
        put_cone(b, i, row, at, true, -1, 1, size, mu);
        return;
    }
    const hf_friction_coefficients *c = &rows->coefficients[i];
    // r_N of the first cone has an entry for each tie: both go into its one row
    int parts = size > 4 ? 3 : size > 3 ? 2 : 1, tie[2] = {-1, -1};
    for (int k = 0; k + 1 < parts; k++) tie[k] = b->unknowns++;
    put_row(b, i, 0, row, 1.0, at);
    for (int k = 0; k + 1 < parts; k++) put(b, tie[k], 1.0);
    end_row(b);
    int dim = 1;
    for (int k = 1; k < 3; k++)
    {
        double factor = b->friction * c->tangent[k - 1];
        if (!(factor > 0.0)) continue;
        put_row(b, i, k, row + k, factor, at);
        end_row(b);
        dim++;
    }
    b->dim[b->cones++] = dim;
    if (parts > 1) put_cone(b, i, row, at, false, tie[0], 3, 4, &c->torsion);
    if (parts > 2) put_cone(b, i, row, at, false, tie[1], 4, 6, c->rolling);
}

/// c ◄ c + Hᵀ of a constant r.
static void add_start(builder *b, int i, int row, size_t at, double r)
{
    const problem_rows *rows = &b->posed->rows;
    size_t width = rows->begin[i + 1] - rows->begin[i];
    b->carry->start[row] = r;
    for (size_t j = 0; j < width; j++) b->carry->c[rows->dof[rows->begin[i] + j]] += r * rows->H[at + j];
}

static void put_box(builder *b, int i, int row, size_t at, bool boxes)
{
    double lo = b->posed->rows.lo[i], hi = b->posed->rows.hi[i];
    if (!boxes && isfinite(lo)) lo = 0.0; // what is bounded stresses nothing
    if (!boxes && isfinite(hi)) hi = 0.0;
    if (lo == hi)
    {
        add_start(b, i, row, at, lo);
        return;
    }
    bool below = isfinite(lo);
    add_start(b, i, row, at, below ? lo : hi);
    put_row(b, i, 0, row, below ? 1.0 : -1.0, at);
    bool both = below && isfinite(hi);
    if (both) put(b, b->unknowns, 1.0);
    end_row(b);
    b->dim[b->cones++] = 1;
    if (!both) return;
    put(b, b->unknowns, 1.0);
    end_row(b);
    b->dim[b->cones++] = 1;
    b->carry->c[b->unknowns++] = lo - hi; // y_1 + y_2 = hi - lo
}

static bool is_free(const problem_rows *rows, int i)
{
    return rows->kind[i] == HF_LAW_BILATERAL ||
           (rows->kind[i] == HF_LAW_BOX && isinf(rows->lo[i]) && isinf(rows->hi[i]));
}

/// Free rows first, then cones.
static void put_blocks(builder *b, bool boxes)
{
    const problem_rows *rows = &b->posed->rows;
    for (int pass = 0; pass < 2; pass++)
    {
        size_t at = 0;
        for (int i = 0, row = 0; i < rows->block_count; i++)
        {
            if (is_free(rows, i) == (pass == 0))
            {
                for (int k = 0; pass == 0 && k < rows->size[i]; k++)
                {
                    put_row(b, i, k, row + k, 1.0, at);
                    end_row(b);
                }
                if (pass == 1 && rows->kind[i] == HF_LAW_CONTACT) put_contact(b, i, row, at);
                if (pass == 1 && rows->kind[i] == HF_LAW_BOX) put_box(b, i, row, at, boxes);
                if (pass == 1 && rows->kind[i] == HF_LAW_UNILATERAL)
                {
                    put_row(b, i, 0, row, 1.0, at);
                    end_row(b);
                    b->dim[b->cones++] = 1;
                }
            }
            row += rows->size[i];
            at += (size_t)rows->size[i] * (rows->begin[i + 1] - rows->begin[i]);
        }
        if (pass == 0) b->carry->program.free_count = b->rows;
    }
}

hf_status carry_make(const pose_problem *posed, double friction, bool boxes, const double *base, const double *along,
                     hf_workspace *home, carry_program *carry, hf_error *error)
{
    const problem_rows *rows = &posed->rows;
    size_t blocks = (size_t)rows->block_count, most = (size_t)rows->row_count + CONES_A_BLOCK * blocks + 1;
    size_t unknowns = (size_t)posed->dof_count + SIDES_A_BLOCK * blocks;
    size_t entries = rows->area + ROWS_A_BLOCK * blocks + (size_t)posed->dof_count;
    *carry = (carry_program){.multiple = along != NULL};
    builder b = {.posed = posed, .carry = carry, .friction = friction, .unknowns = posed->dof_count};
    b.begin = ARENA_ZEROED(home, size_t, most + 1);
    b.col = ARENA_ARRAY(home, int, entries);
    b.value = ARENA_ARRAY(home, double, entries);
    b.dim = ARENA_ARRAY(home, int, CONES_A_BLOCK *blocks);
    carry->place = ARENA_ARRAY(home, int, rows->row_count);
    carry->factor = ARENA_ZEROED(home, double, rows->row_count);
    carry->start = ARENA_ZEROED(home, double, rows->row_count);
    carry->c = ARENA_ZEROED(home, double, unknowns);
    carry->x = ARENA_ZEROED(home, double, unknowns);
    carry->q = ARENA_ZEROED(home, double, most);
    carry->y = ARENA_ZEROED(home, double, most);
    if (!b.begin || !b.col || !b.value || !b.dim || !carry->place || !carry->factor || !carry->start || !carry->c ||
        !carry->x || !carry->q || !carry->y)
        return error_no_memory(error);
    for (int k = 0; k < rows->row_count; k++) carry->place[k] = -1;
    for (int k = 0; k < posed->dof_count; k++) carry->c[k] = base ? base[k] : 0.0; // Hᵀ r + t along + base = 0
    if (along)
    {
        for (int k = 0; k < posed->dof_count; k++)
            if (along[k] != 0.0) put(&b, k, along[k]);
        end_row(&b);
    }
    put_blocks(&b, boxes);
    carry->program.unknown_count = b.unknowns;
    carry->program.cone_count = b.cones;
    carry->program.dim = b.dim;
    carry->program.begin = b.begin;
    carry->program.col = b.col;
    carry->program.value = b.value;
    carry->program.c = carry->c;
    carry->program.q = carry->q;
    return HF_STATUS_OK;
}

void carry_read(const carry_program *carry, const pose_problem *posed, bool ray, double *r)
{
    for (int k = 0; k < posed->rows.row_count; k++)
    {
        r[k] = ray ? 0.0 : carry->start[k];
        if (carry->place[k] >= 0) r[k] += carry->factor[k] * carry->y[carry->place[k]];
    }
}
