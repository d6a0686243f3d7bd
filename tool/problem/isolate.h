// Work done in a child process, so that a crash or a hang of it costs its result and nothing else.

#ifndef HF_TOOL_ISOLATE_H
#define HF_TOOL_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum isolated_end
{
    ISOLATED_DONE,        // the result is complete
    ISOLATED_CRASHED,     // a signal, an exit, or less than a whole result
    ISOLATED_TIMEOUT,     // killed when the time was up
    ISOLATED_INTERRUPTED, // killed because the user pressed Ctrl-C
    ISOLATED_FAILED,      // no child could be made
} isolated_end;

typedef struct isolated_result
{
    isolated_end end;
    int signal;        // that ended the child, 0 if none did
    void *bytes;       // heap; what the work handed over, NULL unless done
    size_t byte_count; //
} isolated_result;

/// Where the child puts its result.
typedef struct isolated_pipe
{
    int file;
    isolated_result *result; // Windows: there is no child
} isolated_pipe;

/// Hands over the result, in one or several parts. False if the parent has gone.
bool isolated_put(isolated_pipe *pipe, const void *bytes, size_t count);

/// Runs work(context, pipe) in a child, at most `seconds` long; the child is killed then. The child has a copy of all
/// memory of the parent at this moment, so what `work` needs can be passed by pointer; what it changes is lost. Work
/// that returns false has crashed.
isolated_result isolate(bool (*work)(void *context, isolated_pipe *pipe), void *context, double seconds);

#endif
