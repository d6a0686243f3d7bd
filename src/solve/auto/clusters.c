// Large packings: sweeps with momentum over everything, and exact solves of small neighbourhoods, in turn.
//
// Sweeps with momentum (momentum.c) bring a packing of thousands of contacts to 1e-4 … 1e-6 and stay there: friction
// feeds back in a few places, and what these do keeps all others from coming to rest. Newton steps over the whole would
// settle them, but a contact that changes its state costs several systems, and a system over thousands of bodies in
// space takes a second. The places are small. So
//
//   1. the worst blocks by the natural residual are looked up, and around each a cluster grows, over the bodies that
//      blocks share;
//   2. each cluster is solved as a problem of its own, b_c = u_c - W_cc r_c: everything else keeps its impulses;
//   3. sweeps with momentum, which begin anew, spread what has changed.
//
// A cluster of two hundred contacts takes milliseconds, so that all of it is linear in the contacts; where a round does
// not halve the residual, clusters of the next are twice as large, up to a quarter of the whole. The residual rises
// when a cluster is solved (its surroundings learn of it in 3) and falls lower in the sweeps that follow;
// neither alone gets there (docs/notes/auto-methods.md). There is no theorem; the certificate decides.

#include "solve/auto/clusters.h"

#include "solve/best.h"
#include "solve/methods.h"
#include "solve/newton/proximal.h"
#include "solve/report.h"
#include "solve/sweep/momentum.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "problem/islands.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    SIZE_FIRST = 200,   // blocks of a cluster
    SIZE_MOST = 3200,   // after rounds that gained little
    PARTS = 4,          // a cluster is no more than one of so many parts of the whole
    SHARE = 3,          // clusters of a round hold one block in so many, all together
    SWEEPS = 64,        // of a round
    MOST_SWEEPS = 1200, // where they look like ending
    STALL_ROUNDS = 40,  // without a tenfold gain: given up
    LOCAL_SWEEPS = 640,
};
static const double GAIN = 0.5;          // of the residual, in a round: clusters are large enough
static const double WORTH = 1e-4;        // of the worst block's squared residual: what is below is not the cause
static const double LOCAL_SHARE = 1e-3;  // clusters are solved to this share of the residual …
static const double LOCAL_LEAST = 0.01;  // … but not below this share of the tolerance
static const long ALONE_SWEEPS = 200000; // by name

/// One way to solve a cluster by proximal Newton steps.
typedef struct attempt
{
    bool cold;  // from zeros
    bool sweep; // after sweeps of its own
    hf_proximal_pace pace;
    double epsilon;
    long steps, stall;
} attempt;

/// The cheapest first: nearly always a few steps do.
static const attempt attempts[] = {
    {.pace = HF_PROXIMAL_FAST, .epsilon = 1e-6, .steps = 20, .stall = 8},
    {.sweep = true, .pace = HF_PROXIMAL_SLOW, .epsilon = 1e-3, .steps = 150, .stall = 50},
    {.cold = true, .pace = HF_PROXIMAL_SLOW, .epsilon = 0.1, .steps = 250, .stall = 0},
};

typedef struct clusters_run
{
    const hf_problem *problem;
    const hf_solve_options *options;
    hf_workspace *workspace;
    hf_report *report;
    work_meter work;
    double *r;
    double *u;
    double *v;                 // scratch of a factored problem
    double *square;            // block_count: squared natural residuals
    problem_touching touching; // factored: blocks by degree of freedom
    island_list list;          // one island: the cluster at work; the others' `island` is OUTSIDE or USED
    int size;                  // blocks of a cluster
    best_iterate best;
    bool stopped;
} clusters_run;

static bool begin(clusters_run *run)
{
    const hf_problem *p = run->problem;
    hf_workspace *w = run->workspace;
    run->u = ARENA_ARRAY(w, double, p->dimension);
    run->v = ARENA_ARRAY(w, double, p->rows.dof_count);
    run->square = ARENA_ARRAY(w, double, p->block_count);
    run->list.count = 1;
    run->list.begin = ARENA_ZEROED(w, int, 2);
    run->list.block = ARENA_ARRAY(w, int, SIZE_MOST);
    run->list.island = ARENA_ARRAY(w, int, p->block_count);
    run->list.local = ARENA_ARRAY(w, int, p->block_count);
    return run->u && run->v && run->square && run->list.begin && run->list.block && run->list.island &&
           run->list.local && (!p->factored || problem_find_touching(w, p, &run->touching)) &&
           best_begin(&run->best, p, w);
}

