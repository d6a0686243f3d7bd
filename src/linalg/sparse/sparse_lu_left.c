// The sparse side of sparse_lu: left-looking LU with threshold pivoting (Gilbert and Peierls 1988), in the arena alone.
//
//   R A Q = Pᵀ L U,     R: rows scaled to a largest entry of 1;  Q: an order with little fill;  P: pivots
//
// Column k of L and U is a sparse triangular solve L x = R A q_k whose pattern is found first, by a search through the
// graph of L's columns: time is proportional to the arithmetic. The pivot is the diagonal entry where it is at least
// TOLERANCE of the largest one, since Q counts on that.
// Q is a minimum degree order of A + Aᵀ (elimination.c), over groups of columns with one pattern: six rows of a body,
// three of a contact.
//
// Values on a known pattern are factored along the pattern and the pivots of before, without any search, as long as
// these pivots are large enough.
// Special cases: a column that is zero, or not finite, ends as singular. Memory: factors grow in the arena where pivots
// leave the diagonal.

#include "linalg/sparse/sparse_lu_backend.h"

#include "base/arena.h"
#include "base/memory.h"
#include "linalg/sparse/elimination.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COLUMNS_BETWEEN = 64 // two looks at the interrupt, of thousands of operations each
};
// A diagonal or previously chosen pivot is accepted above this fraction of the largest entry.
static const double TOLERANCE = 1e-3;
static const double SCALAR_FLOP = 10.0; // a flop of these loops takes about as long as this many of dgetrf's
static const double ENTRIES_MAX = 3e7;  // of a factor: beyond, the order is not looked for to its end

/// One factor by columns.
typedef struct columns
{
    size_t *begin; // n + 1
    int *row;
    double *value;
    size_t room;
} columns;

typedef struct left_state
{
    hf_workspace *work;  // where everything lives
    hf_workspace *owned; // the same if it is this one's own
    int n;
    const int *begin, *row;
    int *order; // n: Q
    double fill, flops;
    columns L, U;   // L without its diagonal; rows of U are pivots, in the order in which they were used
    double *pivot;  // n: the diagonal of U
    double *scale;  // n: R
    int *pivot_row; // n: P
    int *place;     // n: its inverse; -1 while a row has no pivot
    double *x;      // n: the column at work, zero between columns
    int *stack, *found, *mark;
    size_t *next; // n: where a search goes on
    size_t *end;  // n: how far it goes in a column of L
    bool known;   // pattern and pivots of a factorization
} left_state;

static void destroy(void *state)
{
    left_state *s = state;
    hf_workspace *owned = s->owned;
    if (!owned) return;
    free(s);
    hf_workspace_destroy(owned);
}

// ---- the order ----

/// Columns with the pattern of the one before, when each is in it: they share a group.
static bool same_pattern(const left_state *s, int j)
{
    int count = s->begin[j + 1] - s->begin[j];
    return count == s->begin[j] - s->begin[j - 1] &&
           memcmp(s->row + s->begin[j], s->row + s->begin[j - 1], (size_t)count * sizeof *s->row) == 0;
}

/// Numbers groups; returns how many there are. group[j]: of a column; first: where a group begins (count + 1).
static int find_groups(const left_state *s, int *group, int *first)
{
    int count = 0;
    for (int j = 0; j < s->n; j++)
    {
        if (j == 0 || !same_pattern(s, j)) first[count++] = j;
        group[j] = count - 1;
    }
    first[count] = s->n;
    return count;
}

/// Neighbours of each group in A + Aᵀ, without itself: written to neighbour[at[g]++], if there are lists, and counted
/// in at[g] in any case. A pair that stands in both triangles comes twice.
static void each_neighbour(const left_state *s, const int *group, const int *first, int groups, int *at, int *neighbour,
                           int *mark)
{
    memset(mark, 0, (size_t)groups * sizeof *mark);
    for (int g = 0; g < groups; g++)
        for (int j = first[g]; j < first[g + 1]; j++)
            for (int k = s->begin[j]; k < s->begin[j + 1]; k++)
            {
                int other = group[s->row[k]];
                if (other == g || mark[other] == g + 1) continue;
                mark[other] = g + 1;
                if (neighbour) neighbour[at[g]] = other, neighbour[at[other]] = g;
                at[g]++, at[other]++;
            }
}

