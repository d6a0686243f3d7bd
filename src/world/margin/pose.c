// See pose.h. A step of the world with all velocities zero, up to where its problem would be assembled: the same
// contacts, rows and forces as in a step, but for
//
//   contacts and limits with a gap        left out: they carry nothing here
//   motors that hold a place              may carry what their range allows: they yield until they do
//   other springs and dampers             the force that they have here, known

#include "world/margin/pose.h"

#include "base/arena.h"
#include "base/error.h"
#include "model/rows/actuator.h"
#include "model/rows/transmission.h"
#include "problem/problem.h"
#include "world/step_mechanism.h"

#include <math.h>
#include <string.h>

// What is nearer touches [m]: gaps that corrections leave (stages/detect.c).
static const double TOUCHING = 10.0 * GAP_SLACK;

// ---- loads ----

/// load += scale · the force F at the centre of mass of a body, or with `turn` that moment.
static void add_force(const step_context *step, int body, bool turn, vec3 F, double scale, double *load)
{
    const hf_model *m = step->model;
    const object_methods *kind = object_of_body(m, body);
    if (!kind) return;
    int count = m->objects[m->body_object[body]].dof_count;
    arena_mark mark = arena_begin(step->workspace);
    int *dof = ARENA_ARRAY(step->workspace, int, count);
    double *h = ARENA_ARRAY(step->workspace, double, count), *g = ARENA_ARRAY(step->workspace, double, count);
    int n = dof && h && g ? kind->rows->side(step->objects, body, turn, v3_zero(), F, dof, h, g) : 0;
    for (int k = 0; k < n; k++) load[dof[k]] += scale * h[k];
    arena_end(step->workspace, mark);
}

static bool any(const double *x, int count)
{
    for (int k = 0; k < count; k++)
        if (x[k] != 0.0) return true;
    return false;
}

/// What acts on bodies.
static void load_bodies(const step_context *step, double scale, pose_problem *posed)
{
    const hf_model *m = step->model;
    for (int k = 0; k < m->body_count; k++)
    {
        if (m->body_object[k] < 0) continue;
        double wrench[6];
        vec3 force, torque;
        double weight = m->bodies[k].mass * m->bodies[k].gravity_scale;
        for (int i = 0; i < 3; i++)
            add_force(step, k, false, v3(i == 0, i == 1, i == 2), scale * weight, posed->weight[i]);
        object_forces(step->objects, k, v3_zero(), v3_zero(), &force, &torque);
        v3_store(wrench, force);
        v3_store(wrench + 3, torque);
        for (int i = 0; step->objects->extra && i < 6; i++) wrench[i] += step->objects->extra[k][i];
        if (any(wrench, 3)) add_force(step, k, false, v3_load(wrench), scale, posed->others);
        if (any(wrench + 3, 3)) add_force(step, k, true, v3_load(wrench + 3), scale, posed->others);
    }
}

/// Whether a motor is part of M̂ and of the known forces although it holds a place.
static bool holds_a_place(const step_context *step, int actuator)
{
    return step->mechanism->ways[actuator] == MOTOR_IMPLICIT && step->mechanism->laws[actuator][1] < 0.0;
}

/// Generalized forces at joints, without those of motors that hold a place.
static hf_status load_joints(const step_context *step, double scale, pose_problem *posed)
{
    const hf_model *m = step->model;
    const mechanism *mech = &m->mechanism;
    size_t v = (size_t)m->own_v_count;
    if (!step->objects->force) return HF_STATUS_OK;
    arena_mark mark = arena_begin(step->workspace);
    double *force = ARENA_ARRAY(step->workspace, double, v), *H = ARENA_ARRAY(step->workspace, double, m->dof_count);
    double *h = ARENA_ARRAY(step->workspace, double, m->dof_count);
    double *g = ARENA_ARRAY(step->workspace, double, m->dof_count);
    int *dofs = ARENA_ARRAY(step->workspace, int, m->dof_count), *out = ARENA_ARRAY(step->workspace, int, m->dof_count);
    if (!force || !H || !h || !g || !dofs || !out) return error_no_memory(step->error);
    memcpy(force, step->objects->force, v * sizeof *force);
    for (int k = 0; k < mech->actuator_count; k++)
    {
        if (!holds_a_place(step, k)) continue;
        int joint = mech->actuators[k].target, place = mech->joint_place_v[joint];
        const double *c = step->mechanism->laws[k];
        double gear = mech->actuators[k].gear[0], q = step->objects->start.q[mech->joint_place_q[joint]];
        force[place] -= gear * (c[0] + c[1] * gear * q);
    }
    for (int o = 0; o < m->object_count; o++)
    {
        const model_object *object = &m->objects[o];
        const object_methods *kind = object_of(m, o);
        if (!kind->rows->joint || !any(force + object->v, object->v_count)) continue;
        for (int k = 0; k < object->dof_count; k++) H[k] = 0.0, dofs[k] = k;
        for (int k = object->v; k < object->v + object->v_count; k++)
            if (force[k] != 0.0) kind->rows->joint(&step->objects->middle, k, force[k], H);
        int n = kind->rows->half(&step->objects->mass, o, object->dof_count, dofs, H, out, h, g);
        for (int k = 0; k < n; k++) posed->others[object->dof + out[k]] += scale * h[k];
    }
    arena_end(step->workspace, mark);
    return HF_STATUS_OK;
}

