#include "bench.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double LEAST_SECONDS = 0.010; // of repetition: a thousand ticks of the clock's worst resolution

// On a busy machine a job may be this many times slower by the clock on the wall,
static const double WALL_SHARE = 40.0;
static const double WALL_SECONDS = 30.0; // and so much more, before it counts as hung

double bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_processor(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_least(double (*run)(void *context), void *context)
{
    double begin = bench_now(), least = INFINITY;
    do {
        least = fmin(least, run(context));
    } while (bench_now() - begin < LEAST_SECONDS);
    return least;
}

_Noreturn static void be_child(void (*job)(void *, void *), void *context, void *result)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
    {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    job(context, result);
    _exit(0);
}

/// Processor time of the child so far. 0 if the system does not tell.
static double processor_of(pid_t child)
{
    clockid_t clock;
    struct timespec now;
    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &now) != 0) return 0.0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Waits in small steps that grow with the time already spent, so that a microsecond job is not charged a nap.
static bench_end wait_for(pid_t child, double max_seconds)
{
    double begin = bench_now();
    for (;;)
    {
        int status = 0;
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? BENCH_DONE : BENCH_CRASH;
        double spent = bench_now() - begin;
        if (processor_of(child) > max_seconds || spent > WALL_SHARE * max_seconds + WALL_SECONDS)
        {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return BENCH_TIMEOUT;
        }
        long nap = (long)(1e9 * fmin(0.02, 1e-4 + 0.05 * spent));
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
    }
}

bench_end bench_isolated(void (*job)(void *context, void *result), void *context, void *result, size_t size,
                         double max_seconds)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return BENCH_CRASH;
    memcpy(shared, result, size);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) be_child(job, context, shared);
    bench_end end = child > 0 ? wait_for(child, max_seconds) : BENCH_CRASH;
    memcpy(result, shared, size);
    munmap(shared, size);
    return end;
}

char *bench_format_seconds(double seconds, char *text)
{
    if (!isfinite(seconds)) strcpy(text, "-");
    else if (seconds >= 0.9995) snprintf(text, 16, "%.3f s", seconds);
    else if (seconds >= 0.9995e-3) snprintf(text, 16, "%.2f ms", 1e3 * seconds);
    else snprintf(text, 16, "%.2f us", 1e6 * seconds);
    return text;
}

void bench_print_machine(void)
{
    char line[256] = "", model[256] = "unknown processor";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':'))
        {
            snprintf(model, sizeof model, "%s", strchr(line, ':') + 2);
            model[strcspn(model, "\n")] = '\0';
            break;
        }
    if (file) fclose(file);
    const char *threads = getenv("OPENBLAS_NUM_THREADS");
    printf("%s, %ld cores; compiler %s, %s; the peers' BLAS threads %s\n", model, sysconf(_SC_NPROCESSORS_ONLN),
           __VERSION__, HOLDFAST_NATIVE ? "-march=native" : "for any machine of this kind",
           threads ? threads : "not set");
}

bool bench_listed(const char *list, const char *item)
{
    size_t length = strlen(item);
    for (const char *at = list; at && *at;)
    {
        size_t here = strcspn(at, ",");
        if (here == length && strncmp(at, item, length) == 0) return true;
        at += here;
        if (*at == ',') at++;
    }
    return false;
}
