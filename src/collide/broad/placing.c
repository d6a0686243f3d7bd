#include "collide/broad/placing.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/tasks.h"

#include <math.h>
#include <string.h>

enum
{
    SHAPES_A_TASK = 1024,
    SHAPES_FOR_TASKS = 4096,
    PAIRS_TO_MARK = 1024 // from so many on shapes are marked first, and put there once
};

static bool is_finite_pose(const pose *at, double reach)
{
    double sum = reach;
    for (int i = 0; i < 3; i++) sum += at->position[i];
    for (int i = 0; i < 9; i++) sum += at->rotation[i];
    return isfinite(sum);
}

void scene_place(const scene_shape *shape, const pose *body, shape_view *view)
{
    const double *R = body->rotation, *S = shape->rotation;
    view->center = v3_add(v3_load(body->position), m3_times(R, shape->position));
    for (int i = 0; i < 3; i++) view->axis[i] = m3_times(R, v3(S[i], S[3 + i], S[6 + i]));
}

static void place_shape(const placing *p, int index, const pose *body, double inflate)
{
    const scene_shape *shape = &p->scene->shapes[index];
    shape_view *view = &p->views[index];
    bounds *box = &p->boxes[index];
    if (shape->form != HF_FORM_RIGID)
    {
        deformed_hull_place(shape, body, p->formed[index], view);
        *box = bounds_inflate(deformed_hull_bounds(view), inflate);
        return;
    }
    scene_place(shape, body, view);
    memcpy(view->size, shape->view.size, sizeof view->size); // it may have changed (collide_vary_size)
    view->extent = shape->view.extent;
    if (view->kind == HF_SHAPE_PLANE) return;
    vec3 middle = view_to_world(view, shape->middle);
    vec3 half = view->kind == HF_SHAPE_SPHERE ? shape->half : v3_zero();
    if (view->kind != HF_SHAPE_SPHERE)
        for (int i = 0; i < 3; i++) half = v3_add_scaled(half, v3_at(shape->half, i), v3_abs(view->axis[i]));
    half = v3_add(half, v3(inflate, inflate, inflate));
    *box = (bounds){v3_sub(middle, half), v3_add(middle, half)};
}

static void place_some(void *context, int task)
{
    const placing *p = context;
    int end = (task + 1) * SHAPES_A_TASK;
    for (int k = task * SHAPES_A_TASK; k < end && k < p->scene->shape_count; k++)
    {
        const scene_shape *shape = &p->scene->shapes[k];
        if (p->wanted && !p->wanted[k]) continue;
        place_shape(p, k, &p->poses[shape->body], p->reach ? shape->margin + p->reach[shape->body] : 0.0);
    }
}

static void box_some(void *context, int task)
{
    const placing *p = context;
    int end = (task + 1) * SHAPES_A_TASK;
    for (int k = task * SHAPES_A_TASK; k < end && k < p->scene->chains.count; k++)
    {
        const chain_item *item = &p->scene->chains.items[k];
        bounds *box = &p->boxes[item->shape];
        double pad = item->radius * (1.0 + 2.0 * CHAIN_NEAR) + item->margin;
        chain_box(item, &p->views[item->shape], p->motion, pad, &box->low, &box->high);
    }
}

/// Each shape has a view and a box of its own: who writes them changes nothing.
static void run_all(placing *p, int count, round_body body, hf_workspace *workspace)
{
    int tasks = (count + SHAPES_A_TASK - 1) / SHAPES_A_TASK;
    if (count >= SHAPES_FOR_TASKS) tasks_run_round(workspace, tasks, body, p);
    else
        for (int k = 0; k < tasks; k++) body(p, k);
}

hf_status place_shapes(placing *p, hf_workspace *workspace, hf_error *error)
{
    for (int k = 0; k < p->scene->body_count; k++)
        if (!is_finite_pose(&p->poses[k], p->reach[k]) || p->reach[k] < 0)
            return error_set(error, HF_STATUS_INVALID, "body %d: its place or reach is not finite", k);
    run_all(p, p->scene->shape_count, place_some, workspace);
    return HF_STATUS_OK;
}

/// The shapes that a place in a list of keys asks for: shape k % 2 of pair k / 2, and what is joined to it. -1: none.
static void asked_for(const placing *p, const uint64_t *keys, int k, int shapes[3])
{
    const chain_set *chains = &p->scene->chains;
    shapes[0] = (int)(k % 2 == 0 ? keys[k / 2] >> 32 : keys[k / 2] & 0xffffffffu);
    const chain_item *item = chain_item_of(chains, shapes[0]);
    shapes[1] = item && item->before >= 0 ? chains->items[item->before].shape : -1;
    shapes[2] = item && item->after >= 0 ? chains->items[item->after].shape : -1;
}

bool place_pairs(placing *p, const uint64_t *keys, int key_count, hf_workspace *workspace)
{
    int shapes[3];
    arena_mark mark = arena_begin(workspace);
    bool many = key_count >= PAIRS_TO_MARK;
    bool *wanted = many ? ARENA_ZEROED(workspace, bool, p->scene->shape_count) : NULL;
    for (int k = 0; k < 2 * key_count && (wanted || !many); k++)
    {
        asked_for(p, keys, k, shapes);
        for (int e = 0; e < 3; e++)
            if (shapes[e] >= 0 && many) wanted[shapes[e]] = true; // in hair each is asked for several times
            else if (shapes[e] >= 0) place_shape(p, shapes[e], &p->poses[p->scene->shapes[shapes[e]].body], 0.0);
    }
    p->wanted = wanted;
    if (wanted) run_all(p, p->scene->shape_count, place_some, workspace);
    arena_end(workspace, mark);
    return wanted || !many;
}

void place_segments(placing *p, const collide_motion *motion, hf_workspace *workspace)
{
    p->motion = motion;
    run_all(p, p->scene->chains.count, box_some, workspace);
}
