// The energy watch: work of what may feed energy in (energy_watch.c has the sums).

#include "model/rows/loop_geometry.h"
#include "model/rows/path.h"
#include "model/rows/transmission.h"
#include "world/energy/energy_account.h"

#include "base/union_find.h"

#include <math.h>

account *account_of(const step_context *step, account *accounts, int body)
{
    return &accounts[union_find_root(step->sets, body)];
}

account *account_of_object(const step_context *step, account *accounts, int object)
{
    return account_of(step, accounts, step->model->objects[object].body);
}

static void add_work(account *to, double work)
{
    to->rise -= work;
    to->size += fabs(work);
}

// ---- work ----

/// The mean of a body's velocities before and after impulses, in the configuration of the solve.
static void mean_twist(const step_context *step, int body, double twist[6])
{
    const double *before = step->objects->half ? step->objects->half[body] : step->before[body];
    for (int k = 0; k < 6; k++) twist[k] = 0.5 * (before[k] + step->solved[body][k]);
}

/// Pushes, torques of the model, the medium.
static void add_pushes(const step_context *step, account *accounts)
{
    const hf_model *m = step->model;
    const hf_settings *settings = &step->world->settings;
    bool medium = settings->physics.density > 0.0 || settings->physics.viscosity > 0.0;
    for (int k = 0; k < m->body_count; k++)
    {
        const double *push = step->objects->push[k], *own = m->bodies[k].torque;
        bool any = medium || own[0] != 0.0 || own[1] != 0.0 || own[2] != 0.0;
        for (int j = 0; j < 6; j++) any |= push[j] != 0.0;
        if (!any || !body_yields(m, k)) continue;
        double twist[6];
        vec3 force, torque;
        const double *v = step->world->state.bodies[k].v, *w = step->world->state.bodies[k].w;
        object_forces(step->objects, k, v3_load(v), v3_load(w), &force, &torque);
        force = v3_sub(force, v3_load(m->bodies[k].force)); // which is part of the potential energy
        mean_twist(step, k, twist);
        double power = v3_dot(force, v3_load(twist)) + v3_dot(torque, v3_load(twist + 3));
        add_work(account_of(step, accounts, k), step->h * power);
    }
}

/// Work of prescribed bodies at contacts.
static void add_prescribed(const step_context *step, account *accounts)
{
    const hf_model *m = step->model;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        const int body[2] = {c->body_a, c->body_b};
        for (int side = 0; side < 2; side++)
        {
            int b = body[side], other = body[1 - side];
            if (m->bodies[b].motion != HF_MOTION_PRESCRIBED || m->body_object[b] >= 0 || c->r[0] == 0.0) continue;
            double twist[6];
            for (int j = 0; j < 6; j++) twist[j] = 0.5 * (step->before[b][j] + step->free[b][j]);
            vec3 arm = v3_sub(v3_load(c->point), v3_load(step->at[b].x));
            vec3 v = v3_add(v3_load(twist), v3_cross(v3_load(twist + 3), arm));
            double work = v3_dot(contact_impulse(c), v); // r acts on A
            if (c->condim > 3) work += v3_dot(contact_moment(c), v3_load(twist + 3));
            add_work(account_of(step, accounts, other), side == 0 ? -work : work);
        }
    }
}

/// Work of surfaces of meshes with keyframes at contacts.
static void add_surfaces(const step_context *step, account *accounts)
{
    const hf_model *m = step->model;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        double work = v3_dot(contact_impulse(c), v3_load(c->surface)); // of A relative to B: r on A, -r on B
        if (work != 0.0) add_work(account_of(step, accounts, body_yields(m, c->body_a) ? c->body_a : c->body_b), -work);
    }
}

/// The mean rate of one term of a row in the step.
static double term_rate(const step_context *step, const row_term *t)
{
    if (t->body < 0) return t->scale * 0.5 * (step->world->state.v[t->dof] + step->objects->v_after[t->dof]);
    double twist[6];
    mean_twist(step, t->body, twist);
    vec3 w = v3_load(twist + 3), v = t->turn ? w : v3_add(v3_load(twist), v3_cross(w, t->arm));
    return t->scale * v3_dot(t->d, v);
}

/// Work of a motor that acts through more than a joint: each object has its part of it.
static void add_transmitted(step_context *step, int actuator, account *accounts)
{
    const hf_model *m = step->model;
    row_set *rows = &step->mechanism->rows;
    double impulse = step->h * step->world->actuator_force[actuator];
    rows_open(rows, HF_LAW_BOX, 1, 0);
    actuator_terms(rows, &step->objects->middle, actuator, 0);
    for (int k = 0; k < rows->term_count; k++)
    {
        const row_term *t = &rows->terms[k];
        int object = t->body < 0 ? m->dof_object[t->dof] : m->body_object[t->body];
        if (object >= 0) add_work(account_of_object(step, accounts, object), impulse * term_rate(step, t));
    }
}

/// Work of a generalized force at one of the trees' velocities.
static void add_at_velocity(const step_context *step, int v, double force, account *accounts)
{
    double rate = 0.5 * (step->world->state.v[v] + step->objects->v_after[v]);
    add_work(account_of_object(step, accounts, step->model->dof_object[v]), step->h * force * rate);
}

