#include "base/file.h"

#include "base/arena.h"
#include "base/error.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Nothing that describes a scene is larger; a device or a pipe would never end.
static const long long file_limit = 2000000000; // bytes

static const size_t path_shown = 150; // bytes of a path in a message

hf_status file_error(hf_error *error, hf_status status, const char *path, const char *format, ...)
{
    if (!error) return status;
    char text[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t length = strlen(path);
    bool cut = length > path_shown;
    return error_set(error, status, "%s%s: %s", cut ? "..." : "", cut ? path + length - path_shown : path, text);
}

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
    if (platform_is_absolute(name) || !folder[0]) return text_copy(arena, name, strlen(name));
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = ARENA_ARRAY(arena, char, size);
    if (!path) return NULL;
    bool slash = folder[strlen(folder) - 1] == '/';
    snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", name);
    return path;
}

char *path_folder(hf_workspace *arena, const char *path)
{
    const char *slash = platform_last_slash(path);
    return text_copy(arena, path, slash == path ? 1 : slash ? (size_t)(slash - path) : 0);
}

static _Thread_local const file_source *given;

const file_source *file_source_use(const file_source *source)
{
    const file_source *before = given;
    given = source;
    return before;
}

static bool find_given(const char *path, const void **bytes, size_t *size)
{
    return given && given->find(given->context, path, bytes, size);
}

bool file_is_given(const char *path)
{
    const void *bytes;
    size_t size;
    return find_given(path, &bytes, &size);
}

bool file_exists(const char *path)
{
    struct stat info;
    return file_is_given(path) || stat(path, &info) == 0;
}

bool file_identify(const char *path, file_identity *identity)
{
    const void *bytes;
    size_t size;
    if (!find_given(path, &bytes, &size)) return platform_identify(path, identity);
    *identity = (file_identity){ULLONG_MAX, (uintptr_t)bytes}; // no device's number
    return true;
}

hf_status file_read(const char *path, hf_workspace *arena, char **bytes, size_t *size, hf_error *error)
{
    return file_read_within(path, file_limit, arena, bytes, size, error);
}

static hf_status copy_given(const char *path, long long limit, const void *there, size_t size, hf_workspace *arena,
                            char **bytes, hf_error *error)
{
    if (size > (unsigned long long)limit)
        return file_error(error, HF_STATUS_FILE, path, "has %zu bytes, and may have %lld", size, limit);
    *bytes = text_copy(arena, there ? there : "", size);
    return *bytes ? HF_STATUS_OK : error_no_memory(error);
}

hf_status file_read_within(const char *path, long long limit, hf_workspace *arena, char **bytes, size_t *size,
                           hf_error *error)
{
    struct stat info;
    const void *there;
    if (find_given(path, &there, size)) return copy_given(path, limit, there, *size, arena, bytes, error);
    if (stat(path, &info) != 0) return file_error(error, HF_STATUS_FILE, path, "cannot be read: %s", strerror(errno));
    if (!S_ISREG(info.st_mode)) return file_error(error, HF_STATUS_FILE, path, "is not a file");
    if (info.st_size > limit)
        return file_error(error, HF_STATUS_FILE, path, "has %lld bytes, and may have %lld", (long long)info.st_size,
                          limit);
    FILE *file = fopen(path, "rb");
    if (!file) return file_error(error, HF_STATUS_FILE, path, "cannot be read: %s", strerror(errno));
    *size = (size_t)info.st_size;
    *bytes = ARENA_ARRAY(arena, char, *size + 1);
    size_t got = *bytes ? fread(*bytes, 1, *size, file) : 0;
    fclose(file);
    if (!*bytes) return error_no_memory(error);
    if (got != *size) return file_error(error, HF_STATUS_FILE, path, "reading stopped after %zu bytes", got);
    (*bytes)[got] = 0;
    return HF_STATUS_OK;
}
