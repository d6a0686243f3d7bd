// Newton's method from the answer that pivoting found, to one that is exactly Coulomb's.
//
// Unknown r; with p = r - u, in units where every contact's own W_ii has mean diagonal 1 (so that r and u compare):
//   contact     F_N = r_N - max(0, p_N), F_T = r_T - P(p_T), P onto the disk of radius mu max(0, p_N) (Alart and
//               Curnier 1991)
//               dynamic: F_T = r_T - mu r_N d, d against the given slip
//   unilateral  F = r - max(0, p);   box  F = r - clip(p);   bilateral  F = u
// F is piecewise smooth, and on the right pieces (which pivoting has nearly identified) Newton converges quadratically.
// W is rank deficient, so J is singular: each step solves (JᵀJ + lambda) δ = -JᵀF with lambda ~ ‖F‖², which keeps that
// rate wherever F bounds the distance to the solutions (Yamashita and Fukushima 2001). A step that does not shrink ‖F‖
// raises lambda.
//
// If it stalls, sweeps over the contacts (each solved alone, exactly: local/enum.c) move r to other pieces, and Newton
// starts again;
// first from the best r so far, later from elsewhere. Cost: n³ a step.

#include "papers/baraff1994/pivot_exact.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/random.h"
#include "linalg/dense.h"
#include "linalg/vector.h"
#include "problem/law.h"
#include "solve/sweep/local/local.h"

#include <string.h>

enum
{
    NEWTON_STEPS = 40,
    FEW_ROWS = 32,
    RESTARTS = 40,        // static friction: there is an answer, if b lies in the range of W
    SLIDING_RESTARTS = 4, // dynamic friction: mostly there is none where pivoting found none
};
static const double NEAR = 1e3;     // natural residuals above the aim at which F is looked at closely
static const double MAX_WORK = 1e8; // restarts · n³: about a second

typedef struct newton
{
    const dense_contacts *d;
    int n;
    double coarsest; // largest of scale and 1/scale: what a residual may grow by in other units
    double *scale;   // n: r = scale · scaled r, scaled u = scale · u
    double *r, *u;   // scaled
    double *F, *trial_r, *trial_u, *trial_F, *step;
    double *J, *N; // n × n
    double *best;  // unscaled
    double *plain_r, *plain_u;
} newton;

static void velocity(const newton *s, const double *r, double *u)
{
    int n = s->n;
    for (int i = 0; i < n; i++) u[i] = s->d->b[i];
    for (int j = 0; j < n; j++)
        if (r[j] != 0.0) vector_add(n, r[j] * s->scale[j], s->d->A + (size_t)n * (size_t)j, u);
    for (int i = 0; i < n; i++) u[i] *= s->scale[i];
}

/// The direction of friction at a dynamic contact, NULL at others.
static const double *sliding_at(const newton *s, int k)
{
    const hf_problem *p = s->d->problem;
    const double *d = s->d->sliding ? s->d->sliding + p->offset[k] : NULL;
    if (!d || p->kind[k] != HF_LAW_CONTACT) return NULL;
    return d[1] != 0.0 || (p->size[k] == 3 && d[2] != 0.0) ? d : NULL;
}

/// F, and ‖F‖².
static double evaluate(const newton *s, const double *r, const double *u, double *F)
{
    const hf_problem *p = s->d->problem;
    double sum = 0.0;
    for (int k = 0; k < p->block_count; k++)
    {
        int i = p->offset[k], m = p->size[k];
        if (p->kind[k] == HF_LAW_CONTACT)
        {
            double pn = r[i] - u[i], radius = p->mu[k] * fmax(0.0, pn), norm = 0.0;
            const double *slides = sliding_at(s, k);
            F[i] = r[i] - fmax(0.0, pn);
            for (int t = 1; t < m; t++) norm += (r[i + t] - u[i + t]) * (r[i + t] - u[i + t]);
            norm = sqrt(norm);
            double f = norm <= radius ? 1.0 : radius / norm;
            for (int t = 1; t < m; t++)
                F[i + t] = r[i + t] - (slides ? p->mu[k] * r[i] * slides[t] : f * (r[i + t] - u[i + t]));
        }
        else if (p->kind[k] == HF_LAW_BILATERAL)
            for (int t = 0; t < m; t++) F[i + t] = u[i + t];
        else
        {
            double lo = p->kind[k] == HF_LAW_BOX ? p->lo[k] / s->scale[i] : 0.0;
            double hi = p->kind[k] == HF_LAW_BOX ? p->hi[k] / s->scale[i] : INFINITY;
            F[i] = r[i] - fmin(hi, fmax(lo, r[i] - u[i]));
        }
        for (int t = 0; t < m; t++) sum += F[i + t] * F[i + t];
    }
    return sum;
}

