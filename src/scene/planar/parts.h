// Polygons with holes, as convex parts.

#ifndef HF_SCENE_PLANAR_PARTS_H
#define HF_SCENE_PLANAR_PARTS_H

#include "holdfast/status.h"

#include <stdbool.h>

enum
{
    PART_MOST = 16,     // corners of a part
    POLYGON_MOST = 4000 // points of a ring
};

/// Convex, counter-clockwise.
typedef struct polygon_part
{
    int count;
    double point[PART_MOST][2];
} polygon_part;

/// Area, first and second moments (∫x, ∫y, ∫x², ∫y², ∫xy) of a polygon with holes.
typedef struct polygon_moments
{
    double area, x, y, xx, yy, xy;
} polygon_moments;

/// Rings: the outer one first, then holes; ring k has the points begin[k] … begin[k + 1] - 1.
typedef struct polygon_rings
{
    int count;
    const int *begin;
    const double (*point)[2];
} polygon_rings;

/// INVALID if it is no polygon: too few points, no area, edges that cross, holes that are not inside. `label` begins
/// the message.
hf_status polygon_check(const polygon_rings *rings, const char *label, hf_error *error);

/// Parts of a polygon that was checked, which fill it without overlap; to be freed by the caller.
hf_status polygon_parts(const polygon_rings *rings, polygon_part **parts, int *count, hf_error *error);

polygon_moments polygon_measure(const polygon_rings *rings);

#endif
