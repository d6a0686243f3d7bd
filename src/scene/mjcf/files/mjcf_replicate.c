// What names parts of a <replicate> is copied with them, as in MuJoCo: actuators, tendons, equalities, contacts and
// sensors of which all that they name is inside.
//
// Copy k of "motor" at the joint "hip" is "motor<k>" at "hip<k>", with the suffix of the tree's copy (mjcf_suffix). The
// originals vanish; copies stand behind what is not copied, all of the first copy, then all of the second. Of
// replicates in each other the inner one comes first. The tree itself is copied where it is read (mjcf_tree.c).

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    COPIES_MOST = 2000000 // of elements of sections, in all
};

typedef struct carried_name
{
    const char *name;
    struct carried_name *next;
} carried_name;

typedef struct replication
{
    mjcf_reader *reader;
    const xml_node *tree;
    int count;
    const char *separator;
    carried_name *carried; // tendons and actuators that are copied, which others name
    double *copies;
} replication;

int mjcf_suffix(char *text, size_t size, const char *separator, int k, int count, const char *outer)
{
    int digits = snprintf(NULL, 0, "%d", count);
    return snprintf(text, size, "%s%0*d%s", separator, digits, k, outer);
}

static int count_of(const xml_node *replicate)
{
    const char *text = xml_value(replicate, "count");
    return text ? (int)fmax(0, fmin(COPIES_MOST, strtod(text, NULL))) : 0;
}

static const char *separator_of(const xml_node *replicate)
{
    const char *text = xml_value(replicate, "sep");
    return text ? text : "";
}

static bool holds(const xml_node *tree, const char *name, size_t length);

/// A name inside of a replicate ends with a suffix.
static bool copies_hold(const xml_node *replicate, const char *name, size_t length)
{
    size_t end = length;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') end--;
    const char *separator = separator_of(replicate);
    int count = count_of(replicate), digits = snprintf(NULL, 0, "%d", count);
    if (length - end < (size_t)digits) return false;
    size_t behind = length - (size_t)digits, front = strlen(separator);
    if (strtol(name + behind, NULL, 10) >= count || behind < front) return false;
    if (strncmp(name + behind - front, separator, front) != 0) return false;
    return holds(replicate, name, behind - front);
}

static bool holds(const xml_node *tree, const char *name, size_t length)
{
    for (const xml_node *node = tree->first; node; node = node->next)
    {
        const char *own = xml_value(node, "name");
        if (own && strlen(own) == length && strncmp(own, name, length) == 0) return true;
        bool copied = strcmp(node->name, "replicate") == 0;
        if (copied ? copies_hold(node, name, length) : holds(node, name, length)) return true;
    }
    return false;
}

static bool is_carried(const replication *r, const char *name)
{
    for (const carried_name *c = r->carried; c; c = c->next)
        if (strcmp(c->name, name) == 0) return true;
    return false;
}

/// The world is inside of everything.
static bool is_inside(const replication *r, const xml_attribute *attribute)
{
    const char *name = attribute->value;
    if (strcmp(name, "world") == 0) return true;
    return mjcf_names_tree(attribute->name) ? holds(r->tree, name, strlen(name)) : is_carried(r, name);
}

static bool is_reference(const char *attribute)
{
    static const char *const others[] = {"tendon", "tendon1", "tendon2", "actuator"};
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (strcmp(attribute, others[k]) == 0) return true;
    return mjcf_names_tree(attribute);
}

/// Whether all that an element names is inside; `any`: whether it names something but the world.
static bool belongs(const replication *r, const xml_node *node, bool *any)
{
    for (int k = 0; k < node->attribute_count; k++)
    {
        if (!is_reference(node->attributes[k].name)) continue;
        if (!is_inside(r, &node->attributes[k])) return false;
        *any |= strcmp(node->attributes[k].value, "world") != 0;
    }
    for (const xml_node *child = node->first; child; child = child->next)
        if (!belongs(r, child, any)) return false;
    return true;
}

