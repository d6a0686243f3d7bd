// Windows in simulation: residuals, and their derivatives.
//
// Derivatives are differences as wide as the noise. Through an impact the derivative of a step, however exact, is not
// that of the motion: a step's impact falls into that step wherever it is in it, and where a body bounces off moves
// with time by jumps of a step. Differences that span some of these jumps see the motion. (In docs/identify.md
// measured.)

#include "world/identify/identify.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "linalg/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double fit_value_of(const fit_work *work, int k, double variable)
{
    const hf_fit_parameter *p = &work->parameters[k];
    double value = work->scales[k].logarithmic ? real_exp(variable) : variable;
    return fmin(fmax(value, p->least), p->most);
}

double fit_variable_of(const fit_work *work, int k, double value)
{
    return work->scales[k].logarithmic ? real_log(value) : value;
}

// ---- one run of a window ----

/// From the model as it is, so that a world has the same bits whatever it was set to before.
static hf_status set_parameters(const fit_work *work, int lane, const double *p, hf_error *error)
{
    size_t size = (size_t)work->parameter_count;
    double *known = work->lane_p + (size_t)lane * size;
    hf_world *world = work->worlds[lane];
    if (work->lane_set[lane] && memcmp(known, p, size * sizeof *p) == 0) return HF_STATUS_OK;
    work->lane_set[lane] = false;
    if (!world_forget_changes(world, work->model)) return error_no_memory(error);
    TRY(hf_world_set_settings(world, &work->settings, error));
    for (int k = 0; k < work->parameter_count; k++)
        for (int i = 0; i < work->parameters[k].count; i++)
            TRY(hf_world_set_parameter(world, &work->parameters[k].parts[i], fit_value_of(work, k, p[k]), error));
    memcpy(known, p, size * sizeof *p);
    work->lane_set[lane] = true;
    return HF_STATUS_OK;
}

static hf_status set_controls(const fit_work *work, hf_world *world, int row, hf_error *error)
{
    const hf_measurements *m = work->data;
    for (int c = 0; c < m->column_count; c++)
        if (m->columns[c].kind == COLUMN_CONTROL)
            TRY(hf_world_set_control(world, m->columns[c].index, measured_value(m, row, c), error));
    return HF_STATUS_OK;
}

/// r ◄ (simulated - measured) / noise of one row, 0 where nothing was measured; simulated numbers to `table`.
static hf_status compare(const fit_work *work, const hf_world *world, int row, const double *signals, double *r,
                         double *table)
{
    const hf_measurements *m = work->data;
    for (int k = 0; k < work->output_count; k++)
    {
        const fit_output *out = &work->outputs[k];
        double now[4] = {0.0}, turn[3];
        hf_body_state s;
        if (out->kind == COLUMN_SIGNAL) now[0] = signals[out->index];
        else s = hf_world_body(world, out->index);
        if (out->kind == COLUMN_POSITION) now[0] = s.position[out->part];
        if (out->kind == COLUMN_TURN)
        {
            double measured[4];
            bool well = true;
            for (int i = 0; i < 4; i++)
            {
                int column = measured_find(m, COLUMN_TURN, out->index, i);
                measured[i] = measured_value(m, row, column);
                well &= isfinite(measured[i]);
                if (table) table[column] = s.orientation[i];
            }
            hf_quaternion_difference(measured, s.orientation, turn);
            for (int i = 0; i < 3; i++) r[i] = well ? turn[i] / out->noise : 0.0;
        }
        else
        {
            double measured = measured_value(m, row, out->column);
            r[0] = isfinite(measured) ? (now[0] - measured) / out->noise : 0.0;
            if (table) table[out->column] = now[0];
        }
        r += out->size;
    }
    return HF_STATUS_OK;
}

/// Steps of equal length to the time of the next row. False: one of them failed.
static hf_status go_on(const fit_work *work, hf_world *world, int row, bool *well, hf_error *error)
{
    const hf_measurements *m = work->data;
    double way = measured_value(m, row + 1, m->time) - measured_value(m, row, m->time);
    int steps = (int)ceil(way / work->h - 1e-6);
    if (steps < 1) steps = 1;
    TRY(set_controls(work, world, row, error));
    for (int k = 0; k < steps && *well; k++)
    {
        hf_step_report report;
        TRY(hf_world_step(world, way / steps, &report, error));
        *well = report.quality != HF_STEP_FAILED;
    }
    return HF_STATUS_OK;
}

