// The inside of a collide_scene.

#ifndef HF_COLLIDE_BROAD_SCENE_H
#define HF_COLLIDE_BROAD_SCENE_H

#include "collide/chains/chains.h"
#include "collide/collide.h"
#include "collide/flat/flat.h"
#include "collide/narrow/narrow.h"

/// A shape as the phases need it; constant.
typedef struct scene_shape
{
    int body;
    vec3 position;      // of its frame in the body's
    double rotation[9]; // row-major
    vec3 middle;        // of its box in its own frame
    vec3 half;          // half extents of that box; infinite for planes
    double margin;
    hf_form form;          // of its body (deformed_hull.h)
    convex_hull *own_hull; // of a box of an affine body; otherwise NULL
    int frame;             // into scene.frames; -1: its body moves in space, or not at all
    shape_view view;       // all but center and axis
} scene_shape;

struct collide_scene
{
    int body_count;
    bool *moves;
    int *weld, *above; // collide.h
    int shape_count;
    hf_shape_def *defs; // names owned
    scene_shape *shapes;
    int mesh_count;
    hf_mesh_def *meshes;       // arrays owned
    convex_hull **hulls;       // of each mesh, NULL if no shape needs it
    triangle_mesh **trees;     // likewise
    deforming_mesh *deforming; // mesh_count, or NULL
    int field_count;
    hf_field_def *fields;
    height_field **grids;
    // Planes that bodies stay in, and prisms among the shapes that meet there; NULL without any.
    int frame_count;
    flat_frame *frames;
    flat_outline *outlines; // shape_count
    // Pair filter: sorted keys of two indices, smaller first.
    int exclude_count, exclude_capacity;
    uint64_t *excludes; // bodies
    bool *excluded;     // body_count: it is in one of these
    int pair_count;
    uint64_t *pairs; // shapes
    chain_set chains;
};

/// Whether two shapes may touch at all: not of bodies fixed to each other, one of them moves, and the bits agree or the
/// pair is asked for. A pair that is asked for overrides bits, excludes and the filter of neighbours in a tree, as in
/// MJCF.
bool scene_neighbours(const collide_scene *scene, int body_a, int body_b); // one hangs on the other by joints
bool scene_collides(const collide_scene *scene, int shape_a, int shape_b);

/// view->center and axis ◄ where a shape is when its body stands at `body`.
void scene_place(const scene_shape *shape, const pose *body, shape_view *view);

/// A shape as it stands with its body at body_poses[…].
void collide_view(const collide_scene *scene, const collide_state *state, const pose *body_poses, int shape,
                  shape_view *view);

/// Planes, prisms and seams; frames of all shapes. False if memory is short.
bool scene_make_flat(collide_scene *scene, const double (*plane)[3]);

/// The plane that two shapes meet in: both stay in it, or one does and the other does not move. NULL: there is none.
const flat_frame *scene_plane(const collide_scene *scene, int shape_a, int shape_b);

#endif
