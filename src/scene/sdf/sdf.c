// SDF: files, worlds, models and includes become one list of models, links, joints and frames, and this the sections of
// MJCF.

#include "scene/sdf/sdf.h"

#include "base/error.h"
#include "base/file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    INCLUDES_IN_EACH_OTHER = 20,
};

// ---- text ----

const char *sdf_text(sdf_reader *reader, const xml_node *parent, const char *name, const xml_node **at)
{
    const xml_node *node = mjcf_child(parent, name, NULL);
    if (at) *at = node;
    if (!node || !node->text) return NULL;
    const char *begin = node->text;
    while (isspace((unsigned char)*begin)) begin++;
    size_t length = strlen(begin);
    while (length > 0 && isspace((unsigned char)begin[length - 1])) length--;
    return text_copy(reader->scene->arena, begin, length);
}

hf_status sdf_numbers(sdf_reader *reader, const xml_node *parent, const char *name, double *out, int count)
{
    const xml_node *at;
    const char *text = sdf_text(reader, parent, name, &at);
    if (!at) return HF_STATUS_OK;
    xml_attribute value = {name, text ? text : ""};
    xml_node shown = {.name = name, .file = at->file, .line = at->line, .attribute_count = 1, .attributes = &value};
    return mjcf_numbers(reader->scene, &shown, name, out, count, count, NULL);
}

hf_status sdf_flag(sdf_reader *reader, const xml_node *parent, const char *name, bool *out)
{
    const xml_node *at;
    const char *text = sdf_text(reader, parent, name, &at);
    if (!text) return HF_STATUS_OK;
    bool yes = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (!yes && strcmp(text, "false") != 0 && strcmp(text, "0") != 0)
        return mjcf_fail(reader->scene, at, HF_STATUS_FORMAT, "'%.40s' is neither true nor false", text);
    *out = yes;
    return HF_STATUS_OK;
}

void sdf_note(sdf_reader *reader, const char *element)
{
    size_t used = strlen(reader->unused), size = strlen(element);
    const char *at = strstr(reader->unused, element);
    bool known = at && (at == reader->unused || at[-1] == ' ') && (at[size] == ',' || at[size] == '\0');
    if (!known) snprintf(reader->unused + used, sizeof reader->unused - used, "%s%s", used ? ", " : "", element);
}

// ---- items ----

static hf_status add_item(sdf_reader *reader, sdf_item item, int *index)
{
    mjcf_reader *scene = reader->scene;
    if (strstr(item.name, "::") || strcmp(item.name, "world") == 0)
        return mjcf_fail(scene, item.node, HF_STATUS_FORMAT, "name: '%.100s' is reserved", item.name);
    for (int k = 0; k < reader->count; k++)
        if (reader->items[k].kind == item.kind && reader->items[k].model == item.model &&
            strcmp(reader->items[k].name, item.name) == 0)
            return mjcf_fail(scene, item.node, HF_STATUS_FORMAT, "name: there are two '%.100s' here", item.name);
    if (reader->count == reader->capacity)
    {
        int capacity = reader->capacity ? 2 * reader->capacity : 64;
        sdf_item *items = ARENA_ARRAY(scene->arena, sdf_item, capacity);
        if (!items) return error_no_memory(scene->error);
        if (reader->count) memcpy(items, reader->items, (size_t)reader->count * sizeof *items);
        reader->items = items;
        reader->capacity = capacity;
    }
    *index = reader->count++;
    item.full = item.name;
    item.joint = item.parent = item.child = item.canonical = -1;
    reader->items[*index] = item;
    return HF_STATUS_OK;
}

static hf_status add_named(sdf_reader *reader, sdf_kind kind, const xml_node *node, int model)
{
    const char *name = xml_value(node, "name");
    int index = -1;
    if (!name) return mjcf_fail(reader->scene, node, HF_STATUS_FORMAT, "needs a name");
    return add_item(reader, (sdf_item){.kind = kind, .name = name, .node = node, .model = model}, &index);
}

// ---- files that are included ----

