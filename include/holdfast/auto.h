// `auto`, the default solver: cheap sweeps first, then second-order methods, then fallbacks in a
// fixed order (docs/auto.md).

#ifndef HOLDFAST_AUTO_H
#define HOLDFAST_AUTO_H

#include "holdfast/selection.h"
#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// No option needs to be set. Inputs only, but for `unselected` and
    /// `stressed`.
    typedef struct hf_auto_options
    {
        /// An iteration is a sweep or a Newton step; max_iterations = 0 takes what the stages
        /// allow.
        hf_solve_options common;

        /// Residual that a few more Newton steps try for once an island is solved, >= 0. Default 0:
        /// none. No effect above the tolerance.
        double target_tolerance;

        /// Residual with which islands of more than 5,000 rows and more than 0.4 degrees of freedom
        /// a row (packings) are left to be where sweeps alone do not solve them, >= 0: each further
        /// digit takes as long as all before. Default 0: they go on to the tolerance.
        double accept;

        /// The caller has another way out, such as a shorter step: islands of more than 5,000 rows
        /// skip stages that rarely help them. Default false.
        bool give_up_early;

        /// With give_up_early: how many times longer sweeps over such islands go on, >= 1. Default
        /// 1.
        double patience;

        /// Default HF_SELECTION_COMPLIANT. Islands where it cannot be afforded or found are counted
        /// in hf_report.unselected.
        hf_selection selection;

        /// block_count: compliance of each contact relative to the others, finite, > 0, in any
        /// unit; of other blocks it does not count. Default NULL: the same at every contact.
        const double *compliance;

        /// The guess is the selected answer of a problem nearby, such as the step before: parts
        /// that it solves within the tolerance are kept as they are. Default false: they are
        /// selected again.
        bool guess_selected;

        /// dimension: velocities of the blocks before the step [m/s]; contacts that slide too fast
        /// for friction to stop them in one step are not asked to stand. Default NULL: not known.
        const double *before;

        /// block_count, in and out; may be NULL. In, with guess_selected: blocks whose guess is an
        /// answer, but not the selected one; they are selected again. Out: blocks of the islands
        /// that are counted in hf_report.unselected. Default NULL.
        bool *unselected;

        /// block_count, in and out; may be NULL. In, with guess_selected: blocks whose guess needs
        /// prestress, and keeps it where springs do not carry them. Out: those of the answer.
        /// Default NULL.
        bool *stressed;
    } hf_auto_options;

    HF_API hf_auto_options hf_auto_options_default(void);

    /// HF_STATUS_INVALID, with name and value of the field, if one is out of range.
    HF_API hf_status hf_auto_options_check(const hf_auto_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults). All memory is
    /// that of the workspace.
    HF_API hf_status hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r,
                                   hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
