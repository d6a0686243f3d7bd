// Multipliers of trees of rigid bodies in maximal coordinates (Baraff 1996): time per multiplier over the number of
// bodies, and the paper's own cases. One thread; each figure beside the largest violation of a joint's equation |J a +
// c|, relative to its terms.
//
// Usage: bench_tree [FILE.svg]

#include "bench.h"
#include "svg.h"

#include "base/random.h"
#include "bodies/maximal/tree.h"
#include "bodies/maximal/tree_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum shape
{
    CHAIN,
    COMB, // a chain, every second link of which carries a tooth
    STAR,
    ORDERED, // the next one, its bodies numbered depth first
    RANDOM,  // each body hangs on any of those before it: neighbours stand anywhere in memory
    SHAPE_COUNT,
} shape;

static const char *const shape_names[SHAPE_COUNT] = {"chain", "comb", "star", "random, depth first",
                                                     "random, any order"};

enum
{
    BATCHES = 5, // the least counts
    ROUNDS = 4   // through all trees, so that what else the machine does for a while does not fall on one of them
};
// Several runs are measured at once, because the clock of short ones is coarse
static const double batch_seconds = 4e-3;

/// Seconds of this thread's own work: others on the machine do not count.
static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// Seconds of one run: the least of several batches; the first warms up.
static double least(double (*run)(void *context), void *context)
{
    double seconds = INFINITY, once = run(context);
    int runs = once < batch_seconds ? (int)(batch_seconds / fmax(once, 1e-7)) + 1 : 1;
    for (int k = 0; k < BATCHES; k++)
    {
        double sum = 0.0;
        for (int i = 0; i < runs; i++) sum += run(context);
        seconds = fmin(seconds, sum / runs);
    }
    return seconds;
}

/// A mechanism: every body k > 0 is joined to an earlier one by a ball between their centres.
typedef struct mechanism
{
    int count; // bodies
    bool planar;
    int rows; // of a joint
    tree_body *bodies;
    tree_joint *joints;
    tree_joint_frame *frames;
    double *M, *J; // blocks as they were computed: d × d a body, two of rows × d a joint
    double *F, *a, *lambda;
    tree_system *system;
} mechanism;

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

static int parent_of(shape s, int k, random_state *random)
{
    switch (s)
    {
    case CHAIN: return k - 1;
    case COMB: return k == 1 ? 0 : k % 2 ? k - 2 + (k - 2) % 2 - 1 : k - 1;
    case STAR: return 0;
    default: return random_below(random, k);
    }
}

/// parent[k] ◄ the same tree with its bodies numbered depth first.
static void number_depth_first(int count, int *parent)
{
    size_t n = (size_t)count;
    int *first = allocate(n, sizeof *first), *next = allocate(n, sizeof *next), *stack = allocate(n, sizeof *stack);
    int *number = allocate(n, sizeof *number), *old = allocate(n, sizeof *old), top = 0, found = 0;
    memcpy(old, parent, n * sizeof *old);
    for (int k = 0; k < count; k++) first[k] = next[k] = -1;
    for (int k = count - 1; k > 0; k--)
    {
        next[k] = first[old[k]];
        first[old[k]] = k;
    }
    for (stack[top++] = 0; top > 0;)
    {
        int k = stack[--top];
        number[k] = found++;
        parent[number[k]] = k ? number[old[k]] : -1;
        for (int child = first[k]; child >= 0; child = next[child]) stack[top++] = child;
    }
    free(first), free(next), free(stack), free(number), free(old);
}

