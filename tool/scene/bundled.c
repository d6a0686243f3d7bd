// Bundled files lie in share/holdfast/scenes beside the bin folder of the tool. The place is found from the running
// program, so that an installed tree can be moved; a build folder has a link there (tool/CMakeLists.txt).

#include "bundled.h"

#include "console.h"
#include "options.h"
#include "scene_options.h"
#include "system.h"

#include "holdfast/scene.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    NAMES_MOST = 1000, // scenes of a folder that are looked at for one with a name like what was typed
};

/// The folder of the running program; false where the system does not tell.
static bool program_folder(char *folder, size_t size)
{
    if (!system_program(folder, size)) return false;
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
    return slash != NULL;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/// Appends the names of a folder's scenes to the list.
static void list_scenes(const char *folder, char **names, int *count)
{
    static const char *const endings[] = {".xml", ".urdf", ".svg"};
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && *count < NAMES_MOST && (entry = readdir(open)) != NULL;)
        for (int k = 0; k < 3; k++)
        {
            size_t length = strlen(entry->d_name), ending = strlen(endings[k]);
            if (length > ending && strcmp(entry->d_name + length - ending, endings[k]) == 0)
                names[(*count)++] = tool_text("%s", entry->d_name);
        }
    if (open) closedir(open);
}

void suggest_scene(const char *word)
{
    char *names[NAMES_MOST], folder[4096],
        *here = tool_text("%.*s", (int)strcspn(word, scene_is_file(word) ? "?#" : ":?#"), word);
    char *slash = strrchr(here, '/');
    const char *name = slash ? slash + 1 : here, *near = NULL;
    int count = 0;
    for (int k = 0; !slash && k < hf_builtin_count() && count < NAMES_MOST; k++)
    {
        names[count++] = tool_text("%s", hf_builtin_at(k)->name);
        if (strcmp(names[count - 1], here) == 0) near = here; // there it is
    }
    if (!near && !exists(here))
    {
        char *bundled = NULL;
        if (slash) *slash = '\0';
        list_scenes(slash ? here : ".", names, &count);
        if (!slash && program_folder(folder, sizeof folder))
            list_scenes(bundled = tool_text("%s/" HOLDFAST_SCENES_FROM_BIN, folder), names, &count);
        free(bundled);
        for (int k = 0; k < count && !near; k++) // its ending is missing
            if (strncmp(names[k], name, strlen(name)) == 0 && names[k][strlen(name)] == '.') near = names[k];
        if (!near) near = nearest_word(name, (const char *const *)names, count);
        if (near && strcmp(near, name) != 0)
            tool_error("there is no '%s'; did you mean '%s%s%s'?", word, slash ? here : "", slash ? "/" : "", near);
    }
    for (int k = 0; k < count; k++) free(names[k]);
    free(here);
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

char *bundled_page(const char *page)
{
    const char *way = HOLDFAST_PAGES_FROM_BIN;
    char folder[4096], *address = NULL;
    if (!program_folder(folder, sizeof folder)) return NULL;
    for (char *slash; strncmp(way, "../", 3) == 0 && (slash = strrchr(folder, '/')) != NULL; way += 3) *slash = '\0';
    char *path = tool_text("%s/%s/%.*s", folder, way, (int)strcspn(page, "#"), page);
    if (exists(path)) address = tool_text("file://%s%s", path, page + strcspn(page, "#"));
    free(path);
    return address;
}
