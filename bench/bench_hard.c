// The collection of hard small problems (test/support/hard_problems.h): processor time, work and certificate of `auto`
// as a step calls it. None may take more than 20 ms.

#include "bench.h"

#include "support/hard_problems.h"

#include <stdio.h>
#include <time.h>

enum
{
    REPEATS = 3
};
static const double MOST_MS = 20.0;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/// The least of some repeats [ms].
static double time_solve(const hf_problem *p, hf_report *report)
{
    double least = INFINITY;
    int n = hf_problem_describe(p).dimension;
    double *r = calloc((size_t)n + 1, sizeof *r);
    for (int k = 0; r && k < REPEATS; k++)
    {
        const hf_auto_options options = hard_options();
        double from = now_ms();
        if (hf_auto_solve(p, &options, r, NULL, report, NULL) != HF_STATUS_OK) break;
        least = fmin(least, now_ms() - from);
    }
    free(r);
    return least;
}

int main(void)
{
    double most = 0.0;
    printf("%-26s %-24s %5s %9s %-11s %9s %9s\n", "problem", "from", "rows", "ms", "outcome", "natural", "work");
    for (size_t k = 0; k < sizeof hard_problems / sizeof *hard_problems; k++)
    {
        hf_generated made;
        hf_report report;
        if (hard_make(&hard_problems[k], &made, NULL) != HF_STATUS_OK) return 1;
        double ms = time_solve(made.problem, &report);
        most = fmax(most, ms);
        printf("%-26s %-24s %5d %9.2f %-11s %9.1e %9lld\n", hard_problems[k].name, hard_problems[k].origin,
               hf_problem_describe(made.problem).dimension, ms, hf_outcome_name(report.outcome),
               report.residual.natural, (long long)report.work);
        hf_generated_destroy(&made);
    }
    printf("at most %.2f ms of %.0f\n", most, MOST_MS);
    return most <= MOST_MS ? 0 : 1;
}
