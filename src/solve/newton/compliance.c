// The limit of vanishing compliance: of all impulses that solve a problem, those that equally stiff points would carry.
//
// Where contacts are redundant, W r = u - b leaves r undetermined. Let every point of contact yield a little,
//     u = (W + εD) r + b,     laws as before,     D = diag(d_i), d_i the compliance of block i,
// then for ε > 0 nothing is left to choose, and r(ε) for ε ► 0 is one answer of the exact problem: loads are shared as by springs of compliance d_i, and nothing pulls
// against itself. While no block changes its state r is a smooth function of ε, and on a linear face r(0) is a Neumann series with the factors of the last Newton step,
//     r(0) = Σ_k s_k,     s_0 = r(ε),     s_k+1 = what the compliant problem answers to the velocity -εD s_k,                      s_k+1 = (W + εD)⁻¹ εD s_k where all stick,
// whose terms fall by ε/λ, λ the smallest eigenvalue of W that counts, relative to d. Newton steps on the exact problem that are held by εD at that place remove what is left
// where the face is curved (O(ε²)); the certificate is that of the exact problem.
//
// r(ε) is found by Newton steps on the function of Alart and Curnier (proximal_laws.c) with the pull εD r: from an answer near it, or, where these do not settle, along a
// series of ε that begins with blocks so compliant that each stands nearly alone (START), and falls tenfold. That series looks at no start, so that the limit it finds does not
// depend on one.
//
// A contact that slips by ε alone (it sticks in the limit, on the edge of its cone) keeps the law of friction as it is, with the direction of that slip.
// How small: rounding leaves the part of r in W's null space known to 1e-16/ε. Cost: one or two factorizations and a few solves from a near start.
//
// The limit need not exist: where Newton steps do not settle, or the exact problem is not solved where they end, the outcome is `stalled`, and r stays what it was.

#include "solve/newton/compliance.h"

#include "solve/newton/proximal.h"
#include "solve/report.h"
#include "solve/system/newton_system.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

// Relative to the mean of ‖W_ii‖. The second one is for bodies so much heavier than others that they would sink in with the first; it costs three digits of what is shared.
static const double EPSILONS[] = {1e-6, 1e-9};
static const double START = 1.0;      // where a series begins
static const double FALL = 0.1;       // from one ε of that series to the next
static const double SETTLED = 1e-10;  // residual over the size of r from where on steps go on while they gain
static const double ROUNDING = 1e-14; // the same: no step gains more
static const double TERM = 1e-13;     // of r: what the series leaves, the terms that follow included
static const double EDGE = 1e-6;      // share of mu r_N: friction nearer to it than this is on the edge of its cone
static const double GAINS = 0.5;      // of the residual: a step that leaves more gains nothing
enum
{
    PATIENCE = 6,      // steps that must halve the residual
    NEAR_STEPS = 15,   // Newton steps from a near start, all the way at once
    PIECE_STEPS = 8,   // for a piece of it
    SERIES_STEPS = 15, // Newton steps for one ε of a series
    POLISH_STEPS = 6,  // on the exact problem
    MOST_TERMS = 20    // of the series
};

typedef struct compliance_run
{
    const hf_problem *problem;
    const compliance_options *options;
    hf_report *report;
    work_meter work;
    newton_system *system;
    double *weight; // w_i = ‖W_ii‖ [1/kg]
    double *d;      // compliances [1/kg], of the size of W
    double *r, *u, *dr;
    double *center; // what the pull is taken from
    double *term, *best;
    block_move *moves, *next; // those that were factored, and those at r
    double epsilon;
    double residual, scale;
} compliance_run;

/// Compliances in the units of W: the mean weight of contacts, times those of the caller, whose unit is his own: their mean stiffness is 1 here. Other blocks have their own weight.
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
    run->center = ARENA_ZEROED(workspace, double, p->dimension);
    run->term = ARENA_ARRAY(workspace, double, p->dimension);
    run->best = ARENA_ARRAY(workspace, double, p->dimension);
    run->moves = ARENA_ARRAY(workspace, block_move, p->block_count);
    run->next = ARENA_ARRAY(workspace, block_move, p->block_count);
    run->system = newton_system_create(p, &run->work, workspace);
    if (!run->weight || !run->d || !run->r || !run->u || !run->dr || !run->center || !run->term || !run->best ||
        !run->moves || !run->next || !run->system)
        return false;
    problem_weights(p, run->weight);
    fill_compliances(run);
    return true;
}

/// recall_contact of a closed contact with moments: each part that is on the edge of its disc slides.
static void recall_parts(const contact_parts *parts, double slip, const double *r, double *pulled)
{
    for (int i = 0; i < parts->count; i++)
    {
        double square = 0.0, most = (1.0 - EDGE) * parts->mu[i] * r[0];
        for (int k = part_begin[i]; k < part_begin[i + 1]; k++) square += r[k] * r[k];
        for (int k = part_begin[i]; square > most * most && k < part_begin[i + 1]; k++) pulled[k] -= slip * r[k];
    }
}

