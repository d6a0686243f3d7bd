// Which shapes are segments of which fibre, and how two segments of one fibre stand along it.

#include "collide/chains/chains.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static hf_status check_segment(const collide_scene_def *def, int shape, const chain_item *last, hf_error *error)
{
    const hf_shape_def *s = &def->shapes[shape];
    if (s->kind != HF_SHAPE_CAPSULE)
        return error_set(error, HF_STATUS_INVALID, "shape %d: body %d is a segment of fibre %d, and this is no capsule",
                         shape, s->body, def->chain[s->body]);
    if (last && last->body == s->body)
        return error_set(error, HF_STATUS_INVALID, "shape %d: body %d is a segment of fibre %d, and has another shape",
                         shape, s->body, def->chain[s->body]);
    return HF_STATUS_OK;
}

/// The next item; it goes on where the last one of its fibre ended.
static void add_item(chain_set *set, const collide_scene_def *def, int shape)
{
    const hf_shape_def *s = &def->shapes[shape];
    int k = set->count++;
    chain_item *item = &set->items[k], *last = k > 0 ? item - 1 : NULL;
    bool goes_on = last && last->chain == def->chain[s->body] && last->body + 1 == s->body;
    *item = (chain_item){.shape = shape,
                         .body = s->body,
                         .chain = def->chain[s->body],
                         .before = goes_on ? k - 1 : -1,
                         .after = -1,
                         .from = goes_on ? last->to : 0.0,
                         .radius = s->size[0],
                         .half = s->size[1],
                         .margin = s->margin};
    item->to = item->from + 2.0 * item->half;
    if (goes_on) last->after = k;
    set->of_shape[shape] = k;
    set->mean_length += 2.0 * item->half;
}

/// The mean length of the segments of each fibre, and whether there is one alone.
static void find_means(chain_set *set)
{
    for (int k = 0; k < set->count; k++)
    {
        if (set->items[k].before >= 0) continue;
        int last = k;
        while (set->items[last].after >= 0) last = set->items[last].after;
        for (int i = k; i <= last; i++) set->items[i].mean = set->items[last].to / (last - k + 1);
        set->single = k == 0 && last + 1 == set->count;
    }
}

hf_status chain_set_create(const collide_scene_def *def, chain_set *set, hf_error *error)
{
    int count = 0;
    *set = (chain_set){0};
    for (int k = 0; def->chain && k < def->shape_count; k++) count += def->chain[def->shapes[k].body] >= 0;
    if (count == 0) return HF_STATUS_OK;
    set->items = MEMORY_ARRAY(chain_item, (size_t)count);
    set->of_shape = MEMORY_ARRAY(int, (size_t)def->shape_count);
    if (!set->items || !set->of_shape) return error_no_memory(error);
    for (int k = 0; k < def->shape_count; k++)
    {
        set->of_shape[k] = -1;
        if (def->chain[def->shapes[k].body] < 0) continue;
        const chain_item *last = set->count > 0 ? &set->items[set->count - 1] : NULL;
        hf_status status = check_segment(def, k, last, error);
        if (status != HF_STATUS_OK) return status;
        add_item(set, def, k);
    }
    set->mean_length /= count;
    find_means(set);
    return HF_STATUS_OK;
}

void chain_set_destroy(chain_set *set)
{
    free(set->items), free(set->of_shape);
    *set = (chain_set){0};
}

bool chain_neighbours(const chain_item *a, const chain_item *b)
{
    const double PI = 3.14159265358979323846;
    if (a->chain != b->chain) return false;
    double between = a->from < b->from ? b->from - a->to : a->from - b->to; // 0 of those that share an end
    double slack = 1e-9 * (fmax(a->to, b->to));
    return between <= fmax(slack, PI * fmax(a->radius, b->radius));
}
