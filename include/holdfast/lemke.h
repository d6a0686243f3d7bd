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
        HF_LCP_SOLVED = 0, // there is one
        HF_LCP_NO_SOLUTION, // m' >= 0 in step 1: a ray. There is none, or the method cannot find it: see hf_lcp_report.infeasible
        HF_LCP_CYCLE, // a set of pivots came back
        HF_LCP_ERROR, // the numerical error is too large: the certificate does not confirm what the pivots found
        HF_LCP_LIMIT, // the bound on pivots, or the observer, stopped it
    } hf_lcp_failure;

    /// "solved", "no solution", "cycle", "error", "limit".
    HF_API const char *hf_lcp_failure_name(hf_lcp_failure failure);

    /// Lengths marked "relative" are taken after rows and columns of very different size have been balanced, and M and q divided by their largest entries.
    typedef struct hf_lcp_options
    {
        double tolerance; // on hf_lcp_residual.natural, > 0. Default 1e-8.
        long max_pivots;  // >= 0; 0 takes 50 n + 1000. Default 0. Lemke's path can have 2^n pivots (Murty's examples).
        double tie; // Δ of `lexico`: ratios this close are a tie. Relative, >= 0. Default 1e-10; see docs/lemke.md.
        double
            epsilon; // ε of `robust`: pivots are kept while q_min > -ε. Relative, > 0. Default 1e-6. Larger is slower, not wrong.
        double
            error_max; // e_max of `robust`: pivots are kept while ‖w - M z - z0 c - q‖ is below. Relative, > 0. Default 1e-6.
        double
            depth_reward; // `robust`: what each pivot takes off the cost Σ exp(-q_min). 0 is the paper's order, a breadth-first search
        // where ties abound; 1 makes clean pivots free, so that it runs ahead and returns only on trouble.
        // In [0, 1]. Default 1.
        const unsigned char
            *guess; // n flags, nonzero where z_i > 0 is expected (the paper's section IV-C), or NULL. Default NULL.
                    // A guess that leads nowhere is dropped; `robust` then starts again without.
        hf_observer observer; // may be NULL. Default NULL. Its `natural` is the size of z0, an estimate.
        void *observer_context;
    } hf_lcp_options;

    HF_API hf_lcp_options hf_lcp_options_default(void);

    /// What came out, beside z.
    typedef struct hf_lcp_report
    {
        hf_outcome outcome;       // converged iff the certificate says so
        hf_lcp_failure failure;   // the word for why not
        hf_lcp_residual residual; // the certificate of the z that is returned
        bool infeasible; // shown, by a vector y >= 0 with Mᵀ y <= 0 and qᵀ y < 0, that not even w, z >= 0 can be met
        long pivots;     // changes of basis, those of going back included
        long nodes;      // `robust`: pivot candidates kept; otherwise the length of the path
        long returns;    // `robust`: how often it left its path for another
        long refactorizations; // `robust`: how often M', q' were computed afresh because their error had grown
        char note[200];        // one line, or ""
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
