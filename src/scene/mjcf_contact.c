// <contact>: pairs that never touch, and pairs that touch by their own rule.

#include "base/error.h"
#include "scene/mjcf.h"

#include <string.h>

static hf_status each(mjcf_reader *reader, const char *name,
                      hf_status (*read)(mjcf_reader *reader, const xml_node *node))
{
    hf_status status = HF_STATUS_OK;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "contact", section)) != NULL)
    {
        const xml_node *node = NULL;
        while (status == HF_STATUS_OK && (node = mjcf_child(section, name, node)) != NULL) status = read(reader, node);
    }
    return status;
}

static hf_status named_geom(mjcf_reader *reader, const xml_node *node, const char *attribute, mjcf_geom **geom)
{
    const char *name = xml_value(node, attribute);
    int index = name ? mjcf_find_geom(reader, name) : -1;
    if (index < 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: there is no geom '%s'", attribute, name ? name : "");
    *geom = &reader->geoms[index];
    return HF_STATUS_OK;
}

static hf_status mark_pair(mjcf_reader *reader, const xml_node *node)
{
    mjcf_geom *a = NULL, *b = NULL;
    hf_status status = named_geom(reader, node, "geom1", &a);
    if (status == HF_STATUS_OK) status = named_geom(reader, node, "geom2", &b);
    if (status == HF_STATUS_OK) a->in_pair = b->in_pair = true;
    return status;
}

hf_status mjcf_mark_pairs(mjcf_reader *reader)
{
    return each(reader, "pair", mark_pair);
}

static hf_status add_pair(mjcf_reader *reader, const xml_node *node)
{
    mjcf_geom *a = NULL, *b = NULL;
    const mjcf_class *class;
    hf_status status = named_geom(reader, node, "geom1", &a);
    if (status == HF_STATUS_OK) status = named_geom(reader, node, "geom2", &b);
    if (status == HF_STATUS_OK) status = mjcf_find_class(reader, node, "class", reader->classes, &class);
    if (status != HF_STATUS_OK) return status;
    mjcf_pair pair = class->pair;
    status = mjcf_pair_attributes(reader, node, &pair);
    if (status != HF_STATUS_OK) return status;
    if (pair.condim > 1 && pair.friction[0] != pair.friction[1])
        return mjcf_fail(reader, node, HF_STATUS_UNSUPPORTED,
                         "friction: %g along one tangent and %g along the other is not supported; make them equal",
                         pair.friction[0], pair.friction[1]);
    if (pair.condim > 3) reader->more_than_sliding = true;
    if (!mjcf_moves(reader, a->body) && !mjcf_moves(reader, b->body)) return HF_STATUS_OK; // nothing can come of it
    if (reader->bodies[a->body].root == reader->bodies[b->body].root)
        return mjcf_fail(reader, node, HF_STATUS_INVALID, "'%s' and '%s' are fixed to each other; remove the pair",
                         a->name, b->name);
    hf_error error = {0};
    status = hf_builder_pair(reader->builder, a->shape, b->shape, pair.condim == 1 ? 0 : pair.friction[0], &error);
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    return status == HF_STATUS_OK ? status : mjcf_fail(reader, node, status, "%s", error.message);
}

static hf_status exclude_root(mjcf_reader *reader, const xml_node *node, const char *attribute, int *index, int *root)
{
    const char *name = xml_value(node, attribute);
    *index = name ? mjcf_find_body(reader, name) : -1;
    if (*index < 0)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: there is no body '%s'", attribute, name ? name : "");
    *root = reader->bodies[*index].root;
    return HF_STATUS_OK;
}

/// Bodies that are fixed to each other are one body here. Leaving all of it out is right only if the other parts have no geoms that collide.
static bool stands_for_all(const mjcf_reader *reader, int body, int root)
{
    for (int k = 0; k < reader->geom_count; k++)
    {
        const mjcf_geom *geom = &reader->geoms[k];
        if (geom->body != body && reader->bodies[geom->body].root == root && mjcf_collides(geom)) return false;
    }
    return true;
}

static hf_status add_exclude(mjcf_reader *reader, const xml_node *node)
{
    int index[2] = {0}, root[2] = {0};
    hf_status status = exclude_root(reader, node, "body1", &index[0], &root[0]);
    if (status == HF_STATUS_OK) status = exclude_root(reader, node, "body2", &index[1], &root[1]);
    if (status != HF_STATUS_OK || root[0] == root[1]) return status;
    for (int i = 0; i < 2; i++)
        if (!stands_for_all(reader, index[i], root[i]))
            return mjcf_fail(
                reader, node, HF_STATUS_UNSUPPORTED,
                "body%d: '%s' and other bodies with geoms are fixed to each other, and are left out all or "
                "none; use contype and conaffinity",
                i + 1, reader->bodies[index[i]].name);
    hf_error error = {0};
    status = hf_builder_exclude(reader->builder, reader->bodies[root[0]].index, reader->bodies[root[1]].index, &error);
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    return status == HF_STATUS_OK ? status : mjcf_fail(reader, node, status, "%s", error.message);
}

// ---- smooth geoms ----
//
// MuJoCo takes the larger condim and the larger friction of two geoms, each on its own; here a geom of condim 1 has no friction at all. The two
// differ where it meets a geom of condim 3 with less friction than its own, so those pairs get what MuJoCo gives them.

static bool excluded(const mjcf_reader *reader, int a, int b)
{
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "contact", section)) != NULL)
    {
        const xml_node *node = NULL;
        while ((node = mjcf_child(section, "exclude", node)) != NULL)
        {
            int first = mjcf_find_body(reader, xml_value(node, "body1"));
            int second = mjcf_find_body(reader, xml_value(node, "body2"));
            if ((first == a && second == b) || (first == b && second == a)) return true;
        }
    }
    return false;
}

