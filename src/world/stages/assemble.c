// Stage ASSEMBLE: from points that touch to the contact problem.
//
//   u = H v,   v = v_f + M⁻¹ Hᵀ r      ►      W = H M⁻¹ Hᵀ,   b = H v_f + shift e_N
//
// shift, by cases:
//   not touching, gap > 0         gap / h          u_N >= -gap/h: they may come to touch, not farther
//   touching or overlapping       0                u_N >= 0; overlap is removed by stage CORRECT, not by velocity
//   touching is gap <= GAP_SLACK; up to 10 GAP_SLACK the shift rises to gap / h without a jump, so that what corrections leave of gaps, over h, is no velocity that
//   packings at rest would have to be solved for (docs/step.md)
//
//   a mechanism collides, e > 0   -w               u_N >= w, the speed of the rebound
//
// Collisions of free bodies with restitution come first, round by round (impact.c): v_f is then the velocity without contact after them. Those of
// mechanisms are part of the one problem, where joints and loops hand the impulse on. w is then the speed at the *end of the step* that has the energy of
// Newton's law at the moment of impact (u_impact² = u² - 2 a gap, rebound at e u_impact), given that the step moves the bodies by h w:
//   ½ w² - a (gap + h w) = ½ e² u_impact²                                                                  (a: free acceleration of u_N)
//
// Impulses are measured in units of a mass near the lightest effective one (a power of two: no rounding), so that the certificate, which adds
// impulses and velocities, means the same for grains and for ships.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

enum
{
    LOOKS = 4 // detections beyond the first, where impacts make slow bodies fast
};

// ---- contacts ----

static double closing_shift(double gap, double h)
{
    const double FAR = 10.0 * GAP_SLACK;
    if (gap >= FAR) return gap / h;
    return fmax(gap - GAP_SLACK, 0.0) * (FAR / (FAR - GAP_SLACK)) / h;
}

/// The speed of the rebound at the end of the step, where a mechanism is hit; 0 if there is none.
static double rebound(const step_context *step, const step_contact *c)
{
    double e = c->record.restitution, u = c->approach, a = c->acceleration, gap = c->record.gap, h = step->h;
    if (e == 0.0 || u >= 0.0 || -u <= fabs(a) * h) return 0.0;
    if (gap + h * (u + 0.5 * a * h) > 0.0) return 0.0; // it does not close in this step
    gap = fmax(gap, 0.0);
    double impact = u * u - 2.0 * a * gap; // u_impact²
    double w = a * h + sqrt(fmax(0.0, a * a * h * h + 2.0 * a * gap + e * e * fmax(0.0, impact)));
    return fmax(w, 0.0);
}

/// Whether an impact moves only free bodies. Loops, tendons and actuators may hold free bodies, too.
static bool hits_free_bodies(const hf_model *m, const hf_contact *c)
{
    const object_methods *a = object_of_body(m, c->body_a), *b = object_of_body(m, c->body_b);
    if (m->mechanism.loop_count + m->mechanism.tendon_count + m->mechanism.actuator_count > 0) return false;
    return (!a || a->travels) && (!b || b->travels);
}

static void make_contact(const step_context *step, const contact_point *point, step_contact *c)
{
    hf_contact *record = &c->record;
    *c = (step_contact){0};
    contact_describe(step->model, point, record);
    vec3 n = v3_load(record->normal);
    c->approach = v3_dot(n, contact_velocity(step, record, step->before));
    c->acceleration = (v3_dot(n, contact_velocity(step, record, step->free)) - c->approach) / step->h;
    c->travels = hits_free_bodies(step->model, record);
    double w = c->travels ? 0.0 : rebound(step, c);
    c->shift = w > 0.0 ? -w : closing_shift(record->gap, step->h);
    c->rebounds = w > 0.0;
}

static hf_status make_contacts(step_context *step)
{
    step->contacts = ARENA_ARRAY(step->workspace, step_contact, step->point_count);
    if (!step->contacts) return error_no_memory(step->error);
    for (int k = 0; k < step->point_count; k++)
    {
        const contact_point *point = &step->points[k];
        int a = collide_shape(step->model->scene, point->shape_a)->body;
        int b = collide_shape(step->model->scene, point->shape_b)->body;
        if (!body_yields(step->model, a) && !body_yields(step->model, b)) continue;
        make_contact(step, point, &step->contacts[step->contact_count++]);
    }
    return HF_STATUS_OK;
}

