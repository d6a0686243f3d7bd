// holdfast generate: problem files made on the spot.

#include "commands.h"
#include "console.h"
#include "make_problem.h"
#include "output.h"
#include "shared_options.h"

#include <stdlib.h>
#include <string.h>

/// Options that were not given keep what the generator takes by itself.
static void take_number(const argument_set *arguments, const char *name, double *value)
{
    if (option_given(arguments, name)) *value = option_number(arguments, name);
}

static problem_recipe read_recipe(const argument_set *arguments)
{
    problem_recipe recipe = {
        .random = hf_random_options_default(), .piled = hf_pile_options_default(), .fibres = hf_hair_options_default()};
    const char *kind = option_text(arguments, "kind");
    hf_random_options *random = &recipe.random;
    hf_pile_options *piled = &recipe.piled;
    recipe.hair = strcmp(kind, "hair") == 0;
    recipe.pile = !recipe.hair && strcmp(kind, "random") != 0 && strcmp(kind, "grid") != 0;
    random->connectivity = strcmp(kind, "grid") == 0 ? HF_CONNECTIVITY_GRID : HF_CONNECTIVITY_RANDOM;
    piled->shape = strcmp(kind, "bricks") == 0 ? HF_PILE_BRICKS : HF_PILE_SPHERES;
    recipe.fibres.seed = random->seed = piled->seed = (unsigned long long)option_number(arguments, "seed");
    recipe.fibres.contact_count = random->contact_count = piled->contact_count =
        (int)option_count(arguments, "contacts");
    random->dimension = piled->dimension = (int)option_count(arguments, "dimension");
    random->bilateral_count = (int)option_count(arguments, "bilateral");
    take_number(arguments, "stick", &random->stick);
    take_number(arguments, "slip", &random->slip);
    take_number(arguments, "torsional", &random->torsional);
    take_number(arguments, "rolling", &random->rolling);
    take_number(arguments, "elliptic", &random->elliptic);
    take_number(arguments, "redundancy", &random->redundancy);
    take_number(arguments, "unsymmetric", &random->unsymmetric);
    take_number(arguments, "mass-spread", &random->mass_spread);
    take_number(arguments, "mass-spread", &piled->mass_spread);
    take_number(arguments, "mu", &random->mu_lo);
    take_number(arguments, "mu", &random->mu_hi);
    take_number(arguments, "mu", &piled->mu);
    take_number(arguments, "mu", &recipe.fibres.mu);
    take_number(arguments, "mu", &recipe.fibres.mu_body);
    take_number(arguments, "step", &recipe.fibres.step);
    if (option_given(arguments, "fibres")) recipe.fibres.fibre_count = (int)option_count(arguments, "fibres");
    return recipe;
}

/// Options that mean nothing to the chosen generator are refused: a file that silently lacks what was asked for helps
/// nobody.
static bool check_meaning(const argument_set *arguments, const problem_recipe *recipe)
{
    static const struct
    {
        const char *name;
        bool pile, hair, random;
        const char *use;
    } meanings[] = {
        {"stick", false, false, true, "random or grid"},
        {"slip", false, false, true, "random or grid"},
        {"torsional", false, false, true, "random or grid"},
        {"rolling", false, false, true, "random or grid"},
        {"elliptic", false, false, true, "random or grid"},
        {"redundancy", false, false, true, "random or grid"},
        {"unsymmetric", false, false, true, "random or grid"},
        {"bilateral", false, false, true, "random or grid"},
        {"mass-spread", true, false, true, "another kind"},
        {"fibres", false, true, false, "hair"},
        {"step", false, true, false, "hair"},
    };
    for (size_t k = 0; k < sizeof meanings / sizeof meanings[0]; k++)
    {
        bool means = recipe->hair ? meanings[k].hair : recipe->pile ? meanings[k].pile : meanings[k].random;
        if (means || !option_given(arguments, meanings[k].name)) continue;
        tool_error("--%s means nothing to --kind %s; use --kind %s", meanings[k].name, option_text(arguments, "kind"),
                   meanings[k].use);
        return false;
    }
    if (recipe->hair && recipe->random.dimension != 3)
    {
        tool_error("--kind hair is spatial: --dimension 3");
        return false;
    }
    return true;
}

