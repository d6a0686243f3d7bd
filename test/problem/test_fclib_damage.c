// Damaged FCLIB files: each kind of damage gives an error that says what and where, and never an exit, a crash or much
// memory.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *scratch(void)
{
    static char path[256];
    if (!path[0]) snprintf(path, sizeof path, "holdfast_damage_%ld.hdf5", (long)getpid()); // a child keeps its parent's
    return path;
}

enum
{
    LOCAL = 0,
    GLOBAL,
    OWN, // for pyramids
    FORM_COUNT
};

/// Two contacts, a bilateral block of 2 rows, all over 12 degrees of freedom, with solution and one guess.
static hf_problem *write_good_file(int kept)
{
    hf_error error;
    hf_problem *problem;
    int size[3] = {3, 3, 2};
    hf_law_kind kind[3] = {HF_LAW_CONTACT, HF_LAW_CONTACT, HF_LAW_BILATERAL};
    double mu[3] = {0.3, 0.7, 0}, b[8] = {-1, 0.5, 0, -2, 0, 0.25, 0.1, 0.2}, r[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int M_begin[13], M_row[12], H_dof[16];
    size_t H_begin[9];
    double M[12], H[16], f[12];
    for (int d = 0; d < 12; d++) M_begin[d] = M_row[d] = d, M[d] = 1.0 + d, f[d] = d - 6;
    M_begin[12] = 12;
    for (int k = 0; k < 8; k++) H_begin[k] = 2 * (size_t)k, H_dof[2 * k] = k, H_dof[2 * k + 1] = (k + 5) % 12;
    for (int k = 0; k < 16; k++) H[k] = cos(k);
    H_begin[8] = 16;
    hf_laws laws = {.block_count = 3, .size = size, .kind = kind, .mu = mu, .b = b};
    hf_global form = {12, M_begin, M_row, M, H_begin, H_dof, H, f};
    remove(scratch());
    CHECK(hf_problem_reduce(&laws, &form, true, &problem, &error) == HF_STATUS_OK);
    if (kept == OWN)
    {
        const hf_friction_law law = {HF_FRICTION_PYRAMID, 5, 0.2};
        hf_problem *cone = problem;
        CHECK(hf_problem_with_friction(cone, &law, &problem, &error) == HF_STATUS_OK);
        hf_problem_destroy(cone);
    }
    if (kept == GLOBAL) CHECK(hf_fclib_write_global(scratch(), &laws, &form, NULL, &error) == HF_STATUS_OK);
    else CHECK(hf_fclib_write(scratch(), problem, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_fclib_write_solution(scratch(), problem, r, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_fclib_write_guesses(scratch(), problem, 1, r, &error) == HF_STATUS_OK);
    return problem;
}

typedef enum operation
{
    DROP,     // remove the link
    SET,      // entry `index` becomes `value`
    RESIZE,   // `index` zeros instead
    TEXT,     // a string instead
    VARIABLE, // a string of variable length instead
    GROUP,    // a group instead
    PLANE,    // a 1 × 1 dataset instead
    FLOATS,   // one floating-point number instead
    DANGLE,   // a soft link to nowhere instead
} operation;

typedef struct damage
{
    const char *name;
    operation operation;
    int index;
    double value;
    const char *message;
} damage;

static void set_entry(hid_t file, const damage *d)
{
    hid_t set = H5Dopen2(file, d->name, H5P_DEFAULT);
    CHECK(set >= 0);
    hid_t space = H5Dget_space(set);
    size_t count = (size_t)H5Sget_simple_extent_npoints(space);
    double *values = malloc((count + 1) * sizeof *values);
    CHECK(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    CHECK((size_t)d->index < count);
    values[d->index] = d->value;
    CHECK(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    free(values);
    H5Sclose(space);
    H5Dclose(set);
}

static void put_dataset(hid_t file, const char *name, hid_t type, int rank, const hsize_t *extent, const void *values)
{
    hid_t space = H5Screate_simple(rank, extent, NULL);
    hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    CHECK(set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(set);
    H5Sclose(space);
}

static void put_text(hid_t file, const char *name, bool variable)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    const char *text = "text";
    H5Tset_size(type, variable ? H5T_VARIABLE : strlen(text) + 1);
    put_dataset(file, name, type, 1, (hsize_t[]){1}, variable ? (const void *)&text : text);
    H5Tclose(type);
}

static void apply(const damage *d)
{
    hid_t file = H5Fopen(scratch(), H5F_ACC_RDWR, H5P_DEFAULT);
    CHECK(file >= 0);
    static const double zeros[64];
    double one = 1.0;
    int number = 1;
    if (d->operation == SET) set_entry(file, d);
    else if (H5Lexists(file, d->name, H5P_DEFAULT) > 0) CHECK(H5Ldelete(file, d->name, H5P_DEFAULT) >= 0);
    if (d->operation == RESIZE)
    {
        hsize_t count = (hsize_t)d->index;
        const char *field = strrchr(d->name, '/') + 1;
        bool integers = strlen(field) == 1 && strchr("pimn", *field);
        put_dataset(file, d->name, integers ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE, 1, &count, zeros);
    }
    if (d->operation == TEXT || d->operation == VARIABLE) put_text(file, d->name, d->operation == VARIABLE);
    if (d->operation == GROUP) H5Gclose(H5Gcreate2(file, d->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    if (d->operation == PLANE) put_dataset(file, d->name, H5T_NATIVE_INT, 2, (hsize_t[]){1, 1}, &number);
    if (d->operation == FLOATS) put_dataset(file, d->name, H5T_NATIVE_DOUBLE, 1, (hsize_t[]){1}, &one);
    if (d->operation == DANGLE) CHECK(H5Lcreate_soft("/nowhere", file, d->name, H5P_DEFAULT, H5P_DEFAULT) >= 0);
    H5Fclose(file);
}

/// Reads problem, solution and guesses; the first status that is not OK counts.
static hf_status read_all(const hf_problem *problem, hf_error *error)
{
    double r[8], u[8];
    int count;
    hf_problem *read;
    hf_fclib_info info;
    hf_status status = hf_fclib_read(scratch(), HF_FCLIB_AUTO, &read, error);
    CHECK((status == HF_STATUS_OK) == (read != NULL));
    hf_problem_destroy(read);
    if (status == HF_STATUS_OK) status = hf_fclib_describe(scratch(), &info, error);
    if (status == HF_STATUS_OK) status = hf_fclib_read_solution(scratch(), problem, r, u, error);
    if (status == HF_STATUS_OK) status = hf_fclib_read_guesses(scratch(), problem, 1, r, &count, error);
    return status;
}

static size_t load(char *bytes, size_t capacity)
{
    FILE *file = fopen(scratch(), "rb");
    CHECK(file);
    size_t size = fread(bytes, 1, capacity, file);
    fclose(file);
    CHECK(size > 0 && size < capacity);
    return size;
}

static void store(const char *bytes, size_t size)
{
    FILE *file = fopen(scratch(), "wb");
    CHECK(file && fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

static void check_damages(int kept, const damage *list, size_t count)
{
    static char bytes[1 << 17];
    hf_problem *problem = write_good_file(kept);
    hf_error error = {HF_STATUS_OK, ""};
    CHECK(read_all(problem, &error) == HF_STATUS_OK);
    size_t size = load(bytes, sizeof bytes);
    for (size_t k = 0; k < count; k++)
    {
        store(bytes, size);
        apply(&list[k]);
        hf_status status = read_all(problem, &error);
        if (status != HF_STATUS_FORMAT || !strstr(error.message, list[k].message) || !strstr(error.message, scratch()))
            harness_fail(__FILE__, __LINE__, "damage %zu (%s): status %d, \"%s\"", k, list[k].name, status,
                         error.message);
        CHECK(read_all(problem, NULL) == HF_STATUS_FORMAT);
    }
    hf_problem_destroy(problem);
    remove(scratch());
}

TEST(damaged_local_files)
{
    static const damage list[] = {
        {"/fclib_local", DROP, 0, 0, "neither a group fclib_local nor fclib_global"},
        {"/fclib_local", TEXT, 0, 0, "/fclib_local is damaged, or no group"},
        {"/fclib_local", DANGLE, 0, 0, "/fclib_local is damaged, or no group"},
        {"/fclib_local/spacedim", DROP, 0, 0, "no dataset /fclib_local/spacedim"},
        {"/fclib_local/spacedim", SET, 0, 4, "spacedim = 4, must be 2 or 3"},
        {"/fclib_local/spacedim", SET, 0, 0, "spacedim = 0"},
        {"/fclib_local/spacedim", TEXT, 0, 0, "spacedim does not hold integers"},
        {"/fclib_local/spacedim", FLOATS, 0, 0, "spacedim does not hold integers"},
        {"/fclib_local/spacedim", GROUP, 0, 0, "spacedim is damaged, or no dataset"},
        {"/fclib_local/spacedim", PLANE, 0, 0, "more than one dimension"},
        {"/fclib_local/W", DROP, 0, 0, "no group /fclib_local/W"},
        {"/fclib_local/W/m", SET, 0, 7, "/fclib_local/W/p has 7 entries instead of 8"},
        {"/fclib_local/W/m", SET, 0, -1, "/fclib_local/W/m = -1 is out of range"},
        {"/fclib_local/W/m", SET, 0, 2147483647, "out of range"},
        {"/fclib_local/W/m", RESIZE, 2, 0, "/fclib_local/W/m has 2 entries instead of 1"},
        {"/fclib_local/W/n", SET, 0, 5, "is not in 0 to 4"},
        {"/fclib_local/W/n", SET, 0, 9, "/fclib_local/W is 6 by 9 instead of 6 by 6"},
        {"/fclib_local/W/nz", SET, 0, -3, "/fclib_local/W/nz = -3"},
        {"/fclib_local/W/nz", SET, 0, 37, "nz = 37 is more than nzmax = 36"},
        {"/fclib_local/W/nz", SET, 0, 20, "/fclib_local/W/p has 7 entries instead of 20"},
        {"/fclib_local/W/nzmax", SET, 0, 3, "above nzmax"},
        {"/fclib_local/W/p", SET, 0, 1, "/fclib_local/W/p[0] = 1, must be 0"},
        {"/fclib_local/W/p", SET, 2, 500, "/fclib_local/W/p[2] = 500"},
        {"/fclib_local/W/p", SET, 2, -1, "/fclib_local/W/p[2] = -1"},
        {"/fclib_local/W/i", SET, 5, 6, "/fclib_local/W/i[5] = 6 is not in 0 to 5"},
        {"/fclib_local/W/i", SET, 0, -1, "/fclib_local/W/i[0] = -1"},
        {"/fclib_local/W/i", RESIZE, 4, 0, "/fclib_local/W/i has 4 entries instead of 36"},
        {"/fclib_local/W/x", SET, 3, NAN, "/fclib_local/W/x[3] = nan is not finite"},
        {"/fclib_local/W/x", SET, 3, INFINITY, "/fclib_local/W/x[3] = inf is not finite"},
        {"/fclib_local/W/x", RESIZE, 37, 0, "/fclib_local/W/x has 37 entries"},
        {"/fclib_local/W/x", TEXT, 0, 0, "/fclib_local/W/x does not hold numbers"},
        {"/fclib_local/W/conditioning", GROUP, 0, 0, "conditioning is damaged, or no dataset"},
        {"/fclib_local/W/conditioning", FLOATS, 0, 0, "no dataset /fclib_local/W/determinant"},
        {"/fclib_local/V", DROP, 0, 0, "no group /fclib_local/V"},
        {"/fclib_local/R", DROP, 0, 0, "no group /fclib_local/R"},
        {"/fclib_local/V/n", SET, 0, 3, "/fclib_local/R is 2 by 2 instead of 3 by 3"},
        {"/fclib_local/vectors", DROP, 0, 0, "no group /fclib_local/vectors"},
        {"/fclib_local/vectors/q", SET, 5, NAN, "/fclib_local/vectors/q[5] = nan"},
        {"/fclib_local/vectors/q", RESIZE, 5, 0, "/fclib_local/vectors/q has 5 entries instead of 6"},
        {"/fclib_local/vectors/mu", SET, 1, -0.5, "/fclib_local/vectors/mu[1] = -0.5 is negative"},
        {"/fclib_local/vectors/mu", RESIZE, 3, 0, "/fclib_local/vectors/mu has 3 entries instead of 2"},
        {"/fclib_local/vectors/s", DROP, 0, 0, "no dataset /fclib_local/vectors/s"},
        {"/fclib_local/info", TEXT, 0, 0, "/fclib_local/info is damaged, or no group"},
        {"/fclib_local/info/title", FLOATS, 0, 0, "title is not one string of fixed length"},
        {"/fclib_local/info/title", VARIABLE, 0, 0, "title is not one string of fixed length"},
        {"/fclib_local/info/math_info", GROUP, 0, 0, "math_info is damaged, or no dataset"},
        {"/solution", DROP, 0, 0, "no group /solution"},
        {"/solution/r", DROP, 0, 0, "no dataset /solution/r"},
        {"/solution/r", SET, 2, NAN, "/solution/r[2] = nan"},
        {"/solution/u", RESIZE, 7, 0, "/solution/u has 7 entries instead of 6"},
        {"/solution/l", SET, 1, INFINITY, "/solution/l[1] = inf"},
        {"/guesses", DROP, 0, 0, "no group /guesses"},
        {"/guesses/number_of_guesses", SET, 0, 2, "no group /guesses/2"},
        {"/guesses/number_of_guesses", SET, 0, 1e6, "number_of_guesses = 1000000 is out of range"},
        {"/guesses/number_of_guesses", SET, 0, -1, "number_of_guesses = -1 is out of range"},
        {"/guesses/1/r", RESIZE, 1, 0, "/guesses/1/r has 1 entries instead of 6"},
    };
    check_damages(LOCAL, list, sizeof list / sizeof *list);
}

TEST(damaged_global_files)
{
    static const damage list[] = {
        {"/fclib_global/spacedim", SET, 0, 1, "spacedim = 1"},
        {"/fclib_global/spacedim", SET, 0, 4, "spacedim = 4"},
        {"/fclib_global/M", DROP, 0, 0, "no group /fclib_global/M"},
        {"/fclib_global/M/m", SET, 0, 13, "/fclib_global/M is 13 by 12 instead of 13 by 13"},
        {"/fclib_global/M/x", SET, 4, 0, "singular"},
        {"/fclib_global/M/i", SET, 4, 12, "/fclib_global/M/i[4] = 12 is not in 0 to 11"},
        {"/fclib_global/H", DROP, 0, 0, "no group /fclib_global/H"},
        {"/fclib_global/H/m", SET, 0, 14, "/fclib_global/H is 14 by 6 instead of 12 by 6"},
        {"/fclib_global/G/n", SET, 0, 3, "/fclib_global/G/p has 3 entries instead of 4"},
        {"/fclib_global/G/m", SET, 0, 13, "/fclib_global/G is 13 by 2 instead of 12 by 2"},
        {"/fclib_global/vectors", DROP, 0, 0, "no group /fclib_global/vectors"},
        {"/fclib_global/vectors/f", SET, 1, NAN, "/fclib_global/vectors/f[1] = nan"},
        {"/fclib_global/vectors/w", RESIZE, 2, 0, "/fclib_global/vectors/w has 2 entries instead of 6"},
        {"/fclib_global/vectors/mu", DROP, 0, 0, "no dataset /fclib_global/vectors/mu"},
        {"/fclib_global/vectors/b", DROP, 0, 0, "no dataset /fclib_global/vectors/b"},
        {"/fclib_global/info", DANGLE, 0, 0, "/fclib_global/info is damaged, or no group"},
        {"/solution/v", RESIZE, 2, 0, "/solution/v has 2 entries instead of 12"},
    };
    check_damages(GLOBAL, list, sizeof list / sizeof *list);
}

TEST(damaged_files_of_our_own)
{
    static const damage list[] = {
        {"/holdfast/size", DROP, 0, 0, "/holdfast/size"},
        {"/holdfast/size", SET, 0, 7, "/holdfast/size[0] = 7"},
        {"/holdfast/size", SET, 2, -1, "/holdfast/size[2] = -1"},
        {"/holdfast/size", SET, 2, 1, "/holdfast/b has 8 entries instead of 7"},
        {"/holdfast/kind", SET, 1, 9, "/holdfast/kind[1] = 9"},
        {"/holdfast/kind", SET, 0, 1, "a unilateral block has 1 row"},
        {"/holdfast/friction", SET, 0, 3, "friction"},
        {"/holdfast/friction", SET, 1, 2, "a pyramid of 2 sides"},
        {"/holdfast/friction_direction", SET, 0, NAN, "direction"},
        {"/holdfast/mu", SET, 0, -1, "laws.mu[0] = -1"},
        {"/holdfast/b", SET, 3, NAN, "/holdfast/b[3] = nan"},
        {"/holdfast/begin", SET, 1, 100, "/holdfast/begin[2]"},
        {"/holdfast/begin", SET, 0, 1, "/holdfast/begin[0] = 1"},
        {"/holdfast/index", SET, 0, 7, "/holdfast/index[0] = 7"},
        {"/holdfast/index", SET, 1, 0, "is not above the one before"},
        {"/holdfast/values", RESIZE, 5, 0, "/holdfast/values has 5 entries"},
        {"/holdfast/values", SET, 0, INFINITY, "/holdfast/values[0] = inf"},
        {"/holdfast/factored", SET, 0, 2, "/holdfast/factored = 2"},
        {"/holdfast/values", TEXT, 0, 0, "/holdfast/values does not hold numbers"},
        {"/holdfast/info/title", VARIABLE, 0, 0, "/holdfast/info/title"},
        {"/holdfast_solution/r", RESIZE, 3, 0, "/holdfast_solution/r has 3 entries"},
        {"/holdfast_guesses/number_of_guesses", SET, 0, -1, "number_of_guesses = -1"},
        {"/holdfast_guesses/number_of_guesses", SET, 0, 2, "/holdfast_guesses/r has 8 entries"},
    };
    check_damages(OWN, list, sizeof list / sizeof list[0]);
}

/// Files that crashed HDF5, or asked for gigabytes.
TEST(files_of_an_attack)
{
    static const char *const names[] = {"fclib_segv_contig", "fclib_segv_heap", "fclib_oom_4GB_a", "fclib_oom_4GB_b"};
    for (int k = 0; k < 4; k++)
    {
        char path[512];
        snprintf(path, sizeof path, HOLDFAST_SOURCE_DIR "/test/attacks/%s.hdf5", names[k]);
        hf_problem *problem;
        hf_error error;
        CHECK(hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error) == HF_STATUS_FORMAT && !problem);
    }
}

TEST(sums_of_entries_must_be_finite)
{
    hf_problem *problem = write_good_file(LOCAL);
    hf_error error;
    apply(&(damage){"/fclib_local/W/i", SET, 1, 0, ""}); // twice in column 0
    apply(&(damage){"/fclib_local/W/x", SET, 0, 1e308, ""});
    apply(&(damage){"/fclib_local/W/x", SET, 1, 1e308, ""});
    CHECK(read_all(problem, &error) == HF_STATUS_FORMAT && strstr(error.message, "W block (0, 0), entry (0, 0) = inf"));
    CHECK(strstr(error.message, scratch()));
    hf_problem_destroy(problem);
    remove(scratch());
}

TEST(contact_rows_must_fit_the_space)
{
    hf_problem *problem = write_good_file(GLOBAL);
    apply(&(damage){"/fclib_global/H/n", SET, 0, 5, ""});
    apply(&(damage){"/fclib_global/H/p", RESIZE, 6, 0, ""});
    hf_error error;
    CHECK(read_all(problem, &error) == HF_STATUS_FORMAT && strstr(error.message, "no multiple of spacedim = 3"));
    hf_problem_destroy(problem);
    remove(scratch());
}

// ---- bytes ----

TEST(truncated_at_every_length)
{
    static char bytes[1 << 17];
    for (int kept = 0; kept < FORM_COUNT; kept++)
    {
        hf_problem *problem = write_good_file(kept);
        size_t size = load(bytes, sizeof bytes);
        for (size_t cut = 0; cut < size; cut += cut < 600 ? 97 : 797)
        {
            hf_error error;
            store(bytes, cut);
            CHECK(read_all(problem, &error) == HF_STATUS_FORMAT);
            CHECK(strstr(error.message, "truncated"));
        }
        hf_problem_destroy(problem);
    }
    remove(scratch());
}

/// Flips bits all over the file; returns the number of files that were refused, of *tried.
static int flip_and_read(const hf_problem *problem, char *bytes, size_t size, int *tried)
{
    int refused = 0;
    for (size_t k = 0; k < size; k += 61, ++*tried)
    {
        hf_error error;
        char keep = bytes[k];
        bytes[k] = (char)(keep ^ (1 << (k % 8)));
        store(bytes, size);
        bytes[k] = keep;
        refused += read_all(problem, &error) != HF_STATUS_OK;
    }
    return refused;
}

TEST(flipped_bytes_are_refused_or_harmless)
{
    static char bytes[1 << 17];
    for (int kept = 0; kept < FORM_COUNT; kept++)
    {
        hf_problem *problem = write_good_file(kept);
        size_t size = load(bytes, sizeof bytes);
        fflush(stdout);
        pid_t child =
            fork(); // HDF5 itself keeps a little memory after some damages, and complains of that at the end of the process
        if (child == 0)
        {
            int tried = 0, refused = flip_and_read(problem, bytes, size, &tried);
            printf("      %d of %d refused\n", refused, tried);
            fflush(stdout);
            _exit(refused > 0 && refused < tried ? 42 : 1);
        }
        int status;
        CHECK(child > 0 && waitpid(child, &status, 0) == child);
        remove(scratch());
        hf_problem_destroy(problem);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    }
}

// ---- what HDF5 believes: bytes that made it crash, or ask for gigabytes ----

/// Bytes to look for, and what to put `offset` bytes behind their beginning.
typedef struct forgery
{
    const char *pattern;
    size_t length, offset;
    const char *bytes;
    size_t count;
    const char *message;
} forgery;

#define BYTES(text) text, sizeof(text) - 1

/// Puts the forgery where the pattern is found for the n-th time; false if it is not.
static bool forge(const forgery *f, int n, const char *good, size_t size, char *bad)
{
    memcpy(bad, good, size);
    for (size_t k = 0; k + f->length <= size && k + f->offset + f->count <= size; k++)
        if (memcmp(good + k, f->pattern, f->length) == 0 && n-- == 0)
        {
            memcpy(bad + k + f->offset, f->bytes, f->count);
            return true;
        }
    return false;
}

TEST(forged_structures_are_refused)
{
    static char good[1 << 17], bad[1 << 17];
    static const char no_address[] = "\377\377\377\377\377\377\377\377", far[] = "\0\0\0\0\1\0\0\0";
    static const forgery list[] = {
        {"HEAP", 4, 24, no_address, 8, "a heap of names lies beyond the end of the file"},
        {"HEAP", 4, 24, far, 8, "a heap of names lies beyond the end of the file"},
        {"HEAP", 4, 8, far, 8, "a heap of names lies beyond the end of the file"},
        {"HEAP", 4, 16, far, 8, "a heap's list of free blocks leaves it"},
        {"HEAP", 4, 0, BYTES("PEAH"), "there is no heap of names"},
        {"TREE", 4, 6, BYTES("\377\377"), "the tree of a group is damaged"},
        {"TREE", 4, 24, far, 8, "a name lies outside of its heap"},
        {"TREE", 4, 32, far, 8, "something lies beyond the end of the file"},
        {"SNOD", 4, 6, BYTES("\377\377"), "a node of a group is damaged"},
        {"SNOD", 4, 8, far, 8, "a name lies outside of its heap"},
        {"SNOD", 4, 16, far, 8, "something lies beyond the end of the file"},
        {"SNOD", 4, 24, BYTES("\3"), "an entry of a group is of no known kind"},
        // the layout message of a contiguous dataset: made compact, without data; elsewhere; too short
        {BYTES("\10\0\30\0\0\0\0\0\3\1"), 9, BYTES("\0\0\0"), "larger than what the file holds of it"},
        {BYTES("\10\0\30\0\0\0\0\0\3\1"), 10, far, 8, "larger than what the file holds of it"},
        {BYTES("\10\0\30\0\0\0\0\0\3\1"), 18, BYTES("\0\0"), "larger than what the file holds of it"},
        // integers and numbers of 4 GB each; a vector of 4 G entries
        {BYTES("\20\10\0\0\4\0\0\0\0\0\40\0"), 4, BYTES("\377\377\377\377"), "than what the file holds of it"},
        {BYTES("\21\40\77\0\10\0\0\0\0\0\100\0"), 4, BYTES("\377\377\377\377"), "than what the file holds"},
        {BYTES("\1\0\30\0\0\0\0\0\1\1\1"), 16, BYTES("\377\377\377\377"), "than what the file holds of it"},
    };
    hf_problem *problem = write_good_file(LOCAL);
    size_t size = load(good, sizeof good);
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
    {
        int n = 0;
        for (; forge(&list[k], n, good, size, bad); n++)
        {
            hf_error error = {HF_STATUS_OK, ""};
            store(bad, size);
            hf_status status = read_all(problem, &error);
            if (status != HF_STATUS_FORMAT || !strstr(error.message, list[k].message))
                harness_fail(__FILE__, __LINE__, "forgery %zu, place %d: status %d, \"%s\"", k, n, status,
                             error.message);
        }
        CHECK(n > 0);
    }
    hf_problem_destroy(problem);
    remove(scratch());
}

/// An array that was never written, as libfclib leaves them, and one in chunks.
TEST(arrays_that_are_not_there)
{
    hf_problem *problem = write_good_file(LOCAL);
    hf_error error;
    double r[8];
    hid_t file = H5Fopen(scratch(), H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, (hsize_t[]){6}, NULL), chunks = H5Pcreate(H5P_DATASET_CREATE);
    CHECK(H5Ldelete(file, "/solution/r", H5P_DEFAULT) >= 0);
    H5Dclose(H5Dcreate2(file, "/solution/r", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Fclose(file);
    CHECK(hf_fclib_read_solution(scratch(), problem, r, NULL, &error) == HF_STATUS_OK);
    for (int k = 0; k < 8; k++) CHECK(r[k] == (k < 6 ? 0.0 : k + 1));

    file = H5Fopen(scratch(), H5F_ACC_RDWR, H5P_DEFAULT);
    CHECK(H5Ldelete(file, "/solution/r", H5P_DEFAULT) >= 0 && H5Pset_chunk(chunks, 1, (hsize_t[]){2}) >= 0);
    hid_t set = H5Dcreate2(file, "/solution/r", H5T_IEEE_F64LE, space, H5P_DEFAULT, chunks, H5P_DEFAULT);
    CHECK(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, r) >= 0);
    H5Dclose(set);
    H5Pclose(chunks);
    H5Sclose(space);
    H5Fclose(file);
    CHECK(hf_fclib_read_solution(scratch(), problem, r, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "/solution/r") && strstr(error.message, "h5repack -l CONTI"));
    hf_problem_destroy(problem);
    remove(scratch());
}

/// An array that was never written needs no room in the file, but it must not be longer than the file.
TEST(arrays_without_data_ask_for_no_memory)
{
    hf_problem *problem = write_good_file(LOCAL);
    hf_error error;
    const int many = 2000000000;
    static const char *const arrays[] = {"/fclib_local/W/p", "/fclib_local/vectors/q"};
    apply(&(damage){"/fclib_local/W/m", SET, 0, many - 2, ""});
    hid_t file = H5Fopen(scratch(), H5F_ACC_RDWR, H5P_DEFAULT);
    for (int k = 0; k < 2; k++)
    {
        hid_t space = H5Screate_simple(1, (hsize_t[]){(hsize_t)(many - 1 - k)}, NULL);
        CHECK(H5Ldelete(file, arrays[k], H5P_DEFAULT) >= 0);
        hid_t type = k == 0 ? H5T_STD_I32LE : H5T_IEEE_F64LE;
        H5Dclose(H5Dcreate2(file, arrays[k], type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Sclose(space);
    }
    H5Fclose(file);
    CHECK(read_all(problem, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "/fclib_local/W/p has 1999999999 entries of 4 bytes, which the file does not hold"));
    hf_problem_destroy(problem);
    remove(scratch());
}

// ---- places ----

TEST(places_that_are_no_files)
{
    hf_problem *problem = write_good_file(LOCAL), *read;
    double r[8] = {0};
    int count;
    hf_error error;
    hf_fclib_info info;
    CHECK(hf_fclib_read("no/such.hdf5", HF_FCLIB_AUTO, &read, &error) == HF_STATUS_FILE && !read);
    CHECK(strstr(error.message, "no/such.hdf5"));
    CHECK(hf_fclib_read(".", HF_FCLIB_AUTO, &read, &error) == HF_STATUS_FILE && strstr(error.message, "directory"));
    CHECK(hf_fclib_describe(".", &info, &error) == HF_STATUS_FILE);
    CHECK(hf_fclib_read_solution("no/such.hdf5", problem, r, NULL, &error) == HF_STATUS_FILE);
    CHECK(hf_fclib_read_guesses("no/such.hdf5", problem, 1, r, &count, &error) == HF_STATUS_FILE && count == 0);
    CHECK(hf_fclib_write("no/such.hdf5", problem, NULL, &error) == HF_STATUS_FILE);
    CHECK(hf_fclib_write(".", problem, NULL, &error) == HF_STATUS_FILE);
    CHECK(hf_fclib_write_solution("no/such.hdf5", problem, r, NULL, &error) == HF_STATUS_FILE);
    CHECK(hf_fclib_write_guesses(".", problem, 1, r, &error) == HF_STATUS_FILE);

    store("not an HDF5 file", 16);
    CHECK(hf_fclib_read(scratch(), HF_FCLIB_AUTO, &read, &error) == HF_STATUS_FORMAT);
    CHECK(hf_fclib_write_solution(scratch(), problem, r, NULL, &error) == HF_STATUS_FORMAT); // and it is not replaced
    char bytes[64];
    CHECK(load(bytes, sizeof bytes) == 16 && memcmp(bytes, "not an HDF5 file", 16) == 0);
    remove(scratch());
    hf_problem_destroy(problem);
}

TEST(callers_error_handler_is_left_alone)
{
    H5E_auto2_t before, after;
    void *data_before, *data_after;
    hf_problem *read;
    H5Eget_auto2(H5E_DEFAULT, &before, &data_before);
    (void)hf_fclib_read(".", HF_FCLIB_AUTO, &read, NULL);
    H5Eget_auto2(H5E_DEFAULT, &after, &data_after);
    CHECK(before == after && data_before == data_after && before != NULL);
}
