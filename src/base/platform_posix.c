#ifndef _WIN32

#define _XOPEN_SOURCE 700 // realpath
#ifdef __APPLE__
#define _DARWIN_C_SOURCE // flock
#endif

#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void *platform_allocate_aligned(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void platform_free_aligned(void *memory)
{
    free(memory);
}

int platform_open_new(const char *name)
{
    return open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

int platform_open_present(const char *name)
{
    return open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}

file_lock platform_lock(int file)
{
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return FILE_LOCK_OURS;
    return errno == EWOULDBLOCK ? FILE_LOCK_TAKEN : FILE_LOCK_UNKNOWN;
}

bool platform_is_at(int file, const char *name)
{
    struct stat open_one, named;
    return fstat(file, &open_one) == 0 && stat(name, &named) == 0 && open_one.st_ino == named.st_ino &&
           open_one.st_dev == named.st_dev && S_ISREG(open_one.st_mode);
}

bool platform_identify(const char *name, file_identity *identity)
{
    struct stat about;
    if (stat(name, &about) != 0) return false;
    *identity = (file_identity){.device = (unsigned long long)about.st_dev, .number = (unsigned long long)about.st_ino};
    return true;
}

bool platform_has_room(int file, size_t bytes)
{
#ifdef __APPLE__
    int trouble = 0; // has no posix_fallocate: a full disk shows when it is written
#else
    int trouble = bytes > 0 ? posix_fallocate(file, 0, (off_t)bytes) : 0;
#endif
    bool full = trouble == ENOSPC || trouble == EFBIG; // other troubles are about the call, not about the disk
    return ftruncate(file, 0) == 0 && !full;
}

void platform_copy_permissions(int file, const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0) (void)fchmod(file, about.st_mode & 07777);
}

bool platform_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

long long platform_write(int file, const void *bytes, size_t size)
{
    return write(file, bytes, size);
}

bool platform_flush(int file)
{
    return fsync(file) == 0;
}

bool platform_disk_full(void)
{
    return errno == ENOSPC || errno == EFBIG || errno == EDQUOT;
}

char *platform_full_path(const char *path)
{
    return realpath(path, NULL);
}

bool platform_is_absolute(const char *path)
{
    return path[0] == '/';
}

const char *platform_last_slash(const char *path)
{
    return strrchr(path, '/');
}

bool text_stream_begin(text_stream *stream)
{
    *stream = (text_stream){.out = NULL};
    stream->out = open_memstream(&stream->bytes, &stream->size);
    return stream->out != NULL;
}

bool text_stream_end(text_stream *stream)
{
    if (!stream->out) return false;
    bool well = !ferror(stream->out);
    return fclose(stream->out) == 0 && well && stream->bytes;
}

bool platform_thread_begin(pthread_t *thread, void *(*run)(void *), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    bool begun = pthread_create(thread, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

#else
typedef int nothing_here; // ISO C wants a declaration in every file
#endif
