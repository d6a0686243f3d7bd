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
    return copy ? xml_parse(copy, arena, bytes, size, root, error) : error_no_memory(error);
}
