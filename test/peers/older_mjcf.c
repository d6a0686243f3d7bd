#include "older_mjcf.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <string.h>

static bool is(const xmlNode *node, const char *name)
{
    return strcmp((const char *)node->name, name) == 0;
}

static const char *const elements[] = {"actuator", "sensor",   "visual", "statistic", "flag",     "texture",
                                       "material", "position", "motor",  "general",   "velocity", "camera",
                                       "light",    "custom",   "size",   "keyframe"};
static const char *const attributes[] = {"actuatorfrcrange", "integrator", "material",
                                         "texturedir",       "memory",     "ls_iterations"};

/// Whether a geom is only to be looked at, by the name of its class.
static bool is_visual(xmlNode *node)
{
    xmlChar *class = is(node, "geom") ? xmlGetProp(node, (const xmlChar *)"class") : NULL;
    bool visual = class && strncmp((const char *)class, "visual", 6) == 0;
    xmlFree(class);
    return visual;
}

static bool is_dropped(xmlNode *node)
{
    for (size_t k = 0; k < sizeof elements / sizeof elements[0]; k++)
        if (is(node, elements[k])) return true;
    return is_visual(node);
}

/// Meshes stay where they are.
static void set_folder(xmlNode *compiler, const char *folder)
{
    xmlChar *sub = xmlGetProp(compiler, (const xmlChar *)"meshdir");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, sub ? (const char *)sub : "");
    xmlSetProp(compiler, (const xmlChar *)"meshdir", (const xmlChar *)path);
    xmlSetProp(compiler, (const xmlChar *)"autolimits", (const xmlChar *)"true");
    xmlFree(sub);
}

static void reduce(xmlNode *parent, const char *folder, const char *target)
{
    for (xmlNode *node = parent->children, *next; node; node = next)
    {
        next = node->next;
        if (node->type != XML_ELEMENT_NODE) continue;
        if (is_dropped(node))
        {
            xmlUnlinkNode(node);
            xmlFreeNode(node);
            continue;
        }
        for (size_t k = 0; k < sizeof attributes / sizeof attributes[0]; k++)
            xmlUnsetProp(node, (const xmlChar *)attributes[k]);
        if (is(node, "compiler")) set_folder(node, folder);
        if (is(node, "include"))
        {
            xmlChar *file = xmlGetProp(node, (const xmlChar *)"file");
            older_mjcf(folder, (const char *)file, target);
            xmlFree(file);
        }
        reduce(node, folder, target);
    }
}

bool older_mjcf(const char *folder, const char *name, const char *target)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    xmlDoc *document = xmlReadFile(path, NULL, XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    if (!document) return false;
    xmlNode *root = xmlDocGetRootElement(document);
    reduce(root, folder, target);
    xmlNode *size = xmlNewChild(root, NULL, (const xmlChar *)"size", NULL); // room for every pair at once
    xmlSetProp(size, (const xmlChar *)"nconmax", (const xmlChar *)"20000");
    xmlSetProp(size, (const xmlChar *)"njmax", (const xmlChar *)"500");
    snprintf(path, sizeof path, "%s/%s", target, name);
    bool written = xmlSaveFile(path, document) >= 0;
    xmlFreeDoc(document);
    return written;
}
