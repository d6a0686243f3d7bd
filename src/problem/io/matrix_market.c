// Reading Matrix Market files (Boisvert, Pozo and Remington 1996).
//
//     %%MatrixMarket matrix array|coordinate real|integer general|symmetric|skew-symmetric
//     % comments
//     rows cols [entries]
//     value …   (array: by columns; of a symmetric matrix the lower triangle)
//     row col value …   (coordinate: from 1; of a symmetric matrix the lower triangle)
//
// The whole file is read, then split into words; every word knows its line. Both kinds become a list of entries, and
// that becomes rows. Numbers are read in the C locale whatever the caller's is.

#include "holdfast/files.h"

#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- words ----

typedef struct reader
{
    const char *path;
    hf_error *error;
    char *text; // ends with a zero byte
    size_t size;
    char *at;
    int line;
    char *word;     // the current one, ended by a zero byte
    char *word_end; // at which it stands, unless zero bytes are in the file
    int word_line;
} reader;

static hf_status load(reader *in)
{
    FILE *file = fopen(in->path, "rb");
    if (!file) return file_error(in->error, HF_STATUS_FILE, in->path, "the file cannot be opened: %s", strerror(errno));
    hf_status status = HF_STATUS_OK;
    size_t capacity = 0, got = 0;
    do {
        if (capacity - in->size < 2)
        {
            size_t larger = capacity ? 2 * capacity : 65536;
            char *text = memory_zeroed(larger, 1);
            if (!text)
            {
                status = error_no_memory(in->error);
                break;
            }
            if (in->text) memcpy(text, in->text, in->size);
            free(in->text);
            in->text = text;
            capacity = larger;
        }
        got = fread(in->text + in->size, 1, capacity - in->size - 1, file);
        in->size += got;
    } while (got > 0);
    if (status == HF_STATUS_OK && ferror(file))
        status = file_error(in->error, HF_STATUS_FILE, in->path, "the file cannot be read: %s", strerror(errno));
    fclose(file);
    if (status == HF_STATUS_OK) in->text[in->size] = '\0';
    in->at = in->text;
    in->line = 1;
    return status;
}

/// The next word, or NULL at the end of the file. From a word that starts with % to the end of its line is a comment.
static const char *next_word(reader *in)
{
    char *end = in->text + in->size;
    for (bool comment = false; in->at < end; in->at++)
    {
        if (*in->at == '\n')
        {
            in->line++;
            comment = false;
        }
        else if (*in->at == '%') comment = true;
        else if (!comment && !isspace((unsigned char)*in->at)) break;
    }
    if (in->at == end) return NULL;
    in->word = in->at;
    in->word_line = in->line;
    while (in->at < end && !isspace((unsigned char)*in->at)) in->at++;
    in->word_end = in->at;
    if (in->at < end)
    {
        if (*in->at == '\n') in->line++;
        *in->at++ = '\0';
    }
    return in->word;
}

static hf_status wrong(const reader *in, int line, const char *what)
{
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "line %d: %.120s", line, what);
}

static hf_status ended(const reader *in, const char *wanted)
{
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "line %d: the file ends where %s should be", in->line,
                      wanted);
}

static hf_status read_integer(reader *in, const char *what, long lowest, long highest, int *value)
{
    const char *word = next_word(in);
    if (!word) return ended(in, what);
    char *end;
    errno = 0;
    long number = strtol(word, &end, 10);
    if (end != in->word_end || errno || number < lowest || number > highest)
        return file_error(in->error, HF_STATUS_FORMAT, in->path,
                          "line %d: %s is \"%.40s\", not an integer in %ld to %ld", in->word_line, what, word, lowest,
                          highest);
    *value = (int)number;
    return HF_STATUS_OK;
}

