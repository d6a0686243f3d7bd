// Corners, edges and faces of a box, numbered: corner k has the sign of bit i of k along axis i; edges and faces
// follow.

#ifndef HF_COLLIDE_SHAPES_BOX_H
#define HF_COLLIDE_SHAPES_BOX_H

#include "collide/narrow/segment.h"

enum
{
    BOX_EDGE = 8,       // + 4 axis + bits of the signs along the next two axes: 8 … 19
    BOX_FACE = 20,      // + 2 axis + (outward is positive): 20 … 25
    BOX_EDGE_PAIR = 32, // feature codes that leave room for the ends of an edge: BOX_EDGE_PAIR + 4 (edge - BOX_EDGE)
};

static inline vec3 box_corner(const shape_view *box, int k)
{
    const double *e = box->size;
    return view_to_world(box, v3(k & 1 ? e[0] : -e[0], k & 2 ? e[1] : -e[1], k & 4 ? e[2] : -e[2]));
}

/// The edge along `axis`; bits: signs along axes (axis + 1) % 3 and (axis + 2) % 3.
static inline segment box_edge(const shape_view *box, int axis, int bits)
{
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    vec3 middle = v3_add_scaled(box->center, bits & 1 ? box->size[j] : -box->size[j], box->axis[j]);
    middle = v3_add_scaled(middle, bits & 2 ? box->size[k] : -box->size[k], box->axis[k]);
    return (segment){middle, box->axis[axis], box->size[axis]};
}

/// The edge along `axis` that is foremost in direction d.
static inline int box_edge_toward(const shape_view *box, int axis, vec3 d)
{
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    return (v3_dot(box->axis[j], d) > 0 ? 1 : 0) | (v3_dot(box->axis[k], d) > 0 ? 2 : 0);
}

/// Half the width of the box along the unit vector d.
static inline double box_radius(const shape_view *box, vec3 d)
{
    return box->size[0] * fabs(v3_dot(box->axis[0], d)) + box->size[1] * fabs(v3_dot(box->axis[1], d)) +
           box->size[2] * fabs(v3_dot(box->axis[2], d));
}

#endif
