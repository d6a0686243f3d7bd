// What a step is made of that nothing could solve, where it is to be made all the same (settings.on_fail).
//
// r is the best iterate by the certificate, and beyond what is accepted. It need not be in the cones, and may push far
// too much. Two changes make it harmless:
//
//   r ◄ P(r)     block by block: nothing pulls, friction is within its cone, motors are within their limits
//   r ◄ s r,     s = -r·b / r·W r within 0 … 1, island by island
//
// Along the ray of r the impulses add the energy s b·r + ½ s² r·W r, least at that s. Exact answers have r·u <= 0, r·W
// r <= -r·b: they stay as they are. And no answer adds more energy than r = 0 does, which is to let everything fall:
// velocities stay finite however bad the iterate is. Where r·b >= 0 the iterate only pushes what leaves anyway, and s =
// 0. Scaled boxes that do not hold 0 are projected once more.
//
// With HF_ON_FAIL_FRICTIONLESS the same contacts are solved with mu = 0 first, and that answer is taken if it is one: a
// convex problem, which has a solution where the one with friction may have none.
// Yamane and Nakamura 2008 (section V) do so where their LCP fails: nothing sinks in, but things slip. The report
// counts it.
//
// Nothing is promised about what such a step looks like: bodies sink in, loops open, and the correction of positions
// has more to do. The certificate is that of the r that was taken, and the step counts as failed.

#include "world/step.h"
#include "world/step_budget.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/islands.h"
#include "problem/law.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

/// The s of an island.
static double share(const hf_problem *problem, const island_list *islands, int k, const double *r, const double *u)
{
    double push = 0.0, bend = 0.0; // r·b, r·W r
    for (int j = islands->begin[k]; j < islands->begin[k + 1]; j++)
    {
        int block = islands->block[j];
        for (int i = problem->offset[block]; i < problem->offset[block + 1]; i++)
        {
            push += r[i] * problem->b[i];
            bend += r[i] * (u[i] - problem->b[i]);
        }
    }
    if (!(push < 0.0)) return 0.0;
    return bend > -push ? -push / bend : 1.0;
}

/// The problem of the step with mu = 0, in the workspace.
static hf_status without_friction(step_context *step, hf_problem **problem)
{
    const hf_problem *whole = step->world->problem;
    hf_laws laws = hf_problem_laws(whole);
    hf_factored_rows rows = hf_problem_factored_rows(whole);
    laws.mu = ARENA_ZEROED(step->workspace, double, laws.block_count);
    laws.friction = (hf_friction_law){.kind = HF_FRICTION_CONE};
    if (laws.coefficients)
        laws.coefficients = ARENA_ZEROED(step->workspace, hf_friction_coefficients, laws.block_count);
    if (!laws.mu || (whole->coefficients && !laws.coefficients)) return error_no_memory(step->error);
    return problem_create_factored(step->workspace, step->workspace, &laws, &rows, true, problem, step->error);
}

hf_status frictionless_answer(step_context *step, bool *found)
{
    hf_report *report = &step->report->solve, smooth;
    *found = false;
    if (step->piece->left != STEP_FORCED || step->run->acceptable) return HF_STATUS_OK;
    if (step->world->settings.solver.on_fail != HF_ON_FAIL_FRICTIONLESS) return HF_STATUS_OK;
    int n = hf_problem_describe(step->world->problem).dimension;
    arena_mark mark = arena_begin(step->workspace);
    double *r = ARENA_ZEROED(step->workspace, double, n);
    hf_problem *problem = NULL;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = step->world->tolerance;
    options.budget = step_budget_take(step->run, n);
    hf_status status = r ? without_friction(step, &problem) : error_no_memory(step->error);
    if (status == HF_STATUS_OK)
        status = hf_solve("auto/any", problem, &options, r, step->workspace, &smooth, step->error);
    *found = status == HF_STATUS_OK &&
             smooth.residual.natural <= fmax(step->world->tolerance, step->world->settings.solver.accept);
    if (status == HF_STATUS_OK) step_budget_spend(step->run, smooth.work);
    if (*found)
    {
        if (n > 0) memcpy(step->r, r, (size_t)n * sizeof *r);
        *report = smooth;
        status = hf_residual_compute(step->world->problem, r, step->workspace, &report->residual, step->error);
        step->report->frictionless++;
    }
    arena_end(step->workspace, mark);
    return status;
}

hf_status forced_answer(step_context *step)
{
    const hf_problem *problem = step->world->problem;
    int n = hf_problem_describe(problem).dimension;
    arena_mark mark = arena_begin(step->workspace);
    double *u = ARENA_ARRAY(step->workspace, double, n);
    island_list islands;
    hf_status status = u ? HF_STATUS_OK : error_no_memory(step->error);
    for (int i = 0; i < n; i++)
        if (!isfinite(step->r[i])) step->r[i] = 0.0;
    law_project_all(problem, step->r);
    if (status == HF_STATUS_OK) status = islands_find(problem, step->workspace, &islands, step->error);
    if (status == HF_STATUS_OK) status = hf_problem_velocity(problem, step->r, u, step->workspace, step->error);
    for (int k = 0; status == HF_STATUS_OK && k < islands.count; k++)
    {
        double s = share(problem, &islands, k, step->r, u);
        for (int j = islands.begin[k]; j < islands.begin[k + 1]; j++)
            for (int i = problem->offset[islands.block[j]]; i < problem->offset[islands.block[j] + 1]; i++)
                step->r[i] *= s;
    }
    law_project_all(problem, step->r);
    if (status == HF_STATUS_OK)
        status = hf_residual_compute(problem, step->r, step->workspace, &step->report->solve.residual, step->error);
    arena_end(step->workspace, mark);
    return status;
}
