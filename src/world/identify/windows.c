// What of a table is compared, how noisy it is, which windows it is cut into, and where they start.
//
// Noise. Of a smooth motion third differences of a column are small, of white noise with deviation s they have √20 s:
// their median says s, whatever impacts there are among them.
//
// Starts. q of the first row of a window, as far as it is measured; v from a parabola through the rows behind it, or
// measured. Both are estimated from there on, along with the parameters.

#include "world/identify/identify.h"

#include "model/small_body.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SLOPE_ROWS = 8 // of the parabola
};

/// Tables have so many digits, and steps no more accuracy: noise is not taken to be less of a column's range, of a
/// place that of all places [1, rad].
static const double LEAST_NOISE = 1e-4;

// ---- outputs ----

static hf_status find_outputs(fit_work *work, hf_error *error)
{
    const hf_measurements *m = work->data;
    work->outputs = MEMORY_ARRAY(fit_output, (size_t)m->column_count);
    if (!work->outputs) return error_no_memory(error);
    for (int c = 0; c < m->column_count; c++)
    {
        const measured_column *column = &m->columns[c];
        bool turn = column->kind == COLUMN_TURN;
        if (column->kind != COLUMN_SIGNAL && column->kind != COLUMN_POSITION && (!turn || column->part != 0)) continue;
        work->outputs[work->output_count++] =
            (fit_output){column->kind, column->index, column->part, c, turn ? 3 : 1, 0.0};
        work->row_size += turn ? 3 : 1;
    }
    return HF_STATUS_OK;
}

static bool read_turn(const hf_measurements *m, int row, int body, double q[4])
{
    bool well = true;
    for (int k = 0; k < 4; k++)
    {
        q[k] = measured_value(m, row, measured_find(m, COLUMN_TURN, body, k));
        well &= isfinite(q[k]);
    }
    return well && quat_norm(quat_load(q)) > 0.0;
}

