// Motion in the acceleration-level mode (baraff.c): Runge–Kutta 4 over a piece in which no force changes its law.

#include "papers/baraff1994/acceleration/baraff.h"

#include "base/arena.h"
#include "base/error.h"

#include <string.h>

/// Rates at a state within the piece that began with `first`.
static hf_status rates_at(step_context *step, const baraff_scene *first, const baraff_state *state, double time,
                          double h, double *rates)
{
    baraff_scene f;
    bool ray = false;
    hf_status status = baraff_configure(step, state, time, h, &f);
    if (status == HF_STATUS_OK) status = baraff_find_contacts(&f, first);
    if (status == HF_STATUS_OK) status = baraff_forces(step, first, &f, &ray);
    if (status != HF_STATUS_OK) return status;
    if (ray) step->why = baraff_not_good(step); // forces end within the piece: its first part has them
    baraff_rates(&f, f.answer, true, rates);
    return HF_STATUS_OK;
}

hf_status baraff_move(step_context *step, const baraff_scene *first, double h, const baraff_state *state)
{
    static const double shares[3] = {0.5, 0.5, 1.0}, weights[3] = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    int n = state->count;
    arena_mark mark = arena_begin(step->workspace);
    double *rate = ARENA_ARRAY(step->workspace, double, n), *sum = ARENA_ARRAY(step->workspace, double, n);
    baraff_state middle = {.count = n, .y = ARENA_ARRAY(step->workspace, double, n)};
    hf_status status = rate && sum && middle.y ? HF_STATUS_OK : error_no_memory(step->error);
    if (status == HF_STATUS_OK)
    {
        baraff_rates(first, first->answer, true, rate);
        for (int k = 0; k < n; k++) sum[k] = rate[k] / 6.0;
    }
    for (int stage = 0; stage < 3 && status == HF_STATUS_OK && step->why == WHY_NOT; stage++)
    {
        for (int k = 0; k < n; k++) middle.y[k] = state->y[k] + shares[stage] * h * rate[k];
        status = rates_at(step, first, &middle, first->time + shares[stage] * h, h, rate);
        for (int k = 0; k < n; k++) sum[k] += weights[stage] * rate[k];
    }
    if (status == HF_STATUS_OK && step->why == WHY_NOT)
        for (int k = 0; k < n; k++) state->y[k] += h * sum[k];
    arena_end(step->workspace, mark);
    return status;
}
