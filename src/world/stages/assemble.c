// Stage ASSEMBLE: from contacts to the contact problem.
//
//   u = H v,   v = v_f + M⁻¹ Hᵀ r      ►      W = H M⁻¹ Hᵀ,   b = H v_f + shift e_N
//
// v_f is the velocity without contact, after the impacts (impact.c); detect.c says what the shift is. Loops, limits,
// motors and dry friction of mechanisms are blocks after the contacts (rows/).
//
// Impulses are measured in units of a mass near the lightest effective one (a power of two: no rounding), so that the
// certificate, which adds impulses and velocities, has one meaning for grains and for ships.

#include "world/rows/problem_rows.h"
#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

// ---- the problem ----

/// b = H v_f + shift e_N of a contact.
static void fill_contact(const step_context *step, const void *context, int k, double *b)
{
    (void)context;
    const step_contact *c = &step->contacts[k];
    vec3 axis[3], u = contact_velocity(step, &c->record, step->free);
    contact_axes(&c->record, axis);
    for (int j = 0; j < 3 && j < c->row_count; j++) b[j] = v3_dot(axis[j], u) + c->drift[j];
    for (int j = 3; j < c->row_count; j++) b[j] = v3_dot(axis[j - 3], contact_spin(&c->record, step->free));
    b[0] += c->shift;
}

/// Rows of mechanisms are scaled so that their diagonal entries are near those of contacts: velocities of joints,
/// lengths of tendons and springs of any stiffness then weigh alike in the certificate, about as if they were measured
/// at the joint's radius of gyration.
static void scale_blocks(step_context *step)
{
    row_set *mech = &step->mechanism->rows;
    double unit = step->contact_count > 0 ? step->unit_mass : 0.0;
    for (int k = 0; unit == 0.0 && k < mech->count; k++)
    {
        double diagonal = block_diagonal(&mech->blocks[k]);
        if (mech->blocks[k].compliance == 0.0 && diagonal > 0.0) unit = ldexp(1.0, -ilogb(diagonal));
    }
    if (unit > 0.0) step->unit_mass = unit;
    for (int k = 0; k < mech->count; k++) mech->blocks[k].scale = block_scale(&mech->blocks[k], step->unit_mass);
}

static hf_status make_problem(step_context *step)
{
    hf_world *world = step->world;
    const row_set *mech = &step->mechanism->rows;
    rows_room room = {0};
    problem_rows rows;
    for (int k = 0; k < step->contact_count; k++)
        room_for_contact(&room, step->model, &step->contacts[k].record, step->contacts[k].row_count);
    for (int k = 0; k < mech->count; k++) room_for_block(&room, &mech->blocks[k]);
    if (!problem_rows_take(&rows, &room, step->workspace)) return error_no_memory(step->error);
    rows.friction = hf_settings_friction(&step->world->settings);
    const contact_list contacts = {.count = step->contact_count, .kind = HF_LAW_CONTACT, .fill = fill_contact};
    hf_status status = problem_rows_add_contacts(&rows, step, &contacts);
    if (status != HF_STATUS_OK) return status;
    if (rows.scale) memcpy(step->scale, rows.scale, (size_t)step->contact_row_count * sizeof *step->scale);
    else step->scale = NULL;
    step->unit_mass = problem_rows_unit(&rows);
    problem_rows_scale(&rows, step->unit_mass);
    scale_blocks(step);
    for (int k = 0; k < mech->count; k++)
        problem_rows_add_block(&rows, &mech->blocks[k], step->model, mech->blocks[k].scale, step->unit_mass, 1.0);
    int dof_count = problem_rows_number(&rows, step->model, step->dof_back, step->workspace);
    if (dof_count < 0) return error_no_memory(step->error);
    world->problem = NULL;
    arena_end(world->problem_arena, (arena_mark){0, 0});
    return problem_rows_create(&rows, dof_count, world->problem_arena, step->workspace, false, &world->problem,
                               step->error);
}

// ---- the warm start ----

/// r ◄ the impulses of the last step, for contacts that were there already.
static void guess_impulses(step_context *step)
{
    const world_state *state = &step->world->state;
    double scale = state->last_h > 0.0 ? step->h / state->last_h / step->unit_mass : 0.0;
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        if (!c->last) continue;
        step->unselected[k] = state->unselected[c->last - state->warm];
        step->stressed[k] = state->stressed[c->last - state->warm];
        vec3 axis[3], impulse = v3_load(c->last->impulse), moment = v3_load(state->moment[c->last - state->warm]);
        contact_axes(&c->record, axis);
        for (int j = 0; j < c->row_count; j++)
        {
            double own = step->scale ? step->scale[c->row + j] : 1.0;
            double last = j < 3 ? v3_dot(axis[j], impulse) : v3_dot(axis[j - 3], moment);
            step->r[c->row + j] = own > 0.0 ? scale * last / own : 0.0;
        }
    }
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

hf_status stage_assemble(step_context *step)
{
    hf_status status = contacts_to_middle(step);
    if (status == HF_STATUS_OK) status = mechanism_collect_rows(step);
    if (status != HF_STATUS_OK) return status;
    const row_set *mech = &step->mechanism->rows;
    size_t rows = (size_t)step->contact_row_count;
    for (int k = 0; k < mech->count; k++) rows += (size_t)mech->blocks[k].size;
    step->r = ARENA_ZEROED(step->workspace, double, rows);
    step->guess = ARENA_ARRAY(step->workspace, double, rows);
    step->scale = ARENA_ARRAY(step->workspace, double, rows);
    step->unselected = ARENA_ZEROED(step->workspace, bool, step->contact_count + mech->count);
    step->stressed = ARENA_ZEROED(step->workspace, bool, step->contact_count + mech->count);
    step->dof_back = ARENA_ARRAY(step->workspace, int, step->model->dof_count + mech->count);
    if (!step->r || !step->guess || !step->scale || !step->unselected || !step->stressed || !step->dof_back)
        return error_no_memory(step->error);
    arena_mark mark = arena_begin(step->workspace);
    status = make_problem(step);
    arena_end(step->workspace, mark);
    if (status != HF_STATUS_OK) return status;
    guess_impulses(step);
    guess_reactions(step);
    if (rows) memcpy(step->guess, step->r, rows * sizeof *step->r);
    if (rows && step->world->settings.solver.cold_start) memset(step->r, 0, rows * sizeof *step->r);
    return HF_STATUS_OK;
}
