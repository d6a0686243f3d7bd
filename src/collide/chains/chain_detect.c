// What comes near segments of fibres: each other, by the grid; other shapes, by a query of the tree for each segment's way. And what has passed
// through each other where a step has come to.

#include "collide/broad/scene.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
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

/// Ascending, each once.
static bool sort_keys(chain_state *state, const collide_scene *scene)
{
    pair_list *keys = &state->keys;
    if (!pair_list_reserve(&state->buffer, keys->count)) return false;
    pair_list_sort(keys, &state->buffer, scene->shape_count);
    int kept = 0;
    uint64_t last = UINT64_MAX;
    for (int k = 0; k < keys->count; k++)
    {
        uint64_t key = keys->keys[k];
        if (key != last) keys->keys[kept++] = key;
        last = key;
    }
    keys->count = kept;
    return true;
}

typedef struct query
{
    const collide_scene *scene;
    const int *shape_of;
    int shape;
    pair_list *keys;
} query;

static bool visit(void *context, int leaf)
{
    query *q = context;
    int other = q->shape_of[leaf];
    return !scene_collides(q->scene, q->shape, other) || pair_list_add(q->keys, pair_key(q->shape, other));
}

hf_status chain_find(chain_state *state, const chain_scene *at, hf_workspace *workspace, hf_error *error)
{
    const chain_set *set = &at->scene->chains;
    if (set->count == 0) return HF_STATUS_OK;
    chain_sweeps(set, at->views, at->motion, at->reach, state->sweeps);
    hf_status status = chain_grid_pairs(&state->grid, set, state->sweeps, at->scene, workspace, &state->keys, error);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < set->count; k++)
    {
        query q = {at->scene, at->shape_of, set->items[k].shape, &state->keys};
        if (!tree_query(at->tree, &at->boxes[q.shape], visit, &q)) return error_no_memory(error);
    }
    return sort_keys(state, at->scene) ? HF_STATUS_OK : error_no_memory(error);
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

enum
{
    PAIRS_A_TASK = 2048
};

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
    for (int k = 0; k < 2 * scene->chains.count; k++)
    {
        vec3 *end = state->lines[k / 2].end[k % 2];
        end[0] = end_at(scene, &scene->chains.items[k / 2], from, k % 2);
        end[1] = end_at(scene, &scene->chains.items[k / 2], to, k % 2);
    }
    chain_sweeps_of_lines(&scene->chains, state->lines, state->sweeps);
    hf_status status =
        chain_grid_pairs(&state->grid, &scene->chains, state->sweeps, scene, workspace, &state->keys, error);
    if (status != HF_STATUS_OK) return status;
    if (!sort_keys(state, scene)) return error_no_memory(error);
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
