// Each part is hashed field by field: structs have padding, and names, colours and keyframes move nothing. What is left
// out besides:
//
//   where free bodies and joints start, how fast, and controls    a part of the state
//   timestep, theta, integrator, solver, tolerances, … how steps are made, not what moves: a run may be resumed with
//   others
//   density of bodies mass, centre and inertia are computed from it and are in
//
// Words of 8 bytes are mixed by a multiplication and a shift, so that meshes of millions of vertices take milliseconds.

#include "model/identity.h"

#include "model/passive/bend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t digest;

static const digest BEGIN = 0xcbf29ce484222325;

static void mix(digest *d, uint64_t word)
{
    *d = (*d ^ word) * 0x9e3779b97f4a7c15;
    *d ^= *d >> 29;
}

static void add_number(digest *d, double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    mix(d, word);
}

static void add_numbers(digest *d, const double *x, size_t count)
{
    for (size_t k = 0; k < count; k++) add_number(d, x[k]);
}

static void add_count(digest *d, long long x)
{
    mix(d, (uint64_t)x);
}

// ---- settings, bodies, shapes ----

static digest settings_medium(const hf_settings *s)
{
    digest d = BEGIN;
    add_number(&d, s->physics.density);
    add_number(&d, s->physics.viscosity);
    add_numbers(&d, s->physics.wind, 3);
    return d;
}

static void add_body(digest *d, const hf_body_def *body)
{
    bool starts_anywhere = body->motion == HF_MOTION_FREE && body->parent < 0;
    add_count(d, body->motion);
    add_count(d, body->parent);
    if (!starts_anywhere) add_numbers(d, body->position, 3), add_numbers(d, body->orientation, 4);
    if (body->motion == HF_MOTION_PRESCRIBED)
        add_numbers(d, body->velocity, 3), add_numbers(d, body->angular_velocity, 3);
    add_number(d, body->mass);
    add_numbers(d, body->center, 3);
    add_numbers(d, body->inertia, 6);
    add_number(d, body->gravity_scale);
    add_numbers(d, body->plane, 3);
    for (int k = 0; k < body->direction_count; k++) add_numbers(d, body->directions[k], 3);
    if (body->form != HF_FORM_RIGID)
    {
        add_count(d, body->form);
        add_number(d, body->young);
        add_number(d, body->poisson);
        add_number(d, body->strain_damping);
    }
    add_numbers(d, body->force, 3);
    add_numbers(d, body->torque, 3);
    add_numbers(d, body->amplitude, 3);
    add_number(d, body->frequency);
    add_number(d, body->phase);
    if (body->swing[0] != 0.0 || body->swing[1] != 0.0 || body->swing[2] != 0.0) add_numbers(d, body->swing, 3);
}

/// What a fibre is made of and held by; where it starts is no matter.
static void add_fibre(digest *d, const model_fibre *f)
{
    const hf_fibre_def *def = &f->def;
    add_count(d, def->kind);
    add_count(d, f->body);
    add_count(d, f->holder);
    add_count(d, def->element_count);
    add_count(d, def->twist_count);
    add_number(d, def->length);
    add_numbers(d, def->section, 2);
    add_number(d, def->density);
    add_number(d, def->young);
    add_number(d, def->poisson);
    add_number(d, def->damping);
    add_numbers(d, def->drag, 2);
    add_numbers(d, f->rod.natural, 3 * (size_t)def->element_count);
}

/// Keyframes; a model without any is what it was before there were such.
static void add_motions(digest *d, const hf_model *model)
{
    for (int k = 0; k < model->motion_count; k++)
    {
        hf_motion_def def = hf_model_motion(model, model->motions[k].body);
        add_count(d, def.body);
        add_count(d, def.key_count);
        add_numbers(d, def.times, (size_t)def.key_count);
        add_numbers(d, def.positions, 3 * (size_t)def.key_count);
        if (def.orientations) add_numbers(d, def.orientations, 4 * (size_t)def.key_count);
    }
}

