// Meshes that follow keyframes: what is refused, copies, how far they ever come, and their vertices at a time.
//
// Vertices follow the curves of bodies (bodies/keyframes.c): cubic Hermite pieces with the velocity of the parabola
// through three keys, zero at both ends and beside pauses. Such a piece leaves the box of its keys by no more than 4/27
// of its length times the velocities at its ends.

#include "model/motion/model_deform.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/vec3.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_status check_keys(const char *label, const hf_deform_def *def, int vertex_count, hf_error *error)
{
    if (def->key_count < 1 || !def->times || !def->vertices)
        return error_set(error, HF_STATUS_INVALID, "%s: there are no keys", label);
    if (def->vertex_count != vertex_count)
        return error_set(error, HF_STATUS_INVALID, "%s: keys have %d vertices, and the mesh has %d", label,
                         def->vertex_count, vertex_count);
    for (int k = 0; k < def->key_count; k++)
    {
        if (!isfinite(def->times[k]) || (k > 0 && !(def->times[k] > def->times[k - 1])))
            return error_set(error, HF_STATUS_INVALID,
                             "%s: the time of key %d, %g s, does not come after the one before", label, k + 1,
                             def->times[k]);
        for (int i = 0; i < 3 * vertex_count; i++)
            if (!(fabs(def->vertices[k][i]) <= 1e150))
                return error_set(error, HF_STATUS_INVALID, "%s: vertex %d of key %d holds %g", label, i / 3, k + 1,
                                 def->vertices[k][i]);
    }
    return HF_STATUS_OK;
}

static void deform_free(model_deform *d)
{
    free(d->times), free(d->vertices), free(d->rests);
    *d = (model_deform){0};
}

static bool deform_create(const hf_deform_def *def, model_deform *d)
{
    size_t n = 3 * (size_t)def->vertex_count, keys = (size_t)def->key_count;
    *d = (model_deform){.mesh = def->mesh,
                        .vertex_count = def->vertex_count,
                        .key_count = def->key_count,
                        .times = memory_copy(def->times, keys, sizeof(double)),
                        .vertices = keys < SIZE_MAX / 8 / (n + 1) ? MEMORY_ARRAY(double, keys *n) : NULL,
                        .rests = MEMORY_ARRAY(bool, keys)};
    if (!d->times || !d->vertices || !d->rests)
    {
        deform_free(d);
        return false;
    }
    for (size_t k = 0; k < keys; k++) memcpy(d->vertices + k * n, def->vertices[k], n * sizeof(double));
    for (size_t k = 0; k + 1 < keys; k++)
        d->rests[k] = memcmp(d->vertices + k * n, d->vertices + (k + 1) * n, n * sizeof(double)) == 0;
    return true;
}

hf_status hf_builder_add_deform(hf_builder *b, const hf_deform_def *def, hf_error *error)
{
    char label[LABEL_SIZE];
    if (def->mesh < 0 || (size_t)def->mesh >= b->meshes.count)
        return error_set(error, HF_STATUS_INVALID, "deform: mesh = %d: there are %zu", def->mesh, b->meshes.count);
    const hf_mesh_def *mesh = GROWING_AT(b->meshes, hf_mesh_def, def->mesh);
    label_make(label, "keys of mesh", def->mesh, mesh->name);
    for (size_t k = 0; k < b->deforms.count; k++)
        if (GROWING_AT(b->deforms, model_deform, k)->mesh == def->mesh)
            return error_set(error, HF_STATUS_INVALID, "%s: it has some already", label);
    bool other = def->triangles && def->triangle_count != mesh->triangle_count;
    for (int k = 0; def->triangles && !other && k < 3 * mesh->triangle_count; k++)
        other = def->triangles[k] != mesh->triangles[k];
    if (other)
        return error_set(error, HF_STATUS_INVALID,
                         "%s: they have other triangles than the mesh (%d, it has %d), or in another order", label,
                         def->triangle_count, mesh->triangle_count);
    TRY(check_keys(label, def, mesh->vertex_count, error));
    model_deform *slot = growing_next(&b->deforms, sizeof *slot), made;
    if (!slot || !deform_create(def, &made)) return error_no_memory(error);
    *slot = made;
    b->deforms.count++;
    return HF_STATUS_OK;
}

void builder_deforms_destroy(hf_builder *b)
{
    for (size_t k = 0; k < b->deforms.count; k++) deform_free(GROWING_AT(b->deforms, model_deform, k));
    free(b->deforms.items);
}

