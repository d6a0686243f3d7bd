#include "solve/sweep/sweep_order.h"

#include "base/arena.h"
#include "base/sort.h"

#include <string.h>

enum
{
    LEAST_ROWS = 1500, // what is below is over before other threads are awake
    BODY_ENTRIES = 12, // of a contact of two bodies; more is wide
    BLOCKS_OF_A_PART = 300,
    LEAST_PARTS = 4,
    MOST_PARTS = 32,
};

bool sweep_order_fits(const hf_problem *p)
{
    return p->factored && p->dimension >= LEAST_ROWS &&
           p->rows.begin[p->block_count] > (size_t)BODY_ENTRIES * (size_t)p->block_count;
}

/// Objects, and who meets whom.
typedef struct object_graph
{
    int count;
    int *of;           // dof_count: the object of a degree of freedom
    size_t *met_begin; // block_count + 1
    int *met;          // the objects of each block, ascending
    size_t *begin;     // count + 1
    int *block;        // the blocks of each object, ascending
    int *rank;         // count: place in the breadth-first order
    int *queue;        // count: that order
} object_graph;

/// An object begins wherever a block's run of neighbouring degrees of freedom does. Where that cuts an object in two,
/// tasks know of both halves.
static void find_objects(const hf_problem *p, object_graph *g)
{
    const factored_rows *rows = &p->rows;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k = factored_run_end(rows, i, k))
            g->of[rows->dof[k]] = 1;
    g->count = 0;
    for (int d = 0; d < rows->dof_count; d++)
    {
        g->count += d == 0 || g->of[d];
        g->of[d] = g->count - 1;
    }
}

/// met ◄ objects of the runs of each block: one each, but for runs that go on into the second half of one that was cut.
static bool find_met(const hf_problem *p, object_graph *g, hf_workspace *workspace)
{
    const factored_rows *rows = &p->rows;
    g->met_begin = ARENA_ARRAY(workspace, size_t, p->block_count + 1);
    g->met = ARENA_ARRAY(workspace, int, rows->begin[p->block_count]);
    if (!g->met_begin || !g->met) return false;
    size_t count = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        g->met_begin[i] = count;
        for (size_t k = rows->begin[i], end; k < rows->begin[i + 1]; k = end)
        {
            end = factored_run_end(rows, i, k);
            for (int o = g->of[rows->dof[k]]; o <= g->of[rows->dof[end - 1]]; o++) g->met[count++] = o;
        }
    }
    g->met_begin[p->block_count] = count;
    return true;
}

static bool find_graph(const hf_problem *p, object_graph *g, hf_workspace *workspace)
{
    g->of = ARENA_ZEROED(workspace, int, p->rows.dof_count);
    if (!g->of) return false;
    find_objects(p, g);
    if (!find_met(p, g, workspace)) return false;
    size_t count = g->met_begin[p->block_count];
    g->begin = ARENA_ZEROED(workspace, size_t, g->count + 2);
    g->block = ARENA_ARRAY(workspace, int, count);
    g->rank = ARENA_ARRAY(workspace, int, g->count);
    g->queue = ARENA_ARRAY(workspace, int, g->count);
    if (!g->begin || !g->block || !g->rank || !g->queue) return false;
    for (size_t k = 0; k < count; k++) g->begin[g->met[k] + 2]++;
    for (int o = 0; o < g->count; o++) g->begin[o + 2] += g->begin[o + 1];
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = g->met_begin[i]; k < g->met_begin[i + 1]; k++) g->block[g->begin[g->met[k] + 1]++] = i;
    return true;
}

/// Breadth first from `start`, appended to the queue that has `tail` entries; returns how many it has then.
static int walk(object_graph *g, int start, int tail)
{
    int head = tail;
    g->rank[start] = tail;
    g->queue[tail++] = start;
    for (; head < tail; head++)
        for (size_t k = g->begin[g->queue[head]]; k < g->begin[g->queue[head] + 1]; k++)
            for (size_t e = g->met_begin[g->block[k]]; e < g->met_begin[g->block[k] + 1]; e++)
            {
                int object = g->met[e];
                if (g->rank[object] >= 0) continue;
                g->rank[object] = tail;
                g->queue[tail++] = object;
            }
    return tail;
}

/// The order of objects: each component from one of its ends, which a first walk from anywhere has found last.
static void order_objects(object_graph *g)
{
    for (int o = 0; o < g->count; o++) g->rank[o] = -1;
    for (int o = 0, tail = 0; o < g->count; o++)
    {
        if (g->rank[o] >= 0) continue;
        int end = walk(g, o, tail), last = g->queue[end - 1];
        for (int k = tail; k < end; k++) g->rank[g->queue[k]] = -1;
        tail = walk(g, last, tail);
    }
}

/// part[o] ◄ pieces of the order with equal numbers of entries.
static void cut_parts(const object_graph *g, int parts, int *part)
{
    size_t whole = g->begin[g->count], before = 0;
    for (int k = 0; k < g->count; k++)
    {
        int o = g->queue[k];
        size_t own = g->begin[o + 1] - g->begin[o];
        part[o] = whole > 0 ? (int)((before + own / 2) * (size_t)parts / whole) : 0;
        if (part[o] >= parts) part[o] = parts - 1;
        before += own;
    }
}

