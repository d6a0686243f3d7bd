// Plugins are programs of others, and are left out with a note: <plugin> of bodies (but for the elasticity of cables, mjcf_bend.c), geoms, meshes, and sensors does nothing here. An actuator that is one
// stays as a motor of no force, so that controls and keyframes keep their places.

#include "base/error.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <string.h>

static hf_status make_idle(mjcf_reader *reader, xml_node *node)
{
    static const char *const kept[] = {"name", "joint", "jointinparent", "tendon", "site", "refsite", "ctrlrange"};
    xml_attribute *own = ARENA_ARRAY(reader->arena, xml_attribute, node->attribute_count + 1);
    if (!own) return error_no_memory(reader->error);
    int count = 0;
    for (int k = 0; k < node->attribute_count; k++)
        for (size_t j = 0; j < sizeof kept / sizeof kept[0]; j++)
            if (strcmp(node->attributes[k].name, kept[j]) == 0) own[count++] = node->attributes[k];
    own[count++] = (xml_attribute){"gear", "0"};
    node->attributes = own, node->attribute_count = count;
    node->first = NULL;
    node->name = "motor";
    return HF_STATUS_OK;
}

static hf_status leave_out(mjcf_reader *reader, xml_node *parent, int *count, const xml_node **first)
{
    bool actuators = strcmp(parent->name, "actuator") == 0;
    for (xml_node **link = &parent->first; *link;)
    {
        xml_node *node = *link;
        bool plugin = strcmp(node->name, "plugin") == 0;
        bool cable = plugin && (strcmp(parent->name, "body") == 0 || strcmp(parent->name, "composite") == 0) &&
                     mjcf_is_cable_plugin(reader, node);
        if (cable)
        {
            link = &node->next;
            continue;
        }
        hf_status status = HF_STATUS_OK;
        if (plugin && (*count)++ == 0) *first = node;
        if (plugin && actuators) status = make_idle(reader, node);
        else if (plugin)
        {
            *link = node->next;
            continue;
        }
        else status = leave_out(reader, node, count, first);
        if (status != HF_STATUS_OK) return status;
        link = &node->next;
    }
    return HF_STATUS_OK;
}

hf_status mjcf_leave_plugins(mjcf_reader *reader)
{
    int count = 0;
    const xml_node *first = NULL;
    hf_status status = HF_STATUS_OK;
    for (xml_node *section = reader->root->first; section && status == HF_STATUS_OK; section = section->next)
        if (strcmp(section->name, "extension") != 0) status = leave_out(reader, section, &count, &first);
    if (status == HF_STATUS_OK && count > 0)
    {
        char text[160];
        snprintf(text, sizeof text, "%d plugins are left out; what they would do is not done (actuators: no force)",
                 count);
        mjcf_note(reader, first, text);
    }
    return status;
}