// ---- blocks ----

/// Whether a block of mechanisms belongs to a tendon.
static bool is_tendon(const mechanism *m, const row_block *block)
{
    return block->place >= tendon_row(m, 0) && block->place < tendon_row(m, m->tendon_count);
}

/// Blocks that may carry something become rows; those whose force is known become loads. Returns how many stay.
static int sort_blocks(step_context *step, pose_problem *posed, double scale)
{
    const mechanism *m = &step->model->mechanism;
    row_set *set = &step->mechanism->rows;
    int kept = 0;
    for (int k = 0; k < set->count; k++)
    {
        row_block block = set->blocks[k];
        if (block.kind == HF_LAW_UNILATERAL && block.gap > TOUCHING) continue;
        if (block.compliance > 0.0 && (is_tendon(m, &block) || !(block.spring > 0.0)))
        {
            double r = block.kind == HF_LAW_BOX ? fmin(fmax(block.known, block.lo), block.hi) : block.known;
            for (int j = 0; j < block.count; j++) posed->others[block.dof[j]] += scale / step->h * r * block.H[j];
            continue;
        }
        block.compliance = 0.0;
        set->blocks[kept++] = block;
    }
    set->count = kept;
    return kept;
}

/// Rows of motors that hold a place without limits.
static void add_motors(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    row_set *set = &step->mechanism->rows;
    for (int k = 0; k < m->actuator_count; k++)
    {
        if (!holds_a_place(step, k)) continue;
        rows_open(set, HF_LAW_BILATERAL, 1, actuator_row(m, k));
        rows_joint(set, 0, m->joint_place_v[m->actuators[k].target], 1.0);
        (void)rows_close(set, &step->objects->middle, &step->objects->mass);
    }
}

static void no_velocity(const step_context *step, const void *context, int k, double *b)
{
    (void)step, (void)context, (void)k;
    for (int j = 0; j < BLOCK_SIZE_MAX; j++) b[j] = 0.0;
}

/// Contacts that touch, one after the other in step->contacts.
static void keep_touching(step_context *step)
{
    int kept = 0;
    step->contact_row_count = 0;
    for (int k = 0; k < step->contact_count; k++)
    {
        step_contact c = step->contacts[k];
        if (c.record.gap > TOUCHING) continue;
        c.row = step->contact_row_count;
        step->contact_row_count += c.row_count;
        step->contacts[kept++] = c;
    }
    step->contact_count = kept;
}

static hf_status make_rows(step_context *step, hf_workspace *home, pose_problem *posed)
{
    rows_room room = {0};
    hf_status status = HF_STATUS_OK;
    row_set *mech = &step->mechanism->rows;
    problem_rows *rows = &posed->rows;
    for (int k = 0; k < step->contact_count; k++)
        room_for_contact(&room, step->model, &step->contacts[k].record, step->contacts[k].row_count);
    for (int k = 0; k < mech->count; k++) room_for_block(&room, &mech->blocks[k]);
    if (!problem_rows_take(rows, &room, home)) return error_no_memory(step->error);
    const contact_list contacts = {.count = step->contact_count, .kind = HF_LAW_CONTACT, .fill = no_velocity};
    status = problem_rows_add_contacts(rows, step, &contacts);
    if (status != HF_STATUS_OK) return status;
    double unit = problem_rows_unit(rows);
    problem_rows_scale(rows, unit);
    for (int k = 0; k < mech->count; k++)
        problem_rows_add_block(rows, &mech->blocks[k], step->model, block_scale(&mech->blocks[k], unit), unit, 1.0);
    memset(rows->b, 0, (size_t)rows->row_count * sizeof *rows->b);
    posed->force = unit / step->h;
    return HF_STATUS_OK;
}

static hf_status describe(step_context *step, hf_workspace *home, pose_problem *posed)
{
    const hf_model *m = step->model;
    posed->dof_count = m->dof_count;
    posed->contact_count = step->contact_count;
    posed->contacts = ARENA_ARRAY(home, hf_contact, step->contact_count);
    for (int i = 0; i < 3; i++)
        if (!(posed->weight[i] = ARENA_ZEROED(home, double, m->dof_count))) return error_no_memory(step->error);
    posed->push = ARENA_ZEROED(home, double, m->dof_count);
    posed->others = ARENA_ZEROED(home, double, m->dof_count);
    posed->dof_body = ARENA_ZEROED(home, int, m->dof_count);
    if (!posed->contacts || !posed->push || !posed->others || !posed->dof_body) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++) posed->contacts[k] = step->contacts[k].record;
    for (int o = 0; o < m->object_count; o++)
        for (int k = 0; k < m->objects[o].dof_count; k++) posed->dof_body[m->objects[o].dof + k] = m->objects[o].body;
    return HF_STATUS_OK;
}

