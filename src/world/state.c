// The state as bytes: saving, loading, hashing. Flat and without padding, so that equal states are equal bytes.
//
//   header, bodies, pushes, coordinates, impulses of contacts [, lists that are there only where they have entries:
//   state_lists.c]

#include "world/state_lists.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t STATE_MAGIC = 0x3374736166646c68; // "hldfast3", little-endian

/// What stands first in the bytes.
typedef struct state_header
{
    uint64_t magic;
    int32_t body_count;
    int32_t warm_count;
    double time;
    double last_h;
} state_header;

_Static_assert(sizeof(state_header) == 32, "no padding");
_Static_assert(sizeof(body_state) == BODY_RECORD * sizeof(double), "no padding");
_Static_assert(sizeof(warm_impulse) == 96, "no padding");

bool state_reserve(world_state *state, int count)
{
    if (count <= state->warm_capacity) return true;
    int capacity = count + count / 2;
    warm_impulse *warm = MEMORY_ARRAY(warm_impulse, (size_t)capacity);
    double(*moment)[3] = memory_zeroed((size_t)capacity, sizeof *moment);
    bool *unselected = memory_zeroed((size_t)capacity, sizeof *unselected);
    bool *stressed = memory_zeroed((size_t)capacity, sizeof *stressed);
    if (!warm || !moment || !unselected || !stressed)
    {
        free(warm);
        free(moment);
        free(unselected);
        free(stressed);
        return false;
    }
    if (state->warm_count) memcpy(warm, state->warm, (size_t)state->warm_count * sizeof *warm);
    if (state->warm_count) memcpy(moment, state->moment, (size_t)state->warm_count * sizeof *moment);
    if (state->warm_count) memcpy(unselected, state->unselected, (size_t)state->warm_count * sizeof *unselected);
    if (state->warm_count) memcpy(stressed, state->stressed, (size_t)state->warm_count * sizeof *stressed);
    free(state->warm);
    free(state->moment);
    free(state->unselected);
    free(state->stressed);
    state->warm = warm;
    state->moment = moment;
    state->unselected = unselected;
    state->stressed = stressed;
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
           (size_t)m->activation_count + (size_t)m->joint_count + (size_t)m->row_count + (size_t)m->history_count +
           (m->history_count > 0 ? (size_t)m->actuator_count : 0);
}

bool state_copy(const hf_model *model, const world_state *from, world_state *to)
{
    if (!state_reserve(to, from->warm_count) || !state_reserve_ignored(to, from->ignored_count)) return false;
    size_t bodies = (size_t)model->body_count;
    to->time = from->time;
    to->last_h = from->last_h;
    to->halved = from->halved;
    to->warm_count = from->warm_count;
    memcpy(to->bodies, from->bodies, bodies * sizeof *to->bodies);
    memcpy(to->momentum, from->momentum, bodies * sizeof *to->momentum);
    memcpy(to->push, from->push, bodies * sizeof *to->push);
    memcpy(to->applied, from->applied, (size_t)model->mechanism.v_count * sizeof *to->applied);
    to->any_applied = from->any_applied;
    memcpy(to->coordinates, from->coordinates, state_coordinate_count(model) * sizeof *to->coordinates);
    if (from->warm_count) memcpy(to->warm, from->warm, (size_t)from->warm_count * sizeof *to->warm);
    if (from->warm_count) memcpy(to->moment, from->moment, (size_t)from->warm_count * sizeof *to->moment);
    if (from->warm_count) memcpy(to->unselected, from->unselected, (size_t)from->warm_count * sizeof *to->unselected);
    if (from->warm_count) memcpy(to->stressed, from->stressed, (size_t)from->warm_count * sizeof *to->stressed);
    to->ignored_count = from->ignored_count;
    if (from->ignored_count) memcpy(to->ignored, from->ignored, (size_t)from->ignored_count * sizeof *to->ignored);
    to->any_placed = from->any_placed;
    memcpy(to->placed, from->placed, bodies * sizeof *to->placed);
    return true;
}

