// Inverses of small blocks.
//
// A⁻¹: cofactors, refused near singularity.
// A⁺: from the singular value decomposition A = U S Vᵀ by one-sided Jacobi rotations (Hestenes 1958):
// columns of A V are made orthogonal pair by pair, so that a loop closed twice over gets the impulse of least norm and
// no squared condition number. At most 3 columns: a handful of rotations.

#include "linalg/block_inverse.h"

#include <math.h>
#include <string.h>

static const double DETERMINANT_FLOOR = 1e-11; // of a block of norm 1: beyond, cofactors keep less than five digits
static const double RANK_FLOOR = 1e-12;        // singular values below this share of the largest count as zero

static double norm(int count, const double *x)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static bool inverse2(const double *A, double *B)
{
    double det = A[0] * A[3] - A[1] * A[2];
    double size = norm(4, A);
    if (!(fabs(det) > DETERMINANT_FLOOR * size * size)) return false;
    double f = 1.0 / det;
    B[0] = f * A[3];
    B[1] = -f * A[1];
    B[2] = -f * A[2];
    B[3] = f * A[0];
    return true;
}

static bool inverse3(const double *A, double *B)
{
    double c0 = A[4] * A[8] - A[5] * A[7];
    double c1 = A[5] * A[6] - A[3] * A[8];
    double c2 = A[3] * A[7] - A[4] * A[6];
    double det = A[0] * c0 + A[1] * c1 + A[2] * c2;
    double size = norm(9, A);
    if (!(fabs(det) > DETERMINANT_FLOOR * size * size * size)) return false;
    double f = 1.0 / det;
    B[0] = f * c0;
    B[1] = f * (A[2] * A[7] - A[1] * A[8]);
    B[2] = f * (A[1] * A[5] - A[2] * A[4]);
    B[3] = f * c1;
    B[4] = f * (A[0] * A[8] - A[2] * A[6]);
    B[5] = f * (A[2] * A[3] - A[0] * A[5]);
    B[6] = f * c2;
    B[7] = f * (A[1] * A[6] - A[0] * A[7]);
    B[8] = f * (A[0] * A[4] - A[1] * A[3]);
    return true;
}

bool block_inverse(int d, const double *A, double *B)
{
    return d == 3 ? inverse3(A, B) : inverse2(A, B);
}

/// Rotates columns p and q of C (and of V) so that those of C become orthogonal; returns whether they were not.
static bool rotate(int d, int p, int q, double *C, double *V)
{
    double a = 0.0, b = 0.0, c = 0.0;
    for (int k = 0; k < d; k++)
    {
        a += C[k * d + p] * C[k * d + p];
        b += C[k * d + q] * C[k * d + q];
        c += C[k * d + p] * C[k * d + q];
    }
    if (fabs(c) <= 1e-16 * sqrt(a * b)) return false;
    double z = (b - a) / (2.0 * c);
    double t = copysign(1.0, z) / (fabs(z) + sqrt(1.0 + z * z)); // the smaller root of t² + 2 z t = 1
    double cs = 1.0 / sqrt(1.0 + t * t), sn = cs * t;
    for (int k = 0; k < d; k++)
    {
        double x = C[k * d + p], y = C[k * d + q];
        C[k * d + p] = cs * x - sn * y;
        C[k * d + q] = sn * x + cs * y;
        x = V[k * d + p], y = V[k * d + q];
        V[k * d + p] = cs * x - sn * y;
        V[k * d + q] = sn * x + cs * y;
    }
    return true;
}

void block_singular_vectors(int d, const double *A, double *C, double *V)
{
    enum
    {
        ROUNDS = 30 // quadratic convergence: four or five are used
    };
    memcpy(C, A, (size_t)(d * d) * sizeof *C);
    memset(V, 0, (size_t)(d * d) * sizeof *V);
    for (int k = 0; k < d; k++) V[k * d + k] = 1.0;

    bool turned = true;
    for (int round = 0; round < ROUNDS && turned; round++)
    {
        turned = false;
        for (int p = 0; p < d; p++)
            for (int q = p + 1; q < d; q++) turned |= rotate(d, p, q, C, V);
    }
}

void block_pseudo_inverse(int d, const double *A, double *B)
{
    double C[9], V[9], square[3] = {0.0}, largest = 0.0;
    block_singular_vectors(d, A, C, V);
    for (int q = 0; q < d; q++)
    {
        for (int k = 0; k < d; k++) square[q] += C[k * d + q] * C[k * d + q]; // σ_q²
        largest = fmax(largest, square[q]);
    }
    memset(B, 0, (size_t)(d * d) * sizeof *B);
    for (int q = 0; q < d; q++)
    {
        if (!(square[q] > RANK_FLOOR * RANK_FLOOR * largest)) continue;
        for (int k = 0; k < d; k++) // A⁺ = Σ_q v_q (C_q)ᵀ / σ_q²
            for (int l = 0; l < d; l++) B[k * d + l] += V[k * d + q] * C[l * d + q] / square[q];
    }
}