static void add_shape(digest *d, const hf_shape_def *shape)
{
    add_count(d, shape->body);
    add_count(d, shape->kind);
    add_count(d, shape->mesh);
    add_count(d, shape->priority);
    add_count(d, shape->category);
    add_count(d, shape->mask);
    add_numbers(d, shape->size, 3);
    add_numbers(d, shape->position, 3);
    add_numbers(d, shape->orientation, 4);
    add_number(d, shape->friction);
    add_number(d, shape->restitution);
    add_number(d, shape->margin);
    if (shape->compliance != 1.0) add_number(d, shape->compliance); // models without keep their names
    double moving = 0.0;
    for (int k = 0; k < 6; k++) moving += fabs(shape->surface_velocity[k]);
    if (moving > 0.0) add_numbers(d, shape->surface_velocity, 6);
    if (shape->swims) add_numbers(d, shape->fluid, 5);
    const hf_grip *grip = &shape->grip;
    const double gripping[] = {grip->rest,     grip->speed,       grip->grain[0], grip->grain[1],
                               grip->grain[2], grip->grain_angle, grip->across,   grip->back};
    if (grip->rest != 1.0 || v3_norm2(v3_load(grip->grain)) > 0.0) add_numbers(d, gripping, 8);
    if (shape->adhesion != 0.0) add_number(d, shape->adhesion);
    if (shape->adhesion_range != 0.0) add_number(d, shape->adhesion_range);
    const hf_shape_def usual = hf_shape_def_default();
    if (shape->condim == usual.condim && shape->torsion == usual.torsion && shape->rolling == usual.rolling) return;
    add_count(d, shape->condim);
    add_number(d, shape->torsion);
    add_number(d, shape->rolling);
}

static digest meshes_of(const collide_scene *scene)
{
    digest d = BEGIN;
    add_count(&d, collide_mesh_count(scene));
    for (int k = 0; k < collide_mesh_count(scene); k++)
    {
        hf_mesh_def mesh = collide_mesh(scene, k);
        add_count(&d, mesh.vertex_count);
        add_count(&d, mesh.triangle_count);
        add_numbers(&d, mesh.vertices, 3 * (size_t)mesh.vertex_count);
        for (size_t j = 0; j < 3 * (size_t)mesh.triangle_count; j++) add_count(&d, mesh.triangles[j]);
    }
    add_count(&d, collide_field_count(scene));
    for (int k = 0; k < collide_field_count(scene); k++)
    {
        hf_field_def field = collide_field(scene, k);
        add_count(&d, field.rows);
        add_count(&d, field.columns);
        add_number(&d, field.half_x);
        add_number(&d, field.half_y);
        add_number(&d, field.base);
        add_numbers(&d, field.heights, (size_t)field.rows * (size_t)field.columns);
    }
    return d;
}

static void add_deforms(digest *d, const hf_model *model)
{
    for (int k = 0; k < model->deform_count; k++)
    {
        const model_deform *deform = &model->deforms[k];
        add_count(d, deform->mesh);
        add_count(d, deform->key_count);
        add_numbers(d, deform->times, (size_t)deform->key_count);
        add_numbers(d, deform->vertices, 3 * (size_t)deform->key_count * (size_t)deform->vertex_count);
    }
}

/// What a pair has beside one coefficient.
static void add_pair_friction(digest *d, const shape_pair *pair)
{
    const hf_friction_coefficients *c = &pair->friction;
    if (pair->condim == 3 && c->tangent[0] == c->tangent[1]) return;
    add_count(d, pair->condim);
    add_number(d, c->tangent[1]);
    add_number(d, c->torsion);
    add_numbers(d, c->rolling, 2);
}

static digest pairs_of(const hf_model *model)
{
    digest d = BEGIN;
    int count = 0;
    const uint64_t *excludes = collide_excludes(model->scene, &count);
    add_count(&d, count);
    for (int k = 0; k < count; k++) mix(&d, excludes[k]);
    add_count(&d, model->pair_count);
    for (int k = 0; k < model->pair_count; k++)
    {
        add_count(&d, model->pairs[k].shape[0]);
        add_count(&d, model->pairs[k].shape[1]);
        add_number(&d, model->pairs[k].friction.tangent[0]);
        add_pair_friction(&d, &model->pairs[k]);
        if (model->pairs[k].sticky) add_number(&d, model->pairs[k].adhesion);
    }
    return d;
}

// ---- mechanisms ----

/// Where there are any, as before there were none.
static void add_powers(digest *d, const double stiffness[2], const double damping[2])
{
    if (stiffness[0] == 0.0 && stiffness[1] == 0.0 && damping[0] == 0.0 && damping[1] == 0.0) return;
    add_numbers(d, stiffness, 2);
    add_numbers(d, damping, 2);
}

