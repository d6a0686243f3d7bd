// What the files of compliance.c share: a run, and its Newton steps at one ε.

#ifndef HF_SOLVE_NEWTON_COMPLIANCE_RUN_H
#define HF_SOLVE_NEWTON_COMPLIANCE_RUN_H

#include "solve/newton/compliance.h"

#include "solve/system/newton_system.h"
#include "solve/work.h"

typedef struct compliance_run
{
    const hf_problem *problem;
    const compliance_options *options;
    hf_report *report;
    work_meter work;
    newton_system *system;
    double *weight; // w_i = ‖W_ii‖ [1/kg]
    double *d;      // compliances [1/kg], of the size of W
    double *r, *u, *dr;
    double *pulled; // u + εD (r - center)
    double *center; // what the pull is taken from
    double *term, *best, *from;
    block_move *moves, *next; // of the last step, and those at r
    block_move *factored;     // what the factors are of: `moves`, or nearly
    block_move *room[3];      // for these
    double factored_epsilon;
    double off; // how far `moves` are from them
    bool slow;  // the last step gained little for that
    bool dense; // the system is a dense one
    double epsilon;
    double residual, scale;
} compliance_run;

/// Residual over the size of r below which no Newton step gains.
#define COMPLIANCE_ROUNDING 1e-14

// ---- compliance_steps.c ----

/// The residual of u = W r + b + εD (r - center), and the next step's moves. `near`: r is an answer of the exact
/// problem, and its blocks' states are recalled.
void compliance_evaluate(compliance_run *run, double epsilon, bool near);

/// Factors of the moves at r, which become those of the step.
hf_status compliance_factor(compliance_run *run, double epsilon, bool *regular, hf_error *error);

/// One Newton step, with the moves at r. Factors of nearly the same ones serve while steps gain: such a step costs a
/// tenth. *regular: whether there is one.
hf_status compliance_step(compliance_run *run, double epsilon, bool *regular, hf_error *error);

/// Newton steps at ε until the residual is `enough` of the size of r, or they gain nothing more at the level of
/// rounding: *settled.
hf_status compliance_settle(compliance_run *run, double epsilon, bool near, int steps, double enough, bool *settled,
                            hf_error *error);

/// The moves that were factored ◄ those that answer to the velocity -εD s.
void compliance_ask(compliance_run *run, double epsilon, const double *s);

#endif
