// FCLIB problems into hf_problem.
//
// The local form with equalities is one problem of contact rows followed by bilateral rows:
//     [ u ]   [ W   V ] [ r ]   [ q ]
//     [ 0 ] = [ Vᵀ  R ] [ l ] + [ s ]

#include "problem/io/fclib.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

/// The equalities come in blocks of as many rows as a contact has (the last one may be smaller): W keeps blocks of one
/// size where it can.
bool fclib_make_laws(const fclib_problem *p, hf_workspace *arena, hf_laws *laws)
{
    const fclib_sizes *s = &p->sizes;
    int contacts = s->contact_rows / s->dimension;
    int equalities = (s->equality_rows + s->dimension - 1) / s->dimension;
    size_t n = (size_t)contacts + (size_t)equalities;
    int *size = ARENA_ARRAY(arena, int, n);
    hf_law_kind *kind = ARENA_ARRAY(arena, hf_law_kind, n);
    double *mu = ARENA_ARRAY(arena, double, n);
    double *b = ARENA_ARRAY(arena, double, (size_t)s->contact_rows + (size_t)s->equality_rows);
    if (!size || !kind || !mu || !b) return false;

    for (int i = 0; i < contacts + equalities; i++)
    {
        int left = s->equality_rows - s->dimension * (i - contacts);
        kind[i] = i < contacts ? HF_LAW_CONTACT : HF_LAW_BILATERAL;
        size[i] = i < contacts || left > s->dimension ? s->dimension : left;
        mu[i] = i < contacts ? p->mu[i] : 0.0;
    }
    for (int k = 0; k < s->contact_rows; k++) b[k] = p->contact_b[k];
    for (int k = 0; k < s->equality_rows; k++) b[s->contact_rows + k] = p->equality_b[k];
    *laws = (hf_laws){.block_count = (int)n, .size = size, .kind = kind, .mu = mu, .b = b};
    return true;
}

static hf_status make_local(const fclib_file *in, const fclib_problem *p, hf_problem **problem)
{
    int m = p->sizes.contact_rows, part_count = 1;
    fclib_part parts[4] = {{&p->W, 0, 0, false}};
    if (p->sizes.equalities)
    {
        parts[part_count++] = (fclib_part){&p->V, 0, m, false};
        parts[part_count++] = (fclib_part){&p->V, m, 0, true};
        parts[part_count++] = (fclib_part){&p->R, m, m, false};
    }
    fclib_rows rows;
    hf_laws laws;
    if (!fclib_make_laws(p, in->arena, &laws) ||
        !fclib_gather_rows(parts, part_count, m + p->sizes.equality_rows, in->arena, &rows))
        return error_no_memory(in->error);
    hf_error reason = {HF_STATUS_OK, ""};
    hf_status status = hf_problem_create_csr(&laws, rows.begin, rows.col, rows.values, problem, &reason);
    if (status == HF_STATUS_INVALID) // after the checks, only sums of entries can be wrong
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "fclib_local: %s", reason.message);
    return status == HF_STATUS_OK ? status : error_set(in->error, status, "%s", reason.message);
}

static hf_status read_form(const fclib_file *in, hf_fclib_form form, hf_problem **problem)
{
    fclib_problem contents;
    bool own;
    hf_status status = own_form_there(in, &own);
    if (status == HF_STATUS_OK && own) return own_form_read(in, form, problem, NULL);
    if (status == HF_STATUS_OK) status = fclib_load_problem(in, &contents, NULL);
    if (status != HF_STATUS_OK) return status;
    if (contents.sizes.global) return fclib_reduce(in, &contents, form, problem);
    if (form == HF_FCLIB_FACTORED)
        return file_error(in->error, HF_STATUS_UNSUPPORTED, in->path,
                          "the file is in local form: there is no H to keep factored");
    return make_local(in, &contents, problem);
}

hf_status hf_fclib_read(const char *path, hf_fclib_form form, hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    fclib_file in;
    hf_status status;
    H5E_BEGIN_TRY // HDF5 would print; the caller's error handler comes back afterwards
    {
        status = fclib_open(path, &in, error);
        if (status == HF_STATUS_OK) status = read_form(&in, form, problem);
        fclib_close(&in);
    }
    H5E_END_TRY
    return status;
}

hf_status hf_fclib_describe(const char *path, hf_fclib_info *info, hf_error *error)
{
    *info = (hf_fclib_info){0};
    fclib_file in;
    fclib_problem contents;
    hf_status status;
    H5E_BEGIN_TRY
    {
        bool own = false;
        status = fclib_open(path, &in, error);
        if (status == HF_STATUS_OK) status = own_form_there(&in, &own);
        if (status == HF_STATUS_OK)
            status = own ? own_form_read(&in, HF_FCLIB_AUTO, NULL, info) : fclib_load_problem(&in, &contents, info);
        fclib_close(&in);
    }
    H5E_END_TRY
    return status;
}
