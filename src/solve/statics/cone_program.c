// See cone_program.h. The homogeneous embedding (Ye, Todd and Mizuno 1994) with the scaling of Nesterov and Todd and
// Mehrotra's corrector, as in CVXOPT and ECOS (Domahidi et al. 2013). With B = (A; G), q = (b; h), y = (a; z):
//
//     Aᵀ a + Gᵀ z + c τ = 0,  A x = b τ,  G x + s = h τ,  κ + c·x + b·a + h·z = 0,   s, z in the cones, τ, κ >= 0
//
// always has a solution; τ > 0 gives the two answers of (1), κ > 0 the proof that one of them is missing. A step solves
//
//     [ 0 Aᵀ Gᵀ; A 0 0; G 0 -W² ]   by   [ Gᵀ W⁻² G  Aᵀ; A  0 ],
//
// dense, of as many rows as there are unknowns and free ones: for scenes of up to some hundred bodies.
// c and q have length one inside, columns of B, too.

#include "solve/statics/cone_program.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/cone_scaling.h"
#include "linalg/dense.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum
{
    MOST_STEPS = 100,
    IDLE_STEPS = 12, // that may go by without a gain
    REFINEMENTS = 2,
    HALVINGS = 20
};
// Of c and q, which have length one: residuals and gap that are good enough, and those that are tried for.
static const double ENOUGH = 1e-7, GOAL = 1e-12;
// Of the diagonal of the matrix: keeps it regular.
static const double SHIFT = 1e-15;
static const double NEARLY = 0.99; // of the way to the edge
static const double IDLE = 0.5;    // a step that leaves more of the error gains nothing

typedef struct vectors // of the whole embedding
{
    double *x, *y, *s; // y: all rows; s: those of cones, in the places of y
    double tau, kappa;
} vectors;

typedef struct cone_run
{
    const cone_program *p;
    int n, m, rows, order; // unknowns, free ones, rows, m + n
    double *value;         // of B with columns of length one
    double *c, *q, *column;
    double size_c, size_q;
    int *offset; // of cones among rows
    cone_scaling *scaling;
    double *matrix;
    int *pivot;
    vectors at, one, way, best; // one: the solution for (-c, q)
    double *rx, *ry;            // residuals; ry: all rows
    double *lambda, *corrector; // in the places of y
    double *bx, *by, *ex, *ey, *tx, *ty, *right;
    hf_workspace *workspace;
} cone_run;

int cone_program_rows(const cone_program *p)
{
    int rows = p->free_count;
    for (int i = 0; i < p->cone_count; i++) rows += p->dim[i];
    return rows;
}

// ---- products ----

static double dot(const double *x, const double *y, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * y[k];
    return sum;
}

static double norm(const double *x, int count)
{
    return sqrt(dot(x, x, count));
}

/// out ◄ B x.
static void times(const cone_run *run, const double *x, double *out)
{
    const cone_program *p = run->p;
    for (int k = 0; k < run->rows; k++)
    {
        double sum = 0.0;
        for (size_t e = p->begin[k]; e < p->begin[k + 1]; e++) sum += run->value[e] * x[p->col[e]];
        out[k] = sum;
    }
}

/// out ◄ Bᵀ y.
static void times_transposed(const cone_run *run, const double *y, double *out)
{
    const cone_program *p = run->p;
    memset(out, 0, (size_t)run->n * sizeof *out);
    for (int k = 0; k < run->rows; k++)
        for (size_t e = p->begin[k]; e < p->begin[k + 1]; e++) out[p->col[e]] += run->value[e] * y[k];
}

/// out ◄ W^power x of all cones, power 2, 1, -1 or -2; free ones stay as they are. May be in place.
static void scale_all(const cone_run *run, int power, const double *x, double *out)
{
    const cone_program *p = run->p;
    for (int i = 0; i < p->cone_count; i++)
    {
        int at = run->offset[i];
        if (power != -2) cone_apply(p->dim[i], &run->scaling[i], power, x + at, out + at);
        else
        {
            double half[CONE_DIM_MAX];
            cone_apply(p->dim[i], &run->scaling[i], -1, x + at, half);
            cone_apply(p->dim[i], &run->scaling[i], -1, half, out + at);
        }
    }
}

