// Recordings as binary glTF 2.0 (.glb): bodies are nodes whose translation and rotation are animated, shapes are their
// children, y is up below the root as the format wants it.
//
// Fibres are one mesh whose vertices move: frame k is the k-th morph target, with a weight that rises to 1 at its time
// and falls again, so that linear interpolation of weights is linear interpolation of vertices. That is 12 bytes for a
// vertex and frame. Lines are one pixel wide in most programs; fibres are therefore tubes of six sides while the file
// stays below TUBE_BUDGET, and lines beyond.
//
// A node cannot shear. Shapes of a body that changes its shape stand in the body's frame, and the six numbers of its
// stretch U are weights of morph targets: vertices U x are linear in them, also between frames.
//
// The file is a header, the JSON and the numbers. The JSON holds ranges of all of them, so that the frames are read
// twice; targets are written frame by frame and never stand in memory together.

#include "record/export/gltf.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"
#include "base/platform.h"
#include "record/text.h"

#include <stdlib.h>
#include <string.h>

static void put_u32(FILE *out, size_t value)
{
    for (int k = 0; k < 4; k++) putc((int)(value >> (8 * k) & 255), out);
}

static void put_float(FILE *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(out, bits);
}

/// Displacements of the vertices from the first frame, one frame after the other.
static hf_status put_targets(FILE *out, gltf_file *g, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    if (g->fibre_targets < 0) return status;
    for (int k = 1; k < g->ex.frame_count && status == HF_STATUS_OK; k++)
    {
        status = exporter_frame(&g->ex, k, error);
        if (status != HF_STATUS_OK) break;
        gltf_fibre_vertices(g, g->fibre_now);
        for (size_t v = 0; v < 3 * g->fibre_vertices; v++) put_float(out, g->fibre_now[v] - g->fibre_first[v]);
    }
    return status;
}

static hf_status put_file(FILE *out, gltf_file *g, const char *json, size_t json_size, hf_error *error)
{
    enum
    {
        MAGIC = 0x46546C67, // glTF
        JSON = 0x4E4F534A,
        BIN = 0x004E4942,
        HEADERS = 12 + 8 + 8,
    };
    size_t padded = (json_size + 3) / 4 * 4, size = gltf_size(g);
    put_u32(out, MAGIC);
    put_u32(out, 2);
    put_u32(out, HEADERS + padded + size);
    put_u32(out, padded);
    put_u32(out, JSON);
    fwrite(json, 1, json_size, out);
    for (size_t k = json_size; k < padded; k++) putc(' ', out);
    put_u32(out, size);
    put_u32(out, BIN);
    fwrite(g->bytes.bytes, 1, g->bytes.count, out);
    return put_targets(out, g, error);
}

static hf_status write_file(gltf_file *g, const char *path, hf_error *error)
{
    const size_t most = 4000000000U; // lengths are 32-bit numbers
    text_stream json;
    if (!text_stream_begin(&json)) return error_no_memory(error);
    c_locale locale = c_locale_enter();
    gltf_json(json.out, g);
    c_locale_leave(&locale);
    if (!text_stream_end(&json))
    {
        free(json.bytes);
        return error_no_memory(error);
    }
    hf_status status = HF_STATUS_OK;
    if (gltf_size(g) > most || json.size > most - gltf_size(g))
        status = file_error(error, HF_STATUS_UNSUPPORTED, path,
                            "%zu bytes are more than a .glb file can hold; take fewer frames (every) or followers",
                            gltf_size(g) + json.size);
    atomic_file part;
    if (status == HF_STATUS_OK) status = atomic_file_begin(path, gltf_size(g) + json.size, &part, error);
    if (status == HF_STATUS_OK)
    {
        FILE *out = fopen(part.name, "wb");
        if (out) status = put_file(out, g, json.bytes, json.size, error);
        status = text_close(out, path, status, error);
        status = atomic_file_end(&part, status, error);
    }
    free(json.bytes);
    return status;
}

static void free_file(gltf_file *g)
{
    exporter_end(&g->ex);
    free(g->bytes.bytes);
    free(g->accessors);
    free(g->looks);
    free(g->shape_look);
    free(g->translations);
    free(g->rotations);
    free(g->stretches);
    free(g->fibre_first);
    free(g->fibre_now);
}

hf_status hf_recording_write_gltf(const hf_recording *recording, const char *path, const hf_export_options *options,
                                  hf_error *error)
{
    gltf_file g = {.times = -1,
                   .fibre_positions = -1,
                   .fibre_colors = -1,
                   .fibre_indices = -1,
                   .fibre_weights = -1,
                   .fibre_targets = -1};
    hf_status status = exporter_begin(&g.ex, recording, options, path, error);
    if (status == HF_STATUS_OK) status = gltf_add_looks(&g, error);
    if (status == HF_STATUS_OK) status = gltf_add_motion(&g, error);
    if (status == HF_STATUS_OK) status = gltf_add_fibres(&g, error);
    if (status == HF_STATUS_OK) status = exporter_frame(&g.ex, 0, error); // nodes stand where it begins
    if (status == HF_STATUS_OK) status = write_file(&g, path, error);
    free_file(&g);
    return status;
}
