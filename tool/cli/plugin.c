#include "plugin.h"

#include "console.h"
#include "options.h"
#include "system.h"

#include "holdfast/solve.h"

#include <stdlib.h>
#include <string.h>

/// A path for dlopen, which looks for a bare name in the system's folders alone.
static void *open_shared(const char *path, char *message, size_t size)
{
    char *named = strchr(path, '/') ? tool_text("%s", path) : tool_text("./%s", path);
    void *file = system_load(named, message, size);
    free(named);
    return file;
}

bool plugin_load(const char *path)
{
    char message[1000];
    void *file = open_shared(path, message, sizeof message);
    if (!file)
    {
        tool_error("--plugin: %s", message);
        return false;
    }
    void *symbol = system_symbol(file, "hf_plugin");
    hf_plugin_function enter;
    memcpy(&enter, &symbol, sizeof enter); // ISO C has no cast from an object to a function
    if (!enter)
    {
        tool_error("--plugin %s: it has no function hf_status hf_plugin(hf_error *error), which registers its solvers",
                   path);
        return false;
    }
    hf_error error = {0};
    if (enter(&error) == HF_STATUS_OK) return true;
    tool_error("--plugin %s: %s", path, error.message);
    return false;
}

bool plugins_load(int count, char *const *words)
{
    static const char *const option = "--plugin";
    size_t length = strlen(option);
    for (int k = 0; k < count && strcmp(words[k], "--") != 0; k++)
    {
        const char *path = NULL;
        if (strncmp(words[k], "--plugin=", length + 1) == 0) path = words[k] + length + 1;
        else if (strcmp(words[k], option) == 0 && k + 1 < count) path = words[++k];
        if (path && !plugin_load(path)) return false;
    }
    return true;
}
