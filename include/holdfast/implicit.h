// Implicit nonlinear complementarity (Todorov 2010): exact Coulomb friction as one nonsmooth
// equation with as many unknowns as W has rows.

#ifndef HOLDFAST_IMPLICIT_H
#define HOLDFAST_IMPLICIT_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Inputs only; hf_implicit_options_default gives the defaults.
    typedef struct hf_implicit_options
    {
        /// An iteration solves one linear system of an island. max_iterations counts those of all
        /// islands together; 0 takes 1000 for each. Without a guess the start is "all contacts
        /// stick".
        hf_solve_options common;

        /// Initial Levenberg–Marquardt weight, > 0, <= 1 (A is of order one). It adapts; large is
        /// slow and safe. Default 1e-6.
        double lambda;

        /// Fraction of the predicted improvement that a Newton point must reach, 0 … 1. Default
        /// 0.5.
        double acceptance;

        /// Rescalings of the residual at local minima of its norm, >= 0. The first one is by the
        /// row sums of A, further ones are random. Default 1.
        int max_rescalings;

        /// Proximal weight at a local minimum after all rescalings, 0 … 1000 (A is of order one).
        /// It adapts. Default 0.1; 0 gives up there.
        double shift;

        /// Solve islands separately. Default true; false is the method of the paper.
        bool islands;

        /// Every block is scaled by its own mass, so that impulses and velocities compare. Default
        /// true; false is the method of the paper, which names it as an extension: the answer then
        /// hangs on the units.
        bool scaled;

        /// Normal velocity that each block must reach [m/s], finite: u_N >= bias in place of u_N >=
        /// 0. Read at contacts and unilateral blocks; the certificate is then that of the law with
        /// u_N - bias. Default NULL: zeros.
        const double *bias;
    } hf_implicit_options;

    HF_API hf_implicit_options hf_implicit_options_default(void);

    /// The method as published ("implicit/paper"): nothing is scaled, nothing is done at local
    /// minima, all islands are one system.
    HF_API hf_implicit_options hf_implicit_options_paper(void);

    /// HF_STATUS_INVALID, with name and value of the field, if one is out of range. The solve
    /// checks `bias`.
    HF_API hf_status hf_implicit_options_check(const hf_implicit_options *options, hf_error *error);

    /// Steps by kind, summed over the islands: iterations = newton + between + descent + failed.
    typedef struct hf_implicit_counts
    {
        long iterations;

        /// Steps to the Newton point, without a line search.
        long newton;

        /// Steps that ended between the Cauchy and the Newton point, or at the latter by the line
        /// search.
        long between;

        /// Steps that ended between the old point and the Cauchy point, or at the latter.
        long descent;

        /// Steps that found no better point: a local minimum.
        long failed;

        /// Steps of `between` and `descent` that ended on an edge.
        long edges;

        /// Rescalings of the residual.
        long rescalings;

        /// Proximal weights that were tried after local minima.
        long shifts;
        int islands;
    } hf_implicit_counts;

    /// See hf_solve for r, workspace and report. `options` (defaults) and `counts` may be NULL.
    HF_API hf_status hf_implicit_solve(const hf_problem *problem, const hf_implicit_options *options, double *r,
                                       hf_workspace *workspace, hf_report *report, hf_implicit_counts *counts,
                                       hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
