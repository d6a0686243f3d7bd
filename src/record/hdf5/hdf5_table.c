// A table of lines as columns in HDF5, and back.
//
//   /NAME          a column: 64-bit integers, doubles (NaN where a field is empty), or texts of fixed length, [rows]
//   /rows          the lines themselves, bytes, from which hf_table_unpack makes the same file
//   format         attribute of the root: "holdfast table"
//
// Lines are read twice, so that memory does not grow with them: for what each column holds, then for what goes there,
// BLOCK lines at a time.

#include "holdfast/record.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "record/hdf5/hdf5_rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum
{
    BLOCK = 1024,         // lines
    TEXT_BLOCK = 1 << 16, // bytes of lines
    COLUMNS_MAX = 1024,
};

static const char FORMAT[] = "holdfast table";

typedef struct column
{
    char *name;
    bool integer, number; // all fields so far are
    size_t width;         // of the longest field
    hid_t type, data;
    char *block; // BLOCK values
} column;

typedef struct packing
{
    const char *path; // of the lines
    FILE *lines;
    char *line;
    size_t line_size;
    int column_count;
    column columns[COLUMNS_MAX];
    hid_t file, rows;
    hsize_t row_count, text_count;
    char text[TEXT_BLOCK];
    size_t text_used;
} packing;

// ---- lines ----

/// Cuts a line at its commas; returns how many fields there are.
static int split(char *line, char **fields)
{
    int count = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char *field = line; field && count < COLUMNS_MAX;)
    {
        fields[count++] = field;
        field = strchr(field, ',');
        if (field) *field++ = 0;
    }
    return count;
}

static bool is_whole(const char *field)
{
    char *end;
    errno = 0;
    (void)strtoll(field, &end, 10);
    return end != field && !*end && errno == 0;
}

static bool is_number(const char *field)
{
    char *end;
    (void)strtod(field, &end);
    return end != field && !*end && strlen(field) < 32 && strpbrk(field, "xXpP") == NULL;
}

/// Names and kinds of all columns.
static hf_status look_at_lines(packing *p, hf_error *error)
{
    char *fields[COLUMNS_MAX];
    if (getline(&p->line, &p->line_size, p->lines) < 1)
        return file_error(error, HF_STATUS_FORMAT, p->path, "has no line that would name columns");
    p->column_count = split(p->line, fields);
    for (int k = 0; k < p->column_count; k++)
    {
        p->columns[k].name = memory_copy(fields[k], strlen(fields[k]) + 1, 1);
        p->columns[k].integer = p->columns[k].number = true;
        if (!p->columns[k].name) return error_no_memory(error);
        if (!*fields[k] || strchr(fields[k], '/') || strcmp(fields[k], "rows") == 0)
            return file_error(error, HF_STATUS_FORMAT, p->path, "'%s' cannot be the name of a column", fields[k]);
    }
    for (long number = 2; getline(&p->line, &p->line_size, p->lines) > 0; number++)
    {
        int count = split(p->line, fields);
        if (count != p->column_count)
            return file_error(error, HF_STATUS_FORMAT, p->path, "line %ld has %d fields in the place of %d", number,
                              count, p->column_count);
        for (int k = 0; k < count; k++)
        {
            column *c = &p->columns[k];
            c->integer &= is_whole(fields[k]);
            c->number &= !*fields[k] || is_number(fields[k]);
            if (strlen(fields[k]) > c->width) c->width = strlen(fields[k]);
        }
        p->row_count++;
    }
    return HF_STATUS_OK;
}

// ---- writing ----

/// A data set that grows by chunks, compressed.
static hid_t make_data(hid_t file, const char *name, hid_t type, hsize_t chunk)
{
    const hsize_t none = 0, unlimited = H5S_UNLIMITED;
    hid_t space = H5Screate_simple(1, &none, &unlimited), how = H5Pcreate(H5P_DATASET_CREATE), data = -1;
    if (space >= 0 && how >= 0 && H5Pset_chunk(how, 1, &chunk) >= 0 &&
        (H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0 || H5Pset_deflate(how, 4) >= 0))
        data = H5Dcreate2(file, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    if (how >= 0) H5Pclose(how);
    if (space >= 0) H5Sclose(space);
    return data;
}

static bool append(hid_t data, hid_t type, hsize_t at, hsize_t count, const void *values)
{
    hsize_t end = at + count;
    if (count == 0) return true;
    if (H5Dset_extent(data, &end) < 0) return false;
    hid_t space = H5Dget_space(data), memory = H5Screate_simple(1, &count, NULL);
    bool well = space >= 0 && memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, NULL, &count, NULL) >= 0 &&
                H5Dwrite(data, type, memory, space, H5P_DEFAULT, values) >= 0;
    if (space >= 0) H5Sclose(space);
    if (memory >= 0) H5Sclose(memory);
    return well;
}

