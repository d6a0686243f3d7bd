// Stage DETECT: what touches, or may come to touch, within the step, and what each contact is at the beginning.
//
// Contacts are looked for as far as bodies may come. The law of a contact speaks of u_N + shift; shift, by cases:
//
//   not touching, gap > 0         gap / h     u_N >= -gap/h: they may come to touch, not farther
//   touching or overlapping       0           u_N >= 0; overlap is removed by stage CORRECT, not by velocity
//   a mechanism collides, e > 0   -w          u_N >= w, the speed of the rebound
//
// Touching is gap <= GAP_SLACK; up to 10 GAP_SLACK the shift rises to gap / h without a jump, so that what corrections
// leave of gaps, over h, is no velocity that packings at rest would have to be solved for (docs/step.md).
//
// Collisions of free bodies with restitution are the next stage. Those of mechanisms are part of the problem of the
// step, where joints and loops hand the impulse on. w is then the speed at the *end of the step* that has the energy of
// Newton's law at the moment of impact (u_impact² = u² - 2 a gap, rebound at e u_impact), given that the step moves the
// bodies by h w:
//   ½ w² - a (gap + h w) = ½ e² u_impact²                                  (a: free acceleration of u_N)

#include "world/patch.h"
#include "world/rows/contact_rows.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/tasks.h"

#include <assert.h>
#include <math.h>

static hf_status find_points(step_context *step)
{
    const hf_model *m = step->model;
    hf_status status = reach_find(step);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < m->body_count; k++)
    {
        double sum = 0.0; // a reach is a largest of several, which passes over what is no number
        for (int j = 0; m->radius[k] > 0.0 && j < 6; j++) sum += fabs(step->before[k][j]) + fabs(step->free[k][j]);
        if (!isfinite(step->reach[k]) || !isfinite(sum))
        {
            char label[LABEL_SIZE];
            return error_set(step->error, HF_STATUS_INVALID, "%s is so fast that its motion cannot be represented",
                             label_make(label, "body", k, m->bodies[k].name));
        }
    }
    collide_motion motion;
    bool fibres = collide_has_segments(m->scene);
    if (fibres) status = motion_of_bodies(step, &motion);
    if (status == HF_STATUS_OK)
        status =
            collide_detect_moving(m->scene, step->world->collide, step->poses, step->reach, fibres ? &motion : NULL,
                                  step->workspace, &step->points, &step->point_count, step->error);
    return status == HF_STATUS_OK ? add_crossings(step) : status;
}

// ---- contacts ----

double contact_closing_shift(double gap, double h)
{
    const double FAR = 10.0 * GAP_SLACK;
    if (gap >= FAR) return gap / h;
    return fmax(gap - GAP_SLACK, 0.0) * (FAR / (FAR - GAP_SLACK)) / h;
}

/// The speed of the rebound at the end of the step, where a mechanism is hit; 0 if there is none.
static double rebound(const step_context *step, const step_contact *c)
{
    double e = c->record.restitution, u = c->approach, a = c->acceleration, gap = c->record.gap, h = step->h;
    if (e == 0.0 || u >= 0.0 || -u <= fabs(a) * h) return 0.0;
    if (gap + h * (u + 0.5 * a * h) > 0.0) return 0.0; // it does not close in this step
    gap = fmax(gap, 0.0);
    double impact = u * u - 2.0 * a * gap; // u_impact²
    double w = a * h + sqrt(fmax(0.0, a * a * h * h + 2.0 * a * gap + e * e * fmax(0.0, impact)));
    return fmax(w, 0.0);
}

/// Whether an impact moves only free bodies.
static bool hits_free_bodies(const step_context *step, const hf_contact *c)
{
    const object_methods *a = object_of_body(step->model, c->body_a), *b = object_of_body(step->model, c->body_b);
    return step->rules.impacts_travel && (!a || a->travels) && (!b || b->travels);
}

static void make_contact(const step_context *step, const contact_point *point, step_contact *c)
{
    hf_contact *record = &c->record;
    *c = (step_contact){0};
    contact_describe(step, point, record);
    contact_set_surface(step, record);
    vec3 n = v3_load(record->normal), u = contact_velocity(step, record, step->before);
    c->approach = v3_dot(n, u);
    c->slip = v3_norm(v3_add_scaled(u, -c->approach, n));
    vec3 free = contact_velocity(step, record, step->free);
    c->acceleration = (v3_dot(n, free) - c->approach) / step->h;
    contact_find_grip(step, u, free, record);
    c->travels = hits_free_bodies(step, record);
    double w = c->travels ? 0.0 : rebound(step, c);
    c->shift = w > 0.0 ? -w : contact_closing_shift(record->gap, step->h);
    c->rebounds = w > 0.0;
}

enum
{
    CONTACTS_A_TASK = 256,
    CONTACTS_FOR_TASKS = 1024
};

enum
{
    NOTHING_YIELDS = -1, // row_count of what is no contact
    STAYS_OPEN = -2
};

/// Contacts of some points, by themselves.
static void make_some(void *context, int task)
{
    const step_context *step = context;
    const hf_model *m = step->model;
    for (int k = task * CONTACTS_A_TASK; k < (task + 1) * CONTACTS_A_TASK && k < step->point_count; k++)
    {
        const contact_point *point = &step->points[k];
        step_contact *c = &step->contacts[k];
        int a = collide_shape(m->scene, point->shape_a)->body, b = collide_shape(m->scene, point->shape_b)->body;
        c->row_count = NOTHING_YIELDS;
        if (!body_yields(m, a) && !body_yields(m, b)) continue;
        c->row_count = STAYS_OPEN;
        if (contact_stays_open(step, point)) continue;
        make_contact(step, point, c);
        c->row_count = contact_row_count(m, &c->record);
    }
}

