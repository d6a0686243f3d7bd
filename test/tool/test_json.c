// JSON that any reader takes. With HOLDFAST_VALIDATE set, the case standard_input says whether each line on stdin is
// one valid object:
// the shell tests use that, so that they need no other program.

#include "support/harness.h"

#include "json.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_value(const char *s);

static const char *skip_blanks(const char *s)
{
    while (s && *s && strchr(" \t\r\n", *s)) s++;
    return s;
}

static const char *skip_string(const char *s)
{
    if (*s++ != '"') return NULL;
    for (; *s && *s != '"'; s++)
    {
        if ((unsigned char)*s < 0x20) return NULL;
        if (*s != '\\') continue;
        s++;
        if (*s == 'u')
        {
            for (int k = 0; k < 4; k++)
                if (!isxdigit((unsigned char)*++s)) return NULL;
        }
        else if (!*s || !strchr("\"\\/bfnrt", *s)) return NULL;
    }
    return *s == '"' ? s + 1 : NULL;
}

static const char *skip_number(const char *s)
{
    if (*s == '-') s++;
    if (!isdigit((unsigned char)*s)) return NULL;
    if (*s == '0' && isdigit((unsigned char)s[1])) return NULL;
    while (isdigit((unsigned char)*s)) s++;
    if (*s == '.')
    {
        if (!isdigit((unsigned char)*++s)) return NULL;
        while (isdigit((unsigned char)*s)) s++;
    }
    if (*s == 'e' || *s == 'E')
    {
        s++;
        if (*s == '+' || *s == '-') s++;
        if (!isdigit((unsigned char)*s)) return NULL;
        while (isdigit((unsigned char)*s)) s++;
    }
    return s;
}

/// The members of an object, or the items of an array.
static const char *skip_members(const char *s, char close, bool keyed)
{
    s = skip_blanks(s + 1);
    if (*s == close) return s + 1;
    for (;;)
    {
        if (keyed)
        {
            s = skip_blanks(skip_string(s));
            if (!s || *s++ != ':') return NULL;
        }
        s = skip_blanks(skip_value(skip_blanks(s)));
        if (!s) return NULL;
        if (*s == close) return s + 1;
        if (*s != ',') return NULL;
        s = skip_blanks(s + 1);
    }
}

static const char *skip_value(const char *s)
{
    if (*s == '{') return skip_members(s, '}', true);
    if (*s == '[') return skip_members(s, ']', false);
    if (*s == '"') return skip_string(s);
    if (strncmp(s, "true", 4) == 0 || strncmp(s, "null", 4) == 0) return s + 4;
    if (strncmp(s, "false", 5) == 0) return s + 5;
    return skip_number(s);
}

static bool is_object(const char *line)
{
    const char *end = *line == '{' ? skip_blanks(skip_value(line)) : NULL;
    return end && *end == '\0';
}

/// What the writer makes of a few awkward values.
static void write_awkward(FILE *out)
{
    json_writer json = json_begin(out);
    json_text(&json, "quo\"te", "back\\slash \x01 \n tab\t µ \xff\xfe end");
    json_number(&json, "infinite", INFINITY);
    json_number(&json, "nan", NAN);
    json_number(&json, "tiny", 5e-324);
    json_integer(&json, "count", -12345678901LL);
    json_array_begin(&json, "phases");
    for (int k = 0; k < 2; k++)
    {
        json_item_begin(&json);
        json_integer(&json, "k", k);
        json_array_begin(&json, "none");
        json_array_end(&json);
        json_item_end(&json);
    }
    json_array_end(&json);
    json_boolean(&json, "last", true);
    json_end(&json);
}

TEST(awkward_values)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    write_awkward(stream);
    fclose(stream);
    bool same =
        strcmp(text, "{\"quo\\\"te\": \"back\\\\slash \\u0001 \\u000a tab\\u0009 µ \\ufffd\\ufffd end\", "
                     "\"infinite\": null, \"nan\": null, \"tiny\": 4.9406564584124654e-324, \"count\": -12345678901, "
                     "\"phases\": [{\"k\": 0, \"none\": []}, {\"k\": 1, \"none\": []}], \"last\": true}\n") == 0;
    bool valid = is_object(text);
    free(text);
    CHECK(same);
    CHECK(valid);
}

TEST(the_checker_checks)
{
    CHECK(is_object("{}"));
    CHECK(is_object("{\"a\": [1, -2.5e-3, {\"b\": null}], \"c\": \"\\u00e9\"}"));
    CHECK(!is_object("{\"a\": inf}"));
    CHECK(!is_object("{\"a\": nan}"));
    CHECK(!is_object("{\"a\": 01}"));
    CHECK(!is_object("{\"a\": 1,}"));
    CHECK(!is_object("{\"a\" 1}"));
    CHECK(!is_object("{\"a\": 1} {}"));
    CHECK(!is_object("[1]"));
    CHECK(!is_object("{\"a\": \"\n\"}"));
    CHECK(!is_object("{\"a\": \"x}"));
}

/// The lines on stdin, if the environment asks for them.
TEST(standard_input)
{
    if (!getenv("HOLDFAST_VALIDATE")) SKIP("nothing to validate");
    char *line = NULL;
    size_t size = 0;
    int count = 0;
    for (; getline(&line, &size, stdin) >= 0; count++)
        if (!is_object(line)) harness_fail(__FILE__, __LINE__, "line %d is no JSON object: %s", count + 1, line);
    free(line);
    CHECK(count > 0);
}