static mechanism make(shape s, int count, bool planar)
{
    random_state random = random_seed(7);
    int d = planar ? 3 : 6;
    size_t n = (size_t)count;
    mechanism m = {.count = count, .planar = planar, .rows = planar ? 2 : 3};
    size_t block = (size_t)(m.rows * d);
    m.bodies = allocate(n, sizeof *m.bodies);
    m.joints = allocate(n, sizeof *m.joints);
    m.frames = allocate(n, sizeof *m.frames);
    m.M = allocate(n * (size_t)(d * d), sizeof *m.M);
    m.J = allocate(2 * n * block, sizeof *m.J);
    m.F = allocate(n * (size_t)d, sizeof *m.F);
    m.a = allocate(n * (size_t)d, sizeof *m.a);
    m.lambda = allocate(n * (size_t)m.rows, sizeof *m.lambda);
    int *dimension = allocate(n, sizeof *dimension), *parents = allocate(n, sizeof *parents);
    for (int k = 0; k < count; k++) parents[k] = k ? parent_of(s, k, &random) : -1;
    if (s == ORDERED) number_depth_first(count, parents);
    for (int k = 0; k < count; k++)
    {
        tree_body *b = &m.bodies[k];
        int parent = parents[k];
        vec3 step = v3_unit_or(v3(random_normal(&random), random_normal(&random), planar ? 0 : random_normal(&random)),
                               v3(1, 0, 0));
        *b = (tree_body){.kind = planar ? TREE_PLANAR : TREE_RIGID, .mass = random_between(&random, 0.5, 2.0)};
        for (int i = 0; i < 3; i++) b->inertia[4 * i] = random_between(&random, 0.1, 0.15);
        b->center = parent < 0 ? v3_zero() : v3_add(m.bodies[parent].center, step);
        dimension[k] = d;
        for (int i = 0; i < d; i++) m.F[k * d + i] = random_normal(&random);
        if (k == 0) continue;
        m.joints[k - 1] = (tree_joint){.dimension = m.rows, .body = {k, parent}};
        m.frames[k - 1] =
            (tree_joint_frame){.kind = TREE_BALL, .point = v3_mix(b->center, m.bodies[parent].center, 0.5)};
    }
    hf_error error;
    if (tree_system_create(count, dimension, count - 1, m.joints, &m.system, &error) != HF_STATUS_OK) abort();
    free(dimension);
    free(parents);
    return m;
}

static void destroy(mechanism *m)
{
    tree_system_destroy(m->system);
    free(m->bodies);
    free(m->joints);
    free(m->frames);
    free(m->M);
    free(m->J);
    free(m->F);
    free(m->a);
    free(m->lambda);
}

/// M and J of every body and joint.
static double run_rows(void *context)
{
    mechanism *m = context;
    int d = m->planar ? 3 : 6;
    size_t block = (size_t)(m->rows * d);
    double begin = cpu_now();
    for (int k = 0; k < m->count; k++) tree_body_mass(&m->bodies[k], m->M + (size_t)k * (size_t)(d * d));
    for (int k = 0; k + 1 < m->count; k++)
        for (int side = 0; side < 2; side++)
            tree_joint_rows(&m->frames[k], &m->bodies[m->joints[k].body[side]], side, m->planar,
                            m->J + (2 * (size_t)k + (size_t)side) * block);
    return cpu_now() - begin;
}

/// All of it: M and J straight into the system, factor, and solve once.
static double run_all(void *context)
{
    mechanism *m = context;
    double block[36], begin = cpu_now();
    tree_begin(m->system);
    for (int k = 0; k < m->count; k++) // a body, then its joint, whose blocks stand beside its own
    {
        tree_body_mass(&m->bodies[k], block);
        tree_set_mass(m->system, k, block);
        for (int side = 0; k > 0 && side < 2; side++)
        {
            tree_joint_rows(&m->frames[k - 1], &m->bodies[m->joints[k - 1].body[side]], side, m->planar, block);
            tree_set_rows(m->system, k - 1, side, block);
        }
    }
    if (tree_factorize(m->system, NULL) != HF_STATUS_OK) abort();
    tree_multipliers(m->system, m->F, NULL, m->a, m->lambda);
    return cpu_now() - begin;
}

