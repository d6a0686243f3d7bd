// Forward dynamics of trees in joint coordinates, with MuJoCo's mj_forward and Simbody's realization of accelerations
// beside it, in one run, one thread.
//   bench_articulated [--quick] [MODEL.xml…]
// First the answers: mass matrix, bias and accelerations of random trees (all kinds of joints, fixed and floating), the
// largest difference relative to the largest entry; beyond 1e-8 the program fails. Then the times: chains of 10 to
// 1,000 hinges, a comb, a star, balls, and the robots at hand, or the models named (the largest tree of each, without
// loops, contacts and motors), each time beside the difference of that tree's accelerations. `forward` is kinematics,
// velocities, bias, factorization and solution: what the others do without geoms, sensors or actuators. The last
// columns are what contacts ask for: a row of M̂⁻¹Hᵀ, the three half rows of a contact, and Φ between 8 links by
// assembly and disassembly.
//
// The accelerations that are compared with Simbody's, which knows no armature, are those without.

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

/// What another engine computes otherwise: largest differences relative to the largest entry; NaN where there is
/// nothing to compare.
typedef struct differences
{
    double mass, bias, acceleration; // from MuJoCo's
    double simbody;                  // of accelerations
} differences;

static const differences nothing = {NAN, NAN, NAN, NAN};

static inline double difference(int n, const double *x, const double *y)
{
    double worst = 0, size = 0;
    for (int k = 0; k < n; k++)
    {
        if (!isfinite(x[k]) || !isfinite(y[k])) return INFINITY;
        worst = fmax(worst, fabs(x[k] - y[k]));
        size = fmax(size, fabs(y[k]));
    }
    return size > 0 ? worst / size : INFINITY;
}

#ifdef HF_PEER_MUJOCO
static void compare_mujoco(model *m, differences *d)
{
    int n = m->tree->v_count;
    if (!m->mujoco) return;
    if (mujoco_dynamics_v_count(m->mujoco) != n) abort();
    double *M = allocate((size_t)n * (size_t)n, sizeof *M);
    forward(m);
    articulated_mass_matrix(m->tree, m->scratch, m->M);
    mujoco_dynamics_forward(m->mujoco, m->q, m->v);
    mujoco_dynamics_mass(m->mujoco, M);
    d->mass = difference(n * n, m->M, M);
    d->bias = difference(n, m->bias, mujoco_dynamics_bias(m->mujoco));
    d->acceleration = difference(n, m->a, mujoco_dynamics_acceleration(m->mujoco));
    free(M);
}
#endif

#ifdef HF_PEER_SIMBODY
static void compare_simbody(model *m, differences *d)
{
    size_t n = (size_t)m->tree->v_count;
    if (!m->simbody) return;
    double *armature = m->tree->armature, *a = allocate(n, sizeof *a);
    m->tree->armature = allocate(n, sizeof *armature);
    forward(m);
    simbody_dynamics_forward(m->simbody, m->q, m->v, a);
    d->simbody = difference((int)n, m->a, a);
    free(m->tree->armature);
    m->tree->armature = armature;
    free(a);
}
#endif

static differences compare(model *m)
{
    differences d = nothing;
#ifdef HF_PEER_MUJOCO
    compare_mujoco(m, &d);
#endif
#ifdef HF_PEER_SIMBODY
    compare_simbody(m, &d);
#endif
    (void)m;
    return d;
}

static bool agree(differences d)
{
    static const double tolerance = 1e-8;
    return !(d.mass > tolerance || d.bias > tolerance || d.acceleration > tolerance || d.simbody > tolerance);
}

static bool compare_random_trees(void)
{
    differences worst = nothing;
    int count = 0;
    for (int s = 0; s < 4; s++)
        for (int floating = 0; floating < 2; floating++)
            for (uint64_t seed = 0; seed < 10; seed++, count++)
            {
                model m = model_make((shape)s, 12 + (int)seed, floating, -1, 100 + seed);
                differences d = compare(&m);
                worst.mass = fmax(worst.mass, d.mass); // the one that is there, where the other is NaN
                worst.bias = fmax(worst.bias, d.bias);
                worst.acceleration = fmax(worst.acceleration, d.acceleration);
                worst.simbody = fmax(worst.simbody, d.simbody);
                model_free(&m);
            }
    printf("%d random trees, largest relative difference from MuJoCo: M %.1e, bias %.1e, acceleration %.1e; from ",
           count, worst.mass, worst.bias, worst.acceleration);
    printf("Simbody: acceleration %.1e (nan: not there)\n\n", worst.simbody);
    return agree(worst);
}

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
    if (articulated_assembly_inverse(m->tree, m->scratch, m->assembly, count, handles, Phi, NULL, NULL) != HF_STATUS_OK)
        abort();
    return bench_now() - begin;
}

#ifdef HF_PEER_MUJOCO
static double run_mujoco(void *context)
{
    model *m = context;
    double begin = bench_now();
    mujoco_dynamics_forward(m->mujoco, m->q, m->v);
    return bench_now() - begin;
}
#endif

