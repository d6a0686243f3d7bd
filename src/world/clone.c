// A world as it stands, once more: its state, settings and changes, and what it shows of its last step.
//
// What it has computed and can compute again stays behind, so that a clone costs little more than a new world: the
// contact problem of the last step, energies, what detection remembers.

#include "world/world.h"

#include "model/variant/variant.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/// What the last step left to be looked at. False if memory is short.
static bool copy_shown(const hf_world *from, hf_world *to)
{
    size_t contacts = (size_t)from->contact_count;
    if (contacts > 0)
    {
        to->contacts = memory_copy(from->contacts, contacts, sizeof *from->contacts);
        if (!to->contacts) return false;
        to->contact_count = to->contact_capacity = from->contact_count;
    }
    to->stepped = from->stepped;
    size_t actuators = (size_t)from->model->mechanism.actuator_count;
    if (actuators > 0) memcpy(to->actuator_force, from->actuator_force, actuators * sizeof *to->actuator_force);
    if (from->adhesion) memcpy(to->adhesion, from->adhesion, (size_t)from->model->body_count * sizeof *to->adhesion);
    return true;
}

hf_status hf_world_clone(const hf_world *world, hf_world **clone, hf_error *error)
{
    hf_model *own = NULL;
    hf_status status = HF_STATUS_OK;
    *clone = NULL;
    if (world->own) status = model_variant_create(world->own, &own, error);
    if (status == HF_STATUS_OK) status = world_create_unseen(own ? own : world->model, clone, error);
    if (status != HF_STATUS_OK)
    {
        model_variant_destroy(own);
        return status;
    }
    hf_world *w = *clone;
    w->own = own;
    status = hf_world_set_settings(w, &world->settings, error);
    const hf_model *model = world->model;
    bool copied = state_copy(model, &world->state, &w->state) && state_copy(model, &world->backup, &w->backup) &&
                  copy_shown(world, w);
    if (status == HF_STATUS_OK && !copied) status = error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        world_show(w);
        return HF_STATUS_OK;
    }
    hf_world_destroy(w);
    *clone = NULL;
    return status;
}