// ---- the warm start ----

static int compare_keys(const warm_impulse *w, const hf_contact *c)
{
    if (w->shape_a != c->shape_a) return w->shape_a < c->shape_a ? -1 : 1;
    if (w->shape_b != c->shape_b) return w->shape_b < c->shape_b ? -1 : 1;
    return (w->id > c->id) - (w->id < c->id);
}

/// r ◄ the impulses of the last step, for contacts that were there already; both lists ascend.
static void guess_impulses(step_context *step)
{
    const world_state *state = &step->world->state;
    double scale = state->last_h > 0.0 ? step->h / state->last_h / step->unit_mass : 0.0;
    int w = 0;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        while (w < state->warm_count && compare_keys(&state->warm[w], c) < 0) w++;
        if (w == state->warm_count) return;
        if (compare_keys(&state->warm[w], c) != 0) continue;
        vec3 axis[3], impulse = v3_load(state->warm[w].impulse);
        contact_axes(c, axis);
        for (int j = 0; j < 3; j++) step->r[3 * k + j] = scale * v3_dot(axis[j], impulse);
    }
}

// ---- the problem ----

/// A power of two near the smallest effective mass: 1 / (largest diagonal entry of W).
static double choose_unit(const step_context *step, const size_t *begin, const double *H, const double *G)
{
    double largest = 0.0;
    for (int k = 0; k < step->contact_count; k++)
    {
        size_t n = begin[k + 1] - begin[k];
        for (size_t row = 3 * begin[k]; row < 3 * begin[k + 1]; row += n)
        {
            double sum = 0.0;
            for (size_t j = 0; j < n; j++) sum += H[row + j] * G[row + j];
            largest = fmax(largest, sum);
        }
    }
    return largest > 0.0 && isfinite(largest) ? ldexp(1.0, -ilogb(largest)) : 1.0;
}

/// Numbers the degrees of freedom that rows touch from 0 on, and writes what they were to dof_back; returns how many there are, -1 if memory is short.
/// Those from the model's dof_count on belong to single rows (compliance) and come last.
static int number_dofs(step_context *step, size_t count, int *dof, int private_count)
{
    int n = step->model->dof_count + private_count, used = 0;
    int *slot = ARENA_ZEROED(step->workspace, int, n);
    if (!slot) return -1;
    for (size_t k = 0; k < count; k++) slot[dof[k]] = 1;
    for (int k = 0; k < n; k++)
    {
        if (!slot[k]) continue;
        if (step->dof_back) step->dof_back[used] = k < step->model->dof_count ? k : -1;
        slot[k] = used++;
    }
    for (size_t k = 0; k < count; k++) dof[k] = slot[dof[k]];
    return used;
}

/// What hf_problem_create_factored wants, while it is put together.
typedef struct problem_parts
{
    int contact_count, block_count, private_count;
    size_t entries, area; // of dof; of H and G
    size_t *begin;
    int *size, *dof;
    hf_law_kind *kind; // NULL if all are contacts
    double *mu, *lo, *hi, *b, *H, *G;
} problem_parts;

static bool parts_take(step_context *step, problem_parts *parts)
{
    hf_workspace *w = step->workspace;
    const row_set *mech = step->mechanism ? &step->mechanism->rows : NULL;
    size_t rows = 3 * (size_t)step->contact_count;
    parts->contact_count = step->contact_count;
    parts->block_count = step->contact_count + (mech ? mech->count : 0);
    for (int k = 0; k < step->contact_count; k++)
        parts->entries += (size_t)contact_width(step->model, &step->contacts[k].record);
    parts->area = 3 * parts->entries;
    for (int k = 0; mech && k < mech->count; k++)
    {
        const row_block *block = &mech->blocks[k];
        size_t n = (size_t)block->count + (block->compliance > 0.0 ? 1 : 0);
        parts->private_count += block->compliance > 0.0;
        parts->entries += n;
        parts->area += n * (size_t)block->size;
        rows += (size_t)block->size;
    }
    size_t n = (size_t)parts->block_count;
    parts->begin = ARENA_ARRAY(w, size_t, n + 1);
    parts->size = ARENA_ARRAY(w, int, n);
    parts->dof = ARENA_ARRAY(w, int, parts->entries);
    parts->mu = ARENA_ZEROED(w, double, n);
    parts->b = ARENA_ARRAY(w, double, rows);
    parts->H = ARENA_ARRAY(w, double, parts->area);
    parts->G = ARENA_ARRAY(w, double, parts->area);
    if (!parts->begin || !parts->size || !parts->dof || !parts->mu || !parts->b || !parts->H || !parts->G) return false;
    if (parts->block_count == parts->contact_count) return true;
    parts->kind = ARENA_ZEROED(w, hf_law_kind, n);
    parts->lo = ARENA_ZEROED(w, double, n);
    parts->hi = ARENA_ZEROED(w, double, n);
    return parts->kind && parts->lo && parts->hi;
}

