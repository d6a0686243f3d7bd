// Where friction jams a mechanism.
//
// A link that friction wedges against its limits, or between two bodies, has impulses in its cones that move nothing:
// W d = 0. Where the law asks for a velocity that only other impulses could give, no r is an answer, and any solver
// spends all work that it has. What is rigid then yields a little:
//
//   u = (W + ε) r + b,      ε ◄ 1e-2, 1e-3, … of W's mean diagonal
//
// W + ε is positive definite, so that there is an answer for each ε, which a few Newton steps find; and it adds no
// energy: r·W r + ε r·r <= -r·b. As ε falls one of two things is seen.
//
//   The certificate of r, by the rigid law, falls as ε does: r tends to an answer of the rigid problem. At the
//   tolerance it is one.
//   The certificate stays: then ε r tends to a velocity that is not zero, and r grows as 1/ε. r/|r| is a d in the cones
//   that moves nothing and that the law asks for, however large r is: there is no answer, and this is the proof.
//
// In the second case the step is made with the last r that was worth its size, and contacts yield by what is left:
// report.yielded. It is approximate. That is done where friction is what jams: without it the problem must have an
// answer, and nothing may be driven. What contradicts itself without friction, and a driven body that closes on what
// friction holds, has no answer in any time: such a step fails.

#include "world/step.h"
#include "world/step_budget.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/islands.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

static const double SOFTEST = 1e-2, HARDEST = 1e-8, HARDER = 0.1;
/// Of its last certificate: what a smaller ε has to make of it for r to tend to an answer. It falls as ε where it does.
static const double FALLS = 0.5;
/// Of its last size: what a tenth of ε makes of r where it grows without end.
static const double GROWS = 5.0;
/// Of the impulses of an answer that is not exact: where those of contacts that yield are less, the former are a wedge
/// that pushes against itself, and what is left of such impulses when they cancel is chance.
static const double WEDGED = 1e-2;
// Work of all solves together. What is jammed is small; where heaps fail for other reasons, looking for a jam must not
// take what their halves need.
enum
{
    WORK = 3000, // units for each row: some tens of Newton steps
    SHARE = 3    // or this part of the solve that failed, if that is more
};

/// An island on its own.
typedef struct jam
{
    const hf_problem *rigid;
    int rows;
    double diagonal; // the mean one of W
    double size;     // of the last r
    double *r, *kept;
    int64_t *left;        // units of work
    hf_residual residual; // of `kept`, by the rigid law
    bool solved, jammed;
} jam;

/// Rows with degrees of freedom of their own that have the mass 1/ε.
static bool soften(hf_workspace *w, const jam *j, double epsilon, hf_factored_rows *out)
{
    const hf_factored_rows in = hf_problem_factored_rows(j->rigid);
    const hf_laws laws = hf_problem_laws(j->rigid);
    const int *offset = hf_problem_offsets(j->rigid);
    size_t area = 0, at = 0, from = 0, n = (size_t)laws.block_count;
    for (size_t k = 0; k < n; k++)
    {
        size_t size = (size_t)(offset[k + 1] - offset[k]);
        area += size * (in.begin[k + 1] - in.begin[k] + size);
    }
    size_t *begin = ARENA_ZEROED(w, size_t, n + 1);
    int *dof = ARENA_ARRAY(w, int, in.begin[n] + (size_t)j->rows);
    double *H = ARENA_ZEROED(w, double, area), *G = ARENA_ZEROED(w, double, area);
    if (!arena_whole(w)) return false;
    for (size_t k = 0; k < n; k++)
    {
        size_t size = (size_t)(offset[k + 1] - offset[k]), old = in.begin[k + 1] - in.begin[k], width = old + size;
        begin[k + 1] = begin[k] + width;
        memcpy(dof + begin[k], in.dof + in.begin[k], old * sizeof *dof);
        for (size_t i = 0; i < size; i++, at += width, from += old)
        {
            dof[begin[k] + old + i] = in.dof_count + offset[k] + (int)i;
            memcpy(H + at, in.H + from, old * sizeof *H);
            memcpy(G + at, in.G + from, old * sizeof *G);
            H[at + old + i] = 1.0;
            G[at + old + i] = epsilon;
        }
    }
    *out = (hf_factored_rows){in.dof_count + j->rows, begin, dof, H, G};
    return true;
}

