// Tangents of q: where each acts, and differences of two q.

#include "world/derivative/derivative.h"

#include "base/error.h"

#include <string.h>

/// `count` numbers in their order.
static void plain(tangent_place *places, int v, int q, int count)
{
    for (int k = 0; k < count; k++) places[v + k] = (tangent_place){.q = q + k, .axis = -1};
}

static void turning(tangent_place *places, int v, int q, bool world)
{
    for (int k = 0; k < 3; k++) places[v + k] = (tangent_place){.q = q, .axis = k, .world = world};
}

/// Of a free body, or of a fibre, which has as many numbers as its rod says.
static hf_status places_of_body(const hf_model *model, int body, tangent_place *places, hf_error *error)
{
    const mechanism *m = &model->mechanism;
    int q = m->body_q[body], v = m->body_v[body], rod = model->body_fibre[body];
    const object_methods *kind = object_of_body(model, body);
    int q_size = rod >= 0 ? model->fibres[rod].rod.q_count : kind->q_size;
    int v_size = rod >= 0 ? model->fibres[rod].rod.v_count : kind->v_size;
    char label[LABEL_SIZE];
    if (q_size == v_size) plain(places, v, q, v_size);
    else if (rod < 0 && q_size - v_size == 1)
    {
        plain(places, v, q, 3);
        turning(places, v + 3, q + 3, q_size > 7); // of a body with a scale the angular velocity is in world axes
        plain(places, v + 6, q + 7, v_size - 6);
    }
    else
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "derivative: %s is a rod whose coordinates have quaternions, which has no tangents; take the "
                         "kinds superhelix or der",
                         label_make(label, "body", body, model->bodies[body].name));
    return HF_STATUS_OK;
}

hf_status tangent_places(const hf_model *model, tangent_place *places, hf_error *error)
{
    const mechanism *m = &model->mechanism;
    for (int k = 0; k < model->body_count; k++)
        if (m->body_q[k] >= 0) TRY(places_of_body(model, k, places, error));
    for (int j = 0; j < m->joint_count; j++)
        if (m->joints[j].kind == HF_JOINT_BALL) turning(places, m->joint_v[j], m->joint_q[j], false);
        else plain(places, m->joint_v[j], m->joint_q[j], 1);
    return HF_STATUS_OK;
}

void tangent_shift(const tangent_place *place, double x, double *q)
{
    q += place->q;
    if (place->axis < 0)
    {
        *q += x;
        return;
    }
    const double turn[3] = {place->axis == 0 ? x : 0.0, place->axis == 1 ? x : 0.0, place->axis == 2 ? x : 0.0};
    quat by = quat_exp(v3_load(turn)), now = quat_load(q);
    quat_store(q, quat_normalize(place->world ? quat_multiply(by, now) : quat_multiply(now, by)));
}

void tangent_difference(const tangent_place *places, int count, const double *q_a, const double *q_b, double *dx)
{
    for (int k = 0; k < count; k++)
    {
        int q = places[k].q;
        if (places[k].axis < 0)
        {
            dx[k] = q_b[q] - q_a[q];
            continue;
        }
        quat a = quat_conjugate(quat_load(q_a + q)), b = quat_load(q_b + q);
        vec3 turn = quat_log(places[k].world ? quat_multiply(b, a) : quat_multiply(a, b));
        for (int i = 0; i < 3; i++) dx[k + i] = v3_at(turn, i);
        k += 2;
    }
}
