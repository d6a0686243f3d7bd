// An XML file as a tree of elements, each knowing where it was written. xml.c reads files and takes away what hands do
// to them; xml_parse.c parses bytes.

#ifndef HF_SCENE_XML_H
#define HF_SCENE_XML_H

#include "holdfast/workspace.h"

typedef struct xml_attribute
{
    const char *name, *value;
} xml_attribute;

typedef struct xml_node
{
    const char *name;
    const char *file; // path as it was opened
    int line;
    int scope; // which file, or copy of one, it belongs to: a number that readers give
    int attribute_count;
    xml_attribute *attributes;
    const char *text;       // between the tags of an element without children, as it is written
    struct xml_node *first; // child
    struct xml_node *next;  // sibling
} xml_node;

/// All memory comes from the arena. HF_STATUS_FILE if the file cannot be read, HF_STATUS_FORMAT with file:line if it is
/// not well-formed.
hf_status xml_read(const char *path, hf_workspace *arena, xml_node **root, hf_error *error);

enum
{
    // Deeper than any chain of links that one would draw, and shallow enough for all that walks the tree by recursion.
    XML_DEPTH_MAX = 2000,

    // A tree takes some twenty times the memory of its text. Meshes, heights and textures, which may be large, have
    // files of their own.
    XML_BYTES_MAX = 256 << 20,

    // Twice as many as the bodies, geoms or joints that a scene may have. Each takes some 250 bytes.
    XML_TAGS_MAX = 4000000,
};

/// Parses bytes with a 0 after the last, and changes them; `path` must outlive the tree.
hf_status xml_parse(const char *path, hf_workspace *arena, char *bytes, size_t size, xml_node **root, hf_error *error);

/// The attribute's value, or NULL.
const char *xml_value(const xml_node *node, const char *name);

#endif