hf_status fit_simulate(const fit_work *work, int lane, int window, const double *p, const double *q, const double *v,
                       double *r, double *cost, double *simulated, hf_error *error)
{
    const fit_window *w = &work->windows[window];
    const hf_measurements *m = work->data;
    hf_world *world = work->worlds[lane];
    bool well = true;
    double *signals = MEMORY_ARRAY(double, (size_t)hf_model_signal_count(work->model) + 1);
    if (!signals) return error_no_memory(error);
    hf_status status = set_parameters(work, lane, p, error);
    if (status == HF_STATUS_OK) status = hf_world_state_load(world, work->start, work->start_size, error);
    if (status == HF_STATUS_OK) status = hf_world_set_q(world, q, v, error);
    world->state.time = measured_value(m, w->first, m->time);
    *cost = 0.0;
    for (int row = w->first; row <= w->last && status == HF_STATUS_OK && well; row++)
    {
        double *to = r + (size_t)(row - w->first) * (size_t)work->row_size;
        status = hf_world_signals(world, signals, error);
        if (status == HF_STATUS_OK)
            status = compare(work, world, row, signals, to,
                             simulated ? simulated + (size_t)row * (size_t)m->column_count : NULL);
        if (row < w->last && status == HF_STATUS_OK) status = go_on(work, world, row, &well, error);
    }
    for (int k = 0; k < w->residual_count && well; k++) *cost += r[k] * r[k];
    if (!well || !isfinite(*cost)) *cost = INFINITY;
    free(signals);
    return status;
}

// ---- derivatives ----

/// Column k of J ◄ (r_far - r) / width.
static void put_column(double *J, int columns, int k, int rows, const double *far, const double *near, double width)
{
    for (int i = 0; i < rows; i++) J[i * columns + k] = (far[i] - near[i]) / width;
}

static hf_status along_start(const fit_work *work, int lane, int window, double *far, double *dx, double *q, double *v,
                             hf_error *error)
{
    const fit_window *w = &work->windows[window];
    int nq = hf_model_q_count(work->model), nv = hf_model_v_count(work->model);
    for (int k = 0; k < work->free_count; k++)
    {
        int d = work->free_tangent[k];
        double cost;
        memcpy(q, w->q, (size_t)nq * sizeof *q);
        memcpy(v, w->v, (size_t)nv * sizeof *v);
        if (d >= nv) v[d - nv] += work->width[k];
        else
        {
            dx[d] = work->width[k];
            TRY(hf_model_integrate(work->model, q, dx, 1.0, error));
            dx[d] = 0.0;
        }
        TRY(fit_simulate(work, lane, window, work->p, q, v, far, &cost, NULL, error));
        put_column(w->Jx, work->free_count, k, w->residual_count, isfinite(cost) ? far : w->r, w->r, work->width[k]);
    }
    return HF_STATUS_OK;
}

static hf_status along_parameters(const fit_work *work, int lane, int window, double *far, double *near, double *p,
                                  hf_error *error)
{
    const fit_window *w = &work->windows[window];
    for (int k = 0; k < work->parameter_count; k++)
    {
        const hf_fit_parameter *own = &work->parameters[k];
        double width = work->scales[k].width, cost[2], ends[2] = {work->p[k] + width, work->p[k] - width};
        if (!work->scales[k].logarithmic) // within its bounds
            ends[0] = fmin(ends[0], own->most), ends[1] = fmax(ends[1], own->least);
        memcpy(p, work->p, (size_t)work->parameter_count * sizeof *p);
        for (int side = 0; side < 2; side++)
        {
            p[k] = ends[side];
            TRY(fit_simulate(work, lane, window, p, w->q, w->v, side ? near : far, &cost[side], NULL, error));
        }
        bool well = isfinite(cost[0]) && isfinite(cost[1]) && ends[0] > ends[1];
        put_column(w->Jp, work->parameter_count, k, w->residual_count, well ? far : near, near,
                   well ? ends[0] - ends[1] : 1.0);
    }
    return HF_STATUS_OK;
}

/// G = Jxᵀ Jx, K = Jxᵀ Jp, g = Jxᵀ r.
static void square(const fit_work *work, fit_window *w, int p)
{
    int n = w->residual_count, x = work->free_count;
    for (int i = 0; i < x; i++)
    {
        w->g[i] = 0.0;
        for (int r = 0; r < n; r++) w->g[i] += w->Jx[r * x + i] * w->r[r];
        for (int j = 0; j <= i; j++)
        {
            double sum = 0.0;
            for (int r = 0; r < n; r++) sum += w->Jx[r * x + i] * w->Jx[r * x + j];
            w->G[i * x + j] = w->G[j * x + i] = sum;
        }
        for (int j = 0; j < p; j++)
        {
            double sum = 0.0;
            for (int r = 0; r < n; r++) sum += w->Jx[r * x + i] * w->Jp[r * p + j];
            w->K[i * p + j] = sum;
        }
    }
}

