#include "solve/best.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

bool best_begin(best_iterate *best, const hf_problem *problem, hf_workspace *workspace)
{
    best->natural = INFINITY;
    best->r = ARENA_ZEROED(workspace, double, problem->dimension);
    return best->r != NULL;
}

void best_offer(best_iterate *best, const hf_problem *problem, const double *r, double natural)
{
    if (!(natural < best->natural)) return;
    best->natural = natural;
    memcpy(best->r, r, (size_t)problem->dimension * sizeof *r);
}
