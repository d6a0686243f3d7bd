// What sticks over a step stays together in positions: creep, and the gaps of patches, are taken back.
//
// The law of a step speaks of velocities. Where a contact sticks at both ends of a step its two material points
// still move apart by what the step is not accurate to: of third order in h
// where contacts are described in the middle of the step (midpoint_contacts.c), of second order where something hits
// (θ = 1), and by what solves leave. That adds up. So the state keeps
// for each contact, for as long as it sticks, how far its points have crept,
//
//   c⁺ = R c + (p_A - p_B),        p_A, p_B: where the points of A and B are that were at the contact at the
//   beginning; R: turned with the bodies; along the tangents
//
// and stage CORRECT moves the bodies back, in the metric of mass, where a contact has crept by more than a small
// part of its shapes:
//
//   H_T δq = -c  of contacts that stick, H_N δq = -gap of contacts that bear, 0 of loops and touched limits.
//
// Velocities stay as they are, and so do momenta; the way is of the size of the error of one step. What rests does
// not creep, and costs nothing. Rows of a packing may contradict each other:
// δq is the shortest that meets them best, and a contact of which more than half is left all the same begins anew.
//
// Points that roll on each other are not the same from step to step: the way apart of two points that were together
// is R φ³/6 beside the slip. What turns by more than ROLLS
// against the other has no creep. A contact that slips, opens or is hit begins anew, and so does one that came apart
// by more than LOST: something else has happened to it.
// Contacts of two segments of fibres have none: in hair they last for a few steps.
// Cost: two carried points a contact; rows of the contacts that bear, where something has crept.

#include "world/rows/problem_rows.h"
#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/union_find.h"
#include "linalg/vector.h"
#include "problem/block_rows.h"

#include <math.h>
#include <string.h>

enum
{
    ROUNDS = 100
};
static const double STILL = 1e-7;  // of the smaller shape's width: less is left alone
static const double ENOUGH = 1e-6; // of what moves bodies at first, in the metric of mass: rounds end there
static const double LOST = 1e-3;   // of the smaller shape's width: more is no creep
static const double STAYS = 0.5;   // of what was to be taken back: more, and it is forgotten
static const double ROLLS = 1e-3;  // [rad] in the step

static double width_of(const step_context *step, const hf_contact *c)
{
    double width = collide_pair_width(step->model->scene, c->shape_a, c->shape_b);
    return isfinite(width) ? width : 0.0;
}

/// Whether one body turns against the other.
static bool rolls_on(const step_context *step, const step_contact *c)
{
    vec3 a = v3_load(step->before[c->record.body_a] + 3), b = v3_load(step->before[c->record.body_b] + 3);
    return step->h * v3_norm(v3_sub(a, b)) > ROLLS;
}

/// Whether a contact that has no past begins the step at rest.
static bool rests_on(const step_context *step, const step_contact *c)
{
    return step->h * c->slip <= STILL * width_of(step, &c->record);
}

/// Whether a contact sticks at both ends of the step.
static bool sticks_on(const step_context *step, const step_contact *c)
{
    const hf_contact *r = &c->record;
    if (c->last ? !c->last->sticks : !rests_on(step, c)) return false;
    return r->status == HF_CONTACT_STICK && !(c->impact_impulse[0] > 0.0) && !c->rebounds && !rolls_on(step, c);
}

/// Of two segments of fibres.
static bool is_hair(const step_context *step, const step_contact *c)
{
    return body_is_segment(step->model, c->record.body_a) && body_is_segment(step->model, c->record.body_b);
}

static bool may_stick(const step_context *step, const step_contact *c)
{
    return c->record.status == HF_CONTACT_STICK && c->record.mu > 0.0 && !is_hair(step, c);
}

