// What an actuator makes of its control: activation, gain, bias.

#ifndef HF_MODEL_ROWS_ACTUATOR_H
#define HF_MODEL_ROWS_ACTUATOR_H

#include "model/model.h"
#include "model/rows/rows.h"

/// What the gain is multiplied with in a step of length h: the control, clamped, or the activation.
double actuator_input(const hf_actuator_def *def, double control, double activation, double h);

/// The activation after h.
double actuator_activation(const hf_actuator_def *def, double control, double activation, double h);

/// force = c[0] + c[1] length + c[2] velocity, before it is clamped; of a muscle the tangent at this velocity, at this length.
void actuator_law(const hf_actuator_def *def, double input, double length, double velocity, double c[3]);

/// The range of its force: its own, and that of its joint or tendon. Infinite where there is none.
void actuator_range(const mechanism *m, int actuator, double range[2]);

/// J ◄ its moment arms over the own velocities of trees (own_v_count numbers), by terms of the open row; those of free bodies stay in the row alone.
void actuator_arms(row_set *rows, const configuration *at, int actuator, double *J);

/// At the references: the largest force and the range of lengths of muscles that leave them open. `at` has the kinematics and factors of trees, and is as
/// it was afterwards.
hf_status complete_muscles(hf_model *m, const configuration *at, hf_error *error);

#endif
