// Looking at fibres: vertices, frames, strains and elastic energy.
//
// Vertices need no kinematics: each segment's centre is the mean of its ends, x_j+1 = 2 c_j - x_j from the root on.
// Functions here write nothing of the world, so that several threads may ask it.

#include "world/world.h"

#include "base/item.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const model_object *object_of_fibre(const hf_model *m, int index)
{
    return &m->objects[m->body_object[m->fibres[index].body]];
}

/// The root that the kernel has in the state.
static fibre_root root_of(const hf_world *world, int index)
{
    const model_fibre *f = &world->model->fibres[index];
    const configuration at = world_configuration(world);
    fibre_root given = fibre_root_of(&at, f);
    return f->rod.kernel->root(&f->rod, world->state.q + object_of_fibre(world->model, index)->q, NULL, &given);
}

void hf_world_fibre_points(const hf_world *world, int index, double *xyz)
{
    if (!is_item(index, world->model->fibre_count)) return;
    const model_fibre *f = &world->model->fibres[index];
    vec3 x = root_of(world, index).x;
    v3_store(xyz, x);
    for (int s = 0; s < f->def.segment_count; s++)
    {
        x = v3_sub(v3_scale(2.0, v3_load(world->state.bodies[f->body + s].x)), x);
        v3_store(xyz + 3 * ((size_t)s + 1), x);
    }
}

void hf_world_fibre_frames(const hf_world *world, int index, double *frames)
{
    if (!is_item(index, world->model->fibre_count)) return;
    const model_fibre *f = &world->model->fibres[index];
    const configuration at = world_configuration(world);
    int n = f->def.segment_count;
    quat last = quat_identity();
    for (int s = 0; s <= n; s++)
    {
        vec3 x;
        quat turn = last;
        if (s < n) configuration_frame(&at, f->body + s, &x, &turn);
        if (s == 0) last = turn;
        double side = turn.w * last.w + turn.x * last.x + turn.y * last.y + turn.z * last.z < 0.0 ? -1.0 : 1.0;
        quat sum = {turn.w + side * last.w, turn.x + side * last.x, turn.y + side * last.y, turn.z + side * last.z};
        quat_store(frames + 4 * (size_t)s, quat_normalize(sum));
        last = turn;
    }
}

void hf_world_fibre_strains(const hf_world *world, int index, double *strains)
{
    if (!is_item(index, world->model->fibre_count)) return;
    const model_fibre *f = &world->model->fibres[index];
    f->rod.kernel->strains(&f->rod, world->state.q + object_of_fibre(world->model, index)->q, strains);
}

double hf_world_fibre_elastic(const hf_world *world, int index)
{
    if (!is_item(index, world->model->fibre_count)) return NAN;
    const hf_model *m = world->model;
    const model_fibre *f = &m->fibres[index];
    const model_object *o = object_of_fibre(m, index);
    const configuration at = world_configuration(world);
    double *scratch = MEMORY_ARRAY(double, f->rod.scratch_size), kinetic, weight, elastic = NAN;
    if (!scratch) return elastic;
    fibre_root root = fibre_root_of(&at, f);
    f->rod.kernel->pose(&f->rod, at.q + o->q, &root, scratch);
    f->rod.kernel->energy(&f->rod, scratch, at.q + o->q, &root, world->state.v + o->v, v3_zero(), &kinetic, &weight,
                          &elastic);
    free(scratch);
    return elastic;
}
