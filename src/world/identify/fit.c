// Gauss and Newton's method for parameters and the states that windows start from (Levenberg 1944, Marquardt 1963).
//
// With dx_w the change of a window's start and dp that of the parameters, one window's equations are
//
//     G dx + K dp = -g,     Kᵀ dx + (Jpᵀ Jp) dp = -Jpᵀ r
//
// dx is eliminated window by window, each with a damping of its own, G = L Lᵀ:
//
//     S = Σ Jpᵀ Jp - Kᵀ G⁻¹ K,    s = Σ Jpᵀ r - Kᵀ G⁻¹ g,    S dp = -s
//
// Damping adds a share of the diagonals. S without damping, by relative changes of the parameters, is the inverse of
// their covariance: its eigenvalues say what the data determine.

#include "world/identify/identify.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/tasks.h"
#include "linalg/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What the data do not feel stays: a share of the largest diagonal entry.
static const double RIDGE = 1e-10;

/// Differences by parameters are of this share of them.
static const double WIDTH = 0.01;

/// It ends where the step of the parameters gains less than this of what one residual has, or noise: they are within
/// some hundredths of their standard errors, whatever the starts of windows still gain.
static const double GAIN = 1e-3;

/// Windows whose residuals are so many times the usual ones look for another start.
static const double UNUSUAL = 2.0;

hf_fit_options hf_fit_options_default(void)
{
    return (hf_fit_options){.window = 0.2, .starts = 3, .seed = 1, .iterations = 30, .threads = 1};
}

// ---- the equations ----

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct normal_equations
{
    double *S, *s; // of the parameters
    double *L, *X; // of one window: the factor, and G⁻¹ (K, g)
    double *costs; // of windows: scratch
} normal_equations;

/// X ◄ (G + …)⁻¹ (K, g), column by column.
static void solve_start(const fit_work *work, const fit_window *w, const double *L, double *X)
{
    int n = work->free_count, p = work->parameter_count;
    for (int c = 0; c <= p; c++)
    {
        double *x = X + c * n;
        for (int i = 0; i < n; i++) x[i] = c < p ? w->K[i * p + c] : w->g[i];
        if (n > 0) dense_cholesky_solve(n, L, n, 1, x, 1);
    }
}

static void add_window(const fit_work *work, const fit_window *w, bool damped, normal_equations *e)
{
    int n = work->free_count, p = work->parameter_count;
    double weight = damped ? 1.0 / (1.0 + w->cost / w->residual_count) : 1.0;
    fit_factor_start(work, w, damped ? w->damping : 0.0, e->L);
    solve_start(work, w, e->L, e->X);
    for (int r = 0; r < w->residual_count; r++)
        for (int i = 0; i < p; i++)
        {
            double J = weight * w->Jp[r * p + i];
            e->s[i] += J * w->r[r];
            for (int j = 0; j < p; j++) e->S[i * p + j] += J * w->Jp[r * p + j];
        }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < p; i++)
        {
            double K = weight * w->K[k * p + i];
            e->s[i] -= K * e->X[p * n + k];
            for (int j = 0; j < p; j++) e->S[i * p + j] -= K * e->X[j * n + k];
        }
}

static void assemble(const fit_work *work, bool damped, normal_equations *e)
{
    size_t p = (size_t)work->parameter_count;
    memset(e->S, 0, p * p * sizeof *e->S);
    memset(e->s, 0, p * sizeof *e->s);
    for (int k = 0; k < work->window_count; k++) add_window(work, &work->windows[k], damped, e);
}

