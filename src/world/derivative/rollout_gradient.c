// Derivatives over many steps.
//
//   adjoint     λ_N = ∂L/∂x_N,   λ_k = A_kᵀ λ_{k+1} + ∂L/∂x_k,   ∂L/∂u_k += B_kᵀ λ_{k+1},   ∂L/∂p += P_kᵀ λ_{k+1}
//   tangents    δx_{k+1} = A_k δx_k + B_k δu_k + P_k δp
//
// Every step is a function of the state, warm start included: a state that was kept leads to the same bits again. So
// the adjoint keeps one state in √N, comes back to each from the last one on, makes its √N steps again, keeps their
// states, and linearizes them from the last to the first. One thread makes each of these steps once: what it is
// linearized by leads on to the next, and the derivatives of a part are kept until the adjoint comes by. Steps that are
// linearized side by side are a function of their own states alone, and their sums are made in order: the bits are
// those of one thread.

#include "world/derivative/derivative.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tasks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hf_gradient_def hf_gradient_def_default(void)
{
    return (hf_gradient_def){.step_count = 1, .threads = 1, .options = hf_linearize_options_default()};
}

/// A world and its linearizer, for one step at a time.
typedef struct gradient_lane
{
    hf_world *world;
    hf_linearizer *linearizer;
} gradient_lane;

/// What is needed of the derivative of a step.
typedef struct gradient_step
{
    const double *A, *B, *P;
    int borders;
    bool numeric;
} gradient_step;

typedef struct gradient
{
    const hf_world *world;
    const hf_gradient_def *def;
    hf_linearize_options options;
    int x, u, p;
    hf_workspace *pool; // threads
    int lane_count;
    gradient_lane *lanes;
    int every;                // a state is kept after so many steps …
    int kept_count;           // … and so many are
    world_state *kept, *near; // kept_count; `every`: of the steps of one part
    gradient_step *steps;     // `every`: of the steps of one part
    double *matrices;         // of these
    double *adjoint, *carried;
    int first; // of the steps that are linearized at once
} gradient;

// ---- checking and memory ----

static hf_status check_def(const hf_gradient_def *def, bool needs_loss, hf_error *error)
{
    if (def->step_count < 0)
        return error_set(error, HF_STATUS_INVALID, "gradient: step_count = %d must be >= 0", def->step_count);
    if (def->threads < 1)
        return error_set(error, HF_STATUS_INVALID, "gradient: threads = %d must be >= 1", def->threads);
    if (def->checkpoints < 0)
        return error_set(error, HF_STATUS_INVALID, "gradient: checkpoints = %d must be >= 0", def->checkpoints);
    if (!(def->timestep >= 0.0) || !isfinite(def->timestep))
        return error_set(error, HF_STATUS_INVALID, "gradient: timestep = %g must be finite and >= 0", def->timestep);
    if (needs_loss && !def->loss)
        return error_set(error, HF_STATUS_INVALID, "gradient: loss is NULL: give a function that adds its gradient");
    return HF_STATUS_OK;
}

static hf_status lane_create(const gradient *g, gradient_lane *lane, hf_error *error)
{
    TRY(derivative_probe_create(g->world, &lane->world, error));
    TRY(derivative_probe_put(lane->world, g->world, &g->world->state, error));
    return hf_linearizer_create(lane->world, &lane->linearizer, error);
}

static void states_free(world_state *states, int count)
{
    for (int k = 0; states && k < count; k++) state_free(&states[k]);
    free(states);
}

static world_state *states_create(const hf_model *model, int count)
{
    world_state *states = memory_zeroed((size_t)count, sizeof *states);
    for (int k = 0; states && k < count; k++)
        if (!state_create(model, &states[k]))
        {
            states_free(states, count);
            return NULL;
        }
    return states;
}

/// Every so many steps a state: what is kept, and what is made of one of them, are about as many.
static void choose_checkpoints(gradient *g)
{
    int n = g->def->step_count, most = g->def->checkpoints;
    int every = most > 0 ? (n + most - 1) / most : (int)ceil(sqrt((double)n));
    g->every = every > 0 ? every : 1;
    g->kept_count = (n + g->every - 1) / g->every;
}