static bool fill_contacts(step_context *step, problem_parts *parts)
{
    parts->begin[0] = 0;
    for (size_t k = 0; k < (size_t)step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        vec3 axis[3], u = contact_velocity(step, &c->record, step->free);
        contact_axes(&c->record, axis);
        size_t dofs = 0;
        for (size_t row = 0; row < 3; row++)
        {
            double *at = parts->H + 3 * parts->begin[k] + row * dofs; // dofs is known after the first row
            int n =
                contact_row(step, &c->record, axis[row], parts->dof + parts->begin[k], at, parts->G + (at - parts->H));
            if (n < 0) return false;
            dofs = (size_t)n;
            parts->b[3 * k + row] = v3_dot(axis[row], u) + c->drift[row];
        }
        parts->b[3 * k] += c->shift;
        parts->begin[k + 1] = parts->begin[k] + dofs;
        parts->size[k] = 3;
        parts->mu[k] = c->record.mu;
    }
    return true;
}

/// Rows of mechanisms are scaled so that their diagonal entries are near those of contacts: velocities of joints, lengths of tendons and
/// springs of any stiffness then weigh alike in the certificate, about as if they were measured at the joint's radius of gyration.
static void scale_blocks(step_context *step, row_set *mech)
{
    double unit = step->contact_count > 0 ? step->unit_mass : 0.0;
    for (int k = 0; unit == 0.0 && k < mech->count; k++)
    {
        double diagonal = block_diagonal(&mech->blocks[k]);
        if (mech->blocks[k].compliance == 0.0 && diagonal > 0.0) unit = ldexp(1.0, -ilogb(diagonal));
    }
    if (unit > 0.0) step->unit_mass = unit;
    for (int k = 0; k < mech->count; k++) mech->blocks[k].scale = block_scale(&mech->blocks[k], step->unit_mass);
}

/// Blocks of mechanisms, in the units of the problem; G of contacts has been scaled already.
static void fill_blocks(step_context *step, problem_parts *parts)
{
    const row_set *mech = &step->mechanism->rows;
    size_t at = 3 * parts->begin[parts->contact_count], row = 3 * (size_t)parts->contact_count;
    int private = 0;
    for (int k = 0; k < mech->count; k++)
    {
        const row_block *block = &mech->blocks[k];
        int i = parts->contact_count + k, extra = block->compliance > 0.0;
        size_t begin = parts->begin[i], n = (size_t)(block->count + extra);
        parts->size[i] = block->size;
        parts->kind[i] = block->kind;
        parts->lo[i] = block->lo / (step->unit_mass * block->scale);
        parts->hi[i] = block->hi / (step->unit_mass * block->scale);
        memcpy(parts->dof + begin, block->dof, (size_t)block->count * sizeof *block->dof);
        if (extra) parts->dof[begin + n - 1] = step->model->dof_count + private ++;
        for (int r = 0; r < block->size; r++, at += n)
        {
            for (int j = 0; j < block->count; j++)
            {
                parts->H[at + (size_t)j] = block->scale * block->H[r * block->count + j];
                parts->G[at + (size_t)j] = block->scale * step->unit_mass * block->G[r * block->count + j];
            }
            if (extra) parts->H[at + n - 1] = block->scale;
            if (extra) parts->G[at + n - 1] = block->scale * step->unit_mass * block->compliance;
            parts->b[row++] = block->scale * block->b[r];
        }
        parts->begin[i + 1] = begin + n;
    }
}

