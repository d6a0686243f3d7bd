// What equal springs hold: statics on the pose's problem (docs/selection.md), and the balance of the whole load with
// it, which includes what no contact sees (a ball that would roll).

#include "world/margin/margin.h"

#include "base/arena.h"
#include "base/error.h"
#include "solve/statics/statics.h"

#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-9; // of the certificate
static const double BALANCE = 1e-7;   // of the load: left by what holds
// Friction that is tried where springs are not found: times MORE, again and again. Ratios of the strides from there.
static const double MORE = 4.0, MOST_MORE = 5e3, FIRST_RATIO = 1.1, LEAST_RATIO = 1.0 + 1e-7;

enum
{
    MOST_STRIDES = 200
};

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

/// G ◄ H S, S such that columns of H have length one in its metric: masses do not enter statics, and where they are far
/// apart they would only spoil the numbers. b ◄ G load.
static void fill_motion(const pose_problem *posed, const double *load, double *scale, double *G, double *b)
{
    const problem_rows *rows = &posed->rows;
    memset(scale, 0, (size_t)posed->dof_count * sizeof *scale);
    for (int pass = 0; pass < 2; pass++)
    {
        size_t at = 0;
        for (int i = 0, row = 0; i < rows->block_count; i++)
            for (int k = 0; k < rows->size[i]; k++, row++)
            {
                double sum = 0.0;
                for (size_t j = rows->begin[i]; j < rows->begin[i + 1]; j++, at++)
                {
                    int dof = rows->dof[j];
                    if (pass == 0) scale[dof] += rows->H[at] * rows->H[at];
                    else sum += (G[at] = rows->H[at] * scale[dof]) * load[dof];
                }
                if (pass == 1) b[row] = sum;
            }
        for (int k = 0; k < posed->dof_count && pass == 0; k++) scale[k] = scale[k] > 0.0 ? 1.0 / scale[k] : 1.0;
    }
}

/// The laws of the pose with coefficients times `friction`, under a load.
static hf_status make_problem(const pose_problem *posed, double friction, const double *load, hf_workspace *home,
                              hf_problem **problem, hf_error *error)
{
    const problem_rows *rows = &posed->rows;
    size_t blocks = (size_t)rows->block_count;
    double *mu = ARENA_ARRAY(home, double, blocks), *b = ARENA_ARRAY(home, double, rows->row_count);
    hf_friction_coefficients *all = rows->coefficients ? ARENA_ARRAY(home, hf_friction_coefficients, blocks) : NULL;
    double *scale = ARENA_ARRAY(home, double, posed->dof_count), *G = ARENA_ARRAY(home, double, rows->area);
    if (!mu || !b || !scale || !G || (rows->coefficients && !all)) return error_no_memory(error);
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
    fill_motion(posed, load, scale, G, b);
    const hf_laws laws = {.block_count = rows->block_count,
                          .size = rows->size,
                          .kind = rows->kind,
                          .mu = mu,
                          .lo = rows->lo,
                          .hi = rows->hi,
                          .b = b,
                          .coefficients = all};
    const hf_factored_rows factored = {
        .dof_count = posed->dof_count, .begin = rows->begin, .dof = rows->dof, .H = rows->H, .G = G};
    return problem_create_factored(home, home, &laws, &factored, false, problem, error);
}

/// One search, from what margin->sprung holds (zeros: from nothing). *end: FOUND only if all of the load is balanced;
/// then margin->sprung is what springs carry.
static hf_status search(hf_margin *margin, double friction, const double *load, statics_end *end, hf_error *error)
{
    const pose_problem *posed = &margin->pose;
    size_t rows = (size_t)posed->rows.row_count;
    hf_workspace *home = margin->home;
    hf_problem *problem;
    hf_report report;
    arena_mark mark = arena_begin(home);
    double *r = ARENA_ARRAY(home, double, rows), *left = ARENA_ARRAY(home, double, posed->dof_count);
    if (!r || !left) return error_no_memory(error);
    hf_status status = make_problem(posed, friction, load, home, &problem, error);
    if (status != HF_STATUS_OK) return status;
    statics_options options = {
        .common = hf_solve_options_default(), .target_tolerance = TOLERANCE, .recall = margin->sprung};
    options.common.tolerance = TOLERANCE;
    memcpy(r, margin->sprung, rows * sizeof *r);
    status = statics_rest(problem, &options, r, home, end, &report, error);
    if (*end == STATICS_FOUND && !(imbalance(posed, load, r, left) <= BALANCE)) *end = STATICS_MOVES;
    if (status == HF_STATUS_OK && *end == STATICS_FOUND) memcpy(margin->sprung, r, rows * sizeof *r);
    hf_problem_destroy(problem);
    arena_end(home, mark);
    return status;
}

/// From the answer with `from` times the friction to less: as far down as `friction`, by strides that the states of the
/// last answer follow.
static hf_status come_down(hf_margin *margin, double from, double friction, const double *load, statics_end *end,
                           hf_error *error)
{
    double ratio = FIRST_RATIO;
    *end = STATICS_FOUND;
    for (int k = 0; k < MOST_STRIDES && from > friction && ratio > LEAST_RATIO; k++)
    {
        double next = fmax(friction, from / ratio);
        hf_status status = search(margin, next, load, end, error);
        if (status != HF_STATUS_OK) return status;
        bool follows = *end == STATICS_FOUND;
        if (follows) from = next;
        ratio = follows ? ratio * ratio : sqrt(ratio);
    }
    if (from > friction) *end = STATICS_UNKNOWN;
    return HF_STATUS_OK;
}

hf_status margin_springs(hf_margin *margin, double friction, const double *load, spring_start start, bool *holds,
                         hf_error *error)
{
    size_t bytes = (size_t)margin->pose.rows.row_count * sizeof *margin->sprung;
    bool anew = start == SPRINGS_FROM_NOTHING;
    statics_end end;
    if (anew) memset(margin->sprung, 0, bytes);
    hf_status status = search(margin, friction, load, &end, error);
    for (double more = MORE; anew && status == HF_STATUS_OK && more <= MOST_MORE; more *= MORE)
    {
        if (end == STATICS_FOUND || end == STATICS_MOVES) break;
        status = search(margin, more * friction, load, &end, error);
        if (status != HF_STATUS_OK || end != STATICS_FOUND) continue;
        status = come_down(margin, more * friction, friction, load, &end, error);
        break;
    }
    *holds = status == HF_STATUS_OK && end == STATICS_FOUND;
    return status;
}
