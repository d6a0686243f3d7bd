// The motion of a body as a table in a CSV file:
//
//     time, x, y, z, qw, qx, qy, qz
//     0, 0, 0, 1.6, 1, 0, 0, 0
//     0.25, 0.05, 0, 1.6, 0.9962, 0, 0, 0.0872
//
// Columns stand in any order; those of the quaternion may be left out, all four of them. Blanks and quotes around a
// word, and empty lines, mean nothing.

#include "scene/motion/motion_keys.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "scene/motion/table.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COLUMNS = 8,
    NEEDED = 4 // time, x, y, z
};

static const char *const column_names[COLUMNS] = {"time", "x", "y", "z", "qw", "qx", "qy", "qz"};

typedef struct reader
{
    const char *path;
    table_text text;
    int column_count;
    int meaning[COLUMNS]; // of each column
    hf_error *error;
} reader;

static hf_status fail(const reader *in, const char *what, const char *word)
{
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "line %ld: %s%s%s%s", in->text.line, what,
                      word ? " '" : "", word ? word : "", word ? "'" : "");
}

static hf_status read_head(reader *in)
{
    char *rest = table_line(&in->text);
    bool seen[COLUMNS] = {false};
    if (!rest) return fail(in, "the table is empty: a head (time, x, y, z, qw, qx, qy, qz), then rows", NULL);
    while (rest)
    {
        const char *word = table_trim(table_cut(&rest, ','));
        int k = 0;
        while (k < COLUMNS && strcmp(word, column_names[k]) != 0) k++;
        if (k == COLUMNS) return fail(in, "columns are called time, x, y, z, qw, qx, qy, qz, not", word);
        if (seen[k]) return fail(in, "there are two columns", word);
        seen[k] = true;
        in->meaning[in->column_count++] = k;
    }
    bool whole = in->column_count == COLUMNS || in->column_count == NEEDED;
    for (int k = 0; k < in->column_count && whole; k++) whole = seen[k];
    return whole ? HF_STATUS_OK
                 : fail(in, "columns time, x, y and z are needed, and all or none of qw, qx, qy, qz", NULL);
}

static hf_status read_row(const reader *in, char *rest, double row[COLUMNS])
{
    int count = 0;
    while (rest)
    {
        char *word = table_trim(table_cut(&rest, ',')), *end;
        double value = strtod(word, &end);
        if (count == in->column_count) return fail(in, "more numbers than columns", NULL);
        if (end == word || *end || !isfinite(value)) return fail(in, "no number:", word);
        row[in->meaning[count++]] = value;
    }
    return count == in->column_count ? HF_STATUS_OK : fail(in, "fewer numbers than columns", NULL);
}

static hf_status read_rows(reader *in, hf_motion_keys *keys)
{
    for (char *line; (line = table_line(&in->text));)
    {
        double row[COLUMNS];
        hf_status status = read_row(in, line, row);
        if (status != HF_STATUS_OK) return status;
        if (keys->count > 0 && !(row[0] > keys->times[keys->count - 1]))
            return file_error(in->error, HF_STATUS_INVALID, in->path,
                              "line %ld: the time %g is not after %g: nothing jumps; leave time for the way",
                              in->text.line, row[0], keys->times[keys->count - 1]);
        keys->times[keys->count] = row[0];
        for (int k = 0; k < 3; k++) keys->positions[3 * keys->count + k] = row[1 + k];
        for (int k = 0; keys->orientations && k < 4; k++) keys->orientations[4 * keys->count + k] = row[4 + k];
        keys->count++;
    }
    return keys->count > 0 ? HF_STATUS_OK : fail(in, "the table has no rows", NULL);
}

hf_status motion_read_csv(const char *path, hf_motion_keys *keys, hf_error *error)
{
    reader in = {.path = path, .error = error};
    size_t size = 0, lines = 1;
    hf_status status = file_read(path, keys->arena, &in.text.rest, &size, error);
    if (status != HF_STATUS_OK) return status;
    if (strlen(in.text.rest) != size)
        return file_error(error, HF_STATUS_FORMAT, path, "is no text: there is a zero byte at %zu",
                          strlen(in.text.rest));
    for (const char *s = in.text.rest; *s; s++) lines += *s == '\n';
    if (lines > INT_MAX / COLUMNS) return file_error(error, HF_STATUS_FORMAT, path, "has too many lines");
    status = read_head(&in);
    if (status != HF_STATUS_OK) return status;
    keys->times = ARENA_ARRAY(keys->arena, double, lines);
    keys->positions = ARENA_ARRAY(keys->arena, double, 3 * lines);
    keys->orientations = in.column_count == COLUMNS ? ARENA_ARRAY(keys->arena, double, 4 * lines) : NULL;
    if (!keys->times || !keys->positions || (in.column_count == COLUMNS && !keys->orientations))
        return error_no_memory(error);
    return read_rows(&in, keys);
}
