// Least squares of any rank by a complete orthogonal factorization (Golub, Van Loan 2013, 5.4.7; LAPACK's dgelsy):
//
//     A P = Q ( R11 R12 )      reflections from the left, the longest column that is left first
//             (  0   0  )      what is below the tolerance counts as zero
//     ( R11 R12 ) = ( T 0 ) Z  reflections from the right
//     x = P Zᵀ ( T⁻¹ (Qᵀ b)₁ )
//              (      0       )
//
// A reflection H = 1 - τ v vᵀ has v₀ = 1, which is not stored. A is first divided by a power of two near its largest
// entry, so that squares neither overflow nor vanish.
// Cost: 4/3 n³ operations for m = n, column by column: no step of a world comes here.

#include "linalg/dense.h"
#include "linalg/dense/product.h"

#include <float.h>
#include <math.h>

/// A problem and its scratch, each of n numbers: lengths of columns as they are and when they were last computed, τ,
/// products.
typedef struct squares
{
    size_t m, n, lda;
    double *A;
    int *order;
    double *length, *computed, *tau, *w;
} squares;

dense_work dense_least_squares_qr_work(int m, int n, int count)
{
    (void)m;
    (void)count;
    size_t columns = n > 0 ? (size_t)n : 1;
    return (dense_work){.doubles = 4 * columns, .ints = columns};
}

/// Makes H (x₀, x) = (β, 0): x ◄ v, x₀ ◄ β; returns τ. The entries of x stand `step` apart.
static double make_reflection(size_t count, double *first, double *x, size_t step)
{
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) sum += x[k * step] * x[k * step];
    if (sum == 0.0) return 0.0;
    double beta = -copysign(sqrt(*first * *first + sum), *first), tau = (beta - *first) / beta;
    double inverse = 1.0 / (*first - beta);
    for (size_t k = 0; k < count; k++) x[k * step] *= inverse;
    *first = beta;
    return tau;
}

/// Columns ◄ H columns: `count` of them, ldc apart, of which H takes m entries. w: count.
static void reflect_columns(size_t m, double tau, double *v, size_t count, double *C, size_t ldc, double *w)
{
    if (tau == 0.0) return;
    double kept = v[0];
    v[0] = 1.0;
    for (size_t j = 0; j < count; j++) w[j] = 0.0;
    dense_product_add(false, count, 1, m, 1.0, (dense_view){C, (ptrdiff_t)ldc, 1}, (dense_view){v, 1, 0}, w, count);
    for (size_t j = 0; j < count; j++) dense_subtract_scaled(m, tau * w[j], v, C + j * ldc);
    v[0] = kept;
}

