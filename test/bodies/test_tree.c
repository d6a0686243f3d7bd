// Trees in maximal coordinates against dense linear algebra, and rows of joints against motion.

#include "base/random.h"
#include "bodies/maximal/tree.h"
#include "bodies/maximal/tree_rows.h"
#include "linalg/dense.h"
#include "support/harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BODIES_MAX = 24,
    DIM_MAX = BODIES_MAX * 12
};

/// A random forest with random blocks, and the same as one dense matrix.
typedef struct sample
{
    int body_count, joint_count, n, m; // n: over bodies, m: over joints
    int dimension[BODIES_MAX];
    tree_joint joints[BODIES_MAX];
    double M[DIM_MAX * DIM_MAX]; // n × n
    double J[DIM_MAX * DIM_MAX]; // m × n
    tree_system *system;
} sample;

static void random_mass(random_state *random, int d, double *M)
{
    double A[144];
    for (int k = 0; k < d * d; k++) A[k] = random_normal(random);
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++)
        {
            double sum = i == j ? 0.5 : 0.0;
            for (int k = 0; k < d; k++) sum += A[i * d + k] * A[j * d + k];
            M[i * d + j] = sum;
        }
}

/// shape 0: chain, 1: star, 2: random tree, 3: random forest. A joint never has more rows than the smaller of its
/// bodies.
static sample *make_sample(uint64_t seed, int shape, bool grounded, bool soft)
{
    random_state random = random_seed(seed);
    sample *s = calloc(1, sizeof *s);
    s->body_count = 1 + random_below(&random, BODIES_MAX);
    for (int k = 0; k < s->body_count; k++)
    {
        static const int choices[] = {6, 3, 7, 12, 1, 6};
        s->dimension[k] = choices[random_below(&random, 6)];
        s->n += s->dimension[k];
    }
    for (int k = grounded ? 0 : 1; k < s->body_count; k++)
    {
        if (shape == 3 && k > 0 && random_below(&random, 4) == 0) continue;
        int other = k == 0 ? -1 : shape == 0 ? k - 1 : shape == 1 ? 0 : random_below(&random, k);
        int most = other < 0 || s->dimension[k] < s->dimension[other] ? s->dimension[k] : s->dimension[other];
        tree_joint *joint = &s->joints[s->joint_count++];
        *joint = (tree_joint){.dimension = 1 + random_below(&random, most)};
        bool swapped = random_below(&random, 2);
        joint->body[swapped] = k;
        joint->body[!swapped] = other;
        s->m += joint->dimension;
    }
    hf_error error;
    CHECK(tree_system_create(s->body_count, s->dimension, s->joint_count, s->joints, &s->system, &error) ==
          HF_STATUS_OK);
    CHECK(tree_body_dimension(s->system) == s->n && tree_joint_dimension(s->system) == s->m);
    tree_begin(s->system);
    for (int k = 0; k < s->body_count; k++)
    {
        double M[144];
        int d = s->dimension[k], at = tree_body_at(s->system, k);
        random_mass(&random, d, M);
        tree_set_mass(s->system, k, M);
        for (int i = 0; i < d; i++)
            for (int j = 0; j < d; j++) s->M[(at + i) * s->n + at + j] = M[i * d + j];
    }
    for (int k = 0; k < s->joint_count; k++)
    {
        int rows = s->joints[k].dimension, row = tree_joint_at(s->system, k);
        double zero[144] = {0};
        if (soft) tree_set_compliance(s->system, k, zero);
        for (int side = 0; side < 2; side++)
        {
            int body = s->joints[k].body[side];
            if (body < 0) continue;
            double J[144];
            int d = s->dimension[body], at = tree_body_at(s->system, body);
            for (int i = 0; i < rows * d; i++) J[i] = random_normal(&random);
            tree_set_rows(s->system, k, side, J);
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < d; j++) s->J[(row + i) * s->n + at + j] = J[i * d + j];
        }
    }
    CHECK(tree_factorize(s->system, &error) == HF_STATUS_OK);
    return s;
}

static void free_sample(sample *s)
{
    tree_system_destroy(s->system);
    free(s);
}

