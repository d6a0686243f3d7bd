// The numbers of a glTF file: meshes of shapes, and where bodies are.

#include "record/export/gltf.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/quat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int gltf_accessor_add(gltf_file *g, int component, int width, size_t count, int target)
{
    if (g->accessor_count == g->accessor_room)
    {
        size_t room = 2 * g->accessor_room + 64;
        gltf_accessor *moved = memory_resize(g->accessors, room, sizeof *moved);
        if (!moved) return -1;
        g->accessors = moved;
        g->accessor_room = room;
    }
    if (!bytes_align(&g->bytes, 4)) return -1;
    g->accessors[g->accessor_count] = (gltf_accessor){
        .offset = g->bytes.count, .count = count, .component = component, .width = width, .target = target};
    return (int)g->accessor_count++;
}

void gltf_accessor_range(gltf_file *g, int accessor)
{
    gltf_accessor *a = &g->accessors[accessor];
    const unsigned char *bytes = g->bytes.bytes + a->offset;
    for (size_t k = 0; k < a->count * (size_t)a->width; k++)
    {
        uint32_t bits = (uint32_t)bytes[4 * k] | (uint32_t)bytes[4 * k + 1] << 8 | (uint32_t)bytes[4 * k + 2] << 16 |
                        (uint32_t)bytes[4 * k + 3] << 24;
        float value;
        memcpy(&value, &bits, sizeof value);
        size_t c = k % (size_t)a->width;
        a->min[c] = k < (size_t)a->width ? value : fminf(a->min[c], value);
        a->max[c] = k < (size_t)a->width ? value : fmaxf(a->max[c], value);
    }
    a->ranged = a->count > 0;
}

// ---- meshes ----

/// What shapes must have in common to share a mesh.
typedef struct look_key
{
    int kind, mesh;
    double size[3];
    float color[4];
    int form_shape; // itself, if its body changes its shape; -1 otherwise
    int shape;
} look_key;

/// All but the shape.
static int compare_looks(const look_key *p, const look_key *q)
{
    if (p->kind != q->kind) return p->kind < q->kind ? -1 : 1;
    if (p->mesh != q->mesh) return p->mesh < q->mesh ? -1 : 1;
    if (p->form_shape != q->form_shape) return p->form_shape < q->form_shape ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (p->size[k] != q->size[k]) return p->size[k] < q->size[k] ? -1 : 1;
    for (int k = 0; k < 4; k++)
        if (p->color[k] != q->color[k]) return p->color[k] < q->color[k] ? -1 : 1;
    return 0;
}

static int compare_keys(const void *a, const void *b)
{
    const look_key *p = a, *q = b;
    int order = compare_looks(p, q);
    return order ? order : p->shape < q->shape ? -1 : p->shape > q->shape;
}

bool gltf_stretch(const gltf_file *g, int body, double weights[GLTF_STRETCHES])
{
    double U[9];
    if (!exporter_stretch(&g->ex, body, U)) return false;
    for (int k = 0; k < 3; k++) weights[k] = U[4 * k] - 1.0;
    weights[3] = U[1], weights[4] = U[2], weights[5] = U[5];
    return true;
}

/// From the shape's frame to its body's.
static void place_mesh(const hf_shape_def *shape, shape_mesh *mesh)
{
    quat turn = quat_normalize(quat_load(shape->orientation));
    for (int k = 0; k < mesh->vertex_count; k++)
    {
        double *x = mesh->vertices + 3 * (size_t)k, *n = mesh->normals ? mesh->normals + 3 * (size_t)k : NULL;
        v3_store(x, v3_add(v3_load(shape->position), quat_rotate(turn, v3_load(x))));
        if (n) v3_store(n, quat_rotate(turn, v3_load(n)));
    }
}

/// What each number of U adds to the vertices.
static bool add_stretches(gltf_file *g, const shape_mesh *mesh, gltf_look *look)
{
    static const int row[GLTF_STRETCHES] = {0, 1, 2, 0, 0, 1}, column[GLTF_STRETCHES] = {0, 1, 2, 1, 2, 2};
    for (int t = 0; t < GLTF_STRETCHES; t++)
    {
        int target = gltf_accessor_add(g, GLTF_FLOAT, 3, (size_t)mesh->vertex_count, GLTF_VERTICES);
        bool well = target >= 0;
        if (t == 0) look->targets = target;
        for (int k = 0; k < mesh->vertex_count && well; k++)
        {
            const double *x = mesh->vertices + 3 * (size_t)k;
            double moves[3] = {0};
            moves[row[t]] = x[column[t]];
            moves[column[t]] = x[row[t]];
            for (int c = 0; c < 3 && well; c++) well = bytes_put_float(&g->bytes, moves[c]);
        }
        if (!well) return false;
        gltf_accessor_range(g, target);
    }
    return true;
}