static double length_of(size_t m, const double *x)
{
    double sum = 0.0;
    for (size_t i = 0; i < m; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

/// Lengths of the columns after k without their row k. Where subtracting has eaten the digits they are computed anew.
static void shorten(squares *s, size_t k)
{
    for (size_t j = k + 1; j < s->n; j++)
    {
        if (s->length[j] == 0.0) continue;
        double part = s->A[k + s->lda * j] / s->length[j], left = fmax(1.0 - part * part, 0.0);
        double since = s->length[j] / s->computed[j];
        if (left * since * since > sqrt(DBL_EPSILON))
        {
            s->length[j] *= sqrt(left);
            continue;
        }
        s->length[j] = s->computed[j] = length_of(s->m - k - 1, s->A + k + 1 + s->lda * j);
    }
}

/// Column p comes k-th.
static void exchange_columns(squares *s, size_t k, size_t p)
{
    if (p == k) return;
    for (size_t i = 0; i < s->m; i++)
    {
        double t = s->A[i + s->lda * k];
        s->A[i + s->lda * k] = s->A[i + s->lda * p];
        s->A[i + s->lda * p] = t;
    }
    int name = s->order[k];
    s->order[k] = s->order[p];
    s->order[p] = name;
    s->length[p] = s->length[k];
    s->computed[p] = s->computed[k];
}

/// A P = Q R as far as the rank goes, Qᵀ applied to B; returns the rank.
static size_t triangulate(squares *s, double tolerance, size_t count, double *B, size_t ldb)
{
    size_t k = 0, most = s->m < s->n ? s->m : s->n;
    double first = 0.0;
    for (size_t j = 0; j < s->n; j++) s->length[j] = s->computed[j] = length_of(s->m, s->A + s->lda * j);
    for (; k < most; k++)
    {
        size_t p = k;
        for (size_t j = k + 1; j < s->n; j++)
            if (s->length[j] > s->length[p]) p = j;
        exchange_columns(s, k, p);
        double *v = s->A + k + s->lda * k;
        double tau = make_reflection(s->m - k - 1, v, v + 1, 1);
        if (k == 0) first = fabs(*v);
        if (!(fabs(*v) > tolerance * first)) break;
        reflect_columns(s->m - k, tau, v, s->n - k - 1, v + s->lda, s->lda, s->w);
        for (size_t j = 0; j < count; j++) reflect_columns(s->m - k, tau, v, 1, B + k + ldb * j, ldb, s->w);
        shorten(s, k);
    }
    return k;
}

/// (R11 R12) = (T 0) Z for the first `rank` rows; row k of the reflections stands in R12, its τ in tau[k].
static void clear_right(squares *s, size_t rank)
{
    for (size_t k = rank; k-- > 0;)
    {
        double *row = s->A + k + s->lda * rank, *own = s->A + s->lda * k;
        s->tau[k] = make_reflection(s->n - rank, own + k, row, s->lda);
        if (s->tau[k] == 0.0) continue;
        for (size_t i = 0; i < k; i++) s->w[i] = own[i]; // w = R(:, k) + Σ v_j R(:, j)
        dense_product_add(false, k, 1, s->n - rank, 1.0, (dense_view){s->A + s->lda * rank, 1, (ptrdiff_t)s->lda},
                          (dense_view){row, (ptrdiff_t)s->lda, 0}, s->w, k);
        dense_subtract_scaled(k, s->tau[k], s->w, own);
        for (size_t j = 0; j < s->n - rank; j++)
            dense_subtract_scaled(k, s->tau[k] * row[s->lda * j], s->w, s->A + s->lda * (rank + j));
    }
}

/// x ◄ P Zᵀ (x₁, 0).
static void turn_back(squares *s, size_t rank, double *x)
{
    for (size_t i = rank; i < s->n; i++) x[i] = 0.0;
    for (size_t k = 0; k < rank && rank < s->n; k++)
    {
        const double *row = s->A + k + s->lda * rank;
        double sum = x[k];
        for (size_t j = 0; j < s->n - rank; j++) sum += row[s->lda * j] * x[rank + j];
        x[k] -= s->tau[k] * sum;
        for (size_t j = 0; j < s->n - rank; j++) x[rank + j] -= s->tau[k] * sum * row[s->lda * j];
    }
    for (size_t i = 0; i < s->n; i++) s->w[s->order[i]] = x[i];
    for (size_t i = 0; i < s->n; i++) x[i] = s->w[i];
}

/// A ◄ A / 2^e with its largest entry between a half and one; returns 2^-e, or 0 if A is zero.
static double normalize(squares *s)
{
    double most = 0.0;
    int exponent;
    for (size_t j = 0; j < s->n; j++)
        for (size_t i = 0; i < s->m; i++) most = fmax(most, fabs(s->A[i + s->lda * j]));
    if (most == 0.0) return 0.0;
    (void)frexp(most, &exponent);
    double factor = ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
    for (size_t j = 0; j < s->n; j++)
        for (size_t i = 0; i < s->m; i++) s->A[i + s->lda * j] *= factor;
    return factor;
}

void dense_least_squares_qr(int m, int n, int count, double *A, int lda, double *B, int ldb, double tolerance,
                            int *rank, dense_work size, double *work, int *iwork)
{
    (void)size;
    size_t columns = (size_t)n, ld = (size_t)ldb;
    squares s = {.m = (size_t)m,
                 .n = columns,
                 .lda = (size_t)lda,
                 .A = A,
                 .order = iwork,
                 .length = work,
                 .computed = work + columns,
                 .tau = work + 2 * columns,
                 .w = work + 3 * columns};
    if (tolerance < 0.0) tolerance = DBL_EPSILON * (double)(m > n ? m : n);
    for (int j = 0; j < n; j++) iwork[j] = j;
    double factor = normalize(&s);
    size_t r = factor > 0.0 ? triangulate(&s, tolerance, (size_t)count, B, ld) : 0;
    if (r < columns) clear_right(&s, r);
    dense_triangular_solve(false, false, r, (size_t)count, (dense_view){A, 1, lda}, B, ld);
    for (size_t j = 0; j < (size_t)count; j++)
    {
        turn_back(&s, r, B + ld * j);
        for (size_t i = 0; i < columns; i++) B[i + ld * j] *= factor; // (A / 2^e) x = b has 2^e x
    }
    *rank = (int)r;
}
