// Motors that share a joint with a force range.

#ifndef HF_WORLD_MOTOR_SUM_H
#define HF_WORLD_MOTOR_SUM_H

#include "world/step_mechanism.h"

/// Whether the actuator acts on a hinge or slide that has a force range, and another one does, too.
bool motor_is_shared(const mechanism *m, int actuator);

/// MOVE: its own force over the step, within its own limits.
double motor_shared_force(const step_context *step, int actuator);

/// FREE: sums that do not depend on the velocity are forces.
void motor_sums_that_are_known(step_context *step);

/// ASSEMBLE: the others are rows.
void motor_sum_rows(step_context *step);

#endif
