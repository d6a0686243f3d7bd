// hf_world_linearize: what it is asked for, memory, and which method takes the step.

#include "world/derivative/derivative.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "bodies/articulated/articulated_tangent.h"
#include "model/tangent/chart.h"
#include "model/variant/variant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct hf_linearizer
{
    const hf_model *model; // of the worlds that it is for
    hf_world *probe;
    hf_workspace *room;             // results, until the next call
    articulated_tangent **tangents; // tree_count
    hf_linearization result;
    bool ended; // the probe stands where the step ended
};

hf_linearize_options hf_linearize_options_default(void)
{
    return (hf_linearize_options){.outputs = HF_DERIVATIVE_STATE,
                                  .accuracy = 1e-3,
                                  .difference = {1e-9, 1e-7, 1e-6},
                                  .border = {1e-6, 5e-8, 1e-6}};
}

int hf_derivative_size(const hf_model *model)
{
    return 2 * model->mechanism.v_count + model->mechanism.activation_count;
}

// ---- the probe ----

hf_status derivative_probe_create(const hf_world *world, hf_world **probe, hf_error *error)
{
    return world_create_unseen(world->model, probe, error);
}

hf_status derivative_probe_put(hf_world *probe, const hf_world *world, const world_state *state, hf_error *error)
{
    if (!state_copy(world->model, state, &probe->state)) return error_no_memory(error);
    if (probe->own) model_variant_refresh(probe->own, world->model);
    probe->settings = world->settings;
    probe->tolerance = world->tolerance;
    collide_reduce(probe->collide, probe->settings.step.reduction);
    world_show(probe);
    return HF_STATUS_OK;
}

void derivative_probe_place(hf_world *probe, const double *q, const double *v)
{
    const configuration at = world_configuration(probe);
    for (int o = 0; o < probe->model->object_count; o++)
        object_of(probe->model, o)->state->write(&at, probe->state.v, o, q, v);
    world_show(probe);
}

static void give_back(hf_linearizer *l)
{
    for (int k = 0; l->tangents && k < l->probe->model->mechanism.tree_count; k++)
        articulated_tangent_destroy(l->tangents[k]);
    hf_world_destroy(l->probe);
    free(l->tangents);
    l->probe = NULL;
    l->tangents = NULL;
    l->model = NULL;
}

/// What derivatives of the dynamics of trees are computed in.
static hf_status make_tangents(hf_linearizer *l, hf_error *error)
{
    const mechanism *m = &l->probe->model->mechanism;
    l->tangents = MEMORY_ARRAY(articulated_tangent *, (size_t)m->tree_count);
    if (!l->tangents) return error_no_memory(error);
    for (int k = 0; k < m->tree_count; k++)
        if (!m->trees[k].maximal) TRY(articulated_tangent_create(m->trees[k].articulated, &l->tangents[k], error));
    return HF_STATUS_OK;
}

static hf_status make(hf_linearizer *l, const hf_world *world, hf_error *error)
{
    give_back(l);
    hf_status status = chart_check(world->model, error);
    if (status == HF_STATUS_OK) status = derivative_probe_create(world, &l->probe, error);
    if (status == HF_STATUS_OK) status = make_tangents(l, error);
    if (status == HF_STATUS_OK) l->model = world->model;
    else give_back(l);
    return status;
}

hf_status hf_linearizer_create(const hf_world *world, hf_linearizer **linearizer, hf_error *error)
{
    hf_linearizer *l = *linearizer = MEMORY_ARRAY(hf_linearizer, 1);
    hf_status status = l ? hf_workspace_create(&l->room, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) status = make(l, world, error);
    if (status == HF_STATUS_OK) return status;
    hf_linearizer_destroy(l);
    *linearizer = NULL;
    return status;
}

void hf_linearizer_destroy(hf_linearizer *l)
{
    if (!l) return;
    give_back(l);
    hf_workspace_destroy(l->room);
    free(l);
}

// ---- options ----