/// Drops what stands in a list twice (from both triangles).
static void unify(int groups, int *begin, int *neighbour, int *mark)
{
    int kept = 0, from = 0;
    for (int g = 0; g < groups; g++)
    {
        int end = begin[g + 1], start = kept;
        for (int k = from; k < end; k++)
        {
            if (mark[neighbour[k]] == g + 1) continue;
            mark[neighbour[k]] = g + 1;
            neighbour[kept++] = neighbour[k];
        }
        from = end;
        begin[g] = start;
        begin[g + 1] = kept;
    }
}

/// Q over columns from the order of groups, and what the factors will hold.
static void expand(left_state *s, const elimination *e, const int *first)
{
    int k = 0;
    for (int p = 0; p < e->n; p++)
    {
        int g = e->order[p];
        int size = first[g + 1] - first[g];
        double below = 0.0;
        for (int j = first[g]; j < first[g + 1]; j++) s->order[k++] = j;
        for (size_t r = e->begin[p]; r < e->begin[p + 1]; r++)
            below += first[e->order[e->row[r]] + 1] - first[e->order[e->row[r]]];
        s->fill += size * (size + 1.0) + 2.0 * size * below;
        for (int left = size - 1; left >= 0; left--) s->flops += 2.0 * (left + below) * (left + below);
    }
}

/// Lists of neighbours by groups. False if memory is short.
static bool find_graph(left_state *s, const int *group, const int *first, int groups, int **begin, int **neighbour)
{
    size_t n = (size_t)groups;
    int *at = ARENA_ZEROED(s->work, int, n), *mark = ARENA_ARRAY(s->work, int, n);
    *begin = ARENA_ZEROED(s->work, int, n + 1);
    if (!at || !mark || !*begin) return false;
    each_neighbour(s, group, first, groups, at, NULL, mark);
    for (size_t g = 0; g < n; g++) (*begin)[g + 1] = (*begin)[g] + at[g];
    *neighbour = ARENA_ARRAY(s->work, int, (*begin)[n]);
    if (!*neighbour) return false;
    memcpy(at, *begin, n * sizeof *at);
    each_neighbour(s, group, first, groups, at, *neighbour, mark);
    memset(mark, 0, n * sizeof *mark);
    unify(groups, *begin, *neighbour, mark);
    return true;
}

static bool find_order(left_state *s)
{
    arena_mark mark = arena_begin(s->work);
    int *group = ARENA_ARRAY(s->work, int, s->n), *first = ARENA_ARRAY(s->work, int, s->n + 1);
    int *begin = NULL, *neighbour = NULL;
    elimination e = {0};
    bool enough = group && first;
    if (enough)
    {
        int groups = find_groups(s, group, first);
        double size = (double)s->n / groups; // an entry between groups stands for size² of the factor
        enough = find_graph(s, group, first, groups, &begin, &neighbour) &&
                 elimination_find(groups, begin, neighbour, (size_t)(ENTRIES_MAX / (size * size)) + 1, s->work, &e);
    }
    if (enough && e.too_full) s->fill = s->flops = INFINITY;
    else if (enough) expand(s, &e, first);
    arena_end(s->work, mark);
    return enough;
}

// ---- memory ----

static bool columns_take(left_state *s, columns *c, double entries)
{
    double room = 1.25 * entries + s->n + 16.0;
    c->room = room < 2.0 * ENTRIES_MAX ? (size_t)room : (size_t)s->n; // those that nobody will factor
    c->begin = ARENA_ZEROED(s->work, size_t, (size_t)s->n + 1);
    c->row = ARENA_ARRAY(s->work, int, c->room);
    c->value = ARENA_ARRAY(s->work, double, c->room);
    return c->begin && c->row && c->value;
}

