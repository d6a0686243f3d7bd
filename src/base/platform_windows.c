#ifdef _WIN32

#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/// errno of the last call to Windows.
static void note_error(void)
{
    switch (GetLastError())
    {
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: errno = EEXIST; return;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND: errno = ENOENT; return;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: errno = ENOSPC; return;
    default: errno = EACCES; return;
    }
}

void *platform_allocate_aligned(size_t alignment, size_t size)
{
    return _aligned_malloc(size, alignment);
}

void platform_free_aligned(void *memory)
{
    _aligned_free(memory);
}

/// Others may rename and remove it while it is open, as elsewhere.
static int open_shared(const char *name, DWORD how)
{
    HANDLE handle =
        CreateFileA(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    how, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE)
    {
        note_error();
        return -1;
    }
    int file = _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY | _O_NOINHERIT);
    if (file < 0) CloseHandle(handle);
    return file;
}

int platform_open_new(const char *name)
{
    return open_shared(name, CREATE_NEW);
}

int platform_open_present(const char *name)
{
    return open_shared(name, OPEN_EXISTING);
}

/// Locks of Windows keep others from the bytes that are locked: this one lies beyond the end of any file.
file_lock platform_lock(int file)
{
    OVERLAPPED beyond = {.OffsetHigh = 0x40000000};
    if (LockFileEx((HANDLE)_get_osfhandle(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &beyond))
        return FILE_LOCK_OURS;
    DWORD reason = GetLastError();
    return reason == ERROR_LOCK_VIOLATION || reason == ERROR_IO_PENDING ? FILE_LOCK_TAKEN : FILE_LOCK_UNKNOWN;
}

static bool identify(HANDLE handle, file_identity *identity)
{
    BY_HANDLE_FILE_INFORMATION about;
    if (handle == INVALID_HANDLE_VALUE || !GetFileInformationByHandle(handle, &about))
    {
        note_error();
        return false;
    }
    *identity = (file_identity){.device = about.dwVolumeSerialNumber,
                                .number = (unsigned long long)about.nFileIndexHigh << 32 | about.nFileIndexLow};
    return true;
}

bool platform_identify(const char *name, file_identity *identity)
{
    HANDLE handle = CreateFileA(name, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS, NULL);
    bool known = identify(handle, identity);
    if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
    return known;
}

bool platform_is_at(int file, const char *name)
{
    file_identity open_one, named;
    return identify((HANDLE)_get_osfhandle(file), &open_one) && platform_identify(name, &named) &&
           open_one.device == named.device && open_one.number == named.number;
}

bool platform_has_room(int file, size_t bytes)
{
    bool room = bytes == 0 || (bytes <= INT64_MAX && _chsize_s(file, (int64_t)bytes) == 0);
    return _chsize_s(file, 0) == 0 && room;
}

void platform_copy_permissions(int file, const char *path)
{
    (void)file, (void)path; // those of the folder
}

bool platform_replace(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) return true;
    note_error();
    return false;
}

long long platform_write(int file, const void *bytes, size_t size)
{
    const size_t most = 1 << 30;
    return _write(file, bytes, (unsigned)(size < most ? size : most));
}

bool platform_flush(int file)
{
    return _commit(file) == 0;
}

bool platform_disk_full(void)
{
    return errno == ENOSPC || errno == EFBIG;
}

char *platform_full_path(const char *path)
{
    char *full = _fullpath(NULL, path, 0);
    for (char *at = full; at && *at; at++)
        if (*at == '\\') *at = '/';
    return full;
}

bool platform_is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':');
}

const char *platform_last_slash(const char *path)
{
    const char *slash = strrchr(path, '/'), *back = strrchr(path, '\\');
    return !slash || (back && back > slash) ? back : slash;
}

// ---- text: Windows has no stream in memory; a temporary file that is read back is what there is ----

bool text_stream_begin(text_stream *stream)
{
    *stream = (text_stream){.out = tmpfile()};
    return stream->out != NULL;
}

bool text_stream_end(text_stream *stream)
{
    if (!stream->out) return false;
    long size = ftell(stream->out);
    stream->bytes = size >= 0 ? malloc((size_t)size + 1) : NULL;
    bool well = stream->bytes && !ferror(stream->out) && fseek(stream->out, 0, SEEK_SET) == 0 &&
                fread(stream->bytes, 1, (size_t)size, stream->out) == (size_t)size;
    if (stream->bytes) stream->bytes[well ? size : 0] = 0;
    if (well) stream->size = (size_t)size;
    return fclose(stream->out) == 0 && well;
}

bool platform_thread_begin(pthread_t *thread, void *(*run)(void *), void *context)
{
    return pthread_create(thread, NULL, run, context) == 0;
}

#else
typedef int nothing_here; // ISO C wants a declaration in every file
#endif
