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

#include "problem/fclib.h"

#include "base/error.h"
#include "base/memory.h"
#include "problem/part_file.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum
{
    NAME_CAPACITY = 96,                            // "/fclib_global/H/nzmax" and the like
    HOLD_CAPACITY = 128 + 4 * HF_FCLIB_GUESSES_MAX // arrays held at once: at most 10 a matrix, 4 a solution
};

typedef struct checker
{
    const char *path;
    hid_t file;
    hf_error *error;
    void **held; // arrays read, freed together at the end
    size_t held_count;
} checker;

// ---- groups and datasets ----

/// Whether a link of this name is there; every parent must be a group that is there. libfclib takes a failure to find out for a yes.
static hf_status look_for(const checker *c, const char *name, bool *there)
{
    htri_t answer = H5Lexists(c->file, name, H5P_DEFAULT);
    *there = answer > 0;
    if (answer >= 0) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "the group that should hold %s is damaged", name);
}

/// The same for an optional dataset of a group, in the way that libfclib looks for it.
static hf_status look_in(const checker *c, const char *folder, const char *field, bool *there)
{
    hid_t group = H5Gopen2(c->file, folder, H5P_DEFAULT);
    herr_t answer = group >= 0 ? H5LTfind_dataset(group, field) : -1;
    if (group >= 0) H5Gclose(group);
    *there = answer > 0;
    if (answer >= 0) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is damaged: its members cannot be listed", folder);
}

static hf_status need_group(const checker *c, const char *name)
{
    bool there;
    hf_status status = look_for(c, name, &there);
    if (status != HF_STATUS_OK) return status;
    if (!there) return file_error(c->error, HF_STATUS_FORMAT, c->path, "there is no group %s", name);
    hid_t group = H5Gopen2(c->file, name, H5P_DEFAULT);
    if (group < 0) return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is damaged, or no group", name);
    H5Gclose(group);
    return HF_STATUS_OK;
}

/// An open dataset with what matters of it.
typedef struct dataset
{
    hid_t id;
    hsize_t count; // elements
    H5T_class_t class;
    size_t size;   // bytes of an element in the file
    bool variable; // a string of variable length
} dataset;

static bool look_at(dataset *d)
{
    hid_t space = H5Dget_space(d->id), type = H5Dget_type(d->id);
    bool good = space >= 0 && type >= 0;
    if (good)
    {
        int rank = H5Sget_simple_extent_ndims(space);
        hssize_t count = H5Sget_simple_extent_npoints(space);
        d->count = count > 0 ? (hsize_t)count : 0;
        d->class = H5Tget_class(type);
        d->size = H5Tget_size(type);
        d->variable = d->class == H5T_STRING && H5Tis_variable_str(type) != 0;
        good = rank >= 0 && rank <= 1 && count >= 0 && d->class != H5T_NO_CLASS && d->size > 0;
    }
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    return good;
}

static hf_status open_dataset(const checker *c, const char *name, dataset *d)
{
    bool there;
    hf_status status = look_for(c, name, &there);
    if (status != HF_STATUS_OK) return status;
    if (!there) return file_error(c->error, HF_STATUS_FORMAT, c->path, "there is no dataset %s", name);
    d->id = H5Dopen2(c->file, name, H5P_DEFAULT);
    if (d->id < 0) return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is damaged, or no dataset", name);
    if (look_at(d)) return HF_STATUS_OK;
    H5Dclose(d->id);
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is damaged, or has more than one dimension", name);
}

/// Reads a dataset of lo to hi numbers; *values is kept until the checker is closed. `integers` reads int, otherwise double.
static hf_status read_numbers(checker *c, const char *name, bool integers, hsize_t lo, hsize_t hi, void **values)
{
    dataset d;
    hf_status status = open_dataset(c, name, &d);
    if (status != HF_STATUS_OK) return status;
    void *array = NULL;
    if (d.class != H5T_INTEGER && (integers || d.class != H5T_FLOAT))
        status = file_error(c->error, HF_STATUS_FORMAT, c->path, "%s does not hold %s", name,
                            integers ? "integers" : "numbers");
    else if (d.count < lo || d.count > hi)
        status = lo == hi
                     ? file_error(c->error, HF_STATUS_FORMAT, c->path, "%s has %llu entries instead of %llu", name,
                                  (unsigned long long)d.count, (unsigned long long)lo)
                     : file_error(c->error, HF_STATUS_FORMAT, c->path, "%s has %llu entries, not %llu to %llu", name,
                                  (unsigned long long)d.count, (unsigned long long)lo, (unsigned long long)hi);
    else if (c->held_count == HOLD_CAPACITY ||
             !(array = memory_zeroed((size_t)d.count, integers ? sizeof(int) : sizeof(double))))
        status = error_no_memory(c->error);
    if (status == HF_STATUS_OK)
    {
        c->held[c->held_count++] = array;
        if (H5Dread(d.id, integers ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, array) < 0)
            status = file_error(c->error, HF_STATUS_FORMAT, c->path, "%s cannot be read: damaged or truncated", name);
    }
    H5Dclose(d.id);
    *values = array;
    return status;
}

