// holdfast bits: whether this machine keeps the promise that the same input gives the same bits (docs/bits.md).

#include "bundled.h"
#include "commands.h"
#include "console.h"
#include "golden_table.h"
#include "shared_options.h"

#include "holdfast/scene.h"
#include "holdfast/world.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// A line of the table: a scene, so many steps, and the hash of the state after them.
typedef struct golden
{
    char scene[200];
    long steps;
    uint64_t hash;
} golden;

typedef struct bits_count
{
    int same, other, skipped;
} bits_count;

static bool read_line(const char *line, golden *g)
{
    size_t length = strcspn(line, " ");
    if (length >= sizeof g->scene || line[0] == '#') return false;
    snprintf(g->scene, sizeof g->scene, "%.*s", (int)length, line);
    char *after_steps, *after_hash;
    g->steps = strtol(line + length, &after_steps, 10);
    g->hash = strtoull(after_steps, &after_hash, 16);
    return after_steps > line + length && after_hash > after_steps;
}

/// The path of a scene in the heap: what begins with "models/" is in the folder of --models, "scenes/" beside the tool.
static char *path_of(const golden *g, const char *models)
{
    if (strncmp(g->scene, "models/", 7) == 0) return models ? tool_text("%s/%s", models, g->scene + 7) : NULL;
    if (strncmp(g->scene, "scenes/", 7) == 0) return bundled_path(g->scene + 7);
    return tool_text("%s", g->scene);
}

static hf_status find_hash(const golden *g, const char *path, int threads, uint64_t *hash, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, error);
    if (status == HF_STATUS_OK) status = hf_world_create(model, &world, error);
    if (status == HF_STATUS_OK) (void)hf_world_set_threads(world, threads);
    for (long k = 0; k < g->steps && status == HF_STATUS_OK; k++) status = hf_world_step(world, 0.0, NULL, error);
    if (status == HF_STATUS_OK) *hash = hf_world_hash(world);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    return status;
}

/// One line. False: an error.
static bool look(const golden *g, const argument_set *arguments, FILE *out, bits_count *count)
{
    char *path = path_of(g, option_text(arguments, "models"));
    if (!path)
    {
        count->skipped++;
        if (out) fprintf(out, "%s %ld %016" PRIx64 "\n", g->scene, g->steps, g->hash);
        return true;
    }
    uint64_t hash = 0;
    hf_error error = {0};
    bool well = find_hash(g, path, (int)option_count(arguments, "threads"), &hash, &error) == HF_STATUS_OK;
    free(path);
    if (!well)
    {
        tool_error("%s", error.message);
        return false;
    }
    if (out) fprintf(out, "%s %ld %016" PRIx64 "\n", g->scene, g->steps, hash);
    bool same = hash == g->hash;
    *(same ? &count->same : &count->other) += 1;
    if (!same && !out)
        printf("%s: %016" PRIx64 " after %ld steps, where %016" PRIx64 " is due\n", g->scene, hash, g->steps, g->hash);
    return true;
}

static int look_at_all(const argument_set *arguments, FILE *out)
{
    bits_count count = {0};
    for (int k = 0; golden_table[k]; k++)
    {
        golden g;
        bool is = read_line(golden_table[k], &g);
        if (!is && out) fprintf(out, "%s\n", golden_table[k]);
        if (is && !look(&g, arguments, out, &count)) return EXIT_ERROR;
    }
    if (out)
        printf("%d scenes written, %d of them with other bits; %d without a folder of models stay\n",
               count.same + count.other, count.other, count.skipped);
    else
    {
        console_cell(stdout, count.other ? "other bits" : "the same bits", 0, count.other ? COLOUR_BAD : COLOUR_GOOD);
        printf(" as the table of holdfast %s: %d scenes of %d", golden_version, count.same, count.same + count.other);
        printf(count.skipped ? ", %d more need --models\n" : "\n", count.skipped);
    }
    return out || count.other == 0 ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
}

static int run(const argument_set *arguments)
{
    const char *path = option_text(arguments, "write");
    if (!path) return look_at_all(arguments, NULL);
    FILE *out = fopen(path, "w");
    if (!out)
    {
        tool_error("%s: cannot be written", path);
        return EXIT_ERROR;
    }
    int code = look_at_all(arguments, out);
    if (fclose(out) == 0) return code;
    tool_error("%s: cannot be written", path);
    return EXIT_ERROR;
}

static const option_def options[] = {
    {.name = "models",
     .argument = "DIR",
     .kind = OPTION_TEXT,
     .help = "the folder of the robots in the table, which are not ours to give"},
    SHARED_THREADS,
    {.name = "write",
     .argument = "F",
     .kind = OPTION_FILE,
     .help = "write the table of a release anew, with the bits that this machine finds"},
};

static const example_def examples[] = {
    {"bits", "some seconds: does this machine keep the promise?"},
    {"bits --threads 5", "on five threads"},
};

const command_def bits_command = {
    .name = "bits",
    .operands = "",
    .summary = "say whether this machine has the bits of the release",
    .details =
        "Runs scenes of the release's table (test/golden) and compares the hash of the last state of each: the same "
        "input gives the same bits on every machine, by docs/bits.md, and this says whether it does on yours.",
    .exits = "0 if all bits are the same, 2 if any is not, 1 if there was an error.",
    COMMAND_TABLES,
};