static hf_status read_value(reader *in, bool integer, double *value)
{
    const char *word = next_word(in);
    if (!word) return ended(in, "a value");
    char *end;
    *value = strtod(word, &end); // underflow gives 0 or a subnormal, which is as near as doubles get
    if (end != in->word_end || !isfinite(*value) || (integer && *value != floor(*value)))
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "line %d: \"%.40s\" is no finite %s", in->word_line,
                          word, integer ? "integer" : "number");
    return HF_STATUS_OK;
}

// ---- the head ----

typedef enum symmetry
{
    GENERAL,
    SYMMETRIC,
    SKEW
} symmetry;

typedef struct head
{
    bool coordinate;
    bool integer;
    symmetry symmetry;
    int rows, cols;
    size_t entries; // that the file lists
    size_t bytes;   // of the file
} head;

static bool is_word(const char *word, const char *expected)
{
    for (; *word && *expected; word++, expected++)
        if (tolower((unsigned char)*word) != *expected) return false;
    return *word == *expected;
}

/// The first line, in place of which next_word would see a comment.
static hf_status read_banner(reader *in, head *h)
{
    char *line_end = strchr(in->text, '\n');
    if (line_end) *line_end = '\0';
    char words[5][24] = {{0}};
    int count = sscanf(in->text, "%23s %23s %23s %23s %23s", words[0], words[1], words[2], words[3], words[4]);
    in->at = line_end ? line_end + 1 : in->text + in->size;
    in->line = 2;
    if (count < 5 || !is_word(words[0], "%%matrixmarket"))
        return wrong(in, 1, "no Matrix Market file: it does not start with %%MatrixMarket and four words");
    if (!is_word(words[1], "matrix")) return wrong(in, 1, "the object is not a matrix");
    h->coordinate = is_word(words[2], "coordinate");
    if (!h->coordinate && !is_word(words[2], "array"))
        return wrong(in, 1, "the format is neither array nor coordinate");
    h->integer = is_word(words[3], "integer");
    h->symmetry = is_word(words[4], "symmetric") ? SYMMETRIC : is_word(words[4], "skew-symmetric") ? SKEW : GENERAL;
    if (!h->integer && !is_word(words[3], "real") && !is_word(words[3], "double"))
        return file_error(in->error, HF_STATUS_UNSUPPORTED, in->path,
                          "line 1: matrices of type %s are not read: only real and integer", words[3]);
    if (h->symmetry == GENERAL && !is_word(words[4], "general"))
        return file_error(in->error, HF_STATUS_UNSUPPORTED, in->path,
                          "line 1: %s matrices are not read: only general, symmetric and skew-symmetric", words[4]);
    return HF_STATUS_OK;
}

/// Rows and columns, and entries of a dense matrix, that a file of any size may announce; beyond, a larger file may
/// announce more.
static const size_t FREE_LINES = 1000000, FREE_ENTRIES = (size_t)1 << 26;
static const size_t ENTRIES_A_BYTE = 64;

/// Before memory is asked for: what is empty takes no room in a file, so that a head of a few bytes could ask for any
/// amount.
static hf_status check_lines(const reader *in, const head *h)
{
    size_t most = in->size > FREE_LINES ? in->size : FREE_LINES;
    size_t lines = (size_t)(h->rows > h->cols ? h->rows : h->cols);
    if (lines <= most) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path,
                      "line %d: %d rows and %d columns are announced by a file of %zu bytes", in->word_line, h->rows,
                      h->cols, in->size);
}

static hf_status read_sizes(reader *in, head *h)
{
    int listed = 0;
    hf_status status = read_integer(in, "the number of rows", 0, INT_MAX - 1, &h->rows);
    if (status == HF_STATUS_OK) status = read_integer(in, "the number of columns", 0, INT_MAX - 1, &h->cols);
    if (status == HF_STATUS_OK && h->coordinate)
        status = read_integer(in, "the number of entries", 0, INT_MAX - 1, &listed);
    if (status != HF_STATUS_OK) return status;
    status = check_lines(in, h);
    if (status != HF_STATUS_OK) return status;
    h->bytes = in->size;
    if (h->symmetry != GENERAL && h->rows != h->cols)
        return wrong(in, in->word_line, "a symmetric matrix must be square");
    size_t n = (size_t)h->rows;
    if (h->coordinate) h->entries = (size_t)listed;
    else if (h->symmetry == GENERAL) h->entries = n * (size_t)h->cols;
    else h->entries = h->symmetry == SYMMETRIC ? n * (n + 1) / 2 : n > 0 ? n * (n - 1) / 2 : 0;
    if (h->entries > in->size) // before any memory is asked for: a value takes a byte at least
        return file_error(in->error, HF_STATUS_FORMAT, in->path,
                          "line %d: %zu entries are announced, more than the file can hold", in->word_line, h->entries);
    return HF_STATUS_OK;
}

