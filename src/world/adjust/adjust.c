// Changes while a world runs (holdfast/world.h). The first one gives the world a variant of its model
// (model/variant/); every function that reads world->model sees it from then on.

#include "model/rows/loop_geometry.h"
#include "model/rows/transmission.h"
#include "model/variant/variant.h"
#include "world/world.h"

#include "base/error.h"
#include "linalg/vector.h"

#include <math.h>
#include <string.h>

const hf_model *hf_world_model(const hf_world *world)
{
    return world->model;
}

void hf_world_set_controller(hf_world *world, hf_controller controller, void *context)
{
    world->controller = controller;
    world->controller_context = context;
}

/// The world's own variant.
static hf_status own_model(hf_world *world, hf_model **own, hf_error *error)
{
    world->still = false;
    world->changes++;
    hf_status status = world->own ? HF_STATUS_OK : model_variant_create(world->model, &world->own, error);
    if (status == HF_STATUS_OK) world->model = world->own;
    *own = world->own;
    return status;
}

hf_status world_own_model(hf_world *world, hf_error *error)
{
    hf_model *own;
    return own_model(world, &own, error);
}

bool world_forget_changes(hf_world *world, const hf_model *model)
{
    hf_world_set_controller(world, NULL, NULL);
    world->still = false;
    world->changes++;
    if (!world->own) return true;
    if (!collide_refilter(model->scene, world->collide)) return false;
    world->model = model;
    model_variant_destroy(world->own);
    world->own = NULL;
    return true;
}

static hf_status check_number(const char *what, int index, int count, hf_error *error)
{
    if (index >= 0 && index < count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "there is no %s %d among %d", what, index, count);
}

static hf_status must_stay(const char *label, const char *field, hf_error *error)
{
    return error_set(error, HF_STATUS_INVALID, "%s: %s cannot change in a world; build another model", label, field);
}

// ---- shapes ----

static hf_status check_shape(const hf_model *model, const char *label, const hf_shape_def *now, const hf_shape_def *def,
                             hf_error *error)
{
    if (def->body != now->body) return must_stay(label, "body", error);
    if (def->kind != now->kind) return must_stay(label, "kind", error);
    if (def->mesh != now->mesh) return must_stay(label, "mesh", error);
    if (!vector_equal(3, def->size, now->size)) return must_stay(label, "size", error);
    if (!vector_equal(3, def->position, now->position)) return must_stay(label, "position", error);
    if (!vector_equal(4, def->orientation, now->orientation)) return must_stay(label, "orientation", error);
    if (def->swims != now->swims) return must_stay(label, "swims", error);
    hf_status status = shape_surface_check(label, def, error);
    if (status == HF_STATUS_OK) status = check_finite(label, "surface_velocity", def->surface_velocity, 6, error);
    if (status == HF_STATUS_OK && def->condim > 3 && !model->moments)
        status = error_set(error, HF_STATUS_UNSUPPORTED,
                           "%s: condim = %d: no contact of this model has moments; build one with a shape of condim %d",
                           label, def->condim, def->condim);
    if (status == HF_STATUS_OK && def->grip.rest > 1.0 && !model->grips)
        status = error_set(error, HF_STATUS_UNSUPPORTED,
                           "%s: grip.rest = %g: no friction of this model depends on speed; build one with a shape "
                           "whose does",
                           label, def->grip.rest);
    if (status == HF_STATUS_OK && v3_norm2(v3_load(def->grip.grain)) > 0.0 && !model->grains)
        status =
            error_set(error, HF_STATUS_UNSUPPORTED,
                      "%s: grip.grain: no shape of this model has a grain; build one with a shape that does", label);
    if (status == HF_STATUS_OK && def->adhesion != 0.0 && !model->adheres)
        status = error_set(error, HF_STATUS_UNSUPPORTED,
                           "%s: adhesion = %g N: nothing of this model adheres; build one with a shape that does",
                           label, def->adhesion);
    return status;
}

hf_status hf_world_set_shape(hf_world *world, int shape, const hf_shape_def *def, hf_error *error)
{
    char label[LABEL_SIZE];
    hf_model *own = NULL;
    hf_status status = check_number("shape", shape, collide_shape_count(world->model->scene), error);
    if (status != HF_STATUS_OK) return status;
    const hf_shape_def now = *collide_shape(world->model->scene, shape);
    status = check_shape(world->model, label_make(label, "shape", shape, now.name), &now, def, error);
    if (status == HF_STATUS_OK) status = own_model(world, &own, error);
    if (status != HF_STATUS_OK) return status;
    hf_shape_def next = *def;
    memcpy(next.color, now.color, sizeof next.color);
    collide_vary_shape(own->scene, shape, &next);
    if (def->category == now.category && def->mask == now.mask) return HF_STATUS_OK;
    if (!collide_refilter(own->scene, world->collide))
    {
        collide_vary_shape(own->scene, shape, &now);
        return error_no_memory(error);
    }
    world_mark_placed(world, def->body); // what it overlaps now that it collides was put there
    return HF_STATUS_OK;
}

