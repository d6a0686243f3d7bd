// Stage CORRECT: positions are corrected (correct_positions.c), then what detection finds at the end; it says what sank
// in or leapt all the same.

#include "world/rows/problem_rows.h"
#include "world/step_budget.h"
#include "world/step_mechanism.h"

#include "holdfast/solve.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/tasks.h"
#include "linalg/vector.h"

#include <math.h>
#include <string.h>

enum
{
    ROUNDS = 4, // of the linearization; it converges quadratically
    PASSES = 2  // of contacts that detection finds at the end
};
static const double VISIBLE = 1e-6; // of the smaller shape's width: less is left to the next step
static const double SUNK = 0.01;    // of the smaller shape's width: more asks for shorter pieces
static const double LEAPS = 0.1;    // of a body's size: how much farther it may go than its velocities say, or turn

/// A point of a body at the end ► where it was at the beginning.
static vec3 carried_back(const step_context *step, int body, vec3 p)
{
    const body_state *now = step->start ? &step->start[body] : &step->at[body], *next = &step->next[body];
    if (step->model->rigid[body].motion == HF_MOTION_STATIC) return p;
    vec3 local = quat_rotate_back(quat_load(next->q), v3_sub(p, v3_load(next->x)));
    return v3_add(v3_load(now->x), quat_rotate(quat_load(now->q), local));
}

/// A contact that was found at the end, as correct_positions wants it: where rows are made, with what carried points
/// miss as its bias. Its arms are those of the end: with arms of the beginning what spins about its own axis would be
/// turned about it, out of an overlap that this does not open.
static step_contact contact_at_end(const step_context *step, const contact_point *point)
{
    step_contact c = {.ends = true};
    contact_describe(step, point, &c.record);
    const int body[2] = {c.record.body_a, c.record.body_b};
    vec3 sum = v3_zero(), p = v3_load(point->point);
    double count = 0.0;
    for (int s = 0; s < 2; s++)
    {
        v3_store(c.end[s], carried_back(step, body[s], p));
        if (!body_yields(step->model, body[s])) continue;
        vec3 way = v3_sub(v3_load(step->next[body[s]].x), v3_load(step->at[body[s]].x));
        sum = v3_add(sum, v3_sub(p, way));
        count += 1.0;
    }
    v3_store(c.record.point, v3_scale(1.0 / count, sum));
    c.record.gap = 0.0;
    c.bias = point->gap - carried_gap(step, &c);
    return c;
}

static int pair_order(const hf_contact *c, const contact_point *p)
{
    if (c->shape_a != p->shape_a) return c->shape_a < p->shape_a ? -1 : 1;
    return c->shape_b == p->shape_b ? 0 : c->shape_b < p->shape_b ? -1 : 1;
}

/// Friction of a contact that was found at the end ◄ that of its name in the step, if there is one from *at on: what
/// sticks is held in this correction, too.
static void take_friction(const step_context *step, int *at, step_contact *found)
{
    const hf_contact *c = &found->record;
    for (; *at < step->contact_count; ++*at)
    {
        const step_contact *old = &step->contacts[*at];
        int order = contact_order(old->record.shape_a, old->record.shape_b, old->record.id, c);
        if (order < 0) continue;
        if (order > 0) return;
        found->record.status = old->record.status;
        memcpy(found->record.r, old->record.r, sizeof old->record.r);
        found->row_count = old->row_count;
        return;
    }
}

/// The contacts of the step, but of pairs that overlap at the end those that were found there. Both lists ascend.
static int merge_contacts(const step_context *step, const contact_point *points, int count, step_contact *merged)
{
    int n = 0, k = 0, old = 0;
    for (int p = 0; p < count; p++)
    {
        const contact_point *point = &points[p];
        int a = collide_shape(step->model->scene, point->shape_a)->body;
        int b = collide_shape(step->model->scene, point->shape_b)->body;
        while (k < step->contact_count && pair_order(&step->contacts[k].record, point) < 0)
            merged[n++] = step->contacts[k++];
        while (k < step->contact_count && pair_order(&step->contacts[k].record, point) == 0) k++;
        if (!body_yields(step->model, a) && !body_yields(step->model, b)) continue;
        merged[n] = contact_at_end(step, point);
        take_friction(step, &old, &merged[n++]);
    }
    while (k < step->contact_count) merged[n++] = step->contacts[k++];
    return n;
}

/// Corrects what `points` of the end say.
static hf_status correct_found(step_context *step, const contact_point *points, int count)
{
    double widest;
    step_contact *contacts = step->contacts,
                 *merged = ARENA_ARRAY(step->workspace, step_contact, step->contact_count + count);
    int contact_count = step->contact_count;
    if (!merged) return error_no_memory(step->error);
    int merged_count = merge_contacts(step, points, count, merged);
    step->contacts = merged;
    step->contact_count = merged_count;
    hf_status status = correct_positions(step, ROUNDS, &widest);
    step->contacts = contacts;
    step->contact_count = contact_count;
    return status;
}