static double mean_diagonal(const jam *j)
{
    const hf_factored_rows rows = hf_problem_factored_rows(j->rigid);
    const int *offset = hf_problem_offsets(j->rigid);
    int blocks = hf_problem_laws(j->rigid).block_count;
    double sum = 0.0;
    size_t at = 0;
    for (int k = 0; k < blocks; k++)
    {
        size_t end = at + (rows.begin[k + 1] - rows.begin[k]) * (size_t)(offset[k + 1] - offset[k]);
        for (; at < end; at++) sum += rows.H[at] * rows.G[at];
    }
    return sum / j->rows;
}

double largest_of(int n, const double *r)
{
    double most = 0.0;
    for (int k = 0; k < n; k++) most = fmax(most, fabs(r[k]));
    return most;
}

/// *report ◄ a solve of these rows from r.
static hf_status solve(step_context *step, const jam *j, const hf_laws *laws, const hf_factored_rows *rows, double *r,
                       hf_report *report)
{
    hf_problem *problem = NULL;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = step->world->tolerance;
    options.budget = *j->left > 1 ? *j->left : 1;
    options.warm_start = true;
    hf_status status =
        problem_create_factored(step->workspace, step->workspace, laws, rows, true, &problem, step->error);
    if (status == HF_STATUS_OK)
        status = hf_solve("auto/any", problem, &options, r, step->workspace, report, step->error);
    if (status == HF_STATUS_OK) step_budget_spend(step->run, report->work);
    if (status == HF_STATUS_OK) *j->left -= report->work;
    return status;
}

/// Whether anything is driven that the blocks of an island belong to: it closes, whatever they do.
static bool is_driven(const step_context *step, const island_list *islands, int k)
{
    const hf_model *m = step->model;
    for (int j = 0; j < m->mechanism.joint_count; j++)
        if (m->mechanism.joints[j].prescribed) return true;
    for (int b = islands->begin[k]; b < islands->begin[k + 1]; b++)
    {
        if (islands->block[b] >= step->contact_count) continue;
        const hf_contact *c = &step->contacts[islands->block[b]].record;
        if (m->bodies[c->body_a].motion == HF_MOTION_PRESCRIBED || m->bodies[c->body_b].motion == HF_MOTION_PRESCRIBED)
            return true;
    }
    return false;
}

/// Whether the island has an answer without friction.
static hf_status is_of_friction(step_context *step, const jam *j, bool *is)
{
    hf_laws laws = hf_problem_laws(j->rigid);
    const hf_factored_rows rows = hf_problem_factored_rows(j->rigid);
    hf_report report;
    double *r = ARENA_ZEROED(step->workspace, double, j->rows);
    bool parts = laws.coefficients != NULL;
    laws.mu = ARENA_ZEROED(step->workspace, double, laws.block_count);
    laws.friction = (hf_friction_law){.kind = HF_FRICTION_CONE};
    if (parts) laws.coefficients = ARENA_ZEROED(step->workspace, hf_friction_coefficients, laws.block_count);
    if (!arena_whole(step->workspace)) return error_no_memory(step->error);
    hf_status status = solve(step, j, &laws, &rows, r, &report);
    *is = status == HF_STATUS_OK && report.residual.natural <= step->world->settings.solver.accept;
    return status;
}

/// One ε. Returns in *on whether a smaller one is worth a look.
static hf_status yield_once(step_context *step, double epsilon, jam *j, bool *on)
{
    const hf_laws laws = hf_problem_laws(j->rigid);
    hf_factored_rows rows;
    hf_report report;
    hf_residual residual;
    *on = false;
    if (!soften(step->workspace, j, epsilon * j->diagonal, &rows)) return error_no_memory(step->error);
    hf_status status = solve(step, j, &laws, &rows, j->r, &report);
    if (status != HF_STATUS_OK || !(report.residual.natural <= step->world->tolerance)) return status;
    status = hf_residual_compute(j->rigid, j->r, step->workspace, &residual, step->error);
    if (status != HF_STATUS_OK) return status;
    double size = largest_of(j->rows, j->r);
    j->jammed = size > GROWS * j->size;
    j->size = size;
    *on = true;
    if (!(residual.natural <= FALLS * j->residual.natural)) return status;
    j->residual = residual;
    j->solved = residual.natural <= step->world->tolerance;
    memcpy(j->kept, j->r, (size_t)j->rows * sizeof *j->r);
    *on = !j->solved;
    return status;
}