/// How far the points of A and B that were together have come apart in the step, where the bodies are now [m].
static vec3 way_apart(const step_context *step, const step_contact *c)
{
    const hf_contact *r = &c->record;
    vec3 p = v3_load(step->start ? c->origin : r->point);
    vec3 way = v3_sub(contact_carried(step, r->body_a, p), contact_carried(step, r->body_b, p));
    return v3_add_scaled(way, step->h, v3_load(r->surface));
}

/// What a contact that sticks on, and has come apart by `way` in this step, has crept [m], along its tangents.
static vec3 creep_of(const step_context *step, const step_contact *c, vec3 way)
{
    const hf_contact *r = &c->record;
    vec3 n = v3_load(r->normal), old = c->last ? v3_load(c->last->creep) : v3_zero();
    vec3 turning = v3_add(v3_load(step->before[r->body_a] + 3), v3_load(step->before[r->body_b] + 3));
    n = v3_unit_or(v3_add_scaled(n, (c->rolls ? 0.25 : 0.5) * step->h, v3_cross(turning, n)), n); // at the end
    way = v3_add(way, v3_add_scaled(old, 0.5 * step->h, v3_cross(turning, old)));
    vec3 creep = v3_add_scaled(way, -v3_dot(n, way), n);
    bool same = v3_norm(v3_sub(creep, old)) <= TURN_ROUNDING * v3_norm(old); // projected once more
    return same ? old : creep;
}

/// How far a body has turned in the step.
static quat turn_of(const step_context *step, int body)
{
    const body_state *from = step->start ? &step->start[body] : &step->at[body];
    return quat_multiply(quat_load(step->next[body].q), quat_conjugate(quat_load(from->q)));
}

/// Whether one body has turned against the other, by its own motion or a correction.
static bool has_rolled(const step_context *step, const step_contact *c)
{
    quat apart = quat_multiply(quat_conjugate(turn_of(step, c->record.body_a)), turn_of(step, c->record.body_b));
    return 2.0 * v3_norm(v3(apart.x, apart.y, apart.z)) > ROLLS;
}

/// What stuck has come apart and begins anew: the report says how far.
static void report_slid(const step_context *step, const step_contact *c, vec3 way)
{
    hf_step_report *report = step->report;
    vec3 n = v3_load(c->record.normal);
    double slid = v3_norm(v3_add_scaled(way, -v3_dot(n, way), n));
    if (!c->last || !c->last->sticks || c->impact_impulse[0] > 0.0 || c->rebounds || !(slid > report->slid) ||
        has_rolled(step, c))
        return;
    report->slid = slid;
    report->slid_shape_a = c->record.shape_a;
    report->slid_shape_b = c->record.shape_b;
}

void keep_creep(step_context *step)
{
    for (int k = 0; k < step->contact_count && step->solved; k++)
    {
        step_contact *c = &step->contacts[k];
        c->sticks = may_stick(step, c);
        if (!c->sticks) continue;
        if (!sticks_on(step, c))
        {
            if (step->displaced) report_slid(step, c, way_apart(step, c));
            continue;
        }
        vec3 creep = step->displaced ? creep_of(step, c, way_apart(step, c)) : v3_load(c->creep);
        double width = width_of(step, &c->record);
        double most = c->crept > 0.0 ? fmax(STAYS * c->crept, STILL * width) : LOST * width;
        bool stays = v3_norm(creep) <= most;
        if (!stays) report_slid(step, c, creep);
        v3_store(c->creep, stays ? creep : v3_zero());
    }
}

// ---- rows ----

typedef struct creep_rows
{
    int count;
    int *of;        // count: contacts that touch
    vec3 *residual; // count: in the contact frame [m]
    problem_rows rows;
    double *z;    // dof_count
    double *left; // rows: what z leaves of -b
} creep_rows;

static bool bears(const step_context *step, const step_contact *c)
{
    return step->r[c->row] > 0.0;
}

