// A piece whose energy rose without a reason (energy_watch.c), in halves.
//
// The terms of the method are of second order and more: halves leave a fourth or less of what is an error of the
// method. What they do not mend is something else, and a shorter piece may find it at another place. So the halves stay
// only if they gained less without a reason than the whole did;
// otherwise the whole is taken after all, as it was found. A half may be refused again, STEP_REFUSALS deep.

#include "world/energy/energy.h"

#include "base/arena.h"

hf_status energy_halves(step_run *run, const step_piece *piece, step_piece half, const step_facts *facts)
{
    arena_mark mark = arena_begin(run->world->workspace);
    step_place place;
    hf_status status = step_keep(run, &place);
    half.refusals += !facts->far;
    half.cuts = STEP_CUTS;
    if (status == HF_STATUS_OK) status = step_halves(run, half);
    double gained = run->report->energy_rise - place.report.energy_rise;
    if (status == HF_STATUS_OK && !(run->report->quality != HF_STEP_FAILED && gained < facts->rise))
    {
        step_piece whole = *piece;
        whole.refusals = STEP_REFUSALS + 1; // whatever it gains
        whole.cuts = STEP_CUTS;
        status = step_go_back(run, &place);
        if (status == HF_STATUS_OK) status = step_make_piece(run, whole);
    }
    arena_end(run->world->workspace, mark);
    return status;
}
