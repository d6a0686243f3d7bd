// Two convex shapes: the direction in which they are farthest apart (or overlap least), and the patch where they touch.
//
// A convex shape is a core (polytope, cylinder or ellipsoid) plus a radius around it: a sphere is a point with a
// radius, a capsule a segment with one. All work is on cores; radii are subtracted at the end. With h the support
// function, the separation along a unit vector n from b to a is
//     s(n) = -h_A(-n) - h_B(n),
// never more than the distance, and the distance is its maximum; where shapes overlap, the maximum is minus the depth.
// So every candidate for n can be judged by s alone, whoever proposed it:
//   apart                 GJK proposes (gjk.c); polish sharpens
//   few edges             polytopes: face normals first (sat.c); GJK only for what neither is farther than the margin
//                         along one, nor stands flat
//   near or overlapping   polytopes of few edges: all face normals and crossed edges are tried (sat.c); others, and
//                         curved: EPA proposes (epa.c); polish sharpens
// polish (convex_direction.c) takes the exact normals of faces and crossed edges near the proposal, and Newton's method
// on the smooth rest.

#ifndef HF_COLLIDE_NARROW_CONVEX_H
#define HF_COLLIDE_NARROW_CONVEX_H

#include "collide/narrow/narrow.h"
#include "collide/shapes/hull.h"

typedef enum convex_core
{
    CORE_POLYTOPE = 0, // point, segment, triangle, box, hull
    CORE_CYLINDER,
    CORE_ELLIPSOID,
} convex_core;

enum
{
    FEATURE_NONE = 0x7fffffff, // a feature that makes no points of its own
};

/// Names for the features of a triangle in its mesh.
typedef struct triangle_names
{
    uint32_t vertex[3], edge[3],
        face; // edge[k] from corner k to k + 1; FEATURE_NONE where neighbours lie in the same plane
} triangle_names;

/// A convex shape relative to some origin near both shapes. Refers to itself: never copy.
typedef struct convex
{
    convex_core core;
    vec3 center, axis[3];
    double size[3];
    double radius;               // around the core
    double extent;               // of the core, about the centre
    const convex_hull *polytope; // CORE_POLYTOPE
    const triangle_names *names; // of a triangle in a mesh, otherwise NULL
    convex_hull own;             // what polytope points to, unless it is a hull
    double own_vertices[24];
    double own_normals[6];
    bool placed; // all vertices are in `at`
    vec3 at[8];
    int *last;    // of a hull: the vertex where the next search for a support point begins
    int own_last; // what it points to
} convex;

/// Planes, meshes and fields are not convex shapes in this sense.
void convex_make(convex *c, const shape_view *view, vec3 origin);
void convex_make_triangle(convex *c, const vec3 corner[3], vec3 normal, const triangle_names *names);

/// The point of the core farthest along d (any length but zero); *vertex is its number, 0 for curved cores.
vec3 convex_support(const convex *c, vec3 d, int *vertex);

/// The derivative of the support point along n (a unit vector) in the direction t.
vec3 convex_curvature(const convex *c, vec3 n, vec3 t);

static inline vec3 convex_vertex(const convex *c, int v)
{
    if (c->placed) return c->at[v];
    const double *x = &c->polytope->vertices[3 * v];
    return v3_add_scaled(v3_add_scaled(v3_add_scaled(c->center, x[0], c->axis[0]), x[1], c->axis[1]), x[2], c->axis[2]);
}

static inline vec3 convex_turn(const convex *c, vec3 d)
{
    return v3_add_scaled(v3_add_scaled(v3_scale(d.x, c->axis[0]), d.y, c->axis[1]), d.z, c->axis[2]);
}

/// A direction in the frame of the core.
static inline vec3 convex_turn_back(const convex *c, vec3 d)
{
    return v3(v3_dot(c->axis[0], d), v3_dot(c->axis[1], d), v3_dot(c->axis[2], d));
}

static inline vec3 convex_face_normal(const convex *c, int f)
{
    return convex_turn(c, v3_load(&c->polytope->face_normals[3 * f]));
}

/// How far apart along n the cores are: s(n).
static inline double convex_separation(const convex *a, const convex *b, vec3 n)
{
    return v3_dot(n, v3_sub(convex_support(a, v3_negate(n), NULL), convex_support(b, n, NULL)));
}

/// The answer to "how do they touch". Separations and points are those of the cores.
typedef struct convex_gap
{
    vec3 normal; // from b to a
    double separation;
    vec3 point_a, point_b; // where the distance is attained, to about 1e-8 of the size; the patch sharpens them
} convex_gap;

/// False if the shapes (with their radii) are farther apart than margin. The manifold is for its scratch memory and
/// `failed`.
bool convex_direction(const convex *a, const convex *b, double margin, manifold *out, convex_gap *gap);

/// All face normals and pairs of crossed edges of two polytopes; the best into gap->normal and gap->separation. Faces
/// win over edges within rounding. Short of memory it sets out->failed.
void sat_direction(const convex *a, const convex *b, double margin, manifold *out, convex_gap *gap);

/// The best face normal of two polytopes, or one beyond the limit, and the separation along it. True if a corner of one
/// stands on that face of the other: then no direction separates them by more, but for less than what faces are
/// preferred by.
bool sat_faces(const convex *a, const convex *b, double limit, convex_gap *gap);

/// The points of the patch along gap->normal with a gap <= margin (radii taken into account). `complete`: see to it
/// that the point where the distance is attained is among them. `origin` is what the shapes were made relative to.
void convex_patch(const convex *a, const convex *b, const convex_gap *gap, vec3 origin, double margin, bool complete,
                  manifold *out);

#endif
