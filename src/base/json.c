// Reading JSON (RFC 8259) by descent. Texts are put in place of what was read, escapes resolved; numbers by strtod, in
// the locale that the caller entered.

#include "base/json.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    DEPTH = 64
};

typedef struct reader
{
    const char *path;
    char *at;
    long line;
    hf_workspace *arena;
    hf_error *error;
} reader;

static hf_status fail(const reader *in, const char *what)
{
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "line %ld: %s", in->line, what);
}

static void skip(reader *in)
{
    for (; *in->at && strchr(" \t\r\n", *in->at); in->at++) in->line += *in->at == '\n';
}

static bool take(reader *in, char sign)
{
    skip(in);
    if (*in->at != sign) return false;
    in->at++;
    return true;
}

static int hex_of(const char *s)
{
    int value = 0;
    for (int k = 0; k < 4; k++)
    {
        static const char digits[] = "0123456789abcdef";
        const char *found = s[k] ? strchr(digits, s[k] >= 'A' && s[k] <= 'F' ? s[k] - 'A' + 'a' : s[k]) : NULL;
        if (!found) return -1;
        value = 16 * value + (int)(found - digits);
    }
    return value;
}

/// One code point as UTF-8.
static char *put_code(char *to, unsigned code)
{
    if (code < 0x80) *to++ = (char)code;
    else if (code < 0x800) *to++ = (char)(0xc0 | code >> 6), *to++ = (char)(0x80 | (code & 0x3f));
    else
        *to++ = (char)(0xe0 | code >> 12), *to++ = (char)(0x80 | (code >> 6 & 0x3f)),
        *to++ = (char)(0x80 | (code & 0x3f));
    return to;
}

/// A text behind its opening quote; it is never longer than what stood for it.
static hf_status read_text(reader *in, const char **text)
{
    char *to = in->at;
    *text = to;
    while (*in->at != '"')
    {
        if ((unsigned char)*in->at < 0x20) return fail(in, "a text has no end, or a line break within");
        if (*in->at != '\\')
        {
            *to++ = *in->at++;
            continue;
        }
        static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
        const char *found = in->at[1] ? strchr(names, in->at[1]) : NULL;
        if (found) *to++ = meant[found - names], in->at += 2;
        else
        {
            int code = in->at[1] == 'u' ? hex_of(in->at + 2) : -1;
            if (code <= 0) return fail(in, "an escape in a text that is none");
            to = put_code(to, (unsigned)code); // halves of surrogates stay what they are
            in->at += 6;
        }
    }
    in->at++;
    *to = 0;
    return HF_STATUS_OK;
}

static hf_status read_value(reader *in, int depth, json_value *value);

/// What stands between brackets, behind the opening one.
static hf_status read_children(reader *in, int depth, json_value *parent, char end)
{
    json_value **link = &parent->first;
    if (take(in, end)) return HF_STATUS_OK;
    do {
        json_value *child = ARENA_ZEROED(in->arena, json_value, 1);
        if (!child) return error_no_memory(in->error);
        hf_status status = HF_STATUS_OK;
        const char *name = NULL;
        if (parent->kind == JSON_OBJECT)
        {
            if (!take(in, '"')) return fail(in, "the name of a member is missing");
            status = read_text(in, &name);
            if (status == HF_STATUS_OK && !take(in, ':')) return fail(in, "a colon is missing behind a name");
        }
        if (status == HF_STATUS_OK) status = read_value(in, depth + 1, child);
        if (status != HF_STATUS_OK) return status;
        child->name = name;
        *link = child;
        link = &child->next;
        parent->count++;
    } while (take(in, ','));
    return take(in, end) ? HF_STATUS_OK : fail(in, "a comma or a closing bracket is missing");
}

static bool take_word(reader *in, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(in->at, word, length) != 0) return false;
    in->at += length;
    return true;
}

static hf_status read_value(reader *in, int depth, json_value *value)
{
    if (depth > DEPTH) return fail(in, "nested too deep");
    skip(in);
    value->line = in->line;
    if (take(in, '{'))
    {
        value->kind = JSON_OBJECT;
        return read_children(in, depth, value, '}');
    }
    if (take(in, '['))
    {
        value->kind = JSON_LIST;
        return read_children(in, depth, value, ']');
    }
    if (take(in, '"'))
    {
        value->kind = JSON_TEXT;
        return read_text(in, &value->text);
    }
    if (take_word(in, "null")) return HF_STATUS_OK;
    if (take_word(in, "true")) return value->kind = JSON_BOOL, value->number = 1, HF_STATUS_OK;
    if (take_word(in, "false")) return value->kind = JSON_BOOL, HF_STATUS_OK;
    if (!*in->at || !strchr("-0123456789", *in->at)) return fail(in, "a value is missing");
    char *end;
    value->kind = JSON_NUMBER;
    value->number = strtod(in->at, &end);
    if (end == in->at || !isfinite(value->number)) return fail(in, "a number that is none");
    in->at = end;
    return HF_STATUS_OK;
}

hf_status json_read(const char *path, char *text, hf_workspace *arena, json_value **root, hf_error *error)
{
    reader in = {.path = path, .at = text, .line = 1, .arena = arena, .error = error};
    *root = ARENA_ZEROED(arena, json_value, 1);
    if (!*root) return error_no_memory(error);
    hf_status status = read_value(&in, 0, *root);
    if (status != HF_STATUS_OK) return status;
    skip(&in);
    return *in.at ? fail(&in, "something follows the end") : HF_STATUS_OK;
}

const json_value *json_member(const json_value *object, const char *name)
{
    const json_value *member = object && object->kind == JSON_OBJECT ? object->first : NULL;
    while (member && strcmp(member->name, name) != 0) member = member->next;
    return member;
}

const json_value *json_item(const json_value *list, int k)
{
    const json_value *item = list && list->kind == JSON_LIST && k >= 0 ? list->first : NULL;
    while (item && k-- > 0) item = item->next;
    return item;
}

double json_member_number(const json_value *object, const char *name, double otherwise)
{
    const json_value *member = json_member(object, name);
    return member && member->kind == JSON_NUMBER ? member->number : otherwise;
}

bool json_member_index(const json_value *object, const char *name, double most, int *index)
{
    double number = json_member_number(object, name, -1.0);
    if (!(number >= 0.0 && number <= most) || number != floor(number)) return false;
    *index = (int)number;
    return true;
}
