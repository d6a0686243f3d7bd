// What comes near segments of fibres: each other, by the grid; other shapes, by a query of the tree for each segment's
// way. And what has passed through each other where a step has come to.

#include "collide/broad/scene.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/tasks.h"
#include "collide/broad/tree.h"
#include "collide/chains/chain_cross.h"

#include <stdlib.h>

bool chain_state_create(const chain_set *set, chain_state *state)
{
    *state = (chain_state){0};
    if (set->count == 0) return true;
    state->sweeps = MEMORY_ARRAY(chain_sweep, (size_t)set->count);
    state->lines = MEMORY_ARRAY(line_way, (size_t)set->count);
    return state->sweeps && state->lines;
}

void chain_state_free(chain_state *state)
{
    chain_grid_free(&state->grid);
    free(state->sweeps), free(state->lines), free(state->keys.keys), free(state->buffer.keys);
    *state = (chain_state){0};
}

// ---- keys in order ----

enum
{
    SHAPES_A_TASK = 1024,
    ITEMS_A_TASK = 1024,
    PAIRS_A_TASK = 2048
};

/// Keys by their first shape, those of each shape side by side; what follows is done for some shapes a task.
typedef struct key_sort
{
    uint64_t *keys;
    int *begin; // shape_count + 1
    int *kept;  // shape_count
    int shape_count;
} key_sort;

