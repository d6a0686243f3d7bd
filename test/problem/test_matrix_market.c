// Matrix Market: every kind reads as what it means, every kind of damage is named with its line, and writing loses no
// bit.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <dirent.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *scratch(void)
{
    static char path[256];
    snprintf(path, sizeof path, "holdfast_%ld.mtx", (long)getpid());
    return path;
}

static void put_bytes(const char *text, size_t size)
{
    FILE *file = fopen(scratch(), "wb");
    CHECK(file && fwrite(text, 1, size, file) == size && fclose(file) == 0);
}

static void put(const char *text)
{
    put_bytes(text, strlen(text));
}

/// The dense matrix of a text, checked against the sparse one.
static hf_matrix take(const char *text)
{
    put(text);
    hf_matrix dense;
    hf_sparse_matrix sparse;
    hf_error error;
    if (hf_matrix_market_read(scratch(), &dense, &error) != HF_STATUS_OK ||
        hf_matrix_market_read_sparse(scratch(), &sparse, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    remove(scratch());
    CHECK(sparse.rows == dense.rows && sparse.cols == dense.cols);
    double sum = 0;
    for (int i = 0; i < sparse.rows; i++)
        for (size_t k = sparse.begin[i]; k < sparse.begin[i + 1]; k++)
        {
            CHECK(k == sparse.begin[i] || sparse.col[k] > sparse.col[k - 1]);
            CHECK(sparse.values[k] == dense.values[i * dense.cols + sparse.col[k]]);
            sum += fabs(sparse.values[k]);
        }
    for (int k = 0; k < dense.rows * dense.cols; k++) sum -= fabs(dense.values[k]);
    CHECK_NEAR(sum, 0.0, 1e-12);
    hf_sparse_matrix_free(&sparse);
    return dense;
}

static void check_matrix(const char *text, int rows, int cols, const double *expected)
{
    hf_matrix m = take(text);
    CHECK(m.rows == rows && m.cols == cols);
    for (int k = 0; k < rows * cols; k++) CHECK(m.values[k] == expected[k]);
    hf_matrix_free(&m);
}

#define HEAD "%%MatrixMarket matrix "

TEST(arrays_go_by_columns)
{
    check_matrix(HEAD "array real general\n% a comment\n\n2 3\n1\n2\n3\n4\n5\n6\n", 2, 3, (double[]){1, 3, 5, 2, 4, 6});
    check_matrix(HEAD "array integer symmetric\n3 3\n1 2 3 4 5 6", 3, 3, (double[]){1, 2, 3, 2, 4, 5, 3, 5, 6});
    check_matrix(HEAD "array real skew-symmetric\n3 3\n1\n2\n3", 3, 3, (double[]){0, -1, -2, 1, 0, -3, 2, 3, 0});
    check_matrix("%%matrixmarket MATRIX Array Double General\r\n1 1\r\n-2.5e-3\r\n", 1, 1, (double[]){-2.5e-3});
    check_matrix(HEAD "array real general\n0 0\n", 0, 0, NULL);
    check_matrix(HEAD "array real skew-symmetric\n0 0\n", 0, 0, NULL);
    check_matrix(HEAD "array real general\n0 5\n% nothing follows", 0, 5, NULL);
}

TEST(coordinates_count_from_one)
{
    check_matrix(HEAD "coordinate real general\n2 3 3\n2 3 7\n1 1 -1\n1 2 4\n", 2, 3, (double[]){-1, 4, 0, 0, 0, 7});
    check_matrix(HEAD "coordinate real symmetric\n2 2 2\n1 1 5\n2 1 3", 2, 2, (double[]){5, 3, 3, 0});
    check_matrix(HEAD "coordinate integer skew-symmetric\n2 2 1\n2 1 3 % end", 2, 2, (double[]){0, -3, 3, 0});
    check_matrix(HEAD "coordinate real general\n2 2 4\n1 1 1\n1 1 2\n2 2 1\n1 1 4", 2, 2,
                 (double[]){7, 0, 0, 1}); // summed
    check_matrix(HEAD "coordinate real general\n2 2 0", 2, 2, (double[]){0, 0, 0, 0});
}

TEST(damage_is_named_with_its_line)
{
    static const struct
    {
        const char *text, *message;
        hf_status status;
    } files[] = {
        {"", "line 1: no Matrix Market file", HF_STATUS_FORMAT},
        {"1 2 3\n", "line 1: no Matrix Market file", HF_STATUS_FORMAT},
        {HEAD "array real\n1 1\n1", "line 1: no Matrix Market file", HF_STATUS_FORMAT},
        {"%%MatrixMarket vector array real general\n1 1\n1", "not a matrix", HF_STATUS_FORMAT},
        {HEAD "table real general\n1 1\n1", "neither array nor coordinate", HF_STATUS_FORMAT},
        {HEAD "array complex general\n1 1\n1 0", "complex", HF_STATUS_UNSUPPORTED},
        {HEAD "coordinate pattern general\n1 1 1\n1 1", "pattern", HF_STATUS_UNSUPPORTED},
        {HEAD "array real hermitian\n1 1\n1", "hermitian", HF_STATUS_UNSUPPORTED},
        {HEAD "array real general\n", "line 2: the file ends where the number of rows", HF_STATUS_FORMAT},
        {HEAD "array real general\n%\n2", "line 3: the file ends where the number of columns", HF_STATUS_FORMAT},
        {HEAD "array real general\n-1 2\n", "line 2: the number of rows is \"-1\"", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 x\n", "line 2: the number of columns is \"x\"", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 99999999999999999999\n", "line 2: the number of columns", HF_STATUS_FORMAT},
        {HEAD "coordinate real general\n2 2\n", "the number of entries", HF_STATUS_FORMAT},
        {HEAD "array real symmetric\n2 3\n1 2 3", "line 2: a symmetric matrix must be square", HF_STATUS_FORMAT},
        {HEAD "array real general\n100000 100000\n1\n", "more than the file can hold", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 2\n1\n2\n3\n", "line 6: the file ends where a value", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 1\n1\n2\n\n3\n", "line 6: there is something after", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 1\n1\nnan\n", "line 4: \"nan\" is no finite number", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 1\n-inf\n1\n", "line 3: \"-inf\"", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 1\n1e999\n1\n", "line 3: \"1e999\"", HF_STATUS_FORMAT},
        {HEAD "array real general\n2 1\n1,5\n1\n", "line 3: \"1,5\"", HF_STATUS_FORMAT},
        {HEAD "array integer general\n2 1\n1\n1.5\n", "line 4: \"1.5\" is no finite integer", HF_STATUS_FORMAT},
        {HEAD "coordinate real general\n2 2 1\n3 1 1\n", "line 3: a row is \"3\", not an integer in 1 to 2",
         HF_STATUS_FORMAT},
        {HEAD "coordinate real general\n2 2 1\n1 0 1\n", "line 3: a column is \"0\"", HF_STATUS_FORMAT},
        {HEAD "coordinate real general\n2 2 1\n1 1\n", "line 4: the file ends where a value", HF_STATUS_FORMAT},
        {HEAD "coordinate real symmetric\n2 2 1\n1 2 1\n", "line 3: a symmetric matrix lists no", HF_STATUS_FORMAT},
        {HEAD "coordinate real skew-symmetric\n2 2 1\n1 1 1\n", "line 3: a skew-symmetric", HF_STATUS_FORMAT},
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    {
        hf_matrix dense;
        hf_sparse_matrix sparse;
        hf_error error, again;
        put(files[k].text);
        hf_status status = hf_matrix_market_read(scratch(), &dense, &error);
        CHECK(hf_matrix_market_read_sparse(scratch(), &sparse, &again) == status);
        CHECK(hf_matrix_market_read(scratch(), &dense, NULL) == status);
        remove(scratch());
        if (status != files[k].status || !strstr(error.message, files[k].message))
            harness_fail(__FILE__, __LINE__, "file %zu: status %d, \"%s\"", k, status, error.message);
        CHECK(strstr(error.message, scratch()) && !strcmp(error.message, again.message));
        CHECK(!dense.values && !sparse.begin && dense.rows == 0 && sparse.rows == 0);
    }
}

TEST(a_short_file_does_not_ask_for_much_memory)
{
    static const char *const heads[] = {"%%MatrixMarket matrix array real general\n2147483646 0\n",
                                        "%%MatrixMarket matrix array real general\n0 2147483646\n",
                                        "%%MatrixMarket matrix coordinate real general\n2147483646 1 0\n",
                                        "%%MatrixMarket matrix coordinate real symmetric\n1000001 1000001 1\n1 1 2\n"};
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++)
    {
        put(heads[k]);
        hf_matrix dense;
        hf_sparse_matrix sparse;
        hf_error error;
        CHECK(hf_matrix_market_read(scratch(), &dense, &error) == HF_STATUS_FORMAT &&
              strstr(error.message, "announced"));
        CHECK(hf_matrix_market_read_sparse(scratch(), &sparse, &error) == HF_STATUS_FORMAT && !sparse.begin);
    }
    put("%%MatrixMarket matrix coordinate real general\n1000000 9000 1\n7 8 9\n"); // sparse it is small, dense it is not
    hf_matrix dense;
    hf_sparse_matrix sparse;
    hf_error error;
    CHECK(hf_matrix_market_read_sparse(scratch(), &sparse, &error) == HF_STATUS_OK && sparse.rows == 1000000);
    CHECK(hf_matrix_market_read(scratch(), &dense, &error) == HF_STATUS_FORMAT && strstr(error.message, "dense"));
    hf_sparse_matrix_free(&sparse);
    remove(scratch());
}

TEST(zero_bytes_do_not_hide_garbage)
{
    static const char text[] = HEAD "array real general\n1 1\n1\0x\n";
    put_bytes(text, sizeof text - 1);
    hf_matrix m;
    hf_error error;
    CHECK(hf_matrix_market_read(scratch(), &m, &error) == HF_STATUS_FORMAT);
    remove(scratch());
}

TEST(places_that_are_no_files)
{
    hf_matrix m;
    hf_error error;
    CHECK(hf_matrix_market_read("no/such/file.mtx", &m, &error) == HF_STATUS_FILE && strstr(error.message, "no/such"));
    CHECK(hf_matrix_market_read(".", &m, &error) == HF_STATUS_FILE);
    double one = 1;
    hf_matrix small = {1, 1, &one};
    CHECK(hf_matrix_market_write("no/such/file.mtx", &small, &error) == HF_STATUS_FILE);
    CHECK(hf_matrix_market_write(".", &small, &error) == HF_STATUS_FILE && strstr(error.message, "directory"));
    char path[600];
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    CHECK(hf_matrix_market_write(path, &small, &error) == HF_STATUS_FILE); // too long a name, cut in the message
    CHECK(strncmp(error.message, "...xxx", 6) == 0);
}

TEST(writing_loses_no_bit)
{
    double values[12] = {0.1, -0.0, DBL_MIN / 8, DBL_MAX, 1.0 / 3, -1e-300, 5, 6, 7, 8, 9, 1e17};
    hf_matrix m = {3, 4, values}, back;
    hf_error error;
    CHECK(hf_matrix_market_write(scratch(), &m, &error) == HF_STATUS_OK);
    CHECK(hf_matrix_market_read(scratch(), &back, &error) == HF_STATUS_OK);
    CHECK(back.rows == 3 && back.cols == 4 && memcmp(back.values + 2, values + 2, 10 * sizeof(double)) == 0);
    hf_matrix_free(&back);

    hf_sparse_matrix s = {2, 5, (size_t[]){0, 1, 3}, (int[]){4, 0, 3}, values + 2}, same;
    CHECK(hf_matrix_market_write_sparse(scratch(), &s, &error) == HF_STATUS_OK); // replaces
    CHECK(hf_matrix_market_read_sparse(scratch(), &same, &error) == HF_STATUS_OK);
    CHECK(same.rows == 2 && same.cols == 5 && same.begin[1] == 1 && same.begin[2] == 3);
    CHECK(same.col[0] == 4 && same.col[1] == 0 && same.col[2] == 3);
    CHECK(memcmp(same.values, values + 2, 3 * sizeof(double)) == 0);
    hf_sparse_matrix_free(&same);
    remove(scratch());
}

TEST(bad_matrices_are_not_written)
{
    hf_error error;
    hf_matrix m = {1, 2, (double[]){1, NAN}}, negative = {-1, 2, NULL};
    CHECK(hf_matrix_market_write(scratch(), &m, &error) == HF_STATUS_INVALID && strstr(error.message, "matrix(0, 1)"));
    CHECK(hf_matrix_market_write(scratch(), &negative, &error) == HF_STATUS_INVALID);
    hf_sparse_matrix s = {1, 2, (size_t[]){0, 1}, (int[]){2}, (double[]){1}};
    CHECK(hf_matrix_market_write_sparse(scratch(), &s, &error) == HF_STATUS_INVALID && strstr(error.message, "col[0]"));
    s.col[0] = 1;
    s.values[0] = INFINITY;
    CHECK(hf_matrix_market_write_sparse(scratch(), &s, &error) == HF_STATUS_INVALID && strstr(error.message, "(0, 1)"));
    s.cols = -1;
    CHECK(hf_matrix_market_write_sparse(scratch(), &s, &error) == HF_STATUS_INVALID);
    CHECK(access(scratch(), F_OK) != 0);
}

TEST(every_flipped_byte_is_survived)
{
    static const char text[] = HEAD "coordinate real symmetric\n% c\n3 3 4\n1 1 5\n2 1 3.25\n3 3 -1e2\n3 2 7\n";
    char copy[sizeof text];
    for (size_t k = 0; k + 1 < sizeof text; k++)
        for (int bit = 0; bit < 8; bit++)
        {
            memcpy(copy, text, sizeof text);
            copy[k] = (char)(copy[k] ^ (1 << bit));
            put_bytes(copy, sizeof text - 1);
            hf_sparse_matrix m;
            hf_error error;
            hf_status status = hf_matrix_market_read_sparse(scratch(), &m, &error);
            CHECK(status == HF_STATUS_OK || status == HF_STATUS_FORMAT || status == HF_STATUS_UNSUPPORTED);
            hf_sparse_matrix_free(&m);
        }
    for (size_t size = 0; size < sizeof text - 3; size++)
    {
        put_bytes(text, size);
        hf_matrix m;
        hf_error error;
        hf_status status = hf_matrix_market_read(scratch(), &m, &error); // "symmetri" is a kind we do not know
        CHECK(status == HF_STATUS_FORMAT || status == HF_STATUS_UNSUPPORTED);
    }
    remove(scratch());
}

TEST(real_lcps_load)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    char path[600];
    snprintf(path, sizeof path, "%s/lcp", folder);
    DIR *list = opendir(path);
    if (!list) SKIP("no folder of LCPs");
    int count = 0;
    for (struct dirent *item; (item = readdir(list));)
    {
        char *end = strstr(item->d_name, ".M.mtx");
        if (!end) continue;
        hf_matrix M, q;
        hf_error error;
        snprintf(path, sizeof path, "%s/lcp/%s", folder, item->d_name);
        if (hf_matrix_market_read(path, &M, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        snprintf(path, sizeof path, "%s/lcp/%.*s.q.mtx", folder, (int)(end - item->d_name), item->d_name);
        if (hf_matrix_market_read(path, &q, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        CHECK(M.rows == M.cols && q.rows == M.rows && q.cols == 1 && M.rows > 0);
        hf_matrix_free(&M);
        hf_matrix_free(&q);
        count++;
    }
    closedir(list);
    CHECK(count == 12);
}
