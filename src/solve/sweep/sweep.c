// What all sweeps share: the layout that they run on, and the certificate between them.
//
// Memory: one copy of W's off-diagonal blocks by columns (assembled form), 21 numbers a block, and a few vectors. Cost
// of the set-up: a few passes over the pattern, about two sweeps.

#include "solve/sweep/sweep.h"

#include "base/arena.h"
#include "linalg/vector.h"
#include "problem/residual.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// A block is left alone if its residual is below this share of what the tolerance allows it: with all blocks there the
// whole is at a tenth of the tolerance, and the certificate passes.
static const double QUIET_SHARE = 0.1;

static void begin_solver(block_solver *solver, const hf_hybrid_options *options, local_pair locals, work_meter *work)
{
    *solver = (block_solver){.first3 = locals.first->solve3,
                             .first2 = locals.first->solve2,
                             .first_exact = locals.first->exact,
                             .paper_exact = options->paper_exact,
                             .direct = options->direct,
                             .tolerance = options->local_tolerance,
                             .work = work};
    if (!locals.failsafe) return;
    solver->second3 = locals.failsafe->solve3;
    solver->second2 = locals.failsafe->solve2;
    solver->second_exact = locals.failsafe->exact;
}

/// Copies block k of row i (size m × n) to where the sweep of its form wants it.
static void copy_block(const sweep *s, int m, int n, const double *from, double *to)
{
    if (s->uniform == 0)
    {
        memcpy(to, from, (size_t)(m * n) * sizeof *to);
        return;
    }
    for (int a = 0; a < m; a++)
        for (int c = 0; c < n; c++) to[c * m + a] = from[a * n + c];
}

/// From rows with the diagonal to columns without it, in two passes: count, then place. Rows ascend within a column.
static bool begin_columns(sweep *s, hf_workspace *workspace)
{
    const hf_problem *p = s->problem;
    const block_rows *W = &p->W;
    size_t n = (size_t)p->block_count, count = 0, entries = 0;
    block_columns *columns = &s->W;
    columns->begin = ARENA_ZEROED(workspace, size_t, n + 2);
    if (!columns->begin) return false;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++)
        {
            if (W->col[k] == i) continue;
            columns->begin[W->col[k] + 2]++;
            count++;
            entries += (size_t)(p->size[i] * p->size[W->col[k]]);
        }
    columns->row = ARENA_ARRAY(workspace, int, count);
    columns->values = ARENA_ARRAY(workspace, double, entries + 1); // a 3 × 3 block is read as 3 × 4: one number beyond
    if (s->uniform == 0) columns->at = ARENA_ARRAY(workspace, size_t, count);
    if (!columns->row || !columns->values || (s->uniform == 0 && !columns->at)) return false;
    columns->values[entries] = 0.0;

    for (size_t i = 0; i < n; i++) columns->begin[i + 2] += columns->begin[i + 1];
    for (int i = 0; i < p->block_count; i++) // begin[j + 1] is where column j goes on; in the end, where j + 1 begins
        for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++)
            if (W->col[k] != i) columns->row[columns->begin[W->col[k] + 1]++] = i;
    if (columns->at) // blocks of different sizes: one column after the other
    {
        size_t at = 0;
        for (int j = 0; j < p->block_count; j++)
            for (size_t k = columns->begin[j]; k < columns->begin[j + 1]; k++)
            {
                columns->at[k] = at;
                at += (size_t)(p->size[j] * p->size[columns->row[k]]);
            }
    }
    return true;
}

/// Second pass over the rows, with one running place per column.
static bool fill_columns(sweep *s, hf_workspace *workspace)
{
    const hf_problem *p = s->problem;
    block_columns *columns = &s->W;
    size_t n = (size_t)p->block_count;
    arena_mark mark = arena_begin(workspace);
    size_t *next = ARENA_ARRAY(workspace, size_t, n);
    if (next)
    {
        memcpy(next, columns->begin, n * sizeof *next);
        size_t area = (size_t)(s->uniform * s->uniform);
        for (int i = 0; i < p->block_count; i++)
            for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
            {
                int j = p->W.col[k];
                if (j == i) continue;
                size_t place = next[j]++;
                copy_block(s, p->size[i], p->size[j], p->W.values + block_at(p, k),
                           columns->values + (columns->at ? columns->at[place] : area * place));
            }
    }
    arena_end(workspace, mark);
    return next != NULL;
}

