// Proximal point iterations with an inner semismooth Newton method: the main second-order method of
// `auto`.

#ifndef HOLDFAST_PROXIMAL_H
#define HOLDFAST_PROXIMAL_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// How fast the proximal weight decreases.
    typedef enum hf_proximal_pace
    {
        /// By a factor of ten: a few steps where it works.
        HF_PROXIMAL_FAST = 0,

        /// By a factor of two, with jumps along a drifting centre: up to a thousand steps, but it
        /// converges where the other does not.
        HF_PROXIMAL_SLOW,
        HF_PROXIMAL_PACE_COUNT,
    } hf_proximal_pace;

    /// Inputs only; hf_proximal_options_default gives the defaults.
    typedef struct hf_proximal_options
    {
        /// An iteration is a Newton step (one linear system); max_iterations = 0 takes 300. The
        /// first centre is the guess, or r = 0.
        hf_solve_options common;

        /// The solve stalls if the best residual does not fall by a factor of ten in this many
        /// steps, >= 0. Default 0: never.
        long stall_steps;

        /// Residual below which the solve ends as soon as two steps do not gain a factor of ten, >=
        /// 0. Default 0.
        double enough;

        /// Default HF_PROXIMAL_FAST.
        hf_proximal_pace pace;

        /// Initial proximal weight, relative to each block's own W_ii; > 0, <= 1. Default 1e-4.
        /// Larger is safer and slower.
        double epsilon;
    } hf_proximal_options;

    HF_API hf_proximal_options hf_proximal_options_default(void);

    /// HF_STATUS_INVALID, with name and value of the field, if one is out of range.
    HF_API hf_status hf_proximal_options_check(const hf_proximal_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults).
    HF_API hf_status hf_proximal_solve(const hf_problem *problem, const hf_proximal_options *options, double *r,
                                       hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