static hf_status create_problem(step_context *step, problem_parts *parts)
{
    const hf_laws laws = {.block_count = parts->block_count,
                          .size = parts->size,
                          .kind = parts->kind,
                          .mu = parts->mu,
                          .lo = parts->lo,
                          .hi = parts->hi,
                          .b = parts->b};
    const hf_factored_rows rows = {
        .dof_count = number_dofs(step, parts->begin[parts->block_count], parts->dof, parts->private_count),
        .begin = parts->begin,
        .dof = parts->dof,
        .H = parts->H,
        .G = parts->G};
    hf_world *world = step->world;
    world->problem = NULL;
    arena_end(world->problem_arena, (arena_mark){0, 0});
    return rows.dof_count < 0
               ? error_no_memory(step->error)
               : problem_create_factored(world->problem_arena, &laws, &rows, false, &world->problem, step->error);
}

static hf_status make_problem(step_context *step)
{
    arena_mark mark = arena_begin(step->workspace);
    problem_parts parts = {0};
    hf_status status = HF_STATUS_OK;
    if (!parts_take(step, &parts) || !fill_contacts(step, &parts)) status = error_no_memory(step->error);
    if (status == HF_STATUS_OK)
    {
        step->unit_mass = choose_unit(step, parts.begin, parts.H, parts.G);
        for (size_t k = 0; k < 3 * parts.begin[parts.contact_count]; k++) parts.G[k] *= step->unit_mass;
        if (step->mechanism)
        {
            scale_blocks(step, &step->mechanism->rows);
            fill_blocks(step, &parts);
        }
        status = create_problem(step, &parts);
    }
    arena_end(step->workspace, mark);
    return status;
}

/// r of mechanisms' rows ◄ their impulses in the last step.
static void guess_reactions(step_context *step)
{
    const world_state *state = &step->world->state;
    const int *offset = hf_problem_offsets(step->world->problem) + step->contact_count;
    double scale = state->last_h > 0.0 ? step->h / state->last_h / step->unit_mass : 0.0;
    for (int b = 0; b < step->mechanism->rows.count; b++)
    {
        const row_block *block = &step->mechanism->rows.blocks[b];
        for (int k = 0; k < block->size; k++)
            step->r[offset[b] + k] = scale * step->mechanism->guess[block->place + block->row[k]] / block->scale;
    }
}

/// Contacts, and the impacts among them; once more from the start if these throw a body farther than contacts were looked for.
static hf_status make_impacts(step_context *step)
{
    for (int look = 0;; look++)
    {
        step->contact_count = 0;
        hf_status status = make_contacts(step);
        if (status == HF_STATUS_OK) status = impact_rounds(step);
        if (status != HF_STATUS_OK || !step->report->certified || look == LOOKS || !impacts_outran(step)) return status;
        status = stage_free(step);
        if (status == HF_STATUS_OK) status = stage_detect(step);
        if (status != HF_STATUS_OK) return status;
    }
}

hf_status stage_assemble(step_context *step)
{
    hf_status status = make_impacts(step);
    if (status == HF_STATUS_OK && step->report->certified) status = contacts_to_middle(step);
    if (status == HF_STATUS_OK && step->mechanism && step->report->certified) status = mechanism_collect_rows(step);
    if (status != HF_STATUS_OK || !step->report->certified) return status;
    size_t rows = 3 * (size_t)step->contact_count;
    if (step->mechanism)
    {
        const row_set *mech = &step->mechanism->rows;
        step->dof_back = ARENA_ARRAY(step->workspace, int, step->model->dof_count + mech->count);
        if (!step->dof_back) return error_no_memory(step->error);
        for (int k = 0; k < mech->count; k++) rows += (size_t)mech->blocks[k].size;
    }
    step->r = ARENA_ZEROED(step->workspace, double, rows);
    step->guess = ARENA_ARRAY(step->workspace, double, rows);
    if (!step->r || !step->guess) return error_no_memory(step->error);
    status = make_problem(step);
    if (status != HF_STATUS_OK) return status;
    guess_impulses(step);
    if (step->mechanism) guess_reactions(step);
    if (rows) memcpy(step->guess, step->r, rows * sizeof *step->r);
    return HF_STATUS_OK;
}
