// Controls over time, from a table in a CSV file:
//
//     time, shoulder, "elbow"
//     0, 25, 0
//     0.5, 0, -3
//
// A row holds until the next one. Blanks and quotes around a word, and empty lines, mean nothing. The file is read
// whole, then cut in place.

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"
#include "holdfast/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct hf_controls
{
    hf_workspace *arena; // holds all that follows, and the text
    int column_count;
    int *actuator; // of each column
    size_t row_count;
    double *time;   // ascending [s]
    double *values; // row by row
    bool straight;  // from row to row
};

typedef struct reader
{
    const char *path;
    char *rest; // what has not been read; NULL at the end
    long line;  // of the one that was read last, from 1
    hf_controls *controls;
    hf_error *error;
} reader;

/// Cuts the text before the first `end`, and moves it behind that; NULL where there is no more.
static char *cut(char **rest, char end)
{
    char *piece = *rest, *found = piece ? strchr(piece, end) : NULL;
    if (found) *found = 0;
    *rest = found ? found + 1 : NULL;
    return piece;
}

/// The word between blanks and quotes.
static char *trim(char *word)
{
    word += strspn(word, " \t\r\"");
    size_t length = strlen(word);
    while (length > 0 && strchr(" \t\r\"", word[length - 1])) word[--length] = 0;
    return word;
}

/// The next line that is not empty, or NULL.
static char *next_line(reader *in)
{
    char *line;
    do {
        line = cut(&in->rest, '\n');
        in->line++;
    } while (line && !line[strspn(line, " \t\r")]);
    return line;
}

static size_t count_of(const char *text, char sign)
{
    size_t count = 0;
    for (; *text; text++) count += *text == sign;
    return count;
}

static hf_status take_column(reader *in, const hf_model *model, const char *name)
{
    hf_controls *controls = in->controls;
    int actuator = hf_model_find(model, HF_ITEM_ACTUATOR, name);
    if (actuator < 0)
        return error_set(in->error, HF_STATUS_INVALID, "%s:%ld: there is no actuator '%s'; holdfast info lists them",
                         in->path, in->line, name);
    for (int c = 0; c < controls->column_count; c++)
        if (controls->actuator[c] == actuator)
            return error_set(in->error, HF_STATUS_INVALID, "%s:%ld: actuator '%s' has two columns", in->path, in->line,
                             name);
    controls->actuator[controls->column_count++] = actuator;
    return HF_STATUS_OK;
}

static hf_status read_head(reader *in, const hf_model *model)
{
    char *rest = next_line(in);
    if (!rest)
        return error_set(in->error, HF_STATUS_FORMAT, "%s: is empty: a head (time and names of actuators), then rows",
                         in->path);
    in->controls->actuator = ARENA_ARRAY(in->controls->arena, int, count_of(rest, ',') + 1);
    if (!in->controls->actuator) return error_no_memory(in->error);
    const char *first = trim(cut(&rest, ','));
    if (strcmp(first, "time") != 0)
        return error_set(in->error, HF_STATUS_FORMAT, "%s:%ld: the first column is called time, not '%s'", in->path,
                         in->line, first);
    if (!rest)
        return error_set(in->error, HF_STATUS_FORMAT, "%s:%ld: there are no columns beside time; name the actuators",
                         in->path, in->line);
    while (rest) TRY(take_column(in, model, trim(cut(&rest, ','))));
    return HF_STATUS_OK;
}

