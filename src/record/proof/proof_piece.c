// A piece of a step as a proof has it (docs/proof.md, "Pieces").

#include "record/proof/proof.h"
#include "world/step_mechanism.h"

#include <math.h>
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
    if (!kind || kind == &object_reduced) return flags;
    if (differ(moved->x, to->x, sizeof to->x) || differ(moved->q, to->q, sizeof to->q)) flags |= PROOF_CORRECTED;
    if (differ(struck, to->v, sizeof to->v) || differ(struck + 3, momentum ? L : to->w, sizeof to->w))
        flags |= PROOF_SLOWED;
    return flags;
}

static bool put_body(const step_context *step, int k, byte_buffer *out)
{
    unsigned flags = body_flags(step, k);
    bool well = bytes_put(out, flags, 1);
    bool prescribed = step->model->body_object[k] < 0;
    if (!(flags & PROOF_RESTS))
        well = well && proof_put_state(step->model, k, &step->next[k], step->objects->after.momentum[k], out);
    if (flags & PROOF_SLOWED) well = well && put_doubles(out, step->trace->struck[k], 6);
    if (prescribed) well = well && put_doubles(out, step->before[k], 6) && put_doubles(out, step->free[k], 6);
    if (prescribed && (flags & PROOF_MIDDLE))
        well = well && put_doubles(out, step->at[k].x, 3) && put_doubles(out, step->at[k].q, 4);
    return well;
}

// ---- forces ----

/// Force and torque from outside and of the medium; false: there are none.
static bool force_on(const step_context *step, int k, double wrench[6])
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

static uint32_t put_forces(const step_context *step, byte_buffer *out, bool *well)
{
    uint32_t count = 0;
    for (int k = 0; k < step->model->body_count; k++)
    {
        double wrench[6];
        if (step->model->body_object[k] < 0 || !force_on(step, k, wrench)) continue;
        *well = *well && bytes_put(out, (uint32_t)k, 4) && put_doubles(out, wrench, 6);
        count++;
    }
    return count;
}

// ---- contacts ----

