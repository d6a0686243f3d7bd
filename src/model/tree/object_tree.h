// Trees of links as objects: what the files of both kinds share, and who builds a model.

#ifndef HF_MODEL_TREE_OBJECT_TREE_H
#define HF_MODEL_TREE_OBJECT_TREE_H

#include "model/object.h"

// ---- whatever their coordinates (object_tree.c) ----

/// Kinematics of a tree at at->q, with its base where at->bodies has it; then centres and
/// orientations of its links.
void tree_pose(const configuration *at, int tree);

/// tree_pose, and velocities of the links at own velocities v, the base moving as at->bodies has it.
void tree_pose_moving(const configuration *at, int tree, const double *v);

/// The base of a tree in the middle, moving at (1 - share) before + share free, with the
/// acceleration between the two.
articulated_base tree_base_middle(const object_step *step, int tree, double share);

/// Where a prescribed joint shall be after this piece of a step.
double tree_prescribed_goal(const object_step *step, int joint);

/// The body that a tree hangs on: where it is and how it moves in a configuration.
articulated_base tree_base(const configuration *at, int tree);

/// twists ◄ velocities of the links' centres of mass, and angular, from kinematics with velocities.
void tree_read_twists(const hf_model *model, int tree, const articulated_scratch *scratch, double (*twists)[6]);

/// before ◄ the links' velocities in the state.
void tree_read_before(object_step *step, int tree);

/// What both kinds of trees share (object_tree.c).
hf_status tree_scratch_create(const hf_model *model, int object, object_scratch *scratch, hf_error *error);
void tree_scratch_destroy(const hf_model *model, int object, object_scratch *scratch);
extern const object_state tree_state_methods;
extern const object_queries tree_query_methods;

// ---- how trees in joint coordinates move (reduced_motion.c) ----

/// q and v at the end of smooth motion, from the guess of the linear problem that stands there; it stays where none is
/// found.
hf_status reduced_move_smoothly(object_step *step, int tree);

/// q and v at the end of free flight of a tree that turns far in the step; false: it does not, or what acts on it is
/// not smooth, and they are as they were. wrench: 6 link_count, scratch (reduced_flight.c).
bool reduced_fly(object_step *step, int tree, double *wrench);

/// v at the end where velocities jumped; q is there already.
hf_status reduced_jump(object_step *step, int tree);

/// Moves q at the end by `move`; velocities ◄ those that keep the momenta of links best, in the metric of mass.
hf_status reduced_keep_momenta(object_step *step, int tree, const double *move);

// ---- how trees in maximal coordinates move (maximal_motion.c) ----

hf_status maximal_begin(object_step *step, int object);
hf_status maximal_free(object_step *step, int object);
void maximal_take(object_step *step, int object, double *z, const double *p, double (*after)[6]);
hf_status maximal_move(object_step *step, int object, double theta);
hf_status maximal_displace(object_step *step, int object, double *z);
hf_status maximal_way(object_step *step, int object, const double *z, double *way);
hf_status maximal_stand(object_step *step, int object);

#endif
