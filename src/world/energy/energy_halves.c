// A piece whose energy rose without a reason (energy_watch.c), in halves.
//
// The terms of the method are of second order and more: halves leave a fourth or less of what is an error of the
// method. What they do not mend is something else, and a shorter piece may find it at another place. So the halves stay
// only if they gained less without a reason than the whole did;
// otherwise the whole is taken after all, as it was found. A half may be refused again, REFUSALS deep.

#include "world/energy/energy.h"

#include "base/arena.h"
#include "base/error.h"

/// Back to where the piece began; what is thrown away counts as work, not as an answer.
static hf_status go_back(hf_world *world, const void *state, size_t size, const hf_report *sum_before,
                         const hf_step_report *before, hf_report *sum, hf_step_report *report, hf_error *error)
{
    long iterations = sum->iterations;
    *sum = *sum_before;
    sum->iterations = iterations;
    *report = *before;
    return hf_world_state_load(world, state, size, error);
}

hf_status energy_halves(hf_world *world, const step_piece *piece, int depth, hf_report *sum, hf_step_report *report,
                        hf_error *error)
{
    arena_mark mark = arena_begin(world->workspace);
    size_t size = hf_world_state_size(world);
    void *state = arena_take(world->workspace, size, 1);
    hf_status status = state ? HF_STATUS_OK : error_no_memory(error);
    const hf_report sum_before = *sum;
    const hf_step_report before = *report;
    int refusals = world->refusals;
    if (state) hf_world_state_save(world, state);
    world->refusals = piece->far ? refusals : refusals - 1;
    report->quality = HF_STEP_EXACT; // so far
    for (int k = 0; k < 2 && status == HF_STATUS_OK && report->quality != HF_STEP_FAILED; k++)
        status = step_controlled(world, 0.5 * piece->h, depth + 1, 0, sum, report, error);
    bool better = report->quality != HF_STEP_FAILED && report->energy_rise - before.energy_rise < piece->rise;
    if (status == HF_STATUS_OK && !better)
    {
        world->refusals = -1;
        status = go_back(world, state, size, &sum_before, &before, sum, report, error);
        if (status == HF_STATUS_OK) status = step_controlled(world, piece->h, depth, 0, sum, report, error);
    }
    world->refusals = refusals;
    arena_end(world->workspace, mark);
    return status;
}
