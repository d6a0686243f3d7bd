// Which answer: of those of an island the one that equally stiff points would give (statics/statics.h,
// docs/selection.md).
//
// Two rows beside the plan. Statics, before it: where everything can stand on springs, it stands, and nothing else
// needs to be solved. Of the answer, after it: what moves keeps its motion, and its forces are shared as by springs.
// Where standing and moving both solve the island and springs do not tell (standing needs prestress), it stands if no
// two bodies press on each other harder for it than they do in the moving answer, or did before.

#include "solve/auto/plan.h"

#include "solve/newton/compliance.h"
#include "solve/statics/statics.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    STEPS = 1000, // of Newton's method: more than any search takes
    SWEEPS = 700  // that a try may cost
};
static const double MOVES = 1e3;      // tolerances: a box at its bound that is faster is known to move
static const double STILL = 100.0;    // tolerances: a slower slip is none
static const double NEAR_GUESS = 0.1; // natural residual of a guess that is worth a look
static const double PLAN_SHARE = 0.2, LEAST_SHARE = 4e5; // of the plan's work, and in units: 4 ms
static const double LARGE_HEAP = 1e4;                    // contacts
static const double TRY_SHARE = 0.25;                    // of what is left of a budget
static const double STOPS = 2.0;   // times what a step brings to a contact: friction does not stop a faster slip in it
static const double HARDER = 1e-6; // of the pressure of a pair: rounding

const plan_row selection_at_rest = {
    .name = "statics", .run = auto_rest, .start = PLAN_ZERO, .budget = STEPS, .selects = true};
const plan_row selection_from_guess = {
    .name = "springs from guess", .run = auto_springs, .start = PLAN_GUESS, .budget = STEPS, .selects = true};
const plan_row selection_from_answer = {
    .name = "selection", .run = auto_select, .start = PLAN_ANSWER, .budget = STEPS, .selects = true};

bool selection_is_due(const plan_row *row, const auto_island *island)
{
    const island_part *part = island->part;
    if (island->selected) return false;
    if (row->start == PLAN_ANSWER) return !island->kept && part->natural <= island->tolerance;
    if (row->start == PLAN_GUESS) return part->natural > island->tolerance && part->natural <= NEAR_GUESS;
    return part->natural > (island->kept ? island->good : island->tolerance);
}

/// Islands that have something to select, and that fit.
static bool is_open(const auto_island *island)
{
    const hf_problem *problem = island->part->problem;
    return problem->block_count > 1 && !plan_is_packing(island) && !plan_is_hair(island) && !problem->polygon;
}

/// out ◄ the entries of `all` that belong to the island's blocks, or to their rows; *given stays NULL where there are
/// none.
static hf_status gather(const auto_run *run, const double *all, bool rows, const double **given, hf_error *error)
{
    const islands_apart *apart = run->watch.apart;
    const hf_problem *whole = apart->whole;
    int k = run->watch.island, first = apart->list.begin[k], count = apart->list.begin[k + 1] - first, at = 0;
    *given = NULL;
    if (!all) return HF_STATUS_OK;
    double *own = ARENA_ARRAY(run->workspace, double, rows ? apart->parts[k].rows : count);
    if (!own) return error_no_memory(error);
    for (int j = 0; j < count; j++)
    {
        int block = apart->list.block[first + j];
        if (!rows) own[at++] = all[block];
        for (int a = whole->offset[block]; rows && a < whole->offset[block + 1]; a++) own[at++] = all[a];
    }
    *given = own;
    return HF_STATUS_OK;
}

static hf_status begin_options(auto_run *run, const auto_island *island, statics_options *options, hf_error *error)
{
    *options = (statics_options){.target_tolerance = island->target_tolerance};
    hf_status status = gather(run, run->options->compliance, false, &options->compliance, error);
    if (status == HF_STATUS_OK) options->common = attempt_begin(run, island, island->tolerance, run->row->budget);
    return status;
}

