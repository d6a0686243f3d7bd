// Room that a recording has on the disk, and what it takes.
//
// HDF5 gives a table room in chunks of one size, which is chosen when the table is made, and the first row of a table
// takes a whole chunk. Chunks of 64 kB serve long runs, but where a disk has room for 300 kB, the first frame alone
// would fill it. So the size of chunks is a part of the room that there is when the recording begins: what ends up
// unused in the last chunk of each table stays a small part of it. Chunks are whole pages of the file, because HDF5
// lets none begin within a page that another one ends in.

#include "record/hdf5/hdf5_rows.h"

#include "base/error.h"
#include "base/file.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

enum
{
    CHUNK_BYTES = 65536, // about, at most: long runs shall not get lost in small pieces
    CHUNK_ROWS = 1024,   // at most
    CHUNKS = 64,         // at least, that the room is cut into
};

double room_on_disk(const char *path, hid_t file)
{
    struct statvfs disk;
    struct stat about;
    struct rlimit limit;
    double room = statvfs(path, &disk) == 0 ? (double)disk.f_bavail * (double)disk.f_frsize : INFINITY;
    if (stat(path, &about) != 0) return room;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        room = fmin(room, (double)limit.rlim_cur - (double)about.st_size);
    hsize_t given = 0; // by HDF5, to what is not written yet
    if (file >= 0 && H5Fget_filesize(file, &given) >= 0 && (double)given > (double)about.st_size)
        room -= (double)given - (double)about.st_size;
    return room;
}

void room_plan_chunks(record_file *f, double room)
{
    double pages = fmax(1.0, floor(fmin(CHUNK_BYTES, room / CHUNKS) / ROOM_PAGE));
    for (int t = 0; t < TABLE_COUNT; t++)
    {
        hsize_t width = f->width[t] > 0 ? f->width[t] : 1;
        hsize_t rows = (hsize_t)(pages * ROOM_PAGE) / (table_sizes[t] * width);
        f->chunk[t] = rows < 1 ? 1 : rows > CHUNK_ROWS ? CHUNK_ROWS : rows;
    }
}

double room_of_rows(const record_file *f, const size_t rows[TABLE_COUNT])
{
    const double INDEX = 1.0 / 16.0; // of what it refers to; much less where chunks are long
    double bytes = 0.0;
    for (int t = 0; t < TABLE_COUNT; t++)
    {
        if (f->width[t] == 0) continue;
        hsize_t chunk = f->chunk[t], begun = (f->count[t] + chunk - 1) / chunk;
        hsize_t wanted = (f->count[t] + rows[t] + chunk - 1) / chunk;
        double pages = ceil((double)chunk * (double)table_sizes[t] * (double)f->width[t] / ROOM_PAGE);
        bytes += (double)(wanted - begun) * pages * ROOM_PAGE;
    }
    return bytes > 0.0 ? (1.0 + INDEX) * bytes + ROOM_SPARE : 0.0;
}

hf_status room_error(const char *path, const char *what, double wanted, double room, hf_error *error)
{
    return file_error(
        error, HF_STATUS_FILE, path,
        "the recording cannot be written: there is no room on the disk (%s needs %.0f kB, %.0f kB are free)", what,
        ceil(wanted / 1024.0), floor(fmax(room, 0.0) / 1024.0));
}
