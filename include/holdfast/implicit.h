// Implicit nonlinear complementarity (Todorov 2010): exact Coulomb friction as one nonsmooth equation in as many unknowns as W has rows.

#ifndef HOLDFAST_IMPLICIT_H
#define HOLDFAST_IMPLICIT_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Inputs only; the defaults come from hf_implicit_options_default.
    typedef struct hf_implicit_options
    {
        /// An iteration solves one linear system of an island; max_iterations counts those of all islands
        /// together, and 0 takes 1000 for each. Without a guess the start is "all contacts stick".
        hf_solve_options common;

        /// Levenberg–Marquardt weight at the start, > 0, <= 1 (A is of order one). Default 1e-6. Large is
        /// slow and safe; it adapts.
        double lambda;

        /// Share of the predicted improvement that a Newton point must bring, 0 to 1. Default 0.5.
        double acceptance;

        /// Of the residual, at local minima of its norm, >= 0. Default 1: by the row sums of A; further
        /// ones are random.
        int max_rescalings;

        /// Once there are no more rescalings: proximal weight at a local minimum, >= 0, <= 1000 (A is of
        /// order one). Default 0.1; it adapts. 0 gives up.
        double shift;

        /// Solve the parts that W does not connect apart. Default true; false is the paper's method.
        bool islands;

        /// Velocity that the normal of each block must reach [m/s], finite: u_N >= bias in place of
        /// u_N >= 0; read at contacts and unilateral blocks. Default NULL: zeros. The certificate is then
        /// that of the law with u_N - bias.
        const double *bias;
    } hf_implicit_options;

    HF_API hf_implicit_options hf_implicit_options_default(void);

    /// HF_STATUS_INVALID, with the field's name and value, if one is out of its range. `bias` is checked by the solve.
    HF_API hf_status hf_implicit_options_check(const hf_implicit_options *options, hf_error *error);

    /// Which steps were taken, summed over the islands. iterations = newton + between + descent + failed.
    typedef struct hf_implicit_counts
    {
        long iterations;

        /// Ended at the Newton point, without a line search.
        long newton;

        /// Ended between the Cauchy and the Newton point, or at the latter by the line search.
        long between;

        /// Ended between the old point and the Cauchy point, or at the latter.
        long descent;

        /// No better point was found: a local minimum.
        long failed;

        /// Of `between` and `descent`, those that landed on an edge.
        long edges;

        /// Of the residual.
        long rescalings;

        /// Proximal weights tried after local minima.
        long shifts;
        int islands;
    } hf_implicit_counts;

    /// See hf_solve for r, workspace and report. `options` may be NULL (defaults), and so may `counts`.
    HF_API hf_status hf_implicit_solve(const hf_problem *problem, const hf_implicit_options *options, double *r,
                                       hf_workspace *workspace, hf_report *report, hf_implicit_counts *counts,
                                       hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
