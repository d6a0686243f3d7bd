#include "solve/islands_apart.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/tasks.h"
#include "problem/law.h"
#include "solve/sweep/sweep_order.h"
#include "solve/work.h"

#include <limits.h>
#include <math.h>

enum
{
    // Rows to work on: fewer are done before other threads are awake.
    WORTH_WAKING = 300
};

// ---- taking apart ----

double islands_work(const hf_problem *whole)
{
    return 3.0 * work_of_look(whole);
}

/// Natural residuals and shares of the islands, from u at r of the whole.
static hf_status judge(islands_apart *a, hf_error *error)
{
    const hf_problem *whole = a->whole;
    arena_mark mark = arena_begin(a->workspace);
    double *u = ARENA_ARRAY(a->workspace, double, whole->dimension);
    double *v = ARENA_ARRAY(a->workspace, double, whole->rows.dof_count);
    double *norm_b = ARENA_ZEROED(a->workspace, double, a->count);
    hf_status status = u && v && norm_b ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        problem_velocity_shared(whole, a->r, v, u, a->workspace);
        for (int i = 0; i < whole->block_count; i++)
        {
            int k = a->list.island[i], at = whole->offset[i];
            a->parts[k].natural += law_natural_square(whole, i, a->r + at, u + at);
            for (int n = at; n < whole->offset[i + 1]; n++) norm_b[k] += whole->b[n] * whole->b[n];
        }
        for (int k = 0; k < a->count; k++)
        {
            island_part *part = &a->parts[k];
            part->norm = 1.0 + fmin(sqrt(norm_b[k]), whole->norm_b);
            part->natural = sqrt(part->natural) / part->norm;
            if (isnan(part->natural)) part->natural = INFINITY; // squares may overflow
            part->share = sqrt((double)part->rows / whole->dimension) * ((1.0 + whole->norm_b) / part->norm);
        }
    }
    arena_end(a->workspace, mark);
    return status;
}

/// An island and its rows.
typedef struct island_size
{
    int island;
    int rows;
} island_size;

static int compare_sizes(const void *a, const void *b)
{
    const island_size *x = a, *y = b;
    return x->rows != y->rows ? y->rows - x->rows : x->island - y->island;
}

static hf_status order_islands(islands_apart *a, hf_error *error)
{
    arena_mark mark = arena_begin(a->workspace);
    island_size *sizes = ARENA_ARRAY(a->workspace, island_size, a->count);
    hf_status status = sizes ? HF_STATUS_OK : error_no_memory(error);
    for (int k = 0; sizes && k < a->count; k++) sizes[k] = (island_size){.island = k, .rows = a->parts[k].rows};
    if (sizes) sort_items(sizes, (size_t)a->count, sizeof *sizes, compare_sizes);
    for (int k = 0; sizes && k < a->count; k++) a->order[k] = sizes[k].island;
    arena_end(a->workspace, mark);
    return status;
}

/// The whole is the only island, and nothing is copied.
static void keep_whole(islands_apart *a)
{
    a->parts[0] = (island_part){.problem = a->whole,
                                .rows = a->whole->dimension,
                                .norm = 1.0 + a->whole->norm_b,
                                .share = 1.0,
                                .r = a->r,
                                .natural = a->natural};
}

hf_status islands_begin(islands_apart *a, const hf_problem *whole, double *r, double natural,
                        const hf_solve_options *options, hf_workspace *workspace, hf_error *error)
{
    *a = (islands_apart){.whole = whole, .r = r, .natural = natural, .options = options, .workspace = workspace};
    hf_status status = islands_find(whole, workspace, &a->list, error);
    if (status != HF_STATUS_OK) return status;
    a->count = a->list.count;
    a->parts = ARENA_ZEROED(workspace, island_part, a->count);
    a->order = ARENA_ZEROED(workspace, int, a->count);
    if (!a->parts || !a->order) return error_no_memory(error);
    if (a->count == 1)
    {
        keep_whole(a);
        return HF_STATUS_OK;
    }
    double *part_r = ARENA_ARRAY(workspace, double, whole->dimension);
    if (!part_r) return error_no_memory(error);
    for (int k = 0; k < a->count; k++)
    {
        a->parts[k].r = part_r;
        a->parts[k].rows = islands_dimension(whole, &a->list, k);
        part_r += a->parts[k].rows;
    }
    status = judge(a, error);
    return status == HF_STATUS_OK ? order_islands(a, error) : status;
}

hf_status islands_take(islands_apart *a, int k, hf_workspace *scratch, hf_error *error)
{
    hf_problem *taken;
    if (a->parts[k].problem) return HF_STATUS_OK;
    hf_status status = islands_extract(a->whole, &a->list, k, arena_lasting(scratch), scratch, &taken, error);
    if (status != HF_STATUS_OK) return status;
    a->parts[k].problem = taken;
    islands_gather(a->whole, &a->list, k, a->r, a->parts[k].r);
    return HF_STATUS_OK;
}

double islands_tolerance(const islands_apart *a, int k)
{
    const double margin = 0.99;
    return margin * a->parts[k].share * a->options->tolerance;
}

// ---- a run ----

/// ⌊limit · part / whole⌋, without the product, which may overflow.
static int64_t portion(int64_t limit, int64_t part, int64_t whole)
{
    return limit / whole * part + limit % whole * part / whole;
}

/// Work by rows; the least share is one unit, with which nothing is begun.
static void set_work(islands_apart *a, const island_run *run, long rows)
{
    long before = 0;
    for (int t = 0; t < run->active_count; t++)
    {
        island_part *part = &a->parts[run->active[t]];
        int64_t share = portion(run->work, before + part->rows, rows) - portion(run->work, before, rows);
        part->work = run->work > 0 && share < 1 ? 1 : share;
        before += part->rows;
    }
}

