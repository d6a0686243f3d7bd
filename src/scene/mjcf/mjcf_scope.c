// Which file an element comes from. Each attached file is compiled by its own <compiler>, as in MuJoCo; an included one by that of the file that
// includes it. Keyframes of a file know the joints of that file and of what it includes (mjcf_key.c).

#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

static mjcf_scope *new_scope(mjcf_reader *reader)
{
    mjcf_scopes *scopes = reader->scopes;
    if (scopes->count == scopes->capacity)
    {
        int capacity = scopes->capacity ? 2 * scopes->capacity : 8;
        mjcf_scope *items = ARENA_ARRAY(reader->arena, mjcf_scope, capacity);
        if (!items) return NULL;
        if (scopes->count) memcpy(items, scopes->items, (size_t)scopes->count * sizeof *items);
        scopes->items = items;
        scopes->capacity = capacity;
    }
    return &scopes->items[scopes->count++];
}

/// An empty prefix is one all the same; elsewhere an empty value is none, as in MuJoCo.
static void mark(xml_node *node, int scope)
{
    int kept = 0;
    for (int k = 0; k < node->attribute_count; k++)
        if (node->attributes[k].value[0] || strcmp(node->attributes[k].name, "prefix") == 0)
            node->attributes[kept++] = node->attributes[k];
    node->attribute_count = kept;
    node->scope = scope;
    for (xml_node *child = node->first; child; child = child->next) mark(child, scope);
}

hf_status mjcf_adopt(mjcf_reader *reader, xml_node *root, int parent, bool unit)
{
    mjcf_scope *scope = new_scope(reader);
    if (!scope) return error_no_memory(reader->error);
    int index = reader->scopes->count - 1;
    *scope = (mjcf_scope){.parent = parent, .unit = unit ? index : reader->scopes->items[parent].unit};
    if (unit) scope->folder = path_folder(reader->arena, root->file);
    if (unit && !scope->folder) return error_no_memory(reader->error);
    mark(root, index);
    return HF_STATUS_OK;
}

const mjcf_compiler *mjcf_compiler_of(const mjcf_reader *reader, const xml_node *node)
{
    int unit = reader->scopes ? reader->scopes->items[node->scope].unit : 0;
    return unit == 0 ? &reader->compiler : &reader->scopes->items[unit].compiler;
}

bool mjcf_scope_within(const mjcf_reader *reader, int scope, int above)
{
    while (scope >= 0 && scope != above) scope = reader->scopes ? reader->scopes->items[scope].parent : -1;
    return scope == above;
}

hf_status mjcf_find_file(mjcf_reader *reader, const xml_node *node, const char *file, const char *sub,
                         const char **path)
{
    const char *slash = strrchr(file, '/');
    if (mjcf_compiler_of(reader, node)->strip_path && slash) file = slash + 1;
    int unit = reader->scopes ? reader->scopes->items[node->scope].unit : 0;
    const char *base = unit == 0 ? reader->folder : reader->scopes->items[unit].folder;
    const char *folder = sub ? path_join(reader->arena, base, sub) : base;
    const char *beside = path_folder(reader->arena, node->file);
    if (!folder || !beside) return error_no_memory(reader->error);
    *path = path_join(reader->arena, folder, file);
    const char *second = path_join(reader->arena, beside, file);
    if (!*path || !second) return error_no_memory(reader->error);
    if (file_exists(*path)) return HF_STATUS_OK;
    if (!file_exists(second))
        return strcmp(*path, second) == 0
                   ? mjcf_fail(reader, node, HF_STATUS_FILE,
                               "file: '%s' does not exist; put it there, or correct the name or the compiler's folder",
                               *path)
                   : mjcf_fail(reader, node, HF_STATUS_FILE,
                               "file: '%s' does not exist, nor does '%s'; put it there, or correct the name or the "
                               "compiler's folder",
                               *path, second);
    *path = second;
    return HF_STATUS_OK;
}
