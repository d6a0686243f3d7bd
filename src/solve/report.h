// The report of a solve, the same for every method: phases, the observer, and the certificate at the end.

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

/// report_finish with a certificate that was found for these bits of r and this problem.
void report_finish_known(const hf_residual *certificate, const hf_solve_options *options, hf_outcome otherwise,
                         hf_report *report);

#endif