static hf_status read_include(sdf_reader *reader, const xml_node *node, int model);

/// The file of a model's folder: as model.config says, or model.sdf.
static hf_status file_of_folder(sdf_reader *reader, const char *folder, const char **path)
{
    mjcf_reader *scene = reader->scene;
    const char *config = path_join(scene->arena, folder, "model.config"), *last = NULL;
    if (!config) return error_no_memory(scene->error);
    xml_node *root;
    if (file_exists(config))
    {
        TRY(xml_read(config, scene->arena, &root, scene->error));
        const xml_node *node = NULL;
        while ((node = mjcf_child(root, "sdf", node)) != NULL) last = node->text; // the newest version stands last
    }
    char name[200] = "model.sdf";
    if (last) sscanf(last, "%199s", name); // NOLINT(cert-err34-c): a word, or model.sdf
    *path = path_join(scene->arena, folder, name);
    return *path ? HF_STATUS_OK : error_no_memory(scene->error);
}

static hf_status open_include(sdf_reader *reader, const xml_node *node, const char *uri, xml_node **sdf)
{
    mjcf_reader *scene = reader->scene;
    const char *path;
    *sdf = NULL;
    TRY(sdf_find_file(reader, node, uri, &path));
    if (!path)
        return mjcf_fail(scene, node, HF_STATUS_FILE,
                         "uri: '%.150s' is not found; name the folder that it is in by GZ_SIM_RESOURCE_PATH", uri);
    size_t length = strlen(path);
    bool is_file = length > 4 && (strcmp(path + length - 4, ".sdf") == 0 || strcmp(path + length - 4, ".xml") == 0);
    if (!is_file && !(length > 6 && strcmp(path + length - 6, ".world") == 0)) TRY(file_of_folder(reader, path, &path));
    TRY(xml_read(path, scene->arena, sdf, scene->error));
    for (xml_node *child = *sdf; child; child = NULL)
        if (strcmp(child->name, "sdf") != 0)
            return mjcf_fail(scene, child, HF_STATUS_FORMAT, "is not SDF, which begins with <sdf>");
    return HF_STATUS_OK;
}

// ---- models ----

static hf_status read_model(sdf_reader *reader, const xml_node *node, const xml_node *include, int model);

static hf_status read_member(sdf_reader *reader, const xml_node *node, int model)
{
    static const char *const plain[] = {"pose", "static", "self_collide", "allow_auto_disable", "enable_wind"};
    if (strcmp(node->name, "link") == 0) return add_named(reader, SDF_LINK, node, model);
    if (strcmp(node->name, "joint") == 0) return add_named(reader, SDF_JOINT, node, model);
    if (strcmp(node->name, "frame") == 0) return add_named(reader, SDF_FRAME, node, model);
    if (strcmp(node->name, "model") == 0) return read_model(reader, node, NULL, model);
    if (strcmp(node->name, "include") == 0) return read_include(reader, node, model);
    for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++)
        if (strcmp(node->name, plain[k]) == 0) return HF_STATUS_OK;
    sdf_note(reader, node->name);
    return HF_STATUS_OK;
}

/// The link that stands for a model.
static hf_status find_canonical(sdf_reader *reader, int model)
{
    const char *named = xml_value(reader->items[model].node, "canonical_link");
    int link = -1;
    if (named) TRY(sdf_link_of(reader, reader->items[model].node, model, named, &link));
    for (int k = model + 1; k < reader->count && link < 0; k++)
        if (reader->items[k].model == model && reader->items[k].kind == SDF_LINK) link = k;
    for (int k = model + 1; k < reader->count && link < 0; k++)
        if (reader->items[k].model == model && reader->items[k].kind == SDF_MODEL) link = reader->items[k].canonical;
    reader->items[model].canonical = link;
    return HF_STATUS_OK;
}

