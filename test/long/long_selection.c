// How often the limit of vanishing compliance is found, and how often it is one: docs/selection.md has the figures.

#include "support/scene_text.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PROBLEMS = 1000
};

/// Redundancy up to 6, masses up to 1e9 apart in every third one, W that is not symmetric in every fourth.
static hf_random_options draw(unsigned seed)
{
    hf_random_options o = hf_random_options_default();
    o.seed = seed;
    o.contact_count = 3 + (int)(seed % 23);
    o.redundancy = 1.0 + 5.0 * (seed % 11) / 10.0;
    o.mass_spread = seed % 3 == 0 ? pow(10.0, seed % 10) : 1.0;
    o.unsymmetric = seed % 4 == 0 ? 0.2 : 0.0;
    return o;
}

/// From nothing, and from a known answer that is stressed at random: where both end with the same motion, they end with
/// the same impulses.
TEST(answers_of_random_problems)
{
    int found = 0, plain = 0, plain_found = 0, same = 0, differ = 0;
    for (unsigned seed = 1; seed <= PROBLEMS; seed++)
    {
        const hf_random_options o = draw(seed);
        hf_generated made;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        size_t n = (size_t)hf_problem_describe(made.problem).dimension;
        double *a = calloc(4 * n + 1, sizeof *a), *b = a + n, *ua = b + n, *ub = ua + n;
        CHECK(a);
        memcpy(b, made.r, n * sizeof *b);
        hf_auto_options options = hf_auto_options_default();
        options.target_tolerance = 1e-13;
        hf_report first, second;
        CHECK(hf_auto_solve(made.problem, &options, a, NULL, &first, NULL) == HF_STATUS_OK);
        options.common.warm_start = true;
        CHECK(hf_auto_solve(made.problem, &options, b, NULL, &second, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_velocity(made.problem, a, ua, NULL, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_velocity(made.problem, b, ub, NULL, NULL) == HF_STATUS_OK);
        double difference = 0.0, size = 0.0, motion = 0.0;
        for (size_t k = 0; k < n; k++)
        {
            difference = fmax(difference, fabs(a[k] - b[k]));
            motion = fmax(motion, fabs(ua[k] - ub[k]));
            size = fmax(size, fabs(a[k]));
        }
        bool both = first.unselected == 0 && second.unselected == 0;
        bool even = o.mass_spread == 1.0 && o.unsymmetric == 0.0;
        found += both;
        plain += even;
        plain_found += even && both;
        same += both && motion <= 1e-9;
        differ += both && motion <= 1e-9 && difference > 1e-7 * size;
        free(a);
        hf_generated_destroy(&made);
    }
    printf("        selected: %d of %d (%d of %d with equal masses and symmetric W); %d end with the same motion both "
           "ways, of which %d differ by more than 1e-7\n",
           found, PROBLEMS, plain_found, plain, same, differ);
    CHECK(found >= 993 && plain_found == plain && same >= 830 && differ <= 4);
}

/// Work of a solve from zero, which converges.
static double work_of(const char *solver, const hf_problem *problem)
{
    double *r = calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof *r);
    hf_report report;
    CHECK(r && hf_solve(solver, problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    free(r);
    return (double)report.work;
}

/// Of the recorded problems, without the two that take most of the work of all.
TEST(selection_costs_at_most_half_of_the_solve)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no problem files");
    DIR *files = opendir(folder);
    CHECK(files);
    double with = 0.0, without = 0.0;
    int count = 0;
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files))
    {
        const char *name = entry->d_name;
        if (!strstr(name, ".hdf5") || strstr(name, "RockPile") || strstr(name, "_07002_")) continue;
        char path[4096];
        hf_problem *problem;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        CHECK(hf_fclib_read(path, HF_FCLIB_AUTO, &problem, NULL) == HF_STATUS_OK);
        with += work_of("auto", problem);
        without += work_of("auto/any", problem);
        hf_problem_destroy(problem);
        count++;
    }
    closedir(files);
    printf("        %d problems: %.3g units with selection, %.3g without: %.2f times\n", count, with, without,
           with / without);
    CHECK(count > 20 && with <= 1.5 * without);
}

/// 5,050 boxes with 59,800 contacts: statics find what the plan has no answer to.
TEST(a_pyramid_of_a_hundred_boxes_below_is_selected_in_its_first_step)
{
    hf_model *model = scene_model("pyramid:base=100");
    hf_world *world = world_of(model);
    hf_step_report report;
    CHECK(hf_world_step(world, 0.0, &report, NULL) == HF_STATUS_OK);
    printf("%lld units\n", (long long)report.work);
    CHECK(report.certified && report.solve.unselected == 0 && report.work <= 600000000);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
