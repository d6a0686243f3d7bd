// 6 × 6 matrices, row-major; plain loops of fixed length, which compilers unroll.

#ifndef HF_BODIES_MATRIX6_H
#define HF_BODIES_MATRIX6_H

#include <math.h>
#include <string.h>

static inline void m6_zero(double *A)
{
    memset(A, 0, 36 * sizeof *A);
}

static inline void m6_copy(double *A, const double *B)
{
    memcpy(A, B, 36 * sizeof *A);
}

static inline void m6_identity(double *A)
{
    m6_zero(A);
    for (int k = 0; k < 6; k++) A[7 * k] = 1;
}

static inline void m6_transpose(const double *A, double *T)
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) T[6 * j + i] = A[6 * i + j];
}

/// C += s A B; C is neither A nor B.
static inline void m6_add_product(double s, const double *A, const double *B, double *C)
{
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++)
        {
            double a = s * A[6 * i + k];
            for (int j = 0; j < 6; j++) C[6 * i + j] += a * B[6 * k + j];
        }
}

/// C = A B
static inline void m6_multiply(const double *A, const double *B, double *C)
{
    m6_zero(C);
    m6_add_product(1, A, B, C);
}

/// C += s A Bᵀ
static inline void m6_add_product_transposed(double s, const double *A, const double *B, double *C)
{
    double T[36];
    m6_transpose(B, T);
    m6_add_product(s, A, T, C);
}

/// C = A Bᵀ
static inline void m6_multiply_transposed(const double *A, const double *B, double *C)
{
    m6_zero(C);
    m6_add_product_transposed(1, A, B, C);
}

/// A ◄ (A + Aᵀ) / 2
static inline void m6_symmetrize(double *A)
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++) A[6 * i + j] = A[6 * j + i] = 0.5 * (A[6 * i + j] + A[6 * j + i]);
}

/// X = A⁻¹ by Gauss–Jordan with row exchanges; A is destroyed. A must not be singular.
static inline void m6_invert(double *A, double *X)
{
    m6_identity(X);
    for (int c = 0; c < 6; c++)
    {
        int pivot = c;
        for (int i = c + 1; i < 6; i++)
            if (fabs(A[6 * i + c]) > fabs(A[6 * pivot + c])) pivot = i;
        for (int j = 0; pivot != c && j < 6; j++)
        {
            double a = A[6 * c + j], x = X[6 * c + j];
            A[6 * c + j] = A[6 * pivot + j], A[6 * pivot + j] = a;
            X[6 * c + j] = X[6 * pivot + j], X[6 * pivot + j] = x;
        }
        double inverse = 1 / A[7 * c];
        for (int j = 0; j < 6; j++) A[6 * c + j] *= inverse, X[6 * c + j] *= inverse;
        for (int i = 0; i < 6; i++)
        {
            double factor = i == c ? 0 : A[6 * i + c];
            for (int j = 0; j < 6; j++)
            {
                A[6 * i + j] -= factor * A[6 * c + j];
                X[6 * i + j] -= factor * X[6 * c + j];
            }
        }
    }
}

#endif
