// Forces of the acceleration-level mode (baraff.c): a = A f + b by pivoting (Baraff 1994), warm from the forces of the
// last evaluation.
//
// One measure decides, and is what the report shows: the worst violation of the paper's conditions (hf_pivot_check),
// relative to the largest force and the largest acceleration. Where pivoting does not meet it, or has too many rows,
// `auto` solves the same conditions, with dynamic friction as part of the normal forces (baraff_problem.c).

#include "papers/baraff1994/acceleration/baraff.h"
#include "world/step_budget.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    PIVOT_ROWS = 400 // above this A is too large to be dense
};

static const double REFINE = 1e-2; // of the tolerance: what pivoting aims at
static const double CLOSER = 0.1;  // of the tolerance for `auto`, whose certificate is another measure than ours

/// The measure of p->r.
static hf_status judge(step_context *step, const baraff_problem *p, const hf_pivot_options *options, double *worst)
{
    hf_pivot_conditions conditions = {0};
    hf_status status = hf_pivot_check(p->problem, options, p->r, step->workspace, &conditions, step->error);
    *worst = conditions.worst;
    return status;
}

/// One solve by pivoting; p->r is the guess if the options say so.
static hf_status pivot(step_context *step, baraff_problem *p, const hf_pivot_options *options, hf_pivot_result *result,
                       double *worst)
{
    hf_report report;
    hf_status status =
        hf_pivot_solve(p->problem, options, p->r, NULL, p->ray, step->workspace, &report, result, step->error);
    if (status != HF_STATUS_OK) return status;
    step->report->solve.iterations += report.iterations;
    step_budget_spend(step->run, report.work);
    return judge(step, p, options, worst);
}

/// Forces of one problem in the units and rows of another: friction of contacts that slide follows from the normal
/// force.
static void carry_over(const baraff_problem *p, const baraff_problem *q, const double *from, double *to)
{
    for (int b = 0, row = 0; b < p->rows.block_count; from += p->rows.size[b], row += q->rows.size[b], b++)
    {
        double same = p->unit * p->scale[b] / (q->unit * q->scale[b]);
        for (int j = 0; j < q->rows.size[b]; j++)
            to[row + j] = j < p->rows.size[b] ? same * from[j] : -q->rows.mu[b] * q->slip[row + j] * to[row];
    }
}

/// p->r ◄ forces by `auto`, from p->r.
static hf_status solve_slides(step_context *step, baraff_scene *f, baraff_problem *p,
                              const hf_pivot_options *pivot_options, double *worst)
{
    baraff_problem q;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = CLOSER * step->world->tolerance;
    hf_report report;
    hf_status status = baraff_pose(f, BARAFF_SLIDES, p->island, &q);
    if (status != HF_STATUS_OK) return status;
    options.budget = step_budget_take_forces(step->run, q.rows.row_count);
    options.warm_start = true;
    carry_over(p, &q, p->r, q.r);
    status = hf_solve("auto", q.problem, &options, q.r, step->workspace, &report, step->error);
    if (status != HF_STATUS_OK) return status;
    step_budget_spend(step->run, report.work);
    step->report->solve.iterations += report.iterations;
    carry_over(&q, p, q.r, p->r);
    return judge(step, p, pivot_options, worst);
}

/// The time after which a slip that friction brakes comes to rest.
static void find_stops(const baraff_problem *p, const double *a, baraff_scene *f)
{
    for (int b = 0, row = 0; b < p->rows.block_count; row += p->rows.size[b], b++)
    {
        if (p->source[b] < 0 || p->friction[b] != HF_PIVOT_DYNAMIC) continue;
        const double *u = f->at.contacts[p->source[b]].record.u;
        double speed = real_hypot(u[1], u[2]), rate = 0.0;
        if (!(speed > 0.0)) continue;
        for (int t = 1; t < p->rows.size[b]; t++) rate += u[t] * a[row + t] / speed;
        if (rate < 0.0) f->until = fmin(f->until, speed / -rate);
    }
}

