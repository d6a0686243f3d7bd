// The model as the rooms see it.

#ifndef HF_WORLD_MODEL_H
#define HF_WORLD_MODEL_H

#include "holdfast/model.h"

#include "bodies/rigid.h"
#include "collide/collide.h"

/// Compiled from a builder; const. Arrays are owned.
struct hf_model
{
    hf_settings settings;
    int body_count;
    hf_body_def *bodies;    // mass, center and inertia filled in; names owned
    rigid_constants *rigid; // body_count: inverse mass, principal axes
    collide_scene *scene;   // shapes, meshes, fields, hulls, pair filter
};

#endif
