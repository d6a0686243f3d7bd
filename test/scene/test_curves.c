// Curves from and to files: round trips, options, and files that lie.

#include "support/harness.h"

#include "holdfast/curves.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_file(const char *path, const void *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    CHECK(out && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
}

static void put_text(const char *path, const char *text)
{
    put_file(path, text, strlen(text));
}

static hf_curves *must_read(const char *path, const hf_curves_options *options)
{
    hf_curves *curves = NULL;
    hf_error error;
    if (hf_curves_read(path, options, &curves, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return curves;
}

/// Reading fails with this status and these words.
static void must_fail(const char *path, const hf_curves_options *options, hf_status status, const char *words)
{
    hf_curves *curves = (hf_curves *)(intptr_t)1;
    hf_error error = {0};
    hf_status got = hf_curves_read(path, options, &curves, &error);
    unlink(path);
    if (got != status || !strstr(error.message, words) || !strstr(error.message, path))
        harness_fail(__FILE__, __LINE__, "status %d, \"%s\", expected \"%s\"", (int)got, error.message, words);
    CHECK(curves == NULL);
}

/// Three strands of 4, 2 and 3 points, with radii that differ.
static hf_curves *make_curves(void)
{
    static const int counts[3] = {4, 2, 3};
    double points[27], radii[9];
    for (int k = 0; k < 27; k++) points[k] = 0.125 * k * k - k / 3.0;
    for (int k = 0; k < 9; k++) radii[k] = 1e-4 * (k + 1);
    hf_curves *curves = NULL;
    hf_error error;
    CHECK(hf_curves_create(3, counts, points, radii, &curves, &error) == HF_STATUS_OK);
    return curves;
}

static void check_round(const char *path, double relative, bool radii)
{
    hf_curves *from = make_curves();
    hf_error error;
    CHECK(hf_curves_write(path, from, &error) == HF_STATUS_OK);
    hf_curves *to = must_read(path, NULL);
    CHECK(hf_curves_count(to) == 3);
    for (size_t s = 0; s < 3; s++)
    {
        int n = hf_curves_point_count(from, s);
        CHECK(hf_curves_point_count(to, s) == n);
        for (int k = 0; k < 3 * n; k++)
            CHECK_NEAR(hf_curves_points(to, s)[k], hf_curves_points(from, s)[k],
                       relative * fabs(hf_curves_points(from, s)[k]));
        for (int k = 0; k < n; k++)
            CHECK_NEAR(hf_curves_radii(to, s)[k], radii ? hf_curves_radii(from, s)[k] : 0.0, relative);
    }
    hf_curves_info info = hf_curves_describe(to);
    CHECK(info.strands == 3 && info.points == 9 && info.file_points == 9 && info.repeated_points == 0);
    hf_curves_destroy(from);
    hf_curves_destroy(to);
    unlink(path);
}

TEST(files_are_read_back)
{
    check_round("curves_round.hair", 0x1p-24, true);
    check_round("curves_round.csv", 0.0, true);
    check_round("curves_round.obj", 0.0, false);
    hf_curves *curves = make_curves();
    hf_error error;
    CHECK(hf_curves_write("curves_round.ply", curves, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(hf_curves_write("no/such/folder.hair", curves, &error) == HF_STATUS_FILE);
    hf_curves_destroy(curves);
}

// ---- .hair, byte by byte ----

typedef struct hair_bytes
{
    unsigned char bytes[4096];
    size_t size;
} hair_bytes;

static void hair_u32(hair_bytes *h, size_t at, uint32_t value)
{
    for (size_t k = 0; k < 4; k++) h->bytes[at + k] = (unsigned char)(value >> (8 * k));
}

static void hair_float(hair_bytes *h, size_t at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    hair_u32(h, at, bits);
}

/// `strands` of 3 points without an array of segments, and a default thickness.
static hair_bytes make_hair(uint32_t strands)
{
    hair_bytes h = {.size = 128};
    memcpy(h.bytes, "HAIR", 4);
    hair_u32(&h, 4, strands);
    hair_u32(&h, 8, 3 * strands);
    hair_u32(&h, 12, 2);
    hair_u32(&h, 16, 2);
    hair_float(&h, 20, 0.5F);
    for (uint32_t k = 0; k < 9 * strands; k++, h.size += 4) hair_float(&h, h.size, (float)k);
    return h;
}

TEST(hair_with_defaults_scale_and_axis)
{
    hair_bytes h = make_hair(4);
    put_file("curves_a.hair", h.bytes, h.size);
    hf_curves_options options = hf_curves_options_default();
    options.scale = 0.01, options.up = 'y';
    hf_curves *c = must_read("curves_a.hair", &options);
    CHECK(hf_curves_count(c) == 4 && hf_curves_point_count(c, 3) == 3);
    const double *p = hf_curves_points(c, 1); // the file has 9, 10, 11
    CHECK_NEAR(p[0], 0.09, 1e-15);
    CHECK_NEAR(p[1], -0.11, 1e-15);
    CHECK_NEAR(p[2], 0.10, 1e-15);
    CHECK_NEAR(hf_curves_radii(c, 2)[1], 0.0025, 1e-15); // thickness is a diameter
    CHECK_NEAR(hf_curves_describe(c).longest, 0.01 * 2.0 * sqrt(27.0), 1e-12);
    hf_curves_destroy(c);
    options.up = 'x';
    c = must_read("curves_a.hair", &options);
    p = hf_curves_points(c, 1);
    CHECK_NEAR(p[0], -0.11, 1e-15);
    CHECK_NEAR(p[1], 0.10, 1e-15);
    CHECK_NEAR(p[2], 0.09, 1e-15);
    hf_curves_destroy(c);
    unlink("curves_a.hair");
}

TEST(strands_are_selected)
{
    hair_bytes h = make_hair(20);
    put_file("curves_b.hair", h.bytes, h.size);
    hf_curves_options options = hf_curves_options_default();
    options.every = 3; // 0 3 6 9 12 15 18
    hf_curves *c = must_read("curves_b.hair", &options);
    CHECK(hf_curves_count(c) == 7);
    for (size_t s = 0; s < 7; s++) CHECK_NEAR(hf_curves_points(c, s)[0], 27.0 * (double)s, 0.0);
    hf_curves_destroy(c);
    options.maximum = 3; // of the seven, evenly
    c = must_read("curves_b.hair", &options);
    CHECK(hf_curves_count(c) == 3);
    CHECK(hf_curves_points(c, 1)[0] > 27.0 && hf_curves_points(c, 2)[0] > hf_curves_points(c, 1)[0] + 27.0);
    CHECK(hf_curves_describe(c).file_strands == 20);
    hf_curves_destroy(c);
    unlink("curves_b.hair");
}

TEST(strands_are_resampled)
{
    put_text("curves_c.csv", "strand,x,y,z,radius\n7,0,0,0,1\n7,1,0,0,1\n7,1,3,0,4\n");
    hf_curves_options options = hf_curves_options_default();
    options.points = 5;
    hf_curves *c = must_read("curves_c.csv", &options);
    static const double expected[5][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {1, 1, 0, 2}, {1, 2, 0, 3}, {1, 3, 0, 4}};
    CHECK(hf_curves_point_count(c, 0) == 5);
    for (int k = 0; k < 5; k++)
    {
        for (int d = 0; d < 3; d++) CHECK_NEAR(hf_curves_points(c, 0)[3 * k + d], expected[k][d], 1e-14);
        CHECK_NEAR(hf_curves_radii(c, 0)[k], expected[k][3], 1e-14);
    }
    hf_curves_destroy(c);
    put_text("curves_c.csv", "1,0,0,0\n1,1,0,0\n1,0,0,0\n2,0,0,0\n2,2,0,0\n"); // a closed one has no two ends
    options.points = 2;
    c = must_read("curves_c.csv", &options);
    CHECK(hf_curves_count(c) == 1 && hf_curves_describe(c).short_strands == 1 && hf_curves_points(c, 0)[3] == 2.0);
    hf_curves_destroy(c);
    options.points = 1;
    hf_error error;
    CHECK(hf_curves_read("curves_c.csv", &options, &c, &error) == HF_STATUS_INVALID && strstr(error.message, "points"));
    unlink("curves_c.csv");
}

// ---- files that lie ----

TEST(headers_that_lie)
{
    hair_bytes h = make_hair(4);
    put_file("curves_d.hair", h.bytes, h.size - 1);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "cut short");
    hair_u32(&h, 8, 4000000000U); // 48 GB of points
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "the header lies");
    h = make_hair(4);
    hair_u32(&h, 4, 4000000000U);
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "byte 8 says 12");
    h = make_hair(4);
    hair_u32(&h, 16, 4294967295U); // segments + 1 would wrap
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "the segments of 4 strands make 17179869184 points");
    h = make_hair(4);
    hair_u32(&h, 12, 1);
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "no array of points");
    hair_u32(&h, 12, 66);
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "byte 12");
    h = make_hair(4);
    hair_float(&h, 20, -1.0F);
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "thickness");
    h = make_hair(4);
    hair_float(&h, 128 + 4 * (9 + 4), (float)NAN);
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "strand 1, point 1: the coordinate y");
    h.bytes[0] = 'h';
    put_file("curves_d.hair", h.bytes, h.size);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "is no .hair file");
    put_file("curves_d.hair", h.bytes, 0);
    must_fail("curves_d.hair", NULL, HF_STATUS_FORMAT, "is no .hair file");
    must_fail("curves_absent.hair", NULL, HF_STATUS_FILE, "cannot be read");
    put_text("curves_d.ply", "ply");
    must_fail("curves_d.ply", NULL, HF_STATUS_UNSUPPORTED, ".hair, .obj and .csv");
}

