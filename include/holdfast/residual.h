// The certificate: how well an r solves a problem, computed from (W, b, laws, r) alone.

#ifndef HOLDFAST_RESIDUAL_H
#define HOLDFAST_RESIDUAL_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// The natural-map residual, as FCLIB and Siconos define it, so that numbers compare:
    ///     natural = ‖ r - P_K( r - (u + mu ‖u_T‖ e_N) ) ‖ / (1 + ‖b‖)
    /// over all blocks. P_K projects on the cone K_mu for contacts, on r >= 0 for unilateral
    /// blocks, on [lo, hi] for boxes, and is the identity for bilateral blocks. Where the friction
    /// law of the problem is a pyramid, K_mu is that, and ‖u_T‖ is max -d·u_T over its polygon:
    /// the residual is that of the law. Contacts with moments add mu_i ‖u_i‖ of every part to u_N,
    /// and P_K projects on the intersection of the parts' cones; an ellipse is measured in the
    /// coordinates in which it is a disc (docs/friction.md). `natural` is +INFINITY if any r or u
    /// is not finite. The fields below `cone_natural` are those of the worst block, in SI units.
    typedef struct hf_residual
    {
        /// 0 is exact. Impulses [N s] and velocities [m/s] are added, as in FCLIB.
        double natural;

        /// How far the same r is from exact Coulomb friction: `natural` with the cone in the place
        /// of a pyramid. The same number where the law is the cone.
        double cone_natural;

        /// Largest -u_N at contacts and unilateral blocks, largest |u| at bilateral ones [m/s].
        double approach;

        /// Largest ‖r_T‖ - mu r_N or -r_N, for pyramids the distance from a side in place of the
        /// first; at boxes the distance from [lo, hi] [N s]; moments count in N m s.
        double cone;

        /// Largest |r_N u_N| [J].
        double complementarity;

        /// Largest ‖ mu r_N u_T + ‖u_T‖ r_T ‖ [J]; 0 where friction is fully opposite to the slip.
        /// For pyramids how much less than possible friction takes from the slip.
        double misalignment;

        /// Block where the natural map is largest; -1 in an empty problem.
        int worst_block;
    } hf_residual;

    /// `workspace` may be NULL; a factored problem then allocates.
    HF_API hf_status hf_residual_compute(const hf_problem *problem, const double *r, hf_workspace *workspace,
                                         hf_residual *residual, hf_error *error);

    /// The same for a known u = W r + b. Allocates nothing.
    HF_API hf_residual hf_residual_of(const hf_problem *problem, const double *r, const double *u);

#ifdef __cplusplus
}
#endif

#endif
