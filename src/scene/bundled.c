// Bundled scenes lie where an installation, a build folder or a wheel has them, seen from the file that the library's
// code is in: so that a tree can be moved, and no path is compiled in.

#define _GNU_SOURCE // dladdr
#include "scene/bundled.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <unistd.h>

/// From the folder of libholdfast.so, or of a program that has the library in it.
static const char *const places[] = {"scenes", "share/holdfast/scenes", "../share/holdfast/scenes",
                                     "../../share/holdfast/scenes"};

/// The file that this code is in; 0 where the system does not tell. Of a program dladdr knows no more than what it was
/// called by.
static bool own_file(char *path, size_t size)
{
    Dl_info info;
    if (!dladdr((const void *)places, &info) || !info.dli_fname) return false;
    if (info.dli_fname[0] == '/') return (size_t)snprintf(path, size, "%s", info.dli_fname) < size;
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0 || (size_t)length >= size - 1) return false; // a path that was cut is none
    path[length] = '\0';
    return true;
}

char *bundled_file(const char *name)
{
    char own[PATH_MAX];
    if (!name[0] || strchr(name, '/') || !own_file(own, sizeof own)) return NULL;
    int folder = (int)(strrchr(own, '/') - own);
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
    {
        size_t size = (size_t)folder + strlen(places[k]) + strlen(name) + 3;
        char *path = malloc(size);
        if (!path) return NULL;
        snprintf(path, size, "%.*s/%s/%s", folder, own, places[k], name);
        if (file_exists(path)) return path;
        free(path);
    }
    return NULL;
}
#else
char *bundled_file(const char *name)
{
    (void)name;
    return NULL;
}
#endif
