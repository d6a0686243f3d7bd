// Interrupts `holdfast run` at random moments by SIGINT or SIGTERM, and looks at what it leaves: exit code 130, a
// recording that opens and is complete, a page that ends, table and checkpoint. Which of these a run is asked for is
// drawn by lot, too. One run in a hundred goes on for half a minute before it is interrupted, so that its files are
// long.
//
//     interrupts TOOL COUNT [timed]
//
// timed: from the signal to the end the run may take 0.2 s of processor time, so that a busy machine does not matter;
// the time on the wall is printed, too.

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
    WORDS = 24,
    LONG_RUNS = 100, // one run of so many is long
};
static const double BOUND = 0.2;   // [s] of processor time
static const double LONGEST = 2.5; // [s] before a signal,
static const double LONG = 30.0;   // but for long runs

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

/// What a run is asked to leave; bit k of a set is the k-th.
static const char *const outputs[][2] = {
    {"--record", "r.hdf5"}, {"--html", "r.html"}, {"--csv", "r.csv"}, {"--checkpoint", "r.check"}};
enum
{
    RECORD = 1,
    PAGE = 2,
    OUTPUT_COUNT = sizeof outputs / sizeof *outputs,
    EVERY_OUTPUT = (1 << OUTPUT_COUNT) - 1,
};

static pid_t start(const char *tool, const char *const *scene, int wanted)
{
    const char *words[WORDS] = {tool, "run"};
    int count = 2;
    pid_t child = fork();
    if (child != 0) return child;
    for (int k = 0; k < 8 && scene[k]; k++) words[count++] = scene[k];
    words[count++] = "--duration";
    words[count++] = "100000";
    for (int k = 0; k < OUTPUT_COUNT; k++)
        for (int part = 0; part < 2 && wanted >> k & 1; part++) words[count++] = outputs[k][part];
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0) _exit(127);
    execv(tool, (char *const *)(void *)words);
    _exit(127);
}

static bool is_file(const char *name)
{
    struct stat s;
    return stat(name, &s) == 0 && s.st_size > 0;
}

static bool recording_is_whole(void)
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
    return complete;
}

static bool page_is_whole(void)
{
    static const char end[] = "</html>\n";
    char last[sizeof end] = "";
    FILE *in = fopen("r.html", "rb");
    bool well = in && fseek(in, 1 - (long)sizeof end, SEEK_END) == 0 && fread(last, 1, sizeof end - 1, in) > 0;
    if (in) fclose(in);
    if (!well || strcmp(last, end) != 0) fprintf(stderr, "the page has no end\n");
    return well && strcmp(last, end) == 0;
}

/// Whether everything that was wanted is there and whole, and nothing else.
static bool files_are_whole(int wanted)
{
    bool well = true;
    for (int k = 0; k < OUTPUT_COUNT; k++) well = is_file(outputs[k][1]) == (wanted >> k & 1) && well;
    return well && (!(wanted & RECORD) || recording_is_whole()) && (!(wanted & PAGE) || page_is_whole());
}

static bool no_file_is_there(void)
{
    bool none = true;
    for (int k = 0; k < OUTPUT_COUNT; k++) none = none && !is_file(outputs[k][1]);
    return none;
}

static void remove_files(void)
{
    for (int k = 0; k < OUTPUT_COUNT; k++) (void)unlink(outputs[k][1]);
}

/// A number of 0 … 1.
static double draw(unsigned long long *state)
{
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*state >> 33) / 2147483648.0;
}

typedef struct tally
{
    int done, early, ended; // interrupted; before it had begun; over before the signal
    double processor, wall; // the longest [s]
    const char *slowest;
} tally;

typedef struct interrupt
{
    const char *const *scene;
    double delay; // [s] before the signal
    int number;   // of the signal
    int wanted;   // outputs
} interrupt;

/// One run. False if something is wrong.
static bool interrupt_one(const char *tool, interrupt plan, bool timed, tally *sum)
{
    remove_files();
    pid_t child = start(tool, plan.scene, plan.wanted);
    clockid_t clock;
    struct rusage usage;
    int status;
    if (child < 0) return false;
    wait_for(plan.delay);
    double before = clock_getcpuclockid(child, &clock) == 0 ? seconds_of(clock) : 0.0;
    double begun = seconds_of(CLOCK_MONOTONIC);
    kill(child, plan.number);
    if (wait4(child, &status, 0, &usage) != child) return false;
    double wall = seconds_of(CLOCK_MONOTONIC) - begun;
    double processor = seconds_in(usage.ru_utime) + seconds_in(usage.ru_stime) - before;
    if (WIFSIGNALED(status) && WTERMSIG(status) == plan.number && no_file_is_there())
    {
        sum->early++; // it was not yet listening
        return true;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) != 130)
    {
        sum->ended++; // an end of its own: done, or not certified
        return WEXITSTATUS(status) != 1 && files_are_whole(plan.wanted);
    }
    sum->done++;
    if (wall > sum->wall) sum->wall = wall;
    if (processor > sum->processor)
    {
        sum->processor = processor;
        sum->slowest = plan.scene[0];
    }
    bool whole = WIFEXITED(status) && files_are_whole(plan.wanted);
    if (!whole || (timed && processor > BOUND))
        fprintf(stderr, "FAILED: %s, signal %d after %.3f s, outputs %d: %.3f s of processor time\n", plan.scene[0],
                plan.number, plan.delay, plan.wanted, processor);
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
    int runs = (int)strtol(words[2], NULL, 10), failed = 0;
    unsigned long long state = 1;
    for (int k = 0; k < runs; k++)
    {
        double lot = draw(&state), most = timed ? LONGEST : 0.3 * LONGEST;
        bool is_long = timed && k % LONG_RUNS == LONG_RUNS - 1;
        interrupt plan = {.scene = scenes[k % SCENE_COUNT],
                          .delay = is_long ? LONG * (0.5 + 0.5 * lot) : 0.02 + lot * lot * most,
                          .number = draw(&state) < 0.5 ? SIGINT : SIGTERM,
                          .wanted = is_long ? EVERY_OUTPUT : (int)((EVERY_OUTPUT + 1) * draw(&state))};
        failed += !interrupt_one(tool, plan, timed, &sum);
    }
    printf("%d runs: %d interrupted, %d before they had begun, %d ended by themselves, %d failed\n", runs, sum.done,
           sum.early, sum.ended, failed);
    printf("from the signal to the end at most %.3f s of processor time (%s), %.3f s on the wall\n", sum.processor,
           sum.slowest, sum.wall);
    remove_files();
    (void)rmdir(folder);
    return failed || 2 * (sum.early + sum.ended) > runs ? 1 : 0; // most are to be met at work
}
