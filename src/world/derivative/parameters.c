// Parameters by kind: what each belongs to, reading it, changing it in a world.

#include "world/derivative/derivative.h"

#include "model/variant/variant.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

/// What `index` counts.
typedef enum parameter_owner
{
    OF_SHAPE,
    OF_PAIR,
    OF_BODY,
    OF_JOINT,
    OF_ACTUATOR,
    OF_WORLD
} parameter_owner;

typedef struct parameter_row
{
    const char *name;
    parameter_owner owner;
    int elements;
    double least; // 0: it is >= 0; -INFINITY: any number
} parameter_row;

static const parameter_row rows[HF_PARAMETER_KIND_COUNT] = {
    [HF_PARAMETER_FRICTION] = {"friction", OF_SHAPE, 1, 0.0},
    [HF_PARAMETER_RESTITUTION] = {"restitution", OF_SHAPE, 1, 0.0},
    [HF_PARAMETER_SIZE] = {"size", OF_SHAPE, 3, 0.0},
    [HF_PARAMETER_PAIR_FRICTION] = {"pair_friction", OF_PAIR, 0, 0.0},
    [HF_PARAMETER_MASS] = {"mass", OF_BODY, 1, 0.0},
    [HF_PARAMETER_INERTIA] = {"inertia", OF_BODY, 6, -INFINITY},
    [HF_PARAMETER_CENTER] = {"center", OF_BODY, 3, -INFINITY},
    [HF_PARAMETER_STIFFNESS] = {"stiffness", OF_JOINT, 1, 0.0},
    [HF_PARAMETER_DAMPING] = {"damping", OF_JOINT, 1, 0.0},
    [HF_PARAMETER_ARMATURE] = {"armature", OF_JOINT, 1, 0.0},
    [HF_PARAMETER_JOINT_FRICTION] = {"joint_friction", OF_JOINT, 1, 0.0},
    [HF_PARAMETER_SPRING] = {"spring", OF_JOINT, 1, -INFINITY},
    [HF_PARAMETER_GAIN] = {"gain", OF_ACTUATOR, HF_GAIN_PARAMETERS, -INFINITY},
    [HF_PARAMETER_BIAS] = {"bias", OF_ACTUATOR, HF_GAIN_PARAMETERS, -INFINITY},
    [HF_PARAMETER_GRAVITY] = {"gravity", OF_WORLD, 3, -INFINITY},
};

const char *hf_parameter_kind_name(hf_parameter_kind kind)
{
    return (int)kind >= 0 && kind < HF_PARAMETER_KIND_COUNT ? rows[kind].name : "unknown";
}

// ---- checking ----

static int pair_of(const hf_model *model, const hf_parameter *p)
{
    int a = p->index < p->element ? p->index : p->element, b = p->index < p->element ? p->element : p->index;
    for (int k = 0; k < model->pair_count; k++)
        if (model->pairs[k].shape[0] == a && model->pairs[k].shape[1] == b) return k;
    return -1;
}

static hf_status check_range(const hf_parameter *p, const char *what, int count, hf_error *error)
{
    const char *name = rows[p->kind].name;
    if (p->index < 0 || p->index >= count)
        return error_set(error, HF_STATUS_INVALID, "parameter %s: there is no %s %d among %d; name one of them", name,
                         what, p->index, count);
    if (p->kind != HF_PARAMETER_PAIR_FRICTION && (p->element < 0 || p->element >= rows[p->kind].elements))
        return error_set(error, HF_STATUS_INVALID, "parameter %s of %s %d: element = %d: must be 0 … %d", name, what,
                         p->index, p->element, rows[p->kind].elements - 1);
    return HF_STATUS_OK;
}