/// Rows of J as  J_i = D_i + C_i · (rows of W of the block): D on the block's own columns, C 3 × 3.
static void block_derivative(const newton *s, int k, double *D, double *C)
{
    const hf_problem *p = s->d->problem;
    int i = p->offset[k], m = p->size[k];
    const double *r = s->r + i, *u = s->u + i;
    memset(D, 0, 9 * sizeof *D);
    memset(C, 0, 9 * sizeof *C);
    if (p->kind[k] == HF_LAW_CONTACT)
    {
        double pn = r[0] - u[0], q[3] = {0}, norm = 0.0;
        const double *slides = sliding_at(s, k);
        if (slides)
        {
            (pn <= 0.0 ? D : C)[0] = 1.0;
            for (int t = 1; t < m; t++)
            {
                D[4 * t] = 1.0;
                D[3 * t] = -p->mu[k] * slides[t];
            }
            return;
        }
        if (pn <= 0.0)
        {
            for (int t = 0; t < m; t++) D[4 * t] = 1.0; // F = r
            return;
        }
        C[0] = 1.0; // F_N = u_N
        for (int t = 1; t < m; t++) q[t] = r[t] - u[t];
        norm = sqrt(q[1] * q[1] + q[2] * q[2]);
        if (norm <= p->mu[k] * pn)
        {
            for (int t = 1; t < m; t++) C[4 * t] = 1.0; // F_T = u_T
            return;
        }
        double f = p->mu[k] * pn / norm; // F_T = r_T - mu p_N t, t = p_T/‖p_T‖
        for (int a = 1; a < m; a++)
        {
            D[4 * a] = 1.0;
            D[3 * a] = -p->mu[k] * q[a] / norm;
            C[3 * a] = p->mu[k] * q[a] / norm;
            for (int b = 1; b < m; b++)
            {
                double g = f * ((a == b ? 1.0 : 0.0) - q[a] * q[b] / (norm * norm));
                D[3 * a + b] -= g;
                C[3 * a + b] += g;
            }
        }
        return;
    }
    double lo = p->kind[k] == HF_LAW_BOX ? p->lo[k] / s->scale[i] : 0.0;
    double hi = p->kind[k] == HF_LAW_BOX ? p->hi[k] / s->scale[i] : INFINITY;
    bool free = p->kind[k] == HF_LAW_BILATERAL || (r[0] - u[0] > lo && r[0] - u[0] < hi);
    for (int t = 0; t < m; t++) (free ? C : D)[4 * t] = 1.0;
}

static void derivative(newton *s)
{
    const hf_problem *p = s->d->problem;
    int n = s->n;
    double D[9], C[9];
    for (int k = 0; k < p->block_count; k++)
    {
        int i = p->offset[k], m = p->size[k];
        block_derivative(s, k, D, C);
        for (int j = 0; j < n; j++)
        {
            const double *W = s->d->A + (size_t)n * (size_t)j + i;
            double *J = s->J + (size_t)n * (size_t)j + i;
            double scaled[3] = {0};
            for (int b = 0; b < m; b++) scaled[b] = W[b] * s->scale[i + b] * s->scale[j];
            for (int a = 0; a < m; a++)
                J[a] = C[3 * a] * scaled[0] + C[3 * a + 1] * scaled[1] + C[3 * a + 2] * scaled[2];
        }
        for (int a = 0; a < m; a++)
            for (int b = 0; b < m; b++) s->J[(size_t)n * (size_t)(i + b) + (size_t)(i + a)] += D[3 * a + b];
    }
}

