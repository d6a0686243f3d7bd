// Tables of measurements: what their columns are, and that their rows make sense.

#include "world/identify/identify.h"

#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int measured_find(const hf_measurements *m, column_kind kind, int index, int part)
{
    for (int c = 0; c < m->column_count; c++)
        if (m->columns[c].kind == kind && m->columns[c].index == index && m->columns[c].part == part) return c;
    return -1;
}

double measured_value(const hf_measurements *m, int row, int column)
{
    return m->values[(size_t)row * (size_t)m->column_count + (size_t)column];
}

// ---- columns ----

/// "cube.x", "cube.qw": a body and which of its numbers.
static bool is_pose(const hf_model *model, const char *name, measured_column *column)
{
    static const char *const parts[7] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
    const char *dot = strrchr(name, '.');
    if (!dot) return false;
    int part = 0;
    while (part < 7 && strcmp(dot + 1, parts[part]) != 0) part++;
    if (part == 7) return false;
    size_t length = (size_t)(dot - name);
    for (int b = 1; b < model->body_count; b++)
    {
        const char *own = model->bodies[b].name;
        char made[32];
        snprintf(made, sizeof made, "body%d", b);
        if (!own || !*own) own = made;
        if (strlen(own) != length || strncmp(own, name, length) != 0) continue;
        column->kind = part < 3 ? COLUMN_POSITION : COLUMN_TURN;
        column->index = b;
        column->part = part < 3 ? part : part - 3;
        return true;
    }
    return false;
}

static bool is_signal(const hf_model *model, const char *name, measured_column *column)
{
    char own[256];
    for (int k = 0; k < hf_model_signal_count(model); k++)
    {
        hf_model_signal_name(model, k, own, sizeof own);
        if (strcmp(own, name) != 0) continue;
        hf_signal signal = hf_model_signal(model, k);
        column->kind = signal.kind == HF_SIGNAL_CONTROL ? COLUMN_CONTROL : COLUMN_SIGNAL;
        column->index = signal.kind == HF_SIGNAL_CONTROL ? signal.index : k;
        column->part = 0;
        return true;
    }
    return false;
}

static hf_status find_column(hf_measurements *m, int c, hf_error *error)
{
    measured_column *column = &m->columns[c];
    if (strcmp(column->name, "time") == 0)
    {
        column->kind = COLUMN_TIME;
        m->time = c;
    }
    else if (strcmp(column->name, "run") == 0)
    {
        column->kind = COLUMN_RUN;
        m->run = c;
    }
    else if (!is_signal(m->model, column->name, column) && !is_pose(m->model, column->name, column))
        return error_set(error, HF_STATUS_INVALID,
                         "measurements: column %d, '%s', is neither a pose nor a signal of this model; take it out, or "
                         "name it as recordings do: 'joint.q', 'sensor.x', 'body.z', 'body.qw'",
                         c, column->name);
    for (int k = 0; k < c; k++)
        if (strcmp(m->columns[k].name, column->name) == 0)
            return error_set(error, HF_STATUS_INVALID, "measurements: two columns are called '%s'; take one out",
                             column->name);
    return HF_STATUS_OK;
}

static hf_status check_columns(const hf_measurements *m, hf_error *error)
{
    if (m->time < 0) return error_set(error, HF_STATUS_INVALID, "measurements: there is no column 'time'; add it");
    int measured = 0;
    for (int c = 0; c < m->column_count; c++)
    {
        const measured_column *column = &m->columns[c];
        measured += column->kind == COLUMN_SIGNAL || column->kind == COLUMN_POSITION || column->kind == COLUMN_TURN;
        if (column->kind != COLUMN_TURN) continue;
        for (int part = 0; part < 4; part++)
            if (measured_find(m, COLUMN_TURN, column->index, part) < 0)
                return error_set(error, HF_STATUS_INVALID,
                                 "measurements: '%s' is one of four: a turn needs all of qw, qx, qy and qz",
                                 column->name);
    }
    if (measured > 0) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "measurements: no column is measured; add poses or signals");
}

// ---- rows ----

/// Times rise within a run; a run begins where its number changes.
static hf_status find_runs(hf_measurements *m, hf_error *error)
{
    m->run_begin = MEMORY_ARRAY(int, (size_t)m->row_count + 1);
    if (!m->run_begin) return error_no_memory(error);
    for (int r = 0; r < m->row_count; r++)
    {
        double time = measured_value(m, r, m->time), last = r > 0 ? measured_value(m, r - 1, m->time) : -INFINITY;
        bool begins = r == 0 || (m->run >= 0 && measured_value(m, r, m->run) != measured_value(m, r - 1, m->run));
        if (!isfinite(time))
            return error_set(error, HF_STATUS_INVALID, "measurements: row %d: the time is not finite", r);
        if (m->run >= 0 && !isfinite(measured_value(m, r, m->run)))
            return error_set(error, HF_STATUS_INVALID, "measurements: row %d: the run is not finite", r);
        if (begins) m->run_begin[m->run_count++] = r;
        else if (!(time > last))
            return error_set(error, HF_STATUS_INVALID,
                             "measurements: row %d: time goes from %g to %g; it must rise, or a column 'run' must say "
                             "that another recording begins",
                             r, last, time);
    }
    m->run_begin[m->run_count] = m->row_count;
    return HF_STATUS_OK;
}

static hf_status check_values(const hf_measurements *m, hf_error *error)
{
    for (int r = 0; r < m->row_count; r++)
        for (int c = 0; c < m->column_count; c++)
        {
            double value = measured_value(m, r, c);
            bool missing = isnan(value) && m->columns[c].kind != COLUMN_CONTROL;
            if (isfinite(value) || missing) continue;
            return error_set(error, HF_STATUS_INVALID, "measurements: row %d, column '%s': %g is no number to fit", r,
                             m->columns[c].name, value);
        }
    return HF_STATUS_OK;
}

