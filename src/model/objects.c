// The kinds of objects, and what does not depend on them.

#include "model/model.h"

#include "base/error.h"
#include "base/memory.h"
#include "bodies/fluid.h"

#include <stdlib.h>

static const object_methods *const kinds[OBJECT_KIND_COUNT] = {
    [OBJECT_RIGID] = &object_rigid,       [OBJECT_REDUCED] = &object_reduced,
    [OBJECT_MAXIMAL] = &object_maximal,   [OBJECT_PLANAR] = &object_planar,
    [OBJECT_FIBRE] = &object_fibre,       [OBJECT_CONSTRAINT_TREE] = &object_constraint_tree,
    [OBJECT_PARTICLE] = &object_particle, [OBJECT_SCALED] = &object_scaled,
    [OBJECT_AFFINE] = &object_affine,
};

object_kind object_kind_of(const hf_body_def *def)
{
    if (def->direction_count > 0) return OBJECT_PARTICLE;
    if (def->form != HF_FORM_RIGID) return def->form == HF_FORM_SCALE ? OBJECT_SCALED : OBJECT_AFFINE;
    return v3_norm2(v3_load(def->plane)) > 0.0 ? OBJECT_PLANAR : OBJECT_RIGID;
}

const int *object_bodies(const hf_model *model, int object, int *count)
{
    const model_object *o = &model->objects[object];
    const mechanism *m = &model->mechanism;
    if (kinds[o->kind]->make == MADE_OF_LOOPED_BODIES)
    {
        *count = model->constraint_trees[o->index].body_count;
        return model->constraint_trees[o->index].bodies;
    }
    if (kinds[o->kind]->make == MADE_OF_LINKS)
    {
        *count = m->trees[o->index].link_count;
        return m->links + m->trees[o->index].link_begin;
    }
    *count = 1;
    return &o->body;
}

const object_methods *object_methods_of(object_kind kind)
{
    return kinds[kind];
}

const object_methods *object_of(const hf_model *model, int object)
{
    return kinds[model->objects[object].kind];
}

const object_methods *object_of_body(const hf_model *model, int body)
{
    int object = model->body_object[body];
    return object >= 0 ? object_of(model, object) : NULL;
}

void objects_sum(const hf_model *model, double (*each)[2], double sum[2])
{
    sum[0] = sum[1] = 0.0;
    for (int kind = 0; kind < OBJECT_KIND_COUNT; kind++)
        for (int o = 0; o < model->object_count; o++)
        {
            if ((int)model->objects[o].kind != kind) continue;
            sum[0] += each[o][0];
            sum[1] += each[o][1];
        }
}

// ---- scratch ----

static bool is_whole(const object_scratch *s)
{
    return s->middle && s->probe && s->start && s->maximal && s->fibres && s->fibre_probes && s->constraint_trees &&
           s->forms;
}

hf_status object_scratch_create(const hf_model *model, object_scratch *s, hf_error *error)
{
    size_t trees = (size_t)model->mechanism.tree_count;
    s->middle = MEMORY_ARRAY(articulated_scratch *, trees);
    s->probe = MEMORY_ARRAY(articulated_scratch *, trees);
    s->start = MEMORY_ARRAY(articulated_scratch *, trees);
    s->maximal = MEMORY_ARRAY(maximal_scratch *, trees);
    s->fibres = MEMORY_ARRAY(double *, (size_t)model->fibre_count);
    s->fibre_probes = MEMORY_ARRAY(double *, (size_t)model->fibre_count);
    s->constraint_trees = MEMORY_ARRAY(constraint_tree_scratch *, (size_t)model->constraint_tree_count);
    s->forms = MEMORY_ARRAY(deformable_room, (size_t)model->deformable_count);
    bool whole = is_whole(s);
    if (!whole) return error_no_memory(error);
    for (int o = 0; o < model->object_count; o++)
        if (object_of(model, o)->create) TRY(object_of(model, o)->create(model, o, s, error));
    return HF_STATUS_OK;
}

