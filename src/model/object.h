// Objects: what has velocities of its own. A free body that is no one's parent is one (six velocities), a tree of links is one: with the velocities
// of its joints (articulated), or with six of each body and joints as constraints (tree).
//
// What rows need of an object stands in a table by kind (objects.c):
//
//     dofs      which of its velocities move a body
//     point     adds to H the velocity along d of a point of one of its bodies
//     turn      adds the angular velocity along d
//     joint     adds a joint's velocity
//     half      from H to a row h and g with  h gᵀ = H M̂⁻¹ Hᵀ,  and likewise between any two rows
//     respond   the change of velocities that impulses make, from z = Σ g r
//
// Of a rigid body h = H, g = M⁻¹Hᵀ and the response is z itself. Of an articulated tree h = L⁻ᵀHᵀ and g = D⁻¹h, where M̂ = Lᵀ D L (articulated.h): these
// have entries on the branch alone, and the response is L⁻¹z. Of a tree in maximal coordinates g = h (tree.h, "half rows").

#ifndef HF_MODEL_OBJECT_H
#define HF_MODEL_OBJECT_H

#include "bodies/articulated/articulated.h"
#include "bodies/maximal/maximal.h"
#include "bodies/rigid.h"
#include "model/mechanism.h"

typedef enum object_kind
{
    OBJECT_RIGID = 0,
    OBJECT_REDUCED,
    OBJECT_MAXIMAL, // the same in maximal coordinates
    OBJECT_KIND_COUNT,
} object_kind;

typedef struct model_object
{
    object_kind kind;
    int index;          // of the body, or of the tree
    int dof, dof_count; // its velocities among those of all objects; of a tree: the places of its half vectors
} model_object;

/// Where everything stands at one moment: what rows and gaps are computed from.
typedef struct configuration
{
    const hf_model *model;
    rigid_state *bodies;         // body_count; velocities do not count
    double *q;                   // of all trees
    articulated_scratch **trees; // kinematics of this configuration; NULL where no H is wanted
} configuration;

/// Position and orientation of a body's frame.
void configuration_frame(const configuration *at, int body, vec3 *position, quat *orientation);

/// Writes centres and orientations of a tree's links, from its kinematics.
void configuration_take_links(const configuration *at, int tree);

/// Their velocities, after articulated_velocities: of centres of mass in v, angular in L.
void configuration_take_velocities(const configuration *at, int tree);

/// Kinematics of a tree at at->q, with its base where at->bodies has it; then configuration_take_links.
void configuration_pose_tree(const configuration *at, int tree);

/// The pose of the body that a tree hangs on; velocities are zero.
articulated_base configuration_base(const configuration *at, int tree);

/// The inverse mass of all objects.
typedef struct inverse_mass
{
    const hf_model *model;
    double (*inverse)[9];        // body_count: of rigid bodies, in world axes
    articulated_scratch **trees; // factored
    maximal_scratch **maximal;   // factored: of trees in maximal coordinates
} inverse_mass;

/// Velocities of the object that move `body`, ascending, counted from the object's first; room for dof_count. Returns how many.
int object_dofs(const hf_model *model, int body, int *dofs);

/// H[dof] += scale · (velocity along d of the point at `arm` from the centre of mass). H is dense over the object's velocities; `dofs` and `row` are
/// scratch of as many.
void object_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs, double *row);
void object_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row);

/// The same of a joint's velocity, given by its place among those of all trees.
int object_joint_dofs(const hf_model *model, int place_v, int *dofs);
void object_joint(const configuration *at, int place_v, double scale, double *H);

/// From `count` entries H at dofs to h, g at out; returns how many there are (at most dof_count).
int object_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out, double *h,
                double *g);

/// dv ◄ what z = Σ g r does to the object's velocities; may be in place.
void object_respond(const inverse_mass *mass, int object, const double *z, double *dv);

// ---- trees in maximal coordinates (object_tree.c) ----

int object_tree_dofs(const hf_model *model, int body, int *dofs);
void object_tree_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                       double *row);
void object_tree_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row);
int object_tree_joint_dofs(const hf_model *model, int place_v, int *dofs);
void object_tree_joint(const configuration *at, int place_v, double scale, double *H);
int object_tree_half(const inverse_mass *mass, int tree, int count, const int *dofs, const double *H, int *out,
                     double *h, double *g);
void object_tree_respond(const inverse_mass *mass, int tree, const double *z, double *dv);

/// The centre of mass of the unit that a body belongs to.
vec3 object_tree_center(const configuration *at, int tree, int unit);

#endif
