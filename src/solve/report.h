// The parts of a solve that are the same for every method: watching, keeping the best iterate, and the certificate at the end.

#ifndef HF_SOLVE_REPORT_H
#define HF_SOLVE_REPORT_H

#include "holdfast/solve.h"

void report_begin(hf_report *report);

/// Adds a phase; when the array is full the last one takes it up.
void report_phase(hf_report *report, const char *name, long iterations, double natural);

/// Sets the note.
void report_note(hf_report *report, const char *format, ...) HF_PRINTF(2, 3);

/// Tells the observer, if there is one. False: stop.
bool report_observe(const hf_solve_options *options, const char *phase, long iteration, double natural, bool estimated);

/// The certificate of r, and the outcome: converged if it says so, `otherwise` if not. Every method ends here.
hf_status report_finish(const hf_problem *problem, const hf_solve_options *options, const double *r,
                        hf_workspace *workspace, hf_outcome otherwise, hf_report *report, hf_error *error);

/// What stands between a public solve function and its method: workspace, guess and answer.
/// `body` works on a copy of r (the guess if options->warm_start, zeros otherwise), which is taken over only when all went well.
typedef hf_status (*solve_body)(const void *context, const hf_problem *problem, const hf_solve_options *options,
                                double *r, hf_workspace *workspace, hf_report *report, hf_error *error);
hf_status solve_protected(solve_body body, const void *context, const hf_problem *problem,
                          const hf_solve_options *options, double *r, hf_workspace *workspace, hf_report *report,
                          hf_error *error);

/// The best iterate so far by the certificate.
typedef struct best_iterate
{
    double natural; // INFINITY until there is one
    double *r;      // dimension, in the arena
} best_iterate;

/// False if memory is short.
bool best_begin(best_iterate *best, const hf_problem *problem, hf_workspace *workspace);

/// Takes r over if `natural` is better.
void best_offer(best_iterate *best, const hf_problem *problem, const double *r, double natural);

#endif
