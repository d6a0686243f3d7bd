// What the builder collects: definitions in the order in which they came, each with copies of what it points to.

#ifndef HF_MODEL_BUILDER_H
#define HF_MODEL_BUILDER_H

#include "holdfast/mechanism.h"
#include "model/visual/model_visual.h"

/// A growing array of one type.
typedef struct growing
{
    void *items;
    size_t count, capacity;
} growing;

#define GROWING_AT(list, T, k) (((T *)(list).items) + (k))

/// A pair of shapes with friction of its own; shape[0] < shape[1].
typedef struct shape_pair
{
    int shape[2];
    int condim;
    hf_friction_coefficients friction;
    bool sticky;     // `adhesion` is its own; otherwise that of the shapes
    double adhesion; // [N]
} shape_pair;

struct hf_builder
{
    hf_settings settings;
    growing meshes;    // hf_mesh_def
    growing fields;    // hf_field_def
    growing bodies;    // hf_body_def; the first is the world
    growing shapes;    // hf_shape_def
    growing excludes;  // int[2], bodies
    growing pairs;     // shape_pair
    growing motions;   // model_motion (motion/model_motion.h)
    growing deforms;   // model_deform (motion/model_deform.h)
    growing chains;    // int[2]: first body, number of bodies of a chain of segments
    growing mounts;    // int[2]: a static body, and the one that it is mounted on
    growing joints;    // hf_joint_def
    growing sites;     // hf_site_def
    growing loops;     // hf_loop_def
    growing tendons;   // hf_tendon_def
    growing actuators; // hf_actuator_def
    growing keys;      // hf_key_def
    growing sensors;   // hf_sensor_def
    growing fibres;    // model_fibre (fibre/model_fibre.h)
    visual_lists visuals;
    int start; // of the keys, 0: none, k + 1: the k-th
};

/// Room for one more item of `size` bytes; NULL if memory is short. The count is raised by the caller when the item is
/// complete.
void *growing_next(growing *list, size_t size);

/// Gives back what we own but hand out as const.
void release(const void *owned);

/// Bodies first … first + count - 1 are segments of one fibre, each with one capsule that begins where the last one
/// ends: collision treats them as such (collide/chains/).
hf_status builder_add_chain(hf_builder *builder, int first, int count, hf_error *error);

/// A static body is mounted on another, or the world on itself: links that hang on one of those are one robot with all
/// of them, where they overlap at the start (world/overlap.c). Shapes of a world that is not mounted are scenery.
hf_status builder_add_mount(hf_builder *builder, int body, int on, hf_error *error);

/// Copies a definition whose only pointer is its name, which comes first (builder_mechanism.c).
hf_status builder_add_named(growing *list, const void *def, size_t size, int *index, hf_error *error);

/// Mechanisms' lists (builder_mechanism.c).
void mechanism_destroy(hf_builder *builder);

// Checks that definitions of all kinds share (builder_lists.c).
hf_status next_index(const growing *list, int *index, hf_error *error);
hf_status check_finite(const char *label, const char *field, const double *values, int count, hf_error *error);
hf_status check_turn(const char *label, const double *q, hf_error *error);
void normalize_turn(double *q);
hf_status check_condim(const char *label, int condim, hf_error *error);

/// Numbers of a definition that do not depend on what else there is; of a shape those of its surface.
hf_status joint_def_check(const char *label, const hf_joint_def *def, hf_error *error);
hf_status actuator_def_check(const char *label, const hf_actuator_def *def, hf_error *error);
hf_status shape_surface_check(const char *label, const hf_shape_def *def, hf_error *error);

/// A copy of a name; NULL stays NULL. False if memory is short.
bool name_copy(const char *name, const char **copy);

/// Gives a copied name back.
void name_release(const char *name);

/// "body 3 ('crate')": how messages name a thing. The text stands in `buffer`.
enum
{
    LABEL_SIZE = 96
};
const char *label_make(char buffer[LABEL_SIZE], const char *kind, int index, const char *name);

/// HF_STATUS_INVALID, naming the field, if a setting is out of its range.
hf_status settings_check(const hf_settings *settings, hf_error *error);

#endif
