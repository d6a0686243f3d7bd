// The plan of `auto`: each row has a case that fails without it, and docs/auto.md prints the table as it is.

#include "support/plan_cases.h"

#include <stdio.h>

static const plan_case cases[] = {
    {.name = "one_contact_with_a_guess",
     .problems = {{CASE_ISLANDS, 5, 1, 0.0}, {CASE_ISLANDS, 6, 1, 0.0}},
     .guess = 1e-9,
     .target = 1e-12},
    {.name = "a_guess_with_dense_w",
     .problems = {{CASE_MIX, 9008, 0, 0.0}, {CASE_MIX, 15720, 0, 0.0}, {CASE_MIX, 6280, 0, 0.0}},
     .guess = 1e-6,
     .most_iterations = 20,
     .most_systems = -1},
    {.name = "a_guess_of_a_small_pile",
     .problems = {{CASE_SPHERES, 1, 30, 0.5}, {CASE_SPHERES, 2, 30, 0.5}},
     .guess = 1e-3,
     .most_iterations = 50,
     .most_systems = -1},
    {.name = "a_guess_of_a_pile",
     .problems = {{CASE_SPHERES, 1, 120, 0.5}, {CASE_SPHERES, 2, 120, 0.5}},
     .guess = 1e-6,
     .most_iterations = 10,
     .most_systems = -1},
    {.name = "many_islands",
     .problems = {{CASE_ISLANDS, 3, 300, 0.0}, {CASE_ISLANDS, 4, 300, 0.0}},
     .most_iterations = 200,
     .most_systems = -1},
    {.name = "walls",
     .problems = {{CASE_BRICKS, 1, 300, 0.5}, {CASE_BRICKS, 2, 300, 0.5}},
     .most_iterations = 400,
     .most_systems = -1},
    {.name = "sweeps_nearly_there",
     .problems = {{CASE_MIX, 4452, 0, 0.0}, {CASE_MIX, 12714, 0, 0.0}, {CASE_MIX, 318, 0, 0.0}}},
    {.name = "easy_piles",
     .problems = {{CASE_SPHERES, 1, 60, 0.5}, {CASE_SPHERES, 2, 60, 0.5}, {CASE_SPHERES, 3, 60, 0.3}}},
    {.name = "hair", .problems = {{CASE_HAIR, 1, 600, 0.3}, {CASE_HAIR, 2, 600, 0.5}}},
    {.name = "small_and_redundant",
     .problems =
         {{CASE_MIX, 18894, 0, 0.0}, {CASE_MIX, 9186, 0, 0.0}, {CASE_MIX, 2736, 0, 0.0}, {CASE_MIX, 27876, 0, 0.0}},
     .most_iterations = 800,
     .most_systems = -1},
    {.name = "wrong_states_of_a_few_contacts",
     .problems = {{CASE_MIX, 23892, 0, 0.0}, {CASE_MIX, 20112, 0, 0.0}, {CASE_MIX, 20820, 0, 0.0}},
     .most_iterations = 3000,
     .most_systems = -1},
    {.name = "curves_with_turns",
     .problems = {{CASE_MIX, 743, 0, 0.0}, {CASE_MIX, 4998, 0, 0.0}},
     .most_iterations = 8000,
     .most_systems = -1},
    {.name = "steep_piles_of_220",
     .problems = {{CASE_SPHERES, 3, 220, 0.5}},
     .most_iterations = 1500,
     .most_systems = -1},
    {.name = "steep_piles_of_240",
     .problems = {{CASE_SPHERES, 8, 240, 0.5}},
     .most_iterations = 1500,
     .most_systems = -1},
    {.name = "misled_by_sweeps",
     .problems =
         {{CASE_MIX, 6280, 0, 0.0}, {CASE_MIX, 9008, 0, 0.0}, {CASE_MIX, 15720, 0, 0.0}, {CASE_MIX, 24809, 0, 0.0}},
     .most_iterations = 1000,
     .most_systems = -1},
    {.name = "misled_and_not_soon_found",
     .problems =
         {{CASE_MIX, 19972, 0, 0.0}, {CASE_MIX, 24773, 0, 0.0}, {CASE_MIX, 5668, 0, 0.0}, {CASE_MIX, 27506, 0, 0.0}},
     .most_iterations = 3000,
     .most_systems = -1},
    {.name = "turning_points",
     .problems = {{CASE_MIX, 21489, 0, 0.0}, {CASE_MIX, 25718, 0, 0.0}},
     .most_iterations = 12000,
     .most_systems = -1},
    {.name = "steep_piles_with_much_friction",
     .problems = {{CASE_SPHERES, 9, 220, 0.7}},
     .most_iterations = 4000,
     .most_systems = -1},
    {.name = "no_way_but_chance", .problems = {{CASE_MIX, 102, 0, 0.0}, {CASE_MIX, 2341, 0, 0.0}}, .most_systems = -1},
    {.name = "beyond_the_tolerance",
     .problems = {{CASE_SPHERES, 1, 60, 0.5}, {CASE_MIX, 8, 0, 0.0}},
     .target = 1e-12,
     .natural = 1e-11,
     .most_systems = -1},
    {.name = "a_large_wall_beyond_the_tolerance",
     .problems = {{CASE_BRICKS, 1, 700, 0.5}},
     .target = 1e-12,
     .natural = 1e-9,
     .most_systems = -1},
};

TEST(every_row_has_a_case_that_fails_without_it)
{
    plan_cases_check("test_plan", cases, sizeof cases / sizeof *cases);
}

// ---- the table in print ----

static const char *const starts[] = {"guess", "best", "zero", "random", "answer"};

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
    char attempts[64] = "", stall[64] = "", work[64] = "", early[64] = "", near[64] = "";
    if (row->attempts > 1) snprintf(attempts, sizeof attempts, "%d × ", row->attempts);
    if (row->stall > 0) snprintf(stall, sizeof stall, ", stalls after %ld", row->stall);
    if (row->work > 0.0) snprintf(work, sizeof work, ", %.0e / rows", row->work);
    if (row->near > 0.0) snprintf(near, sizeof near, ", to %.0e", row->near);
    if (row->early == PLAN_LEFT_OUT) snprintf(early, sizeof early, "; early: left out");
    if (row->early > 0) snprintf(early, sizeof early, "; early: %ld", row->early);
    if (row->budget > 0) snprintf(text, size, "%s%ld%s%s%s%s", attempts, row->budget, near, stall, work, early);
    else snprintf(text, size, "while fast");
}

static void print_row(const plan_row *row, char *text, size_t size)
{
    char islands[128], budget[400], epsilon[48] = "–";
    print_islands(row, islands, sizeof islands);
    print_budget(row, budget, sizeof budget);
    if (row->epsilon > 0.0)
        snprintf(epsilon, sizeof epsilon, "%s, %.0e", row->pace == HF_PROXIMAL_BRISK ? "brisk" : "patient",
                 row->epsilon);
    snprintf(text, size, "| %s | %s | %s | %s | %s | %s |\n", row->name, starts[row->start], epsilon, budget, islands,
             row->test ? row->test : "figures in the notes");
}

/// docs/auto.md has these lines, one after the other. What they should be is printed where they are not.
TEST(the_page_prints_the_table)
{
    static const char head[] = "| row | start | pace, ε | at most | islands | fails without it |\n"
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
