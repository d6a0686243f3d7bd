// MuJoCo's dynamics of a tree of links, for comparison: its mass matrix, its bias and its accelerations. No geoms, no
// contacts.

#ifndef HF_BENCH_PEERS_MUJOCO_DYNAMICS_H
#define HF_BENCH_PEERS_MUJOCO_DYNAMICS_H

#include "bodies/articulated/articulated.h"

typedef struct mujoco_dynamics mujoco_dynamics;

/// The tree as MJCF, its bodies depth first (otherwise MuJoCo numbers them in another order). Inertias are given to
/// MuJoCo by principal moments and axes, because it would find them from a tensor to 1e-8 only. NULL, and a word in
/// `why` (size bytes), if MuJoCo does not take it.
mujoco_dynamics *mujoco_dynamics_create(const articulated_tree *tree, vec3 gravity, char *why, int size);
void mujoco_dynamics_destroy(mujoco_dynamics *dynamics);

/// mj_forward at q and v.
void mujoco_dynamics_forward(mujoco_dynamics *dynamics, const double *q, const double *v);

int mujoco_dynamics_v_count(const mujoco_dynamics *dynamics);
const double *mujoco_dynamics_acceleration(const mujoco_dynamics *dynamics);
const double *mujoco_dynamics_bias(const mujoco_dynamics *dynamics);

/// Dense, both triangles.
void mujoco_dynamics_mass(const mujoco_dynamics *dynamics, double *M);

#endif