/// The answer that run->trial is, selected.
static void take_answer(auto_run *run, auto_island *island, const hf_report *report)
{
    island_part *part = island->part;
    size_t bytes = (size_t)part->rows * sizeof *part->r;
    island->selected = true;
    part->natural = report->residual.natural;
    memcpy(part->r, run->trial, bytes);
    if (part->problem != run->watch.apart->whole || !island->certified) return;
    memcpy(island->certified, run->trial, bytes);
    island->certificate = report->residual;
    island->known = true;
}

/// Selecting takes a share of the work that finding an answer took, or what the floor leaves to small islands.
static int64_t share_of_plan(const auto_island *island, int64_t budget)
{
    int64_t share = (int64_t)fmax(LEAST_SHARE, PLAN_SHARE * (double)island->spent);
    return budget > 0 && budget < share ? budget : share;
}

/// What a try may take: what sweeps over heaps take at the least, and more of them where heaps are high. Of a budget
/// enough is left to the plan, for a try that fails must not be why no answer is found; but less where heaps are high,
/// for which the plan has none.
static int64_t share_of_sweeps(const hf_problem *problem, int64_t budget)
{
    double higher = fmax(1.0, sqrt(problem->block_count / LARGE_HEAP));
    int64_t share = (int64_t)fmax(LEAST_SHARE, SWEEPS * higher * work_of_look(problem)),
            most = (int64_t)(fmin(1.0, TRY_SHARE * higher) * (double)budget);
    return budget > 0 && most < share ? most : share;
}

static void count_work(auto_run *run, const hf_report *report)
{
    run->done.iterations += report->iterations;
    run->done.work += report->work;
}

// ---- at rest ----

