// Opening glTF files. A .glb is a head (magic, version, length) and chunks (length, type, bytes): JSON, then bytes of
// buffer 0. Other buffers are data: addresses in base64, or files beside the first. Every offset and length of the file
// is checked before it is followed.

#include "scene/motion/gltf.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum
{
    GLB_HEAD = 12,
    GLB_CHUNK = 8,
    TYPE_BYTE = 5120,
    TYPE_UBYTE = 5121,
    TYPE_SHORT = 5122,
    TYPE_USHORT = 5123,
    TYPE_FLOAT = 5126,
};

hf_status gltf_fail(const gltf_file *file, const char *format, ...)
{
    char text[192];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return file_error(file->error, HF_STATUS_FORMAT, file->path, "%s", text);
}

static uint32_t little(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/// The JSON of a .glb, and its binary chunk if there is one.
static hf_status open_binary(gltf_file *file, const uint8_t *bytes, size_t size, char **text)
{
    const uint32_t JSON = 0x4e4f534a, BIN = 0x004e4942;
    if (size < GLB_HEAD + GLB_CHUNK) return gltf_fail(file, "is cut off in its head");
    if (little(bytes + 4) != 2) return gltf_fail(file, "is version %u of glTF; 2 is read", little(bytes + 4));
    if (little(bytes + 8) > size)
        return gltf_fail(file, "says that it has %u bytes, and has %zu", little(bytes + 8), size);
    size_t json = little(bytes + GLB_HEAD), at = GLB_HEAD + GLB_CHUNK;
    if (little(bytes + GLB_HEAD + 4) != JSON || json > size - at)
        return gltf_fail(file, "its first chunk is no whole JSON");
    *text = text_copy(file->arena, (const char *)bytes + at, json);
    if (!*text) return error_no_memory(file->error);
    at += json;
    if (size - at < GLB_CHUNK) return HF_STATUS_OK;
    size_t length = little(bytes + at);
    if (little(bytes + at + 4) != BIN || length > size - at - GLB_CHUNK)
        return gltf_fail(file, "its second chunk is no whole buffer");
    file->binary = (gltf_bytes){bytes + at + GLB_CHUNK, length};
    return HF_STATUS_OK;
}

hf_status gltf_open(gltf_file *file)
{
    char *text;
    size_t size;
    hf_status status = file_read(file->path, file->arena, &text, &size, file->error);
    if (status != HF_STATUS_OK) return status;
    if (size >= 4 && memcmp(text, "glTF", 4) == 0) status = open_binary(file, (const uint8_t *)text, size, &text);
    if (status == HF_STATUS_OK) status = json_read(file->path, text, file->arena, &file->root, file->error);
    if (status != HF_STATUS_OK) return status;
    const json_value *buffers = json_member(file->root, "buffers");
    file->buffer_count = buffers && buffers->kind == JSON_LIST ? buffers->count : 0;
    file->buffers = ARENA_ZEROED(file->arena, gltf_bytes, file->buffer_count);
    return file->buffers ? HF_STATUS_OK : error_no_memory(file->error);
}

static int base64_of(char c)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(signs, c) : NULL;
    return found ? (int)(found - signs) : -1;
}

static hf_status decode(gltf_file *file, const char *text, gltf_bytes *bytes)
{
    size_t length = strlen(text);
    uint8_t *data = ARENA_ARRAY(file->arena, uint8_t, length / 4 * 3 + 3);
    if (!data) return error_no_memory(file->error);
    uint32_t held = 0;
    int bits = 0;
    size_t size = 0;
    for (; *text && *text != '='; text++)
    {
        int value = base64_of(*text);
        if (value < 0) return gltf_fail(file, "a buffer is no base64");
        held = held << 6 | (uint32_t)value, bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        data[size++] = (uint8_t)(held >> bits);
    }
    *bytes = (gltf_bytes){data, size};
    return HF_STATUS_OK;
}

static hf_status read_buffer(gltf_file *file, int index)
{
    gltf_bytes *bytes = &file->buffers[index];
    const json_value *buffer = json_item(json_member(file->root, "buffers"), index);
    const json_value *uri = json_member(buffer, "uri");
    hf_status status = HF_STATUS_OK;
    if (bytes->data) return HF_STATUS_OK;
    if (!uri || uri->kind != JSON_TEXT) *bytes = file->binary;
    else if (strncmp(uri->text, "data:", 5) == 0)
    {
        const char *comma = strstr(uri->text, ";base64,");
        status = comma ? decode(file, comma + 8, bytes) : gltf_fail(file, "buffer %d is no base64", index);
    }
    else
    {
        const char *folder = path_folder(file->arena, file->path);
        char *path = folder ? path_join(file->arena, folder, uri->text) : NULL, *data = NULL;
        if (!path) return error_no_memory(file->error);
        status = file_read(path, file->arena, &data, &bytes->size, file->error);
        bytes->data = (const uint8_t *)data;
    }
    if (status == HF_STATUS_OK && !bytes->data) status = gltf_fail(file, "buffer %d has no bytes", index);
    return status;
}