static hf_status check_size(const hf_model *model, const hf_parameter *p, hf_error *error)
{
    const int counts[HF_SHAPE_KIND_COUNT] = {[HF_SHAPE_SPHERE] = 1,
                                             [HF_SHAPE_CAPSULE] = 2,
                                             [HF_SHAPE_BOX] = 3,
                                             [HF_SHAPE_CYLINDER] = 2,
                                             [HF_SHAPE_ELLIPSOID] = 3};
    const hf_shape_def *def = collide_shape(model->scene, p->index);
    if (p->element >= counts[def->kind])
        return error_set(error, HF_STATUS_INVALID,
                         "parameter size of shape %d: element = %d: a shape of its kind has %d sizes; planes, hulls, "
                         "meshes and fields have none",
                         p->index, p->element, counts[def->kind]);
    if (model->body_deformable && model->body_deformable[def->body] >= 0)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "parameter size of shape %d: its body changes its shape; build another model", p->index);
    return HF_STATUS_OK;
}

static hf_status check_mass(const hf_model *model, const hf_parameter *p, hf_error *error)
{
    char label[LABEL_SIZE];
    const hf_body_def *def = &model->bodies[p->index];
    label_make(label, "body", p->index, def->name);
    if (!body_yields(model, p->index) || !(def->mass > 0.0))
        return error_set(error, HF_STATUS_INVALID, "parameter %s of %s: %s; name a body that moves by forces",
                         rows[p->kind].name, label, def->mass > 0.0 ? "it does not move by forces" : "it has no mass");
    const object_methods *kind = object_of_body(model, p->index);
    if (kind->fixed_masses)
        return error_set(error, HF_STATUS_UNSUPPORTED, "parameter %s of %s: masses of %s cannot change in a world; %s",
                         rows[p->kind].name, label, kind->fixed_masses, kind->instead_of_masses);
    if (p->kind != HF_PARAMETER_MASS && kind->q_size != 7)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "parameter %s of %s: known of bodies that move in space; take the mass", rows[p->kind].name,
                         label);
    return HF_STATUS_OK;
}

hf_status parameter_check(const hf_model *model, const hf_parameter *p, hf_error *error)
{
    if ((int)p->kind < 0 || p->kind >= HF_PARAMETER_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "parameter: kind %d is none; see hf_parameter_kind", (int)p->kind);
    const mechanism *m = &model->mechanism;
    switch (rows[p->kind].owner)
    {
    case OF_SHAPE: TRY(check_range(p, "shape", collide_shape_count(model->scene), error)); break;
    case OF_BODY: TRY(check_range(p, "body", model->body_count, error)); return check_mass(model, p, error);
    case OF_JOINT: TRY(check_range(p, "joint", m->joint_count, error)); break;
    case OF_ACTUATOR: TRY(check_range(p, "actuator", m->actuator_count, error)); break;
    case OF_WORLD: TRY(check_range(p, "world", 1, error)); break;
    case OF_PAIR:
        if (pair_of(model, p) >= 0) break;
        return error_set(error, HF_STATUS_INVALID,
                         "parameter pair_friction: shapes %d and %d are no pair with a coefficient of its own; name "
                         "one, or take friction of a shape",
                         p->index, p->element);
    }
    if (p->kind == HF_PARAMETER_SIZE) return check_size(model, p, error);
    if (p->kind == HF_PARAMETER_ARMATURE && model->settings.step.coordinates == HF_COORDINATES_MAXIMAL)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "parameter armature: it cannot change in maximal coordinates; take reduced ones");
    return HF_STATUS_OK;
}

// ---- reading ----

