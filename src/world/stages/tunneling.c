// Thin and fast: whether a body passes through another in the step, for MOVE.
//
// The law of a step is linear in the motion: points that touch, or may come to touch, keep apart along their normals.
// Convex shapes that only translate are kept apart by it, however fast. A body that turns brings points round that were
// far away when contacts were looked for, and an impact may make a body turn that did not: a needle that hits a plate
// with its tip lies flat on the plate, or beyond it, a moment later. So the motion itself is looked at when it is
// known. Two shapes have kept their sides if they are still separate along the normal that they had at the beginning
// (collide_separation), or overlap by no more than a share of the thinner one, which CORRECT and the next step remove
// in the right direction. Otherwise the piece is cut in halves (WHY_PASSES), and these in turn: contacts are
// then looked for where the bodies have come to.
//
// Nothing is looked at where no point moves by more than that share. While a body turns far, places on its way are
// looked at, too: it could come back to the right side after it has swept through.
// A push in the problem of the step may make a body fast that was not, and carry it to what contacts were not looked
// for with: a slow ball before a plate that a fast one hits. Where bodies come farther than they were expected to,
// pairs are looked for as far as that, and those that are new and change sides ask for OUTRAN: the same piece with
// contacts of theirs. Nothing is looked at where the excess is below the share of the thinnest shape of all.
// Segments of fibres are so thin that sliding over what is round would count; fibre_contacts.c looks at them.
// Cost: four norms for each body; some support points of both shapes for each contact of what is fast.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

enum
{
    MOST_PLACES = 16 // on the way of one piece
};
static const double AHEAD = 1.1;     // of the way that a body now comes: how far is looked then
static const double SHARE = 0.25;    // of the least width of the thinner shape
static const double DEEPER = 0.25;   // of that: where so much overlap was there before
static const double FAR_ROUND = 0.5; // [rad]: between two places that are looked at
static const double WHOLE_TURN = 6.283185307179586;

/// How a body moves in the step: from one place to another, turning by the vector `turn` [rad].
typedef struct body_motion
{
    const rigid_constants *body;
    const body_state *from, *to;
    vec3 turn;

    /// Of a body that changes its shape: its frame at both ends, and whether it is one.
    pose ends[2];
    bool formed;
} body_motion;

/// The turn that leads from one orientation to the other, with as many whole turns as the angular velocity says.
static body_motion motion_of(const step_context *step, double (*after)[6], int k)
{
    const body_state *from = step->start ? &step->start[k] : &step->at[k], *to = &step->next[k];
    vec3 turn = quat_log(quat_multiply(quat_load(to->q), quat_conjugate(quat_load(from->q))));
    vec3 mean = v3_scale(0.5 * step->h, v3_add(v3_load(step->before[k] + 3), v3_load(after[k] + 3)));
    double angle = v3_norm(turn);
    if (angle > 0.0)
    {
        double whole = round((v3_dot(mean, turn) / angle - angle) / WHOLE_TURN);
        turn = v3_scale(1.0 + whole * WHOLE_TURN / angle, turn);
    }
    body_motion motion = {.body = &step->model->rigid[k], .from = from, .to = to, .turn = turn};
    motion.formed = step->model->body_deformable && step->model->body_deformable[k] >= 0;
    if (!motion.formed) return motion;
    motion.ends[0] = pose_of_form(step->model, step->start ? step->start : step->at, step->world->state.q, k);
    motion.ends[1] = pose_of_form(step->model, step->next, step->objects->after.q, k);
    return motion;
}

/// The pose of its frame after the share `t` of the step.
static pose place_at(const body_motion *m, double t)
{
    pose at;
    const pose *a = &m->ends[0], *b = &m->ends[1];
    if (m->formed)
    {
        for (int k = 0; k < 3; k++) at.position[k] = a->position[k] + t * (b->position[k] - a->position[k]);
        for (int k = 0; k < 9; k++) at.rotation[k] = a->rotation[k] + t * (b->rotation[k] - a->rotation[k]);
        return at;
    }
    vec3 position;
    quat orientation, turned = quat_multiply(quat_exp(v3_scale(t, m->turn)), quat_load(m->from->q));
    double x[3], q[4];
    v3_store(x, v3_mix(v3_load(m->from->x), v3_load(m->to->x), t));
    quat_store(q, quat_normalize(turned));
    rigid_frame(m->body, t < 1.0 ? x : m->to->x, t < 1.0 ? q : m->to->q, &position, &orientation);
    v3_store(at.position, position);
    quat_to_matrix(orientation, at.rotation);
    return at;
}

/// Whether the shapes of a contact change sides along its normal, or come deeper than `most` where they were not.
static bool changes_sides(const step_context *step, double (*after)[6], const contact_point *p, double most)
{
    const collide_scene *scene = step->model->scene;
    int a = collide_shape(scene, p->shape_a)->body, b = collide_shape(scene, p->shape_b)->body;
    body_motion motion[2] = {motion_of(step, after, a), motion_of(step, after, b)};
    double angle = fmax(v3_norm(motion[0].turn), v3_norm(motion[1].turn));
    int places = (int)fmin(MOST_PLACES, 1.0 + angle / FAR_ROUND);
    pose from[2] = {place_at(&motion[0], 0.0), place_at(&motion[1], 0.0)};
    double start = collide_separation(scene, p, from, from), least = fmin(-most, start - DEEPER * most);
    for (int k = places; k >= 1; k--)
    {
        double t = (double)k / places;
        pose to[2] = {place_at(&motion[0], t), place_at(&motion[1], t)};
        if (collide_separation(scene, p, from, to) < least) return true;
    }
    return false;
}