static bool put_contact(const step_context *step, int k, byte_buffer *out)
{
    const step_contact *contact = &step->contacts[k];
    const hf_contact *c = &contact->record;
    const double none[3] = {0};
    unsigned flags = 0;
    if (contact->rolls) flags |= PROOF_ANEW;
    if (contact->levels) flags |= PROOF_LEVEL;
    if (differ(c->surface, none, sizeof none)) flags |= PROOF_SURFACE;
    if (step->start) flags |= PROOF_ORIGIN;
    if (contact->rebounds) flags |= PROOF_REBOUND;
    bool well = bytes_put(out, (uint32_t)c->shape_a, 4) && bytes_put(out, (uint32_t)c->shape_b, 4) &&
                bytes_put(out, (unsigned)contact->row_count, 1) && bytes_put(out, flags, 1) && bytes_put(out, 0, 2);
    well = well && put_doubles(out, c->point, 3) && put_doubles(out, c->normal, 3) && put_doubles(out, c->tangent, 3);
    well = well && bytes_put_double(out, c->gap) && bytes_put_double(out, contact->shift);
    for (int j = 0; j < contact->row_count; j++)
        well = well && bytes_put_double(out, (j < 3 ? c->r[j] : c->moment[j - 3]) - contact->impact_impulse[j]);
    if (flags & PROOF_SURFACE) well = well && put_doubles(out, c->surface, 3);
    if (flags & PROOF_ORIGIN) well = well && put_doubles(out, contact->origin, 3);
    if (flags & PROOF_ANEW) well = well && put_doubles(out, step->trace->normal[k], 3);
    return well;
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

// ---- trees and rows ----

/// Own coordinates and velocities of trees, of a state.
bool proof_put_trees(const hf_model *model, const double *q, const double *v, byte_buffer *out)
{
    bool well = true;
    for (int k = 0; k < model->mechanism.tree_count && well; k++)
    {
        const model_tree *t = &model->mechanism.trees[k];
        well = put_doubles(out, q + t->q, t->q_count) && put_doubles(out, v + t->v, t->v_count);
    }
    return well;
}

static bool put_tree(const step_context *step, const model_tree *t, byte_buffer *out)
{
    const object_step *o = step->objects;
    const world_state *s = &step->world->state;
    int first = step->model->mechanism.links[t->link_begin], n = t->v_count;
    bool same = !differ(s->q + t->q, o->after.q + t->q, (size_t)t->q_count * sizeof(double)) &&
                !differ(s->v + t->v, o->v_after + t->v, (size_t)n * sizeof(double));
    unsigned flags = (same ? PROOF_RESTS : 0) | (step->trace->theta[first] == 1.0 ? PROOF_JUMPS : 0);
    double theta = object_spring_weight(o, step->model->body_object[first]);
    bool well = bytes_put(out, flags, 1) && bytes_put_double(out, theta);
    if (!same) well = well && put_doubles(out, o->after.q + t->q, t->q_count) && put_doubles(out, o->v_after + t->v, n);
    return well && put_doubles(out, step->trace->v_struck + t->v, n) && put_doubles(out, o->v_free + t->v, n) &&
           put_doubles(out, o->v_mean + t->v, n) && put_doubles(out, o->force + t->v, n) &&
           put_doubles(out, o->damping + t->v, n) && put_doubles(out, o->stiffness + t->v, n);
}

static bool put_block(const step_context *step, const row_block *block, const double *r, byte_buffer *out)
{
    double x[3], unit = step->unit_mass * block->scale;
    const double *bounds[2] = {&block->lo, &block->hi};
    unsigned kind = block->kind == HF_LAW_UNILATERAL ? 0 : block->kind == HF_LAW_BILATERAL ? 1 : 2;
    for (int k = 0; k < block->size; k++) x[k] = unit * r[k];
    bool well = bytes_put(out, kind, 1) && bytes_put(out, (unsigned)block->size, 1) &&
                bytes_put(out, (unsigned)block->plain_count, 4) && bytes_put_double(out, block->scale) &&
                bytes_put_double(out, block->compliance);
    for (int k = 0; k < 2 && kind == 2; k++) // what has no bound has one beyond all impulses
        well = well && bytes_put_double(out, fmax(-1e300, fmin(1e300, *bounds[k])));
    well = well && put_doubles(out, block->b, block->size) && put_doubles(out, x, block->size);
    for (int k = 0; k < block->plain_count; k++) well = well && bytes_put(out, (unsigned)block->plain_dof[k], 4);
    for (int k = 0; k < block->size; k++)
        well = well &&
               put_doubles(out, block->plain + (size_t)block->row[k] * (size_t)block->plain_count, block->plain_count);
    return well;
}

static bool put_mechanism(const step_context *step, byte_buffer *out)
{
    const hf_model *m = step->model;
    bool well = true;
    for (int k = 0; k < m->mechanism.tree_count && well; k++) well = put_tree(step, &m->mechanism.trees[k], out);
    const row_set *rows = &step->mechanism->rows;
    well = well && bytes_put(out, (uint32_t)rows->count, 4);
    const int *offset = rows->count ? hf_problem_offsets(step->world->problem) + step->contact_count : NULL;
    for (int b = 0; b < rows->count && well; b++) well = put_block(step, &rows->blocks[b], step->r + offset[b], out);
    return well;
}

bool proof_put_piece(const step_context *step, byte_buffer *out)
{
    size_t begin = out->count;
    bool well = bytes_put(out, 0, 4) && bytes_put_double(out, step->h) &&
                bytes_put_double(out, step->report->solve.residual.natural) && bytes_put_double(out, step->unit_mass) &&
                bytes_put_double(out, step->overlap.depth);
    size_t counts = out->count;
    well = well && bytes_put(out, 0, 4) && bytes_put(out, 0, 4) && bytes_put(out, 0, 4);
    for (int k = 0; k < step->model->body_count && well; k++)
        if (proof_moves(step->model, k)) well = put_body(step, k, out);
    uint32_t forces = well ? put_forces(step, out, &well) : 0;
    for (int k = 0; k < step->contact_count && well; k++) well = put_contact(step, k, out);
    uint32_t rounds = well ? put_rounds(step, out, &well) : 0;
    if (well && model_has_rows(step->model)) well = put_mechanism(step, out);
    if (!well) return false;
    bytes_set(out, counts, forces, 4);
    bytes_set(out, counts + 4, (uint32_t)step->contact_count, 4);
    bytes_set(out, counts + 8, rounds, 4);
    bytes_set(out, begin, out->count - begin - 4, 4);
    return true;
}