static hf_status gradient_begin(gradient *g, const hf_world *world, const hf_gradient_def *def, hf_error *error)
{
    *g = (gradient){.world = world, .def = def, .options = def->options};
    g->options.next = true;
    g->options.timestep = def->timestep;
    g->options.outputs = HF_DERIVATIVE_STATE;
    g->options.parameter_count = def->parameter_count;
    g->options.parameters = def->parameters;
    g->options.direction = NULL;
    g->x = hf_derivative_size(world->model);
    g->u = world->model->mechanism.actuator_count;
    g->p = def->parameter_count;
    if (g->x == 0)
        return error_set(error, HF_STATUS_INVALID,
                         "gradient: the model has no degrees of freedom; give it a free body or a joint");
    for (int k = 0; k < g->p; k++) TRY(parameter_check(world->model, &def->parameters[k], error));
    TRY(hf_workspace_create(&g->pool, error));
    g->lane_count = hf_workspace_set_threads(g->pool, def->threads);
    g->lanes = memory_zeroed((size_t)g->lane_count, sizeof *g->lanes);
    g->adjoint = MEMORY_ARRAY(double, (size_t)g->x);
    g->carried = MEMORY_ARRAY(double, (size_t)g->x);
    if (!g->lanes || !g->adjoint || !g->carried) return error_no_memory(error);
    for (int k = 0; k < g->lane_count; k++) TRY(lane_create(g, &g->lanes[k], error));
    return HF_STATUS_OK;
}

static void gradient_end(gradient *g)
{
    for (int k = 0; g->lanes && k < g->lane_count; k++)
    {
        hf_linearizer_destroy(g->lanes[k].linearizer);
        hf_world_destroy(g->lanes[k].world);
    }
    states_free(g->kept, g->kept_count);
    states_free(g->near, g->every);
    free(g->lanes);
    free(g->steps);
    free(g->matrices);
    free(g->adjoint);
    free(g->carried);
    hf_workspace_destroy(g->pool);
}

// ---- steps ----

static hf_status name_step(int step, hf_status status, hf_error *error)
{
    if (status == HF_STATUS_OK || status == HF_STATUS_INTERRUPTED || !error) return status;
    hf_error inner = *error;
    return error_set(error, status, "step %d: %.280s", step, inner.message);
}

static const double *controls_of(const gradient *g, int step)
{
    return g->def->controls && step < g->def->step_count ? g->def->controls + (size_t)step * (size_t)g->u : NULL;
}

/// The world before step `step`, with its controls.
static hf_status put_state(const gradient *g, hf_world *world, const world_state *state, int step, hf_error *error)
{
    const double *u = controls_of(g, step);
    hf_status status = HF_STATUS_OK;
    if (!state_copy(world->model, state, &world->state)) return error_no_memory(error);
    world_show(world);
    for (int k = 0; u && k < g->u && status == HF_STATUS_OK; k++) status = hf_world_set_control(world, k, u[k], error);
    return status;
}

/// Makes the step that the world stands before.
static hf_status make_step(const gradient *g, hf_world *world, int step, hf_error *error)
{
    const double *u = controls_of(g, step);
    hf_step_report report;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; u && k < g->u && status == HF_STATUS_OK; k++) status = hf_world_set_control(world, k, u[k], error);
    if (status == HF_STATUS_OK) status = hf_world_step(world, g->def->timestep, &report, error);
    if (status == HF_STATUS_OK && report.substeps == 0)
        status = error_set(error, HF_STATUS_INVALID,
                           "it fails (residual %.2g), and has no derivative; take a smaller timestep, or fewer steps",
                           report.solve.residual.natural);
    return name_step(step, status, error);
}

/// The whole, forward; every so often a state is kept. The last state is left in the first lane.
static hf_status run_forward(gradient *g, hf_error *error)
{
    hf_world *world = g->lanes[0].world;
    for (int k = 0; k < g->def->step_count; k++)
    {
        if (k % g->every == 0 && !state_copy(world->model, &world->state, &g->kept[k / g->every]))
            return error_no_memory(error);
        TRY(make_step(g, world, k, error));
    }
    return HF_STATUS_OK;
}

/// States before the steps first … end - 1, from the one that was kept before the first of them.
static hf_status run_part(gradient *g, int first, int end, hf_error *error)
{
    hf_world *world = g->lanes[0].world;
    TRY(put_state(g, world, &g->kept[first / g->every], first, error));
    for (int k = first; k < end; k++)
    {
        if (!state_copy(world->model, &world->state, &g->near[k - first])) return error_no_memory(error);
        if (k + 1 < end) TRY(make_step(g, world, k, error));
    }
    return HF_STATUS_OK;
}

