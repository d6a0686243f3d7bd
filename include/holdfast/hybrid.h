// Hybrid Gauss–Seidel with the one-contact solvers of Daviet, Bertails-Descoubes and Boissieux 2011.

#ifndef HOLDFAST_HYBRID_H
#define HOLDFAST_HYBRID_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// A solver for one contact.
    typedef enum hf_local_method
    {
        HF_LOCAL_NONE = 0, // as a fail-safe: none
        HF_LOCAL_MFB,      // Newton on the modified Fischer–Burmeister function (appendix A). Exact.
        HF_LOCAL_ENUM, // by cases, with the roots of a quartic (appendix B). Exact; knows when there is no solution.
        HF_LOCAL_PAC,  // pure Newton on the Alart–Curnier function. Exact.
        HF_LOCAL_DAC,  // damped Newton on the Alart–Curnier function. Exact.
        HF_LOCAL_DURIEZ06, // one projected Gauss–Seidel pass inside the contact (Duriez et al. 2006). Approximate.
        HF_LOCAL_DURIEZ08, // the same iterated to a fixed point (Duriez 2008). Exact where it converges.
        HF_LOCAL_4SIDES,   // four-sided pyramid (Otaduy et al. 2009). Approximate.
        HF_LOCAL_COUNT,
    } hf_local_method;

    /// "none", "mfb", "enum", "pac", "dac", "duriez06", "duriez08", "4sides".
    HF_API const char *hf_local_method_name(hf_local_method method);

    /// Algorithm 1 of the paper.
    typedef struct hf_hybrid_options
    {
        double tolerance; // on hf_residual.natural, > 0. Default 1e-8.
        double
            local_tolerance; // on a single contact, relative to its own size, > 0. Default 1e-12: one bad local answer spoils the
                             // whole sweep (the paper, section 6.1).
        long max_sweeps;          // >= 1. Default 100000.
        hf_local_method local;    // first try at each contact. Default HF_LOCAL_MFB.
        hf_local_method failsafe; // second try. Default HF_LOCAL_ENUM; HF_LOCAL_NONE gives the pure method.
        int freeze_sweeps;        // sweeps a quiet contact is skipped. Default 10; 0 never skips.
        double
            small_change; // a contact is quiet if ‖Δr‖ is below this share of ‖r‖. >= 0. Default 1e-9... see hybrid.c
        double weak_force;    // or if ‖r‖ is below this share of the largest ‖r_i‖. >= 0.
        bool warm_start;      // r holds a guess. Default false.
        hf_observer observer; // may be NULL
        void *observer_context;
    } hf_hybrid_options;

    HF_API hf_hybrid_options hf_hybrid_options_default(void);

    /// See hf_solve for r, workspace and report.
    HF_API hf_status hf_hybrid_solve(const hf_problem *problem, const hf_hybrid_options *options, double *r,
                                     hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
