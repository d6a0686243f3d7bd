// Shapes put where their bodies are: views and boxes, on all threads of the workspace if there are many.

#ifndef HF_COLLIDE_BROAD_PLACING_H
#define HF_COLLIDE_BROAD_PLACING_H

#include "collide/broad/deformed_hull.h"
#include "collide/broad/scene.h"

typedef struct placing
{
    const collide_scene *scene;
    shape_view *views;          // shape_count: written
    bounds *boxes;              // … written
    convex_hull *const *formed; // hulls of bodies that change their shape
    const pose *poses;
    const double *reach;          // of bodies, added to boxes with the margin; NULL: neither is
    const bool *wanted;           // shape_count; NULL: all
    const collide_motion *motion; // of place_segments
} placing;

/// All of them. INVALID, naming the body, if a place is not finite.
hf_status place_shapes(placing *p, hf_workspace *workspace, hf_error *error);

/// Those of some pairs, and what is joined to them: it decides about corners of fibres. False if memory is short.
bool place_pairs(placing *p, const uint64_t *keys, int key_count, hf_workspace *workspace);

/// Boxes of segments, once they have been put there: those of their ways.
void place_segments(placing *p, const collide_motion *motion, hf_workspace *workspace);

#endif
