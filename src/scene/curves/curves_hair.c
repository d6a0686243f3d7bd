// Cem Yuksel's .hair files: 128 bytes of header, then arrays, all little-endian.
//
//     0  "HAIR" 4 strands u32 8 points u32 12 which arrays follow u32 16 segments of a strand u32, without the first
//        array
//    20  thickness   24  transparency   28  colour, floats, where their arrays are missing     40  88 bytes of text
//
//     bit 0  segments u16 of each strand bit 1 points 3 × float bit 2 thickness bit 3 transparency bit 4 colour 3 ×
//            float
//
// A strand of n segments has n + 1 points. The header is believed only where the file's size agrees: the arrays must
// fit into it, and the segments must add up to the points. Bytes after the last array mean nothing, and are counted.
// Thickness is a diameter. Transparency and colour are not read.

#include "scene/curves/curves.h"

#include "base/error.h"
#include "base/file.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum
{
    HEADER = 128,
    HAS_SEGMENTS = 1,
    HAS_POINTS = 2,
    HAS_THICKNESS = 4,
    HAS_TRANSPARENCY = 8,
    HAS_COLOR = 16,
    KNOWN = 31,
};

static uint32_t little_u16(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8;
}

static uint32_t little_u32(const char *bytes)
{
    return little_u16(bytes) | little_u16(bytes + 2) << 16;
}

static double little_float(const char *bytes)
{
    uint32_t bits = little_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

typedef struct hair_file
{
    uint64_t strands, points;
    uint32_t arrays, segments;
    double thickness;
    const char *segment_data, *point_data, *thickness_data; // NULL: not there
} hair_file;

/// The header, as far as it makes sense.
static hf_status read_header(const curve_sink *sink, const char *bytes, size_t size, hair_file *f)
{
    if (size < HEADER || memcmp(bytes, "HAIR", 4) != 0)
        return file_error(sink->error, HF_STATUS_FORMAT, sink->path,
                          "is no .hair file: it does not begin with the letters HAIR and 128 bytes of header");
    *f = (hair_file){.strands = little_u32(bytes + 4),
                     .points = little_u32(bytes + 8),
                     .arrays = little_u32(bytes + 12),
                     .segments = little_u32(bytes + 16),
                     .thickness = little_float(bytes + 20)};
    if (f->arrays & ~(uint32_t)KNOWN)
        return file_error(sink->error, HF_STATUS_FORMAT, sink->path,
                          "header, byte 12: the bits %#x name arrays that the format does not have", f->arrays);
    if (!(f->arrays & HAS_POINTS))
        return file_error(sink->error, HF_STATUS_FORMAT, sink->path, "header, byte 12: there is no array of points");
    if (!(f->arrays & HAS_THICKNESS) && !(f->thickness >= 0.0 && isfinite(f->thickness)))
        return file_error(sink->error, HF_STATUS_FORMAT, sink->path, "header, byte 20: the thickness %g is no length",
                          f->thickness);
    return HF_STATUS_OK;
}

/// Places of the arrays; the file must have them whole.
static hf_status find_arrays(curve_sink *sink, const char *bytes, size_t size, hair_file *f)
{
    uint64_t at = HEADER;
    const struct
    {
        uint32_t bit;
        uint64_t bytes;
        const char **data;
        const char *name;
    } arrays[] = {{HAS_SEGMENTS, 2 * f->strands, &f->segment_data, "segments"},
                  {HAS_POINTS, 12 * f->points, &f->point_data, "points"},
                  {HAS_THICKNESS, 4 * f->points, &f->thickness_data, "thickness"},
                  {HAS_TRANSPARENCY, 4 * f->points, NULL, "transparency"},
                  {HAS_COLOR, 12 * f->points, NULL, "colour"}};
    for (int k = 0; k < 5; k++)
    {
        if (!(f->arrays & arrays[k].bit)) continue;
        if (arrays[k].data) *arrays[k].data = bytes + (at <= size ? at : size);
        at += arrays[k].bytes;
        if (at > size)
            return file_error(
                sink->error, HF_STATUS_FORMAT, sink->path,
                "the header lies, or the file is cut short: %llu strands with %llu points need %llu bytes up to the "
                "end of the %s, and there are %zu",
                (unsigned long long)f->strands, (unsigned long long)f->points, (unsigned long long)at, arrays[k].name,
                size);
    }
    sink->curves->info.extra_bytes = size - (size_t)at;
    return HF_STATUS_OK;
}

static hf_status check_segments(const curve_sink *sink, const hair_file *f)
{
    uint64_t sum = f->segment_data ? 0 : f->strands * ((uint64_t)f->segments + 1); // both below 2^32
    for (uint64_t s = 0; f->segment_data && s < f->strands; s++) sum += little_u16(f->segment_data + 2 * s) + 1;
    if (sum == f->points) return HF_STATUS_OK;
    return file_error(sink->error, HF_STATUS_FORMAT, sink->path,
                      "the header lies: the segments of %llu strands make %llu points, and byte 8 says %llu",
                      (unsigned long long)f->strands, (unsigned long long)sum, (unsigned long long)f->points);
}

hf_status curves_read_hair(curve_sink *sink, const char *bytes, size_t size)
{
    hair_file f;
    hf_status status = read_header(sink, bytes, size, &f);
    if (status == HF_STATUS_OK) status = find_arrays(sink, bytes, size, &f);
    if (status == HF_STATUS_OK) status = check_segments(sink, &f);
    if (status != HF_STATUS_OK) return status;
    sink->curves->info.file_points = (size_t)f.points;
    curve_sink_expect(sink, (size_t)f.strands);
    uint64_t point = 0;
    for (uint64_t s = 0; s < f.strands && status == HF_STATUS_OK; s++)
    {
        uint64_t end = point + (f.segment_data ? little_u16(f.segment_data + 2 * s) : f.segments) + 1;
        bool wanted;
        status = curve_sink_strand(sink, &wanted);
        for (; wanted && point < end && status == HF_STATUS_OK; point++)
        {
            const char *p = f.point_data + 12 * point;
            double at[3] = {little_float(p), little_float(p + 4), little_float(p + 8)};
            double thickness = f.thickness_data ? little_float(f.thickness_data + 4 * point) : f.thickness;
            status = curve_sink_point(sink, at, 0.5 * thickness, 0);
        }
        point = end;
        if (status == HF_STATUS_OK) status = curve_sink_end(sink);
    }
    return status;
}