/// A task: blocks of parts a <= b.
typedef struct part_pair
{
    int a, b, blocks, round, number;
} part_pair;

/// The pair of a block, as a place in a table of parts²; parts² if it has more than two.
static int pair_of(const object_graph *g, const int *part, int parts, int i)
{
    int a = -1, b = -1;
    for (size_t k = g->met_begin[i]; k < g->met_begin[i + 1]; k++)
    {
        int q = part[g->met[k]];
        if (a < 0) a = b = q;
        else if (q != a && a == b) a = q < a ? q : a, b = q > b ? q : b;
        else if (q != a && q != b) return parts * parts;
    }
    return a < 0 ? 0 : a * parts + b;
}

static int compare_size(const void *x, const void *y)
{
    const part_pair *s = x, *t = y;
    return s->blocks != t->blocks ? t->blocks - s->blocks : s->number - t->number;
}

static int compare_round(const void *x, const void *y)
{
    const part_pair *s = x, *t = y;
    return s->round != t->round ? s->round - t->round : compare_size(x, y);
}

/// Rounds of the tasks, which come in order of size: single parts in the first, pairs in the first that has both parts
/// free, what has more parts in the last.
/// Pairs are the edges of a graph, which first fit colours with less than 2 · parts colours. Returns how many rounds
/// there are.
static int find_rounds(part_pair *tasks, int count, int parts, bool *used)
{
    int rounds = 0;
    for (int k = 0; k < count; k++)
    {
        part_pair *t = &tasks[k];
        t->round = t->a == parts ? 2 * parts : t->a != t->b;
        if (t->a == t->b) continue;
        while (used[t->round * parts + t->a] || used[t->round * parts + t->b]) t->round++;
        used[t->round * parts + t->a] = used[t->round * parts + t->b] = true;
    }
    sort_items(tasks, (size_t)count, sizeof *tasks, compare_round);
    for (int k = 0, last = -1; k < count; k++) // numbered without gaps
    {
        rounds += tasks[k].round != last;
        last = tasks[k].round;
        tasks[k].round = rounds - 1;
    }
    return rounds;
}

/// What the order keeps, from the tasks; `place` has an entry for each pair.
static bool fill_order(sweep_order *order, const part_pair *tasks, int count, int round_count, const int *pair,
                       int block_count, int *place, hf_workspace *workspace)
{
    int *begin = ARENA_ZEROED(workspace, int, round_count + 1);
    order->begin = ARENA_ZEROED(workspace, int, count + 1);
    order->block = ARENA_ARRAY(workspace, int, block_count);
    order->sums = ARENA_ZEROED(workspace, sweep_sum, count);
    if (!begin || !order->begin || !order->block || !order->sums) return false;
    for (int k = 0; k < count; k++)
    {
        begin[tasks[k].round + 1] = k + 1;
        place[tasks[k].number] = order->begin[k];
        order->begin[k + 1] = order->begin[k] + tasks[k].blocks;
    }
    for (int i = 0; i < block_count; i++) order->block[place[pair[i]]++] = i;
    order->task_count = count;
    order->rounds = (task_rounds){.round_count = round_count, .begin = begin};
    return true;
}

static int count_parts(const hf_problem *p)
{
    int parts = p->block_count / BLOCKS_OF_A_PART;
    return parts < LEAST_PARTS ? LEAST_PARTS : parts > MOST_PARTS ? MOST_PARTS : parts;
}

bool sweep_order_find(sweep_order *order, const hf_problem *p, hf_workspace *workspace)
{
    object_graph g = {0};
    int parts = count_parts(p), pairs = parts * parts + 1, count = 0;
    int *pair = ARENA_ARRAY(workspace, int, p->block_count), *blocks = ARENA_ZEROED(workspace, int, pairs);
    part_pair *tasks = ARENA_ARRAY(workspace, part_pair, pairs);
    bool *used = ARENA_ZEROED(workspace, bool, 2 * pairs);
    if (!pair || !blocks || !tasks || !used || !find_graph(p, &g, workspace)) return false;
    int *part = ARENA_ARRAY(workspace, int, g.count);
    if (!part) return false;
    order_objects(&g);
    cut_parts(&g, parts, part);
    for (int i = 0; i < p->block_count; i++) blocks[pair[i] = pair_of(&g, part, parts, i)]++;
    for (int k = 0; k < pairs; k++)
        if (blocks[k] > 0)
            tasks[count++] = (part_pair){
                .a = k / parts, .b = k == parts * parts ? parts : k % parts, .blocks = blocks[k], .number = k};
    sort_items(tasks, (size_t)count, sizeof *tasks, compare_size);
    int rounds = find_rounds(tasks, count, parts, used);
    order->object = g.of;
    return fill_order(order, tasks, count, rounds, pair, p->block_count, blocks, workspace);
}
