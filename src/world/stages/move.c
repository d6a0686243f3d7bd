// Stage MOVE: where the impulses take the bodies.
//
//   v⁺ = v_f + M⁻¹ Hᵀ r,   x⁺ = x + h ((1 - θ) v + θ v⁺),   and likewise the turning with the angular momentum.
//
// θ = 1/2 keeps the balance of energy exactly where motion is smooth: friction then takes what it should, and blocks
// stop where they should. Where bodies collide, velocities jump, and a mean of the velocities before and after would
// carry them into each other: there θ = 1. Bodies that press on each other must agree on θ, so it is chosen for each
// set of bodies that impulses connect.

#include "world/step_mechanism.h"
#include "world/trace.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/union_find.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

/// The share of a step's free acceleration below which a change of normal velocity is no collision: the overlap that it
/// leaves is below 1e-3 a h².
static const double SMOOTH_SHARE = 1e-3;

/// The share of the bodies' speeds below which a normal velocity is what solves leave. Of two bodies that fall together
/// the contact sees no acceleration:
/// without this, noise made every step of a stack that slides a collision.
static const double STILL = 1e-8;

/// Whether a contact carries an impulse in this step.
static bool presses(const step_context *step, int k)
{
    const step_contact *c = &step->contacts[k];
    return step->r[c->row] > 0.0 || c->impact_impulse[0] > 0.0;
}

/// The velocity that the impulse of a block alone makes there. Motors press by rows, not by free acceleration: this is
/// what tells noise from a jump then. 0 where there are none.
static double pressed(const step_context *step, int block)
{
    if (!step->rules.joints) return 0.0;
    const hf_problem *p = step->world->problem;
    return problem_diagonal(p, block)[0] * fabs(step->r[p->offset[block]]);
}

/// The fastest that a point of a body moves before the step [m/s].
static double speed(const step_context *step, int body)
{
    const double *v = step->before[body];
    double spin = v3_norm(v3_load(v + 3));
    return v3_norm(v3_load(v)) + (spin > 0.0 ? step->model->radius[body] * spin : 0.0);
}

/// Whether the normal velocity of a contact jumps between the impacts at the beginning and the end of the step.
static bool jumps(const step_context *step, int k)
{
    const step_contact *c = &step->contacts[k];
    double still = STILL * (speed(step, c->record.body_a) + speed(step, c->record.body_b));
    double smooth = fmax(SMOOTH_SHARE * fmax(fabs(c->acceleration) * step->h, pressed(step, k)), still);
    return !c->rolls && step->r[c->row] > 0.0 && (c->rebounds || c->approach < -smooth || c->shift > smooth);
}

/// Whether the velocity at a limit jumps.
static bool limit_jumps(const step_context *step, const row_block *block)
{
    int index = step->contact_count + (int)(block - step->mechanism->rows.blocks);
    double smooth = SMOOTH_SHARE * fmax(fabs(block->acceleration) * step->h, pressed(step, index) / block->scale);
    return block->approach < -smooth || block->gap > smooth * step->h;
}

/// Sets of bodies that press on each other, or on what does not move.
static int count_islands(const step_context *step, int *parent)
{
    int count = 0;
    bool *seen = ARENA_ZEROED(step->workspace, bool, step->model->body_count);
    for (int k = 0; seen && k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        int root = union_find_root(parent, body_yields(step->model, c->body_a) ? c->body_a : c->body_b);
        if (!presses(step, k) || seen[root]) continue;
        seen[root] = true;
        count++;
    }
    return count;
}

/// Objects that rows of mechanisms connect move together, and limits that are hit make them jump.
static void join_by_rows(step_context *step, int *parent, bool *jumping)
{
    const hf_model *m = step->model;
    const row_set *rows = &step->mechanism->rows;
    const int *offset = hf_problem_offsets(step->world->problem) + step->contact_count;
    for (int b = 0; b < rows->count; b++)
    {
        const row_block *block = &rows->blocks[b];
        int first = m->objects[block->object[0]].body, last = m->objects[block->object[1]].body;
        if (jumping)
        {
            bool hit = block->kind == HF_LAW_UNILATERAL && step->r[offset[b]] > 0.0 && limit_jumps(step, block);
            if (hit) jumping[union_find_root(parent, first)] = true;
        }
        else if (first != last) union_find_join(parent, first, last);
    }
}

