// Forward dynamics of trees in joint coordinates, with MuJoCo's mj_forward beside it, in one run, one thread.
//   bench_articulated [--quick]
// First the answers: mass matrix, bias and accelerations of random trees (all kinds of joints, fixed and floating), the largest difference relative to
// the largest entry; beyond 1e-8 the program fails. Then the times: chains of 10 to 1,000 hinges, a comb, a star and trees of balls. `forward` is
// kinematics, velocities, bias, factorization and solution: what mj_forward does without geoms, sensors or actuators. Below it what contacts ask for: a
// row of M̂⁻¹Hᵀ, the three half rows of a contact, and Φ between 8 links by assembly and disassembly.

#include "bench.h"

#include "base/random.h"
#include "bodies/articulated.h"
#include "bodies/articulated_assembly.h"

#ifdef HF_PEER_MUJOCO
#include "peers/mujoco_dynamics.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const vec3 gravity = {0.3, -0.2, -9.81};

enum
{
    ROUNDS = 3,
    HANDLES = 8
};

typedef enum shape
{
    CHAIN,
    COMB,
    STAR,
    RANDOM
} shape;

typedef struct model
{
    articulated_tree *tree;
    articulated_scratch *scratch;
    articulated_assembly *assembly;
    double *moments, *principal; // of the links, as MuJoCo wants them
    double *q, *v, *bias, *a, *M, *G, *h, *z;
    int *dofs;
#ifdef HF_PEER_MUJOCO
    mujoco_dynamics *peer;
#endif
} model;

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    if (!p) abort();
    return p;
}

static vec3 draw_vector(random_state *r, double size)
{
    double x = random_between(r, -size, size), y = random_between(r, -size, size);
    return v3(x, y, random_between(r, -size, size));
}

static quat draw_turn(random_state *r)
{
    double w = random_normal(r), x = random_normal(r), y = random_normal(r);
    return quat_normalize((quat){w, x, y, random_normal(r)});
}

/// In the order in which MuJoCo numbers bodies: depth first.
static int draw_parent(shape s, int i, const articulated_link *links, random_state *r)
{
    if (i == 0) return -1;
    if (s == CHAIN) return i - 1;
    if (s == STAR) return 0;
    if (s == COMB) return i % 4 == 0 ? i - 4 : i - 1;
    int parent = i - 1;
    while (links[parent].parent >= 0 && random_below(r, 3) == 0) parent = links[parent].parent;
    return parent;
}

/// Principal moments that a body can have, and the tensor that they make.
static void draw_inertia(articulated_link *link, random_state *r, double *moments, double *principal)
{
    double s[3], R[9];
    for (int k = 0; k < 3; k++) s[k] = random_between(r, 0.01, 0.1);
    for (int k = 0; k < 3; k++) moments[k] = s[(k + 1) % 3] + s[(k + 2) % 3];
    quat q = draw_turn(r);
    quat_store(principal, q);
    quat_to_matrix(q, R);
    static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++)
        for (int j = 0; j < 3; j++) link->inertia[k] += R[3 * row[k] + j] * moments[j] * R[3 * col[k] + j];
}

/// kind < 0: all kinds, some links with several joints or none.
static model model_make(shape s, int n, bool floating, int kind, uint64_t seed)
{
    random_state r = random_seed(seed);
    articulated_link *links = allocate((size_t)n, sizeof *links);
    articulated_joint *joints = allocate(2 * (size_t)n, sizeof *joints);
    model m = {.moments = allocate(3 * (size_t)n, sizeof(double)),
               .principal = allocate(4 * (size_t)n, sizeof(double))};
    int joint_count = 0;
    for (int i = 0; i < n; i++)
    {
        articulated_link *link = &links[i];
        *link =
            (articulated_link){.parent = draw_parent(s, i, links, &r), .joint_begin = joint_count, .gravity_scale = 1};
        link->position = draw_vector(&r, 0.3);
        link->orientation = draw_turn(&r);
        link->mass = random_between(&r, 0.5, 2);
        link->center = draw_vector(&r, 0.1);
        draw_inertia(link, &r, m.moments + 3 * i, m.principal + 4 * i);
        if (floating && i == 0) continue;
        int wanted = kind >= 0 ? 1 : random_below(&r, 3);
        for (int k = 0; k < wanted; k++, link->joint_count++)
        {
            articulated_joint *joint = &joints[joint_count++];
            joint->kind = (hf_joint_kind)(kind >= 0 ? kind : random_below(&r, wanted > 1 ? 2 : 3));
            joint->position = draw_vector(&r, 0.1);
            joint->axis = draw_vector(&r, 1);
            joint->reference = random_between(&r, -1, 1);
            joint->armature = kind >= 0 ? 0 : random_between(&r, 0, 0.1);
        }
    }
    hf_error error = {0};
    if (articulated_tree_create(links, n, joints, joint_count, floating, &m.tree, &error) != HF_STATUS_OK ||
        articulated_scratch_create(m.tree, &m.scratch, &error) != HF_STATUS_OK ||
        articulated_assembly_create(m.tree, &m.assembly, &error) != HF_STATUS_OK)
        fprintf(stderr, "%s\n", error.message), abort();
    size_t dofs = (size_t)m.tree->v_count;
    m.q = allocate((size_t)m.tree->q_count, sizeof(double));
    double **all[] = {&m.v, &m.bias, &m.a, &m.G, &m.h, &m.z};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) *all[k] = allocate(3 * dofs, sizeof(double));
    m.M = allocate(dofs * dofs, sizeof(double));
    m.dofs = allocate(dofs, sizeof(int));
    articulated_reference(m.tree, m.q);
    for (size_t d = 0; d < dofs; d++) m.v[d] = random_normal(&r);
    articulated_integrate(m.tree, m.q, m.v, 0.7);
    for (size_t d = 0; d < dofs; d++) m.v[d] = random_normal(&r);