// ---- the system ----

/// Adds Gᵀ W⁻² G of one cone.
static void add_cone(cone_run *run, int i)
{
    const cone_program *p = run->p;
    int d = p->dim[i], at = run->offset[i];
    size_t order = (size_t)run->order;
    double weight[CONE_DIM_MAX * CONE_DIM_MAX];
    for (int a = 0; a < d; a++)
    {
        double unit[CONE_DIM_MAX] = {0}, half[CONE_DIM_MAX], row[CONE_DIM_MAX];
        unit[a] = 1.0;
        cone_apply(d, &run->scaling[i], -1, unit, half);
        cone_apply(d, &run->scaling[i], -1, half, row);
        for (int b = 0; b < d; b++) weight[a * d + b] = row[b];
    }
    for (int a = 0; a < d; a++)
        for (int b = 0; b < d; b++)
            for (size_t e = p->begin[at + a]; e < p->begin[at + a + 1]; e++)
                for (size_t f = p->begin[at + b]; f < p->begin[at + b + 1]; f++)
                    run->matrix[(size_t)p->col[e] + order * (size_t)p->col[f]] +=
                        weight[a * d + b] * run->value[e] * run->value[f];
}

static bool factor(cone_run *run)
{
    const cone_program *p = run->p;
    size_t order = (size_t)run->order;
    memset(run->matrix, 0, order * order * sizeof *run->matrix);
    for (int i = 0; i < p->cone_count; i++) add_cone(run, i);
    for (int k = 0; k < run->m; k++)
        for (size_t e = p->begin[k]; e < p->begin[k + 1]; e++)
        {
            size_t row = (size_t)(run->n + k), column = (size_t)p->col[e];
            run->matrix[row + order * column] += run->value[e];
            run->matrix[column + order * row] += run->value[e];
        }
    for (size_t k = 0; k < order; k++)
        run->matrix[k * (order + 1)] += (k < (size_t)run->n ? SHIFT : -SHIFT) * (1.0 + run->matrix[k * (order + 1)]);
    return dense_lu(run->order, run->matrix, run->order, run->pivot) == 0;
}

/// x, y ◄ the solution of the reduced system for (bx, by).
static void solve_reduced(cone_run *run, const double *bx, const double *by, double *x, double *y)
{
    int n = run->n, m = run->m;
    memcpy(y, by, (size_t)run->rows * sizeof *y);
    scale_all(run, -2, by, y);
    for (int k = 0; k < m; k++) y[k] = 0.0;
    times_transposed(run, y, run->right);
    for (int k = 0; k < n; k++) run->right[k] += bx[k];
    for (int k = 0; k < m; k++) run->right[n + k] = by[k];
    dense_lu_solve(run->order, run->matrix, run->order, run->pivot, 1, run->right, run->order);
    memcpy(x, run->right, (size_t)n * sizeof *x);
    times(run, x, y);
    for (int k = m; k < run->rows; k++) y[k] -= by[k];
    scale_all(run, -2, y, y);
    for (int k = 0; k < m; k++) y[k] = run->right[n + k];
}

