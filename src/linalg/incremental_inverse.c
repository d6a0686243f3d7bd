// X = B⁻¹ with rows and columns in and out, B without symmetry.
//
// append   y = X c, z = rᵀ X, s = d - rᵀ y:   X ◄ [ X + y z/s   -y/s ;  -z/s   1/s ]           4 n²
// remove   X ◄ X - x_p x_pᵀ.../X_pp over the other rows and columns (the same formula read backwards)  2 n²
// replace  column p of B by c:  y = X c;  row p of X ◄ row p / y_p, the other rows minus y_i times it   4 n²
//
// The explicit inverse is less accurate than a factorization by a factor of about cond(B); the caller refines with the
// true matrix (one product with X a step) and starts afresh when the correction does not shrink.

#include "linalg/incremental.h"

#include "linalg/dense.h"
#include "linalg/vector.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static double *column_of(const inverse *f, int j)
{
    return f->X + (size_t)f->capacity * (size_t)j;
}

bool inverse_factor(inverse *f, int count, double *B, int *pivot)
{
    assert(count >= 0 && count <= f->capacity);
    for (int j = 0; j < count; j++)
    {
        memset(column_of(f, j), 0, (size_t)count * sizeof(double));
        column_of(f, j)[j] = 1.0;
    }
    f->count = count;
    if (dense_lu(count, B, f->capacity, pivot) != 0) return false;
    dense_lu_solve(count, B, f->capacity, pivot, count, f->X, f->capacity);
    return true;
}

void inverse_apply(const inverse *f, const double *x, double *restrict y)
{
    int n = f->count, j = 0;
    for (int i = 0; i < n; i++) y[i] = 0.0;
    for (; j + 4 <= n; j += 4)
        vector_add4(n, x + j, column_of(f, j), column_of(f, j + 1), column_of(f, j + 2), column_of(f, j + 3), y);
    for (; j < n; j++) vector_add(n, x[j], column_of(f, j), y);
}

double inverse_pivot(const inverse *f, const double *row, const double *column, double diagonal, double *y)
{
    inverse_apply(f, column, y);
    double s = diagonal, size = fabs(diagonal);
    for (int i = 0; i < f->count; i++)
    {
        double t = row[i] * y[i];
        s -= t;
        size += fabs(t);
    }
    return size > 0.0 ? fabs(s) / size : 0.0;
}

void inverse_append(inverse *f, const double *row, double diagonal, const double *y, double *z)
{
    assert(f->count < f->capacity);
    int n = f->count;
    double s = diagonal;
    for (int i = 0; i < n; i++) s -= row[i] * y[i];
    for (int j = 0; j < n; j++)
    {
        double *X = column_of(f, j);
        z[j] = vector_dot(n, row, X);
        vector_add(n, z[j] / s, y, X); // X ◄ X + y z/s
        X[n] = -z[j] / s;
    }
    double *last = column_of(f, n);
    for (int i = 0; i < n; i++) last[i] = -y[i] / s;
    last[n] = 1.0 / s;
    f->count++;
}

bool inverse_remove(inverse *f, int at, double tolerance)
{
    assert(at >= 0 && at < f->count);
    int n = f->count, last = n - 1;
    double pivot = column_of(f, at)[at], size = 0.0;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(column_of(f, at)[i]));
    if (!(fabs(pivot) > tolerance * size)) return false;

    const double *p = column_of(f, at);
    for (int j = 0; j < n; j++)
    {
        if (j == at) continue;
        double *X = column_of(f, j);
        vector_add(n, -X[at] / pivot, p, X); // X_ij ◄ X_ij - X_ip X_pj / X_pp
        X[at] = X[last];
    }
    if (at != last) memcpy(column_of(f, at), column_of(f, last), (size_t)n * sizeof(double));
    f->count--;
    return true;
}

bool inverse_replace(inverse *f, int at, const double *column, double tolerance, double *y)
{
    assert(at >= 0 && at < f->count);
    int n = f->count;
    inverse_apply(f, column, y);
    double pivot = y[at], size = 0.0;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(y[i]));
    if (!(fabs(pivot) > tolerance * size)) return false;
    y[at] = 0.0;
    for (int j = 0; j < n; j++)
    {
        double *X = column_of(f, j);
        X[at] /= pivot;
        vector_add(n, -X[at], y, X);
    }
    return true;
}