static hf_status read_one_int(checker *c, const char *name, int *value)
{
    void *values;
    hf_status status = read_numbers(c, name, true, 1, 1, &values);
    if (status == HF_STATUS_OK) *value = *(int *)values;
    return status;
}

static hf_status check_finite(const checker *c, const char *name, const double *x, size_t count, double lowest)
{
    for (size_t k = 0; k < count; k++)
    {
        if (!isfinite(x[k]))
            return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s[%zu] = %g is not finite", name, k, x[k]);
        if (x[k] < lowest)
            return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s[%zu] = %g is negative", name, k, x[k]);
    }
    return HF_STATUS_OK;
}

/// A vector of exactly `count` finite numbers, none below `lowest`.
static hf_status check_vector(checker *c, const char *folder, const char *field, int count, double lowest)
{
    char name[NAME_CAPACITY];
    snprintf(name, sizeof name, "%s/%s", folder, field);
    void *values;
    hf_status status = read_numbers(c, name, false, (hsize_t)count, (hsize_t)count, &values);
    if (status == HF_STATUS_OK) status = check_finite(c, name, values, (size_t)count, lowest);
    return status;
}

/// An optional string of fixed length; `text` (HF_FCLIB_TEXT bytes) may be NULL.
static hf_status check_text(const checker *c, const char *folder, const char *field, char *text)
{
    char name[NAME_CAPACITY];
    snprintf(name, sizeof name, "%s/%s", folder, field);
    bool there;
    dataset d;
    hf_status status = look_in(c, folder, field, &there);
    if (status != HF_STATUS_OK || !there) return status;
    status = open_dataset(c, name, &d);
    if (status != HF_STATUS_OK) return status;
    char *copy = NULL;
    hid_t type = H5Dget_type(d.id);
    if (type < 0 || d.class != H5T_STRING || d.variable || d.count != 1)
        status = file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is not one string of fixed length", name);
    else if (d.size > INT_MAX || !(copy = memory_zeroed(d.size + 1, 1))) status = error_no_memory(c->error);
    else if (H5Dread(d.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, copy) < 0)
        status = file_error(c->error, HF_STATUS_FORMAT, c->path, "%s cannot be read: damaged or truncated", name);
    if (status == HF_STATUS_OK && text) snprintf(text, HF_FCLIB_TEXT, "%s", copy);
    free(copy);
    if (type >= 0) H5Tclose(type);
    H5Dclose(d.id);
    return status;
}

// ---- matrices ----

typedef struct matrix_shape
{
    int m, n;
} matrix_shape;

static hf_status check_indices(const checker *c, const char *name, const int *index, size_t count, int end)
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

static hf_status check_pointers(const checker *c, const char *name, const int *p, int count, int nzmax)
{
    if (p[0] != 0) return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s[0] = %d, must be 0", name, p[0]);
    for (int k = 0; k < count; k++)
        if (p[k + 1] < p[k] || p[k + 1] > nzmax)
            return file_error(c->error, HF_STATUS_FORMAT, c->path,
                              "%s[%d] = %d is below the entry before, or above nzmax", name, k + 1, p[k + 1]);
    return HF_STATUS_OK;
}

/// p, i and x of a matrix with the given head, in any of the three forms.
static hf_status check_entries(checker *c, const char *folder, int m, int n, int nz, int nzmax)
{
    char p_name[NAME_CAPACITY], i_name[NAME_CAPACITY], x_name[NAME_CAPACITY];
    snprintf(p_name, sizeof p_name, "%s/p", folder);
    snprintf(i_name, sizeof i_name, "%s/i", folder);
    snprintf(x_name, sizeof x_name, "%s/x", folder);
    bool triplets = nz >= 0;
    int lines = nz == -1 ? n : m; // compressed along these
    hsize_t p_count = triplets ? (hsize_t)nz : (hsize_t)lines + 1;

    void *p, *i, *x;
    hf_status status = read_numbers(c, p_name, true, p_count, p_count, &p);
    if (status == HF_STATUS_OK && !triplets) status = check_pointers(c, p_name, p, lines, nzmax);
    if (status != HF_STATUS_OK) return status;

    size_t entries = triplets ? (size_t)nz : (size_t)((int *)p)[lines];
    status = read_numbers(c, i_name, true, entries, triplets ? entries : (hsize_t)nzmax, &i);
    if (status == HF_STATUS_OK) status = read_numbers(c, x_name, false, entries, (hsize_t)nzmax, &x);
    if (status == HF_STATUS_OK) status = check_finite(c, x_name, x, entries, -INFINITY);
    if (status != HF_STATUS_OK || (triplets && fits_the_other_way(p, i, nz, m, n))) return status;
    if (triplets) status = check_indices(c, p_name, p, entries, n);
    return status == HF_STATUS_OK ? check_indices(c, i_name, i, entries, nz == -2 ? n : m) : status;
}

