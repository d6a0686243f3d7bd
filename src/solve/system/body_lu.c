// LU over the groups of body_factors.h, by blocks of 6 × 6 (block6_lu.h) or in fronts (front_lu.h).
//
// Blocks do one product of 6 × 6 at a time and look nothing up inside: best while columns of the factor are short, as
// in stacks and walls. Fronts gather bodies that are eliminated together into dense matrices and leave the work to
// dense products: best where factors fill, as in packings. Both know beforehand how many operations they will take, and
// the times below say which should be faster; small systems stay with blocks without a question. Fronts go in the
// order of least degree or of nested dissection, whichever costs less.
// The order is found anew whenever contacts come or go; on a graph with one node a body that is cheap. Everything is
// decided by the pattern alone, so the same contacts give the same bits, on any number of threads.

#include "solve/system/body_factors.h"

#include "base/error.h"
#include "linalg/sparse/front_lu.h"
#include "problem/bodies.h"

#include <math.h>
#include <string.h>

static const double PADDING_MAX = 2.2;  // rows with padding over rows without; above, a scalar factorization is better
static const double ENTRIES_MAX = 3e7;  // numbers in each factor: 240 MB
static const double COST_MAX = 5e10;    // operations by blocks: five seconds …
static const double COST_FRONTS = 1e11; // … and in fronts
static const double FRONTS_FROM = 2e8;  // operations by blocks below which nothing else is tried

// Seconds of a factorization less what both share, on an AMD EPYC (bench_factors): an operation by blocks; an operation
// in fronts, and an entry.
static const double BLOCK_SECONDS = 1.0 / 1.1e10, FRONT_SECONDS = 1.0 / 2e10, ENTRY_SECONDS = 7e-9;

struct body_lu
{
    body_groups groups;
    hf_workspace *workspace;
    body_lu_kind kind;
    size_t *begin; // groups + 1: blocks that touch a group
    int *touching;

    bool known;      // what follows is of the last factorization
    bool *used;      // block_count: whether a block had unknowns there
    arena_mark mark; // before the rest
    elimination pattern;
    block6_lu blocks;
    front_lu *fronts; // NULL: blocks
    int *element;     // the block of each element of the fronts
    body_lu_facts facts;

    double *x;       // 6 × groups
    double *scratch; // of one block's part
};

static void find_touching(body_lu *b)
{
    const hf_problem *p = b->groups.problem;
    for (int pass = 0; pass < 2; pass++)
    {
        for (int i = 0; i < p->block_count; i++)
            for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k = body_run_end(&b->groups, i, k))
            {
                int g = b->groups.group[p->rows.dof[k]];
                if (pass == 0) b->begin[g + 2]++;
                else b->touching[b->begin[g + 1]++] = i;
            }
        if (pass == 0)
            for (int g = 0; g < b->groups.count; g++) b->begin[g + 2] += b->begin[g + 1];
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

static bool find_groups(body_groups *b, const hf_problem *p, hf_workspace *workspace)
{
    size_t dofs = (size_t)p->rows.dof_count;
    *b = (body_groups){.problem = p,
                       .group = ARENA_ARRAY(workspace, int, dofs),
                       .slot = ARENA_ARRAY(workspace, int, dofs),
                       .size = ARENA_ARRAY(workspace, int, dofs)};
    if (!b->group || !b->slot || !b->size) return false;
    b->count = body_nodes(p, BLOCK6, b->group, b->size);
    for (size_t d = 0; d < dofs; d++) b->slot[d] = d > 0 && b->group[d] == b->group[d - 1] ? b->slot[d - 1] + 1 : 0;
    return true;
}

bool body_lu_create(const hf_problem *p, hf_workspace *workspace, body_lu **lu)
{
    *lu = NULL;
    body_lu *b = ARENA_ZEROED(workspace, body_lu, 1);
    if (!b || !find_groups(&b->groups, p, workspace)) return false;
    size_t count = (size_t)b->groups.count;
    if (BLOCK6 * (double)count > PADDING_MAX * p->rows.dof_count) return true;
    b->workspace = workspace;
    b->begin = ARENA_ZEROED(workspace, size_t, count + 2);
    b->touching = ARENA_ARRAY(workspace, int, p->rows.begin[p->block_count]);
    b->x = ARENA_ZEROED(workspace, double, BLOCK6 *count);
    b->scratch = ARENA_ARRAY(workspace, double, 2 * BLOCK_SIZE_MAX * widest(p));
    b->used = ARENA_ARRAY(workspace, bool, p->block_count);
    if (!b->begin || !b->touching || !b->x || !b->scratch || !b->used) return false;
    find_touching(b);
    *lu = b;
    return true;
}

void body_lu_prefer(body_lu *b, body_lu_kind kind)
{
    body_lu_release(b);
    b->kind = kind;
}

body_lu_facts body_lu_describe(const body_lu *b)
{
    return b->facts;
}

// ---- the pattern ----

typedef struct group_graph
{
    int *begin, *adjacent; // as elimination_find wants them
} group_graph;

/// Groups that a block in use connects with g, at `out` if it is not NULL; returns how many.
static int neighbours(const body_lu *b, int g, int *marker, int stamp, int *out)
{
    const factored_rows *rows = &b->groups.problem->rows;
    int count = 0;
    marker[g] = stamp;
    for (size_t t = b->begin[g]; t < b->begin[g + 1]; t++)
    {
        int i = b->touching[t];
        if (!b->used[i]) continue;
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k = body_run_end(&b->groups, i, k))
        {
            int other = b->groups.group[rows->dof[k]];
            if (marker[other] == stamp) continue;
            marker[other] = stamp;
            if (out) out[count] = other;
            count++;
        }
    }
    return count;
}

