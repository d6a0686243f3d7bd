#include "record/appearance.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/json.h"
#include "record/text.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// ---- writing ----

static void put_text(FILE *out, const char *key, const char *text)
{
    if (!text) return;
    fprintf(out, "\"%s\":", key);
    text_json(out, text);
    fputc(',', out);
}

static void put_floats(FILE *out, const char *key, const float *values, int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.9g", k ? "," : "", (double)values[k]);
    fputs("],", out);
}

static void put_doubles(FILE *out, const char *key, const double *values, int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int k = 0; k < count; k++) fprintf(out, "%s%.17g", k ? "," : "", values[k]);
    fputs("],", out);
}

static void put_mesh(FILE *out, const hf_visual_mesh_def *m)
{
    put_text(out, "name", m->name);
    put_text(out, "file", m->file);
    put_doubles(out, "offset", m->offset, 3);
    put_doubles(out, "turn", m->turn, 4);
    if (!m->file)
    {
        put_doubles(out, "vertices", m->vertices, 3 * m->vertex_count);
        fputs("\"triangles\":[", out);
        for (int k = 0; k < 3 * m->triangle_count; k++) fprintf(out, "%s%d", k ? "," : "", m->triangles[k]);
        fputs("],", out);
    }
    fprintf(out, "\"scale\":[%.17g,%.17g,%.17g]}", m->scale[0], m->scale[1], m->scale[2]);
}

void appearance_write(FILE *out, const visual_lists *lists)
{
    fputs("{\"textures\":[", out);
    for (int k = 0; k < lists->texture_count; k++)
    {
        const hf_texture_def *t = &lists->textures[k];
        fputs(k ? ",{" : "{", out);
        put_text(out, "name", t->name);
        put_text(out, "file", t->file);
        put_floats(out, "color", t->color, 3);
        put_floats(out, "second", t->second, 3);
        put_floats(out, "edge", t->edge_color, 3);
        fprintf(out, "\"edges\":%d,\"kind\":%d}", t->edges, (int)t->kind);
    }
    fputs("],\"materials\":[", out);
    for (int k = 0; k < lists->material_count; k++)
    {
        const hf_material_def *m = &lists->materials[k];
        const float parts[6] = {m->specular, m->shininess, m->reflectance, m->emission, m->metallic, m->roughness};
        fputs(k ? ",{" : "{", out);
        put_text(out, "name", m->name);
        put_floats(out, "color", m->color, 4);
        put_floats(out, "parts", parts, 6);
        put_floats(out, "repeat", m->texture_repeat, 2);
        fprintf(out, "\"texture\":%d,\"uniform\":%d}", m->texture, m->texture_uniform);
    }
    fputs("],\"meshes\":[", out);
    for (int k = 0; k < lists->mesh_count; k++)
    {
        fputs(k ? ",{" : "{", out);
        put_mesh(out, &lists->meshes[k]);
    }
    fputs("],\"visuals\":[", out);
    for (int k = 0; k < lists->visual_count; k++)
    {
        const hf_visual_def *v = &lists->visuals[k];
        fputs(k ? ",{" : "{", out);
        put_text(out, "name", v->name);
        put_doubles(out, "position", v->position, 3);
        put_doubles(out, "orientation", v->orientation, 4);
        put_floats(out, "color", v->color, 4);
        fprintf(out, "\"body\":%d,\"mesh\":%d,\"shape\":%d,\"material\":%d,\"group\":%d}", v->body, v->mesh, v->shape,
                v->material, v->group);
    }
    fputs("],\"cameras\":[", out);
    for (int k = 0; k < lists->camera_count; k++)
    {
        const hf_camera_def *c = &lists->cameras[k];
        fputs(k ? ",{" : "{", out);
        put_text(out, "name", c->name);
        put_doubles(out, "position", c->position, 3);
        put_doubles(out, "orientation", c->orientation, 4);
        fprintf(out, "\"angle\":%.17g,\"mode\":%d,\"body\":%d,\"target\":%d}", c->angle, (int)c->mode, c->body,
                c->target);
    }
    fputs("]}", out);
}

// ---- reading ----

/// A whole number, -1 or more and below `end`; -2 if it is none.
static int index_of(const json_value *object, const char *name, int end)
{
    double value = json_member_number(object, name, -2);
    return value >= -1 && value < end && value == floor(value) ? (int)value : -2;
}

static const char *text_of(const json_value *object, const char *name)
{
    const json_value *value = json_member(object, name);
    return value && value->kind == JSON_TEXT ? value->text : NULL;
}

/// The numbers of a list, as many as there must be. False if there are others.
static bool numbers_of(const json_value *object, const char *name, double *out, int count)
{
    const json_value *list = json_member(object, name);
    if (!list || list->kind != JSON_LIST || list->count != count) return false;
    for (const json_value *v = list->first; v; v = v->next)
    {
        if (v->kind != JSON_NUMBER || !isfinite(v->number)) return false;
        *out++ = v->number;
    }
    return true;
}

static bool floats_of(const json_value *object, const char *name, float *out, int count)
{
    double values[8];
    if (!numbers_of(object, name, values, count)) return false;
    for (int k = 0; k < count; k++) out[k] = (float)values[k];
    return true;
}

typedef struct appearance_reader
{
    hf_workspace *arena;
    visual_lists *lists;
    int bodies, shapes;
    hf_error *error;
} appearance_reader;

static hf_status wrong(const appearance_reader *r, const char *what)
{
    return error_set(r->error, HF_STATUS_FORMAT, "%s makes no sense", what);
}

