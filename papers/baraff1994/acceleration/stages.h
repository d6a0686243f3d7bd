// The integrators of this folder, as the step calls them in the place of DETECT … MOVE.

#ifndef HF_PAPERS_BARAFF1994_ACCELERATION_STAGES_H
#define HF_PAPERS_BARAFF1994_ACCELERATION_STAGES_H

#include "world/step.h"

/// The acceleration-level mode (baraff.c).
hf_status stage_baraff(step_context *step);

/// The world without inertia (first_order.c).
hf_status stage_first_order(step_context *step);

#endif
