// Collada files: what collada.c, which walks the scene, and collada_geometry.c, which draws geometries, share.

#ifndef HF_SCENE_MESH_COLLADA_H
#define HF_SCENE_MESH_COLLADA_H

#include "scene/mesh/mesh_read.h"
#include "scene/xml.h"

/// Places of the vertices of a <mesh>, as its accessor reads them.
typedef struct collada_places
{
    const xml_node *mesh;
    double *values;
    int count, stride, offset;
    struct collada_places *next;
} collada_places;

typedef struct collada
{
    const char *path;
    const xml_node *root;
    hf_workspace *arena;
    hf_error *error;
    mesh_data *mesh;        // vertices NULL: triangles are counted
    collada_places *places; // read so far
    double *polygon;        // corners of the one that is cut
    int *cut, polygon_room;
    int nodes;
} collada;

/// x' = m (x, 1): three rows of four.
typedef struct collada_affine
{
    double m[12];
} collada_affine;

/// "file:line: <element>: what", HF_STATUS_FORMAT.
hf_status collada_damaged(const collada *c, const xml_node *node, const char *what);

/// The first child of that name; NULL if there is none, or no parent.
const xml_node *collada_child(const xml_node *parent, const char *name);

/// Numbers of a text, at most `most`; their count.
int collada_numbers(const char *text, double *out, int most);

/// Counts or writes the triangles of a <geometry>.
hf_status collada_draw(collada *c, const xml_node *geometry, const collada_affine *at);

#endif
