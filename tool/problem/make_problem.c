#include "make_problem.h"

#include "console.h"
#include "output.h"

#include "holdfast/files.h"

#include <stdio.h>

hf_status make_problem(const problem_recipe *recipe, hf_generated *generated, hf_error *error)
{
    if (recipe->hair) return hf_generate_hair(&recipe->fibres, generated, error);
    return recipe->pile ? hf_generate_pile(&recipe->piled, generated, error)
                        : hf_generate_random(&recipe->random, generated, error);
}

/// What was made, in a line: the file's title.
static void describe_recipe(const problem_recipe *recipe, char *text, size_t size)
{
    const hf_random_options *random = &recipe->random;
    const hf_pile_options *piled = &recipe->piled;
    const hf_hair_options *fibres = &recipe->fibres;
    if (recipe->hair)
        snprintf(text, size, "hair, %d fibres, %d contacts, mu %g and %g, seed %llu", fibres->fibre_count,
                 fibres->contact_count, fibres->mu, fibres->mu_body, fibres->seed);
    else if (recipe->pile)
        snprintf(text, size, "%s, %dD, %d contacts, mu %g, mass spread %g, seed %llu",
                 piled->shape == HF_PILE_BRICKS ? "wall of bricks" : "pile of spheres", piled->dimension,
                 piled->contact_count, piled->mu, piled->mass_spread, piled->seed);
    else
        snprintf(text, size,
                 "random, %s, %dD, %d contacts, stick %g, slip %g, mu %g to %g, redundancy %g, mass spread %g, "
                 "unsymmetric %g, seed %llu",
                 random->connectivity == HF_CONNECTIVITY_GRID ? "neighbours in a grid" : "any two bodies",
                 random->dimension, random->contact_count, random->stick, random->slip, random->mu_lo, random->mu_hi,
                 random->redundancy, random->mass_spread, random->unsymmetric, random->seed);
}

bool write_problem(const char *path, const problem_recipe *recipe, const hf_generated *generated)
{
    output_file output;
    if (!output_begin(&output, path)) return false;
    hf_fclib_info info = {0};
    hf_error error = {0};
    snprintf(info.title, sizeof info.title, "%s", base_name(path));
    describe_recipe(recipe, info.description, sizeof info.description);
    hf_status status = hf_fclib_write(output.temporary, generated->problem, &info, &error);
    bool empty = hf_problem_describe(generated->problem).dimension == 0; // FCLIB keeps no empty solutions
    if (status == HF_STATUS_OK && generated->r && !empty)
        status = hf_fclib_write_solution(output.temporary, generated->problem, generated->r, generated->u, &error);
    if (status == HF_STATUS_OK) return output_commit(&output, NULL);
    tool_error("%s", output_message(&output, error.message));
    output_drop(&output);
    return false;
}