// ---- a cluster ----

enum
{
    OUTSIDE = -1, // of all clusters of this round
    INSIDE = 0,   // of the one at work
    USED = 1      // by an earlier one
};

static void join(clusters_run *run, int i)
{
    int *count = &run->list.begin[1];
    if (*count == run->size || run->list.island[i] != OUTSIDE) return;
    run->list.island[i] = INSIDE;
    run->list.block[(*count)++] = i;
}

/// Neighbours of block i.
static void join_neighbours(clusters_run *run, int i)
{
    const hf_problem *p = run->problem;
    if (!p->factored)
    {
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) join(run, p->W.col[k]);
        return;
    }
    for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
    {
        const size_t *begin = run->touching.begin + p->rows.dof[k];
        for (size_t t = begin[0]; t < begin[1]; t++) join(run, run->touching.block[t]);
    }
}

/// Nearest first, up to `size`; then in ascending order, as islands are.
static void grow(clusters_run *run, int seed)
{
    int *count = &run->list.begin[1];
    *count = 0;
    join(run, seed);
    for (int t = 0; t < *count && *count < run->size; t++) join_neighbours(run, run->list.block[t]);
    sort_ints(run->list.block, (size_t)*count);
    for (int t = 0; t < *count; t++) run->list.local[run->list.block[t]] = t;
}

/// b ◄ u - W r: what the others do to the cluster.
static void foreign_velocity(const clusters_run *run, const hf_problem *part, const double *r, double *v, double *b)
{
    problem_velocity(part, r, v, b); // W r + the b of the whole
    const double *own = part->b;
    for (int t = 0, n = 0; t < part->block_count; t++)
    {
        const double *u = run->u + run->problem->offset[run->list.block[t]];
        for (int a = 0; a < part->size[t]; a++, n++) b[n] = u[a] - (b[n] - own[n]);
    }
}

static hf_status try_once(const hf_problem *part, const attempt *how, double tolerance, int64_t budget, double *r,
                          hf_workspace *workspace, hf_report *report, hf_error *error)
{
    int64_t swept = 0;
    if (how->cold) memset(r, 0, (size_t)part->dimension * sizeof *r);
    if (how->sweep)
    {
        const momentum_pace pace = {.least = LOCAL_SWEEPS / 2, .patience = LOCAL_SWEEPS};
        const hf_solve_options sweeps = {.tolerance = tolerance, .max_iterations = LOCAL_SWEEPS, .budget = budget};
        hf_status status = momentum_solve(part, pace, &sweeps, r, workspace, report, error);
        if (status != HF_STATUS_OK || report->outcome == HF_OUTCOME_CONVERGED) return status;
        swept = report->work;
    }
    hf_proximal_options options = hf_proximal_options_default();
    options.common.tolerance = tolerance;
    options.common.max_iterations = how->steps;
    options.common.budget = work_rest(budget, swept);
    options.pace = how->pace;
    options.epsilon = how->epsilon;
    options.stall_steps = how->stall;
    hf_status status = proximal_solve(part, &options, r, workspace, report, error);
    report->work += swept;
    return status;
}

/// r ◄ the answer of the cluster, if one of the attempts finds it.
static hf_status try_all(clusters_run *run, const hf_problem *part, double tolerance, double *r, bool *solved,
                         hf_error *error)
{
    size_t bytes = (size_t)part->dimension * sizeof *r;
    double *trial = ARENA_ARRAY(run->workspace, double, part->dimension);
    if (!trial) return error_no_memory(error);
    for (size_t k = 0; k < sizeof attempts / sizeof *attempts && !*solved && !work_over(&run->work); k++)
    {
        hf_report report;
        memcpy(trial, r, bytes);
        hf_status status =
            try_once(part, &attempts[k], tolerance, work_left(&run->work), trial, run->workspace, &report, error);
        if (status == HF_STATUS_UNSUPPORTED) return HF_STATUS_OK; // factors would be too large
        if (status != HF_STATUS_OK) return status;
        work_charge(&run->work, (double)report.work);
        *solved = report.outcome == HF_OUTCOME_CONVERGED;
    }
    if (*solved) memcpy(r, trial, bytes);
    return HF_STATUS_OK;
}

