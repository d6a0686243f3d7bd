// Nested dissection (George 1973) with separators found on several levels, after Hendrickson and Leland 1995 and
// Karypis and Kumar 1998.
//
// A graph falls into two sides and a separator S of few rows between them, each side again, until what is left is
// small: that goes by minimum degree. Both sides come before S, so that no entry of the factor lies between them.
//
//   coarser    neighbours that share most edges become one node, until few are left (heavy-edge matching)
//   first      from several nodes the coarsest graph is filled breadth first up to half of its rows; S is what the
//              filled side has at the border
//   finer      S goes back to the finer graph, and is refined there by moves of one node out of S to a side, which draw
//              its neighbours of the other side into S (Fiduccia and Mattheyses 1982): the best move that keeps the
//              sides in balance, uphill for a while, and back to the best that was met
//
// No numbers are drawn, and ties go to the node that comes first: a graph has one order, on every machine.

#include "linalg/sparse/dissection.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/sparse/elimination.h"

#include <limits.h>
#include <string.h>

enum
{
    LEAF = 100,     // nodes that go by minimum degree
    COARSEST = 120, // nodes that are not made fewer
    STARTS = 12,    // nodes from which the coarsest graph is filled
    PASSES = 6,     // of moves on each level
    UPHILL = 60,    // moves in a row that need not be better
    LEVELS = 40,
    TURNS = 4, // of graphs of more than MANY nodes, of others SOME; the best is taken
    MANY = 150,
    SOME = 2,
    HEAVY = 2,    // a node of the coarsest graph has at most so many times what all have in the mean
    SEPARATOR = 2 // the third side
};
static const double LARGER = 0.55;  // of all rows, that a side may have
static const double GOLDEN = 0.618; // of the nodes, that two which are looked at one after the other are apart

typedef struct graph
{
    int n;
    int *begin, *node, *edges; // neighbours, and how many edges of the first graph go there
    int *rows;                 // of each node
    long total;
} graph;

/// A graph in three sides, and what each has.
typedef struct cut
{
    const graph *g;
    unsigned char *side;
    int *pull[2]; // of each node: rows of its neighbours on a side
    int *in;      // the nodes of S, and where each stands in there; -1: it is not in S
    int *where;
    int count;
    bool *held; // moved in this pass
    long rows[3];
} cut;

// ---- moves ----

static bool cut_begin(cut *c, const graph *g, hf_workspace *w)
{
    size_t n = (size_t)g->n;
    *c = (cut){.g = g, .side = ARENA_ARRAY(w, unsigned char, n), .held = ARENA_ARRAY(w, bool, n)};
    c->pull[0] = ARENA_ARRAY(w, int, 4 * n);
    if (!c->side || !c->held || !c->pull[0]) return false;
    c->pull[1] = c->pull[0] + n;
    c->in = c->pull[1] + n;
    c->where = c->in + n;
    return true;
}

/// What follows from the sides.
static void cut_count(cut *c)
{
    const graph *g = c->g;
    c->count = 0;
    c->rows[0] = c->rows[1] = c->rows[SEPARATOR] = 0;
    for (int v = 0; v < g->n; v++)
    {
        c->rows[c->side[v]] += g->rows[v];
        c->pull[0][v] = c->pull[1][v] = 0;
        for (int k = g->begin[v]; k < g->begin[v + 1]; k++)
            if (c->side[g->node[k]] < SEPARATOR) c->pull[c->side[g->node[k]]][v] += g->rows[g->node[k]];
        c->where[v] = c->side[v] == SEPARATOR ? c->count : -1;
        if (c->side[v] == SEPARATOR) c->in[c->count++] = v;
    }
}

static void put(cut *c, int v, int side)
{
    const graph *g = c->g;
    int before = c->side[v];
    for (int k = g->begin[v]; k < g->begin[v + 1]; k++)
    {
        if (before < SEPARATOR) c->pull[before][g->node[k]] -= g->rows[v];
        if (side < SEPARATOR) c->pull[side][g->node[k]] += g->rows[v];
    }
    c->rows[before] -= g->rows[v];
    c->rows[side] += g->rows[v];
    c->side[v] = (unsigned char)side;
    if (side == SEPARATOR)
    {
        c->where[v] = c->count;
        c->in[c->count++] = v;
    }
    else if (before == SEPARATOR)
    {
        c->in[c->where[v]] = c->in[--c->count];
        c->where[c->in[c->where[v]]] = c->where[v];
        c->where[v] = -1;
    }
}