/// The dense system (8): x ◄ (a, λ).
static void dense_solution(const sample *s, const double *F, const double *c, double *x)
{
    int n = s->n, total = s->n + s->m;
    double *H = calloc((size_t)(total * total) + 1, sizeof *H);
    int *pivot = calloc((size_t)total, sizeof *pivot);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) H[i + total * j] = s->M[i * n + j];
    for (int i = 0; i < s->m; i++)
        for (int j = 0; j < n; j++) H[n + i + total * j] = H[j + total * (n + i)] = -s->J[i * n + j];
    memcpy(x, F, (size_t)n * sizeof *x);
    if (s->m) memcpy(x + n, c, (size_t)s->m * sizeof *x);
    CHECK(dense_lu(total, H, total, pivot) == 0);
    dense_lu_solve(total, H, total, pivot, 1, x, total);
    free(H);
    free(pivot);
}

static double difference(const double *a, const double *b, int n)
{
    double largest = 0.0, scale = 1.0;
    for (int k = 0; k < n; k++)
    {
        largest = fmax(largest, fabs(a[k] - b[k]));
        scale = fmax(scale, fabs(b[k]));
    }
    return largest / scale;
}

TEST(multipliers_equal_the_dense_ones)
{
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        sample *s = make_sample(seed, (int)(seed % 4), seed % 3 == 0, seed % 5 == 0);
        random_state random = random_seed(seed + 1000);
        double F[DIM_MAX], c[DIM_MAX], x[2 * DIM_MAX], a[DIM_MAX], lambda[DIM_MAX];
        for (int k = 0; k < s->n; k++) F[k] = random_normal(&random);
        for (int k = 0; k < s->m; k++) c[k] = random_normal(&random);
        dense_solution(s, F, c, x);
        tree_multipliers(s->system, F, c, a, lambda);
        CHECK_NEAR(difference(a, x, s->n), 0.0, 1e-8);
        CHECK_NEAR(difference(lambda, x + s->n, s->m), 0.0, 1e-8);
        // The joints hold, whatever the reference says.
        for (int i = 0; i < s->m; i++)
        {
            double sum = c[i], scale = 1.0;
            for (int j = 0; j < s->n; j++)
            {
                sum += s->J[i * s->n + j] * a[j];
                scale += fabs(s->J[i * s->n + j] * a[j]);
            }
            CHECK_NEAR(sum / scale, 0.0, 1e-9);
        }
        free_sample(s);
    }
}

TEST(response_and_anticipation_equal_the_dense_inverse)
{
    hf_error error;
    hf_workspace *workspace = NULL;
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    for (uint64_t seed = 0; seed < 60; seed++)
    {
        sample *s = make_sample(seed + 500, (int)(seed % 4), seed % 2 == 0, false);
        random_state random = random_seed(seed + 9000);
        enum
        {
            ROWS = 6
        };
        double dense[ROWS][DIM_MAX] = {{0}}, values[ROWS][12 * ROWS], A[ROWS * ROWS], zero[DIM_MAX] = {0};
        int body[ROWS][ROWS];
        tree_row rows[ROWS];
        for (int r = 0; r < ROWS; r++) // over one body, two, three …
        {
            int count = 1 + r, at = 0, used = 0;
            for (int k = 0; k < count && k < s->body_count; k++)
            {
                int b = (random_below(&random, s->body_count) + k) % s->body_count;
                bool twice = false;
                for (int i = 0; i < used; i++) twice = twice || body[r][i] == b;
                if (twice) continue;
                body[r][used++] = b;
                for (int j = 0; j < s->dimension[b]; j++)
                    dense[r][tree_body_at(s->system, b) + j] = values[r][at++] = random_normal(&random);
            }
            rows[r] = (tree_row){.count = used, .body = body[r], .values = values[r]};
        }
        CHECK(tree_anticipate(s->system, ROWS, rows, workspace, A, &error) == HF_STATUS_OK);
        for (int r = 0; r < ROWS; r++)
        {
            double x[2 * DIM_MAX], a[DIM_MAX];
            dense_solution(s, dense[r], zero, x);
            tree_response(s->system, &rows[r], a);
            CHECK_NEAR(difference(a, x, s->n), 0.0, 1e-8);
            for (int q = 0; q < ROWS; q++)
            {
                double sum = 0.0, scale = 1.0;
                for (int k = 0; k < s->n; k++)
                {
                    sum += dense[q][k] * x[k];
                    scale += fabs(dense[q][k] * x[k]);
                }
                CHECK_NEAR(A[q * ROWS + r] / scale, sum / scale, 1e-9);
                CHECK(A[q * ROWS + r] == A[r * ROWS + q]);
            }
        }
        free_sample(s);
    }
    hf_workspace_destroy(workspace);
}

