#include "world/trace.h"

#include "base/arena.h"
#include "base/error.h"

#include <string.h>

hf_status trace_begin(step_context *step)
{
    if (!step->world->witness.piece) return HF_STATUS_OK;
    step->trace = ARENA_ZEROED(step->workspace, step_trace, 1);
    if (!step->trace) return error_no_memory(step->error);
    step->trace->last = &step->trace->first;
    return HF_STATUS_OK;
}

hf_status trace_round(step_context *step, int count, const int *contact, bool mixed, double unit)
{
    step_trace *t = step->trace;
    hf_workspace *w = step->workspace;
    if (!t) return HF_STATUS_OK;
    if (!t->sum) t->sum = arena_take_zeroed(w, (size_t)step->contact_count, sizeof *t->sum);
    trace_impact *round = ARENA_ZEROED(w, trace_impact, 1);
    int *index = ARENA_ARRAY(w, int, count);
    double(*r)[6] = arena_take_zeroed(w, (size_t)count, sizeof *r);
    if (!t->sum || !round || !index || !r) return error_no_memory(step->error);
    *round = (trace_impact){.count = count, .mixed = mixed, .unit = unit, .contact = index, .r = r};
    for (int k = 0; k < count; k++)
    {
        const double *now = step->contacts[contact[k]].impact_impulse;
        double *sum = t->sum[contact[k]];
        index[k] = contact[k];
        for (int j = 0; j < 6; j++) r[k][j] = now[j] - sum[j];
        memcpy(sum, now, 6 * sizeof *sum);
    }
    *t->last = round;
    t->last = &round->next;
    return HF_STATUS_OK;
}

hf_status trace_normals(step_context *step)
{
    step_trace *t = step->trace;
    if (!t) return HF_STATUS_OK;
    t->normal = arena_take(step->workspace, (size_t)step->contact_count, sizeof *t->normal);
    if (!t->normal) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
        memcpy(t->normal[k], step->contacts[k].record.normal, sizeof t->normal[k]);
    return HF_STATUS_OK;
}

hf_status trace_struck(step_context *step, const double *theta)
{
    step_trace *t = step->trace;
    size_t n = (size_t)step->model->body_count;
    if (!t) return HF_STATUS_OK;
    t->struck = arena_take_zeroed(step->workspace, n, sizeof *t->struck);
    t->theta = ARENA_ARRAY(step->workspace, double, n);
    t->v_struck = ARENA_ARRAY(step->workspace, double, step->model->own_v_count);
    if (!t->struck || !t->theta || !t->v_struck) return error_no_memory(step->error);
    memcpy(t->v_struck, step->objects->v_after, (size_t)step->model->own_v_count * sizeof *t->v_struck);
    memcpy(t->theta, theta, n * sizeof *theta);
    for (size_t k = 0; k < n; k++)
    {
        const object_methods *kind = object_of_body(step->model, (int)k);
        if (!kind) continue;
        bool momentum = kind->keeps_momentum;
        const body_state *next = &step->next[k];
        memcpy(t->struck[k], momentum ? next->v : step->solved[k], sizeof next->v);
        memcpy(t->struck[k] + 3, momentum ? step->objects->after.momentum[k] : step->solved[k] + 3, sizeof next->w);
    }
    return HF_STATUS_OK;
}

hf_status trace_piece(const step_context *step)
{
    const world_witness *w = &step->world->witness;
    return w->piece ? w->piece(w->context, step, step->error) : HF_STATUS_OK;
}

size_t trace_mark(const hf_world *world)
{
    return world->witness.piece ? world->witness.mark(world->witness.context) : 0;
}

void trace_back(hf_world *world, size_t mark)
{
    if (world->witness.piece) world->witness.back(world->witness.context, mark);
}