/// How far the gap of a contact that touches is off where the bodies are now [m]. What bears, and all of a level patch,
/// is to have none: gaps that are left to points of one edge tilt it, and one of them bears alone. Others keep theirs.
static double gap_off(const step_context *step, const step_contact *c, vec3 way)
{
    bool closes = c->levels || bears(step, c);
    double before = closes ? 0.0 : fmin(fmax(c->record.gap, 0.0), GAP_SLACK);
    double gap = c->found ? carried_gap(step, c) + c->bias : c->record.gap + v3_dot(v3_load(c->record.normal), way);
    bool lands = c->rebounds || (!c->last && !c->levels);
    double off = lands || rolls_on(step, c) ? 0.0 : gap - before;
    return fabs(off) <= LOST * width_of(step, &c->record) ? off : 0.0; // more is for correct_positions.c
}

/// The residual of a contact that bears: how far it is off, in its frame. c->creep ◄ what it has crept. Returns whether
/// that, or a gap, is more than is left alone; overlap is for correct_positions.c.
static bool residual_of(const step_context *step, step_contact *c, vec3 *out)
{
    vec3 axis[3], way = way_apart(step, c), creep = v3_zero();
    double width = width_of(step, &c->record), gap = gap_off(step, c, way);
    if (may_stick(step, c) && sticks_on(step, c)) creep = creep_of(step, c, way);
    if (!(v3_norm(creep) <= LOST * width)) creep = v3_zero();
    v3_store(c->creep, creep);
    contact_axes(&c->record, axis);
    *out = v3(gap, v3_dot(axis[1], creep), v3_dot(axis[2], creep));
    return width > 0.0 && fmax(v3_norm(creep), gap) > STILL * width;
}

/// The set of bodies that impulses connect which a contact belongs to.
static int set_of(const step_context *step, const step_contact *c)
{
    int body = body_yields(step->model, c->record.body_a) ? c->record.body_a : c->record.body_b;
    return union_find_root(step->sets, body);
}

/// off ◄ sets in which a contact that bears is off by more than is left alone; residual ◄ of those that bear, in their
/// order. Returns whether there is one.
static bool find_off(step_context *step, vec3 *residual, bool *off)
{
    bool any = false;
    for (int k = 0, bearing = 0; k < step->contact_count; k++)
    {
        step_contact *contact = &step->contacts[k];
        if (!bears(step, contact) || is_hair(step, contact)) continue;
        if (residual_of(step, contact, &residual[bearing++])) off[set_of(step, contact)] = any = true;
    }
    return any;
}

/// Contacts that touch, but for those that open, of the sets that are off.
static hf_status find_residuals(step_context *step, creep_rows *c)
{
    size_t n = (size_t)step->contact_count;
    c->of = ARENA_ARRAY(step->workspace, int, n);
    c->residual = ARENA_ARRAY(step->workspace, vec3, n);
    vec3 *residual = ARENA_ARRAY(step->workspace, vec3, n);
    bool *off = ARENA_ZEROED(step->workspace, bool, step->model->body_count);
    if (!c->of || !c->residual || !residual || !off) return error_no_memory(step->error);
    if (!find_off(step, residual, off)) return HF_STATUS_OK;
    for (int k = 0, bearing = 0; k < step->contact_count; k++)
    {
        step_contact *contact = &step->contacts[k];
        bool pressed = bears(step, contact);
        if (is_hair(step, contact)) continue;
        vec3 own = pressed ? residual[bearing++] : v3_zero();
        if (!off[set_of(step, contact)] || (!pressed && contact->shift > 0.0)) continue;
        if (!pressed) own.x = gap_off(step, contact, way_apart(step, contact));
        if (!pressed && own.x > 0.0) continue;
        contact->crept = real_hypot(own.y, own.z);
        c->residual[c->count] = own;
        c->of[c->count++] = k;
    }
    return HF_STATUS_OK;
}

static int creep_row_count(const step_contact *c)
{
    if (c->record.status != HF_CONTACT_STICK || !(c->record.mu > 0.0)) return 1;
    return c->row_count < 3 ? c->row_count : 3;
}

