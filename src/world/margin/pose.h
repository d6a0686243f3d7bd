// The static problem of a pose: what touches, what may be carried there, and what acts (docs/margin.md).
//
//     Hᵀ r = -(Σ gravity_k weight_k + others),   r in the laws' sets
//
// H over the half vectors of objects (model/object.h), in which W = H Gᵀ: a load that is balanced there moves nothing,
// whatever the kind of object, its joints and loops. Units of r are those of a step's problem: impulses over h in
// unit_mass · 1 m/s.

#ifndef HF_WORLD_MARGIN_POSE_H
#define HF_WORLD_MARGIN_POSE_H

#include "world/rows/problem_rows.h"

typedef struct pose_problem
{
    int dof_count;
    int contact_count;
    hf_contact *contacts;
    problem_rows rows; // contacts, then blocks of mechanisms; b is not used
    double force;      // N of one unit of r
    double *weight[3]; // dof_count: what a gravity of 1 m/s² along each axis is, in units of r
    double *others;    // what acts beside gravity
    double *push;      // the caller's load
    int *dof_body;     // dof_count: a body that it moves
} pose_problem;

/// The pose of the world, as if nothing moved, and in `push` the load that `force` [N] at the centre of mass of `body`
/// is (-1: zeros). The arrays live in `home`. The world's state is as it was.
hf_status pose_problem_make(hf_world *world, int body, const double force[3], hf_workspace *home, pose_problem *posed,
                            hf_error *error);

#endif
