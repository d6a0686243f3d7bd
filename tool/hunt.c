// holdfast hunt: a search for counterexamples of a conjecture.
//
// static-friction (Baraff 1994, section 5): "all systems with static friction, but no dynamic friction, also possess
// solutions". Small configurations are drawn, and each is solved by the paper's algorithm; where that does not end, by
// pivoting with other orders and Newton's method, by `auto`, and in the plane by all states one after the other, each of
// which comes with its forces or with a vector that proves that it has none. Every answer is judged by the paper's
// conditions alone, from A, b and the forces (hunt_violation).
//
// In the plane the conjecture follows from a theorem (docs/papers/conjecture.md), so that a search there tests programs;
// in space, with round cones, it does not.

#include "configuration.h"
#include "states.h"

#include "commands.h"
#include "console.h"
#include "json.h"
#include "output.h"
#include "shared_options.h"

#include "holdfast/files.h"
#include "holdfast/pivot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CONDITIONS = 1e-8; // hunt_violation of what counts as forces
static const int64_t BUDGET = 1000000; // of a solve

enum
{
    COMPARE_EVERY = 64, // a planar configuration of which all states are looked through although it is solved
    COMPARE_CONTACTS = 4
};

/// Which method found forces first.
typedef enum hunter
{
    BY_PAPER,
    BY_PIVOT,
    BY_AUTO,
    BY_STATES,
    BY_NONE,
    HUNTERS
} hunter;

static const char *const hunter_names[HUNTERS] = {"the paper's algorithm", "other orders, Newton's method",
                                                  "auto and others", "all states one by one", "nobody"};

typedef struct hunt
{
    int dimension, contacts;
    uint64_t seed, most; // most: configurations; 0: as many as there is time for
    double seconds;
    uint64_t tried, of[HUNT_FAMILIES], found[HUNTERS], compared, states, refuted, refuted_states;
    double pivots, most_pivots, worst; // worst: violation of an answer that counts
    uint64_t hardest;
    hunter hardest_by;
    double hardest_score, *hardest_r;
    uint64_t undecided; // the first configuration that nobody solved and nothing refutes
    hf_workspace *workspace;
    hf_error error;
} hunt;

// ---- one configuration ----

/// Whether r fulfils the conditions.
static bool holds(hunt *h, const hunt_case *c, const double *r)
{
    double violation = hunt_violation(c, r);
    if (!(violation <= CONDITIONS)) return false;
    h->worst = fmax(h->worst, violation);
    return true;
}

/// The first method whose answer holds; *score: how hard it was.
static hunter solve(hunt *h, const hunt_case *c, const hf_problem *problem, double *r, double *score)
{
    hf_pivot_options paper = hf_pivot_options_paper(), ours = hf_pivot_options_default();
    hf_pivot_result result = {0};
    hf_solve_options options = hf_solve_options_default();
    hf_report report;
    paper.common.tolerance = ours.common.tolerance = 1e-3 * CONDITIONS;
    paper.common.max_iterations = 2000;
    (void)hf_pivot_solve(problem, &paper, r, NULL, NULL, h->workspace, NULL, &result, &h->error);
    h->pivots += (double)result.pivots;
    h->most_pivots = fmax(h->most_pivots, (double)result.pivots);
    *score = (double)(result.pivots + result.zero_steps + 10 * result.given_up);
    if (holds(h, c, r)) return BY_PAPER;
    *score += 1e6;
    (void)hf_pivot_solve(problem, &ours, r, NULL, NULL, h->workspace, NULL, &result, &h->error);
    if (holds(h, c, r)) return BY_PIVOT;
    *score += 1e6;
    static const char *const others[] = {"auto", "auto", "path", "proximal", "mfb+enum"};
    for (int k = 0; k < (int)(sizeof others / sizeof *others); k++)
    {
        options.tolerance = k == 0 ? 1e-3 * CONDITIONS : 1e-7 * CONDITIONS; // small forces have small errors
        options.budget = k == 0 ? BUDGET : 100 * BUDGET;
        (void)hf_solve(others[k], problem, &options, r, h->workspace, &report, &h->error);
        if (holds(h, c, r)) return BY_AUTO;
    }
    *score += 1e6;
    if (c->dimension == 3) return BY_NONE;
    hunt_states found;
    hunt_enumerate(c, &found, r);
    h->states += (uint64_t)found.states;
    h->refuted_states += (uint64_t)found.refuted;
    h->refuted += found.refuted == found.states;
    return holds(h, c, r) ? BY_STATES : BY_NONE;
}

