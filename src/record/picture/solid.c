// Solids: what each visual and shape of a model looks like, once.
//
// Normals are those of the surface where it is round; else those of faces, averaged where they meet at less than
// CREASE.

#include "record/picture/painter.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"
#include "record/export/exporter.h"

#include <stdlib.h>
#include <string.h>

static const double CREASE = 0.8;       // cosine of the angle up to which faces are one round surface
static const double GROUND_HALF = 50.0; // half width of planes without an edge [m]
static const float NO_SPECULAR = 0.25F; // of what has no material

// ---- normals ----

static vec3 corner_of(const double *vertices, const int *triangles, int t, int c)
{
    return v3_load(&vertices[3 * triangles[3 * t + c]]);
}

/// Faces by the vertices that they meet at: those of vertex v are at begin[v] … begin[v + 1].
typedef struct fans
{
    int *begin, *faces;
    vec3 *normals; // of faces, unit
} fans;

static bool make_fans(const shape_mesh *mesh, hf_workspace *arena, fans *f)
{
    int vertices = mesh->vertex_count, triangles = mesh->triangle_count;
    f->begin = ARENA_ZEROED(arena, int, vertices + 2);
    f->faces = ARENA_ARRAY(arena, int, 3 * (size_t)triangles);
    f->normals = ARENA_ARRAY(arena, vec3, triangles);
    if (!f->begin || !f->faces || !f->normals) return false;
    for (int k = 0; k < 3 * triangles; k++) f->begin[mesh->triangles[k] + 2]++;
    for (int v = 1; v <= vertices; v++) f->begin[v + 1] += f->begin[v];
    for (int k = 0; k < 3 * triangles; k++) f->faces[f->begin[mesh->triangles[k] + 1]++] = k / 3;
    for (int t = 0; t < triangles; t++)
    {
        vec3 a = corner_of(mesh->vertices, mesh->triangles, t, 0);
        vec3 b = v3_sub(corner_of(mesh->vertices, mesh->triangles, t, 1), a);
        vec3 c = v3_sub(corner_of(mesh->vertices, mesh->triangles, t, 2), a);
        f->normals[t] = v3_unit_or(v3_cross(b, c), v3(0, 0, 1));
    }
    return true;
}

static vec3 smooth_normal(const shape_mesh *mesh, const fans *f, int t, int c)
{
    int v = mesh->triangles[3 * t + c];
    vec3 sum = v3_zero();
    for (int k = f->begin[v]; k < f->begin[v + 1]; k++)
        if (v3_dot(f->normals[f->faces[k]], f->normals[t]) > CREASE) sum = v3_add(sum, f->normals[f->faces[k]]);
    return v3_unit_or(sum, f->normals[t]);
}

// ---- one solid ----

/// Where a mesh stands in its body.
typedef struct pose_in_body
{
    quat turn;
    vec3 position;
} pose_in_body;

static void put(float *out, vec3 v)
{
    out[0] = (float)v.x, out[1] = (float)v.y, out[2] = (float)v.z;
}

static void put_sphere(solid *s)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < 9 * s->triangle_count; k++)
    {
        low[k % 3] = fminf(low[k % 3], s->corners[k]);
        high[k % 3] = fmaxf(high[k % 3], s->corners[k]);
    }
    float square = 0;
    for (int d = 0; d < 3 && s->triangle_count > 0; d++)
    {
        s->center[d] = 0.5F * (low[d] + high[d]);
        square += 0.25F * (high[d] - low[d]) * (high[d] - low[d]);
    }
    s->radius = sqrtf(square);
}

static hf_status fill_solid(solid *s, const shape_mesh *mesh, const double *map, pose_in_body at, hf_workspace *arena,
                            hf_error *error)
{
    size_t corners = 3 * (size_t)mesh->triangle_count;
    s->corners = MEMORY_ARRAY(float, 3 * corners);
    s->normals = MEMORY_ARRAY(float, 3 * corners);
    s->map = map ? MEMORY_ARRAY(float, 2 * corners) : NULL;
    if (!s->corners || !s->normals || (map && !s->map)) return error_no_memory(error);
    fans f = {0};
    if (!mesh->normals && !make_fans(mesh, arena, &f)) return error_no_memory(error);
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int c = 0; c < 3; c++)
        {
            int v = mesh->triangles[3 * t + c], k = 3 * t + c;
            vec3 n = mesh->normals ? v3_load(&mesh->normals[3 * v]) : smooth_normal(mesh, &f, t, c);
            put(&s->corners[3 * k], v3_add(at.position, quat_rotate(at.turn, v3_load(&mesh->vertices[3 * v]))));
            put(&s->normals[3 * k], quat_rotate(at.turn, n));
            for (int d = 0; map && d < 2; d++) s->map[2 * k + d] = (float)map[2 * v + d];
        }
    s->triangle_count = mesh->triangle_count;
    put_sphere(s);
    return HF_STATUS_OK;
}

static void set_material(solid *s, const visual_lists *visuals, int material)
{
    s->texture = -1, s->specular = NO_SPECULAR;
    if (material < 0) return;
    const hf_material_def *m = &visuals->materials[material];
    s->specular = m->specular, s->emission = m->emission, s->texture = m->texture;
    for (int d = 0; d < 2; d++) s->repeat[d] = m->texture_repeat[d];
}

