// Patches: the contacts of two shapes, seen along their mean normal, and what each of them stands for.

#ifndef HF_WORLD_PATCH_H
#define HF_WORLD_PATCH_H

#include "linalg/flat_hull.h"
#include "linalg/vec3.h"
#include "world/step.h"

/// A point in the plane across `normal`.
static inline flat_point patch_project(vec3 normal, const double point[3], int index)
{
    vec3 t = v3_perpendicular(normal), p = v3_load(point);
    return (flat_point){.x = v3_dot(t, p), .y = v3_dot(v3_cross(normal, t), p), .index = index};
}

/// Area of the convex hull of `points`, which are sorted for it; 0 of fewer than three. `hull`: scratch of 2 count.
/// share[index] ◄ what each corner has of the area (patch.c), 0 of points inside; may be NULL.
double patch_area(flat_point *points, int count, int *hull, double *share);

/// DETECT: contacts of level patches that touch in one point touch in all.
hf_status patches_touch(step_context *step);

/// *compliance ◄ that of each block of the step's problem for its selection (docs/selection.md); NULL: the same for all
/// contacts.
hf_status patch_compliances(const step_context *step, const double **compliance);

#endif
