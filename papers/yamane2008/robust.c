// The search over pivot sequences of Yamane and Nakamura 2008, section III: all pivots that step 1 of Lemke's algorithm
// might take are kept, and where a sequence ends in a ray, a set of pivots met before, or too large an error, the
// search goes on from the best of the others.
//
//   node        one pivot; a chain of parents is a sequence                                          (algorithm 1)
//   kept        if m'_i < 0, q_min > -ε, ‖w - M z - z0 c - q‖ <= e_max, and the set of pivots is new (algorithm 2)
//   q_min       smallest entry of q' after the pivot
//   cost        Σ (exp(-q_min) - depth_reward) over the sequence; depth_reward = 0 is the paper's
//
// Where ties abound every clean pivot costs exp(0) = 1 and the paper's order is by depth: a breadth-first search,
// hopeless beyond a few pivots from a good guess. With depth_reward = 1 clean pivots are free, the deepest node goes
// first, and among equals the one with the largest |m'_i|: the search runs down like Lemke's algorithm with a stable
// choice among ties, and the queue is only for trouble.
//
// The set of pivots that is remembered includes the driving variable: the two ends of an edge share their basis, not
// their future.
// A goal is believed when the certificate says so; otherwise it counts as an error and the search goes on.
// M', q' are not stored with the nodes. A child of the node at hand is one rank-1 update away (section III, last
// paragraph); any other is reached by exchanging the variables in which the two bases differ, largest pivots first; and
// when ‖w - M z - z0 c - q‖ has grown, the basis is computed afresh from M and q.
// Cost: O(n²) for each node taken from the queue, plus O(n²) for each exchange; 48 bytes a node.

#include "papers/yamane2008/lemke_run.h"

#include "base/elementary.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

/// |q_min| below this (relative) is rounding and costs nothing; above it the order of the paper's cost counts.
static const double NOISE = 1e-10;

/// M', q' are computed afresh when the defect (relative) exceeds this share of 1 + the largest basic variable.
static const double RENEW_DEFECT = 1e-11;

// Places to set out from (LEMKE_STARTS of them, option `starts`), one after the other while the queue runs empty or the
// patience ends: Lemke's algorithm is not complete. There are M for which w = q leads to a ray at once, and another
// complementary set does not. And with c = 1 all rows with q_i = 0 tie in every step, with another c they do not.

typedef struct search_node
{
    double cost;
    pivot_set set;
    int parent;  // -1 at the root
    int leaving; // the variable that this pivot takes out; the next to drive is its complement
    int depth;
} search_node;

typedef struct candidate
{
    double size; // |m'_i|
    double q_min;
    int row;
} candidate;

typedef struct search
{
    lemke_run *run;
    search_node *nodes;
    int node_count, node_capacity;
    int *heap; // node indices, the best at 0
    int heap_count;
    int current;           // node whose tableau is at hand, -1 if none
    unsigned char *root;   // 2n + 1: basic variables of the root
    unsigned char *wanted; // 2n + 1
    double *defect;        // n: w - M z - z0 c - q at the point …
    double *slope;         // n: … and its change along the ray
    double *point;         // n: q'
    double *ray;           // n: m'
    candidate *candidates; // n
    long pivot_limit;      // of this attempt, once it has left its path; 0 until then
    bool saw_ray, saw_error;
    bool stopped; // by the observer
} search;

// ---- the queue ----

/// Total order: cost, then goals, then depth, then age.
static bool before(const search *s, int a, int b)
{
    const search_node *x = &s->nodes[a], *y = &s->nodes[b];
    int z0 = z0_of(&s->run->t);
    if (x->cost != y->cost) return x->cost < y->cost;
    if ((x->leaving == z0) != (y->leaving == z0)) return x->leaving == z0;
    if (x->depth != y->depth) return x->depth > y->depth;
    return a < b;
}

