#ifdef _WIN32

#include "system.h"

#include "console.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

bool system_make_folder(const char *path)
{
    return _mkdir(path) == 0;
}

char *system_new_folder(const char *parent, const char *prefix)
{
    char base[MAX_PATH + 1];
    DWORD length = GetTempPathA(sizeof base, base);
    if (length == 0 || length > MAX_PATH) return NULL;
    for (char *at = base; *at; at++)
        if (*at == '\\') *at = '/';
    if (base[strlen(base) - 1] == '/') base[strlen(base) - 1] = 0;
    for (int k = 0; k < 1000; k++)
    {
        char *folder =
            tool_text("%s/%s-%lu-%d", parent ? parent : base, prefix, (unsigned long)GetCurrentProcessId(), k);
        if (_mkdir(folder) == 0) return folder;
        free(folder);
        if (errno != EEXIST) break;
    }
    return NULL;
}

bool system_make_file(const char *path)
{
    int file = _open(path, _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    if (file >= 0) _close(file);
    return file >= 0;
}

bool system_replace(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) return true;
    errno = GetLastError() == ERROR_DISK_FULL ? ENOSPC : EACCES;
    return false;
}

bool system_machine(char *name, size_t size)
{
    DWORD length = (DWORD)size;
    return GetComputerNameA(name, &length) != 0;
}

bool system_process_ended(long process)
{
    HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)process);
    if (!handle) return GetLastError() == ERROR_INVALID_PARAMETER; // there is none of this number
    DWORD code = STILL_ACTIVE;
    bool ended = GetExitCodeProcess(handle, &code) && code != STILL_ACTIVE;
    CloseHandle(handle);
    return ended;
}

bool system_program(char *path, size_t size)
{
    DWORD length = GetModuleFileNameA(NULL, path, (DWORD)size);
    if (length == 0 || length >= size) return false;
    for (char *at = path; *at; at++)
        if (*at == '\\') *at = '/';
    return true;
}

int system_processors(void)
{
    SYSTEM_INFO about;
    GetSystemInfo(&about);
    return about.dwNumberOfProcessors > 0 ? (int)about.dwNumberOfProcessors : 1;
}

/// Nobody else may write to a file that is open so, and it goes when it is closed.
int system_lock(const char *path, bool *taken, long *holder)
{
    *holder = 0;
    HANDLE handle = CreateFileA(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                                OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    *taken = handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
    if (handle == INVALID_HANDLE_VALUE)
    {
        errno = EACCES;
        return -1;
    }
    int file = _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY | _O_NOINHERIT);
    char text[32];
    int length = snprintf(text, sizeof text, "%lu\n", (unsigned long)GetCurrentProcessId());
    if (_chsize_s(file, 0) == 0) (void)_write(file, text, (unsigned)length);
    return file;
}

bool system_text_begin(memory_text *stream)
{
    *stream = (memory_text){.out = tmpfile()};
    return stream->out != NULL;
}

bool system_text_end(memory_text *stream)
{
    long size = ftell(stream->out);
    stream->text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    bool well = stream->text && !ferror(stream->out) && fseek(stream->out, 0, SEEK_SET) == 0 &&
                fread(stream->text, 1, (size_t)size, stream->out) == (size_t)size;
    if (stream->text) stream->text[well ? size : 0] = 0;
    if (well) stream->size = (size_t)size;
    return fclose(stream->out) == 0 && well;
}

size_t system_read_line(FILE *file, char **line, size_t *capacity)
{
    size_t length = 0;
    do {
        if (*capacity < length + 2)
        {
            *capacity = 2 * length + 256;
            *line = tool_reallocate(*line, *capacity, 1);
        }
        if (!fgets(*line + length, (int)(*capacity - length), file)) break;
        length += strlen(*line + length);
    } while ((*line)[length - 1] != '\n');
    return length;
}

void system_browse(const char *address)
{
    ShellExecuteA(NULL, "open", address, NULL, NULL, SW_SHOWNORMAL);
}

void system_watch_interrupts(void (*note)(int signal))
{
    signal(SIGINT, note);
    signal(SIGTERM, note);
}

const char *system_signal_name(int signal)
{
    static char name[32];
    snprintf(name, sizeof name, "0x%x", (unsigned)signal);
    return name;
}

bool system_shell(char *line, int *code, int *signal)
{
    char *whole = tool_text("%s 1>&2", line);
    *code = system(whole), *signal = 0;
    free(whole);
    return *code != -1;
}

bool system_has_program(const char *name)
{
    char found[MAX_PATH + 1];
    return SearchPathA(NULL, name, ".exe", sizeof found, found, NULL) > 0;
}

FILE *system_pipe(const char *command)
{
    return _popen(command, "wb");
}

int system_pipe_end(FILE *stream)
{
    return _pclose(stream);
}

void *system_load(const char *path, char *message, size_t size)
{
    HMODULE library = LoadLibraryA(path);
    if (!library)
        snprintf(message, size, "%s: cannot be loaded (error %lu of Windows)", path, (unsigned long)GetLastError());
    return (void *)library;
}

void *system_symbol(void *library, const char *name)
{
    FARPROC function = GetProcAddress((HMODULE)library, name);
    void *symbol;
    memcpy(&symbol, &function, sizeof symbol); // ISO C has no cast from a function to an object
    return symbol;
}

#else
typedef int nothing_here; // ISO C wants a declaration in every file
#endif
