// The certificate. Used by every solver's last line, by `holdfast check`, and by nothing that decides otherwise.
//
//   natural map of a block:   F_i = r_i - P_K( r_i - ũ_i ), ũ = u + mu ‖u_T‖ e_N (De Saxcé and Feng 1998; FCLIB)
//   P onto K_mu, for x = (x_N, x_T):   x                                   if ‖x_T‖ <= mu x_N, x_N >= 0
//                                      0                                   if mu ‖x_T‖ <= -x_N
//                                      s (1, mu x_T/‖x_T‖),  s = (x_N + mu ‖x_T‖)/(1 + mu²)   otherwise
// Where the law is a pyramid, its projection and its ũ stand there (pyramid.c), and the map of the cone is taken beside
// it.
//
// Squares of numbers beyond 1e154 overflow, and an overflow can look like an answer: t = ∞ projects to zero. So can an
// underflow. Where some number is above `ordinary`, or all are below its inverse, the map is taken in long double,
// whose range is wider (but on machines where it is a double).

#include "problem/residual.h"

#include "problem/law.h"
#include "problem/problem.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/tasks.h"

#include <math.h>

static double tangent_norm(int d, const double *x)
{
    return d == 3 ? real_hypot(x[1], x[2]) : fabs(x[1]);
}

static void worst(double *so_far, double value)
{
    if (isnan(value)) value = INFINITY; // ∞ - ∞ or 0 · ∞ of huge numbers: unknown, and not to be dropped
    if (value > *so_far) *so_far = value;
}

static void measure_contact(int d, double mu, const double *r, const double *u, hf_residual *out)
{
    double slip = tangent_norm(d, u);
    double friction = tangent_norm(d, r);
    worst(&out->approach, -u[0]);
    worst(&out->cone, fmax(friction - mu * r[0], -r[0]));
    worst(&out->complementarity, fabs(r[0] * u[0]));
    double sum = 0.0;
    for (int k = 1; k < d; k++)
    {
        double defect = mu * r[0] * u[k] + slip * r[k];
        sum += defect * defect;
    }
    worst(&out->misalignment, sqrt(sum));
}

/// The pyramid in the place of the cone; misalignment: how much less power than possible friction takes from the slip.
static void measure_pyramid(const friction_polygon *polygon, double mu, const double *r, const double *u,
                            hf_residual *out)
{
    const double slip[2] = {-u[1], -u[2]};
    worst(&out->approach, -u[0]);
    worst(&out->cone, fmax(polygon->inradius * (polygon_gauge(polygon, r + 1) - mu * r[0]), -r[0]));
    worst(&out->complementarity, fabs(r[0] * u[0]));
    worst(&out->misalignment, fabs(mu * r[0] * polygon_support(polygon, slip) + r[1] * u[1] + r[2] * u[2]));
}

/// Moments and ellipses (parts.c).
static void measure_parts(const friction_parts *parts, const double *r, const double *u, hf_residual *out)
{
    double cone, misalignment;
    friction_parts_measure(parts, r, u, &cone, &misalignment);
    worst(&out->approach, -u[0]);
    worst(&out->cone, cone);
    worst(&out->complementarity, fabs(r[0] * u[0]));
    worst(&out->misalignment, misalignment);
}

static void measure_scalar(hf_law_kind kind, double lo, double hi, double r, double u, hf_residual *out)
{
    if (kind == HF_LAW_UNILATERAL)
    {
        worst(&out->approach, -u);
        worst(&out->cone, -r);
        worst(&out->complementarity, fabs(r * u));
    }
    else
    {
        worst(&out->cone, fmax(lo - r, r - hi));
    }
}