hf_status hf_world_exclude(hf_world *world, int body_a, int body_b, bool exclude, hf_error *error)
{
    hf_model *own = NULL;
    int count = world->model->body_count;
    hf_status status = check_number("body", body_a, count, error);
    if (status == HF_STATUS_OK) status = check_number("body", body_b, count, error);
    if (status == HF_STATUS_OK && body_a == body_b)
        status = error_set(error, HF_STATUS_INVALID, "exclude: body %d from itself", body_a);
    if (status == HF_STATUS_OK) status = own_model(world, &own, error);
    if (status != HF_STATUS_OK) return status;
    int before, after;
    collide_excludes(own->scene, &before);
    if (!collide_vary_exclude(own->scene, body_a, body_b, exclude)) return error_no_memory(error);
    collide_excludes(own->scene, &after);
    if (before == after) return HF_STATUS_OK;
    if (!collide_refilter(own->scene, world->collide))
    {
        collide_vary_exclude(own->scene, body_a, body_b, !exclude); // its memory is still there
        return error_no_memory(error);
    }
    if (!exclude) world_mark_placed(world, body_a);
    if (!exclude) world_mark_placed(world, body_b);
    return HF_STATUS_OK;
}

// ---- bodies ----

hf_status hf_world_set_mass(hf_world *world, int body, double mass, hf_error *error)
{
    const hf_model *model = world->model;
    char label[LABEL_SIZE];
    hf_model *own = NULL;
    hf_status status = check_number("body", body, model->body_count, error);
    if (status != HF_STATUS_OK) return status;
    double now = model->bodies[body].mass;
    label_make(label, "body", body, model->bodies[body].name);
    if (!body_yields(model, body) || !(now > 0.0))
        return error_set(error, HF_STATUS_INVALID, "%s: %s, so that none can be set", label,
                         now > 0.0 ? "it does not move by forces" : "it has no mass");
    if (!(mass > 0.0) || isinf(mass) || isinf(1.0 / mass))
        return error_set(error, HF_STATUS_INVALID, "%s: mass = %g kg: must be finite and > 0", label, mass);
    const object_methods *kind = object_of_body(model, body);
    if (kind->fixed_masses)
        return error_set(error, HF_STATUS_UNSUPPORTED, "%s: masses of %s cannot change in a world; %s", label,
                         kind->fixed_masses, kind->instead_of_masses);
    status = own_model(world, &own, error);
    if (status != HF_STATUS_OK) return status;
    model_variant_mass(own, body, mass);
    double *momentum = world->state.momentum[body]; // its velocity stays
    for (int k = 0; k < 3; k++) momentum[k] *= mass / now;
    world_show(world);
    return HF_STATUS_OK;
}

// ---- joints ----

static hf_status check_joint(const hf_model *model, const char *label, const hf_joint_def *now, const hf_joint_def *def,
                             hf_error *error)
{
    if (def->body != now->body) return must_stay(label, "body", error);
    if (def->kind != now->kind) return must_stay(label, "kind", error);
    if (!vector_equal(3, def->position, now->position)) return must_stay(label, "position", error);
    if (!vector_equal(3, def->axis, now->axis)) return must_stay(label, "axis", error);
    if (def->reference != now->reference) return must_stay(label, "reference", error);
    if (!vector_equal(4, def->turn, now->turn)) return must_stay(label, "turn", error);
    if (def->prescribed != now->prescribed) return must_stay(label, "prescribed", error);
    if (def->armature != now->armature && model->settings.step.coordinates == HF_COORDINATES_MAXIMAL)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "%s: armature cannot change in maximal coordinates; take reduced ones", label);
    return joint_def_check(label, def, error);
}

hf_status hf_world_set_joint(hf_world *world, int joint, const hf_joint_def *def, hf_error *error)
{
    char label[LABEL_SIZE];
    hf_model *own = NULL;
    hf_status status = check_number("joint", joint, world->model->mechanism.joint_count, error);
    if (status != HF_STATUS_OK) return status;
    const hf_joint_def now = world->model->mechanism.joints[joint];
    status = check_joint(world->model, label_make(label, "joint", joint, now.name), &now, def, error);
    if (status == HF_STATUS_OK) status = own_model(world, &own, error);
    if (status != HF_STATUS_OK) return status;
    hf_joint_def *to = &own->mechanism.joints[joint];
    *to = *def;
    to->name = now.name;
    memcpy(to->spring_damper, now.spring_damper, sizeof to->spring_damper); // they were made stiffness and damping of
    to->has_initial = now.has_initial;
    to->initial = now.initial;
    to->initial_velocity = now.initial_velocity;
    status = world_check(own, &world->settings, error);
    if (status != HF_STATUS_OK) *to = now;
    else if (def->armature != now.armature) model_variant_armature(own, joint, def->armature);
    world_show(world);
    return status;
}

