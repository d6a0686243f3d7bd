// One contact whose friction cone is a pyramid; see pyramid.c.

#ifndef HF_SOLVE_SWEEP_LOCAL_PYRAMID_H
#define HF_SOLVE_SWEEP_LOCAL_PYRAMID_H

#include "problem/pyramid.h"
#include "solve/sweep/local/local.h"

/// As a local_solve (local.h), in 3D: W and b are scaled, r holds the guess and receives the answer, or the best try.
local_verdict local_pyramid(const friction_polygon *polygon, const double *W, const double *b, double mu,
                            double tolerance, double *r);

#endif