// ---- the entries ----

typedef struct entry_list
{
    size_t count;
    int *row, *col; // from 0
    double *value;
} entry_list;

static void entries_free(entry_list *list)
{
    free(list->row);
    free(list->col);
    free(list->value);
}

static void add(entry_list *list, int row, int col, double value)
{
    list->row[list->count] = row;
    list->col[list->count] = col;
    list->value[list->count++] = value;
}

/// Adds an entry, and its mirror image where the matrix has one.
static void add_mirrored(entry_list *list, symmetry s, int row, int col, double value)
{
    add(list, row, col, value);
    if (s != GENERAL && row != col) add(list, col, row, s == SKEW ? -value : value);
}

static hf_status read_coordinates(reader *in, const head *h, entry_list *list)
{
    for (size_t k = 0; k < h->entries; k++)
    {
        int row, col;
        double value;
        hf_status status = read_integer(in, "a row", 1, h->rows, &row);
        int line = in->word_line;
        if (status == HF_STATUS_OK) status = read_integer(in, "a column", 1, h->cols, &col);
        if (status == HF_STATUS_OK) status = read_value(in, h->integer, &value);
        if (status != HF_STATUS_OK) return status;
        if (h->symmetry != GENERAL && (col > row || (h->symmetry == SKEW && col == row)))
            return wrong(in, line,
                         h->symmetry == SKEW ? "a skew-symmetric matrix lists only entries below the diagonal"
                                             : "a symmetric matrix lists no entries above the diagonal");
        add_mirrored(list, h->symmetry, row - 1, col - 1, value);
    }
    return HF_STATUS_OK;
}

static hf_status read_array(reader *in, const head *h, entry_list *list)
{
    for (int col = 0; col < h->cols; col++)
        for (int row = h->symmetry == GENERAL ? 0 : h->symmetry == SYMMETRIC ? col : col + 1; row < h->rows; row++)
        {
            double value;
            hf_status status = read_value(in, h->integer, &value);
            if (status != HF_STATUS_OK) return status;
            add_mirrored(list, h->symmetry, row, col, value);
        }
    return HF_STATUS_OK;
}

static hf_status read_entries(reader *in, const head *h, entry_list *list)
{
    size_t capacity = h->entries * (h->symmetry == GENERAL ? 1 : 2);
    list->row = MEMORY_ARRAY(int, capacity);
    list->col = MEMORY_ARRAY(int, capacity);
    list->value = MEMORY_ARRAY(double, capacity);
    if (!list->row || !list->col || !list->value) return error_no_memory(in->error);
    TRY(h->coordinate ? read_coordinates(in, h, list) : read_array(in, h, list));
    if (next_word(in)) return wrong(in, in->word_line, "there is something after the last entry");
    return HF_STATUS_OK;
}

static hf_status read_file(const char *path, head *h, entry_list *list, hf_error *error)
{
    reader in = {.path = path, .error = error};
    c_locale locale = c_locale_enter();
    hf_status status = load(&in);
    if (status == HF_STATUS_OK) status = read_banner(&in, h);
    if (status == HF_STATUS_OK) status = read_sizes(&in, h);
    if (status == HF_STATUS_OK) status = read_entries(&in, h, list);
    c_locale_leave(&locale);
    free(in.text);
    return status;
}

// ---- what becomes of them ----