/// to ◄ the solution of the whole system for (bx, by), refined.
static void solve_system(cone_run *run, const double *bx, const double *by, vectors *to)
{
    solve_reduced(run, bx, by, to->x, to->y);
    double before = INFINITY;
    for (int pass = 0; pass <= REFINEMENTS; pass++)
    {
        times_transposed(run, to->y, run->ex);
        for (int k = 0; k < run->n; k++) run->ex[k] = bx[k] - run->ex[k];
        times(run, to->x, run->ey);
        memcpy(run->ty, to->y, (size_t)run->rows * sizeof *run->ty);
        scale_all(run, 2, to->y, run->ty);
        for (int k = 0; k < run->rows; k++) run->ey[k] = by[k] - run->ey[k] + (k < run->m ? 0.0 : run->ty[k]);
        double left = norm(run->ex, run->n) + norm(run->ey, run->rows);
        if (pass > 0 && !(left < before))
        {
            for (int k = 0; k < run->n; k++) to->x[k] -= run->tx[k];
            for (int k = 0; k < run->rows; k++) to->y[k] -= run->corrector[k];
            return;
        }
        before = left;
        if (pass == REFINEMENTS || left == 0.0) return;
        solve_reduced(run, run->ex, run->ey, run->tx, run->corrector);
        for (int k = 0; k < run->n; k++) to->x[k] += run->tx[k];
        for (int k = 0; k < run->rows; k++) to->y[k] += run->corrector[k];
    }
}

// ---- a step ----

typedef struct residuals
{
    double tau; // κ + c·x + q·y
    double mu;
} residuals;

static residuals look(cone_run *run)
{
    const vectors *v = &run->at;
    int m = run->m, rows = run->rows;
    times_transposed(run, v->y, run->rx);
    for (int k = 0; k < run->n; k++) run->rx[k] = -run->rx[k] - run->c[k] * v->tau;
    times(run, v->x, run->ry);
    for (int k = 0; k < rows; k++) run->ry[k] += (k < m ? 0.0 : v->s[k]) - run->q[k] * v->tau;
    double product = dot(v->s + m, v->y + m, rows - m) + v->kappa * v->tau;
    return (residuals){.tau = v->kappa + dot(run->c, v->x, run->n) + dot(run->q, v->y, rows),
                       .mu = product / (run->p->cone_count + 1)};
}

/// way ◄ the direction that leaves 1 - share of the residuals; ds: what λ∘(W⁻¹Δs + WΔz) shall be, in the places of y.
static void direct(cone_run *run, const residuals *r, double share, double *ds, double dk)
{
    const cone_program *p = run->p;
    vectors *way = &run->way;
    const vectors *v = &run->at;
    int m = run->m, rows = run->rows;
    for (int i = 0; i < p->cone_count; i++)
    {
        int at = run->offset[i];
        double out[CONE_DIM_MAX];
        cone_divide(p->dim[i], run->lambda + at, ds + at, out);
        memcpy(ds + at, out, (size_t)p->dim[i] * sizeof *out);
    }
    scale_all(run, 1, ds, ds); // W (λ \ d)
    for (int k = 0; k < run->n; k++) run->bx[k] = share * run->rx[k];
    for (int k = 0; k < rows; k++) run->by[k] = -share * run->ry[k] - (k < m ? 0.0 : ds[k]);
    solve_system(run, run->bx, run->by, way);
    double along = dot(run->c, way->x, run->n) + dot(run->q, way->y, rows);
    double unit = dot(run->c, run->one.x, run->n) + dot(run->q, run->one.y, rows);
    way->tau = (share * r->tau + dk / v->tau + along) / (v->kappa / v->tau - unit);
    for (int k = 0; k < run->n; k++) way->x[k] += way->tau * run->one.x[k];
    for (int k = 0; k < rows; k++) way->y[k] += way->tau * run->one.y[k];
    memcpy(run->ty, way->y, (size_t)rows * sizeof *run->ty);
    scale_all(run, 2, way->y, run->ty);
    for (int k = m; k < rows; k++) way->s[k] = ds[k] - run->ty[k]; // Δs = W (λ \ d) - W² Δz
    way->kappa = (dk - v->kappa * way->tau) / v->tau;
}

static double longest(const cone_run *run)
{
    const cone_program *p = run->p;
    const vectors *v = &run->at, *way = &run->way;
    double most = INFINITY;
    for (int i = 0; i < p->cone_count; i++)
    {
        int at = run->offset[i];
        most = fmin(most, cone_reach(p->dim[i], v->s + at, way->s + at));
        most = fmin(most, cone_reach(p->dim[i], v->y + at, way->y + at));
    }
    if (way->tau < 0.0) most = fmin(most, -v->tau / way->tau);
    if (way->kappa < 0.0) most = fmin(most, -v->kappa / way->kappa);
    return most;
}

