// Contact solvers: one signature, selected by name.

#ifndef HOLDFAST_SOLVE_H
#define HOLDFAST_SOLVE_H

#include "holdfast/problem.h"
#include "holdfast/residual.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    /// How a solve ended. The certificate decides whether it converged, not the method.
    typedef enum hf_outcome
    {
        HF_OUTCOME_CONVERGED = 0, // natural <= tolerance
        HF_OUTCOME_STALLED,       // the method cannot get any further
        HF_OUTCOME_LIMIT,         // a limit of iterations or work, or the observer, stopped it
        HF_OUTCOME_NO_SOLUTION,   // the method has shown that there is none
    } hf_outcome;

    /// "converged", "stalled", "limit", "no_solution".
    HF_API const char *hf_outcome_name(hf_outcome outcome);

    /// What an observer sees during a solve.
    typedef struct hf_progress
    {
        /// Method at work; a static string.
        const char *phase;

        /// Iterations (sweeps, Newton steps, pivots) of this solve so far.
        long iteration;

        /// The present natural residual, or the method's estimate of it.
        double natural;

        /// True if `natural` is an estimate.
        bool estimated;
    } hf_progress;

    /// Returns false to stop the solve, which then ends as HF_OUTCOME_LIMIT with the best iterate.
    /// If the workspace has threads, parts of the problem that are solved in parallel call the
    /// observer from any of them, one call at a time, in an order that may differ from run to run;
    /// each part stops at its next call. An observer that does not stop changes no bit of the
    /// answer.
    typedef bool (*hf_observer)(void *context, const hf_progress *progress);

    /// Options of all methods; the options of each method contain them as `common`. The library
    /// reads no clock: a time limit is an observer that returns false. Inputs only.
    typedef struct hf_solve_options
    {
        /// Largest hf_residual.natural of a converged answer, finite, > 0. Default 1e-8.
        double tolerance;

        /// Iteration limit, >= 0. Default 0: the method's own limit. Each method says what an
        /// iteration is: a sweep, a Newton step or a pivot.
        long max_iterations;

        /// Work that the solve may do, in units of the visit of one 3 × 3 block of W in a sweep,
        /// about 10 ns; >= 0. Default 0: no limit. Everything counts at its price (docs/work.md),
        /// and a factorization that does not fit into what is left is not begun. No clock is
        /// read: the answer has the same bits on every machine, for any number of threads. When
        /// the budget ends, the solve ends as HF_OUTCOME_LIMIT with the best iterate.
        int64_t budget;

        /// r holds a guess. Default false: r is overwritten with the method's own start.
        bool warm_start;

        /// Called once in each iteration; may be NULL. Default NULL.
        hf_observer observer;
        void *observer_context;
    } hf_solve_options;

    HF_API hf_solve_options hf_solve_options_default(void);

    enum
    {
        HF_PHASE_CAPACITY = 16
    };

    /// One phase of a method that has several.
    typedef struct hf_phase
    {
        /// A static string.
        const char *name;
        long iterations;

        /// Natural residual at the end of the phase.
        double natural;
    } hf_phase;

    /// Results of a solve beside r.
    typedef struct hf_report
    {
        hf_outcome outcome;

        /// Certificate of the returned r.
        hf_residual residual;
        long iterations;

        /// Work that it took, in the units of hf_solve_options.budget.
        int64_t work;

        /// One-contact problems that were tried (Gauss–Seidel methods).
        long local_solves;

        /// One-contact problems that were passed on to the fail-safe.
        long failsafe_solves;

        /// One-contact problems that neither solved.
        long local_failures;

        /// Islands of which an answer, but not the selected one, is returned (`auto`,
        /// hf_auto_options.selection): they are too large, or the limit was not found.
        int unselected;

        /// Islands with two answers that move differently, as far as `auto` has met them: standing
        /// was taken, or moving (docs/selection.md).
        int stood, moved;

        /// Phases beyond the capacity are merged into the last one.
        int phase_count;
        hf_phase phases[HF_PHASE_CAPACITY];

        /// Reason for the outcome in one line, or "".
        char note[200];
    } hf_report;

    /// A method, or a combination of methods, with a name.
    typedef struct hf_solver
    {
        /// For example "mfb+enum".
        const char *name;

        /// Publication that the method comes from.
        const char *paper;

        /// One line on what it is good for.
        const char *summary;

        /// True if it solves exact Coulomb friction; polyhedral and other approximate laws are not
        /// exact.
        bool exact;
    } hf_solver;

    /// The registry, in the order in which `holdfast solvers` lists it. Names that combine
    /// ("dac+enum", "pac+enum/paper") are understood even where they are not listed.
    HF_API int hf_solver_count(void);
    HF_API const hf_solver *hf_solver_at(int index);

    /// An option that may follow a solver's name: "implicit/lambda=1e-3/islands=0".
    typedef struct hf_solver_option
    {
        const char *name;

        /// What it does, with its range and default.
        const char *summary;
    } hf_solver_option;

    /// The options of a name that is listed; 0 and NULL where there are none.
    HF_API int hf_solver_option_count(const char *solver);
    HF_API const hf_solver_option *hf_solver_option_at(const char *solver, int index);

    /// HF_STATUS_INVALID, with a list of the known names, if `name` is unknown.
    HF_API hf_status hf_solver_check(const char *name, hf_error *error);

    /// The friction law that the solver is made for: a pyramid for "lemke", "lexico" and "robust"
    /// (8 sides, or as many as the name says) and for "4sides" (circumscribed, with its sides along
    /// the tangents), the cone for the others.
    HF_API hf_friction_law hf_solver_friction(const char *name);

    /// Whether the solver knows contacts with torsional and rolling friction (4 and 6 rows):
    /// "auto", "hybrid", "momentum", "proximal". Ellipses are known to all.
    HF_API bool hf_solver_moments(const char *name);

    /// HF_STATUS_UNSUPPORTED, with those that do, if the solver does not know the law. The cone is
    /// never refused: solvers that are not exact come near it, and the certificate says how near.
    HF_API hf_status hf_solver_check_friction(const char *name, const hf_friction_law *law, hf_error *error);

    /// Solves with the named method. `r` (dimension entries) receives the answer: the best iterate
    /// by the certificate. With options->warm_start it holds the guess. `options` (defaults),
    /// `workspace` and `report` may be NULL. An error leaves r as it was; a friction law that the
    /// method does not know is HF_STATUS_UNSUPPORTED. Missing the tolerance is no error: see
    /// report->outcome.
    HF_API hf_status hf_solve(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                              hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
