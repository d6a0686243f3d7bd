// How many answers the last step has (holdfast/margin.h).

#include "holdfast/margin.h"

#include "world/world.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <string.h>

hf_status hf_world_answers(hf_world *world, hf_answers *answers, hf_answer_count *contacts, hf_error *error)
{
    const hf_problem *problem = world->problem;
    *answers = (hf_answers){.forces = HF_ANSWERS_ONE};
    for (int k = 0; contacts && k < world->contact_count; k++) contacts[k] = HF_ANSWERS_ONE;
    if (!problem || problem->dimension == 0) return HF_STATUS_OK;
    arena_mark mark = arena_begin(world->workspace);
    hf_answer_count *blocks = ARENA_ARRAY(world->workspace, hf_answer_count, problem->block_count);
    if (!blocks) return error_no_memory(error);
    hf_status status = hf_answers_count(problem, world->r, world->tolerance, world->workspace, answers, blocks, error);
    for (int k = 0; contacts && k < world->contact_count && k < problem->contact_count; k++) contacts[k] = blocks[k];
    arena_end(world->workspace, mark);
    answers->stood = world->stood;
    answers->moved = world->moved;
    return status;
}
