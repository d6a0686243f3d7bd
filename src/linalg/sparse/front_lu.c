// The numbers of front_lu.
//
// A front is a dense matrix over its own rows (p) and those that it updates (m):
//
//     ( A B )      X = A⁻¹ B,     D ◄ D - C X       goes to its parent,
//     ( C D )      kept: LU(A), C and X.
//
// With children before parents and no subtree interrupted, the updates that wait form a stack.
// Solving: down the order  y_p ◄ A⁻¹ y_p, y_m ◄ y_m - C y_p;  back  y_p ◄ y_p - X y_m.
//
// Symmetric: A = L Lᵀ, X = L⁻¹ Cᵀ, D ◄ D - Xᵀ X; lower triangles alone are read and written, and C is not kept.
// Solving: down the order  y_p ◄ L⁻¹ y_p, y_m ◄ y_m - Xᵀ y_p;  back  y_p ◄ L⁻ᵀ (y_p - X y_m).

#include "linalg/sparse/front_tree.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

enum
{
    FRONTS_BETWEEN = 64, // two looks at the interrupt; within a large one …
    STRIP_LEAST = 16     // … columns at least
};
static const double STRIP_OPERATIONS = 2e7; // and multiplications at most

struct front_lu
{
    front_tree tree;
    hf_workspace *workspace;
    bool symmetric;        // the factors at hand
    front_pattern pattern; // its arrays are the caller's
    size_t *factor;        // front_count: where LU(A) (p × p), C (m × p) and X (p × m) stand
    double *values;
    int *exchanged; // rows: pivots of each front, at its first row
    double *front;  // widest²
    double *stack;
    int *waiting;    // front_count: whose updates are on the stack
    int *local;      // node_count: first row of a place in the present front
    double *element; // the largest element
    double *y;       // rows: a right-hand side by places
    double *tail;    // widest: its part that a front updates
};

/// The highest that the stack of updates gets.
static size_t stack_height(const front_tree *t, const size_t *waiting_of)
{
    size_t height = 0, most = 0;
    for (int s = 0; s < t->front_count; s++)
    {
        size_t m = (size_t)t->updates[s];
        height += m * m;
        height -= waiting_of[s];
        if (height + waiting_of[s] > most) most = height + waiting_of[s];
    }
    return most;
}

static size_t largest_element(const front_pattern *p)
{
    size_t largest = 0;
    for (int e = 0; e < p->element_count; e++)
    {
        size_t rows = 0;
        for (size_t k = p->begin[e]; k < p->begin[e + 1]; k++) rows += (size_t)p->size[p->node[k]];
        if (rows > largest) largest = rows;
    }
    return largest * largest;
}

/// Updates that wait for each front, in numbers.
static bool find_waiting(const front_tree *t, hf_workspace *workspace, size_t *height)
{
    size_t *waiting = ARENA_ZEROED(workspace, size_t, t->front_count);
    if (!waiting) return false;
    for (int s = 0; s < t->front_count; s++)
        if (t->parent[s] >= 0) waiting[t->parent[s]] += (size_t)t->updates[s] * (size_t)t->updates[s];
    *height = stack_height(t, waiting);
    return true;
}

