// Curves as a table:
//
//     strand, x, y, z, radius
//     1, 0, 0, 0.2, 4e-5
//     1, 0, 0, 0.1, 4e-5
//     2, 0.01, 0, 0.2
//
// The head is optional, and so is the radius of any row. Rows of a strand follow one another; a number of a strand that
// comes back later is an error, because the file was probably sorted by something else. Empty lines and lines that
// begin with # mean nothing.

#include "scene/curves/curves.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COLUMNS = 5, // strand x y z radius
};
static const char *const column_names[COLUMNS] = {"strand", "x", "y", "z", "radius"};

typedef struct csv_reader
{
    curve_sink *sink;
    const char *rest;
    long line;
} csv_reader;

static const char *skip(const char *s)
{
    return s + strspn(s, " \t");
}

static bool ends(const char *s)
{
    return *s == 0 || *s == '\n' || (s[0] == '\r' && (s[1] == '\n' || s[1] == 0));
}

/// The next line that has something; NULL at the end.
static const char *next_line(csv_reader *in)
{
    while (*in->rest)
    {
        const char *s = skip(in->rest), *end = strchr(in->rest, '\n');
        in->rest = end ? end + 1 : s + strlen(s);
        in->line++;
        if (!ends(s) && *s != '#') return s;
    }
    return NULL;
}

static hf_status bad_line(const csv_reader *in, const char *what)
{
    return file_error(in->sink->error, HF_STATUS_FORMAT, in->sink->path, "line %ld: %s", in->line, what);
}

/// Numbers of a row; *count is how many there are, 4 or 5.
static hf_status read_row(const csv_reader *in, const char *s, double values[COLUMNS], int *count)
{
    for (*count = 0; *count < COLUMNS;)
    {
        char *end;
        s = skip(s);
        if (ends(s)) return bad_line(in, "a number is missing: strand, x, y, z and perhaps radius");
        values[*count] = strtod(s, &end);
        if (end == s)
            return file_error(in->sink->error, HF_STATUS_FORMAT, in->sink->path, "line %ld: column %s is no number",
                              in->line, column_names[*count]);
        ++*count;
        s = skip(end);
        if (ends(s)) break;
        if (*s != ',' && *s != ';') return bad_line(in, "a comma is missing between two numbers");
        s++;
        if (*count == COLUMNS - 1 && ends(skip(s))) return HF_STATUS_OK; // an empty radius
    }
    if (!ends(s)) return bad_line(in, "there are more than five columns: strand, x, y, z, radius");
    if (*count < COLUMNS - 1) return bad_line(in, "a row has strand, x, y, z and perhaps radius");
    if (!(fabs(values[0]) < 0x1p53) || values[0] != floor(values[0]))
        return bad_line(in, "column strand is no whole number");
    return HF_STATUS_OK;
}

/// Whether the line is a head; one with other names is an error.
static hf_status read_head(const csv_reader *in, const char *s, bool *head)
{
    *head = strchr("+-.0123456789", *s) == NULL;
    for (int c = 0; *head && c < COLUMNS; c++)
    {
        s += strspn(s, " \t\"");
        size_t length = strlen(column_names[c]);
        bool same = strncmp(s, column_names[c], length) == 0 && strchr(" \t\",;\r\n", s[length]) != NULL;
        if (!same) return bad_line(in, "the head is strand,x,y,z or strand,x,y,z,radius");
        s += length;
        s += strspn(s, " \t\"");
        if (c >= 3 && ends(s)) break;
        if (*s == ',' || *s == ';') s++;
    }
    return HF_STATUS_OK;
}

static int compare_numbers(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

/// The numbers of the strands in the order of the file; none may come twice.
static hf_status check_numbers(const csv_reader *in, double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (size_t k = 1; k < count; k++)
        if (numbers[k] == numbers[k - 1])
            return file_error(in->sink->error, HF_STATUS_FORMAT, in->sink->path,
                              "strand %.0f comes twice: rows of a strand must follow one another; sort them by strand",
                              numbers[k]);
    return HF_STATUS_OK;
}

/// First pass: the strands, and whether every row makes sense.
static hf_status count_strands(csv_reader in, double *numbers, size_t *strands)
{
    hf_status status = HF_STATUS_OK;
    double values[COLUMNS];
    int count;
    bool first = true;
    for (const char *s; status == HF_STATUS_OK && (s = next_line(&in)); first = false)
    {
        bool head = false;
        if (first) status = read_head(&in, s, &head);
        if (status != HF_STATUS_OK || head) continue;
        status = read_row(&in, s, values, &count);
        in.sink->curves->info.file_points++;
        if (status == HF_STATUS_OK && (*strands == 0 || numbers[*strands - 1] != values[0]))
            numbers[(*strands)++] = values[0];
    }
    return status == HF_STATUS_OK ? check_numbers(&in, numbers, *strands) : status;
}

static hf_status take_rows(csv_reader in)
{
    hf_status status = HF_STATUS_OK;
    double values[COLUMNS], strand = NAN;
    bool first = true, begun = false, wanted = false;
    int count;
    for (const char *s; status == HF_STATUS_OK && (s = next_line(&in)); first = false)
    {
        bool head = false;
        if (first) status = read_head(&in, s, &head);
        if (status != HF_STATUS_OK || head) continue;
        status = read_row(&in, s, values, &count);
        if (status == HF_STATUS_OK && values[0] != strand)
        {
            if (begun) status = curve_sink_end(in.sink);
            if (status == HF_STATUS_OK) status = curve_sink_strand(in.sink, &wanted);
            begun = true;
            strand = values[0];
        }
        if (status == HF_STATUS_OK && wanted)
            status = curve_sink_point(in.sink, values + 1, count == COLUMNS ? values[4] : 0.0, in.line);
    }
    return status == HF_STATUS_OK && begun ? curve_sink_end(in.sink) : status;
}

hf_status curves_read_csv(curve_sink *sink, const char *bytes, size_t size, hf_workspace *arena)
{
    csv_reader in = {.sink = sink, .rest = bytes};
    size_t rows = 1, strands = 0;
    for (size_t k = 0; k < size; k++) rows += bytes[k] == '\n';
    double *numbers = ARENA_ARRAY(arena, double, rows);
    if (!numbers) return error_no_memory(sink->error);
    hf_status status = count_strands(in, numbers, &strands);
    if (status != HF_STATUS_OK) return status;
    curve_sink_expect(sink, strands);
    return take_rows(in);
}