/// Whether the piece made an overlap that could not be corrected: what turns too far in it leaves linear answers
/// behind. Shorter pieces then help;
/// not where it was there before.
static bool has_sunk(const step_context *step)
{
    if (!step_may(step, WHY_TOO_FAR) || step->model->fibre_count > 0 || !step->points) return false;
    if (!(step->overlap.relative > SUNK)) return false;
    return step->overlap.relative > 2.0 * overlap_of(step->model, step->points, step->point_count).relative;
}

/// Whether MOVE took links so far into something that the shortest way out would decide where they go: a correction is
/// for errors of second order, and moves all of a tree.
static bool sinks(const step_context *step)
{
    if (!step->rules.joints || !step_may(step, WHY_TOO_FAR) || step->model->fibre_count > 0) return false;
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        if (fmin(c->record.gap, 0.0) - carried_gap(step, c) - c->bias >
            SUNK * collide_pair_width(step->model->scene, c->record.shape_a, c->record.shape_b))
            return true;
    }
    return false;
}

/// How large a body is [m]: by its shapes, or what it has of mass.
static double size_of(const step_context *step, int body)
{
    const rigid_constants *c = &step->model->rigid[body];
    double inertia = fmax(c->inertia[0], fmax(c->inertia[1], c->inertia[2]));
    return fmax(step->model->radius[body], c->mass > 0.0 ? sqrt(inertia / c->mass) : 0.0);
}

/// By how much farther a body has turned, as a chord on a circle of radius 1, than its angular velocities at either end
/// say.
static double turned_beyond(const step_context *step, int body)
{
    const body_state *from = &step->world->state.bodies[body], *to = &step->next[body];
    quat turn = quat_multiply(quat_load(to->q), quat_conjugate(quat_load(from->q)));
    double spin = fmax(v3_norm(v3_load(from->w)), v3_norm(v3_load(to->w)));
    spin = fmax(spin, v3_norm(v3_load(step->before[body] + 3)));
    return 2.0 * v3_norm(v3(turn.x, turn.y, turn.z)) - step->h * spin;
}

/// Whether a body went or turned farther than its velocities at either end say: links that turn far in a jump are moved
/// along chords by velocities that are none of the place where they come to. Shorter pieces then know where they go.
static bool leaps(const step_context *step)
{
    if (!step->rules.joints || !step_may(step, WHY_TOO_FAR)) return false;
    for (int k = 0; k < step->model->body_count; k++)
    {
        const body_state *from = &step->world->state.bodies[k], *to = &step->next[k];
        if (!body_yields(step->model, k) || body_is_segment(step->model, k)) continue;
        double way = v3_norm(v3_sub(v3_load(to->x), v3_load(from->x)));
        double speed = fmax(v3_norm(v3_load(from->v)), v3_norm(v3_load(to->v)));
        speed = fmax(speed, v3_norm(v3_load(step->before[k])));
        double size = size_of(step, k); // 0: a frame without mass or shape, which its neighbours speak for
        double beyond = fmax(way - step->h * speed, size * turned_beyond(step, k));
        if (size > 0.0 && beyond - step->sunk > LEAPS * size) return true;
    }
    return false;
}

/// Contacts that came up within the step, by turning or behind an impact, are not among those that were carried along.
/// Where detection finds overlap that shows, it is corrected, too, as long as that helps. Not of hair, whose width is a
/// few times what is left alone.
hf_status stage_correct(step_context *step)
{
    double widest, before = INFINITY;
    contact_point *points;
    int count;
    hf_status status = rolling_gaps(step);
    if (status == HF_STATUS_OK && sinks(step))
    {
        step->why = WHY_TOO_FAR;
        return HF_STATUS_OK;
    }
    if (status == HF_STATUS_OK) status = take_back_creep(step);
    if (status == HF_STATUS_OK) status = correct_positions(step, ROUNDS, &widest);
    for (int pass = 0; status == HF_STATUS_OK; pass++)
    {
        status = overlap_measure(step, &step->overlap, &points, &count);
        bool helps = step->overlap.relative < 0.5 * before;
        bool shows = step->overlap.relative > VISIBLE && step->model->fibre_count == 0;
        if (status != HF_STATUS_OK || !helps || !shows || pass == PASSES || step->contradicts) break;
        before = step->overlap.relative;
        status = correct_found(step, points, count);
    }
    if (status == HF_STATUS_OK && (has_sunk(step) || leaps(step))) step->why = WHY_TOO_FAR;
    return status;
}