// ---- the whole of section 8.2 ----

enum
{
    AUXILIARY = 3
};

/// M a = F + Jᵀ λ + K μ,  J a + c = 0,  Jᵃ a + cᵃ = 0: x ◄ (a, λ, μ).
static void dense_auxiliary(const sample *s, double (*Ja)[DIM_MAX], double (*K)[DIM_MAX], const double *F,
                            const double *c, const double *ca, double *x)
{
    int n = s->n, m = s->n + s->m, total = m + AUXILIARY;
    double *H = calloc((size_t)(total * total), sizeof *H);
    int *pivot = calloc((size_t)total, sizeof *pivot);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) H[i + total * j] = s->M[i * n + j];
    for (int i = 0; i < s->m; i++)
        for (int j = 0; j < n; j++) H[n + i + total * j] = H[j + total * (n + i)] = -s->J[i * n + j];
    for (int i = 0; i < AUXILIARY; i++)
        for (int j = 0; j < n; j++)
        {
            H[m + i + total * j] = -Ja[i][j];
            H[j + total * (m + i)] = -K[i][j];
        }
    memcpy(x, F, (size_t)n * sizeof *x);
    if (s->m) memcpy(x + n, c, (size_t)s->m * sizeof *x);
    memcpy(x + m, ca, AUXILIARY * sizeof *x);
    CHECK(dense_lu(total, H, total, pivot) == 0);
    dense_lu_solve(total, H, total, pivot, 1, x, total);
    free(H);
    free(pivot);
}

/// A row over two different bodies, dense and as the library wants it.
static tree_row random_row(const sample *s, random_state *random, int *body, double *values, double *dense)
{
    int at = 0;
    body[0] = random_below(random, s->body_count);
    body[1] = (body[0] + 1 + random_below(random, s->body_count - 1)) % s->body_count;
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < s->dimension[body[k]]; j++)
            dense[tree_body_at(s->system, body[k]) + j] = values[at++] = random_normal(random);
    return (tree_row){.count = 2, .body = body, .values = values};
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += x[k] * y[k];
    return sum;
}

/// |det A| of a 3 × 3 matrix, relative to what it is with columns of these lengths at right angles.
static double volume(const double *A)
{
    vec3 a = v3_load(A), b = v3_load(A + 3), c = v3_load(A + 6);
    return fabs(v3_dot(a, v3_cross(b, c))) / (v3_norm(a) * v3_norm(b) * v3_norm(c) + 1e-300);
}

TEST(auxiliary_constraints_by_anticipation)
{
    int done = 0;
    for (uint64_t seed = 0; seed < 80; seed++)
    {
        sample *s = make_sample(seed + 3000, (int)(seed % 4), seed % 2 == 0, false);
        random_state random = random_seed(seed + 4000);
        bool workless = seed % 3 != 0, enough = s->n - s->m >= AUXILIARY + 2 && s->body_count > 2;
        double Ja[AUXILIARY][DIM_MAX] = {{0}}, K[AUXILIARY][DIM_MAX] = {{0}}, values[AUXILIARY][24];
        double F[DIM_MAX], c[DIM_MAX], ca[AUXILIARY], a[DIM_MAX], lambda[DIM_MAX], x[(AUXILIARY + 2) * DIM_MAX];
        double column[DIM_MAX], A[AUXILIARY * AUXILIARY], mu[AUXILIARY];
        int body[AUXILIARY][2], pivot[AUXILIARY];
        for (int k = 0; k < s->n; k++) F[k] = random_normal(&random);
        for (int k = 0; k < s->m; k++) c[k] = random_normal(&random);
        tree_multipliers(s->system, F, c, a, NULL); // step 2
        for (int j = 0; enough && j < AUXILIARY; j++)
        {
            tree_row k = random_row(s, &random, body[j], values[j], Ja[j]);
            if (!workless) k = random_row(s, &random, body[j], values[j], K[j]);
            if (workless) memcpy(K[j], Ja[j], sizeof K[j]);
            ca[j] = random_normal(&random);
            tree_response(s->system, &k, column); // step 3: column j of M̂⁻¹ K; Jᵃ comes below, when all rows are there
            memcpy(x + j * s->n, column, (size_t)s->n * sizeof *x);
        }
        for (int i = 0; enough && i < AUXILIARY; i++)
        {
            mu[i] = -(dot(s->n, Ja[i], a) + ca[i]);
            for (int j = 0; j < AUXILIARY; j++) A[i + AUXILIARY * j] = dot(s->n, Ja[i], x + j * s->n);
        }
        // Rows over bodies that their joints hold fast say nothing, or contradict them.
        enough = enough && volume(A) > 1e-6 && dense_lu(AUXILIARY, A, AUXILIARY, pivot) == 0;
        if (enough)
        {
            dense_lu_solve(AUXILIARY, A, AUXILIARY, pivot, 1, mu, AUXILIARY); // step 4: equation (12) with a = 0
            memcpy(column, F, (size_t)s->n * sizeof *F);
            for (int k = 0; k < s->n; k++)
                for (int j = 0; j < AUXILIARY; j++) column[k] += K[j][k] * mu[j];
            tree_multipliers(s->system, column, c, a, lambda); // step 5
            dense_auxiliary(s, Ja, K, F, c, ca, x);
            CHECK_NEAR(difference(a, x, s->n), 0.0, 1e-7);
            CHECK_NEAR(difference(lambda, x + s->n, s->m), 0.0, 1e-7);
            CHECK_NEAR(difference(mu, x + s->n + s->m, AUXILIARY), 0.0, 1e-7);
            done++;
        }
        free_sample(s);
    }
    CHECK(done > 50);
}

