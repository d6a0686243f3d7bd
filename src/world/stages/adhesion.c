// Adhesion: points of contact that are pulled together.
//
// A shape pulls at each of its points of contact with a force of its own (two shapes with the sum), and an actuator of
// a body spreads its force F evenly over the n points at which that body is touched, F / n at each: MuJoCo's `adhesion`
// of geoms, pairs and actuators. The pull a >= 0 of a point is known when a step begins. It acts on both bodies along
// the normal, from outside as far as the contact is concerned, whose law stays as it is:
//
//   0 <= r_N ⟂ u_N >= 0,   ‖r_T‖ <= μ r_N
//
// r_N is what the surfaces press each other with, and the bodies feel s = r - h a e_N: Coulomb's law with cohesion,
// ‖s_T‖ <= μ (s_N + h a), s_N >= -h a. So a body hangs on a ceiling iff the pulls add up to its weight, and on a wall
// iff μ times their sum does (docs/friction.md).
//
// Points are looked for where the bodies are when the step begins, as far as adhesion reaches; a gap that a correction
// leaves counts as touching. Cost: one more search for contacts a step, of models that adhere.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"
#include "model/rows/actuator.h"

#include <math.h>
#include <string.h>

static const double TOUCHING = 10.0 * GAP_SLACK; // [m]: beyond it a step shows a gap as one (detect.c)

/// The points that are near enough, in the workspace.
static hf_status find_points(step_context *step, contact_point **points, int *count)
{
    const hf_model *m = step->model;
    pose *poses = ARENA_ARRAY(step->workspace, pose, m->body_count);
    double *reach = ARENA_ARRAY(step->workspace, double, m->body_count);
    if (!poses || !reach) return error_no_memory(step->error);
    poses_of(m, step->world->state.bodies, step->world->state.q, poses);
    for (int k = 0; k < m->body_count; k++) reach[k] = TOUCHING;
    for (int k = 0; k < collide_shape_count(m->scene); k++)
    {
        const hf_shape_def *shape = collide_shape(m->scene, k);
        reach[shape->body] = fmax(reach[shape->body], shape->adhesion_range);
    }
    hf_status status =
        collide_detect(m->scene, step->world->collide, poses, reach, step->workspace, points, count, step->error);
    int near = 0;
    for (int k = 0; k < *count && status == HF_STATUS_OK; k++)
    {
        contact_point *p = &(*points)[k];
        if (p->gap <= fmax(TOUCHING, model_surface(m, p->shape_a, p->shape_b).adhesion_range)) (*points)[near++] = *p;
    }
    *count = near;
    return status;
}

/// Force of an actuator of a body, times its gear [N].
static double actuator_pull(const step_context *step, int actuator)
{
    const mechanism *m = &step->model->mechanism;
    const world_state *state = &step->world->state;
    const actuator_signals signals = {state->input, state->activation, step->h, true};
    const configuration at = world_configuration(step->world);
    double c[3], range[2];
    actuator_law(&at, actuator, &signals, 0.0, 0.0, c);
    actuator_range(m, actuator, range);
    return m->actuators[actuator].gear[0] * fmin(fmax(c[0], range[0]), range[1]);
}

static bool touches(const hf_model *model, const contact_point *p, int body)
{
    return collide_shape(model->scene, p->shape_a)->body == body ||
           collide_shape(model->scene, p->shape_b)->body == body;
}

/// pull[k] ◄ how strongly point k is pulled [N].
static void find_pulls(const step_context *step, const contact_point *points, int count, double *pull)
{
    const mechanism *m = &step->model->mechanism;
    for (int k = 0; k < count; k++) pull[k] = model_surface(step->model, points[k].shape_a, points[k].shape_b).adhesion;
    for (int a = 0; a < m->actuator_count; a++)
    {
        if (m->actuators[a].transmission != HF_TRANSMISSION_BODY) continue;
        int body = m->actuators[a].target, touched = 0;
        for (int k = 0; k < count; k++) touched += touches(step->model, &points[k], body);
        double share = touched > 0 ? actuator_pull(step, a) / touched : 0.0;
        for (int k = 0; k < count; k++)
            if (touches(step->model, &points[k], body)) pull[k] += share;
    }
}

/// The force at a point as a wrench at the centre of mass of a body.
static void add_wrench(const step_context *step, int body, vec3 point, vec3 force, double (*wrench)[6])
{
    vec3 arm = v3_sub(point, v3_load(step->world->state.bodies[body].x));
    v3_store(wrench[body], v3_add(v3_load(wrench[body]), force));
    v3_store(wrench[body] + 3, v3_add(v3_load(wrench[body] + 3), v3_cross(arm, force)));
}

hf_status adhesion_push(step_context *step, const double (**push)[6])
{
    const hf_model *m = step->model;
    hf_world *world = step->world;
    if (!m->adheres) return HF_STATUS_OK;
    contact_point *points = NULL;
    int count = 0;
    hf_status status = find_points(step, &points, &count);
    double *pull = ARENA_ARRAY(step->workspace, double, count + 1);
    double(*sum)[6] = arena_take(step->workspace, (size_t)m->body_count, sizeof *sum);
    if (status == HF_STATUS_OK && (!pull || !sum)) status = error_no_memory(step->error);
    if (status != HF_STATUS_OK) return status;
    find_pulls(step, points, count, pull);
    memset(world->adhesion, 0, (size_t)m->body_count * sizeof *world->adhesion);
    for (int k = 0; k < count; k++)
    {
        vec3 force = v3_scale(pull[k], v3_load(points[k].normal)), at = v3_load(points[k].point);
        add_wrench(step, collide_shape(m->scene, points[k].shape_a)->body, at, v3_negate(force), world->adhesion);
        add_wrench(step, collide_shape(m->scene, points[k].shape_b)->body, at, force, world->adhesion);
    }
    for (int b = 0; b < m->body_count; b++)
        for (int k = 0; k < 6; k++) sum[b][k] = (*push)[b][k] + world->adhesion[b][k];
    *push = (const double(*)[6])sum;
    return HF_STATUS_OK;
}