static bool find_graph(const body_lu *b, group_graph *graph)
{
    int count = b->groups.count;
    graph->begin = ARENA_ZEROED(b->workspace, int, count + 1);
    int *marker = ARENA_ZEROED(b->workspace, int, count);
    if (!graph->begin || !marker) return false;
    for (int g = 0; g < count; g++) graph->begin[g + 1] = graph->begin[g] + neighbours(b, g, marker, g + 1, NULL);
    graph->adjacent = ARENA_ARRAY(b->workspace, int, graph->begin[count]);
    for (int g = 0; graph->adjacent && g < count; g++)
        neighbours(b, g, marker, -g - 1, graph->adjacent + graph->begin[g]);
    return graph->adjacent != NULL;
}

// ---- blocks or fronts ----

static hf_status begin_fronts(body_lu *b, hf_error *error)
{
    body_elements used;
    front_orders orders = {.own = b->pattern.too_full ? NULL : b->pattern.order};
    if (b->kind == BODY_LU_FRONTS) orders.only = FRONT_ORDER_OWN;
    if (b->kind == BODY_LU_DISSECTED) orders.only = FRONT_ORDER_DISSECTION;
    hf_status status = body_elements_find(b->groups.problem, BLOCK6, b->used, b->workspace, &used, error);
    b->element = used.block;
    if (status == HF_STATUS_OK)
        status = front_lu_create(&used.pattern, orders, 2.0 * ENTRIES_MAX, b->workspace, &b->fronts, error);
    if (status == HF_STATUS_OK)
        b->facts = (body_lu_facts){.fronts = true, .fill = front_lu_fill(b->fronts), .cost = front_lu_cost(b->fronts)};
    return status;
}

static hf_status too_large(const body_lu *b, hf_error *error)
{
    return error_set(error, HF_STATUS_UNSUPPORTED, "the factors of a Newton system over %d bodies would be too large",
                     b->groups.count);
}

/// Fronts, where they are wanted or should be faster than `seconds`; b->fronts stays NULL otherwise.
static hf_status try_fronts(body_lu *b, double seconds, hf_error *error)
{
    arena_mark mark = arena_begin(b->workspace);
    body_lu_facts blocks = b->facts;
    hf_status status = begin_fronts(b, error);
    bool wanted = b->kind == BODY_LU_FRONTS || b->kind == BODY_LU_DISSECTED;
    bool faster = b->facts.cost * FRONT_SECONDS + b->facts.fill * ENTRY_SECONDS < seconds;
    if (status == HF_STATUS_OK && b->facts.cost <= COST_FRONTS && (wanted || faster)) return status;
    b->fronts = NULL;
    b->facts = blocks;
    arena_end(b->workspace, mark);
    return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
}

