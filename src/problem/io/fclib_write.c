// hf_problem into FCLIB's local form.
//
// libfclib ends the process if it cannot write, so everything that can go wrong is tried before: the file is made, its size asked of the disk
// (atomic_file.h), and an empty HDF5 file put there.

#include "problem/io/fclib.h"

#include "base/error.h"
#include "base/memory.h"
#include "problem/problem.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MIRROR_TOLERANCE =
    1e-12; // relative to the largest |W|: what rounding leaves between H_i G_jᵀ and G_i H_jᵀ

// ---- the layout ----

hf_status fclib_lay_out(const char *path, const hf_problem *p, fclib_layout *layout, hf_error *error)
{
    fclib_sizes *s = &layout->sizes;
    *layout = (fclib_layout){.sizes.dimension = 0};
    for (int i = 0; i < p->block_count; i++)
    {
        if (p->kind[i] == HF_LAW_BILATERAL)
        {
            s->equality_rows += p->size[i];
            continue;
        }
        if (p->kind[i] != HF_LAW_CONTACT)
            return file_error(error, HF_STATUS_UNSUPPORTED, path, "FCLIB has no %s blocks (block %d)",
                              hf_law_kind_name(p->kind[i]), i);
        if (s->dimension == 0) s->dimension = p->size[i];
        if (s->dimension != p->size[i])
            return file_error(error, HF_STATUS_UNSUPPORTED, path,
                              "FCLIB has contacts of one size only: block %d has %d rows, others have %d", i,
                              p->size[i], s->dimension);
        s->contact_rows += p->size[i];
    }
    if (s->dimension == 0) s->dimension = 3;
    s->equalities = s->equality_rows > 0;

    layout->place = MEMORY_ARRAY(int, (size_t)p->dimension);
    if (!layout->place) return error_no_memory(error);
    int contact = 0, equality = s->contact_rows;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            layout->place[k] = p->kind[i] == HF_LAW_CONTACT ? contact++ : equality++;
    return HF_STATUS_OK;
}

// ---- matrices ----

/// Largest difference between the block (i, j) and the mirror image of (j, i), over contacts i and equalities j.
static double mirror_defect(const hf_problem *p, int *worst_contact, int *worst_equality)
{
    double worst = 0.0;
    for (int a = 0; a < p->block_count; a++)
        for (size_t k = p->W.begin[a]; k < p->W.begin[a + 1]; k++)
        {
            int c = p->W.col[k];
            if (p->kind[a] == p->kind[c]) continue;
            const double *block = p->W.values + block_at(p, k), *mirror = NULL;
            for (size_t t = p->W.begin[c]; t < p->W.begin[c + 1]; t++)
                if (p->W.col[t] == a) mirror = p->W.values + block_at(p, t);
            for (int x = 0; x < p->size[a]; x++)
                for (int y = 0; y < p->size[c]; y++)
                {
                    double other = mirror ? mirror[y * p->size[a] + x] : 0.0;
                    double defect = fabs(block[x * p->size[c] + y] - other);
                    if (defect <= worst) continue;
                    worst = defect;
                    *worst_contact = p->kind[a] == HF_LAW_CONTACT ? a : c;
                    *worst_equality = p->kind[a] == HF_LAW_CONTACT ? c : a;
                }
        }
    return worst;
}

static void matrix_free(struct fclib_matrix *A)
{
    free(A->p);
    free(A->i);
    free(A->x);
}

/// The blocks whose row kind is `rows` and whose column kind is `cols`, as compressed rows. A false return means no memory, or too many entries
/// for FCLIB's int (*too_large).
static bool extract(const hf_problem *p, const fclib_layout *layout, hf_law_kind rows, hf_law_kind cols,
                    struct fclib_matrix *A, bool *too_large)
{
    const fclib_sizes *s = &layout->sizes;
    int first_row = rows == HF_LAW_CONTACT ? 0 : s->contact_rows;
    int first_col = cols == HF_LAW_CONTACT ? 0 : s->contact_rows;
    A->m = rows == HF_LAW_CONTACT ? s->contact_rows : s->equality_rows;
    A->n = cols == HF_LAW_CONTACT ? s->contact_rows : s->equality_rows;
    A->nz = -2;
    size_t total = 0;
    for (int a = 0; a < p->block_count; a++)
        for (size_t k = p->W.begin[a]; k < p->W.begin[a + 1]; k++)
            if (p->kind[a] == rows && p->kind[p->W.col[k]] == cols)
                total += (size_t)(p->size[a] * p->size[p->W.col[k]]);
    *too_large = total > INT_MAX;
    if (*too_large) return false;
    A->nzmax = (int)total;
    A->p = MEMORY_ARRAY(int, (size_t)A->m + 1);
    A->i = MEMORY_ARRAY(int, total);
    A->x = MEMORY_ARRAY(double, total);
    if (!A->p || !A->i || !A->x) return false;

    int at = 0;
    for (int a = 0; a < p->block_count; a++)
        for (int x = 0; p->kind[a] == rows && x < p->size[a];
             x++) // blocks of one kind keep their order: rows come one after the other
        {
            for (size_t k = p->W.begin[a]; k < p->W.begin[a + 1]; k++)
            {
                int c = p->W.col[k];
                for (int y = 0; p->kind[c] == cols && y < p->size[c]; y++)
                {
                    A->i[at] = layout->place[p->offset[c] + y] - first_col;
                    A->x[at++] = p->W.values[block_at(p, k) + (size_t)(x * p->size[c] + y)];
                }
            }
            A->p[layout->place[p->offset[a] + x] - first_row + 1] = at;
        }
    return true;
}

