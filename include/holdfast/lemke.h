// Pivoting solvers for general LCPs (lcp.h): Lemke's algorithm, its lexicographic form, and the
// robust search over pivot sequences of Yamane and Nakamura 2008, "A Numerically Robust LCP Solver
// for Simulating Articulated Rigid Bodies in Contact".
//
// The registry of contact solvers (solve.h) has the same three names; there a polyhedral cone turns
// friction into an LCP.

#ifndef HOLDFAST_LEMKE_H
#define HOLDFAST_LEMKE_H

#include "holdfast/lcp.h"
#include "holdfast/solve.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Why there is no certified solution, in the words of the paper (section V-A).
    typedef enum hf_lcp_failure
    {
        /// There is one.
        HF_LCP_SOLVED = 0,

        /// The pivots ended on a ray (m' >= 0 in step 1). Either there is no solution, or the
        /// method cannot find it: see hf_lcp_report.infeasible.
        HF_LCP_NO_SOLUTION,

        /// A set of pivots was repeated.
        HF_LCP_CYCLE,

        /// The numerical error is too large: the certificate does not confirm the result of the
        /// pivots.
        HF_LCP_ERROR,

        /// The limit on pivots, or the observer, stopped the solve.
        HF_LCP_LIMIT,
    } hf_lcp_failure;

    /// "solved", "no solution", "cycle", "error", "limit".
    HF_API const char *hf_lcp_failure_name(hf_lcp_failure failure);

    /// Lengths marked "relative" refer to M and q after rows and columns of very different size
    /// have been balanced and both divided by their largest entries. Inputs only.
    typedef struct hf_lcp_options
    {
        /// The tolerance is on hf_lcp_residual.natural. An iteration is a pivot; max_iterations = 0
        /// takes 50 n + 1000 (Lemke's path can have 2^n pivots: Murty's examples). The observer's
        /// `natural` is the size of z0, an estimate. warm_start is not read: `guess` is.
        hf_solve_options common;

        /// Δ of `lexico`: ratios closer than this are ties. Relative, >= 0. Default 1e-10; see
        /// docs/lemke.md.
        double tie;

        /// ε of `robust`: pivots with q_min > -ε are kept. Relative, > 0. Default 1e-6. Larger is
        /// slower, not wrong.
        double epsilon;

        /// e_max of `robust`: pivots with ‖w - M z - z0 c - q‖ below this are kept. Relative, > 0.
        /// Default 1e-6.
        double error_max;

        /// `robust`: amount by which each pivot lowers the cost Σ exp(-q_min), 0 … 1. 0 is the
        /// paper's order, a breadth-first search where ties abound. 1, the default, makes clean
        /// pivots free: the search goes deep and returns only on trouble.
        double depth_reward;

        /// M and q are taken as they are: nothing is balanced or divided, and tie, epsilon and
        /// error_max are in the units of the problem, as published. LCPs that solvers make of
        /// contact problems are divided by the largest entries of W and b before. Default false.
        bool absolute;

        /// An entry of M' counts as negative (step 1: m'_i < 0) below minus this. Absolute or
        /// relative as the others, >= 0. 0 is as published; a negative number, the default, has it
        /// chosen from the data: what rounding leaves of entries that are zero.
        double pivot_zero;

        /// `robust`: places to set out from, one after the other, 1 … 96. 1 is as published.
        /// Default 96.
        int starts;

        /// n flags, nonzero where z_i > 0 is expected (the paper's section IV-C). `robust` drops a
        /// guess that leads to no solution and starts again without. Default NULL: none.
        const unsigned char *guess;
    } hf_lcp_options;

    HF_API hf_lcp_options hf_lcp_options_default(void);

    /// Results of a solve beside z.
    typedef struct hf_lcp_report
    {
        /// Converged if and only if the certificate holds.
        hf_outcome outcome;

        /// Reason if not converged.
        hf_lcp_failure failure;

        /// Certificate of the returned z.
        hf_lcp_residual residual;

        /// True if a vector y >= 0 with Mᵀ y <= 0 and qᵀ y < 0 was found: not even w, z >= 0 can be
        /// met.
        bool infeasible;

        /// Changes of basis, those of backtracking included.
        long pivots;

        /// Work that it took, in the units of hf_solve_options.budget.
        int64_t work;

        /// `robust`: pivot candidates kept. Otherwise the length of the path.
        long nodes;

        /// `robust`: number of times the search left its path for another.
        long returns;

        /// `robust`: number of times M', q' were recomputed because their error had grown.
        long refactorizations;

        /// One line, or "".
        char note[200];
    } hf_lcp_report;

    /// The LCP solvers, in order: "lemke", "lexico", "robust". "lexico:1e-6" sets Δ.
    HF_API int hf_lcp_solver_count(void);
    HF_API const hf_solver *hf_lcp_solver_at(int index);

    /// HF_STATUS_INVALID, with a list of the known names, if `name` is unknown.
    HF_API hf_status hf_lcp_solver_check(const char *name, hf_error *error);

    /// Solves with the named method. `z` (n entries) receives the answer; on failure the best point
    /// found, by the certificate. `options` (defaults), `workspace` and `report` may be NULL. An
    /// error leaves z as it was. A problem without a solution is no error: see the report.
    HF_API hf_status hf_lcp_solve(const char *name, const hf_lcp *lcp, const hf_lcp_options *options, double *z,
                                  hf_workspace *workspace, hf_lcp_report *report, hf_error *error);

    // ---- contact problems ----

    /// The LCP that the solvers "lemke", "lexico" and "robust" of solve.h make of a contact
    /// problem: an inscribed cone with `sides` sides (3 … 1024; planar contacts have two) for each
    /// contact with friction, bilateral rows eliminated. The solvers do this for each island, this
    /// function for the whole problem. Destroy the result with hf_lcp_destroy.
    HF_API hf_status hf_lcp_from_problem(const hf_problem *problem, int sides, hf_lcp **lcp, hf_error *error);
    HF_API void hf_lcp_destroy(hf_lcp *lcp);

#ifdef __cplusplus
}
#endif

#endif
