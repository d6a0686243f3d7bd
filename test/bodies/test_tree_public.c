// holdfast/tree.h: bodies of 1 to 12 degrees of freedom at random, against a dense solution; auxiliary rows by
// responses and by anticipation; what is refused.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/tree.h"

#include <math.h>
#include <string.h>

enum
{
    N = 12,      // bodies, of 1 … 12 degrees of freedom
    LENGTH = 78, // of all of them
    ROWS = 2 * N // two of each joint, but one where a body has one
};

static double uniform(random_state *r)
{
    return random_between(r, -1.0, 1.0);
}

/// Solves A x = b in place by Gauss with row pivots.
static void dense_solve(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++)
    {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        for (int j = 0; j < n; j++)
        {
            double t = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = t;
        }
        double t = b[k];
        b[k] = b[best];
        b[best] = t;
        for (int i = k + 1; i < n; i++)
        {
            double l = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++) A[i * n + j] -= l * A[k * n + j];
            b[i] -= l * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--)
    {
        for (int j = k + 1; j < n; j++) b[k] -= A[k * n + j] * b[j];
        b[k] /= A[k * n + k];
    }
}

TEST(bodies_of_all_sizes_agree_with_a_dense_solution)
{
    static double A[(LENGTH + ROWS) * (LENGTH + ROWS)];
    hf_error error = {0};
    random_state r = random_seed(7);
    int size[N], at[N + 1] = {0}, rows = 0;
    hf_tree_joint joints[N - 1];
    for (int k = 0; k < N; k++)
    {
        size[k] = k + 1;
        at[k + 1] = at[k] + size[k];
    }
    for (int k = 0; k < N - 1; k++) // each hangs on one of more freedom
    {
        joints[k] = (hf_tree_joint){.rows = k == 0 ? 1 : 2, .body = {k, k + 1 + (k % 3 == 0 && k + 2 < N)}};
        rows += joints[k].rows;
    }
    int n = LENGTH + rows;
    hf_tree *tree = NULL;
    CHECK(hf_tree_create(N, size, N - 1, joints, &tree, &error) == HF_STATUS_OK);
    CHECK(hf_tree_body_length(tree) == LENGTH && hf_tree_joint_length(tree) == rows);
    memset(A, 0, sizeof A);
    for (int k = 0; k < N; k++)
    {
        double M[144] = {0};
        for (int i = 0; i < size[k]; i++)
            for (int j = 0; j <= i; j++) M[i * size[k] + j] = M[j * size[k] + i] = i == j ? 4 + k : 0.3 * uniform(&r);
        hf_tree_set_mass(tree, k, M);
        for (int i = 0; i < size[k]; i++)
            for (int j = 0; j < size[k]; j++) A[(at[k] + i) * n + at[k] + j] = M[i * size[k] + j];
    }
    for (int k = 0, row = LENGTH; k < N - 1; row += joints[k++].rows)
        for (int side = 0; side < 2; side++)
        {
            int body = joints[k].body[side];
            double J[24];
            for (int i = 0; i < joints[k].rows * size[body]; i++) J[i] = uniform(&r);
            hf_tree_set_rows(tree, k, side, J);
            for (int i = 0; i < joints[k].rows; i++)
                for (int j = 0; j < size[body]; j++)
                    A[(row + i) * n + at[body] + j] = A[(at[body] + j) * n + row + i] = -J[i * size[body] + j];
        }
    CHECK(hf_tree_factor(tree, &error) == HF_STATUS_OK);
    double F[LENGTH + ROWS], a[LENGTH], l[ROWS], response[2][LENGTH], W[4];
    for (int k = 0; k < n; k++) F[k] = uniform(&r);
    hf_tree_multipliers(tree, F, F + LENGTH, a, l);
    dense_solve(n, A, F);
    for (int k = 0; k < LENGTH; k++) CHECK_NEAR(a[k], F[k], 1e-10);
    for (int k = 0; k < rows; k++) CHECK_NEAR(l[k], F[LENGTH + k], 1e-9);

    const int first[2] = {0, 5}, second[1] = {11};
    double values[2][12] = {{0}};
    for (int k = 0; k < 12; k++) values[0][k] = uniform(&r), values[1][k] = uniform(&r);
    const hf_tree_row aux[2] = {{2, first, values[0]}, {1, second, values[1]}};
    hf_workspace *workspace = NULL;
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    CHECK(hf_tree_anticipate(tree, 2, aux, workspace, W, &error) == HF_STATUS_OK);
    for (int k = 0; k < 2; k++) hf_tree_response(tree, &aux[k], response[k]);
    for (int k = 0; k < 2; k++)
    {
        double u = values[0][0] * response[k][0], w = 0;
        for (int i = 0; i < 6; i++) u += values[0][1 + i] * response[k][at[5] + i];
        for (int i = 0; i < 12; i++) w += values[1][i] * response[k][at[11] + i];
        CHECK_NEAR(W[k], u, 1e-12);
        CHECK_NEAR(W[2 + k], w, 1e-12);
    }
    hf_workspace_destroy(workspace);
    hf_tree_destroy(tree);
}

TEST(cycles_and_what_has_no_mass_are_told)
{
    hf_error error = {0};
    const hf_tree_joint ring[4] = {{1, {-1, 0}}, {1, {0, 1}}, {1, {1, 2}}, {1, {2, -1}}};
    const int size[3] = {1, 1, 1};
    int primary[4];
    hf_tree *tree = NULL;
    CHECK(hf_tree_primary(3, 4, ring, primary, &error) == HF_STATUS_OK);
    CHECK(primary[0] && primary[1] && primary[2] && !primary[3]);
    CHECK(hf_tree_create(3, size, 4, ring, &tree, &error) == HF_STATUS_INVALID && !tree);
    CHECK(strstr(error.message, "joint"));
    const int large[1] = {13};
    CHECK(hf_tree_create(1, large, 0, NULL, &tree, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "body 0 has 13"));
    CHECK(hf_tree_create(3, size, 3, ring, &tree, &error) == HF_STATUS_OK);
    const double one = 1, none = 0;
    for (int k = 0; k < 3; k++) hf_tree_set_mass(tree, k, k == 2 ? &none : &one);
    hf_tree_set_rows(tree, 0, 1, &one);
    for (int k = 1; k < 3; k++)
        for (int side = 0; side < 2; side++) hf_tree_set_rows(tree, k, side, &one);
    CHECK(hf_tree_factor(tree, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "body 2"));
    hf_tree_destroy(tree);
}
