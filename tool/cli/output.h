// A file that appears under its name only when it is complete: written beside it, then renamed.

#ifndef HF_TOOL_OUTPUT_H
#define HF_TOOL_OUTPUT_H

#include "holdfast/status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct output_file
{
    const char *path; // what the user asked for; NULL: nothing was asked for, and all calls do nothing
    char *temporary;
    bool whole; // it has been committed
} output_file;

/// Proves that the file can be written, before any work is done, by making its temporary twin. False after an error
/// message.
/// `path` may be NULL. An output that has been begun must be committed or dropped.
bool output_begin(output_file *output, const char *path);

/// Opens the temporary for writing text. NULL after an error message.
FILE *output_open(output_file *output);

/// Closes the stream (NULL is allowed) and renames the temporary. False after an error message.
bool output_commit(output_file *output, FILE *stream);

/// A message of the library about the temporary, without the name that the user has never seen: it goes on about the
/// file itself.
const char *output_message(const output_file *output, char *message);

/// Throws the temporary away, unless it was committed.
void output_drop(output_file *output);

/// False after an error message if two of the paths (NULL: not asked for) are the same.
bool outputs_differ(const char *const *paths, int count);

/// Copies a file over another.
bool copy_file(const char *from, const char *to, hf_error *error);

/// Whether `path` is a folder.
bool is_folder(const char *path);

/// Makes a folder and those above it. False after an error message.
bool make_folder(const char *path);

/// The part of a path after the last slash.
const char *base_name(const char *path);

#endif
