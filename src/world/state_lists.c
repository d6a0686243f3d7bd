// The lists at the end of a state's bytes. Most states have none: what has no entries takes no bytes.
//
//   [forces:  header, generalized forces, if one of them is not 0]
//   [overlap: header, pairs that are left alone, bodies whose poses were set]
//   [memory:  header, impulses that belong to no selected answer]
//
// Before the first step all poses count as set, so that a world that was just created has no list of them.

#include "world/state_lists.h"

#include <math.h>
#include <string.h>

typedef struct applied_header
{
    uint64_t magic;
    int64_t count;
} applied_header;

typedef struct overlap_header
{
    uint64_t magic;
    int32_t ignored_count;
    int32_t placed_count;
} overlap_header;

typedef struct memory_header
{
    uint64_t magic;
    int32_t halved;
    int32_t block_count; // unselected blocks, and then stressed ones, whose indices go on after warm_count
} memory_header;

static const uint64_t APPLIED_MAGIC = 0x31736563726f6667; // "gforces1", little-endian
static const uint64_t OVERLAP_MAGIC = 0x3170616c7265766f; // "overlap1", little-endian
static const uint64_t MEMORY_MAGIC = 0x3179726f6d656d5f;  // "_memory1", little-endian

_Static_assert(sizeof(applied_header) == 16, "no padding");
_Static_assert(sizeof(overlap_header) == 16, "no padding");
_Static_assert(sizeof(memory_header) == 16, "no padding");
_Static_assert(sizeof(ignored_pair) == 16, "no padding");

// ---- their sizes ----

static overlap_header overlap_of(const hf_world *world)
{
    const world_state *s = &world->state;
    overlap_header header = {.magic = OVERLAP_MAGIC, .ignored_count = s->ignored_count};
    for (int k = 0; s->any_placed && s->last_h > 0.0 && k < world->model->body_count; k++)
        header.placed_count += s->placed[k];
    return header;
}

static memory_header memory_of(const world_state *s)
{
    memory_header header = {.magic = MEMORY_MAGIC, .halved = s->halved};
    for (int k = 0; k < s->warm_count; k++) header.block_count += s->unselected[k] + s->stressed[k];
    return header;
}

static size_t applied_size(const hf_model *model)
{
    return sizeof(applied_header) + (size_t)model->mechanism.v_count * sizeof(double);
}

static size_t overlap_size(const overlap_header *header)
{
    if (header->ignored_count == 0 && header->placed_count == 0) return 0;
    return sizeof *header + (size_t)header->ignored_count * sizeof(ignored_pair) +
           (size_t)header->placed_count * sizeof(int64_t);
}

static size_t memory_size(const memory_header *header)
{
    if (header->halved == 0 && header->block_count == 0) return 0;
    return sizeof *header + (size_t)header->block_count * sizeof(int64_t);
}

size_t state_lists_size(const hf_world *world)
{
    const overlap_header overlap = overlap_of(world);
    const memory_header memory = memory_of(&world->state);
    size_t applied = world->state.any_applied ? applied_size(world->model) : 0;
    return applied + overlap_size(&overlap) + memory_size(&memory);
}

// ---- writing ----

/// The indices of what is true, and `first` more.
static void visit_indices(const bool *of, int64_t count, int64_t first, state_visitor *visit, void *context)
{
    for (int64_t k = first; k < first + count; k++)
        if (of[k - first]) visit(context, &k, sizeof k);
}

void state_lists_visit(const hf_world *world, state_visitor *visit, void *context)
{
    const world_state *s = &world->state;
    if (s->any_applied)
    {
        const applied_header applied = {.magic = APPLIED_MAGIC, .count = world->model->mechanism.v_count};
        visit(context, &applied, sizeof applied);
        visit(context, s->applied, (size_t)applied.count * sizeof *s->applied);
    }
    const overlap_header overlap = overlap_of(world);
    if (overlap_size(&overlap) > 0)
    {
        visit(context, &overlap, sizeof overlap);
        if (s->ignored_count) visit(context, s->ignored, (size_t)s->ignored_count * sizeof *s->ignored);
        if (overlap.placed_count > 0) visit_indices(s->placed, world->model->body_count, 0, visit, context);
    }
    const memory_header memory = memory_of(s);
    if (memory_size(&memory) == 0) return;
    visit(context, &memory, sizeof memory);
    visit_indices(s->unselected, s->warm_count, 0, visit, context);
    visit_indices(s->stressed, s->warm_count, s->warm_count, visit, context);
}

// ---- reading ----

/// The bytes in their parts; headers are zero, and forces NULL, where they are missing.
typedef struct list_bytes
{
    overlap_header overlap;
    memory_header memory;
    const char *forces, *pairs, *placed, *blocks;
    bool fits; // all bytes belong to one of them
} list_bytes;

static bool has_forces(const hf_model *model, const char *bytes, size_t size)
{
    applied_header header;
    if (size < applied_size(model)) return false;
    memcpy(&header, bytes, sizeof header);
    return header.magic == APPLIED_MAGIC && header.count == model->mechanism.v_count;
}

