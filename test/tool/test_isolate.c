// Work in a child process: results come back whole; crashes, hangs and half results are told apart.

#include "support/harness.h"

#include "console.h"
#include "isolate.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static bool hand_over_numbers(void *context, isolated_pipe *pipe)
{
    int count = *(int *)context;
    *(int *)context = -1; // the parent must not see this
    for (int k = 0; k < count; k++)
        if (!isolated_put(pipe, &k, sizeof k)) return false;
    return true;
}

TEST(results_come_back_whole)
{
    for (int count = 0; count <= 300000; count = 10 * count + 3) // up to more than any pipe holds
    {
        int told = count;
        isolated_result result = isolate(hand_over_numbers, &told, 30.0);
        bool right = result.end == ISOLATED_DONE && result.byte_count == (size_t)count * sizeof(int) && told == count;
        const int *numbers = result.bytes;
        for (int k = 0; right && k < count; k++) right = numbers[k] == k;
        free(result.bytes);
        CHECK(right);
    }
}

static bool crash(void *context, isolated_pipe *pipe)
{
    isolated_put(pipe, "half", 4);
    signal(SIGSEGV, SIG_DFL); // a sanitizer would turn it into an exit
    raise(*(int *)context);
    return true;
}

TEST(crashes_are_seen)
{
    int signals[] = {SIGSEGV, SIGABRT, SIGKILL, SIGXCPU};
    for (int k = 0; k < 4; k++)
    {
        isolated_result result = isolate(crash, &signals[k], 30.0);
        CHECK(result.end == ISOLATED_CRASHED);
        CHECK(result.signal == signals[k]);
        CHECK(result.bytes == NULL && result.byte_count == 0);
    }
}

static bool leave(void *context, isolated_pipe *pipe)
{
    isolated_put(pipe, "half", 4);
    _exit(*(int *)context);
    return true;
}

static bool give_up(void *context, isolated_pipe *pipe)
{
    (void)context;
    return isolated_put(pipe, "half", 4) && false;
}

TEST(an_exit_without_a_result_is_a_crash)
{
    for (int code = 0; code <= 3; code += 3)
    {
        isolated_result result = isolate(leave, &code, 30.0);
        CHECK(result.end == ISOLATED_CRASHED);
        CHECK(result.signal == 0);
    }
    CHECK(isolate(give_up, NULL, 30.0).end == ISOLATED_CRASHED);
}

static bool hang(void *context, isolated_pipe *pipe)
{
    isolated_put(pipe, "half", 4);
    if (context) close(pipe->file); // closes its mouth and lives on
    for (;;) pause();
    return true;
}

TEST(hangs_are_ended)
{
    double begun = clock_now();
    isolated_result result = isolate(hang, NULL, 0.3);
    double seconds = clock_now() - begun;
    CHECK(result.end == ISOLATED_TIMEOUT);
    CHECK(result.bytes == NULL);
    CHECK(seconds >= 0.3 && seconds < 5.0);
    int quiet = 1;
    CHECK(isolate(hang, &quiet, 30.0).end == ISOLATED_CRASHED);
}