/// Whether an attempt before this one found that springs of an object have to be taken at the end of the step. What is
/// moved by that step has to be moved so, whether something jumps in it or not; fibres and what changes its shape look
/// after it themselves.
static bool is_sprung(const step_context *step, int object)
{
    const object_methods *kind = object_of(step->model, object);
    if (step->facts->tries[WHY_OPENED] > 0 && kind->make == MADE_OF_SEGMENTS) return step->facts->implicit[object];
    return step->facts->implicit && step->facts->implicit[object] && !kind->deforms;
}

/// theta[k] ◄ 1 for bodies that a collision moves, directly or through others; otherwise the setting. set[k] ◄ a number
/// of the set of bodies that a contact belongs to.
static hf_status choose_theta(step_context *step, double *theta, int *set)
{
    const hf_model *m = step->model;
    int n = m->body_count;
    int *parent = step->sets = ARENA_ARRAY(step->workspace, int, n);
    bool *jumping = ARENA_ZEROED(step->workspace, bool, n);
    if (!parent || !jumping) return error_no_memory(step->error);
    union_find_begin(parent, n);
    for (int k = 0; k < n; k++)
        if (m->body_object[k] >= 0) union_find_join(parent, k, m->objects[m->body_object[k]].body);
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        int a = c->record.body_a, b = c->record.body_b;
        if (!presses(step, k)) continue;
        if (body_yields(m, a) && body_yields(m, b)) union_find_join(parent, a, b);
    }
    join_by_rows(step, parent, NULL);
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        if (!jumps(step, k)) continue;
        jumping[union_find_root(parent, c->record.body_a)] = true;
        jumping[union_find_root(parent, c->record.body_b)] = true;
    }
    join_by_rows(step, parent, jumping);
    for (int o = 0; o < m->object_count; o++)
        if (is_sprung(step, o)) jumping[union_find_root(parent, m->objects[o].body)] = true;
    step->report->island_count = count_islands(step, parent);
    for (int k = 0; k < n; k++) theta[k] = jumping[union_find_root(parent, k)] ? 1.0 : step->theta;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        set[k] = union_find_root(parent, body_yields(m, c->body_a) ? c->body_a : c->body_b);
    }
    return HF_STATUS_OK;
}

/// Springs that are rows, of objects that jump, and that the step does not resolve.
static bool find_unfit_rows(const step_context *step, const double *theta)
{
    const hf_model *m = step->model;
    const row_set *rows = &step->mechanism->rows;
    bool any = false, *implicit = step->facts->implicit;
    for (int b = 0; b < rows->count && implicit; b++)
    {
        const row_block *block = &rows->blocks[b];
        int first = block->object[0], last = block->object[1];
        if (!(block->spring > 0.0) || implicit[first] || implicit[last]) continue;
        if (theta[m->objects[first].body] == step->theta && theta[m->objects[last].body] == step->theta) continue;
        double moves = block_diagonal(block) - block->compliance, damper = 1.0 / block->compliance - block->spring;
        if (block->spring * moves <= SPRING_RESOLVED * (1.0 + 0.5 * damper * moves)) continue;
        implicit[first] = implicit[last] = any = true;
    }
    return any;
}

/// Whether something jumps that was not stepped for it; the next attempt is told.
static bool find_unfit(const step_context *step, const double *theta)
{
    const hf_model *m = step->model;
    bool any = find_unfit_rows(step, theta);
    for (int o = 0; o < m->object_count; o++)
    {
        const object_methods *kind = object_of(m, o);
        if (!kind->motion->fits_jump || theta[m->objects[o].body] == step->theta ||
            kind->motion->fits_jump(step->objects, o))
            continue;
        step->facts->implicit[o] = true;
        any = true;
    }
    return any && step_may(step, WHY_JUMPED);
}

/// What is asked for where something moved in a way that cannot be.
static step_why find_wild(const step_context *step)
{
    const hf_model *m = step->model;
    bool may = step_may(step, WHY_JUMPED), rough = false, far = false;
    for (int o = 0; o < m->object_count; o++)
    {
        const object_methods *kind = object_of(m, o);
        move_fit fit = kind->motion->fits_move ? kind->motion->fits_move(step->objects, o) : MOVE_FITS;
        far |= fit == MOVE_LONG;
        if (fit != MOVE_ROUGH || !may) continue;
        step->facts->implicit[o] = true;
        rough = true;
    }
    return rough ? WHY_JUMPED : far && step_may(step, WHY_TOO_FAR) ? WHY_TOO_FAR : WHY_NOT;
}

