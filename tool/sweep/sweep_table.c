#include "sweep_table.h"

#include "console.h"
#include "output.h"
#include "system.h"

#include "holdfast/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- reading rows ----

/// A line without its end; false at the end of the file, or where the last line has none: it was being written when the
/// sweep was killed.
static bool next_line(FILE *file, char **line, size_t *size)
{
    size_t length = system_read_line(file, line, size);
    if (length == 0 || (*line)[length - 1] != '\n') return false;
    (*line)[length - 1] = 0;
    return true;
}

/// The number of a row's run; -1 if it is no row of this sweep.
static int64_t run_of(const sweep_table *table, const char *row)
{
    char *end, prefix[SWEEP_PREFIX_SIZE];
    long long run = strtoll(row, &end, 10);
    if (end == row || *end != ',' || run < 0 || run >= table->run_count) return -1;
    sweep_prefix(table->job, run, prefix, sizeof prefix);
    size_t length = strlen(prefix);
    return strncmp(row, prefix, length) == 0 && row[length] == ',' ? (int64_t)run : -1;
}

static bool say_other(const char *path, const char *why)
{
    tool_error("%s holds the results of another sweep (%s); choose another --out, or remove it", path, why);
    return false;
}

/// What is in OUT.part; leaves the file behind its last whole row.
static bool read_part(sweep_table *table)
{
    char *line = NULL;
    size_t size = 0;
    bool good = next_line(table->file, &line, &size) && strcmp(line, table->head) == 0;
    if (!good) say_other(table->part, "its columns differ");
    int64_t whole = good ? (int64_t)ftello(table->file) : 0;
    while (good && next_line(table->file, &line, &size))
    {
        int64_t run = run_of(table, line);
        if (run < 0) good = say_other(table->part, "a row is no row of it");
        if (run >= 0 && table->place[run] < 0) table->done_count++, table->place[run] = whole;
        whole = (int64_t)ftello(table->file);
    }
    free(line);
    if (!good) return false;
    if (ftruncate(fileno(table->file), (off_t)whole) == 0 && fseeko(table->file, 0, SEEK_END) == 0) return true;
    tool_error("%s: %s", table->part, strerror(errno));
    return false;
}

/// The rows of a table that a sweep has written. Rows that are there already stay.
static bool read_table(sweep_table *table, const char *path, FILE *file)
{
    char *line = NULL;
    size_t size = 0;
    bool good = next_line(file, &line, &size) && strcmp(line, table->head) == 0;
    if (!good) say_other(path, "its columns differ");
    while (good && next_line(file, &line, &size))
    {
        int64_t run = run_of(table, line);
        if (run < 0) good = say_other(path, "a row is no row of it");
        else if (table->place[run] < 0) good = sweep_table_add(table, run, line);
    }
    free(line);
    return good;
}

// ---- columns in HDF5 ----

bool sweep_is_hdf5(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".h5") == 0 || strcmp(dot, ".hdf5") == 0);
}

/// Whether this build knows the form that a table is to have, before any work is done.
static bool can_keep(const char *path)
{
    hf_error error;
    if (!sweep_is_hdf5(path) || hf_table_unpack("", "", &error) != HF_STATUS_UNSUPPORTED) return true;
    tool_error("--out %s: %s", path, error.message);
    return false;
}

FILE *sweep_table_lines(const char *path)
{
    if (!sweep_is_hdf5(path) || access(path, F_OK) != 0) return fopen(path, "rb");
    hf_error error;
    char *lines = tool_text("%s.lines", path);
    bool unpacked = hf_table_unpack(path, lines, &error) == HF_STATUS_OK;
    FILE *file = unpacked ? fopen(lines, "rb") : NULL;
    int trouble = unpacked ? errno : 0;
    if (!unpacked) tool_error("%s", error.message);
    unlink(lines); // it stays as long as it is open
    free(lines);
    errno = trouble;
    return file;
}

// ---- beginning ----

