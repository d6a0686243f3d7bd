// Meshes that follow keyframes, in a world and in a step.
//
// Where they are follows from the time alone, so that nothing of them is in the state. A step looks for contacts with
// the surface at its beginning; the velocity that contacts see is the one that takes the triangle from there to where
// it is at the end of the step, and what overlaps then is measured against the surface at the end.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

hf_status world_deforms_create(hf_world *world, hf_error *error)
{
    const hf_model *m = world->model;
    world->deformed_at = NAN;
    world->surfaces = memory_zeroed((size_t)m->deform_count, sizeof *world->surfaces);
    if (!world->surfaces) return error_no_memory(error);
    for (int k = 0; k < m->deform_count; k++)
        for (int e = 0; e < 2; e++)
        {
            world->surfaces[k][e] = MEMORY_ARRAY(double, 3 * (size_t)m->deforms[k].vertex_count);
            if (!world->surfaces[k][e]) return error_no_memory(error);
        }
    return HF_STATUS_OK;
}

void world_deforms_destroy(hf_world *world)
{
    for (int k = 0; world->surfaces && k < world->model->deform_count; k++)
        free(world->surfaces[k][0]), free(world->surfaces[k][1]);
    free(world->surfaces);
}

void world_deform(hf_world *world, double time)
{
    const hf_model *m = world->model;
    if (m->deform_count == 0 || time == world->deformed_at) return;
    for (int k = 0; k < m->deform_count; k++)
    {
        deform_at(&m->deforms[k], time, world->surfaces[k][0]);
        collide_move_mesh(world->collide, m->deforms[k].mesh, world->surfaces[k][0]);
    }
    world->deformed_at = time;
}

/// The deform of a shape's mesh; -1: it does not move.
static int deform_of(const hf_model *m, int shape)
{
    const hf_shape_def *def = collide_shape(m->scene, shape);
    for (int k = 0; def->kind == HF_SHAPE_MESH && k < m->deform_count; k++)
        if (m->deforms[k].mesh == def->mesh) return k;
    return -1;
}

hf_status deform_begin(step_context *step)
{
    const hf_model *m = step->model;
    hf_world *world = step->world;
    if (m->deform_count == 0) return HF_STATUS_OK;
    step->surface = ARENA_ZEROED(step->workspace, double, m->body_count);
    if (!step->surface) return error_no_memory(step->error);
    world_deform(world, world->state.time);
    for (int k = 0; k < m->deform_count; k++)
        deform_at(&m->deforms[k], world->state.time + step->h, world->surfaces[k][1]);
    for (int s = 0; s < collide_shape_count(m->scene); s++)
    {
        int k = deform_of(m, s), body = collide_shape(m->scene, s)->body;
        if (k < 0) continue;
        const double *from = world->surfaces[k][0], *to = world->surfaces[k][1];
        for (int v = 0; v < m->deforms[k].vertex_count; v++)
            step->surface[body] = fmax(step->surface[body], v3_distance(v3_load(from + 3 * v), v3_load(to + 3 * v)));
    }
    return HF_STATUS_OK;
}

/// Velocity of the surface of one shape at a place where it is touched, beside that of its body.
static vec3 surface_velocity(const step_context *step, int shape, vec3 at, double reach)
{
    const hf_model *m = step->model;
    const hf_shape_def *def = collide_shape(m->scene, shape);
    int k = deform_of(m, shape), vertices[3];
    double weights[3], point[3];
    v3_store(point, at);
    if (k < 0 || !collide_surface(m->scene, step->world->collide, shape, &step->poses[def->body], point, reach,
                                  vertices, weights))
        return v3_zero();
    vec3 v = v3_zero();
    for (int i = 0; i < 3; i++)
    {
        const double *from = step->world->surfaces[k][0] + 3 * vertices[i],
                     *to = step->world->surfaces[k][1] + 3 * vertices[i];
        v = v3_add_scaled(v, weights[i] / step->h, v3_sub(v3_load(to), v3_load(from)));
    }
    return m3_times(step->poses[def->body].rotation, quat_rotate(quat_load(def->orientation), v));
}

/// Velocity of a surface that moves within its shape, at a place where it is touched, along the surface.
static vec3 belt_velocity(const step_context *step, int shape, vec3 at, vec3 normal)
{
    const hf_shape_def *def = collide_shape(step->model->scene, shape);
    vec3 linear = v3_load(def->surface_velocity), angular = v3_load(def->surface_velocity + 3);
    if (v3_norm2(linear) + v3_norm2(angular) == 0.0) return v3_zero();
    const pose *body = &step->poses[def->body];
    quat turn = quat_load(def->orientation);
    vec3 local = m3_transpose_times(body->rotation, v3_sub(at, v3_load(body->position)));
    local = quat_rotate_back(turn, v3_sub(local, v3_load(def->position)));
    vec3 v = m3_times(body->rotation, quat_rotate(turn, v3_add(linear, v3_cross(angular, local))));
    return v3_add_scaled(v, -v3_dot(v, normal), normal);
}

void contact_set_surface(const step_context *step, hf_contact *c)
{
    const double SLACK = 1e-6; // [m] beside the surface that the narrow phase found
    vec3 belt = v3_sub(belt_velocity(step, c->shape_a, v3_load(c->point), v3_load(c->normal)),
                       belt_velocity(step, c->shape_b, v3_load(c->point), v3_load(c->normal)));
    if (v3_norm2(belt) > 0.0) v3_store(c->surface, belt);
    if (step->model->deform_count == 0) return;
    vec3 n = v3_load(c->normal), p = v3_load(c->point);
    double reach = SLACK + 0.01 * fabs(c->gap);
    vec3 a = surface_velocity(step, c->shape_a, v3_add_scaled(p, 0.5 * c->gap, n), reach);
    vec3 b = surface_velocity(step, c->shape_b, v3_add_scaled(p, -0.5 * c->gap, n), reach);
    v3_store(c->surface, v3_add(belt, v3_sub(a, b)));
}
