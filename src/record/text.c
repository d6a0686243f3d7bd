#include "record/text.h"

#include "base/file.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

void text_csv_name(FILE *out, const char *name, const char *part)
{
    bool quoted = strpbrk(name, ",\"\r\n") != NULL;
    if (quoted) fputc('"', out);
    for (const char *c = name; *c; c++)
    {
        if (*c == '"') fputc('"', out);
        fputc(*c, out);
    }
    if (part) fprintf(out, ".%s", part);
    if (quoted) fputc('"', out);
}

/// Bytes of the UTF-8 sequence at `s`; 0 if there is no valid one.
static int sequence_length(const unsigned char *s)
{
    int length = s[0] < 0x80                   ? 1
                 : s[0] >= 0xC2 && s[0] < 0xE0 ? 2
                 : s[0] >= 0xE0 && s[0] < 0xF0 ? 3
                 : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                               : 0;
    for (int k = 1; k < length; k++)
        if ((s[k] & 0xC0) != 0x80) return 0;
    return length;
}

void text_json(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *s = (const unsigned char *)text; *s;)
    {
        int length = sequence_length(s);
        if (length == 0) fputs("\\ufffd", out);
        else if (*s < 0x20 || *s == '"' || *s == '\\' || *s == '<' || *s == '>' || *s == '&')
            fprintf(out, "\\u%04x", *s);
        else fwrite(s, 1, (size_t)length, out);
        s += length ? length : 1;
    }
    fputc('"', out);
}

void text_html(FILE *out, const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;)
    {
        int length = sequence_length(s);
        if (*s == '<' || *s == '>' || *s == '&' || *s == '"') fprintf(out, "&#%d;", *s);
        else if (length == 0) fputs("&#65533;", out);
        else fwrite(s, 1, (size_t)length, out);
        s += length ? length : 1;
    }
}

hf_status text_close(FILE *out, const char *path, hf_status status, hf_error *error)
{
    bool well = out && !ferror(out);
    int trouble = errno;
    if (out && fclose(out) != 0)
    {
        well = false;
        trouble = errno;
    }
    if (well || status != HF_STATUS_OK) return status;
    bool full = trouble == ENOSPC || trouble == EFBIG;
    return file_error(error, HF_STATUS_FILE, path, "cannot be written: %s",
                      full ? "there is no room on the disk" : strerror(trouble));
}