static bool begin_velocities(sweep *s, hf_workspace *workspace)
{
    const hf_problem *p = s->problem;
    s->exact = ARENA_ARRAY(workspace, double, p->dimension);
    if (!s->exact) return false;
    if (p->factored)
    {
        s->v = ARENA_ARRAY(workspace, double, p->rows.dof_count);
        s->exact_v = ARENA_ARRAY(workspace, double, p->rows.dof_count);
        return s->v && s->exact_v && (!sweep_order_fits(p) || sweep_rounds_begin(s, workspace));
    }
    size_t count = s->uniform == 3 ? 4 * (size_t)p->block_count : (size_t)p->dimension;
    s->u = ARENA_ZEROED(workspace, double, count);
    return s->u && begin_columns(s, workspace) && fill_columns(s, workspace);
}

double sweep_work(const hf_problem *p)
{
    double tasks = sweep_order_fits(p) ? 0.5 * work_of_product(p) : 0.0;
    return work_price.rule * p->block_count + (p->factored ? tasks : 2.0 * work_of_product(p));
}

/// What sweeps without tasks keep of each block.
static bool begin_rules(sweep *s, hf_workspace *workspace)
{
    const hf_problem *p = s->problem;
    s->rules = ARENA_ARRAY(workspace, block_rule, p->block_count);
    s->frozen = ARENA_ZEROED(workspace, int, p->block_count);
    s->square = ARENA_ZEROED(workspace, double, p->block_count);
    if (!s->rules || !s->frozen || !s->square) return false;
    for (int i = 0; i < p->block_count; i++) block_rule_begin(&s->rules[i], p, i);
    return true;
}

bool sweep_begin(sweep *s, const hf_problem *p, const hf_hybrid_options *options, local_pair locals, double *r,
                 work_meter *work, hf_workspace *workspace)
{
    double allowed = QUIET_SHARE * options->common.tolerance * (1.0 + p->norm_b);
    *s = (sweep){.problem = p,
                 .work = work,
                 .uniform = !p->factored && !p->polygon && p->contact_count == p->block_count ? p->uniform : 0,
                 .bodies = sweep_is_of_bodies(p),
                 .wide = wide_runs(),
                 .r = r,
                 .freeze_sweeps = options->freeze_sweeps,
                 .small_change = options->small_change * options->small_change,
                 .weak_force = options->weak_force * options->weak_force,
                 .quiet = p->block_count > 0 && !options->paper_exact ? allowed * allowed / p->block_count : 0.0,
                 .hopeless_one = -1};
    s->visit = ARENA_ARRAY(workspace, int, p->block_count);
    s->hopeless = ARENA_ZEROED(workspace, bool, p->block_count);
    if (!s->visit || !s->hopeless) return false;
    begin_solver(&s->solver, options, locals, work);
    s->solver.polygon = p->polygon;
    if (!begin_velocities(s, workspace) || (!s->tasks && !begin_rules(s, workspace))) return false;
    if (s->tasks) sweep_places_take(&s->places, p, r);
    sweep_set_order(s, options->order);
    return true;
}

void sweep_set_order(sweep *s, hf_sweep_order order)
{
    s->order = order;
    s->backward = false;
    s->random = random_seed(1); // the same shuffles in every solve
    for (int i = 0; i < s->problem->block_count; i++) s->visit[i] = i;
}

static void shuffle(random_state *random, int *blocks, int count)
{
    for (int k = count - 1; k > 0; k--)
    {
        int other = random_below(random, k + 1), i = blocks[k];
        blocks[k] = blocks[other];
        blocks[other] = i;
    }
}