/// Pivoting from the last forces. Where that is not good enough: `auto`, which rounds less where masses are far apart,
/// and pivoting from nothing, which finds rays.
static hf_status solve_forces(step_context *step, const baraff_scene *guess, baraff_scene *f, baraff_problem *p,
                              bool *ray, double *worst)
{
    double tolerance = step->world->tolerance;
    hf_pivot_options options = hf_pivot_options_default();
    hf_pivot_result result = {0};
    options.common.tolerance = REFINE * tolerance; // a guess that is just good enough would go on being worse
    options.common.max_iterations = step->world->settings.solver.max_iterations;
    options.common.budget =
        step_budget_take_forces(step->run, p->rows.row_count); // masses far apart: it would go on for a second
    options.common.warm_start = !step->world->settings.solver.cold_start;
    options.friction = p->friction;
    options.slip = p->slip;
    *worst = INFINITY;
    hf_status status = HF_STATUS_OK;
    bool small = p->rows.row_count <= PIVOT_ROWS;
    if (options.common.warm_start)
    {
        baraff_guess(f, guess, p);
        status = judge(step, p, &options, worst);
        if (status != HF_STATUS_OK || *worst <= options.common.tolerance) return status;
    }
    if (small) status = pivot(step, p, &options, &result, worst);
    if (status != HF_STATUS_OK || *worst <= tolerance) return status;
    if (!small || result.end != HF_PIVOT_RAY) status = solve_slides(step, f, p, &options, worst);
    if (status != HF_STATUS_OK || *worst <= tolerance || !small || !options.common.warm_start) return status;
    options.common.warm_start = false;
    status = pivot(step, p, &options, &result, worst);
    *ray = result.end == HF_PIVOT_RAY && !(*worst <= tolerance);
    return status;
}

/// One island; *worst ◄ the measure, if that is more.
static hf_status island_forces(step_context *step, const baraff_scene *guess, int island, baraff_scene *f, bool *ray,
                               double *worst)
{
    baraff_problem p;
    double own = 0.0, *a = NULL;
    hf_status status = baraff_pose(f, BARAFF_FORCES, island, &p);
    if (status == HF_STATUS_OK) status = solve_forces(step, guess, f, &p, ray, &own);
    if (status != HF_STATUS_OK) return status;
    if (*ray)
    {
        memset(f->answer, 0, (size_t)step->model->dof_count * sizeof *f->answer);
        return baraff_respond(f, &p, p.ray, f->answer);
    }
    *worst = fmax(*worst, own);
    a = ARENA_ARRAY(step->workspace, double, p.rows.row_count);
    if (!a) return error_no_memory(step->error);
    status = hf_problem_velocity(p.problem, p.r, a, step->workspace, step->error);
    if (status != HF_STATUS_OK) return status;
    baraff_read(f, &p);
    find_stops(&p, a, f);
    return baraff_respond(f, &p, p.r, f->answer);
}

hf_status baraff_forces(step_context *step, const baraff_scene *first, baraff_scene *f, bool *ray)
{
    double worst = 0.0;
    *ray = false;
    hf_status status = baraff_accelerate(f, first);
    if (status == HF_STATUS_OK) status = baraff_find_rows(f, first);
    if (status == HF_STATUS_OK) status = baraff_contact_drifts(f);
    if (status == HF_STATUS_OK) status = baraff_find_islands(f);
    memcpy(f->answer, f->a, (size_t)step->model->dof_count * sizeof *f->a);
    for (int o = 0; o < step->model->object_count && status == HF_STATUS_OK && !*ray; o++)
        if (f->island_rows[o] > 0) status = island_forces(step, first, o, f, ray, &worst);
    if (status != HF_STATUS_OK || *ray) return status;
    hf_report *report = &step->report->solve;
    report->residual.natural = fmax(report->residual.natural, worst);
    if (!(worst <= step->world->tolerance)) step->why = baraff_not_good(step);
    report->outcome = step->why == WHY_NOT ? HF_OUTCOME_CONVERGED : HF_OUTCOME_STALLED;
    baraff_find_rests(f);
    return first ? HF_STATUS_OK : baraff_find_closings(f);
}