/// Room for a column of at most `more` entries behind `used`.
static bool columns_reserve(left_state *s, columns *c, size_t used, size_t more)
{
    if (used + more <= c->room) return true;
    size_t room = 2 * c->room + more;
    int *row = ARENA_ARRAY(s->work, int, room);
    double *value = ARENA_ARRAY(s->work, double, room);
    if (!row || !value) return false;
    memcpy(row, c->row, used * sizeof *row);
    memcpy(value, c->value, used * sizeof *value);
    c->row = row, c->value = value, c->room = room;
    return true;
}

static bool take_all(left_state *s)
{
    size_t n = (size_t)s->n;
    s->order = ARENA_ARRAY(s->work, int, n);
    s->pivot = ARENA_ARRAY(s->work, double, n);
    s->scale = ARENA_ARRAY(s->work, double, n);
    s->pivot_row = ARENA_ARRAY(s->work, int, n);
    s->place = ARENA_ARRAY(s->work, int, n);
    s->x = ARENA_ZEROED(s->work, double, n);
    s->stack = ARENA_ARRAY(s->work, int, n);
    s->found = ARENA_ARRAY(s->work, int, n);
    s->mark = ARENA_ARRAY(s->work, int, n);
    s->next = ARENA_ARRAY(s->work, size_t, n);
    s->end = ARENA_ARRAY(s->work, size_t, n);
    return s->order && s->pivot && s->scale && s->pivot_row && s->place && s->x && s->stack && s->found && s->mark &&
           s->next && s->end && find_order(s) && columns_take(s, &s->L, 0.5 * s->fill) &&
           columns_take(s, &s->U, 0.5 * s->fill);
}

static void *analyze(hf_workspace *home, int n, int *begin, int *row)
{
    hf_workspace *owned = NULL;
    if (!home && hf_workspace_create(&owned, NULL) != HF_STATUS_OK) return NULL;
    left_state *s = home ? ARENA_ZEROED(home, left_state, 1) : MEMORY_ARRAY(left_state, 1);
    if (!s)
    {
        hf_workspace_destroy(owned);
        return NULL;
    }
    s->owned = owned;
    s->work = home ? home : owned;
    s->n = n;
    s->begin = begin;
    s->row = row;
    if (take_all(s)) return s;
    destroy(s);
    return NULL;
}

static double cost(const void *state)
{
    return SCALAR_FLOP * ((const left_state *)state)->flops;
}

static double fill(const void *state)
{
    return ((const left_state *)state)->fill;
}

// ---- factoring ----

/// False if a row is zero.
static bool find_scale(left_state *s, const double *values)
{
    for (int i = 0; i < s->n; i++) s->scale[i] = 0.0;
    for (int k = 0; k < s->begin[s->n]; k++) s->scale[s->row[k]] = fmax(s->scale[s->row[k]], fabs(values[k]));
    for (int i = 0; i < s->n; i++)
    {
        if (!(s->scale[i] > 0.0)) return false;
        s->scale[i] = 1.0 / s->scale[i];
    }
    return true;
}

/// From row i along the columns of L; finished rows go to found[--top …]. Returns the new top.
static int search(left_state *s, int i, int stamp, int top)
{
    int depth = 0;
    s->stack[0] = i;
    s->mark[i] = stamp;
    s->next[0] = s->place[i] >= 0 ? s->L.begin[s->place[i]] : 0;
    while (depth >= 0)
    {
        int at = s->stack[depth], j = s->place[at];
        size_t k = s->next[depth], end = j >= 0 ? s->end[j] : 0;
        while (j >= 0 && k < end && s->mark[s->L.row[k]] == stamp) k++;
        if (j >= 0 && k < end)
        {
            int child = s->L.row[k];
            s->next[depth] = k + 1;
            s->stack[++depth] = child;
            s->mark[child] = stamp;
            s->next[depth] = s->place[child] >= 0 ? s->L.begin[s->place[child]] : 0;
            continue;
        }
        s->found[--top] = at;
        depth--;
    }
    return top;
}

