// Interior points of the exact, nonmonotone contact problem: see interior.c.

#ifndef HF_SOLVE_NEWTON_INTERIOR_H
#define HF_SOLVE_NEWTON_INTERIOR_H

#include "holdfast/solve.h"

#include "problem/problem.h"

/// Which of the curves that lead to an answer is followed.
typedef struct interior_curve
{
    double start;  // velocity at which all blocks begin, in mean velocities of b
    double smooth; // rounding of ‖u_T‖ at 0, in velocities of a sticking contact on the curve
} interior_curve;

enum
{
    INTERIOR_CURVES = 6
};

/// Curves worth a try, the best first.
extern const interior_curve interior_curves[INTERIOR_CURVES];

/// From its own start; leaves the best iterate in r. options->max_iterations counts linear systems, and must be > 0;
/// the report is begun here.
/// HF_STATUS_UNSUPPORTED where factors would be too large.
hf_status interior_solve(const hf_problem *problem, interior_curve curve, const hf_solve_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error);

#endif
