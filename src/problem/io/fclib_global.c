// FCLIB's global form: M v = H r + G l + f,  u = Hᵀ v + w,  Gᵀ v + b = 0.
//
// holdfast's (global.h) is M v = Hᵀ r + f, u = H v + w: its H is (H G)ᵀ of the file, its w is (w, b).

#include "problem/io/fclib.h"

#include "base/error.h"
#include "base/memory.h"
#include "problem/mass.h"
#include "problem/problem.h"

#include <limits.h>
#include <stdlib.h>

// ---- reading ----

void fclib_global_form_free(fclib_global_form *form)
{
    if (form->file) fclib_delete_global(form->file);
    free(form->file);
    fclib_laws_free(&form->laws);
    fclib_rows_free(&form->M);
    fclib_rows_free(&form->H);
    free(form->M_begin);
}

hf_status fclib_read_global_form(const char *path, const fclib_sizes *s, fclib_global_form *form, hf_error *error)
{
    *form = (fclib_global_form){.file = fclib_read_global(path)};
    struct fclib_global *file = form->file;
    if (!file) return file_error(error, HF_STATUS_FILE, path, "libfclib could not read it");

    fclib_settle_triplets(file->M);
    fclib_settle_triplets(file->H);
    if (s->equalities) fclib_settle_triplets(file->G);
    fclib_part rows[2] = {{file->H, 0, 0, true}};
    if (s->equalities) rows[1] = (fclib_part){file->G, s->contact_rows, 0, true};
    fclib_part columns = {file->M, 0, 0, true}; // rows of Mᵀ
    form->M_begin = MEMORY_ARRAY(int, (size_t)s->dof_count + 1);
    if (!form->M_begin || !fclib_make_laws(s, file->mu, file->w, file->b, &form->laws) ||
        !fclib_gather_rows(rows, s->equalities ? 2 : 1, s->contact_rows + s->equality_rows, &form->H) ||
        !fclib_gather_rows(&columns, 1, s->dof_count, &form->M))
        return error_no_memory(error);
    for (int d = 0; d <= s->dof_count; d++) form->M_begin[d] = (int)form->M.begin[d];
    form->view = (hf_global){.dof_count = s->dof_count,
                             .M_begin = form->M_begin,
                             .M_row = form->M.col,
                             .M = form->M.values,
                             .H_begin = form->H.begin,
                             .H_dof = form->H.col,
                             .H = form->H.values,
                             .f = file->f};
    return HF_STATUS_OK;
}

/// Whether W would have no more numbers than H and G of this factored problem together. Zeroed scratch: `begin` dof_count + 2, `met` block_count,
/// `block` one for each entry of the pattern.
static bool assembled_is_smaller(const hf_problem *p, size_t *begin, int *block, int *met)
{
    const factored_rows *rows = &p->rows;
    size_t factored = 2 * rows->at[p->block_count], assembled = 0;
    for (size_t k = 0; k < rows->begin[p->block_count]; k++) begin[rows->dof[k] + 2]++;
    for (int d = 0; d < rows->dof_count; d++) begin[d + 2] += begin[d + 1];
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) block[begin[rows->dof[k] + 1]++] = i;
    for (int i = 0; i < p->block_count && assembled <= factored; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++)
            for (size_t t = begin[rows->dof[k]]; t < begin[rows->dof[k] + 1]; t++)
            {
                int j = block[t];
                if (met[j] != i + 1) assembled += (size_t)(p->size[i] * p->size[j]);
                met[j] = i + 1;
            }
    return assembled <= factored;
}

static hf_status choose(hf_problem **problem, hf_error *error)
{
    const hf_problem *p = *problem;
    size_t *begin = MEMORY_ARRAY(size_t, (size_t)p->rows.dof_count + 2);
    int *block = MEMORY_ARRAY(int, p->rows.begin[p->block_count]);
    int *met = MEMORY_ARRAY(int, (size_t)p->block_count);
    hf_status status = begin && block && met ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK && assembled_is_smaller(p, begin, block, met))
    {
        hf_problem *assembled;
        status = hf_problem_assemble(p, &assembled, error);
        if (status == HF_STATUS_OK)
        {
            hf_problem_destroy(*problem);
            *problem = assembled;
        }
    }
    free(begin);
    free(block);
    free(met);
    return status;
}

hf_status fclib_reduce(const char *path, const fclib_sizes *sizes, hf_fclib_form wanted, hf_problem **problem,
                       hf_error *error)
{
    fclib_global_form form;
    hf_error reason = {HF_STATUS_OK, ""};
    hf_status status = fclib_read_global_form(path, sizes, &form, error);
    if (status == HF_STATUS_OK)
    {
        status = hf_problem_reduce(&form.laws.view, &form.view, wanted == HF_FCLIB_ASSEMBLED, problem, &reason);
        if (status == HF_STATUS_INVALID) // after the check, only M can be wrong
            status = file_error(error, HF_STATUS_FORMAT, path, "fclib_global: %s", reason.message);
        else if (status != HF_STATUS_OK) error_set(error, status, "%s", reason.message);
    }
    if (status == HF_STATUS_OK && wanted == HF_FCLIB_AUTO) status = choose(problem, error);
    if (status != HF_STATUS_OK)
    {
        hf_problem_destroy(*problem);
        *problem = NULL;
    }
    fclib_global_form_free(&form);
    return status;
}

// ---- writing ----

typedef struct global_arrays
{
    struct fclib_matrix M, H, G;
    double *mu, *w;
} global_arrays;

