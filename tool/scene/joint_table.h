// A table of joints and actuators by name: coordinates, velocities, controls, forces.

#ifndef HF_TOOL_JOINT_TABLE_H
#define HF_TOOL_JOINT_TABLE_H

#include "json.h"

#include "holdfast/sense.h"

/// Names of signals as fields, each behind a comma.
void signal_names(FILE *out, const hf_model *model, int begin, int end);

void joint_table_head(FILE *out, const hf_model *model);
void joint_table_row(FILE *out, const hf_model *model, const hf_world *world);

/// The state as members of an object: qpos, qvel, controls, actuator forces, and where bodies are, by name.
void joint_state_json(json_writer *json, const hf_model *model, const hf_world *world);

#endif