TEST(compliance_softens_a_joint)
{
    // A mass of 2 kg on a spring to the ground: J a + c + C λ = 0 with M a = F + λ.
    const tree_joint joint = {.dimension = 1, .body = {0, -1}};
    const int dimension = 1;
    const double M = 2.0, J = 1.0, C = 0.25, F = 3.0, c = 0.5;
    double a = 0.0, lambda = 0.0;
    tree_system *system = NULL;
    hf_error error;
    CHECK(tree_system_create(1, &dimension, 1, &joint, &system, &error) == HF_STATUS_OK);
    tree_begin(system);
    tree_set_mass(system, 0, &M);
    tree_set_rows(system, 0, 0, &J);
    tree_set_compliance(system, 0, &C);
    CHECK(tree_factorize(system, &error) == HF_STATUS_OK);
    tree_multipliers(system, &F, &c, &a, &lambda);
    CHECK_NEAR(M * a, F + lambda, 1e-15);
    CHECK_NEAR(a + c + C * lambda, 0.0, 1e-15);
    tree_system_destroy(system);
}

TEST(a_chain_of_a_hundred_thousand_bodies)
{
    enum
    {
        N = 100000
    };
    int *dimension = malloc(N * sizeof *dimension);
    tree_joint *joints = malloc(N * sizeof *joints);
    double *F = calloc(6 * N, sizeof *F), *a = calloc(6 * N, sizeof *a), *lambda = calloc(3 * N, sizeof *lambda);
    for (int k = 0; k < N; k++)
    {
        dimension[k] = 6;
        joints[k] = (tree_joint){.dimension = 3, .body = {k, k - 1}};
        F[6 * k + 2] = -9.81; // hangs straight down from the ground: every joint carries what is below it
    }
    tree_system *system = NULL;
    hf_error error;
    CHECK(tree_system_create(N, dimension, N, joints, &system, &error) == HF_STATUS_OK);
    tree_begin(system);
    for (int k = 0; k < N; k++)
    {
        const tree_body body = {
            .kind = TREE_RIGID, .mass = 1.0, .inertia = {0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.01}, .center = {0, 0, -0.5 - k}};
        const tree_joint_frame upper = {.kind = TREE_BALL, .point = {0, 0, -(double)k}};
        const tree_joint_frame lower = {.kind = TREE_BALL, .point = {0, 0, -(double)(k + 1)}};
        double M[36], J[18];
        tree_body_mass(&body, M);
        tree_set_mass(system, k, M);
        tree_joint_rows(&upper, &body, 0, false, J);
        tree_set_rows(system, k, 0, J);
        if (k + 1 == N) continue;
        tree_joint_rows(&lower, &body, 1, false, J);
        tree_set_rows(system, k + 1, 1, J);
    }
    CHECK(tree_factorize(system, &error) == HF_STATUS_OK);
    tree_multipliers(system, F, NULL, a, lambda);
    for (int k = 0; k < N; k += 777) CHECK_NEAR(lambda[3 * k + 2], 9.81 * (N - k), 1e-7 * N);
    for (int k = 0; k < 6 * N; k += 555) CHECK_NEAR(a[k], 0.0, 1e-8);
    tree_system_destroy(system);
    free(dimension);
    free(joints);
    free(F);
    free(a);
    free(lambda);
}

