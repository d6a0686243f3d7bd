// <deform mesh="…" file="…"/>, <motion body="…" file="…"/> and <motion body="…"><key time="…" pos="…" quat="…"/> …
// </motion> in the holdfast element.

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

static hf_status named_body(mjcf_reader *reader, const xml_node *node, mjcf_body **body)
{
    int index = -1;
    TRY(mjcf_named(reader, node, "body", "body", mjcf_find_body, false, &index));
    *body = &reader->bodies[index];
    return HF_STATUS_OK;
}

/// Marks a body as one that nothing moves but its keys.
static hf_status mark(mjcf_reader *reader, const xml_node *node)
{
    mjcf_body *body = NULL;
    hf_status status = named_body(reader, node, &body);
    if (status != HF_STATUS_OK) return status;
    if (body == reader->bodies || body->parent != 0 || body->free || body->joint_count)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "body: '%s' must be a child of the world without a joint, so that keys can move it",
                         body->name);
    if (body->prescribed)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "body: '%s' is prescribed twice", body->name);
    if (!xml_value(node, "file") == !mjcf_child(node, "key", NULL))
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "either file or key elements say how it moves");
    body->prescribed = true;
    return HF_STATUS_OK;
}

hf_status mjcf_mark_motions(mjcf_reader *reader)
{
    return mjcf_each(reader, "holdfast", "motion", mark);
}

/// The keys that are written there.
static hf_status read_keys(mjcf_reader *reader, const xml_node *node, const mjcf_body *body, hf_motion_def *def)
{
    const xml_node *key = NULL;
    size_t count = 0;
    while ((key = mjcf_child(node, "key", key)) != NULL) count++;
    double *times = ARENA_ZEROED(reader->arena, double, count), *x = ARENA_ARRAY(reader->arena, double, 3 * count);
    double *q = ARENA_ARRAY(reader->arena, double, 4 * count);
    if (!times || !x || !q) return error_no_memory(reader->error);
    for (size_t k = 0; (key = mjcf_child(node, "key", key)) != NULL; k++)
    {
        int written = 0;
        v3_store(x + 3 * k, body->world.position); // what is left out is as in the body
        quat_store(q + 4 * k, body->world.turn);
        hf_status status = mjcf_numbers(reader, key, "time", times + k, 1, 1, &written);
        if (status == HF_STATUS_OK && !written) status = mjcf_fail(reader, key, HF_STATUS_FORMAT, "time: is missing");
        if (status == HF_STATUS_OK) status = mjcf_numbers(reader, key, "pos", x + 3 * k, 3, 3, NULL);
        if (status == HF_STATUS_OK) status = mjcf_numbers(reader, key, "quat", q + 4 * k, 4, 4, NULL);
        if (status != HF_STATUS_OK) return status;
    }
    def->key_count = (int)count, def->times = times, def->positions = x, def->orientations = q;
    return HF_STATUS_OK;
}

static hf_status emit(mjcf_reader *reader, const xml_node *node)
{
    mjcf_body *body = NULL;
    hf_motion_keys *keys = NULL;
    hf_motion_def def = {0};
    hf_error error = {0};
    const char *file = xml_value(node, "file");
    hf_status status = named_body(reader, node, &body);
    if (status == HF_STATUS_OK && file)
    {
        const char *path = path_join(reader->arena, reader->folder, file);
        if (!path) return error_no_memory(reader->error);
        status = mjcf_passed(reader, node, hf_motion_read(path, &keys, &error), &error);
        if (status == HF_STATUS_OK) def = hf_motion_keys_def(keys, 0);
    }
    else if (status == HF_STATUS_OK) status = read_keys(reader, node, body, &def);
    if (status == HF_STATUS_OK)
    {
        def.body = body->index;
        status = mjcf_passed(reader, node, hf_builder_add_motion(reader->builder, &def, &error), &error);
    }
    hf_motion_keys_destroy(keys);
    return status;
}

hf_status mjcf_emit_motions(mjcf_reader *reader)
{
    return mjcf_each(reader, "holdfast", "motion", emit);
}

// ---- meshes ----

/// Keys as the asset says: scaled, moved, turned.
static hf_status emit_keys(mjcf_reader *reader, const xml_node *node, const mjcf_mesh *mesh, const hf_deform_keys *keys)
{
    hf_deform_def def = hf_deform_keys_def(keys, mesh->index);
    const double **placed = (const double **)arena_take(reader->arena, (size_t)def.key_count, sizeof *placed);
    hf_error error = {0};
    if (!placed) return error_no_memory(reader->error);
    for (int k = 0; k < def.key_count; k++)
    {
        mjcf_mesh copy = *mesh;
        size_t n = 3 * (size_t)def.vertex_count, t = 3 * (size_t)def.triangle_count;
        copy.data.vertices = ARENA_ARRAY(reader->arena, double, n);
        copy.data.triangles = ARENA_ARRAY(reader->arena, int, t);
        if (!copy.data.vertices || !copy.data.triangles) return error_no_memory(reader->error);
        copy.data.vertex_count = def.vertex_count, copy.data.triangle_count = def.triangle_count;
        memcpy(copy.data.vertices, def.vertices[k], n * sizeof(double));
        memcpy(copy.data.triangles, hf_deform_keys_def(keys, 0).triangles, t * sizeof(int));
        mjcf_place_vertices(&copy);
        placed[k] = copy.data.vertices;
        if (k == 0) def.triangles = copy.data.triangles;
    }
    def.vertices = placed;
    return mjcf_passed(reader, node, hf_builder_add_deform(reader->builder, &def, &error), &error);
}

static hf_status emit_deform(mjcf_reader *reader, const xml_node *node)
{
    const char *name = xml_value(node, "mesh"), *file = xml_value(node, "file");
    hf_deform_keys *keys = NULL;
    hf_error error = {0};
    if (!name || !file) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "mesh and file are needed");
    const mjcf_mesh *mesh = mjcf_find_mesh(reader, name);
    if (!mesh || mesh->index < 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "mesh: there is no mesh '%s' that a geom collides with", name);
    const char *path = path_join(reader->arena, reader->folder, file);
    if (!path) return error_no_memory(reader->error);
    hf_status status = mjcf_passed(reader, node, hf_deform_read(path, &keys, &error), &error);
    if (status == HF_STATUS_OK) status = emit_keys(reader, node, mesh, keys);
    hf_deform_keys_destroy(keys);
    return status;
}

hf_status mjcf_emit_deforms(mjcf_reader *reader)
{
    return mjcf_each(reader, "holdfast", "deform", emit_deform);
}
