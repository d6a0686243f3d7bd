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

    /// In which order a sweep visits the blocks.
    typedef enum hf_sweep_order
    {
        HF_SWEEP_FORWARD = 0, // 0, 1, 2, … every time
        HF_SWEEP_ALTERNATE,   // forward, backward, forward, …
        HF_SWEEP_SHUFFLE,     // a new random order every time, the same ones in every solve
    } hf_sweep_order;

    /// Algorithm 1 of the paper. Inputs only; the defaults come from hf_hybrid_options_default.
    typedef struct hf_hybrid_options
    {
        /// An iteration is a sweep; max_iterations = 0 takes 1,000,000: stacks do need 1e5.
        hf_solve_options common;

        /// On the natural residual of one contact whose W has trace 1 and whose b has norm 1; > 0, <= 1.
        /// Default 1e-12: one bad local answer spoils the whole sweep (section 6.1).
        double local_tolerance;

        /// First try at each contact, not HF_LOCAL_NONE. Default HF_LOCAL_MFB.
        hf_local_method local;

        /// Second try. Default HF_LOCAL_ENUM; HF_LOCAL_NONE gives the pure method.
        hf_local_method failsafe;

        /// Before `local`, settle take-off and stick by a stored inverse, and slip by a Newton iteration
        /// on the angle of friction: the same answers, cheaper. Default true; false as in the paper.
        bool direct;

        /// The paper's own steps in `mfb` (appendix A.2), r = 0 wherever both local solvers fail, every
        /// contact solved that is not frozen, freezing never given up. For comparison; default false.
        bool paper_exact;

        /// Default HF_SWEEP_FORWARD.
        hf_sweep_order order;

        /// Shuffle from then on, when a fixed order makes no more progress. Default true.
        bool reorder;

        /// Every so many sweeps, try to jump to the limit of the slow modes, and stay if that is no
        /// better; >= 0; 0 never tries, as in the paper. Default 4.
        int extrapolate_sweeps;

        /// Sweeps that a quiet block is skipped (N_disableiters), >= 0; 0 never skips. Default 10. Given
        /// up where the sweeps make no progress.
        int freeze_sweeps;

        /// A block is quiet if its law held before the visit, or ‖Δr‖ < small_change ‖r‖
        /// (ε_smallChange), >= 0. Default 1e-12: larger ones save visits and cost sweeps.
        double small_change;

        /// … or if ‖r‖ < weak_force max_j ‖r_j‖ (ε_weakForce), >= 0. Default 0, for the same reason.
        double weak_force;
    } hf_hybrid_options;

    HF_API hf_hybrid_options hf_hybrid_options_default(void);

    /// HF_STATUS_INVALID, with the field's name and value, if one is out of its range.
    HF_API hf_status hf_hybrid_options_check(const hf_hybrid_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults).
    /// HF_OUTCOME_NO_SOLUTION is reported where a block that no other block moves has none: that is a proof.
    HF_API hf_status hf_hybrid_solve(const hf_problem *problem, const hf_hybrid_options *options, double *r,
                                     hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