/// x_0 - ‖x_rest‖ of x + along dx.
static double inside(int d, const double *x, const double *dx, double along)
{
    double sum = 0.0;
    for (int k = 1; k < d; k++) sum += (x[k] + along * dx[k]) * (x[k] + along * dx[k]);
    return x[0] + along * dx[0] - sqrt(sum);
}

/// Whether a step keeps all points inside, which rounding may spoil near the edge.
static bool stays_inside(const cone_run *run, double along)
{
    const cone_program *p = run->p;
    for (int i = 0; i < p->cone_count; i++)
    {
        int at = run->offset[i];
        if (!(inside(p->dim[i], run->at.s + at, run->way.s + at, along) > 0.0)) return false;
        if (!(inside(p->dim[i], run->at.y + at, run->way.y + at, along) > 0.0)) return false;
    }
    return run->at.tau + along * run->way.tau > 0.0 && run->at.kappa + along * run->way.kappa > 0.0;
}

static void move(cone_run *run, double along)
{
    vectors *v = &run->at;
    const vectors *way = &run->way;
    for (int k = 0; k < run->n; k++) v->x[k] += along * way->x[k];
    for (int k = 0; k < run->rows; k++) v->y[k] += along * way->y[k];
    for (int k = run->m; k < run->rows; k++) v->s[k] += along * way->s[k];
    v->tau += along * way->tau;
    v->kappa += along * way->kappa;
}

/// One step of predictor and corrector. False: the system is singular, or the step is no number.
static bool advance(cone_run *run, const residuals *r)
{
    const cone_program *p = run->p;
    int m = run->m, rows = run->rows;
    double *ds = run->best.s; // scratch
    for (int i = 0; i < p->cone_count; i++)
    {
        int at = run->offset[i];
        cone_scale(p->dim[i], run->at.y + at, run->at.s + at, &run->scaling[i]);
        memcpy(run->lambda + at, run->scaling[i].lambda, (size_t)p->dim[i] * sizeof *run->lambda);
    }
    if (!factor(run)) return false;
    for (int k = 0; k < run->n; k++) run->bx[k] = -run->c[k];
    solve_system(run, run->bx, run->q, &run->one);
    for (int i = 0; i < p->cone_count; i++)
    {
        int at = run->offset[i];
        cone_product(p->dim[i], run->lambda + at, run->lambda + at, ds + at);
        for (int k = 0; k < p->dim[i]; k++) ds[at + k] = -ds[at + k];
    }
    direct(run, r, 1.0, ds, -run->at.kappa * run->at.tau);
    double reach = fmin(1.0, longest(run)), rest = 1.0 - reach, sigma = rest * rest * rest;
    // the corrector: (W⁻¹ Δs) ∘ (W Δz) of the predictor
    scale_all(run, -1, run->way.s, run->way.s);
    memcpy(run->ty, run->way.y, (size_t)rows * sizeof *run->ty);
    scale_all(run, 1, run->way.y, run->ty);
    for (int i = 0; i < p->cone_count; i++)
    {
        int at = run->offset[i];
        double cross[CONE_DIM_MAX];
        cone_product(p->dim[i], run->lambda + at, run->lambda + at, ds + at);
        cone_product(p->dim[i], run->way.s + at, run->ty + at, cross);
        for (int k = 0; k < p->dim[i]; k++) ds[at + k] = (k == 0 ? sigma * r->mu : 0.0) - ds[at + k] - cross[k];
    }
    double dk = sigma * r->mu - run->at.kappa * run->at.tau - run->way.tau * run->way.kappa;
    direct(run, r, 1.0 - sigma, ds, dk);
    double along = fmin(1.0, NEARLY * longest(run));
    if (!(along > 0.0) || !isfinite(run->way.tau) || !isfinite(norm(run->way.y + m, rows - m))) return false;
    for (int halving = 0; !stays_inside(run, along); halving++, along *= 0.5)
        if (halving == HALVINGS) return false;
    move(run, along);
    return true;
}

