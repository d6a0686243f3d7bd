// <attach model="…" body="…" prefix="…"/>: a body of another file, with all that belongs to it.
//
// The other file is read, every name in it gets the prefix, and the body takes the place of the element. Its default
// classes join the others as classes of their own, which begin with the built-in values and not with ours; its assets,
// contacts, equalities, tendons, actuators, sensors and keyframes join ours, as far as all that they name came along.
// Its <compiler> holds for what came from it (mjcf_scope.c); its options stay behind.

#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <string.h>

enum
{
    ATTACH_DEPTH = 8
};

// ---- names ----

/// Attributes that hold a name.
static const char *const names[] = {
    "name",   "class",   "childclass", "mesh",   "hfield",     "material", "texture",  "joint", "jointinparent",
    "joint1", "joint2",  "body1",      "body2",  "geom1",      "geom2",    "geom",     "site",  "site1",
    "site2",  "refsite", "cranksite",  "tendon", "slidersite", "tendon1",  "tendon2",  "body",  "sidesite",
    "frame",  "objname", "refname",    "target", "actuator",   "subtree1", "subtree2",
};

/// Those of them that name something of the tree.
static const char *const references[] = {"joint",   "jointinparent", "joint1",  "joint2",     "body1",    "body2",
                                         "geom1",   "geom2",         "geom",    "site",       "site1",    "site2",
                                         "refsite", "cranksite",     "body",    "slidersite", "sidesite", "objname",
                                         "refname", "subtree1",      "subtree2"};

static bool is_among(const char *const *list, size_t count, const char *word)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(list[k], word) == 0) return true;
    return false;
}

#define AMONG(list, word) is_among(list, sizeof(list) / sizeof(list)[0], word)

bool mjcf_names_tree(const char *attribute)
{
    return AMONG(references, attribute);
}

static const char *joined(mjcf_reader *reader, const char *prefix, const char *name)
{
    size_t size = strlen(prefix) + strlen(name) + 1;
    char *text = ARENA_ARRAY(reader->arena, char, size);
    if (text) snprintf(text, size, "%s%s", prefix, name);
    return text;
}

static hf_status add_prefix(mjcf_reader *reader, xml_node *node, const char *prefix)
{
    for (int k = 0; k < node->attribute_count; k++)
    {
        xml_attribute *attribute = &node->attributes[k];
        bool tree = strncmp(attribute->name, "body", 4) == 0 || strncmp(attribute->name, "subtree", 7) == 0;
        bool world = tree && strcmp(attribute->value, "world") == 0;
        if (!AMONG(names, attribute->name) || world) continue;
        attribute->value = joined(reader, prefix, attribute->value);
        if (!attribute->value) return error_no_memory(reader->error);
    }
    for (xml_node *child = node->first; child; child = child->next) TRY(add_prefix(reader, child, prefix));
    return HF_STATUS_OK;
}

/// Sets an attribute that is not there.
static hf_status set_missing(mjcf_reader *reader, xml_node *node, const char *name, const char *value)
{
    if (xml_value(node, name)) return HF_STATUS_OK;
    xml_attribute *longer = ARENA_ARRAY(reader->arena, xml_attribute, node->attribute_count + 1);
    if (!longer) return error_no_memory(reader->error);
    if (node->attribute_count) memcpy(longer, node->attributes, (size_t)node->attribute_count * sizeof *longer);
    longer[node->attribute_count++] = (xml_attribute){name, value};
    node->attributes = longer;
    return HF_STATUS_OK;
}

// ---- the other file ----