/// `include`: the element that brought the model, which may give it another name and place; NULL if it stands here.
static hf_status read_model(sdf_reader *reader, const xml_node *node, const xml_node *include, int model)
{
    const char *name = include ? sdf_text(reader, include, "name", NULL) : NULL;
    if (!name) name = xml_value(node, "name");
    if (!name) return mjcf_fail(reader->scene, node, HF_STATUS_FORMAT, "needs a name");
    sdf_item item = {.kind = SDF_MODEL, .name = name, .node = node, .model = model, .placed_by = node};
    if (include && (mjcf_child(include, "pose", NULL) || mjcf_child(include, "placement_frame", NULL)))
        item.placed_by = include;
    const char *merge = include ? xml_value(include, "merge") : NULL;
    item.is_merged = merge && (strcmp(merge, "true") == 0 || strcmp(merge, "1") == 0);
    item.is_static = model >= 0 && reader->items[model].is_static;
    if (!item.is_static) TRY(sdf_flag(reader, node, "static", &item.is_static));
    if (include && !item.is_static) TRY(sdf_flag(reader, include, "static", &item.is_static));
    TRY(sdf_flag(reader, node, "self_collide", &item.self_collide));
    int index = -1;
    TRY(add_item(reader, item, &index));
    for (const xml_node *child = node->first; child; child = child->next) TRY(read_member(reader, child, index));
    return find_canonical(reader, index);
}

/// What Gazebo's own data base has, and hardly a scene does without: light, which is not needed, and the ground.
static bool is_light(const char *uri)
{
    return strcmp(uri, "model://sun") == 0;
}

static hf_status add_ground(sdf_reader *reader)
{
    const double size[] = {0, 0, 1}, friction[] = {1, 0, 0};
    xml_node *plane = sdf_make(reader, reader->sections[SDF_BODIES], "geom", reader->sdf);
    bool whole = plane && sdf_put(reader, plane, "name", "ground_plane") && sdf_put(reader, plane, "type", "plane") &&
                 sdf_put_numbers(reader, plane, "size", size, 3) &&
                 sdf_put_numbers(reader, plane, "friction", friction, 3);
    return whole ? HF_STATUS_OK : error_no_memory(reader->scene->error);
}

static hf_status read_include(sdf_reader *reader, const xml_node *node, int model)
{
    mjcf_reader *scene = reader->scene;
    const char *uri = sdf_text(reader, node, "uri", NULL), *path;
    if (!uri) return mjcf_fail(scene, node, HF_STATUS_FORMAT, "needs <uri>");
    if (is_light(uri)) return HF_STATUS_OK;
    if (strcmp(uri, "model://ground_plane") == 0)
    {
        TRY(sdf_find_file(reader, node, uri, &path));
        if (!path) return add_ground(reader);
    }
    if (reader->depth >= INCLUDES_IN_EACH_OTHER)
        return mjcf_fail(scene, node, HF_STATUS_FORMAT, "files include each other more than %d deep",
                         INCLUDES_IN_EACH_OTHER);
    xml_node *sdf;
    TRY(open_include(reader, node, uri, &sdf));
    const xml_node *included = mjcf_child(sdf, "model", NULL);
    if (!included) return mjcf_fail(scene, sdf, HF_STATUS_FORMAT, "has no <model>");
    reader->depth++;
    hf_status status = read_model(reader, included, node, model);
    reader->depth--;
    return status;
}

// ---- worlds ----

static hf_status read_settings(sdf_reader *reader, const xml_node *world)
{
    mjcf_reader *scene = reader->scene;
    xml_node *option = sdf_make(reader, reader->root, "option", world);
    const xml_node *physics = mjcf_child(world, "physics", NULL);
    double gravity[3] = {0, 0, -9.8}, step = 0.001;
    TRY(sdf_numbers(reader, world, "gravity", gravity, 3));
    if (physics) TRY(sdf_numbers(reader, physics, "max_step_size", &step, 1));
    bool whole = option && sdf_put_numbers(reader, option, "gravity", gravity, 3) &&
                 (!physics || sdf_put_numbers(reader, option, "timestep", &step, 1));
    return whole ? HF_STATUS_OK : error_no_memory(scene->error);
}