static void add_joint(digest *d, const hf_joint_def *joint)
{
    add_count(d, joint->body);
    add_count(d, joint->kind);
    add_numbers(d, joint->position, 3);
    add_numbers(d, joint->axis, 3);
    add_number(d, joint->reference);
    if (quat_norm(quat_load(joint->turn)) > 0.0) add_numbers(d, joint->turn, 4);
    add_count(d, joint->limited);
    if (joint->limited) add_numbers(d, joint->range, 2);
    add_number(d, joint->armature);
    add_number(d, joint->damping);
    add_number(d, joint->stiffness);
    add_number(d, joint->spring);
    add_number(d, joint->friction);
    add_count(d, joint->force_limited);
    if (joint->force_limited) add_numbers(d, joint->force_range, 2);
    add_count(d, joint->prescribed);
    add_powers(d, joint->stiffness_power, joint->damping_power);
    if (ball_bends(joint)) add_numbers(d, joint->bending, 3), add_numbers(d, joint->bending_rest, 4);
}

static void add_site(digest *d, const hf_site_def *site)
{
    add_count(d, site->body);
    add_numbers(d, site->position, 3);
    add_numbers(d, site->orientation, 4);
}

static void add_loop(digest *d, const hf_loop_def *loop)
{
    add_count(d, loop->kind);
    add_count(d, loop->active);
    add_count(d, loop->body_a);
    add_count(d, loop->body_b);
    add_numbers(d, loop->point_a, 3);
    add_numbers(d, loop->point_b, 3); // filled in when the model was built
    add_numbers(d, loop->orientation, 4);
    add_count(d, loop->joint_a);
    add_count(d, loop->joint_b);
    add_numbers(d, loop->coefficient, 5);
    if (loop->kind <= HF_LOOP_TENDON) return; // as before there were others
    add_numbers(d, loop->axis_a, 3);
    add_numbers(d, loop->axis_b, 3);
    add_numbers(d, &loop->length, 1);
    add_numbers(d, &loop->ratio, 1);
    add_numbers(d, &loop->radius, 1);
}

static void add_tendon(digest *d, const hf_tendon_def *tendon)
{
    add_count(d, tendon->spatial);
    add_count(d, tendon->count);
    for (int k = 0; k < tendon->count; k++)
    {
        add_count(d, tendon->items[k]);
        if (tendon->coefficient) add_number(d, tendon->coefficient[k]);
        if (!tendon->path || tendon->path[k].kind == HF_PATH_SITE) continue; // as before there were others
        add_count(d, tendon->path[k].kind);
        add_count(d, tendon->path[k].side);
        add_number(d, tendon->path[k].divisor);
    }
    add_count(d, tendon->limited);
    if (tendon->limited) add_numbers(d, tendon->range, 2);
    add_number(d, tendon->stiffness);
    add_number(d, tendon->damping);
    add_number(d, tendon->friction);
    add_number(d, tendon->armature);
    add_numbers(d, tendon->spring, 2);
    if (tendon->force_limited) add_numbers(d, tendon->force_range, 2);
    add_powers(d, tendon->stiffness_power, tendon->damping_power);
}

static void add_dcmotor(digest *d, const hf_dcmotor_def *dc)
{
    for (int k = 0; k < 4; k++) add_count(d, dc->input[k]);
    const double limits[] = {dc->constant,      dc->resistance,   dc->slew,         dc->integral_limit,
                             dc->voltage_limit, dc->torque_limit, dc->current_rate, dc->time};
    add_numbers(d, limits, 8);
    add_numbers(d, dc->controller, 3);
    add_numbers(d, dc->thermal, 5);
    add_numbers(d, dc->cogging, 3);
    add_numbers(d, dc->friction, 5);
}

