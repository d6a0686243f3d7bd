// Statics in the bodies' space.
//
// With the state of every block given, impulses with the same effect g = Hᵀ r form a convex set. Springs of compliance
// d_i at the points of contact, pressed by a displacement z of the bodies, carry  r = Q(D⁻¹ H z)  (statics_sets.h),
// and the answer is the one with
//
//     Hᵀ Q(D⁻¹ H z) = g:                                                                     (1)
//
// one unknown for each degree of freedom, whatever the number of contacts. Masses do not enter. Newton's method on (1)
// has the matrix N = Hᵀ diag(Q'/d) H; all maps here are homogeneous but for constants, r = Q'w + c, so that a step is
// z ◄ N⁻¹ (g - Hᵀ c) and needs states only, no z.
//
// statics_steps.c has the steps, and the way to springs from nothing.

#include "solve/statics/statics_run.h"

#include "solve/newton/proximal.h"
#include "solve/report.h"
#include "solve/system/newton_system.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    POLISH_STEPS = 4, // on the exact problem
    FINER_STEPS = 60,
    HOLD_TERMS = 6 // of the impulses that hold everything
};
// Tolerances: slower blocks count as at rest, so that answers of different solvers have the same states.
static const double STILL = 100.0;
// Of the mean weight: by which blocks yield while what holds them is found. Of the velocities: they stand still then;
// of the largest: as still as rounding lets them be.
static const double YIELD = 1e-7, HELD = 1e-12, FINELY_HELD = 1e-13;
static const double POLISH_EPSILON = 1e-6, FINER_EPSILON = 1e-4;
static const double FINER = 0.1;  // of the residual: what is worth another try
static const double OPENS = 1e-3; // of the fastest block of a motion: what opens more slowly may hold

/// Compliances in the units of W: the mean weight of contacts, times those of the caller, whose mean stiffness is 1
/// here. Other blocks have their own weight.
static void fill_compliances(const hf_problem *p, const double *given, double *d)
{
    double sum = 0.0, stiffness = 0.0;
    int count = 0;
    problem_weights(p, d);
    for (int i = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT)
        {
            sum += d[i];
            stiffness += given ? 1.0 / given[i] : 1.0;
            count++;
        }
    for (int i = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT) d[i] = sum / count * (given ? given[i] * (stiffness / count) : 1.0);
}

static bool begin(statics_run *run)
{
    const hf_problem *p = run->problem;
    hf_workspace *workspace = run->workspace;
    size_t n = (size_t)p->dimension, blocks = (size_t)p->block_count;
    run->d = ARENA_ARRAY(workspace, double, blocks);
    run->sets = ARENA_ARRAY(workspace, block_set, blocks);
    run->parts = ARENA_ZEROED(workspace, bool, blocks);
    run->w = ARENA_ZEROED(workspace, double, n);
    run->r = ARENA_ARRAY(workspace, double, n);
    run->best = ARENA_ARRAY(workspace, double, n);
    run->constant = ARENA_ARRAY(workspace, double, n);
    run->J = ARENA_ARRAY(workspace, double, blocks *(size_t)p->diagonal_area);
    run->u = ARENA_ARRAY(workspace, double, n);
    run->answer = ARENA_ARRAY(workspace, double, n);
    run->v = ARENA_ARRAY(workspace, double, p->factored ? p->rows.dof_count : 0);
    if (!run->u || !run->v || !run->answer) return false;
    return run->d && run->sets && run->parts && run->w && run->r && run->best && run->constant && run->J;
}

static bool begin_unknowns(statics_run *run)
{
    size_t m = (size_t)space_count(run->space);
    run->z = ARENA_ZEROED(run->workspace, double, m);
    run->step = ARENA_ARRAY(run->workspace, double, m);
    run->rest = ARENA_ARRAY(run->workspace, double, m);
    run->load = ARENA_ARRAY(run->workspace, double, m);
    run->trial = ARENA_ARRAY(run->workspace, double, m);
    run->start = ARENA_ARRAY(run->workspace, double, m);
    run->nearest = ARENA_ARRAY(run->workspace, double, m);
    return run->start && run->nearest && run->z && run->step && run->rest && run->load && run->trial;
}

