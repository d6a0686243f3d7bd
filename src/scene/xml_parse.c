// XML as scenes need it: elements and attributes of well-formed UTF-8 files. One pass over the bytes, no recursion;
// values are decoded in place.
//
// Names are without their prefix, xmlns is no attribute, white space in values becomes blanks, and the line of an
// element is that of the end of its start tag. Declarations, comments, instructions and text are passed over, but must
// be well-formed. A <!DOCTYPE> is refused: its entities could reach for other files, or never end.

#include "scene/xml.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct xml_scan
{
    const char *path;
    char *at, *end; // *end is 0
    int line;
    hf_workspace *arena;
    hf_error *error;
    hf_status status;
} xml_scan;

static bool fail(xml_scan *s, const char *what)
{
    s->status = error_set(s->error, HF_STATUS_FORMAT, "%s:%d: malformed XML: %s", s->path, s->line, what);
    return false;
}

static bool no_memory(xml_scan *s)
{
    s->status = error_no_memory(s->error);
    return false;
}

// ---- characters ----

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(xml_scan *s)
{
    for (; is_space(*s->at); s->at++) s->line += *s->at == '\n';
}

static bool begins(const xml_scan *s, const char *text)
{
    return strncmp(s->at, text, strlen(text)) == 0;
}

/// Goes behind the next `text`.
static bool skip_to(xml_scan *s, const char *text, const char *what)
{
    char *found = strstr(s->at, text);
    if (!found) return fail(s, what);
    for (; s->at < found; s->at++) s->line += *s->at == '\n';
    s->at += strlen(text);
    return true;
}

static char *put_utf8(char *to, unsigned long c)
{
    if (c < 0x80) *to++ = (char)c;
    else if (c < 0x800) *to++ = (char)(0xC0 | c >> 6), *to++ = (char)(0x80 | (c & 63));
    else if (c < 0x10000)
        *to++ = (char)(0xE0 | c >> 12), *to++ = (char)(0x80 | (c >> 6 & 63)), *to++ = (char)(0x80 | (c & 63));
    else
    {
        *to++ = (char)(0xF0 | c >> 18), *to++ = (char)(0x80 | (c >> 12 & 63));
        *to++ = (char)(0x80 | (c >> 6 & 63)), *to++ = (char)(0x80 | (c & 63));
    }
    return to;
}

