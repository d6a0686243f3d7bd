// From a guess to the answer on springs, where something moves: the limit of vanishing compliance.
//
// Let every point of contact yield a little,
//     u = (W + εD) r + b,     laws as before,     D = diag(d_i), d_i the compliance of block i,
// then r(ε) for ε ► 0 is the answer of docs/selection.md: what u₁ of order ε does there, springs do here. From the step
// before it is a few Newton steps (compliance_steps.c), with whatever moves, and nothing else has to be solved. On a
// linear face r(0) is a Neumann series with the factors of the last step,
//     r(0) = Σ_k s_k,     s_0 = r(ε),     s_k+1 = what the compliant problem answers to the velocity -εD s_k,
// whose terms fall by ε/λ, λ the smallest eigenvalue of W that counts, relative to d. Newton steps on the exact
// problem that are held by εD at that place remove what is left where the face is curved (O(ε²)); the certificate is
// that of the exact problem. Where steps do not settle the outcome is `stalled`, r stays what it was, and statics
// (solve/statics/) selects what the plan finds.
//
// How small: rounding leaves the part of r in W's null space known to 1e-16/ε.

#include "solve/newton/compliance_run.h"

#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

// Relative to the mean of ‖W_ii‖. The second one is for bodies so much heavier than others that they would sink in
// with the first; it costs three digits of what is shared.
static const double EPSILONS[] = {1e-6, 1e-9};
static const double TERM = 1e-13; // of r: what the series leaves, the terms that follow included
static const double SAME = 1e-9;  // by which moves may be off the factors that terms are solved with
static const double GAINS = 0.5;  // of the residual: a step that leaves more gains nothing
enum
{
    NEAR_STEPS = 15,  // at one ε
    POLISH_STEPS = 6, // on the exact problem
    MOST_TERMS = 20   // of the series
};

/// Compliances in the units of W: the mean weight of contacts, times those of the caller, whose unit is his own: their
/// mean stiffness is 1 here. Other blocks have their own weight.
static void fill_compliances(compliance_run *run)
{
    const hf_problem *p = run->problem;
    const double *given = run->options->compliance;
    double sum = 0.0, stiffness = 0.0;
    int count = 0;
    for (int i = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT)
        {
            sum += run->weight[i];
            stiffness += given ? 1.0 / given[i] : 1.0;
            count++;
        }
    for (int i = 0; i < p->block_count; i++)
    {
        bool contact = p->kind[i] == HF_LAW_CONTACT;
        run->d[i] = contact ? sum / count : run->weight[i];
        if (contact && given) run->d[i] *= given[i] * (stiffness / count);
    }
}

static bool begin(compliance_run *run, hf_workspace *workspace)
{
    const hf_problem *p = run->problem;
    run->weight = ARENA_ARRAY(workspace, double, p->block_count);
    run->d = ARENA_ARRAY(workspace, double, p->block_count);
    run->r = ARENA_ARRAY(workspace, double, p->dimension);
    run->u = ARENA_ARRAY(workspace, double, p->dimension);
    run->dr = ARENA_ARRAY(workspace, double, p->dimension);
    run->pulled = ARENA_ARRAY(workspace, double, p->dimension);
    run->center = ARENA_ZEROED(workspace, double, p->dimension);
    run->term = ARENA_ARRAY(workspace, double, p->dimension);
    run->best = ARENA_ARRAY(workspace, double, p->dimension);
    run->from = ARENA_ARRAY(workspace, double, p->dimension);
    for (int k = 0; k < 3; k++) run->room[k] = ARENA_ARRAY(workspace, block_move, p->block_count);
    run->next = run->room[0];
    run->dense = newton_system_is_dense(p);
    run->system = newton_system_create(p, &run->work, workspace);
    if (!run->weight || !run->d || !run->r || !run->u || !run->dr || !run->pulled || !run->center || !run->term ||
        !run->best || !run->from || !run->room[0] || !run->room[1] || !run->room[2] || !run->system)
        return false;
    problem_weights(p, run->weight);
    fill_compliances(run);
    return true;
}

