// Ways of segments in a step, for the broad phase (chain_grid.c).
//
// Ways are relative. Velocities are taken less those of one rigid motion that all segments have in common (least
// squares): hair on a head that shakes goes along with it, and what is left is millimetres in a step where the head
// makes centimetres. For two points of a contact that motion differs by w × (p - q), which turns the gap and does not
// close it.
// Pieces that end elsewhere than these velocities say are looked at when the motion is known (chain_cross.c).

#include "collide/chains/chains.h"

#include "base/tasks.h"

#include <math.h>

enum
{
    ITEMS_A_TASK = 1024
};

/// A rigid motion: velocity at `middle`, angular velocity.
typedef struct common_motion
{
    vec3 middle, v, w;
} common_motion;

static vec3 velocity_of(const common_motion *c, vec3 x)
{
    return v3_add(c->v, v3_cross(c->w, v3_sub(x, c->middle)));
}

/// Σ (|d|² 1 - d dᵀ) w = Σ d × v, by Cramer's rule; 0 where the segments are few or on a line.
static vec3 solve_turn(const double A[6], vec3 l)
{
    vec3 c0 = v3(A[0], A[3], A[4]), c1 = v3(A[3], A[1], A[5]), c2 = v3(A[4], A[5], A[2]);
    double det = v3_dot(c0, v3_cross(c1, c2)), size = A[0] + A[1] + A[2];
    if (!(det > 1e-6 * size * size * size)) return v3_zero();
    return v3_scale(1.0 / det,
                    v3(v3_dot(l, v3_cross(c1, c2)), v3_dot(c0, v3_cross(l, c2)), v3_dot(c0, v3_cross(c1, l))));
}

/// Of least squares: Σ (|d|² 1 - d dᵀ), Σ d × v.
typedef struct common_sums
{
    double A[6]; // xx yy zz xy xz yz
    vec3 l;
} common_sums;

static void add_place(common_sums *sums, const common_motion *c, vec3 x, vec3 velocity)
{
    vec3 d = v3_sub(x, c->middle), v = v3_sub(velocity, c->v);
    double *A = sums->A;
    A[0] += d.y * d.y + d.z * d.z, A[1] += d.x * d.x + d.z * d.z, A[2] += d.x * d.x + d.y * d.y;
    A[3] -= d.x * d.y, A[4] -= d.x * d.z, A[5] -= d.y * d.z;
    sums->l = v3_add(sums->l, v3_cross(d, v));
}

static common_motion find_common(const chain_set *set, const shape_view *views, const collide_motion *motion)
{
    common_motion c = {v3_zero(), v3_zero(), v3_zero()};
    common_sums sums = {{0}, v3_zero()};
    double share = 1.0 / set->count;
    for (int k = 0; k < set->count; k++)
    {
        c.middle = v3_add_scaled(c.middle, share, views[set->items[k].shape].center);
        if (motion) c.v = v3_add_scaled(c.v, share, v3_load(motion->before[set->items[k].body]));
    }
    for (int k = 0; motion && k < set->count; k++)
        add_place(&sums, &c, views[set->items[k].shape].center, v3_load(motion->before[set->items[k].body]));
    c.w = solve_turn(sums.A, sums.l);
    return c;
}

/// What the sweeps of items are made of, some a task.
typedef struct way_tasks
{
    const chain_set *set;
    const line_way *lines;
    const shape_view *views;
    const collide_motion *motion;
    const double *reach;
    common_motion common;
    chain_sweep *sweeps;
} way_tasks;

static void sweep_some_lines(void *context, int task)
{
    const way_tasks *t = context;
    for (int k = task * ITEMS_A_TASK; k < (task + 1) * ITEMS_A_TASK && k < t->set->count; k++)
    {
        chain_sweep *s = &t->sweeps[k];
        double farthest = 0.0;
        for (int e = 0; e < 2; e++)
        {
            const vec3 *end = t->lines[k].end[e];
            s->end[e] = end[0];
            s->way[e][0] = s->way[e][1] = v3_sub(v3_sub(end[1], end[0]), velocity_of(&t->common, end[0]));
            farthest = fmax(farthest, v3_norm(s->way[e][0]));
        }
        // two points that meet have begun at different places: what they have in common differs by w times that
        s->pad = 2.0 * v3_norm(t->common.w) * farthest;
    }
}

void chain_sweeps_of_lines(const chain_set *set, const line_way *lines, hf_workspace *workspace, chain_sweep *sweeps)
{
    common_motion c = {v3_zero(), v3_zero(), v3_zero()}; // with displacements in the place of velocities
    common_sums sums = {{0}, v3_zero()};
    double share = 0.5 / set->count;
    for (int k = 0; k < 2 * set->count; k++)
    {
        const vec3 *end = lines[k / 2].end[k % 2];
        c.middle = v3_add_scaled(c.middle, share, end[0]);
        c.v = v3_add_scaled(c.v, share, v3_sub(end[1], end[0]));
    }
    for (int k = 0; k < 2 * set->count; k++)
    {
        const vec3 *end = lines[k / 2].end[k % 2];
        add_place(&sums, &c, end[0], v3_sub(end[1], end[0]));
    }
    c.w = solve_turn(sums.A, sums.l);
    way_tasks t = {.set = set, .lines = lines, .common = c, .sweeps = sweeps};
    tasks_run_round(workspace, (set->count + ITEMS_A_TASK - 1) / ITEMS_A_TASK, sweep_some_lines, &t);
}

static vec3 point_velocity(const double v[6], const double center[3], vec3 x)
{
    return v3_add(v3_load(v), v3_cross(v3_load(v + 3), v3_sub(x, v3_load(center))));
}

static void sweep_some(void *context, int task)
{
    const way_tasks *t = context;
    const collide_motion *motion = t->motion;
    for (int k = task * ITEMS_A_TASK; k < (task + 1) * ITEMS_A_TASK && k < t->set->count; k++)
    {
        const chain_item *item = &t->set->items[k];
        const shape_view *view = &t->views[item->shape];
        chain_sweep *s = &t->sweeps[k];
        s->pad = item->radius * (1.0 + CHAIN_NEAR) + item->margin + (motion ? 0.0 : t->reach[item->body]);
        for (int e = 0; e < 2; e++)
        {
            vec3 x = s->end[e] = v3_add_scaled(view->center, e ? item->half : -item->half, view->axis[2]);
            s->way[e][0] = s->way[e][1] = v3_zero();
            if (!motion) continue;
            vec3 with = velocity_of(&t->common, x);
            const double *center = motion->center[item->body];
            s->way[e][0] = v3_scale(motion->h, v3_sub(point_velocity(motion->before[item->body], center, x), with));
            s->way[e][1] = v3_scale(motion->h, v3_sub(point_velocity(motion->free[item->body], center, x), with));
        }
    }
}

void chain_sweeps(const chain_set *set, const shape_view *views, const collide_motion *motion, const double *reach,
                  hf_workspace *workspace, chain_sweep *sweeps)
{
    way_tasks t = {.set = set,
                   .views = views,
                   .motion = motion,
                   .reach = reach,
                   .common = find_common(set, views, motion),
                   .sweeps = sweeps};
    tasks_run_round(workspace, (set->count + ITEMS_A_TASK - 1) / ITEMS_A_TASK, sweep_some, &t);
}
