// Chains of points: dividing a curve into parts of equal length, and bringing edges back to their length.
//
// Fast projection (Goldenthal et al. 2007, section 4). c_i = (|e_i|² - ℓ²) / 2ℓ shall be zero:
// x ◄ x - M⁻¹ Cᵀ λ with (C M⁻¹ Cᵀ) λ = c and C = e/ℓ, again and again with new directions; tridiagonal, and quadratic
// in the end. Two or three rounds are the rule. Where it does not come to an end (an edge of no length) the last round
// is taken, and whoever moves the chain goes on from there.

#ifndef HF_BODIES_FIBRE_CHAIN_H
#define HF_BODIES_FIBRE_CHAIN_H

#include "linalg/vec3.h"

#include <stdbool.h>

/// x ◄ n + 1 points on the polyline of `count` points (xyz each), equally far apart along it, ends first and last.
void chain_divide(int count, const double *points, int n, vec3 *x);

/// The largest distance of x_i from the point that chain_divide would put there.
double chain_distance(int count, const double *points, int n, const vec3 *x);

/// x ◄ n edges of that length, masses the same but for half of it at either end; x_0 stays unless it floats. `scratch`:
/// 3 n.
void chain_project(int n, double length, bool floating, double *scratch, vec3 *x);

/// x ◄ (tridiagonal matrix)⁻¹ x; the diagonal is destroyed.
void chain_solve(int n, double *diagonal, const double *beside, double *x);

#endif