/// A contact on the edge of its cone slides, one that carries nothing opens.
static void recall_contact(const compliance_run *run, int i, double epsilon, const double *r, double *pulled)
{
    const hf_problem *p = run->problem;
    double friction = 0.0, most = (1.0 - EDGE) * p->mu[i] * r[0], slip = epsilon * run->d[i];
    if (p->size[i] > PLAIN_SIZE_MAX && r[0] > 0.0)
    {
        recall_parts(&p->parts[i], slip, r, pulled);
        return;
    }
    for (int k = 1; k < p->size[i]; k++) friction += r[k] * r[k];
    if (!(r[0] > 0.0)) pulled[0] = fmax(pulled[0], slip * EDGE * run->scale / sqrt(run->weight[i]));
    else if (friction > most * most)
        for (int k = 1; k < p->size[i]; k++) pulled[k] -= slip * r[k];
}

/// A box at a bound stays there.
static void recall_bound(const hf_problem *p, int i, double weight, double r, double *pulled)
{
    double near = EDGE * (p->hi[i] - p->lo[i]);
    if (p->hi[i] - r <= near) *pulled = fmin(*pulled, 0.0) - weight * (p->hi[i] - r);
    else if (r - p->lo[i] <= near) *pulled = fmax(*pulled, 0.0) + weight * (r - p->lo[i]);
}

/// An answer of the exact problem has forgotten which of its blocks slip, or part, by ε alone: their velocities are zero. Friction on the edge of its cone or at its bound, and a block
/// that carries nothing, tell. `pulled` ◄ a velocity with that state.
static void recall_state(const compliance_run *run, int i, double epsilon, const double *r, double *pulled)
{
    const hf_problem *p = run->problem;
    switch (p->kind[i])
    {
    case HF_LAW_CONTACT: recall_contact(run, i, epsilon, r, pulled); break;
    case HF_LAW_BOX: recall_bound(p, i, run->weight[i], *r, pulled); break;
    case HF_LAW_UNILATERAL:
        if (!(r[0] > 0.0)) pulled[0] = fmax(pulled[0], 0.0);
        break;
    default: break;
    }
}

/// The size of r, in the metric of the residual.
static double scale_of(const compliance_run *run)
{
    const hf_problem *p = run->problem;
    double scale = 0.0;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) scale += run->weight[i] * run->r[k] * run->r[k];
    return sqrt(scale);
}

/// The residual of u = W r + b + εD (r - center), and the next step's moves. `near`: r is an answer of the exact problem.
static void evaluate(compliance_run *run, double epsilon, bool near)
{
    const hf_problem *p = run->problem;
    double residual = 0.0;
    run->scale = scale_of(run);
    newton_system_velocity(run->system, run->r, run->u);
    work_charge(&run->work, work_price.step_block * p->block_count);
    for (int i = 0; i < p->block_count; i++)
    {
        const double *r = run->r + p->offset[i], *u = run->u + p->offset[i], *c = run->center + p->offset[i];
        double w = run->weight[i], pulled[BLOCK_SIZE_MAX];
        for (int k = 0; k < p->size[i]; k++) pulled[k] = u[k] + epsilon * run->d[i] * (r[k] - c[k]);
        if (near) recall_state(run, i, epsilon, r, pulled);
        residual += w * proximal_law(p, i, 1.0 / w, r, pulled, &run->next[i]);
    }
    run->residual = sqrt(residual);
}

/// One Newton step, with the moves at r. *regular: whether there is one.
static hf_status take_step(compliance_run *run, double epsilon, bool *regular, hf_error *error)
{
    block_move *moves = run->next;
    long most = run->options->common.max_iterations;
    *regular = false;
    if (most > 0 && run->report->iterations >= most) return HF_STATUS_OK;
    run->next = run->moves;
    run->moves = moves;
    hf_status status = newton_system_solve(run->system, moves, epsilon, run->d, run->dr, regular, error);
    *regular = status == HF_STATUS_OK && *regular && !work_over(&run->work);
    for (int k = 0; *regular && k < run->problem->dimension; k++) run->r[k] += run->dr[k];
    run->report->iterations += *regular;
    return status;
}

/// Newton steps at ε until they gain nothing more. *settled: at the level of rounding.
static hf_status settle(compliance_run *run, double epsilon, bool near, int steps, bool *settled, hf_error *error)
{
    *settled = false;
    evaluate(run, epsilon, near);
    double least = INFINITY, level = INFINITY; // of the residual: so far, and when it was last looked at
    if (run->options->near_tries == 1)
        level = run->residual; // steps from a guess are worth it only if they gain at once
    for (int k = 0; k < steps; k++)
    {
        double before = run->residual;
        bool regular;
        hf_status status = take_step(run, epsilon, &regular, error);
        if (!regular) return status;
        evaluate(run, epsilon, false);
        if (!isfinite(run->residual)) return HF_STATUS_OK;
        bool close = before <= SETTLED * run->scale && run->residual <= SETTLED * run->scale;
        *settled = run->residual <= ROUNDING * run->scale || (close && run->residual > GAINS * before);
        if (*settled) return HF_STATUS_OK;
        least = fmin(least, run->residual);
        if ((k + 1) % PATIENCE != 0) continue;
        if (least > GAINS * level) return HF_STATUS_OK;
        level = least;
    }
    return HF_STATUS_OK;
}

