// What the builder collects: definitions in the order in which they came, each with copies of what it points to.

#ifndef HF_WORLD_BUILDER_H
#define HF_WORLD_BUILDER_H

#include "holdfast/model.h"

/// A growing array of one type.
typedef struct growing
{
    void *items;
    size_t count, capacity;
} growing;

#define GROWING_AT(list, T, k) (((T *)(list).items) + (k))

/// A pair of shapes with a friction coefficient of its own; shape[0] < shape[1].
typedef struct shape_pair
{
    int shape[2];
    double friction;
} shape_pair;

struct hf_builder
{
    hf_settings settings;
    growing meshes;   // hf_mesh_def
    growing fields;   // hf_field_def
    growing bodies;   // hf_body_def; the first is the world
    growing shapes;   // hf_shape_def
    growing excludes; // int[2], bodies
    growing pairs;    // shape_pair
};

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
