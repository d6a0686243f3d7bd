// A string between two points, pulled taut round a sphere or a cylinder.

#ifndef HF_MODEL_ROWS_WRAP_H
#define HF_MODEL_ROWS_WRAP_H

#include "linalg/vec3.h"

#include <stdbool.h>

typedef struct wrap_form
{
    bool cylinder; // along the z axis, without ends; otherwise a sphere about the origin
    double radius; // [m]
} wrap_form;

/// Where the string between a and b, in the frame of the form, meets and leaves it; *arc: its length there [m]. `side`:
/// a point that tells on which side it passes; one within the radius asks it to pass through the form. NULL: the
/// shorter way. False: it runs straight.
bool wrap_string(const wrap_form *form, vec3 a, vec3 b, const vec3 *side, vec3 touch[2], double *arc);

#endif
