// Pivoting solvers for general LCPs (lcp.h): Lemke's algorithm, its lexicographic form, and the robust search over pivot sequences of
// Yamane and Nakamura 2008, "A Numerically Robust LCP Solver for Simulating Articulated Rigid Bodies in Contact".
//
// The same three names stand in the registry of contact solvers (solve.h), where friction becomes an LCP by a polyhedral cone.

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

        /// m' >= 0 in step 1: a ray. There is none, or the method cannot find it: see
        /// hf_lcp_report.infeasible.
        HF_LCP_NO_SOLUTION,

        /// A set of pivots came back.
        HF_LCP_CYCLE,

        /// The numerical error is too large: the certificate does not confirm what the pivots found.
        HF_LCP_ERROR,

        /// The bound on pivots, or the observer, stopped it.
        HF_LCP_LIMIT,
    } hf_lcp_failure;

    /// "solved", "no solution", "cycle", "error", "limit".
    HF_API const char *hf_lcp_failure_name(hf_lcp_failure failure);

    /// Lengths marked "relative" are taken after rows and columns of very different size have been
    /// balanced, and M and q divided by their largest entries. Inputs only.
    typedef struct hf_lcp_options
    {
        /// The tolerance is on hf_lcp_residual.natural. An iteration is a pivot; max_iterations = 0 takes
        /// 50 n + 1000 (Lemke's path can have 2^n pivots: Murty's examples). The observer's `natural` is
        /// the size of z0, an estimate. warm_start is not read: `guess` is.
        hf_solve_options common;

        /// Δ of `lexico`: ratios this close are a tie. Relative, >= 0. Default 1e-10; see docs/lemke.md.
        double tie;

        /// ε of `robust`: pivots are kept while q_min > -ε. Relative, > 0. Default 1e-6. Larger is slower,
        /// not wrong.
        double epsilon;

        /// e_max of `robust`: pivots are kept while ‖w - M z - z0 c - q‖ is below. Relative, > 0.
        /// Default 1e-6.
        double error_max;

        /// `robust`: what each pivot takes off the cost Σ exp(-q_min). 0 is the paper's order, a
        /// breadth-first search where ties abound; 1 makes clean pivots free, so that it runs ahead and
        /// returns only on trouble. In [0, 1]. Default 1.
        double depth_reward;

        /// n flags, nonzero where z_i > 0 is expected (the paper's section IV-C), or NULL. Default NULL.
        /// A guess that leads nowhere is dropped; `robust` then starts again without.
        const unsigned char *guess;
    } hf_lcp_options;

    HF_API hf_lcp_options hf_lcp_options_default(void);

    /// What came out, beside z.
    typedef struct hf_lcp_report
    {
        /// Converged iff the certificate says so.
        hf_outcome outcome;

        /// The word for why not.
        hf_lcp_failure failure;

        /// The certificate of the z that is returned.
        hf_lcp_residual residual;

        /// Shown, by a vector y >= 0 with Mᵀ y <= 0 and qᵀ y < 0, that not even w, z >= 0 can be met.
        bool infeasible;

        /// Changes of basis, those of going back included.
        long pivots;

        /// `robust`: pivot candidates kept; otherwise the length of the path.
        long nodes;

        /// `robust`: how often it left its path for another.
        long returns;

        /// `robust`: how often M', q' were computed afresh because their error had grown.
        long refactorizations;

        /// One line, or "".
        char note[200];
    } hf_lcp_report;

    /// The LCP solvers, in order: "lemke", "lexico", "robust". "lexico:1e-6" sets Δ.
    HF_API int hf_lcp_solver_count(void);
    HF_API const hf_solver *hf_lcp_solver_at(int index);

    /// HF_STATUS_INVALID, with the names that there are, if `name` means nothing.
    HF_API hf_status hf_lcp_solver_check(const char *name, hf_error *error);

    /// Solves with the named method. `z` (n entries) receives the answer: on failure the best point met, by the certificate. `options` may be
    /// NULL (defaults), so may `workspace` and `report`. An error leaves z as it was. A problem without solution is no error: see the report.
    HF_API hf_status hf_lcp_solve(const char *name, const hf_lcp *lcp, const hf_lcp_options *options, double *z,
                                  hf_workspace *workspace, hf_lcp_report *report, hf_error *error);

    // ---- contact problems ----

    /// The LCP that the solvers "lemke", "lexico" and "robust" of solve.h make of a contact problem: an inscribed cone with `sides` sides (3 … 1024; planar
    /// contacts have two) for each contact with friction, and bilateral rows eliminated. Destroy it with hf_lcp_destroy. The solvers treat islands apart;
    /// this is the whole.
    HF_API hf_status hf_lcp_from_problem(const hf_problem *problem, int sides, hf_lcp **lcp, hf_error *error);
    HF_API void hf_lcp_destroy(hf_lcp *lcp);

#ifdef __cplusplus
}
#endif

#endif
