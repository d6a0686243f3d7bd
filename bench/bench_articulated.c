// Forward dynamics of trees in joint coordinates, with MuJoCo's mj_forward beside it, in one run, one thread.
//   bench_articulated [--quick] [MODEL.xml…]
// First the answers: mass matrix, bias and accelerations of random trees (all kinds of joints, fixed and floating), the largest difference relative to
// the largest entry; beyond 1e-8 the program fails. Then the times: chains of 10 to 1,000 hinges, a comb, a star, balls, and the robots at hand, or the
// models named (the largest tree of each, without loops, contacts and motors). `forward` is kinematics, velocities, bias, factorization and solution: what
// mj_forward does without geoms, sensors or actuators. Beside it what contacts ask for: a row of M̂⁻¹Hᵀ, the three half rows of a contact, and Φ between 8
// links by assembly and disassembly.

#include "bench.h"

#include "articulated_models.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROUNDS = 3,
    HANDLES = 8
};

static void forward(model *m)
{
    articulated_base base = articulated_base_fixed();
    articulated_kinematics(m->tree, m->scratch, &base, m->q);
    articulated_velocities(m->tree, m->scratch, &base, m->v);
    articulated_bias(m->tree, m->scratch, &base, m->v, gravity, NULL, m->bias);
    if (articulated_factor(m->tree, m->scratch, NULL, NULL) != HF_STATUS_OK) abort();
    for (int d = 0; d < m->tree->v_count; d++) m->a[d] = -m->bias[d];
    articulated_solve(m->tree, m->scratch, m->a, m->a);
}

// ---- the answers ----

#ifdef HF_PEER_MUJOCO
static double difference(int n, const double *x, const double *y)
{
    double worst = 0, size = 0;
    for (int k = 0; k < n; k++)
    {
        worst = fmax(worst, fabs(x[k] - y[k]));
        size = fmax(size, fabs(y[k]));
    }
    return isfinite(worst) && size > 0 ? worst / size : INFINITY;
}

/// Whether MuJoCo says the same; worst: of M, bias and accelerations.
static bool agree(model *m, double worst[3])
{
    int n = m->tree->v_count;
    if (!m->peer || mujoco_dynamics_v_count(m->peer) != n) return false;
    double *M = allocate((size_t)n * (size_t)n, sizeof *M);
    forward(m);
    articulated_mass_matrix(m->tree, m->scratch, m->M);
    mujoco_dynamics_forward(m->peer, m->q, m->v);
    mujoco_dynamics_mass(m->peer, M);
    worst[0] = fmax(worst[0], difference(n * n, m->M, M));
    worst[1] = fmax(worst[1], difference(n, m->bias, mujoco_dynamics_bias(m->peer)));
    worst[2] = fmax(worst[2], difference(n, m->a, mujoco_dynamics_acceleration(m->peer)));
    free(M);
    return worst[0] < 1e-8 && worst[1] < 1e-8 && worst[2] < 1e-8;
}

static bool compare(void)
{
    double worst[3] = {0};
    int count = 0;
    bool all = true;
    for (int s = 0; s < 4; s++)
        for (int floating = 0; floating < 2; floating++)
            for (uint64_t seed = 0; seed < 10; seed++, count++)
            {
                model m = model_make((shape)s, 12 + (int)seed, floating, -1, 100 + seed);
                all = agree(&m, worst) && all;
                model_free(&m);
            }
    printf("%d random trees, largest relative difference from MuJoCo: M %.1e, bias %.1e, acceleration %.1e\n\n", count,
           worst[0], worst[1], worst[2]);
    return all;
}
#endif

// ---- the times ----

static double run_forward(void *context)
{
    double begin = bench_now();
    forward(context);
    return bench_now() - begin;
}

static double run_factor(void *context)
{
    model *m = context;
    double begin = bench_now();
    articulated_factor(m->tree, m->scratch, NULL, NULL);
    return bench_now() - begin;
}

static double run_row(void *context)
{
    model *m = context;
    double begin = bench_now();
    articulated_inverse_row(m->tree, m->scratch, m->tree->link_count - 1, v3(1, 1, 1), v3(0, 0, 1), m->G);
    return bench_now() - begin;
}