// ---- the end ----

/// How far the point is from each end, relative to data of length one.
static double error_of(const cone_run *run, const residuals *r, cone_end end)
{
    const vectors *v = &run->at;
    int n = run->n, m = run->m, rows = run->rows;
    double cx = dot(run->c, v->x, n), qy = dot(run->q, v->y, rows);
    if (end == CONE_SOLVED)
    {
        double gap = dot(v->s + m, v->y + m, rows - m) / (v->tau * v->tau);
        double value = fmin(fabs(cx), fabs(qy)) / v->tau;
        double left = fmax(norm(run->rx, n), norm(run->ry, rows)) / v->tau;
        return fmax(left, fmax(gap, fabs(cx + qy) / v->tau) / (1.0 + value));
    }
    (void)r;
    if (end == CONE_IMPOSSIBLE)
    {
        if (!(cx < 0.0)) return INFINITY;
        double sum = 0.0; // B x + s
        for (int k = 0; k < rows; k++)
        {
            double left = run->ry[k] + run->q[k] * v->tau;
            sum += left * left;
        }
        return sqrt(sum) / -cx;
    }
    if (!(qy < 0.0)) return INFINITY;
    double sum = 0.0; // Bᵀ y
    for (int k = 0; k < n; k++)
    {
        double left = run->rx[k] + run->c[k] * v->tau;
        sum += left * left;
    }
    return sqrt(sum) / -qy;
}

static void keep(cone_run *run)
{
    memcpy(run->best.x, run->at.x, (size_t)run->n * sizeof *run->best.x);
    memcpy(run->best.y, run->at.y, (size_t)run->rows * sizeof *run->best.y);
    run->best.tau = run->at.tau;
}

/// The best point of one end, until steps gain no more.
static cone_end iterate(cone_run *run, hf_status *status, hf_error *error)
{
    cone_end end = CONE_UNKNOWN, likely = CONE_UNKNOWN;
    double least = INFINITY;
    int idle = 0;
    for (int step = 0; step < MOST_STEPS && idle < IDLE_STEPS; step++)
    {
        *status = workspace_poll(run->workspace, error);
        if (*status != HF_STATUS_OK) return CONE_UNKNOWN;
        residuals r = look(run);
        double now = INFINITY;
        for (cone_end e = CONE_SOLVED; e <= CONE_UNBOUNDED; e++)
        {
            double own = error_of(run, &r, e);
            if (own < now)
            {
                now = own;
                likely = e;
            }
        }
        bool gained = now < IDLE * least;
        if (now < least)
        {
            least = now;
            end = likely;
            keep(run);
        }
        idle = gained ? 0 : idle + 1;
        if (least <= GOAL || (least <= ENOUGH && !gained) || !advance(run, &r)) break;
    }
    return least <= ENOUGH ? end : CONE_UNKNOWN;
}

// ---- in and out ----

static bool take_vectors(vectors *v, int n, int rows, hf_workspace *workspace)
{
    v->x = ARENA_ZEROED(workspace, double, n);
    v->y = ARENA_ZEROED(workspace, double, rows);
    v->s = ARENA_ZEROED(workspace, double, rows);
    return v->x && v->y && v->s;
}