/// Velocities after the impulses, in step->next.
static void apply_impulses(step_context *step)
{
    objects_coast(step);
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *contact = &step->contacts[k];
        hf_contact *c = &step->contacts[k].record;
        for (int j = 0; j < contact->row_count; j++)
        {
            double r = step->unit_mass * step->r[contact->row + j];
            if (step->scale) r *= step->scale[contact->row + j];
            *(j < 3 ? &c->r[j] : &c->moment[j - 3]) = r;
        }
        contact_apply(step, c, &step->objects->after);
        step->objects->pressure[c->body_a] += v3_norm(v3_load(c->r));
        step->objects->pressure[c->body_b] += v3_norm(v3_load(c->r));
        const double *impact_impulse = contact->impact_impulse;
        for (int j = 0; j < 3; j++) c->r[j] += impact_impulse[j]; // v_f has these already
        for (int j = 3; j < contact->row_count; j++) c->moment[j - 3] += impact_impulse[j];
        c->collided = impact_impulse[0] > 0.0;
    }
}

/// u of every contact after the step, from the velocities that the bodies now have in the configuration of the solve.
static void fill_velocities(step_context *step, double (*after)[6])
{
    double share = slip_share(&step->world->settings);
    for (int k = 0; k < step->contact_count; k++)
    {
        hf_contact *c = &step->contacts[k].record;
        vec3 n = v3_load(c->normal), t = v3_load(c->tangent), u = contact_velocity(step, c, after);
        c->u[0] = v3_dot(n, u);
        c->u[1] = v3_dot(t, u);
        c->u[2] = v3_dot(v3_cross(n, t), u);
        for (int j = 0; j < 3; j++) c->u[j] += step->contacts[k].drift[j];
        vec3 axis[3] = {n, t, v3_cross(n, t)}, spin = contact_spin(c, after);
        for (int j = 3; j < step->contacts[k].row_count; j++) c->spin[j - 3] = v3_dot(axis[j - 3], spin);
        c->status = contact_classify(c, share);
        c->margin = contact_margin(c);
    }
}

hf_status stage_move(step_context *step)
{
    const hf_model *m = step->model;
    double *theta = ARENA_ARRAY(step->workspace, double, m->body_count);
    double(*after)[6] = arena_take(step->workspace, (size_t)m->twist_count, sizeof *after);
    int *set = ARENA_ARRAY(step->workspace, int, step->contact_count);
    if (!theta || !after || !set) return error_no_memory(step->error);
    hf_status status = choose_theta(step, theta, set);
    if (status != HF_STATUS_OK) return status;
    if (find_unfit(step, theta))
    {
        step->why = WHY_JUMPED;
        return HF_STATUS_OK;
    }
    apply_impulses(step);
    status = objects_take_impulses(step, after);
    if (status != HF_STATUS_OK || step->why != WHY_NOT) return status;
    fill_velocities(step, after);
    if (step_may(step, WHY_OUTRAN) && (reach_outran(step, after) || open_contacts_close(step, after)))
    {
        step->why = WHY_OUTRAN;
        return HF_STATUS_OK;
    }
    step->solved = after;
    step->thetas = theta;
    status = trace_struck(step, theta);
    if (status == HF_STATUS_OK) status = warm_start_impulses(step, set);
    if (status == HF_STATUS_OK) status = objects_move(step, theta);
    if (status == HF_STATUS_OK && step->why == WHY_NOT) step->why = find_wild(step);
    if (step->why != WHY_NOT) return status;
    if (status == HF_STATUS_OK) step->why = find_open_ends(step);
    if (step->why != WHY_NOT) return status;
    if (status == HF_STATUS_OK) status = find_crossings(step);
    if (step->why != WHY_NOT) return status;
    bool passes = false, outran = false;
    if (status == HF_STATUS_OK && step_may(step, WHY_PASSES)) status = find_passing(step, after, &passes);
    if (status == HF_STATUS_OK && step_may(step, WHY_PASSES) && !passes) status = find_misses(step, &passes);
    if (status == HF_STATUS_OK && !passes && step_may(step, WHY_OUTRAN)) status = find_outrunning(step, after, &outran);
    if (passes || outran) step->why = passes ? WHY_PASSES : WHY_OUTRAN;
    return status;
}
