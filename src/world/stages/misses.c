// Contacts that press, but are not there: shapes that miss each other.
//
// The law of a step keeps the points of a contact apart along the normal that it had at the beginning, wherever the
// shapes have come to since. What flies past a box at 100 m/s, half a metre beside it, crosses the plane of its nearest
// face within a step of 20 ms, and would be stopped by that plane in free air. So a contact that presses across a gap
// is looked at where it closes. Shapes that are farther from each other there than a share of the thinner one have
// missed each other, or meet later and otherwise: the piece is cut in halves (WHY_PASSES), and contacts are
// then looked for from nearer.
//
// Where it closes:
//
//   the problem of the step, e = 0     at the end of the step: u_N = -gap/h
//   impacts, and rebounds of links     after t = gap/|u_N|, with the velocities before it
//
// Contacts whose gap is below that share are not looked at: what is slow costs nothing.
// Cost: a narrow phase for each pair of shapes that such contacts belong to.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

/// Of the least width of the thinner shape: so far apart a contact may press.
static const double NEAR = 0.1;

/// How far apart the shapes of a contact may be where it presses [m].
static double slack_of(const step_context *step, const hf_contact *c)
{
    return NEAR * collide_pair_width(step->model->scene, c->shape_a, c->shape_b);
}

/// Whether a contact is so far from closing that it may belong to shapes that miss each other.
static bool is_far(const step_context *step, const hf_contact *c)
{
    const collide_scene *scene = step->model->scene;
    if (!(c->gap > slack_of(step, c))) return false;
    if (collide_shape(scene, c->shape_a)->kind == HF_SHAPE_PLANE) return false; // no edge to pass
    if (collide_shape(scene, c->shape_b)->kind == HF_SHAPE_PLANE) return false;
    return !collide_is_segment(scene, c->shape_a) && !collide_is_segment(scene, c->shape_b);
}

/// Whether the shapes of a contact are farther from each other than they may be, with their bodies at these poses;
/// `reach`: zeros, and left so.
static hf_status look_at(const step_context *step, const hf_contact *c, const pose *poses, double *reach, bool *misses)
{
    uint64_t key = (uint64_t)c->shape_a << 32 | (uint64_t)c->shape_b;
    contact_point *points;
    int count;
    reach[c->body_a] = slack_of(step, c);
    arena_mark mark = arena_begin(step->workspace);
    hf_status status = collide_again(step->model->scene, step->world->collide, poses, reach, &key, 1, step->workspace,
                                     &points, &count, step->error);
    arena_end(step->workspace, mark);
    reach[c->body_a] = 0.0;
    *misses = status == HF_STATUS_OK && count == 0;
    return status;
}

/// The pose of a body's frame after a time, at the velocities that it has before the step.
static pose place_after(const step_context *step, int body, double time)
{
    const double *v = step->before[body];
    const pose *from = &step->poses[body];
    pose to;
    vec3 center = v3_load(step->at[body].x), arm = v3_sub(v3_load(from->position), center);
    double turn[9];
    quat_to_matrix(quat_exp(v3_scale(time, v3_load(v + 3))), turn);
    v3_store(to.position, v3_add(v3_add_scaled(center, time, v3_load(v)), m3_times(turn, arm)));
    for (int j = 0; j < 3; j++)
    {
        vec3 axis = m3_times(turn, v3(from->rotation[j], from->rotation[3 + j], from->rotation[6 + j]));
        to.rotation[j] = axis.x, to.rotation[3 + j] = axis.y, to.rotation[6 + j] = axis.z;
    }
    return to;
}

hf_status impact_misses(const step_context *step, const hf_contact *c, double approach, bool *misses)
{
    const hf_model *m = step->model;
    *misses = false;
    if (!is_far(step, c) || !(approach < 0.0)) return HF_STATUS_OK;
    arena_mark mark = arena_begin(step->workspace);
    pose *poses = ARENA_ARRAY(step->workspace, pose, m->body_count);
    double *reach = ARENA_ZEROED(step->workspace, double, m->body_count);
    hf_status status = poses && reach ? HF_STATUS_OK : error_no_memory(step->error);
    if (status == HF_STATUS_OK)
    {
        double time = fmin(step->h, -c->gap / approach);
        poses[c->body_a] = place_after(step, c->body_a, time);
        poses[c->body_b] = place_after(step, c->body_b, time);
        status = look_at(step, c, poses, reach, misses);
    }
    arena_end(step->workspace, mark);
    return status;
}

hf_status find_misses(const step_context *step, bool *misses)
{
    const hf_model *m = step->model;
    pose *poses = NULL;
    double *reach = NULL;
    hf_status status = HF_STATUS_OK;
    *misses = false;
    for (int k = 0; k < step->contact_count && !*misses && status == HF_STATUS_OK; k++)
    {
        const step_contact *c = &step->contacts[k];
        if (!(step->r[c->row] > 0.0) || !is_far(step, &c->record)) continue;
        if (c->rebounds)
        {
            status = impact_misses(step, &c->record, c->approach, misses);
            continue;
        }
        if (!poses)
        {
            poses = ARENA_ARRAY(step->workspace, pose, m->body_count);
            reach = ARENA_ZEROED(step->workspace, double, m->body_count);
            if (!poses || !reach) return error_no_memory(step->error);
            poses_of(m, step->next, step->objects->after.q, poses);
        }
        status = look_at(step, &c->record, poses, reach, misses);
    }
    return status;
}