TEST(tables_that_are_wrong)
{
    static const char *const tables[][2] = {
        {"0,0,0,0\n0,1,nan,0\n", "line 2: the coordinate y"},
        {"0,0,0,0\n0,1,1e300,0\n", "line 2: the coordinate y"},
        {"0,0,0,0\n0,1,0,0,-1\n", "line 2: the radius"},
        {"0,0,0,0\n\n# note\n0,1,0\n", "line 4: a row has"},
        {"0,0,0,0\n0,1,0,0,0,0\n", "line 2: there are more than five"},
        {"0,0,0,0\n0,a,0,0\n", "line 2: column x is no number"},
        {"0,0,0,0\n0,1 0,0\n", "line 2: a comma"},
        {"0.5,0,0,0\n", "line 1: column strand"},
        {"strand,y,x,z\n0,0,0,0\n", "line 1: the head"},
        {"0,0,0,0\n0,1,0,0\n1,0,0,0\n1,1,0,0\n0,2,0,0\n", "strand 0 comes twice"},
        {"0,1,2,3\n0,1,2,3\n1,0,0,0\n", "none of its strands has two different points (2 strands, 1 repeated"},
        {"", "has no curves"},
        {"strand,x,y,z\n", "has no curves"},
    };
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
    {
        put_text("curves_e.csv", tables[k][0]);
        must_fail("curves_e.csv", NULL, HF_STATUS_FORMAT, tables[k][1]);
    }
    put_file("curves_e.csv", "0,0,0,0\n\0", 9);
    must_fail("curves_e.csv", NULL, HF_STATUS_FORMAT, "zero byte at 8");
    static const char *const lines[][2] = {
        {"v 0 0 0\nv 1 0\nl 1 2\n", "line 2: the vertex"}, {"v 0 0 0\nl 1\n", "line 2: a line element needs two"},
        {"v 0 0 0\nl 1 2\n", "line 2: the line element"},  {"v 0 0 0\nl 1 -2\n", "line 2: the line element"},
        {"v 0 0 0\nv 1 0 0\nl 1 x\n", "line 3: the line"}, {"v 0 0 0\nv 1 0 inf\nl 1 2\n", "line 2: the coordinate z"},
        {"v 0 0 0\nv 1 0 0\nf 1 2 1\n", "has no curves"},
    };
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    {
        put_text("curves_e.obj", lines[k][0]);
        must_fail("curves_e.obj", NULL, HF_STATUS_FORMAT, lines[k][1]);
    }
}

