// Which file an element comes from. Each attached file is compiled by its own <compiler>, as in MuJoCo; an included one
// by that of the file that includes it. Keyframes of a file know the joints of that file and of what it includes
// (mjcf_key.c).

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

void mjcf_share_place(xml_node *tree, const xml_node *place)
{
    tree->file = place->file, tree->line = place->line, tree->scope = place->scope;
    for (xml_node *child = tree->first; child; child = child->next) mjcf_share_place(child, place);
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

/// The two places where a file may be.
static hf_status two_places(mjcf_reader *reader, const xml_node *node, const char *file, const char *sub,
                            const char *places[2])
{
    const char *slash = strrchr(file, '/');
    if (mjcf_compiler_of(reader, node)->strip_path && slash) file = slash + 1;
    int unit = reader->scopes ? reader->scopes->items[node->scope].unit : 0;
    const char *base = unit == 0 ? reader->folder : reader->scopes->items[unit].folder;
    const char *folder = sub ? path_join(reader->arena, base, sub) : base;
    const char *beside = path_folder(reader->arena, node->file);
    if (!folder || !beside) return error_no_memory(reader->error);
    places[0] = path_join(reader->arena, folder, file);
    places[1] = path_join(reader->arena, beside, file);
    return places[0] && places[1] ? HF_STATUS_OK : error_no_memory(reader->error);
}

hf_status mjcf_locate_file(mjcf_reader *reader, const xml_node *node, const char *file, const char *sub,
                           const char **path)
{
    const char *places[2] = {NULL, NULL};
    hf_status status = two_places(reader, node, file, sub, places);
    *path = NULL;
    for (int k = 0; k < 2 && status == HF_STATUS_OK && !*path; k++)
        if (file_exists(places[k])) *path = places[k];
    return status;
}

hf_status mjcf_find_file(mjcf_reader *reader, const xml_node *node, const char *file, const char *sub,
                         const char **path)
{
    const char *places[2] = {NULL, NULL};
    hf_status status = mjcf_locate_file(reader, node, file, sub, path);
    if (status != HF_STATUS_OK || *path) return status;
    status = two_places(reader, node, file, sub, places);
    if (status != HF_STATUS_OK) return status;
    static const char *const remedy = "put it there, or correct the name or the compiler's folder";
    return strcmp(places[0], places[1]) == 0
               ? mjcf_fail(reader, node, HF_STATUS_FILE, "file: '%s' does not exist; %s", places[0], remedy)
               : mjcf_fail(reader, node, HF_STATUS_FILE, "file: '%s' does not exist, nor does '%s'; %s", places[0],
                           places[1], remedy);
}
