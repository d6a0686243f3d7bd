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
        const char *phase; // the method at work, a static string
        long iteration;    // iterations (sweeps, Newton steps, pivots) of this solve so far
        double natural;    // the natural residual now, or the method's cheap estimate of it
        bool estimated;    // natural is an estimate
    } hf_progress;

    /// Return false to stop the solve; it then ends as HF_OUTCOME_LIMIT with the best iterate. Where the workspace has threads, parts of the problem that
    /// are solved side by side call it from any of them, never two at once, in an order that is chance; a stop takes effect on each at its next look. An
    /// observer that does not stop changes no bit of the answer.
    typedef bool (*hf_observer)(void *context, const hf_progress *progress);

    /// What all methods share. The library looks at no clock: a time limit is an observer that says false.
    typedef struct hf_solve_options
    {
        double tolerance;    // on hf_residual.natural, > 0. Default 1e-8.
        long max_iterations; // >= 0; 0 takes the method's own limit. Default 0.
        bool warm_start;     // r holds a guess; otherwise it is overwritten with the method's own start. Default false.
        hf_observer observer; // may be NULL. Default NULL.
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
        const char *name; // static string
        long iterations;
        double natural; // at its end
    } hf_phase;

    /// What came out, beside r.
    typedef struct hf_report
    {
        hf_outcome outcome;
        hf_residual residual; // the certificate of the r that is returned
        long iterations;
        long local_solves;    // one-contact problems tried (Gauss–Seidel methods)
        long failsafe_solves; // of these, handed to the fail-safe
        long local_failures;  // of these, solved by neither
        int phase_count;      // phases beyond the capacity are merged into the last one
        hf_phase phases[HF_PHASE_CAPACITY];
        char note[200]; // why it ended as it did, in one line; "" if there is nothing to say
    } hf_report;

    /// A method, or a combination of methods, with a name.
    typedef struct hf_solver
    {
        const char *name;    // "mfb+enum"
        const char *paper;   // where it comes from
        const char *summary; // what it is good for, in a line
        bool exact;          // solves exact Coulomb friction (polyhedral and other approximate laws do not)
    } hf_solver;

    /// The registry, in the order in which `holdfast solvers` lists it. Names that combine ("dac+enum", "mfb/global") are resolved
    /// by hf_solver_find even where they are not listed.
    HF_API int hf_solver_count(void);
    HF_API const hf_solver *hf_solver_at(int index);

    /// HF_STATUS_INVALID, with the names that there are, if `name` means nothing.
    HF_API hf_status hf_solver_check(const char *name, hf_error *error);

    /// Solves with the named method. `r` (dimension entries) is the guess if options->warm_start, and the answer: always the best iterate
    /// by the certificate. `options` may be NULL (defaults), so may `workspace` and `report`.
    /// An error leaves r as it was. Missing the tolerance is no error: look at report->outcome.
    HF_API hf_status hf_solve(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                              hf_workspace *workspace, hf_report *report, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
