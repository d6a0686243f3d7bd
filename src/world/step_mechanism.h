// Mechanisms in a step: what the stages share about trees and rows. step->mechanism is NULL where a model has neither joints nor loops nor actuators,
// and then none of this is called.

#ifndef HF_WORLD_STEP_MECHANISM_H
#define HF_WORLD_STEP_MECHANISM_H

#include "model/rows/rows.h"
#include "world/step.h"

/// Where the force of an actuator goes (mechanism_forces.c).
typedef enum motor_way
{
    MOTOR_KNOWN,  // a force that is known before the step
    MOTOR_FOLDED, // its spring and damper are part of M̂
    MOTOR_ROW,    // a row with compliance
    MOTOR_SHARED  // part of a sum (motor_sum.c)
} motor_way;

typedef struct step_mechanism
{
    // FREE
    configuration start;  // the state
    configuration middle; // moved on by (1 - θ) h at the velocities before: where M̂ and all rows are taken
    inverse_mass mass;    // M̂ there
    double (*half)[6];    // body_count: velocities before, carried to the middle
    double *v_free;       // tree_v_count: velocities at the end if nothing acted but own forces
    double *force;        // tree_v_count: generalized force of actuators and tendons [N or N m]
    double *stiffness;    // tree_v_count: of joints, and of actuators without limits; implicit
    double *damping;      // tree_v_count
    double (*extra)[6];   // body_count: force and torque of site actuators on free bodies, at the centre of mass
    motor_way *ways;      // actuator_count
    double *drive;  // tree_v_count: known forces of actuators that work through tendons, sites and cranks [N or N m]
    bool *summed;   // joint_count: its force range limits a sum (motor_sum.c), …
    double *shared; // joint_count: … and this is the part of `drive` in it

    // ASSEMBLE
    row_set rows;
    double *guess;    // row_count: impulses of the last step
    int *dof_scratch; // dof_count

    // MOVE
    configuration after; // at the end
    double *v;           // tree_v_count
    double *reactions;   // row_count: impulses
} step_mechanism;

/// FREE: places, M̂, velocities without impulses; step->before and step->free of links.
hf_status mechanism_free_motion(step_context *step);

/// ASSEMBLE: loops, limits, motors, dry friction, tendons.
hf_status mechanism_collect_rows(step_context *step);

/// Rows of loops that follow from others leave the set (loop_rows.c). What `guess` has for them is handed on to the others; it may be NULL.
hf_status loops_drop_dependent(row_set *set, double *guess, hf_error *error);

/// MOVE: velocities after the impulses of the whole problem; `after` ◄ twists of links in the configuration of the solve.
hf_status mechanism_take_impulses(step_context *step, double (*after)[6]);

/// MOVE: positions of trees.
hf_status mechanism_move(step_context *step, const double *theta);

/// The base of a tree in the middle, moving at (1 - share) before + share free, with the acceleration between the two.
articulated_base mechanism_base(const step_context *step, int tree, double share);

/// Where a prescribed joint shall be after this piece of a step.
double mechanism_prescribed_goal(const step_context *step, int joint);

// Trees in maximal coordinates (step_maximal.c): the same pieces of FREE, MOVE and CORRECT, and standing at the state as it is.
hf_status maximal_pose_middle(step_context *step, int tree);
hf_status maximal_free_motion(step_context *step, int tree);
void maximal_take_impulses(step_context *step, int object, double *z, double (*after)[6]);
hf_status maximal_move(step_context *step, int tree, double share);
hf_status maximal_displace(step_context *step, int object, double *z);
hf_status maximal_close_joints(step_context *step, int tree);
hf_status maximal_stand(step_context *step, int tree);

/// The end: the state takes coordinates and impulses over.
void mechanism_take_over(step_context *step);

/// Links, and their velocities, as the coordinates of `after` have them.
void mechanism_pose_after(step_context *step, int tree);

/// Adds the rate of a gap at a limit (side 0: the lower one) to the open block; returns the gap.
double joint_limit_terms(row_set *set, const configuration *at, int joint, int side);
double joint_limit_gap(const configuration *at, int joint, int side);
double tendon_limit_terms(row_set *set, const configuration *at, int tendon, int side);

/// Position rows of loops and limits at step->mechanism->after, in `set`; b holds gaps. Returns the widest violation.
double mechanism_position_rows(step_context *step, row_set *set);

/// CORRECT: moves a tree of `after` by what z = Σ G p makes of it.
hf_status mechanism_displace(step_context *step, int object, double *z);

/// The widest gap of a loop at a configuration, and how far the worst limit is passed.
double mechanism_gap(const configuration *at);
double mechanism_overlap(const configuration *at);

/// Forces of actuators and springs of tendons that are explicit; which springs and dampers are part of M̂ (mechanism_forces.c).
void mechanism_forces(step_context *step);

/// Where a hinge or slide is for springs at it, by the velocities before and after the step.
double mechanism_spring_place(const step_context *step, int joint);

/// Forces of all actuators over the step that was taken. False if one that is part of M̂ would go beyond its limits: it is marked in step->as_rows.
bool mechanism_actuator_forces(step_context *step);

#endif
