// The performance profile of Dolan and Moré 2002: for each solver, the share of the problems that it solves within a
// factor of the fastest solver's time on each.

#ifndef HF_BENCH_PROFILE_H
#define HF_BENCH_PROFILE_H

#include <stdbool.h>
#include <stdio.h>

/// A solver in the profile. Solvers of a family have one hue, and stand together in the legend.
typedef struct profile_solver
{
    char name[48];
    int family;
} profile_solver;

typedef struct profile_family
{
    const char *name;
    double hue; // 0 to 360 degrees; negative: grey
    bool bold;  // drawn to stand out
} profile_family;

/// seconds[p * solver_count + s]: INFINITY where solver s does not solve problem p. The legend is sorted by the number
/// of problems solved within each family. False if memory is short.
bool bench_profile(FILE *out, const char *subtitle, const profile_family *families, int solver_count,
                   const profile_solver *solvers, int problem_count, const double *seconds);

#endif