/// What libfclib reads beside the numbers as soon as there is a `conditioning`.
static hf_status check_matrix_info(checker *c, const char *folder)
{
    char name[NAME_CAPACITY];
    void *value;
    bool there;
    hf_status status = look_in(c, folder, "conditioning", &there);
    if (status != HF_STATUS_OK || !there) return status;
    snprintf(name, sizeof name, "%s/conditioning", folder);
    status = read_numbers(c, name, false, 1, 1, &value); // may be NaN: nothing is made of it
    snprintf(name, sizeof name, "%s/determinant", folder);
    if (status == HF_STATUS_OK) status = read_numbers(c, name, false, 1, 1, &value);
    snprintf(name, sizeof name, "%s/rank", folder);
    if (status == HF_STATUS_OK) status = read_numbers(c, name, true, 1, 1, &value);
    return status == HF_STATUS_OK ? check_text(c, folder, "comment", NULL) : status;
}

static hf_status check_matrix(checker *c, const char *folder, matrix_shape *shape)
{
    static const char *const fields[4] = {"m", "n", "nz", "nzmax"};
    int head[4];
    hf_status status = need_group(c, folder);
    for (int k = 0; k < 4 && status == HF_STATUS_OK; k++)
    {
        char name[NAME_CAPACITY];
        snprintf(name, sizeof name, "%s/%s", folder, fields[k]);
        status = read_one_int(c, name, &head[k]);
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

static hf_status check_shape(const checker *c, const char *folder, matrix_shape shape, int m, int n)
{
    if (shape.m == m && shape.n == n) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is %d by %d instead of %d by %d", folder, shape.m,
                      shape.n, m, n);
}

// ---- problems ----

static hf_status check_dimension(checker *c, const char *name, int *dimension)
{
    hf_status status = read_one_int(c, name, dimension);
    if (status == HF_STATUS_OK && *dimension != 2 && *dimension != 3)
        status = file_error(c->error, HF_STATUS_FORMAT, c->path, "%s = %d, must be 2 or 3", name, *dimension);
    return status;
}

static hf_status check_contact_rows(const checker *c, const char *what, fclib_sizes *s, int rows)
{
    s->contact_rows = rows;
    if (rows % s->dimension == 0) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s = %d is no multiple of spacedim = %d", what, rows,
                      s->dimension);
}

static hf_status check_local(checker *c, fclib_sizes *s)
{
    matrix_shape W, V, R;
    hf_status status = check_dimension(c, "/fclib_local/spacedim", &s->dimension);
    if (status == HF_STATUS_OK) status = check_matrix(c, "/fclib_local/W", &W);
    if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_local/W", W, W.m, W.m);
    if (status == HF_STATUS_OK) status = check_contact_rows(c, "/fclib_local/W/m", s, W.m);
    if (status != HF_STATUS_OK) return status;

    bool V_there, R_there = false;
    status = look_for(c, "/fclib_local/V", &V_there);
    if (status == HF_STATUS_OK) status = look_for(c, "/fclib_local/R", &R_there);
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
    if (status == HF_STATUS_OK) status = need_group(c, "/fclib_local/vectors");
    if (status == HF_STATUS_OK) status = check_vector(c, "/fclib_local/vectors", "q", W.m, -INFINITY);
    if (status == HF_STATUS_OK) status = check_vector(c, "/fclib_local/vectors", "mu", W.m / s->dimension, 0.0);
    if (status == HF_STATUS_OK && s->equalities)
        status = check_vector(c, "/fclib_local/vectors", "s", s->equality_rows, -INFINITY);
    return status;
}

static hf_status check_global(checker *c, fclib_sizes *s)
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

    status = look_for(c, "/fclib_global/G", &s->equalities);
    if (s->equalities)
    {
        status = check_matrix(c, "/fclib_global/G", &G);
        if (status == HF_STATUS_OK) status = check_shape(c, "/fclib_global/G", G, M.m, G.n);
        if (status != HF_STATUS_OK) return status;
        s->equality_rows = G.n;
    }
    if (status == HF_STATUS_OK) status = need_group(c, "/fclib_global/vectors");
    if (status == HF_STATUS_OK) status = check_vector(c, "/fclib_global/vectors", "f", M.m, -INFINITY);
    if (status == HF_STATUS_OK) status = check_vector(c, "/fclib_global/vectors", "w", H.n, -INFINITY);
    if (status == HF_STATUS_OK) status = check_vector(c, "/fclib_global/vectors", "mu", H.n / s->dimension, 0.0);
    if (status == HF_STATUS_OK && s->equalities)
        status = check_vector(c, "/fclib_global/vectors", "b", s->equality_rows, -INFINITY);
    return status;
}