/// ‖natural map‖ / (1 + ‖b‖) of plain_r and plain_u.
static double natural_of(const newton *s)
{
    const hf_problem *p = s->d->problem;
    double sum = 0.0;
    if (!s->d->sliding) return hf_residual_of(p, s->plain_r, s->plain_u).natural;
    for (int k = 0; k < p->block_count; k++)
    {
        const double *r = s->plain_r + p->offset[k], *u = s->plain_u + p->offset[k], *slides = sliding_at(s, k);
        if (!slides)
        {
            sum += law_natural_square(p, k, r, u);
            continue;
        }
        double f = r[0] - fmax(0.0, r[0] - u[0]);
        sum += f * f;
        for (int t = 1; t < p->size[k]; t++)
            sum += (r[t] - p->mu[k] * r[0] * slides[t]) * (r[t] - p->mu[k] * r[0] * slides[t]);
    }
    return sqrt(sum) / (1.0 + p->norm_b);
}

/// The natural residual of the scaled r, in the units of the problem; keeps the best.
static double certify(newton *s, double *best)
{
    for (int i = 0; i < s->n; i++)
    {
        s->plain_r[i] = s->r[i] * s->scale[i];
        s->plain_u[i] = s->u[i] / s->scale[i];
    }
    double natural = natural_of(s);
    if (natural < *best)
    {
        *best = natural;
        memcpy(s->best, s->plain_r, (size_t)s->n * sizeof *s->best);
    }
    return natural;
}

/// step ◄ -(JᵀJ + lambda)⁻¹ JᵀF; false if rounding has made that matrix indefinite.
static bool solve_large(newton *s, double lambda)
{
    int n = s->n;
    dense_syrk(true, n, n, 1.0, s->J, n, 0.0, s->N, n);
    for (int i = 0; i < n; i++) s->N[(size_t)n * (size_t)i + (size_t)i] += lambda;
    dense_gemv(true, n, n, -1.0, s->J, n, s->F, 0.0, s->step);
    if (dense_cholesky(n, s->N, n) != 0) return false;
    dense_cholesky_solve(n, s->N, n, 1, s->step, n);
    return true;
}

/// solve_large for a few rows, without calls, whose overhead is most of the time here.
static bool solve_small(newton *s, double lambda)
{
    int n = s->n;
    bool kept[FEW_ROWS];
    llt f = {.capacity = n, .L = s->N};
    for (int j = 0; j < n; j++)
    {
        const double *column = s->J + (size_t)n * (size_t)j;
        double *out = s->N + (size_t)n * (size_t)j;
        for (int i = j; i < n; i++) out[i] = vector_dot(n, s->J + (size_t)n * (size_t)i, column);
        out[j] += lambda;
        s->step[j] = -vector_dot(n, column, s->F);
    }
    if (llt_factor(&f, n, 0.0, kept) < n) return false;
    llt_solve(&f, s->step);
    return true;
}

/// Damped Newton steps until F stops shrinking.
static void descend(newton *s, double aim, double *best, long *iterations)
{
    int n = s->n;
    double damping = 1e-3, size = evaluate(s, s->r, s->u, s->F);
    // The certificate is asked where F is small enough for it to agree, and at the end.
    double near = NEAR * aim * (1.0 + s->d->problem->norm_b) * s->coarsest;
    for (int k = 0; k < NEWTON_STEPS && !(size <= near * near && certify(s, best) <= aim); k++)
    {
        work_charge(s->d->work, 3.0 * pivot_work(n, n));
        derivative(s);
        bool better = false;
        for (int tries = 0; tries < 12 && !better; tries++)
        {
            if (!work_afford(s->d->work, 2.5 * work_of_dense_lu(n) + pivot_work(n, n))) break;
            double lambda = damping * fmin(1.0, size) + 1e-15;
            ++*iterations;
            if (n <= FEW_ROWS ? solve_small(s, lambda) : solve_large(s, lambda))
            {
                for (int i = 0; i < n; i++) s->trial_r[i] = s->r[i] + s->step[i];
                velocity(s, s->trial_r, s->trial_u);
                double trial = evaluate(s, s->trial_r, s->trial_u, s->trial_F);
                better = trial < 0.9999 * size;
                if (better) size = trial;
            }
            damping = better ? fmax(1e-6, 0.1 * damping) : fmax(10.0 * damping, 1e-4);
        }
        if (!better) break;
        memcpy(s->r, s->trial_r, (size_t)n * sizeof *s->r);
        memcpy(s->u, s->trial_u, (size_t)n * sizeof *s->u);
        memcpy(s->F, s->trial_F, (size_t)n * sizeof *s->F);
    }
    (void)certify(s, best);
}

