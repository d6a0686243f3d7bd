// A scene by what the user calls it: a file by its ending, or one of the samples by its name (samples.h).

#include "scene/samples.h"

#include "base/error.h"
#include "base/memory.h"
#include "scene/mjcf/mjcf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const scene_samples *samples; // NULL: a library without any

void scene_set_samples(const scene_samples *source)
{
    samples = source;
}

int hf_builtin_count(void)
{
    return samples ? samples->count() : 0;
}

const hf_builtin *hf_builtin_at(int index)
{
    return samples ? samples->at(index) : NULL;
}

hf_status hf_builtin_make(const char *name, const char *parameters, uint64_t seed, hf_builder **builder,
                          hf_error *error)
{
    *builder = NULL;
    if (!samples) return error_set(error, HF_STATUS_UNSUPPORTED, "this library has no built-in scenes");
    return samples->make(name, parameters, seed, builder, error);
}

static bool is_sample(const char *name)
{
    for (int k = 0; k < hf_builtin_count(); k++)
        if (strcmp(hf_builtin_at(k)->name, name) == 0) return true;
    return false;
}

/// Whether the user means a file: built-in scenes have neither a slash nor a dot before their parameters.
static bool means_file(const char *scene)
{
    size_t length = strcspn(scene, ":");
    return memchr(scene, '/', length) || memchr(scene, '.', length);
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

/// The path, and after a # where an MJCF file starts, or "floating" of a URDF file.
static hf_status open_file(const char *scene, hf_notice notice, void *context, hf_builder **builder, hf_error *error)
{
    const char *hash = strrchr(scene, '#');
    size_t length = hash ? (size_t)(hash - scene) : strlen(scene);
    char *path = memory_copy(scene, length + 1, 1); // with the # or the end, which becomes the end
    if (!path) return error_no_memory(error);
    path[length] = '\0';
    char *sets = strchr(path, '?');
    if (sets) *sets++ = '\0';
    hf_urdf_options options = hf_urdf_options_default();
    hf_status status;
    if (sets && (ends_in(path, ".svg") || ends_in(path, ".urdf")))
        status =
            error_set(error, HF_STATUS_UNSUPPORTED, "%s: attributes are set in MJCF files only ('?%s')", path, sets);
    else if (ends_in(path, ".svg")) status = hf_scene_read_svg(path, notice, context, builder, error);
    else if (!ends_in(path, ".urdf"))
        status = mjcf_read(path, hash ? hash + 1 : NULL, sets, notice, context, builder, error);
    else if (hash && hash[1] && strcmp(hash + 1, "floating") != 0)
        status = error_set(error, HF_STATUS_INVALID, "%s: '%s': URDF has no keyframes; #floating lets the root float",
                           path, hash);
    else
    {
        options.floating = hash && hash[1];
        options.package_path = getenv("ROS_PACKAGE_PATH");
        status = hf_scene_read_urdf(path, &options, notice, context, builder, error);
    }
    free(path);
    return status;
}

hf_status hf_scene_open(const char *scene, uint64_t seed, hf_notice notice, void *context, hf_builder **builder,
                        hf_error *error)
{
    *builder = NULL;
    if (means_file(scene)) return open_file(scene, notice, context, builder, error);
    char name[64];
    size_t length = strcspn(scene, ":");
    if (length >= sizeof name)
        return error_set(error, HF_STATUS_INVALID, "there is no built-in scene '%.40s…'; `holdfast scenes` lists them",
                         scene);
    memcpy(name, scene, length);
    name[length] = 0;
    if (!is_sample(name))
        return error_set(
            error, HF_STATUS_INVALID,
            "'%s' is neither a built-in scene (`holdfast scenes` lists them) nor a file, whose name ends in .xml "
            "(MJCF), .urdf or .svg",
            name);
    return hf_builtin_make(name, scene[length] == ':' ? scene + length + 1 : NULL, seed, builder, error);
}
