// LU of small matrices: against the product, and where it has to give up.

#include "support/harness.h"

#include "base/random.h"
#include "linalg/small_lu.h"

#include <math.h>
#include <string.h>

TEST(solves_what_was_multiplied)
{
    static double A[SMALL_LU_MAX * SMALL_LU_MAX], F[SMALL_LU_MAX * SMALL_LU_MAX], x[SMALL_LU_MAX], y[SMALL_LU_MAX];
    int pivot[SMALL_LU_MAX];
    random_state random = random_seed(3);
    for (int n = 1; n <= SMALL_LU_MAX; n += n < 8 ? 1 : 7)
    {
        size_t size = (size_t)n;
        for (size_t k = 0; k < size * size; k++) A[k] = F[k] = random_between(&random, -1.0, 1.0);
        A[0] = F[0] = 0.0; // the first pivot is not where it stands
        if (n == 1) A[0] = F[0] = 0.5;
        for (size_t k = 0; k < size; k++) x[k] = random_between(&random, -1.0, 1.0), y[k] = 0.0;
        for (size_t j = 0; j < size; j++)
            for (size_t i = 0; i < size; i++) y[i] += A[j * size + i] * x[j];
        CHECK(small_lu_factor(n, F, pivot));
        for (int again = 0; again < 2; again++) // the factors serve twice
        {
            double z[SMALL_LU_MAX];
            memcpy(z, y, size * sizeof *y);
            small_lu_solve(n, F, pivot, z);
            for (size_t k = 0; k < size; k++) CHECK_NEAR(z[k], x[k], 1e-10);
        }
    }
    CHECK(small_lu_factor(0, F, pivot));
}

TEST(singular_matrices_are_told)
{
    double zero[4] = {0}, dependent[9] = {1, 2, 3, 2, 4, 6, 1, 0, 1}, bad[4] = {NAN, 1, 1, 1},
           huge[4] = {INFINITY, 1, 1, 1};
    int pivot[3];
    double x[2] = {1, 1};
    CHECK(!small_lu_factor(2, zero, pivot));
    CHECK(!small_lu_factor(3, dependent, pivot)); // columns 0 and 1; 2 and 4 are exact
    bool regular = small_lu_factor(2, bad, pivot);
    if (regular) small_lu_solve(2, bad, pivot, x);
    CHECK(!regular || !isfinite(x[0]));
    CHECK(!small_lu_factor(2, huge, pivot));
}
