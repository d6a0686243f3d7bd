// Sensors of pairs: distances of shapes and bodies, contacts between them.

#ifndef HF_WORLD_SENSE_PAIRS_H
#define HF_WORLD_SENSE_PAIRS_H

#include "holdfast/sense.h"
#include "model/mechanism.h"
#include "world/world.h"

/// DISTANCE, DIRECTION, SEGMENT.
hf_status sense_distance(const hf_world *world, const hf_sensor_def *def, double *out, hf_error *error);

/// CONTACT. `order` has room for all contacts of the world; h: length of the last step, 0: there was none.
void sense_contacts(const configuration *at, const hf_world *world, const hf_sensor_def *def, double h, int *order,
                    double *out);

#endif
