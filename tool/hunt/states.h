// All states of a planar configuration, one by one: each contact open, sticking, or sliding one way or the other. In a
// state the laws are linear: forces are sums of edges of the cones, accelerations vanish or have a sign. So a state
// either has forces, or a vector that proves that it has none (Farkas).

#ifndef HF_TOOL_HUNT_STATES_H
#define HF_TOOL_HUNT_STATES_H

#include "configuration.h"

typedef struct hunt_states
{
    long states, with_forces, refuted; // refuted: with a proof
    double worst;                      // of the proofs: how much of the load is left, relative; the least of all
} hunt_states;

/// Looks through all 4^contacts states. `f` (rows) receives the forces of the first that has some.
void hunt_enumerate(const hunt_case *c, hunt_states *found, double *f);

#endif