/// A tree that nobody else changes, of the model that the element names.
static hf_status read_model(mjcf_reader *reader, const xml_node *node, xml_node **root)
{
    const char *wanted = xml_value(node, "model");
    if (!wanted) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the attribute model");
    const xml_node *section = NULL;
    while ((section = mjcf_child(reader->root, "asset", section)) != NULL)
    {
        const xml_node *model = NULL;
        while ((model = mjcf_child(section, "model", model)) != NULL)
        {
            const char *file = xml_value(model, "file"), *name = xml_value(model, "name");
            if (!file) return mjcf_fail(reader, model, HF_STATUS_FORMAT, "needs the attribute file");
            if (name && strcmp(name, wanted) != 0) continue;
            const char *folder = path_folder(reader->arena, model->file);
            const char *path = folder ? path_join(reader->arena, folder, file) : NULL;
            if (!path) return error_no_memory(reader->error);
            if (!file_exists(path))
                return mjcf_fail(reader, model, HF_STATUS_FILE,
                                 "file: '%s' does not exist; put it there, or correct the name", path);
            hf_status status = xml_read(path, reader->arena, root, reader->error);
            if (status != HF_STATUS_OK) return status;
            if (strcmp((*root)->name, "mujoco") != 0)
                return mjcf_fail(reader, *root, HF_STATUS_FORMAT, "a model that is attached begins with <mujoco>");
            const char *own = xml_value(*root, "model");
            if (!name && (!own || strcmp(own, wanted) != 0)) continue;
            status = mjcf_adopt(reader, *root, node->scope, true);
            if (status != HF_STATUS_OK) return status;
            mjcf_reader other = *reader; // includes of the other file are expanded on their own
            other.path = path;
            other.folder = folder;
            other.root = *root;
            return mjcf_expand_includes(&other);
        }
    }
    return mjcf_fail(reader, node, HF_STATUS_FORMAT, "model: there is no <model> '%s' among the assets", wanted);
}

/// What the other file's own <compiler> says.
static hf_status read_compiler(mjcf_reader *reader, const xml_node *root)
{
    mjcf_compiler compiler;
    TRY(mjcf_read_compilers(reader, root, &compiler));
    reader->scopes->items[root->scope].compiler = compiler;
    return HF_STATUS_OK;
}

/// Assets that are named after their files get these names before the prefix comes.
static hf_status name_assets(mjcf_reader *reader, xml_node *root)
{
    for (xml_node *section = root->first; section; section = section->next)
    {
        if (strcmp(section->name, "asset") != 0) continue;
        for (xml_node *asset = section->first; asset; asset = asset->next)
        {
            const char *file = xml_value(asset, "file"), *name = NULL;
            if (!file || strcmp(asset->name, "model") == 0) continue;
            hf_status status = mjcf_file_name(reader, file, &name);
            if (status == HF_STATUS_OK) status = set_missing(reader, asset, "name", name);
            if (status != HF_STATUS_OK) return status;
        }
    }
    return HF_STATUS_OK;
}

// ---- what comes along ----

static xml_node *find_named(xml_node *parent, const char *element, const char *name)
{
    for (xml_node *node = parent->first; node; node = node->next)
    {
        const char *own = xml_value(node, "name");
        if ((!element || strcmp(node->name, element) == 0) && own && strcmp(own, name) == 0) return node;
        xml_node *deeper = find_named(node, element, name);
        if (deeper) return deeper;
    }
    return NULL;
}

/// Whether all that an element of a section names is in the tree that came along.
static bool belongs(const xml_node *node, xml_node *tree)
{
    for (int k = 0; k < node->attribute_count; k++)
        if (AMONG(references, node->attributes[k].name) && strcmp(node->attributes[k].value, "world") != 0 &&
            !find_named(tree, NULL, node->attributes[k].value))
            return false;
    for (const xml_node *child = node->first; child; child = child->next)
        if (!belongs(child, tree)) return false;
    return true;
}

/// Whether an element of a section takes its defaults from a class.
static bool takes_class(const xml_node *section, const xml_node *node)
{
    static const char *const none[] = {"exclude", "texture", "skin", "model", "hfield"};
    return strcmp(section->name, "sensor") != 0 && strcmp(section->name, "keyframe") != 0 && !AMONG(none, node->name);
}

/// Moves sections of the other file to the end of ours.
static hf_status take_sections(mjcf_reader *reader, xml_node *root, xml_node *tree, const char *main_class)
{
    static const char *const sections[] = {"asset", "contact", "equality", "tendon", "actuator", "sensor", "keyframe"};
    xml_node **tail = &reader->root->first;
    while (*tail) tail = &(*tail)->next;
    for (xml_node *section = root->first, *next; section; section = next)
    {
        next = section->next;
        bool classes = strcmp(section->name, "default") == 0;
        if (!classes && !AMONG(sections, section->name)) continue;
        if (classes)
        {
            section->name = "default+attached"; // no file can write that
            section->attribute_count = 0;
            hf_status status = set_missing(reader, section, "class", main_class);
            if (status != HF_STATUS_OK) return status;
        }
        for (xml_node **link = &section->first; !classes && *link;)
        {
            bool kept = strcmp(section->name, "asset") == 0 || belongs(*link, tree);
            hf_status status =
                kept && takes_class(section, *link) ? set_missing(reader, *link, "class", main_class) : HF_STATUS_OK;
            if (status != HF_STATUS_OK) return status;
            if (kept) link = &(*link)->next;
            else *link = (*link)->next;
        }
        section->next = NULL;
        *tail = section;
        tail = &section->next;
    }
    return HF_STATUS_OK;
}

