// Mechanisms in a step: springs of joints, what rows did, and closing loops at the start.

#include "world/step_mechanism.h"
#include "model/passive/bend.h"
#include "model/passive/power.h"
#include "model/rows/loop_geometry.h"
#include "model/rows/transmission.h"
#include "world/step_budget.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

// ---- FREE ----

static bool take_memory(step_context *step)
{
    const hf_model *m = step->model;
    hf_workspace *w = step->workspace;
    object_step *o = step->objects;
    size_t n = (size_t)m->body_count, v = (size_t)m->own_v_count;
    step_mechanism *s = step->mechanism;
    o->middle =
        (configuration){.model = m, .trees = step->world->scratch.middle, .fibres = step->world->scratch.fibres};
    o->middle.bodies = ARENA_ARRAY(w, body_state, n);
    o->middle.q = ARENA_ARRAY(w, double, m->own_q_count);
    o->half = arena_take_zeroed(w, (size_t)m->twist_count, sizeof *o->half);
    o->extra = arena_take_zeroed(w, n, sizeof *o->extra);
    o->force = ARENA_ZEROED(w, double, v);
    o->stiffness = ARENA_ZEROED(w, double, v);
    o->damping = ARENA_ZEROED(w, double, v);
    o->dof_scratch = ARENA_ARRAY(w, int, m->dof_count);
    o->dense = ARENA_ARRAY(w, double, 2 * (size_t)m->dof_count);
    s->drive = ARENA_ZEROED(w, double, v);
    s->shared = ARENA_ZEROED(w, double, m->mechanism.joint_count);
    s->summed = ARENA_ZEROED(w, bool, m->mechanism.joint_count);
    s->reactions = ARENA_ZEROED(w, double, m->mechanism.row_count);
    s->ways = ARENA_ZEROED(w, motor_way, m->mechanism.actuator_count);
    s->laws = arena_take_zeroed(w, (size_t)m->mechanism.actuator_count, sizeof *s->laws);
    return o->middle.bodies && o->middle.q && o->half && o->extra && o->force && o->stiffness && o->damping &&
           o->dof_scratch && o->dense && s->drive && s->shared && s->summed && s->reactions && s->ways && s->laws;
}

/// The middle of bodies that belong to no object.
static void place_others(step_context *step)
{
    const hf_model *m = step->model;
    object_step *o = step->objects;
    double ahead = (1.0 - step->theta) * step->h;
    for (int k = 0; k < m->body_count; k++)
    {
        if (m->body_object[k] >= 0) continue;
        o->middle.bodies[k] = o->start.bodies[k];
        memcpy(o->half[k], o->before[k], sizeof o->half[k]);
        if (ahead > 0.0 && m->bodies[k].motion == HF_MOTION_PRESCRIBED)
            model_prescribed(m, k, o->time + ahead, &o->middle.bodies[k]);
    }
}

hf_status mechanism_begin(step_context *step)
{
    if (!take_memory(step)) return error_no_memory(step->error);
    place_others(step);
    return HF_STATUS_OK;
}

// ---- springs of joints ----

/// Spring and damper with powers: their tangents at the place and speed that are expected. A ball's act along its turn.
static void power_spring(object_step *s, const hf_joint_def *def, int v, vec3 place, const double *rate)
{
    int n = joint_v_size(def->kind);
    double x = n > 1 ? v3_norm(place) : place.x, k = spring_slope(def->stiffness, def->stiffness_power, x);
    double pull = spring_pull(def->stiffness, def->stiffness_power, x), share = n > 1 && x > 0.0 ? pull / x : 0.0;
    for (int i = 0; i < n; i++)
    {
        s->stiffness[v + i] += n > 1 ? fmax(0.0, share) : k;
        s->damping[v + i] += damper_slope(def->damping, def->damping_power, rate[i]);
        s->force[v + i] -=
            (n > 1 ? share * v3_at(place, i) : pull) + damper_drag(def->damping, def->damping_power, rate[i]);
    }
}

/// Spring of a ball that bends: stiffness, damping and force.
static void bend_spring(object_step *s, const hf_joint_def *def, int v, const double *q, double ahead)
{
    vec3 change;
    double slope[3];
    vec3 pull = bend_pull(def->bending, ball_bend(def, q), v3_load(s->v + v), &change, slope);
    for (int i = 0; i < 3; i++)
    {
        s->stiffness[v + i] += slope[i];
        s->force[v + i] -= v3_at(pull, i) + ahead * v3_at(change, i);
    }
}

