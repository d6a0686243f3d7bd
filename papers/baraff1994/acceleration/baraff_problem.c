// Problems over the rows of a configuration (baraff.c): accelerations and forces, or velocities and impulses.
//
// A contact that slides by dynamic friction has f_T = -μ f_N d, d the direction of its slip: one unknown, in which W is
// not symmetric,
//
//     u̇_N = H_N M⁻¹ (H_N - μ d·H_T)ᵀ f_N + … (Baraff 1994, section 6)
//
// so that the factored form has it as a unilateral row with h = h_N and g = g_N - μ d·g_T (BARAFF_SLIDES): methods that
// know nothing of dynamic friction can solve it.

#include "papers/baraff1994/acceleration/baraff.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/union_find.h"

#include <math.h>
#include <string.h>

// ---- islands ----

/// An object that a contact moves; the contact's island is its.
static int contact_object(const baraff_scene *f, int k)
{
    const hf_contact *c = &f->at.contacts[k].record;
    return body_yields(f->at.model, c->body_a) ? f->at.model->body_object[c->body_a]
                                               : f->at.model->body_object[c->body_b];
}

hf_status baraff_find_islands(baraff_scene *f)
{
    const hf_model *m = f->at.model;
    const row_set *set = &f->at.mechanism->rows;
    int *parent = f->island = ARENA_ARRAY(f->at.workspace, int, m->object_count);
    f->island_rows = ARENA_ZEROED(f->at.workspace, int, m->object_count);
    if (!parent || !f->island_rows) return error_no_memory(f->at.error);
    union_find_begin(parent, m->object_count);
    for (int k = 0; k < f->at.contact_count; k++)
    {
        const hf_contact *c = &f->at.contacts[k].record;
        if (body_yields(m, c->body_a) && body_yields(m, c->body_b))
            union_find_join(parent, m->body_object[c->body_a], m->body_object[c->body_b]);
    }
    for (int k = 0; k < set->count; k++)
        for (int j = 0, object = set->blocks[k].object[0]; j < set->blocks[k].count; j++)
        {
            while (set->blocks[k].dof[j] >= m->objects[object].dof + m->objects[object].dof_count) object++;
            union_find_join(parent, object, set->blocks[k].object[0]);
        }
    for (int o = 0; o < m->object_count; o++) parent[o] = union_find_root(parent, o);
    for (int k = 0; k < f->at.contact_count; k++)
        f->island_rows[parent[contact_object(f, k)]] += f->at.contacts[k].row_count;
    for (int k = 0; k < set->count; k++) f->island_rows[parent[set->blocks[k].object[0]]] += set->blocks[k].size;
    return HF_STATUS_OK;
}

// ---- what takes part ----

/// The coefficient that a contact has now.
static double friction_of(const baraff_scene *f, int k)
{
    double mu = f->at.contacts[k].record.mu;
    return f->friction[k] == HF_PIVOT_DYNAMIC ? mu : f->at.world->settings.law.static_friction * mu;
}

static bool contact_sticks(const baraff_scene *f, int k)
{
    const hf_contact *c = &f->at.contacts[k].record;
    double friction = real_hypot(c->r[1], c->r[2]);
    return f->friction[k] == HF_PIVOT_STATIC && c->r[0] > 0.0 && friction < (1.0 - 1e-9) * friction_of(f, k) * c->r[0];
}

/// The rate of a row of a block: of loops by its place, since rows that follow from others have left the block.
static double block_rate(const baraff_scene *f, const row_block *block, int row)
{
    const mechanism *m = &f->at.model->mechanism;
    bool loop = block->place >= loop_row(m, 0) && block->place < actuator_row(m, 0);
    return loop ? f->rate[block->place + block->row[row]] : block->approach;
}

static bool block_takes_part(const baraff_scene *f, const row_block *block, baraff_ask ask)
{
    if (ask == BARAFF_FORCES || ask == BARAFF_SLIDES) return true;
    if (isnan(block->approach)) return false;
    if (block->kind == HF_LAW_BILATERAL) return true;
    double force = f->force[block->place];
    if (ask == BARAFF_COLLIDE) return block->kind == HF_LAW_UNILATERAL;
    return block->kind == HF_LAW_UNILATERAL ? force > 0.0 : force > block->lo && force < block->hi;
}

// ---- contacts ----

/// b of a contact.
static void contact_b(const baraff_scene *f, int k, baraff_ask ask, double b[3])
{
    const hf_contact *c = &f->at.contacts[k].record;
    double bounce =
        v3_norm(v3_load(f->at.world->settings.physics.gravity)) * f->at.objects->h; // slower ones do not rebound
    for (int j = 0; j < 3; j++) b[j] = ask == BARAFF_FORCES || ask == BARAFF_SLIDES ? f->drift[k][j] : c->u[j];
    if (ask == BARAFF_COLLIDE && c->u[0] < -bounce) b[0] += c->restitution * c->u[0];
}