TEST(bytes_behind_the_last_array_are_counted)
{
    hair_bytes h = make_hair(2);
    for (int extra = 0; extra <= 7; extra += 7)
    {
        put_file("curves_x.hair", h.bytes, h.size + (size_t)extra);
        hf_curves *c = must_read("curves_x.hair", NULL);
        CHECK(hf_curves_describe(c).extra_bytes == (size_t)extra);
        hf_curves_destroy(c);
    }
    unlink("curves_x.hair");
}

TEST(what_repeats_is_left_out_and_counted)
{
    put_text("curves_f.csv", "3,0,0,0\n3,0,0,0\n3,0,0,1\n4,5,5,5\n4,5,5,5\n5,1,1,1,2e-3\n5,1,1,2\n");
    hf_curves_options options = hf_curves_options_default();
    options.radius = 1e-3;
    hf_curves *c = must_read("curves_f.csv", &options);
    hf_curves_info info = hf_curves_describe(c);
    CHECK(info.strands == 2 && info.points == 4 && info.file_strands == 3 && info.file_points == 7);
    CHECK(info.repeated_points == 2 && info.short_strands == 1 && info.default_radii == 3);
    CHECK(hf_curves_radii(c, 0)[0] == 1e-3 && hf_curves_radii(c, 1)[0] == 2e-3 && hf_curves_radii(c, 1)[1] == 1e-3);
    CHECK_NEAR(info.shortest, 1.0, 0.0);
    hf_curves_destroy(c);
    unlink("curves_f.csv");
}

