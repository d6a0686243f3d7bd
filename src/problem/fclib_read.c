// FCLIB problems into hf_problem, through libfclib and after fclib_check.
//
// The local form with equalities is one problem of contact rows followed by bilateral rows:
//     [ u ]   [ W   V ] [ r ]   [ q ]
//     [ 0 ] = [ Vᵀ  R ] [ l ] + [ s ]
// FCLIB's matrices come as triplets, compressed columns or compressed rows; all are walked as triplets.

#include "problem/fclib.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

// ---- entries of a matrix, whatever its form ----

static int entry_count(const struct fclib_matrix *A)
{
    if (A->nz >= 0) return A->nz;
    return A->p[A->nz == -1 ? A->n : A->m];
}

/// Row and column of entry k; `line` remembers the compressed line between calls with ascending k, starting at 0.
static void entry_at(const struct fclib_matrix *A, int k, int *line, int *row, int *col)
{
    if (A->nz >= 0)
    {
        *row = A->p[k];
        *col = A->i[k];
        return;
    }
    while (A->p[*line + 1] <= k) (*line)++;
    *row = A->nz == -1 ? A->i[k] : *line;
    *col = A->nz == -1 ? *line : A->i[k];
}

// ---- scalar rows put together from several matrices ----

typedef struct scalar_rows
{
    size_t *begin; // rows + 1
    int *col;
    double *values;
} scalar_rows;

static void rows_free(scalar_rows *rows)
{
    free(rows->begin);
    free(rows->col);
    free(rows->values);
}

/// A matrix and where its corner (0, 0) goes.
typedef struct placed
{
    const struct fclib_matrix *matrix;
    int row, col;
    bool transposed;
} placed;

static void place(const placed *part, int k, int *line, int *row, int *col)
{
    int i, j;
    entry_at(part->matrix, k, line, &i, &j);
    *row = part->row + (part->transposed ? j : i);
    *col = part->col + (part->transposed ? i : j);
}

/// Counting sort of all entries by row; within a row they stay in the order of the parts.
static bool gather_rows(const placed *parts, int part_count, int row_count, scalar_rows *out)
{
    size_t total = 0;
    for (int q = 0; q < part_count; q++) total += (size_t)entry_count(parts[q].matrix);
    out->begin = MEMORY_ARRAY(size_t, (size_t)row_count + 2);
    out->col = MEMORY_ARRAY(int, total);
    out->values = MEMORY_ARRAY(double, total);
    if (!out->begin || !out->col || !out->values) return false;

    int row, col;
    for (int q = 0; q < part_count; q++)
        for (int k = 0, line = 0; k < entry_count(parts[q].matrix); k++)
        {
            place(&parts[q], k, &line, &row, &col);
            out->begin[row + 2]++;
        }
    for (int i = 0; i < row_count; i++) out->begin[i + 2] += out->begin[i + 1];
    for (int q = 0; q < part_count; q++)
        for (int k = 0, line = 0; k < entry_count(parts[q].matrix); k++)
        {
            place(&parts[q], k, &line, &row, &col);
            size_t at = out->begin[row + 1]++;
            out->col[at] = col;
            out->values[at] = parts[q].matrix->x[k];
        }
    return true;
}

// ---- the laws ----

typedef struct law_arrays
{
    int block_count;
    int *size;
    hf_kind *kind;
    double *mu;
    double *b;
} law_arrays;

static void laws_free(law_arrays *laws)
{
    free(laws->size);
    free(laws->kind);
    free(laws->mu);
    free(laws->b);
}