/// One component.
static double component(const uint8_t *at, int type, bool normalized)
{
    switch (type)
    {
    case TYPE_BYTE: return normalized ? (double)(int8_t)at[0] / 127.0 : (double)(int8_t)at[0];
    case TYPE_UBYTE: return normalized ? at[0] / 255.0 : at[0];
    case TYPE_SHORT:
    {
        int16_t value = (int16_t)(at[0] | at[1] << 8);
        return normalized ? value / 32767.0 : value;
    }
    case TYPE_USHORT:
    {
        unsigned value = (unsigned)at[0] | (unsigned)at[1] << 8;
        return normalized ? value / 65535.0 : value;
    }
    default:
    {
        uint32_t bits = little(at);
        float value;
        memcpy(&value, &bits, sizeof value);
        return (double)value;
    }
    }
}

static size_t component_size(int type)
{
    return type == TYPE_FLOAT ? 4 : type == TYPE_SHORT || type == TYPE_USHORT ? 2 : 1;
}

/// An accessor, as far as it is checked.
typedef struct access
{
    const uint8_t *first;
    size_t stride;
    int count, type;
    bool normalized;
} access;

static hf_status find_access(gltf_file *file, int index, int width, access *a)
{
    static const char *const types[5] = {"", "SCALAR", "", "VEC3", "VEC4"};
    const json_value *item = json_item(json_member(file->root, "accessors"), index), *type = json_member(item, "type");
    int view_index, buffer, offset = 0, start = 0, length, stride = 0;
    if (!item) return gltf_fail(file, "there is no accessor %d", index);
    if (!type || type->kind != JSON_TEXT || strcmp(type->text, types[width]) != 0)
        return gltf_fail(file, "accessor %d is not of type %s", index, types[width]);
    if (json_member(item, "sparse")) return gltf_fail(file, "accessor %d is sparse, which is not read", index);
    if (!json_member_index(item, "count", INT_MAX / 16, &a->count))
        return gltf_fail(file, "accessor %d has no count", index);
    if (!json_member_index(item, "componentType", TYPE_FLOAT, &a->type))
        return gltf_fail(file, "accessor %d has a componentType that glTF does not have", index);
    bool known = (a->type >= TYPE_BYTE && a->type <= TYPE_USHORT) || a->type == TYPE_FLOAT;
    if (!known) return gltf_fail(file, "accessor %d has components of type %d, which are not read", index, a->type);
    const json_value *normalized = json_member(item, "normalized");
    a->normalized = normalized && normalized->kind == JSON_BOOL && normalized->number != 0.0;
    if (!json_member_index(item, "bufferView", INT_MAX, &view_index))
        return gltf_fail(file, "accessor %d has no bufferView", index);
    const json_value *view = json_item(json_member(file->root, "bufferViews"), view_index);
    if (!json_member_index(view, "buffer", file->buffer_count - 1.0, &buffer) ||
        !json_member_index(view, "byteLength", INT_MAX, &length))
        return gltf_fail(file, "bufferView %d is not whole", view_index);
    if (json_member(item, "byteOffset") && !json_member_index(item, "byteOffset", INT_MAX, &offset))
        return gltf_fail(file, "accessor %d begins nowhere", index);
    if (json_member(view, "byteOffset") && !json_member_index(view, "byteOffset", INT_MAX, &start))
        return gltf_fail(file, "bufferView %d begins nowhere", view_index);
    if (json_member(view, "byteStride") && !json_member_index(view, "byteStride", 252, &stride))
        return gltf_fail(file, "bufferView %d has a byteStride out of 0 … 252", view_index);
    hf_status status = read_buffer(file, buffer);
    if (status != HF_STATUS_OK) return status;
    size_t size = (size_t)width * component_size(a->type), from = (size_t)start + (size_t)offset;
    a->stride = stride > 0 ? (size_t)stride : size;
    size_t end = a->count > 0 ? from + a->stride * (size_t)(a->count - 1) + size : from;
    if (end > (size_t)start + (size_t)length || end > file->buffers[buffer].size)
        return gltf_fail(file, "accessor %d reaches beyond its buffer", index);
    a->first = file->buffers[buffer].data + from;
    return HF_STATUS_OK;
}

hf_status gltf_numbers(gltf_file *file, int accessor, int width, int *count, double **numbers)
{
    access a;
    hf_status status = find_access(file, accessor, width, &a);
    if (status != HF_STATUS_OK) return status;
    double *out = ARENA_ARRAY(file->arena, double, (size_t)a.count *(size_t)width);
    if (!out) return error_no_memory(file->error);
    for (int k = 0; k < a.count; k++)
        for (int i = 0; i < width; i++)
            out[(size_t)k * (size_t)width + (size_t)i] =
                component(a.first + (size_t)k * a.stride + (size_t)i * component_size(a.type), a.type, a.normalized);
    *count = a.count;
    *numbers = out;
    return HF_STATUS_OK;
}