TEST(rows_are_the_velocities_that_a_joint_forbids)
{
    random_state random = random_seed(4);
    for (int trial = 0; trial < 100; trial++)
    {
        tree_body body[2];
        double v[2][7];
        for (int b = 0; b < 2; b++)
        {
            body[b] = (tree_body){.kind = trial % 2 ? TREE_SCALING : TREE_RIGID, .mass = 1.0};
            body[b].center = v3(random_normal(&random), random_normal(&random), random_normal(&random));
            for (int k = 0; k < 7; k++) v[b][k] = k == 6 && trial % 2 == 0 ? 0.0 : random_normal(&random);
        }
        vec3 axis = v3_unit_or(v3(random_normal(&random), random_normal(&random), random_normal(&random)), v3(1, 0, 0));
        tree_joint_frame joint = {.point = v3(random_normal(&random), 2, 3),
                                  .other = v3(7, random_normal(&random), 1),
                                  .axis = axis,
                                  .ratio = 1.75};
        for (int kind = 0; kind < TREE_JOINT_KIND_COUNT; kind++)
        {
            joint.kind = (tree_joint_kind)kind;
            int rows = tree_joint_rows_count(joint.kind, false);
            double J[2][42], rate[6] = {0}, norm = 0.0, expected = 0.0;
            for (int b = 0; b < 2; b++)
            {
                int d = tree_kind_dimension(body[b].kind);
                tree_joint_rows(&joint, &body[b], b, false, J[b]);
                for (int i = 0; i < rows; i++)
                    for (int k = 0; k < d; k++) rate[i] += J[b][i * d + k] * v[b][k];
            }
            for (int i = 0; i < rows; i++) norm += rate[i] * rate[i];
            // The same from the velocities of points and frames.
            vec3 at[2], turn[2];
            for (int b = 0; b < 2; b++)
            {
                vec3 p = kind == TREE_ROD && b == 1 ? joint.other : joint.point;
                vec3 arm = v3_sub(p, body[b].center);
                turn[b] = v3_load(v[b] + 3);
                at[b] = v3_add_scaled(v3_add(v3_load(v[b]), v3_cross(turn[b], arm)), v[b][6], arm);
            }
            vec3 apart = v3_sub(at[0], at[1]), twist = v3_sub(turn[0], turn[1]);
            double along = v3_dot(apart, axis), about = v3_dot(twist, axis);
            vec3 rod = v3_sub(joint.point, joint.other);
            switch (joint.kind)
            {
            case TREE_BALL:
            case TREE_ROLL: expected = v3_norm2(apart); break;
            case TREE_HINGE: expected = v3_norm2(apart) + v3_norm2(twist) - about * about; break;
            case TREE_SLIDE: expected = v3_norm2(apart) - along * along + v3_norm2(twist); break;
            case TREE_WELD: expected = v3_norm2(apart) + v3_norm2(twist); break;
            case TREE_ROD: expected = pow(v3_dot(apart, rod), 2) / v3_norm2(rod); break;
            case TREE_GEAR: expected = pow(v3_dot(turn[0], axis) - 1.75 * v3_dot(turn[1], axis), 2); break;
            default: break;
            }
            CHECK_NEAR(norm, expected, 1e-12 * (1.0 + expected));
        }
    }
}

