// Triangle meshes and their trees of boxes.

#ifndef HF_COLLIDE_SHAPES_MESH_H
#define HF_COLLIDE_SHAPES_MESH_H

#include "holdfast/model.h"

#include "collide/narrow/convex.h"
#include "collide/narrow/narrow.h"

/// A node of the tree; a leaf holds order[first] … order[first + count - 1].
typedef struct mesh_node
{
    vec3 low, high;
    int first; // leaf: of its triangles; otherwise: its second child (the first one follows the node)
    int count; // triangles of a leaf; 0: not a leaf
} mesh_node;

/// Const after it is made; in the shape's frame.
struct triangle_mesh
{
    int vertex_count, triangle_count;
    const double *vertices; // of the definition
    const int *triangles;   // of the definition, or turned
    int *turned;            // what triangles points to if the definition's are inside out, otherwise NULL
    int *welded;            // vertex_count: the first vertex at the same place
    double *normals;        // 3 × triangle_count, units; zero for a triangle without area, which touches nothing
    int *neighbors;         // 3 × triangle_count: across the edge from corner k to k + 1; -1 where there is none
    triangle_names *names;  // triangle_count; what lies inside a flat part of the surface is FEATURE_NONE
    int *ring_begin;        // vertex_count + 1, by welded vertex
    int *ring;              // its neighbours along edges
    bool closed;            // every edge is run along as often forwards as backwards: there is an inside
    int open_count;         // edges that are not
    int open_edge[2];       // the ends of the first of them
    bool solid_below;       // a height field: whatever is below the first top_count triangles is inside
    int top_count;
    vec3 low, high;
    double extent; // half the diagonal of the box
    mesh_node *nodes;
    int node_count;
    int *order;
    double *moved;  // of a copy that moves: its vertices
    bool deforming; // its vertices move: every edge counts as a feature, since what is flat now may not stay so
};

/// Refers to the arrays of `def`, which must outlive it. HF_STATUS_INVALID, naming the mesh, if it is empty, an index
/// is out of range, a coordinate is not finite or no triangle has an area. A closed mesh that is inside out is turned.
hf_status mesh_create(const hf_mesh_def *def, triangle_mesh **mesh, hf_error *error);
void mesh_destroy(triangle_mesh *mesh);

/// A mesh whose vertices will move, and copies of it that do (deforming_mesh.c). Copies share all but vertices, normals
/// and boxes with the first, which must outlive them. NULL if memory is short.
hf_status mesh_create_deforming(const hf_mesh_def *def, triangle_mesh **mesh, hf_error *error);
triangle_mesh *mesh_copy_deforming(const triangle_mesh *mesh);
void mesh_destroy_deforming(triangle_mesh *copy);

/// Moves the vertices of a copy (3 × vertex_count): normals, and boxes of the same tree, follow; O(n).
void mesh_move(triangle_mesh *copy, const double *vertices);

/// The triangle that is nearest to x (in the mesh's frame), looked for within `reach`, and the weights of its corners
/// at the place nearest to x.
/// False if none is there.
bool mesh_nearest(const triangle_mesh *mesh, vec3 x, double reach, int *triangle, double weights[3]);

// ---- private to mesh*.c and field.c ----

/// Neighbours, names, rings, closedness. False if memory is short. (mesh_topology.c)
bool mesh_connect(triangle_mesh *mesh);

/// The tree. False if memory is short. (mesh_tree.c)
bool mesh_plant(triangle_mesh *mesh);

/// Called for every triangle whose box meets the box. (mesh_tree.c)
typedef void (*mesh_visitor)(void *context, int triangle);
void mesh_visit(const triangle_mesh *mesh, vec3 low, vec3 high, mesh_visitor visit, void *context);

/// Does the open segment from p along d (of any length) meet a triangle?
bool mesh_blocks(const triangle_mesh *mesh, vec3 p, vec3 d);

/// The triangle that the ray from p along d meets first, at p + t d with 0 <= t <= *t, which becomes its t; of two at
/// one place the first. -1: none.
int mesh_ray(const triangle_mesh *mesh, vec3 p, vec3 d, double *t);

/// Is p inside the closed mesh? By counting what a ray meets.
bool mesh_contains(const triangle_mesh *mesh, vec3 p);

static inline vec3 mesh_corner(const triangle_mesh *mesh, int triangle, int k)
{
    return v3_load(&mesh->vertices[3 * mesh->triangles[3 * triangle + k]]);
}

/// Whether the surface near the triangle ends at the triangle's own farthest points along n (its frame): then n is a
/// normal that a touching shape may have there. A direction that a neighbour's corner sticks out in is the neighbour's
/// business.
bool mesh_supports(const triangle_mesh *mesh, int triangle, vec3 facing, vec3 n);

/// In a point's feature until mesh_unique_points: made with a triangle's own normal because the pair's did not hold.
#define MESH_SECOND_CHOICE ((uint64_t)1 << 63)

/// Sorts the points from `first` on by feature and keeps one of each name, first choices first, then the least deep;
/// and one of those at the same place (nearer than `same`) with the same normal.
void mesh_unique_points(manifold *out, int first, double same);

/// A convex shape against triangles. (mesh_convex.c)
void mesh_against_convex(const shape_view *a, const shape_view *b, const triangle_mesh *mesh, double margin,
                         manifold *out);

/// Two meshes. (mesh_mesh.c)
void mesh_against_mesh(const shape_view *a, const triangle_mesh *mesh_a, const shape_view *b,
                       const triangle_mesh *mesh_b, double margin, manifold *out);

#endif
