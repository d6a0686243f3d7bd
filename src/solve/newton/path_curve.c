// Points on a piece of the path, and the linear systems that lead to them.
//
// With y the unknowns of the piece and the parameter, a piece is the curve G(y) = 0, one equation short. One row c more
// makes the system square, and three rows are all it takes (Keller 1977; Allgower and Georg 1990):
//   the last tangent           → the next tangent, pointing the same way; and Newton steps perpendicular to it
//   the gradient of an event   → Newton steps on { G = 0, event = 0 }: the end of the piece
//   the gradient of the event that has just been crossed, as the new piece sees it: it must grow, so the tangent there
//   points into the piece
// Turning points of the parameter are points like any other.

#include "solve/newton/path.h"

#include "base/elementary.h"
#include "linalg/block.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    NEWTON_STEPS = 6
};
// Goal for G, relative to x and q: where W is nearly singular, a small G does not mean that the path is near.
static const double ACCURATE = 1e-14;
static const double USABLE = 1e-9; // where rounding lets it fall no further
static const double FAR = 1e3;     // a Newton step so many times longer than x leads nowhere
static const double EPSILON_MACHINE = 2.3e-16;
static const double TOLERANCE_MIN = 1e-12;

double path_epsilon(const path_run *run, const path_point *point)
{
    return run->kind == PATH_WEIGHT ? real_exp(point->parameter) : run->epsilon;
}

void path_product(const path_run *run, double epsilon, const double *x, double *y)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        double *y_i = y + p->offset[i];
        for (int a = 0; a < p->size[i]; a++) y_i[a] = epsilon * x[p->offset[i] + a];
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            block_gemv(p->size[i], p->size[j], run->A + block_at(p, k), x + p->offset[j], y_i);
        }
    }
}

void path_renew(path_run *run)
{
    run->first = newton_system_number(run->system, run->moves);
    run->unknowns = run->first[run->problem->block_count];
}

void path_evaluate(path_run *run, path_point *point)
{
    const hf_problem *p = run->problem;
    double epsilon = path_epsilon(run, point);
    work_charge(&run->work, work_of_product(p) + work_price.step_block * p->block_count);
    path_product(run, epsilon, point->x, point->u);
    for (int k = 0; k < p->dimension; k++)
    {
        point->u[k] += run->q[k];
        if (run->kind == PATH_PUSH) point->u[k] += point->parameter * run->push[k];
        run->along[k] = run->kind == PATH_PUSH ? run->push[k] : epsilon * point->x[k];
    }
    for (int i = 0; i < p->block_count; i++)
    {
        int k = p->offset[i];
        path_equations(&run->laws[i], run->pieces[i], point->x + k, point->angle[i], point->u + k, &run->moves[i]);
    }
}

void path_copy(const path_run *run, const path_point *from, path_point *to)
{
    memcpy(to->x, from->x, (size_t)run->problem->dimension * sizeof *to->x);
    memcpy(to->angle, from->angle, (size_t)run->problem->block_count * sizeof *to->angle);
    to->parameter = from->parameter;
}

void path_step(const path_run *run, const double *y, double length, path_point *point)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        double part[PLAIN_SIZE_MAX] = {0.0};
        int n = run->first[i + 1] - run->first[i];
        for (int k = 0; k < n; k++) part[k] = length * y[run->first[i] + k];
        path_move(&run->laws[i], run->pieces[i], part, point->x + p->offset[i], &point->angle[i]);
    }
    point->parameter += length * y[run->unknowns];
}

/// Offers r to the best iterates: on the path of ε alone, where it solves a problem near the original one.
void path_offer(path_run *run, const path_point *point)
{
    const hf_problem *p = run->problem;
    double epsilon = path_epsilon(run, point), natural = 0.0, fastest = 0.0;
    double *r = run->dx;
    if (run->kind != PATH_WEIGHT) return;
    for (int i = 0; i < p->block_count; i++)
    {
        double u[PLAIN_SIZE_MAX], to_velocity = run->unit * run->unit / run->scale[i];
        for (int k = 0; k < p->size[i]; k++)
        {
            double x = point->x[p->offset[i] + k];
            r[p->offset[i] + k] = run->scale[i] * x;
            u[k] = to_velocity * (point->u[p->offset[i] + k] - epsilon * x);
            fastest = fmax(fastest, fabs(to_velocity * x));
        }
        natural += law_natural_square(p, i, r + p->offset[i], u);
    }
    natural = sqrt(natural) / (1.0 + p->norm_b);
    // An r so large that u drowns in its rounding would look good by chance.
    bool sound = EPSILON_MACHINE * fastest <= fmax(run->common->tolerance, TOLERANCE_MIN) * (1.0 + p->norm_b);
    if (sound) best_offer(&run->best, p, r, natural);
}

// ---- linear systems ----

/// rhs ◄ the bordered matrix's solution. The point must have been evaluated last.
static hf_status solve_bordered(path_run *run, const path_point *point, const double *border, bool *regular,
                                hf_error *error)
{
    run->report->iterations++;
    return newton_system_bordered(run->system, run->moves, path_epsilon(run, point), run->along, border, run->rhs,
                                  regular, error);
}

/// rhs ◄ -G, and zero for the border.
static void residual_of(path_run *run)
{
    for (int i = 0; i < run->problem->block_count; i++)
        for (int k = 0; k < run->moves[i].free; k++) run->rhs[run->first[i] + k] = run->moves[i].target[k];
    run->rhs[run->unknowns] = 0.0;
}