/// force ◄ -K (q + θ h v - q_0) of all joints; stiffness and damping go to M̂.
static void joint_springs(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    object_step *s = step->objects;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        int v = m->joint_place_v[j], n = joint_v_size(def->kind);
        double ahead = object_spring_weight(s, step->model->dof_object[v]) * step->h;
        const double *q = s->start.q + m->joint_place_q[j], *rate = s->v + v;
        vec3 turn = def->kind == HF_JOINT_BALL ? ball_strain(def, q) : v3(q[0] - def->spring, 0, 0);
        if (ball_bends(def)) bend_spring(s, def, v, q, ahead);
        if (!power_is_linear(def->stiffness_power) || !power_is_linear(def->damping_power))
        {
            power_spring(s, def, v, v3_add_scaled(turn, ahead, v3(rate[0], n > 1 ? rate[1] : 0, n > 1 ? rate[2] : 0)),
                         rate);
            continue;
        }
        for (int k = 0; k < n; k++)
        {
            s->stiffness[v + k] += def->stiffness;
            s->damping[v + k] += def->damping;
            s->force[v + k] -= def->stiffness * (v3_at(turn, k) + ahead * rate[k]) + def->damping * rate[k];
        }
    }
}

void mechanism_applied(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    const world_state *state = &step->world->state;
    for (int j = 0; j < m->joint_count && state->any_applied; j++)
        for (int k = 0; k < joint_v_size(m->joints[j].kind); k++)
            step->objects->force[m->joint_place_v[j] + k] += state->applied[m->joint_v[j] + k];
}

hf_status mechanism_load(step_context *step)
{
    row_set *rows = &step->mechanism->rows;
    joint_springs(step);
    mechanism_applied(step);
    if (!rows_begin(rows, step->model, step->workspace)) return error_no_memory(step->error);
    rows->keeps = step->trace != NULL;
    hf_status status = mechanism_forces(step);
    return status == HF_STATUS_OK && rows->failed ? error_no_memory(step->error) : status;
}

// ---- after the solve ----

/// z += G r, p += H r over all blocks of the problem; z and p over the dofs of all objects.
static void sum_rows(const step_context *step, double *z, double *p)
{
    hf_factored_rows rows = hf_problem_factored_rows(step->world->problem);
    hf_laws laws = hf_problem_laws(step->world->problem);
    const int *offset = hf_problem_offsets(step->world->problem);
    size_t at = 0;
    for (int i = 0; i < laws.block_count; i++)
    {
        size_t n = rows.begin[i + 1] - rows.begin[i];
        const int *dofs = rows.dof + rows.begin[i];
        for (int row = 0; row < laws.size[i]; row++, at += n)
        {
            double r = step->r[offset[i] + row];
            for (size_t k = 0; i < step->contact_count && k < n; k++) z[step->dof_back[dofs[k]]] += rows.G[at + k] * r;
            for (size_t k = 0; i >= step->contact_count && k < n; k++)
            {
                int dof = step->dof_back[dofs[k]];
                if (dof < 0) continue; // compliance
                z[dof] += rows.G[at + k] * r;
                p[dof] += step->unit_mass * rows.H[at + k] * r;
            }
        }
    }
}

hf_status mechanism_sum_impulses(step_context *step, double **z, double **p)
{
    *z = ARENA_ZEROED(step->workspace, double, step->model->dof_count);
    *p = ARENA_ZEROED(step->workspace, double, step->model->dof_count);
    if (!*z || !*p) return error_no_memory(step->error);
    sum_rows(step, *z, *p);
    return HF_STATUS_OK;
}

hf_status mechanism_read_reactions(step_context *step)
{
    step_mechanism *s = step->mechanism;
    const int *offset = hf_problem_offsets(step->world->problem) + step->contact_count;
    for (int b = 0; b < s->rows.count; b++)
    {
        const row_block *block = &s->rows.blocks[b];
        const double *r = step->r + offset[b];
        for (int k = 0; k < block->size; k++)
            s->reactions[block->place + block->row[k]] = step->unit_mass * block->scale * r[k];
    }
    return mechanism_actuator_forces(step);
}

// ---- the start ----

enum
{
    CLOSING_ROUNDS = 60
};

