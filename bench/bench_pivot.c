// Frictionless contact, dense: `pivot`, LAPACK's dgesv on the same matrix, and ODE's Dantzig solver, in one run, one
// thread.
//
// A = G Gᵀ with Gaussian G (n × n, or n × 0.6 n: then A has rank 0.6 n), b = A x with Gaussian x, so that b lies in the
// range of A as it does in mechanics. `warm` starts from the sets of a problem whose G and x were one part in a
// thousand different. Copies of A that dgesv and ODE destroy are not counted. A row is the mean over several problems
// of the same size, the largest ratio beside it: pivoting takes longest where |C| comes close to the rank. The
// certificate (the worst answer's) is ‖min(f, a)‖∞ over the size of the terms of a.

#include "bench.h"

#include <holdfast/holdfast.h>
#include <holdfast/papers.h>

#ifdef HF_PEER_ODE
#include "peers/ode.h"
#endif

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dgesv_(const int *n, const int *count, double *A, const int *lda, int *pivot, double *B, const int *ldb,
            int *info);

enum
{
    ROUNDS = 5 // all take turns, and the least time counts
};

typedef struct problem
{
    int n;
    double *A, *b; // the problem
    double *f, *a; // an answer
    hf_pivot_set *sets, *guess;
    hf_workspace *workspace;
    hf_pivot_result result;
    double *copy, *x, *lo, *hi; // what dgesv and ODE destroy
    int *pivot;
} problem;

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p) abort();
    return p;
}

/// A = G Gᵀ, b = A x.
static void form(problem *p, int rank, const double *G, const double *x)
{
    size_t n = (size_t)p->n, m = (size_t)rank;
    memset(p->b, 0, n * sizeof *p->b);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
        {
            double sum = 0.0;
            for (size_t k = 0; k < m; k++) sum += G[i * m + k] * G[j * m + k];
            p->A[i * n + j] = p->A[j * n + i] = sum;
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) p->b[i] += p->A[i * n + j] * x[j];
}

static double run_cold(void *context)
{
    problem *p = context;
    double begin = bench_now();
    hf_pivot_solve_dense(p->n, p->A, p->b, NULL, NULL, NULL, p->f, p->sets, NULL, p->workspace, &p->result, NULL);
    return bench_now() - begin;
}

static double run_warm(void *context)
{
    problem *p = context;
    hf_pivot_options options = hf_pivot_options_default();
    options.common.warm_start = true;
    memcpy(p->sets, p->guess, (size_t)p->n * sizeof *p->sets);
    double begin = bench_now();
    hf_pivot_solve_dense(p->n, p->A, p->b, NULL, NULL, &options, p->f, p->sets, NULL, p->workspace, &p->result, NULL);
    return bench_now() - begin;
}

static double run_dgesv(void *context)
{
    problem *p = context;
    int one = 1, info;
    size_t n = (size_t)p->n;
    memcpy(p->copy, p->A, n * n * sizeof *p->copy);
    memcpy(p->x, p->b, n * sizeof *p->x);
    double begin = bench_now();
    dgesv_(&p->n, &one, p->copy, &p->n, p->pivot, p->x, &p->n, &info);
    return bench_now() - begin;
}

#ifdef HF_PEER_ODE
static double run_ode(void *context)
{
    problem *p = context;
    size_t n = (size_t)p->n, length = (size_t)ode_row_length(p->n);
    for (size_t i = 0; i < n; i++)
    {
        memcpy(p->copy + i * length, p->A + i * n, n * sizeof *p->copy);
        p->x[i] = -p->b[i];
    }
    double begin = bench_now();
    ode_solve(p->n, p->copy, p->x, p->f, p->a, p->lo, p->hi);
    return bench_now() - begin;
}
#endif

static double certificate(problem *p)
{
    double worst = 0.0, size = 0.0;
    size_t n = (size_t)p->n;
    for (size_t i = 0; i < n; i++)
    {
        double terms = fabs(p->b[i]);
        p->a[i] = p->b[i];
        for (size_t j = 0; j < n; j++)
        {
            p->a[i] += p->A[i * n + j] * p->f[j];
            terms += fabs(p->A[i * n + j] * p->f[j]);
        }
        size = fmax(size, terms);
    }
    for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs(fmin(p->f[i], p->a[i] / size)));
    return isfinite(worst) ? worst : INFINITY;
}

static problem create(int n)
{
    size_t m = (size_t)n, padded = m * (m + 4);
    problem p = {.n = n};
    p.A = allocate(m * m, sizeof(double));
    p.copy = allocate(padded, sizeof(double));
    double **vectors[] = {&p.b, &p.f, &p.a, &p.x, &p.lo, &p.hi};
    for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++) *vectors[k] = allocate(m, sizeof(double));
    p.sets = allocate(m, sizeof *p.sets);
    p.guess = allocate(m, sizeof *p.guess);
    p.pivot = allocate(m, sizeof *p.pivot);
    if (hf_workspace_create(&p.workspace, NULL) != HF_STATUS_OK) abort();
    return p;
}

static void destroy(problem *p)
{
    void *all[] = {p->A, p->copy, p->b, p->f, p->a, p->x, p->lo, p->hi, p->sets, p->guess, p->pivot};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
    hf_workspace_destroy(p->workspace);
}

