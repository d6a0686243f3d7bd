// Options in a solver's name (name_options.h).

#include "solve/name_options.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *name_after(const char *name, const char *head)
{
    size_t length = strlen(head);
    return strncmp(name, head, length) == 0 && (name[length] == '\0' || name[length] == '/') ? name + length : NULL;
}

/// The value of an option at "=", up to the next slash; false if it is out of range.
static bool read_value(const char *text, const name_option *option, const char **end, double *value)
{
    char *stop;
    *value = strtod(text, &stop);
    *end = stop;
    bool whole = option->kind == NAME_REAL || *value == floor(*value);
    return stop != text && (*stop == '\0' || *stop == '/') && whole && *value >= option->least &&
           *value <= option->most;
}

static void store(const name_option *option, double value, void *options)
{
    char *field = (char *)options + option->offset;
    switch (option->kind)
    {
    case NAME_REAL: memcpy(field, &value, sizeof value); break;
    case NAME_COUNT: memcpy(field, &(int){(int)value}, sizeof(int)); break;
    case NAME_LONG: memcpy(field, &(long){(long)value}, sizeof(long)); break;
    case NAME_FLAG: memcpy(field, &(bool){value != 0.0}, sizeof(bool)); break;
    }
}

const char *name_options_read(const char *text, const name_option *table, int count, void *options)
{
    while (*text == '/')
    {
        const char *name = text + 1, *end = NULL;
        size_t length = strcspn(name, "=/");
        int k = 0;
        double value;
        while (k < count &&
               (strlen(table[k].listed.name) != length || strncmp(table[k].listed.name, name, length) != 0))
            k++;
        if (k == count || name[length] != '=' || !read_value(name + length + 1, &table[k], &end, &value)) return text;
        store(&table[k], value, options);
        text = end;
    }
    return text;
}
