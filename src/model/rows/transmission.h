// What tendons and actuators act through: a length, and the row of its rate.

#ifndef HF_MODEL_ROWS_TRANSMISSION_H
#define HF_MODEL_ROWS_TRANSMISSION_H

#include "model/model.h"
#include "model/rows/loop_geometry.h"
#include "model/rows/rows.h"

/// Position [m] and orientation of a site.
void site_place(const configuration *at, int site, vec3 *position, quat *orientation);

/// Length of a tendon [m, or as its joints have it].
double tendon_length(const configuration *at, int tendon);

/// Adds the rate of a tendon's length, times scale, to a row of the open block.
void tendon_terms(row_set *set, const configuration *at, int tendon, int row, double scale);

/// Length of an actuator: gear times that of its joint, tendon or crank; of a site as seen from its reference;
/// otherwise 0.
double actuator_length(const configuration *at, int actuator);
void actuator_terms(row_set *set, const configuration *at, int actuator, int row);

/// Both sides of a loop between two bodies.
void loop_sides(const configuration *at, const hf_loop_def *def, loop_side side[2]);

/// What a loop's two sides differ by: a number for each row that holds a place (loop_geometry.h); returns how many. [m
/// or rad]
int loop_gaps(const configuration *at, int loop, double gap[6]);

/// Adds the rates of rows `first` … `first + size - 1` of a loop to the open block.
void loop_terms(row_set *set, const configuration *at, int loop, int first, int size);

#endif
