#include "scene/xml.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *xml_value(const xml_node *node, const char *name)
{
    for (int k = 0; k < node->attribute_count; k++)
        if (strcmp(node->attributes[k].name, name) == 0) return node->attributes[k].value;
    return NULL;
}

#if HF_HAS_LIBXML2

#include <libxml/parser.h>
#include <libxml/tree.h>

typedef struct conversion
{
    hf_workspace *arena;
    const char *path;
    xmlDoc *document;
    hf_error *error;
    hf_status status;
} conversion;

/// A copy of what libxml2 holds.
static const char *keep(const conversion *c, const xmlChar *text)
{
    const char *bytes = (const char *)text;
    return text_copy(c->arena, bytes ? bytes : "", bytes ? strlen(bytes) : 0);
}

static bool convert_attributes(const conversion *c, const xmlNode *from, xml_node *to)
{
    for (const xmlAttr *a = from->properties; a; a = a->next) to->attribute_count++;
    to->attributes = ARENA_ZEROED(c->arena, xml_attribute, to->attribute_count);
    if (!to->attributes) return false;
    int k = 0;
    for (const xmlAttr *a = from->properties; a; a = a->next, k++)
    {
        xmlChar *value = xmlNodeListGetString(c->document, a->children, 1);
        to->attributes[k].name = keep(c, a->name);
        to->attributes[k].value = keep(c, value);
        xmlFree(value);
        if (!to->attributes[k].name || !to->attributes[k].value) return false;
    }
    return true;
}

/// NULL if something went wrong: the status says what.
static xml_node *convert(conversion *c, const xmlNode *from, int depth)
{
    xml_node *to = ARENA_ZEROED(c->arena, xml_node, 1);
    const char *prefix = strrchr((const char *)from->name, ':'); // of a name space that is not declared
    if (!to || !(to->name = keep(c, prefix && prefix[1] ? (const xmlChar *)prefix + 1 : from->name)) ||
        !convert_attributes(c, from, to))
    {
        c->status = error_no_memory(c->error);
        return NULL;
    }
    to->file = c->path;
    to->line = (int)xmlGetLineNo(from);
    if (depth > XML_DEPTH_MAX)
    {
        c->status = error_set(c->error, HF_STATUS_FORMAT, "%s:%d: more than %d elements are nested in each other",
                              c->path, to->line, XML_DEPTH_MAX);
        return NULL;
    }
    xml_node **tail = &to->first;
    for (const xmlNode *child = from->children; child; child = child->next)
    {
        if (child->type != XML_ELEMENT_NODE) continue;
        *tail = convert(c, child, depth + 1);
        if (!*tail) return NULL;
        tail = &(*tail)->next;
    }
    return to;
}

/// What a parse found out.
typedef struct findings
{
    bool doctype;
    int code, line; // of the first error, which the others follow from; 0: there was none
    char message[200];
} findings;

#if LIBXML_VERSION >= 21200
typedef const xmlError *error_of_libxml2;
#else
typedef xmlError *error_of_libxml2;
#endif

static void keep_first(void *context, error_of_libxml2 error)
{
    const xmlParserCtxt *parser = context;
    findings *found = parser->_private;
    if (found->code != 0 || error->level < XML_ERR_ERROR || !error->message) return;
    found->code = error->code;
    found->line = error->line;
    snprintf(found->message, sizeof found->message, "%.*s", (int)strcspn(error->message, "\n"), error->message);
}

/// What libxml2 says, and what to do about the two faults that hands make.
static hf_status report(xmlParserCtxt *parser, const findings *found, const char *path, hf_error *error)
{
    const xmlError *last = xmlCtxtGetLastError(parser);
    if (last && last->code == XML_ERR_NO_MEMORY) return error_no_memory(error);
    if (found->code == 0) return error_set(error, HF_STATUS_FORMAT, "%s: is no XML file", path);
    bool open = found->code == XML_ERR_TAG_NAME_MISMATCH || found->code == XML_ERR_TAG_NOT_FINISHED ||
                found->code == XML_ERR_DOCUMENT_END;
    bool quote = found->code == XML_ERR_LT_IN_ATTRIBUTE;
    return error_set(error, HF_STATUS_FORMAT, "%s:%d: malformed XML: %s%s", path, found->line, found->message,
                     open    ? "; every element must be closed, by </name> or by />"
                     : quote ? "; the quote that ends an attribute is missing before it"
                             : "");
}

/// Called at a <!DOCTYPE>. Its entities could reach for other files, or never end: not one is looked at.
static void refuse_doctype(void *context, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    (void)name, (void)external, (void)system;
    xmlParserCtxt *parser = context;
    ((findings *)parser->_private)->doctype = true;
    xmlStopParser(parser);
}

