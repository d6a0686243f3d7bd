// Problems made on the spot: random ones built backwards from a known answer, and piles under gravity. The same seed gives the same bits on
// every machine.

#ifndef HOLDFAST_GENERATE_H
#define HOLDFAST_GENERATE_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Who touches whom.
    typedef enum hf_connectivity
    {
        HF_CONNECTIVITY_RANDOM = 0, // any two bodies; one contact in ten is with the ground
        HF_CONNECTIVITY_GRID, // neighbours in a cubic (or square) grid, the lowest layer on the ground: local, as in a pile
    } hf_connectivity;

    /// A random problem: rigid bodies with contacts at random points, W = H M⁻¹ Hᵀ. The law of each block is satisfied by a chosen (r, u), and b is
    /// u - W r; so a solution is known, though it need not be the only one. Memory is linear in the number of blocks.
    typedef struct hf_random_options
    {
        unsigned long long seed; // any. Default 1.
        int dimension;           // 2 or 3. Default 3.
        int contact_count;       // >= 0. Default 10.
        int unilateral_count;    // >= 0, spread among the contacts. Default 0.
        int bilateral_count;     // >= 0, of 1 to 3 rows (2D: 1 to 2). Default 0.
        int box_count;           // >= 0. Default 0.
        double stick;            // share of contacts that stick, 0 to 1; of boxes that are inside. Default 0.4.
        double slip;             // share that slides; the rest is open. stick + slip <= 1. Default 0.4.
        double mu_lo, mu_hi;     // friction coefficients lie between, 0 <= mu_lo <= mu_hi. Default 0.2 and 0.9.
        double redundancy;       // rows of W per degree of freedom, > 0: above 1, W is rank deficient. Default 1.5.
        int body_count;          // >= 0; 0 takes as many as the redundancy asks for. Default 0.
        double mass_spread;      // heaviest over lightest body, >= 1; log-uniform. Default 1.
        double unsymmetric;      // size of the skew part of M⁻¹ relative to the symmetric one, 0 to 1. Default 0.
        hf_connectivity connectivity; // Default HF_CONNECTIVITY_RANDOM.
        bool factored;                // the form of the problem. Default false.
    } hf_random_options;

    HF_API hf_random_options hf_random_options_default(void);

    /// A problem with an answer.
    typedef struct hf_generated
    {
        hf_problem *problem;
        double *r; // a solution, and its u; NULL where none is known
        double *u;
    } hf_generated;

    /// HF_STATUS_INVALID names the bad option. On failure all members are NULL.
    HF_API hf_status hf_generate_random(const hf_random_options *options, hf_generated *generated, hf_error *error);

    typedef enum hf_pile_shape
    {
        HF_PILE_SPHERES =
            0, // a pyramid: each ball lies in the hollow of four others (2D: two); the lowest ones on the ground
        HF_PILE_BRICKS, // a wall in running bond: each brick lies on two others, with four contacts on each (2D: two)
    } hf_pile_shape;

    /// One time step of a pile that is about to settle: M v = M v_0 + h M g + Hᵀ r, u = H v. A solution exists (v = 0 leaves no contact
    /// approaching), but none is known. The pile is built from the ground up until the number of contacts is reached.
    typedef struct hf_pile_options
    {
        unsigned long long seed; // of the initial velocities and masses. Default 1.
        int dimension;           // 2 or 3. Default 3.
        int contact_count;       // >= 0. Default 1000.
        hf_pile_shape shape;     // Default HF_PILE_SPHERES.
        double mu;               // >= 0. Default 0.5.
        double mass_spread;      // heaviest over lightest body, >= 1. Default 1.
        double step;             // time step h [s], > 0. Default 0.01.
        double noise;            // standard deviation of the initial velocities [m/s and rad/s], >= 0. Default 0.01.
        bool factored;           // Default false.
    } hf_pile_options;

    HF_API hf_pile_options hf_pile_options_default(void);

    /// generated->r and u are NULL.
    HF_API hf_status hf_generate_pile(const hf_pile_options *options, hf_generated *generated, hf_error *error);

    /// Frees the members. NULL members are fine.
    HF_API void hf_generated_destroy(hf_generated *generated);

#ifdef __cplusplus
}
#endif

#endif
