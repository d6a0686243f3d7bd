// The choice between the two factorizations, and what both share: a copy of the pattern, checks, the empty matrix.

#include "linalg/sparse/sparse_lu.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "linalg/sparse/sparse_lu_backend.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum
{
    DENSE_ROWS = 60,       // up to here dense is faster whatever the pattern
    DENSE_ROWS_MAX = 6000, // beyond this an n × n array (288 MB) is not worth its speed
};

struct sparse_lu
{
    hf_workspace *home; // where it lives; NULL: in the heap
    int n;
    int *begin; // n + 1; the caller's if there is a home, and never written
    int *row;   // begin[n]
    const lu_backend *backend;
    void *state; // NULL if n = 0
    double reciprocal_condition;
};

static bool analyze_with(sparse_lu *lu, const lu_backend *backend)
{
    lu->backend = backend;
    lu->state = backend->analyze(lu->home, lu->n, lu->begin, lu->row);
    return lu->state != NULL;
}

/// Left-looking, unless its own estimate of the work says that dense is faster.
static bool analyze_best(sparse_lu *lu)
{
    if (lu->n <= DENSE_ROWS) return analyze_with(lu, &lu_backend_dense);
    if (!analyze_with(lu, &lu_backend_left)) return false;
    double rows = (double)lu->n;
    if (lu->n > DENSE_ROWS_MAX || lu->backend->cost(lu->state) <= 2.0 / 3.0 * rows * rows * rows) return true;
    lu->backend->destroy(lu->state);
    return analyze_with(lu, &lu_backend_dense);
}

static bool analyze(sparse_lu *lu, sparse_lu_kind kind)
{
    if (kind == SPARSE_LU_BEST) return analyze_best(lu);
    return analyze_with(lu, kind == SPARSE_LU_LEFT ? &lu_backend_left : &lu_backend_dense);
}

#ifndef NDEBUG
/// Rows ascend in a column, and are in range.
static bool pattern_is_sound(int n, const int *begin, const int *row)
{
    for (int j = 0; j < n; j++)
    {
        if (begin[j] > begin[j + 1] || !ints_ascend(row + begin[j], (size_t)(begin[j + 1] - begin[j]))) return false;
        if (begin[j] < begin[j + 1] && (row[begin[j]] < 0 || row[begin[j + 1] - 1] >= n)) return false;
    }
    return n == 0 || begin[0] == 0;
}
#endif

/// The pattern: copied, or the caller's. False if memory is short.
static bool take_pattern(sparse_lu *lu, const int *begin, const int *row)
{
    if (lu->home)
    {
        lu->begin = (int *)(uintptr_t)begin;
        lu->row = (int *)(uintptr_t)row;
        return true;
    }
    lu->begin = memory_copy(begin, (size_t)lu->n + 1, sizeof *begin);
    lu->row = memory_copy(row, (size_t)begin[lu->n], sizeof *row);
    return lu->begin && lu->row;
}

hf_status sparse_lu_create_kind(hf_workspace *home, sparse_lu_kind kind, int n, const int *begin, const int *row,
                                sparse_lu **out, hf_error *error)
{
    assert(pattern_is_sound(n, begin, row));
    *out = NULL;
    sparse_lu *lu = home ? ARENA_ZEROED(home, sparse_lu, 1) : MEMORY_ARRAY(sparse_lu, 1);
    if (!lu) return error_no_memory(error);
    lu->home = home;
    lu->n = n;
    lu->backend = &lu_backend_dense;
    if (!take_pattern(lu, begin, row) || (n > 0 && !analyze(lu, kind)))
    {
        sparse_lu_destroy(lu);
        return error_no_memory(error);
    }
    *out = lu;
    return HF_STATUS_OK;
}

hf_status sparse_lu_create(int n, const int *begin, const int *row, sparse_lu **lu, hf_error *error)
{
    return sparse_lu_create_kind(NULL, SPARSE_LU_BEST, n, begin, row, lu, error);
}

hf_status sparse_lu_create_in(hf_workspace *home, int n, const int *begin, const int *row, sparse_lu **lu,
                              hf_error *error)
{
    return sparse_lu_create_kind(home, SPARSE_LU_BEST, n, begin, row, lu, error);
}

sparse_lu_kind sparse_lu_kind_of(const sparse_lu *lu)
{
    return lu->backend->kind;
}

double sparse_lu_cost(const sparse_lu *lu)
{
    double rows = (double)lu->n;
    return lu->state && lu->backend->cost ? lu->backend->cost(lu->state) : 2.0 / 3.0 * rows * rows * rows;
}

double sparse_lu_fill(const sparse_lu *lu)
{
    double fill = lu->state && lu->backend->fill ? lu->backend->fill(lu->state) : -1.0;
    return fill >= 0.0 ? fill : (double)lu->n * lu->n;
}

hf_status sparse_lu_factor(sparse_lu *lu, const double *values, bool *singular, hf_error *error)
{
    *singular = false;
    lu->reciprocal_condition = lu->n > 0 ? 0.0 : 1.0;
    if (lu->n == 0) return HF_STATUS_OK;
    for (int k = 0; k < lu->begin[lu->n]; k++) // neither factorization is defined on them
        if (!isfinite(values[k]))
            return error_set(error, HF_STATUS_INVALID, "entry %d of the matrix to factor is %g", k, values[k]);
    hf_status status = lu->backend->factor(lu->state, values, &lu->reciprocal_condition);
    *singular = !(lu->reciprocal_condition > 0.0);
    return status == HF_STATUS_NO_MEMORY ? error_no_memory(error) : status;
}

hf_status sparse_lu_try(sparse_lu *lu, const double *values, bool *singular, hf_error *error)
{
    hf_status status = sparse_lu_factor(lu, values, singular, error);
    if (status != HF_STATUS_INVALID) return status;
    *singular = true;
    return HF_STATUS_OK;
}

double sparse_lu_reciprocal_condition(const sparse_lu *lu)
{
    return lu->reciprocal_condition;
}

void sparse_lu_solve(const sparse_lu *lu, double *x, int count)
{
    assert(lu->reciprocal_condition > 0.0); // it was factored, and is not singular
    if (lu->n > 0 && count > 0) lu->backend->solve(lu->state, x, count);
}

void sparse_lu_destroy(sparse_lu *lu)
{
    if (!lu) return;
    if (lu->state) lu->backend->destroy(lu->state);
    if (lu->home) return;
    free(lu->begin);
    free(lu->row);
    free(lu);
}
