// A planar scene as it is collected, and how it becomes bodies and joints.

#ifndef HF_SCENE_PLANAR_PLANAR_H
#define HF_SCENE_PLANAR_PLANAR_H

#include "holdfast/planar.h"

#include "linalg/quat.h"
#include "model/builder.h"
#include "scene/planar/parts.h"

typedef struct planar_body_item
{
    hf_planar_body_def def; // name owned
    polygon_moments sum;    // of its shapes, in the body's frame
    double low[2], high[2]; // box of its shapes there; low > high: it has none

    // Where it is in the builder, and how it hangs there.
    int index;
    int joint;  // of the planar scene, that it hangs on; -1: none
    int parent; // body of the planar scene, -1: it hangs on nothing
    bool base;  // others hang on it
} planar_body_item;

typedef struct planar_shape_item
{
    hf_planar_shape_def def; // name owned; points are not kept
    polygon_part *parts;     // of polygons, owned
    int part_count;
    double ends[2][2]; // of discs and capsules
} planar_shape_item;

typedef struct planar_joint_item
{
    hf_planar_joint_def def; // name owned
    int index;               // in the builder; -1: it closes a loop
    bool driven;             // a gear or motor acts on it
} planar_joint_item;

struct hf_planar
{
    hf_planar_def def;
    vec3 e1, e2, n;
    quat turn; // from the axes of the plane to those of the world
    growing bodies, shapes, joints, gears, motors, springs;
    bool built;
};

static inline planar_body_item *planar_body_at(const hf_planar *p, int k)
{
    return GROWING_AT(p->bodies, planar_body_item, k);
}

static inline planar_joint_item *planar_joint_at(const hf_planar *p, int k)
{
    return GROWING_AT(p->joints, planar_joint_item, k);
}

/// The point of the world, `level` depths in front of the plane.
vec3 planar_point(const hf_planar *p, double x, double y, double level);

/// x, y turned by an angle.
void planar_turn(double angle, const double x[2], double out[2]);

/// A point of the plane in the frame of a body at time 0, and in the builder's frame of it.
void planar_local(const hf_planar *p, int body, const double at[2], double out[2]);

/// Finds which joints make trees: `parent` and `joint` of bodies, `order` of bodies such that parents come first.
hf_status planar_find_trees(hf_planar *p, int *order, hf_error *error);

hf_status planar_build_joint(hf_planar *p, int joint, int child, hf_builder *builder, hf_error *error);
hf_status planar_build_loops(hf_planar *p, hf_builder *builder, hf_error *error);
hf_status planar_build_drives(hf_planar *p, hf_builder *builder, hf_error *error);

/// The velocity that a body's centre of mass has at time 0 is that of its definition; that of another point of it.
void planar_velocity(const hf_planar *p, int body, const double at[2], double v[2]);

/// Centre of mass in the body's frame.
void planar_center(const planar_body_item *body, double center[2]);

#endif