static int compare_keys(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

/// By insertion; a shape that many segments are near, such as a head, has more.
static void sort_few(uint64_t *keys, int count)
{
    enum
    {
        MANY = 64
    };
    if (count > MANY) sort_items(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int k = 1; k < count && count <= MANY; k++)
    {
        uint64_t moving = keys[k];
        int j = k;
        for (; j > 0 && keys[j - 1] > moving; j--) keys[j] = keys[j - 1];
        keys[j] = moving;
    }
}

static void sort_some(void *context, int task)
{
    const key_sort *sort = context;
    for (int s = task * SHAPES_A_TASK; s < (task + 1) * SHAPES_A_TASK && s < sort->shape_count; s++)
    {
        uint64_t *keys = sort->keys + sort->begin[s];
        int count = sort->begin[s + 1] - sort->begin[s], kept = 0;
        sort_few(keys, count);
        for (int k = 0; k < count; k++)
            if (k == 0 || keys[k] != keys[k - 1]) keys[kept++] = keys[k];
        sort->kept[s] = kept;
    }
}

/// Ascending, each once. Where shapes have many keys each the radix sort of all is faster than the sort by insertion
/// here.
static bool sort_by_shape(chain_state *state, int shape_count, hf_workspace *workspace)
{
    pair_list *keys = &state->keys, *buffer = &state->buffer;
    key_sort sort = {.keys = buffer->keys,
                     .begin = ARENA_ZEROED(workspace, int, shape_count + 2),
                     .kept = ARENA_ARRAY(workspace, int, shape_count),
                     .shape_count = shape_count};
    if (!sort.begin || !sort.kept) return false;
    for (int k = 0; k < keys->count; k++) sort.begin[(keys->keys[k] >> 32) + 2]++;
    for (int s = 0; s < shape_count; s++) sort.begin[s + 2] += sort.begin[s + 1];
    for (int k = 0; k < keys->count; k++) sort.keys[sort.begin[(keys->keys[k] >> 32) + 1]++] = keys->keys[k];
    tasks_run_round(workspace, (shape_count + SHAPES_A_TASK - 1) / SHAPES_A_TASK, sort_some, &sort);
    keys->count = 0;
    for (int s = 0; s < shape_count; s++)
        for (int k = 0; k < sort.kept[s]; k++) keys->keys[keys->count++] = sort.keys[sort.begin[s] + k];
    return true;
}

static bool sort_keys(chain_state *state, const collide_scene *scene, hf_workspace *workspace)
{
    enum
    {
        FEW = 32 // keys of a shape, on average
    };
    pair_list *keys = &state->keys;
    if (keys->count == 0) return true; // there may be no list at all
    if (!pair_list_reserve(&state->buffer, keys->count)) return false;
    if (keys->count / FEW < scene->shape_count)
    {
        arena_mark mark = arena_begin(workspace);
        bool good = sort_by_shape(state, scene->shape_count, workspace);
        arena_end(workspace, mark);
        return good;
    }
    pair_list_sort(keys, &state->buffer, scene->shape_count);
    int kept = 0;
    for (int k = 0; k < keys->count; k++)
        if (k == 0 || keys->keys[k] != keys->keys[kept - 1]) keys->keys[kept++] = keys->keys[k];
    keys->count = kept;
    return true;
}

// ---- other shapes ----

typedef struct query
{
    const chain_scene *at;
    pair_list *lanes;
} query;

/// One segment.
typedef struct visit_context
{
    const chain_scene *at;
    int shape;
    pair_list *keys;
} visit_context;

static bool visit(void *context, int leaf)
{
    visit_context *c = context;
    int other = c->at->shape_of[leaf];
    return !scene_collides(c->at->scene, c->shape, other) || pair_list_add(c->keys, pair_key(c->shape, other));
}

static hf_status query_some(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    const query *q = context;
    const chain_set *set = &q->at->scene->chains;
    for (int k = index * ITEMS_A_TASK; k < (index + 1) * ITEMS_A_TASK && k < set->count; k++)
    {
        visit_context c = {q->at, set->items[k].shape, &q->lanes[tasks_lane(scratch)]};
        if (!tree_query(q->at->tree, &q->at->boxes[c.shape], visit, &c)) return error_no_memory(error);
    }
    return HF_STATUS_OK;
}

hf_status chain_find(chain_state *state, const chain_scene *at, hf_workspace *workspace, hf_error *error)
{
    const chain_set *set = &at->scene->chains;
    if (set->count == 0) return HF_STATUS_OK;
    chain_sweeps(set, at->views, at->motion, at->reach, workspace, state->sweeps);
    hf_status status = chain_grid_pairs(&state->grid, set, state->sweeps, at->scene, workspace, &state->keys, error);
    if (status != HF_STATUS_OK) return status;
    if (!chain_grid_lanes(&state->grid, tasks_threads(workspace))) return error_no_memory(error);
    query q = {at, state->grid.lanes};
    status = tasks_run(workspace, (set->count + ITEMS_A_TASK - 1) / ITEMS_A_TASK, query_some, &q, error);
    if (status != HF_STATUS_OK) return status;
    bool good = chain_grid_gather(&state->grid, &state->keys) && sort_keys(state, at->scene, workspace);
    return good ? HF_STATUS_OK : error_no_memory(error);
}

// ---- crossings ----

static vec3 end_at(const collide_scene *scene, const chain_item *item, const pose *poses, int e)
{
    const scene_shape *s = &scene->shapes[item->shape];
    const pose *at = &poses[item->body];
    vec3 axis = v3(s->rotation[2], s->rotation[5], s->rotation[8]);
    vec3 local = v3_add_scaled(s->position, e ? item->half : -item->half, axis);
    return v3_add(v3_load(at->position), m3_times(at->rotation, local));
}

typedef struct line_search
{
    const collide_scene *scene;
    const pose *from, *to;
    line_way *lines;
} line_search;

static void find_ends(void *context, int task)
{
    const line_search *l = context;
    const chain_set *set = &l->scene->chains;
    for (int k = task * ITEMS_A_TASK; k < (task + 1) * ITEMS_A_TASK && k < set->count; k++)
        for (int e = 0; e < 2; e++)
        {
            l->lines[k].end[e][0] = end_at(l->scene, &set->items[k], l->from, e);
            l->lines[k].end[e][1] = end_at(l->scene, &set->items[k], l->to, e);
        }
}

typedef struct cross_search
{
    const collide_scene *scene;
    const chain_state *state;
    contact_point *points; // one for each pair
    bool *found;
} cross_search;

static hf_status search_pairs(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    cross_search *search = context;
    const chain_set *set = &search->scene->chains;
    const pair_list *keys = &search->state->keys;
    for (int k = index * PAIRS_A_TASK; k < keys->count && k < (index + 1) * PAIRS_A_TASK; k++)
    {
        int i = (int)(keys->keys[k] >> 32), j = (int)(keys->keys[k] & 0xffffffffu);
        const chain_item *a = chain_item_of(set, i), *b = chain_item_of(set, j);
        const line_way *lines = search->state->lines;
        contact_point *point = &search->points[k];
        *point = (contact_point){.shape_a = i, .shape_b = j};
        search->found[k] = chain_crossing(&lines[a - set->items], &lines[b - set->items], a->radius + b->radius, point);
    }
    return workspace_poll(scratch, error);
}

hf_status chain_crossings(chain_state *state, const collide_scene *scene, const pose *from, const pose *to,
                          hf_workspace *workspace, contact_point **points, int *count, hf_error *error)
{
    const uint64_t CROSSING = 0x63726f7373696e67; // its name within the pair
    *points = NULL, *count = 0;
    if (scene->chains.count == 0) return HF_STATUS_OK;
    line_search ends = {scene, from, to, state->lines};
    tasks_run_round(workspace, (scene->chains.count + ITEMS_A_TASK - 1) / ITEMS_A_TASK, find_ends, &ends);
    chain_sweeps_of_lines(&scene->chains, state->lines, workspace, state->sweeps);
    hf_status status =
        chain_grid_pairs(&state->grid, &scene->chains, state->sweeps, scene, workspace, &state->keys, error);
    if (status != HF_STATUS_OK) return status;
    if (!sort_keys(state, scene, workspace)) return error_no_memory(error);
    cross_search search = {.scene = scene,
                           .state = state,
                           .points = ARENA_ARRAY(workspace, contact_point, state->keys.count),
                           .found = ARENA_ARRAY(workspace, bool, state->keys.count)};
    if (!search.points || !search.found) return error_no_memory(error);
    status = tasks_run(workspace, (state->keys.count + PAIRS_A_TASK - 1) / PAIRS_A_TASK, search_pairs, &search, error);
    for (int k = 0; k < state->keys.count && status == HF_STATUS_OK; k++)
    {
        if (!search.found[k]) continue;
        search.points[*count] = search.points[k];
        search.points[(*count)++].id = CROSSING;
    }
    *points = search.points;
    return status;
}
