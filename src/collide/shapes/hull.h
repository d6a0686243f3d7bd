// Convex hulls of points.

#ifndef HF_COLLIDE_SHAPES_HULL_H
#define HF_COLLIDE_SHAPES_HULL_H

#include "holdfast/model.h"

#include "collide/narrow/narrow.h"

/// An edge of a polytope. face[0] lies to its left and face[1] to its right, seen from outside; -1 where there is none.
typedef struct hull_edge
{
    int vertex[2];
    int face[2];
} hull_edge;

/// A polytope: flat faces with all their corners, edges, and who is whose neighbour. Const after it is made; in the
/// shape's frame.
struct convex_hull
{
    int vertex_count;
    const double *vertices; // 3 × vertex_count [m]; corners only
    int triangle_count;
    const int *triangles; // 3 × triangle_count, counter-clockwise seen from outside: the faces cut up
    int face_count;
    const int *face_begin;      // face_count + 1
    const int *face_vertices;   // of all faces, counter-clockwise seen from outside
    const int *face_edges;      // parallel: the edge from this corner to the next
    const double *face_normals; // 3 × face_count, outward units
    int edge_count;
    const hull_edge *edges;
    const int *vertex_begin; // vertex_count + 1
    const int *vertex_faces; // faces around each vertex
    const int *vertex_next;  // parallel: its neighbours along edges (as many as faces)
};

/// The hull of the vertices of `def`. HF_STATUS_INVALID, naming the mesh, if they are fewer than four, not finite, or
/// flat (thinner than 1e-9 of their extent). Points nearer than 1e-10 of the extent to the hull of the others may be
/// left out.
hf_status hull_create(const hf_mesh_def *def, convex_hull **hull, hf_error *error);
void hull_destroy(convex_hull *hull);

// ---- private to hull*.c ----

/// Triangles of the hull of points, before faces are merged. Indices refer to the points given.
typedef struct hull_triangles
{
    int count;
    int *vertices;  // 3 × count
    int *neighbors; // 3 × count, across the edge from corner k to corner k + 1
} hull_triangles;

typedef enum quickhull_result
{
    QUICKHULL_OK = 0,
    QUICKHULL_NO_MEMORY,
    QUICKHULL_FLAT,
    QUICKHULL_BROKEN, // rounding spoilt the topology
} quickhull_result;

/// Points with the middle near the origin; `extent` their largest coordinate.
quickhull_result quickhull(const vec3 *points, int count, double extent, hull_triangles *triangles);

/// Merges triangles that lie in one plane into faces and fills in everything; false if memory is short.
bool hull_build(const vec3 *points, const double *originals, int point_count, const hull_triangles *triangles,
                double extent, convex_hull *hull);

#endif
