// What the benchmark programs share: a clock, a fair way to time something short, and a child process for each
// measurement, so that a crash or a hang costs one row.

#ifndef HF_BENCH_BENCH_H
#define HF_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>

/// Seconds of a clock that only goes forward.
double bench_now(void);

/// Seconds of processor time of this process: what is measured where a busy machine must not matter.
double bench_processor(void);

/// Calls run(context), which returns the seconds it took, until 10 ms have passed in all, and returns the least. A
/// short thing is thereby measured with warm caches, a long one once; whatever run leaves out of its seconds is not
/// counted.
double bench_least(double (*run)(void *context), void *context);

typedef enum bench_end
{
    BENCH_DONE = 0, // the job returned
    BENCH_TIMEOUT,  // it was killed at the limit
    BENCH_CRASH,    // it died, or left by exit()
} bench_end;

/// Runs job(context, result) in a child process with its output thrown away. `result` (size bytes) comes back to the
/// parent as the job left it; after a timeout or a crash, as far as the job got. The limit is one of processor time; a
/// job that waits is killed when it has taken many times as long by the clock on the wall.
bench_end bench_isolated(void (*job)(void *context, void *result), void *context, void *result, size_t size,
                         double max_seconds);

/// "1.234 s", "12.34 ms" or "5.678 us" in `text` (16 bytes), which is returned.
char *bench_format_seconds(double seconds, char *text);

/// One line on the machine and the build: processor, compiler, flags that matter.
void bench_print_machine(void);

/// Whether `item` stands in the comma-separated list.
bool bench_listed(const char *list, const char *item);

#endif
