// Hybrid Gauss–Seidel, Daviet, Bertails-Descoubes and Boissieux 2011, algorithm 1: the outer loop.
//
//   r ◄ start
//   repeat   sweep: for each block i in order, g ◄ b_i + Σ_{j≠i} W_ij r_j, solve the block, perhaps freeze it
//            (sweep*.c, block_rule.c)
//   until    natural(r) <= tolerance
//
// The residual of every block is taken when it is visited, before it changes; their sum estimates the natural residual
// and costs nothing. The true certificate costs about a sweep: it is computed when the estimate passes, and every
// CERTIFY_EVERY sweeps to keep the best iterate, to wipe out rounding in the velocities that the sweeps carry along,
// and to see a stall. The estimate alone ends nothing.
//
// Frozen blocks enter the estimate with their last residual. If the estimate passes and the certificate does not, all
// are thawed.
//
// Beyond the paper: every so many sweeps the slow modes are extrapolated (linalg/extrapolation.c), and the jump is made
// only if the certificate is smaller there, at the cost of one product with W. Once open, stick and slip no longer
// change, sweeps converge linearly with a few modes near one:
// BoxesStack1 gains a digit every 30,000 sweeps without jumps. Where impulses drift at constant speed along a null
// space of W, until a contact opens or slips, the jump goes straight on, by strides that grow while they succeed
// (fc2d_granularflowonwall_07002 drifts for 1e5 sweeps). Attempts become rare while they fail.
//
// The paper's own stop (fischer_tolerance): ‖f‖∞ of the modified Fischer–Burmeister function over all contacts, from
// the same u = W r + b as the certificate, after every sweep. What is returned then is that iterate.
// A pure method that is approximate by intent (4sides, the published duriez06) with paper_exact ends where its sweeps
// come to rest, and returns that: the certificate would choose an iterate on the way there.
//
// Gauss–Seidel on friction has no convergence theorem; on positive semidefinite W it may creep (1e5 sweeps are usual in
// stacks) or circle. It counts as stuck when neither the best nor the (geometric) mean of the certificates has fallen
// by a hundredth from one window of sweeps to the next, a window being half of all sweeps and at least STALL_SWEEPS.
// The mean is there because a lucky jump can leave a best iterate that honest progress needs long to beat. Jumps that
// gain little are then tried; stuck again, freezing is given up, and a fixed order that circles exchanged for shuffled
// ones, which break the cycle more often than not; stuck once more, it has stalled.

#include "solve/sweep/gauss_seidel.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "linalg/extrapolation.h"
#include "problem/fischer_burmeister.h"
#include "problem/law.h"
#include "solve/best.h"
#include "solve/frame.h"
#include "solve/report.h"
#include "solve/sweep/sweep.h"

#include <math.h>
#include <string.h>

enum
{
    MAX_SWEEPS = 1000000, // unless the caller has a limit: stacks do need 1e5
    CERTIFY_EVERY = 64,   // sweeps between two certificates that nobody asked for
    STALL_SWEEPS = 2500,  // no order is called stuck before
    LONGEST_RECHECK = 32, // sweeps to wait, at most, after the certificate refused what the estimate had passed
    LONGEST_PAUSE = 4,    // passes between two attempts to jump, at most
};

static const double SHORTEST_STRIDE = 8.0; // passes; a shorter jump saves nothing
static const double STRIDE_GROWTH = 4.0;   // on success; divided by on failure
static const double STRAIGHT_GAIN = 0.3; // a smaller one is lost again: the sweeps come back from the jump, and circle
static const double AT_REST = 1e-10;     // of ‖r‖: a sweep of an approximate method that changes less is its last
static const double STALL_GAIN = 0.01;   // a window makes progress if its certificates are smaller by this share

/// Certificates of a stretch of sweeps.
typedef struct window
{
    long begin; // its first sweep
    double best;
    double log_sum; // of the iterates that the sweeps made, jumps left out
    long count;
} window;

typedef struct loop
{
    sweep sweep;
    best_iterate best;
    work_meter work;
    const hf_solve_options *options;
    long max_sweeps;

    long sweeps;
    double natural;    // the last certificate
    long certified_at; // and its sweep
    long recheck_at;   // no certificate on the estimate's word before this sweep
    long patience;     // how far recheck_at is put off next time
    bool reorder;      // a fixed order may be given up
    long changed_at;   // the sweep of the last change of ways
    window now, before;

    extrapolation history;
    int pass;      // sweeps in one; 0: no extrapolation
    long pass_at;  // sweep in which the present one began
    double stride; // passes to jump at once, going straight on
    bool eager;    // going straight on pays if the certificate is smaller at all, not only by STRAIGHT_GAIN
    bool was_eager;
    int pause;     // passes from one attempt to the next
    int waited;    // passes since the last attempt
    double *guess; // dimension

    double fischer;   // the paper's tolerance; 0: off
    double error;     // … and its measure of the last iterate
    double *previous; // an approximate method: the iterate before; NULL otherwise
    bool over;        // r is the answer, by one of these
} loop;

