#include "older_mjcf.h"

#include "scene/xml.h"

#include <stdio.h>
#include <string.h>

static bool is(const xml_node *node, const char *name)
{
    return strcmp(node->name, name) == 0;
}

static const char *const elements[] = {"actuator", "sensor",   "visual", "statistic", "flag",     "texture",
                                       "material", "position", "motor",  "general",   "velocity", "camera",
                                       "light",    "custom",   "size",   "keyframe"};
static const char *const attributes[] = {"actuatorfrcrange", "integrator", "material",
                                         "texturedir",       "memory",     "ls_iterations"};

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(name, list[k]) == 0) return true;
    return false;
}

/// What an older MuJoCo does not know, or only shows: geoms by the name of their class.
static bool is_dropped(const xml_node *node)
{
    const char *class = is(node, "geom") ? xml_value(node, "class") : NULL;
    return is_one_of(node->name, elements, sizeof elements / sizeof elements[0]) ||
           (class && strncmp(class, "visual", 6) == 0);
}

static void write_attribute(FILE *to, const char *name, const char *value)
{
    fprintf(to, " %s=\"", name);
    for (; *value; value++)
        if (strchr("<>&\"", *value)) fprintf(to, "&#%d;", *value);
        else putc(*value, to);
    putc('"', to);
}

/// Meshes stay where they are.
static void write_folder(FILE *to, const xml_node *compiler, const char *folder)
{
    const char *sub = xml_value(compiler, "meshdir");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, sub ? sub : "");
    write_attribute(to, "meshdir", path);
    write_attribute(to, "autolimits", "true");
}

static void write_node(FILE *to, const xml_node *node, bool root, const char *folder, const char *target)
{
    bool compiler = is(node, "compiler");
    fprintf(to, "<%s", node->name);
    for (int k = 0; k < node->attribute_count; k++)
    {
        const char *name = node->attributes[k].name;
        bool own = compiler && (strcmp(name, "meshdir") == 0 || strcmp(name, "autolimits") == 0);
        if (!own && !is_one_of(name, attributes, sizeof attributes / sizeof attributes[0]))
            write_attribute(to, name, node->attributes[k].value);
    }
    if (compiler) write_folder(to, node, folder);
    fprintf(to, ">\n");
    if (is(node, "include")) older_mjcf(folder, xml_value(node, "file"), target);
    for (const xml_node *child = node->first; child; child = child->next)
        if (!is_dropped(child)) write_node(to, child, false, folder, target);
    if (root) fprintf(to, "<size nconmax=\"20000\" njmax=\"500\"/>\n"); // room for every pair at once
    fprintf(to, "</%s>\n", node->name);
}

bool older_mjcf(const char *folder, const char *name, const char *target)
{
    char path[1024];
    hf_error error;
    hf_workspace *arena = NULL;
    xml_node *root = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    bool read =
        hf_workspace_create(&arena, &error) == HF_STATUS_OK && xml_read(path, arena, &root, &error) == HF_STATUS_OK;
    snprintf(path, sizeof path, "%s/%s", target, name);
    FILE *to = read ? fopen(path, "w") : NULL;
    if (to) write_node(to, root, true, folder, target);
    bool written = to && fclose(to) == 0;
    hf_workspace_destroy(arena);
    return written;
}
