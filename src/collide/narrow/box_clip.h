// The patch between a face of one box and the face of the other that looks at it.

#ifndef HF_COLLIDE_NARROW_BOX_CLIP_H
#define HF_COLLIDE_NARROW_BOX_CLIP_H

#include "collide/shapes/box.h"

/// A face of box a (if of_a) or of b: the axis and the sign of its outward normal.
typedef struct box_face
{
    bool of_a;
    int axis;
    int sign; // +1 or -1
} box_face;

/// Adds the corners of the common part of the two faces, seen along the normal of `face`, that have gap <= margin: at
/// most eight. The edge pair `skip` is left out (0: none). Returns the least gap of all corners, infinite if the faces
/// do not lie over each other.
double box_clip(const shape_view *a, const shape_view *b, box_face face, double margin, uint64_t skip, manifold *out);

#endif
