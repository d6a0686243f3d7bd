// The plan of `auto`: random problems that nobody chose are solved within a bound of work, and docs/auto.md prints the
// table as it is. What each row is worth is measured by bench_plan.

#include "support/auto_mix.h"
#include "support/harness.h"

#include "solve/auto/plan.h"

#include <holdfast/solve.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Other problems each day: $HOLDFAST_SEED.
static unsigned long long first_seed(void)
{
    const char *seed = getenv("HOLDFAST_SEED");
    return 500000 + 1000 * (seed ? strtoull(seed, NULL, 10) : 0);
}

/// bench_plan finds one unsolved in some thousands; the mean of work hangs on the hardest few, the median does not.
TEST(random_problems)
{
    enum
    {
        COUNT = 600
    };
    int unsolved = 0, cheap = 0;
    for (int k = 0; k < COUNT; k++)
    {
        hf_generated made;
        hf_report report;
        hf_random_options o = auto_mix(first_seed() + (unsigned)k);
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        hf_auto_options options = hf_auto_options_default();
        options.selection = HF_SELECTION_ANY;
        double *r = calloc((size_t)hf_problem_describe(made.problem).dimension + 1, sizeof *r);
        CHECK(r && hf_auto_solve(made.problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
        unsolved += !(report.residual.natural <= 1e-8);
        cheap += report.work <= 10000;
        free(r);
        hf_generated_destroy(&made);
    }
    printf("        %d of %d unsolved, %d within a tenth of a millisecond\n", unsolved, COUNT, cheap);
    CHECK(unsolved <= 3 && cheap >= COUNT / 2);
}

static const char *const starts[] = {"guess", "best", "zero", "answer"};

static void print_islands(const plan_row *row, char *text, size_t size)
{
    char rows[64] = "";
    if (row->above > 0 && row->up_to > 0) snprintf(rows, sizeof rows, "%d to %d rows", row->above + 1, row->up_to);
    else if (row->above > 0) snprintf(rows, sizeof rows, "%d rows and more", row->above + 1);
    else if (row->up_to > 0) snprintf(rows, sizeof rows, "up to %d rows", row->up_to);
    snprintf(text, size, "%s%s%s", rows, rows[0] && row->when ? ", " : "", row->when ? row->when->words : "");
    if (!text[0]) snprintf(text, size, "all");
}

static void print_budget(const plan_row *row, char *text, size_t size)
{
    char attempts[64] = "", stall[64] = "", work[64] = "", early[64] = "";
    if (row->attempts > 1) snprintf(attempts, sizeof attempts, "%d × ", row->attempts);
    if (row->stall > 0) snprintf(stall, sizeof stall, ", stalls after %ld", row->stall);
    if (row->work > 0.0) snprintf(work, sizeof work, ", %.0e / rows", row->work);
    if (row->early == PLAN_LEFT_OUT) snprintf(early, sizeof early, "; early: left out");
    if (row->early > 0) snprintf(early, sizeof early, "; early: %ld", row->early);
    snprintf(text, size, "%s%ld%s%s%s", attempts, row->budget, stall, work, early);
}

static void print_row(const plan_row *row, char *text, size_t size)
{
    char islands[128], budget[400], epsilon[48] = "–";
    print_islands(row, islands, sizeof islands);
    print_budget(row, budget, sizeof budget);
    if (row->epsilon > 0.0)
        snprintf(epsilon, sizeof epsilon, "%s, %.0e", row->pace == HF_PROXIMAL_FAST ? "fast" : "slow", row->epsilon);
    snprintf(text, size, "| %s | %s | %s | %s | %s | %s |\n", row->name, starts[row->start], epsilon, budget, islands,
             row->pyramids ? "yes" : "no");
}

/// docs/auto.md has these lines, one after the other. What they should be is printed where they are not.
TEST(the_page_prints_the_table)
{
    static const char head[] = "| row | start | pace, ε | at most | islands | pyramids |\n"
                               "| --- | --- | --- | --- | --- | --- |\n";
    int count;
    const plan_row *rows = plan_rows(&count);
    char *table = calloc((size_t)count + 2, 1024), *page = calloc(1, 200000);
    CHECK(table && page);
    memcpy(table, head, sizeof head);
    for (int k = 0; k < count; k++) print_row(&rows[k], table + strlen(table), 1024);
    FILE *file = fopen(HOLDFAST_SOURCE_DIR "/docs/auto.md", "r");
    CHECK(file && fread(page, 1, 199999, file) > 0);
    fclose(file);
    bool printed = strstr(page, table) != NULL;
    if (!printed) printf("%s", table);
    free(table);
    free(page);
    CHECK(printed);
}
