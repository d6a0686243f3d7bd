// One-step problems of a ponytail, each solved from r = 0 by every local solver of Daviet, Bertails-Descoubes and
// Boissieux 2011: what table 2 and figure 11 are made of.

#ifndef HF_TOOL_PAPER_DAVIET11_BATCH_H
#define HF_TOOL_PAPER_DAVIET11_BATCH_H

#include "paper.h"

enum
{
    BATCH_MOST_SWEEPS = 2000, // published: not said; above 575, the mean of 4sides
    BATCH_COARSER = 2,
};

/// Tolerances besides that of the batch, to which the pair is run as well.
extern const double batch_coarser[BATCH_COARSER];

/// A local solver, and its row of table 2: calls of the fail-safe, local problems beyond tolerance, one-step problems
/// beyond tolerance [%], sweeps, time [ms]; NAN where the paper has no number.
typedef struct batch_solver
{
    const char *name;
    double alt, fail, beyond, sweeps, ms;
    bool exact;
    const char *remark; // NULL: none
} batch_solver;

extern const batch_solver batch_solvers[];
extern const int batch_solver_count;

/// Sums over the problems of one solver.
typedef struct batch_tally
{
    double solves, alt, fail, sweeps, seconds;
    int beyond;
    double *sweeps_of; // of each problem; INFINITY: beyond tolerance
} batch_tally;

typedef struct batch
{
    int problems, contacts_least, contacts_most, fibres;
    batch_tally *of;                      // by solver
    double coarser_sweeps[BATCH_COARSER]; // of mfb+enum/paper, sums
} batch;

/// Makes and solves them; false after paper_failed or an interrupt. To be freed in any case.
bool batch_run(batch *b, paper_report *report, paper_size size);
void batch_free(batch *b);

#endif
