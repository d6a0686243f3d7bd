// A solver that is a program of its own: it reads the problem from a file and writes its answer into another.

#ifndef HF_TOOL_EXTERNAL_H
#define HF_TOOL_EXTERNAL_H

#include "holdfast/problem.h"

#include <stdbool.h>
#include <stddef.h>

/// How a table calls a command: its first word without the folder; of an interpreter the script's.
char *external_name(const char *command);

/// False after an error message if the command does not say where {problem} and {answer} go.
bool external_check(const char *command);

/// The folder for the files of one trial, on the heap; NULL if none can be made.
char *external_folder(void);
void external_clean(char *folder);

typedef struct external_run
{
    double seconds; // of the command: its start and its reading and writing of files included
    int signal;     // that ended it; 0 if none did
    char message[200];
} external_run;

/// Writes the problem (FCLIB), runs the command by /bin/sh, and reads r (dimension entries) from what it wrote: an
/// FCLIB file with a solution, or numbers as text. False with a message or a signal.
bool external_solve(const char *command, const char *folder, const hf_problem *problem, double *r, external_run *run);

#endif
