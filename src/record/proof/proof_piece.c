// A piece of a step as a proof has it (docs/proof.md, "Pieces").

#include "record/proof/proof.h"
#include "world/step_mechanism.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool put_doubles(byte_buffer *out, const double *x, int count)
{
    bool well = true;
    for (int k = 0; k < count && well; k++) well = bytes_put_double(out, x[k]);
    return well;
}

bool proof_put_state(const hf_model *model, int body, const body_state *s, const double *momentum, byte_buffer *out)
{
    const object_methods *kind = object_of_body(model, body);
    const double *turning = kind && kind->keeps_momentum && momentum ? momentum : s->w;
    return put_doubles(out, s->x, 3) && put_doubles(out, s->q, 4) && put_doubles(out, s->v, 3) &&
           put_doubles(out, turning, 3);
}

// ---- bodies ----

static bool differ(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) != 0;
}

static bool is_part(const object_methods *kind)
{
    return kind && kind != &object_rigid && kind != &object_planar && kind != &object_particle;
}

static unsigned body_flags(const step_context *step, int k)
{
    const hf_model *m = step->model;
    const body_state *from = &step->world->state.bodies[k], *to = &step->next[k], *moved = &step->moved[k];
    const object_methods *kind = object_of_body(m, k);
    const double *L = step->objects->after.momentum[k], *struck = step->trace->struck[k];
    bool momentum = kind && kind->keeps_momentum;
    unsigned flags = 0;
    bool same = !differ(from->x, to->x, sizeof to->x) && !differ(from->q, to->q, sizeof to->q) &&
                !differ(from->v, to->v, sizeof to->v) && !differ(from->w, to->w, sizeof to->w) &&
                (!momentum || !differ(L, step->world->state.momentum[k], sizeof step->world->state.momentum[k]));
    if (same) flags |= PROOF_RESTS;
    if (step->trace->theta[k] == 1.0) flags |= PROOF_JUMPS;
    if (step->start && (differ(step->start[k].x, step->at[k].x, sizeof to->x) ||
                        differ(step->start[k].q, step->at[k].q, sizeof to->q)))
        flags |= PROOF_MIDDLE;
    if (!kind || is_part(kind)) return flags;
    if (differ(moved->x, to->x, sizeof to->x) || differ(moved->q, to->q, sizeof to->q)) flags |= PROOF_CORRECTED;
    if (differ(struck, to->v, sizeof to->v) || differ(struck + 3, momentum ? L : to->w, sizeof to->w))
        flags |= PROOF_SLOWED;
    return flags;
}

static bool put_body(const step_context *step, const proof_systems *systems, int k, byte_buffer *out)
{
    const proof_system *system = proof_system_of(systems, step->model, k);
    unsigned flags = body_flags(step, k);
    bool well = bytes_put(out, flags, 1);
    bool prescribed = step->model->body_object[k] < 0;
    if (!(flags & PROOF_RESTS))
        well = well && proof_put_state(step->model, k, &step->next[k], step->objects->after.momentum[k], out);
    if (flags & PROOF_SLOWED) well = well && put_doubles(out, step->trace->struck[k], 6);
    if (prescribed) well = well && put_doubles(out, step->before[k], 6) && put_doubles(out, step->free[k], 6);
    const body_state *middle = prescribed && flags & PROOF_MIDDLE ? &step->at[k] : NULL;
    if (system && system->has_fields) middle = &step->objects->middle.bodies[k];
    if (middle) well = well && put_doubles(out, middle->x, 3) && put_doubles(out, middle->q, 4);
    return well;
}

// ---- forces ----

bool proof_force_on(const step_context *step, int k, double wrench[6])
{
    const body_state *s = &step->world->state.bodies[k];
    vec3 force, torque;
    bool any = false;
    object_forces(step->objects, k, v3_load(s->v), v3_load(s->w), &force, &torque);
    const double *extra = step->objects->extra ? step->objects->extra[k] : NULL;
    if (extra && object_of_body(step->model, k) != &object_reduced)
    {
        force = v3_add(force, v3_load(extra));
        torque = v3_add(torque, v3_load(extra + 3));
    }
    v3_store(wrench, force);
    v3_store(wrench + 3, torque);
    for (int j = 0; j < 6; j++) any |= wrench[j] != 0.0;
    return any;
}

static uint32_t put_forces(const step_context *step, const proof_systems *systems, byte_buffer *out, bool *well)
{
    uint32_t count = 0;
    for (int k = 0; k < step->model->body_count; k++)
    {
        double wrench[6];
        const proof_system *system = proof_system_of(systems, step->model, k);
        if (step->model->body_object[k] < 0 || (system && !system->has_fields)) continue;
        if (!proof_force_on(step, k, wrench)) continue;
        *well = *well && bytes_put(out, (uint32_t)k, 4) && put_doubles(out, wrench, 6);
        count++;
    }
    return count;
}

// ---- contacts ----