hf_status front_lu_create(const front_pattern *pattern, front_orders orders, double most, hf_workspace *workspace,
                          front_lu **out, hf_error *error)
{
    front_lu *lu = ARENA_ZEROED(workspace, front_lu, 1);
    if (!lu) return error_no_memory(error);
    front_tree *t = &lu->tree;
    lu->workspace = workspace;
    lu->pattern = *pattern;
    hf_status status = front_tree_create(pattern, orders, most, workspace, t, error);
    if (status != HF_STATUS_OK) return status;
    size_t rows = (size_t)t->row[t->node_count], height = 0, count = 0;
    lu->factor = ARENA_ARRAY(workspace, size_t, t->front_count);
    if (!lu->factor || !find_waiting(t, workspace, &height)) return error_no_memory(error);
    for (int s = 0; s < t->front_count; s++)
    {
        lu->factor[s] = count;
        count += (size_t)t->pivots[s] * (size_t)(t->pivots[s] + 2 * t->updates[s]);
    }
    lu->values = ARENA_ARRAY(workspace, double, count);
    lu->exchanged = ARENA_ARRAY(workspace, int, rows);
    lu->front = ARENA_ARRAY(workspace, double, (size_t)t->widest *(size_t)t->widest);
    lu->stack = ARENA_ARRAY(workspace, double, height);
    lu->waiting = ARENA_ARRAY(workspace, int, t->front_count);
    lu->local = ARENA_ARRAY(workspace, int, t->node_count);
    lu->element = ARENA_ARRAY(workspace, double, largest_element(pattern));
    lu->y = ARENA_ARRAY(workspace, double, rows);
    lu->tail = ARENA_ARRAY(workspace, double, t->widest);
    if (!lu->values || !lu->exchanged || !lu->front || !lu->stack || !lu->waiting || !lu->local || !lu->element ||
        !lu->y || !lu->tail)
        return error_no_memory(error);
    *out = lu;
    return HF_STATUS_OK;
}

double front_lu_fill(const front_lu *lu)
{
    return lu->tree.fill;
}

double front_lu_cost(const front_lu *lu)
{
    return lu->tree.cost;
}

// ---- assembling ----

static int rows_at(const front_tree *t, int place)
{
    return t->row[place + 1] - t->row[place];
}

/// Where the places of front s stand in it.
static void find_local(const front_tree *t, int s, int *local)
{
    for (int i = t->first[s]; i < t->first[s + 1]; i++) local[i] = t->row[i] - t->row[t->first[s]];
    int next = t->pivots[s];
    for (size_t k = t->ahead[s]; k < t->ahead[s + 1]; k++)
    {
        local[t->later[k]] = next;
        next += rows_at(t, t->later[k]);
    }
}

/// Adds element e, whose values stand in lu->element.
static void add_element(front_lu *lu, int e, int width)
{
    const front_pattern *p = &lu->pattern;
    const double *from = lu->element;
    for (size_t c = p->begin[e]; c < p->begin[e + 1]; c++)
    {
        int column = lu->local[lu->tree.place[p->node[c]]];
        for (int q = 0; q < p->size[p->node[c]]; q++)
            for (size_t a = p->begin[e]; a < p->begin[e + 1]; a++)
            {
                int rows = p->size[p->node[a]];
                double *to = lu->front + (size_t)(column + q) * (size_t)width + lu->local[lu->tree.place[p->node[a]]];
                for (int k = 0; k < rows; k++) to[k] += from[k];
                from += rows;
            }
    }
}

/// Adds the update of child c; lower triangles may be all there is.
static void add_update(front_lu *lu, int c, const double *from, int width)
{
    const front_tree *t = &lu->tree;
    for (size_t b = t->ahead[c]; b < t->ahead[c + 1]; b++)
        for (int q = 0; q < rows_at(t, t->later[b]); q++)
        {
            double *column = lu->front + (size_t)(lu->local[t->later[b]] + q) * (size_t)width;
            for (size_t a = t->ahead[c]; a < t->ahead[c + 1]; a++)
            {
                int rows = rows_at(t, t->later[a]);
                double *to = column + lu->local[t->later[a]];
                for (int k = 0; k < rows; k++) to[k] += from[k];
                from += rows;
            }
        }
}

