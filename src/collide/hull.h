// Convex hulls of points.

#ifndef HF_COLLIDE_HULL_H
#define HF_COLLIDE_HULL_H

#include "holdfast/model.h"

#include "collide/narrow.h"

/// Const after it is made. Everything is in the shape's frame.
struct convex_hull
{
    int vertex_count;
    double *vertices; // 3 × vertex_count [m]; corners only
    int triangle_count;
    int *triangles; // 3 × triangle_count, counter-clockwise seen from outside
};

/// HF_STATUS_INVALID, naming the mesh, if the points are fewer than four, not finite, or flat.
hf_status hull_create(const hf_mesh_def *def, convex_hull **hull, hf_error *error);
void hull_destroy(convex_hull *hull);

#endif
