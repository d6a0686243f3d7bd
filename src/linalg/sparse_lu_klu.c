// The sparse side of sparse_lu: KLU (Davis and Palamadai Natarajan 2010), left-looking LU after permutation to block triangular form.
//
// A first factorization chooses pivots; later ones keep them (klu_refactor, several times faster, no allocation) as long as the factors
// do not grow: reciprocal pivot growth above GROWTH_MIN. KLU allocates through SuiteSparse's global hooks, which belong to the
// program and not to us; every return is checked.

#include "linalg/sparse_lu_backend.h"

#if HF_HAS_KLU

#include "base/arena.h"
#include "base/memory.h"

#include <klu.h>
#include <math.h>
#include <stdlib.h>

/// max|A| / max|U| in the worst column; klu_factor with its pivot tolerance of 1e-3 stays far above this on well-posed matrices.
static const double GROWTH_MIN = 1e-4;

/// A flop of KLU's scalar sparse loops takes about as long as this many of dgetrf's.
static const double SCALAR_FLOP = 10.0;

typedef struct klu_state
{
    hf_workspace *home;
    klu_common common;
    int *begin, *row; // KLU's prototypes lack const; it does not write
    klu_symbolic *symbolic;
    klu_numeric *numeric; // NULL until the first factorization, and after one that failed
} klu_state;

static void destroy(void *state)
{
    klu_state *s = state;
    klu_free_numeric(&s->numeric, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
    if (!s->home) free(s);
}

static void *analyze(hf_workspace *home, int n, int *begin, int *row)
{
    klu_state *s = home ? ARENA_ZEROED(home, klu_state, 1) : MEMORY_ARRAY(klu_state, 1);
    if (!s) return NULL;
    s->home = home;
    klu_defaults(&s->common);
    s->begin = begin;
    s->row = row;
    s->symbolic = klu_analyze(n, begin, row, &s->common);
    if (s->symbolic) return s;
    destroy(s);
    return NULL;
}

static double cost(const void *state)
{
    const klu_state *s = state;
    return s->symbolic->est_flops >= 0.0 ? SCALAR_FLOP * s->symbolic->est_flops : 0.0;
}

static double fill(const void *state)
{
    const klu_state *s = state;
    return s->symbolic->lnz + s->symbolic->unz; // negative where AMD was not asked
}

/// The last pivots again; false if they do not suit these values.
static bool refactor(klu_state *s, double *values)
{
    if (!s->numeric || !klu_refactor(s->begin, s->row, values, s->symbolic, s->numeric, &s->common)) return false;
    if (s->common.status != KLU_OK) return false;
    klu_rgrowth(s->begin, s->row, values, s->symbolic, s->numeric, &s->common);
    return s->common.rgrowth >= GROWTH_MIN;
}

static hf_status factor(void *state, const double *values, double *reciprocal_condition)
{
    klu_state *s = state;
    double *A = (double *)(size_t)values; // not written
    *reciprocal_condition = 0.0;
    if (!refactor(s, A))
    {
        klu_free_numeric(&s->numeric, &s->common);
        s->numeric = klu_factor(s->begin, s->row, A, s->symbolic, &s->common);
        if (!s->numeric) return s->common.status == KLU_SINGULAR ? HF_STATUS_OK : HF_STATUS_NO_MEMORY;
    }
    klu_rcond(s->symbolic, s->numeric, &s->common);
    *reciprocal_condition = s->common.rcond;
    return HF_STATUS_OK;
}

static void solve(const void *state, bool transposed, double *x, int count)
{
    const klu_state *s = state;
    klu_common common = s->common; // for its status field
    int n = s->symbolic->n;
    if (transposed) klu_tsolve(s->symbolic, s->numeric, n, count, x, &common);
    else klu_solve(s->symbolic, s->numeric, n, count, x, &common);
}

const lu_backend lu_backend_klu = {.kind = SPARSE_LU_KLU,
                                   .analyze = analyze,
                                   .cost = cost,
                                   .fill = fill,
                                   .factor = factor,
                                   .solve = solve,
                                   .destroy = destroy};

#endif