/// The kinds whose shape is not given by the pose.
static hf_status refuse_others(const hf_model *m, hf_error *error)
{
    for (int o = 0; o < m->object_count; o++)
    {
        if (object_of(m, o)->deforms)
            return error_set(error, HF_STATUS_UNSUPPORTED,
                             "margin: body %d ('%s') is deformable; margins are known of rigid bodies and mechanisms",
                             m->objects[o].body, m->bodies[m->objects[o].body].name);
    }
    return HF_STATUS_OK;
}

static void stop(hf_world *world)
{
    const hf_model *m = world->model;
    world_state *state = &world->state;
    for (int k = 0; k < m->body_count; k++)
    {
        memset(state->bodies[k].v, 0, sizeof state->bodies[k].v);
        memset(state->bodies[k].w, 0, sizeof state->bodies[k].w);
        memset(state->momentum[k], 0, sizeof state->momentum[k]);
    }
    memset(state->v, 0, (size_t)m->own_v_count * sizeof *state->v);
    memset(state->impulse, 0, (size_t)m->own_v_count * sizeof *state->impulse);
    state->last_h = 0.0;
}

/// Everything up to the rows, at the state of the world.
static hf_status run_stages(step_context *step, int body, const double *force, hf_workspace *home, pose_problem *posed)
{
    hf_status status = stage_free(step);
    if (status == HF_STATUS_OK) status = stage_detect(step);
    if (status != HF_STATUS_OK) return status;
    keep_touching(step);
    if (step->rules.joints) status = mechanism_collect_rows(step);
    if (status == HF_STATUS_OK) status = describe(step, home, posed);
    if (status != HF_STATUS_OK) return status;
    if (step->rules.joints)
    {
        add_motors(step);
        (void)sort_blocks(step, posed, 1.0);
        if (step->mechanism->rows.failed) return error_no_memory(step->error);
    }
    status = make_rows(step, home, posed);
    if (status != HF_STATUS_OK) return status;
    double scale = 1.0 / posed->force;
    for (int k = 0; k < posed->dof_count; k++) posed->others[k] *= scale;
    load_bodies(step, scale, posed);
    if (body >= 0) add_force(step, body, false, v3_load(force), scale, posed->push);
    return load_joints(step, scale, posed);
}

hf_status pose_problem_make(hf_world *world, int body, const double force[3], hf_workspace *home, pose_problem *posed,
                            hf_error *error)
{
    const hf_model *m = world->model;
    hf_step_report report = {0};
    world_state kept = {0}; // world->backup is what sensors know accelerations by
    *posed = (pose_problem){0};
    hf_status status = refuse_others(m, error);
    if (status == HF_STATUS_OK) status = world_settle_overlaps(world, error);
    if (status != HF_STATUS_OK) return status;
    if (!state_create(m, &kept) || !state_copy(m, &world->state, &kept))
    {
        state_free(&kept);
        return error_no_memory(error);
    }
    arena_mark mark = arena_begin(world->workspace);
    const step_piece piece = {.h = world->settings.step.timestep};
    step_run run = {.world = world, .report = &report, .error = error};
    step_facts facts = {.mode = HF_INTEGRATOR_MOREAU,
                        .take_all = true,
                        .unsettled_fibre = -1,
                        .motor_rows = ARENA_ARRAY(world->workspace, bool, m->mechanism.actuator_count),
                        .least_reach = ARENA_ZEROED(world->workspace, double, m->body_count),
                        .implicit = ARENA_ZEROED(world->workspace, bool, m->object_count),
                        .rebounds = ARENA_ZEROED(world->workspace, step_rebound, m->body_count)};
    step_context step = {.world = world,
                         .model = m,
                         .at = world->state.bodies,
                         .h = piece.h,
                         .theta = world->settings.step.theta,
                         .workspace = world->workspace,
                         .report = &report,
                         .error = error,
                         .run = &run,
                         .piece = &piece,
                         .facts = &facts,
                         .rules = step_rules_of(m),
                         .unit_mass = 1.0};
    if (!facts.motor_rows || !facts.least_reach || !facts.implicit || !facts.rebounds)
    {
        arena_end(world->workspace, mark);
        state_free(&kept);
        return error_no_memory(error);
    }
    for (int k = 0; k < m->mechanism.actuator_count; k++) facts.motor_rows[k] = true;
    world->end = world->state.time + piece.h;
    world->still = false; // its problem is that of the pose now
    stop(world);
    status = run_stages(&step, body, force, home, posed);
    arena_end(world->workspace, mark);
    state_free(&world->state);
    world->state = kept;
    return status;
}
