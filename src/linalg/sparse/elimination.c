// Minimum degree on a quotient graph, after Amestoy, Davis and Duff 1996 ("An approximate minimum degree ordering
// algorithm"), without supervariables.
//
// An eliminated node p becomes an element: the list of the nodes that its elimination has made neighbours of each
// other, which is at the same time the pattern of its column of the factor. Elements inside a new element are absorbed.
// A node's list holds its remaining neighbours in front and its elements at the back; both together never outgrow the
// neighbours that it had at first. Degrees are bounded from above as in section 3 there: own neighbours + the new
// element + what other elements have beyond the new one.
// Ties are broken by a fixed rule (last in, first out): the same pattern gives the same order.
//
// Cost: about the entries of the factor times the elements of a node; memory: the entries of the factor.

#include "linalg/sparse/elimination.h"

#include "base/arena.h"

#include <string.h>

enum
{
    NODES_BETWEEN = 256 // two looks at the interrupt
};

typedef struct quotient
{
    int n;
    const int *begin;
    int *list;       // of all nodes: neighbours in front, elements at the back of each
    int *neighbours; // how many of either
    int *elements;
    size_t *part; // where the list of an element begins in `parts`
    int *part_count;
    int *parts; // lists of elements, one after the other
    size_t used, room;
    bool *gone; // eliminated, and as an element absorbed
    bool *eliminated;
    int *mark;                            // stamps
    int *beyond;                          // of an element: nodes that the new one does not have
    int *beyond_of;                       // for which new element that was counted
    int *degree, *head, *next, *previous; // nodes of each degree
    int least;
    hf_workspace *workspace;
} quotient;

static bool quotient_begin(quotient *q, int n, const int *begin, const int *neighbour, hf_workspace *w)
{
    size_t entries = (size_t)begin[n], nodes = (size_t)n;
    *q = (quotient){.n = n, .begin = begin, .workspace = w, .room = 2 * entries + nodes + 1};
    q->list = ARENA_ARRAY(w, int, entries + 1);
    q->neighbours = ARENA_ARRAY(w, int, nodes);
    q->elements = ARENA_ZEROED(w, int, nodes);
    q->part = ARENA_ZEROED(w, size_t, nodes);
    q->part_count = ARENA_ZEROED(w, int, nodes);
    q->parts = ARENA_ARRAY(w, int, q->room);
    q->gone = ARENA_ZEROED(w, bool, nodes);
    q->eliminated = ARENA_ZEROED(w, bool, nodes);
    q->mark = ARENA_ZEROED(w, int, nodes);
    q->beyond = ARENA_ARRAY(w, int, nodes);
    q->beyond_of = ARENA_ZEROED(w, int, nodes);
    q->degree = ARENA_ARRAY(w, int, nodes);
    q->head = ARENA_ARRAY(w, int, nodes + 1);
    q->next = ARENA_ARRAY(w, int, nodes);
    q->previous = ARENA_ARRAY(w, int, nodes);
    if (!q->list || !q->neighbours || !q->elements || !q->part || !q->part_count || !q->parts || !q->gone ||
        !q->eliminated || !q->mark || !q->beyond || !q->beyond_of || !q->degree || !q->head || !q->next || !q->previous)
        return false;
    if (entries > 0) memcpy(q->list, neighbour, entries * sizeof *neighbour);
    for (int i = 0; i < n; i++) q->neighbours[i] = begin[i + 1] - begin[i];
    return true;
}

// ---- nodes by degree ----

static void put(quotient *q, int i, int degree)
{
    q->degree[i] = degree;
    q->next[i] = q->head[degree];
    q->previous[i] = -1;
    if (q->head[degree] >= 0) q->previous[q->head[degree]] = i;
    q->head[degree] = i;
    if (degree < q->least) q->least = degree;
}

static void take(quotient *q, int i)
{
    if (q->previous[i] >= 0) q->next[q->previous[i]] = q->next[i];
    else q->head[q->degree[i]] = q->next[i];
    if (q->next[i] >= 0) q->previous[q->next[i]] = q->previous[i];
}

// ---- one elimination ----

/// Room for `count` more nodes in the lists of elements. False if memory is short.
static bool make_room(quotient *q, size_t count)
{
    if (q->used + count <= q->room) return true;
    size_t room = 2 * q->room + count;
    int *parts = ARENA_ARRAY(q->workspace, int, room);
    if (!parts) return false;
    memcpy(parts, q->parts, q->used * sizeof *parts);
    q->parts = parts;
    q->room = room;
    return true;
}

static void add_to_element(quotient *q, int p, int i)
{
    if (q->mark[i] == p + 1) return;
    q->mark[i] = p + 1;
    q->parts[q->used++] = i;
    q->part_count[p]++;
}

/// The list of the element p: its neighbours and the nodes of its elements, which it absorbs.
static bool make_element(quotient *q, int p)
{
    const int *elements = q->list + q->begin[p + 1] - q->elements[p];
    size_t most = (size_t)q->neighbours[p];
    for (int k = 0; k < q->elements[p]; k++) most += (size_t)q->part_count[elements[k]];
    if (!make_room(q, most)) return false;
    q->part[p] = q->used;
    q->mark[p] = p + 1;
    q->eliminated[p] = true;
    for (int k = 0; k < q->neighbours[p]; k++) add_to_element(q, p, q->list[q->begin[p] + k]);
    for (int k = 0; k < q->elements[p]; k++)
    {
        int e = elements[k];
        q->gone[e] = true;
        for (int t = 0; t < q->part_count[e]; t++)
            if (!q->eliminated[q->parts[q->part[e] + (size_t)t]])
                add_to_element(q, p, q->parts[q->part[e] + (size_t)t]);
    }
    return true;
}

