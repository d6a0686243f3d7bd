// Back to where a step stood before a piece: halves that are no better (energy_halves.c), a whole that was only there
// to be compared with its halves (accuracy.c).

#include "world/trace.h"

#include "base/arena.h"
#include "base/error.h"

hf_status step_keep(step_run *run, step_place *place)
{
    hf_world *world = run->world;
    *place = (step_place){.size = hf_world_state_size(world), .sum = run->sum, .report = *run->report};
    place->state = arena_take(world->workspace, place->size, 1);
    if (!place->state) return error_no_memory(run->error);
    hf_world_state_save(world, place->state);
    place->mark = trace_mark(world);
    return HF_STATUS_OK;
}

hf_status step_go_back(step_run *run, const step_place *place)
{
    long iterations = run->sum.iterations;
    run->sum = place->sum;
    run->sum.iterations = iterations;
    *run->report = place->report;
    trace_back(run->world, place->mark);
    return world_state_load(run->world, place->state, place->size, run->error);
}
