// What tests ask of POSIX and Windows calls otherwise, or does not have.

#ifndef HF_TEST_SYSTEMS_H
#define HF_TEST_SYSTEMS_H

#ifdef _WIN32

#include <direct.h>
#include <errno.h>
#include <io.h>
#include <process.h>
#include <stdio.h>
#include <string.h>

#define mkdir(path, mode) _mkdir(path)

/// The six letters X at the end become a name that was free.
static inline char *mkdtemp(char *name)
{
    size_t length = strlen(name);
    for (int k = 0; k < 1000; k++)
    {
        snprintf(name + length - 6, 7, "%03d%03d", _getpid() % 1000, k);
        if (_mkdir(name) == 0) return name;
        if (errno != EEXIST) break;
    }
    return NULL;
}

#endif

#endif
