// Our settings where MuJoCo lets strangers keep theirs: <custom><text name="holdfast…" data="…"/></custom>, so that
// both read one file.
//
//   <text name="holdfast" data="duration=2; tolerance=1e-10"/>              attributes of <holdfast>
//   <text name="holdfast:body:jaw" data="force=-30 0 0"/>                    <body name="jaw" force="-30 0 0"/> in it
//   <text name="holdfast:prescribe:hand" data="velocity=0 0 .02"/>           likewise, of the body that it names
//   <text name="holdfast" data="&lt;holdfast duration='2'&gt;…"/> the element as it is, as `convert` writes it
//
// Each becomes a <holdfast> element of the file, and is read like any other.

#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <ctype.h>
#include <string.h>

static const char *const prefix = "holdfast";

/// A copy without blanks at its ends.
static const char *trimmed(mjcf_reader *reader, const char *begin, const char *end)
{
    while (begin < end && isspace((unsigned char)*begin)) begin++;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    return text_copy(reader->arena, begin, (size_t)(end - begin));
}

/// "key=value; key=value" as attributes, behind those that are there.
static hf_status read_pairs(mjcf_reader *reader, const xml_node *text, const char *data, xml_node *node)
{
    int count = node->attribute_count;
    for (const char *s = data; *s; s++) count += *s == '=';
    xml_attribute *all = ARENA_ARRAY(reader->arena, xml_attribute, count);
    if (!all) return error_no_memory(reader->error);
    if (node->attribute_count) memcpy(all, node->attributes, (size_t)node->attribute_count * sizeof *all);
    node->attributes = all;
    for (const char *s = data; *s;)
    {
        const char *end = s + strcspn(s, ";"), *equal = memchr(s, '=', (size_t)(end - s));
        const char *blank = s;
        while (blank < end && isspace((unsigned char)*blank)) blank++;
        if (blank < end && !equal)
            return mjcf_fail(reader, text, HF_STATUS_FORMAT, "data: '%.*s' is not of the form name=value",
                             (int)(end - blank < 40 ? end - blank : 40), blank);
        if (blank < end)
        {
            xml_attribute *attribute = &all[node->attribute_count++];
            attribute->name = trimmed(reader, s, equal);
            attribute->value = trimmed(reader, equal + 1, end);
            if (!attribute->name || !attribute->value) return error_no_memory(reader->error);
        }
        s = *end ? end + 1 : end;
    }
    return HF_STATUS_OK;
}

static xml_node *new_node(mjcf_reader *reader, const xml_node *text, const char *name)
{
    xml_node *node = ARENA_ZEROED(reader->arena, xml_node, 1);
    if (node) *node = (xml_node){.name = name, .file = text->file, .line = text->line, .scope = text->scope};
    return node;
}

/// The attribute that names what an element is about.
static const char *name_of(const char *kind)
{
    if (strcmp(kind, "prescribe") == 0 || strcmp(kind, "motion") == 0) return "body";
    return strcmp(kind, "deform") == 0 ? "mesh" : "name";
}

/// holdfast:KIND:NAME, or holdfast:KIND alone.
static hf_status read_part(mjcf_reader *reader, const xml_node *text, const char *word, const char *data,
                           xml_node *inside)
{
    const char *colon = strchr(word, ':');
    const char *kind = text_copy(reader->arena, word, colon ? (size_t)(colon - word) : strlen(word));
    xml_node *node = kind ? new_node(reader, text, kind) : NULL;
    if (!node) return error_no_memory(reader->error);
    if (colon)
    {
        node->attributes = ARENA_ARRAY(reader->arena, xml_attribute, 1);
        if (!node->attributes) return error_no_memory(reader->error);
        node->attributes[node->attribute_count++] = (xml_attribute){name_of(kind), colon + 1};
    }
    inside->first = node;
    return read_pairs(reader, text, data, node);
}

static hf_status read_element(mjcf_reader *reader, const xml_node *text, const char *data, xml_node **root)
{
    char *bytes = text_copy(reader->arena, data, strlen(data));
    hf_error error = {0};
    if (!bytes) return error_no_memory(reader->error);
    hf_status status = xml_parse(text->file, reader->arena, bytes, strlen(data), root, &error);
    if (status == HF_STATUS_NO_MEMORY) return error_no_memory(reader->error);
    if (status != HF_STATUS_OK || strcmp((*root)->name, prefix) != 0)
        return mjcf_fail(reader, text, HF_STATUS_FORMAT, "data: is no <holdfast> element: %s", error.message);
    mjcf_share_place(*root, text);
    return HF_STATUS_OK;
}

/// The element that a <text> stands for.
static hf_status read_text(mjcf_reader *reader, const xml_node *text, const char *name, xml_node **out)
{
    const char *data = xml_value(text, "data");
    if (!data) data = "";
    while (isspace((unsigned char)*data)) data++;
    size_t length = strlen(prefix);
    if (*data == '<' && !name[length]) return read_element(reader, text, data, out);
    *out = new_node(reader, text, prefix);
    if (!*out) return error_no_memory(reader->error);
    return name[length] ? read_part(reader, text, name + length + 1, data, *out) : read_pairs(reader, text, data, *out);
}

hf_status mjcf_expand_custom(mjcf_reader *reader)
{
    xml_node **tail = &reader->root->first;
    while (*tail) tail = &(*tail)->next;
    const xml_node *section = NULL, *text = NULL;
    while ((section = mjcf_child(reader->root, "custom", section)) != NULL)
        while ((text = mjcf_child(section, "text", text)) != NULL)
        {
            const char *name = xml_value(text, "name");
            size_t length = strlen(prefix);
            if (!name || strncmp(name, prefix, length) != 0 || (name[length] && name[length] != ':')) continue;
            hf_status status = read_text(reader, text, name, tail);
            if (status != HF_STATUS_OK) return status;
            tail = &(*tail)->next;
        }
    return HF_STATUS_OK;
}