/// Whether bodies are held by a row of a mechanism: loops stay closed, and limits that are touched stay touched. What
/// is moved through a limit is moved out again by correct_positions.c, alone, and leaves what it held.
static bool stays(const row_block *block)
{
    return block->kind == HF_LAW_BILATERAL || (block->kind == HF_LAW_UNILATERAL && block->b[0] <= GAP_SLACK);
}

/// Rows of the contacts, and of what holds mechanisms.
static hf_status make_rows(step_context *step, creep_rows *c)
{
    rows_room room = {0};
    row_set held = {0};
    if (!rows_begin(&held, step->model, step->workspace)) return error_no_memory(step->error);
    mechanism_position_rows(step, &held);
    if (held.failed) return error_no_memory(step->error);
    for (int k = 0; k < c->count; k++)
    {
        const step_contact *contact = &step->contacts[c->of[k]];
        room_for_contact(&room, step->model, &contact->record, creep_row_count(contact));
    }
    for (int k = 0; k < held.count; k++)
        if (stays(&held.blocks[k])) room_for_block(&room, &held.blocks[k]);
    c->z = ARENA_ZEROED(step->workspace, double, step->model->dof_count);
    if (!c->z || !problem_rows_take(&c->rows, &room, step->workspace)) return error_no_memory(step->error);
    for (int k = 0; k < c->count; k++)
    {
        const step_contact *contact = &step->contacts[c->of[k]];
        const double b[3] = {c->residual[k].x, c->residual[k].y, c->residual[k].z};
        problem_rows_add_contact(&c->rows, step, &contact->record, creep_row_count(contact), HF_LAW_BILATERAL, b);
    }
    for (int k = 0; k < held.count; k++)
        if (stays(&held.blocks[k])) problem_rows_add_block(&c->rows, &held.blocks[k], step->model, 1.0, 1.0, 1.0);
    return HF_STATUS_OK;
}

/// out ◄ H z.
static void rows_times(const problem_rows *rows, const double *z, double *out)
{
    const double *H = rows->H;
    memset(out, 0, (size_t)rows->row_count * sizeof *out);
    for (int k = 0; k < rows->block_count; k++)
    {
        size_t width = rows->begin[k + 1] - rows->begin[k];
        block_rows_read(rows->size[k], width, rows->dof + rows->begin[k], H, z, out);
        H += (size_t)rows->size[k] * width;
        out += rows->size[k];
    }
}

/// out ◄ G r, what impulses r do.
static void rows_respond(const problem_rows *rows, const double *r, double *out, int dof_count)
{
    const double *G = rows->G;
    memset(out, 0, (size_t)dof_count * sizeof *out);
    for (int k = 0; k < rows->block_count; k++)
    {
        size_t width = rows->begin[k + 1] - rows->begin[k];
        block_rows_push(rows->size[k], width, rows->dof + rows->begin[k], G, r, out);
        G += (size_t)rows->size[k] * width;
        r += rows->size[k];
    }
}

/// z ◄ the smallest of those with the least |b + H z|², by conjugate gradients in the metric of mass: s = G r, <s,
/// s> = r · H s. Ends after as many rounds as bodies have ways to move, or
/// ROUNDS of them.
static hf_status find_way(step_context *step, creep_rows *c)
{
    const problem_rows *rows = &c->rows;
    int n = rows->row_count, m = step->model->dof_count;
    double *r = c->left = ARENA_ARRAY(step->workspace, double, n), *q = ARENA_ZEROED(step->workspace, double, n);
    double *t = ARENA_ARRAY(step->workspace, double, n), *s = ARENA_ARRAY(step->workspace, double, m);
    double *p = ARENA_ZEROED(step->workspace, double, m), first = 0.0, last = 1.0;
    if (!r || !q || !t || !s || !p) return error_no_memory(step->error);
    for (int k = 0; k < n; k++) r[k] = -rows->b[k];
    for (int round = 0; round < ROUNDS; round++)
    {
        rows_respond(rows, r, s, m);
        rows_times(rows, s, t);
        double square = vector_dot(n, r, t);
        if (round == 0) first = square;
        if (!(square > ENOUGH * ENOUGH * first)) break;
        double more = round == 0 ? 0.0 : square / last;
        for (int k = 0; k < m; k++) p[k] = s[k] + more * p[k];
        for (int k = 0; k < n; k++) q[k] = t[k] + more * q[k];
        double length = vector_dot(n, q, q);
        if (!(length > 0.0)) break;
        double along = square / length;
        for (int k = 0; k < m; k++) c->z[k] += along * p[k];
        for (int k = 0; k < n; k++) r[k] -= along * q[k];
        last = square;
    }
    return HF_STATUS_OK;
}

