// JSON written one object a line.

#ifndef HF_TOOL_JSON_H
#define HF_TOOL_JSON_H

#include <stdbool.h>
#include <stdio.h>

typedef struct json_writer
{
    FILE *out;
    bool filled; // the innermost object or array holds something already
} json_writer;

/// Begins an object on `out`; json_end closes it and ends the line.
json_writer json_begin(FILE *out);
void json_end(json_writer *json);

/// Members. A number that is not finite becomes null (JSON has no word for it); bytes that are not UTF-8 become U+FFFD.
void json_text(json_writer *json, const char *key, const char *value);
void json_number(json_writer *json, const char *key, double value);
void json_numbers(json_writer *json, const char *key, const double *values, int count);            // an array
void json_matrix(json_writer *json, const char *key, const double *values, int rows, int columns); // of its rows
void json_integer(json_writer *json, const char *key, long long value);
void json_boolean(json_writer *json, const char *key, bool value);

/// An array of objects: json_array_begin, then json_item_begin … json_item_end for each, then json_array_end.
void json_array_begin(json_writer *json, const char *key);
void json_array_end(json_writer *json);
void json_item_begin(json_writer *json);
void json_item_end(json_writer *json);

#endif
