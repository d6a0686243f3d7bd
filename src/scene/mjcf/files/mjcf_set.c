// Attributes from outside the file: scene.xml?box.friction=0.4,arm/kp=200. The name stands before the last dot or
// slash, the attribute behind it; option and compiler are called so. Elements of that name get the attribute before
// anything is read, whatever they or their classes say.

#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

typedef struct setting
{
    mjcf_reader *reader;
    const char *name, *attribute, *value;
    int taken;
    const xml_node *last; // of that name
    bool short_of_memory;
} setting;

static void set_attribute(void *context, xml_node *node, bool takes)
{
    setting *s = context;
    s->last = node;
    if (!takes) return;
    s->taken++;
    for (int k = 0; k < node->attribute_count; k++)
        if (strcmp(node->attributes[k].name, s->attribute) == 0)
        {
            node->attributes[k].value = s->value;
            return;
        }
    xml_attribute *longer = ARENA_ARRAY(s->reader->arena, xml_attribute, node->attribute_count + 1);
    if (!longer)
    {
        s->short_of_memory = true;
        return;
    }
    if (node->attribute_count) memcpy(longer, node->attributes, (size_t)node->attribute_count * sizeof *longer);
    longer[node->attribute_count++] = (xml_attribute){s->attribute, s->value};
    node->attributes = longer;
}

/// <option> and <compiler> are there, even where the file has none.
static hf_status make_section(mjcf_reader *reader, const char *name)
{
    if ((strcmp(name, "option") != 0 && strcmp(name, "compiler") != 0) || mjcf_child(reader->root, name, NULL))
        return HF_STATUS_OK;
    xml_node *node = ARENA_ZEROED(reader->arena, xml_node, 1);
    if (!node) return error_no_memory(reader->error);
    *node =
        (xml_node){.name = name, .file = reader->root->file, .line = reader->root->line, .next = reader->root->first};
    reader->root->first = node;
    return HF_STATUS_OK;
}

static const char *last_sign(const char *text)
{
    const char *dot = strrchr(text, '.'), *slash = strrchr(text, '/');
    return dot > slash ? dot : slash;
}

static hf_status apply(mjcf_reader *reader, char *item)
{
    char *equal = strchr(item, '=');
    if (equal) *equal = 0;
    char *sign = (char *)last_sign(item);
    if (!equal || !sign || sign == item || !sign[1])
        return error_set(reader->error, HF_STATUS_INVALID, "%s: '%.60s' is not NAME.ATTRIBUTE=VALUE", reader->path,
                         item);
    *sign = 0;
    setting s = {.reader = reader, .name = item, .attribute = sign + 1, .value = equal + 1};
    hf_status status = make_section(reader, s.name);
    if (status != HF_STATUS_OK) return status;
    mjcf_visit_named(reader, s.name, s.attribute, set_attribute, &s);
    if (s.short_of_memory) return error_no_memory(reader->error);
    if (s.taken > 0) return HF_STATUS_OK;
    if (!s.last)
        return error_set(reader->error, HF_STATUS_INVALID, "%s: nothing is called '%.60s', so it has no %.40s to set",
                         reader->path, s.name, s.attribute);
    return error_set(reader->error, HF_STATUS_INVALID, "%s:%d: <%s>: '%.60s' has no attribute %.40s to set",
                     s.last->file, s.last->line, s.last->name, s.name, s.attribute);
}

hf_status mjcf_apply_sets(mjcf_reader *reader)
{
    for (const char *s = reader->sets; s && *s;)
    {
        size_t length = strcspn(s, ",");
        char *item = text_copy(reader->arena, s, length);
        if (!item) return error_no_memory(reader->error);
        TRY(apply(reader, item));
        s += length + (s[length] == ',');
    }
    return HF_STATUS_OK;
}

bool hf_scene_is_setting(const char *name)
{
    const char *sign = last_sign(name);
    return sign && sign != name && mjcf_is_attribute(sign + 1);
}
