// Whole steps of n free bodies joined by connect: microseconds for each body and step, in a chain and in a binary tree (model/joined/), beside the same with every loop a row of the contact
// problem, and beside the multipliers alone of that chain by a dense and by a banded factorization of J M⁻¹ Jᵀ. One thread, processor time.
//
// Usage: bench_chain [MOST]      bodies at most, 100000 otherwise

#include "bench.h"

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
    settings.timestep = 1e-3;
    settings.separate_loops = separate;
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

int main(int argc, char **argv)
{
    int most = argc > 1 ? atoi(argv[1]) : 100000;
    bench_print_machine();
    printf("microseconds for each body; steps of 1 ms, whole; multipliers alone in the last two columns\n");
    printf("%8s %10s %10s %10s %10s %10s %12s\n", "bodies", "chain", "tree", "as rows", "dense", "banded", "gap");
    for (int n = 50; n <= most; n = n < 100 ? 100 : n < 400 ? 2 * n : n == 400 ? 1000 : 10 * n)
    {
        double gap, other, chain = measure(n, false, false, &gap), tree = measure(n, true, false, &other);
        printf("%8d %10.2f %10.2f", n, chain, tree);
        if (n <= 200) printf(" %10.1f", measure(n, false, true, &other));
        else printf(" %10s", "");
        if (n <= 400) printf(" %10.2f", 1e6 * cholesky(3 * n, 3 * n - 1) / n);
        else printf(" %10s", "");
        printf(" %10.2f %12.1e\n", 1e6 * cholesky(3 * n, 5) / n, gap);
        fflush(stdout);
    }
    return 0;
}
