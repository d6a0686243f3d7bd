// Reading an FCLIB file: every group, dataset, extent, index and number of a part is checked before anything is made of
// it.
//
//   matrix      nz >= 0 triplets, -1 compressed columns, -2 compressed rows; p, i, x have extents that fit nz, m, n and
//               nzmax; indices
//               are in range, numbers finite
//   vectors     extents by the matrices; finite; mu >= 0
//   solution, guesses/1 …    each vector if its length is not 0
// What nobody computes with (conditioning, rank …) is checked as well, so that a file that is good here is good for
// libfclib.

#include "problem/io/fclib_data.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

// ---- matrices ----

static hf_status check_indices(const fclib_file *in, const char *name, const int *index, int count, int end)
{
    int bad;
    if (fclib_indices_fit(index, count, end, &bad)) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s[%d] = %d is not in 0 to %d", name, bad, index[bad],
                      end - 1);
}

static hf_status check_pointers(const fclib_file *in, const char *name, const int *p, int count, int nzmax)
{
    if (p[0] != 0) return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s[0] = %d, must be 0", name, p[0]);
    for (int k = 0; k < count; k++)
        if (p[k + 1] < p[k] || p[k + 1] > nzmax)
            return file_error(in->error, HF_STATUS_FORMAT, in->path,
                              "%s[%d] = %d is below the entry before, or above nzmax", name, k + 1, p[k + 1]);
    return HF_STATUS_OK;
}

/// Of triplets fclib.h of libfclib says that p holds rows and i columns. What libfclib computes with (CXSparse), and
/// what Siconos writes, has it the other way round: p columns, i rows. The latter is taken, unless only the former
/// makes all indices fit.
static bool settle_triplets(fclib_matrix *A)
{
    int bad;
    if (fclib_indices_fit(A->p, A->nz, A->n, &bad) && fclib_indices_fit(A->i, A->nz, A->m, &bad)) return true;
    if (!fclib_indices_fit(A->p, A->nz, A->m, &bad) || !fclib_indices_fit(A->i, A->nz, A->n, &bad)) return false;
    int *p = A->p;
    A->p = A->i;
    A->i = p;
    return true;
}

/// p, i and x of a matrix with the given head, in any of the three forms.
static hf_status read_entries(const fclib_file *in, const char *folder, fclib_matrix *A)
{
    char p_name[FCLIB_NAME], i_name[FCLIB_NAME], x_name[FCLIB_NAME];
    snprintf(p_name, sizeof p_name, "%s/p", folder);
    snprintf(i_name, sizeof i_name, "%s/i", folder);
    snprintf(x_name, sizeof x_name, "%s/x", folder);
    bool triplets = A->nz >= 0;
    int lines = A->nz == -1 ? A->n : A->m; // compressed along these
    hsize_t p_count = triplets ? (hsize_t)A->nz : (hsize_t)lines + 1;

    hf_status status = fclib_integers(in, p_name, p_count, p_count, &A->p);
    if (status == HF_STATUS_OK && !triplets) status = check_pointers(in, p_name, A->p, lines, A->nzmax);
    if (status != HF_STATUS_OK) return status;

    int entries = triplets ? A->nz : A->p[lines];
    hsize_t least = (hsize_t)entries, room = (hsize_t)A->nzmax;
    status = fclib_integers(in, i_name, least, triplets ? least : room, &A->i);
    if (status == HF_STATUS_OK) status = fclib_numbers(in, x_name, least, room, &A->x);
    if (status == HF_STATUS_OK) status = fclib_finite(in, x_name, A->x, (size_t)entries, -INFINITY);
    if (status != HF_STATUS_OK || (triplets && settle_triplets(A))) return status;
    if (triplets) status = check_indices(in, p_name, A->p, entries, A->n);
    return status == HF_STATUS_OK ? check_indices(in, i_name, A->i, entries, A->nz == -2 ? A->n : A->m) : status;
}