/// Largest |J a| relative to the size of its terms.
static double violation(const mechanism *m)
{
    int d = m->planar ? 3 : 6;
    double worst = 0.0;
    for (int k = 0; k + 1 < m->count; k++)
        for (int row = 0; row < m->rows; row++)
        {
            double sum = 0.0, size = 1e-300;
            for (int side = 0; side < 2; side++)
                for (int j = 0; j < d; j++)
                {
                    double term =
                        m->J[((2 * (size_t)k + (size_t)side) * (size_t)m->rows + (size_t)row) * (size_t)d + (size_t)j] *
                        m->a[m->joints[k].body[side] * d + j];
                    sum += term;
                    size += fabs(term);
                }
            worst = fmax(worst, fabs(sum) / size);
        }
    return worst;
}

// ---- auxiliary rows ----

typedef struct auxiliary
{
    mechanism *m;
    int count; // scalar rows: points of two bodies each
    bool workless;
    tree_row *rows;
    double *A, *column;
    hf_workspace *workspace;
} auxiliary;

static double run_auxiliary(void *context)
{
    auxiliary *x = context;
    int n = x->count, d = x->m->planar ? 3 : 6;
    double begin = cpu_now();
    if (x->workless)
    {
        if (tree_anticipate(x->m->system, n, x->rows, x->workspace, x->A, NULL) != HF_STATUS_OK) abort();
        return cpu_now() - begin;
    }
    for (int j = 0; j < n; j++)
    {
        tree_response(x->m->system, &x->rows[j], x->column);
        for (int i = 0; i < n; i++)
        {
            double sum = 0.0;
            for (int k = 0; k < x->rows[i].count; k++)
                for (int l = 0; l < d; l++) sum += x->rows[i].values[k * d + l] * x->column[x->rows[i].body[k] * d + l];
            x->A[i * n + j] = sum;
        }
    }
    return cpu_now() - begin;
}

/// The matrix of `count` scalar rows between random pairs of bodies, both ways; returns their largest relative
/// difference.
static double measure_auxiliary(mechanism *m, int count, double seconds[2])
{
    int d = m->planar ? 3 : 6;
    size_t n = (size_t)count;
    random_state random = random_seed(3);
    auxiliary x = {.m = m, .count = count};
    x.rows = allocate(n, sizeof *x.rows);
    x.column = allocate((size_t)(m->count * d), sizeof *x.column);
    int(*body)[2] = allocate(n, sizeof *body);
    double(*values)[12] = allocate(n, sizeof *values);
    double *A[2] = {allocate(n * n, sizeof(double)), allocate(n * n, sizeof(double))};
    if (hf_workspace_create(&x.workspace, NULL) != HF_STATUS_OK) abort();
    for (int k = 0; k < count; k++)
    {
        body[k][0] = random_below(&random, m->count - 1);
        body[k][1] = m->count - 1;
        for (int j = 0; j < 2 * d; j++) values[k][j] = random_normal(&random);
        x.rows[k] = (tree_row){.count = 2, .body = body[k], .values = values[k]};
    }
    double largest = 0.0, apart = 0.0;
    for (int workless = 0; workless < 2; workless++)
    {
        x.workless = workless;
        x.A = A[workless];
        seconds[workless] = least(run_auxiliary, &x);
    }
    for (size_t k = 0; k < n * n; k++)
    {
        largest = fmax(largest, fabs(A[0][k]));
        apart = fmax(apart, fabs(A[0][k] - A[1][k]));
    }
    hf_workspace_destroy(x.workspace);
    free(x.rows);
    free(x.column);
    free(body);
    free(values);
    free(A[0]);
    free(A[1]);
    return apart / largest;
}

// ---- tables ----

enum
{
    SIZES = 9
};
static const int sizes[SIZES] = {10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000};

typedef struct measurement
{
    double seconds, violation;
} measurement;

static void measure_all(measurement (*all)[SIZES])
{
    for (int round = 0; round < ROUNDS; round++)
        for (int s = 0; s < SHAPE_COUNT; s++)
            for (int k = 0; k < SIZES; k++)
            {
                mechanism m = make((shape)s, sizes[k], false);
                run_rows(&m);
                double seconds = least(run_all, &m);
                measurement *of = &all[s][k];
                of->seconds = round ? fmin(of->seconds, seconds) : seconds;
                of->violation = violation(&m);
                destroy(&m);
            }
}