TEST(lines_of_two_corners_make_one_strand)
{
    put_text("curves_g.obj", "o hair\nv 0 0 0\nv 0 0 1\nv 0 1 1\nv 5 0 0\nl 1 2\nl 2/7 -2\nl 4 1 2\nv 9 9 9\nl -1 1\n");
    hf_curves *c = must_read("curves_g.obj", NULL);
    CHECK(hf_curves_count(c) == 3);
    CHECK(hf_curves_point_count(c, 0) == 3 && hf_curves_point_count(c, 1) == 3 && hf_curves_point_count(c, 2) == 2);
    CHECK(hf_curves_points(c, 0)[7] == 1.0 && hf_curves_points(c, 2)[0] == 9.0);
    hf_curves_destroy(c);
    unlink("curves_g.obj");
}

TEST(limit_of_points)
{
    hair_bytes h = make_hair(20);
    hf_curves_options options = hf_curves_options_default();
    options.point_limit = 59;
    put_file("curves_h.hair", h.bytes, h.size);
    must_fail("curves_h.hair", &options, HF_STATUS_INVALID, "60 points are more than the limit of 59");
    options.points = 100;
    put_file("curves_h.hair", h.bytes, h.size);
    must_fail("curves_h.hair", &options, HF_STATUS_INVALID, "2000 points are more");
    options.maximum = 5, options.points = 0;
    put_file("curves_h.hair", h.bytes, h.size);
    hf_curves *c = must_read("curves_h.hair", &options);
    CHECK(hf_curves_describe(c).points == 15);
    hf_curves_destroy(c);
    unlink("curves_h.hair");
}

TEST(every_allocation_may_fail)
{
    hf_curves *from = make_curves();
    hf_error error;
    static const char *const paths[] = {"curves_i.hair", "curves_i.obj", "curves_i.csv"};
    hf_curves_options options = hf_curves_options_default();
    options.points = 4;
    for (int f = 0; f < 3; f++)
    {
        CHECK(hf_curves_write(paths[f], from, &error) == HF_STATUS_OK);
        bool failed = true;
        for (long k = 0; failed; k++)
        {
            hf_curves *c = NULL;
            fail_allocation(k);
            hf_status status = hf_curves_read(paths[f], &options, &c, &error);
            failed = k < fail_allocation_count();
            fail_allocation(-1);
            CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY && !c));
            hf_curves_destroy(c);
        }
        unlink(paths[f]);
    }
    hf_curves_destroy(from);
}

TEST(arrays_that_are_wrong)
{
    hf_curves *c;
    hf_error error;
    CHECK(hf_curves_create(1, (int[]){1}, (double[3]){0}, NULL, &c, &error) == HF_STATUS_INVALID && !c);
    CHECK(hf_curves_create(1, (int[]){2}, (double[6]){NAN}, NULL, &c, &error) == HF_STATUS_INVALID);
    CHECK(hf_curves_create(1, (int[]){2}, (double[6]){1}, (double[2]){-1.0, 0.0}, &c, &error) == HF_STATUS_INVALID);
    CHECK(hf_curves_create(1, (int[]){2}, (double[6]){1}, NULL, &c, &error) == HF_STATUS_OK);
    hf_curves_destroy(c);
}