/// Contacts, then the equalities in blocks of as many rows as a contact has (the last one may be smaller): W keeps blocks of one size
/// where it can.
static bool make_laws(const fclib_sizes *s, const double *mu, const double *contact_b, const double *equality_b,
                      law_arrays *laws)
{
    int contacts = s->contact_rows / s->dimension;
    int equalities = (s->equality_rows + s->dimension - 1) / s->dimension;
    size_t n = (size_t)contacts + (size_t)equalities;
    laws->block_count = (int)n;
    laws->size = MEMORY_ARRAY(int, n);
    laws->kind = MEMORY_ARRAY(hf_kind, n);
    laws->mu = MEMORY_ARRAY(double, n);
    laws->b = MEMORY_ARRAY(double, (size_t)s->contact_rows + (size_t)s->equality_rows);
    if (!laws->size || !laws->kind || !laws->mu || !laws->b) return false;

    for (int i = 0; i < laws->block_count; i++)
    {
        int left = s->equality_rows - s->dimension * (i - contacts);
        laws->kind[i] = i < contacts ? HF_KIND_CONTACT : HF_KIND_BILATERAL;
        laws->size[i] = i < contacts || left > s->dimension ? s->dimension : left;
        laws->mu[i] = i < contacts ? mu[i] : 0.0;
    }
    for (int k = 0; k < s->contact_rows; k++) laws->b[k] = contact_b[k];
    for (int k = 0; k < s->equality_rows; k++) laws->b[s->contact_rows + k] = equality_b[k];
    return true;
}

static hf_laws laws_view(const law_arrays *laws)
{
    return (hf_laws){
        .block_count = laws->block_count, .size = laws->size, .kind = laws->kind, .mu = laws->mu, .b = laws->b};
}

// ---- local problems ----

static hf_status make_local(const struct fclib_local *local, const fclib_sizes *s, hf_problem **problem,
                            hf_error *error)
{
    int m = s->contact_rows;
    placed parts[4] = {{local->W, 0, 0, false}};
    int part_count = 1;
    if (s->equalities)
    {
        parts[part_count++] = (placed){local->V, 0, m, false};
        parts[part_count++] = (placed){local->V, m, 0, true};
        parts[part_count++] = (placed){local->R, m, m, false};
    }
    scalar_rows rows = {0};
    law_arrays arrays = {0};
    hf_status status = HF_STATUS_OK;
    if (!make_laws(s, local->mu, local->q, local->s, &arrays) ||
        !gather_rows(parts, part_count, m + s->equality_rows, &rows))
        status = error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        hf_laws laws = laws_view(&arrays);
        status = hf_problem_create_csr(&laws, rows.begin, rows.col, rows.values, problem, error);
    }
    rows_free(&rows);
    laws_free(&arrays);
    return status;
}

static hf_status read_local(const char *path, const fclib_sizes *s, hf_problem **problem, hf_error *error)
{
    struct fclib_local *local = fclib_read_local(path);
    if (!local) return fclib_error(error, HF_STATUS_FILE, path, "libfclib could not read it");
    hf_status status = make_local(local, s, problem, error);
    fclib_delete_local(local);
    free(local);
    return status;
}

static hf_status read_quietly(const char *path, hf_fclib_form form, hf_problem **problem, hf_error *error)
{
    fclib_sizes sizes;
    hf_status status = fclib_check(path, CHECK_PROBLEM, &sizes, NULL, error);
    if (status != HF_STATUS_OK) return status;
    if (sizes.global) return fclib_error(error, HF_STATUS_UNSUPPORTED, path, "the global form cannot be read yet");
    if (form == HF_FCLIB_FACTORED)
        return fclib_error(error, HF_STATUS_UNSUPPORTED, path,
                           "the file is in local form: there is no H to keep factored");
    return read_local(path, &sizes, problem, error);
}

hf_status hf_fclib_read(const char *path, hf_fclib_form form, hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    hf_status status;
    H5E_BEGIN_TRY // HDF5 would print; the caller's error handler comes back afterwards
    {
        status = read_quietly(path, form, problem, error);
    }
    H5E_END_TRY
    return status;
}

hf_status hf_fclib_describe(const char *path, hf_fclib_info *info, hf_error *error)
{
    fclib_sizes sizes;
    hf_status status;
    H5E_BEGIN_TRY
    {
        status = fclib_check(path, CHECK_PROBLEM, &sizes, info, error);
    }
    H5E_END_TRY
    return status;
}