/// dp, and dx of every window, at this damping; trial_p. Returns what dp is expected to gain.
static double find_step(fit_work *work, double damping, normal_equations *e, double *dp)
{
    int n = work->free_count, p = work->parameter_count;
    assemble(work, true, e);
    double most = 0.0, gain = 0.0;
    for (int i = 0; i < p; i++) most = fmax(most, e->S[i * p + i]), dp[i] = -e->s[i];
    for (int i = 0; i < p; i++)
        e->S[i * p + i] += damping * fmax(e->S[i * p + i], 0.0) + RIDGE * most + (most > 0.0 ? 0.0 : 1.0);
    if (dense_cholesky(p, e->S, p) == 0) dense_cholesky_solve(p, e->S, p, 1, dp, 1);
    else memset(dp, 0, (size_t)p * sizeof *dp);
    for (int i = 0; i < p; i++)
    {
        const hf_fit_parameter *own = &work->parameters[i];
        double limit = work->scales[i].logarithmic ? 1.0 : INFINITY; // no more than a factor e at once
        work->trial_p[i] = work->p[i] + fmin(fmax(dp[i], -limit), limit);
        if (!work->scales[i].logarithmic) work->trial_p[i] = fmin(fmax(work->trial_p[i], own->least), own->most);
        dp[i] = work->trial_p[i] - work->p[i];
        gain -= e->s[i] * dp[i];
    }
    for (int k = 0; k < work->window_count; k++)
    {
        fit_window *w = &work->windows[k];
        fit_factor_start(work, w, w->damping, e->L);
        solve_start(work, w, e->L, e->X);
        for (int i = 0; i < n; i++)
        {
            w->dx[i] = -e->X[p * n + i];
            for (int j = 0; j < p; j++) w->dx[i] -= e->X[j * n + i] * dp[j];
        }
    }
    return gain;
}

static double sum_of_squares(const fit_work *work)
{
    double sum = 0.0;
    for (int k = 0; k < work->window_count; k++) sum += work->windows[k].cost;
    return sum;
}

/// What descends: Σ n log(1 + cost / n), so that a window that is not explained yet, as one whose start is far off,
/// decides no more than one that is. Near the end, where cost is n, it is Σ cost but for a factor.
static double sum_of_costs(const fit_work *work, bool trial)
{
    double sum = 0.0;
    for (int k = 0; k < work->window_count; k++)
    {
        const fit_window *w = &work->windows[k];
        sum += w->residual_count * real_log(1.0 + (trial ? w->trial_cost : w->cost) / w->residual_count);
    }
    return sum;
}

/// The middle one of the windows' residuals, in units of the noise, and at least 1.
static double usual_residual(const fit_work *work, double *room)
{
    for (int k = 0; k < work->window_count; k++)
        room[k] = sqrt(work->windows[k].cost / work->windows[k].residual_count);
    qsort(room, (size_t)work->window_count, sizeof *room, ascending);
    return fmax(room[work->window_count / 2], 1.0);
}

static void take_trial(fit_work *work)
{
    size_t nq = (size_t)hf_model_q_count(work->model), nv = (size_t)hf_model_v_count(work->model);
    memcpy(work->p, work->trial_p, (size_t)work->parameter_count * sizeof *work->p);
    for (int k = 0; k < work->window_count; k++)
    {
        fit_window *w = &work->windows[k];
        memcpy(w->q, w->trial_q, nq * sizeof *w->q);
        memcpy(w->v, w->trial_v, nv * sizeof *w->v);
        w->cost = w->trial_cost;
    }
}

/// One accepted step of everything. *ended: there is none, or it gains next to nothing.
static hf_status step_down(fit_work *work, normal_equations *e, double *dp, int left, double *damping, bool *ended,
                           hf_error *error)
{
    static const double FIRMER = 8.0, LOOSER = 0.2, FIRMEST = 1e6;
    double cost = sum_of_costs(work, false), usual = usual_residual(work, e->costs);
    double trial = INFINITY, gain = INFINITY;
    for (; *damping <= FIRMEST; *damping *= FIRMER)
    {
        gain = find_step(work, *damping, e, dp);
        TRY(fit_try(work, error));
        trial = sum_of_costs(work, true);
        if (trial < cost) break;
    }
    *ended = !(trial < cost);
    if (*ended) return HF_STATUS_OK;
    take_trial(work);
    TRY(fit_settle(work, UNUSUAL * usual, error));
    *ended = *damping < 1.0 && gain <= GAIN * fmax(sum_of_squares(work) / left, 1.0);
    *damping = fmax(*damping * LOOSER, 1e-9);
    return fit_linearize(work, error);
}