/// The node of S whose move makes S least, and the side that it goes to; -1: none may move.
static int best_move(const cut *c, int *to)
{
    long most = (long)(LARGER * (double)c->g->total), best = LONG_MIN, even = LONG_MAX;
    int node = -1;
    for (int k = 0; k < c->count; k++)
        for (int side = 0; side < 2 && !c->held[c->in[k]]; side++)
        {
            int v = c->in[k];
            long gain = c->g->rows[v] - c->pull[1 - side][v], grown = c->rows[side] + c->g->rows[v];
            if (grown > most && grown >= c->rows[1 - side]) continue;
            if (gain < best || (gain == best && (grown > even || (grown == even && v >= node)))) continue;
            best = gain, even = grown, node = v, *to = side;
        }
    return node;
}

/// v leaves S, and its neighbours on the other side enter it; `log` has what was done, so that it can be undone.
static void move(cut *c, int v, int to, int *log, int *logged)
{
    const graph *g = c->g;
    put(c, v, to);
    c->held[v] = true;
    log[(*logged)++] = v;
    for (int k = g->begin[v]; k < g->begin[v + 1]; k++)
        if (c->side[g->node[k]] == 1 - to)
        {
            put(c, g->node[k], SEPARATOR);
            log[(*logged)++] = -1 - g->node[k] - g->n * (1 - to);
        }
}

static void undo(cut *c, const int *log, int from, int to)
{
    for (int k = from - 1; k >= to; k--)
        if (log[k] >= 0) put(c, log[k], SEPARATOR);
        else put(c, (-1 - log[k]) % c->g->n, (-1 - log[k]) / c->g->n);
}

/// Rows of S, and of how much one side is too large.
static long cost_of(const cut *c)
{
    long most = (long)(LARGER * (double)c->g->total), larger = c->rows[c->rows[0] < c->rows[1]];
    return c->rows[SEPARATOR] + (larger > most ? 2 * (larger - most) : 0);
}

/// Passes of moves, as long as S gets less. log: room for 3 n.
static void refine(cut *c, int *log)
{
    for (int pass = 0; pass < PASSES; pass++)
    {
        long first = cost_of(c), best = first;
        int logged = 0, kept = 0, worse = 0, to = 0;
        memset(c->held, 0, (size_t)c->g->n * sizeof *c->held);
        for (int v = best_move(c, &to); v >= 0 && worse < UPHILL && logged < 2 * c->g->n; v = best_move(c, &to))
        {
            move(c, v, to, log, &logged);
            worse++;
            if (cost_of(c) < best) best = cost_of(c), kept = logged, worse = 0;
        }
        undo(c, log, logged, kept);
        if (best >= first) return;
    }
}

// ---- the first separator ----

/// Fills side 0 from `start` up to half of all rows; what it has at the border is S. Returns the node filled last.
static int fill(cut *c, int start, int *queue)
{
    const graph *g = c->g;
    int head = 0, tail = 0, next = 0, last = start;
    long filled = 0;
    memset(c->side, 1, (size_t)g->n);
    memset(c->held, 0, (size_t)g->n * sizeof *c->held);
    queue[tail++] = start;
    c->held[start] = true;
    while (2 * filled < g->total)
    {
        if (head == tail) // another part
        {
            while (c->held[next]) next++;
            queue[tail++] = next;
            c->held[next] = true;
        }
        last = queue[head++];
        c->side[last] = 0;
        filled += g->rows[last];
        for (int k = g->begin[last]; k < g->begin[last + 1]; k++)
        {
            if (c->held[g->node[k]]) continue;
            c->held[g->node[k]] = true;
            queue[tail++] = g->node[k];
        }
    }
    for (int v = 0; v < g->n; v++)
        for (int k = g->begin[v]; c->side[v] == 0 && k < g->begin[v + 1]; k++)
            if (c->side[g->node[k]] == 1) c->side[v] = SEPARATOR;
    cut_count(c);
    return last;
}

/// The best of several starts. log: room for 3 n; best: for n.
static void first_cut(cut *c, int *log, unsigned char *best)
{
    long least = LONG_MAX;
    for (int k = 0, start = 0; k < STARTS; k++)
    {
        int last = fill(c, start, log);
        refine(c, log);
        if (cost_of(c) < least)
        {
            least = cost_of(c);
            memcpy(best, c->side, (size_t)c->g->n);
        }
        start = k % 2 == 0 ? last : (int)((long)c->g->n * (k + 1) / STARTS) % c->g->n;
    }
    memcpy(c->side, best, (size_t)c->g->n);
    cut_count(c);
}

// ---- coarser ----

/// How far it is from one node to the next in a walk over all n: another one each turn, with no divisor of n.
static int stride(int n, int turn)
{
    for (int step = turn == 0 ? 1 : (int)(GOLDEN * n) + 7 * turn;; step++)
    {
        int a = n, b = step;
        while (b > 0)
        {
            int c = a % b;
            a = b, b = c;
        }
        if (a == 1) return step;
    }
}

