// The certificate: how well a given r solves a given problem, recomputed from nothing but (W, b, laws, r).

#ifndef HOLDFAST_RESIDUAL_H
#define HOLDFAST_RESIDUAL_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// `natural` is the measure of FCLIB and Siconos, so that numbers compare:
    ///     natural = ‖ r - P_K( r - (u + mu ‖u_T‖ e_N) ) ‖ / (1 + ‖b‖)
    /// over all blocks, each with the projection of its kind: the cone K_mu for contacts, r >= 0 for unilateral blocks,
    /// [lo, hi] for boxes, everything for bilateral ones. It is +INFINITY if any r or u is not finite.
    /// The others are the worst block's, in SI units.
    typedef struct hf_residual
    {
        double natural;         // dimension as it comes (N s and m/s are added, as in FCLIB); 0 is exact
        double approach;        // largest -u_N at contacts and unilateral blocks, largest |u| at bilateral ones [m/s]
        double cone;            // largest ‖r_T‖ - mu r_N or -r_N; boxes: distance outside [lo, hi] [N s]
        double complementarity; // largest |r_N u_N| [J]
        double
            misalignment; // largest ‖ mu r_N u_T + ‖u_T‖ r_T ‖: 0 iff slip and friction are opposite, and friction full [J]
        int worst_block; // where the natural map is largest; -1 in an empty problem
    } hf_residual;

    /// `workspace` may be NULL; a factored problem then allocates.
    HF_API hf_status hf_residual_compute(const hf_problem *problem, const double *r, hf_workspace *workspace,
                                         hf_residual *residual, hf_error *error);

    /// The same when u = W r + b is known. Nothing is allocated.
    HF_API hf_residual hf_residual_of(const hf_problem *problem, const double *r, const double *u);

#ifdef __cplusplus
}
#endif

#endif
