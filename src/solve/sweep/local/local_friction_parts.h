// One contact with moments; as local.h, whose scaling it has. See parts.c.

#ifndef HF_SOLVE_SWEEP_LOCAL_LOCAL_FRICTION_PARTS_H
#define HF_SOLVE_SWEEP_LOCAL_LOCAL_FRICTION_PARTS_H

#include "problem/friction_parts.h"
#include "solve/sweep/local/local.h"

typedef struct local_friction_parts_cost
{
    int steps;  // of Newton's method
    int rounds; // over the parts, for a given normal
    bool hard;  // Newton's method from the guess was not enough
} local_friction_parts_cost;

/// r holds the guess, and receives the answer or the best that was found. The parts are round.
local_verdict local_friction_parts(const friction_parts *parts, const double *W, const double *b, double tolerance,
                                   double *r, local_friction_parts_cost *cost);

#endif