hf_status hf_measurements_create(const hf_model *model, int column_count, const char *const *names, int row_count,
                                 const double *values, hf_measurements **result, hf_error *error)
{
    *result = NULL;
    if (column_count < 1 || row_count < 2)
        return error_set(error, HF_STATUS_INVALID,
                         "measurements: %d columns and %d rows: time and something measured are needed, in two rows at "
                         "least",
                         column_count, row_count);
    hf_measurements *m = MEMORY_ARRAY(hf_measurements, 1);
    if (!m) return error_no_memory(error);
    *m = (hf_measurements){.model = model, .column_count = column_count, .row_count = row_count, .time = -1, .run = -1};
    m->columns = MEMORY_ARRAY(measured_column, (size_t)column_count);
    m->values = memory_copy(values, (size_t)row_count * (size_t)column_count, sizeof *values);
    hf_status status = m->columns && m->values ? HF_STATUS_OK : error_no_memory(error);
    for (int c = 0; c < column_count && status == HF_STATUS_OK; c++)
    {
        m->columns[c].name = memory_copy(names[c], strlen(names[c]) + 1, 1);
        status = m->columns[c].name ? find_column(m, c, error) : error_no_memory(error);
    }
    if (status == HF_STATUS_OK) status = check_columns(m, error);
    if (status == HF_STATUS_OK) status = check_values(m, error);
    if (status == HF_STATUS_OK) status = find_runs(m, error);
    if (status == HF_STATUS_OK) *result = m;
    else hf_measurements_destroy(m);
    return status;
}

void hf_measurements_destroy(hf_measurements *m)
{
    if (!m) return;
    for (int c = 0; c < m->column_count && m->columns; c++) free(m->columns[c].name);
    free(m->columns);
    free(m->values);
    free(m->run_begin);
    free(m);
}

int hf_measurements_row_count(const hf_measurements *m)
{
    return m->row_count;
}

int hf_measurements_column_count(const hf_measurements *m)
{
    return m->column_count;
}

const char *hf_measurements_name(const hf_measurements *m, int column)
{
    return column >= 0 && column < m->column_count ? m->columns[column].name : NULL;
}

const double *hf_measurements_values(const hf_measurements *m)
{
    return m->values;
}

// ---- CSV ----

/// The text up to a comma or the end of the line, without blanks around it; *text ◄ what follows, NULL at the end.
static char *cut(char **text)
{
    char *word = *text, *end = strchr(word, ',');
    *text = end ? end + 1 : NULL;
    if (!end) end = word + strlen(word);
    *end = 0;
    while (*word == ' ' || *word == '\t') word++;
    while (end > word && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) *--end = 0;
    return word;
}

static char *next_line(char **rest)
{
    while (*rest)
    {
        char *line = *rest, *end = strchr(line, '\n');
        *rest = end ? end + 1 : NULL;
        if (end) *end = 0;
        if (line[strspn(line, " \t\r")] != 0 && line[0] != '#') return line;
    }
    return NULL;
}

static int count_lines(const char *text)
{
    int lines = 1;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static hf_status read_row(const char *path, char *line, int row, int columns, double *to, hf_error *error)
{
    int c = 0;
    for (char *rest = line; rest; c++)
    {
        char *word = cut(&rest), *end;
        if (c >= columns) continue;
        to[c] = *word ? strtod(word, &end) : NAN;
        if (*word && (end == word || *end))
            return file_error(error, HF_STATUS_FORMAT, path, "row %d, column %d: '%s' is no number", row, c, word);
    }
    if (c == columns) return HF_STATUS_OK;
    return file_error(error, HF_STATUS_FORMAT, path, "row %d has %d numbers, and the head names %d", row, c, columns);
}

static hf_status read_table(const char *path, const hf_model *model, hf_workspace *arena, hf_measurements **m,
                            hf_error *error)
{
    char *text;
    size_t size;
    TRY(file_read(path, arena, &text, &size, error));
    if (strlen(text) != size) return file_error(error, HF_STATUS_FORMAT, path, "is no text: it has a zero byte");
    int lines = count_lines(text), columns = 0, rows = 0;
    char *head = next_line(&text);
    if (!head) return file_error(error, HF_STATUS_FORMAT, path, "is empty: names of columns, then a row a line");
    size_t room = 1;
    for (const char *c = head; *c; c++) room += *c == ',';
    const char **names = ARENA_ARRAY(arena, const char *, room);
    double *values = ARENA_ARRAY(arena, double, room *(size_t)lines);
    if (!names || !values) return error_no_memory(error);
    for (char *rest = head; rest;) names[columns++] = cut(&rest);
    for (char *line; (line = next_line(&text)); rows++)
        TRY(read_row(path, line, rows, columns, values + (size_t)rows * (size_t)columns, error));
    hf_error inner = {0};
    hf_status status = hf_measurements_create(model, columns, names, rows, values, m, &inner);
    if (status == HF_STATUS_OK) return status;
    return file_error(error, status, path, "%.300s", inner.message);
}

hf_status hf_measurements_read(const char *path, const hf_model *model, hf_measurements **m, hf_error *error)
{
    hf_workspace *arena = NULL;
    *m = NULL;
    TRY(hf_workspace_create(&arena, error));
    c_locale locale = c_locale_enter();
    hf_status status = read_table(path, model, arena, m, error);
    c_locale_leave(&locale);
    hf_workspace_destroy(arena);
    return status;
}