static bool generate_one(const problem_recipe *recipe, const char *path)
{
    hf_generated generated = {0};
    hf_error error = {0};
    if (make_problem(recipe, &generated, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    bool written = write_problem(path, recipe, &generated);
    if (written)
    {
        hf_problem_info info = hf_problem_describe(generated.problem);
        printf("%s: %d contacts, %d rows%s\n", path, info.contact_count, info.dimension,
               generated.r ? ", with a solution" : "");
    }
    hf_generated_destroy(&generated);
    return written;
}

static int run(const argument_set *arguments)
{
    problem_recipe recipe = read_recipe(arguments);
    const char *output = option_text(arguments, "output");
    int count = (int)option_count(arguments, "count");
    if (!output)
    {
        tool_error("--output F.hdf5 is missing: where shall the problem go?");
        return EXIT_ERROR;
    }
    if (!check_meaning(arguments, &recipe)) return EXIT_ERROR;
    if (count == 1 && !is_folder(output)) return generate_one(&recipe, output) ? EXIT_SUCCESS : EXIT_ERROR;
    if (!make_folder(output)) return EXIT_ERROR;
    for (int k = 0; k < count; k++)
    {
        char *path = tool_text("%s/%s-%dd-%d-seed%llu.hdf5", output, option_text(arguments, "kind"),
                               recipe.random.dimension, recipe.random.contact_count, recipe.random.seed);
        bool well = generate_one(&recipe, path);
        free(path);
        if (!well) return EXIT_ERROR;
        recipe.random.seed++;
        recipe.piled.seed++;
        recipe.fibres.seed++;
    }
    return EXIT_SUCCESS;
}

static const option_def options[] = {
    {.name = "output",
     .argument = "F.hdf5",
     .kind = OPTION_FILE,
     .help = "the file to write; a folder if there are several (--count)"},
    {.name = "kind",
     .argument = "K",
     .kind = OPTION_CHOICE,
     .choices = "random|grid|spheres|bricks|hair",
     .fallback = "random",
     .help = "random: built backwards from a known answer, any two bodies in contact; grid: the same, neighbours only; "
             "spheres, bricks: a step of a pile under gravity; hair: a step of thin rods that touch their neighbours"},
    {.name = "contacts",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 0,
     .most = 10000000,
     .fallback = "100",
     .help = "how many contacts (a pile has the nearest number that it can)"},
    {.name = "dimension",
     .argument = "2|3",
     .kind = OPTION_COUNT,
     .least = 2,
     .most = 3,
     .fallback = "3",
     .help = "planar or spatial"},
    SHARED_SEED("the same seed gives the same file"),
    {.name = "count",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 100000,
     .fallback = "1",
     .help = "how many problems, with seeds K, K+1, and so on"},
    {.name = "mu",
     .argument = "M",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e9,
     .help = "friction coefficient of all contacts (random: 0.2 to 0.9 otherwise; piles: 0.5)"},
    {.name = "mass-spread",
     .argument = "R",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = 1e15,
     .help = "heaviest over lightest body (1 otherwise)"},
    {.name = "fibres",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1000000,
     .help = "hair: how many fibres, of 16 degrees of freedom (300 otherwise)"},
    {.name = "step",
     .argument = "S",
     .kind = OPTION_POSITIVE,
     .help = "hair: length of the time step in seconds (0.002 otherwise)"},
    {.name = "stick",
     .argument = "S",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1,
     .help = "random: share of contacts that stick (0.4 otherwise)"},
    {.name = "slip",
     .argument = "S",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1,
     .help = "random: share that slides (0.4 otherwise); the rest is open"},
    {.name = "torsional",
     .argument = "S",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1,
     .help = "random: share of contacts with torsional friction, 4 rows (0 otherwise)"},
    {.name = "rolling",
     .argument = "S",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1,
     .help = "random: share of contacts with torsional and rolling friction, 6 rows (0 otherwise)"},
    {.name = "elliptic",
     .argument = "S",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1,
     .help = "random: share of contacts whose coefficients along the tangents differ (0 otherwise)"},
    {.name = "redundancy",
     .argument = "R",
     .kind = OPTION_POSITIVE,
     .help = "random: rows of W per degree of freedom; above 1, W is rank deficient (1.5 otherwise)"},
    {.name = "unsymmetric",
     .argument = "S",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1,
     .help = "random: size of the skew part of the inverse mass matrix beside the symmetric one (0 otherwise)"},
    {.name = "bilateral",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 0,
     .most = 1000000,
     .fallback = "0",
     .help = "random: blocks of equalities beside the contacts"},
};

static const example_def examples[] = {
    {"generate --contacts 200 --seed 7 --output random.hdf5", "a random problem with a known solution in the file"},
    {"generate --kind bricks --contacts 1000 --dimension 2 --output wall.hdf5", "a planar wall, about to settle"},
    {"generate --kind hair --fibres 1920 --contacts 25000 --output hair.hdf5", "a step of a head of hair"},
    {"generate --count 50 --contacts 30 --redundancy 4 --output set",
     "fifty rank-deficient problems in a folder, for holdfast bench"},
};

const command_def generate_command = {
    .name = "generate",
    .operands = "",
    .summary = "make problem files: random ones with a known answer, piles and hair",
    .details =
        "Writes FCLIB files in local form. Random problems are built backwards: a share of the contacts sticks, "
        "a share slides and the rest is open by choice, and the velocity without impulses follows; the file "
        "holds that solution, so that 'holdfast check FILE' passes at once. Piles and hair have a solution, too, but "
        "none is known in advance.",
    .exits = "0, or 1 if there was an error.",
    COMMAND_TABLES,
};
