// glTF 2.0 files, .gltf and .glb: the JSON, and numbers of accessors.

#ifndef HF_SCENE_MOTION_GLTF_H
#define HF_SCENE_MOTION_GLTF_H

#include "base/json.h"

#include <stdint.h>

typedef struct gltf_bytes
{
    const uint8_t *data;
    size_t size;
} gltf_bytes;

typedef struct gltf_file
{
    const char *path;
    hf_workspace *arena;
    json_value *root;
    gltf_bytes binary;   // of a .glb
    gltf_bytes *buffers; // those that were read; data NULL: not yet
    int buffer_count;
    hf_error *error;
} gltf_file;

/// Opens a file; `file` has path, arena and error. FORMAT names what is wrong.
hf_status gltf_open(gltf_file *file);

/// "path: what" with HF_STATUS_FORMAT.
hf_status gltf_fail(const gltf_file *file, const char *format, ...) HF_PRINTF(2, 3);

/// The numbers of an accessor, `width` for each of its elements (SCALAR, VEC3, VEC4); integers that are normalized as
/// glTF says.
hf_status gltf_numbers(gltf_file *file, int accessor, int width, int *count, double **numbers);

#endif