static hf_status linearize_window(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    fit_work *work = context;
    fit_window *w = &work->windows[index];
    int lane = tasks_lane(scratch);
    size_t nq = (size_t)hf_model_q_count(work->model), nv = (size_t)hf_model_v_count(work->model);
    size_t n = (size_t)w->residual_count;
    double *room = MEMORY_ARRAY(double, 2 * n + nq + 3 * nv + (size_t)work->parameter_count + 1);
    if (!room) return error_no_memory(error);
    double *far = room, *near = far + n, *q = near + n, *v = q + nq, *dx = v + nv, *p = dx + 2 * nv;
    hf_status status = fit_simulate(work, lane, index, work->p, w->q, w->v, w->r, &w->cost, NULL, error);
    if (status == HF_STATUS_OK) status = along_start(work, lane, index, far, dx, q, v, error);
    if (status == HF_STATUS_OK) status = along_parameters(work, lane, index, far, near, p, error);
    if (status == HF_STATUS_OK) square(work, w, work->parameter_count);
    free(room);
    return status;
}

hf_status fit_linearize(fit_work *work, hf_error *error)
{
    return tasks_run(work->pool, work->window_count, linearize_window, work, error);
}

// ---- steps ----

/// What a start cannot feel, as velocities of what sticks at once, stays: a share of the largest diagonal entry.
static const double RIDGE = 1e-10;

static const double FIRMER = 8.0, LOOSER = 0.2;

void fit_factor_start(const fit_work *work, const fit_window *w, double damping, double *L)
{
    int n = work->free_count;
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, w->G[i * n + i]);
    memcpy(L, w->G, (size_t)n * (size_t)n * sizeof *L);
    for (int i = 0; i < n; i++) L[i * n + i] += damping * w->G[i * n + i] + RIDGE * most + (most > 0.0 ? 0.0 : 1.0);
    if (n > 0) (void)dense_cholesky(n, L, n);
}

/// trial_q, trial_v ◄ the start moved by dx.
static hf_status move_start(const fit_work *work, fit_window *w, double *way, hf_error *error)
{
    int nv = hf_model_v_count(work->model);
    memcpy(w->trial_q, w->q, (size_t)hf_model_q_count(work->model) * sizeof *w->q);
    memcpy(w->trial_v, w->v, (size_t)nv * sizeof *w->v);
    memset(way, 0, (size_t)nv * sizeof *way);
    for (int k = 0; k < work->free_count; k++)
    {
        int d = work->free_tangent[k];
        if (d < nv) way[d] = w->dx[k];
        else w->trial_v[d - nv] += w->dx[k];
    }
    return hf_model_integrate(work->model, w->trial_q, way, 1.0, error);
}

static void take_start(const fit_work *work, fit_window *w)
{
    memcpy(w->q, w->trial_q, (size_t)hf_model_q_count(work->model) * sizeof *w->q);
    memcpy(w->v, w->trial_v, (size_t)hf_model_v_count(work->model) * sizeof *w->v);
    w->cost = w->trial_cost;
}

/// The window's own step, and without it: the better of the two.
static hf_status try_window(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    fit_work *work = context;
    fit_window *w = &work->windows[index];
    int lane = tasks_lane(scratch), nv = hf_model_v_count(work->model);
    size_t nq = (size_t)hf_model_q_count(work->model);
    double *way = MEMORY_ARRAY(double, (size_t)nv + 1), moved = INFINITY;
    if (!way) return error_no_memory(error);
    hf_status status = move_start(work, w, way, error);
    if (status == HF_STATUS_OK)
        status =
            fit_simulate(work, lane, index, work->trial_p, w->trial_q, w->trial_v, w->trial_r, &moved, NULL, error);
    w->trial_cost = moved;
    if (status == HF_STATUS_OK && !(moved < w->cost) && work->free_count > 0)
    {
        double stayed;
        status = fit_simulate(work, lane, index, work->trial_p, w->q, w->v, w->trial_r, &stayed, NULL, error);
        if (stayed < moved)
        {
            memcpy(w->trial_q, w->q, nq * sizeof *w->q);
            memcpy(w->trial_v, w->v, (size_t)nv * sizeof *w->v);
            w->trial_cost = stayed;
            w->damping = fmin(w->damping * FIRMER, 1e6);
        }
    }
    if (w->trial_cost == moved) w->damping = fmax(w->damping * LOOSER, 1e-9);
    free(way);
    return status;
}

// ---- starts alone ----

