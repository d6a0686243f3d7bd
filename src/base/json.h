// JSON, as much as glTF needs: a tree of values in an arena, with the line of each for messages.

#ifndef HF_BASE_JSON_H
#define HF_BASE_JSON_H

#include "holdfast/workspace.h"

#include <stdbool.h>

typedef enum json_kind
{
    JSON_NULL = 0,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_LIST,
    JSON_OBJECT,
} json_kind;

typedef struct json_value
{
    json_kind kind;
    long line;
    double number;                   // or 1 of true
    const char *text;                // of a text
    const char *name;                // of a member of an object
    struct json_value *first, *next; // children, and the next beside it
    int count;                       // of children
} json_value;

/// Reads a whole text, which it changes. HF_STATUS_FORMAT, with file and line, if it is none; what is nested deeper
/// than 64 is none.
hf_status json_read(const char *path, char *text, hf_workspace *arena, json_value **root, hf_error *error);

/// The member of an object; NULL if it has none, or `object` is no object.
const json_value *json_member(const json_value *object, const char *name);

/// The k-th of a list; NULL if there is none, or `list` is no list. Linear in k.
const json_value *json_item(const json_value *list, int k);

/// The number of a member, `otherwise` if there is none; whether a member is a whole number within 0 … most.
double json_member_number(const json_value *object, const char *name, double otherwise);
bool json_member_index(const json_value *object, const char *name, double most, int *index);

#endif