/// A <frame> with the body or frame of that name, or with all that the other world holds.
static hf_status take_tree(mjcf_reader *reader, const xml_node *node, xml_node *root, const char *kind,
                           const char *name, const char *main_class, xml_node **tree)
{
    *tree = ARENA_ZEROED(reader->arena, xml_node, 1);
    if (!*tree) return error_no_memory(reader->error);
    **tree = (xml_node){.name = "frame", .file = node->file, .line = node->line, .scope = node->scope};
    xml_node **tail = &(*tree)->first;
    for (xml_node *section = root->first; section; section = section->next)
    {
        if (strcmp(section->name, "worldbody") != 0) continue;
        xml_node *found = name ? find_named(section, kind, name) : section->first;
        if (!found) continue;
        if (name) found->next = NULL;
        *tail = found;
        while (*tail) tail = &(*tail)->next;
    }
    if (!(*tree)->first)
        return name
                   ? mjcf_fail(reader, node, HF_STATUS_FORMAT, "%s: there is no %s '%s' in the model", kind, kind, name)
                   : mjcf_fail(reader, node, HF_STATUS_FORMAT, "there is nothing in the model's <worldbody>");
    return set_missing(reader, *tree, "childclass", main_class);
}

static hf_status expand(mjcf_reader *reader, xml_node *parent, int depth);

static hf_status attach(mjcf_reader *reader, const xml_node *node, int depth, xml_node **tree)
{
    const char *prefix = xml_value(node, "prefix"), *kind = xml_value(node, "body") ? "body" : "frame";
    const char *part = xml_value(node, kind);
    xml_node *root = NULL;
    if (depth >= ATTACH_DEPTH) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "too many models attach each other");
    if (!prefix) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the attribute prefix");
    const char *main_class = joined(reader, prefix, "main"), *prefixed = part ? joined(reader, prefix, part) : NULL;
    if (!main_class || (part && !prefixed)) return error_no_memory(reader->error);
    hf_status status = read_model(reader, node, &root);
    if (status == HF_STATUS_OK) status = read_compiler(reader, root);
    if (status == HF_STATUS_OK) status = name_assets(reader, root);
    mjcf_reader other = *reader; // what the other file attaches comes from its own assets
    other.root = root;
    if (status == HF_STATUS_OK) status = expand(&other, root, depth + 1);
    if (status == HF_STATUS_OK) status = add_prefix(reader, root, prefix);
    if (status != HF_STATUS_OK) return status;
    xml_node none = {.name = "default", .file = node->file, .line = node->line, .scope = root->scope};
    if (!mjcf_child(root, "default", NULL)) // so that the class is there
    {
        xml_node *empty = ARENA_ARRAY(reader->arena, xml_node, 1);
        if (!empty) return error_no_memory(reader->error);
        *empty = none;
        empty->next = root->first;
        root->first = empty;
    }
    status = take_tree(reader, node, root, kind, prefixed, main_class, tree);
    return status == HF_STATUS_OK ? take_sections(reader, root, *tree, main_class) : status;
}

static hf_status expand(mjcf_reader *reader, xml_node *parent, int depth)
{
    hf_status status = HF_STATUS_OK;
    for (xml_node **link = &parent->first; *link && status == HF_STATUS_OK; link = &(*link)->next)
    {
        xml_node *node = *link, *tree = NULL;
        if (strcmp(node->name, "attach") == 0)
        {
            status = attach(reader, node, depth, &tree);
            if (status != HF_STATUS_OK) return status;
            tree->next = node->next;
            *link = tree;
        }
        else if (strcmp(node->name, "asset") != 0) status = expand(reader, node, depth);
    }
    return status;
}

hf_status mjcf_expand_attached(mjcf_reader *reader)
{
    return expand(reader, reader->root, 0);
}
