// A copy of a world's configuration to ask questions of, so that the world itself stays as it is.

#ifndef HF_WORLD_SENSE_PROBE_H
#define HF_WORLD_SENSE_PROBE_H

#include "holdfast/sense.h"

#include "model/rows/rows.h"
#include "world/world.h"

typedef struct world_probe
{
    const hf_model *model;
    hf_workspace *workspace;
    object_scratch scratch;

    /// As the world stands; kinematics of trees are known.
    configuration at;

    /// Own velocities; body_count: velocities of centres of mass and angular ones.
    double *v, (*twists)[6];

    /// For terms alone: no block of it is closed.
    row_set rows;
} world_probe;

/// Closing is due whatever it returns.
hf_status probe_open(const hf_world *world, world_probe *probe, hf_error *error);
void probe_close(world_probe *probe);

/// Unit velocities, one after the other in the layout of mechanism.h: `visit` is called with v and twists of each, but
/// for what the unit velocity does not move, where both are 0.
hf_status probe_each_velocity(world_probe *probe, const hf_world *world, void (*visit)(void *context, int k),
                              void *context, hf_error *error);

/// Moves the probe to where the world would be after `time` at its velocities, which stay.
hf_status probe_move(world_probe *probe, const hf_world *world, double time, hf_error *error);

#endif
