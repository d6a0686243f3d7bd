// Files of SDF by their uri.
//
//   model://NAME/rest, package://NAME/rest   NAME below a folder of GZ_SIM_RESOURCE_PATH, SDF_PATH, GAZEBO_MODEL_PATH
//                                            or ROS_PACKAGE_PATH, or such a folder itself; else below a folder above
//                                            the file
//   file://path, path                        that path, or beside the file; else as above

#include "scene/sdf/sdf.h"

#include "base/error.h"
#include "base/file.h"
#include "base/platform.h"

#include <stdlib.h>
#include <string.h>

static bool exists(const char *path)
{
    return path && file_exists(path);
}

/// folder/NAME/rest, or folder/rest if the folder is called NAME.
static const char *look_in(hf_workspace *arena, const char *folder, const char *name)
{
    size_t length = strcspn(name, "/"), size = strlen(folder);
    while (size > 1 && folder[size - 1] == '/') size--;
    const char *whole = path_join(arena, folder, name);
    if (exists(whole)) return whole;
    bool own = size >= length && strncmp(folder + size - length, name, length) == 0 &&
               (size == length || folder[size - length - 1] == '/');
    const char *rest = own ? path_join(arena, folder, name[length] ? name + length + 1 : "") : NULL;
    return exists(rest) ? rest : NULL;
}

static const char *look_along(hf_workspace *arena, const char *list, const char *name)
{
    const char *found = NULL;
    for (const char *at = list; at && *at && !found;)
    {
        size_t length = strcspn(at, ":");
        const char *folder = text_copy(arena, at, length);
        if (folder && length) found = look_in(arena, folder, name);
        at += length + (at[length] == ':');
    }
    return found;
}

static const char *look_above(hf_workspace *arena, const char *beside, const char *name)
{
    char *real = platform_full_path(beside[0] ? beside : ".");
    char *folder = real ? text_copy(arena, real, strlen(real)) : NULL;
    free(real);
    const char *found = NULL;
    while (folder && folder[0] && !found)
    {
        found = look_in(arena, folder, name);
        char *slash = strrchr(folder, '/');
        if (!slash) break;
        *slash = 0;
    }
    return found;
}

/// NULL if memory is short. What is given from memory keeps its name.
static const char *full_path(hf_workspace *arena, const char *path)
{
    char *full = file_is_given(path) ? NULL : platform_full_path(path);
    const char *copy = text_copy(arena, full ? full : path, strlen(full ? full : path));
    free(full);
    return copy;
}

static const char *look_for(hf_workspace *arena, const char *beside, const char *uri)
{
    static const char *const lists[] = {"GZ_SIM_RESOURCE_PATH", "SDF_PATH", "GAZEBO_MODEL_PATH", "ROS_PACKAGE_PATH"};
    const char *scheme = strstr(uri, "://"), *name = scheme ? scheme + 3 : uri;
    bool is_file = !scheme || strncmp(uri, "file://", 7) == 0;
    const char *found = is_file ? path_join(arena, beside, name) : NULL;
    if (found && !exists(found)) found = NULL;
    for (size_t k = 0; k < sizeof lists / sizeof lists[0] && !found; k++)
        found = look_along(arena, getenv(lists[k]), name);
    return found ? found : look_above(arena, beside, name);
}

hf_status sdf_find_file(sdf_reader *reader, const xml_node *node, const char *uri, const char **path)
{
    hf_workspace *arena = reader->scene->arena;
    const char *beside = path_folder(arena, node->file);
    *path = NULL;
    if (!beside) return error_no_memory(reader->scene->error);
    const char *found = look_for(arena, beside, uri);
    if (!found) return HF_STATUS_OK;
    *path = full_path(arena, found);
    return *path ? HF_STATUS_OK : error_no_memory(reader->scene->error);
}