static bool equal_bytes(const void *a, const void *b, size_t bytes)
{
    return bytes == 0 || memcmp(a, b, bytes) == 0;
}

bool state_equal(const hf_model *model, const world_state *a, const world_state *b)
{
    size_t bodies = (size_t)model->body_count, warm = (size_t)a->warm_count;
    if (a->last_h != b->last_h || a->halved != b->halved || a->warm_count != b->warm_count) return false;
    if (a->ignored_count != b->ignored_count || a->any_placed != b->any_placed) return false;
    return a->any_applied == b->any_applied && equal_bytes(a->bodies, b->bodies, bodies * sizeof *a->bodies) &&
           equal_bytes(a->momentum, b->momentum, bodies * sizeof *a->momentum) &&
           equal_bytes(a->coordinates, b->coordinates, state_coordinate_count(model) * sizeof *a->coordinates) &&
           equal_bytes(a->push, b->push, bodies * sizeof *a->push) &&
           equal_bytes(a->applied, b->applied, (size_t)model->mechanism.v_count * sizeof *a->applied) &&
           equal_bytes(a->warm, b->warm, warm * sizeof *a->warm) &&
           equal_bytes(a->moment, b->moment, warm * sizeof *a->moment) &&
           equal_bytes(a->unselected, b->unselected, warm * sizeof *a->unselected) &&
           equal_bytes(a->stressed, b->stressed, warm * sizeof *a->stressed) &&
           equal_bytes(a->ignored, b->ignored, (size_t)a->ignored_count * sizeof *a->ignored) &&
           equal_bytes(a->placed, b->placed, bodies * sizeof *a->placed);
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

size_t hf_world_state_size(const hf_world *world)
{
    return state_bytes(world->model, world->state.warm_count) + state_lists_size(world);
}

/// Hands the pieces of the state to `visit`, in the order of the bytes.
static void visit_state(const hf_world *world, state_visitor *visit, void *context)
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
        if (kind && kind->state->save) kind->state->save(&at, k, record);
        else memcpy(record, &s->bodies[k], sizeof record);
        visit(context, record, sizeof record);
    }
    visit(context, s->push, bodies * sizeof *s->push);
    visit(context, s->coordinates, state_coordinate_count(world->model) * sizeof *s->coordinates);
    if (s->warm_count) visit(context, s->warm, (size_t)s->warm_count * sizeof *s->warm);
    if (s->warm_count && world->model->moments) visit(context, s->moment, (size_t)s->warm_count * sizeof *s->moment);
    state_lists_visit(world, visit, context);
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

static const double UNIT = 1e-6; // a quaternion's norm may be off by: those of a step are normalized

static bool body_is_sound(const double record[BODY_RECORD])
{
    for (size_t k = 0; k < BODY_RECORD; k++)
        if (!isfinite(record[k])) return false;
    double norm = quat_norm(quat_load(record + 3));
    return fabs(norm - 1.0) < UNIT;
}

/// Whether the impulses are such as a step leaves: of pairs of shapes that the model has, in the order of detection,
/// each contact once. Later stages look them up by these numbers without asking again.
static bool impulses_are_sound(const hf_model *model, const char *at, int count)
{
    warm_impulse last = {.shape_a = -1, .shape_b = -1};
    for (int k = 0; k < count; k++, at += sizeof last)
    {
        warm_impulse w;
        memcpy(&w, at, sizeof w);
        if (w.shape_a < 0 || w.shape_b <= w.shape_a || w.shape_b >= collide_shape_count(model->scene)) return false;
        if (w.sticks != 0 && w.sticks != 1) return false;
        bool below = w.shape_a != last.shape_a   ? w.shape_a < last.shape_a
                     : w.shape_b != last.shape_b ? w.shape_b < last.shape_b
                                                 : w.id <= last.id && k > 0;
        if (below) return false;
        last = w;
    }
    return true;
}