/// match ◄ of each node the one that it becomes one with, itself where there is none; into ◄ the coarser node. Returns
/// how many there are.
static int match_nodes(const graph *g, int turn, int *match, int *into)
{
    int count = 0;
    long most_rows = HEAVY * g->total / COARSEST, step = stride(g->n, turn);
    for (int v = 0; v < g->n; v++) match[v] = -1;
    for (int i = 0; i < g->n; i++)
    {
        int v = (int)((long)i * step % g->n);
        if (match[v] >= 0) continue;
        int best = v, most = 0, light = INT_MAX;
        for (int k = g->begin[v]; k < g->begin[v + 1]; k++)
        {
            int u = g->node[k];
            if (match[u] >= 0 || g->edges[k] < most || (g->edges[k] == most && g->rows[u] >= light)) continue;
            if (g->rows[u] + g->rows[v] > most_rows) continue;
            best = u, most = g->edges[k], light = g->rows[u];
        }
        match[v] = best, match[best] = v;
        into[v] = into[best] = count++;
    }
    return count;
}

/// Adds the neighbours of one node to those of the coarser node `own`.
static void add_neighbours(const graph *g, int v, const int *into, int own, graph *out, int *at, int *count)
{
    for (int k = g->begin[v]; k < g->begin[v + 1]; k++)
    {
        int u = into[g->node[k]];
        if (u == own) continue;
        if (at[u] < out->begin[own])
        {
            at[u] = *count;
            out->node[*count] = u;
            out->edges[(*count)++] = 0;
        }
        out->edges[at[u]] += g->edges[k];
    }
}

static bool make_coarser(const graph *g, int turn, int *into, hf_workspace *w, graph *out)
{
    size_t n = (size_t)g->n, edges = (size_t)g->begin[g->n];
    int *match = ARENA_ARRAY(w, int, n), *at, *first;
    if (!match) return false;
    *out = (graph){.n = match_nodes(g, turn, match, into), .total = g->total};
    out->begin = ARENA_ARRAY(w, int, (size_t)out->n + 1);
    out->node = ARENA_ARRAY(w, int, edges + 1);
    out->edges = ARENA_ARRAY(w, int, edges + 1);
    out->rows = ARENA_ZEROED(w, int, out->n);
    at = ARENA_ARRAY(w, int, out->n);
    first = ARENA_ARRAY(w, int, out->n);
    if (!out->begin || !out->node || !out->edges || !out->rows || !at || !first) return false;
    for (int k = 0; k < out->n; k++) at[k] = -1;
    int count = 0;
    for (int v = 0; v < g->n; v++) out->rows[into[v]] += g->rows[v];
    for (int v = 0; v < g->n; v++) first[into[v]] = v; // either of the two
    for (int next = 0; next < out->n; next++)
    {
        int v = first[next];
        out->begin[next] = count;
        add_neighbours(g, v, into, next, out, at, &count);
        if (match[v] != v) add_neighbours(g, match[v], into, next, out, at, &count);
    }
    out->begin[out->n] = count;
    return true;
}

// ---- a separator of one graph ----

/// side ◄ of each node of levels[0], by levels that are made in the order of a turn; returns the rows of S, -1: memory
/// is short.
static long separate(graph *levels, int turn, unsigned char *side, hf_workspace *w)
{
    int *into[LEVELS], top = 0;
    long cost = -1;
    for (; top + 1 < LEVELS && levels[top].n > COARSEST; top++)
    {
        into[top] = ARENA_ARRAY(w, int, levels[top].n);
        if (!into[top] || !make_coarser(&levels[top], turn, into[top], w, &levels[top + 1])) return -1;
        if (levels[top + 1].n > 0.95 * levels[top].n) break; // stars are not made fewer
    }
    int *log = ARENA_ARRAY(w, int, 3 * (size_t)levels[0].n + 1);
    unsigned char *kept = ARENA_ARRAY(w, unsigned char, levels[0].n);
    for (int k = top; k >= 0 && log && kept; k--)
    {
        cut c;
        if (!cut_begin(&c, &levels[k], w)) return -1;
        if (k == top) first_cut(&c, log, kept);
        else
        {
            for (int v = 0; v < levels[k].n; v++) c.side[v] = side[into[k][v]];
            cut_count(&c);
            refine(&c, log);
        }
        memcpy(side, c.side, (size_t)levels[k].n);
        cost = cost_of(&c);
    }
    return cost;
}