static double length(const double *x, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/// Whether a contact slid before the step so fast that friction does not stop it in one.
static bool is_sliding(const hf_problem *p, const double *before, double still)
{
    for (int i = 0; before && i < p->block_count; i++)
    {
        const double *u = before + p->offset[i], *b = p->b + p->offset[i];
        double brought[BLOCK_SIZE_MAX];
        if (p->kind[i] != HF_LAW_CONTACT || p->size[i] < 2) continue;
        for (int k = 0; k < p->size[i]; k++) brought[k] = b[k] - u[k];
        if (length(u + 1, p->size[i] - 1) > still + STOPS * length(brought, p->size[i])) return true;
    }
    return false;
}

/// Whether a box of the guess is at its bound and moves: a joint that turns against dry friction, a motor at its limit.
static hf_status is_moving(auto_run *run, const auto_island *island, bool *moving, hf_error *error)
{
    const hf_problem *p = island->part->problem;
    const double *r = island->part->r;
    bool any = false;
    *moving = false;
    for (int i = 0; i < p->block_count; i++) any |= p->kind[i] == HF_LAW_BOX;
    if (!any) return HF_STATUS_OK;
    double *u = ARENA_ARRAY(run->workspace, double, p->dimension),
           still = MOVES * island->tolerance * (1.0 + p->norm_b);
    hf_status status = u ? hf_problem_velocity(p, r, u, run->workspace, error) : error_no_memory(error);
    for (int i = 0; i < p->block_count && status == HF_STATUS_OK && !*moving; i++)
    {
        double own = r[p->offset[i]], speed = u[p->offset[i]];
        if (p->kind[i] == HF_LAW_BOX)
            *moving = (own <= p->lo[i] && speed > still) || (own >= p->hi[i] && speed < -still);
    }
    return status;
}

/// A copy that lasts as long as the island.
static hf_status keep(auto_run *run, const auto_island *island, const double *r, double **kept, hf_error *error)
{
    size_t rows = (size_t)island->part->rows;
    *kept = ARENA_ARRAY(arena_lasting(run->workspace), double, rows);
    if (!*kept) return error_no_memory(error);
    memcpy(*kept, r, rows * sizeof *r);
    return HF_STATUS_OK;
}

hf_status auto_rest(auto_run *run, auto_island *island, hf_error *error)
{
    island_part *part = island->part;
    statics_options options;
    const double *before;
    hf_report report;
    statics_end end;
    bool moving = false;
    if (!is_open(island)) return HF_STATUS_OK;
    hf_status status = keep(run, island, part->r, &island->guess, error);
    if (status == HF_STATUS_OK) status = gather(run, run->options->before, true, &before, error);
    if (status != HF_STATUS_OK || is_sliding(part->problem, before, STILL * island->tolerance)) return status;
    if (run->options->common.warm_start) status = is_moving(run, island, &moving, error);
    if (status != HF_STATUS_OK || moving) return status;
    status = begin_options(run, island, &options, error);
    if (status != HF_STATUS_OK || run->done.limited) return status;
    options.mend = island->kept;
    options.stressed = island->stressed;
    if (run->options->common.warm_start && run->options->guess_selected) options.recall = island->guess;
    options.common.budget = share_of_sweeps(part->problem, options.common.budget);
    attempt_from(run, island, part->r);
    status = statics_rest(part->problem, &options, run->trial, run->workspace, &end, &report, error);
    if (status != HF_STATUS_OK) return status;
    count_work(run, &report);
    if (end == STATICS_PRESTRESS) return keep(run, island, run->trial, &island->standing, error);
    if (end != STATICS_FOUND) return HF_STATUS_OK;
    island->stressed &= island->kept;
    take_answer(run, island, &report);
    return HF_STATUS_OK;
}

// ---- from a guess ----

hf_status auto_springs(auto_run *run, auto_island *island, hf_error *error)
{
    const hf_problem *problem;
    compliance_options options = {.target_tolerance = island->target_tolerance};
    hf_report report;
    if (!is_open(island) || island->standing) return HF_STATUS_OK;
    hf_status status = attempt_newton_problem(run, island, &problem, error);
    if (status == HF_STATUS_OK) status = gather(run, run->options->compliance, false, &options.compliance, error);
    if (status != HF_STATUS_OK || !problem) return status;
    options.common = attempt_begin(run, island, island->tolerance, run->row->budget);
    if (run->done.limited) return HF_STATUS_OK;
    options.common.budget = share_of_sweeps(island->part->problem, options.common.budget);
    attempt_from(run, island, island->part->r);
    status = compliance_solve(problem, &options, run->trial, run->workspace, &report, error);
    if (status == HF_STATUS_UNSUPPORTED) island->too_large = true;
    if (status != HF_STATUS_OK) return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
    count_work(run, &report);
    if (report.outcome != HF_OUTCOME_CONVERGED) return HF_STATUS_OK;
    island->stressed = false;
    take_answer(run, island, &report);
    return HF_STATUS_OK;
}

// ---- of an answer ----

/// Whether blocks i and j are of the same two bodies: of the same degrees of freedom.
static bool is_same_pair(const hf_problem *p, int i, int j)
{
    size_t count = p->factored ? p->rows.begin[i + 1] - p->rows.begin[i] : 0;
    if (!p->factored || p->rows.begin[j + 1] - p->rows.begin[j] != count) return i == j;
    return memcmp(p->rows.dof + p->rows.begin[i], p->rows.dof + p->rows.begin[j], count * sizeof(int)) == 0;
}

/// Whether some two bodies press on each other harder in `standing` than in both others. Blocks of a pair stand one
/// after the other.
static bool presses_harder(const hf_problem *p, const double *standing, const double *moving, const double *before)
{
    for (int i = 0; i < p->block_count;)
    {
        double stands = 0.0, moves = 0.0, was = 0.0;
        int j = i;
        for (; j < p->block_count && is_same_pair(p, i, j); j++)
        {
            int at = p->offset[j];
            if (p->kind[j] != HF_LAW_CONTACT) continue;
            stands += standing[at];
            moves += moving[at];
            was += before[at];
        }
        if (stands > (1.0 + HARDER) * fmax(moves, was)) return true;
        i = j;
    }
    return false;
}

/// Whether two answers move differently: by more than what counts as still.
static hf_status moves_otherwise(auto_run *run, const auto_island *island, const double *r, const double *other,
                                 bool *differ, hf_error *error)
{
    const hf_problem *p = island->part->problem;
    double *u = ARENA_ARRAY(run->workspace, double, p->dimension),
           *v = ARENA_ARRAY(run->workspace, double, p->dimension);
    *differ = false;
    if (!u || !v) return error_no_memory(error);
    hf_status status = hf_problem_velocity(p, r, u, run->workspace, error);
    if (status == HF_STATUS_OK) status = hf_problem_velocity(p, other, v, run->workspace, error);
    for (int k = 0; k < p->dimension && status == HF_STATUS_OK; k++)
        *differ |= fabs(u[k] - v[k]) > STILL * island->tolerance * (1.0 + p->norm_b);
    return status;
}

hf_status auto_select(auto_run *run, auto_island *island, hf_error *error)
{
    island_part *part = island->part;
    statics_options options;
    hf_report report;
    if (!is_open(island)) return HF_STATUS_OK;
    hf_status status = begin_options(run, island, &options, error);
    if (status != HF_STATUS_OK || run->done.limited) return status;
    bool stands = island->standing && !presses_harder(part->problem, island->standing, part->r, island->guess), both;
    if (island->standing)
    {
        status = moves_otherwise(run, island, island->standing, part->r, &both, error);
        if (status != HF_STATUS_OK) return status;
        island->stood = both && stands;
        island->moved = both && !stands;
    }
    if (run->options->common.warm_start && run->options->guess_selected) options.recall = island->guess;
    options.stressed = island->stressed;
    options.common.budget = share_of_plan(island, options.common.budget);
    attempt_from(run, island, stands ? island->standing : part->r);
    status = statics_select(part->problem, &options, run->trial, run->workspace, &island->stressed, &report, error);
    if (status != HF_STATUS_OK) return status;
    count_work(run, &report);
    if (report.outcome == HF_OUTCOME_CONVERGED) take_answer(run, island, &report);
    return HF_STATUS_OK;
}

// ---- what is not selected ----

bool selection_is_missing(const hf_auto_options *options, const island_list *list, int k)
{
    for (int j = list->begin[k]; options->unselected && j < list->begin[k + 1]; j++)
        if (options->unselected[list->block[j]]) return true;
    return false;
}

bool selection_is_stressed(const hf_auto_options *options, const island_list *list, int k)
{
    for (int j = list->begin[k]; options->stressed && j < list->begin[k + 1]; j++)
        if (options->stressed[list->block[j]]) return true;
    return false;
}

bool selection_any_missing(const hf_auto_options *options, const hf_problem *problem)
{
    for (int i = 0; options->unselected && i < problem->block_count; i++)
        if (options->unselected[i]) return true;
    return false;
}

void selection_count_motions(const island_list *list, const auto_island *islands, hf_report *report)
{
    for (int k = 0; k < list->count; k++)
    {
        report->stood += islands[k].stood;
        report->moved += islands[k].moved;
    }
}

int selection_count_missing(const hf_auto_options *options, const island_list *list, const auto_island *islands)
{
    int count = 0;
    for (int k = 0; k < list->count; k++)
    {
        bool alone = list->begin[k + 1] - list->begin[k] < 2;
        bool missing = !islands[k].selected && !islands[k].kept && !alone;
        for (int j = list->begin[k]; options->unselected && j < list->begin[k + 1]; j++)
            options->unselected[list->block[j]] = missing;
        bool stressed = islands[k].stressed && (islands[k].selected || islands[k].kept);
        for (int j = list->begin[k]; options->stressed && j < list->begin[k + 1]; j++)
            options->stressed[list->block[j]] = stressed;
        count += missing;
    }
    return count;
}

void selection_clear(const hf_auto_options *options, const hf_problem *problem)
{
    for (int i = 0; options->unselected && i < problem->block_count; i++) options->unselected[i] = false;
    for (int i = 0; options->stressed && i < problem->block_count; i++) options->stressed[i] = false;
}