hf_status model_deforms_create(const hf_builder *b, int *count, model_deform **deforms, hf_error *error)
{
    *count = 0;
    *deforms = MEMORY_ARRAY(model_deform, b->deforms.count);
    if (!*deforms) return error_no_memory(error);
    for (size_t k = 0; k < b->deforms.count; k++)
    {
        const model_deform *from = GROWING_AT(b->deforms, model_deform, k);
        size_t n = 3 * (size_t)from->vertex_count, keys = (size_t)from->key_count;
        model_deform *to = &(*deforms)[(*count)++];
        *to = *from;
        to->times = memory_copy(from->times, keys, sizeof(double));
        to->vertices = memory_copy(from->vertices, keys * n, sizeof(double));
        to->rests = memory_copy(from->rests, keys, sizeof(bool));
        if (!to->times || !to->vertices || !to->rests) return error_no_memory(error);
    }
    return HF_STATUS_OK;
}

void model_deforms_destroy(int count, model_deform *deforms)
{
    for (int k = 0; k < count; k++) deform_free(&deforms[k]);
    free(deforms);
}

hf_status model_deforms_check(const hf_builder *b, hf_error *error)
{
    for (size_t k = 0; k < b->deforms.count; k++)
        for (size_t s = 0; s < b->shapes.count; s++)
        {
            const hf_shape_def *shape = GROWING_AT(b->shapes, hf_shape_def, s);
            bool uses = shape->kind == HF_SHAPE_HULL || shape->kind == HF_SHAPE_MESH;
            if (!uses || shape->mesh != GROWING_AT(b->deforms, model_deform, k)->mesh) continue;
            const hf_body_def *body = GROWING_AT(b->bodies, hf_body_def, shape->body);
            char label[LABEL_SIZE];
            label_make(label, "shape", (int)s, shape->name);
            if (shape->kind == HF_SHAPE_HULL)
                return error_set(error, HF_STATUS_INVALID,
                                 "%s: its mesh has keyframes, and a hull does not move; collide with its triangles",
                                 label);
            if (body->motion == HF_MOTION_FREE)
                return error_set(error, HF_STATUS_INVALID,
                                 "%s: its mesh has keyframes; such a mesh belongs to a static or prescribed body",
                                 label);
        }
    return HF_STATUS_OK;
}

void model_deforms_bound(const hf_builder *b, deforming_mesh *deforming)
{
    for (size_t k = 0; k < b->deforms.count; k++)
    {
        const model_deform *d = GROWING_AT(b->deforms, model_deform, k);
        deforming_mesh *to = &deforming[d->mesh];
        size_t n = 3 * (size_t)d->vertex_count;
        double beyond = 0.0; // h |m| <= the larger of both intervals' ways, times the ratio of their lengths
        vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_negate(low);
        for (size_t i = 0; i < (size_t)d->key_count * (size_t)d->vertex_count; i++)
        {
            vec3 x = v3_load(d->vertices + 3 * i);
            low = v3_min(low, x), high = v3_max(high, x);
        }
        for (int key = 0; key + 1 < d->key_count; key++)
        {
            double h = d->times[key + 1] - d->times[key], fastest = 0.0;
            for (int j = key > 0 ? key - 1 : 0; j < key + 2 && j + 1 < d->key_count; j++)
                for (size_t i = 0; i < n; i++)
                    fastest =
                        fmax(fastest, fabs(d->vertices[(size_t)(j + 1) * n + i] - d->vertices[(size_t)j * n + i]) /
                                          (d->times[j + 1] - d->times[j]));
            beyond = fmax(beyond, 2.0 * 4.0 / 27.0 * h * fastest);
        }
        to->moves = true;
        v3_store(to->low, v3_sub(low, v3(beyond, beyond, beyond)));
        v3_store(to->high, v3_add(high, v3(beyond, beyond, beyond)));
    }
}

void deform_at(const model_deform *d, double t, double *vertices)
{
    key_place place = keys_locate(d->key_count, d->times, d->rests, t);
    size_t n = 3 * (size_t)d->vertex_count;
    memset(vertices, 0, n * sizeof *vertices);
    for (int k = 0; k < 4; k++)
    {
        if (place.weight[k] == 0.0) continue;
        const double *from = d->vertices + (size_t)(place.first + k) * n;
        if (place.weight[k] == 1.0) memcpy(vertices, from, n * sizeof *vertices);
        else
            for (size_t i = 0; i < n; i++) vertices[i] += place.weight[k] * from[i];
    }
}