static hf_status check_info(const checker *c, bool global, hf_fclib_info *info)
{
    const char *folder = global ? "/fclib_global/info" : "/fclib_local/info";
    bool there;
    hf_status status = look_for(c, folder, &there);
    if (status != HF_STATUS_OK || !there) return status;
    status = need_group(c, folder);
    if (status == HF_STATUS_OK) status = check_text(c, folder, "title", info ? info->title : NULL);
    if (status == HF_STATUS_OK) status = check_text(c, folder, "description", info ? info->description : NULL);
    if (status == HF_STATUS_OK) status = check_text(c, folder, "math_info", info ? info->math_info : NULL);
    return status;
}

static hf_status check_problem(checker *c, fclib_sizes *s, hf_fclib_info *info)
{
    bool local = false;
    hf_status status = look_for(c, "/fclib_global", &s->global);
    if (status == HF_STATUS_OK) status = look_for(c, "/fclib_local", &local);
    if (status != HF_STATUS_OK) return status;
    if (!s->global && !local)
        return file_error(c->error, HF_STATUS_FORMAT, c->path,
                          "there is neither a group fclib_local nor fclib_global: no FCLIB problem");
    status = need_group(c, s->global ? "/fclib_global" : "/fclib_local");
    if (status == HF_STATUS_OK) status = s->global ? check_global(c, s) : check_local(c, s);
    if (status == HF_STATUS_OK && s->contact_rows > INT_MAX - s->equality_rows)
        status = file_error(c->error, HF_STATUS_FORMAT, c->path, "there are too many rows");
    return status == HF_STATUS_OK ? check_info(c, s->global, info) : status;
}

// ---- solutions and guesses ----

static hf_status check_state(checker *c, const char *folder, const fclib_sizes *s)
{
    hf_status status = need_group(c, folder);
    if (status == HF_STATUS_OK && s->dof_count > 0) status = check_vector(c, folder, "v", s->dof_count, -INFINITY);
    if (status == HF_STATUS_OK && s->contact_rows > 0)
        status = check_vector(c, folder, "u", s->contact_rows, -INFINITY);
    if (status == HF_STATUS_OK && s->contact_rows > 0)
        status = check_vector(c, folder, "r", s->contact_rows, -INFINITY);
    if (status == HF_STATUS_OK && s->equality_rows > 0)
        status = check_vector(c, folder, "l", s->equality_rows, -INFINITY);
    return status;
}

static hf_status check_guesses(checker *c, const fclib_sizes *s)
{
    int count;
    hf_status status = need_group(c, "/guesses");
    if (status == HF_STATUS_OK) status = read_one_int(c, "/guesses/number_of_guesses", &count);
    if (status == HF_STATUS_OK && (count < 0 || count > HF_FCLIB_GUESSES_MAX))
        status =
            file_error(c->error, HF_STATUS_FORMAT, c->path, "/guesses/number_of_guesses = %d is out of range", count);
    for (int k = 1; status == HF_STATUS_OK && k <= count; k++)
    {
        char name[NAME_CAPACITY];
        snprintf(name, sizeof name, "/guesses/%d", k);
        status = check_state(c, name, s);
    }
    return status;
}

// ---- the file ----

static hf_status open_file(checker *c)
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

static hf_status fill_info(checker *c, const fclib_sizes *s, hf_fclib_info *info)
{
    info->global = s->global;
    info->dimension = s->dimension;
    info->contact_count = s->contact_rows / s->dimension;
    info->equality_count = s->equality_rows;
    info->dof_count = s->dof_count;
    bool guesses;
    hf_status status = look_for(c, "/solution", &info->solution);
    if (status == HF_STATUS_OK) status = look_for(c, "/guesses", &guesses);
    if (status != HF_STATUS_OK || !guesses) return status;
    return read_one_int(c, "/guesses/number_of_guesses", &info->guess_count);
}

hf_status fclib_check(const char *path, int parts, fclib_sizes *sizes, hf_fclib_info *info, hf_error *error)
{
    *sizes = (fclib_sizes){0};
    if (info) *info = (hf_fclib_info){0};
    checker c = {.path = path, .file = -1, .error = error};
    c.held = MEMORY_ARRAY(void *, HOLD_CAPACITY);
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