static hf_status add_shape(hf_painter *painter, const recorded_model *model, int shape, const hf_visual_def *visual,
                           hf_error *error)
{
    const hf_shape_def *def = &model->shapes[shape];
    shape_mesh mesh;
    hf_status status = shape_mesh_make(model, def, GROUND_HALF, &mesh, error);
    if (status != HF_STATUS_OK) return status;
    solid *s = &painter->solids[painter->solid_count++];
    *s = (solid){.body = def->body, .shape = shape};
    memcpy(s->color, visual ? visual->color : def->color, sizeof s->color);
    set_material(s, &model->visuals, visual ? visual->material : -1);
    s->ground = def->kind == HF_SHAPE_PLANE;
    s->two_sided = s->ground || def->kind == HF_SHAPE_MESH || def->kind == HF_SHAPE_FIELD;
    arena_mark mark = arena_begin(painter->arena);
    status = fill_solid(s, &mesh, NULL, (pose_in_body){quat_load(def->orientation), v3_load(def->position)},
                        painter->arena, error);
    arena_end(painter->arena, mark);
    shape_mesh_free(&mesh);
    return status;
}

/// A mesh whose file is gone is not drawn; *drawn says so.
static hf_status add_visual(hf_painter *painter, const recorded_model *model, const hf_visual_def *visual, bool *drawn,
                            hf_error *error)
{
    hf_surface surface = {0};
    hf_status status =
        hf_surface_read(&model->visuals.meshes[visual->mesh], painter->options.most_triangles, &surface, error);
    *drawn = status == HF_STATUS_OK;
    if (status == HF_STATUS_NO_MEMORY) return status;
    if (status != HF_STATUS_OK) return HF_STATUS_OK;
    shape_mesh mesh = {.vertex_count = surface.vertex_count,
                       .triangle_count = surface.triangle_count,
                       .vertices = surface.vertices,
                       .triangles = surface.triangles};
    solid *s = &painter->solids[painter->solid_count++];
    *s = (solid){.body = visual->body, .shape = visual->shape};
    memcpy(s->color, visual->color, sizeof s->color);
    set_material(s, &model->visuals, visual->material);
    arena_mark mark = arena_begin(painter->arena);
    status =
        fill_solid(s, &mesh, surface.texture, (pose_in_body){quat_load(visual->orientation), v3_load(visual->position)},
                   painter->arena, error);
    arena_end(painter->arena, mark);
    hf_surface_free(&surface);
    return status;
}

// ---- all ----

static hf_status add_textures(hf_painter *painter, const visual_lists *visuals, hf_error *error)
{
    painter->textures = memory_zeroed((size_t)visuals->texture_count, sizeof *painter->textures);
    if (!painter->textures) return error_no_memory(error);
    for (int k = 0; k < visuals->texture_count; k++)
    {
        painted_texture *t = &painter->textures[painter->texture_count++];
        t->look = visuals->textures[k];
        if (t->look.kind != HF_TEXTURE_IMAGE) continue;
        hf_status status = hf_image_read(t->look.file, 1024, &t->image, error);
        if (status == HF_STATUS_NO_MEMORY) return status; // what is gone is not seen
    }
    return HF_STATUS_OK;
}

static bool is_shown(const hf_painter *painter, const hf_visual_def *visual)
{
    return visual->group < 0 || visual->group > 31 || (painter->options.groups >> visual->group & 1);
}

hf_status painter_make_solids(hf_painter *painter, const recorded_model *model, hf_error *error)
{
    const visual_lists *v = &model->visuals;
    size_t most = (size_t)(model->shape_count + v->visual_count);
    const hf_visual_def **of_shape = memory_zeroed((size_t)model->shape_count + 1, sizeof(const hf_visual_def *));
    bool *done = memory_zeroed((size_t)model->shape_count + 1, sizeof *done);
    painter->solids = memory_zeroed(most + 1, sizeof *painter->solids);
    hf_status status = of_shape && done && painter->solids ? add_textures(painter, v, error) : error_no_memory(error);
    for (int k = 0; k < v->visual_count && status == HF_STATUS_OK; k++)
    {
        const hf_visual_def *visual = &v->visuals[k];
        bool drawn = true;
        if (visual->mesh < 0) of_shape[visual->shape] = visual;
        else if (is_shown(painter, visual)) status = add_visual(painter, model, visual, &drawn, error);
        if (visual->mesh >= 0 && visual->shape >= 0 && drawn) done[visual->shape] = true;
    }
    for (int k = 0; k < model->shape_count && status == HF_STATUS_OK; k++)
    {
        bool hidden = done[k] || !(model->shapes[k].color[3] > 0) || (of_shape[k] && !is_shown(painter, of_shape[k]));
        if (!hidden) status = add_shape(painter, model, k, of_shape[k], error);
    }
    free(of_shape);
    free(done);
    return status;
}

void painter_free_solids(hf_painter *painter)
{
    for (int k = 0; k < painter->solid_count; k++)
    {
        free(painter->solids[k].corners);
        free(painter->solids[k].normals);
        free(painter->solids[k].map);
    }
    for (int k = 0; k < painter->texture_count; k++) hf_image_free(&painter->textures[k].image);
    free(painter->solids);
    free(painter->textures);
}
