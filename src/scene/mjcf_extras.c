// <holdfast>: what MJCF has no words for.

#include "base/error.h"
#include "scene/mjcf.h"

#include <string.h>

/// Calls `read` for each child of that name of each <holdfast>.
static hf_status each(mjcf_reader *reader, const char *name,
                      hf_status (*read)(mjcf_reader *reader, const xml_node *node))
{
    hf_status status = HF_STATUS_OK;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "holdfast", section)) != NULL)
    {
        const xml_node *node = NULL;
        while (status == HF_STATUS_OK && (node = mjcf_child(section, name, node)) != NULL) status = read(reader, node);
    }
    return status;
}

static hf_status named_body(mjcf_reader *reader, const xml_node *node, const char *attribute, mjcf_body **body)
{
    const char *name = xml_value(node, attribute);
    if (!name) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the attribute %s", attribute);
    int index = mjcf_find_body(reader, name);
    if (index < 0) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: there is no body '%s'", attribute, name);
    *body = &reader->bodies[index];
    return HF_STATUS_OK;
}

static hf_status read_restitution(mjcf_reader *reader, const xml_node *node, double *restitution)
{
    int written;
    hf_status status = mjcf_numbers(reader, node, "restitution", restitution, 1, 1, &written);
    if (status == HF_STATUS_OK && written && !(*restitution >= 0 && *restitution <= 1))
        status = mjcf_fail(reader, node, HF_STATUS_INVALID, "restitution: %g must lie in 0 … 1", *restitution);
    return status;
}

static hf_status read_prescribe(mjcf_reader *reader, const xml_node *node)
{
    mjcf_body *body = NULL;
    hf_status status = named_body(reader, node, "body", &body);
    if (status != HF_STATUS_OK) return status;
    if (body == reader->bodies || body->parent != 0 || body->free)
        return mjcf_fail(
            reader, node, HF_STATUS_FORMAT,
            "body: '%s' must be a child of the world without a joint, so that its motion can be prescribed",
            body->name);
    if (body->prescribed)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "body: '%s' is prescribed twice", body->name);
    hf_body_def *def = &body->definition;
    status = mjcf_numbers(reader, node, "velocity", def->velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "angular_velocity", def->angular_velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "amplitude", def->amplitude, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "frequency", &def->frequency, 1, 1, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "phase", &def->phase, 1, 1, NULL);
    body->prescribed = true;
    return status;
}

static hf_status read_body(mjcf_reader *reader, const xml_node *node)
{
    mjcf_body *body = NULL;
    hf_status status = named_body(reader, node, "name", &body);
    if (status == HF_STATUS_OK) status = read_restitution(reader, node, &body->restitution);
    if (status != HF_STATUS_OK) return status;
    bool moves = xml_value(node, "velocity") || xml_value(node, "angular_velocity") || xml_value(node, "force") ||
                 xml_value(node, "torque");
    if (moves && !body->free)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT,
                         "name: '%s' has no free joint, so it takes neither velocities nor forces", body->name);
    hf_body_def *def = &body->definition;
    status = mjcf_numbers(reader, node, "velocity", def->velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK)
        status = mjcf_numbers(reader, node, "angular_velocity", def->angular_velocity, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "force", def->force, 3, 3, NULL);
    if (status == HF_STATUS_OK) status = mjcf_numbers(reader, node, "torque", def->torque, 3, 3, NULL);
    return status;
}

static hf_status read_geom(mjcf_reader *reader, const xml_node *node)
{
    const char *name = xml_value(node, "name");
    int index = name ? mjcf_find_geom(reader, name) : -1;
    if (index < 0) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "name: there is no geom '%s'", name ? name : "");
    mjcf_geom *geom = &reader->geoms[index];
    int shape = geom->triangles;
    hf_status status = read_restitution(reader, node, &geom->restitution);
    if (status == HF_STATUS_OK) status = mjcf_choice(reader, node, "shape", "hull|triangles", &shape);
    if (status == HF_STATUS_OK && xml_value(node, "shape") && geom->type != GEOM_MESH)
        status = mjcf_fail(reader, node, HF_STATUS_FORMAT, "shape: '%s' is not of type mesh", name);
    geom->triangles = shape == 1;
    return status;
}

hf_status mjcf_read_prescribed(mjcf_reader *reader)
{
    hf_status status = each(reader, "prescribe", read_prescribe);
    mjcf_find_roots(reader);
    return status;
}

hf_status mjcf_read_extras(mjcf_reader *reader)
{
    hf_status status = each(reader, "body", read_body);
    if (status == HF_STATUS_OK) status = each(reader, "geom", read_geom);
    return status;
}
