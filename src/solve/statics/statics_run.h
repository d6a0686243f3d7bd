// One search of statics.c under way, and the steps that it takes (statics_steps.c).

#ifndef HF_SOLVE_STATICS_STATICS_RUN_H
#define HF_SOLVE_STATICS_STATICS_RUN_H

#include "solve/statics/statics.h"

#include "solve/statics/statics_sets.h"
#include "solve/statics/statics_space.h"
#include "solve/work.h"

#include <math.h>

// Of the load: good enough where steps gain no more.
static const double STATICS_SETTLED = 1e-9;

typedef struct statics_run
{
    const hf_problem *problem;
    const statics_options *options;
    work_meter work;
    hf_workspace *workspace;
    statics_space *space;
    block_set *sets;
    bool *parts;             // block_count: opens while the rest stands still
    double *d;               // block_count: compliances
    double *w, *r, *J;       // at z
    double *z, *step, *rest; // rest: g - load of r
    double *load;            // g
    double *constant;        // rows: r - J w
    double *trial, *start;   // z of a line search, and of a guess or a law with bounds
    double *nearest;         // z near the least of φ
    double *best;            // r with the least residual so far
    double size;             // ‖g‖
    double *answer;          // r that sets are of
    const double *stress;    // what springs carry at z = 0; NULL: nothing
    double *u, *v;           // velocities of blocks, and of degrees of freedom
    long steps;
    bool stopped;    // the observer has said stop
    double natural;  // at the start
    double held;     // ‖r‖_D of impulses of either sign that hold everything; INFINITY: not known
    bool impossible; // no impulses carry the load
} statics_run;

/// Counts a step. False: the caller wants no more of them.
bool statics_count_step(statics_run *run);

/// run->r ◄ what carries run->load: springs from the states of the step before, where they are known, and of the answer
/// (NULL: there is none); springs from nothing; or the answer nearest to the step before, the least of φ. Where springs
/// have several roots, the one from nothing is that of all ways there, and one step goes on from another.
hf_status statics_carry(statics_run *run, const double *answer, statics_end *end, hf_error *error);

static inline double statics_norm(const double *x, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static inline double statics_largest(const double *x, int count)
{
    double most = 0.0;
    for (int k = 0; k < count; k++) most = fmax(most, fabs(x[k]));
    return most;
}

#endif