static void add_actuator(digest *d, const hf_actuator_def *actuator)
{
    add_count(d, actuator->transmission);
    add_count(d, actuator->target);
    add_count(d, actuator->reference);
    add_numbers(d, actuator->gear, 6);
    add_number(d, actuator->crank_length);
    add_count(d, actuator->control_limited);
    if (actuator->control_limited) add_numbers(d, actuator->control_range, 2);
    add_count(d, actuator->force_limited);
    if (actuator->force_limited) add_numbers(d, actuator->force_range, 2);
    add_numbers(d, actuator->gain, 3);
    add_numbers(d, actuator->bias, 3); // what damping_ratio asks for is in it
    if (actuator->disabled || actuator->in_parent) add_count(d, actuator->disabled + 2 * actuator->in_parent);
    if (actuator->gain_kind == HF_GAIN_DCMOTOR) add_dcmotor(d, &actuator->dcmotor);
    if (actuator->samples > 0)
    {
        add_number(d, actuator->delay);
        add_count(d, actuator->samples);
        add_count(d, actuator->interpolation);
    }
    if (actuator->gain_kind + actuator->bias_kind + actuator->dynamics == 0) return; // as before there were others
    add_count(d, actuator->gain_kind);
    add_count(d, actuator->bias_kind);
    add_numbers(d, actuator->gain + 3, HF_GAIN_PARAMETERS - 3);
    add_numbers(d, actuator->bias + 3, HF_GAIN_PARAMETERS - 3);
    add_numbers(d, actuator->length_range, 2);
    add_count(d, actuator->dynamics);
    add_numbers(d, actuator->time, 3);
    add_count(d, actuator->early);
    add_count(d, actuator->activation_limited);
    if (actuator->activation_limited) add_numbers(d, actuator->activation_range, 2);
}

// ---- the whole ----

/// The digest of a list: how many, and `add` of each.
#define DIGEST_OF(d, count, add, item)                                                                                 \
    do {                                                                                                               \
        (d) = BEGIN;                                                                                                   \
        add_count(&(d), count);                                                                                        \
        for (int k = 0; k < (count); k++) add(&(d), item);                                                             \
    } while (0)

model_identity model_identify(const hf_model *model)
{
    const hf_settings *s = &model->settings;
    const mechanism *m = &model->mechanism;
    model_identity id;
    id.part[IDENTITY_GRAVITY] = id.part[IDENTITY_COORDINATES] = BEGIN;
    add_numbers(&id.part[IDENTITY_GRAVITY], s->physics.gravity, 3);
    add_count(&id.part[IDENTITY_COORDINATES], s->step.coordinates);
    id.part[IDENTITY_MEDIUM] = settings_medium(s);
    DIGEST_OF(id.part[IDENTITY_BODIES], model->body_count, add_body, &model->bodies[k]);
    for (int k = 0; k < model->fibre_count; k++) add_fibre(&id.part[IDENTITY_BODIES], &model->fibres[k]);
    add_motions(&id.part[IDENTITY_BODIES], model);
    DIGEST_OF(id.part[IDENTITY_SHAPES], collide_shape_count(model->scene), add_shape, collide_shape(model->scene, k));
    id.part[IDENTITY_MESHES] = meshes_of(model->scene);
    add_deforms(&id.part[IDENTITY_MESHES], model);
    id.part[IDENTITY_PAIRS] = pairs_of(model);
    DIGEST_OF(id.part[IDENTITY_JOINTS], m->joint_count, add_joint, &m->joints[k]);
    DIGEST_OF(id.part[IDENTITY_SITES], m->site_count, add_site, &m->sites[k]);
    DIGEST_OF(id.part[IDENTITY_LOOPS], m->loop_count, add_loop, &m->loops[k]);
    DIGEST_OF(id.part[IDENTITY_TENDONS], m->tendon_count, add_tendon, &m->tendons[k]);
    DIGEST_OF(id.part[IDENTITY_ACTUATORS], m->actuator_count, add_actuator, &m->actuators[k]);
    return id;
}

uint64_t hf_model_identity(const hf_model *model)
{
    const model_identity id = model_identify(model);
    uint64_t all = BEGIN;
    for (int k = 0; k < IDENTITY_PARTS; k++) mix(&all, id.part[k]);
    return all;
}

bool identity_differ(const model_identity *a, const model_identity *b, char *text, size_t size)
{
    static const char *const names[IDENTITY_PARTS] = {"gravity",     "density, viscosity or wind",
                                                      "coordinates", "bodies",
                                                      "shapes",      "meshes or height fields",
                                                      "pairs",       "joints",
                                                      "sites",       "loops",
                                                      "tendons",     "actuators"};
    size_t length = 0;
    bool differ = false;
    text[0] = 0;
    for (int k = 0; k < IDENTITY_PARTS; k++)
    {
        if (a->part[k] == b->part[k]) continue;
        int added = snprintf(text + length, size - length, "%s%s", differ ? ", " : "", names[k]);
        differ = true;
        length += added > 0 && (size_t)added < size - length ? (size_t)added : 0;
    }
    return differ;
}
