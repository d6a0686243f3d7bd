// The description of a page, in JSON: what there is to draw, and where its numbers are.

#include "record/page/page_write.h"

#include "record/text.h"

#include <math.h>
#include <string.h>

static void put_numbers(FILE *out, const char *key, const double *values, int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.9g", k ? "," : "", isfinite(values[k]) ? values[k] : 0.0);
    fputc(']', out);
}

/// Segments of fibres are left out: they are drawn as strands.
static void put_bodies(FILE *out, const page *p)
{
    const recorded_model *m = p->model;
    static const char *const motions[] = {"free", "static", "prescribed"};
    fputs(",\"bodies\":[", out);
    for (int k = 0; k < m->body_count; k++)
    {
        if (p->body_index[k] < 0) continue;
        const hf_body_def *b = &m->bodies[k];
        fputs(k ? ",{\"name\":" : "{\"name\":", out);
        text_json(out, b->name);
        if (b->parent > 0 && p->body_index[b->parent] > 0) fprintf(out, ",\"parent\":%d", p->body_index[b->parent]);
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
    if (m->deformable_count == 0) return;
    fputs(",\"forms\":[", out);
    for (int k = 0; k < m->deformable_count; k++) fprintf(out, "%s%d", k ? "," : "", p->body_index[m->forms[k]]);
    fputc(']', out);
}

static bool has_color(const hf_shape_def *s)
{
    hf_shape_def plain = hf_shape_def_default();
    bool same = true;
    for (int k = 0; k < 4; k++) same &= s->color[k] == plain.color[k];
    return !same;
}

/// The level of a shape of a planar scene, whose bit it is (scene/planar/planar_build.c); -1 if it is on all of them,
/// or in space.
static int level_of(const recorded_model *m, const hf_shape_def *s)
{
    const double *n = m->bodies[s->body].plane;
    uint32_t bits = s->category;
    if ((n[0] == 0 && n[1] == 0 && n[2] == 0) || bits < 2 || (bits & (bits - 1)) != 0) return -1;
    int level = -1;
    for (; bits > 1; bits >>= 1) level++;
    return level;
}

static void put_shapes(FILE *out, const page *p)
{
    const recorded_model *m = p->model;
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
        if (level_of(m, s) >= 0) fprintf(out, ",\"level\":%d", level_of(m, s));
        if (k != count - 1) fprintf(out, ",\"id\":%d", k);
        page_put_shape_look(out, p, k);
        fputc('}', out);
    }
    fputc(']', out);
}

/// Names of the numbers that each frame has, and what each is (hf_signal_kind).
static void put_signals(FILE *out, const recorded_model *m)
{
    fputs(",\"signals\":[", out);
    for (int k = 0; k < m->signal_count; k++)
    {
        fputs(k ? ",[" : "[", out);
        text_json(out, m->signals[k].name);
        fprintf(out, ",%d]", (int)m->signals[k].kind);
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
    int steps = p->data->frame_stride * p->every, frames = p->data->contact_stride;
    text[0] = '\0';
    if (p->data->frame_stride > 1) // otherwise it is as recorded: nothing was left out of the page
        snprintf(text, size, "Every %d%s step is shown.", steps, steps == 2 ? "nd" : "th");
    size_t length = strlen(text);
    if (frames > 1)
        snprintf(text + length, size - length, "%sContacts are of every %d%s frame.", length ? " " : "", frames,
                 frames == 2 ? "nd" : "th");
    length = strlen(text);
    if (p->unended)
        snprintf(text + length, size - length, "%sThe run was not ended: this is what it left.", length ? " " : "");
}

/// Counts of steps by quality, each with the worst residual and its time.
static void put_quality(FILE *out, const hf_run_quality *q)
{
    const hf_step_count *kinds[] = {&q->of[HF_STEP_EXACT], &q->of[HF_STEP_APPROXIMATE], &q->of[HF_STEP_FAILED],
                                    &q->cut};
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

void page_put_about(FILE *out, const page *p)
{
    const recorded_model *m = p->model;
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
    text_json(out, m->settings.solver.name);
    fprintf(out, ",\"version\":\"%s\",\"tolerance\":%.9g,\"accept\":%.9g,\"timestep\":%.9g,\"free\":%d,\"steps\":%lld",
            hf_version(), m->settings.solver.tolerance, m->settings.solver.accept, m->settings.step.timestep,
            free_bodies, (long long)p->data->step_count);
    put_quality(out, &p->data->quality);
    fprintf(out, ",\"frames\":%d,\"contactStride\":%d,", p->data->frame_count, p->data->contact_stride);
    put_numbers(out, "gravity", m->settings.physics.gravity, 3);
    fprintf(out, ",\"followers\":%d", p->options.followers);
    put_bodies(out, p);
    put_shapes(out, p);
    put_signals(out, m);
    put_surfaces(out, m);
    page_put_visuals(out, p);
    fputs(",\"arrays\":{", out);
    size_t at = 0;
    for (int k = 0; k < PAGE_ARRAY_COUNT; k++)
    {
        size_t bytes = p->data->arrays[k].count;
        fprintf(out, "%s\"%s\":[\"%s\",%zu,%zu]", k ? "," : "", page_array_names[k], page_array_types[k], at,
                bytes / (size_t)page_array_sizes[k]);
        at += (bytes + 7) / 8 * 8;
    }
    fputs("}}", out);
}

void page_put_live(FILE *out, const page_live *live)
{
    fprintf(out, "{\"source\":\"%s\",\"version\":\"%s\"", live->module ? "wasm" : "socket", hf_version());
    if (live->scene)
    {
        fputs(",\"scene\":", out);
        text_json(out, live->scene);
    }
    if (live->thumbs)
    {
        fputs(",\"thumbs\":", out);
        text_json(out, live->thumbs);
    }
    fputc('}', out);
}
