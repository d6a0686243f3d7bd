// Splitting a mass matrix into its connected parts, and factoring each.
//
// A part of one row is a division; a larger one is equilibrated, S M S with powers of two near 1/√|M_dd|, so that
// kilograms and kg m² may differ by many orders without looking singular, and factored by sparse_lu. Cost: the nonzeros
// once, and each part's LU.

#include "problem/mass.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/union_find.h"
#include "linalg/sparse/sparse_lu.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

struct mass
{
    int dof_count, part_count, largest;
    int *part;       // of each degree of freedom
    int *local;      // its position in its part
    int *begin;      // of each part in dof, part_count + 1
    int *dof;        // ascending in each part
    double *scale;   // S; for a part of one row the inverse of its entry
    sparse_lu **lu;  // of each part; NULL for one row
    double *scratch; // largest part
};

// ---- the parts ----

/// Numbers the parts in the order of their first degree of freedom. `parent` is scratch.
static void find_parts(mass *m, const hf_global *global, int *parent)
{
    union_find_begin(parent, m->dof_count);
    for (int j = 0; j < m->dof_count; j++)
        for (int k = global->M_begin[j]; k < global->M_begin[j + 1]; k++)
            if (global->M[k] != 0.0) union_find_join(parent, global->M_row[k], j);
    for (int d = 0; d < m->dof_count; d++)
    {
        int root = union_find_root(parent, d);
        m->part[d] = root == d ? m->part_count++ : m->part[root];
    }
}

/// Fills begin, dof, local and largest.
static void list_parts(mass *m)
{
    for (int d = 0; d < m->dof_count; d++) m->local[d] = m->begin[m->part[d] + 1]++;
    for (int c = 0; c < m->part_count; c++)
    {
        if (m->begin[c + 1] > m->largest) m->largest = m->begin[c + 1];
        m->begin[c + 1] += m->begin[c];
    }
    for (int d = 0; d < m->dof_count; d++) m->dof[m->begin[m->part[d]] + m->local[d]] = d;
}

// ---- factoring one part ----

/// A power of two near 1/√x, so that scaling rounds nothing.
static double near_inverse_root(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1.0, -exponent / 2);
}

static void find_scale(mass *m, const hf_global *global)
{
    for (int j = 0; j < m->dof_count; j++)
    {
        double diagonal = 0.0, largest = 0.0;
        for (int k = global->M_begin[j]; k < global->M_begin[j + 1]; k++)
        {
            largest = fmax(largest, fabs(global->M[k]));
            if (global->M_row[k] == j) diagonal += global->M[k];
        }
        double size = fabs(diagonal) > DBL_EPSILON * largest ? fabs(diagonal) : largest;
        bool alone = m->begin[m->part[j] + 1] - m->begin[m->part[j]] == 1;
        if (alone) m->scale[j] = 1.0 / diagonal;
        else m->scale[j] = near_inverse_root(size);
    }
}

static int compare_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/// One part of M in compressed columns, scaled.
typedef struct part_matrix
{
    int *begin;
    int *row;
    double *values;
} part_matrix;

/// Gathers one part: rows sorted, equal indices summed. m->scratch is zero before and after.
static void gather(mass *m, const hf_global *global, int c, part_matrix *A)
{
    const int *dof = m->dof + m->begin[c];
    int n = m->begin[c + 1] - m->begin[c], used = 0;
    A->begin[0] = 0;
    for (int j = 0; j < n; j++)
    {
        int first = used;
        for (int k = global->M_begin[dof[j]]; k < global->M_begin[dof[j] + 1]; k++)
            if (global->M[k] != 0.0) A->row[used++] = m->local[global->M_row[k]];
        qsort(A->row + first, (size_t)(used - first), sizeof *A->row, compare_int);
        int kept = first;
        for (int k = first; k < used; k++)
            if (k == first || A->row[k] != A->row[kept - 1]) A->row[kept++] = A->row[k];
        used = kept;
        for (int k = global->M_begin[dof[j]]; k < global->M_begin[dof[j] + 1]; k++)
            if (global->M[k] != 0.0) m->scratch[m->local[global->M_row[k]]] += global->M[k];
        for (int k = first; k < used; k++)
        {
            A->values[k] = m->scratch[A->row[k]] * m->scale[dof[j]] * m->scale[dof[A->row[k]]];
            m->scratch[A->row[k]] = 0.0;
        }
        A->begin[j + 1] = used;
    }
}