/// The slope that explains the window best: impacts among the rows spoil some of them.
static hf_status choose_slope(const fit_work *work, fit_window *w, int lane, int index, double *best, hf_error *error)
{
    static const int rows[] = {2, 3, 5, 8, -2, -3, -5, -8};
    int nv = hf_model_v_count(work->model);
    memcpy(best, w->v, (size_t)nv * sizeof *best);
    memcpy(w->trial_v, w->v, (size_t)nv * sizeof *best);
    w->cost = INFINITY;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
    {
        bool well;
        double cost = INFINITY;
        TRY(fit_window_slope(work, w, rows[k], w->trial_v, &well, error));
        if (well) TRY(fit_simulate(work, lane, index, work->p, w->q, w->trial_v, w->trial_r, &cost, NULL, error));
        if (!(cost < w->cost)) continue;
        w->cost = cost;
        memcpy(best, w->trial_v, (size_t)nv * sizeof *best);
    }
    memcpy(w->v, best, (size_t)nv * sizeof *best);
    return HF_STATUS_OK;
}

/// One damped step of the start, parameters as they are. *gain ◄ the share of the cost that it takes away.
static hf_status settle_once(const fit_work *work, fit_window *w, int lane, int index, double *room, double *gain,
                             hf_error *error)
{
    enum
    {
        TRIES = 6
    };
    int n = work->free_count, nv = hf_model_v_count(work->model);
    size_t nq = (size_t)hf_model_q_count(work->model), rows = (size_t)w->residual_count;
    double *far = room, *q = far + rows, *v = q + nq, *dx = v + nv, *L = dx + 2 * nv;
    memset(dx, 0, (size_t)nv * sizeof *dx);
    TRY(fit_simulate(work, lane, index, work->p, w->q, w->v, w->r, &w->cost, NULL, error));
    TRY(along_start(work, lane, index, far, dx, q, v, error));
    square(work, w, 0);
    double before = w->cost;
    for (int k = 0; k < TRIES; k++)
    {
        fit_factor_start(work, w, w->damping, L);
        for (int i = 0; i < n; i++) w->dx[i] = -w->g[i];
        dense_cholesky_solve(n, L, n, 1, w->dx, 1);
        TRY(move_start(work, w, dx, error));
        TRY(fit_simulate(work, lane, index, work->p, w->trial_q, w->trial_v, w->trial_r, &w->trial_cost, NULL, error));
        bool better = w->trial_cost < w->cost;
        w->damping = better ? fmax(w->damping * LOOSER, 1e-9) : w->damping * FIRMER;
        if (!better) continue;
        take_start(work, w);
        break;
    }
    *gain = before > w->cost ? 1.0 - w->cost / before : 0.0;
    return HF_STATUS_OK;
}

static hf_status settle_window(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    enum
    {
        ROUNDS = 8
    };
    static const double ENOUGH = 1e-2; // of the cost
    fit_work *work = context;
    fit_window *w = &work->windows[index];
    int lane = tasks_lane(scratch);
    size_t nq = (size_t)hf_model_q_count(work->model), nv = (size_t)hf_model_v_count(work->model);
    size_t n = (size_t)work->free_count;
    if (w->cost <= work->limit * work->limit * w->residual_count) return HF_STATUS_OK;
    double *room = MEMORY_ARRAY(double, (size_t)w->residual_count + 2 * nq + 4 * nv + n * n + 1), gain = 1.0;
    if (!room) return error_no_memory(error);
    double *kept = room + (size_t)w->residual_count + nq + 3 * nv + n * n, cost = w->cost;
    memcpy(kept, w->q, nq * sizeof *kept);
    memcpy(kept + nq, w->v, nv * sizeof *kept);
    hf_status status = fit_window_place(work, w, error);
    if (status == HF_STATUS_OK) status = choose_slope(work, w, lane, index, room, error);
    for (int k = 0; k < ROUNDS && gain > ENOUGH && status == HF_STATUS_OK; k++)
        status = settle_once(work, w, lane, index, room, &gain, error);
    if (!(w->cost < cost))
    {
        memcpy(w->q, kept, nq * sizeof *kept);
        memcpy(w->v, kept + nq, nv * sizeof *kept);
        w->cost = cost;
    }
    w->damping = 1e-3;
    free(room);
    return status;
}

hf_status fit_settle(fit_work *work, double limit, hf_error *error)
{
    if (work->free_count == 0) return HF_STATUS_OK;
    work->limit = limit;
    return tasks_run(work->pool, work->window_count, settle_window, work, error);
}

hf_status fit_try(fit_work *work, hf_error *error)
{
    return tasks_run(work->pool, work->window_count, try_window, work, error);
}
