// Checks an FCLIB file with HDF5 alone, so that libfclib can then read it without surprises.
//
// libfclib prints and exits where a call of HDF5 fails or memory is short, and trusts sizes: it allocates `nzmax` numbers and reads as many as
// the dataset has. What it relies on is checked here by doing it first, with errors instead of exits:
//   matrix      nzmax, m, n, nz   one integer each; nz >= 0 triplets, -1 compressed columns, -2 compressed rows
//               p, i, x           extents that fit nz, m, n and nzmax; indices in range; finite numbers
//               conditioning, determinant, rank, comment    optional, but then all but the comment are read
//   vectors     q, mu, s or f, w, mu, b                     extents by the matrices; finite; mu >= 0
//   info        title, description, math_info               optional, strings of fixed length
//   solution, guesses/1 …         v, u, r, l                each if its length is not 0
// Cost: every number is read once more than necessary. Reading is a small part of a solve.

#include "problem/io/fclib_checker.h"

#include "base/error.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

// ---- matrices ----

typedef struct matrix_shape
{
    int m, n;
} matrix_shape;

static hf_status check_indices(const fclib_checker *c, const char *name, const int *index, size_t count, int end)
{
    int bad;
    if (fclib_indices_fit(index, (int)count, end, &bad)) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s[%d] = %d is not in 0 to %d", name, bad, index[bad],
                      end - 1);
}

/// Triplets are columns p and rows i, or the other way round (fclib_matrix.c).
static bool fits_the_other_way(const int *p, const int *i, int count, int m, int n)
{
    int bad;
    return fclib_indices_fit(p, count, m, &bad) && fclib_indices_fit(i, count, n, &bad);
}

static hf_status check_pointers(const fclib_checker *c, const char *name, const int *p, int count, int nzmax)
{
    if (p[0] != 0) return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s[0] = %d, must be 0", name, p[0]);
    for (int k = 0; k < count; k++)
        if (p[k + 1] < p[k] || p[k + 1] > nzmax)
            return file_error(c->error, HF_STATUS_FORMAT, c->path,
                              "%s[%d] = %d is below the entry before, or above nzmax", name, k + 1, p[k + 1]);
    return HF_STATUS_OK;
}

/// p, i and x of a matrix with the given head, in any of the three forms.
static hf_status check_entries(fclib_checker *c, const char *folder, int m, int n, int nz, int nzmax)
{
    char p_name[FCLIB_NAME], i_name[FCLIB_NAME], x_name[FCLIB_NAME];
    snprintf(p_name, sizeof p_name, "%s/p", folder);
    snprintf(i_name, sizeof i_name, "%s/i", folder);
    snprintf(x_name, sizeof x_name, "%s/x", folder);
    bool triplets = nz >= 0;
    int lines = nz == -1 ? n : m; // compressed along these
    hsize_t p_count = triplets ? (hsize_t)nz : (hsize_t)lines + 1;

    void *p, *i, *x;
    hf_status status = fclib_numbers(c, p_name, true, p_count, p_count, &p);
    if (status == HF_STATUS_OK && !triplets) status = check_pointers(c, p_name, p, lines, nzmax);
    if (status != HF_STATUS_OK) return status;

    size_t entries = triplets ? (size_t)nz : (size_t)((int *)p)[lines];
    status = fclib_numbers(c, i_name, true, entries, triplets ? entries : (hsize_t)nzmax, &i);
    if (status == HF_STATUS_OK) status = fclib_numbers(c, x_name, false, entries, (hsize_t)nzmax, &x);
    if (status == HF_STATUS_OK) status = fclib_finite(c, x_name, x, entries, -INFINITY);
    if (status != HF_STATUS_OK || (triplets && fits_the_other_way(p, i, nz, m, n))) return status;
    if (triplets) status = check_indices(c, p_name, p, entries, n);
    return status == HF_STATUS_OK ? check_indices(c, i_name, i, entries, nz == -2 ? n : m) : status;
}