static list_bytes split(const hf_model *model, const char *bytes, size_t size)
{
    list_bytes l = {.fits = true};
    if (has_forces(model, bytes, size))
    {
        l.forces = bytes + sizeof(applied_header);
        bytes += applied_size(model);
        size -= applied_size(model);
    }
    if (size >= sizeof l.overlap) memcpy(&l.overlap, bytes, sizeof l.overlap);
    if (l.overlap.magic != OVERLAP_MAGIC) l.overlap = (overlap_header){0};
    if (l.overlap.ignored_count < 0 || l.overlap.placed_count < 0 || overlap_size(&l.overlap) > size)
        return (list_bytes){0};
    size_t at = overlap_size(&l.overlap);
    if (size - at >= sizeof l.memory) memcpy(&l.memory, bytes + at, sizeof l.memory);
    if (l.memory.magic != MEMORY_MAGIC) l.memory = (memory_header){0};
    l.fits = l.memory.block_count >= 0 && memory_size(&l.memory) == size - at;
    l.pairs = bytes + sizeof l.overlap;
    l.placed = l.pairs + (size_t)l.overlap.ignored_count * sizeof(ignored_pair);
    l.blocks = bytes + at + sizeof l.memory;
    return l;
}

static bool pairs_are_sound(const hf_model *model, const char *at, int count)
{
    ignored_pair pair, last = {.shape_a = -1};
    for (int k = 0; k < count; k++, at += sizeof pair, last = pair)
    {
        memcpy(&pair, at, sizeof pair);
        bool ascends = pair.shape_a > last.shape_a || (pair.shape_a == last.shape_a && pair.shape_b > last.shape_b);
        if (!ascends || pair.shape_a < 0 || pair.shape_b <= pair.shape_a ||
            pair.shape_b >= collide_shape_count(model->scene))
            return false;
        if (!(pair.depth >= 0.0) || isinf(pair.depth)) return false;
    }
    return true;
}

/// `count` indices, ascending, below `below`.
static bool indices_are_sound(const char *at, int count, int64_t below)
{
    int64_t last = -1;
    for (int k = 0; k < count; k++, at += sizeof last)
    {
        int64_t index;
        memcpy(&index, at, sizeof index);
        if (index <= last || index >= below) return false;
        last = index;
    }
    return true;
}

static bool forces_are_sound(const char *at, int count)
{
    for (int k = 0; at && k < count; k++, at += sizeof(double))
    {
        double force;
        memcpy(&force, at, sizeof force);
        if (!isfinite(force)) return false;
    }
    return true;
}

bool state_lists_sound(const hf_model *model, int warm_count, const char *bytes, size_t size)
{
    const list_bytes l = split(model, bytes, size);
    return l.fits && forces_are_sound(l.forces, model->mechanism.v_count) &&
           (l.memory.halved == 0 || l.memory.halved == 1) && pairs_are_sound(model, l.pairs, l.overlap.ignored_count) &&
           indices_are_sound(l.placed, l.overlap.placed_count, model->body_count) &&
           indices_are_sound(l.blocks, l.memory.block_count, 2 * (int64_t)warm_count);
}

bool state_lists_reserve(const hf_model *model, world_state *state, const char *bytes, size_t size)
{
    return state_reserve_ignored(state, split(model, bytes, size).overlap.ignored_count);
}

/// of ◄ true at indices from `first` on, as many as `room`.
static void load_indices(const char *at, int count, int64_t first, int64_t room, bool *of)
{
    for (int k = 0; k < count; k++, at += sizeof(int64_t))
    {
        int64_t index;
        memcpy(&index, at, sizeof index);
        if (index >= first && index < first + room) of[index - first] = true;
    }
}

void state_lists_load(const hf_model *model, const char *bytes, size_t size, world_state *s)
{
    const list_bytes l = split(model, bytes, size);
    size_t forces = (size_t)model->mechanism.v_count * sizeof *s->applied;
    s->any_applied = l.forces != NULL;
    if (l.forces) memcpy(s->applied, l.forces, forces);
    else memset(s->applied, 0, forces);
    s->ignored_count = l.overlap.ignored_count;
    if (s->ignored_count) memcpy(s->ignored, l.pairs, (size_t)s->ignored_count * sizeof *s->ignored);
    bool first = s->last_h == 0.0; // before the first step: all of them
    s->any_placed = first || l.overlap.placed_count > 0;
    for (int k = 0; k < model->body_count; k++) s->placed[k] = first;
    load_indices(l.placed, l.overlap.placed_count, 0, model->body_count, s->placed);
    s->halved = l.memory.halved != 0;
    for (int k = 0; k < s->warm_count; k++) s->unselected[k] = s->stressed[k] = false;
    load_indices(l.blocks, l.memory.block_count, 0, s->warm_count, s->unselected);
    load_indices(l.blocks, l.memory.block_count, s->warm_count, s->warm_count, s->stressed);
}
