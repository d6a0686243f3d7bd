// Poses that were set from outside, and shapes that overlap in them.
//
// Stage CORRECT pushes overlap apart by the shortest way out, without speed. That is right where the way out is clear:
// overlap that is slight, and whatever stands in something that does not yield but has its centre of mass outside of
// it; planes and height fields have one side only. Two bodies that are deep in each other would leave by the wrong side
// as often as not, and the shapes of a robot's links overlap at their joints as a rule, where no motion separates them.
// Such pairs are left alone until they first separate:
//
//   overlap                                       what is done
//   of links of one robot, its base included      left alone
//   up to a quarter of the thinner shape's width  corrected
//   beyond, in a plane or a height field          lifted out
//   beyond, in what does not yield, centre out    lifted out
//   beyond, else                                  left alone
//
// The pairs that are left alone are a part of the state. Bodies whose poses were set are marked, and the next look at
// them (the next step at the latest) makes the list; pairs of bodies that came to overlap by themselves never enter it.
// Detection leaves its pairs out (collide_ignore). At the beginning of each step they are looked at one by one; those
// that have separated leave the list.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double DEEP = 0.25; // of the least width of the thinner shape

// ---- poses that were set ----

void world_mark_placed(hf_world *world, int body)
{
    const mechanism *m = &world->model->mechanism;
    int tree = m->body_tree[body];
    world->state.any_placed = true;
    world->state.placed[body] = true;
    for (int k = 0; tree >= 0 && k < m->trees[tree].link_count; k++) // the others may have moved with it
        world->state.placed[m->links[m->trees[tree].link_begin + k]] = true;
}

void world_mark_moved(hf_world *world, const body_state *before)
{
    for (int k = 0; k < world->model->body_count; k++)
    {
        const body_state *now = &world->state.bodies[k];
        if (vector_equal(3, now->x, before[k].x) && vector_equal(4, now->q, before[k].q)) continue;
        world->state.any_placed = true;
        world->state.placed[k] = true;
    }
}

void world_clear_placed(hf_world *world)
{
    if (!world->state.any_placed) return;
    world->state.any_placed = false;
    memset(world->state.placed, 0, (size_t)world->model->body_count * sizeof *world->state.placed);
}

// ---- what is done with a pair ----

/// The first of the static bodies that are mounted on each other; another body itself; -1 of a world that is scenery.
static int base_of(const hf_model *model, int body)
{
    return body >= 0 && model->mount[body] >= 0 ? model->mount[body] : body > 0 ? body : -1;
}

/// A number that the links of a robot share, with the bodies that it stands on, unless that is the scenery; -1 of all
/// others.
static int robot_of(const hf_model *model, int body)
{
    const mechanism *m = &model->mechanism;
    int tree = m->body_tree[body], base = base_of(model, tree >= 0 ? m->trees[tree].base : body);
    if (tree >= 0) return base >= 0 ? base : m->links[m->trees[tree].link_begin];
    for (int t = 0; base >= 0 && t < m->tree_count; t++)
        if (base_of(model, m->trees[t].base) == base) return base;
    return -1;
}

/// Planes and height fields are grounds, whatever they are fixed to.
static bool is_ground(const hf_model *model, int shape)
{
    hf_shape_kind kind = collide_shape(model->scene, shape)->kind;
    return kind == HF_SHAPE_PLANE || kind == HF_SHAPE_FIELD;
}

/// Whether the way out of shape `other` is the one along `normal`, for a body that yields.
static bool way_is_clear(const hf_world *world, int other, int body, const contact_point *p, vec3 normal)
{
    if (is_ground(world->model, other)) return true;
    if (body_yields(world->model, collide_shape(world->model->scene, other)->body)) return false;
    vec3 center = v3_load(world->state.bodies[body].x);
    return v3_dot(normal, v3_sub(center, v3_load(p->point))) > -0.5 * p->gap; // beyond the surface
}

static bool is_lifted(const hf_world *world, const contact_point *p)
{
    int a = collide_shape(world->model->scene, p->shape_a)->body,
        b = collide_shape(world->model->scene, p->shape_b)->body;
    vec3 n = v3_load(p->normal); // from b to a
    return way_is_clear(world, p->shape_b, a, p, n) || way_is_clear(world, p->shape_a, b, p, v3_scale(-1.0, n));
}