/// What libfclib reads beside the numbers as soon as there is a `conditioning`.
static hf_status check_matrix_info(fclib_checker *c, const char *folder)
{
    char name[FCLIB_NAME];
    void *value;
    bool there;
    hf_status status = fclib_look_in(c, folder, "conditioning", &there);
    if (status != HF_STATUS_OK || !there) return status;
    snprintf(name, sizeof name, "%s/conditioning", folder);
    status = fclib_numbers(c, name, false, 1, 1, &value); // may be NaN: nothing is made of it
    snprintf(name, sizeof name, "%s/determinant", folder);
    if (status == HF_STATUS_OK) status = fclib_numbers(c, name, false, 1, 1, &value);
    snprintf(name, sizeof name, "%s/rank", folder);
    if (status == HF_STATUS_OK) status = fclib_numbers(c, name, true, 1, 1, &value);
    return status == HF_STATUS_OK ? fclib_text(c, folder, "comment", NULL) : status;
}

static hf_status check_matrix(fclib_checker *c, const char *folder, matrix_shape *shape)
{
    static const char *const fields[4] = {"m", "n", "nz", "nzmax"};
    int head[4];
    hf_status status = fclib_need_group(c, folder);
    for (int k = 0; k < 4 && status == HF_STATUS_OK; k++)
    {
        char name[FCLIB_NAME];
        snprintf(name, sizeof name, "%s/%s", folder, fields[k]);
        status = fclib_one_int(c, name, &head[k]);
        int lowest = k == 2 ? -2 : 0;
        if (status == HF_STATUS_OK && (head[k] < lowest || head[k] == INT_MAX))
            status = file_error(c->error, HF_STATUS_FORMAT, c->path, "%s = %d is out of range", name, head[k]);
    }
    if (status != HF_STATUS_OK) return status;
    if (head[2] > head[3])
        return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s: nz = %d is more than nzmax = %d", folder, head[2],
                          head[3]);
    shape->m = head[0];
    shape->n = head[1];
    status = check_entries(c, folder, head[0], head[1], head[2], head[3]);
    return status == HF_STATUS_OK ? check_matrix_info(c, folder) : status;
}

static hf_status check_shape(const fclib_checker *c, const char *folder, matrix_shape shape, int m, int n)
{
    if (shape.m == m && shape.n == n) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is %d by %d instead of %d by %d", folder, shape.m,
                      shape.n, m, n);
}

// ---- problems ----

static hf_status check_dimension(fclib_checker *c, const char *name, int *dimension)
{
    hf_status status = fclib_one_int(c, name, dimension);
    if (status == HF_STATUS_OK && *dimension != 2 && *dimension != 3)
        status = file_error(c->error, HF_STATUS_FORMAT, c->path, "%s = %d, must be 2 or 3", name, *dimension);
    return status;
}

static hf_status check_contact_rows(const fclib_checker *c, const char *what, fclib_sizes *s, int rows)
{
    s->contact_rows = rows;
    if (rows % s->dimension == 0) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s = %d is no multiple of spacedim = %d", what, rows,
                      s->dimension);
}

static hf_status check_local(fclib_checker *c, fclib_sizes *s)
{
    matrix_shape W, V, R;
    hf_status status = check_dimension(c, "/fclib_local/spacedim", &s->dimension);
    if (status == HF_STATUS_OK) status = check_matrix(c, "/fclib_local/W", &W);
    if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_local/W", W, W.m, W.m);
    if (status == HF_STATUS_OK) status = check_contact_rows(c, "/fclib_local/W/m", s, W.m);
    if (status != HF_STATUS_OK) return status;

    bool V_there, R_there = false;
    status = fclib_look_for(c, "/fclib_local/V", &V_there);
    if (status == HF_STATUS_OK) status = fclib_look_for(c, "/fclib_local/R", &R_there);
    s->equalities = V_there || R_there;
    if (s->equalities)
    {
        if (status == HF_STATUS_OK) status = check_matrix(c, "/fclib_local/V", &V);
        if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_local/V", V, W.m, V.n);
        if (status == HF_STATUS_OK) status = check_matrix(c, "/fclib_local/R", &R);
        if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_local/R", R, V.n, V.n);
        if (status != HF_STATUS_OK) return status;
        s->equality_rows = V.n;
    }
    if (status == HF_STATUS_OK) status = fclib_need_group(c, "/fclib_local/vectors");
    if (status == HF_STATUS_OK) status = fclib_vector(c, "/fclib_local/vectors", "q", W.m, -INFINITY);
    if (status == HF_STATUS_OK) status = fclib_vector(c, "/fclib_local/vectors", "mu", W.m / s->dimension, 0.0);
    if (status == HF_STATUS_OK && s->equalities)
        status = fclib_vector(c, "/fclib_local/vectors", "s", s->equality_rows, -INFINITY);
    return status;
}