hf_hybrid_options hf_hybrid_options_default(void)
{
    return (hf_hybrid_options){.common = hf_solve_options_default(),
                               .local_tolerance = 1e-12,
                               .local = HF_LOCAL_MFB,
                               .failsafe = HF_LOCAL_ENUM,
                               .direct = true,
                               .order = HF_SWEEP_FORWARD,
                               .reorder = true,
                               .extrapolate_sweeps = 4,
                               .freeze_sweeps = 10,
                               .small_change = 1e-12,
                               .weak_force = 0.0};
}

/// The sweeps' present iterate has the certificate `natural`. True if the solve is over.
static bool offer(loop *l, double natural)
{
    l->natural = natural;
    l->certified_at = l->sweeps;
    best_offer(&l->best, l->sweep.problem, l->sweep.r, natural);
    l->now.best = fmin(l->now.best, natural);
    return l->best.natural <= l->options->tolerance;
}

/// ‖f‖ of block i: the function of eq. 12 with ρ = 1; without friction that of eq. 9, and for other kinds the natural
/// map.
static double fischer_error(const hf_problem *p, int i, const double *r, const double *u)
{
    mfb_point point;
    if (p->kind[i] != HF_LAW_CONTACT || p->polygon || p->size[i] > PLAIN_SIZE_MAX)
        return sqrt(law_natural_square(p, i, r, u));
    if (p->mu[i] == 0.0)
    {
        double f = r[0] + u[0] - sqrt(r[0] * r[0] + u[0] * u[0]), square = f * f;
        for (int k = 1; k < p->size[i]; k++) square += r[k] * r[k];
        return sqrt(square);
    }
    if (p->size[i] == 3) mfb_evaluate3(p->mu[i], 1.0, r, u, &point);
    else mfb_evaluate2(p->mu[i], 1.0, r, u, &point);
    return sqrt(mfb_square(&point));
}

/// The sweeps' present iterate is the answer.
static void take_present(loop *l, double natural)
{
    const hf_problem *p = l->sweep.problem;
    l->best.natural = natural;
    if (p->dimension > 0) memcpy(l->best.r, l->sweep.r, (size_t)p->dimension * sizeof *l->best.r);
    l->over = true;
}

static bool certify(loop *l)
{
    const hf_problem *p = l->sweep.problem;
    double natural = sweep_certify(&l->sweep);
    l->now.log_sum += real_log(fmax(natural, 1e-300));
    l->now.count++;
    bool converged = offer(l, natural);
    if (l->fischer == 0.0 || converged) return converged;
    l->error = 0.0;
    for (int i = 0; i < p->block_count; i++)
        l->error = fmax(l->error, fischer_error(p, i, l->sweep.r + p->offset[i], l->sweep.exact + p->offset[i]));
    if (l->error <= l->fischer) take_present(l, natural);
    return l->over;
}

/// Whether the sweeps of an approximate method have come to rest.
static bool rests(loop *l)
{
    const sweep *s = &l->sweep;
    double moved = 0.0, all = 0.0;
    if (!l->previous) return false;
    for (int k = 0; k < s->problem->dimension; k++)
    {
        double change = s->r[k] - l->previous[k];
        moved += change * change;
        all += s->r[k] * s->r[k];
        l->previous[k] = s->r[k];
    }
    if (moved > AT_REST * AT_REST * all) return false;
    take_present(l, sweep_certify(&l->sweep));
    return true;
}

/// The estimate has passed: ask the certificate. True if the solve is over.
static bool settle(loop *l)
{
    if (l->sweeps < l->recheck_at) return false;
    if (certify(l)) return true;
    if (sweep_thaw(&l->sweep)) return false; // the frozen blocks were to blame, perhaps
    l->recheck_at = l->sweeps + l->patience;
    l->patience = l->patience < LONGEST_RECHECK ? 2 * l->patience : LONGEST_RECHECK;
    return false;
}

