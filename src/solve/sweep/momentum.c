// Gauss–Seidel sweeps with momentum: large piles, where plain sweeps crawl and the factors of Newton steps fill.
//
//   x ◄ sweep(y),   y ◄ x + β (x - x_before),   β = (t - 1) / t',   t' = (1 + √(1 + 4 t²)) / 2        (Nesterov 1983)
//
// The step of Nesterov's gradient method is a sweep here: the law of each block holds exactly at x, whatever y is.
// Momentum that has become wrong is dropped where (y - x) · (x - x_before) > 0 (O'Donoghue and Candès 2015), and t
// starts again at 1. What matters, by measurement on packed spheres (docs/auto.md):
//  - Each block has its own t, and drops its own momentum. A pile has a few places at which friction feeds back; one t
//    for all either never grows,
//    or drives those places around in circles of 1e-3 for ever.
//  - A block that drops it often may carry less of it: each time its bound on β falls, and then rises slowly. That
//    calms the places that
//    wander, and costs the others nothing.
//  - Blocks are not skipped: a frozen one would lose its momentum, or keep it too long. But in hair (sweep_rounds.c)
//    blocks whose law holds already are left alone for four sweeps: half of the contacts
//    are open, and a visit reads 96 numbers to see that. That saves a quarter of the time, and costs one sweep in
//    twenty (docs/notes/hair.md).
// On two of three packings 640 sweeps from r = 0 lead to 1e-9, where plain ones are at 1e-4, and at 1e-6 after 2,560;
// on the third to 1e-6. Each costs a third more. There is no theorem; the certificate decides, and the best iterate is
// kept.
// Cost: linear in the blocks of W, or in the rows of a factored problem. Memory: three vectors more than a sweep.

#include "solve/sweep/momentum.h"

#include "solve/best.h"
#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/report.h"
#include "solve/sweep/sweep.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    LOOK = 32,          // sweeps between two certificates
    SOON = 8,           // sweeps after a certificate that refused what the estimate had promised, in hair
    REST = 4,           // sweeps in which a block of hair is left alone after its law held by itself
    ALONE_LEAST = 5000, // by name: sweeps before a slow pace counts
};
// The estimate, of visits while y goes on changing, in residuals of x: hair looks at x when it is within.
static const double PROMISE = 1.6;
static const double ALONE_PATIENCE = 1e5;
static const long ALONE_SWEEPS = 200000;
static const double LOSS = 0.9;   // of the bound on β, when momentum is dropped
static const double GAIN = 0.003; // of the bound on β, in a sweep without
static const double LEAST = 0.3;  // bound on β

/// The best certificate after so many sweeps.
typedef struct milestone
{
    long sweeps;
    double natural;
} milestone;

/// Momentum of one block.
typedef struct block_momentum
{
    double t;
    double most; // bound on β
} block_momentum;

typedef struct momentum_run
{
    const hf_solve_options *options;
    work_meter work;
    double goal; // the tolerance, or pace.accept once that is out of reach
    sweep sweep;
    block_momentum *blocks;
    double *from;   // y: where the present sweep begins
    double *before; // x of the sweep before
    best_iterate best;
    long sweeps;
    long promised_at;            // the sweep of the last certificate on the estimate's word
    milestone last, before_last; // set when sweeps have doubled: the pace is judged by more than half of them
} momentum_run;

/// β of a block after a sweep; `turned`: its momentum led away from where the sweep went.
static double next_beta(block_momentum *m, bool turned)
{
    if (turned)
    {
        *m = (block_momentum){.t = 1.0, .most = fmax(LEAST, LOSS * m->most)};
        return 0.0;
    }
    double t = 0.5 * (1.0 + sqrt(1.0 + 4.0 * m->t * m->t)), beta = (m->t - 1.0) / t, most = m->most;
    *m = (block_momentum){.t = t, .most = most + GAIN < 1.0 ? most + GAIN : 1.0};
    return beta < most ? beta : most;
}

