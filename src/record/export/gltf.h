// A glTF 2.0 file under way: its numbers, and what the JSON says about them.

#ifndef HF_RECORD_EXPORT_GLTF_H
#define HF_RECORD_EXPORT_GLTF_H

#include "record/bytes.h"
#include "record/export/exporter.h"

enum
{
    GLTF_UBYTE = 5121,
    GLTF_UINT = 5125,
    GLTF_FLOAT = 5126,
    GLTF_VERTICES = 34962, // targets of views
    GLTF_INDICES = 34963,
};

/// Numbers in the file; each has a view of its own.
typedef struct gltf_accessor
{
    size_t offset, count;
    int component, width, target; // width: numbers of one thing, 1 SCALAR, 3 VEC3, 4 VEC4
    bool normalized;
    bool ranged; // min and max are known
    float min[3], max[3];
} gltf_accessor;

/// A mesh that shapes share: same triangles, same colour.
typedef struct gltf_look
{
    int positions, normals, indices; // accessors; normals -1: none
    float color[4];
    // Of a shape on a body that changes its shape: which, in the body's frame, and the first of the targets by which it
    // stretches; -1: none.
    int form_shape, targets;
} gltf_look;

/// Targets of a body that changes its shape: what U_xx U_yy U_zz U_xy U_xz U_yz add to its vertices; their weights are
/// U - 1.
enum
{
    GLTF_STRETCHES = 6
};

typedef struct gltf_file
{
    exporter ex;
    byte_buffer bytes; // all but the targets of fibres, which come after it
    size_t accessor_count, accessor_room;
    gltf_accessor *accessors;
    int look_count;
    gltf_look *looks;
    int *shape_look; // of each shape; -1: not drawn
    // Animation; -1: there is none.
    int times, *translations, *rotations; // of each moving body
    int *stretches;                       // weights of each body that changes its shape
    // Fibres: lines, or tubes of a few sides where that is small.
    int sides; // 0: lines
    size_t fibre_vertices;
    int fibre_positions, fibre_colors, fibre_indices, fibre_weights, fibre_targets; // the first of frame_count - 1
    float *fibre_first, *fibre_now; // vertices of the first frame, and of another
} gltf_file;

/// A new accessor at the end of the bytes; -1 if memory is short.
int gltf_accessor_add(gltf_file *g, int component, int width, size_t count, int target);

/// Takes the range of the accessor's floats, which are in the bytes.
void gltf_accessor_range(gltf_file *g, int accessor);

/// weights ◄ those of the stretches of a body at the exporter's frame; false if it keeps its shape.
bool gltf_stretch(const gltf_file *g, int body, double weights[GLTF_STRETCHES]);

/// Meshes, animation of bodies, fibres: numbers and accessors.
hf_status gltf_add_looks(gltf_file *g, hf_error *error);
hf_status gltf_add_motion(gltf_file *g, hf_error *error);
hf_status gltf_add_fibres(gltf_file *g, hf_error *error);

/// Vertices of the fibres at the exporter's frame.
void gltf_fibre_vertices(const gltf_file *g, float *vertices);

/// Bytes of all numbers, the targets included.
size_t gltf_size(const gltf_file *g);

void gltf_json(FILE *out, const gltf_file *g);

#endif