static double run_half(void *context)
{
    model *m = context;
    vec3 directions[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    double begin = bench_now();
    articulated_half_rows(m->tree, m->scratch, m->tree->link_count - 1, v3(1, 1, 1), 3, directions, false, m->dofs,
                          m->h, m->z);
    return bench_now() - begin;
}

static double run_assembly(void *context)
{
    model *m = context;
    double Phi[36 * HANDLES * HANDLES];
    int handles[HANDLES], n = m->tree->link_count, count = n < HANDLES ? n : HANDLES;
    for (int k = 0; k < count; k++) handles[k] = (k + 1) * n / count - 1;
    double begin = bench_now();
    articulated_assembly_inverse(m->tree, m->scratch, m->assembly, count, handles, Phi, NULL);
    return bench_now() - begin;
}

#ifdef HF_PEER_MUJOCO
static double run_mujoco(void *context)
{
    model *m = context;
    double begin = bench_now();
    mujoco_dynamics_forward(m->peer, m->q, m->v);
    return bench_now() - begin;
}
#endif

static void measure(const char *name, model m)
{
    double least[6] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    for (int round = 0; round < ROUNDS; round++)
    {
        least[0] = fmin(least[0], bench_least(run_forward, &m));
#ifdef HF_PEER_MUJOCO
        if (m.peer) least[1] = fmin(least[1], bench_least(run_mujoco, &m));
#endif
        least[2] = fmin(least[2], bench_least(run_factor, &m));
        least[3] = fmin(least[3], bench_least(run_row, &m));
        least[4] = fmin(least[4], bench_least(run_half, &m));
        least[5] = fmin(least[5], bench_least(run_assembly, &m));
    }
    int n = m.tree->v_count;
    printf("| %-28s | %5d | %9.2f | %7.3f | ", name, n, 1e6 * least[0], 1e6 * least[0] / n);
    if (isfinite(least[1])) printf("%10.2f | %6.2f | ", 1e6 * least[1], least[1] / least[0]);
    else printf("%10s | %6s | ", "-", "-");
    printf("%8.2f | %8.2f | %9.2f | %9.2f |\n", 1e6 * least[2], 1e6 * least[3], 1e6 * least[4], 1e6 * least[5]);
    model_free(&m);
}

/// A robot's row; false if MuJoCo computes something else.
static bool measure_file(const char *path)
{
    model m;
    if (!model_read(path, &m)) return true;
    const char *name = strrchr(path, '/'), *folder = path;
    for (const char *p = path; name && p < name; p++)
        if (*p == '/') folder = p + 1;
    char label[29];
    snprintf(label, sizeof label, "%.*s", (int)strcspn(folder, "."), folder);
    bool same = true;
#ifdef HF_PEER_MUJOCO
    double worst[3] = {0};
    same = !m.peer || agree(&m, worst);
    if (!same) fprintf(stderr, "%s: M %.1e, bias %.1e, acceleration %.1e\n", path, worst[0], worst[1], worst[2]);
#endif
    measure(label, m);
    return same;
}

/// The robots at hand: our own, and those in $HOLDFAST_MODELS or ../shared/models.
static bool measure_robots(void)
{
    static const char *const robots[] = {"unitree_h1/h1.xml", "anybotics_anymal_c/anymal_c.xml",
                                         "agility_cassie/cassie.xml", "leap_hand/right_hand.xml",
                                         "mujoco/humanoid.xml"};
    const char *folder = getenv("HOLDFAST_MODELS");
    bool same = measure_file("scenes/humanoid.xml");
    for (size_t k = 0; k < sizeof robots / sizeof robots[0]; k++)
    {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", folder ? folder : "../shared/models", robots[k]);
        FILE *there = fopen(path, "r");
        if (!there) continue;
        fclose(there);
        same = measure_file(path) && same;
    }
    return same;
}

static void measure_chains(bool quick)
{
    static const int sizes[] = {10, 20, 50, 100, 200, 500, 1000};
    for (int k = 0; k < (quick ? 4 : 7); k++)
    {
        char name[40];
        snprintf(name, sizeof name, "chain of %d hinges", sizes[k]);
        measure(name, model_make(CHAIN, sizes[k], false, HF_JOINT_HINGE, 1));
    }
    measure("floating star of 25", model_make(STAR, 26, true, HF_JOINT_HINGE, 2));
    measure("floating tree of 25", model_make(RANDOM, 26, true, HF_JOINT_HINGE, 3));
    measure("floating comb of 100", model_make(COMB, 101, true, HF_JOINT_HINGE, 4));
    measure("chain of 50 balls", model_make(CHAIN, 50, false, HF_JOINT_BALL, 5));
}

int main(int argc, char **argv)
{
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0, same = true;
    int first = quick ? 2 : 1;
    bench_print_machine();
#ifdef HF_PEER_MUJOCO
    same = compare();
#else
    printf("Without MuJoCo: our own times alone.\n\n");
#endif
    printf("| us                           |   dof |   forward |   / dof | mj_forward |  ratio |");
    printf("   factor |      row |  3 halves |  Phi of 8 |\n");
    printf("| ---------------------------- | ----: | --------: | ------: | ---------: | -----: |");
    printf(" -------: | -------: | --------: | --------: |\n");
    if (argc <= first)
    {
        measure_chains(quick);
        same = measure_robots() && same;
    }
    for (int k = first; k < argc; k++) same = measure_file(argv[k]) && same;
    if (same) return EXIT_SUCCESS;
    fprintf(stderr, "bench_articulated: the answers differ by more than 1e-8\n");
    return EXIT_FAILURE;
}
