// The narrow phase: two shapes in, the points where they touch out.
//
// narrow_functions[kind_a][kind_b] is the whole of it, filled for kind_a <= kind_b; the caller swaps the shapes where
// they stand the other way round (narrow_pair does). An entry says which file knows the pair.
//
// What every entry promises:
//   - all points with gap <= margin are found, gaps are distances along the normal, negative where the shapes overlap;
//   - one point of the manifold attains the distance of the shapes (or the depth: the shortest way out), and the others
//     complete the patch:
//     faces give all their corners, edges both ends; there is no cap on their number;
//   - the normal is a unit vector from b to a; the point is in the middle of the gap, point ± normal · gap/2 lie on the
//     surfaces;
//   - `feature` names the pair of features (corner, edge, face, triangle …) that made the point, is unique within the
//     manifold, and is the same
//     a moment later if the shapes have moved a little;
//   - the result depends on the two views and the margin alone, to the last bit; a direction that parted the shapes
//     some time before (manifold.parting) may save the search, not change it.

#ifndef HF_COLLIDE_NARROW_NARROW_H
#define HF_COLLIDE_NARROW_NARROW_H

#include "collide/collide.h"
#include "linalg/vec3.h"

typedef struct convex_hull convex_hull;     // hull.h
typedef struct triangle_mesh triangle_mesh; // mesh.h
typedef struct height_field height_field;   // field.h
typedef struct flat_outline flat_outline;   // flat.h

/// A shape where it is now. x_world = center + axis[0] x + axis[1] y + axis[2] z.
typedef struct shape_view
{
    hf_shape_kind kind;
    double size[3]; // as in hf_shape_def
    vec3 center;
    vec3 axis[3];              // columns of the rotation
    const convex_hull *hull;   // HULL, otherwise NULL
    const triangle_mesh *mesh; // MESH, otherwise NULL
    const height_field *field; // FIELD, otherwise NULL
    // HULL of a body in a plane, if it is a prism along its z axis; otherwise NULL.
    const flat_outline *outline;
    double extent; // radius of a ball about the shape's own middle [m]: the scale for tolerances; infinite for planes
} shape_view;

typedef struct manifold_point
{
    vec3 point;
    vec3 normal;
    double gap;
    uint64_t feature;
} manifold_point;

/// Points of one pair. Reused from pair to pair; grows in the heap and keeps what it has.
typedef struct manifold
{
    manifold_point *points;
    int count;
    int capacity;
    bool failed;             // memory was short: points are missing
    hf_workspace *workspace; // scratch for a narrow function: begin a mark, end it before returning
    vec3 parting; // may part the two shapes, from b to a: a narrow function may try it first, and leave a better one
} manifold;

/// Adds a point; on lack of memory it sets `failed`, which the caller of the narrow function looks at.
void manifold_add(manifold *out, vec3 point, vec3 normal, double gap, uint64_t feature);
void manifold_free(manifold *out);

/// Room for `count` points. False if memory is short.
bool manifold_reserve(manifold *out, int count);

typedef void (*narrow_function)(const shape_view *a, const shape_view *b, double margin, manifold *out);

/// NULL below the diagonal, and for pairs that cannot be (plane and plane, plane and field, field and field: neither
/// moves).
extern const narrow_function narrow_functions[HF_SHAPE_KIND_COUNT][HF_SHAPE_KIND_COUNT];

/// The manifold of any pair, in any order. Sets out->count to 0 first.
void narrow_pair(const shape_view *a, const shape_view *b, double margin, manifold *out);

/// A feature pair's name. Features are numbered within their shape, below 2^31; the top bit is free for the narrow
/// function's own use.
static inline uint64_t feature_pair(uint32_t feature_a, uint32_t feature_b)
{
    return (uint64_t)feature_a << 32 | feature_b;
}

/// δ: two points of a manifold nearer than this are one [m]; a corner that hangs over an edge by less counts as
/// supported. Relative to the smaller shape: far above rounding, far below anything that shows.
static inline double merge_distance(const shape_view *a, const shape_view *b)
{
    return 1e-7 * fmin(a->extent, b->extent);
}

/// Two axes of separation that differ by less are equal, and the one that comes first in a fixed order wins [m]:
/// normals do not flip.
static inline double tie_distance(const shape_view *a, const shape_view *b)
{
    return 1e-10 * fmin(a->extent, b->extent);
}

// ---- frames ----

static inline vec3 view_to_world(const shape_view *s, vec3 x)
{
    return v3_add_scaled(v3_add_scaled(v3_add_scaled(s->center, x.x, s->axis[0]), x.y, s->axis[1]), x.z, s->axis[2]);
}

static inline vec3 view_turn(const shape_view *s, vec3 d) // a direction, to the world
{
    return v3_add_scaled(v3_add_scaled(v3_scale(d.x, s->axis[0]), d.y, s->axis[1]), d.z, s->axis[2]);
}

static inline vec3 view_turn_back(const shape_view *s, vec3 d) // a direction, to the shape's frame
{
    return v3(v3_dot(s->axis[0], d), v3_dot(s->axis[1], d), v3_dot(s->axis[2], d));
}

static inline vec3 view_to_local(const shape_view *s, vec3 x)
{
    return view_turn_back(s, v3_sub(x, s->center));
}

// ---- the entries ----

// Closed forms (narrow_round.c, narrow_plane.c, narrow_box.c …).
void narrow_plane_sphere(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_plane_capsule(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_plane_box(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_plane_cylinder(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_plane_ellipsoid(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_plane_hull(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_sphere_sphere(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_sphere_capsule(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_sphere_box(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_sphere_cylinder(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_capsule_capsule(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_capsule_box(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_box_box(const shape_view *a, const shape_view *b, double margin, manifold *out);

// General: two convex shapes by GJK and EPA (convex_pairs.c); one shape of any kind, or a plane, against triangles
// (mesh*.c); against a height field (field.c). a->kind <= b->kind.
void narrow_convex(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_mesh(const shape_view *a, const shape_view *b, double margin, manifold *out);
void narrow_field(const shape_view *a, const shape_view *b, double margin, manifold *out);

#endif