/// The number in a model or in settings that a parameter is; definitions are what all else follows from.
static double *place_in(hf_model *model, hf_settings *settings, const hf_parameter *p)
{
    const mechanism *m = &model->mechanism;
    hf_shape_def *shape = rows[p->kind].owner == OF_SHAPE ? collide_vary_at(model->scene, p->index) : NULL;
    hf_joint_def *joint = rows[p->kind].owner == OF_JOINT ? &m->joints[p->index] : NULL;
    switch (p->kind)
    {
    case HF_PARAMETER_FRICTION: return &shape->friction;
    case HF_PARAMETER_RESTITUTION: return &shape->restitution;
    case HF_PARAMETER_SIZE: return &shape->size[p->element];
    case HF_PARAMETER_PAIR_FRICTION: return &model->pairs[pair_of(model, p)].friction.tangent[0];
    case HF_PARAMETER_MASS: return &model->bodies[p->index].mass;
    case HF_PARAMETER_INERTIA: return &model->bodies[p->index].inertia[p->element];
    case HF_PARAMETER_CENTER: return &model->bodies[p->index].center[p->element];
    case HF_PARAMETER_STIFFNESS: return &joint->stiffness;
    case HF_PARAMETER_DAMPING: return &joint->damping;
    case HF_PARAMETER_ARMATURE: return &joint->armature;
    case HF_PARAMETER_JOINT_FRICTION: return &joint->friction;
    case HF_PARAMETER_SPRING: return &joint->spring;
    case HF_PARAMETER_GAIN: return &m->actuators[p->index].gain[p->element];
    case HF_PARAMETER_BIAS: return &m->actuators[p->index].bias[p->element];
    default: return &settings->physics.gravity[p->element];
    }
}

double *parameter_place(hf_model *model, const hf_parameter *p)
{
    return place_in(model, NULL, p);
}

double parameter_value(const hf_world *world, const hf_parameter *p)
{
    hf_settings settings = world->settings;
    return *place_in((hf_model *)(uintptr_t)world->model, &settings, p); // read, not written
}

hf_status hf_world_parameter(const hf_world *world, const hf_parameter *parameter, double *value, hf_error *error)
{
    TRY(parameter_check(world->model, parameter, error));
    *value = parameter_value(world, parameter);
    return HF_STATUS_OK;
}

// ---- changing ----

hf_status parameter_put(hf_world *world, const hf_parameter *p, double value, hf_error *error)
{
    hf_model *own = world->own;
    if (p->kind == HF_PARAMETER_GRAVITY)
    {
        world->settings.physics.gravity[p->element] = value;
        world->still = world->energy_known = false;
        return HF_STATUS_OK;
    }
    double *place = place_in(own, NULL, p);
    switch (p->kind)
    {
    case HF_PARAMETER_MASS:
    {
        double *momentum = world->state.momentum[p->index], now = *place; // its velocity stays
        model_variant_mass(own, p->index, value);
        for (int k = 0; k < 3; k++) momentum[k] *= value / now;
        break;
    }
    case HF_PARAMETER_INERTIA:
    case HF_PARAMETER_CENTER:
    {
        double before = *place;
        *place = value;
        hf_status status = model_variant_inertia(own, p->index, error);
        if (status != HF_STATUS_OK) *place = before;
        if (status != HF_STATUS_OK) return status;
        derivative_probe_place(world, world->view_q, world->view_v); // its frame stays, not its centre
        break;
    }
    case HF_PARAMETER_ARMATURE:
        *place = value;
        model_variant_armature(own, p->index, value);
        break;
    case HF_PARAMETER_SIZE:
        *place = value;
        collide_vary_size(own->scene, p->index);
        break;
    case HF_PARAMETER_PAIR_FRICTION: place[1] = place[0] = value; break;
    default: *place = value; break;
    }
    world_show(world);
    return HF_STATUS_OK;
}

hf_status hf_world_set_parameter(hf_world *world, const hf_parameter *p, double value, hf_error *error)
{
    TRY(parameter_check(world->model, p, error));
    double most = p->kind == HF_PARAMETER_RESTITUTION ? 1.0 : INFINITY;
    bool above = p->kind == HF_PARAMETER_SIZE || p->kind == HF_PARAMETER_MASS;
    if (!isfinite(value) || value < rows[p->kind].least || value > most || (above && !(value > 0.0)))
        return error_set(error, HF_STATUS_INVALID, "parameter %s %d: %g: must be finite%s", rows[p->kind].name,
                         p->index, value,
                         rows[p->kind].least < 0.0 ? ""
                         : above                   ? " and > 0"
                         : most > 1.0              ? " and >= 0"
                                                   : ", 0 … 1");
    TRY(world_own_model(world, error));
    world->still = false;
    return parameter_put(world, p, value, error);
}