// ---- of an answer ----

static double natural(const hf_problem *p, const double *r, const double *u)
{
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++) sum += law_natural_square(p, i, r + p->offset[i], u + p->offset[i]);
    return sqrt(sum) / (1.0 + p->norm_b);
}

/// Room for everything that is used whatever is asked for: what factors take comes above it.
static hf_status begin_run(statics_run *run, hf_error *error)
{
    const hf_problem *p = run->problem;
    if (!begin(run)) return error_no_memory(error);
    fill_compliances(p, run->options->compliance, run->d);
    return HF_STATUS_OK;
}

/// u ◄ W r + b; returns the natural residual.
static double look(statics_run *run, const double *r)
{
    problem_velocity(run->problem, r, run->v, run->u);
    work_charge(&run->work, work_of_look(run->problem));
    return natural(run->problem, r, run->u);
}

/// g ◄ the load of run->r.
static void set_load(statics_run *run)
{
    space_load(run->space, run->r, run->load);
    run->size = statics_norm(run->load, space_count(run->space));
}

/// The space, and the load of run->r.
static hf_status begin_space(statics_run *run, hf_error *error)
{
    hf_status status = space_create(run->problem, run->d, &run->work, run->workspace, &run->space, error);
    if (status != HF_STATUS_OK || !run->space) return status;
    if (!begin_unknowns(run)) return error_no_memory(error);
    set_load(run);
    return HF_STATUS_OK;
}

/// run->r ◄ the answer nearby, by steps on the exact problem.
static hf_status polish(statics_run *run, double tolerance, double epsilon, long steps, bool *solved, hf_error *error)
{
    hf_proximal_options options = hf_proximal_options_default();
    hf_report report;
    long most = run->options->common.max_iterations, left = most > 0 ? most - run->steps : steps;
    *solved = false;
    if (left <= 0 || run->stopped || work_over(&run->work)) return HF_STATUS_OK;
    options.common = run->options->common;
    options.common.tolerance = tolerance;
    options.common.budget = work_left(&run->work);
    options.common.max_iterations = left < steps ? left : steps;
    options.common.warm_start = true;
    options.common.observer = NULL;
    options.epsilon = epsilon;
    options.pace = HF_PROXIMAL_FAST;
    hf_status status = proximal_solve(run->problem, &options, run->r, run->workspace, &report, error);
    *solved = status == HF_STATUS_OK && report.outcome == HF_OUTCOME_CONVERGED;
    if (status != HF_STATUS_OK) return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
    work_charge(&run->work, (double)report.work);
    run->steps += report.iterations;
    return status;
}

/// run->r ◄ what carries the load of r, where blocks faster than `still` keep their states. *carried: there is
/// that; *selected: it is an answer.
static hf_status carry_answer(statics_run *run, const double *r, double still, bool *carried, bool *selected,
                              bool *stressed, hf_error *error)
{
    const hf_problem *p = run->problem;
    size_t bytes = (size_t)p->dimension * sizeof *r;
    statics_end end = STATICS_UNKNOWN;
    *carried = *selected = false;
    (void)look(run, r);
    memcpy(run->r, r, bytes);
    sets_of_answer(p, still * run->options->common.tolerance * (1.0 + p->norm_b), run->r, run->u, run->sets);
    memcpy(run->answer, run->r, bytes);
    hf_status status = begin_space(run, error);
    if (status == HF_STATUS_OK && run->space) status = statics_carry(run, run->answer, &end, error);
    if (run->space) space_release(run->space);
    run->space = NULL;
    *stressed = end == STATICS_PRESTRESS;
    if (status != HF_STATUS_OK || (end != STATICS_FOUND && end != STATICS_PRESTRESS)) return status;
    *carried = true;
    *selected = look(run, run->r) <= run->options->common.tolerance;
    return status;
}

