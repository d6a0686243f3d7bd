// What bodies look like, for the page: surfaces of a limited number of triangles, with points as 16-bit parts of their
// box; small images; materials.
//
// Surfaces share a number of triangles: each may take twice its share of what the ones before it left, so that small
// ones leave room for large ones.

#include "base/error.h"
#include "base/memory.h"
#include "record/page/page_write.h"
#include "record/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    TRIANGLE_BUDGET = 90000,
    SURFACE_LEAST = 1500,  // triangles that every surface may have,
    SURFACE_MOST = 20000,  // and at most: three corners each are within 16 bits
    PIXEL_BUDGET = 400000, // bytes of images
    IMAGE_MOST = 256,      // pixels a side,
    IMAGE_LEAST = 32,      // and the smallest that is tried
};

// ---- surfaces ----

static void measure(const double *values, int count, int width, double *low, double *extent)
{
    for (int i = 0; i < width; i++) low[i] = count ? INFINITY : 0, extent[i] = count ? -INFINITY : 0;
    for (int k = 0; k < count * width; k++)
    {
        low[k % width] = fmin(low[k % width], values[k]);
        extent[k % width] = fmax(extent[k % width], values[k]);
    }
    for (int i = 0; i < width && count; i++) extent[i] -= low[i];
}

static bool put_parts(byte_buffer *out, const double *values, int count, int width, const double *low,
                      const double *extent)
{
    bool well = true;
    for (int k = 0; k < count * width && well; k++)
    {
        int i = k % width;
        well = bytes_put_unsigned(out, extent[i] > 0 ? (values[k] - low[i]) / extent[i] : 0);
    }
    return well;
}