/// From work->p, to where all is linearized. Windows begin anew from what they measure.
static hf_status descend(fit_work *work, normal_equations *e, double *dp, int left, double *cost, int *iterations,
                         hf_error *error)
{
    static const double FIRST = 1e-3;
    double damping = FIRST;
    bool ended = false;
    TRY(fit_windows_reset(work, error));
    TRY(fit_settle(work, 0.0, error));
    TRY(fit_linearize(work, error));
    for (int k = 0; k < work->options.iterations && !ended; k++, ++*iterations)
        TRY(step_down(work, e, dp, left, &damping, &ended, error));
    *cost = sum_of_squares(work);
    return HF_STATUS_OK;
}

// ---- what the data determine ----

/// What a relative change is of: the range, or the value as it is or was; 1 where both are 0.
static double typical(const fit_work *work, int k)
{
    const hf_fit_parameter *p = &work->parameters[k];
    double now = fabs(fit_value_of(work, k, work->p[k])), before = fabs(fit_value_of(work, k, work->before[k]));
    if (isfinite(p->most - p->least)) return p->most - p->least;
    return fmax(now, before) > 0.0 ? fmax(now, before) : 1.0;
}

/// What the variable changes by then.
static double unit_of(const fit_work *work, int k)
{
    return work->scales[k].logarithmic ? typical(work, k) / fit_value_of(work, k, work->p[k]) : typical(work, k);
}

static hf_status judge(const fit_work *work, normal_equations *e, hf_fit *fit, hf_error *error)
{
    int p = work->parameter_count;
    dense_work size = dense_symmetric_eigen_work(p);
    double *room = MEMORY_ARRAY(double, (size_t)size.doubles + (size_t)p + 1), *eigen = room + size.doubles;
    int *iroom = MEMORY_ARRAY(int, (size_t)size.ints + 1);
    hf_status status = room && iroom ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        assemble(work, false, e);
        for (int i = 0; i < p; i++)
            for (int j = 0; j < p; j++) e->S[i * p + j] *= unit_of(work, i) * unit_of(work, j);
        if (!dense_symmetric_eigen(p, e->S, p, eigen, size, room, iroom)) memset(eigen, 0, (size_t)p * sizeof *eigen);
        for (int k = 0; k < p; k++)
        {
            fit->singular[k] = sqrt(fmax(eigen[p - 1 - k], 0.0));
            for (int i = 0; i < p; i++) fit->directions[k * p + i] = e->S[i * p + p - 1 - k];
        }
    }
    free(room);
    free(iroom);
    return status;
}

/// Covariance by relative changes ◄ Σ directionᵀ direction / singular². Noise is no less than it was taken for.
static void find_errors(const fit_work *work, hf_fit *fit)
{
    int p = work->parameter_count;
    double noise = fmax(fit->spread, 1.0);
    for (int i = 0; i < p; i++)
        for (int j = 0; j < p; j++)
        {
            double sum = 0.0;
            for (int k = 0; k < p; k++)
            {
                double s = fmax(fit->singular[k], 1e-150);
                sum += fit->directions[k * p + i] * fit->directions[k * p + j] / (s * s);
            }
            fit->correlation[i * p + j] = noise * noise * sum;
        }
    for (int i = 0; i < p; i++)
    {
        hf_fit_value *value = &fit->values[i];
        double relative = sqrt(fit->correlation[i * p + i]), scale = typical(work, i);
        *value = (hf_fit_value){.value = fit_value_of(work, i, work->p[i]),
                                .error = relative < 1e12 ? relative * scale : INFINITY,
                                .determined = relative < 1.0,
                                .before = fit_value_of(work, i, work->before[i])};
    }
    for (int i = 0; i < p; i++)
        for (int j = 0; j < i; j++)
        {
            double both = sqrt(fit->correlation[i * p + i] * fit->correlation[j * p + j]);
            fit->correlation[i * p + j] = fit->correlation[j * p + i] = fit->correlation[i * p + j] / both;
        }
    for (int i = 0; i < p; i++) fit->correlation[i * p + i] = 1.0;
}

static hf_status simulate_all(fit_work *work, hf_fit *fit, hf_error *error)
{
    const hf_measurements *m = work->data;
    for (int r = 0; r < m->row_count; r++)
        for (int c = 0; c < m->column_count; c++)
        {
            bool given = m->columns[c].kind == COLUMN_TIME || m->columns[c].kind == COLUMN_RUN ||
                         m->columns[c].kind == COLUMN_CONTROL;
            fit->simulated[(size_t)r * (size_t)m->column_count + (size_t)c] = given ? measured_value(m, r, c) : NAN;
        }
    for (int k = 0; k < work->window_count; k++)
    {
        fit_window *w = &work->windows[k];
        double cost;
        TRY(fit_simulate(work, 0, k, work->p, w->q, w->v, w->trial_r, &cost, fit->simulated, error));
    }
    return HF_STATUS_OK;
}