/// Looks through all states of what is solved already: they have to have a solution, too.
static void compare(hunt *h, const hunt_case *c)
{
    double r[HUNT_ROWS];
    hunt_states found;
    if (c->dimension == 3 || c->contacts > COMPARE_CONTACTS || h->tried % COMPARE_EVERY != 0) return;
    hunt_enumerate(c, &found, r);
    h->compared++;
    h->states += (uint64_t)found.states;
    h->refuted_states += (uint64_t)found.refuted;
    if (found.refuted == found.states) h->refuted++;
}

static bool try_one(hunt *h, uint64_t index)
{
    hunt_case c;
    hf_problem *problem = NULL;
    double r[HUNT_ROWS] = {0}, score;
    hunt_draw(&c, h->dimension, h->contacts, h->seed, index);
    if (hunt_problem(&c, &problem, &h->error) != HF_STATUS_OK)
    {
        tool_error("configuration %llu: %s", (unsigned long long)index, h->error.message);
        return false;
    }
    hunter by = solve(h, &c, problem, r, &score);
    if (by == BY_NONE && h->found[BY_NONE] == 0) h->undecided = index;
    h->found[by]++;
    h->of[c.family]++;
    compare(h, &c);
    h->tried++;
    if (score > h->hardest_score)
    {
        h->hardest_score = score;
        h->hardest = index;
        h->hardest_by = by;
        memcpy(h->hardest_r, r, sizeof r);
    }
    hf_problem_destroy(problem);
    return true;
}

// ---- the search ----

static bool search(hunt *h, bool talks)
{
    progress_line line = progress_begin();
    double start = clock_now();
    bool good = true;
    for (uint64_t index = 0; good && !interrupted(); index++)
    {
        double gone = clock_now() - start;
        if (h->most > 0 ? index >= h->most : gone >= h->seconds) break;
        good = try_one(h, index);
        if (talks && progress_due(&line))
            progress_show(&line, "%llu configurations in %.0f s, %llu beyond the paper's algorithm",
                          (unsigned long long)h->tried, gone, (unsigned long long)(h->tried - h->found[BY_PAPER]));
    }
    progress_clear(&line);
    return good;
}

/// The hardest configuration, with its answer, as a problem that `holdfast check` certifies. In space the paper's eq. 21
/// is weaker than Coulomb's law: the answer in the file is one of that law.
static bool write_hardest(hunt *h, output_file *output)
{
    hunt_case c;
    hf_problem *problem = NULL;
    hf_fclib_info info = {0};
    hf_solve_options options = hf_solve_options_default();
    double r[HUNT_ROWS];
    hunt_draw(&c, h->dimension, h->contacts, h->seed, h->hardest);
    bool good = hunt_problem(&c, &problem, &h->error) == HF_STATUS_OK;
    memcpy(r, h->hardest_r, sizeof r);
    options.tolerance = 1e-3 * CONDITIONS;
    options.warm_start = true;
    good = good && hf_solve("auto", problem, &options, r, h->workspace, NULL, &h->error) == HF_STATUS_OK;
    snprintf(info.title, sizeof info.title, "static friction at %d contacts", h->contacts);
    snprintf(
        info.description, sizeof info.description,
        "holdfast hunt static-friction --contacts %d --dimension %d --seed %llu, configuration %llu (%s): forces as "
        "r, accelerations as u (Baraff 1994, eq. 18)",
        h->contacts, h->dimension, (unsigned long long)h->seed, (unsigned long long)h->hardest,
        hunt_family_names[c.family]);
    good = good && hf_fclib_write(output->temporary, problem, &info, &h->error) == HF_STATUS_OK &&
           hf_fclib_write_solution(output->temporary, problem, r, NULL, &h->error) == HF_STATUS_OK;
    hf_problem_destroy(problem);
    if (good) return output_commit(output, NULL);
    tool_error("%s", output_message(output, h->error.message));
    return false;
}

