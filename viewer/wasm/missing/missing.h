// Functions of POSIX that wasi-libc does not have, for files of a folder in memory: no modes, no links, nobody else.

#ifndef HF_WASM_MISSING_H
#define HF_WASM_MISSING_H

#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>

static inline int fchmod(int file, mode_t mode)
{
    (void)file, (void)mode;
    return 0;
}

/// wasi-libc declares it and does not have it.
__attribute__((weak)) int flock(int file, int how)
{
    (void)file, (void)how;
    return 0;
}

/// There are no links, so that a path is what it says.
static inline char *realpath(const char *path, char *resolved)
{
    (void)resolved;
    char *copy = (char *)malloc(strlen(path) + 1);
    return copy ? strcpy(copy, path) : NULL;
}

#endif