/// The derivative of a step, copied to where it is kept.
static void keep_step(gradient *g, int step, const hf_linearization *from)
{
    size_t x = (size_t)g->x, width = x + (size_t)g->u + (size_t)g->p;
    double *to = g->matrices + (size_t)(step % g->every) * x * width;
    memcpy(to, from->A, x * x * sizeof *to);
    if (g->u) memcpy(to + x * x, from->B, x * (size_t)g->u * sizeof *to);
    if (g->p) memcpy(to + x * x + x * (size_t)g->u, from->P, x * (size_t)g->p * sizeof *to);
    g->steps[step % g->every] = (gradient_step){to, to + x * x, to + x * x + x * (size_t)g->u, from->border_count,
                                                (from->numeric & HF_NUMERIC_STEP) != 0};
}

static hf_status linearize_one(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    (void)scratch;
    gradient *g = context;
    int step = g->first + index;
    gradient_lane *lane = &g->lanes[index];
    const hf_linearization *found;
    hf_status status = put_state(g, lane->world, &g->near[step % g->every], step, error);
    if (status == HF_STATUS_OK) status = hf_world_linearize(lane->world, lane->linearizer, &g->options, &found, error);
    if (status == HF_STATUS_OK) keep_step(g, step, found);
    return name_step(step, status, error);
}

/// The world after step `step`, which its linearizer has just been asked about.
static hf_status go_on(const gradient *g, const gradient_lane *lane, int step, hf_error *error)
{
    const world_state *after = derivative_after(lane->linearizer);
    if (!after) return make_step(g, lane->world, step, error);
    return state_copy(lane->world->model, after, &lane->world->state) ? HF_STATUS_OK : error_no_memory(error);
}

/// As run_part, and the derivatives of its steps.
static hf_status linearize_part(gradient *g, int first, int end, hf_error *error)
{
    g->first = first;
    if (!state_copy(g->world->model, &g->kept[first / g->every], &g->near[0])) return error_no_memory(error);
    for (int k = first; k < end; k++)
    {
        TRY(linearize_one(g, 0, NULL, error));
        g->first++;
        if (k + 1 == end) break;
        TRY(go_on(g, &g->lanes[0], k, error));
        if (!state_copy(g->world->model, &g->lanes[0].world->state, &g->near[k + 1 - first]))
            return error_no_memory(error);
    }
    return HF_STATUS_OK;
}

/// out += matrixᵀ λ.
static void add_transposed(const double *matrix, int rows, int columns, const double *lambda, double *out)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) out[j] += matrix[(size_t)i * (size_t)columns + (size_t)j] * lambda[i];
}

/// One step back, from the adjoint after the step to that before it.
static hf_status step_back(gradient *g, int step, hf_gradient_result *result, hf_error *error)
{
    const gradient_step *s = &g->steps[step % g->every];
    hf_world *world = g->lanes[0].world;
    const double *u = world->state.control;
    TRY(put_state(g, world, &g->near[step % g->every], step, error));
    double *du = result->du ? result->du + (size_t)step * (size_t)g->u : NULL;
    memset(g->carried, 0, (size_t)g->x * sizeof *g->carried);
    add_transposed(s->A, g->x, g->x, g->adjoint, g->carried);
    if (du) add_transposed(s->B, g->x, g->u, g->adjoint, du);
    if (result->dp) add_transposed(s->P, g->x, g->p, g->adjoint, result->dp);
    memcpy(g->adjoint, g->carried, (size_t)g->x * sizeof *g->adjoint);
    result->borders += s->borders;
    result->numeric_steps += s->numeric;
    hf_status status = g->def->loss(g->def->context, step, world, u, &result->loss, g->adjoint, du, error);
    return name_step(step, status, error);
}

static hf_status run_back(gradient *g, hf_gradient_result *result, hf_error *error)
{
    for (int part = g->kept_count - 1; part >= 0; part--)
    {
        int begin = part * g->every, end = begin + g->every;
        if (end > g->def->step_count) end = g->def->step_count;
        bool alone = g->lane_count < 2 && g->kept_count < g->def->step_count;
        if (alone) TRY(linearize_part(g, begin, end, error));
        else TRY(run_part(g, begin, end, error));
        while (end > begin)
        {
            int count = alone ? end - begin : end - begin < g->lane_count ? end - begin : g->lane_count;
            g->first = end - count;
            if (!alone) TRY(tasks_run(g->pool, count, linearize_one, g, error));
            for (int k = count - 1; k >= 0; k--) TRY(step_back(g, end - count + k, result, error));
            end -= count;
        }
    }
    return HF_STATUS_OK;
}