/// Whether orientations of ball joints are some.
static bool balls_are_sound(const hf_model *model, const char *q)
{
    const mechanism *m = &model->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        double ball[4];
        if (m->joints[j].kind != HF_JOINT_BALL) continue;
        memcpy(ball, q + (size_t)m->joint_place_q[j] * sizeof *ball, sizeof ball);
        if (!(fabs(quat_norm(quat_load(ball)) - 1.0) < UNIT)) return false;
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
    if (header->warm_count < 0 || size < whole ||
        !state_lists_sound(world->model, header->warm_count, bytes + whole, size - whole))
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
    for (; at < bytes + state_bytes(world->model, 0); at += sizeof(double)) // pushes and coordinates
    {
        double push;
        memcpy(&push, at, sizeof push);
        if (!isfinite(push)) return error_set(error, HF_STATUS_FORMAT, "state: a push or a coordinate is not finite");
    }
    const char *q = bytes + sizeof *header + (size_t)header->body_count * (BODY_RECORD + 6) * sizeof(double);
    if (!balls_are_sound(world->model, q))
        return error_set(error, HF_STATUS_FORMAT, "state: the orientation of a ball joint is damaged");
    if (!impulses_are_sound(world->model, bytes + state_bytes(world->model, 0), header->warm_count))
        return error_set(error, HF_STATUS_FORMAT, "state: the impulses of its %d contacts are damaged",
                         header->warm_count);
    return HF_STATUS_OK;
}

hf_status world_state_load(hf_world *world, const void *bytes, size_t size, hf_error *error)
{
    state_header header;
    hf_status status = check_bytes(world, bytes, size, &header, error);
    if (status != HF_STATUS_OK) return status;
    world_state *s = &world->state;
    size_t whole = state_bytes(world->model, header.warm_count);
    const char *lists = (const char *)bytes + whole;
    if (!state_reserve(s, header.warm_count) || !state_lists_reserve(world->model, s, lists, size - whole))
        return error_no_memory(error);
    size_t bodies = (size_t)header.body_count;
    const char *at = (const char *)bytes + sizeof header;
    const configuration now = world_configuration(world);
    const char *coordinates = at + bodies * (BODY_RECORD + 6) * sizeof(double); // first: bodies may look at them
    memcpy(s->coordinates, coordinates, state_coordinate_count(world->model) * sizeof *s->coordinates);
    for (int k = 0; k < header.body_count; k++, at += BODY_RECORD * sizeof(double))
    {
        double record[BODY_RECORD];
        const object_methods *kind = object_of_body(world->model, k);
        memcpy(record, at, sizeof record);
        if (kind && kind->state->load) kind->state->load(&now, k, record);
        else memcpy(&s->bodies[k], record, sizeof record);
    }
    memcpy(s->push, at, bodies * sizeof *s->push);
    at += bodies * sizeof *s->push;
    at += state_coordinate_count(world->model) * sizeof *s->coordinates;
    if (header.warm_count) memcpy(s->warm, at, (size_t)header.warm_count * sizeof *s->warm);
    if (header.warm_count && world->model->moments)
        memcpy(s->moment, at + (size_t)header.warm_count * sizeof *s->warm,
               (size_t)header.warm_count * sizeof *s->moment);
    s->warm_count = header.warm_count;
    s->time = header.time;
    s->last_h = header.last_h;
    state_lists_load(world->model, lists, size - whole, s);
    for (int k = 0; k < s->warm_count;
         k++) // a guess that is not finite would be refused by the solver: begin it at zero
        for (int j = 0; j < 3; j++)
        {
            if (!isfinite(s->warm[k].impulse[j])) s->warm[k].impulse[j] = 0.0;
            if (!isfinite(s->warm[k].creep[j])) s->warm[k].creep[j] = 0.0;
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
