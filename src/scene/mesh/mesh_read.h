// Mesh files: STL (binary and text), Wavefront OBJ, Collada (.dae) and MuJoCo's MSH; and the mass of what they hold.

#ifndef HF_SCENE_MESH_MESH_READ_H
#define HF_SCENE_MESH_MESH_READ_H

#include "holdfast/workspace.h"
#include "linalg/vec3.h"

#include <stdbool.h>

typedef struct mesh_data
{
    int vertex_count;
    double *vertices; // 3 each; all different
    int triangle_count;
    int *triangles;       // 3 each
    int first_part_count; // triangles of the first object or group: those that MuJoCo takes the mass from
    double *texture;      // 2 for each corner of each triangle, the second upwards; NULL: none
} mesh_data;

/// By the ending of the name. Vertices that are equal become one. HF_STATUS_FORMAT with the file's name if it is
/// damaged or empty.
hf_status mesh_read(const char *path, hf_workspace *arena, mesh_data *mesh, hf_error *error);

/// Of a Collada file; `bytes` end with a 0 and are changed. Corners of triangles are vertices of their own. collada.c
hf_status collada_read(const char *path, char *bytes, size_t size, hf_workspace *arena, mesh_data *mesh,
                       hf_error *error);

/// Merges equal vertices.
hf_status mesh_merge(mesh_data *mesh, hf_workspace *arena, hf_error *error);

/// v ← scale ∘ (turnᵀ (v - offset)) of all points; a mirror turns the triangles over.
void mesh_place(mesh_data *mesh, const double scale[3], const double offset[3], const double turn[4]);

typedef enum mesh_inertia_kind
{
    MESH_INERTIA_CONVEX = 0, // of the hull
    MESH_INERTIA_EXACT,      // signed tetrahedra
    MESH_INERTIA_LEGACY,     // their absolute values, seen from the middle of the surface
    MESH_INERTIA_SHELL,      // of the surface
} mesh_inertia_kind;

typedef struct mesh_mass
{
    double volume; // [m³]; of a shell: area [m²]
    vec3 center;
    double inertia[6]; // about the centre for density 1: xx yy zz xy xz yz
} mesh_mass;

mesh_mass mesh_mass_compute(const double *vertices, const int *triangles, int triangle_count, mesh_inertia_kind kind);

/// Whether every edge is run through once in each direction: the surface is closed and its sides are consistent.
hf_status mesh_is_closed(const int *triangles, int triangle_count, hf_workspace *arena, bool *closed, hf_error *error);

#endif
