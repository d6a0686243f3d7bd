// The state of a fibre as the world reads and writes it: coordinates, mass, bias, energy.

#include "model/fibre/object_fibre.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void fibre_start(const configuration *at, double *v, int object)
{
    fibre_pose_moving(at, v, object);
}

static void fibre_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    const model_object *o = &at->model->objects[object];
    const mechanism *m = &at->model->mechanism;
    memcpy(q + m->body_q[o->body], at->q + o->q, (size_t)(o->q_count - FIBRE_EXTRA_Q) * sizeof *q);
    memcpy(out + m->body_v[o->body], v + o->v, (size_t)o->v_count * sizeof *out);
}

static void fibre_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    const model_object *o = &at->model->objects[object];
    const mechanism *m = &at->model->mechanism;
    memcpy(at->q + o->q, q + m->body_q[o->body], (size_t)(o->q_count - FIBRE_EXTRA_Q) * sizeof *q);
    memcpy(v + o->v, in + m->body_v[o->body], (size_t)o->v_count * sizeof *v);
    fibre_pose_moving(at, v, object);
}

/// In memory of its own, so that several threads may ask one world.
static hf_status fibre_mass_matrix(const configuration *at, int object, double *M, size_t all, hf_error *error)
{
    const model_object *o = &at->model->objects[object];
    const model_fibre *f = fibre_at(at->model, object);
    size_t n = (size_t)o->v_count, place = (size_t)at->model->mechanism.body_v[o->body];
    double *own = MEMORY_ARRAY(double, n *n + fibre_room_size(&f->rod)), *scratch = own + n * n;
    if (!own) return error_no_memory(error);
    fibre_root root = fibre_root_of(at, f);
    fibre_pose_at(&f->rod, at->q + o->q, &root, scratch);
    f->rod.kernel->mass(&f->rod, scratch, own);
    for (size_t i = 0; i < n; i++) memcpy(M + (place + i) * all + place, own + i * n, n * sizeof *M);
    free(own);
    return HF_STATUS_OK;
}

static hf_status fibre_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                            double *bias, hf_error *error)
{
    const model_object *o = &at->model->objects[object];
    const model_fibre *f = fibre_at(at->model, object);
    double *scratch = MEMORY_ARRAY(double, fibre_room_size(&f->rod));
    if (!scratch) return error_no_memory(error);
    fibre_root root = fibre_root_of(at, f);
    fibre_pose_at(&f->rod, at->q + o->q, &root, scratch);
    f->rod.kernel->bias(&f->rod, scratch, at->q + o->q, &root, v + o->v, v3_load(settings->physics.gravity),
                        bias + at->model->mechanism.body_v[o->body]);
    free(scratch);
    return HF_STATUS_OK;
}

static void fibre_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                         double *kinetic, double *potential)
{
    const model_object *o = &at->model->objects[object];
    const model_fibre *f = fibre_at(at->model, object);
    double own, weight, elastic, *scratch = at->fibres[o->index];
    fibre_root root = fibre_root_of(at, f);
    fibre_pose_at(&f->rod, at->q + o->q, &root, scratch);
    f->rod.kernel->energy(&f->rod, scratch, at->q + o->q, &root, v + o->v, v3_load(settings->physics.gravity), &own,
                          &weight, &elastic);
    *kinetic += own;
    *potential += weight + elastic;
    for (int s = 0; s < f->rod.segment_count; s++)
        *potential -= v3_dot(v3_load(at->model->bodies[f->body + s].force), v3_load(at->bodies[f->body + s].x));
}

static hf_status fibre_place(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error)
{
    (void)v, (void)state;
    char label[LABEL_SIZE];
    int index = at->model->body_fibre[body];
    return error_set(error, HF_STATUS_INVALID, "set body: body %d is a segment of %s and moves with it: set q", body,
                     label_make(label, "fibre", index, at->model->fibres[index].def.name));
}

const object_state fibre_state_methods = {
    .start = fibre_start, .read = fibre_read, .write = fibre_write, .place = fibre_place};

const object_queries fibre_query_methods = {
    .mass_matrix = fibre_mass_matrix, .bias = fibre_bias, .energy = fibre_energy};