/// XML_PARSE_HUGE: chains of links nest deeper than 256 elements, and meshes in place have attributes of more than 10
/// MB. It also lifts the guard on entities, of which there are none without a DOCTYPE.
static hf_status parse(const char *path, hf_workspace *arena, const char *bytes, size_t size, xml_node **root,
                       hf_error *error)
{
    const int options =
        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES | XML_PARSE_HUGE;
    findings found = {0};
    xmlParserCtxt *parser = xmlNewParserCtxt();
    if (!parser) return error_no_memory(error);
    parser->_private = &found;
    parser->sax->internalSubset = refuse_doctype;
    parser->sax->serror = keep_first;
    xmlDoc *document = xmlCtxtReadMemory(parser, bytes, (int)size, path, NULL, options);
    hf_status status = HF_STATUS_OK;
    const xmlNode *top = document ? xmlDocGetRootElement(document) : NULL;
    if (found.doctype) status = error_set(error, HF_STATUS_FORMAT, "%s: <!DOCTYPE> is not supported; remove it", path);
    else if (!top) status = report(parser, &found, path, error);
    else
    {
        conversion c = {.arena = arena, .path = path, .document = document, .error = error, .status = HF_STATUS_OK};
        *root = convert(&c, top, 1);
        status = c.status;
    }
    xmlFreeDoc(document);
    xmlFreeParserCtxt(parser);
    return status;
}

#else

static hf_status parse(const char *path, hf_workspace *arena, char *bytes, size_t size, xml_node **root,
                       hf_error *error)
{
    return xml_parse_plain(path, arena, bytes, size, root, error);
}

#endif

/// Hyphens inside comments become blanks: XML allows no two of them there, and hands draw lines with them that MuJoCo's
/// reader passes over.
static void clear_comments(char *bytes, size_t size)
{
    for (size_t k = 0; k + 7 <= size; k++)
    {
        if (memcmp(bytes + k, "<!--", 4) != 0) continue;
        size_t end = k + 4;
        while (end + 3 <= size && memcmp(bytes + end, "-->", 3) != 0) end++;
        if (end + 3 > size) return; // it does not end, which the parser says
        for (size_t i = k + 4; i < end; i++)
            if (bytes[i] == '-') bytes[i] = ' ';
        k = end + 2;
    }
}

static size_t skip_blanks(const char *bytes, size_t size, size_t k)
{
    while (k < size && strchr(" \t\r\n", bytes[k]) && bytes[k]) k++;
    return k;
}

/// A declaration that has blanks or comments before it, or no version that begins with 1, becomes blanks: XML does not
/// allow it, and public URDF files have it ("0.0" in Bullet's). Comments are clear of hyphens here.
static void clear_declaration(char *bytes, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF"; // of UTF-8
    size_t begin = size >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0, at = skip_blanks(bytes, size, begin);
    for (char *end; at + 4 <= size && memcmp(bytes + at, "<!--", 4) == 0;)
    {
        if (!(end = strstr(bytes + at, "-->"))) return;
        at = skip_blanks(bytes, size, (size_t)(end + 3 - bytes));
    }
    if (at + 5 > size || memcmp(bytes + at, "<?xml", 5) != 0 || !strchr(" \t\r\n?", bytes[at + 5])) return;
    char *end = strstr(bytes + at, "?>"), *version = strstr(bytes + at, "version"), *quote = NULL;
    if (end && version && version < end) quote = strpbrk(version, "'\"");
    if (!end || (at == begin && quote && quote < end && quote[1] == '1')) return;
    for (char *c = bytes + at; c < end + 2; c++)
        if (*c != '\n') *c = ' ';
}

/// Whether there are more tags than a scene can use; known before a parser takes memory for them.
static bool has_too_many_tags(const char *bytes, size_t size)
{
    const char *at = bytes, *end = bytes + size;
    for (int count = 0; (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++)
        if (++count > XML_TAGS_MAX) return true;
    return false;
}

hf_status xml_read(const char *path, hf_workspace *arena, xml_node **root, hf_error *error)
{
    char *bytes;
    size_t size;
    hf_status status = file_read_within(path, XML_BYTES_MAX, arena, &bytes, &size, error);
    if (status != HF_STATUS_OK) return status;
    if (size == 0) return error_set(error, HF_STATUS_FORMAT, "%s: is empty", path);
    if (has_too_many_tags(bytes, size))
        return error_set(error, HF_STATUS_FORMAT, "%s: has more than %d tags; <replicate> makes copies of what repeats",
                         path, XML_TAGS_MAX);
    clear_comments(bytes, size);
    clear_declaration(bytes, size);
    char *copy = text_copy(arena, path, strlen(path));
    return copy ? parse(copy, arena, bytes, size, root, error) : error_no_memory(error);
}
