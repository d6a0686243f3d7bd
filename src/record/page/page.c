// One self-contained page: viewer/page.html with its places filled in.

#include "record/page/page.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "record/export/followers.h"
#include "record/page/page_data.h"
#include "record/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct page
{
    const hf_recording *recording;
    hf_page_options options;
    int *body_index; // of each body in the page; -1: a segment of a fibre
    page_data data;
} page;

// ---- the description ----

static void put_numbers(FILE *out, const char *key, const double *values, int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.9g", k ? "," : "", isfinite(values[k]) ? values[k] : 0.0);
    fputc(']', out);
}

/// Segments of fibres are left out: they are drawn as strands.
static void put_bodies(FILE *out, const page *p)
{
    const recorded_model *m = &p->recording->model;
    static const char *const motions[] = {"free", "static", "prescribed"};
    fputs(",\"bodies\":[", out);
    for (int k = 0; k < m->body_count; k++)
    {
        if (p->body_index[k] < 0) continue;
        const hf_body_def *b = &m->bodies[k];
        fputs(k ? ",{\"name\":" : "{\"name\":", out);
        text_json(out, b->name);
        fprintf(out, ",\"motion\":\"%s\",", k == 0 ? "static" : motions[b->motion]);
        if (b->plane[0] != 0 || b->plane[1] != 0 || b->plane[2] != 0)
            fprintf(out, "\"plane\":[%.9g,%.9g,%.9g],", b->plane[0], b->plane[1], b->plane[2]);
        put_numbers(out, "position", b->position, 3);
        fputc(',', out);
        put_numbers(out, "orientation", b->orientation, 4);
        fputc('}', out);
    }
    fputs("],\"moving\":[", out);
    for (int k = 0; k < m->moving_count; k++) fprintf(out, "%s%d", k ? "," : "", p->body_index[m->moving[k]]);
    fputc(']', out);
}

static bool has_color(const hf_shape_def *s)
{
    hf_shape_def plain = hf_shape_def_default();
    bool same = true;
    for (int k = 0; k < 4; k++) same &= s->color[k] == plain.color[k];
    return !same;
}

static void put_shapes(FILE *out, const page *p)
{
    const recorded_model *m = &p->recording->model;
    int count = 0;
    fputs(",\"shapes\":[", out);
    for (int k = 0; k < m->shape_count; k++)
    {
        const hf_shape_def *s = &m->shapes[k];
        int body = p->body_index[s->body];
        if (body < 0) continue;
        fputs(count++ ? ",{\"name\":" : "{\"name\":", out);
        text_json(out, s->name);
        fprintf(out, ",\"body\":%d,\"kind\":\"%s\",\"mesh\":%d,", body, hf_shape_kind_name(s->kind), s->mesh);
        put_numbers(out, "size", s->size, 3);
        fputc(',', out);
        put_numbers(out, "position", s->position, 3);
        fputc(',', out);
        put_numbers(out, "orientation", s->orientation, 4);
        if (has_color(s)) // otherwise the page chooses one
            fprintf(out, ",\"color\":[%.4g,%.4g,%.4g,%.4g]", (double)s->color[0], (double)s->color[1],
                    (double)s->color[2], (double)s->color[3]);
        fputc('}', out);
    }
    fputc(']', out);
}

static void put_surfaces(FILE *out, const recorded_model *m)
{
    size_t vertex = 0, triangle = 0, height = 0;
    fputs(",\"meshes\":[", out);
    for (int k = 0; k < m->mesh_count; k++)
    {
        size_t v = 3 * (size_t)m->meshes[k].vertex_count, t = 3 * (size_t)m->meshes[k].triangle_count;
        fprintf(out, "%s{\"vertices\":[%zu,%zu],\"triangles\":[%zu,%zu]}", k ? "," : "", vertex, v, triangle, t);
        vertex += v;
        triangle += t;
    }
    fputs("],\"fields\":[", out);
    for (int k = 0; k < m->field_count; k++)
    {
        const hf_field_def *f = &m->fields[k];
        size_t area = (size_t)f->rows * (size_t)f->columns;
        fprintf(out, "%s{\"rows\":%d,\"columns\":%d,\"half\":[%.9g,%.9g],\"base\":%.9g,\"heights\":[%zu,%zu]}",
                k ? "," : "", f->rows, f->columns, f->half_x, f->half_y, f->base, height, area);
        height += area;
    }
    fputc(']', out);
}

/// What was left out, for whoever looks at the page; "" if nothing was.
static void describe_thinning(const page *p, char *text, size_t size)
{
    const hf_recording *r = p->recording;
    text[0] = '\0';
    if (p->data.frame_stride > 1 || r->every > 1)
        snprintf(text, size, "Every %d%s step is shown.", p->data.frame_stride * r->every,
                 p->data.frame_stride * r->every == 2   ? "nd"
                 : p->data.frame_stride * r->every == 3 ? "rd"
                                                        : "th");
    if (p->data.frame_stride == 1) text[0] = '\0'; // as recorded: nothing was left out of the page
    size_t length = strlen(text);
    if (p->data.contact_stride > 1)
        snprintf(text + length, size - length, "%sContacts are of every %d%s frame.", length ? " " : "",
                 p->data.contact_stride,
                 p->data.contact_stride == 2   ? "nd"
                 : p->data.contact_stride == 3 ? "rd"
                                               : "th");
    length = strlen(text);
    if (!r->complete && r->file)
        snprintf(text + length, size - length, "%sThe run was not ended: this is what it left.", length ? " " : "");
}

