// Generated problems: the known answer is one, the options do what they say, the same seed gives the same bits, and size is linear.

#include "harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_generated generate(const hf_random_options *options)
{
    hf_generated g;
    hf_error error;
    if (hf_generate_random(options, &g, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return g;
}

static double natural(const hf_generated *g, const double *r)
{
    hf_residual residual;
    CHECK(hf_residual_compute(g->problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    return residual.natural;
}

TEST(known_answers_are_answers)
{
    for (unsigned seed = 0; seed < 200; seed++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = seed;
        o.dimension = 2 + (int)(seed & 1);
        o.contact_count = (int)(seed % 17);
        o.unilateral_count = (int)(seed % 3);
        o.bilateral_count = (int)(seed % 5);
        o.box_count = (int)(seed % 4);
        o.mass_spread = seed % 7 == 0 ? 1e6 : 1.0;
        o.unsymmetric = seed % 6 == 0 ? 0.1 : 0.0;
        o.redundancy = seed % 2 == 0 ? 3.0 : 0.7;
        o.connectivity = seed % 8 == 0 ? HF_CONNECTIVITY_GRID : HF_CONNECTIVITY_RANDOM;
        o.factored = seed % 3 == 0;
        hf_generated g = generate(&o);
        hf_problem_info info = hf_problem_describe(g.problem);
        CHECK(info.contact_count == o.contact_count && info.kind_count[HF_KIND_BOX] == o.box_count);
        CHECK(natural(&g, g.r) < 1e-13);
        for (int k = 0; k < info.dimension; k++) // wrong as soon as any number is
        {
            double keep = g.r[k];
            g.r[k] += 0.01 * (fabs(keep) + 1e-3);
            CHECK(natural(&g, g.r) > 1e-12);
            g.r[k] = keep;
        }
        hf_generated_destroy(&g);
    }
}

TEST(fifty_thousand_contacts_are_linear)
{
    size_t blocks[2];
    for (int k = 0; k < 2; k++)
    {
        hf_pile_options o = hf_pile_options_default();
        o.contact_count = k ? 50000 : 5000;
        hf_generated g;
        hf_error error;
        if (hf_generate_pile(&o, &g, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
        hf_problem_info info = hf_problem_describe(g.problem);
        CHECK(info.contact_count == o.contact_count && info.asymmetry < 1e-15);
        blocks[k] = info.nonzero_block_count;
        printf("      %d contacts, %zu blocks\n", info.contact_count, info.nonzero_block_count);
        hf_generated_destroy(&g);
    }
    CHECK(blocks[1] < 12 * blocks[0]);
}
