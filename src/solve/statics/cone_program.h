// Linear programs over cones of one to three dimensions, by an interior point method: bounds of forces, the largest
// multiple of a load, and whether a load is carried at all (docs/margin.md).
//
//     minimize  q·y   with  Bᵀ y + c = 0,  y = (free ones, then cones L = { y_0 >= ‖y_rest‖ })            (1)
//     dual:  c·x  least, with  q - B x = 0 at the free ones and in the cones elsewhere
//
// y are impulses and multiples, x is a motion. Every end comes with its proof: y and x with the same value, an x that
// shows that no y fulfils (1), or a y along which q·y falls without end.

#ifndef HF_SOLVE_STATICS_CONE_PROGRAM_H
#define HF_SOLVE_STATICS_CONE_PROGRAM_H

#include "holdfast/status.h"
#include "holdfast/workspace.h"

#include <stddef.h>

typedef struct cone_program
{
    int unknown_count; // of x: columns of B
    int free_count;    // rows of B that belong to free y; those of cones follow
    int cone_count;
    const int *dim;      // cone_count: 1 … 3
    const size_t *begin; // rows + 1
    const int *col;
    const double *value;
    const double *c; // unknown_count
    const double *q; // rows
} cone_program;

typedef enum cone_end
{
    CONE_SOLVED,     // y and x
    CONE_IMPOSSIBLE, // x with c·x = -1, B x = 0 at free ones and -B x in the cones
    CONE_UNBOUNDED,  // y with Bᵀ y = 0, q·y = -1
    CONE_UNKNOWN,
} cone_end;

/// Rows of B.
int cone_program_rows(const cone_program *program);

/// x, y ◄ what the end says. `value`: q·y; `bound`: -c·x, what q·y cannot be below. Both may be NULL.
hf_status cone_program_solve(const cone_program *program, double *x, double *y, double *value, double *bound,
                             hf_workspace *workspace, cone_end *end, hf_error *error);

#endif