/// Pattern, choice, and room for the factors, unless they are at hand. *fits: as far as the work that is left tells.
static hf_status find_pattern(body_lu *b, work_meter *work, bool *fits, hf_error *error)
{
    group_graph graph;
    size_t most = (size_t)(ENTRIES_MAX / BLOCK6_AREA);
    b->fronts = NULL;
    if (!find_graph(b, &graph)) return error_no_memory(error);
    double edges = graph.begin[b->groups.count];
    *fits = work_afford(work, work_price.graph_entry * edges);
    if (!*fits) return HF_STATUS_OK;
    if (!elimination_find(b->groups.count, graph.begin, graph.adjacent, most, b->workspace, &b->pattern))
        return error_no_memory(error);
    double cost = b->pattern.too_full ? INFINITY : 2.0 * BLOCK6_AREA * BLOCK6 * b->pattern.work;
    double entries = b->pattern.too_full ? 0.0 : 2.0 * (double)b->pattern.begin[b->groups.count] + b->groups.count;
    b->facts = (body_lu_facts){.cost = cost, .fill = BLOCK6_AREA * entries};
    work_charge(work, work_price.pattern_entry * (b->pattern.too_full ? (double)most : entries));
    hf_status status = HF_STATUS_OK;
    if (b->kind >= BODY_LU_FRONTS || (b->kind == BODY_LU_BEST && cost > FRONTS_FROM))
    {
        *fits = work_afford(work, work_price.front_graph * edges);
        if (!*fits) return status;
        status = try_fronts(b, cost <= COST_MAX ? cost * BLOCK_SECONDS : INFINITY, error);
    }
    if (status != HF_STATUS_OK || b->fronts) return status;
    if (cost > COST_MAX) return too_large(b, error);
    return block6_lu_begin(&b->pattern, b->workspace, &b->blocks) ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status begin_factors(body_lu *b, const system_unknowns *u, bool *fits, hf_error *error)
{
    bool same = b->known;
    int blocks = b->groups.problem->block_count;
    for (int i = 0; same && i < blocks; i++) same = b->used[i] == (u->moves[i].free > 0);
    *fits = true;
    if (same) return HF_STATUS_OK;
    body_lu_release(b);
    b->mark = arena_begin(b->workspace);
    b->known = true;
    for (int i = 0; i < blocks; i++) b->used[i] = u->moves[i].free > 0;
    hf_status status = find_pattern(b, u->work, fits, error);
    if (status != HF_STATUS_OK || !*fits) body_lu_release(b);
    return status;
}

void body_lu_release(body_lu *b)
{
    if (b->known) arena_end(b->workspace, b->mark);
    b->known = false;
}

// ---- the numbers ----

/// Work of a factorization on the pattern at hand.
static double factor_work(const body_lu *b, bool symmetric)
{
    return b->facts.cost * (symmetric ? 0.5 : 1.0) * (b->fronts ? work_price.front_flop : work_price.block_flop) +
           b->facts.fill * (b->fronts ? work_price.front_entry : work_price.factor_entry) +
           work_price.put_body * b->groups.problem->block_count;
}

double body_lu_solve_work(const body_lu *b)
{
    return work_price.solve_entry * b->facts.fill;
}

hf_status body_lu_factor(body_lu *b, const system_unknowns *u, const double *T, bool *regular, hf_error *error)
{
    bool fits;
    *regular = false;
    hf_status status = begin_factors(b, u, &fits, error);
    if (status != HF_STATUS_OK || !fits || !work_afford(u->work, factor_work(b, u->symmetric))) return status;
    if (b->fronts)
    {
        body_sum sum = {.problem = b->groups.problem, .block = b->element, .unknowns = u, .T = T};
        bool singular;
        if (u->symmetric) front_lu_factor_symmetric(b->fronts, 1.0, body_sum_element, &sum, &singular);
        else front_lu_factor(b->fronts, 1.0, body_sum_element, &sum, &singular);
        *regular = !singular;
        return HF_STATUS_OK;
    }
    body_blocks_fill(&b->groups, u, T, b->scratch, &b->blocks);
    *regular = block6_lu_factor(&b->blocks);
    return HF_STATUS_OK;
}

void body_lu_solve(body_lu *b, double *z)
{
    const int *group = b->groups.group, *slot = b->groups.slot, n = b->groups.problem->rows.dof_count;
    if (b->fronts)
    {
        front_lu_solve(b->fronts, z);
        return;
    }
    for (int d = 0; d < n; d++) b->x[BLOCK6 * group[d] + slot[d]] = z[d];
    block6_lu_solve(&b->blocks, b->x);
    for (int d = 0; d < n; d++) z[d] = b->x[BLOCK6 * group[d] + slot[d]];
}
