// Statics in the bodies' space: of all impulses that give the same motion, those that equally stiff points with
// Coulomb's law carry (docs/selection.md).

#ifndef HF_SOLVE_STATICS_STATICS_H
#define HF_SOLVE_STATICS_STATICS_H

#include "holdfast/solve.h"

#include "problem/problem.h"

typedef struct statics_options
{
    // The tolerance is that of the exact problem; an iteration is a Newton step.
    hf_solve_options common;
    // block_count: compliance of each contact relative to the others, > 0. NULL: the same at every contact.
    const double *compliance;
    // Residual that steps on springs try for, <= tolerance.
    double target_tolerance;
    // Impulses whose states are tried first: those of the step before, if they were selected; NULL.
    const double *recall;
    // They need prestress, and keep it where their states do not lead to springs.
    bool stressed;
    // At rest: the guess is changed a little, or nothing is done.
    bool mend;
} statics_options;

/// How a search for an answer at rest ended.
typedef enum statics_end
{
    STATICS_FOUND,     // springs that were not stressed before carry the load
    STATICS_PRESTRESS, // some answer stands, but springs that were not stressed before do not find it
    STATICS_MOVES,     // no impulses hold it
    STATICS_UNKNOWN,
} statics_end;

/// An answer in which every block that may press is at rest, u = 0, from the states of the guess r, or from nothing.
/// FOUND, PRESTRESS: r is that, and certified as the report says. Otherwise r is as it was. The report is begun here.
hf_status statics_rest(const hf_problem *problem, const statics_options *options, double *r, hf_workspace *workspace,
                       statics_end *end, hf_report *report, hf_error *error);

/// Of an answer r the one with the same states that springs carry. Converged: r is that, and certified. Otherwise r is
/// as it was. *stressed: it needs prestress. The report is begun here.
hf_status statics_select(const hf_problem *problem, const statics_options *options, double *r, hf_workspace *workspace,
                         bool *stressed, hf_report *report, hf_error *error);

#endif
