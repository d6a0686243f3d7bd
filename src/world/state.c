// The state as bytes: saving, loading, hashing. Flat and without padding, so that equal states are equal bytes.
//
//   header, bodies, pushes, coordinates, impulses of contacts [, generalized forces: header, numbers] [, overlap: header, pairs that are left alone,
//   bodies whose poses were set]
//
// What is in brackets is there only where it says something: a force that is not 0, a list with entries. Before the first step all poses count as set, so that a world that was just
// created has no such list.

#include "world/world.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t STATE_MAGIC = 0x3274736166646c68; // "hldfast2", little-endian

/// What stands first in the bytes.
typedef struct state_header
{
    uint64_t magic;
    int32_t body_count;
    int32_t warm_count;
    double time;
    double last_h;
} state_header;

/// What stands before the lists of overlap.
typedef struct overlap_header
{
    uint64_t magic;
    int32_t ignored_count;
    int32_t placed_count;
} overlap_header;

static const uint64_t OVERLAP_MAGIC = 0x3170616c7265766f; // "overlap1", little-endian

/// What stands before the generalized forces.
typedef struct applied_header
{
    uint64_t magic;
    int64_t count;
} applied_header;

static const uint64_t APPLIED_MAGIC = 0x31736563726f6667; // "gforces1", little-endian

_Static_assert(sizeof(state_header) == 32, "no padding");
_Static_assert(sizeof(applied_header) == 16, "no padding");
_Static_assert(sizeof(overlap_header) == 16, "no padding");
_Static_assert(sizeof(ignored_pair) == 16, "no padding");
_Static_assert(sizeof(body_state) == BODY_RECORD * sizeof(double), "no padding");
_Static_assert(sizeof(warm_impulse) == 64, "no padding");

bool state_reserve(world_state *state, int count)
{
    if (count <= state->warm_capacity) return true;
    int capacity = count + count / 2;
    warm_impulse *warm = MEMORY_ARRAY(warm_impulse, (size_t)capacity);
    double(*moment)[3] = memory_zeroed((size_t)capacity, sizeof *moment);
    if (!warm || !moment)
    {
        free(warm);
        free(moment);
        return false;
    }
    if (state->warm_count) memcpy(warm, state->warm, (size_t)state->warm_count * sizeof *warm);
    if (state->warm_count) memcpy(moment, state->moment, (size_t)state->warm_count * sizeof *moment);
    free(state->warm);
    free(state->moment);
    state->warm = warm;
    state->moment = moment;
    state->warm_capacity = capacity;
    return true;
}

bool state_reserve_ignored(world_state *state, int count)
{
    if (count <= state->ignored_capacity) return true;
    ignored_pair *pairs = memory_resize(state->ignored, (size_t)count, sizeof *pairs);
    if (!pairs) return false;
    state->ignored = pairs;
    state->ignored_capacity = count;
    return true;
}

size_t state_coordinate_count(const hf_model *model)
{
    const mechanism *m = &model->mechanism;
    return (size_t)model->own_q_count + 2 * (size_t)model->own_v_count + (size_t)m->actuator_count +
           (size_t)m->activation_count + (size_t)m->joint_count + (size_t)m->row_count;
}

bool state_copy(const hf_model *model, const world_state *from, world_state *to)
{
    if (!state_reserve(to, from->warm_count) || !state_reserve_ignored(to, from->ignored_count)) return false;
    size_t bodies = (size_t)model->body_count;
    to->time = from->time;
    to->last_h = from->last_h;
    to->warm_count = from->warm_count;
    memcpy(to->bodies, from->bodies, bodies * sizeof *to->bodies);
    memcpy(to->momentum, from->momentum, bodies * sizeof *to->momentum);
    memcpy(to->push, from->push, bodies * sizeof *to->push);
    memcpy(to->applied, from->applied, (size_t)model->mechanism.v_count * sizeof *to->applied);
    to->any_applied = from->any_applied;
    memcpy(to->coordinates, from->coordinates, state_coordinate_count(model) * sizeof *to->coordinates);
    if (from->warm_count) memcpy(to->warm, from->warm, (size_t)from->warm_count * sizeof *to->warm);
    if (from->warm_count) memcpy(to->moment, from->moment, (size_t)from->warm_count * sizeof *to->moment);
    to->ignored_count = from->ignored_count;
    if (from->ignored_count) memcpy(to->ignored, from->ignored, (size_t)from->ignored_count * sizeof *to->ignored);
    to->any_placed = from->any_placed;
    memcpy(to->placed, from->placed, bodies * sizeof *to->placed);
    return true;
}

