// Whole steps of n free bodies joined by connect: microseconds for each body and step, in a chain and in a binary tree
// (model/constraint_tree/), beside the same with every loop a row of the contact problem, and beside the multipliers alone of
// that chain by a dense and by a banded factorization of J M⁻¹ Jᵀ; then the same chains in ODE and MuJoCo, each with
// the widest gap of a joint after the same steps. One thread, processor time.
//
// Usage: bench_chain [MOST [FILE.svg]]      bodies at most, 100000 otherwise

#include "bench.h"
#include "peers/chain.h"
#include "svg.h"

#include "holdfast/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(hf_status status, const hf_error *error)
{
    if (status == HF_STATUS_OK) return;
    fprintf(stderr, "bench_chain: %s\n", error->message);
    exit(1);
}

/// Bars of 0.1 m along x, each connected to the one before it, or to that of half its number.
static hf_model *make(int n, bool branched, bool separate)
{
    hf_error error = {0};
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    must(hf_builder_create(&builder, &error), &error);
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 1e-3;
    settings.step.separate_loops = separate;
    must(hf_builder_set(builder, &settings, &error), &error);
    hf_body_def ground = hf_body_def_default();
    ground.motion = HF_MOTION_STATIC;
    int base = 0;
    must(hf_builder_add_body(builder, &ground, &base, &error), &error);
    for (int k = 0; k < n; k++)
    {
        int above = k == 0 ? -1 : branched ? (k - 1) / 2 : k - 1, depth = 0, body = 0;
        for (int i = k; branched && i > 0; i = (i - 1) / 2) depth++;
        hf_body_def def = hf_body_def_default();
        def.mass = 1;
        def.inertia[0] = 2e-4, def.inertia[1] = 1e-3, def.inertia[2] = 1.1e-3;
        def.position[0] = 0.1 * (branched ? depth : k) + 0.05;
        must(hf_builder_add_body(builder, &def, &body, &error), &error);
        hf_loop_def loop = hf_loop_def_default();
        loop.body_a = body;
        loop.body_b = base + 1 + above; // -1: the ground
        loop.point_a[0] = -0.05;
        must(hf_builder_add_loop(builder, &loop, NULL, &error), &error);
    }
    must(hf_model_build(builder, &model, &error), &error);
    hf_builder_destroy(builder);
    return model;
}

/// Microseconds for each body and step: the least of three runs. *gap: the widest of all loops at the end [m].
static double measure(int n, bool branched, bool separate, double *gap)
{
    hf_error error = {0};
    hf_model *model = make(n, branched, separate);
    hf_world *world = NULL;
    must(hf_world_create(model, &world, &error), &error);
    int steps = separate ? 5 : 200000 / n < 5 ? 5 : 200000 / n;
    double least = INFINITY;
    for (int run = 0; run < 3; run++)
    {
        double start = bench_processor();
        for (int k = 0; k < steps; k++) must(hf_world_step(world, 0, NULL, &error), &error);
        least = fmin(least, bench_processor() - start);
    }
    *gap = hf_world_loop_gap(world);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return 1e6 * least / steps / n;
}

// ---- J M⁻¹ Jᵀ of the chain, dense and banded ----

/// Entry of the matrix of a chain along x: 3 × 3 blocks on the diagonal and beside it.
static double entry(int i, int j)
{
    const double inverse_mass = 1, arm2[3] = {0, 0.0025 / 1.1e-3, 0.0025 / 1e-3};
    int a = i / 3, b = j / 3, r = i % 3;
    if (r != j % 3 || a - b > 1 || b - a > 1) return 0;
    if (a == b) return (a == 0 ? 1 : 2) * (inverse_mass + arm2[r]);
    return -(inverse_mass - arm2[r]);
}

