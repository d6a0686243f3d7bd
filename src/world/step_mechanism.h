// Mechanisms in a step: what the stages share about trees and rows. Where a model has neither joints nor loops nor
// actuators nor tendons all counts are zero, and nothing is done.

#ifndef HF_WORLD_STEP_MECHANISM_H
#define HF_WORLD_STEP_MECHANISM_H

#include "model/rows/rows.h"
#include "world/step.h"

/// Where the force of an actuator goes (mechanism_forces.c).
typedef enum motor_way
{
    MOTOR_KNOWN,    // a force that is known before the step
    MOTOR_IMPLICIT, // its spring and damper are part of M̂
    MOTOR_ROW,      // a row with compliance
    MOTOR_SHARED    // part of a sum (motor_sum.c)
} motor_way;

typedef struct step_mechanism
{
    // FREE
    double (*laws)[3]; // actuator_count: force = c[0] + c[1] length + c[2] velocity (actuator.h)
    motor_way *ways;   // actuator_count
    double *drive;     // own_v_count: known forces of actuators that work through tendons, sites and cranks [N or N m]
    bool *summed;      // joint_count: its force range limits a sum (motor_sum.c), …
    double *shared;    // joint_count: … and this is the part of `drive` in it

    // ASSEMBLE
    row_set rows;
    double *guess; // row_count: impulses of the last step

    // MOVE
    double *reactions; // row_count: impulses
} step_mechanism;

// ---- objects (step_objects.c) ----

/// step->objects and the arrays of FREE that it shares; next ◄ the state.
hf_status objects_begin(step_context *step);

/// FREE: prescribed bodies, then all objects; with joints, springs and actuators where there are any.
hf_status objects_free_motion(step_context *step);

/// MOVE: velocities without impulses, for contact_apply to add to.
void objects_coast(step_context *step);

/// MOVE: velocities after the impulses of the whole problem; `after` ◄ those of all bodies in the configuration of the
/// solve.
hf_status objects_take_impulses(step_context *step, double (*after)[6]);

/// MOVE: positions; theta of every body.
hf_status objects_move(step_context *step, const double *theta);

/// CORRECT: moves objects by what z = Σ G p makes of them; z over the velocities of all objects.
hf_status objects_displace(step_context *step, double *z);

/// CORRECT: how far each set of objects that rows connect may be moved (bounded_shift.c).
typedef struct shift_bound
{
    int *parent;     // object_count: sets (union_find); NULL: memory was short
    int *object;     // dof_count
    double *allowed; // object_count: what its rows correct [m]
    double *way;     // object_count, at roots: what the answer moves a point by [m]
    double *share;   // object_count, or NULL: the part of the answer that objects are moved by
} shift_bound;

void shift_bound_take(step_context *step, shift_bound *bound);

/// A row over these degrees of freedom corrects so much [m].
void shift_bound_add(shift_bound *bound, const hf_model *model, const int *dof, size_t count, double violation);

/// How large what moves is: an angle times this is a way [m].
double shift_size(const step_context *step);

/// Moves objects by share · z as objects_displace does, and leaves z; a negative share takes them back.
hf_status shift_by(step_context *step, const double *z, double share);

/// Where everything is that displacements move, to be gone back to; `restore` brings kinematics along.
typedef struct shift_place
{
    body_state *bodies;
    double *q;
} shift_place;

bool shift_take(step_context *step, shift_place *place);
void shift_keep(const step_context *step, const shift_place *place);
hf_status shift_restore(step_context *step, const shift_place *place);

/// z ◄ shortened, so that no set goes farther than it may; moves objects by it.
hf_status shift_bounded(step_context *step, shift_bound *bound, double *z);

/// The end: velocities of all bodies where they have come; step->finite: the motion stays in the range of numbers.
hf_status objects_settle(step_context *step);

/// The end: the state takes bodies, coordinates and impulses over.
void objects_take_over(step_context *step);

// ---- mechanisms (step_mechanism.c) ----

/// FREE: memory, and the middle of bodies that belong to no object.
hf_status mechanism_begin(step_context *step);

/// Generalized forces at joints, from outside, to objects->force.
void mechanism_applied(step_context *step);

/// FREE: forces of springs, actuators and tendons.
hf_status mechanism_load(step_context *step);

/// ASSEMBLE: loops, limits, motors, dry friction, tendons.
hf_status mechanism_collect_rows(step_context *step);

/// Rows of loops that follow from others leave the set (loop_rows.c). What `guess` has for them is handed on to the
/// others; it may be NULL.
hf_status loops_drop_dependent(row_set *set, double *guess, hf_error *error);

/// MOVE: z ◄ Σ G r over all rows, p ◄ Σ H r over those of mechanisms; over the velocities of all objects.
hf_status mechanism_sum_impulses(step_context *step, double **z, double **p);

/// MOVE: impulses of rows, and forces of actuators.
hf_status mechanism_read_reactions(step_context *step);

/// Adds the rate of a gap at a limit (side 0: the lower one) to the open block; returns the gap.
double joint_limit_terms(row_set *set, const configuration *at, int joint, int side);
double tendon_limit_terms(row_set *set, const configuration *at, int tendon, int side);

/// Position rows of loops and limits at step->objects->after, in `set`; b holds gaps. Returns the widest violation.
double mechanism_position_rows(step_context *step, row_set *set);

/// A gap of a loop, or of a limit, that is none [m or rad].
static const double LOOP_CLOSED = 1e-12;

/// Moves objects so that the loops of `set`, rows of mechanism_position_rows whose widest gap is given, close; not
/// *done where they are too many (stages/close_loops.c).
hf_status close_loops(step_context *step, row_set *set, double widest, bool *done);

/// Their gaps of loops where things are now; returns the widest.
double mechanism_position_gaps(const step_context *step, row_set *set);

/// The widest gap of a loop at a configuration (auxiliary: of those that objects do not close by themselves), and how
/// far the worst limit is passed; *limit ◄ which, 2 i + side, i a joint or, after those, a tendon; -1: none is.
double mechanism_gap(const configuration *at, bool auxiliary);
double mechanism_overlap(const configuration *at, int *limit);

/// Forces of actuators and springs of tendons that are explicit; which springs and dampers are part of M̂
/// (mechanism_forces.c).
/// INVALID, with its name, where the force of an actuator is no finite number.
hf_status mechanism_forces(step_context *step);

/// `to` += Hᵀ f of the open block of the step's rows, which has one row; what bodies take directly goes to `extra`.
void mechanism_add_force(step_context *step, double f, double *to);

/// force = c[0] + c[1] length + c[2] rate of a tendon whose spring or damper has powers, at the place and speed that
/// are expected; opens its row.
void tendon_law(step_context *step, int tendon, double c[3]);

/// Where a hinge or slide is for springs at it, by the velocities before and after the step.
double mechanism_spring_place(const step_context *step, int joint);

/// The end: activations after the step.
void mechanism_activate(step_context *step);

/// Forces of all actuators over the step that was taken. One that is part of M̂ and would go beyond its limits is
/// marked in step->facts->motor_rows, and the step asks for another attempt.
hf_status mechanism_actuator_forces(step_context *step);

#endif
