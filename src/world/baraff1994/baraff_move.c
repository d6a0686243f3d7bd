// Motion in the acceleration-level mode (baraff.c): Runge–Kutta 4 over a piece in which no force changes its law.

#include "world/baraff1994/baraff.h"

#include "base/arena.h"
#include "base/error.h"

#include <string.h>

/// Time derivative of a body.
typedef struct body_rate
{
    vec3 x, v, L;
    quat q;
} body_rate;

static void rates_of(const step_context *step, const baraff_scene *f, body_rate *rate)
{
    for (int k = 0; k < step->model->body_count; k++)
    {
        rate[k] = (body_rate){0};
        if (!body_yields(step->model, k)) continue;
        const hf_body_def *def = &step->model->bodies[k];
        const double *push = step->world->state.push[k];
        double a[6];
        baraff_acceleration(step, f, k, a);
        vec3 w = v3_load(f->velocity[k] + 3);
        quat q = quat_multiply((quat){0, w.x, w.y, w.z}, quat_load(f->at.at[k].q));
        rate[k] = (body_rate){.x = v3_load(f->velocity[k]),
                              .v = v3_load(a),
                              .L = v3_add(v3_load(def->torque), v3_load(push + 3)),
                              .q = {0.5 * q.w, 0.5 * q.x, 0.5 * q.y, 0.5 * q.z}};
    }
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        vec3 force = contact_impulse(c);
        for (int s = 0; s < 2; s++)
        {
            int body = s == 0 ? c->body_a : c->body_b;
            const rigid_constants *rigid = &step->model->rigid[body];
            if (!body_yields(step->model, body)) continue;
            double sign = s == 0 ? 1.0 : -1.0;
            vec3 arm = v3_sub(v3_load(c->point), v3_load(f->at.at[body].x));
            rate[body].v = v3_add_scaled(rate[body].v, sign * rigid->inverse_mass, force);
            rate[body].L = v3_add_scaled(rate[body].L, sign, v3_cross(arm, force));
        }
    }
}

/// to ◄ from + h rate; prescribed bodies go where they are told to be at time t.
static void advance(const step_context *step, const configuration *from, double h, const body_rate *rate, double t,
                    const configuration *to)
{
    for (int k = 0; k < step->model->body_count; k++)
    {
        const hf_body_def *def = &step->model->bodies[k];
        const body_state *was = &from->bodies[k];
        body_state *body = &to->bodies[k];
        *body = *was;
        if (def->motion == HF_MOTION_PRESCRIBED) model_prescribed(step->model, k, t, body);
        if (!body_yields(step->model, k)) continue;
        quat q = quat_load(was->q), d = rate[k].q;
        v3_store(body->x, v3_add_scaled(v3_load(was->x), h, rate[k].x));
        v3_store(body->v, v3_add_scaled(v3_load(was->v), h, rate[k].v));
        v3_store(to->momentum[k], v3_add_scaled(v3_load(from->momentum[k]), h, rate[k].L));
        quat_store(body->q, quat_normalize((quat){q.w + h * d.w, q.x + h * d.x, q.y + h * d.y, q.z + h * d.z}));
    }
}

static void add_rate(int n, double weight, const body_rate *rate, body_rate *sum)
{
    for (int k = 0; k < n; k++)
    {
        sum[k].x = v3_add_scaled(sum[k].x, weight, rate[k].x);
        sum[k].v = v3_add_scaled(sum[k].v, weight, rate[k].v);
        sum[k].L = v3_add_scaled(sum[k].L, weight, rate[k].L);
        sum[k].q = (quat){sum[k].q.w + weight * rate[k].q.w, sum[k].q.x + weight * rate[k].q.x,
                          sum[k].q.y + weight * rate[k].q.y, sum[k].q.z + weight * rate[k].q.z};
    }
}

/// Rates at a configuration within the piece that began with `first`.
static hf_status rates_at(step_context *step, const baraff_scene *first, const configuration *bodies, double horizon,
                          body_rate *rate)
{
    baraff_scene f;
    if (!baraff_configure(step, bodies, &f)) return error_no_memory(step->error);
    hf_status status = baraff_find_contacts(step, horizon, &f);
    if (status == HF_STATUS_OK) status = baraff_forces(step, first, &f);
    if (status == HF_STATUS_OK) rates_of(step, &f, rate);
    return status;
}

hf_status baraff_move(step_context *step, const baraff_scene *first, double t, double h, const configuration *bodies)
{
    int n = step->model->body_count;
    body_rate *rate = ARENA_ARRAY(step->workspace, body_rate, n), *sum = ARENA_ZEROED(step->workspace, body_rate, n);
    const configuration middle = {.model = step->model,
                                  .bodies = ARENA_ARRAY(step->workspace, body_state, n),
                                  .momentum = arena_take(step->workspace, (size_t)n, 3 * sizeof(double))};
    if (!rate || !sum || !middle.bodies || !middle.momentum) return error_no_memory(step->error);
    rates_of(step, first, rate);
    add_rate(n, 1.0 / 6.0, rate, sum);
    static const double shares[3] = {0.5, 0.5, 1.0}, weights[3] = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    for (int stage = 0; stage < 3; stage++)
    {
        advance(step, bodies, shares[stage] * h, rate, t + shares[stage] * h, &middle);
        hf_status status = rates_at(step, first, &middle, h, rate);
        if (status != HF_STATUS_OK || step->redo != STEP_ACCEPT) return status;
        add_rate(n, weights[stage], rate, sum);
    }
    memcpy(middle.bodies, bodies->bodies, (size_t)n * sizeof *middle.bodies);
    memcpy(middle.momentum, bodies->momentum, (size_t)n * sizeof *middle.momentum);
    advance(step, &middle, h, sum, t + h, bodies);
    return HF_STATUS_OK;
}