/// Seconds to factor n × n with half bandwidth `band`, and to solve once.
static double cholesky(int n, int band)
{
    size_t width = (size_t)band + 1;
    double *L = calloc((size_t)n * width, sizeof *L), *x = malloc((size_t)n * sizeof *x);
    if (!L || !x) exit(1);
    double start = bench_processor();
    for (int i = 0; i < n; i++)
    {
        int first = i > band ? i - band : 0;
        double *row = L + (size_t)i * width;
        for (int j = first; j <= i; j++)
        {
            double sum = entry(i, j);
            const double *other = L + (size_t)j * width;
            int from = j > band ? j - band : 0;
            for (int k = from > first ? from : first; k < j; k++) sum -= row[k - i + band] * other[k - j + band];
            row[j - i + band] = j < i ? sum / other[band] : sqrt(sum);
        }
    }
    for (int i = 0; i < n; i++)
    {
        x[i] = 1;
        for (int k = i > band ? i - band : 0; k < i; k++) x[i] -= L[(size_t)i * width + (size_t)(k - i + band)] * x[k];
        x[i] /= L[(size_t)i * width + (size_t)band];
    }
    double seconds = bench_processor() - start;
    if (!isfinite(x[n - 1])) exit(1);
    free(L);
    free(x);
    return seconds;
}

// ---- the same chains in other simulators ----

static void *own_create(const hf_model *model)
{
    hf_error error = {0};
    hf_world *world = NULL;
    must(hf_world_create(model, &world, &error), &error);
    return world;
}

static void own_step(void *self)
{
    hf_error error = {0};
    must(hf_world_step(self, 0, NULL, &error), &error);
}

static double own_gap(void *self)
{
    return hf_world_loop_gap(self);
}

static void own_destroy(void *self)
{
    hf_world_destroy(self);
}

static const chain_engine chain_own = {
    "holdfast", "loops closed to rounding in every step", own_create, own_step, own_gap, own_destroy};

static const chain_engine *const engines[] = {
    &chain_own,
#ifdef HF_PEER_ODE_ENGINE
    &chain_ode,
    &chain_ode_quick,
#endif
#ifdef HF_PEER_MUJOCO
    &chain_mujoco,
#endif
};

enum
{
    ENGINES = sizeof engines / sizeof *engines,
};

static const double ENGINE_SECONDS = 8; // of processor time, for an engine and a size

typedef struct race
{
    const chain_engine *engine;
    int bodies, steps;
} race;

/// How far an engine got before its time was over.
typedef struct score
{
    int steps;
    double seconds, gap;
} score;

/// A job of bench_isolated. The first step, which allocates, is not counted in the seconds.
static void run(void *context, void *result)
{
    const race *r = context;
    score *s = result;
    hf_model *model = make(r->bodies, false, false);
    void *self = r->engine->create(model);
    for (int k = 0; self && k < r->steps; k++)
    {
        double start = bench_processor();
        r->engine->step(self);
        if (k > 0) s->seconds += bench_processor() - start;
        s->gap = r->engine->gap(self);
        s->steps = k + 1;
    }
    if (self) r->engine->destroy(self);
    hf_model_destroy(model);
}

// ---- tables and plot ----

enum
{
    SIZES_MAX = 8,
    METHODS = 5 // of our own table
};

static const char *const method_names[METHODS] = {"holdfast, chain", "holdfast, binary tree", "every loop a row",
                                                  "dense multipliers alone", "banded multipliers alone"};

/// Microseconds for each body and step; NAN where a method was left out.
typedef struct table
{
    int size_count;
    double bodies[SIZES_MAX];
    double methods[METHODS][SIZES_MAX];
    double engines[ENGINES][SIZES_MAX];
} table;

static void print_cell(double value)
{
    if (isfinite(value)) printf(" %10.2f", value);
    else printf(" %10s", "");
}