/// The last block, a contact that slides along d, becomes its normal row with the friction that goes along with it.
static void slide(problem_rows *rows, double mu, const double d[2], int count)
{
    int k = rows->block_count - 1;
    size_t width = rows->begin[k + 1] - rows->begin[k], at = rows->area - (size_t)count * width;
    for (int t = 1; t < count; t++)
        for (size_t j = 0; j < width; j++) rows->G[at + j] -= mu * d[t - 1] * rows->G[at + (size_t)t * width + j];
    rows->area -= (size_t)(count - 1) * width;
    rows->row_count -= count - 1;
    rows->size[k] = 1;
    rows->kind[k] = HF_LAW_UNILATERAL;
    rows->mu[k] = 0.0;
}

/// The direction of its slip; what is just coming to rest keeps the one that it had at the beginning of the piece.
static void slip_direction(const baraff_scene *f, int k, double d[2])
{
    const hf_contact *c = &f->at.contacts[k].record;
    vec3 axis[3], slip = v3_load(f->slip[k]);
    contact_axes(c, axis);
    d[0] = c->u[1];
    d[1] = c->u[2];
    double speed = real_hypot(d[0], d[1]);
    if (!(speed > f->slipping))
    {
        d[0] = v3_dot(axis[1], slip);
        d[1] = v3_dot(axis[2], slip);
        speed = real_hypot(d[0], d[1]);
    }
    d[0] = speed > 0.0 ? d[0] / speed : 1.0;
    d[1] = speed > 0.0 ? d[1] / speed : 0.0;
}

static void add_contact(const baraff_scene *f, int k, baraff_ask ask, baraff_problem *p)
{
    const step_contact *c = &f->at.contacts[k];
    double b[3], d[2];
    int block = p->rows.block_count, row = p->rows.row_count;
    bool slides = f->friction[k] == HF_PIVOT_DYNAMIC;
    if (ask == BARAFF_STICK && !contact_sticks(f, k)) return;
    contact_b(f, k, ask, b);
    slip_direction(f, k, d);
    p->source[block] = k;
    p->scale[block] = 1.0;
    p->friction[block] = slides ? HF_PIVOT_DYNAMIC : HF_PIVOT_STATIC;
    for (int t = 1; t < c->row_count; t++) p->slip[row + t] = d[t - 1];
    hf_law_kind kind = ask == BARAFF_STICK ? HF_LAW_BILATERAL : HF_LAW_CONTACT;
    problem_rows_add_contact(&p->rows, &f->at, &c->record, c->row_count, kind, b);
    if (kind == HF_LAW_CONTACT) p->rows.mu[block] = friction_of(f, k);
    if (ask == BARAFF_SLIDES && slides) slide(&p->rows, friction_of(f, k), d, c->row_count);
}

// ---- the problem ----

static bool take(const baraff_scene *f, int island, baraff_problem *p)
{
    const row_set *set = &f->at.mechanism->rows;
    hf_workspace *w = f->at.workspace;
    rows_room room = {0};
    for (int k = 0; k < f->at.contact_count; k++)
        if (f->island[contact_object(f, k)] == island)
            room_for_contact(&room, f->at.model, &f->at.contacts[k].record, f->at.contacts[k].row_count);
    for (int k = 0; k < set->count; k++)
        if (f->island[set->blocks[k].object[0]] == island) room_for_block(&room, &set->blocks[k]);
    *p = (baraff_problem){.unit = 1.0,
                          .island = island,
                          .source = ARENA_ARRAY(w, int, room.blocks),
                          .scale = ARENA_ARRAY(w, double, room.blocks),
                          .friction = ARENA_ZEROED(w, hf_pivot_friction, room.blocks),
                          .r = ARENA_ZEROED(w, double, room.rows),
                          .slip = ARENA_ZEROED(w, double, room.rows),
                          .ray = ARENA_ZEROED(w, double, room.rows)};
    return p->source && p->scale && p->friction && p->r && p->slip && p->ray && problem_rows_take(&p->rows, &room, w);
}