/// Whether blocks of r move by more than a tolerance, and yet count as at rest.
static bool creeps(statics_run *run, const double *r)
{
    double still = run->options->common.tolerance * (1.0 + run->problem->norm_b);
    bool any = false;
    (void)look(run, r);
    for (int k = 0; k < run->problem->dimension; k++)
        any |= fabs(run->u[k]) > still && fabs(run->u[k]) <= STILL * still;
    return any;
}

/// r ◄ the answer on springs with the states of r, if it is within the tolerance. What holds blocks that creep is
/// seldom within it, and takes long to find: they keep their states first.
static hf_status select_answer(statics_run *run, double *r, bool *selected, bool *stressed, hf_error *error)
{
    const hf_problem *p = run->problem;
    bool carried = false;
    *selected = false;
    if (!space_fits(p)) return HF_STATUS_OK;
    hf_status status = begin_run(run, error);
    bool creep = status == HF_STATUS_OK && creeps(run, r);
    if (creep) status = carry_answer(run, r, 1.0, &carried, selected, stressed, error);
    if (status == HF_STATUS_OK && !*selected && !work_over(&run->work))
        status = carry_answer(run, r, STILL, &carried, selected, stressed, error);
    if (status == HF_STATUS_OK && carried && !*selected) // r was made from what was within the tolerance only
        status = polish(run, run->options->common.tolerance, POLISH_EPSILON, POLISH_STEPS, selected, error);
    if (status == HF_STATUS_OK && *selected) memcpy(r, run->r, (size_t)p->dimension * sizeof *r);
    return status;
}

/// Selects from a finer answer: impulses far smaller than others may be wrong within the tolerance, and states with
/// them.
static hf_status select_finer(statics_run *run, double *r, bool *selected, bool *stressed, hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *r;
    double goal = fmin(run->options->target_tolerance, run->options->common.tolerance), before = look(run, r);
    bool solved;
    if (!(before > goal)) return HF_STATUS_OK;
    memcpy(run->r, r, bytes);
    hf_status status = polish(run, goal, FINER_EPSILON, FINER_STEPS, &solved, error);
    if (status != HF_STATUS_OK || !(look(run, run->r) < FINER * before)) return status;
    memcpy(r, run->r, bytes);
    return select_answer(run, r, selected, stressed, error);
}

// ---- at rest ----

/// The largest |u| of blocks that are to stand still.
static double fastest(const statics_run *run)
{
    const hf_problem *p = run->problem;
    double most = 0.0;
    for (int i = 0; i < p->block_count; i++)
        if (run->sets[i].kind != SET_ZERO) most = fmax(most, statics_largest(run->u + p->offset[i], p->size[i]));
    return most;
}

/// run->r += impulses of either sign that hold every block whose set is not zero, by terms of (W + εD)⁻¹. *held: there
/// are such, as good as rounding lets them be: loads are made of them. They are the least by D: the change of what
/// springs carry while no state changes.
static hf_status hold(statics_run *run, bool *held, hf_error *error)
{
    const hf_problem *p = run->problem;
    bool good;
    double goal = HELD * (1.0 + p->norm_b), fine = FINELY_HELD * statics_largest(p->b, p->dimension), before = INFINITY;
    arena_mark mark = arena_begin(run->workspace);
    block_move *moves = ARENA_ARRAY(run->workspace, block_move, p->block_count);
    double *dr = ARENA_ARRAY(run->workspace, double, p->dimension);
    newton_system *system = NULL;
    *held = false;
    if (!moves || !dr) return error_no_memory(error);
    (void)look(run, run->r);
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < HOLD_TERMS; k++)
    {
        double now = fastest(run);
        if (now > before)
            for (int j = 0; j < p->dimension; j++) run->r[j] -= dr[j];
        if (now > before) (void)look(run, run->r);
        *held = fmin(now, before) <= goal;
        if ((*held && k == 0) || now <= fine || !(now < 0.5 * before)) break;
        before = now;
        for (int i = 0; i < p->block_count; i++) set_hold(p, &run->sets[i], i, run->u + p->offset[i], &moves[i]);
        if (k == 0 && !statics_count_step(run)) break;
        if (k == 0) system = newton_system_create(p, &run->work, run->workspace); // not for what stands as it is
        if (!system) return error_no_memory(error);
        if (k == 0) status = newton_system_factor(system, moves, YIELD, run->d, &good, error);
        if (status != HF_STATUS_OK || !good) break;
        status = newton_system_step(system, moves, dr, &good, error);
        if (status != HF_STATUS_OK || !good) break;
        for (int j = 0; j < p->dimension; j++) run->r[j] += dr[j];
        (void)look(run, run->r);
    }
    if (system) newton_system_release(system);
    arena_end(run->workspace, mark);
    return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
}

