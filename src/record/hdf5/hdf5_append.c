// Appending rows to a recording, and what is left of them when the disk gets full.
//
// Rows come in batches, table by table: contacts, poses, vertices, signals, frames, steps, each of which refers to
// those before it. A disk that gets full within a batch would lose all of it, and HDF5 could not even close the file.
// So where room is short the batch is written frame by frame, each down to the file before the next, and only as long
// as the chunks that a frame begins fit: the recording then ends with the last frame that fitted, and is closed like
// any other. Frame by frame takes time, which is why it is not done where there is room; hdf5_room.c says what a frame
// takes. A disk that refuses what it said to have (a quota) leaves what a killed run does.

#include "record/file.h"
#include "record/hdf5/hdf5_rows.h"

#include <errno.h>

static bool append(record_file *f, record_table table, size_t rows, const void *values)
{
    if (rows == 0) return true;
    bool wide = table_is_wide(table);
    hsize_t width = f->width[table], begin[2] = {f->count[table], 0}, extent[2] = {rows, width},
            total[2] = {f->count[table] + rows, width};
    if (width == 0) return true; // nothing moves
    bool well = H5Dset_extent(f->data[table], total) >= 0;
    hid_t from = H5Screate_simple(wide ? 2 : 1, extent, NULL), to = well ? H5Dget_space(f->data[table]) : -1;
    well = well && from >= 0 && to >= 0 && H5Sselect_hyperslab(to, H5S_SELECT_SET, begin, NULL, extent, NULL) >= 0 &&
           H5Dwrite(f->data[table], f->type[table], from, to, H5P_DEFAULT, values) >= 0 &&
           H5Dflush(f->data[table]) >= 0;
    if (from >= 0) H5Sclose(from);
    if (to >= 0) H5Sclose(to);
    f->count[table] += rows;
    return well;
}

// ---- room ----

static bool room_is_short(const record_file *f, const hf_recording *r)
{
    const double FACTOR = 2.0, SPARE = 4e6; // chunks that are begun, indices, other programs
    double bytes = (double)r->contact_count * (double)table_sizes[TABLE_CONTACTS] +
                   (double)r->frame_count * (double)f->width[TABLE_POSES] * (double)table_sizes[TABLE_POSES] +
                   (double)r->frame_count * (double)f->width[TABLE_VERTICES] * (double)table_sizes[TABLE_VERTICES] +
                   (double)r->frame_count * (double)f->width[TABLE_SIGNALS] * (double)table_sizes[TABLE_SIGNALS] +
                   (double)r->frame_count * (double)table_sizes[TABLE_FRAMES] +
                   (double)r->step_count * (double)table_sizes[TABLE_STEPS];
    return room_on_disk(f->path, f->file) < FACTOR * bytes + SPARE;
}

// ---- batches ----

static bool append_all(record_file *f, const hf_recording *r)
{
    return append(f, TABLE_CONTACTS, r->contact_count, r->contacts) &&
           append(f, TABLE_POSES, r->frame_count, r->poses) && append(f, TABLE_VERTICES, r->frame_count, r->vertices) &&
           append(f, TABLE_SIGNALS, r->frame_count, r->signals) && append(f, TABLE_FRAMES, r->frame_count, r->frames) &&
           append(f, TABLE_STEPS, r->step_count, r->steps);
}

/// Rows that go to the file together: a frame with the steps up to it.
typedef struct frame_rows
{
    size_t rows[TABLE_COUNT];
    const void *values[TABLE_COUNT];
} frame_rows;

/// Bytes that are missing, if a frame did not fit.
typedef struct shortage
{
    double wanted, room;
} shortage;

static bool append_frame(record_file *f, const frame_rows *frame, shortage *missing)
{
    double wanted = room_of_rows(f, frame->rows), room = room_on_disk(f->path, f->file);
    bool well = wanted == 0.0 || room >= wanted;
    if (!well) *missing = (shortage){.wanted = wanted, .room = room};
    for (int t = 0; t < TABLE_COUNT && well; t++) well = append(f, (record_table)t, frame->rows[t], frame->values[t]);
    return well;
}

/// The k-th step of a recording is row k - 1.
static bool append_slowly(record_file *f, const hf_recording *r, shortage *missing)
{
    size_t contacts = 0, steps = 0;
    hsize_t before = f->count[TABLE_STEPS];
    bool well = true;
    for (size_t k = 0; k < r->frame_count && well; k++)
    {
        const frame_row *frame = &r->frames[k];
        size_t touching = (size_t)frame->contact_count, upto = steps;
        while (upto < r->step_count && before + upto < (hsize_t)frame->step) upto++;
        const frame_rows rows = {.rows = {[TABLE_CONTACTS] = touching,
                                          [TABLE_POSES] = 1,
                                          [TABLE_VERTICES] = 1,
                                          [TABLE_SIGNALS] = 1,
                                          [TABLE_FRAMES] = 1,
                                          [TABLE_STEPS] = upto - steps},
                                 .values = {[TABLE_CONTACTS] = r->contacts + contacts,
                                            [TABLE_POSES] = r->poses + k * (size_t)f->width[TABLE_POSES],
                                            [TABLE_VERTICES] = r->vertices + k * (size_t)f->width[TABLE_VERTICES],
                                            [TABLE_SIGNALS] = r->signals + k * (size_t)f->width[TABLE_SIGNALS],
                                            [TABLE_FRAMES] = frame,
                                            [TABLE_STEPS] = r->steps + steps}};
        well = append_frame(f, &rows, missing);
        contacts += touching;
        steps = upto;
    }
    const frame_rows rest = {.rows = {[TABLE_STEPS] = r->step_count - steps},
                             .values = {[TABLE_STEPS] = r->steps + steps}};
    return well && append_frame(f, &rest, missing);
}

hf_status record_file_append(record_file *f, const hf_recording *recording, hf_error *error)
{
    error_printer before = rows_quiet();
    bool slowly = room_is_short(f, recording);
    errno = 0;
    shortage missing = {0};
    bool well = slowly ? append_slowly(f, recording, &missing) : append_all(f, recording);
    hf_status status = HF_STATUS_OK;
    if (!well && missing.wanted > 0.0)
        status = room_error(f->path, "the next frame", missing.wanted, missing.room, error);
    else if (!well) status = rows_write_error(f->path, error);
    rows_loud(before);
    return status;
}
