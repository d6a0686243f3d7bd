// A whole model in MuJoCo, from the MJCF that we write of it: steps with contacts, loops and motors, and its errors.

#ifndef HF_BENCH_PEERS_MUJOCO_WORLD_H
#define HF_BENCH_PEERS_MUJOCO_WORLD_H

typedef struct mujoco_world mujoco_world;

/// Reads the file at `path`, which hf_scene_write_mjcf made, without what 2.2.2 does not know; elliptic cones, implicit
/// integrator. NULL, and a word in `why` (size bytes), if it is refused.
mujoco_world *mujoco_world_create(const char *path, char *why, int size);
void mujoco_world_destroy(mujoco_world *world);

/// As it was created.
void mujoco_world_reset(mujoco_world *world);

/// Controls, one an actuator, in the model's order; then a step.
void mujoco_world_step(mujoco_world *world, const double *control);

/// A and B of its next step, by centred differences of this width.
void mujoco_world_transition(mujoco_world *world, double width);

/// MuJoCo's own integrator, Euler's with implicit damping, in the place of the implicit one.
void mujoco_world_set_euler(mujoco_world *world);

/// Where a body's frame is: position [m] and quaternion. Returns 0 if there is no body of that name.
int mujoco_world_body(mujoco_world *world, const char *name, double pose[7]);

/// Where the body of the first joint is [m]; of a fixed base: zero.
void mujoco_world_base(const mujoco_world *world, double position[3]);

/// Deepest overlap of a contact, and widest gap of an equality [m].
double mujoco_world_overlap(const mujoco_world *world);
double mujoco_world_gap(const mujoco_world *world);
int mujoco_world_contacts(const mujoco_world *world);

/// Its state, in our layout.
void mujoco_world_set(mujoco_world *world, const double *q, const double *v, int nq, int nv);

#endif
