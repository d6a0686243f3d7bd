#include "problem/io/fclib_data.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <math.h>
#include <stdio.h>

hf_status fclib_look_for(const fclib_file *in, const char *name, bool *there)
{
    htri_t answer = H5Lexists(in->file, name, H5P_DEFAULT);
    *there = answer > 0;
    if (answer >= 0) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "the group that should hold %s is damaged", name);
}

hf_status fclib_need_group(const fclib_file *in, const char *name)
{
    bool there;
    hf_status status = fclib_look_for(in, name, &there);
    if (status != HF_STATUS_OK) return status;
    if (!there) return file_error(in->error, HF_STATUS_FORMAT, in->path, "there is no group %s", name);
    hid_t group = H5Gopen2(in->file, name, H5P_DEFAULT);
    if (group < 0) return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s is damaged, or no group", name);
    H5Gclose(group);
    return HF_STATUS_OK;
}

// ---- looking at a dataset ----

typedef enum value_kind
{
    VALUE_OTHER,
    VALUE_INTEGER,
    VALUE_REAL,
    VALUE_TEXT, // of fixed length
} value_kind;

/// An open dataset with what matters of it.
typedef struct dataset
{
    hid_t id;
    hsize_t count; // elements
    size_t size;   // bytes of an element in the file
    value_kind kind;
} dataset;

static bool is_one_of(hid_t type, const hid_t *standard, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (H5Tequal(type, standard[k]) > 0) return true;
    return false;
}

static value_kind kind_of(hid_t type)
{
    const hid_t integers[] = {H5T_STD_I8LE,  H5T_STD_I16LE, H5T_STD_I32LE, H5T_STD_I64LE, H5T_STD_U8LE,  H5T_STD_U16LE,
                              H5T_STD_U32LE, H5T_STD_U64LE, H5T_STD_I8BE,  H5T_STD_I16BE, H5T_STD_I32BE, H5T_STD_I64BE,
                              H5T_STD_U8BE,  H5T_STD_U16BE, H5T_STD_U32BE, H5T_STD_U64BE};
    const hid_t reals[] = {H5T_IEEE_F32LE, H5T_IEEE_F64LE, H5T_IEEE_F32BE, H5T_IEEE_F64BE};
    if (H5Tget_class(type) == H5T_STRING) return H5Tis_variable_str(type) == 0 ? VALUE_TEXT : VALUE_OTHER;
    if (is_one_of(type, integers, sizeof integers / sizeof *integers)) return VALUE_INTEGER;
    return is_one_of(type, reals, sizeof reals / sizeof *reals) ? VALUE_REAL : VALUE_OTHER;
}

/// Type and extent.
static bool look_at(dataset *d)
{
    hid_t space = H5Dget_space(d->id), type = H5Dget_type(d->id);
    bool good = space >= 0 && type >= 0;
    if (good)
    {
        int rank = H5Sget_simple_extent_ndims(space);
        hssize_t count = H5Sget_simple_extent_npoints(space);
        d->count = count > 0 ? (hsize_t)count : 0;
        d->size = H5Tget_size(type);
        d->kind = kind_of(type);
        good = rank >= 0 && rank <= 1 && count >= 0 && d->size > 0;
    }
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    return good;
}

/// Whether the entries are where the file says, and as many.
static bool storage_fits(const fclib_file *in, const dataset *d, H5D_layout_t layout)
{
    hsize_t stored = H5Dget_storage_size(d->id);
    if (d->count > in->bytes || d->size > in->bytes) return false;
    hsize_t bytes = d->count * (hsize_t)d->size; // no overflow: numbers have 8 bytes at most, and a text stands alone
    if (layout == H5D_COMPACT) return stored >= bytes;
    if (stored == 0) return true; // never written: zeros
    haddr_t offset = H5Dget_offset(d->id);
    return stored >= bytes && offset != HADDR_UNDEF && offset <= in->bytes && stored <= in->bytes - offset;
}

static hf_status check_storage(const fclib_file *in, const char *name, const dataset *d)
{
    hid_t list = H5Dget_create_plist(d->id);
    H5D_layout_t layout = list >= 0 ? H5Pget_layout(list) : H5D_LAYOUT_ERROR;
    bool elsewhere = list >= 0 && H5Pget_external_count(list) != 0;
    if (list >= 0) H5Pclose(list);
    if (elsewhere || (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS))
        return file_error(in->error, HF_STATUS_UNSUPPORTED, in->path,
                          "%s does not lie in one piece in this file: rewrite it with h5repack -l CONTI", name);
    if (storage_fits(in, d, layout)) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path,
                      "%s has %llu entries of %zu bytes, which the file does not hold: damaged or truncated", name,
                      (unsigned long long)d->count, d->size);
}

static hf_status open_dataset(const fclib_file *in, const char *name, dataset *d)
{
    bool there;
    hf_status status = fclib_look_for(in, name, &there);
    if (status != HF_STATUS_OK) return status;
    if (!there) return file_error(in->error, HF_STATUS_FORMAT, in->path, "there is no dataset %s", name);
    d->id = H5Dopen2(in->file, name, H5P_DEFAULT);
    if (d->id < 0) return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s is damaged, or no dataset", name);
    if (look_at(d)) return HF_STATUS_OK;
    H5Dclose(d->id);
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s is damaged, or has more than one dimension", name);
}

