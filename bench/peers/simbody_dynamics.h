// Simbody's dynamics of a tree of links, for comparison: its accelerations. It knows no armature; prescribed joints are
// free.

#ifndef HF_BENCH_PEERS_SIMBODY_DYNAMICS_H
#define HF_BENCH_PEERS_SIMBODY_DYNAMICS_H

#ifdef __cplusplus
extern "C"
{
#endif

#include "bodies/articulated/articulated.h"

    typedef struct simbody_dynamics simbody_dynamics;

    /// NULL, and a word in `why` (size bytes), if Simbody does not take it.
    simbody_dynamics *simbody_dynamics_create(const articulated_tree *tree, vec3 gravity, char *why, int size);
    void simbody_dynamics_destroy(simbody_dynamics *dynamics);

    /// Realizes accelerations at q and v, all in our coordinates.
    void simbody_dynamics_forward(simbody_dynamics *dynamics, const double *q, const double *v, double *a);

#ifdef __cplusplus
}
#endif

#endif
