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
        HF_PROXIMAL_BRISK = 0, // tenfold: a handful of steps where it works
        HF_PROXIMAL_PATIENT, // by half, with jumps along a drifting centre: a thousand steps, but gets through where the other is lost
        HF_PROXIMAL_PACE_COUNT,
    } hf_proximal_pace;

    /// Inputs only; the defaults come from hf_proximal_options_default.
    typedef struct hf_proximal_options
    {
        double tolerance; // on hf_residual.natural, finite, > 0. Default 1e-8.
        long max_steps;   // Newton steps (linear systems) in all, >= 1. Default 300.
        long
            stall_steps; // gives up where the best residual does not fall tenfold in so many steps, >= 0; 0 never does. Default 0.
        double
            enough; // a residual that will do: from there on it ends as soon as two steps do not gain a factor of ten, >= 0. Default 0.
        hf_proximal_pace pace; // Default HF_PROXIMAL_BRISK.
        double
            epsilon; // proximal weight at the start, as a share of each block's own W_ii; > 0, <= 1. Default 1e-4. Larger
                     // is safer and slower.
        bool warm_start;      // r holds a guess; otherwise the first centre is r = 0. Default false.
        hf_observer observer; // called once a Newton step; may be NULL. Default NULL.
        void *observer_context;
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