/// Counts of steps by quality, each with the worst residual and its time.
static void put_quality(FILE *out, const hf_recording *recording)
{
    hf_run_quality q = hf_recording_quality(recording);
    const hf_step_count *kinds[] = {&q.of[HF_STEP_EXACT], &q.of[HF_STEP_APPROXIMATE], &q.of[HF_STEP_FAILED], &q.cut};
    static const char *const names[] = {"exact", "approximate", "failed", "cut"};
    fputs(",\"quality\":{", out);
    for (int k = 0; k < 4; k++)
    {
        fprintf(out, "%s\"%s\":{\"count\":%ld,", k ? "," : "", names[k], kinds[k]->count);
        put_numbers(out, "worst", (double[]){kinds[k]->worst, kinds[k]->worst_time}, 2);
        fputc('}', out);
    }
    fputc('}', out);
}

static void put_about(FILE *out, const page *p)
{
    const recorded_model *m = &p->recording->model;
    char notice[256];
    describe_thinning(p, notice, sizeof notice);
    int free_bodies = 0;
    for (int k = 1; k < m->body_count; k++)
        free_bodies += m->bodies[k].motion == HF_MOTION_FREE && p->body_index[k] >= 0;
    fputs("{\"title\":", out);
    text_json(out, p->options.title);
    fputs(",\"notice\":", out);
    text_json(out, notice);
    fputs(",\"solver\":", out);
    text_json(out, m->settings.solver);
    fprintf(out, ",\"version\":\"%s\",\"tolerance\":%.9g,\"accept\":%.9g,\"timestep\":%.9g,\"free\":%d,\"steps\":%zu",
            hf_version(), m->settings.tolerance, m->settings.accept, m->settings.timestep, free_bodies,
            p->recording->step_count);
    put_quality(out, p->recording);
    fprintf(out, ",\"frames\":%d,\"contactStride\":%d,", p->data.frame_count, p->data.contact_stride);
    put_numbers(out, "gravity", m->settings.gravity, 3);
    fprintf(out, ",\"followers\":%d", p->options.followers);
    put_bodies(out, p);
    put_shapes(out, p);
    put_surfaces(out, m);
    fputs(",\"arrays\":{", out);
    size_t at = 0;
    for (int k = 0; k < PAGE_ARRAY_COUNT; k++)
    {
        size_t bytes = p->data.arrays[k].count;
        fprintf(out, "%s\"%s\":[\"%s\",%zu,%zu]", k ? "," : "", page_array_names[k], page_array_types[k], at,
                bytes / (size_t)page_array_sizes[k]);
        at += (bytes + 7) / 8 * 8;
    }
    fputs("}}", out);
}

// ---- the numbers ----

static void put_data(FILE *out, const page *p)
{
    static const unsigned char zeros[8] = {0};
    base64 b = {.out = out};
    for (int k = 0; k < PAGE_ARRAY_COUNT; k++)
    {
        const byte_buffer *a = &p->data.arrays[k];
        base64_put(&b, a->bytes, a->count);
        base64_put(&b, zeros, (8 - a->count % 8) % 8);
    }
    base64_put(&b, zeros, (size_t)((3 - b.held) % 3)); // a few zeros at the end instead of padding signs
}

// ---- the page ----

static void put_place(FILE *out, const page *p, const char *name, size_t length)
{
    if (strncmp(name, "TITLE", length) == 0) text_html(out, p->options.title);
    else if (strncmp(name, "STYLE", length) == 0) fwrite(page_style, 1, page_style_size, out);
    else if (strncmp(name, "SCRIPT", length) == 0) fwrite(page_script, 1, page_script_size, out);
    else if (strncmp(name, "ABOUT", length) == 0) put_about(out, p);
    else if (strncmp(name, "DATA", length) == 0) put_data(out, p);
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

static hf_status number_bodies(page *p, hf_error *error)
{
    const recorded_model *m = &p->recording->model;
    int count = 0;
    p->body_index = MEMORY_ARRAY(int, (size_t)m->body_count);
    if (!p->body_index) return error_no_memory(error);
    for (int k = 0; k < m->body_count; k++) p->body_index[k] = recorded_model_is_segment(m, k) ? -1 : count++;
    return HF_STATUS_OK;
}

static hf_status write_page(const page *p, const char *path, hf_error *error)
{
    atomic_file part;
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status != HF_STATUS_OK) return status;
    FILE *out = fopen(part.name, "w");
    if (out) put_page(out, p);
    status = text_close(out, path, status, error);
    return atomic_file_end(&part, status, error);
}

hf_status hf_recording_write_page(const hf_recording *recording, const char *path, const hf_page_options *options,
                                  hf_error *error)
{
    page p = {.recording = recording, .options = options ? *options : hf_page_options_default()};
    if (!p.options.title) p.options.title = "holdfast";
    if (p.options.followers < 0 || p.options.followers > FOLLOWER_LIMIT)
        return error_set(error, HF_STATUS_INVALID, "followers: %d is not in 0 … %d", p.options.followers,
                         FOLLOWER_LIMIT);
    if (recording->frame_count == 0)
        return file_error(error, HF_STATUS_INVALID, path, "the recording has no frames: there is nothing to show");
    hf_status status = number_bodies(&p, error);
    if (status == HF_STATUS_OK) status = page_data_make(recording, &p.data, error);
    if (status == HF_STATUS_OK) status = write_page(&p, path, error);
    page_data_free(&p.data);
    free(p.body_index);
    return status;
}

hf_status hf_recording_write_html(const hf_recording *recording, const char *path, const char *title, hf_error *error)
{
    return hf_recording_write_page(recording, path, &(hf_page_options){.title = title}, error);
}