/// Bytes of one contact.
static size_t warm_bytes(const hf_model *model)
{
    return sizeof(warm_impulse) + (model->moments ? 3 * sizeof(double) : 0);
}

/// Bodies, pushes and coordinates; impulses of contacts, then their moments.
static size_t state_bytes(const hf_model *model, int warm_count)
{
    return sizeof(state_header) + (size_t)model->body_count * (BODY_RECORD + 6) * sizeof(double) +
           state_coordinate_count(model) * sizeof(double) + (size_t)warm_count * warm_bytes(model);
}

static size_t applied_bytes(const hf_model *model)
{
    return sizeof(applied_header) + (size_t)model->mechanism.v_count * sizeof(double);
}

/// How many entries the lists of overlap have.
static overlap_header overlap_of(const hf_world *world)
{
    const world_state *s = &world->state;
    overlap_header header = {.magic = OVERLAP_MAGIC, .ignored_count = s->ignored_count};
    for (int k = 0; s->any_placed && s->last_h > 0.0 && k < world->model->body_count; k++)
        header.placed_count += s->placed[k];
    return header;
}

static size_t overlap_bytes(const overlap_header *header)
{
    if (header->ignored_count == 0 && header->placed_count == 0) return 0;
    return sizeof *header + (size_t)header->ignored_count * sizeof(ignored_pair) +
           (size_t)header->placed_count * sizeof(int64_t);
}

size_t hf_world_state_size(const hf_world *world)
{
    const overlap_header overlap = overlap_of(world);
    size_t applied = world->state.any_applied ? applied_bytes(world->model) : 0;
    return state_bytes(world->model, world->state.warm_count) + applied + overlap_bytes(&overlap);
}

/// Hands the pieces of the state to `visit`, in the order of the bytes.
static void visit_state(const hf_world *world, void (*visit)(void *context, const void *bytes, size_t size),
                        void *context)
{
    const world_state *s = &world->state;
    size_t bodies = (size_t)world->model->body_count;
    const state_header header = {.magic = STATE_MAGIC,
                                 .body_count = world->model->body_count,
                                 .warm_count = s->warm_count,
                                 .time = s->time,
                                 .last_h = s->last_h};
    visit(context, &header, sizeof header);
    const configuration at = world_configuration(world);
    for (int k = 0; k < world->model->body_count; k++)
    {
        double record[BODY_RECORD];
        const object_methods *kind = object_of_body(world->model, k);
        if (kind && kind->save) kind->save(&at, k, record);
        else memcpy(record, &s->bodies[k], sizeof record);
        visit(context, record, sizeof record);
    }
    visit(context, s->push, bodies * sizeof *s->push);
    visit(context, s->coordinates, state_coordinate_count(world->model) * sizeof *s->coordinates);
    if (s->warm_count) visit(context, s->warm, (size_t)s->warm_count * sizeof *s->warm);
    if (s->warm_count && world->model->moments) visit(context, s->moment, (size_t)s->warm_count * sizeof *s->moment);

    if (s->any_applied)
    {
        const applied_header applied = {.magic = APPLIED_MAGIC, .count = world->model->mechanism.v_count};
        visit(context, &applied, sizeof applied);
        visit(context, s->applied, (size_t)applied.count * sizeof *s->applied);
    }
    const overlap_header overlap = overlap_of(world);
    if (overlap_bytes(&overlap) == 0) return;
    visit(context, &overlap, sizeof overlap);
    if (s->ignored_count) visit(context, s->ignored, (size_t)s->ignored_count * sizeof *s->ignored);
    for (int64_t k = 0; overlap.placed_count > 0 && k < world->model->body_count; k++)
        if (s->placed[k]) visit(context, &k, sizeof k);
}

static void write_piece(void *context, const void *bytes, size_t size)
{
    char **at = context;
    memcpy(*at, bytes, size);
    *at += size;
}

void hf_world_state_save(const hf_world *world, void *bytes)
{
    char *at = bytes;
    visit_state(world, write_piece, &at);
}

