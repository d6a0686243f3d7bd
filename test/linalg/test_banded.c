// Banded L D Lᵀ: solutions and inertia of random matrices, of widths with kernels of their own and without, and of
// every length next to a whole number of vectors.

#include "linalg/banded.h"

#include "support/harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROWS = 41
};

/// Diagonally dominant, with signs of the diagonal by lot; returns how many are negative.
static int fill(banded *A, unsigned seed)
{
    int negative = 0;
    memset(A->values, 0, banded_size(A->n, A->width) * sizeof(double));
    for (int j = 0; j < A->n; j++)
    {
        for (int i = j + 1; i < A->n && i <= j + A->width; i++)
        {
            seed = seed * 1664525U + 1013904223U;
            *banded_at(A, i, j) = (double)(seed >> 8) / (double)(1U << 24) - 0.5;
        }
        bool below = seed >> 30 == 0;
        negative += below;
        *banded_at(A, j, j) = below ? -2.0 * A->width : 2.0 * A->width;
    }
    return negative;
}

/// y ◄ A x.
static void multiply(const banded *A, const double *x, double *y)
{
    for (int i = 0; i < A->n; i++)
    {
        y[i] = 0.0;
        for (int j = 0; j < A->n; j++)
            if (abs(i - j) <= A->width) y[i] += *(i >= j ? banded_at(A, i, j) : banded_at(A, j, i)) * x[j];
    }
}

static void check_size(int n, int width)
{
    double values[ROWS * (BANDED_WIDEST + 1)], kept[ROWS * (BANDED_WIDEST + 1)], x[ROWS], y[ROWS], b[ROWS];
    banded A = {.n = n, .width = width, .values = values}, whole = {.n = n, .width = width, .values = kept};
    int negative = fill(&A, (unsigned)(n + 100 * width)), found;
    memcpy(kept, values, banded_size(n, width) * sizeof(double));
    for (int k = 0; k < n; k++) b[k] = x[k] = k < 3 ? 0.0 : sin(1.0 + k);
    CHECK(banded_factor(&A, &found) == -1);
    CHECK(found == negative);
    banded_solve(&A, x);
    multiply(&whole, x, y);
    for (int k = 0; k < n; k++) CHECK(fabs(y[k] - b[k]) < 1e-14);

    memcpy(x, b, sizeof b);
    memcpy(y, b, sizeof b);
    banded_forward(&A, 0, x);
    banded_forward(&A, n < 3 ? n : 3, y); // what is zero before a row stays so
    for (int k = 0; k < n; k++) CHECK(x[k] == y[k]);

    double four[ROWS][4];
    for (int k = 0; k < 4 * n; k++) four[k / 4][k % 4] = (1 + k % 4) * b[k / 4];
    banded_forward_four(&A, four);
    for (int r = 0; r < 4; r++)
    {
        for (int k = 0; k < n; k++) x[k] = (1 + r) * b[k];
        banded_forward(&A, 0, x);
        for (int k = 0; k < n; k++) CHECK(x[k] == four[k][r]);
    }
}

TEST(solutions_and_inertia_of_all_sizes)
{
    for (int width = 4; width <= BANDED_WIDEST; width += 4)
        for (int n = 1; n <= ROWS; n++) check_size(n, width);
}

TEST(a_zero_pivot_is_named)
{
    double values[5 * 9] = {0};
    banded A = {.n = 5, .width = 8, .values = values};
    for (int k = 0; k < 5; k++) *banded_at(&A, k, k) = k == 3 ? 0.0 : 1.0;
    CHECK(banded_factor(&A, NULL) == 3);
    *banded_at(&A, 3, 3) = NAN;
    CHECK(banded_factor(&A, NULL) == 3);
}