static hf_status add_look(gltf_file *g, const look_key *key, hf_error *error)
{
    const recorded_model *m = &g->ex.recording->model;
    gltf_look *look = &g->looks[g->look_count];
    shape_mesh mesh;
    hf_status status = shape_mesh_make(m, &m->shapes[key->shape], 4.0 * g->ex.reach, &mesh, error);
    if (status != HF_STATUS_OK) return status;
    size_t n = (size_t)mesh.vertex_count, t = 3 * (size_t)mesh.triangle_count;
    memcpy(look->color, key->color, sizeof look->color);
    look->form_shape = key->form_shape;
    look->normals = look->targets = -1;
    if (key->form_shape >= 0) place_mesh(&m->shapes[key->shape], &mesh);
    look->positions = gltf_accessor_add(g, GLTF_FLOAT, 3, n, GLTF_VERTICES);
    bool well = look->positions >= 0;
    for (size_t k = 0; k < 3 * n && well; k++) well = bytes_put_float(&g->bytes, mesh.vertices[k]);
    if (well) gltf_accessor_range(g, look->positions);
    if (well && mesh.normals)
    {
        look->normals = gltf_accessor_add(g, GLTF_FLOAT, 3, n, GLTF_VERTICES);
        well = look->normals >= 0;
        for (size_t k = 0; k < 3 * n && well; k++) well = bytes_put_float(&g->bytes, mesh.normals[k]);
    }
    if (well) look->indices = gltf_accessor_add(g, GLTF_UINT, 1, t, GLTF_INDICES);
    well = well && look->indices >= 0;
    for (size_t k = 0; k < t && well; k++) well = bytes_put(&g->bytes, (uint32_t)mesh.triangles[k], 4);
    if (well && key->form_shape >= 0) well = add_stretches(g, &mesh, look);
    shape_mesh_free(&mesh);
    g->look_count++;
    return well ? HF_STATUS_OK : error_no_memory(error);
}

hf_status gltf_add_looks(gltf_file *g, hf_error *error)
{
    const recorded_model *m = &g->ex.recording->model;
    look_key *keys = MEMORY_ARRAY(look_key, (size_t)m->shape_count);
    g->looks = MEMORY_ARRAY(gltf_look, (size_t)m->shape_count);
    g->shape_look = MEMORY_ARRAY(int, (size_t)m->shape_count);
    hf_status status = keys && g->looks && g->shape_look ? HF_STATUS_OK : error_no_memory(error);
    int count = 0;
    for (int s = 0; s < m->shape_count && status == HF_STATUS_OK; s++)
    {
        const hf_shape_def *shape = &m->shapes[s];
        bool own = shape->kind == HF_SHAPE_HULL || shape->kind == HF_SHAPE_MESH || shape->kind == HF_SHAPE_FIELD;
        bool empty = (shape->kind == HF_SHAPE_HULL || shape->kind == HF_SHAPE_MESH) &&
                     m->meshes[shape->mesh].triangle_count == 0;
        g->shape_look[s] = -1;
        if (!exporter_draws(&g->ex, s) || empty) continue;
        double U[9];
        look_key key = {.kind = (int)shape->kind,
                        .mesh = own ? shape->mesh : -1,
                        .form_shape = exporter_stretch(&g->ex, shape->body, U) ? s : -1,
                        .shape = s};
        if (!own && shape->kind != HF_SHAPE_PLANE) memcpy(key.size, shape->size, sizeof key.size);
        for (int c = 0; c < 4; c++) key.color[c] = fminf(fmaxf(shape->color[c], 0.0F), 1.0F);
        keys[count++] = key;
    }
    if (status == HF_STATUS_OK) qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        if (k == 0 || compare_looks(&keys[k], &keys[k - 1]) != 0) status = add_look(g, &keys[k], error);
        g->shape_look[keys[k].shape] = g->look_count - 1;
    }
    free(keys);
    return status;
}

// ---- motion ----