#ifdef HF_PEER_MUJOCO
    char why[300];
    m.peer = mujoco_dynamics_create(m.tree, m.moments, m.principal, gravity, why, sizeof why);
    if (!m.peer) fprintf(stderr, "MuJoCo: %s\n", why);
#endif
    free(links);
    free(joints);
    return m;
}

static void model_free(model *m)
{
#ifdef HF_PEER_MUJOCO
    mujoco_dynamics_destroy(m->peer);
#endif
    articulated_assembly_destroy(m->assembly);
    articulated_scratch_destroy(m->scratch);
    articulated_tree_destroy(m->tree);
    void *all[] = {m->moments, m->principal, m->q, m->v, m->bias, m->a, m->M, m->G, m->h, m->z, m->dofs};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
}

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

static bool compare(void)
{
    double worst[3] = {0};
    int count = 0;
    for (int s = 0; s < 4; s++)
        for (int floating = 0; floating < 2; floating++)
            for (uint64_t seed = 0; seed < 10; seed++, count++)
            {
                model m = model_make((shape)s, 12 + (int)seed, floating, -1, 100 + seed);
                int n = m.tree->v_count;
                if (!m.peer || mujoco_dynamics_v_count(m.peer) != n) return false;
                double *M = allocate((size_t)n * (size_t)n, sizeof *M);
                forward(&m);
                articulated_mass_matrix(m.tree, m.scratch, m.M);
                mujoco_dynamics_forward(m.peer, m.q, m.v);
                mujoco_dynamics_mass(m.peer, M);
                worst[0] = fmax(worst[0], difference(n * n, m.M, M));
                worst[1] = fmax(worst[1], difference(n, m.bias, mujoco_dynamics_bias(m.peer)));
                worst[2] = fmax(worst[2], difference(n, m.a, mujoco_dynamics_acceleration(m.peer)));
                free(M);
                model_free(&m);
            }
    printf("%d random trees, largest relative difference from MuJoCo: M %.1e, bias %.1e, acceleration %.1e\n\n", count,
           worst[0], worst[1], worst[2]);
    return worst[0] < 1e-8 && worst[1] < 1e-8 && worst[2] < 1e-8;
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
    int handles[HANDLES];
    for (int k = 0; k < HANDLES; k++) handles[k] = (k + 1) * m->tree->link_count / HANDLES - 1;
    double begin = bench_now();
    articulated_assembly_inverse(m->tree, m->scratch, m->assembly, HANDLES, handles, Phi, NULL);
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
    printf("| %-22s | %5d | %9.2f | %7.3f | ", name, n, 1e6 * least[0], 1e6 * least[0] / n);
    if (isfinite(least[1])) printf("%10.2f | %6.2f | ", 1e6 * least[1], least[1] / least[0]);
    else printf("%10s | %6s | ", "-", "-");
    printf("%8.2f | %8.2f | %9.2f | %9.2f |\n", 1e6 * least[2], 1e6 * least[3], 1e6 * least[4], 1e6 * least[5]);
    model_free(&m);
}

int main(int argc, char **argv)
{
    bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    bench_print_machine();
#ifdef HF_PEER_MUJOCO
    if (!compare())
    {
        fprintf(stderr, "bench_articulated: the answers differ by more than 1e-8\n");
        return EXIT_FAILURE;
    }
#else
    printf("Without MuJoCo: our own times alone.\n\n");
#endif
    printf("| us                     |   dof |   forward |   / dof | mj_forward |  ratio |");
    printf("   factor |      row |  3 halves |  Phi of 8 |\n");
    printf("| ---------------------- | ----: | --------: | ------: | ---------: | -----: |");
    printf(" -------: | -------: | --------: | --------: |\n");
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
    return EXIT_SUCCESS;
}
