// Height fields.

#ifndef HF_COLLIDE_SHAPES_FIELD_H
#define HF_COLLIDE_SHAPES_FIELD_H

#include "holdfast/model.h"

#include "collide/narrow/narrow.h"

/// Refers to the heights of `def`, which must outlive it. HF_STATUS_INVALID, naming the field, if a dimension or a
/// height is wrong.
hf_status field_create(const hf_field_def *def, height_field **field, hf_error *error);
void field_destroy(height_field *field);

/// Its surface, with walls and a floor.
const triangle_mesh *field_mesh(const height_field *field);

#endif