static hf_status make_contacts(step_context *step)
{
    int tasks = (step->point_count + CONTACTS_A_TASK - 1) / CONTACTS_A_TASK;
    step->contacts = ARENA_ARRAY(step->workspace, step_contact, step->point_count);
    step->open = ARENA_ARRAY(step->workspace, int, step->point_count);
    if (!step->contacts || !step->open) return error_no_memory(step->error);
    if (step->point_count >= CONTACTS_FOR_TASKS) tasks_run_round(step->workspace, tasks, make_some, step);
    else
        for (int k = 0; k < tasks; k++) make_some(step, k);
    for (int k = 0; k < step->point_count; k++) // those that count move up
    {
        step_contact *c = &step->contacts[step->contact_count];
        if (step->contacts[k].row_count == STAYS_OPEN) step->open[step->open_count++] = k;
        if (step->contacts[k].row_count < 0) continue;
        if (k != step->contact_count) *c = step->contacts[k];
        step->contact_count++;
        if (contact_adds_nothing(step->model, step->contacts, step->contact_count))
        {
            step->contact_count--;
            continue;
        }
        c->row = step->contact_row_count;
        step->contact_row_count += c->row_count;
    }
    return HF_STATUS_OK;
}

/// Of the thinner shape's least width: contacts of one pair that are nearer than this may be one.
static const double NEAR_PLACE = 0.1;

/// By shapes alone.
static int pair_order(const warm_impulse *last, const hf_contact *c)
{
    if (last->shape_a != c->shape_a) return last->shape_a < c->shape_a ? -1 : 1;
    return (last->shape_b > c->shape_b) - (last->shape_b < c->shape_b);
}

/// Impulses of the last step find their contacts; both lists ascend.
static void match_last(step_context *step)
{
    const world_state *state = &step->world->state;
    int w = 0;
    for (int k = 0; k < step->contact_count; k++)
    {
        step_contact *c = &step->contacts[k];
        const hf_contact *before = k > 0 ? &step->contacts[k - 1].record : NULL;
        assert(!before || contact_order(before->shape_a, before->shape_b, before->id, &c->record) < 0);
        (void)before;
        int order = 1;
        for (; w < state->warm_count; w++)
        {
            const warm_impulse *last = &state->warm[w];
            order = contact_order(last->shape_a, last->shape_b, last->id, &c->record);
            if (order >= 0) break;
        }
        if (w < state->warm_count && order == 0) c->last = &state->warm[w];
    }
}

/// The nearest impulse of the contact's pair that no contact has, within `reach`; *w: where that pair begins. NULL if
/// there is none.
static const warm_impulse *nearest_impulse(const world_state *state, const bool *taken, const hf_contact *c, int *w,
                                           double reach)
{
    const warm_impulse *best = NULL;
    double least = reach * reach;
    while (*w < state->warm_count && pair_order(&state->warm[*w], c) < 0) (*w)++;
    for (int k = *w; k < state->warm_count && pair_order(&state->warm[k], c) == 0; k++)
    {
        double distance = v3_norm2(v3_sub(v3_load(state->warm[k].place), v3_load(c->point)));
        if (taken[k] || !(distance < least)) continue;
        least = distance;
        best = &state->warm[k];
    }
    return best;
}

/// Contacts that have changed their names take the impulse of the nearest of their pair that has none: corners that lie
/// on edges, and points of round shapes, are named by features that rounding chooses. A place is off by what the bodies
/// moved in a step.
static hf_status match_by_place(step_context *step)
{
    const world_state *state = &step->world->state;
    const collide_scene *scene = step->model->scene;
    int missing = 0, w = 0;
    for (int k = 0; k < step->contact_count; k++) missing += !step->contacts[k].last;
    if (missing == 0 || state->warm_count == 0) return HF_STATUS_OK;
    arena_mark mark = arena_begin(step->workspace);
    bool *taken = ARENA_ZEROED(step->workspace, bool, state->warm_count);
    if (!taken) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
        if (step->contacts[k].last) taken[step->contacts[k].last - state->warm] = true;
    for (int k = 0; k < step->contact_count; k++)
    {
        step_contact *c = &step->contacts[k];
        int a = c->record.shape_a, b = c->record.shape_b;
        if (c->last || collide_is_segment(scene, a) || collide_is_segment(scene, b)) continue;
        double width = collide_pair_width(scene, a, b);
        c->last = nearest_impulse(state, taken, &c->record, &w, NEAR_PLACE * width);
        if (c->last) taken[c->last - state->warm] = true;
    }
    arena_end(step->workspace, mark);
    return HF_STATUS_OK;
}

hf_status stage_detect(step_context *step)
{
    hf_status status = deform_begin(step);
    if (status == HF_STATUS_OK) status = find_points(step);
    if (status != HF_STATUS_OK) return status;
    status = make_contacts(step);
    if (status == HF_STATUS_OK) status = patches_touch(step);
    if (status == HF_STATUS_OK) match_last(step);
    if (status == HF_STATUS_OK) status = match_by_place(step);
    return status == HF_STATUS_OK ? hand_over_impulses(step) : status;
}
