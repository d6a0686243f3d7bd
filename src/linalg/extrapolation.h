// Extrapolation of the slow modes of a fixed-point iteration: see extrapolation.c.

#ifndef HF_LINALG_EXTRAPOLATION_H
#define HF_LINALG_EXTRAPOLATION_H

#include "holdfast/workspace.h"

#include <stdbool.h>

enum
{
    EXTRAPOLATE_DEPTH = 5
};

/// The last few passes x ► g(x).
typedef struct extrapolation
{
    int dimension;
    double *x;                              // where the present pass began
    double *step;                           // f = g(x) - x of the last whole pass
    double *image;                          // its g(x)
    double *step_change[EXTRAPOLATE_DEPTH]; // differences of f from pass to pass, the newest at `newest`
    double *image_change[EXTRAPOLATE_DEPTH];
    int count;  // of differences held
    int newest; // their ring
    bool begun; // step and image are there
} extrapolation;

/// False if memory is short.
bool extrapolate_begin(extrapolation *e, int dimension, hf_workspace *workspace);

/// A pass starts at r; what was learnt is kept.
void extrapolate_from(extrapolation *e, const double *r);

/// The pass that started at x has come to r.
void extrapolate_remember(extrapolation *e, const double *r);

/// Where the passes seem to lead; false if nothing can be said.
bool extrapolate_guess(const extrapolation *e, double *guess);

/// As far again as `stride` passes like the last one would go.
void extrapolate_straight(const extrapolation *e, double stride, double *guess);

/// Forgets all passes: the iteration has changed.
void extrapolate_forget(extrapolation *e);

#endif
