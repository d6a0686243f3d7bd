// The model as the rooms see it.

#ifndef HF_WORLD_MODEL_H
#define HF_WORLD_MODEL_H

#include "holdfast/model.h"

#include "bodies/rigid.h"
#include "collide/collide.h"
#include "world/builder.h"
#include "world/mechanism.h"

/// Compiled from a builder; const. Arrays are owned.
struct hf_model
{
    hf_settings settings;
    int body_count;
    hf_body_def *bodies;    // mass, center and inertia filled in; names owned
    rigid_constants *rigid; // body_count: inverse mass, principal axes
    int *weld;            // body_count: the first of the bodies that are fixed to each other; of static ones the world
    double *radius;       // body_count: farthest point of its shapes from the centre of mass [m]; INFINITY of planes
    double *thickness;    // body_count: smallest half extent of its shapes [m]; INFINITY if it has none
    collide_scene *scene; // shapes, meshes, fields, hulls, pair filter
    int pair_count;
    shape_pair *pairs;   // with friction of their own, ascending
    int start;           // keyframe, or -1
    mechanism mechanism; // joints, trees, loops, tendons, actuators
};

/// Friction and restitution between two shapes (holdfast/model.h: the larger of the two, unless priorities differ or the pair has its own).
void model_surface(const hf_model *model, int shape_a, int shape_b, double *mu, double *restitution);

#endif