// ---- a fit ----

static hf_status check(const fit_work *work, hf_error *error)
{
    const hf_fit_options *o = &work->options;
    if (work->data->model != work->model)
        return error_set(error, HF_STATUS_INVALID, "identify: the measurements were read for another model");
    if (hf_model_v_count(work->model) == 0)
        return error_set(error, HF_STATUS_INVALID,
                         "identify: nothing moves in this model; take one with joints or "
                         "free bodies");
    if (work->parameter_count < 1)
        return error_set(error, HF_STATUS_INVALID, "identify: no parameters to find; name some, as mu or mass:cube");
    if (!(o->window >= 0.0) || !isfinite(o->window))
        return error_set(error, HF_STATUS_INVALID, "identify: window = %g must be finite and >= 0", o->window);
    if (!(o->timestep >= 0.0) || !isfinite(o->timestep))
        return error_set(error, HF_STATUS_INVALID, "identify: timestep = %g must be finite and >= 0", o->timestep);
    if (o->starts < 1 || o->iterations < 1 || o->threads < 1)
        return error_set(error, HF_STATUS_INVALID, "identify: starts = %d, iterations = %d, threads = %d: must be >= 1",
                         o->starts, o->iterations, o->threads);
    return HF_STATUS_OK;
}

static hf_status read_parameters(fit_work *work, hf_error *error)
{
    for (int k = 0; k < work->parameter_count; k++)
    {
        const hf_fit_parameter *p = &work->parameters[k];
        double value = 0.0;
        if (p->count < 1 || p->count > HF_FIT_PARTS || !(p->least < p->most))
            return error_set(error, HF_STATUS_INVALID, "identify: parameter %d, '%s': %d parts, bounds %g and %g", k,
                             p->name, p->count, p->least, p->most);
        for (int i = 0; i < k; i++)
            if (strcmp(work->parameters[i].name, p->name) == 0)
                return error_set(error, HF_STATUS_INVALID, "identify: '%s' is named twice", p->name);
        for (int i = 0; i < p->count; i++) // shared: the largest, which of friction is what counts
        {
            double part;
            TRY(hf_world_parameter(work->worlds[0], &p->parts[i], &part, error));
            value = i == 0 ? part : fmax(value, part);
        }
        bool logarithmic =
            p->parts[0].kind != HF_PARAMETER_FRICTION && p->least >= 0.0 && isinf(p->most) && value > 0.0;
        double size = isfinite(p->most - p->least) ? p->most - p->least : value != 0.0 ? fabs(value) : 1.0;
        work->scales[k] = (fit_scale){logarithmic, logarithmic ? WIDTH : WIDTH * size};
        work->before[k] = work->p[k] = fit_variable_of(work, k, fmin(fmax(value, p->least), p->most));
    }
    return HF_STATUS_OK;
}

static hf_status make_worlds(fit_work *work, hf_error *error)
{
    TRY(hf_workspace_create(&work->pool, error));
    int wanted = work->options.threads < work->data->row_count ? work->options.threads : work->data->row_count;
    work->lane_count = hf_workspace_set_threads(work->pool, wanted);
    hf_workspace_set_interrupt(work->pool, work->options.interrupt, work->options.interrupt_context);
    work->worlds = MEMORY_ARRAY(hf_world *, (size_t)work->lane_count);
    if (!work->worlds) return error_no_memory(error);
    for (int k = 0; k < work->lane_count; k++)
    {
        TRY(hf_world_create(work->model, &work->worlds[k], error));
        hf_world_set_interrupt(work->worlds[k], work->options.interrupt, work->options.interrupt_context);
    }
    hf_world *first = work->worlds[0];
    work->start_size = hf_world_state_size(first);
    work->start = MEMORY_ARRAY(char, work->start_size);
    work->start_q = memory_copy(hf_world_q(first), (size_t)hf_model_q_count(work->model), sizeof(double));
    work->start_v = memory_copy(hf_world_v(first), (size_t)hf_model_v_count(work->model), sizeof(double));
    if (!work->start || !work->start_q || !work->start_v) return error_no_memory(error);
    hf_world_state_save(first, work->start);
    work->settings = hf_model_settings(work->model);
    work->h = work->options.timestep > 0.0 ? work->options.timestep : work->settings.step.timestep;
    return HF_STATUS_OK;
}

