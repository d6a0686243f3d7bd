// Generated problems: random ones with a known solution, piles under gravity, and hair. A seed
// gives the same bits on every machine.

#ifndef HOLDFAST_GENERATE_H
#define HOLDFAST_GENERATE_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Which bodies touch each other.
    typedef enum hf_connectivity
    {
        /// Any two bodies; one contact in ten is with the ground.
        HF_CONNECTIVITY_RANDOM = 0,

        /// Neighbours in a cubic (2D: square) grid with the lowest layer on the ground, as in a
        /// pile.
        HF_CONNECTIVITY_GRID,
    } hf_connectivity;

    /// A random problem: rigid bodies with contacts at random points, W = H M⁻¹ Hᵀ. An (r, u) that
    /// obeys the laws is chosen first, then b = u - W r. So a solution is known; it need not be the
    /// only one. Memory is linear in the number of blocks.
    typedef struct hf_random_options
    {
        /// Any value. Default 1.
        unsigned long long seed;

        /// 2 or 3. Default 3.
        int dimension;

        /// Number of contacts, >= 0. Default 10.
        int contact_count;

        /// Number of unilateral blocks, >= 0, spread among the contacts. Default 0.
        int unilateral_count;

        /// Number of bilateral blocks, >= 0, of 1 to 3 rows (2D: 1 to 2). Default 0.
        int bilateral_count;

        /// Number of boxes, >= 0. Default 0.
        int box_count;

        /// Fraction of contacts that stick, and of boxes strictly inside their bounds, 0 … 1.
        /// Default 0.4.
        double stick;

        /// Fraction of contacts that slide, stick + slip <= 1; the rest is open. Default 0.4.
        double slip;

        /// Range of the friction coefficients, 0 <= mu_lo <= mu_hi. Default 0.2 and 0.9.
        double mu_lo, mu_hi;

        /// Shares of the contacts that have 4 rows (a moment about the normal) and 6 rows (and
        /// about the tangents), torsional + rolling <= 1, in space only; of these parts each
        /// sticks or slides by itself. Coefficients of moments are 0.02 … 0.3 of mu times the
        /// bodies' radius, 1 m. Default 0.
        double torsional, rolling;

        /// Share of the contacts whose coefficients along the two tangents differ, up to fivefold,
        /// in space only. Default 0.
        double elliptic;

        /// Rows of W for each degree of freedom, > 0. Above 1, W is rank deficient. Default 1.5.
        double redundancy;

        /// Number of bodies, >= 0. Default 0: as many as `redundancy` asks for.
        int body_count;

        /// Mass ratio of the heaviest to the lightest body, >= 1; log-uniform. Default 1.
        double mass_spread;

        /// Size of the skew part of M⁻¹ relative to the symmetric part, 0 … 1. Default 0.
        double unsymmetric;

        /// Default HF_CONNECTIVITY_RANDOM.
        hf_connectivity connectivity;

        /// True for the factored form of W. Default false.
        bool factored;
    } hf_random_options;

    HF_API hf_random_options hf_random_options_default(void);

    /// A problem, with a solution where one is known.
    typedef struct hf_generated
    {
        hf_problem *problem;

        /// A solution and its velocities; NULL where none is known.
        double *r;
        double *u;
    } hf_generated;

    /// HF_STATUS_INVALID names the bad option. On failure all members are NULL.
    HF_API hf_status hf_generate_random(const hf_random_options *options, hf_generated *generated, hf_error *error);

    typedef enum hf_pile_shape
    {
        /// A pyramid of balls, each on four others (2D: two), the lowest ones on the ground.
        HF_PILE_SPHERES = 0,

        /// A wall in running bond: each brick on two others, with four contacts on each (2D: two).
        HF_PILE_BRICKS,
    } hf_pile_shape;

    /// One time step of a settling pile: M v = M v_0 + h M g + Hᵀ r, u = H v. A solution exists (v
    /// = 0 leaves no contact approaching), but none is known. The pile is built from the ground up
    /// to the given number of contacts.
    typedef struct hf_pile_options
    {
        /// Seed of the initial velocities and masses. Default 1.
        unsigned long long seed;

        /// 2 or 3. Default 3.
        int dimension;

        /// Number of contacts, >= 0. Default 1000.
        int contact_count;

        /// Default HF_PILE_SPHERES.
        hf_pile_shape shape;

        /// Friction coefficient, >= 0. Default 0.5.
        double mu;

        /// Mass ratio of the heaviest to the lightest body, >= 1. Default 1.
        double mass_spread;

        /// Time step h [s], > 0. Default 0.01.
        double step;

        /// Standard deviation of the initial velocities [m/s and rad/s], >= 0. Default 0.01.
        double noise;

        /// True for the factored form of W. Default false.
        bool factored;
    } hf_pile_options;

    HF_API hf_pile_options hf_pile_options_default(void);

    /// generated->r and u are NULL.
    HF_API hf_status hf_generate_pile(const hf_pile_options *options, hf_generated *generated, hf_error *error);

    /// One time step of hair: thin elastic rods with their roots in a grid, each in contact with
    /// its neighbours and with a body that does not move. A solution exists, but none is known.
    typedef struct hf_hair_options
    {
        /// Seed of shapes, contacts and velocities. Default 1.
        unsigned long long seed;

        /// Number of fibres, 1 … 1e6. Default 300.
        int fibre_count;

        /// Number of contacts, >= 0. Default 4000.
        int contact_count;

        /// Degrees of freedom of a fibre, even, 2 … 32. Default 16.
        int dof_count;

        /// Friction coefficients between fibres and with the body, >= 0. Default 0.3 and 0.5.
        double mu, mu_body;

        /// Time step h [s], > 0. Default 0.002.
        double step;

        /// Speed of the random motion of the fibres' ends [m/s], >= 0. Default 0.05.
        double noise;

        /// True for the factored form of W, in halves: G is H times a power of two. Default true.
        bool factored;
    } hf_hair_options;

    HF_API hf_hair_options hf_hair_options_default(void);

    /// generated->r and u are NULL.
    HF_API hf_status hf_generate_hair(const hf_hair_options *options, hf_generated *generated, hf_error *error);

    /// Frees the members. NULL members are allowed.
    HF_API void hf_generated_destroy(hf_generated *generated);

#ifdef __cplusplus
}
#endif

#endif