/// Sets of bodies whose rows contradict each other stay where they are: the way that meets them best gains little, and
/// would move what sticks again and again. Their contacts go on creeping from where they are.
static hf_status refuse_contradictions(step_context *step, creep_rows *c)
{
    const hf_model *m = step->model;
    double *before = ARENA_ZEROED(step->workspace, double, m->body_count);
    double *after = ARENA_ZEROED(step->workspace, double, m->body_count);
    if (!before || !after) return error_no_memory(step->error);
    for (int k = 0, row = 0; k < c->count; k++)
    {
        int set = set_of(step, &step->contacts[c->of[k]]);
        for (int r = 0; r < c->rows.size[k]; r++, row++)
        {
            before[set] += c->rows.b[row] * c->rows.b[row];
            after[set] += c->left[row] * c->left[row];
        }
    }
    for (int o = 0; o < m->object_count; o++)
    {
        int set = union_find_root(step->sets, m->objects[o].body);
        if (after[set] <= STAYS * STAYS * before[set]) continue;
        for (int k = 0; k < m->objects[o].dof_count; k++) c->z[m->objects[o].dof + k] = 0.0;
    }
    for (int k = 0; k < c->count; k++)
    {
        step_contact *contact = &step->contacts[c->of[k]];
        int set = set_of(step, contact);
        if (after[set] > STAYS * STAYS * before[set]) contact->crept = 0.0;
    }
    return HF_STATUS_OK;
}

/// What the energy watch asks for later.
static void keep_corrected(step_context *step, const creep_rows *c)
{
    for (int k = 0; k < c->count; k++)
    {
        double way = v3_norm(c->residual[k]);
        step->contacts[c->of[k]].sunk = fmax(step->contacts[c->of[k]].sunk, way);
        step->contacts[c->of[k]].returned = true;
        step->sunk = fmax(step->sunk, way);
    }
}

static hf_status move_back(step_context *step, creep_rows *c)
{
    shift_bound bound;
    shift_bound_take(step, &bound);
    if (!bound.parent) return error_no_memory(step->error);
    for (int k = 0; k < c->count; k++)
    {
        size_t begin = c->rows.begin[k];
        shift_bound_add(&bound, step->model, c->rows.dof + begin, c->rows.begin[k + 1] - begin,
                        v3_norm(c->residual[k]));
    }
    keep_corrected(step, c);
    return shift_bounded(step, &bound, c->z);
}

hf_status take_back_creep(step_context *step)
{
    creep_rows c = {0};
    if (step->contact_count == 0 || !step->solved) return HF_STATUS_OK;
    arena_mark mark = arena_begin(step->workspace);
    hf_status status = find_residuals(step, &c);
    if (status == HF_STATUS_OK && c.count > 0)
    {
        status = make_rows(step, &c);
        if (status == HF_STATUS_OK) status = find_way(step, &c);
        if (status == HF_STATUS_OK) status = refuse_contradictions(step, &c);
        if (status == HF_STATUS_OK) status = move_back(step, &c);
    }
    arena_end(step->workspace, mark);
    return status;
}
