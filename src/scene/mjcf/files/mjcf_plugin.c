// Plugins are programs of others. Two of MuJoCo's own are read: the elasticity of cables (mjcf_bend.c) and the
// controller mujoco.pid, which becomes a <pid>. All others are left out with a note: <plugin> of bodies, geoms, meshes,
// and sensors does nothing here, and an actuator that is one stays as a motor of no force, so that controls and
// keyframes keep their places.

#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what a plugin is told ----

static bool is_named(const xml_node *node, const char *attribute, const char *name)
{
    const char *own = xml_value(node, attribute);
    return own && strcmp(own, name) == 0;
}

const xml_node *mjcf_plugin_configs(const mjcf_reader *reader, const xml_node *plugin, const char *kind)
{
    const char *name = xml_value(plugin, "instance");
    if (xml_value(plugin, "plugin") && !is_named(plugin, "plugin", kind)) return NULL;
    if (!name || plugin->first) return xml_value(plugin, "plugin") ? plugin : NULL;
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "extension", section)) != NULL)
    {
        const xml_node *known = NULL;
        while ((known = mjcf_child(section, "plugin", known)) != NULL)
        {
            const xml_node *instance = NULL;
            while (is_named(known, "plugin", kind) && (instance = mjcf_child(known, "instance", instance)) != NULL)
                if (is_named(instance, "name", name)) return instance;
        }
    }
    return NULL;
}

const char *mjcf_plugin_config(const xml_node *configs, const char *key)
{
    const xml_node *config = NULL;
    while ((config = mjcf_child(configs, "config", config)) != NULL)
        if (is_named(config, "key", key)) return xml_value(config, "value");
    return NULL;
}

// ---- actuators ----

enum
{
    OWN_MOST = 8 // attributes beside those that are kept
};

/// Another element in the plugin's place, with what both have.
static xml_attribute *become(mjcf_reader *reader, xml_node *node, const char *name)
{
    static const char *const kept[] = {"name",    "class",     "joint",       "jointinparent", "tendon",       "site",
                                       "refsite", "ctrlrange", "ctrllimited", "forcerange",    "forcelimited", "group"};
    xml_attribute *own = ARENA_ARRAY(reader->arena, xml_attribute, node->attribute_count + OWN_MOST);
    if (!own) return NULL;
    int count = 0;
    for (int k = 0; k < node->attribute_count; k++)
        for (size_t j = 0; j < sizeof kept / sizeof kept[0]; j++)
            if (strcmp(node->attributes[k].name, kept[j]) == 0) own[count++] = node->attributes[k];
    node->attributes = own, node->attribute_count = count;
    node->first = NULL;
    node->name = name;
    return own + count;
}

static hf_status make_idle(mjcf_reader *reader, xml_node *node)
{
    xml_attribute *own = become(reader, node, "motor");
    if (!own) return error_no_memory(reader->error);
    *own = (xml_attribute){"gear", "0"};
    node->attribute_count++;
    return HF_STATUS_OK;
}

/// Its imax is one of the force, ours one of the integral.
static hf_status make_pid(mjcf_reader *reader, xml_node *node, const xml_node *configs)
{
    static const char *const keys[][2] = {
        {"kp", "kp"}, {"ki", "ki"}, {"kd", "kv"}, {"slewmax", "slewmax"}, {"imax", "imax"}};
    const xml_node told = *configs; // which may be the node itself
    const char *gear = xml_value(node, "gear"), *ki = mjcf_plugin_config(&told, "ki");
    xml_attribute *own = become(reader, node, "pid");
    if (!own) return error_no_memory(reader->error);
    own[0] = (xml_attribute){"input", "pos"};
    int count = 1;
    if (gear) own[count++] = (xml_attribute){"gear", gear};
    if (!mjcf_plugin_config(&told, "kp")) own[count++] = (xml_attribute){"kp", "0"};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
    {
        const char *value = mjcf_plugin_config(&told, keys[k][0]);
        if (!value) continue;
        if (strcmp(keys[k][0], "imax") == 0)
        {
            char text[40];
            double gain = ki ? strtod(ki, NULL) : 0;
            if (!(gain > 0)) continue;
            int size = snprintf(text, sizeof text, "%.17g", strtod(value, NULL) / gain);
            if (!(value = text_copy(reader->arena, text, (size_t)size))) return error_no_memory(reader->error);
        }
        own[count++] = (xml_attribute){keys[k][1], value};
    }
    node->attribute_count += count;
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
        const xml_node *pid = plugin && actuators ? mjcf_plugin_configs(reader, node, "mujoco.pid") : NULL;
        if (plugin && !pid && (*count)++ == 0) *first = node;
        if (pid) status = make_pid(reader, node, pid);
        else if (plugin && actuators) status = make_idle(reader, node);
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
    for (xml_node *section = reader->root->first; section; section = section->next)
        if (strcmp(section->name, "extension") != 0) TRY(leave_out(reader, section, &count, &first));
    if (count > 0)
    {
        char text[160];
        snprintf(text, sizeof text, "%d plugins are left out; what they would do is not done (actuators: no force)",
                 count);
        mjcf_note(reader, first, text);
    }
    return HF_STATUS_OK;
}
