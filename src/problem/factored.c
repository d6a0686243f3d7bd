// Assembling W from its factored form W = H M⁻¹ Hᵀ (factored_create.c).
//
// It goes object by object (Daviet, Bertails-Descoubes and Boissieux 2011, section 6: O(η M) for η blocks and objects
// of M velocities). Velocities that follow one another and are met by the same blocks are one; its rows of G are laid
// out side by side, so that a row of H goes through all of them at once, in registers. Every entry of W is summed in
// the order of the degrees of freedom.

#include "problem/problem.h"

#include "base/error.h"

#include <string.h>

bool problem_find_touching(hf_workspace *home, const hf_problem *p, problem_touching *t)
{
    const factored_rows *rows = &p->rows;
    size_t dofs = (size_t)rows->dof_count, entries = rows->begin[p->block_count];
    t->begin = problem_take(home, dofs + 2, sizeof *t->begin);
    t->block = problem_take(home, entries, sizeof *t->block);
    if (!t->begin || !t->block) return false;
    for (size_t k = 0; k < entries; k++) t->begin[rows->dof[k] + 2]++;
    for (size_t d = 0; d < dofs; d++) t->begin[d + 2] += t->begin[d + 1];
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) t->block[t->begin[rows->dof[k] + 1]++] = i;
    return true;
}

/// Whether the same blocks touch d as d - 1.
static bool touched_alike(const problem_touching *t, int d)
{
    size_t before = t->begin[d] - t->begin[d - 1], count = t->begin[d + 1] - t->begin[d];
    return before == count && memcmp(t->block + t->begin[d - 1], t->block + t->begin[d], count * sizeof *t->block) == 0;
}

/// Blocks that share a degree of freedom with block i, in no order, at `found` if it is not NULL; returns how many.
static size_t neighbours(const hf_problem *p, const problem_touching *t, int i, int *marker, int stamp, int *found)
{
    size_t count = 0;
    for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
    {
        int d = p->rows.dof[k];
        if (k > p->rows.begin[i] && p->rows.dof[k - 1] == d - 1 && touched_alike(t, d)) continue;
        for (size_t s = t->begin[d]; s < t->begin[d + 1]; s++)
        {
            int j = t->block[s];
            if (marker[j] == stamp) continue;
            marker[j] = stamp;
            if (found) found[count] = j;
            count++;
        }
    }
    return count;
}

/// W by rows, while it is made.
typedef struct product
{
    int *marker, *found;
    size_t *begin, *next;
    int *col;
    double *values;
} product;

/// begin and col. Who shares a degree of freedom with whom is symmetric: block i goes to the end of each neighbour's
/// row, and rows are in order by themselves.
static bool find_pattern(hf_workspace *home, const hf_problem *p, const problem_touching *t, product *W)
{
    size_t n = (size_t)p->block_count;
    W->marker = problem_take(home, n, sizeof *W->marker);
    W->found = problem_take(home, n, sizeof *W->found);
    W->begin = problem_take(home, n + 1, sizeof *W->begin);
    if (!W->marker || !W->found || !W->begin) return false;
    for (int i = 0; i < p->block_count; i++)
        W->begin[i + 1] = W->begin[i] + neighbours(p, t, i, W->marker, i + 1, NULL);
    W->col = problem_take(home, W->begin[n], sizeof *W->col);
    W->next = problem_copy(home, W->begin, n, sizeof *W->begin);
    if (!W->col || !W->next) return false;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t count = neighbours(p, t, i, W->marker, -i - 1, W->found);
        for (size_t k = 0; k < count; k++) W->col[W->next[W->found[k]]++] = i;
    }
    return true;
}

/// An object of `length` degrees of freedom, and the `count` blocks that meet it, with `width` rows together.
typedef struct met_object
{
    int length, count, width;
    const int *block;
} met_object;

static met_object object_from(const hf_problem *p, const problem_touching *t, int first)
{
    size_t at = t->begin[first];
    met_object o = {.length = 1, .count = (int)(t->begin[first + 1] - at), .block = t->block + at};
    while (first + o.length < p->rows.dof_count && touched_alike(t, first + o.length)) o.length++;
    for (int k = 0; k < o.count; k++) o.width += p->size[o.block[k]];
    return o;
}

/// What goes through the objects one by one.
typedef struct object_walk
{
    size_t *cursor; // of each block: its entries that have been met
    size_t *row_at; // where the values of its row begin
    double *G;      // length × width of the object at hand: Gᵀ
    double *sum;    // width
    size_t *place;  // of each block of the object: in the values of the row at hand
} object_walk;

/// sum += h G, each entry in the order of h.
static void add_row(const double *h, const double *G, int length, int width, double *sum)
{
    int c = 0;
    for (; c + 8 <= width; c += 8) // side by side
    {
        double lane[8];
        memcpy(lane, sum + c, sizeof lane);
        for (int k = 0; k < length; k++)
            for (int e = 0; e < 8; e++) lane[e] += h[k] * G[(size_t)k * (size_t)width + (size_t)(c + e)];
        memcpy(sum + c, lane, sizeof lane);
    }
    for (; c < width; c++)
        for (int k = 0; k < length; k++) sum[c] += h[k] * G[(size_t)k * (size_t)width + (size_t)c];
}

/// Where the object's blocks stand in row i of W; both ascend.
static void find_places(const hf_problem *p, const product *W, const met_object *o, int i, object_walk *walk)
{
    size_t k = W->begin[i], at = walk->row_at[i];
    for (int b = 0; b < o->count; b++)
    {
        for (; W->col[k] != o->block[b]; k++) at += (size_t)(p->size[i] * p->size[W->col[k]]);
        walk->place[b] = at;
    }
}