hf_status baraff_pose(const baraff_scene *f, baraff_ask ask, int island, baraff_problem *p)
{
    const hf_model *m = f->at.model;
    const row_set *set = &f->at.mechanism->rows;
    if (!take(f, island, p)) return error_no_memory(f->at.error);
    for (int k = 0; k < f->at.contact_count; k++)
        if (f->island[contact_object(f, k)] == island) add_contact(f, k, ask, p);
    p->unit = problem_rows_unit(&p->rows);
    problem_rows_scale(&p->rows, p->unit);
    for (int k = 0; k < set->count; k++)
    {
        row_block block = set->blocks[k];
        if (f->island[block.object[0]] != island || !block_takes_part(f, &block, ask)) continue;
        int at = p->rows.block_count;
        bool velocities = ask == BARAFF_COLLIDE || ask == BARAFF_STICK;
        for (int r = 0; velocities && r < block.size; r++) block.b[r] = block_rate(f, &set->blocks[k], r);
        if (ask == BARAFF_STICK) block.kind = HF_LAW_BILATERAL;
        p->source[at] = -1 - k;
        p->scale[at] = block_scale(&block, p->unit);
        problem_rows_add_block(&p->rows, &block, m, p->scale[at], p->unit, 1.0);
    }
    return problem_rows_create(&p->rows, m->dof_count + p->rows.private_count, f->at.workspace, f->at.workspace, true,
                               &p->problem, f->at.error);
}

// ---- answers ----

void baraff_read(baraff_scene *f, const baraff_problem *p)
{
    const row_set *set = &f->at.mechanism->rows;
    const double *r = p->r;
    for (int b = 0; b < p->rows.block_count; r += p->rows.size[b], b++)
    {
        if (p->source[b] >= 0)
        {
            hf_contact *c = &f->at.contacts[p->source[b]].record;
            for (int j = 0; j < 3; j++) c->r[j] = j < p->rows.size[b] ? p->unit * r[j] : 0.0;
            continue;
        }
        const row_block *block = &set->blocks[-1 - p->source[b]];
        for (int j = 0; j < block->size; j++) f->force[block->place + block->row[j]] = p->unit * p->scale[b] * r[j];
    }
}

hf_status baraff_respond(const baraff_scene *f, const baraff_problem *p, const double *r, double *to)
{
    const hf_model *m = f->at.model;
    size_t at = 0;
    arena_mark mark = arena_begin(f->at.workspace);
    double *z = ARENA_ZEROED(f->at.workspace, double, m->dof_count);
    if (!z) return error_no_memory(f->at.error);
    for (int b = 0, row = 0; b < p->rows.block_count; b++)
        for (int j = 0; j < p->rows.size[b]; j++, row++)
            for (size_t k = p->rows.begin[b]; k < p->rows.begin[b + 1]; k++, at++)
                if (p->rows.dof[k] < m->dof_count) z[p->rows.dof[k]] += p->rows.G[at] * r[row];
    for (int o = 0; o < m->object_count; o++)
    {
        const model_object *object = &m->objects[o];
        if (f->island[o] != p->island) continue;
        object_of(m, o)->rows->respond(&f->at.objects->mass, o, z + object->dof, z + object->dof);
        for (int k = object->dof; k < object->dof + object->dof_count; k++) to[k] += z[k];
    }
    arena_end(f->at.workspace, mark);
    return HF_STATUS_OK;
}

/// Guesses for the forces: of the contacts and rows in `from`, or, where that is NULL, those of the last step.
void baraff_guess(const baraff_scene *f, const baraff_scene *from, baraff_problem *p)
{
    const world_state *state = &f->at.world->state;
    const row_set *set = &f->at.mechanism->rows;
    double share = state->last_h > 0.0 ? 1.0 / state->last_h : 0.0, *r = p->r;
    int w = 0;
    for (int b = 0; b < p->rows.block_count; r += p->rows.size[b], b++)
    {
        if (p->source[b] >= 0)
        {
            const hf_contact *c = &f->at.contacts[p->source[b]].record;
            vec3 axis[3], force = from ? contact_impulse(&from->at.contacts[p->source[b]].record) : v3_zero();
            while (!from && w < state->warm_count &&
                   contact_order(state->warm[w].shape_a, state->warm[w].shape_b, state->warm[w].id, c) < 0)
                w++;
            if (!from && w < state->warm_count &&
                contact_order(state->warm[w].shape_a, state->warm[w].shape_b, state->warm[w].id, c) == 0)
                force = v3_scale(share, v3_load(state->warm[w].impulse));
            contact_axes(c, axis);
            for (int j = 0; j < p->rows.size[b]; j++) r[j] = v3_dot(axis[j], force) / p->unit;
            continue;
        }
        const row_block *block = &set->blocks[-1 - p->source[b]];
        for (int j = 0; j < block->size; j++)
        {
            int place = block->place + block->row[j];
            r[j] = (from ? from->force[place] : share * state->reactions[place]) / (p->unit * p->scale[b]);
        }
    }
}