/// The cluster with what the others do to it, as a problem of its own, and its answer into r of the whole; left alone
/// where it is not solved.
static hf_status solve_part(clusters_run *run, hf_problem *part, hf_error *error)
{
    const hf_problem *p = run->problem;
    hf_workspace *w = run->workspace;
    double *r = ARENA_ARRAY(w, double, part->dimension), *b = ARENA_ARRAY(w, double, part->dimension);
    double *v = ARENA_ARRAY(w, double, part->rows.dof_count);
    if (!r || !b || !v) return error_no_memory(error);
    islands_gather(p, &run->list, 0, run->r, r);
    foreign_velocity(run, part, r, v, b);
    part->b = b;
    if (problem_take_norm(part, NULL) != HF_STATUS_OK) return HF_STATUS_OK; // velocities beyond the range of numbers
    double wanted = fmax(LOCAL_SHARE * run->best.natural, LOCAL_LEAST * run->options->tolerance) * (1.0 + p->norm_b);
    double tolerance = wanted / (1.0 + part->norm_b);
    if (!isfinite(tolerance) || !(tolerance > 0.0)) return HF_STATUS_OK;
    bool solved = false;
    hf_status status = try_all(run, part, tolerance, r, &solved, error);
    if (solved) islands_scatter(p, &run->list, 0, r, run->r);
    return status;
}

static hf_status solve_cluster(clusters_run *run, hf_error *error)
{
    arena_mark mark = arena_begin(run->workspace);
    hf_problem *part = NULL;
    hf_status status = islands_extract(run->problem, &run->list, 0, run->workspace, run->workspace, &part, error);
    if (status == HF_STATUS_OK) status = solve_part(run, part, error);
    arena_end(run->workspace, mark);
    return status;
}

// ---- rounds ----

/// u and the squared residuals at r. Returns the largest of these.
static double judge(clusters_run *run)
{
    const hf_problem *p = run->problem;
    double largest = 0.0, sum = 0.0;
    work_charge(&run->work, work_of_look(p));
    problem_velocity(p, run->r, run->v, run->u);
    for (int i = 0; i < p->block_count; i++)
    {
        run->square[i] = law_natural_square(p, i, run->r + p->offset[i], run->u + p->offset[i]);
        largest = fmax(largest, run->square[i]);
        sum += run->square[i];
    }
    best_offer(&run->best, p, run->r, sqrt(sum) / (1.0 + p->norm_b));
    return largest;
}

static int worst_outside(const clusters_run *run)
{
    int worst = -1;
    for (int i = 0; i < run->problem->block_count; i++)
        if (run->list.island[i] == OUTSIDE && (worst < 0 || run->square[i] > run->square[worst])) worst = i;
    return worst;
}

/// What finding a cluster and taking it out of the whole takes.
static double cluster_work(const clusters_run *run)
{
    return 0.2 * run->problem->block_count +
           2.0 * work_of_look(run->problem) * run->list.begin[1] / run->problem->block_count;
}

/// The clusters of one round, each with what the earlier ones have changed.
static hf_status solve_clusters(clusters_run *run, hf_error *error)
{
    const hf_problem *p = run->problem;
    int most = 1 + p->block_count / (SHARE * run->size);
    for (int i = 0; i < p->block_count; i++) run->list.island[i] = OUTSIDE;
    double largest = judge(run);
    for (int k = 0; k < most && !work_over(&run->work); k++)
    {
        int seed = worst_outside(run);
        if (seed < 0 || run->square[seed] <= WORTH * largest) return HF_STATUS_OK;
        grow(run, seed);
        hf_status status = solve_cluster(run, error);
        if (status != HF_STATUS_OK) return status;
        for (int t = 0; t < run->list.begin[1]; t++) run->list.island[run->list.block[t]] = USED;
        work_charge(&run->work, work_of_product(p) + cluster_work(run));
        problem_velocity(p, run->r, run->v, run->u);
    }
    return HF_STATUS_OK;
}