static bool begin_part(sweep_table *table)
{
    table->file = fopen(table->part, "wb+");
    if (table->file && fprintf(table->file, "%s\n", table->head) > 0 && fflush(table->file) == 0) return true;
    tool_error("cannot write %s: %s", table->part, strerror(errno));
    return false;
}

bool sweep_table_begin(sweep_table *table, const sweep_job *job, const char *path)
{
    *table = (sweep_table){.job = job, .path = path, .run_count = job->plan->run_count};
    table->part = tool_text("%s.part", path);
    table->head = sweep_head(job);
    table->place = tool_allocate((size_t)table->run_count, sizeof *table->place);
    for (int64_t k = 0; k < table->run_count; k++) table->place[k] = -1;
    struct stat status;
    if (!can_keep(path)) return false;
    if (stat(table->part, &status) == 0 && !S_ISREG(status.st_mode))
    {
        tool_error("%s: is no file; choose another --out", table->part);
        return false;
    }
    if (!file_claim_begin(&table->claim, table->part)) return false;
    table->file = fopen(table->part, "rb+");
    if (table->file) return read_part(table);
    FILE *before = sweep_table_lines(path);
    if (!before && errno == 0) return false;
    bool good = begin_part(table);
    if (good && before) good = read_table(table, path, before);
    if (before) fclose(before);
    if (!good && table->file) unlink(table->part);
    return good;
}

bool sweep_table_merge(sweep_table *table, const char *path)
{
    FILE *file = sweep_table_lines(path);
    if (!file)
    {
        if (errno != 0) tool_error("--merge %s: %s", path, strerror(errno));
        return false;
    }
    bool good = read_table(table, path, file);
    fclose(file);
    return good;
}

// ---- writing ----

bool sweep_table_add(sweep_table *table, int64_t run, const char *row)
{
    int64_t place = (int64_t)ftello(table->file);
    if (fprintf(table->file, "%s\n", row) < 0 || fflush(table->file) != 0)
    {
        tool_error("cannot write %s: %s; what was done is kept, and the same command goes on from there", table->part,
                   strerror(errno));
        return false;
    }
    if (table->place[run] < 0) table->done_count++;
    table->place[run] = place;
    return true;
}

static bool copy_rows(sweep_table *table, FILE *out)
{
    char *line = NULL;
    size_t size = 0;
    bool good = fprintf(out, "%s\n", table->head) > 0;
    for (int64_t run = 0; run < table->run_count && good; run++)
    {
        if (table->place[run] < 0) continue;
        good = fseeko(table->file, (off_t)table->place[run], SEEK_SET) == 0 && next_line(table->file, &line, &size) &&
               fprintf(out, "%s\n", line) > 0;
    }
    free(line);
    if (!good) tool_error("cannot write %s: %s", table->path, strerror(errno));
    return good;
}

/// The lines in order, as columns.
static bool pack(sweep_table *table)
{
    hf_error error;
    char *lines = tool_text("%s.lines", table->path);
    FILE *out = fopen(lines, "wb");
    bool good = out && copy_rows(table, out);
    if (!out) tool_error("cannot write %s: %s", lines, strerror(errno));
    if (out && fclose(out) != 0 && good)
    {
        tool_error("cannot write %s: %s", lines, strerror(errno));
        good = false;
    }
    if (good && hf_table_pack(lines, table->path, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        good = false;
    }
    unlink(lines);
    free(lines);
    if (good) unlink(table->part);
    return good;
}

bool sweep_table_finish(sweep_table *table)
{
    output_file output = {0};
    if (sweep_is_hdf5(table->path)) return pack(table);
    bool good = output_begin(&output, table->path);
    FILE *out = good ? output_open(&output) : NULL;
    good = out && copy_rows(table, out);
    if (good) good = output_commit(&output, out);
    else if (out) fclose(out);
    output_drop(&output);
    if (good) unlink(table->part);
    return good;
}

void sweep_table_close(sweep_table *table)
{
    if (table->file) fclose(table->file);
    file_claim_end(&table->claim);
    free(table->part);
    free(table->head);
    free(table->place);
    *table = (sweep_table){0};
}
