// Pairs are done in batches, side by side on the threads of the workspace. A batch leaves its points in the lane of the
// thread that did it and notes where;
// they are gathered in the order of the pairs. A pair knows nothing of the others: which thread meets it changes no
// bit.
// Memory: lanes grow in the heap and are kept. After a call every lane has room for all that it found, so that the next
// one allocates nothing whichever thread does what.

#include "collide/broad/touch.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/tasks.h"
#include "collide/narrow/reduce.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BATCH = 32,         // pairs a task
    WORTH_WAKING = 384, // fewer pairs are done before other threads are awake
    FIRST_POINTS = 64,
};

/// Where the points of a batch are.
typedef struct batch
{
    int lane, begin, count;
} batch;

typedef struct touch_call
{
    touch_state *state;
    const touch_pairs *pairs;
    batch *batches;
    int batch_size;
} touch_call;

// ---- one pair ----

/// Mixes 64 bits one to one (the finalizer of splitmix64): different features of a pair keep different ids.
static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int compare_points(const void *p, const void *q)
{
    const manifold_point *a = p, *b = q;
    return (a->feature > b->feature) - (a->feature < b->feature);
}

static void sort_points(manifold_point *points, int count)
{
    if (count > 16)
    {
        sort_items(points, (size_t)count, sizeof *points, compare_points);
        return;
    }
    for (int i = 1; i < count; i++)
    {
        manifold_point moving = points[i];
        int j = i;
        for (; j > 0 && points[j - 1].feature > moving.feature; j--) points[j] = points[j - 1];
        points[j] = moving;
    }
}

static bool reserve_points(touch_lane *lane, int count)
{
    if (count <= lane->capacity) return true;
    int capacity = lane->capacity > 0 ? lane->capacity : FIRST_POINTS;
    while (capacity < count) capacity *= 2;
    contact_point *points = memory_resize(lane->points, (size_t)capacity, sizeof *points);
    if (!points) return false;
    lane->points = points;
    lane->capacity = capacity;
    return true;
}

/// Names the points of a pair and appends them.
static bool finish_pair(touch_lane *lane, uint64_t key)
{
    manifold *m = &lane->manifold;
    int i = (int)(key >> 32), j = (int)(key & 0xffffffffu);
    if (m->failed || !reserve_points(lane, lane->count + m->count)) return false;
    uint64_t salt = mix(key + 0x9e3779b97f4a7c15u);
    for (int k = 0; k < m->count; k++) m->points[k].feature = mix(m->points[k].feature ^ salt);
    sort_points(m->points, m->count);
    for (int k = 0; k < m->count; k++)
    {
        const manifold_point *p = &m->points[k];
        contact_point *to = &lane->points[lane->count++];
        *to = (contact_point){.shape_a = i, .shape_b = j, .id = p->feature, .gap = p->gap};
        v3_store(to->point, p->point);
        v3_store(to->normal, p->normal);
    }
    return true;
}

static bool touch_pair(touch_lane *lane, const touch_pairs *pairs, int k)
{
    uint64_t key = pairs->keys[k];
    vec3 *parting = pairs->partings ? pairs->partings[k] : NULL;
    int i = (int)(key >> 32), j = (int)(key & 0xffffffffu);
    const scene_shape *a = &pairs->scene->shapes[i], *b = &pairs->scene->shapes[j];
    double margin = a->margin + b->margin + pairs->reach[a->body] + pairs->reach[b->body];
    const chain_set *chains = &pairs->scene->chains;
    const flat_frame *plane = scene_plane(pairs->scene, i, j);
    bool fibre = chain_item_of(chains, i) || chain_item_of(chains, j);
    bool flat = !fibre && plane && flat_pair(&pairs->views[i], &pairs->views[j], plane, margin, &lane->manifold);
    lane->manifold.parting = parting ? *parting : v3_zero();
    if (fibre) chain_pair(pairs->scene, pairs->views, pairs->motion, i, j, margin, &lane->manifold);
    else if (!flat) narrow_pair(&pairs->views[i], &pairs->views[j], margin, &lane->manifold);
    if (lane->manifold.failed) return false;
    if (parting) *parting = lane->manifold.parting;
    if (!flat && lane->manifold.count > 0)
        manifold_reduce(&lane->manifold, merge_distance(&pairs->views[i], &pairs->views[j]), pairs->reduction);
    return lane->manifold.count == 0 || finish_pair(lane, key);
}

