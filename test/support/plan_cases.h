// For each row of the plan of `auto` a few small problems that need it: without the row they are not solved, or take more than the case allows.
//
// Problems come from generators, so a case is a line. Several of them make a case where one alone would hang on a few bits: what a chaotic iteration does changes with the order of a sum.

#ifndef HF_TEST_PLAN_CASES_H
#define HF_TEST_PLAN_CASES_H

#include "support/auto_mix.h"
#include "support/harness.h"

#include "base/arena.h"
#include "solve/auto/plan.h"
#include "solve/report.h"

#include <holdfast/generate.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum plan_maker
{
    CASE_MIX = 1, // auto_mix(seed)
    CASE_ISLANDS, // `contacts` in many islands
    CASE_SPHERES, // a pile in space, in factored form
    CASE_BRICKS,  // the same, a wall
    CASE_HAIR,    // ten contacts a fibre
} plan_maker;

typedef struct plan_problem
{
    plan_maker maker;
    unsigned long long seed;
    int contacts;
    double mu;
} plan_problem;

typedef struct plan_case
{
    const char *name;
    plan_problem problems[8];
    double guess;         // the guess is the answer, with impulses changed by up to this share; 0: no guess
    double target;        // target_tolerance
    double natural;       // what is to be reached; 0: the tolerance of 1e-8
    long most_iterations; // of all problems together; 0: any number
    long most_systems;    // linear systems of Newton's methods among them; -1: any number
} plan_case;

static inline hf_generated plan_problem_make(const plan_problem *p)
{
    hf_generated made;
    hf_error error = {0};
    hf_status status;
    if (p->maker == CASE_SPHERES || p->maker == CASE_BRICKS)
    {
        hf_pile_options o = hf_pile_options_default();
        o.shape = p->maker == CASE_SPHERES ? HF_PILE_SPHERES : HF_PILE_BRICKS;
        o.contact_count = p->contacts;
        o.seed = p->seed;
        o.mu = p->mu;
        o.factored = true;
        status = hf_generate_pile(&o, &made, &error);
    }
    else if (p->maker == CASE_HAIR)
    {
        hf_hair_options o = hf_hair_options_default();
        o.fibre_count = p->contacts / 10;
        o.contact_count = p->contacts;
        o.seed = p->seed;
        o.mu = p->mu;
        status = hf_generate_hair(&o, &made, &error);
    }
    else
    {
        hf_random_options o = p->maker == CASE_MIX ? auto_mix(p->seed) : hf_random_options_default();
        o.seed = p->seed;
        if (p->maker == CASE_ISLANDS)
        {
            o.contact_count = p->contacts;
            o.redundancy = 0.3;
        }
        status = hf_generate_random(&o, &made, &error);
    }
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return made;
}

/// Whether a phase of the report counts linear systems.
static inline bool plan_phase_is_newton(const char *phase)
{
    static const char *const newton[] = {"proximal", "augmented", "interior", "path"};
    for (size_t k = 0; k < sizeof newton / sizeof *newton; k++)
        if (strncmp(phase, newton[k], strlen(newton[k])) == 0) return true;
    return false;
}

/// What a case took.
typedef struct plan_effort
{
    long iterations, systems;
    double natural; // the worst
} plan_effort;

static inline void plan_solve(const plan_row *rows, int count, const hf_problem *problem,
                              const hf_auto_options *options, double *r, plan_effort *effort)
{
    hf_workspace *workspace;
    hf_report report;
    hf_error error = {0};
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    report_begin(&report);
    hf_auto_options any = *options; // the plan solves; what is selected afterwards is not its matter
    any.selection = HF_SELECTION_ANY;
    if (auto_walk(rows, count, problem, &any, r, workspace, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_workspace_destroy(workspace);
    if (!effort) return;
    effort->iterations += report.iterations;
    for (int k = 0; k < report.phase_count; k++)
        if (plan_phase_is_newton(report.phases[k].name)) effort->systems += report.phases[k].iterations;
    effort->natural = fmax(effort->natural, report.residual.natural);
}

/// The case with this plan. A guess is made from the answer by the whole plan.
static inline plan_effort plan_case_run(const plan_case *c, const plan_row *rows, int count)
{
    plan_effort effort = {0};
    for (const plan_problem *p = c->problems; p < c->problems + 8 && p->maker != 0; p++)
    {
        hf_generated made = plan_problem_make(p);
        int n = hf_problem_describe(made.problem).dimension, all;
        double *r = calloc((size_t)n + 1, sizeof *r);
        CHECK(r);
        hf_auto_options options = hf_auto_options_default();
        const plan_row *plan = plan_rows(&all);
        if (c->guess > 0.0) plan_solve(plan, all, made.problem, &options, r, NULL);
        for (int k = 0; k < n && c->guess > 0.0; k++) r[k] *= 1.0 + c->guess * ((k * 7) % 11 - 5) / 5.0;
        options.target_tolerance = c->target;
        plan_solve(rows, count, made.problem, &options, r, &effort);
        free(r);
        hf_generated_destroy(&made);
    }
    return effort;
}

static inline bool plan_case_holds(const plan_case *c, const plan_effort *effort)
{
    return effort->natural <= (c->natural > 0.0 ? c->natural : 1e-8) &&
           (c->most_iterations == 0 || effort->iterations <= c->most_iterations) &&
           (c->most_systems < 0 || effort->systems <= c->most_systems);
}

/// Takes each row whose test is in `program` out of the plan in turn: its case holds with it, and does not without.
static inline void plan_cases_check(const char *program, const plan_case *cases, int case_count)
{
    int count, checked = 0, failed = 0;
    const plan_row *rows = plan_rows(&count);
    plan_row *others = calloc((size_t)count, sizeof *others);
    CHECK(others);
    for (int k = 0; k < count; k++)
    {
        const plan_case *c = NULL;
        size_t length = strlen(program);
        if (!rows[k].test) CHECK(rows[k].above >= 5000);
        if (!rows[k].test || strncmp(rows[k].test, program, length) != 0 || rows[k].test[length] != ':') continue;
        for (int n = 0; n < case_count; n++)
            if (strcmp(cases[n].name, rows[k].test + length + 1) == 0) c = &cases[n];
        if (!c) harness_fail(__FILE__, __LINE__, "row '%s': there is no case '%s'", rows[k].name, rows[k].test);
        memcpy(others, rows, (size_t)k * sizeof *rows);
        memcpy(others + k, rows + k + 1, (size_t)(count - k - 1) * sizeof *rows);
        plan_effort with = plan_case_run(c, rows, count), without = plan_case_run(c, others, count - 1);
        printf("        %-32s %6ld iterations, %5ld systems, %.0e; without it %6ld, %5ld, %.0e\n", rows[k].name,
               with.iterations, with.systems, with.natural, without.iterations, without.systems, without.natural);
        checked++;
        if (plan_case_holds(c, &with) && !plan_case_holds(c, &without)) continue;
        printf("        %s: %s\n", rows[k].test, plan_case_holds(c, &with) ? "holds without the row" : "does not hold");
        failed++;
    }
    CHECK(failed == 0 && checked == case_count); // and no case is left over
    free(others);
}

#endif