/// Node i of the new element p: neighbours that p connects are dropped, and absorbed elements.
static void prune(quotient *q, int i, int p)
{
    int *list = q->list + q->begin[i], *end = q->list + q->begin[i + 1], kept = 0;
    for (int k = 0; k < q->neighbours[i]; k++)
        if (q->mark[list[k]] != p + 1) list[kept++] = list[k];
    q->neighbours[i] = kept;
    kept = 0;
    for (int k = 1; k <= q->elements[i]; k++)
        if (!q->gone[end[-k]]) end[-(++kept)] = end[-k];
    q->elements[i] = kept;
    for (int k = 1; k <= kept; k++) // |L_e \ L_p|, counted down
    {
        int e = end[-k];
        if (q->beyond_of[e] != p + 1) q->beyond[e] = q->part_count[e];
        q->beyond_of[e] = p + 1;
        q->beyond[e]--;
    }
}

/// The bound on the degree of node i, with p among its elements. `left`: nodes that remain beside it.
static void update_degree(quotient *q, int i, int p, int left)
{
    int *end = q->list + q->begin[i + 1], kept = 0, degree = q->neighbours[i] + q->part_count[p] - 1;
    for (int k = 1; k <= q->elements[i]; k++)
    {
        int e = end[-k];
        if (q->beyond[e] == 0) q->gone[e] = true; // it lies inside p
        if (q->gone[e]) continue;
        degree += q->beyond[e];
        end[-(++kept)] = e;
    }
    end[-(++kept)] = p;
    q->elements[i] = kept;
    int before = q->degree[i] + q->part_count[p] - 1;
    if (degree > before) degree = before;
    put(q, i, degree < left ? degree : left);
}

static bool eliminate(quotient *q, int p, int left)
{
    if (!make_element(q, p)) return false;
    const int *members = q->parts + q->part[p];
    for (int k = 0; k < q->part_count[p]; k++)
    {
        take(q, members[k]);
        prune(q, members[k], p);
    }
    for (int k = 0; k < q->part_count[p]; k++) update_degree(q, members[k], p, left);
    return true;
}

// ---- the whole ----

/// The columns of the factor in terms of places, rows ascending: transposed twice, which sorts in linear time.
static bool write_columns(const quotient *q, size_t entries, elimination *out)
{
    size_t n = (size_t)out->n;
    size_t *next = ARENA_ZEROED(q->workspace, size_t, n + 2);
    int *column = ARENA_ARRAY(q->workspace, int, entries);
    if (!next || !column) return false;
    for (int k = 0; k < out->n; k++)
    {
        int p = out->order[k];
        out->begin[k + 1] = out->begin[k] + (size_t)q->part_count[p];
        for (int t = 0; t < q->part_count[p]; t++) next[out->place[q->parts[q->part[p] + (size_t)t]] + 2]++;
    }
    for (size_t r = 0; r < n; r++) next[r + 2] += next[r + 1];
    for (int k = 0; k < out->n; k++) // by rows; afterwards next[r + 1] is where row r ends
    {
        int p = out->order[k];
        for (int t = 0; t < q->part_count[p]; t++) column[next[out->place[q->parts[q->part[p] + (size_t)t]] + 1]++] = k;
    }
    size_t *at = ARENA_ARRAY(q->workspace, size_t, n);
    if (!at) return false;
    if (n > 0) memcpy(at, out->begin, n * sizeof *at);
    for (int r = 0; r < out->n; r++)
        for (size_t t = next[r]; t < next[r + 1]; t++) out->row[at[column[t]]++] = r;
    return true;
}

static bool find_order(quotient *q, size_t entries_max, elimination *out, size_t *entries)
{
    *entries = 0;
    q->least = q->n;
    for (int d = 0; d <= q->n; d++) q->head[d] = -1;
    for (int i = q->n - 1; i >= 0; i--) put(q, i, q->neighbours[i]);
    for (int k = 0; k < q->n && !out->too_full; k++)
    {
        while (q->head[q->least] < 0) q->least++;
        int p = q->head[q->least];
        take(q, p);
        if (!eliminate(q, p, q->n - k - 2)) return false;
        out->order[k] = p;
        out->place[p] = k;
        *entries += (size_t)q->part_count[p];
        out->work += (double)q->part_count[p] * q->part_count[p];
        out->too_full =
            *entries > entries_max || (k % NODES_BETWEEN == NODES_BETWEEN - 1 && workspace_interrupted(q->workspace));
    }
    return true;
}

bool elimination_find(int n, const int *begin, const int *neighbour, size_t entries_max, hf_workspace *workspace,
                      elimination *out)
{
    *out = (elimination){.n = n,
                         .order = ARENA_ARRAY(workspace, int, n),
                         .place = ARENA_ARRAY(workspace, int, n),
                         .begin = ARENA_ZEROED(workspace, size_t, (size_t)n + 1)};
    quotient q;
    size_t entries;
    if (!out->order || !out->place || !out->begin || !quotient_begin(&q, n, begin, neighbour, workspace)) return false;
    if (!find_order(&q, entries_max, out, &entries)) return false;
    if (out->too_full) return true;
    out->row = ARENA_ARRAY(workspace, int, entries);
    return out->row && write_columns(&q, entries, out);
}
