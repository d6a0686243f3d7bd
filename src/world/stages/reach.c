// How far from each body contacts are looked for.
//
// A body may come as far in a step as its velocities carry it, those before it and those that it would have without
// contacts:
//
//     reach = h (max(|v|, |v_free|) + max(|ω|, |ω_free|) R).
//
// Of a mechanism that presses on something the second ones mean little: the finger of a hand that holds a can would
// come millimetres in a step if the can were not there, and everything within these millimetres would be looked at and
// solved for, at rest as well. What pressed in the last step is expected to go on as it moves:
//
//     reach = h (2 |v| + 2 |ω| R) + START R,     if that is less,
//
// which a body outruns only with accelerations beyond START R / h² (50 m/s² for 0.1 m at 2 ms). Whether one did is
// known when the step has been solved; the piece is then done again with a reach of its own (OUTRAN).

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

static const double START = 0.002; // of a body's radius
static const double AHEAD = 2.0;   // times the way that a body has come: where it is looked for then

static double way_at(const step_context *step, int body, double speed, double spin)
{
    return step->h * (speed + (spin > 0.0 ? spin * step->model->radius[body] : 0.0));
}

double body_way(const step_context *step, int k)
{
    const double *a = step->before[k], *b = step->free[k];
    return way_at(step, k, fmax(v3_norm(v3_load(a)), v3_norm(v3_load(b))),
                  fmax(twist_rate(step->model, step->before, k), twist_rate(step->model, step->free, k)));
}

/// Objects that pressed on something in the last step, if they have joints.
static void find_holding(const step_context *step, bool *holds)
{
    const world_state *state = &step->world->state;
    for (int k = 0; k < state->warm_count; k++)
    {
        const warm_impulse *w = &state->warm[k];
        if (!(v3_norm2(v3_load(w->impulse)) > 0.0)) continue;
        const int shapes[2] = {w->shape_a, w->shape_b};
        for (int j = 0; j < 2; j++)
        {
            int object = step->model->body_object[collide_shape(step->model->scene, shapes[j])->body];
            if (object >= 0 && object_of(step->model, object)->rows->joint) holds[object] = true;
        }
    }
}

hf_status reach_find(step_context *step)
{
    const hf_model *m = step->model;
    double *reach = step->reach = ARENA_ARRAY(step->workspace, double, m->body_count);
    step->holds = ARENA_ZEROED(step->workspace, bool, m->object_count);
    if (!reach || !step->holds) return error_no_memory(step->error);
    if (step->rules.joints && step_may(step, WHY_OUTRAN)) find_holding(step, step->holds);
    for (int k = 0; k < m->body_count; k++)
    {
        const double *v = step->before[k];
        int object = m->body_object[k];
        reach[k] = body_way(step, k);
        if (object >= 0 && step->holds[object])
            reach[k] = fmin(reach[k], 2.0 * way_at(step, k, v3_norm(v3_load(v)), twist_rate(m, step->before, k)) +
                                          START * m->radius[k]);
        reach[k] = fmax(reach[k], step->facts->least_reach[k]);
        if (step->surface) reach[k] += step->surface[k]; // of meshes with keyframes
    }
    return HF_STATUS_OK;
}

bool reach_outran(step_context *step, double (*after)[6])
{
    bool any = false;
    for (int k = 0; k < step->model->body_count; k++)
    {
        int object = step->model->body_object[k];
        if (object < 0 || !step->holds[object] || !(step->model->radius[k] > 0.0)) continue;
        double way = way_at(step, k, v3_norm(v3_load(after[k])), twist_rate(step->model, after, k));
        if (!(way > step->reach[k] && step->reach[k] < body_way(step, k))) continue;
        step->facts->least_reach[k] = AHEAD * way;
        any = true;
    }
    return any;
}