/// r(ε) from blocks so compliant that each stands alone.
static hf_status follow_series(compliance_run *run, bool *settled, hf_error *error)
{
    memset(run->r, 0, (size_t)run->problem->dimension * sizeof *run->r);
    hf_status status = HF_STATUS_OK;
    *settled = true;
    for (double epsilon = START; status == HF_STATUS_OK && *settled && epsilon > (1.0 + GAINS) * run->epsilon;
         epsilon *= FALL)
        status = settle(run, epsilon, false, SERIES_STEPS, settled, error);
    if (status == HF_STATUS_OK && *settled) status = settle(run, run->epsilon, false, SERIES_STEPS, settled, error);
    return status;
}

/// r(ε) from an answer r, which is the compliant one for the centre r: the centre goes to 0, all the way at once or in pieces, as far as Newton steps follow. While blocks keep
/// their states the way is straight, so that pieces are needed at changes alone.
static hf_status start_near(compliance_run *run, const double *r, bool *found, hf_error *error)
{
    size_t n = (size_t)run->problem->dimension;
    double done = 0.0, piece = 1.0;
    memcpy(run->best, r, n * sizeof *r);
    *found = false;
    for (int tries = 0; tries < run->options->near_tries && done < 1.0; tries++)
    {
        double next = fmin(1.0, done + piece);
        memcpy(run->r, run->best, n * sizeof *r);
        for (size_t k = 0; k < n; k++) run->center[k] = (1.0 - next) * r[k];
        hf_status status = settle(run, run->epsilon, true, tries == 0 ? NEAR_STEPS : PIECE_STEPS, found, error);
        if (status != HF_STATUS_OK || work_over(&run->work)) return status;
        piece *= *found ? 2.0 : 0.25;
        if (*found) done = next;
        if (*found) memcpy(run->best, run->r, n * sizeof *r);
    }
    *found = done >= 1.0;
    memset(run->center, 0, n * sizeof *run->center);
    return HF_STATUS_OK;
}

/// r(ε), from r or from a series.
static hf_status find_compliant(compliance_run *run, const double *r, bool *found, hf_error *error)
{
    const compliance_options *o = run->options;
    hf_status status = HF_STATUS_OK;
    *found = false;
    if (o->series && o->series_first) status = follow_series(run, found, error);
    if (status == HF_STATUS_OK && !*found && o->near && !work_over(&run->work))
        status = start_near(run, r, found, error);
    if (status == HF_STATUS_OK && !*found && o->series && !o->series_first && !work_over(&run->work))
        status = follow_series(run, found, error);
    return status;
}

/// What the moves that were factored answer to the velocity -εD s.
static void ask_for_term(compliance_run *run, const double *s)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        block_move *move = &run->moves[i];
        memset(move->fixed, 0, sizeof move->fixed);
        memset(move->target, 0, sizeof move->target);
        for (int k = 0; k < p->size[i]; k++)
            for (int j = 0; j < move->free; j++)
                move->target[j] += move->Y[k * move->free + j] * run->epsilon * run->d[i] * s[p->offset[i] + k];
    }
}

/// r ◄ the limit, to what the series leaves.
static hf_status add_terms(compliance_run *run, hf_error *error)
{
    int n = run->problem->dimension;
    double size = 0.0;
    for (int k = 0; k < n; k++) size = fmax(size, fabs(run->r[k]));
    double least = size; // of the terms so far
    memcpy(run->term, run->r, (size_t)n * sizeof *run->r);
    for (int j = 0; j < MOST_TERMS; j++)
    {
        bool solved;
        double largest = 0.0;
        ask_for_term(run, run->term);
        hf_status status = newton_system_step(run->system, run->moves, run->term, &solved, error);
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

/// On the exact problem, held at the limit by εD. *r ◄ the best of what it finds, if that is within the tolerance.
static hf_status polish(compliance_run *run, double *r, bool *solved, hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *r;
    double least = natural(run), goal = fmin(run->options->target_tolerance, run->options->common.tolerance);
    memcpy(run->best, run->r, bytes);
    for (int k = 0; k < POLISH_STEPS && least > goal; k++)
    {
        bool regular;
        memcpy(run->center, run->r, bytes);
        evaluate(run, run->epsilon, false);
        hf_status status = take_step(run, run->epsilon, &regular, error);
        if (status != HF_STATUS_OK) return status;
        double now = regular ? natural(run) : INFINITY;
        if (!(now < GAINS * least)) break;
        least = now;
        memcpy(run->best, run->r, bytes);
    }
    *solved = least <= run->options->common.tolerance;
    if (*solved) memcpy(r, run->best, bytes);
    return HF_STATUS_OK;
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
        status = find_compliant(run, r, &found, error);
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