static bool paired(const mjcf_reader *reader, const mjcf_geom *a, const mjcf_geom *b)
{
    if (!a->in_pair || !b->in_pair) return false;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "contact", section)) != NULL)
    {
        const xml_node *node = NULL;
        while ((node = mjcf_child(section, "pair", node)) != NULL)
        {
            const char *first = xml_value(node, "geom1"), *second = xml_value(node, "geom2");
            if ((strcmp(first, a->name) == 0 && strcmp(second, b->name) == 0) ||
                (strcmp(first, b->name) == 0 && strcmp(second, a->name) == 0))
                return true;
        }
    }
    return false;
}

static bool meets(const mjcf_reader *reader, const mjcf_geom *a, const mjcf_geom *b)
{
    uint32_t bits =
        ((uint32_t)a->contype & (uint32_t)b->conaffinity) | ((uint32_t)b->contype & (uint32_t)a->conaffinity);
    if (!bits || a->shape < 0 || b->shape < 0) return false;
    if (reader->bodies[a->body].root == reader->bodies[b->body].root) return false;
    if (!mjcf_moves(reader, a->body) && !mjcf_moves(reader, b->body)) return false;
    return !excluded(reader, a->body, b->body) && !paired(reader, a, b);
}

static hf_status mix_smooth(mjcf_reader *reader)
{
    for (int k = 0; k < reader->geom_count; k++)
    {
        const mjcf_geom *smooth = &reader->geoms[k];
        if (smooth->condim != 1) continue;
        for (int j = 0; j < reader->geom_count; j++)
        {
            const mjcf_geom *other = &reader->geoms[j];
            if (other->condim == 1 || other->priority != smooth->priority ||
                other->friction[0] >= smooth->friction[0] || !meets(reader, smooth, other))
                continue;
            hf_status status =
                hf_builder_pair(reader->builder, smooth->shape, other->shape, smooth->friction[0], reader->error);
            if (status != HF_STATUS_OK) return status;
        }
    }
    return HF_STATUS_OK;
}

hf_status mjcf_emit_contact(mjcf_reader *reader)
{
    hf_status status = each(reader, "exclude", add_exclude);
    if (status == HF_STATUS_OK) status = each(reader, "pair", add_pair);
    if (status == HF_STATUS_OK) status = mix_smooth(reader);
    return status;
}