/// What the order asks for between two sweeps; where blocks have tasks, within each of these.
static void next_order(sweep *s)
{
    if (s->order == HF_SWEEP_ALTERNATE) s->backward = !s->backward;
    if (s->order != HF_SWEEP_SHUFFLE) return;
    if (!s->tasks) shuffle(&s->random, s->visit, s->problem->block_count);
    for (int k = 0; s->tasks && k < s->tasks->task_count; k++)
        shuffle(&s->random, s->visit + s->tasks->begin[k], s->tasks->begin[k + 1] - s->tasks->begin[k]);
}

double sweep_run(sweep *s)
{
    const hf_problem *p = s->problem;
    double sum = 0.0;
    s->weak_level = s->weak_force * s->largest;
    s->largest = 0.0;
    if (s->tasks) sum = sweep_rounds(s);
    else if (s->bodies) sum = sweep_bodies(s);
    else if (p->factored) sum = sweep_factored(s);
    else if (s->uniform == 3) sum = sweep_uniform3(s);
    else if (s->uniform == 2) sum = sweep_uniform2(s);
    else sum = sweep_mixed(s);
    if (s->tasks && !s->after) sweep_places_give(&s->places, p, s->r);
    next_order(s);
    return sqrt(sum) / (1.0 + p->norm_b);
}

double sweep_measure(sweep *s, const double *r)
{
    work_charge(s->work, work_of_look(s->problem));
    problem_velocity_shared(s->problem, r, s->exact_v, s->exact, s->work->workspace);
    return residual_shared(s->problem, r, s->exact, s->work->workspace).natural;
}

void sweep_adopt(sweep *s, const double *r)
{
    const hf_problem *p = s->problem;
    if (p->dimension == 0) return;
    if (r != s->r)
    {
        memcpy(s->r, r, (size_t)p->dimension * sizeof *r);
        if (s->tasks) sweep_places_take(&s->places, p, r);
    }
    if (p->factored) memcpy(s->v, s->exact_v, (size_t)p->rows.dof_count * sizeof(double));
    else if (s->uniform == 3)
        for (int i = 0; i < p->block_count; i++) memcpy(s->u + 4 * (size_t)i, s->exact + 3 * i, 3 * sizeof(double));
    else memcpy(s->u, s->exact, (size_t)p->dimension * sizeof(double));
}

double sweep_certify(sweep *s)
{
    if (s->tasks) sweep_places_give(&s->places, s->problem, s->r);
    double natural = sweep_measure(s, s->r);
    sweep_adopt(s, s->r);
    return natural;
}

void sweep_shift(sweep *s, int i, const double *change)
{
    const hf_problem *p = s->problem;
    for (int k = 0; k < p->size[i]; k++) s->r[p->offset[i] + k] += change[k];
    assert(!s->tasks); // their r is places.x; sweep_set_after
    if (s->bodies) sweep_spread_bodies(s, i, change);
    else if (p->factored) sweep_spread_factored(s, i, change);
    else if (s->uniform == 3) sweep_spread3(s, i, change);
    else if (s->uniform == 2) sweep_spread2(s, i, change);
    else sweep_spread_mixed(s, i, change);
}

bool sweep_thaw(sweep *s)
{
    bool any = false;
    for (int i = 0; i < s->problem->block_count; i++)
    {
        int *frozen = s->tasks ? &s->places.of[i].frozen : &s->frozen[i];
        any |= *frozen > 0;
        *frozen = 0;
    }
    return any;
}

/// Whether u_i depends on r_i alone.
static bool alone(const hf_problem *p, int i)
{
    if (p->block_count == 1) return true;
    if (p->factored) return p->rows.begin[i + 1] == p->rows.begin[i];
    for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        if (p->W.col[k] != i) return false;
    return true;
}

bool sweep_mark_hopeless(sweep *s, int i)
{
    if (!alone(s->problem, i)) return false;
    return s->hopeless[i] = true;
}

void sweep_note_hopeless(sweep *s, int i)
{
    if (sweep_mark_hopeless(s, i)) s->hopeless_one = i;
}