/// Front s before it is eliminated. The updates of its children are taken off the stack, the last first.
static double *assemble(front_lu *lu, int s, double delta, front_element element, const void *context, int *count,
                        double *top)
{
    const front_tree *t = &lu->tree;
    int width = t->pivots[s] + t->updates[s];
    memset(lu->front, 0, (size_t)width * (size_t)width * sizeof *lu->front);
    for (int k = 0; k < t->pivots[s]; k++) lu->front[(size_t)k * (size_t)width + (size_t)k] = delta;
    find_local(t, s, lu->local);
    for (int k = t->element_from[s]; k < t->element_from[s + 1]; k++)
        if (element(context, t->element[k], lu->element)) add_element(lu, t->element[k], width);
    while (*count > 0 && t->parent[lu->waiting[*count - 1]] == s)
    {
        int c = lu->waiting[--*count];
        top -= (size_t)t->updates[c] * (size_t)t->updates[c];
        add_update(lu, c, top, width);
    }
    return top;
}

// ---- eliminating ----

/// Eliminates the front's own rows; its update goes to `top`. False if it is singular.
static bool eliminate(front_lu *lu, int s, double *top)
{
    const front_tree *t = &lu->tree;
    int p = t->pivots[s], m = t->updates[s], width = p + m;
    double *A = lu->values + lu->factor[s], *C = A + (size_t)p * (size_t)p, *X = C + (size_t)m * (size_t)p;
    const double *front = lu->front;
    for (int k = 0; k < p; k++, front += width)
    {
        memcpy(A + (size_t)k * (size_t)p, front, (size_t)p * sizeof *A);
        if (m > 0) memcpy(C + (size_t)k * (size_t)m, front + p, (size_t)m * sizeof *C);
    }
    for (int k = 0; k < m; k++, front += width)
    {
        memcpy(X + (size_t)k * (size_t)p, front, (size_t)p * sizeof *X);
        memcpy(top + (size_t)k * (size_t)m, front + p, (size_t)m * sizeof *top);
    }
    int *pivot = lu->exchanged + t->row[t->first[s]];
    if (dense_lu_within(lu->workspace, p, A, p, pivot) != 0) return false;
    for (int k = 0; k < p; k++)
        if (!isfinite(A[(size_t)k * (size_t)p + (size_t)k])) return false;
    double columns = STRIP_OPERATIONS / ((double)p * width + 1.0) + STRIP_LEAST;
    int strip = columns < m ? (int)columns : m;
    for (int at = 0; at < m; at += strip)
    {
        int count = at + strip < m ? strip : m - at;
        double *part = X + (size_t)at * (size_t)p;
        dense_lu_solve(p, A, p, pivot, count, part, p);
        dense_gemm(false, false, m, count, p, -1.0, C, m, part, p, 1.0, top + (size_t)at * (size_t)m, m);
        if (strip < m && workspace_interrupted(lu->workspace)) return false;
    }
    return true;
}

/// Elimination in a symmetric front, from its lower triangle.
static bool eliminate_symmetric(front_lu *lu, int s, double *top)
{
    const front_tree *t = &lu->tree;
    int p = t->pivots[s], m = t->updates[s], width = p + m;
    double *A = lu->values + lu->factor[s], *X = A + (size_t)p * (size_t)(p + m);
    const double *front = lu->front;
    for (int k = 0; k < p; k++, front += width)
    {
        memcpy(A + (size_t)k * (size_t)p, front, (size_t)p * sizeof *A);
        for (int j = 0; j < m; j++) X[(size_t)j * (size_t)p + (size_t)k] = front[p + j];
    }
    for (int k = 0; k < m; k++, front += width) memcpy(top + (size_t)k * (size_t)m, front + p, (size_t)m * sizeof *top);
    if (dense_cholesky(p, A, p) != 0) return false;
    double columns = STRIP_OPERATIONS / ((double)p * width + 1.0) + STRIP_LEAST;
    int strip = columns < m ? (int)columns : m;
    for (int at = 0; at < m; at += strip)
    {
        int count = at + strip < m ? strip : m - at;
        double *part = X + (size_t)at * (size_t)p, *update = top + (size_t)at * (size_t)m;
        dense_trsm(true, false, false, p, count, A, p, part, p);
        dense_syrk(true, count, p, -1.0, part, p, 1.0, update + at, m);
        dense_gemm(true, false, count, at, p, -1.0, part, p, X, p, 1.0, top + at, m);
        if (strip < m && workspace_interrupted(lu->workspace)) return false;
    }
    return true;
}