static hf_status spread(clusters_run *run, hf_outcome *otherwise, hf_error *error)
{
    hf_solve_options options = *run->options;
    const momentum_pace pace = {.least = SWEEPS, .patience = SWEEPS};
    long left = run->options->max_iterations - run->report->iterations;
    options.max_iterations = left < MOST_SWEEPS ? left : MOST_SWEEPS;
    options.budget = work_left(&run->work);
    options.observer = NULL; // told after each round
    hf_report part;
    hf_status status = momentum_solve(run->problem, pace, &options, run->r, run->workspace, &part, error);
    if (status != HF_STATUS_OK) return status;
    work_charge(&run->work, (double)part.work);
    run->report->iterations += part.iterations;
    run->report->local_solves += part.local_solves;
    run->report->failsafe_solves += part.failsafe_solves;
    run->report->local_failures += part.local_failures;
    best_offer(&run->best, run->problem, run->r, part.residual.natural);
    run->stopped = !report_observe(run->options, "clusters", run->report->iterations, run->best.natural, false);
    if (part.outcome != HF_OUTCOME_NO_SOLUTION) return HF_STATUS_OK;
    *otherwise = HF_OUTCOME_NO_SOLUTION; // a proof
    report_note(run->report, "%s", part.note);
    return HF_STATUS_OK;
}

/// Twice as large, but parts of the whole; after the largest the smallest again.
static void next_size(clusters_run *run)
{
    int most = run->problem->block_count / PARTS;
    if (most > SIZE_MOST) most = SIZE_MOST;
    run->size = 2 * run->size <= most ? 2 * run->size : SIZE_FIRST;
}

static hf_status iterate(clusters_run *run, hf_outcome *otherwise, hf_error *error)
{
    *otherwise = HF_OUTCOME_LIMIT;
    judge(run);
    double level = run->best.natural;
    for (int round = 0, level_at = 0; run->best.natural > run->options->tolerance && !run->stopped; round++)
    {
        if (run->report->iterations >= run->options->max_iterations || work_over(&run->work)) return HF_STATUS_OK;
        double before = run->best.natural;
        hf_status status = solve_clusters(run, error);
        if (status == HF_STATUS_OK) status = spread(run, otherwise, error);
        if (status != HF_STATUS_OK || *otherwise == HF_OUTCOME_NO_SOLUTION) return status;
        if (run->best.natural > GAIN * before) next_size(run);
        if (run->best.natural <= 0.1 * level)
        {
            level = run->best.natural;
            level_at = round;
        }
        *otherwise = HF_OUTCOME_STALLED;
        if (round - level_at >= STALL_ROUNDS) return HF_STATUS_OK;
        *otherwise = HF_OUTCOME_LIMIT;
    }
    return HF_STATUS_OK;
}

/// From r, which receives the best iterate.
static hf_status solve_from(clusters_run *run, double *r, hf_outcome *otherwise, hf_error *error)
{
    const hf_problem *p = run->problem;
    hf_status status = begin(run) ? iterate(run, otherwise, error) : error_no_memory(error);
    if (status != HF_STATUS_OK) return status;
    if (p->dimension > 0) memcpy(r, run->best.r, (size_t)p->dimension * sizeof *r);
    report_phase(run->report, "clusters", run->report->iterations, run->best.natural);
    return HF_STATUS_OK;
}

hf_status clusters_solve(const hf_problem *problem, const hf_solve_options *options, double *r, hf_workspace *workspace,
                         hf_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    clusters_run run = {.problem = problem,
                        .options = options,
                        .workspace = workspace,
                        .report = report,
                        .work = work_begin(problem, options, workspace),
                        .r = r,
                        .size = SIZE_FIRST};
    hf_outcome otherwise = HF_OUTCOME_LIMIT;
    hf_status status = HF_STATUS_OK;
    report_begin(report);
    if (!work_over(&run.work)) status = solve_from(&run, r, &otherwise, error);
    if (status == HF_STATUS_OK)
        status = work_finish(&run.work, problem, options, r, workspace, otherwise, report, error);
    arena_end(workspace, mark);
    return status;
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    hf_solve_options options = *common;
    if (options.max_iterations == 0) options.max_iterations = ALONE_SWEEPS;
    return clusters_solve(problem, &options, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "clusters",
     .paper = "ours: docs/auto.md",
     .summary = "sweeps with momentum, and exact solves of the neighbourhoods where they get stuck; large packings",
     .exact = true},
};

const solver_family clusters_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