void object_scratch_destroy(const hf_model *model, object_scratch *s)
{
    for (int o = 0; o < model->object_count && is_whole(s); o++)
        if (object_of(model, o)->destroy) object_of(model, o)->destroy(model, o, s);
    free(s->middle);
    free(s->probe);
    free(s->start);
    free(s->maximal);
    free(s->fibres);
    free(s->fibre_probes);
    free(s->constraint_trees);
    free(s->forms);
}

// ---- where things are ----

/// The plane that a body stays in, or NULL.
static const double *plane_of(const hf_model *model, int body)
{
    const double *plane = model->bodies[body].plane;
    return plane[0] != 0.0 || plane[1] != 0.0 || plane[2] != 0.0 ? plane : NULL;
}

bool object_contact_plane(const hf_model *model, int body_a, int body_b, vec3 *normal)
{
    const double PARALLEL = 1e-12; // sine
    const double *a = plane_of(model, body_a), *b = plane_of(model, body_b);
    if (!a && !b) return false;
    if (!a && model->bodies[body_a].motion != HF_MOTION_STATIC) return false;
    if (!b && model->bodies[body_b].motion != HF_MOTION_STATIC) return false;
    *normal = v3_unit_or(v3_load(a ? a : b), v3(0, 0, 1));
    return !a || !b || v3_norm(v3_cross(*normal, v3_unit_or(v3_load(b), v3(0, 0, 1)))) <= PARALLEL;
}

/// The form of a body that changes its shape, or -1.
static int form_of(const hf_model *model, int body)
{
    return model->body_deformable ? model->body_deformable[body] : -1;
}

void configuration_map(const configuration *at, int body, vec3 *position, double F[9])
{
    const rigid_constants *c = &at->model->rigid[body];
    quat orientation;
    rigid_frame(c, at->bodies[body].x, at->bodies[body].q, position, &orientation);
    if (form_of(at->model, body) < 0)
    {
        quat_to_matrix(orientation, F);
        return;
    }
    double A[9], back[9];
    object_of_body(at->model, body)->state->stretch(at, body, A);
    quat_to_matrix(quat_conjugate(quat_load(c->principal)), back);
    m3_multiply(A, back, F);
    *position = v3_sub(v3_load(at->bodies[body].x), m3_times(F, v3_load(c->center)));
}

void configuration_frame(const configuration *at, int body, vec3 *position, quat *orientation)
{
    rigid_frame(&at->model->rigid[body], at->bodies[body].x, at->bodies[body].q, position, orientation);
    double F[9];
    if (form_of(at->model, body) >= 0) configuration_map(at, body, position, F);
}

vec3 configuration_point(const configuration *at, int body, vec3 point)
{
    vec3 position;
    quat orientation;
    double F[9];
    if (form_of(at->model, body) >= 0)
    {
        configuration_map(at, body, &position, F);
        return v3_add(position, m3_times(F, point));
    }
    configuration_frame(at, body, &position, &orientation);
    return v3_add(position, quat_rotate(orientation, point));
}

/// Its own constant force, what pushes it, and the medium.
void object_forces(const object_step *step, int k, vec3 v, vec3 w, vec3 *force, vec3 *torque)
{
    const hf_body_def *def = &step->model->bodies[k];
    const hf_settings *settings = step->settings;
    *force = v3_add(v3_load(def->force), v3_load(step->push[k]));
    *torque = v3_add(v3_load(def->torque), v3_load(step->push[k] + 3));
    if (!(settings->physics.density > 0.0) && !(settings->physics.viscosity > 0.0)) return;
    if (step->model->swimmer_begin && step->model->swimmer_begin[k] < step->model->swimmer_begin[k + 1])
    {
        fluid_ellipsoids_force(step->model, &step->start, k, v, w, settings, force, torque);
        return;
    }
    vec3 drag, twist;
    fluid_drag(&step->model->rigid[k], quat_load(step->start.bodies[k].q), v, w, settings, &drag, &twist);
    *force = v3_add(*force, drag);
    *torque = v3_add(*torque, twist);
}
