// FCLIB problems into hf_problem, through libfclib and after fclib_check.
//
// The local form with equalities is one problem of contact rows followed by bilateral rows:
//     [ u ]   [ W   V ] [ r ]   [ q ]
//     [ 0 ] = [ Vᵀ  R ] [ l ] + [ s ]
// FCLIB's matrices come as triplets, compressed columns or compressed rows; all are walked as triplets.

#include "problem/io/fclib.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

// ---- the laws ----

void fclib_laws_free(fclib_laws *laws)
{
    free(laws->size);
    free(laws->kind);
    free(laws->mu);
    free(laws->b);
}

/// The equalities come in blocks of as many rows as a contact has (the last one may be smaller): W keeps blocks of one size where it can.
bool fclib_make_laws(const fclib_sizes *s, const double *mu, const double *contact_b, const double *equality_b,
                     fclib_laws *laws)
{
    int contacts = s->contact_rows / s->dimension;
    int equalities = (s->equality_rows + s->dimension - 1) / s->dimension;
    size_t n = (size_t)contacts + (size_t)equalities;
    laws->size = MEMORY_ARRAY(int, n);
    laws->kind = MEMORY_ARRAY(hf_law_kind, n);
    laws->mu = MEMORY_ARRAY(double, n);
    laws->b = MEMORY_ARRAY(double, (size_t)s->contact_rows + (size_t)s->equality_rows);
    if (!laws->size || !laws->kind || !laws->mu || !laws->b) return false;

    for (int i = 0; i < contacts + equalities; i++)
    {
        int left = s->equality_rows - s->dimension * (i - contacts);
        laws->kind[i] = i < contacts ? HF_LAW_CONTACT : HF_LAW_BILATERAL;
        laws->size[i] = i < contacts || left > s->dimension ? s->dimension : left;
        laws->mu[i] = i < contacts ? mu[i] : 0.0;
    }
    for (int k = 0; k < s->contact_rows; k++) laws->b[k] = contact_b[k];
    for (int k = 0; k < s->equality_rows; k++) laws->b[s->contact_rows + k] = equality_b[k];
    laws->view = (hf_laws){.block_count = (int)n, .size = laws->size, .kind = laws->kind, .mu = laws->mu, .b = laws->b};
    return true;
}

// ---- local problems ----

static hf_status make_local(const struct fclib_local *local, const fclib_sizes *s, hf_problem **problem,
                            hf_error *error)
{
    int m = s->contact_rows;
    fclib_part parts[4] = {{local->W, 0, 0, false}};
    int part_count = 1;
    fclib_settle_triplets(local->W);
    if (s->equalities)
    {
        fclib_settle_triplets(local->V);
        fclib_settle_triplets(local->R);
        parts[part_count++] = (fclib_part){local->V, 0, m, false};
        parts[part_count++] = (fclib_part){local->V, m, 0, true};
        parts[part_count++] = (fclib_part){local->R, m, m, false};
    }
    fclib_rows rows = {0};
    fclib_laws laws = {0};
    hf_status status = HF_STATUS_OK;
    if (!fclib_make_laws(s, local->mu, local->q, local->s, &laws) ||
        !fclib_gather_rows(parts, part_count, m + s->equality_rows, &rows))
        status = error_no_memory(error);
    if (status == HF_STATUS_OK)
        status = hf_problem_create_csr(&laws.view, rows.begin, rows.col, rows.values, problem, error);
    fclib_rows_free(&rows);
    fclib_laws_free(&laws);
    return status;
}

static hf_status read_local(const char *path, const fclib_sizes *s, hf_problem **problem, hf_error *error)
{
    struct fclib_local *local = fclib_read_local(path);
    if (!local) return file_error(error, HF_STATUS_FILE, path, "libfclib could not read it");
    hf_error reason = {HF_STATUS_OK, ""};
    hf_status status = make_local(local, s, problem, &reason);
    if (status == HF_STATUS_INVALID) // after the check, only sums of entries can be wrong
        status = file_error(error, HF_STATUS_FORMAT, path, "fclib_local: %s", reason.message);
    else if (status != HF_STATUS_OK) error_set(error, status, "%s", reason.message);
    fclib_delete_local(local);
    free(local);
    return status;
}

static hf_status read_quietly(const char *path, hf_fclib_form form, hf_problem **problem, hf_error *error)
{
    fclib_sizes sizes;
    hf_status status = fclib_check(path, CHECK_PROBLEM, &sizes, NULL, error);
    if (status != HF_STATUS_OK) return status;
    if (sizes.global) return fclib_reduce(path, &sizes, form, problem, error);
    if (form == HF_FCLIB_FACTORED)
        return file_error(error, HF_STATUS_UNSUPPORTED, path,
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