static hf_status check_global(fclib_checker *c, fclib_sizes *s)
{
    matrix_shape M, H, G;
    hf_status status = check_dimension(c, "/fclib_global/spacedim", &s->dimension);
    if (status == HF_STATUS_OK) status = check_matrix(c, "/fclib_global/M", &M);
    if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_global/M", M, M.m, M.m);
    if (status == HF_STATUS_OK) status = check_matrix(c, "/fclib_global/H", &H);
    if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_global/H", H, M.m, H.n);
    if (status == HF_STATUS_OK) status = check_contact_rows(c, "/fclib_global/H/n", s, H.n);
    if (status != HF_STATUS_OK) return status;
    s->dof_count = M.m;

    status = fclib_look_for(c, "/fclib_global/G", &s->equalities);
    if (s->equalities)
    {
        status = check_matrix(c, "/fclib_global/G", &G);
        if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_global/G", G, M.m, G.n);
        if (status != HF_STATUS_OK) return status;
        s->equality_rows = G.n;
    }
    if (status == HF_STATUS_OK) status = fclib_need_group(c, "/fclib_global/vectors");
    if (status == HF_STATUS_OK) status = fclib_vector(c, "/fclib_global/vectors", "f", M.m, -INFINITY);
    if (status == HF_STATUS_OK) status = fclib_vector(c, "/fclib_global/vectors", "w", H.n, -INFINITY);
    if (status == HF_STATUS_OK) status = fclib_vector(c, "/fclib_global/vectors", "mu", H.n / s->dimension, 0.0);
    if (status == HF_STATUS_OK && s->equalities)
        status = fclib_vector(c, "/fclib_global/vectors", "b", s->equality_rows, -INFINITY);
    return status;
}

static hf_status check_info(const fclib_checker *c, bool global, hf_fclib_info *info)
{
    const char *folder = global ? "/fclib_global/info" : "/fclib_local/info";
    bool there;
    hf_status status = fclib_look_for(c, folder, &there);
    if (status != HF_STATUS_OK || !there) return status;
    status = fclib_need_group(c, folder);
    if (status == HF_STATUS_OK) status = fclib_text(c, folder, "title", info ? info->title : NULL);
    if (status == HF_STATUS_OK) status = fclib_text(c, folder, "description", info ? info->description : NULL);
    if (status == HF_STATUS_OK) status = fclib_text(c, folder, "math_info", info ? info->math_info : NULL);
    return status;
}

static hf_status check_problem(fclib_checker *c, fclib_sizes *s, hf_fclib_info *info)
{
    bool local = false;
    hf_status status = fclib_look_for(c, "/fclib_global", &s->global);
    if (status == HF_STATUS_OK) status = fclib_look_for(c, "/fclib_local", &local);
    if (status != HF_STATUS_OK) return status;
    if (!s->global && !local)
        return file_error(c->error, HF_STATUS_FORMAT, c->path,
                          "there is neither a group fclib_local nor fclib_global: no FCLIB problem");
    status = fclib_need_group(c, s->global ? "/fclib_global" : "/fclib_local");
    if (status == HF_STATUS_OK) status = s->global ? check_global(c, s) : check_local(c, s);
    if (status == HF_STATUS_OK && s->contact_rows > INT_MAX - s->equality_rows)
        status = file_error(c->error, HF_STATUS_FORMAT, c->path, "there are too many rows");
    return status == HF_STATUS_OK ? check_info(c, s->global, info) : status;
}

// ---- solutions and guesses ----