/// The best of some turns.
static bool separate_well(graph *levels, unsigned char *side, hf_workspace *w)
{
    long least = LONG_MAX;
    unsigned char *tried = ARENA_ARRAY(w, unsigned char, levels[0].n);
    for (int turn = 0; turn < (levels[0].n > MANY ? TURNS : SOME) && tried; turn++)
    {
        arena_mark mark = arena_begin(w);
        long cost = separate(levels, turn, tried, w);
        arena_end(w, mark);
        if (cost < 0) return false;
        if (cost >= least) continue;
        least = cost;
        memcpy(side, tried, (size_t)levels[0].n);
    }
    return tried != NULL;
}

// ---- the whole ----

/// What is being ordered: the nodes list[0 … n) of the whole graph.
typedef struct task
{
    const int *begin, *neighbour, *size;
    int *local; // of each node of the whole graph: its place in the list, -1: it is not in there
    hf_workspace *workspace;
} task;

/// The graph of some nodes, by their places in the list.
static bool take_part(const task *t, const int *list, int n, graph *g)
{
    size_t edges = 0;
    for (int k = 0; k < n; k++)
    {
        t->local[list[k]] = k;
        edges += (size_t)(t->begin[list[k] + 1] - t->begin[list[k]]);
    }
    *g = (graph){.n = n, .begin = ARENA_ARRAY(t->workspace, int, (size_t)n + 1)};
    g->node = ARENA_ARRAY(t->workspace, int, edges + 1);
    g->edges = ARENA_ARRAY(t->workspace, int, edges + 1);
    g->rows = ARENA_ARRAY(t->workspace, int, n);
    if (!g->begin || !g->node || !g->edges || !g->rows) return false;
    int count = 0;
    for (int k = 0; k < n; k++)
    {
        g->begin[k] = count;
        g->rows[k] = t->size[list[k]];
        g->total += g->rows[k];
        for (int e = t->begin[list[k]]; e < t->begin[list[k] + 1]; e++)
        {
            int u = t->local[t->neighbour[e]];
            if (u < 0) continue;
            g->node[count] = u;
            g->edges[count++] = 1;
        }
    }
    g->begin[n] = count;
    for (int k = 0; k < n; k++) t->local[list[k]] = -1;
    return true;
}

/// The list in the order of minimum degree.
static bool order_leaf(const task *t, const graph *g, int *list)
{
    elimination e;
    size_t n = (size_t)g->n;
    int *copy = ARENA_ARRAY(t->workspace, int, n);
    if (!copy || !elimination_find(g->n, g->begin, g->node, n * n, t->workspace, &e)) return false;
    memcpy(copy, list, n * sizeof *copy);
    for (int k = 0; k < g->n && !e.too_full; k++) list[k] = copy[e.order[k]];
    return true;
}

/// The list as side 0, side 1, S, unless a side has nothing; how many the sides have.
static bool sort_sides(const task *t, const unsigned char *side, int *list, int n, int counts[2])
{
    int *copy = ARENA_ARRAY(t->workspace, int, n), at[3];
    if (!copy) return false;
    for (int k = 0; k < n; k++)
        if (side[k] < SEPARATOR) counts[side[k]]++;
    if (counts[0] == 0 || counts[1] == 0) return true;
    memcpy(copy, list, (size_t)n * sizeof *copy);
    at[0] = 0, at[1] = counts[0], at[SEPARATOR] = counts[0] + counts[1];
    for (int k = 0; k < n; k++) list[at[side[k]]++] = copy[k];
    return true;
}

/// The list in the order of elimination. Calls itself for both sides, each of which is smaller.
static bool dissect(const task *t, int *list, int n)
{
    graph levels[LEVELS];
    arena_mark mark = arena_begin(t->workspace);
    unsigned char *side = ARENA_ARRAY(t->workspace, unsigned char, n);
    int counts[2] = {0, 0};
    bool leaf = n <= LEAF || workspace_interrupted(t->workspace);
    bool well = side && take_part(t, list, n, &levels[0]);
    if (well && !leaf) well = separate_well(levels, side, t->workspace) && sort_sides(t, side, list, n, counts);
    leaf = leaf || counts[0] == 0 || counts[1] == 0; // everything touches everything
    if (well && leaf) well = order_leaf(t, &levels[0], list);
    arena_end(t->workspace, mark);
    if (!well || leaf) return well;
    return dissect(t, list, counts[0]) && dissect(t, list + counts[0], counts[1]);
}

hf_status dissection_find(int n, const int *begin, const int *neighbour, const int *size, hf_workspace *workspace,
                          int *order, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    task t = {begin, neighbour, size, ARENA_ARRAY(workspace, int, n), workspace};
    for (int k = 0; t.local && k < n; k++) order[k] = k, t.local[k] = -1;
    bool well = t.local && (n == 0 || dissect(&t, order, n));
    arena_end(workspace, mark);
    return well ? HF_STATUS_OK : error_no_memory(error);
}