/// NULL if there is no memory.
static xml_node *copy_with(const replication *r, const xml_node *node, int k)
{
    hf_workspace *arena = r->reader->arena;
    xml_node *copy = ARENA_ZEROED(arena, xml_node, 1);
    xml_attribute *own = ARENA_ARRAY(arena, xml_attribute, node->attribute_count + 1);
    if (!copy || !own) return NULL;
    *copy = *node;
    copy->attributes = own, copy->first = copy->next = NULL;
    for (int i = 0; i < node->attribute_count; i++)
    {
        own[i] = node->attributes[i];
        bool renamed = strcmp(own[i].name, "name") == 0 || is_reference(own[i].name);
        if (!renamed || strcmp(own[i].value, "world") == 0) continue;
        size_t size = strlen(own[i].value) + strlen(r->separator) + 16;
        char *text = ARENA_ARRAY(arena, char, size);
        if (!text) return NULL;
        int used = snprintf(text, size, "%s", own[i].value);
        mjcf_suffix(text + used, size - (size_t)used, r->separator, k, r->count, "");
        own[i].value = text;
    }
    xml_node **tail = &copy->first;
    for (const xml_node *child = node->first; child; child = child->next, tail = &(*tail)->next)
        if (!(*tail = copy_with(r, child, k))) return NULL;
    return copy;
}

/// Takes what belongs to the tree out of its section, to the list that ends at *tail.
static hf_status take_out(replication *r, xml_node *section, xml_node ***tail)
{
    for (xml_node **link = &section->first; *link;)
    {
        xml_node *node = *link;
        bool any = false;
        if (!belongs(r, node, &any) || !any)
        {
            link = &node->next;
            continue;
        }
        const char *name = xml_value(node, "name");
        carried_name *carried = name ? ARENA_ARRAY(r->reader->arena, carried_name, 1) : NULL;
        if (name && !carried) return error_no_memory(r->reader->error);
        if (name) *carried = (carried_name){name, r->carried}, r->carried = carried;
        *link = node->next, node->next = NULL;
        **tail = node, *tail = &node->next;
        *r->copies += r->count;
    }
    if (*r->copies <= COPIES_MOST) return HF_STATUS_OK;
    return error_set(r->reader->error, HF_STATUS_INVALID, "%s: <replicate> makes more than two million copies",
                     r->reader->path);
}

static hf_status copy_sections(replication *r, const char *kind)
{
    xml_node *taken = NULL, **tail = &taken, *last = NULL;
    hf_status status = HF_STATUS_OK;
    for (xml_node *section = r->reader->root->first; section && status == HF_STATUS_OK; section = section->next)
    {
        if (strcmp(section->name, kind) != 0) continue;
        last = section;
        status = take_out(r, section, &tail);
    }
    if (!taken || status != HF_STATUS_OK) return status;
    xml_node **end = &last->first;
    while (*end) end = &(*end)->next;
    for (int k = 0; k < r->count; k++)
        for (const xml_node *node = taken; node; node = node->next, end = &(*end)->next)
            if (!(*end = copy_with(r, node, k))) return error_no_memory(r->reader->error);
    return HF_STATUS_OK;
}

static hf_status replicate_inside(mjcf_reader *reader, const xml_node *parent, double *copies)
{
    static const char *const kinds[] = {"tendon", "actuator", "equality", "contact",
                                        "sensor"}; // those that are named first
    for (const xml_node *node = parent->first; node; node = node->next)
    {
        TRY(replicate_inside(reader, node, copies));
        if (strcmp(node->name, "replicate") != 0) continue;
        replication r = {reader, node, count_of(node), separator_of(node), NULL, copies};
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) TRY(copy_sections(&r, kinds[k]));
    }
    return HF_STATUS_OK;
}

hf_status mjcf_replicate_sections(mjcf_reader *reader)
{
    double copies = 0;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "worldbody", section)) != NULL)
        TRY(replicate_inside(reader, section, &copies));
    return HF_STATUS_OK;
}
