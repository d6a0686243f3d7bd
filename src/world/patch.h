// Patches: the contacts of two shapes, seen along their mean normal, and what each of them stands for.

#ifndef HF_WORLD_PATCH_H
#define HF_WORLD_PATCH_H

#include "linalg/vec3.h"
#include "world/step.h"

/// A contact in the plane of its patch.
typedef struct patch_point
{
    double x, y; // [m]
    int index;   // the caller's
} patch_point;

/// Axes t, b of the plane across `normal`, and a point in them.
static inline patch_point patch_project(vec3 normal, const double point[3], int index)
{
    vec3 t = v3_perpendicular(normal), p = v3_load(point);
    return (patch_point){.x = v3_dot(t, p), .y = v3_dot(v3_cross(normal, t), p), .index = index};
}

/// Area of the convex hull of `points`, which are sorted for it; 0 of fewer than three. `hull`: scratch of 2 count. share[index] ◄ what
/// each corner has of the area (patch.c), 0 of points inside; may be NULL.
double patch_area(patch_point *points, int count, int *hull, double *share);

/// *compliance ◄ that of each block of the step's problem for its selection (docs/selection.md); NULL: the same for all contacts.
hf_status patch_compliances(const step_context *step, const double **compliance);

#endif
