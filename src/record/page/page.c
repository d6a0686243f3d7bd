// One self-contained page: viewer/page.html with its places filled in.

#include "record/page/page_write.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "record/export/followers.h"
#include "record/page/page.h"
#include "record/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the numbers ----

static void put_data(FILE *out, const page *p)
{
    static const unsigned char zeros[8] = {0};
    base64 b = {.out = out};
    for (int k = 0; k < PAGE_ARRAY_COUNT; k++)
    {
        const byte_buffer *a = &p->data->arrays[k];
        base64_put(&b, a->bytes, a->count);
        base64_put(&b, zeros, (8 - a->count % 8) % 8);
    }
    base64_put(&b, zeros, (size_t)((3 - b.held) % 3)); // a few zeros at the end instead of padding signs
}

enum
{
    PROOF_MOST = 64 << 20 // bytes that a page carries
};

/// A proof that cannot be read is none: whoever wrote it has said so.
static void put_proof(FILE *out, const char *path)
{
    unsigned char bytes[3 * 4096];
    FILE *in = path ? fopen(path, "rb") : NULL;
    if (!in) return;
    base64 b = {.out = out};
    bool small = fseek(in, 0, SEEK_END) == 0 && ftell(in) <= PROOF_MOST;
    rewind(in);
    for (size_t count; small && (count = fread(bytes, 1, sizeof bytes, in)) > 0;) base64_put(&b, bytes, count);
    base64_end(&b);
    fclose(in);
}

// ---- the page ----

/// The module of a page that has the library inside, and whom a live page may ask: its own folder, and a socket of this
/// machine.
static const char MODULE[] = "<script src=\"holdfast-module.js\"></script>",
                  POLICY[] = "'wasm-unsafe-eval' 'self' file:", CONNECT[] = "'self' ws://127.0.0.1:* ws://localhost:*";

static void put_place(FILE *out, const page *p, const char *name, size_t length)
{
    if (strncmp(name, "TITLE", length) == 0) text_html(out, p->options.title);
    else if (strncmp(name, "STYLE", length) == 0) fwrite(page_style, 1, page_style_size, out);
    else if (strncmp(name, "SCRIPT", length) == 0) fwrite(page_script, 1, page_script_size, out);
    else if (strncmp(name, "POLICY", length) == 0) fputs(p->live ? POLICY : "", out);
    else if (strncmp(name, "CONNECT", length) == 0) fputs(p->live ? CONNECT : "'none'", out);
    else if (strncmp(name, "MODULE", length) == 0) fputs(p->live && p->live->module ? MODULE : "", out);
    else if (strncmp(name, "ABOUT", length) == 0 && p->live) page_put_live(out, p->live);
    else if (strncmp(name, "ABOUT", length) == 0) page_put_about(out, p);
    else if (strncmp(name, "DATA", length) == 0 && !p->live) put_data(out, p);
    else if (strncmp(name, "PROOF", length) == 0 && !p->live) put_proof(out, p->options.proof);
}

/// Copies the template; @NAME@ is a place.
static void put_page(FILE *out, const page *p)
{
    const char *at = (const char *)page_template, *end = at + page_template_size;
    while (at < end)
    {
        const char *sign = memchr(at, '@', (size_t)(end - at));
        const char *close = sign ? memchr(sign + 1, '@', (size_t)(end - sign - 1)) : NULL;
        if (!close) break;
        fwrite(at, 1, (size_t)(sign - at), out);
        put_place(out, p, sign + 1, (size_t)(close - sign - 1));
        at = close + 1;
    }
    fwrite(at, 1, (size_t)(end - at), out);
}

hf_page_options hf_page_options_default(void)
{
    return (hf_page_options){.title = "holdfast"};
}

static hf_status number_bodies(const recorded_model *m, int **index, hf_error *error)
{
    int count = 0;
    *index = MEMORY_ARRAY(int, (size_t)m->body_count);
    if (!*index) return error_no_memory(error);
    for (int k = 0; k < m->body_count; k++) (*index)[k] = recorded_model_is_segment(m, k) ? -1 : count++;
    return HF_STATUS_OK;
}

static hf_status write_file(const page *p, const char *path, hf_error *error)
{
    atomic_file part;
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status != HF_STATUS_OK) return status;
    FILE *out = fopen(part.name, "wb");
    if (out) put_page(out, p);
    status = text_close(out, path, status, error);
    return atomic_file_end(&part, status, error);
}

