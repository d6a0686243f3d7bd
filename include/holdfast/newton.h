// Newton's method over all contacts at once (Daviet, Bertails-Descoubes and Boissieux 2011,
// sections 5.2 and 7, appendix A).

#ifndef HOLDFAST_NEWTON_H
#define HOLDFAST_NEWTON_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// The function whose zeros solve the problem.
    typedef enum hf_newton_function
    {
        /// Modified for the friction cone (eq. 12): smooth except at single points.
        HF_NEWTON_FISCHER_BURMEISTER = 0,

        /// Projections of the normal and the tangential part: piecewise smooth.
        HF_NEWTON_ALART_CURNIER,
        HF_NEWTON_FUNCTION_COUNT,
    } hf_newton_function;

    /// "fischer_burmeister", "alart_curnier".
    HF_API const char *hf_newton_function_name(hf_newton_function function);

    /// Inputs only; hf_newton_options_default gives the defaults.
    typedef struct hf_newton_options
    {
        /// An iteration is a Newton step of one island. max_iterations counts those of all islands
        /// and all starts together; 0 takes 1000 for each island, or 200 without damping, which
        /// converges soon or not at all.
        hf_solve_options common;

        /// New starts after a stall, with another scaling and ε, >= 0. Default 4.
        int restarts;

        /// Default HF_NEWTON_FISCHER_BURMEISTER.
        hf_newton_function function;

        /// Line search on ½‖f‖². Default true; false is the pure method.
        bool damped;

        /// Initial ε, 0 … 1: the Jacobian is that of (W + ε) r, with W scaled to a unit diagonal.
        /// It adapts. Default 0.1; 0 leaves W unchanged until a Jacobian is singular.
        double regularization;

        /// Smallest ε, 0 … 1. Default 1e-12: W is singular as a rule.
        double regularization_min;
    } hf_newton_options;

    HF_API hf_newton_options hf_newton_options_default(void);

    /// HF_STATUS_INVALID names the wrong field.
    HF_API hf_status hf_newton_options_check(const hf_newton_options *options, hf_error *error);

    /// See hf_solve for r, workspace and report. A factored problem is assembled first, and the
    /// report says so. The factorization is on the heap during the call.
    HF_API hf_status hf_newton_solve(const hf_problem *problem, const hf_newton_options *options, double *r,
                                     hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
