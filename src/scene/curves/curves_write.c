// Writing curves: .hair, .obj and .csv, as the readers beside this file have them.

#include "scene/curves/curves.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum
{
    INFO = 88,
    MOST_SEGMENTS = 65535,
};

static void put_bytes(FILE *out, uint64_t bits, int size)
{
    for (int k = 0; k < size; k++) putc((int)(bits >> (8 * k) & 255), out);
}

static void put_float(FILE *out, double value)
{
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_bytes(out, bits, 4);
}

static void write_hair(FILE *out, const hf_curves *c)
{
    enum
    {
        SEGMENTS_POINTS_THICKNESS = 7
    };
    fputs("HAIR", out);
    put_bytes(out, c->count, 4);
    put_bytes(out, c->point_count, 4);
    put_bytes(out, SEGMENTS_POINTS_THICKNESS, 4);
    put_bytes(out, 0, 4);
    put_float(out, c->point_count > 0 ? 2.0 * c->radii[0] : 0.0);
    put_float(out, 0.0);
    for (int k = 0; k < 3; k++) put_float(out, 0.5);
    char info[INFO] = "holdfast " HF_VERSION ", metres, z up";
    fwrite(info, 1, sizeof info, out);
    for (size_t s = 0; s < c->count; s++) put_bytes(out, c->begin[s + 1] - c->begin[s] - 1, 2);
    for (size_t k = 0; k < 3 * c->point_count; k++) put_float(out, c->points[k]);
    for (size_t k = 0; k < c->point_count; k++) put_float(out, 2.0 * c->radii[k]);
}

static void write_obj(FILE *out, const hf_curves *c)
{
    fputs("# holdfast " HF_VERSION ", metres, z up\n", out);
    for (size_t k = 0; k < c->point_count; k++)
        fprintf(out, "v %.17g %.17g %.17g\n", c->points[3 * k], c->points[3 * k + 1], c->points[3 * k + 2]);
    for (size_t s = 0; s < c->count; s++)
    {
        fputc('l', out);
        for (size_t k = c->begin[s]; k < c->begin[s + 1]; k++) fprintf(out, " %zu", k + 1);
        fputc('\n', out);
    }
}

static void write_csv(FILE *out, const hf_curves *c)
{
    fputs("strand,x,y,z,radius\n", out);
    for (size_t s = 0; s < c->count; s++)
        for (size_t k = c->begin[s]; k < c->begin[s + 1]; k++)
            fprintf(out, "%zu,%.17g,%.17g,%.17g,%.17g\n", s, c->points[3 * k], c->points[3 * k + 1],
                    c->points[3 * k + 2], c->radii[k]);
}

typedef void (*writer)(FILE *out, const hf_curves *curves);

static hf_status check_hair(const char *path, const hf_curves *c, hf_error *error)
{
    for (size_t s = 0; s < c->count; s++)
        if (c->begin[s + 1] - c->begin[s] - 1 > MOST_SEGMENTS)
            return file_error(error, HF_STATUS_UNSUPPORTED, path,
                              "strand %zu has more than %d segments, which .hair cannot say", s, MOST_SEGMENTS);
    if (c->count > UINT32_MAX || c->point_count > UINT32_MAX)
        return file_error(error, HF_STATUS_UNSUPPORTED, path, "there are more points than .hair can say");
    return HF_STATUS_OK;
}

static hf_status close_stream(FILE *out, const char *path, hf_error *error)
{
    bool well = out && !ferror(out);
    int trouble = errno;
    if (out && fclose(out) != 0) well = false, trouble = errno;
    return well ? HF_STATUS_OK : file_error(error, HF_STATUS_FILE, path, "cannot be written: %s", strerror(trouble));
}

hf_status hf_curves_write(const char *path, const hf_curves *curves, hf_error *error)
{
    const char *ending = strrchr(path, '.');
    writer write = NULL;
    if (ending && strcasecmp(ending, ".hair") == 0) write = write_hair;
    else if (ending && strcasecmp(ending, ".obj") == 0) write = write_obj;
    else if (ending && strcasecmp(ending, ".csv") == 0) write = write_csv;
    if (!write)
        return file_error(error, HF_STATUS_UNSUPPORTED, path, "curves are written to .hair, .obj and .csv files");
    hf_status status = write == write_hair ? check_hair(path, curves, error) : HF_STATUS_OK;
    if (status != HF_STATUS_OK) return status;
    atomic_file part;
    status = atomic_file_begin(path, 0, &part, error);
    if (status != HF_STATUS_OK) return status;
    c_locale locale = c_locale_enter();
    FILE *out = fopen(part.name, "wb");
    if (out) write(out, curves);
    status = close_stream(out, path, error);
    c_locale_leave(&locale);
    return atomic_file_end(&part, status, error);
}