static bool mark_file(hid_t file)
{
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    bool well = type >= 0 && space >= 0 && H5Tset_size(type, sizeof FORMAT) >= 0;
    hid_t mark = well ? H5Acreate2(file, "format", type, space, H5P_DEFAULT, H5P_DEFAULT) : -1;
    well = mark >= 0 && H5Awrite(mark, type, FORMAT) >= 0;
    if (mark >= 0) H5Aclose(mark);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    return well;
}

static size_t value_size(const column *c)
{
    return c->number || c->integer ? 8 : c->width + 1;
}

/// Data sets, and room for a block of each.
static bool make_columns(packing *p)
{
    p->rows = make_data(p->file, "rows", H5T_NATIVE_CHAR, TEXT_BLOCK);
    bool well = p->rows >= 0 && mark_file(p->file);
    for (int k = 0; k < p->column_count && well; k++)
    {
        column *c = &p->columns[k];
        bool text = !c->number && !c->integer;
        c->type = text ? H5Tcopy(H5T_C_S1) : H5Tcopy(c->integer ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE);
        c->block = memory_zeroed(BLOCK, value_size(c));
        if (text && c->type >= 0) well = H5Tset_size(c->type, value_size(c)) >= 0;
        c->data = well && c->type >= 0 ? make_data(p->file, c->name, c->type, BLOCK) : -1;
        well = c->data >= 0 && c->block;
    }
    return well;
}

static bool write_text(packing *p, const char *text, size_t size)
{
    while (size > 0)
    {
        size_t part = TEXT_BLOCK - p->text_used < size ? TEXT_BLOCK - p->text_used : size;
        memcpy(p->text + p->text_used, text, part);
        p->text_used += part;
        text += part;
        size -= part;
        if (p->text_used < TEXT_BLOCK) continue;
        if (!append(p->rows, H5T_NATIVE_CHAR, p->text_count, p->text_used, p->text)) return false;
        p->text_count += p->text_used;
        p->text_used = 0;
    }
    return true;
}

static void put_field(column *c, hsize_t at, const char *field)
{
    size_t size = value_size(c);
    char *to = c->block + at * size;
    const double number = *field ? strtod(field, NULL) : NAN;
    const int64_t whole = c->integer ? strtoll(field, NULL, 10) : 0;
    memset(to, 0, size);
    if (c->integer) memcpy(to, &whole, sizeof whole);
    else if (c->number) memcpy(to, &number, sizeof number);
    else memcpy(to, field, strlen(field) + 1);
}

/// The lines again, from the first.
static bool write_lines(packing *p)
{
    char *fields[COLUMNS_MAX];
    hsize_t written = 0, held = 0;
    rewind(p->lines);
    for (bool head = true;; head = false)
    {
        ssize_t length = getline(&p->line, &p->line_size, p->lines);
        if (length > 0 && !write_text(p, p->line, (size_t)length)) return false;
        if (length > 0 && !head && split(p->line, fields) != p->column_count) return false; // it has changed meanwhile
        for (int k = 0; length > 0 && !head && k < p->column_count; k++) put_field(&p->columns[k], held, fields[k]);
        held += length > 0 && !head;
        if (held < BLOCK && length > 0) continue;
        for (int k = 0; k < p->column_count; k++)
            if (!append(p->columns[k].data, p->columns[k].type, written, held, p->columns[k].block)) return false;
        written += held;
        held = 0;
        if (length <= 0) break;
    }
    return append(p->rows, H5T_NATIVE_CHAR, p->text_count, p->text_used, p->text);
}

static bool close_columns(packing *p)
{
    bool well = true;
    for (int k = 0; k < p->column_count; k++)
    {
        if (p->columns[k].data >= 0) well &= H5Dclose(p->columns[k].data) >= 0;
        if (p->columns[k].type >= 0) H5Tclose(p->columns[k].type);
        free(p->columns[k].name);
        free(p->columns[k].block);
    }
    if (p->rows >= 0) well &= H5Dclose(p->rows) >= 0;
    if (p->file >= 0) well &= H5Fclose(p->file) >= 0;
    return well;
}