/// The contact at rows i … i+m-1 solved alone, the others as they are; false if that fails.
static bool solve_alone(const newton *s, int i, int m, double mu, double *x)
{
    double W[9] = {0}, b[3] = {0}, norm = 0.0, r[3] = {0};
    for (int a = 0; a < m; a++)
    {
        b[a] = s->u[i + a];
        for (int c = 0; c < m; c++)
        {
            W[a * m + c] = s->d->A[(size_t)s->n * (size_t)(i + c) + (size_t)(i + a)] * s->scale[i] * s->scale[i];
            b[a] -= W[a * m + c] * s->r[i + c];
            W[a * m + c] /= m; // trace 1
        }
        norm += b[a] * b[a];
    }
    norm = sqrt(norm);
    if (!(norm > 0.0)) return false;
    for (int a = 0; a < m; a++) b[a] /= norm;
    if ((m == 3 ? local_enum3 : local_enum2)(W, b, mu, 1e-12, r) != LOCAL_SOLVED) return false;
    for (int a = 0; a < m; a++) x[a] = r[a] * norm / m;
    return true;
}

/// The new r of block k, the others as they are: a contact exactly, or else by a projected step r - ũ / trace.
static void relax_block(const newton *s, int k, double *x)
{
    const hf_problem *p = s->d->problem;
    int i = p->offset[k], m = p->size[k];
    const double *r = s->r + i, *u = s->u + i;
    if (p->kind[k] == HF_LAW_CONTACT)
    {
        const double *slides = sliding_at(s, k);
        if (slides) // r_N (1, mu d) with u_N = 0 or r_N = 0
        {
            double rate = 0.0, b = u[0];
            for (int t = 0; t < m; t++)
            {
                double W = s->d->A[(size_t)s->n * (size_t)(i + t) + (size_t)i] * s->scale[i] * s->scale[i];
                rate += W * (t ? p->mu[k] * slides[t] : 1.0);
                b -= W * r[t];
            }
            x[0] = b < 0.0 && rate > 0.0 ? -b / rate : 0.0;
            for (int t = 1; t < m; t++) x[t] = p->mu[k] * slides[t] * x[0];
            return;
        }
        if (solve_alone(s, i, m, p->mu[k], x)) return;
        double slip = m == 3 ? real_hypot(u[1], u[2]) : fabs(u[1]);
        for (int t = 0; t < m; t++) x[t] = r[t] - (u[t] + (t == 0 ? p->mu[k] * slip : 0.0)) / m;
        if (m == 3) law_project3(p->mu[k], x);
        else law_project2(p->mu[k], x);
        return;
    }
    bool box = p->kind[k] == HF_LAW_BOX, bilateral = p->kind[k] == HF_LAW_BILATERAL;
    double lo = box         ? p->lo[k] / s->scale[i]
                : bilateral ? -INFINITY
                            : 0.0,
           hi = box ? p->hi[k] / s->scale[i] : INFINITY;
    for (int t = 0; t < m; t++) x[t] = fmin(hi, fmax(lo, r[t] - u[t] / m));
}

