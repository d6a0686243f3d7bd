// Sparse LU: both methods behind it against each other and against the definition, singular matrices, failing memory.

#include "support/harness.h"

#include "base/random.h"
#include "linalg/sparse/sparse_lu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct matrix
{
    int n;
    int *begin, *row;
    double *values;
} matrix;

/// n × n with about `fill` entries a column, and a diagonal that need not dominate.
static matrix random_matrix(random_state *random, int n, int fill)
{
    matrix A = {n, calloc((size_t)n + 1, sizeof(int)), calloc((size_t)(n * n) + 1, sizeof(int)),
                calloc((size_t)(n * n) + 1, sizeof(double))};
    for (int j = 0; j < n; j++)
    {
        A.begin[j + 1] = A.begin[j];
        for (int i = 0; i < n; i++)
            if (i == j || random_below(random, n) < fill)
            {
                A.row[A.begin[j + 1]] = i;
                A.values[A.begin[j + 1]++] = random_normal(random);
            }
    }
    return A;
}

static void free_matrix(matrix *A)
{
    free(A->begin);
    free(A->row);
    free(A->values);
}

/// y = A x, or Aᵀ x.
static void multiply(const matrix *A, const double *x, double *y)
{
    memset(y, 0, (size_t)A->n * sizeof *y);
    for (int j = 0; j < A->n; j++)
        for (int k = A->begin[j]; k < A->begin[j + 1]; k++) y[A->row[k]] += A->values[k] * x[j];
}

/// Solves for known x, several at once.
static void check_solves(const matrix *A, const sparse_lu *lu, random_state *random)
{
    enum
    {
        COUNT = 5
    };
    size_t n = (size_t)A->n;
    double *x = malloc(COUNT * n * sizeof *x), *y = malloc(COUNT * n * sizeof *y);
    double tolerance = 1e-10 / sparse_lu_reciprocal_condition(lu);
    for (size_t k = 0; k < COUNT * n; k++) x[k] = random_normal(random);
    for (size_t c = 0; c < COUNT; c++) multiply(A, x + c * n, y + c * n);
    sparse_lu_solve(lu, y, COUNT);
    for (size_t k = 0; k < COUNT * n; k++) CHECK_NEAR(y[k], x[k], tolerance);
    free(x);
    free(y);
}

static const sparse_lu_kind kinds[] = {
    SPARSE_LU_BEST,
    SPARSE_LU_DENSE,
    SPARSE_LU_LEFT,
};
enum
{
    KIND_COUNT = sizeof kinds / sizeof kinds[0]
};

TEST(all_methods_solve_and_solve_transposed)
{
    random_state random = random_seed(1);
    for (int round = 0; round < 40; round++)
    {
        matrix A = random_matrix(&random, 1 + random_below(&random, 120), 1 + random_below(&random, 6));
        for (int m = 0; m < KIND_COUNT; m++)
        {
            sparse_lu *lu;
            bool singular;
            CHECK(sparse_lu_create_kind(NULL, kinds[m], A.n, A.begin, A.row, &lu, NULL) == HF_STATUS_OK);
            for (int values = 0; values < 3; values++) // the same pattern again and again
            {
                for (int k = 0; k < A.begin[A.n]; k++) A.values[k] = random_normal(&random);
                CHECK(sparse_lu_factor(lu, A.values, &singular, NULL) == HF_STATUS_OK);
                CHECK(!singular);
                check_solves(&A, lu, &random);
            }
            sparse_lu_destroy(lu);
        }
        free_matrix(&A);
    }
}

/// [a b; c d] blocks: first the diagonal carries the pivots, then it vanishes, so that the old pivots are useless.
TEST(old_pivots_are_given_up_when_they_do_not_fit)
{
    int begin[] = {0, 2, 4, 6, 8}, row[] = {0, 1, 0, 1, 2, 3, 2, 3};
    matrix A = {4, begin, row, (double[]){4, 1, 1, 3, 5, 1, 1, 2}};
    matrix B = {4, begin, row, (double[]){0, 1, 1, 0, 1e-13, 1, 1, 1e-13}};
    random_state random = random_seed(2);
    for (int m = 0; m < KIND_COUNT; m++)
    {
        sparse_lu *lu;
        bool singular;
        CHECK(sparse_lu_create_kind(NULL, kinds[m], 4, begin, row, &lu, NULL) == HF_STATUS_OK);
        const matrix *turns[] = {&A, &B, &A, &B};
        for (int turn = 0; turn < 4; turn++)
        {
            CHECK(sparse_lu_factor(lu, turns[turn]->values, &singular, NULL) == HF_STATUS_OK);
            CHECK(!singular);
            check_solves(turns[turn], lu, &random);
        }
        sparse_lu_destroy(lu);
    }
}

