// What equal springs hold: statics on the pose's problem (docs/selection.md), and the balance of the whole load with it,
// which includes what no contact sees (a ball that would roll).

#include "world/margin/margin.h"

#include "base/arena.h"
#include "base/error.h"
#include "solve/statics/statics.h"

#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-9; // of the certificate
static const double BALANCE = 1e-7;   // of the load: left by what holds

/// The largest entry of Hᵀ r + load, by that of the load.
static double imbalance(const pose_problem *posed, const double *load, const double *r, double *left)
{
    const problem_rows *rows = &posed->rows;
    double most = 0.0, size = 0.0;
    size_t at = 0;
    memcpy(left, load, (size_t)posed->dof_count * sizeof *left);
    for (int i = 0, row = 0; i < rows->block_count; i++)
        for (int k = 0; k < rows->size[i]; k++, row++)
            for (size_t j = rows->begin[i]; j < rows->begin[i + 1]; j++) left[rows->dof[j]] += rows->H[at++] * r[row];
    for (int k = 0; k < posed->dof_count; k++) most = fmax(most, fabs(left[k])), size = fmax(size, fabs(load[k]));
    return size > 0.0 ? most / size : most;
}

/// b = G load: the velocity that the load would make of nothing.
static void fill_velocity(const pose_problem *posed, const double *load, double *b)
{
    const problem_rows *rows = &posed->rows;
    size_t at = 0;
    for (int i = 0, row = 0; i < rows->block_count; i++)
        for (int k = 0; k < rows->size[i]; k++, row++)
        {
            b[row] = 0.0;
            for (size_t j = rows->begin[i]; j < rows->begin[i + 1]; j++) b[row] += rows->G[at++] * load[rows->dof[j]];
        }
}

hf_status margin_springs(hf_margin *margin, double friction, const double *load, bool *holds, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    const problem_rows *rows = &posed->rows;
    size_t blocks = (size_t)rows->block_count, count = (size_t)rows->row_count;
    hf_workspace *home = margin->home;
    hf_problem *problem;
    arena_mark mark = arena_begin(home);
    double *mu = ARENA_ARRAY(home, double, blocks), *b = ARENA_ARRAY(home, double, count);
    double *r = ARENA_ZEROED(home, double, count), *left = ARENA_ARRAY(home, double, posed->dof_count);
    hf_friction_coefficients *all = rows->coefficients ? ARENA_ARRAY(home, hf_friction_coefficients, blocks) : NULL;
    *holds = false;
    if (!mu || !b || !r || !left || (rows->coefficients && !all)) return error_no_memory(error);
    for (size_t i = 0; i < blocks; i++)
    {
        mu[i] = friction * rows->mu[i];
        if (!all) continue;
        all[i] = rows->coefficients[i];
        all[i].tangent[0] *= friction;
        all[i].tangent[1] *= friction;
        all[i].torsion *= friction;
        all[i].rolling[0] *= friction;
        all[i].rolling[1] *= friction;
    }
    fill_velocity(posed, load, b);
    const hf_laws laws = {.block_count = rows->block_count,
                          .size = rows->size,
                          .kind = rows->kind,
                          .mu = mu,
                          .lo = rows->lo,
                          .hi = rows->hi,
                          .b = b,
                          .coefficients = all};
    const hf_factored_rows factored = {
        .dof_count = posed->dof_count, .begin = rows->begin, .dof = rows->dof, .H = rows->H, .G = rows->G};
    hf_status status = problem_create_factored(home, home, &laws, &factored, false, &problem, error);
    if (status != HF_STATUS_OK) return status;
    statics_options options = {.common = hf_solve_options_default(), .target_tolerance = TOLERANCE};
    options.common.tolerance = TOLERANCE;
    statics_end end;
    hf_report report;
    status = statics_rest(problem, &options, r, home, &end, &report, error);
    *holds = status == HF_STATUS_OK && end == STATICS_FOUND && imbalance(posed, load, r, left) <= BALANCE;
    hf_problem_destroy(problem);
    arena_end(home, mark);
    return status;
}
