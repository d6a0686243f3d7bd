// Derivatives by central differences of whole steps.
//
//   column j   (Φ(x ⊕ ε e_j) ⊖ Φ(x ⊕ -ε e_j)) / 2 ε
//
// The reference that others are compared with, and what takes steps that no other method knows. Every column is two
// steps from the same state, warm start included, in a world of its own, solved more accurately than steps are: what is
// left of a solve is divided by ε. Contacts that change their state within ε make a column that is no derivative;
// hf_border says how near they are. Cost: two steps a column.

#include "world/derivative/derivative.h"

#include "base/arena.h"
#include "base/error.h"
#include "holdfast/sense.h"
#include "model/tangent/chart.h"

#include <math.h>
#include <string.h>

static const double FINEST = 1e-13; // tolerance of a step on trial; where it is not met, 100 times as much, and so on
static const double COARSER = 100.0;

/// What a step makes, in one row of numbers.
typedef struct outcome
{
    double *q, *v, *activation; // layout of mechanism.h
    double *impulse;            // impulse_count
    double *sensor;             // sensor_count
} outcome;

typedef struct differences
{
    derivative_task *task;
    hf_settings settings; // of steps on trial
    double *q, *v;        // where the step begins
    double *x;            // x_count: scratch
    outcome base, plus, minus;
    hf_contact *contacts; // of the step itself
} differences;

static bool outcome_take(const derivative_task *t, outcome *o)
{
    const mechanism *m = &t->world->model->mechanism;
    hf_workspace *w = t->room;
    *o = (outcome){.q = ARENA_ARRAY(w, double, m->q_count),
                   .v = ARENA_ARRAY(w, double, m->v_count),
                   .activation = ARENA_ARRAY(w, double, m->activation_count),
                   .impulse = ARENA_ZEROED(w, double, t->out->impulse_count),
                   .sensor = ARENA_ZEROED(w, double, t->out->sensor_count)};
    return arena_whole(w);
}

/// Impulses of the probe's last step, in the order of the contacts of the step itself; 0 of those that are not there.
static void read_impulses(const differences *d, double *impulse)
{
    const hf_linearization *out = d->task->out;
    const hf_world *probe = d->task->probe;
    memset(impulse, 0, (size_t)out->impulse_count * sizeof *impulse);
    int next = 0;
    for (int k = 0; k < out->contact_count; k++)
    {
        const hf_contact *c = &d->contacts[k];
        for (int j = next; j < probe->contact_count; j++)
        {
            const hf_contact *now = &probe->contacts[j];
            if (now->shape_a != c->shape_a || now->shape_b != c->shape_b || now->id != c->id) continue;
            memcpy(impulse + 6 * k, now->r, sizeof now->r);
            memcpy(impulse + 6 * k + 3, now->moment, sizeof now->moment);
            next = j + 1;
            break;
        }
    }
    memcpy(impulse + 6 * out->contact_count, probe->state.reactions, (size_t)out->reaction_count * sizeof *impulse);
}

static hf_status read_outcome(const differences *d, outcome *o)
{
    const derivative_task *t = d->task;
    const mechanism *m = &t->world->model->mechanism;
    memcpy(o->q, t->probe->view_q, (size_t)m->q_count * sizeof *o->q);
    memcpy(o->v, t->probe->view_v, (size_t)m->v_count * sizeof *o->v);
    if (m->activation_count)
        memcpy(o->activation, t->probe->state.activation, (size_t)m->activation_count * sizeof *o->activation);
    if (d->contacts) read_impulses(d, o->impulse);
    return t->out->sensor_count > 0 ? hf_world_sensors(t->probe, o->sensor, t->error) : HF_STATUS_OK;
}

/// The step from where the probe is.
static hf_status make_step(const differences *d, hf_step_report *report)
{
    derivative_task *t = d->task;
    TRY(hf_world_step(t->probe, t->out->h, report, t->error));
    if (report->substeps > 0) return HF_STATUS_OK;
    return error_set(t->error, HF_STATUS_INVALID,
                     "linearize: the step of %g s at t = %g s fails (residual %.2g); a derivative is of a step that is "
                     "made: shorten it, or see hf_step_report of hf_world_step",
                     t->out->h, t->before->time, report->solve.residual.natural);
}

// ---- what is changed ----

/// Column c of (x, u, p): where it begins, and its value for the width of the difference.
static double width_of(const differences *d, int c)
{
    const derivative_task *t = d->task;
    const hf_linearization *out = t->out;
    const double *width = t->options->difference;
    if (c < out->v_count) return width[0];
    if (c < 2 * out->v_count) return width[1];
    c -= 2 * out->v_count;
    if (c < out->activation_count) return width[2] * (1.0 + fabs(t->before->activation[c]));
    c -= out->activation_count;
    if (c < out->u_count) return width[2] * (1.0 + fabs(t->before->control[c]));
    return width[2] * (1.0 + fabs(parameter_value(t->world, &t->options->parameters[c - out->u_count])));
}

