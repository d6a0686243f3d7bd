// Fibres as builder and model hold them: definitions, where they begin, and which bodies are their segments.

#ifndef HF_MODEL_FIBRE_MODEL_FIBRE_H
#define HF_MODEL_FIBRE_MODEL_FIBRE_H

#include "bodies/fibre/fibre.h"
#include "model/builder.h"

typedef struct model_fibre
{
    /// Counts, length and radius filled in; name and arrays owned. The curve is where it starts, at its vertices.
    hf_fibre_def def;

    /// Without arrays of its own in a builder.
    fibre rod;

    /// The first of its bodies.
    int body;

    /// The root follows this body, which has no velocities of its own, and stands there in its frame; -1: it floats.
    int holder;
    vec3 root_position;
    quat root_turn;

    /// q_count: where it starts.
    double *q;

    /// How far that is from the curve that was given [m].
    double fit;
} model_fibre;

/// Own coordinates beside those of the kernel: steps that are taken by Euler's implicit rule still.
enum
{
    FIBRE_EXTRA_Q = 1
};

/// Fills in the counts that a definition leaves to us.
void fibre_counts(hf_fibre_def *def);

/// Copies of what a builder holds; body_fibre ◄ the fibre of each body, -1 if it is none.
hf_status model_fibres_create(const hf_builder *builder, int body_count, int *fibre_count, model_fibre **fibres,
                              int **body_fibre, hf_error *error);
void model_fibres_destroy(int count, model_fibre *fibres, int *body_fibre);

/// Gives back what a builder holds.
void builder_fibres_destroy(hf_builder *builder);

#endif
