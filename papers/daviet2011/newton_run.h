// Newton's method on one island.

#ifndef HF_PAPERS_DAVIET2011_NEWTON_RUN_H
#define HF_PAPERS_DAVIET2011_NEWTON_RUN_H

#include "base/arena.h"
#include "holdfast/newton.h"

/// How a run ended.
typedef struct newton_result
{
    hf_outcome outcome;
    long iterations;
    int64_t work;
    double natural;   // of the best iterate
    const char *note; // why it ended; NULL if there is nothing to say
} newton_result;

/// r holds the guess and receives the best iterate. The problem is assembled, the options are valid.
hf_status newton_run(const hf_problem *problem, const hf_newton_options *options, const char *phase, double *r,
                     hf_workspace *workspace, newton_result *result, hf_error *error);

#endif
