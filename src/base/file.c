#include "base/file.h"

#include "base/arena.h"
#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Nothing that describes a scene is larger; a device or a pipe would never end.
static const long long file_limit = 2000000000; // bytes

char *text_copy(hf_workspace *arena, const char *text, size_t length)
{
    char *copy = ARENA_ARRAY(arena, char, length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *path_join(hf_workspace *arena, const char *folder, const char *name)
{
    if (name[0] == '/' || !folder[0]) return text_copy(arena, name, strlen(name));
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = ARENA_ARRAY(arena, char, size);
    if (!path) return NULL;
    bool slash = folder[strlen(folder) - 1] == '/';
    snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", name);
    return path;
}

char *path_folder(hf_workspace *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return text_copy(arena, path, slash == path ? 1 : slash ? (size_t)(slash - path) : 0);
}

bool file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

hf_status file_read(const char *path, hf_workspace *arena, char **bytes, size_t *size, hf_error *error)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return error_set(error, HF_STATUS_FILE, "%s: cannot be read: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode)) return error_set(error, HF_STATUS_FILE, "%s: is not a file", path);
    if (info.st_size > file_limit)
        return error_set(error, HF_STATUS_FILE, "%s: is larger than %lld bytes", path, file_limit);
    FILE *file = fopen(path, "rb");
    if (!file) return error_set(error, HF_STATUS_FILE, "%s: cannot be read: %s", path, strerror(errno));
    *size = (size_t)info.st_size;
    *bytes = ARENA_ARRAY(arena, char, *size + 1);
    size_t got = *bytes ? fread(*bytes, 1, *size, file) : 0;
    fclose(file);
    if (!*bytes) return error_no_memory(error);
    if (got != *size) return error_set(error, HF_STATUS_FILE, "%s: reading stopped after %zu bytes", path, got);
    (*bytes)[got] = 0;
    return HF_STATUS_OK;
}
