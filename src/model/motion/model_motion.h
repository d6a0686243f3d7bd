// Keyframes as builder and model hold them.

#ifndef HF_MODEL_MOTION_MODEL_MOTION_H
#define HF_MODEL_MOTION_MODEL_MOTION_H

#include "bodies/keyframes.h"
#include "model/builder.h"

/// Keys of one body.
typedef struct model_motion
{
    int body;
    keyframes keys;
} model_motion;

/// motions ◄ copies of what a builder holds; body_motion ◄ which of them moves each body, -1: none.
hf_status model_motions_create(const hf_builder *builder, int body_count, int *count, model_motion **motions,
                               int **body_motion, hf_error *error);
void model_motions_destroy(int count, model_motion *motions, int *body_motion);

/// Gives back what a builder holds.
void builder_motions_destroy(hf_builder *builder);

/// Where a prescribed body is at time t, by its keys or by its definition: pose of its frame, and velocities.
void model_prescribed(const hf_model *model, int body, double t, body_state *s);

#endif