static void hash_piece(void *context, const void *bytes, size_t size)
{
    uint64_t *hash = context; // FNV-1a
    const unsigned char *c = bytes;
    for (size_t k = 0; k < size; k++) *hash = (*hash ^ c[k]) * 0x100000001b3;
}

uint64_t hf_world_hash(const hf_world *world)
{
    uint64_t hash = 0xcbf29ce484222325;
    visit_state(world, hash_piece, &hash);
    return hash;
}

static bool body_is_sound(const double record[BODY_RECORD])
{
    for (size_t k = 0; k < BODY_RECORD; k++)
        if (!isfinite(record[k])) return false;
    double norm = quat_norm(quat_load(record + 3));
    return fabs(norm - 1.0) < 1e-6;
}

/// Bytes of the generalized forces among the last `size`; 0: they are not there, or not such as visit_state writes.
static size_t applied_found(const hf_model *model, const char *bytes, size_t size)
{
    applied_header header;
    if (size < applied_bytes(model)) return 0;
    memcpy(&header, bytes, sizeof header);
    if (header.magic != APPLIED_MAGIC || header.count != model->mechanism.v_count) return 0;
    for (int64_t k = 0; k < header.count; k++)
    {
        double force;
        memcpy(&force, bytes + sizeof header + (size_t)k * sizeof force, sizeof force);
        if (!isfinite(force)) return 0;
    }
    return applied_bytes(model);
}

/// Whether the lists of overlap are such as visit_state writes: `size` bytes, none if they are empty.
static bool overlap_is_sound(const hf_model *model, const char *bytes, size_t size)
{
    if (size == 0) return true;
    overlap_header header;
    if (size < sizeof header) return false;
    memcpy(&header, bytes, sizeof header);
    if (header.magic != OVERLAP_MAGIC || header.ignored_count < 0 || header.placed_count < 0 ||
        header.placed_count > model->body_count || overlap_bytes(&header) != size)
        return false;
    const char *at = bytes + sizeof header;
    ignored_pair pair, last = {.shape_a = -1};
    for (int k = 0; k < header.ignored_count; k++, at += sizeof pair, last = pair)
    {
        memcpy(&pair, at, sizeof pair);
        bool ascends = pair.shape_a > last.shape_a || (pair.shape_a == last.shape_a && pair.shape_b > last.shape_b);
        if (!ascends || pair.shape_a < 0 || pair.shape_b <= pair.shape_a ||
            pair.shape_b >= collide_shape_count(model->scene))
            return false;
        if (!(pair.depth >= 0.0) || isinf(pair.depth)) return false;
    }
    for (int k = 0; k < header.placed_count; k++, at += sizeof(int64_t))
    {
        int64_t body;
        memcpy(&body, at, sizeof body);
        if (body < 0 || body >= model->body_count) return false;
    }
    return true;
}

static hf_status check_bytes(const hf_world *world, const char *bytes, size_t size, state_header *header,
                             hf_error *error)
{
    if (size < sizeof *header)
        return error_set(error, HF_STATUS_FORMAT, "state: %zu bytes are too few for a header", size);
    memcpy(header, bytes, sizeof *header);
    if (header->magic != STATE_MAGIC)
        return error_set(error, HF_STATUS_FORMAT, "state: these bytes are no saved state, or of another version");
    if (header->body_count != world->model->body_count)
        return error_set(error, HF_STATUS_INVALID, "state: saved with %d bodies, the model has %d", header->body_count,
                         world->model->body_count);
    size_t whole = header->warm_count < 0 ? 0 : state_bytes(world->model, header->warm_count);
    if (header->warm_count >= 0 && size >= whole) whole += applied_found(world->model, bytes + whole, size - whole);
    if (header->warm_count < 0 || size < whole || !overlap_is_sound(world->model, bytes + whole, size - whole))
        return error_set(error, HF_STATUS_FORMAT, "state: %zu bytes do not fit %d bodies and %d contacts", size,
                         header->body_count, header->warm_count);
    if (!isfinite(header->time) || !(header->last_h >= 0.0) || isinf(header->last_h))
        return error_set(error, HF_STATUS_FORMAT, "state: the time is damaged");
    const char *at = bytes + sizeof *header;
    for (int k = 0; k < header->body_count; k++, at += BODY_RECORD * sizeof(double))
    {
        double record[BODY_RECORD];
        memcpy(record, at, sizeof record);
        if (!body_is_sound(record)) return error_set(error, HF_STATUS_FORMAT, "state: body %d is damaged", k);
    }
    for (; at < bytes + size;
         at += sizeof(double)) // pushes and coordinates, then impulses: ids are no doubles, so those are not checked
    {
        if (at >= bytes + state_bytes(world->model, 0)) break;
        double push;
        memcpy(&push, at, sizeof push);
        if (!isfinite(push)) return error_set(error, HF_STATUS_FORMAT, "state: a push or a coordinate is not finite");
    }
    return HF_STATUS_OK;
}

