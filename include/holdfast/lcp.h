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

    /// A view of the caller's arrays: nothing is copied, and nothing here is ever written.
    typedef struct hf_lcp
    {
        int dimension;   // n >= 0; an empty problem is valid and solved
        const double *M; // n × n, row-major
        const double *q; // n
    } hf_lcp;

    /// HF_STATUS_INVALID if the dimension is negative, an array is missing, or an entry is not finite; the message names it.
    HF_API hf_status hf_lcp_check(const hf_lcp *lcp, hf_error *error);

    /// How well a given z solves a given problem, from nothing but (M, q, z): w = M z + q is computed afresh. Every number but
    /// worst_row is divided by 1 + ‖q‖ (2-norm), so that numbers of problems of different size compare. All are +INFINITY if z or w is not finite.
    typedef struct hf_lcp_residual
    {
        double natural;         // ‖min(z, w)‖ in the 2-norm; 0 is exact. What a solver's tolerance is about
        double natural_max;     // the same in the maximum norm
        double negative_z;      // largest -z_i, or 0
        double negative_w;      // largest -w_i, or 0
        double complementarity; // |zᵀ w|
        int worst_row;          // where |min(z_i, w_i)| is largest; -1 in an empty problem
    } hf_lcp_residual;

    /// `w` (n entries) receives M z + q; may be NULL if `workspace` is given; both may be NULL: it then allocates.
    HF_API hf_status hf_lcp_residual_compute(const hf_lcp *lcp, const double *z, double *w, hf_workspace *workspace,
                                             hf_lcp_residual *residual, hf_error *error);

    /// The same when w = M z + q is known. Nothing is allocated.
    HF_API hf_lcp_residual hf_lcp_residual_of(const hf_lcp *lcp, const double *z, const double *w);

#ifdef __cplusplus
}
#endif

#endif
