#include "problem/io/fclib_checker.h"

#include "base/error.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

hf_status fclib_look_for(const fclib_checker *c, const char *name, bool *there)
{
    htri_t answer = H5Lexists(c->file, name, H5P_DEFAULT);
    *there = answer > 0;
    if (answer >= 0) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "the group that should hold %s is damaged", name);
}

hf_status fclib_look_in(const fclib_checker *c, const char *folder, const char *field, bool *there)
{
    hid_t group = H5Gopen2(c->file, folder, H5P_DEFAULT);
    herr_t answer = group >= 0 ? H5LTfind_dataset(group, field) : -1;
    if (group >= 0) H5Gclose(group);
    *there = answer > 0;
    if (answer >= 0) return HF_STATUS_OK;
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is damaged: its members cannot be listed", folder);
}

hf_status fclib_need_group(const fclib_checker *c, const char *name)
{
    bool there;
    hf_status status = fclib_look_for(c, name, &there);
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

static hf_status open_dataset(const fclib_checker *c, const char *name, dataset *d)
{
    bool there;
    hf_status status = fclib_look_for(c, name, &there);
    if (status != HF_STATUS_OK) return status;
    if (!there) return file_error(c->error, HF_STATUS_FORMAT, c->path, "there is no dataset %s", name);
    d->id = H5Dopen2(c->file, name, H5P_DEFAULT);
    if (d->id < 0) return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is damaged, or no dataset", name);
    if (look_at(d)) return HF_STATUS_OK;
    H5Dclose(d->id);
    return file_error(c->error, HF_STATUS_FORMAT, c->path, "%s is damaged, or has more than one dimension", name);
}

hf_status fclib_numbers(fclib_checker *c, const char *name, bool integers, hsize_t lo, hsize_t hi, void **values)
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
    else if (c->held_count == FCLIB_HELD ||
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

hf_status fclib_one_int(fclib_checker *c, const char *name, int *value)
{
    void *values;
    hf_status status = fclib_numbers(c, name, true, 1, 1, &values);
    if (status == HF_STATUS_OK) *value = *(int *)values;
    return status;
}

hf_status fclib_finite(const fclib_checker *c, const char *name, const double *x, size_t count, double lowest)
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

hf_status fclib_vector(fclib_checker *c, const char *folder, const char *field, int count, double lowest)
{
    char name[FCLIB_NAME];
    snprintf(name, sizeof name, "%s/%s", folder, field);
    void *values;
    hf_status status = fclib_numbers(c, name, false, (hsize_t)count, (hsize_t)count, &values);
    if (status == HF_STATUS_OK) status = fclib_finite(c, name, values, (size_t)count, lowest);
    return status;
}

hf_status fclib_text(const fclib_checker *c, const char *folder, const char *field, char *text)
{
    char name[FCLIB_NAME];
    snprintf(name, sizeof name, "%s/%s", folder, field);
    bool there;
    dataset d;
    hf_status status = fclib_look_in(c, folder, field, &there);
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