// ---- the problem ----

typedef struct local_arrays
{
    struct fclib_matrix W, V, R;
    double *mu, *b;
} local_arrays;

static void local_free(local_arrays *arrays)
{
    matrix_free(&arrays->W);
    matrix_free(&arrays->V);
    matrix_free(&arrays->R);
    free(arrays->mu);
    free(arrays->b);
}

static hf_status fill_local(const char *path, const hf_problem *p, const fclib_layout *layout, local_arrays *arrays,
                            hf_error *error)
{
    int contact = 0, equality = 0;
    double defect = mirror_defect(p, &contact, &equality);
    if (defect > MIRROR_TOLERANCE * p->largest)
        return file_error(
            error, HF_STATUS_UNSUPPORTED, path,
            "FCLIB's equalities act as they are acted on, but W blocks (%d, %d) and (%d, %d) differ by %g", contact,
            equality, equality, contact, defect);
    bool too_large = false;
    bool good = extract(p, layout, HF_LAW_CONTACT, HF_LAW_CONTACT, &arrays->W, &too_large);
    if (good && layout->sizes.equalities)
        good = extract(p, layout, HF_LAW_CONTACT, HF_LAW_BILATERAL, &arrays->V, &too_large) &&
               extract(p, layout, HF_LAW_BILATERAL, HF_LAW_BILATERAL, &arrays->R, &too_large);
    if (too_large) return file_error(error, HF_STATUS_UNSUPPORTED, path, "W has more entries than FCLIB can count");
    arrays->mu = MEMORY_ARRAY(double, (size_t)p->contact_count);
    arrays->b = MEMORY_ARRAY(double, (size_t)p->dimension);
    if (!good || !arrays->mu || !arrays->b) return error_no_memory(error);
    for (int i = 0, c = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT) arrays->mu[c++] = p->mu[i];
    for (int k = 0; k < p->dimension; k++) arrays->b[layout->place[k]] = p->b[k];
    return HF_STATUS_OK;
}

hf_status fclib_start_file(const atomic_file *part, hf_error *error)
{
    hid_t file = H5Fcreate(part->name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file < 0 || H5Fclose(file) < 0) return file_error(error, HF_STATUS_FILE, part->path, "HDF5 cannot write there");
    return HF_STATUS_OK;
}

static hf_status write_assembled(const atomic_file *part, const hf_problem *p, const hf_fclib_info *info,
                                 hf_error *error)
{
    fclib_layout layout;
    local_arrays arrays = {0};
    hf_status status = fclib_lay_out(part->path, p, &layout, error);
    if (status == HF_STATUS_OK) status = fill_local(part->path, p, &layout, &arrays, error);
    if (status == HF_STATUS_OK) status = fclib_start_file(part, error);
    if (status == HF_STATUS_OK)
    {
        hf_fclib_info empty = {0}, texts = info ? *info : empty; // a copy: libfclib takes char *, not const char *
        struct fclib_info about = {
            .title = texts.title, .description = texts.description, .math_info = texts.math_info};
        struct fclib_local local = {.W = &arrays.W,
                                    .V = layout.sizes.equalities ? &arrays.V : NULL,
                                    .R = layout.sizes.equalities ? &arrays.R : NULL,
                                    .mu = arrays.mu,
                                    .q = arrays.b,
                                    .s = arrays.b + layout.sizes.contact_rows,
                                    .spacedim = layout.sizes.dimension,
                                    .info = &about};
        if (!fclib_write_local(&local, part->name))
            status = file_error(error, HF_STATUS_FILE, part->path, "libfclib could not write it");
    }
    local_free(&arrays);
    free(layout.place);
    return status;
}

hf_status fclib_write_problem(const atomic_file *part, const hf_problem *problem, const hf_fclib_info *info,
                              hf_error *error)
{
    if (!problem->factored) return write_assembled(part, problem, info, error);
    hf_problem *assembled;
    hf_status status = hf_problem_assemble(problem, &assembled, error);
    if (status == HF_STATUS_OK) status = write_assembled(part, assembled, info, error);
    hf_problem_destroy(assembled);
    return status;
}

size_t fclib_problem_bytes(const hf_problem *p)
{
    const size_t overhead = 65536; // groups, names, texts
    size_t numbers = p->factored ? 0 : p->W.begin[p->block_count] * BLOCK_AREA_MAX;
    return overhead + numbers * (sizeof(double) + sizeof(int)) + (size_t)p->dimension * 8 * sizeof(double);
}

hf_status hf_fclib_write(const char *path, const hf_problem *problem, const hf_fclib_info *info, hf_error *error)
{
    atomic_file part;
    hf_status status = atomic_file_begin(path, fclib_problem_bytes(problem), &part, error);
    if (status != HF_STATUS_OK) return status;
    H5E_BEGIN_TRY
    {
        status = fclib_write_problem(&part, problem, info, error);
    }
    H5E_END_TRY
    return atomic_file_end(&part, status, error);
}