/// What stands beside the numbers as soon as there is a `conditioning`.
static hf_status check_matrix_info(const fclib_file *in, const char *folder)
{
    char name[FCLIB_NAME];
    double *number;
    int rank;
    bool there;
    snprintf(name, sizeof name, "%s/conditioning", folder);
    hf_status status = fclib_look_for(in, name, &there);
    if (status != HF_STATUS_OK || !there) return status;
    status = fclib_numbers(in, name, 1, 1, &number); // may be NaN: nothing is made of it
    snprintf(name, sizeof name, "%s/determinant", folder);
    if (status == HF_STATUS_OK) status = fclib_numbers(in, name, 1, 1, &number);
    snprintf(name, sizeof name, "%s/rank", folder);
    if (status == HF_STATUS_OK) status = fclib_one_integer(in, name, &rank);
    return status == HF_STATUS_OK ? fclib_text(in, folder, "comment", NULL) : status;
}

static hf_status read_matrix(const fclib_file *in, const char *folder, fclib_matrix *A)
{
    static const char *const fields[4] = {"m", "n", "nz", "nzmax"};
    int *const head[4] = {&A->m, &A->n, &A->nz, &A->nzmax};
    hf_status status = fclib_need_group(in, folder);
    for (int k = 0; k < 4 && status == HF_STATUS_OK; k++)
    {
        char name[FCLIB_NAME];
        snprintf(name, sizeof name, "%s/%s", folder, fields[k]);
        status = fclib_one_integer(in, name, head[k]);
        int lowest = k == 2 ? -2 : 0;
        if (status == HF_STATUS_OK && (*head[k] < lowest || *head[k] == INT_MAX))
            status = file_error(in->error, HF_STATUS_FORMAT, in->path, "%s = %d is out of range", name, *head[k]);
    }
    if (status != HF_STATUS_OK) return status;
    if (A->nz > A->nzmax)
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s: nz = %d is more than nzmax = %d", folder, A->nz,
                          A->nzmax);
    status = read_entries(in, folder, A);
    return status == HF_STATUS_OK ? check_matrix_info(in, folder) : status;
}

static hf_status check_shape(const fclib_file *in, const char *folder, const fclib_matrix *A, int m, int n)
{
    if (A->m == m && A->n == n) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s is %d by %d instead of %d by %d", folder, A->m, A->n,
                      m, n);
}

// ---- problems ----

static hf_status read_dimension(const fclib_file *in, const char *name, int *dimension)
{
    TRY(fclib_one_integer(in, name, dimension));
    if (*dimension != 2 && *dimension != 3)
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s = %d, must be 2 or 3", name, *dimension);
    return HF_STATUS_OK;
}

static hf_status set_contact_rows(const fclib_file *in, const char *what, fclib_sizes *s, int rows)
{
    s->contact_rows = rows;
    if (rows % s->dimension == 0) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s = %d is no multiple of spacedim = %d", what, rows,
                      s->dimension);
}

/// V and R, if one of them is there.
static hf_status read_local_equalities(const fclib_file *in, fclib_problem *p)
{
    bool V_there, R_there = false;
    hf_status status = fclib_look_for(in, "/fclib_local/V", &V_there);
    if (status == HF_STATUS_OK) status = fclib_look_for(in, "/fclib_local/R", &R_there);
    p->sizes.equalities = V_there || R_there;
    if (status != HF_STATUS_OK || !p->sizes.equalities) return status;
    status = read_matrix(in, "/fclib_local/V", &p->V);
    if (status == HF_STATUS_OK) status = check_shape(in, "/fclib_local/V", &p->V, p->W.m, p->V.n);
    if (status == HF_STATUS_OK) status = read_matrix(in, "/fclib_local/R", &p->R);
    if (status == HF_STATUS_OK) status = check_shape(in, "/fclib_local/R", &p->R, p->V.n, p->V.n);
    p->sizes.equality_rows = p->V.n;
    return status;
}

static hf_status read_local(const fclib_file *in, fclib_problem *p)
{
    fclib_sizes *s = &p->sizes;
    hf_status status = read_dimension(in, "/fclib_local/spacedim", &s->dimension);
    if (status == HF_STATUS_OK) status = read_matrix(in, "/fclib_local/W", &p->W);
    if (status == HF_STATUS_OK) status = check_shape(in, "/fclib_local/W", &p->W, p->W.m, p->W.m);
    if (status == HF_STATUS_OK) status = set_contact_rows(in, "/fclib_local/W/m", s, p->W.m);
    if (status == HF_STATUS_OK) status = read_local_equalities(in, p);
    if (status != HF_STATUS_OK) return status;

    const char *vectors = "/fclib_local/vectors";
    status = fclib_need_group(in, vectors);
    if (status == HF_STATUS_OK) status = fclib_vector(in, vectors, "q", s->contact_rows, -INFINITY, &p->contact_b);
    if (status == HF_STATUS_OK) status = fclib_vector(in, vectors, "mu", s->contact_rows / s->dimension, 0.0, &p->mu);
    if (status == HF_STATUS_OK && s->equalities)
        status = fclib_vector(in, vectors, "s", s->equality_rows, -INFINITY, &p->equality_b);
    return status;
}

