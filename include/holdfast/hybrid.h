// Hybrid Gauss–Seidel with the one-contact solvers of Daviet, Bertails-Descoubes and Boissieux
// 2011.

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
        /// No fail-safe.
        HF_LOCAL_NONE = 0,

        /// Newton on the modified Fischer–Burmeister function (appendix A). Exact.
        HF_LOCAL_MFB,

        /// Enumeration of cases with the roots of a quartic (appendix B). Exact; detects problems
        /// without a solution.
        HF_LOCAL_ENUM,

        /// Pure Newton on the Alart–Curnier function. Exact.
        HF_LOCAL_PAC,

        /// Damped Newton on the Alart–Curnier function. Exact.
        HF_LOCAL_DAC,

        /// One projected Gauss–Seidel pass inside the contact (after Duriez et al. 2006), from the
        /// impulse that it has: exact in the limit of many sweeps. With paper_exact as published,
        /// from none: approximate in the limit, too.
        HF_LOCAL_DURIEZ06,

        /// Passes of DURIEZ06, iterated to a fixed point (Duriez 2008). Exact where it converges.
        HF_LOCAL_DURIEZ08,

        /// Four-sided friction pyramid (Otaduy et al. 2009). Approximate.
        HF_LOCAL_4SIDES,
        HF_LOCAL_COUNT,
    } hf_local_method;

    /// "none", "mfb", "enum", "pac", "dac", "duriez06", "duriez08", "4sides".
    HF_API const char *hf_local_method_name(hf_local_method method);

    /// Order in which a sweep visits the blocks.
    typedef enum hf_sweep_order
    {
        HF_SWEEP_FORWARD = 0, // 0, 1, 2, … every time
        HF_SWEEP_ALTERNATE,   // forward, backward, forward, …
        HF_SWEEP_SHUFFLE,     // a new random order each time, with the same seed in every solve
    } hf_sweep_order;

    /// Options of algorithm 1 of the paper. Inputs only.
    typedef struct hf_hybrid_options
    {
        /// An iteration is a sweep; max_iterations = 0 takes 1,000,000 (stacks need 1e5).
        hf_solve_options common;

        /// Largest natural residual of a one-contact solution, for a contact scaled to trace W = 1
        /// and ‖b‖ = 1; > 0, <= 1. Default 1e-12: one bad local answer spoils the whole sweep
        /// (section 6.1).
        double local_tolerance;

        /// First solver at each contact, not HF_LOCAL_NONE. Default HF_LOCAL_MFB.
        hf_local_method local;

        /// Second solver. Default HF_LOCAL_ENUM; HF_LOCAL_NONE gives the pure method.
        hf_local_method failsafe;

        /// Before `local`, try take-off and stick with a stored inverse, and slip with a Newton
        /// iteration on the angle of friction: the same answers at less cost. Default true; false
        /// as in the paper.
        bool direct;

        /// Follow the paper in every detail: the steps of `mfb` (appendix A.2), r = 0 wherever both
        /// local solvers fail, every contact solved that is not frozen, freezing never given up.
        /// Default false.
        bool paper_exact;

        /// Default HF_SWEEP_FORWARD.
        hf_sweep_order order;

        /// Change to HF_SWEEP_SHUFFLE when a fixed order makes no more progress. Default true.
        bool reorder;

        /// Number of sweeps between attempts to extrapolate to the limit of the slow modes, >= 0.
        /// An attempt is kept only if it is better. Default 4; 0 never tries, as in the paper.
        int extrapolate_sweeps;

        /// Number of sweeps for which a quiet block is skipped (N_disableiters), >= 0. Default 10;
        /// 0 never skips. Blocks are no longer skipped where the sweeps make no progress.
        int freeze_sweeps;

        /// A block is quiet if its law held before the visit, or if ‖Δr‖ < small_change ‖r‖
        /// (ε_smallChange), >= 0. Default 1e-12; larger values save visits and cost sweeps.
        double small_change;

        /// A block is also quiet if ‖r‖ < weak_force max_j ‖r_j‖ (ε_weakForce), >= 0. Default 0.
        double weak_force;

        /// The paper's own stop, >= 0: sweeps also end when ‖f_FB‖∞, the largest modified
        /// Fischer–Burmeister function of any contact (eq. 12, with ρ = 1), is at most this. It is
        /// asked after every sweep, at the cost of one. The outcome remains the certificate's.
        /// Default 0: off.
        double fischer_tolerance;
    } hf_hybrid_options;

    HF_API hf_hybrid_options hf_hybrid_options_default(void);

    /// HF_STATUS_INVALID, with name and value of the field, if one is out of range.
    HF_API hf_status hf_hybrid_options_check(const hf_hybrid_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults).
    /// HF_OUTCOME_NO_SOLUTION is a proof: a block that is coupled to no other has no solution.
    HF_API hf_status hf_hybrid_solve(const hf_problem *problem, const hf_hybrid_options *options, double *r,
                                     hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