// ---- out ----

static void print_text(const hunt *h, const char *path)
{
    printf("static friction in %s, %d contact%s, seed %llu: %llu configurations\n",
           h->dimension == 2 ? "the plane" : "space", h->contacts, h->contacts == 1 ? "" : "s",
           (unsigned long long)h->seed, (unsigned long long)h->tried);
    for (int k = 0; k < HUNT_FAMILIES; k++)
        printf("  %-30s %12llu\n", hunt_family_names[k], (unsigned long long)h->of[k]);
    puts("forces found by");
    for (int k = 0; k < BY_NONE; k++) printf("  %-30s %12llu\n", hunter_names[k], (unsigned long long)h->found[k]);
    printf("counterexamples, with a proof    %12llu\n", (unsigned long long)h->refuted);
    printf("undecided                        %12llu\n", (unsigned long long)(h->found[BY_NONE] - h->refuted));
    if (h->found[BY_NONE] > 0) printf("  the first is configuration %llu\n", (unsigned long long)h->undecided);
    if (h->states > 0)
        printf("states looked through one by one %12llu, of %llu configurations besides; %llu have a proof that they "
               "have no forces\n",
               (unsigned long long)h->states, (unsigned long long)h->compared, (unsigned long long)h->refuted_states);
    printf(
        "conditions of all answers: within %.1e of the largest force, and of the largest acceleration without forces\n",
        h->worst);
    if (h->tried > 0)
        printf("pivots of the paper's algorithm: %.1f a configuration, at most %.0f\n", h->pivots / (double)h->tried,
               h->most_pivots);
    printf("the hardest is configuration %llu, solved by %s", (unsigned long long)h->hardest,
           hunter_names[h->hardest_by]);
    printf(path ? "; in %s\n" : "\n", path);
}

static void print_json(const hunt *h, const char *path)
{
    json_writer json = json_begin(stdout);
    json_text(&json, "conjecture", "static-friction");
    json_integer(&json, "dimension", h->dimension);
    json_integer(&json, "contacts", h->contacts);
    json_integer(&json, "seed", (long long)h->seed);
    json_integer(&json, "configurations", (long long)h->tried);
    for (int k = 0; k < HUNT_FAMILIES; k++) json_integer(&json, hunt_family_names[k], (long long)h->of[k]);
    json_integer(&json, "by_paper", (long long)h->found[BY_PAPER]);
    json_integer(&json, "by_pivot", (long long)h->found[BY_PIVOT]);
    json_integer(&json, "by_auto", (long long)h->found[BY_AUTO]);
    json_integer(&json, "by_states", (long long)h->found[BY_STATES]);
    json_integer(&json, "counterexamples", (long long)h->refuted);
    json_integer(&json, "undecided", (long long)(h->found[BY_NONE] - h->refuted));
    json_integer(&json, "first_undecided", h->found[BY_NONE] > 0 ? (long long)h->undecided : -1);
    json_integer(&json, "states", (long long)h->states);
    json_integer(&json, "states_refuted", (long long)h->refuted_states);
    json_integer(&json, "compared", (long long)h->compared);
    json_number(&json, "worst", h->worst);
    json_number(&json, "pivots", h->tried > 0 ? h->pivots / (double)h->tried : 0.0);
    json_number(&json, "pivots_most", h->most_pivots);
    json_integer(&json, "hardest", (long long)h->hardest);
    json_text(&json, "hardest_by", hunter_names[h->hardest_by]);
    json_text(&json, "file", path ? path : "");
    json_end(&json);
}

