// Keyframes of a body by the name of their file: table.csv; file.gltf or file.glb, with #node or #node,animation behind
// it.

#include "scene/motion/motion_keys.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcasecmp(text + length - tail, end) == 0;
}

static hf_status read_by_ending(const char *name, hf_motion_keys *keys, hf_error *error)
{
    const char *mark = strrchr(name, '#');
    size_t length = mark ? (size_t)(mark - name) : strlen(name);
    char *path = text_copy(keys->arena, name, length),
         *node = mark ? text_copy(keys->arena, mark + 1, strlen(mark + 1)) : NULL;
    if (!path || (mark && !node)) return error_no_memory(error);
    char *animation = node ? strchr(node, ',') : NULL;
    if (animation) *animation++ = 0;
    if (node && !*node) node = NULL;
    if (ends_with(path, ".gltf") || ends_with(path, ".glb"))
        return motion_read_gltf(path, node, animation, keys, error);
    if (ends_with(path, ".csv")) return motion_read_csv(path, keys, error);
    return file_error(error, HF_STATUS_FORMAT, name, "motion is read from .csv, .gltf and .glb files");
}

hf_status hf_motion_read(const char *name, hf_motion_keys **keys, hf_error *error)
{
    *keys = NULL;
    hf_motion_keys *made = MEMORY_ARRAY(hf_motion_keys, 1);
    if (!made) return error_no_memory(error);
    hf_status status = hf_workspace_create(&made->arena, error);
    if (status == HF_STATUS_OK)
    {
        c_locale locale = c_locale_enter();
        status = read_by_ending(name, made, error);
        c_locale_leave(&locale);
    }
    if (status == HF_STATUS_OK) *keys = made;
    else hf_motion_keys_destroy(made);
    return status;
}

hf_motion_def hf_motion_keys_def(const hf_motion_keys *keys, int body)
{
    return (hf_motion_def){.body = body,
                           .key_count = keys->count,
                           .times = keys->times,
                           .positions = keys->positions,
                           .orientations = keys->orientations};
}

void hf_motion_keys_destroy(hf_motion_keys *keys)
{
    if (!keys) return;
    hf_workspace_destroy(keys->arena);
    free(keys);
}