static hf_status open_work(fit_work *work, hf_error *error)
{
    size_t p = (size_t)work->parameter_count;
    TRY(check(work, error));
    if (work->options.known_start) work->options.window = 0.0;
    TRY(make_worlds(work, error));
    work->scales = MEMORY_ARRAY(fit_scale, p);
    work->before = MEMORY_ARRAY(double, p);
    work->p = MEMORY_ARRAY(double, p);
    work->trial_p = MEMORY_ARRAY(double, p);
    work->lane_p = MEMORY_ARRAY(double, p *(size_t)work->lane_count);
    work->lane_set = MEMORY_ARRAY(bool, (size_t)work->lane_count);
    if (!work->lane_p || !work->lane_set) return error_no_memory(error);
    if (!work->scales || !work->before || !work->p || !work->trial_p) return error_no_memory(error);
    TRY(read_parameters(work, error));
    return fit_windows_make(work, error);
}

static void close_work(fit_work *work)
{
    fit_windows_free(work);
    for (int k = 0; k < work->lane_count && work->worlds; k++) hf_world_destroy(work->worlds[k]);
    hf_workspace_destroy(work->pool);
    void *all[] = {work->worlds, work->start, work->start_q, work->start_v, work->scales,
                   work->before, work->p,     work->trial_p, work->lane_p,  work->lane_set};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
}

/// The first start is the model's, others are within a factor of 4, or anywhere within bounds.
static void choose_start(fit_work *work, int start, random_state *random)
{
    for (int k = 0; k < work->parameter_count; k++)
    {
        const hf_fit_parameter *p = &work->parameters[k];
        double from = work->before[k], share = random_between(random, -1.0, 1.0);
        if (start == 0) work->p[k] = from;
        else if (work->scales[k].logarithmic) work->p[k] = from + share * 1.3862943611198906; // log 4
        else if (isfinite(p->most - p->least)) work->p[k] = p->least + 0.5 * (1.0 + share) * (p->most - p->least);
        else work->p[k] = fmin(fmax(from + share * fmax(fabs(from), 1.0), p->least), p->most);
    }
}

static hf_fit *make_fit(const fit_work *work)
{
    size_t p = (size_t)work->parameter_count;
    hf_fit *fit = MEMORY_ARRAY(hf_fit, 1);
    if (!fit) return NULL;
    fit->parameter_count = (int)p;
    fit->values = MEMORY_ARRAY(hf_fit_value, p);
    fit->singular = MEMORY_ARRAY(double, p);
    fit->directions = MEMORY_ARRAY(double, p *p);
    fit->correlation = MEMORY_ARRAY(double, p *p);
    fit->simulated = MEMORY_ARRAY(double, (size_t)work->data->row_count *(size_t)work->data->column_count);
    if (fit->values && fit->singular && fit->directions && fit->correlation && fit->simulated) return fit;
    hf_fit_destroy(fit);
    return NULL;
}

void hf_fit_destroy(hf_fit *fit)
{
    if (!fit) return;
    free(fit->values);
    free(fit->singular);
    free(fit->directions);
    free(fit->correlation);
    free(fit->simulated);
    free(fit);
}

/// How many numbers there are, against how many are looked for.
static hf_status count(const fit_work *work, hf_fit *fit, hf_error *error)
{
    const hf_measurements *m = work->data;
    fit->window_count = work->window_count;
    fit->state_count = work->window_count * work->free_count;
    for (int k = 0; k < work->window_count; k++)
        for (int r = work->windows[k].first; r <= work->windows[k].last; r++)
            for (int i = 0; i < work->output_count; i++)
                if (isfinite(measured_value(m, r, work->outputs[i].column)))
                    fit->residual_count += work->outputs[i].size;
    int wanted = fit->state_count + work->parameter_count;
    if (fit->residual_count > wanted) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID,
                     "identify: %d numbers were measured, and %d are looked for: %d parameters and %d numbers of the "
                     "states that %d windows start from; take longer windows, fewer parameters, or more data",
                     fit->residual_count, wanted, work->parameter_count, fit->state_count, work->window_count);
}

