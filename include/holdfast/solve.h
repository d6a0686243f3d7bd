// Solvers: one signature, found by name.

#ifndef HOLDFAST_SOLVE_H
#define HOLDFAST_SOLVE_H

#include "holdfast/problem.h"
#include "holdfast/residual.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// How a solve ended. Converged means that the certificate says so, never that a method thinks so.
    typedef enum hf_outcome
    {
        HF_OUTCOME_CONVERGED = 0, // natural <= tolerance
        HF_OUTCOME_STALLED,       // the method cannot get any further
        HF_OUTCOME_LIMIT,         // an iteration limit, or the observer, stopped it
        HF_OUTCOME_NO_SOLUTION,   // the method has shown that there is none
    } hf_outcome;

    /// "converged", "stalled", "limit", "no_solution".
    HF_API const char *hf_outcome_name(hf_outcome outcome);

    /// What an observer sees from time to time during a solve.
    typedef struct hf_progress
    {
        /// The method at work, a static string.
        const char *phase;

        /// Iterations (sweeps, Newton steps, pivots) of this solve so far.
        long iteration;

        /// The natural residual now, or the method's cheap estimate of it.
        double natural;

        /// `natural` is an estimate.
        bool estimated;
    } hf_progress;

    /// Return false to stop the solve; it then ends as HF_OUTCOME_LIMIT with the best iterate. Where the workspace has threads, parts of the problem that
    /// are solved side by side call it from any of them, never two at once, in an order that is chance; a stop takes effect on each at its next look. An
    /// observer that does not stop changes no bit of the answer.
    typedef bool (*hf_observer)(void *context, const hf_progress *progress);

    /// What all methods share; the options of each method hold one as `common`. The library looks at
    /// no clock: a time limit is an observer that says false. Inputs only.
    typedef struct hf_solve_options
    {
        /// On hf_residual.natural, finite, > 0. Default 1e-8.
        double tolerance;

        /// >= 0; 0 takes the method's own limit. What an iteration is, each method says: a sweep, a
        /// Newton step, a pivot. Default 0.
        long max_iterations;

        /// r holds a guess; otherwise it is overwritten with the method's own start. Default false.
        bool warm_start;

        /// May be NULL. Called once an iteration. Default NULL.
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

        /// At its end.
        double natural;
    } hf_phase;

    /// What came out, beside r.
    typedef struct hf_report
    {
        hf_outcome outcome;

        /// The certificate of the r that is returned.
        hf_residual residual;
        long iterations;

        /// One-contact problems tried (Gauss–Seidel methods).
        long local_solves;

        /// Of these, handed to the fail-safe.
        long failsafe_solves;

        /// Of these, solved by neither.
        long local_failures;

        /// Phases beyond the capacity are merged into the last one.
        int phase_count;
        hf_phase phases[HF_PHASE_CAPACITY];

        /// Why it ended as it did, in one line; "" if there is nothing to say.
        char note[200];
    } hf_report;

    /// A method, or a combination of methods, with a name.
    typedef struct hf_solver
    {
        /// "mfb+enum"
        const char *name;

        /// Where it comes from.
        const char *paper;

        /// What it is good for, in a line.
        const char *summary;

        /// Solves exact Coulomb friction (polyhedral and other approximate laws do not).
        bool exact;
    } hf_solver;

    /// The registry, in the order in which `holdfast solvers` lists it. Names that combine
    /// ("dac+enum", "pac+enum/paper") are understood even where they are not listed.
    HF_API int hf_solver_count(void);
    HF_API const hf_solver *hf_solver_at(int index);

    /// HF_STATUS_INVALID, with the names that there are, if `name` means nothing.
    HF_API hf_status hf_solver_check(const char *name, hf_error *error);

    /// Solves with the named method. `r` (dimension entries) is the guess if options->warm_start, and
    /// the answer: always the best iterate by the certificate. `options` may be NULL (defaults), so may
    /// `workspace` and `report`. An error leaves r as it was. Missing the tolerance is no error: look at
    /// report->outcome.
    HF_API hf_status hf_solve(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                              hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
