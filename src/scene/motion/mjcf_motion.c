// <motion body="…" file="…"/> and <motion body="…"><key time="…" pos="…" quat="…"/> … </motion> in the holdfast element.

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

static hf_status named_body(mjcf_reader *reader, const xml_node *node, mjcf_body **body)
{
    int index = -1;
    hf_status status = mjcf_named(reader, node, "body", "body", mjcf_find_body, false, &index);
    if (status == HF_STATUS_OK) *body = &reader->bodies[index];
    return status;
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