/// Row i of W, the part of this object.
static void add_object_to_row(const hf_problem *p, const product *W, const met_object *o, int i, object_walk *walk)
{
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const double *h = p->rows.H + p->rows.at[i] + walk->cursor[i];
    find_places(p, W, o, i, walk);
    for (int s = 0; s < p->size[i]; s++, h += n)
    {
        for (int b = 0, c = 0; b < o->count; b++)
            for (int m = p->size[o->block[b]], e = 0; e < m; e++)
                walk->sum[c++] = W->values[walk->place[b] + s * m + e];
        add_row(h, walk->G, o->length, o->width, walk->sum);
        for (int b = 0, c = 0; b < o->count; b++)
            for (int m = p->size[o->block[b]], e = 0; e < m; e++)
                W->values[walk->place[b] + s * m + e] = walk->sum[c++];
    }
}

static void add_object(const hf_problem *p, const product *W, const met_object *o, object_walk *walk)
{
    int column = 0;
    for (int b = 0; b < o->count; b++)
    {
        int j = o->block[b];
        size_t n = p->rows.begin[j + 1] - p->rows.begin[j];
        const double *G = p->rows.G + p->rows.at[j] + walk->cursor[j];
        for (int t = 0; t < p->size[j]; t++, column++)
            for (int k = 0; k < o->length; k++)
                walk->G[(size_t)k * (size_t)o->width + (size_t)column] = G[(size_t)t * n + (size_t)k];
    }
    for (int b = 0; b < o->count; b++) add_object_to_row(p, W, o, o->block[b], walk);
    for (int b = 0; b < o->count; b++) walk->cursor[o->block[b]] += (size_t)o->length;
}

/// Memory for the largest object, and where the rows of W begin; *values: how many numbers W has.
static bool begin_walk(hf_workspace *home, const hf_problem *p, const problem_touching *t, const product *W,
                       object_walk *walk, size_t *values)
{
    size_t n = (size_t)p->block_count, area = 0, most = 0;
    for (int d = 0, length = 0; d<p->rows.dof_count; d += length, most = area> most ? area : most)
    {
        met_object o = object_from(p, t, d);
        length = o.length;
        area = (size_t)length * (size_t)o.width;
    }
    walk->cursor = problem_take(home, n, sizeof *walk->cursor);
    walk->row_at = problem_take(home, n + 1, sizeof *walk->row_at);
    walk->G = problem_take(home, most, sizeof *walk->G);
    walk->sum = problem_take(home, (size_t)p->dimension, sizeof *walk->sum);
    walk->place = problem_take(home, n, sizeof *walk->place);
    if (!walk->cursor || !walk->row_at || !walk->G || !walk->sum || !walk->place) return false;
    for (size_t i = 0; i < n; i++)
    {
        walk->row_at[i + 1] = walk->row_at[i];
        for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++)
            walk->row_at[i + 1] += (size_t)(p->size[i] * p->size[W->col[k]]);
    }
    *values = walk->row_at[n];
    return true;
}

static bool multiply_out(hf_workspace *home, const hf_problem *p, const problem_touching *t, product *W)
{
    object_walk walk = {0};
    size_t values = 0;
    bool good = find_pattern(home, p, t, W) && begin_walk(home, p, t, W, &walk, &values);
    if (good) W->values = problem_take(home, values, sizeof *W->values);
    good = good && W->values;
    for (int d = 0, length = 0; d < p->rows.dof_count && good; d += length)
    {
        met_object o = object_from(p, t, d);
        length = o.length;
        add_object(p, W, &o, &walk);
    }
    problem_give(home, walk.cursor), problem_give(home, walk.row_at), problem_give(home, walk.G);
    problem_give(home, walk.sum), problem_give(home, walk.place);
    return good;
}

/// Values are not copied once more: a home keeps them anyway, and on the heap they become the new problem's.
static hf_status create_product(hf_workspace *home, const hf_problem *p, product *W, hf_problem **assembled,
                                hf_error *error)
{
    hf_laws laws = hf_problem_laws(p);
    double *b = problem_copy(home, p->b, (size_t)p->dimension, sizeof *p->b);
    if (!b && p->dimension > 0) return error_no_memory(error);
    laws.b = b;
    hf_block_rows rows = {.begin = W->begin, .col = W->col, .values = W->values};
    hf_status status = problem_create(home, &laws, &rows, true, assembled, error);
    if (home) return status;
    if (status == HF_STATUS_OK)
    {
        (*assembled)->owned_b = b;
        (*assembled)->owned_values = W->values;
        W->values = NULL;
    }
    else problem_give(home, b);
    return status;
}

hf_status problem_assemble(hf_workspace *home, const hf_problem *p, hf_problem **assembled, hf_error *error)
{
    *assembled = NULL;
    if (!p->factored)
    {
        hf_laws laws = hf_problem_laws(p);
        hf_block_rows W = hf_problem_block_rows(p);
        return problem_create(home, &laws, &W, false, assembled, error);
    }
    problem_touching t = {0};
    product W = {0};
    hf_status status = problem_find_touching(home, p, &t) && multiply_out(home, p, &t, &W)
                           ? create_product(home, p, &W, assembled, error)
                           : error_no_memory(error);
    problem_give(home, t.begin), problem_give(home, t.block);
    problem_give(home, W.marker), problem_give(home, W.found), problem_give(home, W.next);
    problem_give(home, W.begin), problem_give(home, W.col), problem_give(home, W.values);
    return status;
}

hf_status hf_problem_assemble(const hf_problem *p, hf_problem **assembled, hf_error *error)
{
    return problem_assemble(NULL, p, assembled, error);
}
