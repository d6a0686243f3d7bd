// What a pose's contacts and rows may carry, as a program over cones (solve/statics/cone_program.h), with coefficients
// of friction times `friction`:
//
//     Hᵀ r + base + t along = 0,     base and along: what acts
//
// A contact is a cone in y_N = r_N, y_T = r_T / mu; each further coefficient has a cone and a copy of r_N of its own,
// and an unknown that makes the copies equal. A box is one half line, or two with an unknown that makes them add up.

#ifndef HF_WORLD_MARGIN_CARRY_H
#define HF_WORLD_MARGIN_CARRY_H

#include "solve/statics/cone_program.h"
#include "world/margin/pose.h"

typedef struct carry_program
{
    cone_program program;
    bool multiple; // t is the first row
    // rows of the pose: r = start + factor y[place]; place -1: r = start
    int *place;
    double *factor, *start;
    // Writable views of the program's arrays.
    double *c, *q, *x, *y;
} carry_program;

/// along NULL: no t. `boxes` false: they carry nothing (for self-stress). Lives in `home`.
hf_status carry_make(const pose_problem *posed, double friction, bool boxes, const double *base, const double *along,
                     hf_workspace *home, carry_program *carry, hf_error *error);

/// r of the pose ◄ that of y. Directions of y (`ray`) have no start.
void carry_read(const carry_program *carry, const pose_problem *posed, bool ray, double *r);

#endif
