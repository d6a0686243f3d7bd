// `auto`: the default. Starts cheap, finishes with a second-order method, falls back in a fixed order, certifies.

#ifndef HOLDFAST_AUTO_H
#define HOLDFAST_AUTO_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Nothing needs to be set: a caller who knows better takes another solver. Inputs only.
    typedef struct hf_auto_options
    {
        double tolerance; // on hf_residual.natural, finite, > 0. Default 1e-8.
        double
            target_tolerance; // what a few more Newton steps try for where an island is solved, >= 0; 0, or more than the tolerance, tries for nothing more. Default 0.
        long max_iterations;  // sweeps and Newton steps in all, >= 0; 0 takes what the stages allow. Default 0.
        int max_restarts; // random starts for an island that nothing else has solved, >= 0; 0 never tries. Default 100.
        bool warm_start;  // r holds a guess. Default false.
        bool
            give_up_early; // the caller has another way out, such as a shorter step: islands of more than 5,000 rows leave out stages that rarely help them. Default false.
        hf_observer observer; // may be NULL. Default NULL.
        void *observer_context;
    } hf_auto_options;

    HF_API hf_auto_options hf_auto_options_default(void);

    /// HF_STATUS_INVALID, with the field's name and value, if one is out of its range.
    HF_API hf_status hf_auto_options_check(const hf_auto_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults). Problems that the first sweeps solve (most of those with up
    /// to a dozen contacts) take no memory beyond the workspace; others allocate for their islands and for sparse factors.
    HF_API hf_status hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r,
                                   hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
