// What fibres need of DETECT and MOVE beside what all bodies do.
//
// Velocities: contacts of segments are looked for by how fast two things approach each other, so detection is told how
// bodies are about to move.
//
// Crossings: when the motion of a step is known, segments may have passed through each other: thrown by what they hit
// farther than anything was looked for, or turned round each other within the step. MOVE looks for centre lines that
// met on the way (collide_crossings), and asks for the same piece again with a contact for each (CROSSED). These
// contacts are kept for the attempts that follow. After CROSSING_LOOKS of them, or where the work is spent, the piece
// is cut if it may be, and otherwise taken as it is. So two fibres that are on one side of each other stay there,
// whatever their speed and however thin they are, as long as a piece can be done again; nothing needs to be remembered
// from step to step.
//
// Warm starts: a contact that slides from one segment to the next has another name there. A contact that finds no
// impulse of the last step takes that of the pair of segments beside it, if no contact of this step has it by name.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CROSSING_LOOKS = 4
};

hf_status motion_of_bodies(const step_context *step, collide_motion *motion)
{
    const hf_model *m = step->model;
    double(*center)[3] = arena_take(step->workspace, (size_t)m->body_count, sizeof *center);
    if (!center) return error_no_memory(step->error);
    for (int k = 0; k < m->body_count; k++) v3_store(center[k], v3_load(step->at[k].x));
    *motion = (collide_motion){.h = step->h,
                               .center = (const double(*)[3])center,
                               .before = (const double(*)[6])step->before,
                               .free = (const double(*)[6])step->free,
                               .surface = step->surface};
    return HF_STATUS_OK;
}

// ---- crossings ----

static int compare_points(const contact_point *p, const contact_point *q)
{
    if (p->shape_a != q->shape_a) return p->shape_a < q->shape_a ? -1 : 1;
    if (p->shape_b != q->shape_b) return p->shape_b < q->shape_b ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

/// Two ascending lists in one, from the back on; `to` has room for both and begins with the first.
static void merge(contact_point *to, int count, const contact_point *from, int from_count)
{
    for (int k = count + from_count - 1; from_count > 0; k--)
    {
        bool first = count > 0 && compare_points(&to[count - 1], &from[from_count - 1]) > 0;
        to[k] = first ? to[--count] : from[--from_count];
    }
}

hf_status add_crossings(step_context *step)
{
    const hf_world *world = step->world;
    int count = step->facts->crossing_count, total = step->point_count + count;
    if (count == 0) return HF_STATUS_OK;
    contact_point *points = ARENA_ARRAY(step->workspace, contact_point, total);
    if (!points) return error_no_memory(step->error);
    if (step->point_count) memcpy(points, step->points, (size_t)step->point_count * sizeof *points);
    merge(points, step->point_count, world->crossings, count);
    step->points = points;
    step->point_count = total;
    return HF_STATUS_OK;
}

/// Room for `count` crossings.
static bool reserve(hf_world *world, int count)
{
    if (count <= world->crossing_capacity) return true;
    int capacity = count + count / 2;
    contact_point *grown = memory_resize(world->crossings, (size_t)capacity, sizeof *grown);
    if (!grown) return false;
    world->crossings = grown;
    world->crossing_capacity = capacity;
    return true;
}

hf_status find_crossings(step_context *step)
{
    hf_world *world = step->world;
    step_facts *facts = step->facts;
    bool cuts = step_may(step, WHY_PASSES), looks = step_may(step, WHY_CROSSED);
    const hf_model *m = step->model;
    contact_point *found;
    int count = 0;
    if (!collide_has_segments(m->scene) || (!looks && !cuts)) return HF_STATUS_OK;
    pose *to = ARENA_ARRAY(step->workspace, pose, m->body_count);
    if (!to) return error_no_memory(step->error);
    poses_of(m, step->next, step->objects->after.q, to);
    hf_status status =
        collide_crossings(m->scene, world->collide, step->poses, to, step->workspace, &found, &count, step->error);
    if (status != HF_STATUS_OK || count == 0) return status;
    if (!looks)
    {
        if (cuts) step->why = WHY_PASSES;
        return HF_STATUS_OK;
    }
    if (!reserve(world, facts->crossing_count + count)) return error_no_memory(step->error);
    for (int k = 0; k < count; k++)
        found[k].id += (uint64_t)facts->tries[WHY_CROSSED]; // one pair may cross again elsewhere
    merge(world->crossings, facts->crossing_count, found, count);
    facts->crossing_count += count;
    step->why = WHY_CROSSED;
    return HF_STATUS_OK;
}

// ---- warm starts ----

/// The first impulse of the last step whose pair of shapes is not below (a, b).
static int lower_bound(const world_state *state, int a, int b)
{
    int low = 0, high = state->warm_count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        const warm_impulse *w = &state->warm[middle];
        if (w->shape_a < a || (w->shape_a == a && w->shape_b < b)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/// An impulse of a pair that no contact has; NULL if there is none.
static const warm_impulse *take_impulse(const world_state *state, bool *taken, int a, int b)
{
    if (a < 0 || b < 0 || a >= b) return NULL;
    for (int w = lower_bound(state, a, b); w < state->warm_count; w++)
    {
        const warm_impulse *last = &state->warm[w];
        if (last->shape_a != a || last->shape_b != b) return NULL;
        if (taken[w]) continue;
        taken[w] = true;
        return last;
    }
    return NULL;
}

hf_status hand_over_impulses(step_context *step)
{
    const world_state *state = &step->world->state;
    const collide_scene *scene = step->model->scene;
    if (!collide_has_segments(scene) || state->warm_count == 0) return HF_STATUS_OK;
    bool *taken = ARENA_ZEROED(step->workspace, bool, state->warm_count);
    if (!taken) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
        if (step->contacts[k].last) taken[step->contacts[k].last - state->warm] = true;
    for (int k = 0; k < step->contact_count; k++)
    {
        step_contact *c = &step->contacts[k];
        int a[3] = {c->record.shape_a, -1, -1}, b[3] = {c->record.shape_b, -1, -1};
        if (c->last || !(collide_is_segment(scene, a[0]) || collide_is_segment(scene, b[0]))) continue;
        collide_joined(scene, a[0], &a[1], &a[2]);
        collide_joined(scene, b[0], &b[1], &b[2]);
        for (int j = 0; j < 9 && !c->last; j++) c->last = take_impulse(state, taken, a[j % 3], b[j / 3]);
    }
    return HF_STATUS_OK;
}