/// G, if it is there.
static hf_status read_global_equalities(const fclib_file *in, fclib_problem *p)
{
    hf_status status = fclib_look_for(in, "/fclib_global/G", &p->sizes.equalities);
    if (status != HF_STATUS_OK || !p->sizes.equalities) return status;
    status = read_matrix(in, "/fclib_global/G", &p->G);
    if (status == HF_STATUS_OK) status = check_shape(in, "/fclib_global/G", &p->G, p->M.m, p->G.n);
    p->sizes.equality_rows = p->G.n;
    return status;
}

static hf_status read_global(const fclib_file *in, fclib_problem *p)
{
    fclib_sizes *s = &p->sizes;
    hf_status status = read_dimension(in, "/fclib_global/spacedim", &s->dimension);
    if (status == HF_STATUS_OK) status = read_matrix(in, "/fclib_global/M", &p->M);
    if (status == HF_STATUS_OK) status = check_shape(in, "/fclib_global/M", &p->M, p->M.m, p->M.m);
    if (status == HF_STATUS_OK) status = read_matrix(in, "/fclib_global/H", &p->H);
    if (status == HF_STATUS_OK) status = check_shape(in, "/fclib_global/H", &p->H, p->M.m, p->H.n);
    if (status == HF_STATUS_OK) status = set_contact_rows(in, "/fclib_global/H/n", s, p->H.n);
    if (status == HF_STATUS_OK) status = read_global_equalities(in, p);
    if (status != HF_STATUS_OK) return status;
    s->dof_count = p->M.m;

    const char *vectors = "/fclib_global/vectors";
    status = fclib_need_group(in, vectors);
    if (status == HF_STATUS_OK) status = fclib_vector(in, vectors, "f", s->dof_count, -INFINITY, &p->f);
    if (status == HF_STATUS_OK) status = fclib_vector(in, vectors, "w", s->contact_rows, -INFINITY, &p->contact_b);
    if (status == HF_STATUS_OK) status = fclib_vector(in, vectors, "mu", s->contact_rows / s->dimension, 0.0, &p->mu);
    if (status == HF_STATUS_OK && s->equalities)
        status = fclib_vector(in, vectors, "b", s->equality_rows, -INFINITY, &p->equality_b);
    return status;
}

// ---- words, and what else there is ----

hf_status fclib_texts(const fclib_file *in, const char *folder, hf_fclib_info *info)
{
    bool there;
    hf_status status = fclib_look_for(in, folder, &there);
    if (status != HF_STATUS_OK || !there) return status;
    status = fclib_need_group(in, folder);
    if (status == HF_STATUS_OK) status = fclib_text(in, folder, "title", info ? info->title : NULL);
    if (status == HF_STATUS_OK) status = fclib_text(in, folder, "description", info ? info->description : NULL);
    if (status == HF_STATUS_OK) status = fclib_text(in, folder, "math_info", info ? info->math_info : NULL);
    return status;
}

static hf_status fill_info(const fclib_file *in, const fclib_sizes *s, hf_fclib_info *info)
{
    info->global = s->global;
    info->dimension = s->dimension;
    info->contact_count = s->contact_rows / s->dimension;
    info->equality_count = s->equality_rows;
    info->dof_count = s->dof_count;
    bool guesses;
    hf_status status = fclib_look_for(in, "/solution", &info->solution);
    if (status == HF_STATUS_OK) status = fclib_look_for(in, "/guesses", &guesses);
    if (status != HF_STATUS_OK || !guesses) return status;
    return fclib_one_integer(in, "/guesses/number_of_guesses", &info->guess_count);
}