static hf_status yield_island(step_context *step, const hf_problem *part, const double *guess, int64_t *left, jam *j)
{
    int rows = hf_problem_describe(part).dimension;
    *j = (jam){.rigid = part,
               .left = left,
               .rows = rows,
               .r = ARENA_ARRAY(step->workspace, double, rows),
               .kept = ARENA_ARRAY(step->workspace, double, rows)};
    if (!arena_whole(step->workspace)) return error_no_memory(step->error);
    memcpy(j->kept, guess, (size_t)rows * sizeof *guess);
    hf_status status = hf_residual_compute(part, guess, step->workspace, &j->residual, step->error);
    j->solved = fmax(j->residual.natural, TURN_ROUNDING * largest_of(rows, guess)) <= step->world->tolerance;
    if (status != HF_STATUS_OK || j->solved) return status;
    memset(j->r, 0, (size_t)rows * sizeof *j->r);
    j->residual.natural = j->size = INFINITY;
    j->diagonal = mean_diagonal(j);
    bool on = j->diagonal > 0.0;
    for (double epsilon = SOFTEST; on && status == HF_STATUS_OK && epsilon >= 0.9 * HARDEST; epsilon *= HARDER)
    {
        arena_mark mark = arena_begin(step->workspace);
        status = yield_once(step, epsilon, j, &on);
        arena_end(step->workspace, mark);
    }
    return status;
}

/// An island of the problem, into y->r.
static hf_status yield_part(step_context *step, const island_list *islands, int k, int64_t *left, yielding *y)
{
    const hf_problem *problem = step->world->problem;
    hf_problem *part = NULL;
    jam j;
    double *guess = ARENA_ARRAY(step->workspace, double, islands_dimension(problem, islands, k));
    if (!guess) return error_no_memory(step->error);
    TRY(islands_extract(problem, islands, k, step->workspace, step->workspace, &part, step->error));
    islands_gather(problem, islands, k, step->r, guess);
    TRY(yield_island(step, part, guess, left, &j));
    bool within = j.residual.natural <= step->world->settings.solver.accept;
    if (j.jammed && !within && is_driven(step, islands, k)) j.jammed = false;
    if (j.jammed && !within) TRY(is_of_friction(step, &j, &j.jammed));
    j.solved = j.solved || within || j.jammed;
    islands_scatter(problem, islands, k, j.kept, y->r);
    y->found = y->found && j.solved;
    if (!j.jammed || j.residual.approach <= y->speed) return HF_STATUS_OK;
    y->speed = j.residual.approach;
    y->block = islands->block[islands->begin[k] + j.residual.worst_block];
    return HF_STATUS_OK;
}

hf_status yielding_answer(step_context *step, yielding *y)
{
    const hf_problem *problem = step->world->problem;
    int n = hf_problem_describe(problem).dimension;
    int64_t left = (int64_t)WORK * n, share = step->report->solve.work / SHARE;
    if (left < share) left = share;
    island_list islands;
    *y = (yielding){.found = true, .r = ARENA_ARRAY(step->workspace, double, n)};
    if (!y->r) return error_no_memory(step->error);
    arena_mark mark = arena_begin(step->workspace);
    hf_status status = islands_find(problem, step->workspace, &islands, step->error);
    for (int k = 0; status == HF_STATUS_OK && y->found && k < islands.count; k++)
    {
        arena_mark inner = arena_begin(step->workspace);
        status = yield_part(step, &islands, k, &left, y);
        arena_end(step->workspace, inner);
    }
    if (status == HF_STATUS_OK && y->found)
        status = hf_residual_compute(problem, y->r, step->workspace, &y->residual, step->error);
    bool exact = fmax(y->residual.natural, TURN_ROUNDING * largest_of(n, y->r)) <= step->world->tolerance;
    y->better = y->found && (exact || largest_of(n, y->r) < WEDGED * largest_of(n, step->r));
    arena_end(step->workspace, mark);
    return status;
}

void yielding_take(step_context *step, const yielding *y)
{
    memcpy(step->r, y->r, (size_t)hf_problem_describe(step->world->problem).dimension * sizeof *step->r);
    step->report->solve.residual = y->residual;
    if (y->speed > 0.0) step_jam_note(step, y->block, y->speed, &step->report->solve);
    step->report->yielded = fmax(step->report->yielded, y->speed);
    step->why = WHY_NOT;
}