static hf_status find_gradient(gradient *g, hf_gradient_result *result, hf_error *error)
{
    const hf_gradient_def *def = g->def;
    choose_checkpoints(g);
    g->kept = states_create(g->world->model, g->kept_count);
    g->near = states_create(g->world->model, g->every);
    size_t x = (size_t)g->x, size = x * (x + (size_t)g->u + (size_t)g->p);
    g->steps = MEMORY_ARRAY(gradient_step, (size_t)g->every);
    g->matrices = MEMORY_ARRAY(double, (size_t)g->every *size);
    if (!g->kept || !g->near || !g->steps || !g->matrices) return error_no_memory(error);
    TRY(run_forward(g, error));
    hf_status status =
        def->loss(def->context, def->step_count, g->lanes[0].world, NULL, &result->loss, g->adjoint, NULL, error);
    TRY(name_step(def->step_count, status, error));
    TRY(run_back(g, result, error));
    if (result->dx) memcpy(result->dx, g->adjoint, (size_t)g->x * sizeof *result->dx);
    return HF_STATUS_OK;
}

hf_status hf_rollout_gradient(const hf_world *world, const hf_gradient_def *def, hf_gradient_result *result,
                              hf_error *error)
{
    gradient g;
    TRY(check_def(def, true, error));
    result->loss = 0.0;
    result->borders = 0;
    result->numeric_steps = 0;
    size_t controls = (size_t)def->step_count * (size_t)world->model->mechanism.actuator_count;
    for (size_t k = 0; result->du && k < controls; k++) result->du[k] = 0.0;
    for (int k = 0; result->dp && k < def->parameter_count; k++) result->dp[k] = 0.0;
    hf_status status = gradient_begin(&g, world, def, error);
    if (status == HF_STATUS_OK) status = find_gradient(&g, result, error);
    gradient_end(&g);
    return status;
}

// ---- forward ----

/// out ◄ out + matrix · in.
static void add_product(const double *matrix, int rows, int columns, const double *in, double *out)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) out[i] += matrix[(size_t)i * (size_t)columns + (size_t)j] * in[j];
}

static void carry_tangents(const gradient *g, const hf_linearization *s, int step, int count, const double *du,
                           const double *dp, double *dx)
{
    size_t controls = (size_t)g->def->step_count * (size_t)g->u;
    for (int k = 0; k < count; k++)
    {
        double *x = dx + (size_t)k * (size_t)g->x;
        memset(g->carried, 0, (size_t)g->x * sizeof *g->carried);
        add_product(s->A, g->x, g->x, x, g->carried);
        if (du) add_product(s->B, g->x, g->u, du + (size_t)k * controls + (size_t)step * (size_t)g->u, g->carried);
        if (dp) add_product(s->P, g->x, g->p, dp + (size_t)k * (size_t)g->p, g->carried);
        memcpy(x, g->carried, (size_t)g->x * sizeof *x);
    }
}

static hf_status carry_forward(gradient *g, int count, const double *du, const double *dp, double *dx, hf_error *error)
{
    gradient_lane *lane = &g->lanes[0];
    for (int k = 0; k < g->def->step_count; k++)
    {
        const double *u = controls_of(g, k);
        for (int i = 0; u && i < g->u; i++) TRY(hf_world_set_control(lane->world, i, u[i], error));
        const hf_linearization *found;
        hf_status status = hf_world_linearize(lane->world, lane->linearizer, &g->options, &found, error);
        TRY(name_step(k, status, error));
        carry_tangents(g, found, k, count, du, dp, dx);
        TRY(go_on(g, lane, k, error));
    }
    return HF_STATUS_OK;
}

hf_status hf_rollout_tangents(const hf_world *world, const hf_gradient_def *def, int direction_count, const double *du,
                              const double *dp, double *dx, hf_error *error)
{
    gradient g;
    TRY(check_def(def, false, error));
    if (direction_count < 0)
        return error_set(error, HF_STATUS_INVALID, "tangents: direction_count = %d must be >= 0", direction_count);
    hf_gradient_def alone = *def;
    alone.threads = 1;
    hf_status status = gradient_begin(&g, world, &alone, error);
    if (status == HF_STATUS_OK) status = carry_forward(&g, direction_count, du, dp, dx, error);
    gradient_end(&g);
    return status;
}