static hf_status check_options(const hf_page_options *options, hf_error *error)
{
    if (options && (options->followers < 0 || options->followers > FOLLOWER_LIMIT))
        return error_set(error, HF_STATUS_INVALID, "followers: %d is not in 0 … %d", options->followers,
                         FOLLOWER_LIMIT);
    return HF_STATUS_OK;
}

hf_status page_write(page p, const char *path, const hf_page_options *options, hf_error *error)
{
    p.options = options ? *options : hf_page_options_default();
    if (!p.options.title) p.options.title = "holdfast";
    hf_status status = check_options(options, error);
    if (status != HF_STATUS_OK) return status;
    if (p.data->frame_count == 0)
        return file_error(error, HF_STATUS_INVALID, path, "the recording has no frames: there is nothing to show");
    status = number_bodies(p.model, &p.body_index, error);
    if (status == HF_STATUS_OK) status = page_data_finish(p.data, p.model, error);
    if (status == HF_STATUS_OK) status = write_file(&p, path, error);
    free(p.body_index);
    return status;
}

hf_status page_write_live(const page_live *live, const char *title, const char *path, hf_error *error)
{
    page p = {.live = live, .options = {.title = title ? title : "holdfast"}};
    return write_file(&p, path, error);
}

// ---- of a recording ----

static hf_status add_frames(page_data *data, const hf_recording *recording, hf_error *error)
{
    pose_row *poses = MEMORY_ARRAY(pose_row, recorded_pose_count(&recording->model));
    touch_row *contacts = MEMORY_ARRAY(touch_row, recording_most_contacts(recording));
    vertex_row *vertices = MEMORY_ARRAY(vertex_row, (size_t)recording->model.vertex_count);
    double *signals = MEMORY_ARRAY(double, (size_t)recording->model.signal_count);
    hf_status status = poses && contacts && vertices && signals ? HF_STATUS_OK : error_no_memory(error);
    for (size_t f = 0; f < recording->frame_count && status == HF_STATUS_OK; f++)
    {
        frame_parts parts = {.poses = poses,
                             .vertices = vertices,
                             .signals = signals,
                             .contacts = page_data_wants_contacts(data) ? contacts : NULL};
        if (page_data_wants_frame(data)) status = recording_frame(recording, (int)f, parts, error);
        if (status == HF_STATUS_OK)
            status = page_data_add_frame(data, &recording->model, &recording->frames[f], parts, error);
    }
    free(poses);
    free(contacts);
    free(vertices);
    free(signals);
    return status;
}

/// All that the page has of a recording.
static hf_status collect(page_data *data, const hf_recording *recording, hf_error *error)
{
    TRY(page_data_begin(data, &recording->model, error));
    TRY(add_frames(data, recording, error));
    for (size_t k = 0; k < recording->step_count; k++) page_data_add_step(data, &recording->steps[k]);
    return HF_STATUS_OK;
}

hf_status hf_recording_write_page(const hf_recording *recording, const char *path, const hf_page_options *options,
                                  hf_error *error)
{
    page_data data = {.frame_count = 0};
    page p = {.model = &recording->model,
              .data = &data,
              .every = recording->every,
              .unended = recording->file && !recording->complete};
    hf_status status = check_options(options, error);
    if (status == HF_STATUS_OK) status = collect(&data, recording, error);
    if (status == HF_STATUS_OK) status = page_write(p, path, options, error);
    page_data_free(&data);
    return status;
}

hf_status page_describe(const hf_recording *recording, const hf_page_options *options, FILE *description,
                        byte_buffer *numbers, hf_error *error)
{
    page_data data = {.frame_count = 0};
    page p = {.model = &recording->model, .data = &data, .every = recording->every, .options = *options};
    bool well = true;
    hf_status status = collect(&data, recording, error);
    if (status == HF_STATUS_OK) status = page_data_finish(&data, p.model, error);
    if (status == HF_STATUS_OK) status = number_bodies(p.model, &p.body_index, error);
    if (status == HF_STATUS_OK) page_put_about(description, &p);
    for (int k = 0; k < PAGE_ARRAY_COUNT && status == HF_STATUS_OK && well; k++)
        well = bytes_put_all(numbers, data.arrays[k].bytes, data.arrays[k].count) && bytes_align(numbers, 8);
    page_data_free(&data);
    free(p.body_index);
    return status == HF_STATUS_OK && !well ? error_no_memory(error) : status;
}

hf_status hf_recording_write_html(const hf_recording *recording, const char *path, const char *title, hf_error *error)
{
    return hf_recording_write_page(recording, path, &(hf_page_options){.title = title}, error);
}
