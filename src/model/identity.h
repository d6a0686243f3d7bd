// What a model is, in a few numbers: everything that its motion depends on, part by part, so that a state is not
// continued in another model.

#ifndef HF_MODEL_IDENTITY_H
#define HF_MODEL_IDENTITY_H

#include "model/model.h"

typedef enum identity_part
{
    IDENTITY_GRAVITY = 0,
    IDENTITY_MEDIUM, // density, viscosity, wind
    IDENTITY_COORDINATES,
    IDENTITY_BODIES,
    IDENTITY_SHAPES,
    IDENTITY_MESHES, // and height fields
    IDENTITY_PAIRS,  // that do not collide, or have a friction of their own
    IDENTITY_JOINTS,
    IDENTITY_SITES,
    IDENTITY_LOOPS,
    IDENTITY_TENDONS,
    IDENTITY_ACTUATORS,
    IDENTITY_PARTS,
} identity_part;

typedef struct model_identity
{
    uint64_t part[IDENTITY_PARTS];
} model_identity;

model_identity model_identify(const hf_model *model);

/// The names of the parts in which two models differ, "joints, actuators", in `text`; false if there are none.
bool identity_differ(const model_identity *a, const model_identity *b, char *text, size_t size);

#endif
