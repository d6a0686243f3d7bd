// The rows of a recording as HDF5 types, and small helpers.

#ifndef HF_RECORD_HDF5_HDF5_ROWS_H
#define HF_RECORD_HDF5_HDF5_ROWS_H

#include "record/recording.h"

#include <hdf5.h>

#define RECORD_FORMAT "holdfast recording"

enum
{
    RECORD_VERSION = 1,
};

/// The tables that grow.
typedef enum record_table
{
    TABLE_CONTACTS = 0, // in this order they are written: what is referred to comes first
    TABLE_POSES,
    TABLE_VERTICES,
    TABLE_SIGNALS,
    TABLE_FRAMES,
    TABLE_STEPS,
    TABLE_COUNT,
} record_table;

extern const char *const table_names[TABLE_COUNT];
extern const size_t table_sizes[TABLE_COUNT]; // bytes of a row in memory

/// What stands in /model.
typedef struct body_entry
{
    int32_t motion;
    double mass, position[3], orientation[4];
} body_entry;

typedef struct shape_entry
{
    int32_t body, kind, mesh;
    double size[3], position[3], orientation[4], friction, restitution;
    float color[4];
} shape_entry;

typedef struct fibre_entry
{
    int32_t body, segments, root;
    double radius;
    float color[4];
} fibre_entry;

typedef struct mesh_entry
{
    int64_t vertex_begin, vertex_count, triangle_begin, triangle_count;
} mesh_entry;

typedef struct field_entry
{
    int64_t height_begin;
    int32_t rows, columns;
    double half_x, half_y, base;
} field_entry;

/// What a type is for.
typedef enum row_use
{
    ROWS_WRITTEN = 0,
    ROWS_READ,
    ROWS_OLDER, // read from files of earlier versions
} row_use;

/// Types of rows in memory; negative if HDF5 has no memory left. Close with H5Tclose.
hid_t table_type(record_table table, row_use use);
hid_t body_entry_type(void);
hid_t shape_entry_type(void);
hid_t mesh_entry_type(void);
hid_t field_entry_type(void);
hid_t fibre_entry_type(void);

/// An open file. Being read it has no rows of its own.
struct record_file
{
    char *path;
    hid_t file;
    hid_t data[TABLE_COUNT];
    hid_t type[TABLE_COUNT];
    hsize_t count[TABLE_COUNT]; // rows
    hsize_t chunk[TABLE_COUNT]; // rows of a chunk, where it is written
    // Of a row: bodies that have poses, vertices of fibres, signals; 1 of the tables that are lists.
    hsize_t width[TABLE_COUNT];
};

/// Whether a row of the table is a list of things, one for each of `width`.
static inline bool table_is_wide(record_table table)
{
    return table == TABLE_POSES || table == TABLE_VERTICES || table == TABLE_SIGNALS;
}

/// Widths of all tables for this model.
void hdf5_file_fit(record_file *file, const recorded_model *model);

record_file *hdf5_file_new(const char *path);
// ---- room ----

enum
{
    ROOM_PAGE = 4096,           // of the file: structures do not cross them
    ROOM_SPARE = 8 * ROOM_PAGE, // indices of six tables, and what closing takes
};

/// Bytes that the file may grow by: of the disk, and of the limit that the process has for a file. `file` may be
/// negative: not open.
double room_on_disk(const char *path, hid_t file);
/// Chooses the chunks of all tables.
void room_plan_chunks(record_file *file, double room);
/// Bytes that the file grows by at most, where these rows are appended and it is closed; 0 if the rows go into chunks
/// that it has.
double room_of_rows(const record_file *file, const size_t rows[TABLE_COUNT]);
/// There is no room for `what`.
hf_status room_error(const char *path, const char *what, double wanted, double room, hf_error *error);

/// What a write that failed is told as, from errno.
hf_status rows_write_error(const char *path, hf_error *error);

herr_t hdf5_file_close(record_file *file); // frees it in any case; negative if something could not be written

/// Turns off HDF5's own printing of errors until the matching rows_loud, and gives back what was set.
typedef struct error_printer
{
    H5E_auto2_t print;
    void *context;
} error_printer;

error_printer rows_quiet(void);
void rows_loud(error_printer before);

#endif