/// Work of a force at a hinge or slide.
static void add_at_joint(const step_context *step, int joint, double force, account *accounts)
{
    add_at_velocity(step, step->model->mechanism.joint_place_v[joint], force, accounts);
}

/// Motors. Where a joint limits a sum, what comes from elsewhere has been counted in full: what is beyond the range is
/// taken off again.
static void add_motors(step_context *step, account *accounts)
{
    const mechanism *m = &step->model->mechanism;
    const step_mechanism *s = step->mechanism;
    for (int k = 0; k < m->actuator_count; k++)
    {
        const hf_actuator_def *def = &m->actuators[k];
        if (s->ways[k] == MOTOR_SHARED) continue;
        if (def->transmission != HF_TRANSMISSION_JOINT || m->joints[def->target].kind == HF_JOINT_BALL)
            add_transmitted(step, k, accounts);
        else add_at_joint(step, def->target, def->gear[0] * step->world->actuator_force[k], accounts);
    }
    for (int j = 0; j < m->joint_count; j++)
    {
        if (!s->summed[j]) continue;
        double force = s->shared[j];
        for (int k = 0; k < m->actuator_count; k++)
            if (s->ways[k] == MOTOR_SHARED && m->actuators[k].target == j)
                force += m->actuators[k].gear[0] * step->world->actuator_force[k];
        force = fmin(fmax(force, m->joints[j].force_range[0]), m->joints[j].force_range[1]);
        add_at_joint(step, j, force - s->shared[j], accounts);
    }
}

/// Generalized forces at joints.
static void add_applied(const step_context *step, account *accounts)
{
    const mechanism *m = &step->model->mechanism;
    const world_state *state = &step->world->state;
    for (int j = 0; j < m->joint_count && state->any_applied; j++)
        for (int k = 0; k < joint_v_size(m->joints[j].kind); k++)
            add_at_velocity(step, m->joint_place_v[j] + k, state->applied[m->joint_v[j] + k], accounts);
}

// ---- what has no known work ----

static bool body_is_driven(const hf_model *m, int body)
{
    return body >= 0 && m->bodies[body].motion == HF_MOTION_PRESCRIBED;
}

/// A rod whose root is driven, or that wind, pushes or generalized forces may feed.
static bool fibre_is_driven(const step_context *step, int object)
{
    const hf_model *m = step->model;
    const model_object *o = &m->objects[object];
    const model_fibre *f = &m->fibres[o->index];
    const double *wind = step->world->settings.physics.wind;
    bool drags = f->rod.drag[0] > 0.0 || f->rod.drag[1] > 0.0, driven = body_is_driven(m, f->holder);
    for (int k = 0; k < 3; k++) driven |= drags && wind[k] != 0.0;
    for (int k = 0; step->objects->force && k < o->v_count; k++) driven |= step->objects->force[o->v + k] != 0.0;
    for (int s = 0; s < f->rod.segment_count; s++)
        for (int k = 0; k < 3; k++)
            driven |= m->bodies[f->body + s].force[k] != 0.0 || m->bodies[f->body + s].torque[k] != 0.0;
    return driven;
}

/// Trees on driven bases, prescribed joints that move, loops and tendons that hold to driven bodies, tendons with
/// inertia of their own.
static void find_driven(const step_context *step, account *accounts)
{
    const hf_model *m = step->model;
    const mechanism *mech = &m->mechanism;
    for (int o = 0; o < m->object_count; o++)
    {
        if (object_of(m, o)->make == MADE_OF_LINKS && body_is_driven(m, mech->trees[m->objects[o].index].base))
            account_of_object(step, accounts, o)->driven = true;
    }
    for (int o = 0; o < m->object_count && m->fibre_count > 0; o++)
        if (object_of(m, o)->make == MADE_OF_SEGMENTS && fibre_is_driven(step, o))
            account_of_object(step, accounts, o)->driven = true;
    for (int j = 0; j < mech->joint_count; j++)
    {
        int v = mech->joint_place_v[j];
        if (mech->joints[j].prescribed && (step->world->state.v[v] != 0.0 || step->objects->v_after[v] != 0.0))
            account_of_object(step, accounts, m->dof_object[v])->driven = true;
    }
    for (int l = 0; l < mech->loop_count; l++)
    {
        const hf_loop_def *def = &mech->loops[l];
        if (!def->active || !loop_joins_bodies(def->kind)) continue;
        if (body_is_driven(m, def->body_a)) account_of(step, accounts, def->body_b)->driven = true;
        if (body_is_driven(m, def->body_b)) account_of(step, accounts, def->body_a)->driven = true;
    }
    for (int t = 0; t < mech->tendon_count; t++)
    {
        const hf_tendon_def *def = &mech->tendons[t];
        bool driven = def->armature > 0.0;
        for (int k = 0; def->spatial && k < def->count; k++) driven |= body_is_driven(m, path_body(m, def, k));
        int object = driven ? tendon_object(m, t) : -1;
        if (object >= 0) account_of_object(step, accounts, object)->driven = true;
    }
}

// ---- all of it ----

void accounts_add_work(step_context *step, account *accounts)
{
    add_pushes(step, accounts);
    add_prescribed(step, accounts);
    add_surfaces(step, accounts);
    if (!step->rules.joints) return;
    add_motors(step, accounts);
    add_applied(step, accounts);
    find_driven(step, accounts);
}