static hf_status check_three(const char *what, const double *x, bool above, hf_error *error)
{
    for (int k = 0; k < 3; k++)
        if (!isfinite(x[k]) || !(above ? x[k] > 0.0 : x[k] >= 0.0))
            return error_set(error, HF_STATUS_INVALID, "linearize: %s[%d] = %g: must be finite and %s 0", what, k, x[k],
                             above ? ">" : ">=");
    return HF_STATUS_OK;
}

static hf_status check_options(const hf_world *world, const hf_linearize_options *o, hf_error *error)
{
    if ((int)o->method < 0 || o->method >= HF_LINEARIZE_METHOD_COUNT)
        return error_set(error, HF_STATUS_INVALID, "linearize: method %d is none; take auto, exact or differences",
                         (int)o->method);
    if ((int)o->touch < 0 || o->touch >= HF_TOUCH_COUNT)
        return error_set(error, HF_STATUS_INVALID, "linearize: touch %d is none; take held or literal", (int)o->touch);
    if (!(o->timestep >= 0.0) || isinf(o->timestep))
        return error_set(error, HF_STATUS_INVALID, "linearize: timestep = %g s: must be finite and >= 0", o->timestep);
    if (!(o->accuracy >= 0.0) || isinf(o->accuracy))
        return error_set(error, HF_STATUS_INVALID, "linearize: accuracy = %g: must be finite and >= 0", o->accuracy);
    TRY(check_three("difference", o->difference, true, error));
    TRY(check_three("border", o->border, false, error));
    if (o->parameter_count < 0 || (o->parameter_count > 0 && !o->parameters))
        return error_set(error, HF_STATUS_INVALID, "linearize: parameter_count = %d: must be >= 0, with an array",
                         o->parameter_count);
    for (int k = 0; k < o->parameter_count; k++) TRY(parameter_check(world->model, &o->parameters[k], error));
    if (hf_derivative_size(world->model) == 0)
        return error_set(error, HF_STATUS_INVALID,
                         "linearize: the model has no degrees of freedom; give it a free body or a joint");
    int n = hf_derivative_size(world->model) + world->model->mechanism.actuator_count + o->parameter_count;
    for (int k = 0; o->direction && k < n; k++)
        if (!isfinite(o->direction[k]))
            return error_set(error, HF_STATUS_INVALID, "linearize: direction[%d] of %d is not finite", k, n);
    return HF_STATUS_OK;
}

// ---- where the step begins ----

double derivative_parameter(const derivative_task *t, int index)
{
    const hf_linearization *out = t->out;
    double by = t->options->direction ? t->options->direction[out->x_count + out->u_count + index] : 0.0;
    return parameter_value(t->world, &t->options->parameters[index]) + by;
}

/// Changes of q, v, activations and controls.
static void follow_direction(const derivative_task *t)
{
    const hf_linearization *out = t->out;
    const double *d = t->options->direction;
    hf_world *probe = t->probe;
    chart_integrate(probe->model, probe->view_q, d, 1.0);
    for (int k = 0; k < out->v_count; k++) probe->view_v[k] += d[out->v_count + k];
    derivative_probe_place(probe, probe->view_q, probe->view_v);
    for (int k = 0; k < out->activation_count; k++) probe->state.activation[k] += d[2 * out->v_count + k];
    for (int k = 0; k < out->u_count; k++)
    {
        probe->state.control[k] += d[out->x_count + k];
        delay_set(probe, k);
    }
}

hf_status derivative_begin(const derivative_task *t)
{
    TRY(derivative_probe_put(t->probe, t->world, t->before, t->error));
    if (!t->options->direction) return HF_STATUS_OK;
    for (int k = 0; k < t->out->p_count; k++)
        TRY(parameter_put(t->probe, &t->options->parameters[k], derivative_parameter(t, k), t->error));
    follow_direction(t);
    return HF_STATUS_OK;
}

// ---- results ----