/// move ◄ β (x - x_before) of a block of d rows, where the sweep took it from y = x - step to x. False if it stays.
static bool carry_on(block_momentum *own, int d, const double *x, double *before, const double *step, double *move,
                     bool hair)
{
    double turn = 0.0, square = 0.0;
    for (int k = 0; k < d; k++)
    {
        move[k] = x[k] - before[k];
        turn -= step[k] * move[k];
        square += move[k] * move[k];
        before[k] = x[k];
    }
    if (hair && square == 0.0) return false; // half of hair is open, and stays as it is
    double beta = next_beta(own, turn > 0.0);
    for (int k = 0; k < d; k++) move[k] *= beta;
    return beta != 0.0 && square != 0.0;
}

/// Hair asks for its momentum while the rows of the block are at hand; blocks and before are by places then.
static bool after_visit(void *context, int place, const double *step, double *move)
{
    momentum_run *run = context;
    const sweep_places *places = &run->sweep.places;
    int at = places->of[place].at;
    return carry_on(&run->blocks[place], places->of[place].size, places->x + at, run->before + at, step, move, true);
}

/// y ◄ x + β (x - x_before) of all blocks, where the sweep did not see to it.
static void push_blocks(momentum_run *run)
{
    sweep *s = &run->sweep;
    const hf_problem *p = s->problem;
    double step[BLOCK_SIZE_MAX], move[BLOCK_SIZE_MAX];
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], d = p->size[i];
        for (int k = 0; k < d; k++) step[k] = s->r[at + k] - run->from[at + k];
        if (carry_on(&run->blocks[i], d, s->r + at, run->before + at, step, move, false)) sweep_shift(s, i, move);
    }
}

static void push_on(momentum_run *run)
{
    const hf_problem *p = run->sweep.problem;
    if (!run->sweep.tasks) push_blocks(run);
    double spread = run->sweep.tasks ? work_price.wide_entry * (double)p->rows.at[p->block_count]
                                     : work_of_product(p) * (p->factored ? 0.5 : 1.0);
    work_charge(&run->work, work_price.momentum * p->block_count + spread);
}

static bool begin(momentum_run *run, const hf_problem *p, const double *start, hf_workspace *workspace)
{
    hf_hybrid_options options = hf_hybrid_options_default();
    options.common.tolerance = run->options->tolerance;
    options.freeze_sweeps = sweep_order_fits(p) ? REST : 0;
    options.small_change = 0.0;
    double *iterate = ARENA_ARRAY(workspace, double, p->dimension);
    run->blocks = ARENA_ARRAY(workspace, block_momentum, p->block_count);
    run->from = ARENA_ARRAY(workspace, double, p->dimension);
    run->before = ARENA_ARRAY(workspace, double, p->dimension);
    if (!iterate || !run->blocks || !run->from || !run->before) return false;
    if (p->dimension > 0) memcpy(iterate, start, (size_t)p->dimension * sizeof *start);
    for (int i = 0; i < p->block_count; i++) run->blocks[i] = (block_momentum){.t = 1.0, .most = 1.0};
    return best_begin(&run->best, p, workspace) &&
           sweep_begin(&run->sweep, p, &options, local_default, iterate, &run->work, workspace) &&
           (!run->sweep.tasks || sweep_set_after(&run->sweep, after_visit, run, workspace));
}

/// Whether the sweeps would take longer than the caller has patience for. The goal may become what is good enough.
static bool slow(momentum_run *run, momentum_pace pace)
{
    milestone now = {.sweeps = run->sweeps, .natural = run->best.natural};
    if (now.sweeps >= 2 * run->last.sweeps)
    {
        run->before_last = run->last;
        run->last = now;
    }
    double rate = real_log(run->before_last.natural / now.natural) / (double)(now.sweeps - run->before_last.sweeps);
    if (now.sweeps < pace.least) return false;
    double patience = run->goal > run->options->tolerance ? pace.accept_patience : pace.patience;
    if (real_log(now.natural / run->goal) <= patience * rate) return false;
    if (!(pace.accept > run->goal)) return true;
    run->goal = pace.accept;
    return now.natural <= run->goal || real_log(now.natural / run->goal) > pace.accept_patience * rate;
}

/// The certificate of x. True if the solve is over.
static bool look(momentum_run *run, momentum_pace pace)
{
    double natural = sweep_certify(&run->sweep);
    if (!isfinite(natural)) return true;
    best_offer(&run->best, run->sweep.problem, run->sweep.r, natural);
    return run->best.natural <= run->goal || slow(run, pace);
}

