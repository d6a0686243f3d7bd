// The dense side of sparse_lu: the pattern is scattered into an n × n array for the dense LU. O(n²) memory, O(n³) time.

#include "linalg/sparse/sparse_lu_backend.h"

#include "base/arena.h"
#include "base/memory.h"
#include "linalg/dense.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct dense_state
{
    hf_workspace *home;
    int n;
    const int *begin, *row;
    double *LU; // n × n, column-major
    int *pivot; // n
} dense_state;

static void destroy(void *state)
{
    dense_state *s = state;
    if (s->home) return;
    free(s->LU);
    free(s->pivot);
    free(s);
}

static void *take(hf_workspace *home, size_t count, size_t size)
{
    return home ? arena_take(home, count, size) : memory_zeroed(count, size);
}

static void *analyze(hf_workspace *home, int n, int *begin, int *row)
{
    dense_state *s = take(home, 1, sizeof *s);
    if (!s) return NULL;
    size_t rows = (size_t)n;
    *s = (dense_state){.home = home,
                       .n = n,
                       .begin = begin,
                       .row = row,
                       .LU = rows <= SIZE_MAX / rows ? take(home, rows * rows, sizeof(double)) : NULL,
                       .pivot = take(home, rows, sizeof(int))};
    if (s->LU && s->pivot) return s;
    destroy(s);
    return NULL;
}

static hf_status factor(void *state, const double *values, double *reciprocal_condition)
{
    dense_state *s = state;
    size_t rows = (size_t)s->n;
    memset(s->LU, 0, rows * rows * sizeof(double));
    for (int j = 0; j < s->n; j++)
        for (int k = s->begin[j]; k < s->begin[j + 1]; k++) s->LU[(size_t)s->row[k] + rows * (size_t)j] = values[k];
    int zero_pivot = dense_lu_within(s->home, s->n, s->LU, s->n, s->pivot);
    double smallest = INFINITY, largest = 0.0;
    for (size_t k = 0; k < rows;
         k++) // the spread of the pivots, O(n); an estimate by solves would cost as much as some solves
    {
        double pivot = fabs(s->LU[k + rows * k]);
        smallest = fmin(smallest, pivot);
        largest = fmax(largest, pivot);
    }
    *reciprocal_condition = zero_pivot == 0 && largest > 0.0 ? smallest / largest : 0.0;
    return HF_STATUS_OK;
}

static void solve(const void *state, double *x, int count)
{
    const dense_state *s = state;
    dense_lu_solve(s->n, s->LU, s->n, s->pivot, count, x, s->n);
}

const lu_backend lu_backend_dense = {
    .kind = SPARSE_LU_DENSE, .analyze = analyze, .factor = factor, .solve = solve, .destroy = destroy};