/// x[size] ◄ what an output is in a row, of a turn what it is by from that of row `from`.
static bool read_output(const hf_measurements *m, const fit_output *out, int from, int row, double *x)
{
    double a[4], b[4];
    if (out->kind != COLUMN_TURN)
    {
        x[0] = measured_value(m, row, out->column);
        return isfinite(x[0]);
    }
    if (!read_turn(m, from, out->index, a) || !read_turn(m, row, out->index, b)) return false;
    hf_quaternion_difference(a, b, x);
    return true;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// How far a column goes, of a place any that is one; 1 for turns and where nothing changes.
static double range_of(const hf_measurements *m, const fit_output *out)
{
    double most = 0.0;
    for (int c = 0; c < m->column_count && out->kind != COLUMN_TURN; c++)
    {
        double low = INFINITY, high = -INFINITY;
        if (c != out->column && (out->kind != COLUMN_POSITION || m->columns[c].kind != COLUMN_POSITION)) continue;
        for (int r = 0; r < m->row_count; r++)
            if (isfinite(measured_value(m, r, c)))
                low = fmin(low, measured_value(m, r, c)), high = fmax(high, measured_value(m, r, c));
        most = fmax(most, high - low);
    }
    return most > 0.0 ? most : 1.0;
}

static hf_status estimate_noise(const hf_measurements *m, fit_output *out, hf_error *error)
{
    double *third = MEMORY_ARRAY(double, 3 * (size_t)m->row_count);
    if (!third) return error_no_memory(error);
    size_t count = 0;
    for (int run = 0; run < m->run_count; run++)
        for (int r = m->run_begin[run]; r < m->run_begin[run + 1]; r++)
        {
            double x[4][3];
            bool well = r + 3 < m->run_begin[run + 1];
            for (int k = 0; k < 4; k++) well = well && read_output(m, out, r, r + k, x[k]);
            for (int i = 0; i < out->size && well; i++)
                third[count++] = fabs(x[3][i] - 3.0 * x[2][i] + 3.0 * x[1][i] - x[0][i]);
        }
    qsort(third, count, sizeof *third, ascending);
    double found = count > 0 ? third[count / 2] / (0.6745 * sqrt(20.0)) : 0.0; // the median of a normal deviate
    out->noise = fmax(found, LEAST_NOISE * range_of(m, out));
    free(third);
    return HF_STATUS_OK;
}

static hf_status find_noise(fit_work *work, hf_error *error)
{
    for (int k = 0; k < work->output_count; k++)
    {
        fit_output *out = &work->outputs[k];
        const char *name = work->data->columns[out->column].name;
        if (!work->options.noise) TRY(estimate_noise(work->data, out, error));
        else out->noise = work->options.noise[out->column];
        if (!(out->noise > 0.0) || !isfinite(out->noise))
            return error_set(error, HF_STATUS_INVALID, "identify: noise of column '%s' = %g must be finite and > 0",
                             name, out->noise);
    }
    return HF_STATUS_OK;
}

// ---- coordinates of a row ----

/// q ◄ those that the row measures; mask, of v's layout: which they are. False: one of them is missing in this row.
static bool read_row_q(const fit_work *work, int row, double *q, bool *mask)
{
    const hf_model *model = work->model;
    const hf_measurements *m = work->data;
    const mechanism *mech = &model->mechanism;
    bool well = true;
    for (int c = 0; c < m->column_count; c++)
    {
        if (m->columns[c].kind != COLUMN_SIGNAL) continue;
        hf_signal signal = hf_model_signal(model, m->columns[c].index);
        if (signal.kind != HF_SIGNAL_POSITION) continue;
        q[mech->joint_q[signal.index] + signal.part] = measured_value(m, row, c);
        well &= isfinite(measured_value(m, row, c));
        for (int k = 0; k < joint_v_size(mech->joints[signal.index].kind) && mask; k++)
            mask[mech->joint_v[signal.index] + k] = true;
    }
    for (int b = 1; b < model->body_count; b++)
    {
        if (mech->body_q[b] < 0 || measured_find(m, COLUMN_POSITION, b, 0) < 0) continue;
        double x[7] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
        bool turn = measured_find(m, COLUMN_TURN, b, 0) >= 0;
        for (int k = 0; k < 3; k++)
        {
            int column = measured_find(m, COLUMN_POSITION, b, k);
            x[k] = column < 0 ? NAN : measured_value(m, row, column);
            well &= isfinite(x[k]);
        }
        if (turn) well &= read_turn(m, row, b, x + 3);
        const object_methods *kind = object_of_body(model, b);
        int size = kind->v_size;
        if (kind->q_size == 7) memcpy(q + mech->body_q[b], x, (turn ? 7 : 3) * sizeof *x);
        else if (kind->small && kind->small->coordinates && well)
        {
            body_state s = model->initial[b];
            if (turn) rigid_place(&model->rigid[b], v3_load(x), quat_normalize(quat_load(x + 3)), &s);
            else v3_store(s.x, v3_load(x));
            kind->small->coordinates(model, b, &s, q + mech->body_q[b]);
        }
        for (int k = 0; k < (turn || kind->q_size != 7 ? size : 3) && mask; k++) mask[mech->body_v[b] + k] = true;
    }
    return well;
}

/// Slope at 0 of the parabola through (0, 0) nearest to (t, y); of a line where there is one point.
static double slope(int count, const double *t, const double *y)
{
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0, e = 0.0;
    for (int k = 0; k < count; k++)
    {
        a += t[k] * t[k], b += t[k] * t[k] * t[k], c += t[k] * t[k] * t[k] * t[k];
        d += t[k] * y[k], e += t[k] * t[k] * y[k];
    }
    double det = a * c - b * b;
    return count < 2 || !(det > 1e-12 * a * c) ? d / a : (d * c - e * b) / det;
}

/// Velocities that are measured themselves.
static void read_rates(const fit_work *work, const fit_window *w, double *v)
{
    const hf_measurements *m = work->data;
    for (int c = 0; c < m->column_count; c++)
    {
        if (m->columns[c].kind != COLUMN_SIGNAL) continue;
        hf_signal signal = hf_model_signal(work->model, m->columns[c].index);
        double value = measured_value(m, w->first, c);
        if (signal.kind == HF_SIGNAL_VELOCITY && isfinite(value))
            v[work->model->mechanism.joint_v[signal.index] + signal.part] = value;
    }
}

static int run_of(const hf_measurements *m, int row)
{
    int run = 0;
    while (m->run_begin[run + 1] <= row) run++;
    return run;
}

hf_status fit_window_slope(const fit_work *work, const fit_window *w, int wanted, double *v, bool *well,
                           hf_error *error)
{
    const hf_measurements *m = work->data;
    int nq = hf_model_q_count(work->model), nv = hf_model_v_count(work->model), count = 0, run = run_of(m, w->first);
    int step = wanted < 0 ? -1 : 1, most = abs(wanted) < SLOPE_ROWS ? abs(wanted) : SLOPE_ROWS;
    double *q = memory_copy(w->q, (size_t)nq, sizeof *q), t[SLOPE_ROWS];
    double *way = MEMORY_ARRAY(double, SLOPE_ROWS *(size_t)nv);
    bool *mask = MEMORY_ARRAY(bool, (size_t)nv + 1);
    hf_status status = q && way && mask ? HF_STATUS_OK : error_no_memory(error);
    for (int r = w->first + step; r >= m->run_begin[run] && r < m->run_begin[run + 1] && count < most; r += step)
    {
        if (status != HF_STATUS_OK) break;
        if (!read_row_q(work, r, q, mask)) continue;
        t[count] = measured_value(m, r, m->time) - measured_value(m, w->first, m->time);
        status = hf_model_difference(work->model, w->q, q, way + (size_t)count * (size_t)nv, error);
        count++;
    }
    *well = count > 0 && (wanted > 0 || count == most);
    for (int d = 0; d < nv && *well && status == HF_STATUS_OK; d++)
    {
        double y[SLOPE_ROWS];
        for (int k = 0; k < count; k++) y[k] = way[k * nv + d];
        if (mask[d]) v[d] = slope(count, t, y);
    }
    read_rates(work, w, v);
    free(q);
    free(way);
    free(mask);
    return status;
}

// ---- windows ----

static int last_row(const fit_work *work, int first, int end)
{
    const hf_measurements *m = work->data;
    double begin = measured_value(m, first, m->time);
    int last = first;
    while (last + 1 < end && (!(work->options.window > 0.0) || last == first ||
                              measured_value(m, last, m->time) - begin < work->options.window * (1.0 - 1e-9)))
        last++;
    return last;
}

/// Counts windows, or makes them where there is room.
static int cut(const fit_work *work, fit_window *windows, double *q)
{
    const hf_measurements *m = work->data;
    int count = 0;
    for (int run = 0; run < m->run_count; run++)
        for (int first = m->run_begin[run]; first + 1 < m->run_begin[run + 1];)
        {
            if (!work->options.known_start && !read_row_q(work, first, q, NULL))
            {
                first++;
                continue;
            }
            int last = last_row(work, first, m->run_begin[run + 1]);
            if (windows) windows[count] = (fit_window){.first = first, .last = last};
            count++;
            first = last + 1;
        }
    return count;
}

/// Every velocity is measured, or there is but one window of each run.
static hf_status check_measured(const fit_work *work, const bool *mask, hf_error *error)
{
    const mechanism *m = &work->model->mechanism;
    bool whole = !(work->options.window > 0.0);
    for (int j = 0; j < m->joint_count && !whole; j++)
        if (!mask[m->joint_v[j]])
            return error_set(error, HF_STATUS_INVALID,
                             "identify: joint '%s' is not measured, so that no window but the first knows where it is: "
                             "add a column '%s.q', or take windows of length 0 (whole runs)",
                             m->joints[j].name ? m->joints[j].name : "",
                             m->joints[j].name ? m->joints[j].name : "joint");
    for (int b = 1; b < work->model->body_count && !whole; b++)
        if (m->body_v[b] >= 0 && !mask[m->body_v[b]])
            return error_set(error, HF_STATUS_INVALID,
                             "identify: body '%s' moves and is not measured, so that no window but the first knows "
                             "where it is: add columns for its pose, or take windows of length 0 (whole runs)",
                             work->model->bodies[b].name ? work->model->bodies[b].name : "");
    return HF_STATUS_OK;
}

/// Widths of differences: a deviation of what is measured there, and what that is of a velocity over the window.
static void find_widths(fit_work *work)
{
    const hf_measurements *m = work->data;
    const hf_model *model = work->model;
    int nv = hf_model_v_count(model);
    double place = 0.0, time = work->options.window;
    for (int k = 0; k < work->output_count; k++) place = fmax(place, fmin(work->outputs[k].noise, 1e-2));
    if (!(time > 0.0)) time = measured_value(m, m->run_begin[1] - 1, m->time) - measured_value(m, 0, m->time);
    for (int k = 0; k < work->free_count; k++)
    {
        int d = work->free_tangent[k];
        work->width[k] = fmax(1e-6, d < nv ? place : 2.0 * place / time);
    }
}

static hf_status allocate_window(const fit_work *work, fit_window *w, hf_error *error)
{
    size_t nq = (size_t)hf_model_q_count(work->model), nv = (size_t)hf_model_v_count(work->model);
    size_t n = (size_t)(w->last - w->first + 1) * (size_t)work->row_size;
    size_t x = (size_t)work->free_count, p = (size_t)work->parameter_count;
    struct
    {
        double **to;
        size_t size;
    } rooms[] = {{&w->q, nq},     {&w->v, nv},     {&w->trial_q, nq}, {&w->trial_v, nv}, {&w->r, n}, {&w->trial_r, n},
                 {&w->Jx, n * x}, {&w->Jp, n * p}, {&w->G, x * x},    {&w->K, x * p},    {&w->g, x}, {&w->dx, x}};
    w->residual_count = (int)n;
    for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++)
    {
        *rooms[k].to = MEMORY_ARRAY(double, rooms[k].size + 1);
        if (!*rooms[k].to) return error_no_memory(error);
    }
    return HF_STATUS_OK;
}

