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

/// Tolerances besides that of the batch, to which the pair is run as well, and how far its answer is then from that of
/// the finest [mean over contacts that press, relative]: what the paper's footnote 4 says of its own tolerance.
extern const double batch_coarser[BATCH_COARSER];

/// Algorithm 1 with a local solver as published, the name of ours, and its row of table 2: calls of the fail-safe, local
/// problems beyond tolerance, one-step problems beyond tolerance [%], sweeps, time [ms]; NAN where the paper has no
/// number, NULL where there is no such solver.
typedef struct batch_solver
{
    const char *what, *letter, *ours;
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
    batch_tally *of[2];                                                 // by solver: as published, and ours
    double coarser_sweeps[BATCH_COARSER], coarser_error[BATCH_COARSER]; // of mfb+enum/paper, sums
    double finest_error;                                                // the same of the tolerance of the batch
} batch;

/// Makes and solves them; false after paper_failed or an interrupt. To be freed in any case.
bool batch_run(batch *b, paper_report *report, paper_size size);
void batch_free(batch *b);

#endif