/// How thick a shape is at its thinnest [m]; a height field is so at least by its base.
static double thickness(const collide_scene *scene, int shape)
{
    const hf_shape_def *def = collide_shape(scene, shape);
    return def->kind == HF_SHAPE_FIELD ? collide_field(scene, def->mesh).base : collide_shape_width(scene, shape);
}

/// way[k] ◄ the farthest that a point of body k comes [m].
static void find_ways(const step_context *step, double (*after)[6], double *way)
{
    const hf_model *m = step->model;
    for (int k = 0; k < m->body_count; k++)
    {
        double speed = fmax(v3_norm(v3_load(step->before[k])), v3_norm(v3_load(after[k])));
        double spin = fmax(twist_rate(m, step->before, k), twist_rate(m, after, k));
        way[k] = step->h * (speed + (spin > 0.0 ? spin * m->radius[k] : 0.0));
    }
}

/// Whether the shapes of a point change sides on their ways.
static bool point_passes(const step_context *step, double (*after)[6], const double *way, const contact_point *p)
{
    const hf_model *m = step->model;
    if (collide_is_segment(m->scene, p->shape_a) || collide_is_segment(m->scene, p->shape_b)) return false;
    int a = collide_shape(m->scene, p->shape_a)->body, b = collide_shape(m->scene, p->shape_b)->body;
    double most = SHARE * fmin(thickness(m->scene, p->shape_a), thickness(m->scene, p->shape_b));
    bool fast = way[a] + way[b] > most && (body_yields(m, a) || body_yields(m, b));
    return fast && changes_sides(step, after, p, most);
}

hf_status find_passing(const step_context *step, double (*after)[6], bool *passes)
{
    *passes = false;
    double *way = ARENA_ARRAY(step->workspace, double, step->model->body_count);
    if (!way) return error_no_memory(step->error);
    find_ways(step, after, way);
    for (int k = 0; k < step->point_count && !*passes; k++) *passes = point_passes(step, after, way, &step->points[k]);
    return HF_STATUS_OK;
}

// ---- beyond what was looked at ----

/// reach[k] ◄ how far contacts are to be looked for. Returns whether that is so much farther than they were that
/// something could pass.
static bool look_farther(const step_context *step, const double *way, double *reach)
{
    const hf_model *m = step->model;
    double most = 0.0, thinnest = INFINITY;
    for (int k = 0; k < m->body_count; k++)
    {
        bool looks = m->radius[k] > 0.0 && body_yields(m, k) && !body_is_segment(m, k);
        reach[k] = looks ? fmax(way[k], step->reach[k]) : step->reach[k];
        if (isfinite(reach[k])) most = fmax(most, reach[k] - step->reach[k]);
        else reach[k] = step->reach[k]; // taking over says so
    }
    if (!(most > 0.0)) return false;
    for (int k = 0; k < collide_shape_count(m->scene); k++)
        if (!collide_is_segment(m->scene, k)) thinnest = fmin(thinnest, thickness(m->scene, k));
    return most > SHARE * thinnest;
}

/// Whether DETECT found the pair of a point; both lists ascend, *at: where to go on.
static bool was_found(const step_context *step, const contact_point *p, int *at)
{
    for (; *at < step->point_count; ++*at)
    {
        const contact_point *q = &step->points[*at];
        if (q->shape_a > p->shape_a || (q->shape_a == p->shape_a && q->shape_b >= p->shape_b)) break;
    }
    return *at < step->point_count && step->points[*at].shape_a == p->shape_a &&
           step->points[*at].shape_b == p->shape_b;
}

/// Asks for contacts of the point's bodies as far as they come.
static void ask_for(const step_context *step, const contact_point *p, const double *way)
{
    const int shapes[2] = {p->shape_a, p->shape_b};
    for (int j = 0; j < 2; j++)
    {
        int body = collide_shape(step->model->scene, shapes[j])->body;
        double *least = &step->facts->least_reach[body];
        if (way[body] > step->reach[body]) *least = fmax(*least, AHEAD * way[body]);
    }
}

hf_status find_outrunning(const step_context *step, double (*after)[6], bool *outran)
{
    const hf_model *m = step->model;
    *outran = false;
    double *way = ARENA_ARRAY(step->workspace, double, m->body_count);
    double *reach = ARENA_ARRAY(step->workspace, double, m->body_count);
    pose *poses = ARENA_ARRAY(step->workspace, pose, m->body_count);
    if (!way || !reach || !poses) return error_no_memory(step->error);
    find_ways(step, after, way);
    if (!look_farther(step, way, reach)) return HF_STATUS_OK;
    contact_point *points;
    int count, at = 0;
    poses_of(m, step->world->state.bodies, step->world->state.q, poses);
    hf_status status =
        collide_detect(m->scene, step->world->collide, poses, reach, step->workspace, &points, &count, step->error);
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        if (was_found(step, &points[k], &at) || !point_passes(step, after, way, &points[k])) continue;
        ask_for(step, &points[k], way);
        *outran = true;
    }
    return status;
}