/// Reads all frames into `poses`: 7 floats for each moving body and frame, body by body. Quaternions follow each other
/// on the same side. Weights of stretches likewise.
static hf_status collect_poses(gltf_file *g, float *poses, double (*weights)[GLTF_STRETCHES], hf_error *error)
{
    const recorded_model *m = &g->ex.recording->model;
    size_t frames = (size_t)g->ex.frame_count;
    for (size_t k = 0; k < frames; k++)
    {
        TRY(exporter_frame(&g->ex, (int)k, error));
        for (int b = 0; b < m->moving_count; b++)
        {
            const double *from = g->ex.poses + 7 * (size_t)m->moving[b];
            float *to = poses + 7 * ((size_t)b * frames + k);
            quat q = quat_normalize(quat_load(from + 3));
            const float *last = k > 0 ? to - 7 : NULL;
            double side =
                last ? q.w * (double)last[3] + q.x * (double)last[4] + q.y * (double)last[5] + q.z * (double)last[6]
                     : 1.0;
            double sign = side < 0.0 ? -1.0 : 1.0;
            for (int c = 0; c < 3; c++) to[c] = (float)from[c];
            to[3] = (float)(sign * q.w), to[4] = (float)(sign * q.x), to[5] = (float)(sign * q.y);
            to[6] = (float)(sign * q.z);
        }
        for (int b = 0; b < m->deformable_count; b++)
            (void)gltf_stretch(g, m->forms[b], weights[(size_t)b * frames + k]);
    }
    return HF_STATUS_OK;
}

static bool add_body(gltf_file *g, int b, const float *poses)
{
    size_t frames = (size_t)g->ex.frame_count;
    const float *own = poses + 7 * (size_t)b * frames;
    bool well = (g->translations[b] = gltf_accessor_add(g, GLTF_FLOAT, 3, frames, 0)) >= 0;
    for (size_t k = 0; k < frames && well; k++)
        for (int c = 0; c < 3 && well; c++) well = bytes_put_float(&g->bytes, (double)own[7 * k + (size_t)c]);
    well = well && (g->rotations[b] = gltf_accessor_add(g, GLTF_FLOAT, 4, frames, 0)) >= 0;
    for (size_t k = 0; k < frames && well; k++)
        for (int c = 1; c <= 4 && well; c++) // x, y, z, w
            well = bytes_put_float(&g->bytes, (double)own[7 * k + 3 + (size_t)(c % 4)]);
    return well;
}

static bool add_weights(gltf_file *g, int form, double (*weights)[GLTF_STRETCHES])
{
    size_t frames = (size_t)g->ex.frame_count;
    bool well = (g->stretches[form] = gltf_accessor_add(g, GLTF_FLOAT, 1, GLTF_STRETCHES * frames, 0)) >= 0;
    for (size_t k = 0; k < GLTF_STRETCHES * frames && well; k++)
        well = bytes_put_float(&g->bytes, weights[(size_t)form * frames + k / GLTF_STRETCHES][k % GLTF_STRETCHES]);
    return well;
}

hf_status gltf_add_motion(gltf_file *g, hf_error *error)
{
    const recorded_model *m = &g->ex.recording->model;
    size_t frames = (size_t)g->ex.frame_count, moving = (size_t)m->moving_count;
    if (frames < 2 || (moving == 0 && g->ex.strand_count == 0)) return HF_STATUS_OK;
    g->times = gltf_accessor_add(g, GLTF_FLOAT, 1, frames, 0);
    bool well = g->times >= 0;
    for (size_t k = 0; k < frames && well; k++) well = bytes_put_float(&g->bytes, g->ex.times[k]);
    if (!well) return error_no_memory(error);
    gltf_accessor_range(g, g->times);
    g->translations = MEMORY_ARRAY(int, moving);
    g->rotations = MEMORY_ARRAY(int, moving);
    g->stretches = MEMORY_ARRAY(int, (size_t)m->deformable_count);
    float *poses = memory_zeroed(moving * frames, 7 * sizeof(float));
    double(*weights)[GLTF_STRETCHES] = memory_zeroed((size_t)m->deformable_count * frames, sizeof *weights);
    hf_status status = g->translations && g->rotations && g->stretches && poses && weights
                           ? collect_poses(g, poses, weights, error)
                           : error_no_memory(error);
    for (int b = 0; b < m->moving_count && status == HF_STATUS_OK; b++)
        if (!add_body(g, b, poses)) status = error_no_memory(error);
    for (int b = 0; b < m->deformable_count && status == HF_STATUS_OK; b++)
        if (!add_weights(g, b, weights)) status = error_no_memory(error);
    free(poses);
    free(weights);
    return status;
}
