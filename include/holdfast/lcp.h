// The linear complementarity problem, and its certificate.
//
//     w = M z + q,   w >= 0,   z >= 0,   wᵀ z = 0
//
// M is square, dense and row-major; it need be neither symmetric nor definite. Solvers: lemke.h.

#ifndef HOLDFAST_LCP_H
#define HOLDFAST_LCP_H

#include "holdfast/status.h"
#include "holdfast/workspace.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    /// A view of the caller's arrays: they are neither copied nor written.
    typedef struct hf_lcp
    {
        /// n >= 0. An empty problem is valid and solved.
        int dimension;

        /// n × n entries, row-major.
        const double *M;

        /// n entries.
        const double *q;
    } hf_lcp;

    /// HF_STATUS_INVALID if the dimension is negative, an array is missing, or an entry is not
    /// finite; the message names it.
    HF_API hf_status hf_lcp_check(const hf_lcp *lcp, hf_error *error);

    /// The certificate: how well a z solves a problem, computed from (M, q, z) alone with w = M z +
    /// q. All lengths are divided by 1 + ‖q‖ (2-norm), so that problems of different size compare.
    /// All are +INFINITY if z or w is not finite.
    typedef struct hf_lcp_residual
    {
        /// ‖min(z, w)‖ in the 2-norm; 0 is exact. A solver's tolerance refers to this.
        double natural;

        /// ‖min(z, w)‖ in the maximum norm.
        double natural_max;

        /// Largest -z_i, or 0.
        double negative_z;

        /// Largest -w_i, or 0.
        double negative_w;

        /// |zᵀ w|
        double complementarity;

        /// Row where |min(z_i, w_i)| is largest; -1 in an empty problem.
        int worst_row;
    } hf_lcp_residual;

    /// `w` (n entries) receives M z + q. It may be NULL; scratch then comes from `workspace`, or
    /// from the heap if that is NULL, too.
    HF_API hf_status hf_lcp_residual_compute(const hf_lcp *lcp, const double *z, double *w, hf_workspace *workspace,
                                             hf_lcp_residual *residual, hf_error *error);

    /// The residual for a known w = M z + q. Allocates nothing.
    HF_API hf_lcp_residual hf_lcp_residual_of(const hf_lcp *lcp, const double *z, const double *w);

#ifdef __cplusplus
}
#endif

#endif