// ---- reading ----

static hf_status check_count(const fclib_file *in, const char *name, hsize_t count, hsize_t lo, hsize_t hi)
{
    if (count >= lo && count <= hi) return HF_STATUS_OK;
    if (lo == hi)
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s has %llu entries instead of %llu", name,
                          (unsigned long long)count, (unsigned long long)lo);
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s has %llu entries, not %llu to %llu", name,
                      (unsigned long long)count, (unsigned long long)lo, (unsigned long long)hi);
}

/// The entries as int or double, in the file's arena.
static hf_status read_values(const fclib_file *in, const char *name, bool integers, hsize_t lo, hsize_t hi,
                             void **values)
{
    dataset d;
    *values = NULL;
    hf_status status = open_dataset(in, name, &d);
    if (status != HF_STATUS_OK) return status;
    if (d.kind != VALUE_INTEGER && (integers || d.kind != VALUE_REAL))
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "%s does not hold %s", name,
                            integers ? "integers" : "numbers");
    if (status == HF_STATUS_OK) status = check_count(in, name, d.count, lo, hi);
    if (status == HF_STATUS_OK) status = check_storage(in, name, &d);
    if (status == HF_STATUS_OK)
    {
        *values = arena_take_zeroed(in->arena, (size_t)d.count, integers ? sizeof(int) : sizeof(double));
        if (!*values) status = error_no_memory(in->error);
    }
    hid_t type = integers ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE;
    if (status == HF_STATUS_OK && H5Dread(d.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *values) < 0)
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "%s cannot be read: damaged or truncated", name);
    H5Dclose(d.id);
    return status;
}

hf_status fclib_count(const fclib_file *in, const char *name, hsize_t *count)
{
    dataset d;
    hf_status status = open_dataset(in, name, &d);
    if (status != HF_STATUS_OK) return status;
    *count = d.count;
    H5Dclose(d.id);
    return HF_STATUS_OK;
}

hf_status fclib_integers(const fclib_file *in, const char *name, hsize_t lo, hsize_t hi, int **values)
{
    void *read;
    hf_status status = read_values(in, name, true, lo, hi, &read);
    *values = read;
    return status;
}

hf_status fclib_numbers(const fclib_file *in, const char *name, hsize_t lo, hsize_t hi, double **values)
{
    void *read;
    hf_status status = read_values(in, name, false, lo, hi, &read);
    *values = read;
    return status;
}

hf_status fclib_one_integer(const fclib_file *in, const char *name, int *value)
{
    int *read;
    TRY(fclib_integers(in, name, 1, 1, &read));
    *value = *read;
    return HF_STATUS_OK;
}

hf_status fclib_finite(const fclib_file *in, const char *name, const double *x, size_t count, double lowest)
{
    for (size_t k = 0; k < count; k++)
    {
        if (!isfinite(x[k]))
            return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s[%zu] = %g is not finite", name, k, x[k]);
        if (x[k] < lowest)
            return file_error(in->error, HF_STATUS_FORMAT, in->path, "%s[%zu] = %g is negative", name, k, x[k]);
    }
    return HF_STATUS_OK;
}

hf_status fclib_vector(const fclib_file *in, const char *folder, const char *field, int count, double lowest,
                       double **values)
{
    char name[FCLIB_NAME];
    snprintf(name, sizeof name, "%s/%s", folder, field);
    hf_status status = fclib_numbers(in, name, (hsize_t)count, (hsize_t)count, values);
    return status == HF_STATUS_OK ? fclib_finite(in, name, *values, (size_t)count, lowest) : status;
}

hf_status fclib_text(const fclib_file *in, const char *folder, const char *field, char *text)
{
    char name[FCLIB_NAME];
    snprintf(name, sizeof name, "%s/%s", folder, field);
    bool there;
    dataset d;
    hf_status status = fclib_look_for(in, name, &there);
    if (status != HF_STATUS_OK || !there) return status;
    status = open_dataset(in, name, &d);
    if (status != HF_STATUS_OK) return status;
    if (d.kind != VALUE_TEXT || d.count != 1)
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "%s is not one string of fixed length", name);
    if (status == HF_STATUS_OK) status = check_storage(in, name, &d);
    char *copy = status == HF_STATUS_OK ? arena_take_zeroed(in->arena, d.size + 1, 1) : NULL;
    if (status == HF_STATUS_OK && !copy) status = error_no_memory(in->error);
    hid_t type = H5Dget_type(d.id);
    if (status == HF_STATUS_OK && (type < 0 || H5Dread(d.id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, copy) < 0))
        status = file_error(in->error, HF_STATUS_FORMAT, in->path, "%s cannot be read: damaged or truncated", name);
    if (status == HF_STATUS_OK && text) snprintf(text, HF_FCLIB_TEXT, "%s", copy);
    if (type >= 0) H5Tclose(type);
    H5Dclose(d.id);
    return status;
}