static int hunt_with(hunt *h, const argument_set *arguments, output_file *output)
{
    const char *path = option_text(arguments, "out");
    bool json = option_given(arguments, "json");
    if (hf_workspace_create(&h->workspace, &h->error) != HF_STATUS_OK || !search(h, !json)) return EXIT_ERROR;
    if (path && h->tried > 0 && !write_hardest(h, output)) return EXIT_ERROR;
    (json ? print_json : print_text)(h, path);
    return interrupted() ? EXIT_INTERRUPTED : h->found[BY_NONE] > 0 ? EXIT_NOT_CONVERGED : EXIT_SUCCESS;
}

static int run(const argument_set *arguments)
{
    output_file output = {0};
    const char *path = option_text(arguments, "out");
    if (strcmp(arguments->operands[0], "static-friction") != 0)
    {
        tool_error("there is no conjecture '%s'; there is static-friction", arguments->operands[0]);
        return EXIT_ERROR;
    }
    if (path && !output_begin(&output, path)) return EXIT_ERROR;
    hunt h = {.dimension = (int)option_count(arguments, "dimension"),
              .contacts = (int)option_count(arguments, "contacts"),
              .seed = (uint64_t)option_count(arguments, "seed"),
              .seconds = option_number(arguments, "seconds"),
              .hardest_score = -1.0};
    if (option_given(arguments, "count")) h.most = (uint64_t)option_count(arguments, "count");
    h.hardest_r = tool_allocate(HUNT_ROWS, sizeof *h.hardest_r);
    interrupt_watch();
    int code = hunt_with(&h, arguments, &output);
    if (code == EXIT_ERROR && h.error.message[0] && !h.workspace) tool_error("%s", h.error.message);
    hf_workspace_destroy(h.workspace);
    free(h.hardest_r);
    output_drop(&output);
    return code;
}

static const option_def options[] = {
    {.name = "contacts",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = HUNT_CONTACTS,
     .fallback = "3",
     .help = "contacts of a configuration, 1 to 8"},
    {.name = "dimension",
     .argument = "D",
     .kind = OPTION_COUNT,
     .least = 2,
     .most = 3,
     .fallback = "2",
     .help = "2: the plane, 3: space, where friction has to fulfil the paper's eq. 21"},
    {.name = "seconds", .argument = "S", .kind = OPTION_POSITIVE, .fallback = "10", .help = "how long it searches"},
    {.name = "count",
     .argument = "M",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1e15,
     .help = "so many configurations, however long that takes"},
    {.name = "seed",
     .argument = "K",
     .kind = OPTION_COUNT,
     .least = 0,
     .most = 1e15,
     .fallback = "1",
     .help = "of the configurations"},
    {.name = "out",
     .argument = "FILE",
     .kind = OPTION_FILE,
     .help = "write the hardest configuration with forces for it, which 'holdfast check FILE' certifies"},
    SHARED_JSON("one JSON object"),
};

static const example_def examples[] = {
    {"hunt static-friction --contacts 4 --seconds 60", "a minute of planar configurations"},
    {"hunt static-friction --dimension 3 --count 100000 --out hard.hdf5", "the hardest of so many in space"},
    {"check hard.hdf5", "that its forces are forces"},
};

const command_def hunt_command = {
    .name = "hunt",
    .operands = "CONJECTURE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "search for counterexamples of a conjecture",
    .details =
        "static-friction: Baraff 1994 leaves open whether bodies at rest always have contact forces that fulfil the "
        "conditions of static friction. Small configurations are drawn (anyhow, wedged between two contacts, flat on "
        "a face, and loaded critically), and solved by the paper's algorithm. Where that does not end, other orders of "
        "its drives and Newton's method, `auto`, and in the plane all states one by one (open, sticking, sliding "
        "either "
        "way, at each contact) are tried; a state without forces comes with a proof. A configuration all of whose "
        "states are refuted is a counterexample; one that is neither solved nor refuted is undecided.\n\nIn the plane "
        "there is none by a theorem (docs/papers/conjecture.md): there the search tests the programs.",
    .exits =
        "0 if every configuration has forces, 2 if one has none or is undecided, 1 if there was an error, 130 after "
        "Ctrl-C.",
    COMMAND_TABLES,
};