/// What HDF5 left in errno says why.
static hf_status not_written(const char *path, hf_error *error)
{
    return file_error(error, HF_STATUS_FILE, path, "the table cannot be written: %s",
                      errno == ENOSPC || errno == EFBIG ? "there is no room on the disk"
                      : errno                           ? strerror(errno)
                                                        : "HDF5 refuses");
}

static hf_status write_file(packing *p, const char *name, const char *path, hf_error *error)
{
    errno = 0;
    p->file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (p->file >= 0 && make_columns(p) && write_lines(p)) return HF_STATUS_OK;
    return not_written(path, error);
}

hf_status hf_table_pack(const char *lines, const char *path, hf_error *error)
{
    packing *p = MEMORY_ARRAY(packing, 1);
    atomic_file part;
    if (!p) return error_no_memory(error);
    p->path = lines;
    p->file = p->rows = -1;
    for (int k = 0; k < COLUMNS_MAX; k++) p->columns[k].data = p->columns[k].type = -1;
    p->lines = fopen(lines, "rb");
    error_printer before = rows_quiet();
    hf_status status = p->lines ? look_at_lines(p, error)
                                : file_error(error, HF_STATUS_FILE, lines, "cannot be opened: %s", strerror(errno));
    bool begun = status == HF_STATUS_OK;
    if (begun) status = atomic_file_begin(path, (size_t)p->row_count, &part, error);
    begun = begun && status == HF_STATUS_OK;
    if (begun) atomic_file_unlock(&part); // HDF5 opens and locks it
    if (begun) status = write_file(p, part.name, path, error);
    if (!close_columns(p) && status == HF_STATUS_OK) status = not_written(path, error);
    if (begun) status = atomic_file_end(&part, status, error);
    rows_loud(before);
    if (p->lines) fclose(p->lines);
    free(p->line);
    free(p);
    return status;
}

// ---- back ----

static bool is_table(hid_t file)
{
    char mark[sizeof FORMAT] = "";
    hid_t attribute = file >= 0 && H5Aexists(file, "format") > 0 ? H5Aopen(file, "format", H5P_DEFAULT) : -1;
    hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
    bool well = type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tget_size(type) == sizeof FORMAT &&
                H5Aread(attribute, type, mark) >= 0 && memcmp(mark, FORMAT, sizeof FORMAT) == 0;
    if (type >= 0) H5Tclose(type);
    if (attribute >= 0) H5Aclose(attribute);
    return well;
}

static bool copy_text(hid_t rows, FILE *out)
{
    char text[4096];
    hid_t space = rows >= 0 ? H5Dget_space(rows) : -1;
    hsize_t size = 0;
    bool well =
        space >= 0 && H5Sget_simple_extent_ndims(space) == 1 && H5Sget_simple_extent_dims(space, &size, NULL) == 1;
    for (hsize_t at = 0, count; well && at < size; at += count)
    {
        count = size - at < sizeof text ? size - at : sizeof text;
        hid_t memory = H5Screate_simple(1, &count, NULL);
        well = memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, NULL, &count, NULL) >= 0 &&
               H5Dread(rows, H5T_NATIVE_CHAR, memory, space, H5P_DEFAULT, text) >= 0 &&
               fwrite(text, 1, (size_t)count, out) == count;
        if (memory >= 0) H5Sclose(memory);
    }
    if (space >= 0) H5Sclose(space);
    return well;
}

hf_status hf_table_unpack(const char *path, const char *lines, hf_error *error)
{
    atomic_file part;
    error_printer before = rows_quiet();
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hf_status status =
        is_table(file) ? HF_STATUS_OK : file_error(error, HF_STATUS_FORMAT, path, "this is no table of holdfast");
    bool begun = status == HF_STATUS_OK;
    if (begun) status = atomic_file_begin(lines, 0, &part, error);
    if (begun && status == HF_STATUS_OK)
    {
        hid_t rows = H5Lexists(file, "rows", H5P_DEFAULT) > 0 ? H5Dopen2(file, "rows", H5P_DEFAULT) : -1;
        FILE *out = fopen(part.name, "wb");
        bool well = out && copy_text(rows, out);
        if (out) well &= fclose(out) == 0;
        if (!well) status = file_error(error, HF_STATUS_FORMAT, path, "its rows are damaged, or cannot be written out");
        if (rows >= 0) H5Dclose(rows);
        status = atomic_file_end(&part, status, error);
    }
    if (file >= 0) H5Fclose(file);
    rows_loud(before);
    return status;
}
