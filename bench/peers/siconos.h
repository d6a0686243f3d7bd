// Siconos' solvers for the contact problem (Debian's libsiconos-numerics-dev), behind three functions.
//
// Siconos stops at  ‖natural map‖ <= tolerance ‖q‖, we at tolerance (1 + ‖b‖), with b = q: the tolerance is translated,
//                   so that both
// are asked for the same thing. Each solver gets the matrix in the storage it is fastest with, made beforehand.

#ifndef HF_BENCH_PEERS_SICONOS_H
#define HF_BENCH_PEERS_SICONOS_H

#include <holdfast/problem.h>

typedef struct siconos_problem siconos_problem;

/// The k-th solver for contacts of this dimension (2 or 3), or NULL.
const char *siconos_solver_name(int dimension, int k);

/// The problem in Siconos' storages (dense only in 2D and up to 6,000 rows). NULL if it is not made of contacts of one
/// size, or if it is factored. Never freed: a benchmark's child process ends with it.
siconos_problem *siconos_problem_create(const hf_problem *problem);

/// Solves from r = 0 and returns the seconds of processor time that Siconos' driver took. `tolerance` is ours, on
/// hf_residual.natural. *info is 0 if Siconos calls it solved; negative if it cannot be tried.
double siconos_solve(siconos_problem *problem, const char *solver, double tolerance, double *r, int *info);

#endif