/// What is added to H v: the velocity without impulses as the step has it, less that of H and of bodies by themselves.
static void told_drift(const step_context *step, const proof_systems *systems, const step_contact *contact,
                       const proof_rows *rows, const double *v_free, double d[6])
{
    const hf_contact *c = &contact->record;
    const int body[2] = {c->body_a, c->body_b};
    vec3 axis[3], u = contact_velocity(step, c, step->free), spin = contact_spin(c, step->free), arm[2];
    contact_axes(c, axis);
    contact_arms(step, c, arm);
    u = v3_sub(u, v3_load(c->surface));
    for (int side = 0; side < 2; side++) // of those the file tells by itself
    {
        if (proof_system_of(systems, step->model, body[side])) continue;
        double sign = side == 0 ? 1.0 : -1.0;
        vec3 v = v3_load(step->free[body[side]]), w = v3_load(step->free[body[side]] + 3);
        u = v3_add_scaled(u, -sign, v3_add(v, v3_cross(w, arm[side])));
        spin = v3_add_scaled(spin, -sign, w);
    }
    for (int j = 0; j < contact->row_count; j++)
    {
        d[j] = j < 3 ? v3_dot(axis[j], u) + contact->drift[j] : v3_dot(axis[j - 3], spin);
        for (int k = 0; k < rows->count; k++) d[j] -= rows->H[j * rows->count + k] * v_free[rows->dof[k]];
    }
}

static bool is_told(const step_context *step, const proof_systems *systems, const hf_contact *c)
{
    const proof_system *a = proof_system_of(systems, step->model, c->body_a),
                       *b = proof_system_of(systems, step->model, c->body_b);
    return (a && a->is_told) || (b && b->is_told) || (a && a == b);
}

/// Impulses of a contact, without those of impacts.
static void contact_r(const step_contact *contact, double r[6])
{
    const hf_contact *c = &contact->record;
    for (int j = 0; j < contact->row_count; j++)
        r[j] = (j < 3 ? c->r[j] : c->moment[j - 3]) - contact->impact_impulse[j];
}

static bool put_contact(const step_context *step, const proof_systems *systems, int k, const double *v_free,
                        byte_buffer *out)
{
    const step_contact *contact = &step->contacts[k];
    const hf_contact *c = &contact->record;
    const double none[3] = {0};
    double r[6];
    bool told = is_told(step, systems, c);
    unsigned flags = told ? PROOF_TOLD : 0;
    if (contact->rolls) flags |= PROOF_ANEW;
    if (contact->levels) flags |= PROOF_LEVEL;
    if (differ(c->surface, none, sizeof none)) flags |= PROOF_SURFACE;
    if (step->start) flags |= PROOF_ORIGIN;
    if (contact->rebounds) flags |= PROOF_REBOUND;
    contact_r(contact, r);
    bool well = bytes_put(out, (uint32_t)c->shape_a, 4) && bytes_put(out, (uint32_t)c->shape_b, 4) &&
                bytes_put(out, (unsigned)contact->row_count, 1) && bytes_put(out, flags, 1) && bytes_put(out, 0, 2);
    well = well && put_doubles(out, c->point, 3) && put_doubles(out, c->normal, 3) && put_doubles(out, c->tangent, 3);
    well = well && bytes_put_double(out, c->gap) && bytes_put_double(out, contact->shift) &&
           put_doubles(out, r, contact->row_count);
    if (flags & PROOF_SURFACE) well = well && put_doubles(out, c->surface, 3);
    if (flags & PROOF_ORIGIN) well = well && put_doubles(out, contact->origin, 3);
    if (flags & PROOF_ANEW) well = well && put_doubles(out, step->trace->normal[k], 3);
    if (!told || !well) return well;
    proof_rows rows;
    double d[6];
    if (!proof_contact_rows(step, systems, contact, &rows)) return false;
    told_drift(step, systems, contact, &rows, v_free, d);
    return put_doubles(out, d, contact->row_count) && proof_put_rows(out, &rows);
}

static uint32_t put_rounds(const step_context *step, byte_buffer *out, bool *well)
{
    uint32_t count = 0;
    for (const trace_impact *round = step->trace->first; round; round = round->next, count++)
    {
        *well = *well && bytes_put(out, (uint32_t)round->count, 4) && bytes_put(out, round->mixed, 4) &&
                bytes_put_double(out, round->unit);
        for (int k = 0; k < round->count; k++)
            *well = *well && bytes_put(out, (uint32_t)round->contact[k], 4) &&
                    put_doubles(out, round->r[k], step->contacts[round->contact[k]].row_count);
    }
    return count;
}

// ---- systems and rows ----