/// Fills in a problem and, as guess, the sets of one that is slightly different.
static void draw(problem *p, int rank, random_state *random)
{
    const double change = 1e-3;
    size_t n = (size_t)p->n, m = (size_t)rank;
    double *G = allocate(n * m, sizeof *G), *x = allocate(n, sizeof *x);
    for (size_t k = 0; k < n * m; k++) G[k] = random_normal(random);
    for (size_t k = 0; k < n; k++) x[k] = random_normal(random);
    form(p, rank, G, x);
    run_cold(p);
    memcpy(p->guess, p->sets, n * sizeof *p->guess);
    for (size_t k = 0; k < n * m; k++) G[k] += change * random_normal(random);
    for (size_t k = 0; k < n; k++) x[k] += change * random_normal(random);
    form(p, rank, G, x);
    free(G);
    free(x);
}

typedef struct row
{
    double dgesv, cold, warm, ode; // seconds
    double cold_certificate, warm_certificate, ode_certificate;
    double cold_worst, warm_worst, ode_worst; // multiples of dgesv
    double factorizations, pivots;            // of the cold solve
} row;

static row measure(problem *p)
{
    row r = {.dgesv = INFINITY, .cold = INFINITY, .warm = INFINITY, .ode = INFINITY, .ode_certificate = NAN};
    for (int round = 0; round < ROUNDS; round++)
    {
        r.dgesv = fmin(r.dgesv, bench_least(run_dgesv, p));
        r.cold = fmin(r.cold, bench_least(run_cold, p));
        r.cold_certificate = certificate(p);
        r.factorizations = (double)p->result.refactorizations;
        r.pivots = (double)p->result.pivots;
        r.warm = fmin(r.warm, bench_least(run_warm, p));
        r.warm_certificate = certificate(p);
#ifdef HF_PEER_ODE
        r.ode = fmin(r.ode, bench_least(run_ode, p));
        r.ode_certificate = certificate(p);
#endif
    }
    r.cold_worst = r.cold / r.dgesv;
    r.warm_worst = r.warm / r.dgesv;
    r.ode_worst = r.ode / r.dgesv;
    return r;
}

/// total += one / count, and the worst of certificates and ratios.
static void add_row(row *total, const row *one, int count)
{
    total->dgesv += one->dgesv / count;
    total->cold += one->cold / count;
    total->warm += one->warm / count;
    total->ode += one->ode / count;
    total->factorizations += one->factorizations / count;
    total->pivots += one->pivots / count;
    total->cold_certificate = fmax(total->cold_certificate, one->cold_certificate);
    total->warm_certificate = fmax(total->warm_certificate, one->warm_certificate);
    total->ode_certificate = fmax(total->ode_certificate, one->ode_certificate);
    total->cold_worst = fmax(total->cold_worst, one->cold_worst);
    total->warm_worst = fmax(total->warm_worst, one->warm_worst);
    total->ode_worst = fmax(total->ode_worst, one->ode_worst);
}

static void print_row(int n, int rank, const row *r)
{
    char text[4][16];
    printf("%4d %5d  %9s  %9s %5.2f %5.2f %7.0e %5.1f %5.1f  %9s %5.2f %5.2f %7.0e", n, rank,
           bench_format_seconds(r->dgesv, text[0]), bench_format_seconds(r->cold, text[1]), r->cold / r->dgesv,
           r->cold_worst, r->cold_certificate, r->factorizations, r->pivots, bench_format_seconds(r->warm, text[2]),
           r->warm / r->dgesv, r->warm_worst, r->warm_certificate);
    if (isfinite(r->ode))
        printf("  %9s %6.2f %6.2f %7.0e", bench_format_seconds(r->ode, text[3]), r->ode / r->dgesv, r->ode_worst,
               r->ode_certificate);
    printf("\n");
}

int main(void)
{
    static const int sizes[] = {10, 20, 50, 75, 100, 150, 200, 300, 400, 600, 800};
    random_state random = random_seed(1994);
    if (!freopen("/dev/null", "w", stderr)) return 1; // ODE complains there, once a solve, where it goes wrong
    bench_print_machine();
    printf("dense frictionless contact; times, multiples of dgesv (mean and largest), worst certificate\n");
    printf("%4s %5s  %9s  %9s %5s %5s %7s %5s %5s  %9s %5s %5s %7s  %9s %6s %6s %7s\n", "n", "rank", "dgesv", "pivot",
           "mean", "most", "cert", "fact", "piv", "warm", "mean", "most", "cert", "ODE", "mean", "most", "cert");
    for (int deficient = 0; deficient < 2; deficient++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        {
            int n = sizes[k], rank = deficient ? 6 * n / 10 : n,
                count = n <= 100   ? 16
                        : n <= 200 ? 8
                        : n <= 400 ? 4
                                   : 2;
            row total = {0};
            problem p = create(n);
            for (int draw_count = 0; draw_count < count; draw_count++)
            {
                draw(&p, rank, &random);
                row one = measure(&p);
                add_row(&total, &one, count);
            }
            print_row(n, rank, &total);
            fflush(stdout);
            destroy(&p);
        }
    return 0;
}