void hf_matrix_free(hf_matrix *matrix)
{
    free(matrix->values);
    *matrix = (hf_matrix){0};
}

void hf_sparse_matrix_free(hf_sparse_matrix *matrix)
{
    free(matrix->begin);
    free(matrix->col);
    free(matrix->values);
    *matrix = (hf_sparse_matrix){0};
}

hf_status hf_matrix_market_read(const char *path, hf_matrix *matrix, hf_error *error)
{
    head h = {0};
    entry_list list = {0};
    *matrix = (hf_matrix){0};
    hf_status status = read_file(path, &h, &list, error);
    size_t dense = (size_t)h.rows * (size_t)h.cols; // both fit into 31 bits
    if (status == HF_STATUS_OK && dense > FREE_ENTRIES && dense / ENTRIES_A_BYTE > h.bytes)
        status = file_error(error, HF_STATUS_FORMAT, path, "a dense matrix of %d by %d from a file of %zu bytes",
                            h.rows, h.cols, h.bytes);
    if (status == HF_STATUS_OK)
    {
        matrix->values = MEMORY_ARRAY(double, dense);
        if (!matrix->values) status = error_no_memory(error);
    }
    if (status == HF_STATUS_OK)
    {
        matrix->rows = h.rows;
        matrix->cols = h.cols;
        for (size_t k = 0; k < list.count; k++)
            matrix->values[(size_t)list.row[k] * (size_t)h.cols + (size_t)list.col[k]] += list.value[k];
    }
    entries_free(&list);
    return status;
}

/// Two counting sorts: by column, then by row, so that columns ascend in a row; duplicates are then neighbours.
static bool make_rows(const head *h, const entry_list *list, hf_sparse_matrix *matrix)
{
    size_t n = list->count;
    size_t *place = MEMORY_ARRAY(size_t, (size_t)h->cols + 2), *order = MEMORY_ARRAY(size_t, n);
    matrix->begin = MEMORY_ARRAY(size_t, (size_t)h->rows + 2);
    matrix->col = MEMORY_ARRAY(int, n);
    matrix->values = MEMORY_ARRAY(double, n);
    bool good = place && order && matrix->begin && matrix->col && matrix->values;
    if (good)
    {
        size_t *begin = matrix->begin;
        for (size_t k = 0; k < n; k++) place[list->col[k] + 1]++, begin[list->row[k] + 2]++;
        for (int c = 0; c < h->cols; c++) place[c + 1] += place[c];
        for (int r = 0; r < h->rows; r++) begin[r + 2] += begin[r + 1];
        for (size_t k = 0; k < n; k++) order[place[list->col[k]]++] = k;
        for (size_t s = 0; s < n; s++)
        {
            size_t k = order[s], at = begin[list->row[k] + 1]++;
            matrix->col[at] = list->col[k];
            matrix->values[at] = list->value[k];
        }
        size_t kept = 0, from = 0;
        for (int r = 0; r < h->rows; r++)
        {
            size_t first = kept;
            for (; from < begin[r + 1]; from++)
            {
                bool again = kept > first && matrix->col[kept - 1] == matrix->col[from];
                if (again) matrix->values[kept - 1] += matrix->values[from];
                else
                {
                    matrix->col[kept] = matrix->col[from];
                    matrix->values[kept++] = matrix->values[from];
                }
            }
            begin[r + 1] = kept;
        }
    }
    free(place);
    free(order);
    return good;
}

hf_status hf_matrix_market_read_sparse(const char *path, hf_sparse_matrix *matrix, hf_error *error)
{
    head h = {0};
    entry_list list = {0};
    *matrix = (hf_sparse_matrix){0};
    hf_status status = read_file(path, &h, &list, error);
    if (status == HF_STATUS_OK && !make_rows(&h, &list, matrix)) status = error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        matrix->rows = h.rows;
        matrix->cols = h.cols;
    }
    else hf_sparse_matrix_free(matrix);
    entries_free(&list);
    return status;
}
