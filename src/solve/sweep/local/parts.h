// One contact with moments; as local.h, whose scaling it has. See parts.c.

#ifndef HF_SOLVE_SWEEP_LOCAL_PARTS_H
#define HF_SOLVE_SWEEP_LOCAL_PARTS_H

#include "problem/parts.h"
#include "solve/sweep/local/local.h"

/// r holds the guess, and receives the answer or the best that was found. The parts are round. *hard: Newton's method was not enough.
local_verdict local_parts(const contact_parts *parts, const double *W, const double *b, double tolerance, double *r,
                          bool *hard);

#endif