static hf_status read_world(sdf_reader *reader, const xml_node *world)
{
    static const char *const plain[] = {"gravity", "physics"};
    TRY(read_settings(reader, world));
    for (const xml_node *node = world->first; node; node = node->next)
    {
        bool is_plain = strcmp(node->name, plain[0]) == 0 || strcmp(node->name, plain[1]) == 0;
        if (!is_plain) TRY(read_member(reader, node, -1));
    }
    return HF_STATUS_OK;
}

static hf_status read_root(sdf_reader *reader)
{
    const xml_node *world = mjcf_child(reader->sdf, "world", NULL);
    if (world) return read_world(reader, world);
    for (const xml_node *node = reader->sdf->first; node; node = node->next)
        if (strcmp(node->name, "model") == 0) TRY(read_model(reader, node, NULL, -1));
        else sdf_note(reader, node->name);
    return HF_STATUS_OK;
}

// ---- names ----

/// Names with the models around them, the outermost left out if there is no other.
static hf_status name_items(sdf_reader *reader)
{
    int outermost = 0;
    for (int k = 0; k < reader->count; k++)
        outermost += reader->items[k].kind == SDF_MODEL && reader->items[k].model < 0;
    for (int k = 0; k < reader->count; k++)
    {
        sdf_item *item = &reader->items[k];
        const char *around = item->model >= 0 ? reader->items[item->model].full : "";
        bool is_left_out = item->is_merged || (item->model < 0 && item->kind == SDF_MODEL && outermost == 1);
        size_t size = strlen(around) + strlen(item->name) + 3;
        char *full = ARENA_ARRAY(reader->scene->arena, char, size);
        if (!full) return error_no_memory(reader->scene->error);
        snprintf(full, size, "%s%s%s", around, *around && !is_left_out ? "::" : "", is_left_out ? "" : item->name);
        item->full = full;
    }
    return HF_STATUS_OK;
}

static hf_status begin_root(sdf_reader *reader)
{
    static const char *const names[] = {"asset", "worldbody", "contact", "equality", "holdfast"};
    xml_node *compiler;
    reader->root = sdf_make(reader, NULL, "mujoco", reader->sdf);
    bool whole = reader->root && (compiler = sdf_make(reader, reader->root, "compiler", reader->sdf)) != NULL &&
                 sdf_put(reader, compiler, "angle", "radian") && sdf_put(reader, compiler, "balanceinertia", "true");
    for (size_t k = 0; k < sizeof names / sizeof names[0] && whole; k++)
        whole = (reader->sections[k] = sdf_make(reader, reader->root, names[k], reader->sdf)) != NULL;
    return whole ? HF_STATUS_OK : error_no_memory(reader->scene->error);
}

static void give_notice(const sdf_reader *reader)
{
    char text[512];
    if (!reader->unused[0] || !reader->scene->notice) return;
    snprintf(text, sizeof text, "%.100s: not used: %s", reader->scene->path, reader->unused);
    reader->scene->notice(reader->scene->notice_context, text);
}

hf_status sdf_rewrite(mjcf_reader *scene, xml_node **root)
{
    if (strcmp((*root)->name, "gazebo") == 0)
        return mjcf_fail(scene, *root, HF_STATUS_UNSUPPORTED, "is SDF before version 1.3; let `gz sdf -p` renew it");
    if (strcmp((*root)->name, "sdf") != 0) return HF_STATUS_OK;
    sdf_reader reader = {.scene = scene, .sdf = *root, .version = 1.7};
    const char *version = xml_value(*root, "version");
    if (version) reader.version = strtod(version, NULL);
    if (reader.version >= 1.095 && reader.version < 1.2) reader.version += 0.9; // 1.10 and 1.11 come after 1.9
    TRY(begin_root(&reader));
    TRY(read_root(&reader));
    if (reader.count == 0) return mjcf_fail(scene, *root, HF_STATUS_FORMAT, "has no models");
    TRY(name_items(&reader));
    for (int k = 0; k < reader.count; k++) TRY(sdf_place(&reader, k));
    TRY(sdf_write_trees(&reader));
    give_notice(&reader);
    *root = reader.root;
    return HF_STATUS_OK;
}