/// One iteration for each while there are enough, and the rest by rows; the sum is the limit.
static void set_budgets(islands_apart *a, const island_run *run, long rows)
{
    bool shared = run->limit != LONG_MAX && !run->together;
    long each = run->limit >= run->active_count, rest = each ? run->limit - run->active_count : 0, before = 0;
    for (int t = 0; t < run->active_count; t++)
    {
        island_part *part = &a->parts[run->active[t]];
        part->shown = 0;
        part->budget = shared ? 0 : run->limit;
        if (!shared) continue;
        part->budget = each ? 1 : t < run->limit;
        part->budget += (long)(portion(rest, before + part->rows, rows) - portion(rest, before, rows));
        before += part->rows;
    }
    set_work(a, run, rows);
    for (int k = 0; k < a->count; k++) a->parts[k].shown_natural = a->parts[k].natural;
}

/// What a task sees.
typedef struct run_tasks
{
    islands_apart *apart;
    island_work work;
    void *context;
    int first; // islands that are done already
} run_tasks;

/// Whether an island is begun: an interrupt ends the run, an observer that says stop the rest of it.
static bool goes_on(islands_apart *a, hf_workspace *scratch, hf_status *status, hf_error *error)
{
    *status = workspace_poll(scratch, error);
    if (*status != HF_STATUS_OK || !a->options->observer) return *status == HF_STATUS_OK;
    tasks_turn_begin(scratch);
    bool stopped = a->stopped;
    tasks_turn_end(scratch);
    return !stopped;
}

static hf_status run_task(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    run_tasks *tasks = context;
    islands_apart *a = tasks->apart;
    hf_status status;
    if (!goes_on(a, scratch, &status, error)) return status;
    return tasks->work(tasks->context, a->run->active[tasks->first + index], scratch, error);
}

/// How many islands are done on this thread, one after the other: all of little work; in hair the first, if it has more
/// than half of all rows, for its sweeps may then have all threads (tasks_run_rounds).
static int count_in_order(const islands_apart *a, const island_run *run, long rows)
{
    if (rows < WORTH_WAKING || run->active_count == 1 || tasks_threads(a->workspace) == 1) return run->active_count;
    return sweep_order_fits(a->whole) && 2L * a->parts[run->active[0]].rows > rows ? 1 : 0;
}

hf_status islands_run(islands_apart *a, const island_run *run, island_work work, void *context, hf_error *error)
{
    long rows = 0;
    run_tasks tasks = {.apart = a, .work = work, .context = context};
    for (int t = 0; t < run->active_count; t++) rows += a->parts[run->active[t]].rows;
    a->run = run;
    set_budgets(a, run, rows);
    hf_workspace *scratch = tasks_scratch(a->workspace);
    hf_status status = scratch ? HF_STATUS_OK : error_no_memory(error);
    tasks.first = count_in_order(a, run, rows);
    for (int t = 0; t < tasks.first && status == HF_STATUS_OK; t++)
    {
        if (goes_on(a, scratch, &status, error)) status = work(context, run->active[t], scratch, error);
        arena_end(scratch, (arena_mark){0, 0});
    }
    if (status == HF_STATUS_OK)
        status = tasks_run(a->workspace, run->active_count - tasks.first, run_task, &tasks, error);
    a->run = NULL;
    return status;
}

hf_status islands_join(islands_apart *a, hf_error *error)
{
    if (a->count == 1)
    {
        a->natural = a->parts[0].natural;
        return HF_STATUS_OK;
    }
    for (int k = 0; k < a->count; k++)
        if (a->parts[k].problem) islands_scatter(a->whole, &a->list, k, a->parts[k].r, a->r);
    hf_residual residual;
    hf_status status = hf_residual_compute(a->whole, a->r, a->workspace, &residual, error);
    a->natural = residual.natural;
    return status;
}

// ---- the observer ----

/// Iterations of the whole solve, as far as they have been shown.
static long shown_iterations(const islands_apart *a)
{
    long sum = 0, most = 0;
    for (int t = 0; t < a->run->active_count; t++)
    {
        long shown = a->parts[a->run->active[t]].shown;
        sum += shown;
        if (shown > most) most = shown;
    }
    return a->run->before + (a->run->together ? most : sum);
}

/// Natural residual of the whole, if all islands are as they were shown last.
static double shown_natural(const islands_apart *a)
{
    if (a->count == 1) return a->parts[0].shown_natural;
    double sum = 0.0;
    for (int k = 0; k < a->count; k++)
    {
        double norm = a->parts[k].shown_natural * a->parts[k].norm;
        sum += norm * norm;
    }
    return sqrt(sum) / (1.0 + a->whole->norm_b);
}

bool islands_observe(void *context, const hf_progress *progress)
{
    island_watch *watch = context;
    islands_apart *a = watch->apart;
    island_part *part = &a->parts[watch->island];
    tasks_turn_begin(watch->scratch);
    part->shown = watch->before + progress->iteration;
    part->shown_natural = progress->natural;
    if (!a->stopped)
    {
        hf_progress whole = {.phase = watch->phase ? watch->phase : progress->phase,
                             .iteration = shown_iterations(a),
                             .natural = shown_natural(a),
                             .estimated = progress->estimated};
        a->stopped = !a->options->observer(a->options->observer_context, &whole);
    }
    watch->stopped = a->stopped;
    tasks_turn_end(watch->scratch);
    return !watch->stopped;
}