hf_status fit_window_place(const fit_work *work, fit_window *w, hf_error *error)
{
    size_t nq = (size_t)hf_model_q_count(work->model), nv = (size_t)hf_model_v_count(work->model);
    bool well;
    memcpy(w->q, work->start_q, nq * sizeof *w->q);
    memcpy(w->v, work->start_v, nv * sizeof *w->v);
    if (work->options.known_start) return HF_STATUS_OK;
    (void)read_row_q(work, w->first, w->q, NULL);
    return fit_window_slope(work, w, SLOPE_ROWS, w->v, &well, error);
}

hf_status fit_windows_reset(fit_work *work, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < work->window_count && status == HF_STATUS_OK; k++)
    {
        fit_window *w = &work->windows[k];
        w->damping = 1e-3;
        w->cost = INFINITY;
        status = fit_window_place(work, w, error);
    }
    return status;
}

hf_status fit_windows_make(fit_work *work, hf_error *error)
{
    int nq = hf_model_q_count(work->model), nv = hf_model_v_count(work->model);
    TRY(find_outputs(work, error));
    TRY(find_noise(work, error));
    double *q = MEMORY_ARRAY(double, (size_t)nq + 1);
    bool *mask = MEMORY_ARRAY(bool, (size_t)nv + 1);
    work->free_tangent = MEMORY_ARRAY(int, 2 * (size_t)nv + 1);
    work->width = MEMORY_ARRAY(double, 2 * (size_t)nv + 1);
    hf_status status = q && mask && work->free_tangent && work->width ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        work->window_count = cut(work, NULL, q);
        work->windows = MEMORY_ARRAY(fit_window, (size_t)work->window_count + 1);
        if (!work->windows) status = error_no_memory(error);
    }
    if (status == HF_STATUS_OK && work->window_count == 0)
        status = error_set(error, HF_STATUS_INVALID,
                           "identify: no window can start: a row with all measured coordinates and another behind it "
                           "are needed");
    if (status == HF_STATUS_OK)
    {
        cut(work, work->windows, q);
        if (!work->options.known_start) (void)read_row_q(work, work->windows[0].first, q, mask);
        if (!work->options.known_start) status = check_measured(work, mask, error);
        for (int k = 0; k < 2 * nv; k++)
            if (mask[k % nv]) work->free_tangent[work->free_count++] = k;
        find_widths(work);
    }
    for (int k = 0; k < work->window_count && status == HF_STATUS_OK; k++)
        status = allocate_window(work, &work->windows[k], error);
    free(q);
    free(mask);
    return status;
}

void fit_windows_free(fit_work *work)
{
    for (int k = 0; k < work->window_count && work->windows; k++)
    {
        fit_window *w = &work->windows[k];
        double *all[] = {w->q, w->v, w->trial_q, w->trial_v, w->r, w->trial_r, w->Jx, w->Jp, w->G, w->K, w->g, w->dx};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    }
    free(work->windows);
    free(work->outputs);
    free(work->free_tangent);
    free(work->width);
}
