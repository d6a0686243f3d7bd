// Keyframes from files.

#ifndef HF_SCENE_MOTION_MOTION_KEYS_H
#define HF_SCENE_MOTION_MOTION_KEYS_H

#include "holdfast/scene.h"

struct hf_motion_keys
{
    hf_workspace *arena; // holds all that follows
    int count;
    double *times;
    double *positions;    // 3 for each
    double *orientations; // 4 for each, or NULL
};

/// A table. FORMAT and INVALID name file and line. (motion_csv.c)
hf_status motion_read_csv(const char *path, hf_motion_keys *keys, hf_error *error);

/// An animated node of a glTF file: its name, or NULL for the only one; the animation's name, or NULL for the first.
/// (motion_gltf.c)
hf_status motion_read_gltf(const char *path, const char *node, const char *animation, hf_motion_keys *keys,
                           hf_error *error);

#endif
