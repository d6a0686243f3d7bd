// Pivoting: the algorithm of Baraff, "Fast Contact Force Computation for Nonpenetrating Rigid Bodies", 1994.
//
// Finitely many steps to an exact answer, for small and medium dense problems. The letters are the paper's: forces f and accelerations
// a = A f + b, or just as well impulses and velocities (r and u = W r + b elsewhere in this library).

#ifndef HOLDFAST_PIVOT_H
#define HOLDFAST_PIVOT_H

#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Where a row stands. The paper's C and C_F are CLAMPED; NC is LOWER; NC⁺, NC⁻ and NC_F are CONE.
    typedef enum hf_pivot_set
    {
        HF_PIVOT_LOWER = 0, // f at its lower bound (0 for a normal force)
        HF_PIVOT_UPPER,     // f at its upper bound
        HF_PIVOT_CLAMPED,   // a = 0 is kept
        HF_PIVOT_CONE,      // a tangential row: f follows the normal force, on the cone
        HF_PIVOT_HELD,      // f stays where it is; a = 0 by itself, the row depends on clamped ones
    } hf_pivot_set;

    /// Friction at a contact.
    typedef enum hf_pivot_friction
    {
        HF_PIVOT_STATIC = 0, // not sliding yet: eqs. 15, 16 and 21
        HF_PIVOT_DYNAMIC,    // sliding: |f_F| = mu f_N against the slip, whatever the acceleration (eq. 24)
    } hf_pivot_friction;

    /// Inputs only; the defaults come from hf_pivot_options_default.
    typedef struct hf_pivot_options
    {
        /// An iteration is a pivot; max_iterations = 0 takes 500 + 20 × rows, in each order of drives
        /// that is tried. With warm_start the sets (or, without them, r) hold the guess.
        hf_solve_options common;

        /// The paper to the letter: no sets moved at once, not even where it is safe. Default false.
        bool one_by_one;

        /// Finish with friction exactly against the slip (true), or stop at the paper's weaker eq. 21. In
        /// 3D only; in 2D they are the same. Default true.
        bool exact;

        /// Per block, read at contacts. NULL: all static. Default NULL.
        const hf_pivot_friction *friction;

        /// Per row: the tangential rows of a dynamic contact hold its slip velocity (any length but 0).
        /// NULL if there are none. Default NULL.
        const double *slip;
    } hf_pivot_options;

    HF_API hf_pivot_options hf_pivot_options_default(void);

    /// How pivoting ended.
    typedef enum hf_pivot_end
    {
        HF_PIVOT_SOLVED = 0, // all conditions hold
        HF_PIVOT_LIMIT,      // the bound on pivots, or the observer
        HF_PIVOT_RAY,        // a force could be driven to infinity: apply an impulse along the ray (section 6)
        HF_PIVOT_STALLED,    // conditions given up on could not be established again (section 5.4)
    } hf_pivot_end;

    /// "solved", "limit", "ray", "stalled".
    HF_API const char *hf_pivot_end_name(hf_pivot_end end);

    typedef struct hf_pivot_result
    {
        hf_pivot_end end;

        /// By options: max_iterations, or the observer.
        bool stopped;

        /// Rows moved from one set to another, one at a time.
        long pivots;

        /// Calls of drive-to-zero.
        long drives;

        /// Many rows moved at once.
        long block_moves;

        /// The linear system factored anew.
        long refactorizations;

        /// Pivots without progress.
        long zero_steps;

        /// Conditions given up on for a while.
        long given_up;

        /// The row that was driven to infinity; -1 if none.
        int ray_row;

        /// The ray also proves that no f >= 0 has a >= 0; always so for symmetric A.
        bool ray_is_proof;
    } hf_pivot_result;

    /// How far f is from the paper's conditions; each relative to the forces and accelerations of the problem.
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

    /// Solves. See hf_solve for r, workspace and report. `sets` (one per row, or NULL) is read if options->common.warm_start and receives the
    /// sets at the end. `ray` (one per row, or NULL) receives the impulse direction if the solve ends in one, zeros otherwise.
    /// Converged means: hf_residual.natural <= tolerance where friction is static and exact; otherwise
    /// hf_pivot_conditions.worst <= tolerance.
    HF_API hf_status hf_pivot_solve(const hf_problem *problem, const hf_pivot_options *options, double *r,
                                    hf_pivot_set *sets, double *ray, hf_workspace *workspace, hf_report *report,
                                    hf_pivot_result *result, hf_error *error);

    /// Measures f = r against eqs. 15, 16, 21 and 24, from nothing but (problem, options->friction, options->slip, r).
    HF_API hf_status hf_pivot_check(const hf_problem *problem, const hf_pivot_options *options, const double *r,
                                    hf_workspace *workspace, hf_pivot_conditions *conditions, hf_error *error);

    /// The frictionless problem as a dense one: A (n × n, symmetric positive semidefinite, not copied), b, and
    ///     lo <= f <= hi,  a = A f + b,  a < 0 ⇒ f = hi,  a > 0 ⇒ f = lo.
    /// lo NULL: zeros; hi NULL: infinite. `sets`, `ray`, `workspace` and `result` as above, and each may be NULL.
    HF_API hf_status hf_pivot_solve_dense(int n, const double *A, const double *b, const double *lo, const double *hi,
                                          const hf_pivot_options *options, double *f, hf_pivot_set *sets, double *ray,
                                          hf_workspace *workspace, hf_pivot_result *result, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
