// Curves as points: dividing one into parts of equal length, and how far others are from it.

#ifndef HF_BODIES_FIBRE_POLYLINE_H
#define HF_BODIES_FIBRE_POLYLINE_H

#include "linalg/vec3.h"

/// x ◄ n + 1 points on the polyline of `count` points (xyz each), equally far apart along it, ends first and last.
void polyline_divide(int count, const double *points, int n, vec3 *x);

/// The largest distance of x_i from the point that polyline_divide would put there.
double polyline_distance(int count, const double *points, int n, const vec3 *x);

#endif