/// Moves to the guess if its certificate is below this share of the present one. True if it did.
static bool jump(loop *l, double share)
{
    law_project_all(l->sweep.problem, l->guess); // where the sweeps' own iterates are, too
    double ahead = sweep_measure(&l->sweep, l->guess);
    if (!(ahead < share * l->natural)) return false;
    sweep_adopt(&l->sweep, l->guess);
    (void)offer(l, ahead);
    return true;
}

/// Tries to jump ahead of the passes: to their limit, or else straight on.
static bool try_jumps(loop *l)
{
    if (extrapolate_guess(&l->history, l->guess) && jump(l, 1.0)) return true;
    extrapolate_straight(&l->history, l->stride, l->guess);
    bool went = jump(l, l->eager ? 1.0 : 1.0 - STRAIGHT_GAIN);
    l->stride = went ? STRIDE_GROWTH * l->stride : fmax(SHORTEST_STRIDE, l->stride / STRIDE_GROWTH);
    return went;
}

/// A pass is over: perhaps jump ahead. True if the solve is over.
static bool end_pass(loop *l)
{
    extrapolate_remember(&l->history, l->sweep.r);
    if (++l->waited >= l->pause)
    {
        l->waited = 0;
        if (certify(l)) return true;
        if (try_jumps(l)) l->pause = 1;
        else l->pause = 2 * l->pause < LONGEST_PAUSE ? 2 * l->pause : LONGEST_PAUSE;
    }
    extrapolate_from(&l->history, l->sweep.r);
    l->pass_at = l->sweeps;
    return l->best.natural <= l->options->tolerance;
}

static window window_from(long sweeps)
{
    return (window){.begin = sweeps, .best = INFINITY};
}

static bool progress(const window *before, const window *now)
{
    if (before->count == 0 || now->count == 0 || now->best < (1.0 - STALL_GAIN) * before->best) return true;
    return now->log_sum / (double)now->count < before->log_sum / (double)before->count - STALL_GAIN;
}

/// No more freezing, another order. False if that is how it is already.
static bool loosen(loop *l)
{
    sweep *s = &l->sweep;
    bool shuffle = l->reorder && s->order != HF_SWEEP_SHUFFLE;
    if (!shuffle && (s->freeze_sweeps == 0 || s->solver.paper_exact)) return false;
    if (shuffle) sweep_set_order(s, HF_SWEEP_SHUFFLE);
    (void)sweep_thaw(s);
    s->freeze_sweeps = 0;
    return true;
}

/// Something else to try when the sweeps are stuck: jumps that gain little, then no more freezing and another order.
/// False if nothing is left.
static bool change_ways(loop *l)
{
    sweep *s = &l->sweep;
    l->eager = l->pass > 0 && !l->was_eager;
    if (l->eager) l->was_eager = true;
    else if (!loosen(l)) return false;
    extrapolate_forget(&l->history);
    extrapolate_from(&l->history, s->r);
    l->changed_at = l->pass_at = l->sweeps;
    return true;
}

/// At the end of a window, looks for progress. False if there is none, and no other way to try.
static bool keep_going(loop *l)
{
    long half = (l->now.begin - l->changed_at) / 2, length = half > STALL_SWEEPS ? half : STALL_SWEEPS;
    if (l->sweeps - l->now.begin < length) return true;
    bool stuck = !progress(&l->before, &l->now);
    if (stuck && !change_ways(l)) return false;
    l->before = stuck ? window_from(l->sweeps) : l->now; // a new way gets a fresh start
    l->now = window_from(l->sweeps);
    return true;
}

/// What is done after a sweep whose estimate is above the tolerance. True if the solve is over.
static bool look_after(loop *l)
{
    if (l->fischer > 0.0 || rests(l)) return l->over || certify(l);
    if (l->pass > 0 && l->sweeps - l->pass_at >= l->pass && end_pass(l)) return true;
    return l->sweeps - l->certified_at >= CERTIFY_EVERY && certify(l);
}

static hf_outcome how_over(const loop *l, hf_report *report)
{
    if (!l->over) return HF_OUTCOME_CONVERGED;
    if (l->previous) report_note(report, "the sweeps are at rest: this is the method's own answer");
    else report_note(report, "the paper's error is %g, within %g", l->error, l->fischer);
    return HF_OUTCOME_STALLED;
}