static bool take_outputs(derivative_task *t)
{
    hf_linearization *out = t->out;
    hf_workspace *w = t->room;
    size_t x = (size_t)out->x_count, u = (size_t)out->u_count, p = (size_t)out->p_count;
    if (t->options->outputs & HF_DERIVATIVE_STATE)
    {
        out->A = t->A = ARENA_ZEROED(w, double, x *x);
        out->B = t->B = ARENA_ZEROED(w, double, x *u);
        out->P = t->P = ARENA_ZEROED(w, double, x *p);
    }
    if (t->options->outputs & HF_DERIVATIVE_SENSORS)
    {
        size_t n = (size_t)(out->sensor_count = hf_model_sensor_total(t->world->model));
        out->sensor_x = t->sensor[0] = ARENA_ZEROED(w, double, n *x);
        out->sensor_u = t->sensor[1] = ARENA_ZEROED(w, double, n *u);
        out->sensor_p = t->sensor[2] = ARENA_ZEROED(w, double, n *p);
    }
    return arena_whole(w);
}

bool derivative_take_impulses(derivative_task *t, int contact_count)
{
    hf_linearization *out = t->out;
    hf_workspace *w = t->room;
    out->contact_count = contact_count;
    out->reaction_count = t->world->model->mechanism.row_count;
    out->impulse_count = 6 * contact_count + out->reaction_count;
    if (!(t->options->outputs & HF_DERIVATIVE_IMPULSES)) return true;
    size_t n = (size_t)out->impulse_count;
    out->impulse_x = t->impulse[0] = ARENA_ZEROED(w, double, n *(size_t)out->x_count);
    out->impulse_u = t->impulse[1] = ARENA_ZEROED(w, double, n *(size_t)out->u_count);
    out->impulse_p = t->impulse[2] = ARENA_ZEROED(w, double, n *(size_t)out->p_count);
    return arena_whole(w);
}

/// The state that the step begins with, and its length.
static hf_status choose_step(const hf_world *world, derivative_task *t)
{
    bool next = t->options->next || !world->stepped;
    t->before = next ? &world->state : &world->backup;
    t->out->h = next ? t->options->timestep : world->state.time - world->backup.time;
    if (next && t->out->h == 0.0) t->out->h = world->settings.step.timestep;
    return HF_STATUS_OK;
}

const world_state *derivative_after(const hf_linearizer *l)
{
    return l->ended ? &l->probe->state : NULL;
}

static bool all_known(const derivative_task *t)
{
    for (int p = 0; p < t->out->p_count; p++)
        if (!t->known[p]) return false;
    return true;
}

hf_status hf_world_linearize(const hf_world *world, hf_linearizer *l, const hf_linearize_options *options,
                             const hf_linearization **result, hf_error *error)
{
    const hf_linearize_options standard = hf_linearize_options_default();
    if (!options) options = &standard;
    *result = NULL;
    TRY(check_options(world, options, error));
    if (l->model != world->model) TRY(make(l, world, error));
    arena_end(l->room, (arena_mark){0, 0});
    l->ended = false;
    const mechanism *m = &world->model->mechanism;
    l->result = (hf_linearization){.x_count = hf_derivative_size(world->model),
                                   .v_count = m->v_count,
                                   .activation_count = m->activation_count,
                                   .u_count = m->actuator_count,
                                   .p_count = options->parameter_count};
    derivative_task task = {.world = world,
                            .probe = l->probe,
                            .room = l->room,
                            .options = options,
                            .tangents = l->tangents,
                            .error = error,
                            .out = &l->result};
    TRY(choose_step(world, &task));
    if (!take_outputs(&task)) return error_no_memory(error);
    if (options->parameter_count > 0) TRY(world_own_model(l->probe, error));
    const char *why = NULL;
    if (options->outputs & HF_DERIVATIVE_SENSORS) why = "sensors";
    else if (options->method != HF_LINEARIZE_DIFFERENCES) TRY(derivative_by_equations(&task, &why));
    if (why && options->method == HF_LINEARIZE_EXACT)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "linearize: method exact does not know %s, which this step has; take auto or differences",
                         why);
    if (why || options->method == HF_LINEARIZE_DIFFERENCES) TRY(derivative_by_differences(&task, false));
    else if (!all_known(&task)) TRY(derivative_by_differences(&task, true));
    else l->ended = options->direction == NULL;
    *result = &l->result;
    return HF_STATUS_OK;
}
