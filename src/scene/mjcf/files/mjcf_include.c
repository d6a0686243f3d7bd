// <include file="…"/>: replaced by the children of the other file's root, before anything else is looked at.

#include "base/error.h"
#include "base/file.h"
#include "scene/mjcf/mjcf.h"

#include <string.h>

enum
{
    INCLUDE_DEPTH = 32
};

/// A file that has been opened; those above it on the way to the main file are its includers.
typedef struct opened_file
{
    file_identity identity;
    const struct opened_file *includer;
    struct opened_file *next;
} opened_file;

typedef struct expansion
{
    mjcf_reader *reader;
    opened_file *files;
} expansion;

static hf_status expand(expansion *x, xml_node *parent, const opened_file *file, int depth);

static bool same_file(const opened_file *a, const opened_file *b)
{
    return a->identity.device == b->identity.device && a->identity.number == b->identity.number;
}

/// Relative to the main file, or else to the one that includes it.
static hf_status find_file(expansion *x, const xml_node *node, const char *name, const char **path)
{
    mjcf_reader *reader = x->reader;
    const char *folder = path_folder(reader->arena, node->file);
    if (!folder) return error_no_memory(reader->error);
    const char *folders[2] = {reader->folder, folder};
    for (int k = 0; k < 2; k++)
    {
        *path = path_join(reader->arena, folders[k], name);
        if (!*path) return error_no_memory(reader->error);
        if (file_exists(*path)) return HF_STATUS_OK;
    }
    return mjcf_fail(reader, node, HF_STATUS_FILE,
                     "file: '%s' does not exist, neither beside the main file (in %s) nor beside this one; put it "
                     "there, or correct the name",
                     name, reader->folder[0] ? reader->folder : ".");
}

/// Notes that the file is open; an error if it was before.
static hf_status note_file(expansion *x, const xml_node *node, const char *path, const opened_file *includer,
                           opened_file **noted)
{
    mjcf_reader *reader = x->reader;
    file_identity identity;
    if (!file_identify(path, &identity))
        return node ? mjcf_fail(reader, node, HF_STATUS_FILE, "file: '%s' cannot be opened", path)
                    : error_set(reader->error, HF_STATUS_FILE, "%s: cannot be opened", path);
    opened_file file = {.identity = identity, .includer = includer, .next = x->files};
    bool seen = false, above = false;
    for (const opened_file *f = x->files; f; f = f->next) seen = seen || same_file(f, &file);
    for (const opened_file *f = includer; f; f = f->includer) above = above || same_file(f, &file);
    if (above) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "file: '%s' includes itself; break the circle", path);
    if (seen) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "file: '%s' is included twice; remove one", path);
    *noted = ARENA_ARRAY(reader->arena, opened_file, 1);
    if (!*noted) return error_no_memory(reader->error);
    **noted = file;
    x->files = *noted;
    return HF_STATUS_OK;
}

/// The children of the file that `node` names, expanded themselves.
static hf_status include_file(expansion *x, const xml_node *node, const opened_file *includer, int depth,
                              xml_node **children)
{
    mjcf_reader *reader = x->reader;
    const char *name = xml_value(node, "file"), *path = NULL;
    if (!name) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "needs the attribute file");
    if (node->attribute_count > 1 || node->first)
        return mjcf_fail(reader, node, HF_STATUS_FORMAT, "takes the attribute file and nothing else");
    if (depth >= INCLUDE_DEPTH) return mjcf_fail(reader, node, HF_STATUS_FORMAT, "too many files include each other");
    opened_file *file = NULL;
    xml_node *root = NULL;
    hf_status status = find_file(x, node, name, &path);
    if (status == HF_STATUS_OK) status = note_file(x, node, path, includer, &file);
    if (status == HF_STATUS_OK) status = xml_read(path, reader->arena, &root, reader->error);
    if (status == HF_STATUS_OK && strcmp(root->name, "mujoco") != 0 && strcmp(root->name, "mujocoinclude") != 0)
        status = mjcf_fail(reader, root, HF_STATUS_FORMAT, "an included file begins with <mujoco> or <mujocoinclude>");
    if (status == HF_STATUS_OK) status = mjcf_adopt(reader, root, node->scope, false);
    if (status == HF_STATUS_OK) status = expand(x, root, file, depth + 1);
    *children = status == HF_STATUS_OK ? root->first : NULL;
    return status;
}

static hf_status expand(expansion *x, xml_node *parent, const opened_file *file, int depth)
{
    for (xml_node **link = &parent->first; *link;)
    {
        xml_node *node = *link;
        if (strcmp(node->name, "include") != 0)
        {
            hf_status status = expand(x, node, file, depth);
            if (status != HF_STATUS_OK) return status;
            link = &node->next;
            continue;
        }
        xml_node *children;
        hf_status status = include_file(x, node, file, depth, &children);
        if (status != HF_STATUS_OK) return status;
        *link = children ? children : node->next;
        if (!children) continue;
        xml_node *last = children; // put in place of the element
        while (last->next) last = last->next;
        last->next = node->next;
        link = &last->next;
    }
    return HF_STATUS_OK;
}

hf_status mjcf_expand_includes(mjcf_reader *reader)
{
    expansion x = {.reader = reader};
    opened_file *main_file;
    hf_status status = note_file(&x, NULL, reader->path, NULL, &main_file);
    return status == HF_STATUS_OK ? expand(&x, reader->root, main_file, 0) : status;
}