static bool fill_matrix(struct fclib_matrix *A, int m, int n, size_t entries)
{
    *A = (struct fclib_matrix){.m = m, .n = n, .nz = -1, .nzmax = (int)entries};
    A->p = MEMORY_ARRAY(int, (size_t)n + 1);
    A->i = MEMORY_ARRAY(int, entries);
    A->x = MEMORY_ARRAY(double, entries);
    return A->p && A->i && A->x;
}

static void matrix_free(struct fclib_matrix *A)
{
    free(A->p);
    free(A->i);
    free(A->x);
}

/// The rows of H that belong to one kind of block become the columns of A.
static bool take_rows(const hf_problem *p, const hf_global *g, const fclib_layout *layout, hf_law_kind kind,
                      struct fclib_matrix *A)
{
    bool contact = kind == HF_LAW_CONTACT;
    size_t total = 0;
    for (int i = 0; i < p->block_count; i++)
        if (p->kind[i] == kind) total += g->H_begin[p->offset[i + 1]] - g->H_begin[p->offset[i]];
    if (!fill_matrix(A, g->dof_count, contact ? layout->sizes.contact_rows : layout->sizes.equality_rows, total))
        return false;
    int at = 0, column = 0;
    for (int i = 0; i < p->block_count; i++)
        for (int row = p->offset[i]; p->kind[i] == kind && row < p->offset[i + 1]; row++)
        {
            for (size_t k = g->H_begin[row]; k < g->H_begin[row + 1]; k++)
            {
                A->i[at] = g->H_dof[k];
                A->x[at++] = g->H[k];
            }
            A->p[++column] = at;
        }
    return true;
}

static bool fill_global(const hf_problem *p, const hf_global *g, const fclib_layout *layout, global_arrays *a)
{
    int entries = g->M_begin[g->dof_count];
    a->mu = MEMORY_ARRAY(double, (size_t)p->contact_count);
    a->w = MEMORY_ARRAY(double, (size_t)p->dimension);
    if (!a->mu || !a->w || !fill_matrix(&a->M, g->dof_count, g->dof_count, (size_t)entries) ||
        !take_rows(p, g, layout, HF_LAW_CONTACT, &a->H) || !take_rows(p, g, layout, HF_LAW_BILATERAL, &a->G))
        return false;
    for (int d = 0; d <= g->dof_count; d++) a->M.p[d] = g->M_begin[d];
    for (int k = 0; k < entries; k++)
    {
        a->M.i[k] = g->M_row[k];
        a->M.x[k] = g->M[k];
    }
    for (int i = 0, c = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT) a->mu[c++] = p->mu[i];
    for (int k = 0; k < p->dimension; k++) a->w[layout->place[k]] = p->b[k];
    return true;
}

static hf_status write_global(const atomic_file *part, const hf_problem *p, const hf_global *g,
                              const hf_fclib_info *info, hf_error *error)
{
    fclib_layout layout;
    global_arrays a = {0};
    double *f = MEMORY_ARRAY(double, (size_t)g->dof_count);
    hf_status status = fclib_lay_out(part->path, p, &layout, error);
    if (status == HF_STATUS_OK && (!f || !fill_global(p, g, &layout, &a))) status = error_no_memory(error);
    if (status == HF_STATUS_OK) status = fclib_start_file(part, error);
    if (status == HF_STATUS_OK)
    {
        for (int d = 0; g->f && d < g->dof_count; d++) f[d] = g->f[d];
        hf_fclib_info empty = {0}, texts = info ? *info : empty;
        struct fclib_info about = {
            .title = texts.title, .description = texts.description, .math_info = texts.math_info};
        struct fclib_global global = {.M = &a.M,
                                      .H = &a.H,
                                      .G = layout.sizes.equalities ? &a.G : NULL,
                                      .mu = a.mu,
                                      .f = f,
                                      .w = a.w,
                                      .b = a.w + layout.sizes.contact_rows,
                                      .spacedim = layout.sizes.dimension,
                                      .info = &about};
        if (!fclib_write_global(&global, part->name))
            status = file_error(error, HF_STATUS_FILE, part->path, "libfclib could not write it");
    }
    matrix_free(&a.M);
    matrix_free(&a.H);
    matrix_free(&a.G);
    free(a.mu);
    free(a.w);
    free(f);
    free(layout.place);
    return status;
}

hf_status hf_fclib_write_global(const char *path, const hf_laws *laws, const hf_global *global,
                                const hf_fclib_info *info, hf_error *error)
{
    hf_problem *frame;
    hf_status status = problem_begin(NULL, laws, &frame, error);
    if (status == HF_STATUS_OK) status = global_check(frame, global, error);
    atomic_file part = {0};
    if (status == HF_STATUS_OK && global->H_begin[frame->dimension] > INT_MAX)
        status = file_error(error, HF_STATUS_UNSUPPORTED, path, "H has more entries than FCLIB can count");
    if (status == HF_STATUS_OK)
    {
        size_t numbers = (size_t)global->M_begin[global->dof_count] + global->H_begin[frame->dimension] +
                         2 * (size_t)frame->dimension + 2 * (size_t)global->dof_count;
        status = atomic_file_begin(path, 65536 + numbers * (sizeof(double) + sizeof(int)), &part, error);
    }
    if (status == HF_STATUS_OK)
    {
        H5E_BEGIN_TRY
        {
            status = write_global(&part, frame, global, info, error);
        }
        H5E_END_TRY
    }
    hf_problem_destroy(frame);
    return atomic_file_end(&part, status, error);
}
