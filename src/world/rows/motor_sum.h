// Motors that share a joint with a force range.

#ifndef HF_WORLD_ROWS_MOTOR_SUM_H
#define HF_WORLD_ROWS_MOTOR_SUM_H

#include "world/step_mechanism.h"

/// FREE: which joints limit a sum: hinges and slides with a force range on which several motors act, or a known force
/// from elsewhere (mechanism->drive). What is not limited goes to the forces.
void motor_sums_begin(step_context *step);

/// Whether the actuator acts on such a joint.
bool motor_is_shared(const step_context *step, int actuator);

/// MOVE: its own force over the step, within its own limits.
double motor_shared_force(const step_context *step, int actuator);

/// FREE: sums that do not depend on the velocity are forces.
void motor_sums_that_are_known(step_context *step);

/// ASSEMBLE: the others are rows.
void motor_sum_rows(step_context *step);

#endif
