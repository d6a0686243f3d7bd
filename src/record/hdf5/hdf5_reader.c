#include "record/hdf5/hdf5_reader.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hf_status hdf5_damaged(const hdf5_reader *in, const char *what)
{
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "the recording is damaged: %s", what);
}

// ---- attributes ----

bool hdf5_attribute(const hdf5_reader *in, const char *name, hid_t type, hssize_t count, void *value)
{
    if (H5Aexists(in->file, name) <= 0) return false;
    hid_t attribute = H5Aopen(in->file, name, H5P_DEFAULT), space = attribute >= 0 ? H5Aget_space(attribute) : -1;
    hid_t stored = attribute >= 0 ? H5Aget_type(attribute) : -1;
    H5T_class_t class = stored >= 0 ? H5Tget_class(stored) : H5T_NO_CLASS;
    bool well = space >= 0 && (class == H5T_INTEGER || class == H5T_FLOAT) &&
                H5Sget_simple_extent_npoints(space) == count && H5Aread(attribute, type, value) >= 0;
    if (stored >= 0) H5Tclose(stored);
    if (space >= 0) H5Sclose(space);
    if (attribute >= 0) H5Aclose(attribute);
    return well;
}

bool hdf5_text(const hdf5_reader *in, const char *name, char *text, size_t size)
{
    if (H5Aexists(in->file, name) <= 0) return false;
    hid_t attribute = H5Aopen(in->file, name, H5P_DEFAULT), stored = attribute >= 0 ? H5Aget_type(attribute) : -1;
    hid_t space = attribute >= 0 ? H5Aget_space(attribute) : -1, type = H5Tcopy(H5T_C_S1);
    bool well = stored >= 0 && H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) == 0 && space >= 0 &&
                H5Sget_simple_extent_npoints(space) == 1 && type >= 0 && H5Tset_size(type, size) >= 0 &&
                H5Aread(attribute, type, text) >= 0;
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    if (stored >= 0) H5Tclose(stored);
    if (attribute >= 0) H5Aclose(attribute);
    text[size - 1] = '\0';
    return well;
}

// ---- datasets ----

/// Whether the dataset has everything that the wanted type asks for: HDF5 leaves members that are not there as they
/// are.
static bool has_members(hid_t stored, hid_t wanted)
{
    if (H5Tget_class(stored) != H5Tget_class(wanted)) return false;
    if (H5Tget_class(wanted) != H5T_COMPOUND) return true;
    for (int k = 0; k < H5Tget_nmembers(wanted); k++)
    {
        char *name = H5Tget_member_name(wanted, (unsigned)k);
        int other = name ? H5Tget_member_index(stored, name) : -1;
        if (name) H5free_memory(name);
        if (other < 0) return false;
        hid_t a = H5Tget_member_type(wanted, (unsigned)k), b = H5Tget_member_type(stored, (unsigned)other);
        bool same = a >= 0 && b >= 0 && H5Tget_class(a) == H5Tget_class(b);
        if (same && H5Tget_class(a) == H5T_ARRAY)
        {
            hsize_t m = 0, n = 0;
            same = H5Tget_array_ndims(a) == 1 && H5Tget_array_ndims(b) == 1 && H5Tget_array_dims2(a, &m) == 1 &&
                   H5Tget_array_dims2(b, &n) == 1 && m == n;
        }
        if (a >= 0) H5Tclose(a);
        if (b >= 0) H5Tclose(b);
        if (!same) return false;
    }
    return true;
}

hid_t hdf5_open(const hdf5_reader *in, const char *name, hid_t type, hsize_t columns, hsize_t *rows)
{
    hid_t data = H5Dopen2(in->file, name, H5P_DEFAULT);
    hid_t space = data >= 0 ? H5Dget_space(data) : -1, stored = data >= 0 ? H5Dget_type(data) : -1;
    hsize_t extent[2] = {0, 0};
    int rank = columns > 0 ? 2 : 1;
    bool well = space >= 0 && stored >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
                H5Sget_simple_extent_dims(space, extent, NULL) == rank && (columns == 0 || extent[1] == columns) &&
                (type < 0 || has_members(stored, type));
    *rows = extent[0];
    // More rows than the file can hold are damage, and must not become memory.
    hsize_t stored_bytes = well ? H5Dget_storage_size(data) : 0;
    hsize_t size = stored >= 0 ? H5Tget_size(stored) * (columns > 0 ? columns : 1) : 0;
    if (well && size > 0 && *rows > stored_bytes / size) *rows = stored_bytes / size;
    if (stored >= 0) H5Tclose(stored);
    if (space >= 0) H5Sclose(space);
    if (well) return data;
    if (data >= 0) H5Dclose(data);
    return -1;
}

bool hdf5_rows(hid_t data, hid_t type, hsize_t begin, hsize_t count, hsize_t columns, void *values)
{
    if (count == 0) return true;
    int rank = columns > 0 ? 2 : 1;
    hsize_t at[2] = {begin, 0}, extent[2] = {count, columns};
    hid_t to = H5Screate_simple(rank, extent, NULL), from = H5Dget_space(data);
    bool well = to >= 0 && from >= 0 && H5Sselect_hyperslab(from, H5S_SELECT_SET, at, NULL, extent, NULL) >= 0 &&
                H5Dread(data, type, to, from, H5P_DEFAULT, values) >= 0;
    if (to >= 0) H5Sclose(to);
    if (from >= 0) H5Sclose(from);
    return well;
}

hf_status hdf5_data(const hdf5_reader *in, const char *name, hid_t type, hsize_t columns, size_t size, hsize_t *rows,
                    void *values)
{
    hid_t data = hdf5_open(in, name, type, columns, rows);
    char words[96];
    snprintf(words, sizeof words, "%s is missing, or not what it should be", name);
    if (data < 0) return hdf5_damaged(in, words);
    void *read = *rows < INT_MAX ? memory_zeroed((size_t)*rows * (columns > 0 ? (size_t)columns : 1), size) : NULL;
    hf_status status = read ? HF_STATUS_OK : error_no_memory(in->error);
    if (read && !hdf5_rows(data, type, 0, *rows, columns, read))
    {
        snprintf(words, sizeof words, "%s cannot be read", name);
        status = hdf5_damaged(in, words);
    }
    H5Dclose(data);
    if (status != HF_STATUS_OK)
    {
        free(read);
        read = NULL;
    }
    memcpy(values, &read, sizeof read);
    return status;
}

hf_status hdf5_entries(const hdf5_reader *in, const char *name, hid_t type, size_t size, hsize_t *rows, void *values)
{
    if (type < 0) return error_no_memory(in->error);
    hf_status status = hdf5_data(in, name, type, 0, size, rows, values);
    H5Tclose(type);
    return status;
}

bool hdf5_finite(const double *values, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(values[k])) return false;
    return true;
}

bool hdf5_in_range(int64_t begin, int64_t count, hsize_t total)
{
    return begin >= 0 && count >= 0 && count < INT_MAX && (uint64_t)begin <= total &&
           (uint64_t)count <= total - (uint64_t)begin;
}