TEST(planar_bodies_are_rigid_bodies_in_the_plane)
{
    // A double pendulum with planar bodies and balls, and with rigid bodies and hinges about z: the same accelerations.
    double a[2][12] = {{0}};
    for (int planar = 0; planar < 2; planar++)
    {
        const int d = planar ? 3 : 6, dimension[2] = {d, d};
        tree_joint_kind kind = planar ? TREE_BALL : TREE_HINGE;
        int rows = tree_joint_rows_count(kind, planar);
        const tree_joint joints[2] = {{rows, {0, -1}}, {rows, {1, 0}}};
        const vec3 point[2] = {{0, 0, 0}, {0.8, -0.6, 0}};
        tree_system *system = NULL;
        hf_error error;
        CHECK(tree_system_create(2, dimension, 2, joints, &system, &error) == HF_STATUS_OK);
        tree_begin(system);
        double F[12] = {0}, result[12];
        for (int k = 0; k < 2; k++)
        {
            const tree_body body = {.kind = planar ? TREE_PLANAR : TREE_RIGID,
                                    .mass = 1.0 + k,
                                    .inertia = {0.2, 0, 0, 0, 0.3, 0, 0, 0, 0.1 + k},
                                    .center = k ? v3(1.2, -0.5, 0) : v3(0.4, -0.3, 0)};
            double M[36], J[36];
            tree_body_mass(&body, M);
            tree_set_mass(system, k, M);
            F[k * d + 1] = -9.81 * body.mass;
            F[k * d + (planar ? 2 : 5)] = 0.7;
            for (int joint = k; joint < 2; joint++)
            {
                const tree_joint_frame frame = {.kind = kind, .point = point[joint], .axis = {0, 0, 1}};
                tree_joint_rows(&frame, &body, joint != k, planar, J);
                tree_set_rows(system, joint, joint != k, J);
            }
        }
        CHECK(tree_factorize(system, &error) == HF_STATUS_OK);
        tree_multipliers(system, F, NULL, result, NULL);
        for (int k = 0; k < 2; k++)
        {
            a[planar][3 * k] = result[k * d];
            a[planar][3 * k + 1] = result[k * d + 1];
            a[planar][3 * k + 2] = result[k * d + (planar ? 2 : 5)];
        }
        tree_system_destroy(system);
    }
    for (int k = 0; k < 6; k++) CHECK_NEAR(a[0][k], a[1][k], 1e-12);
}

// ---- bad input ----

TEST(cycles_and_wrong_numbers_are_named)
{
    hf_error error;
    tree_system *system = NULL;
    const int dimension[3] = {6, 6, 6};
    const tree_joint ring[3] = {{3, {0, 1}}, {3, {1, 2}}, {3, {2, 0}}};
    CHECK(tree_system_create(3, dimension, 3, ring, &system, &error) == HF_STATUS_INVALID);
    CHECK(!system && strstr(error.message, "joint 2 closes a cycle"));
    bool primary[3];
    CHECK(tree_choose_primary(3, 3, ring, primary, &error) == HF_STATUS_OK);
    CHECK(primary[0] && primary[1] && !primary[2]);
    // The ground closes a cycle, too: two anchors of one tree, or a joint between two anchored ones.
    const tree_joint anchors[3] = {{3, {0, -1}}, {3, {1, -1}}, {3, {0, 1}}};
    CHECK(tree_choose_primary(3, 3, anchors, primary, &error) == HF_STATUS_OK);
    CHECK(primary[0] && primary[1] && !primary[2]);
    const tree_joint bad[] = {{0, {0, 1}}, {3, {0, 5}}, {3, {1, 1}}, {13, {0, 1}}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    {
        CHECK(tree_system_create(3, dimension, 1, &bad[k], &system, &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, "joint 0"));
    }
    const int wrong[1] = {13};
    CHECK(tree_system_create(1, wrong, 0, NULL, &system, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "body 0"));
}

TEST(masses_and_rows_that_cannot_be_are_named)
{
    hf_error error;
    tree_system *system = NULL;
    const int dimension[1] = {2};
    const tree_joint joint = {2, {0, -1}};
    const double good[4] = {1, 0, 0, 1}, bad[4] = {1, 2, 2, 1}, twice[4] = {1, 0, 1, 0};
    CHECK(tree_system_create(1, dimension, 1, &joint, &system, &error) == HF_STATUS_OK);
    tree_begin(system);
    tree_set_mass(system, 0, bad);
    tree_set_rows(system, 0, 0, good);
    CHECK(tree_factorize(system, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "body 0"));
    tree_begin(system);
    tree_set_mass(system, 0, good);
    tree_set_rows(system, 0, 0, twice);
    CHECK(tree_factorize(system, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "joint 0"));
    tree_system_destroy(system);
}

TEST(every_allocation_may_fail)
{
    const int dimension[3] = {6, 3, 6};
    const tree_joint joints[2] = {{3, {0, 1}}, {2, {1, 2}}};
    for (long k = 0;; k++)
    {
        tree_system *system = NULL;
        hf_error error;
        fail_allocation(k);
        hf_status status = tree_system_create(3, dimension, 2, joints, &system, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK((status == HF_STATUS_NO_MEMORY) == failed);
        CHECK(!system == failed);
        tree_system_destroy(system);
        if (!failed) break;
    }
}
