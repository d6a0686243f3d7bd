// Shared objects of the user's own, which register solvers with the library (--plugin).

#ifndef HF_TOOL_PLUGIN_H
#define HF_TOOL_PLUGIN_H

#include <stdbool.h>

/// Loads the file and calls its hf_plugin (holdfast/solve.h). It stays until the program ends. False after an error
/// message.
bool plugin_load(const char *path);

/// What follows "--plugin" among the words of a command: loads each, so that options that name solvers know them
/// wherever they stand.
bool plugins_load(int count, char *const *words);

#endif