static void factor(front_lu *lu, double delta, front_element element, const void *context, bool *singular)
{
    const front_tree *t = &lu->tree;
    int count = 0; // fronts whose updates wait
    double *top = lu->stack;
    *singular = false;
    for (int s = 0; s < t->front_count; s++)
    {
        *singular = s % FRONTS_BETWEEN == 0 && workspace_interrupted(lu->workspace);
        if (*singular) return;
        top = assemble(lu, s, delta, element, context, &count, top);
        *singular = !(lu->symmetric ? eliminate_symmetric(lu, s, top) : eliminate(lu, s, top));
        if (*singular) return;
        if (t->updates[s] == 0) continue;
        lu->waiting[count++] = s;
        top += (size_t)t->updates[s] * (size_t)t->updates[s];
    }
}

void front_lu_factor(front_lu *lu, double delta, front_element element, const void *context, bool *singular)
{
    lu->symmetric = false;
    factor(lu, delta, element, context, singular);
}

void front_lu_factor_symmetric(front_lu *lu, double delta, front_element element, const void *context, bool *singular)
{
    lu->symmetric = true;
    factor(lu, delta, element, context, singular);
}

// ---- solving ----

/// y_p ◄ A⁻¹ y_p, y_m ◄ y_m - C y_p.
static void forward(const front_lu *lu, int s)
{
    const front_tree *t = &lu->tree;
    int p = t->pivots[s], m = t->updates[s], first = t->row[t->first[s]];
    const double *A = lu->values + lu->factor[s], *C = A + (size_t)p * (size_t)p;
    double *y = lu->y + first, *tail = lu->tail;
    if (lu->symmetric) dense_trsm(true, false, false, p, 1, A, p, y, p);
    else dense_lu_solve(p, A, p, lu->exchanged + first, 1, y, p);
    if (m == 0) return;
    if (lu->symmetric) dense_gemv(true, p, m, 1.0, A + (size_t)p * (size_t)(p + m), p, y, 0.0, tail);
    else dense_gemv(false, m, p, 1.0, C, m, y, 0.0, tail);
    for (size_t k = t->ahead[s]; k < t->ahead[s + 1]; k++)
        for (int i = t->row[t->later[k]]; i < t->row[t->later[k] + 1]; i++) lu->y[i] -= *tail++;
}

/// y_p ◄ y_p - X y_m.
static void backward(const front_lu *lu, int s)
{
    const front_tree *t = &lu->tree;
    int p = t->pivots[s], m = t->updates[s];
    const double *A = lu->values + lu->factor[s], *X = A + (size_t)p * (size_t)(p + m);
    double *tail = lu->tail, *y = lu->y + t->row[t->first[s]];
    for (size_t k = t->ahead[s]; k < t->ahead[s + 1]; k++)
        for (int i = t->row[t->later[k]]; i < t->row[t->later[k] + 1]; i++) *tail++ = lu->y[i];
    if (m > 0) dense_gemv(false, p, m, -1.0, X, p, lu->tail, 1.0, y);
    if (lu->symmetric) dense_trsm(true, true, false, p, 1, A, p, y, p);
}

void front_lu_solve(const front_lu *lu, double *x)
{
    const front_tree *t = &lu->tree;
    for (int k = 0; k < t->node_count; k++)
        memcpy(lu->y + t->row[t->place[k]], x + t->at[k], (size_t)rows_at(t, t->place[k]) * sizeof *x);
    for (int s = 0; s < t->front_count; s++) forward(lu, s);
    for (int s = t->front_count - 1; s >= 0; s--) backward(lu, s);
    for (int k = 0; k < t->node_count; k++)
        memcpy(x + t->at[k], lu->y + t->row[t->place[k]], (size_t)rows_at(t, t->place[k]) * sizeof *x);
}
