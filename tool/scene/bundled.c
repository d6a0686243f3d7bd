// Bundled files lie in share/holdfast/scenes beside the bin folder of the tool. The place is found from the running
// program, so that an installed tree can be moved; a build folder has a link there (tool/CMakeLists.txt).

#include "bundled.h"

#include "console.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The folder of the running program; false where the system does not tell.
static bool program_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length <= 0 || (size_t)length >= size - 1) return false; // a path that was cut is none
    folder[length] = 0;
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
    return slash != NULL;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

char *bundled_path(const char *name)
{
    int length = (int)strcspn(name, "?#"); // of the file's name
    char folder[4096], *here = tool_text("%.*s", length, name), *bundled = NULL;
    if (length > 0 && !strchr(here, '/') && !exists(here) && program_folder(folder, sizeof folder))
        bundled = tool_text("%s/" HOLDFAST_SCENES_FROM_BIN "/%s", folder, here);
    bool found = bundled && exists(bundled);
    char *path = found ? tool_text("%s%s", bundled, name + length) : tool_text("%s", name);
    free(here);
    free(bundled);
    return path;
}