/// Sweeps over the blocks, one after the other.
static void relax(newton *s, int sweeps)
{
    const hf_problem *p = s->d->problem;
    int n = s->n;
    for (int sweep = 0; sweep < sweeps && !work_over(s->d->work); sweep++)
    {
        work_charge(s->d->work, pivot_work(n, n) + 20.0 * p->block_count);
        for (int k = 0; k < p->block_count; k++)
        {
            int i = p->offset[k];
            double x[3];
            relax_block(s, k, x);
            for (int t = 0; t < p->size[k]; t++)
            {
                double change = x[t] - s->r[i + t];
                if (change == 0.0) continue;
                s->r[i + t] = x[t];
                const double *W = s->d->A + (size_t)n * (size_t)(i + t);
                for (int j = 0; j < n; j++) s->u[j] += change * s->scale[i + t] * s->scale[j] * W[j];
            }
        }
    }
}

/// One unit per block: 1/√(mean diagonal of W_ii), so that the scaled W_ii has mean diagonal 1 and stays isotropic.
static void choose_scale(newton *s)
{
    const hf_problem *p = s->d->problem;
    for (int k = 0; k < p->block_count; k++)
    {
        double sum = 0.0;
        int i = p->offset[k], m = p->size[k];
        for (int t = 0; t < m; t++) sum += s->d->A[(size_t)(s->n + 1) * (size_t)(i + t)];
        double scale = sum > 0.0 ? 1.0 / sqrt(sum / m) : 1.0;
        for (int t = 0; t < m; t++) s->scale[i + t] = scale;
        s->coarsest = fmax(s->coarsest, fmax(scale, 1.0 / scale));
    }
}

/// From the best r, from nothing, from the best again, then from random places, the same ones on every machine.
static void start_again(newton *s, int k, random_state *random)
{
    static const int sweeps[3] = {25, 100, 400};
    double size = 0.0;
    for (int i = 0; i < s->n; i++) size = fmax(size, fabs(s->d->b[i]) * s->scale[i]);
    for (int i = 0; i < s->n; i++)
    {
        if (k < 3) s->r[i] = k == 1 ? 0.0 : s->best[i] / s->scale[i];
        else s->r[i] = size * random_normal(random);
    }
    velocity(s, s->r, s->u);
    relax(s, sweeps[k < 3 ? k : 0]);
    velocity(s, s->r, s->u);
}

hf_status pivot_exact(const dense_contacts *d, double tolerance, double aim, double *r, double *natural,
                      long *iterations, hf_workspace *workspace, hf_error *error)
{
    size_t n = (size_t)d->problem->dimension;
    newton s = {.d = d, .n = (int)n};
    arena_mark mark = arena_begin(workspace);
    double *vectors = ARENA_ARRAY(workspace, double, 11 * n);
    s.J = ARENA_ARRAY(workspace, double, n *n);
    s.N = ARENA_ARRAY(workspace, double, n *n);
    if (!vectors || !s.J || !s.N)
    {
        arena_end(workspace, mark);
        return error_no_memory(error);
    }
    double **parts[] = {&s.scale,   &s.r,    &s.u,    &s.F,       &s.trial_r, &s.trial_u,
                        &s.trial_F, &s.step, &s.best, &s.plain_r, &s.plain_u};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) *parts[k] = vectors + k * n;
    choose_scale(&s);
    memcpy(s.best, r, n * sizeof *r);
    *natural = INFINITY;
    for (size_t i = 0; i < n; i++) s.r[i] = r[i] / s.scale[i];
    velocity(&s, s.r, s.u);
    descend(&s, aim, natural, iterations);
    random_state random = random_seed(1994);
    int restarts = d->sliding ? SLIDING_RESTARTS : RESTARTS;
    for (int k = 0; k<restarts && * natural> tolerance && !work_over(d->work) &&
                    (double)k * (double)n * (double)n * (double)n < MAX_WORK;
         k++)
    {
        start_again(&s, k, &random);
        descend(&s, aim, natural, iterations);
    }
    memcpy(r, s.best, n * sizeof *r);
    arena_end(workspace, mark);
    return HF_STATUS_OK;
}