/// x[L's rows] -= L_j x_j.
static void eliminate_column(left_state *s, int j, double x)
{
    const int *restrict row = s->L.row;
    const double *restrict value = s->L.value;
    double *restrict to = s->x;
    for (size_t k = s->L.begin[j], end = s->L.begin[j + 1]; k < end; k++) to[row[k]] -= value[k] * x;
}

/// The row of the pivot among found[top …]: the diagonal if that will do. -1 if there is none.
static int choose_pivot(const left_state *s, int top, int diagonal, int stamp)
{
    int best = -1;
    double most = 0.0;
    for (int t = top; t < s->n; t++)
    {
        int i = s->found[t];
        if (s->place[i] < 0 && fabs(s->x[i]) > most) most = fabs(s->x[i]), best = i;
    }
    if (!isfinite(most)) return -1;
    bool own = s->mark[diagonal] == stamp && s->place[diagonal] < 0 && fabs(s->x[diagonal]) >= TOLERANCE * most;
    return best >= 0 && own ? diagonal : best;
}

/// Searches need not go beyond pivot k in the columns of L that it is in and that column k of U uses: what these have
/// further below, column k has, too (Eisenstat and Liu 1992). Rows with pivots come first in such a column.
static void shorten(left_state *s, int k)
{
    int row = s->pivot_row[k];
    for (size_t u = s->U.begin[k]; u < s->U.begin[k + 1]; u++)
    {
        int j = s->U.row[u];
        size_t begin = s->L.begin[j], end = s->L.begin[j + 1], at = begin;
        if (s->end[j] < end) continue; // done before
        while (at < end && s->L.row[at] != row) at++;
        if (at == end) continue;
        for (size_t low = begin; low < end;)
        {
            if (s->place[s->L.row[low]] >= 0)
            {
                low++;
                continue;
            }
            int other = s->L.row[low];
            double value = s->L.value[low];
            end--;
            s->L.row[low] = s->L.row[end], s->L.value[low] = s->L.value[end];
            s->L.row[end] = other, s->L.value[end] = value;
        }
        s->end[j] = end;
    }
}

/// Column k, with a search. *regular: it has a pivot. False if memory is short.
static bool factor_column(left_state *s, const double *values, int k, bool *regular)
{
    int column = s->order[k], top = s->n;
    for (int t = s->begin[column]; t < s->begin[column + 1]; t++)
        if (s->mark[s->row[t]] != k) top = search(s, s->row[t], k, top);
    for (int t = s->begin[column]; t < s->begin[column + 1]; t++) s->x[s->row[t]] = s->scale[s->row[t]] * values[t];
    size_t u = s->U.begin[k], l = s->L.begin[k], most = (size_t)(s->n - top);
    if (!columns_reserve(s, &s->U, u, most) || !columns_reserve(s, &s->L, l, most)) return false;
    for (int t = top; t < s->n; t++)
    {
        int i = s->found[t], j = s->place[i];
        if (j < 0) continue;
        s->U.row[u] = j;
        s->U.value[u++] = s->x[i];
        eliminate_column(s, j, s->x[i]);
    }
    int row = choose_pivot(s, top, column, k);
    *regular = row >= 0;
    for (int t = top; t < s->n; t++)
    {
        int i = s->found[t];
        double x = s->x[i];
        s->x[i] = 0.0;
        if (!*regular || s->place[i] >= 0) continue;
        if (i == row) s->pivot[k] = x;
        else s->L.row[l] = i, s->L.value[l++] = x; // divided below
    }
    if (!*regular) return true;
    for (size_t t = s->L.begin[k]; t < l; t++) s->L.value[t] /= s->pivot[k];
    s->place[row] = k;
    s->pivot_row[k] = row;
    s->U.begin[k + 1] = u;
    s->L.begin[k + 1] = s->end[k] = l;
    shorten(s, k);
    return true;
}

/// Looks every few columns.
static bool is_interrupted(const left_state *s, int k)
{
    return k % COLUMNS_BETWEEN == COLUMNS_BETWEEN - 1 && workspace_interrupted(s->work);
}

