// Writing FCLIB's groups and datasets: integers as int, numbers as double, lists of one dimension (also of one entry,
// or none), texts as strings of their own length. That is what libfclib writes and reads.

#include "problem/io/fclib.h"

#include "base/error.h"
#include "base/file.h"
#include "problem/io/fclib_image.h"

#include <stdio.h>
#include <string.h>

// ---- pieces ----

static bool put_dataset(hid_t group, const char *name, hid_t type, hid_t space, bool empty, const void *values)
{
    hid_t data = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (data < 0) return false;
    bool good = empty || H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    return H5Dclose(data) >= 0 && good;
}

static bool put_list(hid_t group, const char *name, hid_t type, int count, const void *values)
{
    hsize_t extent = (hsize_t)count;
    hid_t space = H5Screate_simple(1, &extent, NULL);
    bool good = space >= 0 && put_dataset(group, name, type, space, count == 0, values);
    if (space >= 0) H5Sclose(space);
    return good;
}

bool fclib_put_integers(hid_t group, const char *name, int count, const int *values)
{
    return put_list(group, name, H5T_NATIVE_INT, count, values);
}

bool fclib_put_numbers(hid_t group, const char *name, int count, const double *values)
{
    return put_list(group, name, H5T_NATIVE_DOUBLE, count, values);
}

static bool fclib_put_text(hid_t group, const char *name, const char *text)
{
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    bool good = type >= 0 && space >= 0 && H5Tset_size(type, strlen(text) + 1) >= 0 &&
                put_dataset(group, name, type, space, false, text);
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    return good;
}

hid_t fclib_make_group(hid_t parent, const char *name)
{
    return H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

bool fclib_end_group(hid_t group, bool good)
{
    return group >= 0 && H5Gclose(group) >= 0 && good;
}

// ---- problems ----

static bool put_matrix(hid_t parent, const char *name, const fclib_matrix *A)
{
    hid_t group = fclib_make_group(parent, name);
    int pointers = A->nz >= 0 ? A->nz : (A->nz == -1 ? A->n : A->m) + 1;
    bool good = group >= 0 && fclib_put_integers(group, "nzmax", 1, &A->nzmax) &&
                fclib_put_integers(group, "m", 1, &A->m) && fclib_put_integers(group, "n", 1, &A->n) &&
                fclib_put_integers(group, "nz", 1, &A->nz) && fclib_put_integers(group, "p", pointers, A->p) &&
                fclib_put_integers(group, "i", A->nz >= 0 ? A->nz : A->nzmax, A->i) &&
                fclib_put_numbers(group, "x", A->nzmax, A->x);
    return fclib_end_group(group, good);
}

static bool put_local(hid_t form, const fclib_problem *p)
{
    const fclib_sizes *s = &p->sizes;
    bool good = put_matrix(form, "W", &p->W) &&
                (!s->equalities || (put_matrix(form, "V", &p->V) && put_matrix(form, "R", &p->R)));
    hid_t vectors = good ? fclib_make_group(form, "vectors") : -1;
    good = vectors >= 0 && fclib_put_numbers(vectors, "q", s->contact_rows, p->contact_b) &&
           fclib_put_numbers(vectors, "mu", s->contact_rows / s->dimension, p->mu) &&
           (!s->equalities || fclib_put_numbers(vectors, "s", s->equality_rows, p->equality_b));
    return fclib_end_group(vectors, good);
}

static bool put_global(hid_t form, const fclib_problem *p)
{
    const fclib_sizes *s = &p->sizes;
    bool good = put_matrix(form, "M", &p->M) && put_matrix(form, "H", &p->H) &&
                (!s->equalities || put_matrix(form, "G", &p->G));
    hid_t vectors = good ? fclib_make_group(form, "vectors") : -1;
    good = vectors >= 0 && fclib_put_numbers(vectors, "f", s->dof_count, p->f) &&
           fclib_put_numbers(vectors, "w", s->contact_rows, p->contact_b) &&
           fclib_put_numbers(vectors, "mu", s->contact_rows / s->dimension, p->mu) &&
           (!s->equalities || fclib_put_numbers(vectors, "b", s->equality_rows, p->equality_b));
    return fclib_end_group(vectors, good);
}

bool fclib_put_info(hid_t form, const hf_fclib_info *info)
{
    hid_t group = fclib_make_group(form, "info");
    bool good = group >= 0 && fclib_put_text(group, "title", info ? info->title : "") &&
                fclib_put_text(group, "description", info ? info->description : "") &&
                fclib_put_text(group, "math_info", info ? info->math_info : "");
    return fclib_end_group(group, good);
}

hf_status fclib_written(const fclib_output *out, bool good)
{
    if (good) return HF_STATUS_OK;
    return file_error(out->error, HF_STATUS_FILE, out->path, "HDF5 cannot make it: is there enough memory?");
}

hf_status fclib_write_contents(const fclib_output *out, const fclib_problem *p, const hf_fclib_info *info)
{
    hid_t form = fclib_make_group(out->file, p->sizes.global ? "fclib_global" : "fclib_local");
    bool good = form >= 0 && fclib_put_integers(form, "spacedim", 1, &p->sizes.dimension) &&
                (p->sizes.global ? put_global(form, p) : put_local(form, p)) && fclib_put_info(form, info);
    return fclib_written(out, fclib_end_group(form, good));
}

// ---- solutions and guesses ----

static bool put_state(hid_t parent, const char *name, const fclib_sizes *s, const fclib_state *state)
{
    hid_t group = fclib_make_group(parent, name);
    bool good = group >= 0 && (s->dof_count == 0 || fclib_put_numbers(group, "v", s->dof_count, state->v)) &&
                (s->contact_rows == 0 || fclib_put_numbers(group, "u", s->contact_rows, state->u)) &&
                (s->contact_rows == 0 || fclib_put_numbers(group, "r", s->contact_rows, state->r)) &&
                (s->equality_rows == 0 || fclib_put_numbers(group, "l", s->equality_rows, state->l));
    return fclib_end_group(group, good);
}

hf_status fclib_write_states(const fclib_output *out, const fclib_sizes *sizes, bool guesses, const fclib_state *states,
                             int count)
{
    if (!guesses) return fclib_written(out, put_state(out->file, "solution", sizes, states));
    hid_t group = fclib_make_group(out->file, "guesses");
    bool good = group >= 0 && fclib_put_integers(group, "number_of_guesses", 1, &count);
    for (int k = 0; good && k < count; k++)
    {
        char name[16];
        snprintf(name, sizeof name, "%d", k + 1);
        good = put_state(group, name, sizes, &states[k]);
    }
    return fclib_written(out, fclib_end_group(group, good));
}

// ---- the file ----

hf_status fclib_create(const atomic_file *part, fclib_output *out, hf_error *error)
{
    *out = (fclib_output){.path = part->path, .name = part->name, .error = error};
    out->file = hdf5_image_create(part->name);
    return out->file >= 0 ? HF_STATUS_OK : error_no_memory(error);
}

hf_status fclib_finish(fclib_output *out, hf_status status)
{
    status = hdf5_image_finish(out->file, out->name, out->path, status, out->error);
    out->file = -1;
    return status;
}