/// All starts, and the best one once more from where it ended: some of its windows may have come to stand in minima of
/// their own on the way. ends: starts × parameter_count.
static hf_status run_starts(fit_work *work, normal_equations *e, double *dp, double *ends, hf_fit *fit, hf_error *error)
{
    int p = work->parameter_count, best = 0, left = fit->residual_count - fit->state_count - p;
    random_state random = random_seed(work->options.seed);
    fit->cost = INFINITY;
    for (int start = 0; start < work->options.starts; start++)
    {
        double cost;
        choose_start(work, start, &random);
        TRY(descend(work, e, dp, left, &cost, &fit->iterations, error));
        memcpy(ends + start * p, work->p, (size_t)p * sizeof *ends);
        if (cost < fit->cost) best = start, fit->cost = cost;
    }
    memcpy(work->p, ends + best * p, (size_t)p * sizeof *work->p);
    TRY(descend(work, e, dp, left, &fit->cost, &fit->iterations, error));
    if (isfinite(fit->cost)) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID,
                     "identify: steps fail from every start; try shorter windows or steps, "
                     "and look at the scene with 'holdfast run'");
}

static hf_status solve(fit_work *work, hf_fit *fit, hf_error *error)
{
    size_t p = (size_t)work->parameter_count, x = (size_t)work->free_count, starts = (size_t)work->options.starts;
    double *room =
        MEMORY_ARRAY(double, p *p + 2 * p + x * x + (p + 1) * (x + 1) + starts * p + (size_t)work->window_count);
    if (!room) return error_no_memory(error);
    normal_equations e = {room, room + p * p, room + p * p + p, room + p * p + p + x * x, NULL};
    double *dp = e.X + (p + 1) * (x + 1), *ends = dp + p;
    e.costs = ends + starts * p;
    hf_status status = fit_windows_reset(work, error);
    if (status == HF_STATUS_OK) status = fit_linearize(work, error);
    fit->cost_before = sum_of_squares(work);
    if (status == HF_STATUS_OK) status = run_starts(work, &e, dp, ends, fit, error);
    fit->starts = work->options.starts;
    fit->cost = sum_of_squares(work);
    fit->spread = sqrt(fit->cost / (double)(fit->residual_count - fit->state_count - (int)p));
    if (status == HF_STATUS_OK) status = judge(work, &e, fit, error);
    if (status == HF_STATUS_OK)
    {
        find_errors(work, fit);
        for (size_t s = 0; s < starts; s++)
        {
            bool near = true;
            for (size_t k = 0; k < p; k++)
            {
                double far = fabs(fit_value_of(work, (int)k, ends[s * p + k]) - fit->values[k].value);
                near &=
                    !fit->values[k].determined || far <= fmax(fit->values[k].error, 1e-3 * fabs(fit->values[k].value));
            }
            fit->agreed += near;
        }
        status = simulate_all(work, fit, error);
    }
    free(room);
    return status;
}

hf_status hf_identify(const hf_model *model, const hf_measurements *measurements, int parameter_count,
                      const hf_fit_parameter *parameters, const hf_fit_options *options, hf_fit **result,
                      hf_error *error)
{
    *result = NULL;
    fit_work work = {.model = model,
                     .data = measurements,
                     .options = options ? *options : hf_fit_options_default(),
                     .parameter_count = parameter_count,
                     .parameters = parameters};
    hf_fit *fit = NULL;
    hf_status status = open_work(&work, error);
    if (status == HF_STATUS_OK && !(fit = make_fit(&work))) status = error_no_memory(error);
    if (status == HF_STATUS_OK) status = count(&work, fit, error);
    if (status == HF_STATUS_OK) status = solve(&work, fit, error);
    if (work.pool) status = workspace_leave(work.pool, status, error);
    close_work(&work);
    if (status == HF_STATUS_OK) *result = fit;
    else hf_fit_destroy(fit);
    return status;
}