/// r ◄ the limit, to what the series leaves.
static hf_status add_terms(compliance_run *run, hf_error *error)
{
    int n = run->problem->dimension;
    double size = 0.0;
    for (int k = 0; k < n; k++) size = fmax(size, fabs(run->r[k]));
    double least = size; // of the terms so far
    bool regular = run->off <= SAME;
    hf_status status = regular ? HF_STATUS_OK : compliance_factor(run, run->epsilon, &regular, error);
    if (!regular) return status;
    memcpy(run->term, run->r, (size_t)n * sizeof *run->r);
    for (int j = 0; j < MOST_TERMS; j++)
    {
        bool solved;
        double largest = 0.0;
        compliance_ask(run, run->epsilon, run->term);
        status = newton_system_step(run->system, run->moves, run->term, &solved, error);
        if (status != HF_STATUS_OK || !solved) return status;
        for (int k = 0; k < n; k++) largest = fmax(largest, fabs(run->term[k]));
        if (!(largest < least)) return HF_STATUS_OK; // it does not converge: the exact problem will tell
        for (int k = 0; k < n; k++) run->r[k] += run->term[k];
        if (largest * largest <= TERM * size * least)
            return HF_STATUS_OK; // the next one is as much smaller as this one is
        least = largest;
    }
    return HF_STATUS_OK;
}

static double natural(compliance_run *run)
{
    const hf_problem *p = run->problem;
    double sum = 0.0;
    newton_system_velocity(run->system, run->r, run->u);
    for (int i = 0; i < p->block_count; i++)
        sum += law_natural_square(p, i, run->r + p->offset[i], run->u + p->offset[i]);
    return sqrt(sum) / (1.0 + p->norm_b);
}

/// Newton steps on the exact problem from r, held there by εD. best ◄ what is better than `least`, which it lowers.
/// `recall`: blocks at the edge of their law stay there.
static hf_status polish_from(compliance_run *run, bool recall, double *least, hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->r;
    double goal = fmin(run->options->target_tolerance, run->options->common.tolerance), before = INFINITY;
    for (int k = 0; k<POLISH_STEPS && * least> goal; k++)
    {
        bool regular;
        memcpy(run->center, run->r, bytes);
        compliance_evaluate(run, run->epsilon, recall);
        hf_status status = compliance_step(run, run->epsilon, &regular, error);
        if (status != HF_STATUS_OK) return status;
        double now = regular ? natural(run) : INFINITY;
        if (now < *least) memcpy(run->best, run->r, bytes);
        *least = fmin(*least, now);
        if (!(now < GAINS * before)) break;
        before = now;
    }
    return HF_STATUS_OK;
}

/// *r ◄ the best of what it finds on the exact problem, if that is within the tolerance. Where blocks slip, or stand
/// at a bound, by ε alone, their velocities are zero to rounding, and their states are anyone's: what does not settle
/// is tried again with those that their impulses tell.
static hf_status polish(compliance_run *run, double *r, bool *solved, hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *r;
    double least = natural(run), tolerance = run->options->common.tolerance;
    memcpy(run->best, run->r, bytes);
    memcpy(run->from, run->r, bytes);
    hf_status status = polish_from(run, false, &least, error);
    if (status == HF_STATUS_OK && least > tolerance && !work_over(&run->work))
    {
        memcpy(run->r, run->from, bytes);
        status = polish_from(run, true, &least, error);
    }
    *solved = status == HF_STATUS_OK && least <= tolerance;
    if (*solved) memcpy(r, run->best, bytes);
    return status;
}

static hf_status find_limit(compliance_run *run, double *r, bool *solved, hf_workspace *workspace, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    *solved = false;
    if (!begin(run, workspace)) return error_no_memory(error);
    for (size_t k = 0; k < sizeof EPSILONS / sizeof *EPSILONS && !*solved && !work_over(&run->work); k++)
    {
        bool found;
        run->epsilon = EPSILONS[k];
        memset(run->center, 0, (size_t)run->problem->dimension * sizeof *run->center);
        memcpy(run->r, r, (size_t)run->problem->dimension * sizeof *r);
        status = compliance_settle(run, run->epsilon, true, NEAR_STEPS, COMPLIANCE_ROUNDING, &found, error);
        if (status == HF_STATUS_OK && found) status = add_terms(run, error);
        if (status == HF_STATUS_OK && found) status = polish(run, r, solved, error);
        if (status != HF_STATUS_OK || !found) break;
    }
    newton_system_release(run->system);
    return status;
}

hf_status compliance_solve(const hf_problem *problem, const compliance_options *options, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    compliance_run run = {.problem = problem,
                          .options = options,
                          .report = report,
                          .work = work_begin(problem, &options->common, workspace)};
    bool solved = false;
    report_begin(report);
    if (!work_over(&run.work)) status = find_limit(&run, r, &solved, workspace, error);
    if (status == HF_STATUS_OK)
        status = work_finish(&run.work, problem, &options->common, r, workspace, HF_OUTCOME_STALLED, report, error);
    if (status == HF_STATUS_OK && !solved && report->outcome == HF_OUTCOME_CONVERGED)
        report->outcome = HF_OUTCOME_STALLED; // r is an answer, but not the limit
    arena_end(workspace, mark);
    return status;
}