hf_status fclib_load_problem(const fclib_file *in, fclib_problem *p, hf_fclib_info *info)
{
    *p = (fclib_problem){0};
    if (info) *info = (hf_fclib_info){0};
    fclib_sizes *s = &p->sizes;
    bool local = false;
    hf_status status = fclib_look_for(in, "/fclib_global", &s->global);
    if (status == HF_STATUS_OK) status = fclib_look_for(in, "/fclib_local", &local);
    if (status != HF_STATUS_OK) return status;
    if (!s->global && !local)
        return file_error(in->error, HF_STATUS_FORMAT, in->path,
                          "there is neither a group fclib_local nor fclib_global: no FCLIB problem");
    status = fclib_need_group(in, s->global ? "/fclib_global" : "/fclib_local");
    if (status == HF_STATUS_OK) status = s->global ? read_global(in, p) : read_local(in, p);
    if (status == HF_STATUS_OK && s->contact_rows > INT_MAX - s->equality_rows)
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "there are too many rows");
    if (status == HF_STATUS_OK) status = fclib_texts(in, s->global ? "/fclib_global/info" : "/fclib_local/info", info);
    return status == HF_STATUS_OK && info ? fill_info(in, s, info) : status;
}

// ---- solutions and guesses ----

static hf_status read_state(const fclib_file *in, const char *folder, const fclib_sizes *s, fclib_state *state)
{
    *state = (fclib_state){0};
    TRY(fclib_need_group(in, folder));
    if (s->dof_count > 0) TRY(fclib_vector(in, folder, "v", s->dof_count, -INFINITY, &state->v));
    if (s->contact_rows > 0) TRY(fclib_vector(in, folder, "u", s->contact_rows, -INFINITY, &state->u));
    if (s->contact_rows > 0) TRY(fclib_vector(in, folder, "r", s->contact_rows, -INFINITY, &state->r));
    if (s->equality_rows > 0) TRY(fclib_vector(in, folder, "l", s->equality_rows, -INFINITY, &state->l));
    return HF_STATUS_OK;
}

hf_status fclib_load_solution(const fclib_file *in, const fclib_sizes *sizes, fclib_state *state)
{
    return read_state(in, "/solution", sizes, state);
}

hf_status fclib_load_guesses(const fclib_file *in, const fclib_sizes *sizes, fclib_state **states, int *count)
{
    *count = 0;
    int there = 0;
    hf_status status = fclib_need_group(in, "/guesses");
    if (status == HF_STATUS_OK) status = fclib_one_integer(in, "/guesses/number_of_guesses", &there);
    if (status == HF_STATUS_OK && (there < 0 || there > HF_FCLIB_GUESSES_MAX))
        status =
            file_error(in->error, HF_STATUS_FORMAT, in->path, "/guesses/number_of_guesses = %d is out of range", there);
    *states = status == HF_STATUS_OK ? ARENA_ZEROED(in->arena, fclib_state, there) : NULL;
    if (status == HF_STATUS_OK && !*states) status = error_no_memory(in->error);
    for (int k = 0; status == HF_STATUS_OK && k < there; k++)
    {
        char name[FCLIB_NAME];
        snprintf(name, sizeof name, "/guesses/%d", k + 1);
        status = read_state(in, name, sizes, &(*states)[k]);
    }
    if (status == HF_STATUS_OK) *count = there;
    return status;
}

// ---- the file ----

hf_status fclib_open(const char *path, fclib_file *in, hf_error *error)
{
    *in = (fclib_file){.path = path, .file = -1, .error = error};
    struct stat about;
    if (stat(path, &about) != 0)
        return file_error(error, HF_STATUS_FILE, path, "there is no such file, or it cannot be reached");
    if (S_ISDIR(about.st_mode)) return file_error(error, HF_STATUS_FILE, path, "this is a directory");
    in->bytes = (unsigned long long)about.st_size;
    hf_status status = fclib_check_structure(path, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&in->arena, error);
    if (status != HF_STATUS_OK) return status;
    in->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (in->file >= 0) return HF_STATUS_OK;
    return file_error(error, HF_STATUS_FORMAT, path, "this is no HDF5 file, or it is damaged or truncated");
}

void fclib_close(fclib_file *in)
{
    if (in->file >= 0) H5Fclose(in->file);
    hf_workspace_destroy(in->arena);
}