static void plot(const char *svg, double (*x)[SIZES], double (*y)[SIZES])
{
    plot_series series[SHAPE_COUNT];
    for (int s = 0; s < SHAPE_COUNT; s++)
        series[s] = (plot_series){.name = shape_names[s], .x = x[s], .y = y[s], .count = SIZES};
    FILE *out = fopen(svg, "w");
    if (!out) return;
    const plot_def plot = {
        .title = "Multipliers in linear time",
        .subtitle = "masses, rows, factors and solution of trees of rigid bodies joined by balls, one thread",
        .x = {.label = "bodies", .logarithmic = true},
        .y = {.label = "ns per multiplier", .least = 0.0, .most = 250.0},
        .series = series,
        .series_count = SHAPE_COUNT};
    plot_write(out, &plot);
    fclose(out);
}

static void scaling(const char *svg)
{
    static measurement all[SHAPE_COUNT][SIZES];
    double x[SHAPE_COUNT][SIZES], y[SHAPE_COUNT][SIZES];
    measure_all(all);
    printf("%-20s %8s %12s %12s %14s %10s\n", "tree", "bodies", "multipliers", "time", "ns/multiplier", "|J a|");
    for (int s = 0; s < SHAPE_COUNT; s++)
        for (int k = 0; k < SIZES; k++)
        {
            int multipliers = 3 * (sizes[k] - 1);
            char text[16];
            x[s][k] = sizes[k];
            y[s][k] = 1e9 * all[s][k].seconds / multipliers;
            printf("%-20s %8d %12d %12s %14.1f %10.1e\n", shape_names[s], sizes[k], multipliers,
                   bench_format_seconds(all[s][k].seconds, text), y[s][k], all[s][k].violation);
        }
    printf("\nFarthest from the shape's mean over all sizes:");
    for (int s = 0; s < SHAPE_COUNT; s++)
    {
        double mean = 0.0, most = 0.0;
        for (int k = 0; k < SIZES; k++) mean += y[s][k] / SIZES;
        for (int k = 0; k < SIZES; k++) most = fmax(most, fabs(y[s][k] / mean - 1.0));
        printf("%s %s %.0f %%", s ? "," : "", shape_names[s], 100.0 * most);
    }
    printf("\n");
    if (svg) plot(svg, x, y);
}

/// The cases of the paper's section 9.
static void paper(void)
{
    static const struct
    {
        const char *name;
        bool planar;
        int bodies, auxiliary;
    } cases[] = {{"2D, 108 multipliers", true, 55, 0},
                 {"2D, 96 and 12 auxiliary", true, 49, 12},
                 {"3D, 96 and 3 auxiliary", false, 33, 3},
                 {"3D, 381 multipliers", false, 128, 0}};
    printf("\n%-26s %12s %10s %14s %14s %10s\n", "Baraff's cases", "total", "share of J", "any auxiliary", "workless",
           "|J a|");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
        mechanism m = make(RANDOM, cases[k].bodies, cases[k].planar);
        double rows = least(run_rows, &m), all = least(run_all, &m), way[2] = {0};
        double apart = cases[k].auxiliary ? measure_auxiliary(&m, cases[k].auxiliary, way) : 0.0;
        char total[16], any[16] = "-", workless[16] = "-";
        if (cases[k].auxiliary)
        {
            bench_format_seconds(way[0], any);
            bench_format_seconds(way[1], workless);
        }
        printf("%-26s %12s %9.0f%% %14s %14s %10.1e\n", cases[k].name, bench_format_seconds(all, total),
               100.0 * rows / all, any, workless, fmax(violation(&m), apart));
        destroy(&m);
    }
}

int main(int count, char **arguments)
{
    if (count > 2 || (count == 2 && arguments[1][0] == '-'))
    {
        fprintf(stderr, "usage: bench_tree [FILE.svg]\n");
        return 1;
    }
    bench_print_machine();
    scaling(count == 2 ? arguments[1] : NULL);
    paper();
    return 0;
}
