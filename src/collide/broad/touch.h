// Stages 3 and 4 of detection (detect.c): the pairs that may touch ► manifolds ► contacts.

#ifndef HF_COLLIDE_BROAD_TOUCH_H
#define HF_COLLIDE_BROAD_TOUCH_H

#include "collide/broad/scene.h"

/// What one thread needs, kept from call to call.
typedef struct touch_lane
{
    manifold manifold;
    contact_point *points;
    int count, capacity;
} touch_lane;

typedef struct touch_state
{
    touch_lane *lanes;
    int lane_count;
    int most; // points that a call has found so far, rounded up: all that is kept has room for as many
} touch_state;

/// The pairs of a call. `views`: of all shapes; `reach`: of all bodies; `motion`: for segments of fibres, may be NULL;
/// `keys`: pairs of shapes (pairs.h), ascending; `partings`: where each pair keeps a direction that has parted it, of
/// which the next call asks first (narrow.h); NULL, as a whole or of a pair: nowhere.
typedef struct touch_pairs
{
    const collide_scene *scene;
    const shape_view *views;
    const double *reach;
    const collide_motion *motion;
    const uint64_t *keys;
    vec3 *const *partings;
    int count;
    double reduction; // points of a pair within it are one [m]; 0: those that coincide
} touch_pairs;

/// All contacts of these pairs, in their order; the points live in the workspace, on whose threads the work is done.
/// HF_STATUS_NO_MEMORY is all that can go wrong.
hf_status touch_all(touch_state *state, const touch_pairs *pairs, hf_workspace *workspace, contact_point **points,
                    int *count, hf_error *error);

void touch_free(touch_state *state);

#endif
