#include "json.h"

#include <math.h>

/// Bytes of the UTF-8 sequence at `s`; 0 if there is no valid one.
static int sequence_length(const unsigned char *s)
{
    if (s[0] < 0x80) return 1;
    int length = s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : s[0] >= 0xF0 && s[0] < 0xF5 ? 4 : 0;
    for (int k = 1; k < length; k++)
        if ((s[k] & 0xC0) != 0x80) return 0;
    if (length == 3 && s[0] == 0xE0 && s[1] < 0xA0) return 0; // overlong
    if (length == 3 && s[0] == 0xED && s[1] > 0x9F) return 0; // a surrogate
    if (length == 4 && s[0] == 0xF0 && s[1] < 0x90) return 0; // overlong
    if (length == 4 && s[0] == 0xF4 && s[1] > 0x8F) return 0; // beyond Unicode
    return length;
}

static void write_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *s = (const unsigned char *)text; *s;)
    {
        int length = sequence_length(s);
        if (length == 0) fputs("\\ufffd", out);
        else if (*s == '"' || *s == '\\') fprintf(out, "\\%c", *s);
        else if (*s < 0x20) fprintf(out, "\\u%04x", *s);
        else fwrite(s, 1, (size_t)length, out);
        s += length ? length : 1;
    }
    fputc('"', out);
}

static void write_key(json_writer *json, const char *key)
{
    if (json->filled) fputs(", ", json->out);
    json->filled = true;
    write_string(json->out, key);
    fputs(": ", json->out);
}

json_writer json_begin(FILE *out)
{
    fputc('{', out);
    return (json_writer){.out = out};
}

void json_end(json_writer *json)
{
    fputs("}\n", json->out);
    fflush(json->out); // whoever reads along gets whole lines
}

void json_text(json_writer *json, const char *key, const char *value)
{
    write_key(json, key);
    write_string(json->out, value);
}

void json_number(json_writer *json, const char *key, double value)
{
    write_key(json, key);
    if (isfinite(value)) fprintf(json->out, "%.17g", value);
    else fputs("null", json->out);
}

static void write_numbers(FILE *out, const double *values, int count)
{
    fputc('[', out);
    for (int k = 0; k < count; k++)
    {
        if (k) fputs(", ", out);
        if (isfinite(values[k])) fprintf(out, "%.17g", values[k]);
        else fputs("null", out);
    }
    fputc(']', out);
}

void json_numbers(json_writer *json, const char *key, const double *values, int count)
{
    write_key(json, key);
    write_numbers(json->out, values, count);
}

void json_matrix(json_writer *json, const char *key, const double *values, int rows, int columns)
{
    write_key(json, key);
    fputc('[', json->out);
    for (int r = 0; r < rows; r++)
    {
        if (r) fputs(", ", json->out);
        write_numbers(json->out, values + (size_t)r * (size_t)columns, columns);
    }
    fputc(']', json->out);
}

void json_integer(json_writer *json, const char *key, long long value)
{
    write_key(json, key);
    fprintf(json->out, "%lld", value);
}

void json_boolean(json_writer *json, const char *key, bool value)
{
    write_key(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_array_begin(json_writer *json, const char *key)
{
    write_key(json, key);
    fputc('[', json->out);
    json->filled = false;
}

void json_array_end(json_writer *json)
{
    fputc(']', json->out);
    json->filled = true;
}

void json_item_begin(json_writer *json)
{
    if (json->filled) fputs(", ", json->out);
    fputc('{', json->out);
    json->filled = false;
}

void json_item_end(json_writer *json)
{
    fputc('}', json->out);
    json->filled = true;
}
