// A model with numbers of its own: shares everything with the model that it was made of but definitions that a world
// may change while it runs (holdfast/world.h), with what was compiled from them.

#ifndef HF_MODEL_VARIANT_VARIANT_H
#define HF_MODEL_VARIANT_VARIANT_H

#include "model/model.h"

/// Equal at first. `model` must outlive it.
hf_status model_variant_create(const hf_model *model, hf_model **variant, hf_error *error);
void model_variant_destroy(hf_model *variant);

/// Inertia in proportion; the caller has seen that it can be done.
void model_variant_mass(hf_model *variant, int body, double mass);

/// Equal again to the model that it was made of, with the changes that this has had meanwhile.
void model_variant_refresh(hf_model *variant, const hf_model *model);

/// What follows from a body's inertia and centre, which have been changed in its definition. INVALID if no body has
/// these: then nothing else has changed.
hf_status model_variant_inertia(hf_model *variant, int body, hf_error *error);

/// Rotor inertia of a joint, in reduced coordinates.
void model_variant_armature(hf_model *variant, int joint, double armature);

#endif
