// <hfield>: heights written in place, of a PNG image (its gray, or red, from black to white), or of MuJoCo's binary
// file: two counts (rows, columns) and rows × columns floats. Whatever their range, they are stretched to 0 … size[2].

#include "base/error.h"
#include "base/file.h"
#include "scene/image/png.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const double FIELD_MOST = 1e7; // heights of a field
static const double FLAT_MOST = 1e6;  // of one that is flat: a file of a line asks for no more than some megabytes

/// Heights as they came; rows from the near edge (-y) to the far one, or the other way round if `far_first`.
typedef struct raw_heights
{
    int rows, columns;
    double *values; // NULL: flat
    bool far_first;
} raw_heights;

static void stretch_heights(mjcf_field *field, const raw_heights *raw)
{
    double low = raw->values[0], high = raw->values[0];
    for (int k = 0; k < field->rows * field->columns; k++)
    {
        low = fmin(low, raw->values[k]);
        high = fmax(high, raw->values[k]);
    }
    double stretch = high > low ? field->size[2] / (high - low) : 0;
    for (int r = 0; r < field->rows; r++)
        for (int c = 0; c < field->columns; c++)
            field->heights[r * field->columns + c] =
                stretch * (raw->values[(raw->far_first ? field->rows - 1 - r : r) * field->columns + c] - low);
}

// ---- files ----

static hf_status read_image(mjcf_reader *reader, const char *path, const char *bytes, size_t size, raw_heights *raw)
{
    png_image image;
    hf_status status = png_read(path, (const unsigned char *)bytes, size, reader->arena, &image, reader->error);
    if (status != HF_STATUS_OK) return status;
    *raw = (raw_heights){.rows = image.height, .columns = image.width, .far_first = true};
    size_t count = (size_t)image.width * (size_t)image.height;
    raw->values = ARENA_ARRAY(reader->arena, double, count);
    if (!raw->values) return error_no_memory(reader->error);
    for (size_t k = 0; k < count; k++) raw->values[k] = image.pixels[4 * k];
    return HF_STATUS_OK;
}

static uint32_t little_u32(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static hf_status read_binary(mjcf_reader *reader, const xml_node *node, const char *path, const char *bytes,
                             size_t size, raw_heights *raw)
{
    uint64_t rows = size >= 8 ? little_u32(bytes) : 0, columns = size >= 8 ? little_u32(bytes + 4) : 0;
    if (rows < 1 || columns < 1 || rows > 1000000 || columns > 1000000 || size != 8 + 4 * rows * columns)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "file: '%s' is neither a PNG image (*.png) nor a binary height field, whose two counts would "
                         "fit its %zu bytes",
                         path, size);
    *raw = (raw_heights){.rows = (int)rows, .columns = (int)columns};
    raw->values = ARENA_ARRAY(reader->arena, double, (size_t)(rows * columns));
    if (!raw->values) return error_no_memory(reader->error);
    for (size_t k = 0; k < (size_t)(rows * columns); k++)
    {
        uint32_t bits = little_u32(bytes + 8 + 4 * k);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            return mjcf_fail(reader, node, HF_STATUS_FORMAT, "file: height %zu of '%s' is not finite", k, path);
        raw->values[k] = (double)value;
    }
    return HF_STATUS_OK;
}

static hf_status read_file(mjcf_reader *reader, const xml_node *node, const char *file, raw_heights *raw)
{
    const mjcf_compiler *compiler = mjcf_compiler_of(reader, node);
    const char *path, *type = xml_value(node, "content_type"), *ending = strrchr(file, '.');
    char *bytes;
    size_t size;
    hf_status status =
        mjcf_find_file(reader, node, file, compiler->meshdir ? compiler->meshdir : compiler->assetdir, &path);
    if (status == HF_STATUS_OK) status = file_read(path, reader->arena, &bytes, &size, reader->error);
    if (status != HF_STATUS_OK) return status;
    bool png = type ? strcmp(type, "image/png") == 0 : ending && strcasecmp(ending, ".png") == 0;
    return png ? read_image(reader, path, bytes, size, raw) : read_binary(reader, node, path, bytes, size, raw);
}

static hf_status read_text(mjcf_reader *reader, const xml_node *node, raw_heights *raw)
{
    double rows = 0, columns = 0;
    int count;
    hf_status status = mjcf_whole(reader, node, "nrow", 2, 30000, &rows);
    if (status == HF_STATUS_OK) status = mjcf_whole(reader, node, "ncol", 2, 30000, &columns);
    if (status == HF_STATUS_OK) status = mjcf_list(reader, node, "elevation", &raw->values, &count);
    if (status != HF_STATUS_OK) return status;
    raw->rows = (int)rows, raw->columns = (int)columns;
    raw->far_first = true;
    if (rows >= 2 && columns >= 2 && rows * columns > FLAT_MOST && count == 0)
        return mjcf_fail(reader, node, HF_STATUS_INVALID,
                         "nrow, ncol: %.0f × %.0f heights; at most %.0f are read where no elevation is written: the "
                         "field is flat, and 2 × 2 say as much",
                         rows, columns, FLAT_MOST);
    if (count != 0 && count != rows * columns)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "elevation: %d numbers, there must be %.0f × %.0f", count,
                         rows, columns);
    if (count == 0) raw->values = NULL;
    return HF_STATUS_OK;
}

// ---- all ----

hf_status mjcf_read_field(mjcf_reader *reader, const xml_node *node, mjcf_field *field)
{
    *field = (mjcf_field){.node = node, .index = -1};
    raw_heights raw = {0};
    const char *file = xml_value(node, "file");
    int sizes = 0;
    hf_status status = mjcf_asset_name(reader, node, &field->name);
    if (status == HF_STATUS_OK && mjcf_find_field(reader, field->name))
        status = mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there are two height fields '%s'", field->name);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "size", field->size, 4, 4, &sizes);
    if (status == HF_STATUS_OK) status = file ? read_file(reader, node, file, &raw) : read_text(reader, node, &raw);
    if (status != HF_STATUS_OK) return status;
    if (raw.rows < 2 || raw.columns < 2 || !sizes)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs nrow and ncol, 2 at least, and size");
    for (int i = 0; i < 4; i++)
        if (!(field->size[i] > 0)) return mjcf_fail(reader, node, HF_STATUS_INVALID, "size: must be greater than 0");
    if ((double)raw.rows * raw.columns > FIELD_MOST)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "nrow, ncol: %d × %d heights; at most %.0f are read",
                         raw.rows, raw.columns, FIELD_MOST);
    field->rows = raw.rows, field->columns = raw.columns;
    field->heights = ARENA_ZEROED(reader->arena, double, (size_t)field->rows *(size_t)field->columns);
    if (!field->heights) return error_no_memory(reader->error);
    if (raw.values) stretch_heights(field, &raw);
    return HF_STATUS_OK;
}
