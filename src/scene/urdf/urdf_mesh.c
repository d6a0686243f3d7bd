// Where the meshes of a URDF file are.
//
//   package://NAME/rest   NAME below one of the folders of the package path, or one of them itself; else a folder NAME
//                         above the file,
//                         or beside one of those above it; or one of all these whose package.xml has that name
//   file:///path          that path
//   path                  beside the file, or below the compiler's meshdir

#include "scene/urdf/urdf.h"

#include "base/error.h"
#include "base/file.h"
#include "base/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *path, const char *name, size_t length)
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') size--;
    if (size < length || strncmp(path + size - length, name, length) != 0) return false;
    return size == length || path[size - length - 1] == '/';
}

/// Whether the package.xml of a folder has that name, whatever the folder is called.
static bool names_itself(mjcf_reader *scene, const char *folder, const char *name, size_t length)
{
    const char *file = path_join(scene->arena, folder, "package.xml");
    char *text;
    size_t size;
    hf_error error;
    if (!file || !file_exists(file) || file_read(file, scene->arena, &text, &size, &error) != HF_STATUS_OK)
        return false;
    const char *own = strstr(text, "<name>");
    if (!own) return false;
    own += strlen("<name>");
    own += strspn(own, " \t\r\n");
    return strncmp(own, name, length) == 0 && strchr("< \t\r\n", own[length]) && own[length];
}

/// folder/NAME/rest, or folder/rest if the folder is called NAME or its package is. NULL in *path if neither exists.
static hf_status look_in(mjcf_reader *scene, const char *folder, const char *package, const char **path)
{
    size_t length = strcspn(package, "/");
    const char *whole = path_join(scene->arena, folder, package);
    const char *rest = path_join(scene->arena, folder, package[length] ? package + length + 1 : "");
    if (!whole || !rest) return error_no_memory(scene->error);
    *path = NULL;
    if (file_exists(whole)) *path = whole;
    else if (file_exists(rest) && (ends_with(folder, package, length) || names_itself(scene, folder, package, length)))
        *path = rest;
    return HF_STATUS_OK;
}

static hf_status search_list(urdf_reader *reader, const char *package, const char **path)
{
    mjcf_reader *scene = reader->scene;
    for (const char *at = reader->options.package_path; at && *at && !*path;)
    {
        size_t length = strcspn(at, ":");
        char *folder = text_copy(scene->arena, at, length);
        if (!folder) return error_no_memory(scene->error);
        if (length) TRY(look_in(scene, folder, package, path));
        at += length + (at[length] == ':');
    }
    return HF_STATUS_OK;
}

static hf_status search_above(urdf_reader *reader, const char *package, const char **path)
{
    mjcf_reader *scene = reader->scene;
    char *real = platform_full_path(scene->folder[0] ? scene->folder : ".");
    char *folder = real ? text_copy(scene->arena, real, strlen(real)) : NULL;
    free(real);
    if (!folder) return error_no_memory(scene->error);
    while (folder[0] && !*path)
    {
        TRY(look_in(scene, folder, package, path));
        char *slash = strrchr(folder, '/');
        if (!slash) break; // the root of a drive
        *slash = 0;
    }
    return HF_STATUS_OK;
}

/// What a package lacks when its folder has another name: the path without one or more of its first folders, beside the
/// file or above it. It must be in a folder still.
static hf_status search_parts(urdf_reader *reader, const xml_node *node, const char *package, const char **path)
{
    mjcf_reader *scene = reader->scene;
    char *real = platform_full_path(scene->folder[0] ? scene->folder : ".");
    const char *begin = real ? text_copy(scene->arena, real, strlen(real)) : NULL;
    free(real);
    if (!begin) return error_no_memory(scene->error);
    for (const char *part = strchr(package, '/'); part && strchr(part + 1, '/') && !*path; part = strchr(part + 1, '/'))
    {
        char *folder = text_copy(scene->arena, begin, strlen(begin));
        for (char *slash = folder; folder && slash && folder[0] && !*path;)
        {
            const char *there = path_join(scene->arena, folder, part + 1);
            if (!there) return error_no_memory(scene->error);
            if (file_exists(there)) *path = there;
            if ((slash = strrchr(folder, '/')) != NULL) *slash = 0;
        }
        if (!folder) return error_no_memory(scene->error);
    }
    if (*path && !reader->strayed) mjcf_note(scene, node, "its package is not there: it is taken from beside the file");
    reader->strayed = reader->strayed || *path;
    return HF_STATUS_OK;
}

