// What an actuator makes of its control: activation, gain, bias.

#ifndef HF_MODEL_ROWS_ACTUATOR_H
#define HF_MODEL_ROWS_ACTUATOR_H

#include "model/model.h"
#include "model/rows/rows.h"

/// Numbers of its state among the activations.
int actuator_states(const hf_actuator_def *def);

/// The first of the actuators whose controls a TURN or QUATERNION reads.
int actuator_turn_first(const mechanism *m, int actuator);

/// Controls and activations of all actuators, for a step of length h that is under way (or not: a state is asked for
/// its forces).
typedef struct actuator_signals
{
    const double *control, *activation;
    double h;
    bool stepping;
} actuator_signals;

/// Whether the law depends on where the actuator is and how fast.
bool actuator_needs_place(const mechanism *m, int actuator);

/// force = c[0] + c[1] length + c[2] velocity, before it is clamped; of a muscle the tangent at this velocity, at this
/// length. Both may be 0 where they are not needed.
void actuator_law(const configuration *at, int actuator, const actuator_signals *signals, double length,
                  double velocity, double c[3]);

/// Its activations after h, at this length and velocity.
void actuator_advance(const mechanism *m, int actuator, const double *control, double length, double velocity, double h,
                      double *activation);

/// The range of its force: its own, and that of its joint or tendon. Infinite where there is none.
void actuator_range(const mechanism *m, int actuator, double range[2]);

/// J ◄ its moment arms over the own velocities of trees (own_v_count numbers), by terms of the open row; those of free
/// bodies stay in the row alone.
void actuator_arms(row_set *rows, const configuration *at, int actuator, double *J);

/// At the references: the largest force and the range of lengths of muscles that leave them open. `at` has the
/// kinematics and factors of trees, and is as it was afterwards.
hf_status complete_muscles(hf_model *m, const configuration *at, hf_error *error);

#endif
