// Proximal point iterations with a semismooth Newton method inside: the second-order finish of `auto`.

#ifndef HOLDFAST_PROXIMAL_H
#define HOLDFAST_PROXIMAL_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// How fast the proximal weight falls.
    typedef enum hf_proximal_pace
    {
        /// Tenfold: a handful of steps where it works.
        HF_PROXIMAL_BRISK = 0,

        /// By half, with jumps along a drifting centre: a thousand steps, but gets through where the
        /// other is lost.
        HF_PROXIMAL_PATIENT,
        HF_PROXIMAL_PACE_COUNT,
    } hf_proximal_pace;

    /// Inputs only; the defaults come from hf_proximal_options_default.
    typedef struct hf_proximal_options
    {
        /// An iteration is a Newton step (a linear system); max_iterations = 0 takes 300. The first
        /// centre is the guess, or r = 0.
        hf_solve_options common;

        /// Gives up where the best residual does not fall tenfold in so many steps, >= 0; 0 never does.
        /// Default 0.
        long stall_steps;

        /// A residual that will do: from there on it ends as soon as two steps do not gain a factor of
        /// ten, >= 0. Default 0.
        double enough;

        /// Default HF_PROXIMAL_BRISK.
        hf_proximal_pace pace;

        /// Proximal weight at the start, as a share of each block's own W_ii; > 0, <= 1. Default 1e-4.
        /// Larger is safer and slower.
        double epsilon;
    } hf_proximal_options;

    HF_API hf_proximal_options hf_proximal_options_default(void);

    /// HF_STATUS_INVALID, with the field's name and value, if one is out of its range.
    HF_API hf_status hf_proximal_options_check(const hf_proximal_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults).
    HF_API hf_status hf_proximal_solve(const hf_problem *problem, const hf_proximal_options *options, double *r,
                                       hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