#ifdef HF_PEER_SIMBODY
static double run_simbody(void *context)
{
    model *m = context;
    double begin = bench_now();
    simbody_dynamics_forward(m->simbody, m->q, m->v, m->a);
    return bench_now() - begin;
}
#endif

enum
{
    FORWARD,
    MUJOCO,
    SIMBODY,
    FACTOR,
    ROW,
    HALF,
    ASSEMBLY,
    COLUMNS
};

static void measure_columns(model *m, double *least)
{
    double (*run[COLUMNS])(void *) = {run_forward, NULL, NULL, run_factor, run_row, run_half, run_assembly};
#ifdef HF_PEER_MUJOCO
    if (m->mujoco) run[MUJOCO] = run_mujoco;
#endif
#ifdef HF_PEER_SIMBODY
    if (m->simbody) run[SIMBODY] = run_simbody;
#endif
    for (int k = 0; k < COLUMNS; k++) least[k] = INFINITY;
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < COLUMNS; k++)
            if (run[k]) least[k] = fmin(least[k], bench_least(run[k], m));
}

static void print_peer(double theirs, double ours, double difference)
{
    if (isfinite(theirs)) printf("%10.2f | %7.2f | %7.1e | ", 1e6 * theirs, theirs / ours, difference);
    else printf("%10s | %7s | %7s | ", "-", "-", "-");
}

/// One row; false if others compute something else.
static bool measure(const char *name, model m)
{
    differences d = compare(&m);
    double least[COLUMNS];
    measure_columns(&m, least);
    int n = m.tree->v_count;
    printf("| %-33s | %5d | %8.2f | %6.3f | ", name, n, 1e6 * least[FORWARD], 1e6 * least[FORWARD] / n);
    print_peer(least[MUJOCO], least[FORWARD], d.acceleration);
    print_peer(least[SIMBODY], least[FORWARD], d.simbody);
    printf("%7.2f | %7.2f | %8.2f | %8.2f |\n", 1e6 * least[FACTOR], 1e6 * least[ROW], 1e6 * least[HALF],
           1e6 * least[ASSEMBLY]);
    model_free(&m);
    return agree(d);
}

/// A robot's row, named after its folder and file.
static bool measure_file(const char *path)
{
    model m;
    if (!model_read(path, &m)) return true;
    const char *name = strrchr(path, '/'), *folder = path;
    for (const char *p = path; name && p < name; p++)
        if (*p == '/') folder = p + 1;
    char label[34];
    snprintf(label, sizeof label, "%.*s", (int)strcspn(folder, "."), folder);
    return measure(label, m);
}

/// The robots at hand: our own, and those in $HOLDFAST_MODELS or ../shared/models.
static bool measure_robots(void)
{
    static const char *const robots[] = {
        "unitree_h1/h1.xml",        "anybotics_anymal_c/anymal_c.xml",       "agility_cassie/cassie.xml",
        "leap_hand/right_hand.xml", "robot_soccer_kit/robot_soccer_kit.xml", "mujoco/humanoid.xml"};
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

static bool measure_chains(bool quick)
{
    static const int sizes[] = {10, 20, 50, 100, 200, 500, 1000};
    bool same = true;
    for (int k = 0; k < (quick ? 4 : 7); k++)
    {
        char name[40];
        snprintf(name, sizeof name, "chain of %d hinges", sizes[k]);
        same = measure(name, model_make(CHAIN, sizes[k], false, HF_JOINT_HINGE, 1)) && same;
    }
    same = measure("floating star of 25", model_make(STAR, 26, true, HF_JOINT_HINGE, 2)) && same;
    same = measure("floating tree of 25", model_make(RANDOM, 26, true, HF_JOINT_HINGE, 3)) && same;
    same = measure("floating comb of 100", model_make(COMB, 101, true, HF_JOINT_HINGE, 4)) && same;
    return measure("chain of 50 balls", model_make(CHAIN, 50, false, HF_JOINT_BALL, 5)) && same;
}

int main(int argc, char **argv)
{
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    int first = quick ? 2 : 1;
    bench_print_machine();
    bool same = compare_random_trees();
    printf("| us                                |   dof |  forward |  / dof | mj_forward |   ratio |   apart |    "
           "Simbody |  "
           " ratio |");
    printf("   apart |  factor |     row | 3 halves | Phi of 8 |\n");
    printf("| --------------------------------- | ----: | -------: | -----: | ---------: | ------: | ------: | "
           "---------: | "
           "------: |");
    printf(" ------: | ------: | ------: | -------: | -------: |\n");
    if (argc <= first)
    {
        same = measure_chains(quick) && same;
        same = measure_robots() && same;
    }
    for (int k = first; k < argc; k++) same = measure_file(argv[k]) && same;
    if (same) return EXIT_SUCCESS;
    fprintf(stderr, "bench_articulated: the answers differ by more than 1e-8\n");
    return EXIT_FAILURE;
}