TEST(singular_matrices_are_recognized_and_left_behind)
{
    int begin[] = {0, 3, 6, 9}, row[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    const double rank_two[] = {1, 2, 3, 2, 4, 6, 1, 0, 1}, zero[9] = {0}, good[] = {2, 0, 1, 0, 3, 0, 1, 0, 2};
    int empty_column[] = {0, 1, 1, 2};
    for (int m = 0; m < KIND_COUNT; m++)
    {
        sparse_lu *lu;
        bool singular;
        CHECK(sparse_lu_create_kind(NULL, kinds[m], 3, begin, row, &lu, NULL) == HF_STATUS_OK);
        CHECK(sparse_lu_factor(lu, good, &singular, NULL) == HF_STATUS_OK && !singular);
        CHECK(sparse_lu_factor(lu, rank_two, &singular, NULL) == HF_STATUS_OK && singular);
        CHECK(sparse_lu_reciprocal_condition(lu) == 0.0);
        CHECK(sparse_lu_factor(lu, zero, &singular, NULL) == HF_STATUS_OK && singular);
        CHECK(sparse_lu_factor(lu, good, &singular, NULL) == HF_STATUS_OK && !singular);
        double x[3] = {3, 3, 3};
        sparse_lu_solve(lu, x, 1);
        for (int k = 0; k < 3; k++) CHECK_NEAR(x[k], 1.0, 1e-15);
        sparse_lu_destroy(lu);

        CHECK(sparse_lu_create_kind(NULL, kinds[m], 3, empty_column, row, &lu, NULL) == HF_STATUS_OK);
        CHECK(sparse_lu_factor(lu, good, &singular, NULL) == HF_STATUS_OK && singular);
        sparse_lu_destroy(lu);
    }
}

TEST(the_condition_is_estimated)
{
    int begin[] = {0, 1, 2}, row[] = {0, 1};
    sparse_lu *lu;
    bool singular;
    CHECK(sparse_lu_create(2, begin, row, &lu, NULL) == HF_STATUS_OK);
    CHECK(sparse_lu_factor(lu, (double[]){1e-6, 2.0}, &singular, NULL) == HF_STATUS_OK);
    CHECK_NEAR(sparse_lu_reciprocal_condition(lu), 5e-7, 1e-15);
    sparse_lu_destroy(lu);
}

TEST(the_method_is_chosen_by_size_and_fill)
{
    random_state random = random_seed(4);
    matrix small = random_matrix(&random, 50, 2), large = random_matrix(&random, 150, 1),
           full = random_matrix(&random, 100, 100);
    const matrix *matrices[] = {&small, &large, &full};
    const bool dense[] = {true, false, true};
    for (int k = 0; k < 3; k++)
    {
        sparse_lu *lu;
        CHECK(sparse_lu_create(matrices[k]->n, matrices[k]->begin, matrices[k]->row, &lu, NULL) == HF_STATUS_OK);
        CHECK(sparse_lu_kind_of(lu) == (dense[k] ? SPARSE_LU_DENSE : SPARSE_LU_LEFT));
        sparse_lu_destroy(lu);
    }
    free_matrix(&small);
    free_matrix(&large);
    free_matrix(&full);
}

TEST(an_empty_matrix_is_fine)
{
    sparse_lu *lu;
    bool singular = true;
    CHECK(sparse_lu_create(0, (int[]){0}, NULL, &lu, NULL) == HF_STATUS_OK);
    CHECK(sparse_lu_factor(lu, NULL, &singular, NULL) == HF_STATUS_OK && !singular);
    sparse_lu_solve(lu, NULL, 3);
    sparse_lu_destroy(lu);
    sparse_lu_destroy(NULL);
}

TEST(nan_is_an_error_that_names_the_entry)
{
    sparse_lu *lu;
    bool singular;
    hf_error error;
    CHECK(sparse_lu_create(2, (int[]){0, 1, 2}, (int[]){0, 1}, &lu, NULL) == HF_STATUS_OK);
    CHECK(sparse_lu_factor(lu, (double[]){1, NAN}, &singular, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "entry 1"));
    CHECK(sparse_lu_reciprocal_condition(lu) == 0.0);
    sparse_lu_destroy(lu);
}

/// One life of a factorization; each step may run out of memory.
static hf_status live(const matrix *A, sparse_lu_kind kind)
{
    sparse_lu *lu;
    bool singular;
    hf_error error = {0};
    hf_status status = sparse_lu_create_kind(NULL, kind, A->n, A->begin, A->row, &lu, &error);
    CHECK((lu != NULL) == (status == HF_STATUS_OK));
    if (lu) status = sparse_lu_factor(lu, A->values, &singular, &error);
    CHECK(status == error.status);
    sparse_lu_destroy(lu);
    return status;
}

/// In a workspace: the same answer, no memory of ours but the workspace's, and every growth of that may fail.
TEST(a_factorization_in_a_workspace)
{
    random_state random = random_seed(11);
    for (int n = 5; n <= 125; n += 60)
    {
        matrix A = random_matrix(&random, n, 6);
        double heap[125], housed[125];
        for (int m = 0; m < KIND_COUNT; m++)
            for (long k = 0;; k++)
            {
                hf_workspace *workspace;
                CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
                sparse_lu *lu[2];
                bool singular;
                for (int i = 0; i < n; i++) heap[i] = housed[i] = sin(i + 1.0);
                CHECK(sparse_lu_create_kind(NULL, kinds[m], n, A.begin, A.row, &lu[0], NULL) == HF_STATUS_OK);
                fail_allocation(k);
                hf_status status = sparse_lu_create_kind(workspace, kinds[m], n, A.begin, A.row, &lu[1], NULL);
                bool failed = k < fail_allocation_count();
                fail_allocation(-1);
                CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
                for (int l = 0; l < 2 && !failed; l++)
                {
                    CHECK(sparse_lu_factor(lu[l], A.values, &singular, NULL) == HF_STATUS_OK && !singular);
                    sparse_lu_solve(lu[l], l ? housed : heap, 1);
                }
                CHECK(failed || memcmp(heap, housed, (size_t)n * sizeof *heap) == 0);
                for (int l = 0; l < 2; l++) sparse_lu_destroy(lu[l]);
                hf_workspace_destroy(workspace);
                if (!failed) break;
            }
        free_matrix(&A);
    }
}

TEST(every_allocation_of_ours_may_fail)
{
    random_state random = random_seed(6);
    matrix full = random_matrix(&random, 90, 90); // BEST turns to dense on the way
    for (int m = 0; m < KIND_COUNT; m++)
        for (long k = 0;; k++)
        {
            fail_allocation(k);
            hf_status status = live(&full, kinds[m]);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
            if (!failed) break;
        }
    free_matrix(&full);
}
