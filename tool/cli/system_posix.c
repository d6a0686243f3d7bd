#ifndef _WIN32

#ifdef __APPLE__
#define _DARWIN_C_SOURCE // flock
#endif

#include "system.h"

#include "console.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool system_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

char *system_new_folder(const char *parent, const char *prefix)
{
    const char *base = getenv("TMPDIR");
    if (!parent) parent = base && *base ? base : "/tmp";
    char *folder = tool_text("%s/%s-XXXXXX", parent, prefix);
    if (mkdtemp(folder)) return folder;
    free(folder);
    return NULL;
}

bool system_make_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) close(file);
    return file >= 0;
}

bool system_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool system_machine(char *name, size_t size)
{
    return gethostname(name, size) == 0;
}

bool system_process_ended(long process)
{
    return kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

bool system_program(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0 || (size_t)length >= size - 1) return false; // a path that was cut is none
    path[length] = 0;
    return true;
}

int system_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

/// Whether the lock file is still the one that is open: who held it before may have removed it in between.
static bool is_at(int file, const char *name)
{
    struct stat open_one, named;
    return fstat(file, &open_one) == 0 && stat(name, &named) == 0 && open_one.st_ino == named.st_ino;
}

int system_lock(const char *path, bool *taken, long *holder)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool locked = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
    *taken = file >= 0 && !locked && errno == EWOULDBLOCK;
    if (locked && is_at(file, path))
    {
        if (ftruncate(file, 0) == 0) dprintf(file, "%ld\n", (long)getpid());
        return file;
    }
    char text[32] = "";
    ssize_t got = *taken ? pread(file, text, sizeof text - 1, 0) : 0;
    *holder = got > 0 ? strtol(text, NULL, 10) : 0;
    if (file >= 0) close(file);
    return locked ? -2 : -1;
}

bool system_text_begin(memory_text *stream)
{
    *stream = (memory_text){.out = NULL};
    stream->out = open_memstream(&stream->text, &stream->size);
    return stream->out != NULL;
}

bool system_text_end(memory_text *stream)
{
    bool well = !ferror(stream->out);
    return fclose(stream->out) == 0 && well && stream->text;
}

size_t system_read_line(FILE *file, char **line, size_t *capacity)
{
    ssize_t length = getline(line, capacity, file);
    return length > 0 ? (size_t)length : 0;
}

void system_browse(const char *address)
{
    pid_t child = fork();
    if (child != 0) return;
    execlp("xdg-open", "xdg-open", address, (char *)NULL);
    execlp("open", "open", address, (char *)NULL);
    _exit(127);
}

void system_watch_interrupts(void (*note)(int signal))
{
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL); // whoever asks politely gets whole files, too
}

const char *system_signal_name(int signal)
{
    return strsignal(signal);
}

/// The shell tells a signal as 128 and more.
static void read_status(int status, int *code, int *signal)
{
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    *signal = WIFSIGNALED(status) ? WTERMSIG(status) : *code > 128 ? *code - 128 : 0;
}

bool system_shell(char *line, int *code, int *signal)
{
    char *words[] = {"sh", "-c", line, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child, ended;
    int status;
    if (posix_spawn_file_actions_init(&actions) != 0) return false;
    bool started = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO) == 0 &&
                   posix_spawn(&child, "/bin/sh", &actions, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    if (!started) return false;
    do ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == child) read_status(status, code, signal);
    return ended == child;
}

bool system_has_program(const char *name)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;)
    {
        char file[4096];
        size_t length = strcspn(at, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)length, at, name);
        if (access(file, X_OK) == 0) return true;
        at += length + (at[length] == ':');
    }
    return false;
}

FILE *system_pipe(const char *command)
{
    return popen(command, "w");
}

int system_pipe_end(FILE *stream)
{
    return pclose(stream);
}

void *system_load(const char *path, char *message, size_t size)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) snprintf(message, size, "%s", dlerror());
    return library;
}

void *system_symbol(void *library, const char *name)
{
    return dlsym(library, name);
}

#else
typedef int nothing_here; // ISO C wants a declaration in every file
#endif
