// The result goes through a pipe and ends with a mark: a child that dies halfway through leaves a result without it.

#ifndef _WIN32

#include "isolate.h"

#include "console.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

static const char END_MARK[8] = {'h', 'o', 'l', 'd', 'f', 'a', 's', 't'};

static const double POLL_PAUSE = 0.1; // seconds; how long Ctrl-C may go unnoticed

bool isolated_put(isolated_pipe *pipe, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0)
    {
        ssize_t written = write(pipe->file, at, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        count -= (size_t)written;
    }
    return true;
}

_Noreturn static void run_child(bool (*work)(void *, isolated_pipe *), void *context, int file)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); // not to go on burning time when the parent is killed
#endif
    setpgid(0, 0); // Ctrl-C reaches the parent alone, which decides
    signal(SIGINT, SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    isolated_pipe pipe = {.file = file};
    bool well = work(context, &pipe) && isolated_put(&pipe, END_MARK, sizeof END_MARK);
    _exit(well ? 0 : 1); // no flushing of streams that are the parent's as well
}

/// Reads what is there into the growing result. False at the end of the pipe.
static bool take(int file, isolated_result *result, size_t *capacity)
{
    if (*capacity - result->byte_count < 4096)
    {
        *capacity = 2 * *capacity + 65536;
        result->bytes = tool_reallocate(result->bytes, *capacity, 1);
    }
    ssize_t got = read(file, (char *)result->bytes + result->byte_count, *capacity - result->byte_count);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    result->byte_count += (size_t)got;
    return got > 0;
}

/// Listens until the pipe ends, the time is up or the user has had enough.
static isolated_end listen_to(int file, double deadline, isolated_result *result)
{
    size_t capacity = 0;
    for (;;)
    {
        double left = deadline - clock_now();
        if (interrupted()) return ISOLATED_INTERRUPTED;
        if (left <= 0.0) return ISOLATED_TIMEOUT;
        struct pollfd wanted = {.fd = file, .events = POLLIN};
        int ready = poll(&wanted, 1, (int)(1e3 * (left < POLL_PAUSE ? left : POLL_PAUSE)) + 1);
        if (ready > 0 && !take(file, result, &capacity)) return ISOLATED_DONE;
        if (ready < 0 && errno != EINTR) return ISOLATED_FAILED;
    }
}

static bool ends_with_mark(const isolated_result *result)
{
    if (result->byte_count < sizeof END_MARK) return false;
    size_t at = result->byte_count - sizeof END_MARK;
    return memcmp((const char *)result->bytes + at, END_MARK, sizeof END_MARK) == 0;
}

/// The child, and what it has started: it leads a group of its own.
static void kill_group(pid_t child)
{
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
}

/// Waits for a child that has closed its pipe, or that was killed. One that lives on after its last word is killed,
/// too.
static int collect(pid_t child, bool kill_first)
{
    int status = 0;
    if (kill_first) kill_group(child);
    double patience = clock_now() + 1.0;
    while (waitpid(child, &status, WNOHANG) == 0)
    {
        if (clock_now() > patience) kill_group(child);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    return status;
}

isolated_result isolate(bool (*work)(void *context, isolated_pipe *pipe), void *context, double seconds)
{
    isolated_result result = {.end = ISOLATED_FAILED};
    int ends[2];
    if (pipe(ends) != 0) return result;
    fflush(NULL); // nothing buffered may come out twice
    double deadline = clock_now() + seconds;
    pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        run_child(work, context, ends[1]);
    }
    close(ends[1]);
    if (child > 0)
    {
        result.end = listen_to(ends[0], deadline, &result);
        int status = collect(child, result.end != ISOLATED_DONE);
        if (result.end == ISOLATED_DONE && WIFSIGNALED(status)) result.signal = WTERMSIG(status);
        bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && ends_with_mark(&result);
        if (result.end == ISOLATED_DONE && !whole) result.end = ISOLATED_CRASHED;
    }
    close(ends[0]);
    if (result.end == ISOLATED_DONE) result.byte_count -= sizeof END_MARK;
    else
    {
        free(result.bytes);
        result.bytes = NULL;
        result.byte_count = 0;
    }
    return result;
}

#else // no fork: the work is done here, and what it hands over is kept

#include "isolate.h"

#include "console.h"

#include <stdlib.h>
#include <string.h>

bool isolated_put(isolated_pipe *pipe, const void *bytes, size_t count)
{
    isolated_result *result = pipe->result;
    result->bytes = tool_reallocate(result->bytes, result->byte_count + count, 1);
    memcpy((char *)result->bytes + result->byte_count, bytes, count);
    result->byte_count += count;
    return true;
}

isolated_result isolate(bool (*work)(void *context, isolated_pipe *pipe), void *context, double seconds)
{
    (void)seconds; // solves look at the clock themselves
    isolated_result result = {.end = ISOLATED_DONE};
    isolated_pipe pipe = {.result = &result};
    if (work(context, &pipe) && !interrupted()) return result;
    free(result.bytes);
    return (isolated_result){.end = interrupted() ? ISOLATED_INTERRUPTED : ISOLATED_CRASHED};
}

#endif
