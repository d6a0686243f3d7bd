// Free bodies joined by `connect` in other people's simulators, from a model of ours: bodies without shapes, and a ball
// for each loop.

#ifndef HF_BENCH_PEERS_CHAIN_H
#define HF_BENCH_PEERS_CHAIN_H

#include "holdfast/mechanism.h"
#include "holdfast/model.h"

typedef struct chain_engine
{
    const char *name;
    // What was chosen, for the table's footer.
    const char *settings;
    // NULL: it cannot hold this model.
    void *(*create)(const hf_model *model);
    void (*step)(void *self);
    // The widest distance between the two points of a loop [m].
    double (*gap)(void *self);
    void (*destroy)(void *self);
} chain_engine;

#ifdef HF_PEER_ODE_ENGINE
extern const chain_engine chain_ode, chain_ode_quick;
#endif
#ifdef HF_PEER_MUJOCO
extern const chain_engine chain_mujoco;
#endif

#endif