/// Whether sweeps go on after one; otherwise *ended says how it ended if the certificate does not say "converged".
static bool goes_on(loop *l, double estimate, hf_outcome *ended, hf_report *report)
{
    l->sweeps++;
    *ended = HF_OUTCOME_LIMIT;
    if (work_over(&l->work)) return false;
    *ended = HF_OUTCOME_STALLED;
    if (!isfinite(estimate))
    {
        report_note(report, "the iterates overflowed in sweep %ld", l->sweeps);
        return false;
    }
    bool settles = estimate <= l->options->tolerance;
    if (settles ? settle(l) : look_after(l))
    {
        *ended = how_over(l, report);
        return false;
    }
    if (settles && l->sweep.hopeless_one >= 0) return false; // all blocks that can be solved are
    if (!keep_going(l))
    {
        report_note(report, "no progress since sweep %ld", l->now.begin);
        return false;
    }
    *ended = HF_OUTCOME_LIMIT;
    if (!report_observe(l->options, "sweep", l->sweeps, estimate, true))
    {
        report_note(report, "stopped by the observer after %ld sweeps", l->sweeps);
        return false;
    }
    if (l->sweeps == l->max_sweeps) report_note(report, "%ld sweeps are the limit", l->max_sweeps);
    return l->sweeps < l->max_sweeps;
}

/// All memory of a solve; false if it is short.
static bool begin(loop *l, const hf_problem *problem, const hf_hybrid_options *options, local_pair locals,
                  const double *start, hf_workspace *workspace)
{
    *l = (loop){.work = l->work,
                .options = &options->common,
                .max_sweeps = solve_limit(&options->common, MAX_SWEEPS),
                .reorder = options->reorder,
                .patience = 1,
                .now = window_from(0),
                .pass = options->extrapolate_sweeps,
                .stride = SHORTEST_STRIDE,
                .pause = 1,
                .fischer = options->fischer_tolerance};
    bool approximate = options->paper_exact && !locals.first->exact && !locals.failsafe;
    if (approximate && !(l->previous = ARENA_ZEROED(workspace, double, problem->dimension))) return false;
    l->guess = ARENA_ARRAY(workspace, double, problem->dimension);
    double *iterate = ARENA_ARRAY(workspace, double, problem->dimension);
    if (!l->guess || !iterate) return false;
    if (problem->dimension > 0) memcpy(iterate, start, (size_t)problem->dimension * sizeof *start);
    return best_begin(&l->best, problem, workspace) && extrapolate_begin(&l->history, problem->dimension, workspace) &&
           sweep_begin(&l->sweep, problem, options, locals, iterate, &l->work, workspace);
}

/// r ◄ the best iterate.
static void finish(loop *l, double *r, hf_report *report)
{
    const hf_problem *p = l->sweep.problem;
    const block_solver *solver = &l->sweep.solver;
    if (l->certified_at != l->sweeps && !l->over) certify(l);
    if (l->previous && !l->over) take_present(l, l->natural);
    if (p->dimension > 0) memcpy(r, l->best.r, (size_t)p->dimension * sizeof *r);
    report->iterations = l->sweeps;
    report->local_solves = solver->solves;
    report->failsafe_solves = solver->failsafe;
    report->local_failures = solver->failures;
    report_phase(report, "sweep", l->sweeps, l->best.natural);
}

hf_status gauss_seidel_solve(const hf_problem *problem, const hf_hybrid_options *options, local_pair locals, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    loop l = {.work = work_begin(problem, &options->common, workspace)};
    hf_status status = HF_STATUS_OK;
    hf_outcome otherwise = HF_OUTCOME_LIMIT;
    arena_mark mark = arena_begin(workspace);
    report_begin(report);
    bool affords = work_afford(&l.work, sweep_work(problem));
    if (affords && !begin(&l, problem, options, locals, r, workspace)) status = error_no_memory(error);
    if (affords && status == HF_STATUS_OK)
    {
        if (certify(&l)) otherwise = how_over(&l, report);
        else if (l.max_sweeps <= 0) report_note(report, "%ld sweeps are the limit", l.max_sweeps);
        else
        {
            extrapolate_from(&l.history, l.sweep.r);
            while (goes_on(&l, sweep_run(&l.sweep), &otherwise, report)) continue;
        }
        if (l.sweep.hopeless_one >= 0)
        {
            report_note(report, "block %d has no solution, whatever the others do", l.sweep.hopeless_one);
            otherwise = HF_OUTCOME_NO_SOLUTION;
        }
        finish(&l, r, report);
    }
    if (status == HF_STATUS_OK)
        status = work_finish(&l.work, problem, &options->common, r, workspace, otherwise, report, error);
    arena_end(workspace, mark);
    return status;
}