/// Fills in what is to be known of a pair that overlaps at its deepest point `p`; false if it is corrected as a matter
/// of course.
static bool judge(const hf_world *world, const contact_point *p, hf_overlap *told)
{
    const hf_model *model = world->model;
    int a = collide_shape(model->scene, p->shape_a)->body, b = collide_shape(model->scene, p->shape_b)->body;
    if (!body_yields(model, a) && !body_yields(model, b)) return false;
    int robot = robot_of(model, a);
    bool ground = is_ground(model, p->shape_a) || is_ground(model, p->shape_b);
    bool one = !ground && robot >= 0 && robot == robot_of(model, b);
    double width = collide_pair_width(model->scene, p->shape_a, p->shape_b);
    *told = (hf_overlap){.shape_a = p->shape_a,
                         .shape_b = p->shape_b,
                         .body_a = a,
                         .body_b = b,
                         .depth = -p->gap,
                         .limit = one ? 0.0 : DEEP * width,
                         .left_alone = one || !is_lifted(world, p)};
    return told->depth > (one ? GAP_SLACK : told->limit);
}

// ---- looking ----

static const contact_point *deepest_of_pair(const contact_point *points, int count, int *next)
{
    const contact_point *first = &points[*next], *deepest = first;
    for (; *next < count && points[*next].shape_a == first->shape_a && points[*next].shape_b == first->shape_b; ++*next)
        if (points[*next].gap < deepest->gap) deepest = &points[*next];
    return deepest;
}

static const ignored_pair *find_ignored(const world_state *state, const contact_point *p)
{
    int low = 0, high = state->ignored_count;
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        const ignored_pair *pair = &state->ignored[middle];
        bool below = pair->shape_a < p->shape_a || (pair->shape_a == p->shape_a && pair->shape_b < p->shape_b);
        if (below) low = middle + 1;
        else high = middle;
    }
    if (low == state->ignored_count) return NULL; // there may be no list at all
    const ignored_pair *pair = &state->ignored[low];
    return pair->shape_a == p->shape_a && pair->shape_b == p->shape_b ? pair : NULL;
}

/// What was found, before it is taken over.
typedef struct findings
{
    ignored_pair *ignored;
    hf_overlap *overlaps;
    int ignored_count, overlap_count;
} findings;

/// Pairs that were left alone before stay so while they overlap; others are judged if one of their poses was set.
static void gather(const hf_world *world, const contact_point *points, int count, findings *found)
{
    const world_state *state = &world->state;
    for (int k = 0; k < count;)
    {
        const contact_point *p = deepest_of_pair(points, count, &k);
        if (!(p->gap < 0.0)) continue;
        const ignored_pair *before = find_ignored(state, p);
        hf_overlap told;
        bool found_now = judge(world, p, &told) && (state->placed[told.body_a] || state->placed[told.body_b]);
        if (found_now) found->overlaps[found->overlap_count++] = told;
        if (!before && !(found_now && told.left_alone)) continue;
        found->ignored[found->ignored_count++] =
            before ? *before : (ignored_pair){.shape_a = p->shape_a, .shape_b = p->shape_b, .depth = told.depth};
    }
}

static bool reserve_overlaps(hf_world *world, int count)
{
    if (count <= world->overlap_capacity) return true;
    hf_overlap *overlaps = memory_resize(world->overlaps, (size_t)count, sizeof *overlaps);
    if (!overlaps) return false;
    world->overlaps = overlaps;
    world->overlap_capacity = count;
    return true;
}

