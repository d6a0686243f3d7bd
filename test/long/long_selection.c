// How often the limit of vanishing compliance is found, and how often it is one: docs/selection.md has the figures.

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

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

/// From nothing, along the series of compliances, and from the known answer, as from the step before: two ways to the limit.
TEST(limits_of_random_problems)
{
    int found = 0, from_nothing = 0, plain = 0, plain_found = 0, differ = 0;
    for (unsigned seed = 1; seed <= PROBLEMS; seed++)
    {
        const hf_random_options o = draw(seed);
        hf_generated made;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        size_t n = (size_t)hf_problem_describe(made.problem).dimension;
        double *series = calloc(n + 1, sizeof *series), *near = malloc((n + 1) * sizeof *near);
        CHECK(series && near);
        memcpy(near, made.r, n * sizeof *near);
        hf_auto_options options = hf_auto_options_default();
        hf_report first, second;
        CHECK(hf_auto_solve(made.problem, &options, series, NULL, &first, NULL) == HF_STATUS_OK);
        options.common.warm_start = true;
        CHECK(hf_auto_solve(made.problem, &options, near, NULL, &second, NULL) == HF_STATUS_OK);
        double difference = 0.0, size = 0.0;
        for (size_t k = 0; k < n; k++)
        {
            difference = fmax(difference, fabs(series[k] - near[k]));
            size = fmax(size, fabs(series[k]));
        }
        bool both = first.unselected == 0 && second.unselected == 0;
        bool even = o.mass_spread == 1.0 && o.unsymmetric == 0.0;
        found += both;
        from_nothing += first.unselected == 0;
        plain += even;
        plain_found += even && first.unselected == 0;
        differ += both && difference > 1e-7 * size;
        free(series);
        free(near);
        hf_generated_destroy(&made);
    }
    printf("        found from nothing: %d of %d (%d of %d with equal masses and symmetric W); both ways: %d, of which "
           "%d differ by more than 1e-7\n",
           from_nothing, PROBLEMS, plain_found, plain, found, differ);
    CHECK(from_nothing >= 900 && plain_found >= 0.95 * plain && found >= 850 && differ <= 40);
}
