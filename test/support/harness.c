#include "support/harness.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum
{
    CASE_CAPACITY = 256
};

static struct
{
    const char *name;
    void (*run)(void);
} cases[CASE_CAPACITY];
static int case_count;
static jmp_buf leave_case;

void harness_add(const char *name, void (*run)(void))
{
    if (case_count == CASE_CAPACITY) abort();
    int place = case_count++;
#ifdef _WIN32 // where constructors run from the last to the first
    for (; place > 0; place--) cases[place] = cases[place - 1];
#endif
    cases[place].name = name;
    cases[place].run = run;
}

void harness_fail(const char *file, int line, const char *format, ...)
{
    fail_allocation(-1);
    fail_threads(-1);
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    longjmp(leave_case, 1);
}

void harness_skip(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("      skipped: ");
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    longjmp(leave_case, 2);
}

bool harness_near(double value, double expected, double tolerance)
{
    return fabs(value - expected) <= tolerance; // false for NaN
}

const char *harness_problems(void)
{
    if (!HOLDFAST_HAS_HDF5) return NULL; // nothing there could be read
    const char *folder = getenv("HOLDFAST_PROBLEMS");
    if (!folder) folder = HOLDFAST_SOURCE_DIR "/../shared/problems";
    struct stat info;
    return stat(folder, &info) == 0 && S_ISDIR(info.st_mode) ? folder : NULL;
}

static bool selected(const char *name, int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        if (strstr(name, argv[k])) return true;
    return argc == 1;
}

/// 0 passed, 1 failed, 2 skipped.
static int run_case(int k)
{
    int left = setjmp(leave_case);
    if (left == 0) cases[k].run();
    return left;
}

int main(int argc, char **argv)
{
    int count[3] = {0};
    for (int k = 0; k < case_count; k++)
    {
        if (!selected(cases[k].name, argc, argv)) continue;
        printf("      %s\n", cases[k].name);
        fflush(stdout);
        int result = run_case(k);
        count[result]++;
        if (result == 1) printf("FAIL  %s\n", cases[k].name);
    }
    printf("%d passed, %d failed, %d skipped\n", count[0], count[1], count[2]);
    if (count[1] > 0) return 1;
    return count[0] == 0 && count[2] > 0 ? 77 : 0;
}