/// A reference such as &lt; or &#65;, which never is longer than what it stands for. NULL if it is none.
static char *take_reference(xml_scan *s, char *to)
{
    static const struct
    {
        const char *name;
        char value;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (begins(s, known[k].name))
        {
            s->at += strlen(known[k].name);
            *to++ = known[k].value;
            return to;
        }
    if (!begins(s, "&#")) return NULL;
    bool hex = s->at[2] == 'x';
    char *first = s->at + (hex ? 3 : 2), *last;
    if (strspn(first, hex ? "0123456789abcdefABCDEF" : "0123456789") == 0) return NULL;
    unsigned long c = strtoul(first, &last, hex ? 16 : 10);
    bool allowed = c == 9 || c == 10 || c == 13 || (c >= 32 && c < 0xD800) ||
                   (c >= 0xE000 && c <= 0x10FFFF && c != 0xFFFE && c != 0xFFFF);
    if (*last != ';' || !allowed) return NULL;
    s->at = last + 1;
    return put_utf8(to, c);
}

// ---- parts of a tag ----

static bool is_name(char c, bool first)
{
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (unsigned char)c >= 0x80;
    return letter || (!first && ((c >= '0' && c <= '9') || c == '-' || c == '.'));
}

/// The bytes of a name; their count, 0 after an error.
static size_t take_name(xml_scan *s, char **name)
{
    *name = s->at;
    if (!is_name(*s->at, true)) return fail(s, "a name is expected"), 0;
    while (is_name(*s->at, false)) s->at++;
    return (size_t)(s->at - *name);
}

/// Without its prefix.
static const char *keep_local(xml_scan *s, const char *name, size_t length)
{
    const char *colon = memchr(name, ':', length);
    if (colon && colon + 1 < name + length) length -= (size_t)(colon + 1 - name), name = colon + 1;
    const char *kept = text_copy(s->arena, name, length);
    if (!kept) no_memory(s);
    return kept;
}

/// A value between quotes, decoded where it stands; NULL after an error.
static const char *take_value(xml_scan *s)
{
    char quote = *s->at, *value = s->at + 1, *to = value;
    if (quote != '"' && quote != '\'') return fail(s, "an attribute has no value in quotes"), NULL;
    for (s->at++; *s->at != quote;)
    {
        if (s->at == s->end) return fail(s, "an attribute's value has no end"), NULL;
        if (*s->at == '<')
            return fail(s, "'<' in an attribute's value; the quote that ends it is missing before it"), NULL;
        if (*s->at == '&')
        {
            to = take_reference(s, to);
            if (!to) return fail(s, "a reference (&…;) that is not known"), NULL;
            continue;
        }
        s->line += *s->at == '\n';
        if (*s->at == '\r' && s->at[1] == '\n') s->at++, s->line++;
        *to++ = is_space(*s->at) ? ' ' : *s->at;
        s->at++;
    }
    s->at++;
    *to = '\0';
    return value;
}

static bool add_attribute(xml_scan *s, xml_node *node, int *capacity, xml_attribute attribute)
{
    for (int k = 0; k < node->attribute_count; k++)
        if (strcmp(node->attributes[k].name, attribute.name) == 0) return fail(s, "an attribute is given twice");
    if (node->attribute_count == *capacity)
    {
        int wanted = 2 * *capacity + 8;
        xml_attribute *more = ARENA_ZEROED(s->arena, xml_attribute, wanted);
        if (!more) return no_memory(s);
        if (node->attribute_count > 0) memcpy(more, node->attributes, (size_t)node->attribute_count * sizeof *more);
        node->attributes = more;
        *capacity = wanted;
    }
    node->attributes[node->attribute_count++] = attribute;
    return true;
}

static bool take_attributes(xml_scan *s, xml_node *node)
{
    int capacity = 0;
    for (;;)
    {
        bool apart = is_space(*s->at);
        char *name;
        skip_space(s);
        if (*s->at == '>' || *s->at == '/') return true;
        if (!apart) return fail(s, "a blank is expected between attributes");
        size_t length = take_name(s, &name);
        if (length == 0) return false;
        bool space = strncmp(name, "xmlns", 5) == 0 && (length == 5 || name[5] == ':');
        skip_space(s);
        if (*s->at != '=') return fail(s, "an attribute has no value");
        s->at++;
        skip_space(s);
        xml_attribute attribute = {.name = keep_local(s, name, length), .value = NULL};
        if (!attribute.name || !(attribute.value = take_value(s))) return false;
        if (!space && !add_attribute(s, node, &capacity, attribute)) return false;
    }
}

// ---- elements ----

/// The open elements, from the root, each with the tail of its children.
typedef struct xml_open
{
    xml_node *node, **tail;
    const char *name; // as it was written, with its prefix
    size_t length;
    const char *text; // behind the start tag
} xml_open;

static bool fail_open(xml_scan *s, const xml_open *last, const char *what)
{
    s->status = error_set(s->error, HF_STATUS_FORMAT,
                          "%s:%d: malformed XML: %s while <%s> of line %d is open; every element must be closed, by "
                          "</name> or by />",
                          s->path, s->line, what, last->name, last->node->line);
    return false;
}

/// A start tag; the element is the last child of the one that is open. `depth` grows unless it is closed at once.
static bool take_start(xml_scan *s, xml_open *open, int *depth, xml_node **root)
{
    char *name;
    s->at++;
    size_t length = take_name(s, &name);
    xml_node *node = length > 0 ? ARENA_ZEROED(s->arena, xml_node, 1) : NULL;
    if (length == 0) return false;
    if (!node) return no_memory(s);
    const char *written = text_copy(s->arena, name, length);
    if (!written) return no_memory(s);
    node->name = keep_local(s, name, length);
    node->file = s->path;
    if (!node->name || !take_attributes(s, node)) return false;
    node->line = s->line;
    if (*depth > 0) *open[*depth - 1].tail = node, open[*depth - 1].tail = &node->next;
    else *root = node;
    bool closed = *s->at == '/';
    s->at += closed;
    if (*s->at != '>') return fail(s, "a tag has no end");
    s->at++;
    if (closed) return true;
    if (*depth == XML_DEPTH_MAX)
    {
        s->status = error_set(s->error, HF_STATUS_FORMAT, "%s:%d: more than %d elements are nested in each other",
                              s->path, s->line, XML_DEPTH_MAX);
        return false;
    }
    open[(*depth)++] = (xml_open){.node = node, .tail = &node->first, .name = written, .length = length, .text = s->at};
    return true;
}

static bool take_end(xml_scan *s, const xml_open *open, int *depth)
{
    char *name, *tag = s->at;
    s->at += 2;
    size_t length = take_name(s, &name);
    if (length == 0) return false;
    const xml_open *last = &open[*depth - 1];
    if (length != last->length || memcmp(name, last->name, length) != 0)
        return fail_open(s, last, "an end tag has another name");
    skip_space(s);
    if (*s->at != '>') return fail(s, "a tag has no end");
    s->at++;
    if (!last->node->first) last->node->text = last->text, *tag = '\0';
    (*depth)--;
    return true;
}

/// What is no element: true if there was one. Text is allowed inside of elements only.
static bool take_other(xml_scan *s, int depth, bool *taken)
{
    *taken = true;
    if (begins(s, "<!--")) return skip_to(s, "-->", "a comment has no end");
    if (begins(s, "<?")) return skip_to(s, "?>", "an instruction has no end");
    if (depth > 0 && begins(s, "<![CDATA[")) return skip_to(s, "]]>", "CDATA has no end");
    if (begins(s, "<!DOCTYPE"))
    {
        s->status = error_set(s->error, HF_STATUS_FORMAT, "%s: <!DOCTYPE> is not supported; remove it", s->path);
        return false;
    }
    *taken = false;
    if (*s->at == '<') return true;
    *taken = true;
    for (; s->at < s->end && *s->at != '<'; s->at++)
    {
        char scratch[8];
        s->line += *s->at == '\n';
        if (depth == 0 && !is_space(*s->at)) return fail(s, "text outside of the root element");
        if (*s->at != '&') continue;
        if (!take_reference(s, scratch)) return fail(s, "a reference (&…;) that is not known");
        s->at--;
    }
    return true;
}

static bool take_all(xml_scan *s, xml_open *open, xml_node **root)
{
    int depth = 0;
    while (s->at < s->end)
    {
        bool taken;
        if (!take_other(s, depth, &taken)) return false;
        if (taken) continue;
        if (begins(s, "</"))
        {
            if (depth == 0) return fail(s, "an end tag has no start tag");
            if (!take_end(s, open, &depth)) return false;
            continue;
        }
        if (depth == 0 && *root) return fail(s, "there is more than one root element");
        if (!take_start(s, open, &depth, root)) return false;
    }
    if (depth > 0) return fail_open(s, &open[depth - 1], "the file ends");
    return *root ? true : fail(s, "there is no element");
}

/// Whether all bytes can stand in XML, as UTF-8; the encoding that the file declares, if any, must be that.
static bool check_bytes(xml_scan *s, size_t size)
{
    if (strlen(s->at) != size) return fail(s, "it is not UTF-8; convert it");
    for (const unsigned char *c = (const unsigned char *)s->at; *c;)
    {
        s->line += *c == '\n';
        int more = *c < 0x80                 ? 0
                   : *c >= 0xC2 && *c < 0xE0 ? 1
                   : *c >= 0xE0 && *c < 0xF0 ? 2
                   : *c >= 0xF0 && *c < 0xF5 ? 3
                                             : -1;
        if (more < 0 || (*c < 32 && !is_space((char)*c)))
            return fail(s, "a byte that cannot stand in XML; convert the file to UTF-8");
        for (c++; more > 0; more--, c++)
            if ((*c & 0xC0) != 0x80) return fail(s, "a byte that cannot stand in UTF-8; convert the file");
    }
    if (begins(s, "\xEF\xBB\xBF")) s->at += 3;
    s->line = 1;
    return true;
}

hf_status xml_parse(const char *path, hf_workspace *arena, char *bytes, size_t size, xml_node **root, hf_error *error)
{
    xml_scan s = {.path = path, .at = bytes, .end = bytes + size, .line = 1, .arena = arena, .error = error};
    xml_open *open = ARENA_ARRAY(arena, xml_open, XML_DEPTH_MAX);
    *root = NULL;
    if (!open) return error_no_memory(error);
    if (check_bytes(&s, size)) (void)take_all(&s, open, root);
    return s.status;
}
