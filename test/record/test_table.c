// Tables: lines as columns in HDF5 and back, byte by byte; wrong lines are named.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef HF_HAS_HDF5
#include <hdf5.h>

enum
{
    ROWS = 2500, // several blocks
    NAME_SIZE = 64
};

typedef struct names
{
    char lines[NAME_SIZE], table[NAME_SIZE], back[NAME_SIZE];
} names;

static names make_names(void)
{
    names n;
    snprintf(n.lines, NAME_SIZE, "test_table_%ld.csv", (long)getpid());
    snprintf(n.table, NAME_SIZE, "test_table_%ld.h5", (long)getpid());
    snprintf(n.back, NAME_SIZE, "test_table_%ld.back.csv", (long)getpid());
    return n;
}

static void drop(const names *n)
{
    remove(n->lines);
    remove(n->table);
    remove(n->back);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static bool same_files(const char *a, const char *b)
{
    FILE *x = fopen(a, "r"), *y = fopen(b, "r");
    CHECK(x && y);
    int p, q;
    do p = fgetc(x), q = fgetc(y);
    while (p == q && p != EOF);
    fclose(x);
    fclose(y);
    return p == q;
}

static void read_column(hid_t file, const char *name, hid_t type, hsize_t rows, void *values)
{
    hid_t data = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(data);
    hsize_t size = 0;
    CHECK(data >= 0 && H5Sget_simple_extent_dims(space, &size, NULL) == 1 && size == rows);
    CHECK(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Sclose(space);
    H5Dclose(data);
}

TEST(columns_have_their_kinds)
{
    const names n = make_names();
    hf_error error;
    FILE *file = fopen(n.lines, "w");
    CHECK(file != NULL);
    fprintf(file, "run,mu,state,gap\n");
    for (int k = 0; k < ROWS; k++)
    {
        fprintf(file, "%d,%.17g,%016x,", k, 0.1 * k, k);
        if (k % 3) fprintf(file, "%g", -1e-3 * k);
        fputc('\n', file);
    }
    CHECK(fclose(file) == 0);
    CHECK(hf_table_pack(n.lines, n.table, &error) == HF_STATUS_OK);
    hid_t table = H5Fopen(n.table, H5F_ACC_RDONLY, H5P_DEFAULT);
    CHECK(table >= 0);
    static int64_t run[ROWS];
    static double mu[ROWS], gap[ROWS];
    static char state[ROWS][17];
    hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, sizeof state[0]);
    read_column(table, "run", H5T_NATIVE_INT64, ROWS, run);
    read_column(table, "mu", H5T_NATIVE_DOUBLE, ROWS, mu);
    read_column(table, "gap", H5T_NATIVE_DOUBLE, ROWS, gap);
    read_column(table, "state", text, ROWS, state);
    H5Tclose(text);
    H5Fclose(table);
    for (int k = 0; k < ROWS; k++)
    {
        char wanted[17];
        snprintf(wanted, sizeof wanted, "%016x", k);
        CHECK(run[k] == k && mu[k] == 0.1 * k && strcmp(state[k], wanted) == 0);
        if (k % 3) CHECK_NEAR(gap[k], -1e-3 * k, 1e-9);
        else CHECK(isnan(gap[k]));
    }
    CHECK(hf_table_unpack(n.table, n.back, &error) == HF_STATUS_OK);
    CHECK(same_files(n.lines, n.back));
    drop(&n);
}

TEST(wrong_lines_are_named)
{
    const names n = make_names();
    hf_error error;
    CHECK(hf_table_pack("no such file", n.table, &error) == HF_STATUS_FILE);
    write_text(n.lines, "");
    CHECK(hf_table_pack(n.lines, n.table, &error) == HF_STATUS_FORMAT);
    write_text(n.lines, "a,b\n1,2\n3\n");
    CHECK(hf_table_pack(n.lines, n.table, &error) == HF_STATUS_FORMAT && strstr(error.message, "line 3 has 1 fields"));
    write_text(n.lines, "a,rows\n1,2\n");
    CHECK(hf_table_pack(n.lines, n.table, &error) == HF_STATUS_FORMAT && strstr(error.message, "'rows'"));
    CHECK(access(n.table, F_OK) != 0);
    CHECK(hf_table_unpack(n.lines, n.back, &error) == HF_STATUS_FORMAT && strstr(error.message, "no table"));
    write_text(n.lines, "a,b\n"); // no rows
    CHECK(hf_table_pack(n.lines, n.table, &error) == HF_STATUS_OK);
    CHECK(hf_table_unpack(n.table, n.back, &error) == HF_STATUS_OK && same_files(n.lines, n.back));
    drop(&n);
}

/// In a child, where files have at most `limit` bytes. 0 where the table is written, 1 where it is told that there is
/// no room.
static int pack_in(const names *n, rlim_t limit)
{
    struct rlimit room = {limit, limit};
    hf_error error = {0};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &room) != 0) return 9;
    hf_status status = hf_table_pack(n->lines, n->table, &error);
    if (status == HF_STATUS_OK) return 0;
    return status == HF_STATUS_FILE && strstr(error.message, "no room on the disk") ? 1 : 8;
}

TEST(a_full_disk_is_an_error)
{
    names n = make_names();
    struct stat about;
    hf_error error;
    int ends[2] = {0};
    FILE *file = fopen(n.lines, "w");
    CHECK(file && fputs("a,b,c\n", file) >= 0);
    for (int k = 0; k < 20000; k++) fprintf(file, "%d,%.17g,text %d\n", k, sin(k), k);
    CHECK(fclose(file) == 0);
    CHECK(hf_table_pack(n.lines, n.table, &error) == HF_STATUS_OK && stat(n.table, &about) == 0);
    remove(n.table);
    for (int k = 0; k < 16; k++)
    {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) _exit(pack_in(&n, (rlim_t)about.st_size * (rlim_t)(k + 1) / 15));
        int status;
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
        ends[WEXITSTATUS(status)]++;
        CHECK((access(n.table, F_OK) == 0) == (WEXITSTATUS(status) == 0));
        remove(n.table);
    }
    CHECK(ends[0] >= 1 && ends[1] >= 12);
    drop(&n);
}

#else

TEST(without_hdf5)
{
    hf_error error;
    CHECK(hf_table_pack("a.csv", "a.h5", &error) == HF_STATUS_UNSUPPORTED);
    CHECK(hf_table_unpack("a.h5", "a.csv", &error) == HF_STATUS_UNSUPPORTED);
}

#endif