static hf_status check_state(fclib_checker *c, const char *folder, const fclib_sizes *s)
{
    hf_status status = fclib_need_group(c, folder);
    if (status == HF_STATUS_OK && s->dof_count > 0) status = fclib_vector(c, folder, "v", s->dof_count, -INFINITY);
    if (status == HF_STATUS_OK && s->contact_rows > 0)
        status = fclib_vector(c, folder, "u", s->contact_rows, -INFINITY);
    if (status == HF_STATUS_OK && s->contact_rows > 0)
        status = fclib_vector(c, folder, "r", s->contact_rows, -INFINITY);
    if (status == HF_STATUS_OK && s->equality_rows > 0)
        status = fclib_vector(c, folder, "l", s->equality_rows, -INFINITY);
    return status;
}

static hf_status check_guesses(fclib_checker *c, const fclib_sizes *s)
{
    int count;
    hf_status status = fclib_need_group(c, "/guesses");
    if (status == HF_STATUS_OK) status = fclib_one_int(c, "/guesses/number_of_guesses", &count);
    if (status == HF_STATUS_OK && (count < 0 || count > HF_FCLIB_GUESSES_MAX))
        status =
            file_error(c->error, HF_STATUS_FORMAT, c->path, "/guesses/number_of_guesses = %d is out of range", count);
    for (int k = 1; status == HF_STATUS_OK && k <= count; k++)
    {
        char name[FCLIB_NAME];
        snprintf(name, sizeof name, "/guesses/%d", k);
        status = check_state(c, name, s);
    }
    return status;
}

// ---- the file ----

static hf_status open_file(fclib_checker *c)
{
    struct stat about;
    if (stat(c->path, &about) != 0)
        return file_error(c->error, HF_STATUS_FILE, c->path, "there is no such file, or it cannot be reached");
    if (S_ISDIR(about.st_mode)) return file_error(c->error, HF_STATUS_FILE, c->path, "this is a directory");
    FILE *probe = fopen(c->path, "rb");
    if (!probe) return file_error(c->error, HF_STATUS_FILE, c->path, "the file cannot be opened for reading");
    fclose(probe);
    c->file = H5Fopen(c->path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (c->file < 0)
        return file_error(c->error, HF_STATUS_FORMAT, c->path, "this is no HDF5 file, or it is damaged or truncated");
    return HF_STATUS_OK;
}

static hf_status fill_info(fclib_checker *c, const fclib_sizes *s, hf_fclib_info *info)
{
    info->global = s->global;
    info->dimension = s->dimension;
    info->contact_count = s->contact_rows / s->dimension;
    info->equality_count = s->equality_rows;
    info->dof_count = s->dof_count;
    bool guesses;
    hf_status status = fclib_look_for(c, "/solution", &info->solution);
    if (status == HF_STATUS_OK) status = fclib_look_for(c, "/guesses", &guesses);
    if (status != HF_STATUS_OK || !guesses) return status;
    return fclib_one_int(c, "/guesses/number_of_guesses", &info->guess_count);
}

hf_status fclib_check(const char *path, int parts, fclib_sizes *sizes, hf_fclib_info *info, hf_error *error)
{
    *sizes = (fclib_sizes){0};
    if (info) *info = (hf_fclib_info){0};
    fclib_checker c = {.path = path, .file = -1, .error = error};
    c.held = MEMORY_ARRAY(void *, FCLIB_HELD);
    if (!c.held) return error_no_memory(error);

    hf_status status = open_file(&c);
    if (status == HF_STATUS_OK) status = check_problem(&c, sizes, info);
    if (status == HF_STATUS_OK && (parts & CHECK_SOLUTION)) status = check_state(&c, "/solution", sizes);
    if (status == HF_STATUS_OK && (parts & CHECK_GUESSES)) status = check_guesses(&c, sizes);
    if (status == HF_STATUS_OK && info) status = fill_info(&c, sizes, info);

    for (size_t k = 0; k < c.held_count; k++) free(c.held[k]);
    free(c.held);
    if (c.file >= 0) H5Fclose(c.file);
    return status;
}
