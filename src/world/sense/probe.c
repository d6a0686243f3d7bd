#include "world/sense/probe.h"

#include "base/error.h"

#include <string.h>

static void read_twists(world_probe *probe, const int *bodies, int count)
{
    for (int k = 0; k < count; k++)
    {
        const body_state *body = &probe->at.bodies[bodies ? bodies[k] : k];
        double *twist = probe->twists[bodies ? bodies[k] : k];
        memcpy(twist, body->v, sizeof body->v);
        memcpy(twist + 3, body->w, sizeof body->w);
    }
}

static bool take_memory(const hf_world *world, world_probe *probe)
{
    const hf_model *m = world->model;
    hf_workspace *w = probe->workspace;
    size_t n = (size_t)m->body_count;
    probe->at = (configuration){.model = m, .trees = probe->scratch.probe, .fibres = probe->scratch.fibre_probes};
    probe->at.bodies = ARENA_ARRAY(w, body_state, n);
    probe->at.momentum = arena_take(w, n, sizeof *probe->at.momentum);
    probe->at.q = ARENA_ARRAY(w, double, m->own_q_count);
    probe->v = ARENA_ARRAY(w, double, m->own_v_count);
    probe->twists = arena_take_zeroed(w, (size_t)m->twist_count, sizeof *probe->twists);
    return rows_begin(&probe->rows, m, w);
}

hf_status probe_open(const hf_world *world, world_probe *probe, hf_error *error)
{
    const hf_model *m = world->model;
    const world_state *s = &world->state;
    *probe = (world_probe){.model = m};
    hf_status status = hf_workspace_create(&probe->workspace, error);
    if (status == HF_STATUS_OK) status = object_scratch_create(m, &probe->scratch, error);
    if (status != HF_STATUS_OK) return status;
    if (!take_memory(world, probe)) return error_no_memory(error);
    memcpy(probe->at.bodies, s->bodies, (size_t)m->body_count * sizeof *s->bodies);
    memcpy(probe->at.momentum, s->momentum, (size_t)m->body_count * sizeof *s->momentum);
    if (m->own_q_count) memcpy(probe->at.q, s->q, (size_t)m->own_q_count * sizeof *s->q);
    if (m->own_v_count) memcpy(probe->v, s->v, (size_t)m->own_v_count * sizeof *s->v);
    read_twists(probe, NULL, m->body_count);
    return HF_STATUS_OK;
}

void probe_close(world_probe *probe)
{
    if (probe->model) object_scratch_destroy(probe->model, &probe->scratch);
    hf_workspace_destroy(probe->workspace);
}

/// owner ◄ the object of each velocity in the layout of mechanism.h.
static void find_owners(const hf_model *model, int *owner)
{
    const mechanism *m = &model->mechanism;
    for (int k = 0; k < m->v_count; k++) owner[k] = -1;
    for (int b = 0; b < model->body_count; b++)
        if (m->body_v[b] >= 0 && m->body_v[b] < m->v_count) owner[m->body_v[b]] = model->body_object[b];
    for (int j = 0; j < m->joint_count; j++) owner[m->joint_v[j]] = model->dof_object[m->joint_place_v[j]];
    for (int k = 1; k < m->v_count; k++)
        if (owner[k] < 0) owner[k] = owner[k - 1];
}

hf_status probe_each_velocity(world_probe *probe, const hf_world *world, void (*visit)(void *context, int k),
                              void *context, hf_error *error)
{
    const hf_model *m = probe->model;
    size_t n = (size_t)m->mechanism.v_count;
    int *owner = ARENA_ARRAY(probe->workspace, int, n);
    double *unit = ARENA_ZEROED(probe->workspace, double, n);
    if (!owner || !unit) return error_no_memory(error);
    find_owners(m, owner);
    memset(probe->twists, 0, (size_t)m->body_count * sizeof *probe->twists);
    if (m->own_v_count) memset(probe->v, 0, (size_t)m->own_v_count * sizeof *probe->v);
    for (size_t k = 0; k < n; k++)
    {
        int o = owner[k], count = 0;
        if (o < 0) continue;
        const int *bodies = object_bodies(m, o, &count);
        for (int on = 1; on >= 0; on--) // and off again
        {
            unit[k] = on;
            object_of(m, o)->state->write(&probe->at, probe->v, o, world->view_q, unit);
            read_twists(probe, bodies, count);
            if (on) visit(context, (int)k);
        }
    }
    return HF_STATUS_OK;
}

static void turn_by(double *q, const double *w, double time)
{
    quat_store(q, quat_normalize(quat_multiply(quat_load(q), quat_exp(v3_scale(time, v3_load(w))))));
}

hf_status probe_move(world_probe *probe, const hf_world *world, double time, hf_error *error)
{
    const hf_model *model = probe->model;
    const mechanism *m = &model->mechanism;
    const double *v = world->view_v;
    double *q = ARENA_ARRAY(probe->workspace, double, m->q_count);
    if (!q) return error_no_memory(error);
    memcpy(q, world->view_q, (size_t)m->q_count * sizeof *q);
    for (int b = 0; b < model->body_count; b++)
    {
        if (m->body_q[b] < 0 || object_of_body(model, b)->q_size != 7) continue;
        for (int k = 0; k < 3; k++) q[m->body_q[b] + k] += time * v[m->body_v[b] + k];
        turn_by(q + m->body_q[b] + 3, v + m->body_v[b] + 3, time);
    }
    for (int j = 0; j < m->joint_count; j++)
    {
        if (m->joints[j].kind == HF_JOINT_BALL) turn_by(q + m->joint_q[j], v + m->joint_v[j], time);
        else q[m->joint_q[j]] += time * v[m->joint_v[j]];
    }
    for (int o = 0; o < model->object_count; o++) object_of(model, o)->state->write(&probe->at, probe->v, o, q, v);
    read_twists(probe, NULL, model->body_count);
    return HF_STATUS_OK;
}