static void heap_push(search *s, int node)
{
    int at = s->heap_count++;
    while (at > 0 && before(s, node, s->heap[(at - 1) / 2]))
    {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = node;
}

static int heap_pop(search *s)
{
    int best = s->heap[0], last = s->heap[--s->heap_count], at = 0;
    for (;;)
    {
        int child = 2 * at + 1;
        if (child >= s->heap_count) break;
        if (child + 1 < s->heap_count && before(s, s->heap[child + 1], s->heap[child])) child++;
        if (!before(s, s->heap[child], last)) break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return best;
}

static bool grow(search *s)
{
    if (s->node_count < s->node_capacity) return true;
    int capacity = 2 * s->node_capacity;
    search_node *nodes = ARENA_ARRAY(s->run->workspace, search_node, capacity);
    int *heap = ARENA_ARRAY(s->run->workspace, int, capacity);
    if (!nodes || !heap) return false;
    memcpy(nodes, s->nodes, (size_t)s->node_count * sizeof *nodes);
    memcpy(heap, s->heap, (size_t)s->heap_count * sizeof *heap);
    s->nodes = nodes;
    s->heap = heap;
    s->node_capacity = capacity;
    return true;
}

/// appendNode, unless the set of pivots is known (Q.unique). False if memory is short.
static bool append(search *s, search_node node)
{
    pivot_set key = node.leaving == z0_of(&s->run->t)
                        ? node.set
                        : pivot_set_toggle(node.set, 3 * s->run->t.n + 1 + node.leaving); // and what drives next
    switch (visited_add(&s->run->seen, key))
    {
    case VISITED_BEFORE: return true;
    case VISITED_NO_MEMORY: return false;
    case VISITED_NEW: break;
    }
    if (!grow(s)) return false;
    s->nodes[s->node_count] = node;
    heap_push(s, s->node_count++);
    s->run->report->nodes++;
    return true;
}

// ---- from node to node ----

static int entering_of(const search *s, const search_node *node)
{
    return complement(&s->run->t, s->nodes[node->parent].leaving);
}

static void basis_of(const search *s, int index, unsigned char *basis)
{
    memcpy(basis, s->root, (size_t)(2 * s->run->t.n + 1));
    for (const search_node *node = &s->nodes[index]; node->parent >= 0; node = &s->nodes[node->parent])
    {
        basis[node->leaving] ^= 1;
        basis[entering_of(s, node)] ^= 1;
    }
}

static double most(const double *x, int n)
{
    double largest = 0.0;
    for (int i = 0; i < n; i++) largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
    return largest;
}

/// The defect at hand, and how large it may be before M', q' are renewed.
static double measure(search *s, double *allowed)
{
    tableau *t = &s->run->t;
    tableau_defect(t, false, 0, s->defect);
    for (int i = 0; i < t->n; i++) s->point[i] = right_side(t, i);
    *allowed = RENEW_DEFECT * (1.0 + most(s->point, t->n));
    return most(s->defect, t->n);
}

static bool renew(search *s, int index)
{
    basis_of(s, index, s->wanted);
    tableau_reset(&s->run->t);
    s->run->report->refactorizations++;
    s->current = -1;
    return tableau_move(&s->run->t, s->wanted);
}

/// Pivots that an attempt may take after it first left its path. Where ties abound the queue can hold more than anyone
/// will try, all of it close to a bad turn taken long before: setting out anew is then worth more than the next
/// candidate.
static long patience(int n)
{
    return n + 100L;
}

/// Brings the tableau to a node, with `point` and `defect`. False if its basis is singular or its error too large.
static bool reach(search *s, int index)
{
    tableau *t = &s->run->t;
    const search_node *node = &s->nodes[index];
    bool there = s->current == index;
    if (!there && node->parent >= 0 && node->parent == s->current)
    {
        tableau_pivot(t, t->place[node->leaving], column_of(t, entering_of(s, node)));
        there = true;
    }
    else if (!there)
    {
        s->run->report->returns++;
        if (s->pivot_limit == 0 && s->run->options->starts > 1) s->pivot_limit = t->pivots + patience(t->n);
        basis_of(s, index, s->wanted);
        there = tableau_move(t, s->wanted) || renew(s, index);
    }
    s->current = there ? index : -1;
    if (!there) return false;
    double allowed, error = measure(s, &allowed);
    if (error > allowed || error > s->run->options->error_max) // before it is dropped, too
    {
        if (!renew(s, index)) return false;
        s->current = index;
        error = measure(s, &allowed);
    }
    return error <= s->run->options->error_max;
}

// ---- addDescendants (algorithm 2) ----

/// x.q_min(i): the smallest entry of q' when the driving variable has grown to t; row i is then the driving variable's.
static double q_min_at(const search *s, int row, double step)
{
    double least = INFINITY;
    for (int j = 0; j < s->run->t.n; j++)
    {
        double value = j == row ? step : s->point[j] + step * s->ray[j];
        least = value < least ? value : least;
    }
    return least;
}

/// x'.error(): ‖w - M z - z0 c - q‖ there, in the maximum norm; it is linear in the step.
static double error_at(const search *s, double step)
{
    double largest = 0.0;
    for (int j = 0; j < s->run->t.n; j++)
    {
        double entry = fabs(s->defect[j] + step * s->slope[j]);
        largest = entry > largest ? entry : largest;
    }
    return largest;
}

/// Sorted by decreasing pivot; insertion, for there are few.
static int keep(search *s, int count, candidate c)
{
    int at = count;
    while (at > 0 && s->candidates[at - 1].size < c.size)
    {
        s->candidates[at] = s->candidates[at - 1];
        at--;
    }
    s->candidates[at] = c;
    return count + 1;
}

static int find_candidates(search *s)
{
    const hf_lcp_options *options = s->run->options;
    int n = s->run->t.n, count = 0;
    double at_point = most(s->defect, n), at_ray = most(s->slope, n);
    double furthest = INFINITY; // beyond it some entry falls below -ε
    bool ray = true;
    for (int j = 0; j < n; j++)
        if (s->ray[j] < -s->run->pivot_zero)
        {
            ray = false;
            furthest = fmin(furthest, -(s->point[j] + options->epsilon) / s->ray[j]);
        }
    for (int i = 0; i < n; i++)
    {
        if (!(s->ray[i] < -s->run->pivot_zero)) continue;
        double step = -s->point[i] / s->ray[i];
        if (step > furthest) continue;
        double q_min = q_min_at(s, i, step);
        if (!(q_min > -options->epsilon)) continue;
        bool clean = at_point + fabs(step) * at_ray <= options->error_max; // spares the sum in all but bad cases
        if (!clean && error_at(s, step) > options->error_max) continue;
        count = keep(s, count, (candidate){.size = -s->ray[i], .q_min = q_min, .row = i});
    }
    s->saw_ray = s->saw_ray || ray;
    s->saw_error = s->saw_error || (!ray && count == 0);
    return count;
}

typedef enum expansion
{
    EXPANDED = 0,
    EXPANDED_NO_MEMORY,
    EXPANDED_INFEASIBLE,
} expansion;

static expansion expand(search *s, int index)
{
    lemke_run *run = s->run;
    tableau *t = &run->t;
    int driving = complement(t, s->nodes[index].leaving);
    int column = column_of(t, driving);
    for (int i = 0; i < t->n; i++) s->ray[i] = row_of(t, i)[column];
    tableau_defect(t, true, column, s->slope);
    bool ray_before = s->saw_ray;
    int count = find_candidates(s);
    if (s->saw_ray && !ray_before) lemke_offer_point(run);
    if (count == 0 && s->saw_ray && lemke_ray_proves(run, column)) return EXPANDED_INFEASIBLE;
    for (int k = 0; k < count; k++)
    {
        const candidate *c = &s->candidates[k];
        const search_node *node = &s->nodes[index];
        int leaving = t->basic[c->row];
        double q_min = fabs(c->q_min) < NOISE ? 0.0 : c->q_min;
        search_node child = {.cost = node->cost + real_exp(-q_min) - run->options->depth_reward,
                             .set = pivot_set_toggle(pivot_set_toggle(node->set, driving), leaving),
                             .parent = index,
                             .leaving = leaving,
                             .depth = node->depth + 1};
        if (!append(s, child)) return EXPANDED_NO_MEMORY;
    }
    return EXPANDED;
}

// ---- the search (algorithm 1) ----

static bool begin_search(search *s, lemke_run *run)
{
    size_t n = (size_t)run->t.n;
    *s = (search){.run = run, .current = -1, .node_capacity = 256 + 4 * run->t.n};
    s->nodes = ARENA_ARRAY(run->workspace, search_node, s->node_capacity);
    s->heap = ARENA_ARRAY(run->workspace, int, s->node_capacity);
    s->root = ARENA_ZEROED(run->workspace, unsigned char, 2 * n + 1);
    s->wanted = ARENA_ARRAY(run->workspace, unsigned char, 2 * n + 1);
    s->defect = ARENA_ARRAY(run->workspace, double, n);
    s->slope = ARENA_ARRAY(run->workspace, double, n);
    s->point = ARENA_ARRAY(run->workspace, double, n);
    s->ray = ARENA_ARRAY(run->workspace, double, n);
    s->candidates = ARENA_ARRAY(run->workspace, candidate, n);
    return s->nodes && s->heap && s->root && s->wanted && s->defect && s->slope && s->point && s->ray && s->candidates;
}

/// Step 0, and the dummy node.
static bool append_root(search *s, int driving)
{
    tableau *t = &s->run->t;
    memset(s->root, 0, (size_t)(2 * t->n + 1));
    search_node root = {.parent = -1, .leaving = complement(t, driving)};
    for (int i = 0; i < t->n; i++)
    {
        s->root[t->basic[i]] = 1;
        root.set = pivot_set_toggle(root.set, t->basic[i]);
    }
    s->node_count = s->heap_count = 0;
    s->current = 0;
    return append(s, root);
}

static hf_lcp_failure no_memory(lemke_run *run)
{
    run->status = HF_STATUS_NO_MEMORY;
    return HF_LCP_ERROR;
}

static hf_lcp_failure search_from(search *s, const unsigned char *guess, const double *cover)
{
    lemke_run *run = s->run;
    int driving;
    visited_clear(&run->seen);
    tableau_root(&run->t, guess, cover);
    if (!lemke_step0(run, false, 0.0, &driving)) return lemke_accept(run) ? HF_LCP_SOLVED : HF_LCP_ERROR;
    if (!append_root(s, driving)) return no_memory(run);
    while (s->heap_count > 0)
    {
        s->stopped = lemke_must_stop(run, "robust") && run->t.pivots < run->max_pivots; // by the observer, or the work
        if (s->stopped || run->t.pivots >= run->max_pivots) return HF_LCP_LIMIT;
        work_charge(&run->work, 3.0 * tableau_work(&run->t)); // a defect and a ray
        if (s->pivot_limit > 0 && run->t.pivots >= s->pivot_limit) return HF_LCP_LIMIT;
        int best = heap_pop(s);
        if (!reach(s, best))
        {
            s->saw_error = true;
            continue;
        }
        if (s->nodes[best].leaving == z0_of(&run->t))
        {
            if (lemke_accept(run)) return HF_LCP_SOLVED;
            if (run->status != HF_STATUS_OK) return HF_LCP_ERROR;
            s->saw_error = true;
            continue;
        }
        switch (expand(s, best))
        {
        case EXPANDED: break;
        case EXPANDED_NO_MEMORY: return no_memory(run);
        case EXPANDED_INFEASIBLE: return HF_LCP_NO_SOLUTION;
        }
    }
    return s->saw_ray ? HF_LCP_NO_SOLUTION : s->saw_error ? HF_LCP_ERROR : HF_LCP_CYCLE;
}

typedef struct start
{
    const unsigned char *guess; // NULL: w = q
    const double *cover;        // NULL: c = 1
} start;

/// Where an attempt sets out: from the caller's guess, from w = q, from both with a covering vector drawn by lot, from
/// all z, from z where q < 0, and then from sets and covering vectors drawn by lot in turn (always the same ones).
static start start_of(const search *s, int attempt, unsigned char *guess, double *cover, random_state *lots)
{
    const hf_lcp *lcp = s->run->lcp;
    const unsigned char *given = s->run->options->guess;
    if (attempt < 2) return (start){.guess = attempt == 0 ? given : NULL};
    if (attempt < 4 || (attempt > 5 && attempt % 2 == 1))
    {
        for (int i = 0; i < lcp->dimension; i++) cover[i] = random_between(lots, 0.5, 2.0);
        return (start){.guess = attempt == 2 ? given : NULL, .cover = cover};
    }
    for (int i = 0; i < lcp->dimension; i++)
        guess[i] = attempt == 4 || (attempt == 5 ? lcp->q[i] < 0.0 : random_unit(lots) < 0.5);
    return (start){.guess = guess};
}

hf_lcp_failure robust_search(lemke_run *run)
{
    search s;
    unsigned char *guess = ARENA_ARRAY(run->workspace, unsigned char, run->t.n);
    double *cover = ARENA_ARRAY(run->workspace, double, run->t.n);
    if (!guess || !cover || !begin_search(&s, run)) return no_memory(run);
    random_state lots = random_seed(2008);
    hf_lcp_failure first = HF_LCP_LIMIT;
    int attempt = run->options->guess ? 0 : 1;
    for (int last = attempt + run->options->starts; attempt < last && attempt < LEMKE_STARTS; attempt++)
    {
        s.saw_ray = s.saw_error = false;
        s.pivot_limit = 0;
        start from = start_of(&s, attempt, guess, cover, &lots);
        hf_lcp_failure failure = search_from(&s, from.guess, from.cover);
        if (failure == HF_LCP_SOLVED || run->status != HF_STATUS_OK) return failure;
        if (run->report->infeasible) return HF_LCP_NO_SOLUTION;
        if (attempt <= 1) first = failure;
        if (work_over(&run->work) || (failure == HF_LCP_LIMIT && s.stopped)) return HF_LCP_LIMIT;
        if (run->t.pivots >= run->max_pivots) break;
    }
    return first; // the word for the plain start: the others were second thoughts
}