/// Whether the estimate is a reason to ask for the certificate.
static bool promises(momentum_run *run, double estimate)
{
    if (estimate <= run->options->tolerance) return true;
    if (!run->sweep.tasks || estimate > PROMISE * run->options->tolerance || run->sweeps < run->promised_at + SOON)
        return false;
    run->promised_at = run->sweeps;
    return true;
}

/// How it ended if the certificate does not say "converged".
static hf_outcome iterate(momentum_run *run, momentum_pace pace)
{
    sweep *s = &run->sweep;
    const hf_problem *p = s->problem;
    size_t bytes = (size_t)p->dimension * sizeof *s->r;
    double natural = sweep_certify(s);
    best_offer(&run->best, p, s->r, natural);
    run->last = run->before_last = (milestone){.natural = run->best.natural};
    if (bytes > 0) memcpy(run->before, s->tasks ? s->places.x : s->r, bytes);
    while (run->best.natural > run->goal && run->sweeps < run->options->max_iterations)
    {
        if (bytes > 0 && !s->tasks) memcpy(run->from, s->r, bytes);
        double estimate = sweep_run(s);
        run->sweeps++;
        if (work_over(&run->work))
        {
            best_offer(&run->best, p, s->r, sweep_certify(s));
            return HF_OUTCOME_LIMIT;
        }
        bool ends = run->sweeps == run->options->max_iterations;
        if (!isfinite(estimate)) return HF_OUTCOME_STALLED;
        if (run->sweeps % LOOK == 0 || ends)
        {
            if (look(run, pace)) return HF_OUTCOME_STALLED;
        }
        else if (promises(run, estimate))
        {
            best_offer(&run->best, p, s->r, sweep_certify(s));
            (void)sweep_thaw(s); // what rests may be to blame, if that was not enough
            if (s->hopeless_one >= 0) return HF_OUTCOME_NO_SOLUTION; // all blocks that can be solved are
        }
        if (!report_observe(run->options, "momentum", run->sweeps, estimate, true)) return HF_OUTCOME_LIMIT;
        push_on(run);
    }
    return HF_OUTCOME_LIMIT;
}

/// Sweeps from r, which receives the best iterate. *otherwise: how it ended if the certificate does not say
/// "converged".
static hf_status sweep_on(momentum_run *run, momentum_pace pace, double *r, hf_outcome *otherwise, hf_report *report)
{
    const hf_problem *p = run->sweep.problem;
    const block_solver *solver = &run->sweep.solver;
    *otherwise = iterate(run, pace);
    if (run->sweep.hopeless_one >= 0)
    {
        report_note(report, "block %d has no solution, whatever the others do", run->sweep.hopeless_one);
        *otherwise = HF_OUTCOME_NO_SOLUTION;
    }
    if (p->dimension > 0) memcpy(r, run->best.r, (size_t)p->dimension * sizeof *r);
    report->iterations = run->sweeps;
    report->local_solves = solver->solves;
    report->failsafe_solves = solver->failsafe;
    report->local_failures = solver->failures;
    report_phase(report, "momentum", run->sweeps, run->best.natural);
    return HF_STATUS_OK;
}

hf_status momentum_solve(const hf_problem *problem, momentum_pace pace, const hf_solve_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    momentum_run run = {
        .options = options, .goal = options->tolerance, .work = work_begin(problem, options, workspace)};
    hf_outcome otherwise = HF_OUTCOME_LIMIT;
    hf_status status = HF_STATUS_OK;
    report_begin(report);
    if (work_afford(&run.work, sweep_work(problem)))
        status =
            begin(&run, problem, r, workspace) ? sweep_on(&run, pace, r, &otherwise, report) : error_no_memory(error);
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
    const momentum_pace pace = {.least = ALONE_LEAST, .patience = ALONE_PATIENCE};
    return momentum_solve(problem, pace, &options, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "momentum",
     .paper = "ours; after Nesterov 1983, O'Donoghue and Candès 2015",
     .summary = "the sweeps of hybrid with momentum, which each block drops by itself; large piles",
     .exact = true},
};

const solver_family momentum_family = {.listed = listed,
                                       .listed_count = 1,
                                       .solves = solver_knows_pyramids,
                                       .moments = solver_knows_moments,
                                       .run = run_by_name};
