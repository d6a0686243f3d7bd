// Interrupts `holdfast run` at random moments by SIGINT or SIGTERM, and looks at what it leaves: exit code 130, a recording that opens and is complete, page, table and checkpoint.
//
//     interrupts TOOL COUNT [timed]
//
// timed: from the signal to the end the run may take 0.2 s of processor time, so that a busy machine does not matter; the time on the wall is printed, too.

#include "holdfast/record.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum
{
    WORDS = 16
};
static const double BOUND = 0.2;   // [s] of processor time
static const double LONGEST = 2.5; // [s] before a signal

static const char *const scenes[][8] = {
    {"sphere_pile", "--set", "n=5000"},
    {"net", "--dt", "0.01"},
    {"rocks"},
    {"hoist", "--dt", "0.01"},
    {"sphere_pile", "--set", "n=1000", "--threads", "2"},
    {"box_wall"},
    {"kapla"},
    {"towers", "--threads", "2"},
    {"isotropy", "--solver", "pivot"},
    {"card_house", "--solver", "implicit"},
    {"cradle", "--accuracy", "1e-9"},
};
enum
{
    SCENE_COUNT = sizeof scenes / sizeof *scenes
};

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : 0.0;
}

static double seconds_in(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void wait_for(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};
    while (nanosleep(&t, &t) != 0 && errno == EINTR)
    {
    }
}

static pid_t start(const char *tool, const char *const *scene)
{
    const char *words[WORDS] = {tool, "run"};
    int count = 2;
    for (int k = 0; k < 8 && scene[k]; k++) words[count++] = scene[k];
    static const char *const outputs[] = {"--duration", "1000",  "--record", "r.hdf5",       "--html",
                                          "r.html",     "--csv", "r.csv",    "--checkpoint", "r.check"};
    pid_t child = fork();
    if (child != 0) return child;
    const char *all[WORDS + 12] = {0};
    for (int k = 0; k < count; k++) all[k] = words[k];
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++) all[count++] = outputs[k];
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0) _exit(127);
    execv(tool, (char *const *)(void *)all);
    _exit(127);
}

static bool is_file(const char *name)
{
    struct stat s;
    return stat(name, &s) == 0 && s.st_size > 0;
}

/// Whether everything is there and whole.
static bool files_are_whole(void)
{
    hf_error error;
    hf_recording *recording;
    if (hf_recording_open("r.hdf5", &recording, &error) != HF_STATUS_OK)
    {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    bool complete = hf_recording_complete(recording);
    hf_recording_close(recording);
    if (!complete) fprintf(stderr, "the recording is not complete\n");
    return complete && is_file("r.html") && is_file("r.csv") && is_file("r.check");
}

typedef struct tally
{
    int done, early, ended; // interrupted; before it had begun; over before the signal
    double processor, wall; // the longest [s]
    const char *slowest;
} tally;

/// One run. False if something is wrong.
static bool interrupt_one(const char *tool, const char *const *scene, double delay, int number, bool timed, tally *sum)
{
    static const char *const files[] = {"r.hdf5", "r.html", "r.csv", "r.check"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) (void)unlink(files[k]);
    pid_t child = start(tool, scene);
    clockid_t clock;
    struct rusage usage;
    int status;
    if (child < 0) return false;
    wait_for(delay);
    double before = clock_getcpuclockid(child, &clock) == 0 ? seconds_of(clock) : 0.0;
    double begun = seconds_of(CLOCK_MONOTONIC);
    kill(child, number);
    if (wait4(child, &status, 0, &usage) != child) return false;
    double wall = seconds_of(CLOCK_MONOTONIC) - begun;
    double processor = seconds_in(usage.ru_utime) + seconds_in(usage.ru_stime) - before;
    if (WIFSIGNALED(status) && WTERMSIG(status) == number && !is_file("r.hdf5"))
    {
        sum->early++; // it was not yet listening
        return true;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) != 130)
    {
        sum->ended++; // an end of its own: done, or not certified
        return WEXITSTATUS(status) != 1 && files_are_whole();
    }
    sum->done++;
    if (wall > sum->wall) sum->wall = wall;
    if (processor > sum->processor)
    {
        sum->processor = processor;
        sum->slowest = scene[0];
    }
    bool whole = WIFEXITED(status) && files_are_whole();
    if (!whole || (timed && processor > BOUND))
        fprintf(stderr, "FAILED: %s, signal %d after %.3f s: %.3f s of processor time\n", scene[0], number, delay,
                processor);
    return whole && !(timed && processor > BOUND);
}

int main(int count, char **words)
{
    if (count < 3) return 2;
    bool timed = count > 3 && strcmp(words[3], "timed") == 0;
    char folder[] = "/tmp/interrupts.XXXXXX";
    char tool[4096];
    if (!realpath(words[1], tool) || !mkdtemp(folder) || chdir(folder) != 0) return 1;
    tally sum = {.slowest = "none"};
    int runs = atoi(words[2]), failed = 0;
    unsigned long long state = 1;
    for (int k = 0; k < runs; k++)
    {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        double lot = (double)(state >> 33) / 2147483648.0, most = timed ? LONGEST : 0.3 * LONGEST;
        failed += !interrupt_one(tool, scenes[k % SCENE_COUNT], 0.02 + lot * lot * most,
                                 lot * 1e6 - (long)(lot * 1e6) < 0.5 ? SIGINT : SIGTERM, timed, &sum);
    }
    printf("%d runs: %d interrupted, %d before they had begun, %d ended by themselves, %d failed\n", runs, sum.done,
           sum.early, sum.ended, failed);
    printf("from the signal to the end at most %.3f s of processor time (%s), %.3f s on the wall\n", sum.processor,
           sum.slowest, sum.wall);
    static const char *const files[] = {"r.hdf5", "r.html", "r.csv", "r.check"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) (void)unlink(files[k]);
    (void)rmdir(folder);
    return failed ? 1 : 0;
}