/// Along the pattern and the pivots of before. False if the pivots do not suit these values.
static bool refactor(left_state *s, const double *values)
{
    bool good = true;
    for (int k = 0; k < s->n && good; k++)
    {
        int column = s->order[k], row = s->pivot_row[k];
        for (int t = s->begin[column]; t < s->begin[column + 1]; t++) s->x[s->row[t]] = s->scale[s->row[t]] * values[t];
        for (size_t t = s->U.begin[k]; t < s->U.begin[k + 1]; t++)
        {
            int j = s->U.row[t], i = s->pivot_row[j];
            s->U.value[t] = s->x[i];
            s->x[i] = 0.0;
            eliminate_column(s, j, s->U.value[t]);
        }
        double pivot = s->pivot[k] = s->x[row], largest = fabs(pivot);
        s->x[row] = 0.0;
        for (size_t t = s->L.begin[k]; t < s->L.begin[k + 1]; t++)
        {
            double x = s->x[s->L.row[t]];
            largest = fmax(largest, fabs(x));
            s->L.value[t] = x / pivot;
            s->x[s->L.row[t]] = 0.0;
        }
        good = largest > 0.0 && isfinite(largest) && fabs(pivot) >= TOLERANCE * largest && !is_interrupted(s, k);
    }
    return good;
}

static hf_status factor_anew(left_state *s, const double *values, bool *regular)
{
    for (int i = 0; i < s->n; i++) s->place[i] = s->mark[i] = -1;
    s->known = false;
    *regular = true;
    for (int k = 0; k < s->n && *regular; k++)
    {
        if (!factor_column(s, values, k, regular)) return HF_STATUS_NO_MEMORY;
        *regular = *regular && !is_interrupted(s, k);
    }
    s->known = *regular;
    return HF_STATUS_OK;
}

static hf_status factor(void *state, const double *values, double *reciprocal_condition)
{
    left_state *s = state;
    *reciprocal_condition = 0.0;
    if (isinf(s->fill) || !find_scale(s, values)) return HF_STATUS_OK; // too full: there is no order
    bool regular = s->known && refactor(s, values);
    if (!regular)
    {
        hf_status status = factor_anew(s, values, &regular);
        if (status != HF_STATUS_OK || !regular) return status;
    }
    double smallest = INFINITY, largest = 0.0;
    for (int k = 0; k < s->n; k++)
    {
        smallest = fmin(smallest, fabs(s->pivot[k]));
        largest = fmax(largest, fabs(s->pivot[k]));
    }
    *reciprocal_condition = smallest / largest;
    return HF_STATUS_OK;
}

// ---- solving ----

static void solve_one(const left_state *s, double *b)
{
    double *x = s->x;
    for (int i = 0; i < s->n; i++) x[i] = s->scale[i] * b[i]; // by rows
    for (int k = 0; k < s->n; k++)                            // L y = x
    {
        double y = x[s->pivot_row[k]];
        if (y == 0.0) continue;
        for (size_t t = s->L.begin[k]; t < s->L.begin[k + 1]; t++) x[s->L.row[t]] -= s->L.value[t] * y;
    }
    for (int k = s->n - 1; k >= 0; k--) // U z = y
    {
        double z = x[s->pivot_row[k]] / s->pivot[k];
        b[s->order[k]] = z;
        if (z == 0.0) continue;
        for (size_t t = s->U.begin[k]; t < s->U.begin[k + 1]; t++) x[s->pivot_row[s->U.row[t]]] -= s->U.value[t] * z;
    }
    for (int i = 0; i < s->n; i++) x[i] = 0.0;
}

static void solve(const void *state, double *x, int count)
{
    const left_state *s = state;
    for (int c = 0; c < count; c++) solve_one(s, x + (size_t)c * (size_t)s->n);
}

const lu_backend lu_backend_left = {.kind = SPARSE_LU_LEFT,
                                    .analyze = analyze,
                                    .cost = cost,
                                    .fill = fill,
                                    .factor = factor,
                                    .solve = solve,
                                    .destroy = destroy};
