// Meshes with keyframes, as builder and model hold them.

#ifndef HF_MODEL_MOTION_MODEL_DEFORM_H
#define HF_MODEL_MOTION_MODEL_DEFORM_H

#include "bodies/keyframes.h"
#include "collide/collide.h"
#include "model/builder.h"

/// Keys of one mesh.
typedef struct model_deform
{
    int mesh, vertex_count, key_count;
    double *times;
    double *vertices; // key by key, 3 × vertex_count each
    bool *rests;      // key_count - 1: nothing moves until the next key
} model_deform;

/// Copies of what a builder holds. What was made before memory ran short is given back by destroying it.
hf_status model_deforms_create(const hf_builder *builder, int *count, model_deform **deforms, hf_error *error);
void model_deforms_destroy(int count, model_deform *deforms);
void builder_deforms_destroy(hf_builder *builder);

/// deforming[mesh] ◄ boxes that the meshes never leave; the caller has zeroed it.
void model_deforms_bound(const hf_builder *builder, deforming_mesh *deforming);

/// Only shapes of kind MESH, on bodies that nothing pushes, have meshes that move.
hf_status model_deforms_check(const hf_builder *builder, hf_error *error);

/// vertices ◄ the mesh at time t; 3 × vertex_count.
void deform_at(const model_deform *deform, double t, double *vertices);

#endif