static hf_status read_texture(appearance_reader *r, const json_value *value)
{
    hf_texture_def def = {.name = text_of(value, "name"), .file = text_of(value, "file")};
    int kind = index_of(value, "kind", HF_TEXTURE_KIND_COUNT);
    if (kind < 0 || !floats_of(value, "color", def.color, 3) || !floats_of(value, "second", def.second, 3) ||
        !floats_of(value, "edge", def.edge_color, 3))
        return wrong(r, "a texture");
    def.kind = (hf_texture_kind)kind;
    def.edges = index_of(value, "edges", 2) == 1;
    return visuals_add_texture(r->lists, &def, NULL, r->error);
}

static hf_status read_material(appearance_reader *r, const json_value *value)
{
    hf_material_def def = {.name = text_of(value, "name"), .texture = index_of(value, "texture", INT_MAX)};
    float parts[6];
    if (!floats_of(value, "color", def.color, 4) || !floats_of(value, "repeat", def.texture_repeat, 2) ||
        !floats_of(value, "parts", parts, 6))
        return wrong(r, "a material");
    def.specular = parts[0], def.shininess = parts[1], def.reflectance = parts[2];
    def.emission = parts[3], def.metallic = parts[4], def.roughness = parts[5];
    def.texture_uniform = index_of(value, "uniform", 2) == 1;
    return visuals_add_material(r->lists, &def, NULL, r->error);
}

static hf_status read_mesh(appearance_reader *r, const json_value *value)
{
    hf_visual_mesh_def def = {.name = text_of(value, "name"), .file = text_of(value, "file")};
    if (!numbers_of(value, "scale", def.scale, 3) || !numbers_of(value, "offset", def.offset, 3) ||
        !numbers_of(value, "turn", def.turn, 4))
        return wrong(r, "a mesh");
    const json_value *points = json_member(value, "vertices"), *corners = json_member(value, "triangles");
    if (!def.file)
    {
        if (!points || !corners || points->count % 3 || corners->count % 3) return wrong(r, "a mesh");
        double *vertices = ARENA_ARRAY(r->arena, double, points->count);
        double *numbers = ARENA_ARRAY(r->arena, double, corners->count);
        int *triangles = ARENA_ARRAY(r->arena, int, corners->count);
        if (!vertices || !numbers || !triangles) return error_no_memory(r->error);
        if (!numbers_of(value, "vertices", vertices, points->count) ||
            !numbers_of(value, "triangles", numbers, corners->count))
            return wrong(r, "a mesh");
        for (int k = 0; k < corners->count; k++)
            triangles[k] = numbers[k] >= 0 && numbers[k] < INT_MAX ? (int)numbers[k] : -1;
        def.vertex_count = points->count / 3, def.vertices = vertices;
        def.triangle_count = corners->count / 3, def.triangles = triangles;
    }
    return visuals_add_mesh(r->lists, &def, NULL, r->error);
}

static hf_status read_visual(appearance_reader *r, const json_value *value)
{
    hf_visual_def def = {.name = text_of(value, "name"),
                         .body = index_of(value, "body", r->bodies),
                         .mesh = index_of(value, "mesh", INT_MAX),
                         .shape = index_of(value, "shape", r->shapes),
                         .material = index_of(value, "material", INT_MAX),
                         .group = (int)fmax(-1e6, fmin(1e6, json_member_number(value, "group", 0)))};
    if (def.body < 0 || def.shape < -1 || !numbers_of(value, "position", def.position, 3) ||
        !numbers_of(value, "orientation", def.orientation, 4) || !floats_of(value, "color", def.color, 4))
        return wrong(r, "a visual");
    return visuals_add(r->lists, &def, NULL, r->error);
}

static hf_status read_camera(appearance_reader *r, const json_value *value)
{
    hf_camera_def def = {.name = text_of(value, "name"),
                         .body = index_of(value, "body", r->bodies),
                         .target = index_of(value, "target", r->bodies),
                         .angle = json_member_number(value, "angle", 0)};
    int mode = index_of(value, "mode", HF_CAMERA_MODE_COUNT);
    if (def.body < 0 || def.target < -1 || mode < 0 || !numbers_of(value, "position", def.position, 3) ||
        !numbers_of(value, "orientation", def.orientation, 4))
        return wrong(r, "a camera");
    def.mode = (hf_camera_mode)mode;
    return visuals_add_camera(r->lists, &def, NULL, r->error);
}

hf_status appearance_read(const char *path, char *text, int bodies, int shapes, visual_lists *lists, hf_error *error)
{
    static const struct
    {
        const char *name;
        hf_status (*read)(appearance_reader *r, const json_value *value);
    } parts[] = {{"textures", read_texture},
                 {"materials", read_material},
                 {"meshes", read_mesh},
                 {"visuals", read_visual},
                 {"cameras", read_camera}};
    appearance_reader r = {.lists = lists, .bodies = bodies, .shapes = shapes, .error = error};
    json_value *root = NULL;
    hf_status status = hf_workspace_create(&r.arena, error);
    if (status != HF_STATUS_OK) return status;
    status = json_read(path, text, r.arena, &root, error);
    for (size_t p = 0; p < sizeof parts / sizeof parts[0] && status == HF_STATUS_OK; p++)
    {
        const json_value *list = json_member(root, parts[p].name);
        for (const json_value *v = list ? list->first : NULL; v && status == HF_STATUS_OK; v = v->next)
            status = parts[p].read(&r, v);
    }
    if (status != HF_STATUS_OK) visuals_free(lists);
    hf_workspace_destroy(r.arena);
    return status;
}