hf_status world_close_loops(hf_world *world, double *gap, hf_error *error)
{
    const hf_model *m = world->model;
    hf_step_report report = {0};
    step_run run = {.world = world, .report = &report, .error = error};
    step_context step = {.world = world,
                         .model = m,
                         .at = world->state.bodies,
                         .h = world->settings.step.timestep,
                         .theta = 1.0,
                         .workspace = world->workspace,
                         .report = &report,
                         .error = error,
                         .run = &run,
                         .rules = step_rules_of(m),
                         .unit_mass = 1.0};
    arena_mark mark = arena_begin(world->workspace);
    step_budget_begin(&run);
    hf_status status = objects_begin(&step);
    if (status == HF_STATUS_OK) status = mechanism_begin(&step);
    if (status == HF_STATUS_OK)
    {
        memcpy(step.objects->after.q, world->state.q, (size_t)m->own_q_count * sizeof(double));
        memcpy(step.objects->v_after, world->state.v, (size_t)m->own_v_count * sizeof(double));
    }
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
        status = object_of(m, o)->motion->stand(step.objects, o);
    if (status == HF_STATUS_OK) status = correct_positions(&step, CLOSING_ROUNDS, gap);
    if (status == HF_STATUS_OK)
        status = objects_settle(&step); // gaps that are no numbers are told by who asks for them
    if (status == HF_STATUS_OK)
    {
        memcpy(world->state.bodies, step.next, (size_t)m->body_count * sizeof *step.next);
        memcpy(world->state.q, step.objects->after.q, (size_t)m->own_q_count * sizeof(double));
        memcpy(world->state.v, step.objects->v_after, (size_t)m->own_v_count * sizeof(double));
    }
    arena_end(world->workspace, mark);
    return status;
}

/// How large a model is: the longest side of the box around the bodies that loops and joints hold, at the start [m].
static double model_size(const configuration *at)
{
    const hf_model *m = at->model;
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_negate(low);
    for (int k = 0; k < m->body_count; k++)
    {
        if (!body_yields(m, k)) continue;
        vec3 x = v3_load(at->bodies[k].x);
        double r = isfinite(m->radius[k]) ? m->radius[k] : 0.0;
        low = v3_min(low, v3_sub(x, v3(r, r, r)));
        high = v3_max(high, v3_add(x, v3(r, r, r)));
    }
    vec3 side = v3_sub(high, low);
    return fmax(0.0, fmax(side.x, fmax(side.y, side.z)));
}

/// The largest gap of a loop in units of what is allowed: a share of the model's size, or as many radians. *loop, *gap:
/// which, and how wide.
static double worst_gap(const configuration *at, int *loop, double *gap)
{
    const double SHARE = 1e-6, LEAST = 1e-8; // [1], [m or rad]
    double worst = 0.0, size = model_size(at), gaps[6];
    for (int l = 0; l < at->model->mechanism.loop_count; l++)
    {
        const hf_loop_def *def = &at->model->mechanism.loops[l];
        int n = def->active ? loop_gaps(at, l, gaps) : 0;
        for (int k = 0; k < n; k++)
        {
            bool turns = loop_gap_turns(def->kind, k);
            double share = fabs(gaps[k]) / fmax(LEAST, SHARE * (turns ? 1.0 : size));
            if (isnan(worst) || share <= worst) continue; // a gap that is no number is the worst
            worst = share;
            *loop = l;
            *gap = fabs(gaps[k]);
        }
    }
    return worst;
}

/// Closes loops at the start. INVALID, with the gap that is left, if that is impossible.
static hf_status close_at_start(hf_model *model, hf_error *error)
{
    hf_world *world = NULL;
    double gap = 0.0;
    hf_status status = world_create_unseen(model, &world, error);
    if (status == HF_STATUS_OK) status = world_close_loops(world, &gap, error);
    if (status == HF_STATUS_OK)
    {
        const configuration at = world_configuration(world);
        char label[LABEL_SIZE];
        int worst = 0;
        double widest = 0.0;
        if (!(worst_gap(&at, &worst, &widest) <= 1.0))
            status = error_set(error, HF_STATUS_INVALID,
                               "%s cannot be closed at the start: the nearest configuration leaves a gap of %g",
                               label_make(label, "loop", worst, model->mechanism.loops[worst].name), widest);
        for (int k = 0; status == HF_STATUS_OK && k < model->body_count; k++)
        {
            body_state *start = &model->initial[k];
            memcpy(start->x, world->state.bodies[k].x, sizeof start->x);
            memcpy(start->q, world->state.bodies[k].q, sizeof start->q);
        }
        if (status == HF_STATUS_OK)
            memcpy(model->initial_q, world->state.q, (size_t)model->own_q_count * sizeof(double));
    }
    hf_world_destroy(world);
    return status;
}

hf_status hf_model_build(const hf_builder *builder, hf_model **model, hf_error *error)
{
    hf_status status = model_compile(builder, model, error);
    if (status == HF_STATUS_OK && (*model)->mechanism.loop_count > 0) status = close_at_start(*model, error);
    if (status == HF_STATUS_OK) return status;
    hf_model_destroy(*model);
    *model = NULL;
    return status;
}