/// The first of blocks first … end - 1 whose r or u is not finite, or -1. Projections hide a NaN (fmax drops it), so
/// this is asked first.
static int not_finite(const hf_problem *p, int first, int end, const double *r, const double *u)
{
    for (int i = first; i < end; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            if (!isfinite(r[k]) || !isfinite(u[k])) return i;
    return -1;
}

// ---- numbers whose squares overflow ----

static const double ordinary = 1e100; // products of three of them are finite

/// The largest numbers: of r and u, and of coefficients and ‖b‖.
typedef struct largest_numbers
{
    double of_answer, other;
} largest_numbers;

/// The larger one; numbers are finite here.
static inline double larger(double a, double b)
{
    return b > a ? b : a;
}

/// Of blocks first … end - 1.
static void find_largest(const hf_problem *p, int first, int end, const double *r, const double *u,
                         largest_numbers *out)
{
    for (int i = first; i < end; i++)
    {
        const friction_parts *parts = problem_friction_parts(p, i);
        if (p->kind[i] == HF_LAW_CONTACT) out->other = larger(out->other, p->mu[i]);
        for (int k = 0; parts && k < parts->count; k++) out->other = larger(out->other, parts->mu[k]);
    }
    for (int k = p->offset[first]; k < p->offset[end]; k++)
        out->of_answer = larger(out->of_answer, larger(fabs(r[k]), fabs(u[k])));
}

static bool extraordinary(const largest_numbers *l)
{
    return larger(l->of_answer, l->other) > ordinary || (l->of_answer > 0.0 && l->of_answer < 1.0 / ordinary);
}

/// ‖F_i‖² as in law.h, for a contact; numbers up to 1e308 and their products fit.
static long double wide_contact(int d, double mu, const double *r, const double *u)
{
    long double m = mu, x[3] = {r[0], r[1], d == 3 ? r[2] : 0.0}, v[3] = {u[0], u[1], d == 3 ? u[2] : 0.0}, sum = 0.0L;
    for (int k = 0; k < 3; k++) x[k] -= v[k];
    x[0] -= m * hypotl(v[1], v[2]);
    long double t = hypotl(x[1], x[2]), s = (x[0] + m * t) / (1.0L + m * m);
    if (x[0] < 0.0L || t > m * x[0])
    {
        bool apex = m * t <= -x[0];
        for (int k = 1; k < 3; k++) x[k] = apex ? 0.0L : x[k] * (m * s / t);
        x[0] = apex ? 0.0L : s;
    }
    for (int k = 0; k < d; k++) sum += (r[k] - x[k]) * (r[k] - x[k]);
    return sum;
}

/// ‖F_i‖² for a pyramid, or for parts. Their maps grow with r and u, so that both are brought near one first; a
/// coefficient whose square overflows gives infinity.
static long double wide_scaled(const hf_problem *p, int i, const double *r, const double *u)
{
    double largest = 0.0, x[BLOCK_SIZE_MAX], v[BLOCK_SIZE_MAX];
    const friction_parts *parts = problem_friction_parts(p, i);
    for (int k = 0; k < p->size[i]; k++) largest = fmax(largest, fmax(fabs(r[k]), fabs(u[k])));
    if (largest == 0.0) return 0.0L;
    int exponent = ilogb(largest);
    for (int k = 0; k < p->size[i]; k++) x[k] = ldexp(r[k], -exponent), v[k] = ldexp(u[k], -exponent);
    double square = law_natural_square(p, i, x, v), mu = p->mu[i];
    for (int k = 0; parts && k < parts->count; k++) mu = fmax(mu, parts->mu[k]);
    return isfinite(square) && isfinite(mu * mu) ? ldexpl(square, 2 * exponent) : INFINITY;
}

static long double wide_square(const hf_problem *p, bool cone, int i, const double *r, const double *u)
{
    if (problem_friction_parts(p, i) || (p->kind[i] == HF_LAW_CONTACT && p->polygon && !cone && p->size[i] == 3))
        return wide_scaled(p, i, r, u);
    if (p->kind[i] == HF_LAW_CONTACT) return wide_contact(p->size[i], p->mu[i], r, u);
    long double sum = 0.0L, lo = p->kind[i] == HF_LAW_BOX ? p->lo[i] : 0.0,
                hi = p->kind[i] == HF_LAW_BOX ? p->hi[i] : INFINITY;
    for (int k = 0; k < p->size[i]; k++)
    {
        long double f = u[k];
        if (p->kind[i] != HF_LAW_BILATERAL) f = r[k] - fminl(hi, fmaxl(lo, (long double)r[k] - u[k]));
        sum += f * f;
    }
    return sum;
}

/// `cone`: whatever the friction law is.
static double wide_natural(const hf_problem *p, bool cone, const double *r, const double *u, int *worst_block)
{
    long double sum = 0.0L, largest = -1.0L;
    for (int i = 0; i < p->block_count; i++)
    {
        long double square = wide_square(p, cone, i, r + p->offset[i], u + p->offset[i]);
        sum += square;
        if (square > largest)
        {
            largest = square;
            *worst_block = i;
        }
    }
    double natural = (double)(sqrtl(sum) / (1.0L + p->norm_b));
    return isnan(natural) ? INFINITY : natural; // NaN only where long double is no wider than double
}

/// The natural residual by the cone of a problem whose law is a pyramid.
static double cone_natural(const hf_problem *p, bool wide, const double *r, const double *u)
{
    int unused;
    if (wide) return wide_natural(p, true, r, u, &unused);
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        const double *r_i = r + p->offset[i], *u_i = u + p->offset[i];
        bool contact = p->kind[i] == HF_LAW_CONTACT && p->size[i] == 3;
        sum += contact ? law_natural_square3(p->mu[i], r_i, u_i) : law_natural_square(p, i, r_i, u_i);
    }
    return sqrt(sum) / (1.0 + p->norm_b);
}

/// The measures of block i, into `out`; returns ‖F_i‖².
static double measure_block(const hf_problem *p, int i, const double *r_i, const double *u_i, hf_residual *out)
{
    if (problem_friction_parts(p, i)) measure_parts(&p->parts[i], r_i, u_i, out);
    else if (p->kind[i] == HF_LAW_CONTACT && p->polygon && p->size[i] == 3)
        measure_pyramid(p->polygon, p->mu[i], r_i, u_i, out);
    else if (p->kind[i] == HF_LAW_CONTACT) measure_contact(p->size[i], p->mu[i], r_i, u_i, out);
    else if (p->kind[i] == HF_LAW_BILATERAL)
        for (int k = 0; k < p->size[i]; k++) worst(&out->approach, fabs(u_i[k]));
    else measure_scalar(p->kind[i], p->lo[i], p->hi[i], r_i[0], u_i[0], out);
    return law_natural_square(p, i, r_i, u_i);
}

