// Numbers, lengths, transforms and colours as SVG writes them.

#include "scene/svg/svg.h"

#include "base/elementary.h"
#include "base/error.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hf_status svg_fail(svg_reader *reader, const xml_node *node, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *id = xml_value(node, "id");
    return error_set(reader->error, HF_STATUS_FORMAT, "%s:%d: <%s%s%.60s%s>: %s", reader->path, node->line, node->name,
                     id ? " id='" : "", id ? id : "", id ? "'" : "", text);
}

static const char *skip(const char *s)
{
    while (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\r') s++;
    return s;
}

/// strtod alone would read hexadecimal numbers, infinities and what follows a point as one with it.
bool svg_number(const char **text, double *value)
{
    enum
    {
        DIGITS = 64
    };
    const char *s = skip(*text);
    if (*s == ',') s = skip(s + 1);
    char buffer[DIGITS + 1];
    const char *begin = s;
    if (*s == '+' || *s == '-') s++;
    const char *digits = s;
    while (isdigit((unsigned char)*s)) s++;
    ptrdiff_t count = s - digits;
    if (*s == '.')
    {
        const char *fraction = ++s;
        while (isdigit((unsigned char)*s)) s++;
        count += s - fraction;
    }
    if (count == 0) return false;
    if (*s == 'e' || *s == 'E')
    {
        const char *e = s + 1;
        if (*e == '+' || *e == '-') e++;
        if (isdigit((unsigned char)*e))
            for (s = e; isdigit((unsigned char)*s);) s++;
    }
    size_t length = (size_t)(s - begin);
    if (length > DIGITS) return false;
    memcpy(buffer, begin, length);
    buffer[length] = 0;
    *value = strtod(buffer, NULL);
    *text = s;
    return isfinite(*value);
}

hf_status svg_numbers(svg_reader *reader, const xml_node *node, const char *attribute, double *out, int least, int most,
                      int *count)
{
    const char *text = xml_value(node, attribute);
    int found = 0;
    double value;
    if (count) *count = 0;
    if (!text) return HF_STATUS_OK;
    const char *s = text;
    while (found < most && svg_number(&s, &value)) out[found++] = value;
    if (*skip(s) || found < least)
        return svg_fail(reader, node, "%s='%.40s': %d to %d numbers are wanted", attribute, text, least, most);
    if (count) *count = found;
    return HF_STATUS_OK;
}

bool svg_length(const char *text, double *px, bool *metric)
{
    static const struct
    {
        const char *unit;
        double px;
    } units[] = {{"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}, {"pt", 96.0 / 72}, {"m", 96 / 0.0254}};
    *metric = false;
    if (!svg_number(&text, px)) return false;
    text = skip(text);
    if (!*text || strcmp(text, "px") == 0) return true;
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++)
        if (strcmp(text, units[k].unit) == 0)
        {
            *px *= units[k].px;
            *metric = true;
            return true;
        }
    return false;
}

bool svg_has_class(const xml_node *node, const char *word)
{
    const char *s = xml_value(node, "class");
    size_t length = strlen(word);
    while (s && *(s = skip(s)))
    {
        size_t here = strcspn(s, " \t\r\n");
        if (here == length && strncmp(s, word, length) == 0) return true;
        s += here;
    }
    return false;
}

// ---- transforms ----

svg_transform svg_multiply(svg_transform o, svg_transform i)
{
    return (svg_transform){.a = o.a * i.a + o.c * i.b,
                           .b = o.b * i.a + o.d * i.b,
                           .c = o.a * i.c + o.c * i.d,
                           .d = o.b * i.c + o.d * i.d,
                           .e = o.a * i.e + o.c * i.f + o.e,
                           .f = o.b * i.e + o.d * i.f + o.f};
}

void svg_apply(const svg_transform *t, double x, double y, double out[2])
{
    out[0] = t->a * x + t->c * y + t->e;
    out[1] = t->b * x + t->d * y + t->f;
}

/// One function of the list with its numbers; false if it is none.
static bool one_transform(const char *name, size_t length, const double *v, int count, svg_transform *t)
{
    static const double DEGREE = 0.017453292519943295769;
    *t = (svg_transform){.a = 1, .d = 1};
    if (length == 6 && strncmp(name, "matrix", 6) == 0 && count == 6)
        *t = (svg_transform){v[0], v[1], v[2], v[3], v[4], v[5]};
    else if (length == 9 && strncmp(name, "translate", 9) == 0 && (count == 1 || count == 2))
        t->e = v[0], t->f = count == 2 ? v[1] : 0;
    else if (length == 5 && strncmp(name, "scale", 5) == 0 && (count == 1 || count == 2))
        t->a = v[0], t->d = count == 2 ? v[1] : v[0];
    else if (length == 6 && strncmp(name, "rotate", 6) == 0 && (count == 1 || count == 3))
    {
        double c = real_cos(v[0] * DEGREE), s = real_sin(v[0] * DEGREE), x = count == 3 ? v[1] : 0,
               y = count == 3 ? v[2] : 0;
        *t = (svg_transform){c, s, -s, c, x - c * x + s * y, y - s * x - c * y};
    }
    else if (length == 5 && strncmp(name, "skewX", 5) == 0 && count == 1)
        t->c = real_sin(v[0] * DEGREE) / real_cos(v[0] * DEGREE);
    else if (length == 5 && strncmp(name, "skewY", 5) == 0 && count == 1)
        t->b = real_sin(v[0] * DEGREE) / real_cos(v[0] * DEGREE);
    else return false;
    return true;
}

hf_status svg_read_transform(svg_reader *reader, const xml_node *node, svg_transform *t)
{
    const char *s = xml_value(node, "transform");
    *t = (svg_transform){.a = 1, .d = 1};
    while (s && *(s = skip(s)))
    {
        if (*s == ',') s = skip(s + 1);
        const char *name = s;
        size_t length = strcspn(s, "( \t\r\n");
        double v[6];
        int count = 0;
        svg_transform one;
        s = skip(s + length);
        bool open = *s == '(';
        if (open) s++;
        while (open && count < 6 && svg_number(&s, &v[count])) count++;
        s = skip(s);
        if (!open || *s != ')' || !one_transform(name, length, v, count, &one))
            return svg_fail(reader, node,
                            "transform: '%.40s' is none that is read (matrix, translate, scale, rotate, "
                            "skewX, skewY with their numbers)",
                            name);
        s++;
        *t = svg_multiply(*t, one);
    }
    return HF_STATUS_OK;
}

// ---- colours ----

bool svg_fill(const xml_node *node, float color[4])
{
    const char *fill = xml_value(node, "fill"), *style = xml_value(node, "style");
    const char *in_style = style ? strstr(style, "fill:") : NULL;
    if (in_style) fill = in_style + 5;
    if (!fill || *(fill = skip(fill)) != '#') return false;
    int digits = 0;
    unsigned value = 0;
    for (const char *s = fill + 1; isxdigit((unsigned char)*s) && digits < 7; s++, digits++)
    {
        int c = tolower((unsigned char)*s);
        value = value * 16 + (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    if (digits != 3 && digits != 6) return false;
    for (int i = 0; i < 3; i++)
        color[i] = digits == 6 ? (float)(value >> (8 * (2 - i)) & 255u) / 255.0f
                               : (float)(value >> (4 * (2 - i)) & 15u) / 15.0f;
    return true;
}
