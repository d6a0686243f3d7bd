// What overlaps where a step ends, by detection.
//
// Gaps that the law of a step and its correction count with are predictions: points that are carried along by their
// bodies. What a step reports is measured: the narrow phase looks at the final poses. Most pairs need no look. With the
// gap g0 that DETECT found at the beginning and the farthest that any point of either body has moved since, m_a and
// m_b, no gap is smaller than
//
//   g0 - m_a - m_b,       m = |x⁺ - x| + R φ,
//
// so that pairs that cannot overlap by more than the slack are left out: what rests costs nothing. Of the others, boxes
// decide first. Pairs that DETECT did not find are farther from each other than both bodies reach; where a body has
// moved farther than its reach (a push in the problem of the step, a correction), all pairs are found anew; but not for
// segments of fibres, which are pushed about in every step and are looked after by fibre_contacts.c.

#include "world/step.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>

/// The farthest that a point of a body that changes its shape has moved in the step [m].
static double moved_form(const step_context *step, int body)
{
    pose from = pose_of_form(step->model, step->world->state.bodies, step->world->state.q, body);
    pose to = pose_of_form(step->model, step->next, step->objects->after.q, body);
    double square = 0.0;
    for (int k = 0; k < 9; k++) square += (to.rotation[k] - from.rotation[k]) * (to.rotation[k] - from.rotation[k]);
    vec3 way = v3_sub(v3_load(step->next[body].x), v3_load(step->world->state.bodies[body].x));
    return v3_norm(way) + step->model->radius[body] * sqrt(square);
}

/// The farthest that a point of a body has moved in the step [m].
static double moved(const step_context *step, int body)
{
    if (step->model->body_deformable && step->model->body_deformable[body] >= 0) return moved_form(step, body);
    const body_state *from = &step->world->state.bodies[body], *to = &step->next[body];
    quat turn = quat_multiply(quat_conjugate(quat_load(from->q)), quat_load(to->q));
    double angle = 2.0 * real_atan2(sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z), fabs(turn.w));
    double way = v3_norm(v3_sub(v3_load(from->x), v3_load(to->x)));
    return way + (angle > 0.0 ? step->model->radius[body] * angle : 0.0);
}

/// way ◄ how far each body came; of segments only those that DETECT found near something are asked for it. False if
/// that is not a number: taking over says so.
static bool find_ways(const step_context *step, double *way)
{
    const hf_model *m = step->model;
    bool finite = true;
    for (int k = 0; k < m->body_count; k++) way[k] = body_is_segment(m, k) ? 0.0 : 1.0;
    for (int k = 0; k < step->point_count; k++)
    {
        way[collide_shape(m->scene, step->points[k].shape_a)->body] = 1.0;
        way[collide_shape(m->scene, step->points[k].shape_b)->body] = 1.0;
    }
    for (int k = 0; k < m->body_count; k++)
    {
        bool asked = way[k] > 0.0 && m->radius[k] > 0.0 && m->rigid[k].motion != HF_MOTION_STATIC;
        way[k] = asked ? moved(step, k) : 0.0;
        if (step->surface) way[k] += step->surface[k];
        finite &= isfinite(way[k]);
    }
    return finite;
}

/// Whether some body came farther than contacts were looked for.
static bool left_reach(const step_context *step, const double *way)
{
    if (!step->reach) return true; // nothing was looked for
    for (int k = 0; k < step->model->body_count; k++)
        if (way[k] > step->reach[k] + OVERLAP_SLACK && !body_is_segment(step->model, k)) return true;
    return false;
}

/// The pairs of DETECT that may overlap now, ascending.
static int may_overlap(const step_context *step, const double *way, uint64_t *keys)
{
    int count = 0;
    for (int k = 0; k < step->point_count; k++)
    {
        const contact_point *p = &step->points[k];
        int a = collide_shape(step->model->scene, p->shape_a)->body;
        int b = collide_shape(step->model->scene, p->shape_b)->body;
        uint64_t key = (uint64_t)p->shape_a << 32 | (uint64_t)p->shape_b;
        if (!body_yields(step->model, a) && !body_yields(step->model, b)) continue;
        if (p->gap - way[a] - way[b] >= -OVERLAP_SLACK) continue;
        if (count == 0 || keys[count - 1] != key) keys[count++] = key;
    }
    return count;
}

overlap overlap_of(const hf_model *model, const contact_point *points, int count)
{
    overlap worst = {.shape_a = -1, .shape_b = -1};
    for (int k = 0; k < count; k++)
    {
        const contact_point *p = &points[k];
        int a = collide_shape(model->scene, p->shape_a)->body, b = collide_shape(model->scene, p->shape_b)->body;
        if (!(p->gap < 0.0) || (!body_yields(model, a) && !body_yields(model, b))) continue;
        double width = collide_pair_width(model->scene, p->shape_a, p->shape_b);
        overlap_add(&worst, &(overlap){-p->gap, isinf(width) ? 0.0 : -p->gap / width, p->shape_a, p->shape_b});
    }
    return worst;
}

void overlap_add(overlap *worst, const overlap *other)
{
    bool named =
        other->relative > worst->relative || (other->relative == worst->relative && other->depth > worst->depth);
    if (named)
    {
        worst->relative = other->relative;
        worst->shape_a = other->shape_a;
        worst->shape_b = other->shape_b;
    }
    worst->depth = fmax(worst->depth, other->depth);
}

hf_status overlap_measure(step_context *step, overlap *worst, contact_point **points, int *count)
{
    const hf_model *m = step->model;
    double *way = ARENA_ARRAY(step->workspace, double, m->body_count);
    double *reach = ARENA_ZEROED(step->workspace, double, m->body_count);
    pose *poses = ARENA_ARRAY(step->workspace, pose, m->body_count);
    uint64_t *keys = ARENA_ARRAY(step->workspace, uint64_t, step->point_count);
    hf_status status = way && reach && poses && keys ? HF_STATUS_OK : error_no_memory(step->error);
    *points = NULL;
    *count = 0;
    *worst = (overlap){.shape_a = -1, .shape_b = -1};
    if (status == HF_STATUS_OK && find_ways(step, way))
    {
        bool all = left_reach(step, way);
        int key_count = all ? 0 : may_overlap(step, way, keys);
        if (all || key_count > 0) poses_of(m, step->next, step->objects->after.q, poses);
        world_deform(step->world, step->world->state.time + step->h);
        if (all)
            status = collide_detect(m->scene, step->world->collide, poses, reach, step->workspace, points, count,
                                    step->error);
        else if (key_count > 0)
            status = collide_overlapping(m->scene, step->world->collide, poses, reach, keys, key_count, step->workspace,
                                         points, count, step->error);
    }
    if (status == HF_STATUS_OK) *worst = overlap_of(m, *points, *count);
    return status;
}
