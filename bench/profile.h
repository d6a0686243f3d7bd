// The performance profile of Dolan and Moré 2002: for each solver, the share of the problems that it solves within a factor of the
// fastest solver's time on each.

#ifndef HF_BENCH_PROFILE_H
#define HF_BENCH_PROFILE_H

#include <stdbool.h>
#include <stdio.h>

/// seconds[p * solver_count + s]: INFINITY where solver s does not solve problem p. False if memory is short.
bool bench_profile(FILE *out, const char *subtitle, int solver_count, const char *const *names, int problem_count,
                   const double *seconds);

#endif