static hf_status read_row(reader *in, char *rest)
{
    hf_controls *controls = in->controls;
    double *time = controls->time + controls->row_count;
    double *row = controls->values + controls->row_count * (size_t)controls->column_count;
    size_t given = count_of(rest, ',') + 1;
    if (given != (size_t)controls->column_count + 1)
        return error_set(in->error, HF_STATUS_FORMAT, "%s:%ld: %zu numbers, the head names %d columns", in->path,
                         in->line, given, controls->column_count + 1);
    for (int c = -1; c < controls->column_count; c++)
    {
        char *word = trim(cut(&rest, ',')), *end;
        double value = strtod(word, &end);
        if (end == word || *end || !isfinite(value))
            return error_set(in->error, HF_STATUS_FORMAT, "%s:%ld: '%s' is no number", in->path, in->line, word);
        *(c < 0 ? time : &row[c]) = value;
    }
    if (controls->row_count > 0 && time[0] < time[-1])
        return error_set(in->error, HF_STATUS_INVALID, "%s:%ld: time goes back from %g to %g", in->path, in->line,
                         time[-1], time[0]);
    controls->row_count++;
    return HF_STATUS_OK;
}

static hf_status read_table(reader *in, const hf_model *model)
{
    hf_controls *controls = in->controls;
    size_t size = 0;
    hf_status status = file_read(in->path, controls->arena, &in->rest, &size, in->error);
    if (status != HF_STATUS_OK) return status;
    if (strlen(in->rest) != size)
        return error_set(in->error, HF_STATUS_FORMAT, "%s: is no text: there is a zero byte at %zu", in->path,
                         strlen(in->rest));
    size_t lines = count_of(in->rest, '\n') + 1;
    status = read_head(in, model);
    if (status != HF_STATUS_OK) return status;
    controls->time = ARENA_ARRAY(controls->arena, double, lines);
    controls->values = ARENA_ARRAY(controls->arena, double, lines *(size_t)controls->column_count);
    if (!controls->time || !controls->values) return error_no_memory(in->error);
    for (char *line; status == HF_STATUS_OK && (line = next_line(in));) status = read_row(in, line);
    if (status == HF_STATUS_OK && controls->row_count == 0)
        status = error_set(in->error, HF_STATUS_FORMAT,
                           "%s: has no rows: a head (time and names of actuators), then numbers", in->path);
    return status;
}

hf_status hf_controls_read(const char *path, const hf_model *model, hf_controls **controls, hf_error *error)
{
    *controls = NULL;
    hf_controls *made = MEMORY_ARRAY(hf_controls, 1);
    if (!made) return error_no_memory(error);
    hf_status status = hf_workspace_create(&made->arena, error);
    if (status == HF_STATUS_OK)
    {
        c_locale locale = c_locale_enter();
        status = read_table(&(reader){.path = path, .controls = made, .error = error}, model);
        c_locale_leave(&locale);
    }
    if (status == HF_STATUS_OK) *controls = made;
    else hf_controls_destroy(made);
    return status;
}

void hf_controls_destroy(hf_controls *controls)
{
    if (!controls) return;
    hf_workspace_destroy(controls->arena);
    free(controls);
}

void hf_controls_interpolate(hf_controls *controls, bool straight)
{
    controls->straight = straight;
}

hf_status hf_controls_apply(const hf_controls *controls, hf_world *world, hf_error *error)
{
    static const double relative_slack = 1e-9; // a time that is a sum of steps may fall short of the row's
    double now = hf_world_time(world);
    now += relative_slack * fmax(1.0, fabs(now));
    size_t low = 0, high = controls->row_count; // rows before `low` have begun, those from `high` on have not
    while (low < high)
    {
        size_t middle = low + (high - low) / 2;
        if (controls->time[middle] <= now) low = middle + 1;
        else high = middle;
    }
    if (low == 0) return HF_STATUS_OK;
    const double *row = controls->values + (low - 1) * (size_t)controls->column_count, *next = row;
    double part = 0; // of the way to the next row
    if (controls->straight && low < controls->row_count)
    {
        const double *time = &controls->time[low - 1];
        next = row + controls->column_count;
        part = fmax(0, fmin(1, (hf_world_time(world) - time[0]) / (time[1] - time[0])));
    }
    for (int c = 0; c < controls->column_count; c++)
        TRY(hf_world_set_control(world, controls->actuator[c], row[c] + part * (next[c] - row[c]), error));
    return HF_STATUS_OK;
}