// ---- large problems, on all threads ----

enum
{
    BLOCKS_A_TASK = 512,
    BLOCKS_FOR_TASKS = 2048
};

/// What a task finds.
typedef struct residual_part
{
    hf_residual worst; // with the worst block
    largest_numbers largest;
    double sum, most; // Σ ‖F_i‖², and the largest of them
    int not_finite;   // a block, or -1
} residual_part;

typedef struct residual_tasks
{
    const hf_problem *problem;
    const double *r, *u;
    double *square; // of each block
    residual_part *part;
    int blocks; // of a task
} residual_tasks;

static void measure_some(void *context, int task)
{
    const residual_tasks *t = context;
    const hf_problem *p = t->problem;
    residual_part *part = &t->part[task];
    int first = task * t->blocks, end = first + t->blocks < p->block_count ? first + t->blocks : p->block_count;
    *part = (residual_part){.worst.worst_block = -1, .most = -1.0, .not_finite = not_finite(p, first, end, t->r, t->u)};
    if (part->not_finite >= 0) return;
    find_largest(p, first, end, t->r, t->u, &part->largest);
    for (int i = first; i < end; i++)
    {
        double square = measure_block(p, i, t->r + p->offset[i], t->u + p->offset[i], &part->worst);
        if (t->square) t->square[i] = square;
        part->sum += square;
        if (!(square > part->most)) continue;
        part->most = square;
        part->worst.worst_block = i;
    }
}

/// All blocks, on all threads if they are many and memory is there; whole->sum is added up in their order either way.
static void measure_blocks(const hf_problem *p, const double *r, const double *u, hf_workspace *workspace,
                           residual_part *whole)
{
    int tasks = (p->block_count + BLOCKS_A_TASK - 1) / BLOCKS_A_TASK;
    residual_tasks t = {.problem = p, .r = r, .u = u, .blocks = BLOCKS_A_TASK};
    bool shared = workspace && p->block_count >= BLOCKS_FOR_TASKS;
    if (shared) t.part = ARENA_ARRAY(workspace, residual_part, tasks);
    if (shared) t.square = ARENA_ARRAY(workspace, double, p->block_count);
    if (!t.part || !t.square)
    {
        t = (residual_tasks){.problem = p, .r = r, .u = u, .part = whole, .blocks = p->block_count};
        measure_some(&t, 0);
        return;
    }
    *whole = (residual_part){.worst.worst_block = -1, .most = -1.0, .not_finite = -1};
    tasks_run_round(workspace, tasks, measure_some, &t);
    for (int k = 0; k < tasks; k++)
    {
        const residual_part *part = &t.part[k];
        if (whole->not_finite < 0) whole->not_finite = part->not_finite;
        whole->largest.of_answer = larger(whole->largest.of_answer, part->largest.of_answer);
        whole->largest.other = larger(whole->largest.other, part->largest.other);
        worst(&whole->worst.approach, part->worst.approach), worst(&whole->worst.cone, part->worst.cone);
        worst(&whole->worst.complementarity, part->worst.complementarity);
        worst(&whole->worst.misalignment, part->worst.misalignment);
        if (!(part->most > whole->most)) continue;
        whole->most = part->most;
        whole->worst.worst_block = part->worst.worst_block;
    }
    for (int i = 0; i < p->block_count; i++) whole->sum += t.square[i];
}

hf_residual residual_shared(const hf_problem *p, const double *r, const double *u, hf_workspace *workspace)
{
    arena_mark mark = workspace ? arena_begin(workspace) : (arena_mark){0};
    residual_part whole;
    measure_blocks(p, r, u, workspace, &whole);
    hf_residual out = whole.worst;
    if (workspace) arena_end(workspace, mark);
    if (whole.not_finite >= 0)
    {
        out.worst_block = whole.not_finite;
        out.natural = out.cone_natural = out.approach = out.cone = out.complementarity = out.misalignment = INFINITY;
        return out;
    }
    whole.largest.other = larger(whole.largest.other, p->norm_b);
    bool wide = extraordinary(&whole.largest);
    out.natural = wide ? wide_natural(p, false, r, u, &out.worst_block) : sqrt(whole.sum) / (1.0 + p->norm_b);
    out.cone_natural = p->polygon ? cone_natural(p, wide, r, u) : out.natural;
    return out;
}

hf_residual hf_residual_of(const hf_problem *p, const double *r, const double *u)
{
    return residual_shared(p, r, u, NULL);
}

hf_status hf_residual_compute(const hf_problem *p, const double *r, hf_workspace *workspace, hf_residual *residual,
                              hf_error *error)
{
    hf_workspace *temporary;
    hf_status status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    double *u = ARENA_ARRAY(workspace, double, p->dimension);
    status = u ? hf_problem_velocity(p, r, u, workspace, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) *residual = residual_shared(p, r, u, workspace);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}
