// What systems do differently, for the tool: folders, processes, locks, interrupts. system_posix.c and system_windows.c.

#ifndef HF_TOOL_SYSTEM_H
#define HF_TOOL_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// False and errno if it cannot be made; also if it is there.
bool system_make_folder(const char *path);

/// A new folder whose name begins with `prefix`, in `parent` or, NULL, where temporary files go. NULL if none can be made;
/// the caller frees it.
char *system_new_folder(const char *parent, const char *prefix);

/// An empty file that was not there, closed again. False and errno.
bool system_make_file(const char *path);

/// Renames, also over a file that is there. False and errno.
bool system_replace(const char *from, const char *to);

/// The name of this machine. False if it has none.
bool system_machine(char *name, size_t size);

/// Whether a process of this machine has ended. False if in doubt.
bool system_process_ended(long process);

/// The path of the running program. False where the system does not tell.
bool system_program(char *path, size_t size);

/// Processors that threads may run on, at least 1.
int system_processors(void);

/// Opens a lock file and locks it: the file; -1: taken or not to be had, which `taken` tells; -2: try again, who held it
/// has removed it. `holder` is the process that holds it, 0 if that is not known.
int system_lock(const char *path, bool *taken, long *holder);

/// A stream whose text is wanted in memory. False if memory is short; the text is the caller's to free in any case.
typedef struct memory_text
{
    FILE *out;
    char *text;
    size_t size;
} memory_text;

bool system_text_begin(memory_text *stream);
bool system_text_end(memory_text *stream);

/// The next line with its end, of any length; its length, 0 at the end of the file. `line` grows, and is the caller's.
size_t system_read_line(FILE *file, char **line, size_t *capacity);

/// Shows a page in the user's browser, if there is one.
void system_browse(const char *address);

/// Calls `note` at Ctrl-C, and where somebody asks the process to end.
void system_watch_interrupts(void (*note)(int signal));

/// The name of a signal that ended a process.
const char *system_signal_name(int signal);

/// What quotes a path in a command.
#ifdef _WIN32
#define SYSTEM_QUOTE "\""
#else
#define SYSTEM_QUOTE "'"
#endif

/// Runs a command by the shell (/bin/sh, cmd.exe). Its words go where errors go: our output may be read by a program. False
/// if no process could be started; `signal` is 0 if none ended it.
bool system_shell(char *line, int *code, int *signal);

/// Whether the shell finds a program of that name.
bool system_has_program(const char *name);

/// A command of the shell that reads what is written to the stream, byte by byte; its exit code when the stream is ended.
/// NULL if no process could be started.
FILE *system_pipe(const char *command);
int system_pipe_end(FILE *stream);

/// A library that is loaded while the program runs. NULL, and why in `message`.
void *system_load(const char *path, char *message, size_t size);
void *system_symbol(void *library, const char *name);

#endif
