// What is fixed to what, and what may touch what, by MuJoCo's rules.
//
// A body is welded to its parent unless it has joints or is kinematic. Two geoms never touch if they are welded
// to each other, if neither can be pushed, or if the one's weld is the parent of the other's; the world is nobody's
// parent in this.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

// ---- order ----

/// A stable sort by body, by counting.
static hf_status sort_by_body(mjcf_reader *reader, void *items, int count, size_t size, int (*body)(const void *item))
{
    char *from = items, *copy = ARENA_ARRAY(reader->arena, char, (size_t)count *size);
    int *next = ARENA_ZEROED(reader->arena, int, reader->body_count + 1);
    if (!copy || !next) return error_no_memory(reader->error);
    for (int k = 0; k < count; k++) next[body(from + (size_t)k * size) + 1]++;
    for (int b = 0; b < reader->body_count; b++) next[b + 1] += next[b];
    for (int k = 0; k < count; k++)
    {
        const char *item = from + (size_t)k * size;
        memcpy(copy + (size_t)next[body(item)]++ * size, item, size);
    }
    if (count) memcpy(from, copy, (size_t)count * size);
    return HF_STATUS_OK;
}

static int geom_body(const void *item)
{
    return ((const mjcf_geom *)item)->body;
}

static int joint_body(const void *item)
{
    return ((const mjcf_joint *)item)->body;
}

static int site_body(const void *item)
{
    return ((const mjcf_site *)item)->body;
}

// ---- welds ----

hf_status mjcf_find_welds(mjcf_reader *reader)
{
    for (int k = 0; k < reader->geom_count; k++)
    {
        const mjcf_geom *geom = &reader->geoms[k];
        mjcf_body *body = &reader->bodies[geom->body];
        bool flat = geom->type == GEOM_PLANE || geom->type == GEOM_HFIELD;
        if (flat && body->mocap && !body->prescribed) body->still = true;
    }
    for (int k = 1; k < reader->body_count; k++) // parents come first
    {
        mjcf_body *body = &reader->bodies[k];
        const mjcf_body *parent = &reader->bodies[body->parent];
        bool own = body->free || body->joint_count > 0;
        bool prescribed = (body->mocap && !body->still) || body->prescribed;
        body->weld = own || prescribed ? k : parent->weld;
        body->moves = own || parent->moves;
    }
    hf_status status = sort_by_body(reader, reader->geoms, reader->geom_count, sizeof(mjcf_geom), geom_body);
    if (status == HF_STATUS_OK)
        status = sort_by_body(reader, reader->joints, reader->joint_count, sizeof(mjcf_joint), joint_body);
    if (status == HF_STATUS_OK)
        status = sort_by_body(reader, reader->sites, reader->site_count, sizeof(mjcf_site), site_body);
    mjcf_forget_names(reader); // they have other places now
    return status;
}

// ---- who meets whom ----

bool mjcf_collides(const mjcf_geom *geom)
{
    return geom->contype != 0 || geom->conaffinity != 0 || geom->in_pair;
}

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

bool mjcf_parent_and_child(const mjcf_reader *reader, const mjcf_geom *a, const mjcf_geom *b)
{
    const mjcf_body *bodies = reader->bodies;
    int weld_a = bodies[a->body].weld, weld_b = bodies[b->body].weld;
    int above_a = bodies[bodies[weld_a].parent].weld, above_b = bodies[bodies[weld_b].parent].weld;
    return weld_a && weld_b && (weld_a == above_b || weld_b == above_a);
}

bool mjcf_meets(const mjcf_reader *reader, const mjcf_geom *a, const mjcf_geom *b)
{
    uint32_t bits =
        ((uint32_t)a->contype & (uint32_t)b->conaffinity) | ((uint32_t)b->contype & (uint32_t)a->conaffinity);
    const mjcf_body *bodies = reader->bodies, *of_a = &bodies[a->body], *of_b = &bodies[b->body];
    if (!bits || of_a->weld == of_b->weld || (!of_a->moves && !of_b->moves)) return false;
    if (!(reader->off & OFF_FILTERPARENT) && mjcf_parent_and_child(reader, a, b)) return false;
    return !excluded(reader, a->body, b->body) && !paired(reader, a, b);
}