/// ‖r‖_D
static double spring_norm(const statics_run *run, const double *r)
{
    const hf_problem *p = run->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) sum += run->d[i] * r[k] * r[k];
    return sqrt(sum);
}

/// Marks contacts and limits that open while what the guess loads is held: they go on opening, and need not stand
/// still.
static void mark_parting(statics_run *run)
{
    const hf_problem *p = run->problem;
    double still = STILL * run->options->common.tolerance * (1.0 + p->norm_b);
    for (int i = 0; i < p->block_count; i++)
    {
        bool opens = p->kind[i] == HF_LAW_CONTACT || p->kind[i] == HF_LAW_UNILATERAL;
        run->parts[i] = opens && run->sets[i].kind == SET_ZERO && run->u[p->offset[i]] > still;
    }
}

/// The guess, changed by what holds the blocks that it loads: exact where none of them is, or comes, to the edge of its
/// law.
static hf_status mend(statics_run *run, const double *guess, bool *mended, hf_error *error)
{
    const hf_problem *p = run->problem;
    memcpy(run->r, guess, (size_t)p->dimension * sizeof *guess);
    sets_of_loaded(p, guess, run->sets);
    law_project_all(p, run->r); // friction that drifts off the edge of its cone
    hf_status status = hold(run, mended, error);
    run->impossible = !*mended && !work_over(&run->work); // all blocks even less, where friction was free to change
    for (int i = 0; i < p->block_count; i++) run->impossible &= run->sets[i].slides == 0;
    if (status != HF_STATUS_OK || !*mended) return status;
    mark_parting(run);
    law_project_all(p, run->r);
    *mended = look(run, run->r) <= run->options->common.tolerance;
    double little = STATICS_SETTLED * statics_largest(run->r, p->dimension);
    for (int i = 0; i < p->block_count && *mended; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1] && run->sets[i].slides; k++)
            *mended &= fabs(run->r[k] - guess[k]) <= little;
    return status;
}

/// Marks contacts and limits that open along the motion which proves that not everything can stand still. Whether there
/// are such that were not marked, and others are left to hold.
static bool mark_opening(statics_run *run)
{
    const hf_problem *p = run->problem;
    bool any = false, left = false;
    double most = 0.0;
    for (int i = 0; i < p->block_count; i++)
        if (run->sets[i].kind != SET_ZERO)
            most = fmax(most, run->d[i] * statics_largest(run->w + p->offset[i], p->size[i]));
    for (int i = 0; i < p->block_count; i++)
    {
        set_kind kind = run->sets[i].kind;
        bool opens = (kind == SET_CONTACT || kind == SET_HALF) && -run->d[i] * run->w[p->offset[i]] > OPENS * most;
        run->parts[i] |= opens;
        any |= opens;
        left |= (kind == SET_CONTACT || kind == SET_HALF) && !opens;
    }
    return any && left;
}

