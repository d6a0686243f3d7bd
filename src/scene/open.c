// A scene by what the user calls it: a file by its ending, or one of the samples by its name (samples.h).

#include "scene/samples.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "scene/bundled.h"
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

/// Whether the user means a file: built-in scenes have neither a slash nor a dot before their parameters. A path may
/// begin with a drive of Windows.
static bool means_file(const char *scene)
{
    if (scene[0] && scene[1] == ':' && (scene[2] == '/' || scene[2] == '\\')) return true;
    size_t length = strcspn(scene, ":");
    return memchr(scene, '/', length) || memchr(scene, '.', length);
}

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

static hf_status read_urdf(const char *path, const char *start, hf_notice notice, void *context, hf_builder **builder,
                           hf_error *error)
{
    if (start && *start && strcmp(start, "floating") != 0)
        return error_set(error, HF_STATUS_INVALID, "%s: '#%s': URDF has no keyframes; #floating lets the root float",
                         path, start);
    hf_urdf_options options = hf_urdf_options_default();
    options.floating = start && *start;
    options.package_path = getenv("ROS_PACKAGE_PATH");
    return hf_scene_read_urdf(path, &options, notice, context, builder, error);
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
    const char *start = hash ? hash + 1 : NULL;
    char *bundled = file_exists(path) ? NULL : bundled_file(path);
    const char *file = bundled ? bundled : path;
    hf_status status;
    if (sets && (ends_in(file, ".svg") || ends_in(file, ".urdf")))
        status =
            error_set(error, HF_STATUS_UNSUPPORTED, "%s: attributes are set in MJCF files only ('?%s')", path, sets);
    else if (ends_in(file, ".svg")) status = hf_scene_read_svg(file, notice, context, builder, error);
    else if (ends_in(file, ".urdf")) status = read_urdf(file, start, notice, context, builder, error);
    else status = mjcf_read(file, start, sets, notice, context, builder, error);
    free(bundled);
    free(path);
    return status;
}

// ---- from memory ----

hf_scene_source hf_scene_source_default(void)
{
    return (hf_scene_source){.name = "scene"};
}

/// The text stands for a file, which readers open as any other.
typedef struct text_file
{
    const char *text;
    size_t size;
    const hf_scene_source *source;
} text_file;

static bool find_text(void *context, const char *path, const void **bytes, size_t *size)
{
    const text_file *file = context;
    if (strcmp(path, file->source->name) == 0)
    {
        *bytes = file->text, *size = file->size;
        return true;
    }
    return file->source->find && file->source->find(file->source->find_context, path, bytes, size);
}

/// The name of the first element, which begins at *name; 0 if there is none.
static size_t first_element(const char *text, size_t size, const char **name)
{
    const char *end = text + size;
    for (const char *at = text; (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++)
    {
        size_t left = (size_t)(end - at);
        const char *closed = left >= 4 && memcmp(at, "<!--", 4) == 0 ? "-->" : ">";
        bool other = left < 2 || at[1] == '!' || at[1] == '?';
        *name = at + 1;
        size_t length = 0;
        while (!other && length < left - 1 && !strchr(" \t\r\n/>", at[1 + length])) length++;
        if (length > 0) return length;
        while (at + strlen(closed) <= end && memcmp(at, closed, strlen(closed)) != 0) at++;
        if (at >= end) return 0;
    }
    return 0;
}

static bool begins_with(const char *text, size_t size, const char *element)
{
    const char *name = text;
    size_t length = first_element(text, size, &name), colon = 0;
    while (colon < length && name[colon] != ':') colon++;
    if (colon < length) name += colon + 1, length -= colon + 1; // svg:svg
    return length == strlen(element) && memcmp(name, element, length) == 0;
}

hf_status hf_scene_read(const char *text, size_t size, const hf_scene_source *source, hf_notice notice, void *context,
                        hf_builder **builder, hf_error *error)
{
    hf_scene_source fallback = hf_scene_source_default();
    text_file file = {text, size, source ? source : &fallback};
    const char *path = file.source->name, *start = file.source->start;
    *builder = NULL;
    if (!path || !path[0]) return error_set(error, HF_STATUS_INVALID, "name: a scene needs one, for its errors");
    const file_source files = {find_text, &file}, *before = file_source_use(&files);
    hf_status status;
    if (begins_with(text, size, "robot")) status = read_urdf(path, start, notice, context, builder, error);
    else if (begins_with(text, size, "svg")) status = hf_scene_read_svg(path, notice, context, builder, error);
    else status = mjcf_read(path, start, NULL, notice, context, builder, error);
    file_source_use(before);
    return status;
}

// ---- by name ----

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
            "(MJCF), .urdf, .sdf or .svg",
            name);
    return hf_builtin_make(name, scene[length] == ':' ? scene + length + 1 : NULL, seed, builder, error);
}
