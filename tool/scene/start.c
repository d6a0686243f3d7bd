#include "start.h"

#include "console.h"

#include <stdlib.h>

enum
{
    SHOWN = 5, // pairs that are named; the rest is counted
    TEXT = 400
};

/// "'table'", "body 7" or "the world".
static void put_body(const hf_model *model, int body, char *out, size_t size)
{
    const char *name = hf_model_body(model, body).name;
    if (body == 0) snprintf(out, size, "the world");
    else if (name && *name) snprintf(out, size, "'%.80s'", name);
    else snprintf(out, size, "body %d", body);
}

static void put_pair(const hf_model *model, const hf_overlap *o, char *out, size_t size)
{
    char a[100], b[100];
    put_body(model, o->body_a, a, sizeof a);
    put_body(model, o->body_b, b, sizeof b);
    snprintf(out, size, "%s and %s overlap by %.3g m at the start (shapes %d and %d)", a, b, o->depth, o->shape_a,
             o->shape_b);
}

/// Whether a pair that was left alone still is.
static bool still_ignored(const hf_world *world, const hf_overlap *o)
{
    for (int k = 0; k < hf_world_ignored_count(world); k++)
    {
        hf_overlap now = hf_world_ignored_pair(world, k);
        if (now.shape_a == o->shape_a && now.shape_b == o->shape_b) return true;
    }
    return false;
}

static int compare(const void *a, const void *b)
{
    const hf_overlap *x = a, *y = b;
    if (x->depth != y->depth) return x->depth < y->depth ? 1 : -1;
    if (x->shape_a != y->shape_a) return x->shape_a < y->shape_a ? -1 : 1;
    return (x->shape_b > y->shape_b) - (x->shape_b < y->shape_b);
}

/// The overlaps, the deepest first; the caller frees them.
static hf_overlap *sorted(const hf_world *world, int *count)
{
    *count = hf_world_overlap_count(world);
    hf_overlap *overlaps = tool_allocate((size_t)*count + 1, sizeof *overlaps);
    for (int k = 0; k < *count; k++) overlaps[k] = hf_world_overlap(world, k);
    qsort(overlaps, (size_t)*count, sizeof *overlaps, compare);
    return overlaps;
}

static bool refuse(const hf_model *model, const hf_overlap *deepest, int count)
{
    char pair[TEXT], limit[80] = "";
    put_pair(model, deepest, pair, sizeof pair);
    if (deepest->limit > 0) snprintf(limit, sizeof limit, "; up to %.3g m would be corrected", deepest->limit);
    tool_error("%s%s. Move one of them, let the pair not collide (exclude), start at another keyframe (--key), or run "
               "without --strict-start%s",
               pair, limit, count > 1 ? "; there are more such pairs" : "");
    return false;
}

bool start_check(const hf_model *model, hf_world *world, bool strict)
{
    hf_error error = {0};
    if (hf_world_find_overlaps(world, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    int count, before = hf_world_overlap_count(world) > 0 ? 0 : hf_world_ignored_count(world);
    hf_overlap *overlaps = sorted(world, &count);
    bool refused = strict && count > 0;
    if (refused) refuse(model, &overlaps[0], count);
    for (int k = 0; !refused && k < count && k < SHOWN; k++)
    {
        char pair[TEXT];
        put_pair(model, &overlaps[k], pair, sizeof pair);
        fprintf(stderr, "note: %s: %s\n", pair,
                overlaps[k].left_alone ? "they are left alone until they first separate"
                                       : "that is lifted out, without speed");
    }
    if (!refused && count > SHOWN)
        fprintf(stderr, "note: … and %d more pairs that overlap at the start\n", count - SHOWN);
    if (before > 0)
        fprintf(stderr,
                "note: %d pair%s of shapes that overlapped at the start of an earlier run %s still left alone\n",
                before, before == 1 ? "" : "s", before == 1 ? "is" : "are");
    free(overlaps);
    return !refused;
}

void start_text(const hf_model *model, const hf_world *world, const char *key, int width)
{
    int count;
    hf_overlap *overlaps = sorted(world, &count);
    for (int k = 0; k < count && k < SHOWN; k++)
    {
        char pair[TEXT];
        put_pair(model, &overlaps[k], pair, sizeof pair);
        console_cell(stdout, k == 0 ? key : "", width, COLOUR_DIM);
        const char *fate = !overlaps[k].left_alone              ? "lifted out"
                           : still_ignored(world, &overlaps[k]) ? "left alone until they separate"
                                                                : "left alone until they separated";
        printf("%s: %s\n", pair, fate);
    }
    if (count > SHOWN)
    {
        console_cell(stdout, "", width, COLOUR_DIM);
        printf("… and %d more pairs\n", count - SHOWN);
    }
    free(overlaps);
}

void start_json(json_writer *json, const hf_model *model, const hf_world *world)
{
    json_array_begin(json, "overlaps");
    for (int k = 0; k < hf_world_overlap_count(world); k++)
    {
        hf_overlap o = hf_world_overlap(world, k);
        const char *a = hf_model_body(model, o.body_a).name, *b = hf_model_body(model, o.body_b).name;
        json_item_begin(json);
        json_text(json, "a", a ? a : "");
        json_text(json, "b", b ? b : "");
        json_integer(json, "body_a", o.body_a);
        json_integer(json, "body_b", o.body_b);
        json_integer(json, "shape_a", o.shape_a);
        json_integer(json, "shape_b", o.shape_b);
        json_number(json, "depth", o.depth);
        json_boolean(json, "left_alone", o.left_alone);
        json_boolean(json, "separated", o.left_alone && !still_ignored(world, &o));
        json_item_end(json);
    }
    json_array_end(json);
    json_integer(json, "ignored_pairs", hf_world_ignored_count(world));
}