/// Detection leaves out what the state says.
static hf_status tell_detection(hf_world *world, hf_error *error)
{
    const world_state *state = &world->state;
    arena_mark mark = arena_begin(world->workspace);
    uint64_t *keys = ARENA_ARRAY(world->workspace, uint64_t, state->ignored_count);
    for (int k = 0; keys && k < state->ignored_count; k++)
        keys[k] = (uint64_t)state->ignored[k].shape_a << 32 | (uint64_t)state->ignored[k].shape_b;
    bool well = keys && collide_ignore(world->collide, keys, state->ignored_count);
    arena_end(world->workspace, mark);
    return well ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status take_over(hf_world *world, const findings *found, hf_error *error)
{
    world_state *state = &world->state;
    if (!state_reserve_ignored(state, found->ignored_count) || !reserve_overlaps(world, found->overlap_count))
        return error_no_memory(error);
    if (found->ignored_count)
        memcpy(state->ignored, found->ignored, (size_t)found->ignored_count * sizeof *found->ignored);
    state->ignored_count = found->ignored_count;
    if (found->overlap_count)
        memcpy(world->overlaps, found->overlaps, (size_t)found->overlap_count * sizeof *found->overlaps);
    world->overlap_count = found->overlap_count;
    return HF_STATUS_OK;
}

static hf_status look(hf_world *world, hf_error *error)
{
    const hf_model *model = world->model;
    arena_mark mark = arena_begin(world->workspace);
    double *reach = ARENA_ZEROED(world->workspace, double, model->body_count);
    pose *poses = ARENA_ARRAY(world->workspace, pose, model->body_count);
    contact_point *points = NULL;
    int count = 0;
    hf_status status =
        reach && poses && collide_ignore(world->collide, NULL, 0) ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        poses_of(model, world->state.bodies, world->state.q, poses);
        world_deform(world, world->state.time);
        status = collide_detect(model->scene, world->collide, poses, reach, world->workspace, &points, &count, error);
    }
    findings found = {.ignored = ARENA_ARRAY(world->workspace, ignored_pair, count),
                      .overlaps = ARENA_ARRAY(world->workspace, hf_overlap, count)};
    if (status == HF_STATUS_OK && (!found.ignored || !found.overlaps)) status = error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        gather(world, points, count, &found);
        status = take_over(world, &found, error);
    }
    arena_end(world->workspace, mark);
    return status;
}

// ---- pairs that separate ----

/// Takes out of the list what has separated.
static hf_status drop_separated(hf_world *world, hf_error *error)
{
    const hf_model *model = world->model;
    world_state *state = &world->state;
    arena_mark mark = arena_begin(world->workspace);
    double *reach = ARENA_ZEROED(world->workspace, double, model->body_count);
    pose *poses = ARENA_ARRAY(world->workspace, pose, model->body_count);
    uint64_t *keys = ARENA_ARRAY(world->workspace, uint64_t, state->ignored_count);
    contact_point *points = NULL;
    int count = 0;
    hf_status status = reach && poses && keys ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        poses_of(model, state->bodies, state->q, poses);
        world_deform(world, state->time);
        for (int k = 0; k < state->ignored_count; k++)
            keys[k] = (uint64_t)state->ignored[k].shape_a << 32 | (uint64_t)state->ignored[k].shape_b;
        status = collide_again(model->scene, world->collide, poses, reach, keys, state->ignored_count, world->workspace,
                               &points, &count, error);
    }
    int kept = 0;
    for (int k = 0; status == HF_STATUS_OK && k < count;)
    {
        const contact_point *p = deepest_of_pair(points, count, &k);
        const ignored_pair *pair = p->gap < 0.0 ? find_ignored(state, p) : NULL;
        if (pair) state->ignored[kept++] = *pair; // both lists ascend: what is written over has been read
    }
    if (status == HF_STATUS_OK) state->ignored_count = kept;
    arena_end(world->workspace, mark);
    return status;
}

hf_status hf_world_find_overlaps(hf_world *world, hf_error *error)
{
    if (!world->state.any_placed) return HF_STATUS_OK;
    hf_status status = look(world, error);
    if (status != HF_STATUS_OK) return status;
    world_clear_placed(world);
    return tell_detection(world, error);
}

hf_status world_settle_overlaps(hf_world *world, hf_error *error)
{
    if (world->state.any_placed) return hf_world_find_overlaps(world, error);
    hf_status status = world->state.ignored_count > 0 ? drop_separated(world, error) : HF_STATUS_OK;
    return status == HF_STATUS_OK ? tell_detection(world, error) : status;
}

// ---- telling ----

int hf_world_overlap_count(const hf_world *world)
{
    return world->overlap_count;
}

hf_overlap hf_world_overlap(const hf_world *world, int index)
{
    return ITEM_AT(hf_overlap, world->overlaps, world->overlap_count, index);
}

int hf_world_ignored_count(const hf_world *world)
{
    return world->state.ignored_count;
}

hf_overlap hf_world_ignored_pair(const hf_world *world, int index)
{
    const hf_model *model = world->model;
    if (!is_item(index, world->state.ignored_count)) return (hf_overlap){0};
    const ignored_pair *pair = &world->state.ignored[index];
    return (hf_overlap){.shape_a = pair->shape_a,
                        .shape_b = pair->shape_b,
                        .body_a = collide_shape(model->scene, pair->shape_a)->body,
                        .body_b = collide_shape(model->scene, pair->shape_b)->body,
                        .depth = pair->depth,
                        .left_alone = true};
}