static void run_methods(table *t)
{
    printf("microseconds for each body; steps of 1 ms, whole; multipliers alone in the last two columns\n");
    printf("%8s %10s %10s %10s %10s %10s %12s\n", "bodies", "chain", "tree", "as rows", "dense", "banded", "gap");
    for (int i = 0; i < t->size_count; i++)
    {
        int n = (int)t->bodies[i];
        double gap, other;
        t->methods[0][i] = measure(n, false, false, &gap);
        t->methods[1][i] = measure(n, true, false, &other);
        t->methods[2][i] = n <= 200 ? measure(n, false, true, &other) : NAN;
        t->methods[3][i] = n <= 400 ? 1e6 * cholesky(3 * n, 3 * n - 1) / n : NAN;
        t->methods[4][i] = 1e6 * cholesky(3 * n, 5) / n;
        printf("%8d", n);
        for (int k = 0; k < METHODS; k++) print_cell(t->methods[k][i]);
        printf(" %12.1e\n", gap);
        fflush(stdout);
    }
}

static void run_engines(table *t)
{
    printf("\nthe chain in other simulators; %.0f s of processor time for each\n", ENGINE_SECONDS);
    printf("%8s  %-10s %8s %14s %12s\n", "bodies", "", "steps", "us/body/step", "gap [m]");
    bool out[ENGINES] = {false}; // a size was too much for it
    for (int i = 0; i < t->size_count; i++)
        for (int k = 0; k < ENGINES; k++)
        {
            int n = (int)t->bodies[i], steps = 100000 / n < 6 ? 6 : 100000 / n > 200 ? 200 : 100000 / n;
            race r = {.engine = engines[k], .bodies = n, .steps = steps};
            score s = {0};
            t->engines[k][i] = NAN;
            if (out[k]) continue;
            out[k] = bench_isolated(run, &r, &s, sizeof s, ENGINE_SECONDS) != BENCH_DONE || s.steps < steps;
            if (s.steps > 1) t->engines[k][i] = 1e6 * s.seconds / (s.steps - 1) / n;
            if (s.steps > 1)
                printf("%8d  %-10s %8d %14.2f %12.1e\n", n, r.engine->name, s.steps, t->engines[k][i], s.gap);
            else printf("%8d  %-10s %8s\n", n, r.engine->name, s.steps ? "one step" : "none");
            fflush(stdout);
        }
    for (int k = 0; k < ENGINES; k++) printf("%s: %s\n", engines[k]->name, engines[k]->settings);
}

static plot_series line(const table *t, const char *name, const double *times)
{
    return (plot_series){.name = name, .x = t->bodies, .y = times, .count = (size_t)t->size_count};
}

static void plot(const char *path, const table *t)
{
    plot_series series[METHODS + ENGINES];
    int count = 0;
    series[count++] = line(t, method_names[0], t->engines[0]); // measured as the others are
    for (int k = 1; k < METHODS; k++) series[count++] = line(t, method_names[k], t->methods[k]);
    for (int k = 1; k < ENGINES; k++) series[count++] = line(t, engines[k]->name, t->engines[k]);
    FILE *out = fopen(path, "w");
    if (!out)
    {
        fprintf(stderr, "bench_chain: cannot write %s\n", path);
        exit(1);
    }
    const plot_def def = {.title = "Free bodies joined by connect",
                          .subtitle = "a step of the whole chain, one thread, processor time; dashed: 2 µs",
                          .x = {.label = "bodies", .logarithmic = true},
                          .y = {.label = "µs per body and step", .logarithmic = true},
                          .reference = 2.0,
                          .series = series,
                          .series_count = count};
    plot_write(out, &def);
    fclose(out);
}

int main(int argc, char **argv)
{
    int most = argc > 1 ? atoi(argv[1]) : 100000;
    if (argc > 3 || most < 1)
    {
        fprintf(stderr, "usage: bench_chain [MOST [FILE.svg]]\n");
        return 1;
    }
    table t = {0};
    for (int n = 50; n <= most && t.size_count < SIZES_MAX; n = n < 100    ? 100
                                                                : n < 400  ? 2 * n
                                                                : n == 400 ? 1000
                                                                           : 10 * n)
        t.bodies[t.size_count++] = n;
    bench_print_machine();
    run_methods(&t);
    run_engines(&t);
    if (argc == 3) plot(argv[2], &t);
    return 0;
}