// ---- all of them ----

static hf_status touch_batch(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    touch_call *call = context;
    const touch_pairs *pairs = call->pairs;
    int number = tasks_lane(scratch), begin = index * call->batch_size, end = begin + call->batch_size;
    touch_lane *lane = &call->state->lanes[number];
    batch *b = &call->batches[index];
    *b = (batch){.lane = number, .begin = lane->count};
    lane->manifold.failed = false;
    lane->manifold.workspace = scratch;
    for (int k = begin; k < end && k < pairs->count; k++)
    {
        hf_status status = (k - begin) % BATCH == 0 ? workspace_poll(scratch, error) : HF_STATUS_OK;
        if (status != HF_STATUS_OK) return status;
        if (!touch_pair(lane, pairs, k)) return error_no_memory(error);
    }
    b->count = lane->count - b->begin;
    return HF_STATUS_OK;
}

/// A lane for each thread.
static bool reserve_lanes(touch_state *state, int count)
{
    if (count > state->lane_count)
    {
        touch_lane *lanes = memory_resize(state->lanes, (size_t)count, sizeof *lanes);
        if (!lanes) return false;
        memset(lanes + state->lane_count, 0, (size_t)(count - state->lane_count) * sizeof *lanes);
        state->lanes = lanes;
        state->lane_count = count;
    }
    for (int k = 0; k < state->lane_count; k++) state->lanes[k].count = 0;
    return true;
}

/// Every lane can take all that was found, and the largest manifold. If that fails, they grow when they must.
static void even_out(touch_state *state, int count)
{
    int largest = 0;
    if (state->most == 0) state->most = FIRST_POINTS;
    while (state->most < count) state->most *= 2;
    for (int k = 0; k < state->lane_count; k++)
        if (state->lanes[k].manifold.capacity > largest) largest = state->lanes[k].manifold.capacity;
    for (int k = 0; k < state->lane_count; k++)
    {
        (void)reserve_points(&state->lanes[k], state->most);
        (void)manifold_reserve(&state->lanes[k].manifold, largest);
    }
}

static hf_status gather(touch_state *state, const batch *batches, int batch_count, hf_workspace *workspace,
                        contact_point **points, int *count, hf_error *error)
{
    int total = 0;
    for (int k = 0; k < batch_count; k++) total += batches[k].count;
    even_out(state, total);
    // As much as is kept, not as much as there is now: the workspace does not grow with every new contact.
    contact_point *result = ARENA_ARRAY(workspace, contact_point, state->most);
    if (!result) return error_no_memory(error);
    total = 0;
    for (int k = 0; k < batch_count; k++)
    {
        const batch *b = &batches[k];
        if (b->count > 0)
            memcpy(result + total, state->lanes[b->lane].points + b->begin, (size_t)b->count * sizeof *result);
        total += b->count;
    }
    *points = result;
    *count = total;
    return HF_STATUS_OK;
}

hf_status touch_all(touch_state *state, const touch_pairs *pairs, hf_workspace *workspace, contact_point **points,
                    int *count, hf_error *error)
{
    if (!reserve_lanes(state, tasks_threads(workspace))) return error_no_memory(error);
    touch_call call = {.state = state, .pairs = pairs, .batch_size = BATCH};
    if (pairs->count < WORTH_WAKING) call.batch_size = WORTH_WAKING;
    int batch_count = (pairs->count + call.batch_size - 1) / call.batch_size;
    call.batches = ARENA_ARRAY(workspace, batch, batch_count);
    if (!call.batches) return error_no_memory(error);
    hf_status status = tasks_run(workspace, batch_count, touch_batch, &call, error);
    if (status != HF_STATUS_OK) return status;
    return gather(state, call.batches, batch_count, workspace, points, count, error);
}

void touch_free(touch_state *state)
{
    for (int k = 0; k < state->lane_count; k++)
    {
        manifold_free(&state->lanes[k].manifold);
        free(state->lanes[k].points);
    }
    free(state->lanes);
    *state = (touch_state){0};
}
