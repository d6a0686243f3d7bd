// Pivoting: the algorithm of Baraff, "Fast Contact Force Computation for Nonpenetrating Rigid
// Bodies", 1994.
//
// Finitely many steps to an exact answer, for small and medium dense problems. The letters are the
// paper's: forces f and accelerations a = A f + b. They stand for impulses and velocities as well
// (r and u = W r + b in the rest of the library).

#ifndef HOLDFAST_PIVOT_H
#define HOLDFAST_PIVOT_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// State of a row. The paper's C and C_F are CLAMPED; NC is LOWER; NC⁺, NC⁻ and NC_F are CONE.
    typedef enum hf_pivot_set
    {
        HF_PIVOT_LOWER = 0, // f at its lower bound (0 for a normal force)
        HF_PIVOT_UPPER,     // f at its upper bound
        HF_PIVOT_CLAMPED,   // a = 0 is kept
        HF_PIVOT_CONE,      // tangential row on the cone: f follows the normal force
        HF_PIVOT_HELD,      // f is kept; a = 0, since the row depends on clamped ones
    } hf_pivot_set;

    /// Friction at a contact.
    typedef enum hf_pivot_friction
    {
        /// Not sliding: eqs. 15, 16 and 21.
        HF_PIVOT_STATIC = 0,

        /// Sliding: |f_F| = mu f_N against the slip, for any acceleration (eq. 24).
        HF_PIVOT_DYNAMIC,
    } hf_pivot_friction;

    /// Inputs only; hf_pivot_options_default gives the defaults.
    typedef struct hf_pivot_options
    {
        /// An iteration is a pivot; max_iterations = 0 takes 500 + 20 × rows in each order of
        /// drives that is tried. With warm_start the sets (or r, without sets) hold the guess.
        hf_solve_options common;

        /// Move one row at a time, as the paper does, even where moving many is safe. Default
        /// false.
        bool one_by_one;

        /// True: friction is exactly opposite to the slip. False: stop at the paper's weaker eq.
        /// 21. They differ in 3D only. Default true.
        bool exact;

        /// Friction of each block, read at contacts. Default NULL: all static.
        const hf_pivot_friction *friction;

        /// Slip velocities, one entry for each row, of any length but 0; read at the tangential
        /// rows of dynamic contacts. Default NULL if there are none.
        const double *slip;
    } hf_pivot_options;

    HF_API hf_pivot_options hf_pivot_options_default(void);

    /// The algorithm as published ("pivot/paper"): one row at a time from f = 0, whatever the
    /// guess, one order of drives, friction in 3D by eq. 21, and no Newton's method afterwards.
    HF_API hf_pivot_options hf_pivot_options_paper(void);

    /// How pivoting ended.
    typedef enum hf_pivot_end
    {
        /// All conditions hold.
        HF_PIVOT_SOLVED = 0,

        /// The limit on pivots, or the observer, stopped it.
        HF_PIVOT_LIMIT,

        /// A force could be driven to infinity: apply an impulse along the ray (section 6).
        HF_PIVOT_RAY,

        /// Conditions that were given up could not be established again (section 5.4).
        HF_PIVOT_STALLED,
    } hf_pivot_end;

    /// "solved", "limit", "ray", "stalled".
    HF_API const char *hf_pivot_end_name(hf_pivot_end end);

    typedef struct hf_pivot_result
    {
        hf_pivot_end end;

        /// True if max_iterations or the observer stopped the solve.
        bool stopped;

        /// Rows moved from one set to another, one at a time.
        long pivots;

        /// Calls of drive-to-zero.
        long drives;

        /// Moves of many rows at once.
        long block_moves;

        /// Number of times the linear system was factored again.
        long refactorizations;

        /// Pivots without progress.
        long zero_steps;

        /// Conditions that were given up for a while.
        long given_up;

        /// Row that was driven to infinity; -1 if none.
        int ray_row;

        /// True if the ray proves that no f >= 0 has a >= 0; always so for symmetric A.
        bool ray_is_proof;
    } hf_pivot_result;

    /// Violations of the paper's conditions, relative to the forces and accelerations of the
    /// problem.
    typedef struct hf_pivot_conditions
    {
        /// Eq. 15, and the laws of unilateral, bilateral and box rows.
        double normal;

        /// Eq. 16 at static contacts: |f_F| <= mu f_N, a_F (mu f_N - |f_F|) = 0.
        double friction;

        /// Eq. 21 at static contacts: f_F · a_F <= 0.
        double direction;

        /// Eq. 24 at dynamic contacts.
        double sliding;

        /// The largest of them.
        double worst;
    } hf_pivot_conditions;

    /// See hf_solve for r, workspace and report. `sets` (one for each row, or NULL) is read if
    /// options->common.warm_start, and receives the final sets. `ray` (one entry for each row, or
    /// NULL) receives the impulse direction if the solve ends on a ray, otherwise zeros. Converged
    /// means hf_residual.natural <= tolerance where friction is static and exact, otherwise
    /// hf_pivot_conditions.worst <= tolerance.
    HF_API hf_status hf_pivot_solve(const hf_problem *problem, const hf_pivot_options *options, double *r,
                                    hf_pivot_set *sets, double *ray, hf_workspace *workspace, hf_report *report,
                                    hf_pivot_result *result, hf_error *error);

    /// Measures f = r against eqs. 15, 16, 21 and 24, from (problem, options->friction,
    /// options->slip, r) alone.
    HF_API hf_status hf_pivot_check(const hf_problem *problem, const hf_pivot_options *options, const double *r,
                                    hf_workspace *workspace, hf_pivot_conditions *conditions, hf_error *error);

    /// The frictionless problem in dense form: A (n × n, symmetric positive semidefinite, not
    /// copied), b, and
    ///     lo <= f <= hi,  a = A f + b,  a < 0 ⇒ f = hi,  a > 0 ⇒ f = lo.
    /// lo = NULL takes zeros, hi = NULL infinity. `sets`, `ray`, `workspace` and `result` as above;
    /// each may be NULL.
    HF_API hf_status hf_pivot_solve_dense(int n, const double *A, const double *b, const double *lo, const double *hi,
                                          const hf_pivot_options *options, double *f, hf_pivot_set *sets, double *ray,
                                          hf_workspace *workspace, hf_pivot_result *result, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