static hf_status add_surface(page_data *data, const hf_visual_mesh_def *mesh, int most, hf_error *error)
{
    page_surface *p = &data->surfaces[data->surface_count++];
    hf_surface s = {0};
    hf_status status = hf_surface_read(mesh, most, &s, error);
    if (status == HF_STATUS_NO_MEMORY) return status;
    if (status != HF_STATUS_OK) return HF_STATUS_OK; // its file is gone or damaged: the shape is drawn
    byte_buffer *a = data->arrays;
    p->vertex_count = s.vertex_count;
    p->triangle_count = s.triangle_count;
    p->mapped = s.texture != NULL;
    measure(s.vertices, s.vertex_count, 3, p->box, p->box + 3);
    bool well = put_parts(&a[PAGE_SURFACE_POINTS], s.vertices, s.vertex_count, 3, p->box, p->box + 3);
    if (s.texture)
    {
        measure(s.texture, s.vertex_count, 2, p->map, p->map + 2);
        well = well && put_parts(&a[PAGE_SURFACE_MAPS], s.texture, s.vertex_count, 2, p->map, p->map + 2);
    }
    for (int k = 0; k < 3 * s.triangle_count && well; k++)
        well = bytes_put(&a[PAGE_SURFACE_TRIANGLES], (uint64_t)s.triangles[k], 2);
    hf_surface_free(&s);
    return well ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status add_surfaces(page_data *data, const visual_lists *v, hf_error *error)
{
    data->surfaces = MEMORY_ARRAY(page_surface, (size_t)v->mesh_count);
    if (!data->surfaces) return error_no_memory(error);
    int left = TRIANGLE_BUDGET;
    for (int k = 0; k < v->mesh_count; k++)
    {
        int most = 2 * left / (v->mesh_count - k);
        most = most > SURFACE_MOST ? SURFACE_MOST : most < SURFACE_LEAST ? SURFACE_LEAST : most;
        TRY(add_surface(data, &v->meshes[k], most, error));
        left -= data->surfaces[k].triangle_count;
        if (left < 0) left = 0;
    }
    return HF_STATUS_OK;
}

// ---- images ----

static hf_status add_images(page_data *data, const visual_lists *v, hf_error *error)
{
    data->images = MEMORY_ARRAY(page_image, (size_t)v->texture_count);
    if (!data->images) return error_no_memory(error);
    int files = 0, side = IMAGE_MOST;
    for (int k = 0; k < v->texture_count; k++) files += v->textures[k].kind == HF_TEXTURE_IMAGE;
    while (side > IMAGE_LEAST && files * 3 * side * side > PIXEL_BUDGET) side /= 2;
    for (int k = 0; k < v->texture_count; k++)
    {
        hf_image image = {0};
        if (v->textures[k].kind != HF_TEXTURE_IMAGE) continue;
        hf_status status = hf_image_read(v->textures[k].file, side, &image, error);
        if (status == HF_STATUS_NO_MEMORY) return status;
        if (status != HF_STATUS_OK) continue;
        bool well = true;
        for (int i = 0; i < 3 * image.width * image.height && well; i++)
            well = bytes_put(&data->arrays[PAGE_PIXELS], image.pixels[i], 1);
        data->images[k] = (page_image){image.width, image.height};
        hf_image_free(&image);
        if (!well) return error_no_memory(error);
    }
    return HF_STATUS_OK;
}

hf_status page_visuals_begin(page_data *data, const recorded_model *model, hf_error *error)
{
    hf_status status = add_surfaces(data, &model->visuals, error);
    return status == HF_STATUS_OK ? add_images(data, &model->visuals, error) : status;
}

// ---- the description ----

static void put_floats(FILE *out, const char *key, const float *values, int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.4g", k ? "," : "", (double)values[k]);
    fputc(']', out);
}

static void put_doubles(FILE *out, const char *key, const double *values, int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.9g", k ? "," : "", values[k]);
    fputc(']', out);
}

static void put_surfaces(FILE *out, const page_data *data)
{
    size_t point = 0, triangle = 0, map = 0;
    fputs(",\"surfaces\":[", out);
    for (int k = 0; k < data->surface_count; k++)
    {
        const page_surface *s = &data->surfaces[k];
        size_t v = 3 * (size_t)s->vertex_count, t = 3 * (size_t)s->triangle_count, m = 2 * (size_t)s->vertex_count;
        fprintf(out, "%s{\"points\":[%zu,%zu],\"triangles\":[%zu,%zu],", k ? "," : "", point, v, triangle, t);
        put_doubles(out, "box", s->box, 6);
        if (s->mapped)
        {
            fprintf(out, ",\"maps\":[%zu,%zu],", map, m);
            put_doubles(out, "mapBox", s->map, 4);
            map += m;
        }
        fputc('}', out);
        point += v, triangle += t;
    }
    fputc(']', out);
}

static void put_textures(FILE *out, const page *p)
{
    const visual_lists *v = &p->model->visuals;
    size_t pixel = 0;
    fputs(",\"textures\":[", out);
    for (int k = 0; k < v->texture_count; k++)
    {
        const hf_texture_def *t = &v->textures[k];
        const page_image *image = &p->data->images[k];
        size_t size = 3 * (size_t)image->width * (size_t)image->height;
        fprintf(out, "%s{\"kind\":\"%s\",", k ? "," : "", hf_texture_kind_name(t->kind));
        if (t->kind == HF_TEXTURE_IMAGE)
            fprintf(out, "\"width\":%d,\"height\":%d,\"pixels\":[%zu,%zu],", image->width, image->height, pixel, size);
        pixel += size;
        put_floats(out, "color", t->color, 3);
        fputc(',', out);
        put_floats(out, "second", t->second, 3);
        if (t->edges)
        {
            fputc(',', out);
            put_floats(out, "edge", t->edge_color, 3);
        }
        fputc('}', out);
    }
    fputc(']', out);
}

static void put_materials(FILE *out, const visual_lists *v)
{
    fputs(",\"materials\":[", out);
    for (int k = 0; k < v->material_count; k++)
    {
        const hf_material_def *m = &v->materials[k];
        fputs(k ? ",{\"name\":" : "{\"name\":", out);
        text_json(out, m->name ? m->name : "");
        fputc(',', out);
        put_floats(out, "color", m->color, 4);
        fprintf(out, ",\"specular\":%.4g,\"shininess\":%.4g,\"reflectance\":%.4g,\"emission\":%.4g",
                (double)m->specular, (double)m->shininess, (double)m->reflectance, (double)m->emission);
        if (m->metallic >= 0) fprintf(out, ",\"metallic\":%.4g", (double)m->metallic);
        if (m->roughness >= 0) fprintf(out, ",\"roughness\":%.4g", (double)m->roughness);
        if (m->texture >= 0)
        {
            fprintf(out, ",\"texture\":%d,\"uniform\":%s,", m->texture, m->texture_uniform ? "true" : "false");
            put_floats(out, "repeat", m->texture_repeat, 2);
        }
        fputc('}', out);
    }
    fputc(']', out);
}

static void put_cameras(FILE *out, const page *p, const visual_lists *v)
{
    int count = 0;
    fputs(",\"cameras\":[", out);
    for (int k = 0; k < v->camera_count; k++)
    {
        const hf_camera_def *c = &v->cameras[k];
        int body = p->body_index[c->body], target = c->target >= 0 ? p->body_index[c->target] : -1;
        if (body < 0 || (c->mode == HF_CAMERA_TARGET && target < 0)) continue;
        fputs(count++ ? ",{\"name\":" : "{\"name\":", out);
        text_json(out, c->name ? c->name : "");
        fprintf(out, ",\"mode\":\"%s\",\"body\":%d,\"target\":%d,\"angle\":%.6g,", hf_camera_mode_name(c->mode), body,
                target, c->angle);
        put_doubles(out, "position", c->position, 3);
        fputc(',', out);
        put_doubles(out, "orientation", c->orientation, 4);
        fputc('}', out);
    }
    fputc(']', out);
}

void page_put_visuals(FILE *out, const page *p)
{
    const visual_lists *v = &p->model->visuals;
    int count = 0;
    fputs(",\"visuals\":[", out);
    for (int k = 0; k < v->visual_count; k++)
    {
        const hf_visual_def *d = &v->visuals[k];
        int body = p->body_index[d->body];
        if (body < 0 || d->mesh < 0 || p->data->surfaces[d->mesh].triangle_count == 0) continue;
        fputs(count++ ? ",{\"name\":" : "{\"name\":", out);
        text_json(out, d->name ? d->name : "");
        fprintf(out, ",\"body\":%d,\"surface\":%d,\"material\":%d,\"group\":%d,", body, d->mesh, d->material, d->group);
        put_doubles(out, "position", d->position, 3);
        fputc(',', out);
        put_doubles(out, "orientation", d->orientation, 4);
        fputc(',', out);
        put_floats(out, "color", d->color, 4);
        fputc('}', out);
    }
    fputc(']', out);
    put_cameras(out, p, v);
    put_surfaces(out, p->data);
    put_materials(out, v);
    put_textures(out, p);
}

void page_put_shape_look(FILE *out, const page *p, int shape)
{
    const visual_lists *v = &p->model->visuals;
    for (int k = 0; k < v->visual_count; k++)
    {
        const hf_visual_def *d = &v->visuals[k];
        if (d->shape != shape) continue;
        if (d->group != 0) fprintf(out, ",\"group\":%d", d->group);
        if (d->material >= 0) fprintf(out, ",\"material\":%d", d->material);
        if (d->mesh >= 0 && p->data->surfaces[d->mesh].triangle_count > 0) fputs(",\"replaced\":true", out);
        return;
    }
}