/// NULL if memory is short.
static const char *path_in_meshdir(mjcf_reader *scene, const char *name)
{
    const char *sub = scene->compiler.meshdir ? scene->compiler.meshdir : scene->compiler.assetdir;
    const char *folder = sub ? path_join(scene->arena, scene->folder, sub) : scene->folder;
    return folder ? path_join(scene->arena, folder, name) : NULL;
}

static hf_status find_file(urdf_reader *reader, const xml_node *node, const char *file, const char **path)
{
    static const char package[] = "package://", model[] = "model://", plain[] = "file://";
    mjcf_reader *scene = reader->scene;
    *path = NULL;
    hf_status status = HF_STATUS_OK;
    const char *slash = strrchr(file, '/');
    bool named = strncmp(file, package, strlen(package)) == 0 || strncmp(file, model, strlen(model)) == 0;
    if (scene->compiler.strip_path || (!named && strncmp(file, plain, strlen(plain)) != 0))
    {
        *path = path_in_meshdir(scene, scene->compiler.strip_path && slash ? slash + 1 : file);
        if (!*path) return error_no_memory(scene->error);
    }
    else if (named)
    {
        const char *rest = strstr(file, "://") + 3;
        status = search_list(reader, rest, path);
        if (status == HF_STATUS_OK && !*path) status = search_above(reader, rest, path);
        if (status == HF_STATUS_OK && !*path) status = search_parts(reader, node, rest, path);
    }
    else *path = file + strlen(plain);
    if (status == HF_STATUS_OK && slash && (!*path || !file_exists(*path)))
    {
        // MuJoCo strips paths of URDF unless it is told not to: "meshes/hip.STL" beside meshdir="meshes". Others
        // pass over what MuJoCo is told.
        const char *bare = path_in_meshdir(scene, slash + 1);
        const char *beside = named ? bare : path_join(scene->arena, scene->folder, file);
        if (!bare || !beside) return error_no_memory(scene->error);
        if (file_exists(bare)) *path = bare;
        else if (file_exists(beside)) *path = beside;
    }
    if (status == HF_STATUS_OK && (!*path || !file_exists(*path)))
        return mjcf_fail(scene, node, HF_STATUS_FILE, "filename: '%s' does not exist%s", *path ? *path : file,
                         named ? "; name the folder of its package in ROS_PACKAGE_PATH" : "");
    return status;
}

static bool same_scale(const double a[3], const double b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

hf_status urdf_find_mesh(urdf_reader *reader, const xml_node *node, const char **name)
{
    mjcf_reader *scene = reader->scene;
    const char *file = xml_value(node, "filename"), *path = NULL;
    if (!file) return mjcf_fail(scene, node, HF_STATUS_FORMAT, "needs the attribute filename");
    mjcf_mesh mesh = scene->classes->mesh;
    hf_status status = mjcf_numbers(scene, node, "scale", mesh.scale, 1, 3, NULL);
    int count = 0;
    double values[3];
    if (status == HF_STATUS_OK) status = mjcf_numbers(scene, node, "scale", values, 1, 3, &count);
    if (count == 1) mesh.scale[1] = mesh.scale[2] = values[0];
    if (status == HF_STATUS_OK) status = find_file(reader, node, file, &path);
    if (status != HF_STATUS_OK) return status;
    for (int i = 0; i < 3; i++)
        if (mesh.scale[i] == 0) return mjcf_fail(scene, node, HF_STATUS_INVALID, "scale: must not be 0");
    for (int k = 0; k < scene->mesh_count; k++) // the same file at the same scale is one mesh
        if (strcmp(scene->meshes[k].path, path) == 0 && same_scale(scene->meshes[k].scale, mesh.scale))
        {
            *name = scene->meshes[k].name;
            return HF_STATUS_OK;
        }
    size_t size = strlen(path) + 24;
    char *own = ARENA_ARRAY(scene->arena, char, size);
    if (!own) return error_no_memory(scene->error);
    const char *slash = strrchr(path, '/'), *begin = slash ? slash + 1 : path;
    snprintf(own, size, "%.*s_%d", (int)strcspn(begin, "."), begin, scene->mesh_count);
    mesh.file = file;
    mesh.path = path;
    mesh.name = own;
    mesh.node = node;
    *name = own;
    scene->meshes[scene->mesh_count++] = mesh;
    return HF_STATUS_OK;
}