/// The lists of overlap, which are sound; there is room for them.
static void load_overlap(const hf_model *model, const char *at, const overlap_header *header, world_state *s)
{
    at += sizeof *header;
    s->ignored_count = header->ignored_count;
    if (s->ignored_count) memcpy(s->ignored, at, (size_t)s->ignored_count * sizeof *s->ignored);
    at += (size_t)s->ignored_count * sizeof *s->ignored;
    bool first = s->last_h == 0.0; // before the first step: all of them
    s->any_placed = first || header->placed_count > 0;
    for (int k = 0; k < model->body_count; k++) s->placed[k] = first;
    for (int k = 0; k < header->placed_count; k++, at += sizeof(int64_t))
    {
        int64_t body;
        memcpy(&body, at, sizeof body);
        s->placed[body] = true;
    }
}

hf_status world_state_load(hf_world *world, const void *bytes, size_t size, hf_error *error)
{
    state_header header;
    hf_status status = check_bytes(world, bytes, size, &header, error);
    if (status != HF_STATUS_OK) return status;
    world_state *s = &world->state;
    overlap_header overlap = {0};
    size_t whole = state_bytes(world->model, header.warm_count);
    const char *applied = (const char *)bytes + whole, *lists = applied;
    lists += applied_found(world->model, applied, size - whole);
    if (lists < (const char *)bytes + size) memcpy(&overlap, lists, sizeof overlap);
    if (!state_reserve(s, header.warm_count) || !state_reserve_ignored(s, overlap.ignored_count))
        return error_no_memory(error);
    size_t bodies = (size_t)header.body_count;
    const char *at = (const char *)bytes + sizeof header;
    const configuration now = world_configuration(world);
    for (int k = 0; k < header.body_count; k++, at += BODY_RECORD * sizeof(double))
    {
        double record[BODY_RECORD];
        const object_methods *kind = object_of_body(world->model, k);
        memcpy(record, at, sizeof record);
        if (kind && kind->load) kind->load(&now, k, record);
        else memcpy(&s->bodies[k], record, sizeof record);
    }
    memcpy(s->push, at, bodies * sizeof *s->push);
    at += bodies * sizeof *s->push;
    memcpy(s->coordinates, at, state_coordinate_count(world->model) * sizeof *s->coordinates);
    at += state_coordinate_count(world->model) * sizeof *s->coordinates;
    if (header.warm_count) memcpy(s->warm, at, (size_t)header.warm_count * sizeof *s->warm);
    if (header.warm_count && world->model->moments)
        memcpy(s->moment, at + (size_t)header.warm_count * sizeof *s->warm,
               (size_t)header.warm_count * sizeof *s->moment);
    s->any_applied = lists > applied;
    size_t forces = (size_t)world->model->mechanism.v_count * sizeof *s->applied;
    if (s->any_applied) memcpy(s->applied, applied + sizeof(applied_header), forces);
    else memset(s->applied, 0, forces);
    s->warm_count = header.warm_count;
    s->time = header.time;
    s->last_h = header.last_h;
    load_overlap(world->model, lists, &overlap, s);
    for (int k = 0; k < s->warm_count;
         k++) // a guess that is not finite would be refused by the solver: begin it at zero
        for (int j = 0; j < 3; j++)
        {
            if (!isfinite(s->warm[k].impulse[j])) s->warm[k].impulse[j] = 0.0;
            if (!world->model->moments || !isfinite(s->moment[k][j])) s->moment[k][j] = 0.0;
        }
    world->contact_count = 0;
    world_show(world);
    return HF_STATUS_OK;
}

hf_status hf_world_state_load(hf_world *world, const void *bytes, size_t size, hf_error *error)
{
    hf_status status = world_state_load(world, bytes, size, error);
    if (status == HF_STATUS_OK) world->overlap_count = 0; // what was found before does not speak of this state
    return status;
}