static hf_status singular_part(const mass *m, int c, hf_error *error)
{
    int n = m->begin[c + 1] - m->begin[c], first = m->dof[m->begin[c]];
    if (n == 1) return error_set(error, HF_STATUS_INVALID, "global.M is singular: degree of freedom %d", first);
    return error_set(error, HF_STATUS_INVALID,
                     "global.M is singular: the part of %d degrees of freedom that begins at %d", n, first);
}

static hf_status factor_part(mass *m, const hf_global *global, int c, part_matrix *A, hf_error *error)
{
    int n = m->begin[c + 1] - m->begin[c];
    if (n == 1) return isfinite(m->scale[m->dof[m->begin[c]]]) ? HF_STATUS_OK : singular_part(m, c, error);
    gather(m, global, c, A);
    bool singular = false;
    hf_status status = sparse_lu_create(n, A->begin, A->row, &m->lu[c], error);
    if (status == HF_STATUS_OK) status = sparse_lu_factor(m->lu[c], A->values, &singular, error);
    if (status != HF_STATUS_OK) return status;
    double smallest = DBL_EPSILON * n; // pivots that rounding alone may leave of an equilibrated matrix
    return singular || sparse_lu_reciprocal_condition(m->lu[c]) < smallest ? singular_part(m, c, error) : HF_STATUS_OK;
}

static hf_status factor_parts(mass *m, const hf_global *global, hf_error *error)
{
    size_t entries = (size_t)global->M_begin[m->dof_count];
    part_matrix A = {MEMORY_ARRAY(int, (size_t)m->largest + 1), MEMORY_ARRAY(int, entries),
                     MEMORY_ARRAY(double, entries)};
    hf_status status = A.begin && A.row && A.values ? HF_STATUS_OK : error_no_memory(error);
    for (int c = 0; c < m->part_count && status == HF_STATUS_OK; c++) status = factor_part(m, global, c, &A, error);
    free(A.begin);
    free(A.row);
    free(A.values);
    return status;
}

static hf_status build(mass *m, const hf_global *global, hf_error *error)
{
    size_t n = (size_t)global->dof_count;
    m->dof_count = global->dof_count;
    m->part = MEMORY_ARRAY(int, n);
    m->local = MEMORY_ARRAY(int, n);
    m->dof = MEMORY_ARRAY(int, n);
    m->scale = MEMORY_ARRAY(double, n);
    if (!m->part || !m->local || !m->dof || !m->scale) return error_no_memory(error);
    find_parts(m, global, m->dof); // dof serves as scratch until list_parts fills it
    m->begin = MEMORY_ARRAY(int, (size_t)m->part_count + 1);
    m->lu = MEMORY_ARRAY(sparse_lu *, (size_t)m->part_count);
    if (!m->begin || !m->lu) return error_no_memory(error);
    list_parts(m);
    m->scratch = MEMORY_ARRAY(double, (size_t)m->largest);
    if (!m->scratch) return error_no_memory(error);
    find_scale(m, global);
    return factor_parts(m, global, error);
}

hf_status mass_create(const hf_global *global, mass **out, hf_error *error)
{
    mass *m = MEMORY_ARRAY(mass, 1);
    hf_status status = m ? build(m, global, error) : error_no_memory(error);
    if (status != HF_STATUS_OK) mass_destroy(m);
    *out = status == HF_STATUS_OK ? m : NULL;
    return status;
}

void mass_destroy(mass *m)
{
    if (!m) return;
    for (int c = 0; m->lu && c < m->part_count; c++) sparse_lu_destroy(m->lu[c]);
    free(m->part);
    free(m->local);
    free(m->begin);
    free(m->dof);
    free(m->scale);
    free(m->lu);
    free(m->scratch);
    free(m);
}

// ---- use ----

int mass_part_count(const mass *m)
{
    return m->part_count;
}

int mass_part_of(const mass *m, int dof)
{
    return m->part[dof];
}

const int *mass_part(const mass *m, int part, int *count)
{
    *count = m->begin[part + 1] - m->begin[part];
    return m->dof + m->begin[part];
}

void mass_solve_part(mass *m, int part, double *x)
{
    int n;
    const int *dof = mass_part(m, part, &n);
    if (n == 1)
    {
        x[dof[0]] *= m->scale[dof[0]];
        return;
    }
    for (int k = 0; k < n; k++) m->scratch[k] = m->scale[dof[k]] * x[dof[k]]; // M⁻¹ = S (S M S)⁻¹ S
    sparse_lu_solve(m->lu[part], m->scratch, 1);
    for (int k = 0; k < n; k++) x[dof[k]] = m->scale[dof[k]] * m->scratch[k];
}