static bool begin(cone_run *run)
{
    const cone_program *p = run->p;
    hf_workspace *w = run->workspace;
    run->n = p->unknown_count;
    run->m = p->free_count;
    run->rows = cone_program_rows(p);
    run->order = run->n + run->m;
    size_t n = (size_t)run->n, rows = (size_t)run->rows, order = (size_t)run->order;
    run->value = ARENA_ARRAY(w, double, p->begin[rows]);
    run->offset = ARENA_ARRAY(w, int, p->cone_count);
    run->scaling = ARENA_ARRAY(w, cone_scaling, p->cone_count);
    run->matrix = ARENA_ARRAY(w, double, order *order);
    run->pivot = ARENA_ARRAY(w, int, order);
    run->right = ARENA_ARRAY(w, double, order);
    double **of_unknowns[] = {&run->c, &run->column, &run->rx, &run->bx, &run->ex, &run->tx};
    double **of_rows[] = {&run->q, &run->ry, &run->lambda, &run->corrector, &run->by, &run->ey, &run->ty};
    bool good = true;
    for (size_t k = 0; k < sizeof of_unknowns / sizeof of_unknowns[0]; k++)
        good &= (*of_unknowns[k] = ARENA_ZEROED(w, double, n)) != NULL;
    for (size_t k = 0; k < sizeof of_rows / sizeof of_rows[0]; k++)
        good &= (*of_rows[k] = ARENA_ZEROED(w, double, rows)) != NULL;
    vectors *all[] = {&run->at, &run->one, &run->way, &run->best};
    for (int k = 0; k < 4; k++) good &= take_vectors(all[k], run->n, run->rows, w);
    return good && run->value && run->offset && run->scaling && run->matrix && run->pivot && run->right;
}

/// Columns of length one; c and q, too. The start: e in all cones.
static void fill(cone_run *run)
{
    const cone_program *p = run->p;
    int at = p->free_count;
    for (int k = 0; k < run->rows; k++)
        for (size_t e = p->begin[k]; e < p->begin[k + 1]; e++) run->column[p->col[e]] += p->value[e] * p->value[e];
    for (int j = 0; j < run->n; j++) run->column[j] = run->column[j] > 0.0 ? 1.0 / sqrt(run->column[j]) : 1.0;
    for (int k = 0; k < run->rows; k++)
        for (size_t e = p->begin[k]; e < p->begin[k + 1]; e++) run->value[e] = p->value[e] * run->column[p->col[e]];
    for (int j = 0; j < run->n; j++) run->c[j] = p->c[j] * run->column[j];
    run->size_c = norm(run->c, run->n);
    run->size_q = norm(p->q, run->rows);
    if (!(run->size_c > 0.0)) run->size_c = 1.0;
    if (!(run->size_q > 0.0)) run->size_q = 1.0;
    for (int j = 0; j < run->n; j++) run->c[j] /= run->size_c;
    for (int k = 0; k < run->rows; k++) run->q[k] = p->q[k] / run->size_q;
    for (int i = 0; i < p->cone_count; i++)
    {
        run->offset[i] = at;
        run->at.y[at] = run->at.s[at] = 1.0;
        at += p->dim[i];
    }
    run->at.tau = run->at.kappa = 1.0;
}

hf_status cone_program_solve(const cone_program *p, double *x, double *y, double *value, double *bound,
                             hf_workspace *workspace, cone_end *end, hf_error *error)
{
    cone_run run = {.p = p, .workspace = workspace};
    arena_mark mark = arena_begin(workspace);
    hf_status status = HF_STATUS_OK;
    *end = CONE_UNKNOWN;
    if (!begin(&run)) return error_no_memory(error);
    fill(&run);
    *end = iterate(&run, &status, error);
    const vectors *best = &run.best;
    double of_x = 1.0, of_y = 1.0;
    if (*end == CONE_SOLVED) of_x = run.size_q / best->tau, of_y = run.size_c / best->tau;
    if (*end == CONE_IMPOSSIBLE) of_x = -1.0 / (dot(run.c, best->x, run.n) * run.size_c);
    if (*end == CONE_UNBOUNDED) of_y = -1.0 / (dot(run.q, best->y, run.rows) * run.size_q);
    for (int j = 0; j < run.n; j++) x[j] = of_x * best->x[j] * run.column[j];
    for (int k = 0; k < run.rows; k++) y[k] = of_y * best->y[k];
    if (value) *value = dot(p->q, y, run.rows);
    if (bound) *bound = -dot(p->c, x, run.n);
    arena_end(workspace, mark);
    return status;
}
