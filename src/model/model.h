// The model as the rooms see it.

#ifndef HF_MODEL_MODEL_H
#define HF_MODEL_MODEL_H

#include "holdfast/model.h"

#include "bodies/fluid.h"
#include "bodies/rigid.h"
#include "collide/collide.h"
#include "model/builder.h"
#include "model/constraint_tree/constraint_tree.h"
#include "model/deformable/model_deformable.h"
#include "model/fibre/model_fibre.h"
#include "model/mechanism.h"
#include "model/motion/model_deform.h"
#include "model/motion/model_motion.h"
#include "model/object.h"

/// Compiled from a builder; const. Arrays are owned.
struct hf_model
{
    hf_settings settings;
    int body_count;
    hf_body_def *bodies;    // mass, center and inertia filled in; names owned
    rigid_constants *rigid; // body_count: inverse mass, principal axes
    int *weld;            // body_count: the first of the bodies that are fixed to each other; of static ones the world
    int *mount;           // body_count: the first of the static bodies that are mounted on each other; -1 of all others
    double *radius;       // body_count: farthest point of its shapes from the centre of mass [m]; INFINITY of planes
    double *thickness;    // body_count: smallest half extent of its shapes [m]; INFINITY if it has none
    collide_scene *scene; // shapes, meshes, fields, hulls, pair filter
    fluid_ellipsoid *swimmers; // of shapes that swim, body by body
    int *swimmer_begin;        // body_count + 1; NULL if there are none
    int pair_count;
    shape_pair *pairs;   // with friction of their own, ascending
    bool moments;        // some contacts may have torsional or rolling friction
    bool adheres;        // some contacts may be pulled together
    bool grips;          // friction of some shapes depends on speed or direction
    bool grains;         // of some on direction
    int start;           // keyframe, or -1
    mechanism mechanism; // joints, trees, loops, tendons, actuators
    int fibre_count;
    model_fibre *fibres;
    int *body_fibre; // body_count: -1 of what is no segment of a fibre
    int motion_count;
    model_motion *motions; // keyframes
    int *body_motion;      // body_count: which of them moves a body, -1: none
    int deform_count;
    model_deform *deforms; // keyframes of meshes
    visual_lists visuals;

    int deformable_count;
    model_deformable *forms; // bodies that change their shape
    int *body_deformable;    // body_count: -1 of others; NULL if there are none
    int *body_strain; // body_count: row of its rate of strain in arrays of velocities, -1 of what is stiff; or NULL
    int twist_count;  // rows of arrays of velocities: body_count, and one for each that is not stiff

    int constraint_tree_count;
    constraint_tree_set *constraint_trees; // free bodies that loops join
    int *body_constraint_tree;             // body_count: -1 if it is in none

    int object_count, dof_count;
    model_object *objects; // free bodies, trees and fibres, in the order of their first bodies
    int *chain;            // body_count: number of the fibre that it is a segment of, -1: none
    int *body_object;      // body_count: -1 of what has no velocities of its own
    int own_q_count;       // own coordinates of all objects: those of trees first
    int own_v_count;       // own velocities, likewise
    int *dof_object;       // own_v_count: the object of an own velocity
    body_state *initial;   // body_count: links where the joints start, loops closed
    double *initial_q;     // own_q_count
};

/// What contacts of two shapes are like.
typedef struct contact_surface
{
    int condim;
    hf_friction_coefficients friction; // 0 where condim is 1
    double restitution;
    double adhesion;       // [N]
    double adhesion_range; // [m]
} contact_surface;

/// holdfast/model.h: the larger of the two, each number by itself, unless priorities differ or the pair has its own.
contact_surface model_surface(const hf_model *model, int shape_a, int shape_b);

/// What of friction between two shapes depends on speed and direction (holdfast/model.h: hf_grip).
typedef struct contact_grip
{
    double rest, speed;
    const hf_shape_def *grain; // the shape whose grain decides; NULL: none
} contact_grip;

contact_grip model_grip(const hf_model *model, int shape_a, int shape_b);

/// Whether a step has more to do than free bodies and contacts.
static inline bool model_has_rows(const hf_model *model)
{
    const mechanism *m = &model->mechanism;
    return model->fibre_count > 0 || model->deformable_count > 0 || m->tree_count > 0 || m->loop_count > 0 ||
           m->actuator_count > 0 || m->tendon_count > 0;
}

/// The root of a fibre with the velocity of what holds it; of one that floats it says nothing.
fibre_root fibre_root_of(const configuration *at, const model_fibre *f);

/// Whether joints keep links in the planes that these are said to stay in.
hf_status model_check_planes(const hf_model *model, hf_error *error);

/// Makes the articulated trees and lists the objects.
hf_status model_trees_create(hf_model *model, hf_error *error);

/// What definitions leave to the configuration with all joints at their references.
hf_status model_reference(hf_model *model, hf_error *error);

/// Ellipsoids of the shapes that swim (passive/fluid_ellipsoids.c).
hf_status model_fluid_ellipsoids(hf_model *model, hf_error *error);

/// Adds what the medium does to a body with such shapes, whose centre of mass moves at v.
void fluid_ellipsoids_force(const hf_model *model, const configuration *at, int body, vec3 v, vec3 w,
                            const hf_settings *medium, vec3 *force, vec3 *torque);

/// All of hf_model_build but for loops, which are closed by a world (world/step_mechanism.c).
hf_status model_compile(const hf_builder *builder, hf_model **model, hf_error *error);

#endif