/// run->r ◄ an answer in which all stands still but what parts, from nothing.
static hf_status stand(statics_run *run, statics_end *end, hf_error *error)
{
    const hf_problem *p = run->problem;
    bool held;
    *end = STATICS_UNKNOWN;
    run->impossible = false;
    sets_at_rest(p, run->sets);
    for (int i = 0; i < p->block_count; i++)
        if (run->parts[i]) run->sets[i].kind = SET_ZERO;
    memset(run->r, 0, (size_t)p->dimension * sizeof *run->r);
    hf_status status = hold(run, &held, error);
    if (status != HF_STATUS_OK || !held) return status;
    if (natural(p, run->r, run->u) <= run->options->common.tolerance) // springs that all stick carry just that
    {
        *end = STATICS_FOUND;
        return status;
    }
    run->held = spring_norm(run, run->r);
    if (!run->space) status = begin_space(run, error);
    else set_load(run);
    if (status == HF_STATUS_OK && run->space) status = statics_carry(run, NULL, end, error);
    if (status != HF_STATUS_OK || *end == STATICS_UNKNOWN || *end == STATICS_MOVES) return status;
    if (!(look(run, run->r) <= run->options->common.tolerance)) *end = STATICS_UNKNOWN;
    return status;
}

static hf_status find_rest(statics_run *run, double *r, statics_end *end, hf_error *error)
{
    const hf_problem *p = run->problem;
    bool held = false, guess = statics_largest(r, p->dimension) > 0.0;
    if (!space_fits(p)) return HF_STATUS_OK;
    hf_status status = begin_run(run, error);
    if (status == HF_STATUS_OK && guess) status = mend(run, r, &held, error);
    if (held) *end = STATICS_FOUND;
    if (run->impossible) *end = STATICS_MOVES;
    if (status == HF_STATUS_OK && !held && !run->impossible && !run->options->mend)
    {
        status = stand(run, end, error);
        if (status == HF_STATUS_OK && *end == STATICS_MOVES && mark_opening(run)) status = stand(run, end, error);
        if (run->space) space_release(run->space);
    }
    if (status == HF_STATUS_OK && (*end == STATICS_FOUND || *end == STATICS_PRESTRESS))
        memcpy(r, run->r, (size_t)p->dimension * sizeof *r);
    return status;
}

// ---- the two ways in ----

static statics_run run_of(const hf_problem *problem, const statics_options *options, hf_workspace *workspace)
{
    return (statics_run){.problem = problem,
                         .options = options,
                         .workspace = workspace,
                         .held = INFINITY,
                         .work = work_begin(problem, &options->common, workspace)};
}

/// The certificate. Converged is what `found` an answer on springs, not merely one.
static hf_status finish(statics_run *run, const double *r, bool found, hf_report *report, hf_error *error)
{
    const hf_solve_options *common = &run->options->common;
    report->iterations = run->steps;
    hf_status status =
        work_finish(&run->work, run->problem, common, r, run->workspace, HF_OUTCOME_STALLED, report, error);
    if (status == HF_STATUS_OK && !found && report->outcome == HF_OUTCOME_CONVERGED)
        report->outcome = HF_OUTCOME_STALLED;
    return status;
}

hf_status statics_select(const hf_problem *problem, const statics_options *options, double *r, hf_workspace *workspace,
                         bool *stressed, hf_report *report, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    statics_run run = run_of(problem, options, workspace);
    bool selected = false;
    *stressed = false;
    report_begin(report);
    if (!work_over(&run.work)) status = select_answer(&run, r, &selected, stressed, error);
    if (status == HF_STATUS_OK && !selected && run.u) status = select_finer(&run, r, &selected, stressed, error);
    if (status == HF_STATUS_OK) status = finish(&run, r, selected, report, error);
    arena_end(workspace, mark);
    return status;
}

hf_status statics_rest(const hf_problem *problem, const statics_options *options, double *r, hf_workspace *workspace,
                       statics_end *end, hf_report *report, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    statics_run run = run_of(problem, options, workspace);
    report_begin(report);
    *end = STATICS_UNKNOWN;
    if (!work_over(&run.work)) status = find_rest(&run, r, end, error);
    if (status == HF_STATUS_OK)
        status = finish(&run, r, *end == STATICS_FOUND || *end == STATICS_PRESTRESS, report, error);
    arena_end(workspace, mark);
    return status;
}