// ---- actuators ----

static hf_status check_actuator(const char *label, const hf_actuator_def *now, const hf_actuator_def *def,
                                hf_error *error)
{
    if (def->transmission != now->transmission) return must_stay(label, "transmission", error);
    if (def->target != now->target) return must_stay(label, "target", error);
    if (def->reference != now->reference) return must_stay(label, "reference", error);
    if (def->in_parent != now->in_parent) return must_stay(label, "in_parent", error);
    if (def->crank_length != now->crank_length) return must_stay(label, "crank_length", error);
    if (def->gain_kind != now->gain_kind) return must_stay(label, "gain_kind", error);
    if (def->bias_kind != now->bias_kind) return must_stay(label, "bias_kind", error);
    if (def->dynamics != now->dynamics) return must_stay(label, "dynamics", error);
    if (def->samples != now->samples) return must_stay(label, "samples", error);
    return actuator_def_check(label, def, error);
}

hf_status hf_world_set_actuator(hf_world *world, int actuator, const hf_actuator_def *def, hf_error *error)
{
    char label[LABEL_SIZE];
    hf_model *own = NULL;
    hf_status status = check_number("actuator", actuator, world->model->mechanism.actuator_count, error);
    if (status != HF_STATUS_OK) return status;
    const hf_actuator_def now = world->model->mechanism.actuators[actuator];
    status = check_actuator(label_make(label, "actuator", actuator, now.name), &now, def, error);
    if (status == HF_STATUS_OK) status = own_model(world, &own, error);
    if (status != HF_STATUS_OK) return status;
    hf_actuator_def *to = &own->mechanism.actuators[actuator];
    *to = *def;
    to->name = now.name;
    to->control = now.control;
    to->activation = now.activation;
    to->damping_ratio = now.damping_ratio; // the bias was made of it
    return HF_STATUS_OK;
}

// ---- loops ----

static hf_status check_switch(const hf_world *world, int loop, bool active, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    char label[LABEL_SIZE];
    hf_status status = check_number("loop", loop, m->loop_count, error);
    if (status != HF_STATUS_OK || m->loops[loop].active == active || !m->loop_primary[loop]) return status;
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "%s is one of the equations of the bodies that it joins; build the model with separate_loops, or "
                     "with the loop switched off, to switch it in a world",
                     label_make(label, "loop", loop, m->loops[loop].name));
}

hf_status hf_world_set_loop(hf_world *world, int loop, bool active, hf_error *error)
{
    hf_model *own = NULL;
    hf_status status = check_switch(world, loop, active, error);
    if (status != HF_STATUS_OK || world->model->mechanism.loops[loop].active == active) return status;
    status = own_model(world, &own, error);
    if (status == HF_STATUS_OK) own->mechanism.loops[loop].active = active;
    return status;
}

hf_status hf_world_attach(hf_world *world, int loop, hf_error *error)
{
    hf_model *own = NULL;
    char label[LABEL_SIZE];
    hf_status status = check_number("loop", loop, world->model->mechanism.loop_count, error);
    if (status != HF_STATUS_OK) return status;
    const hf_loop_def *now = &world->model->mechanism.loops[loop];
    label_make(label, "loop", loop, now->name);
    if (now->kind != HF_LOOP_CONNECT && now->kind != HF_LOOP_WELD)
        return error_set(error, HF_STATUS_INVALID, "%s: a %s does not attach; a connect or a weld does", label,
                         hf_loop_kind_name(now->kind));
    if (world->model->mechanism.loop_primary[loop]) return check_switch(world, loop, !now->active, error);
    status = own_model(world, &own, error);
    if (status != HF_STATUS_OK) return status;
    hf_loop_def *def = &own->mechanism.loops[loop];
    const configuration at = world_configuration(world);
    loop_side side[2];
    vec3 origin;
    quat turn;
    loop_sides(&at, def, side);
    configuration_frame(&at, def->body_b, &origin, &turn);
    v3_store(def->point_b, quat_rotate_back(turn, v3_sub(side[0].point, origin)));
    quat_store(def->orientation, quat_normalize(quat_multiply(quat_conjugate(side[0].turn), side[1].turn)));
    def->active = true;
    return HF_STATUS_OK;
}