static double length_of(const double *y, int n)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += y[k] * y[k];
    return sqrt(sum);
}

/// What rounding errors of G are relative to.
double path_size(const path_run *run, const path_point *point)
{
    return sqrt((double)run->problem->dimension) + length_of(point->x, run->problem->dimension);
}

hf_status path_relax(path_run *run, path_point *point, bool *regular, hf_error *error)
{
    path_evaluate(run, point);
    path_renew(run);
    residual_of(run);
    memset(run->border, 0, (size_t)run->unknowns * sizeof *run->border);
    run->border[run->unknowns] = 1.0;
    hf_status status = solve_bordered(run, point, run->border, regular, error);
    if (status != HF_STATUS_OK || !*regular) return status;
    path_step(run, run->rhs, 1.0, point);
    path_evaluate(run, point);
    return HF_STATUS_OK;
}

// ---- events ----

path_event path_event_at(const path_run *run, const path_point *point, path_mark mark)
{
    if (mark.block == PATH_ARRIVAL) return (path_event){.value = point->parameter - run->end};
    const hf_problem *p = run->problem;
    path_event events[PATH_EVENTS];
    int i = mark.block, k = p->offset[i];
    path_events(&run->laws[i], run->pieces[i], point->x + k, point->angle[i], point->u + k, events);
    return events[mark.which];
}

/// row_j += scale · Z_jᵀ g.
static void add_reduced(const block_move *move, int size, double scale, const double *g, double *row)
{
    for (int k = 0; k < move->free; k++)
        for (int a = 0; a < size; a++) row[k] += scale * g[a] * move->Z[a * move->free + k];
}

/// row ◄ the gradient of an event of block i in all unknowns, at the point evaluated last.
static void gradient(const path_run *run, double epsilon, int i, const path_event *event, double *row)
{
    const hf_problem *p = run->problem;
    const double *v = event->direction;
    int m = p->size[i];
    memset(row, 0, ((size_t)run->unknowns + 1) * sizeof *row);
    add_reduced(&run->moves[i], m, event->of_velocity ? epsilon : 1.0, v, row + run->first[i]);
    if (!event->of_velocity) return;
    for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
    {
        int j = p->W.col[k], n = p->size[j];
        const double *A = run->A + block_at(p, k);
        double g[PLAIN_SIZE_MAX] = {0.0};
        for (int a = 0; a < m; a++)
            for (int c = 0; c < n; c++) g[c] += v[a] * A[a * n + c]; // A_ijᵀ v
        add_reduced(&run->moves[j], n, 1.0, g, row + run->first[j]);
    }
    for (int a = 0; a < m; a++) row[run->unknowns] += v[a] * run->along[p->offset[i] + a];
}

/// border ◄ the gradient of an event at the point evaluated last; returns its value.
static double border_event(path_run *run, const path_point *point, path_mark mark)
{
    path_event event = path_event_at(run, point, mark);
    if (mark.block == PATH_ARRIVAL)
    {
        memset(run->border, 0, (size_t)run->unknowns * sizeof *run->border);
        run->border[run->unknowns] = 1.0;
    }
    else gradient(run, path_epsilon(run, point), mark.block, &event, run->border);
    return event.value;
}

/// Newton steps to the path: perpendicular to the tangent, or to where `mark` happens. *length: of the first
/// correction. *steps: -1 if they fail.
hf_status path_correct(path_run *run, path_point *point, path_mark mark, int *steps, double *length, hf_error *error)
{
    double last = INFINITY;
    *length = 0.0;
    for (int k = 0;; k++)
    {
        path_evaluate(run, point);
        residual_of(run);
        bool crossing = mark.block != PATH_NO_EVENT;
        if (crossing) run->rhs[run->unknowns] = -border_event(run, point, mark);
        double defect = length_of(run->rhs, run->unknowns + 1), size = path_size(run, point);
        *steps = k;
        if (defect <= ACCURATE * size) return HF_STATUS_OK;
        bool slow = k > 1 && !(defect <= 0.5 * last);
        if (slow && defect <= USABLE * size) return HF_STATUS_OK;
        *steps = -1;
        if (slow || k == NEWTON_STEPS || !isfinite(defect)) return HF_STATUS_OK;
        bool regular;
        hf_status status = solve_bordered(run, point, crossing ? run->border : run->tangent, &regular, error);
        if (status != HF_STATUS_OK || !regular) return status;
        double moved = length_of(run->rhs, run->unknowns + 1);
        if (moved > FAR * size) return HF_STATUS_OK;
        if (k == 0) *length = moved;
        path_step(run, run->rhs, 1.0, point);
        last = defect;
    }
}

/// The tangent at `here`, which has been evaluated last.
hf_status path_tangent(path_run *run, bool *regular, hf_error *error)
{
    int n = run->unknowns + 1;
    const double *border = run->tangent;
    if (run->grown.block != PATH_NO_EVENT)
    {
        border_event(run, &run->here, run->grown);
        border = run->border;
    }
    memset(run->rhs, 0, (size_t)n * sizeof *run->rhs);
    run->rhs[n - 1] = 1.0;
    hf_status status = solve_bordered(run, &run->here, border, regular, error);
    if (status != HF_STATUS_OK || !*regular) return status;
    double length = length_of(run->rhs, n);
    for (int k = 0; k < n; k++) run->tangent[k] = run->rhs[k] / length;
    return HF_STATUS_OK;
}