static bool put_block(const step_context *step, const row_block *block, const double *r, byte_buffer *out)
{
    double x[3], unit = step->unit_mass * block->scale;
    const double *bounds[2] = {&block->lo, &block->hi};
    unsigned kind = block->kind == HF_LAW_UNILATERAL ? 0 : block->kind == HF_LAW_BILATERAL ? 1 : 2;
    for (int k = 0; k < block->size; k++) x[k] = unit * r[k];
    bool well = bytes_put(out, kind, 1) && bytes_put(out, (unsigned)block->size, 1) &&
                bytes_put_double(out, block->scale) && bytes_put_double(out, block->compliance);
    for (int k = 0; k < 2 && kind == 2; k++) // what has no bound has one beyond all impulses
        well = well && bytes_put_double(out, fmax(-1e300, fmin(1e300, *bounds[k])));
    well = well && put_doubles(out, block->b, block->size) && put_doubles(out, x, block->size) &&
           bytes_put(out, (unsigned)block->plain_count, 4);
    for (int k = 0; k < block->plain_count; k++) well = well && bytes_put(out, (unsigned)block->plain_dof[k], 4);
    for (int k = 0; k < block->size; k++)
        well = well &&
               put_doubles(out, block->plain + (size_t)block->row[k] * (size_t)block->plain_count, block->plain_count);
    return well;
}

/// push += what blocks and contacts do to velocities of systems.
static bool find_push(const step_context *step, const proof_systems *systems, const double *r, const int *offset,
                      double *push)
{
    const row_set *set = &step->mechanism->rows;
    for (int b = 0; b < set->count; b++)
        for (int k = 0; k < set->blocks[b].size; k++)
        {
            const row_block *block = &set->blocks[b];
            const double *H = block->plain + (size_t)block->row[k] * (size_t)block->plain_count;
            double x = step->unit_mass * block->scale * r[offset[b] + k];
            for (int i = 0; i < block->plain_count; i++) push[block->plain_dof[i]] += H[i] * x;
        }
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        bool touches =
            proof_system_of(systems, step->model, c->body_a) || proof_system_of(systems, step->model, c->body_b);
        proof_rows rows;
        double x[6];
        arena_mark mark = arena_begin(step->workspace);
        if (touches && !proof_contact_rows(step, systems, &step->contacts[k], &rows)) return false;
        contact_r(&step->contacts[k], x);
        for (int j = 0; touches && j < rows.size; j++)
            for (int i = 0; i < rows.count; i++) push[rows.dof[i]] += rows.H[j * rows.count + i] * x[j];
        arena_end(step->workspace, mark);
    }
    return true;
}

static bool put_mechanism(const step_context *step, const proof_systems *systems, byte_buffer *out)
{
    const row_set *set = &step->mechanism->rows;
    const int *offset = set->count ? hf_problem_offsets(step->world->problem) + step->contact_count : NULL;
    double *push = ARENA_ZEROED(step->workspace, double, step->model->dof_count + 1);
    byte_buffer rows = {0};
    uint32_t count = (uint32_t)set->count;
    bool well = push && find_push(step, systems, step->r, offset, push);
    for (int k = 0; k < systems->count && well; k++)
    {
        arena_mark mark = arena_begin(step->workspace);
        well = proof_put_system(step, &systems->of[k], push, out, &rows, &count);
        arena_end(step->workspace, mark);
    }
    well = well && bytes_put(out, count, 4) && bytes_put_all(out, rows.bytes, rows.count);
    free(rows.bytes);
    for (int b = 0; b < set->count && well; b++) well = put_block(step, &set->blocks[b], step->r + offset[b], out);
    return well;
}

/// v_f of systems among those of all objects; NULL: memory is short.
static double *free_velocities(const step_context *step, const proof_systems *systems)
{
    double *v = ARENA_ZEROED(step->workspace, double, step->model->dof_count + 1);
    for (int k = 0; k < systems->count && v; k++) proof_system_free(step, &systems->of[k], v + systems->of[k].dof);
    return v;
}

static bool put_piece(const step_context *step, const proof_systems *systems, byte_buffer *out)
{
    size_t begin = out->count;
    bool well = bytes_put(out, 0, 4) && bytes_put_double(out, step->h) &&
                bytes_put_double(out, step->report->solve.residual.natural) && bytes_put_double(out, step->unit_mass) &&
                bytes_put_double(out, step->overlap.depth);
    size_t counts = out->count;
    const double *v_free = free_velocities(step, systems);
    well = well && v_free && bytes_put(out, 0, 4) && bytes_put(out, 0, 4) && bytes_put(out, 0, 4);
    for (int k = 0; k < step->model->body_count && well; k++)
        if (proof_moves(step->model, k)) well = put_body(step, systems, k, out);
    uint32_t forces = well ? put_forces(step, systems, out, &well) : 0;
    for (int k = 0; k < step->contact_count && well; k++)
    {
        arena_mark mark = arena_begin(step->workspace);
        well = put_contact(step, systems, k, v_free, out);
        arena_end(step->workspace, mark);
    }
    uint32_t rounds = well ? put_rounds(step, out, &well) : 0;
    if (well && model_has_rows(step->model)) well = put_mechanism(step, systems, out);
    if (!well) return false;
    bytes_set(out, counts, forces, 4);
    bytes_set(out, counts + 4, (uint32_t)step->contact_count, 4);
    bytes_set(out, counts + 8, rounds, 4);
    bytes_set(out, begin, out->count - begin - 4, 4);
    return true;
}

bool proof_put_piece(const step_context *step, const proof_systems *systems, byte_buffer *out)
{
    arena_mark mark = arena_begin(step->workspace);
    bool well = put_piece(step, systems, out);
    arena_end(step->workspace, mark);
    return well;
}