/// The probe begins the step with column c changed by `by`.
static hf_status begin_changed(const differences *d, int c, double by)
{
    const derivative_task *t = d->task;
    const hf_linearization *out = t->out;
    const mechanism *m = &t->world->model->mechanism;
    hf_world *probe = t->probe;
    TRY(derivative_begin(t));
    probe->settings.solver.tolerance = d->settings.solver.tolerance;
    probe->tolerance = d->settings.solver.tolerance;
    int n = out->v_count;
    if (c < 0) return HF_STATUS_OK;
    if (c < 2 * n)
    {
        memcpy(d->q, probe->view_q, (size_t)m->q_count * sizeof *d->q);
        memcpy(d->v, probe->view_v, (size_t)m->v_count * sizeof *d->v);
        if (c < n)
        {
            memset(d->x, 0, (size_t)n * sizeof *d->x);
            d->x[c] = by;
            chart_integrate(t->world->model, d->q, d->x, 1.0);
        }
        else d->v[c - n] += by;
        derivative_probe_place(probe, d->q, d->v);
        return HF_STATUS_OK;
    }
    c -= 2 * n;
    if (c < out->activation_count) probe->state.activation[c] += by;
    c -= out->activation_count;
    if (c >= 0 && c < out->u_count) return hf_world_set_control(probe, c, probe->state.control[c] + by, t->error);
    c -= out->u_count;
    if (c < 0) return HF_STATUS_OK;
    const hf_parameter *p = &t->options->parameters[c];
    return parameter_put(probe, p, derivative_parameter(t, c) + by, t->error);
}

// ---- columns ----

static void put_column(double *matrix, int rows, int columns, int column, const double *plus, const double *minus,
                       double width)
{
    for (int k = 0; matrix && k < rows; k++)
        matrix[(size_t)k * (size_t)columns + (size_t)column] = (plus[k] - minus[k]) / (2.0 * width);
}

static void put_columns(const differences *d, int c, double width)
{
    const derivative_task *t = d->task;
    const hf_linearization *out = t->out;
    int n = out->v_count, a = out->activation_count, which = c < out->x_count ? 0 : 1;
    const int count[3] = {out->x_count, out->u_count, out->p_count};
    c -= which > 0 ? out->x_count : 0;
    if (which == 1 && c >= out->u_count) which = 2, c -= out->u_count;
    double *matrix[3] = {t->A, t->B, t->P}, *x = d->x;
    chart_difference(t->world->model, d->minus.q, d->plus.q, x);
    for (int k = 0; k < n; k++) x[n + k] = d->plus.v[k] - d->minus.v[k];
    for (int k = 0; k < a; k++) x[2 * n + k] = d->plus.activation[k] - d->minus.activation[k];
    for (int k = 0; matrix[which] && k < out->x_count; k++)
        matrix[which][(size_t)k * (size_t)count[which] + (size_t)c] = x[k] / (2.0 * width);
    put_column(t->impulse[which], out->impulse_count, count[which], c, d->plus.impulse, d->minus.impulse, width);
    put_column(t->sensor[which], out->sensor_count, count[which], c, d->plus.sensor, d->minus.sensor, width);
}

static hf_status both_sides(differences *d, int c, double width)
{
    hf_step_report report;
    TRY(begin_changed(d, c, width));
    TRY(make_step(d, &report));
    TRY(read_outcome(d, &d->plus));
    TRY(begin_changed(d, c, -width));
    TRY(make_step(d, &report));
    return read_outcome(d, &d->minus);
}

/// The step itself, as accurately as it can be solved.
static hf_status make_base(differences *d)
{
    derivative_task *t = d->task;
    double asked = t->world->settings.solver.tolerance;
    d->settings = t->world->settings;
    for (double tolerance = FINEST;; tolerance *= COARSER)
    {
        bool last = tolerance >= asked;
        d->settings.solver.tolerance = last ? asked : tolerance;
        TRY(begin_changed(d, -1, 0.0));
        TRY(make_step(d, &t->out->report));
        if (last || t->out->report.certified) break;
    }
    return HF_STATUS_OK;
}

/// Columns from `first` on; what they are added to knows the contacts.
static hf_status find_columns(differences *d, int first)
{
    derivative_task *t = d->task;
    double worst = t->out->report.solve.residual.natural;
    int p = t->out->x_count + t->out->u_count;
    for (int c = first; c < p + t->out->p_count; c++)
    {
        if (first == p && t->known[c - p]) continue;
        double width = width_of(d, c);
        TRY(both_sides(d, c, width));
        put_columns(d, c, width);
        t->out->accuracy = fmax(t->out->accuracy, fmax(worst, 2.2e-16) / width + width * width);
    }
    return HF_STATUS_OK;
}

hf_status derivative_by_differences(derivative_task *t, bool parameters_alone)
{
    differences d = {.task = t};
    const mechanism *m = &t->world->model->mechanism;
    TRY(make_base(&d));
    t->out->numeric |= parameters_alone ? HF_NUMERIC_PARAMETERS : HF_NUMERIC_STEP;
    if (!parameters_alone)
    {
        t->out->method = HF_LINEARIZE_DIFFERENCES;
        if (!derivative_take_impulses(t, t->probe->contact_count)) return error_no_memory(t->error);
        TRY(derivative_read_borders(t));
    }
    d.q = ARENA_ARRAY(t->room, double, m->q_count);
    d.v = ARENA_ARRAY(t->room, double, m->v_count);
    d.x = ARENA_ARRAY(t->room, double, t->out->x_count);
    int own = t->probe->contact_count, known = t->out->contact_count; // a step that is cut may have others
    d.contacts = ARENA_ZEROED(t->room, hf_contact, own > known ? own : known);
    if (!outcome_take(t, &d.base) || !outcome_take(t, &d.plus) || !outcome_take(t, &d.minus))
        return error_no_memory(t->error);
    if (own) memcpy(d.contacts, t->probe->contacts, (size_t)own * sizeof *d.contacts);
    return find_columns(&d, parameters_alone ? t->out->x_count + t->out->u_count : 0);
}
