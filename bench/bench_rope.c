// A rope of 100 segments between two robots (scenes/rope.xml), of each kind of rod and with both ends pinned or
// clamped.
//   bench_rope [--scene F] [--steps N] [--kind K]
//
// One shoulder swings the rope up and down while the time is taken: processor time of a step of 1 ms, the least mean of
// ten equal runs of N steps one after the other, and the share of each stage in all of them.
// The hash of the state says whether the answer is still the same.

#include "bench.h"

#include <holdfast/holdfast.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    RUNS = 10
};

typedef struct rope_options
{
    const char *scene, *kind;
    int steps;
} rope_options;

/// Processor time of each stage.
typedef struct stage_clock
{
    double of[HF_STAGE_COUNT], since;
    int now;
} stage_clock;

static void on_stage(void *context, hf_stage stage)
{
    stage_clock *clock = context;
    double now = bench_processor();
    if (clock->now < HF_STAGE_COUNT) clock->of[clock->now] += now - clock->since;
    clock->now = (int)stage;
    clock->since = now;
}

static hf_world *open_rope(const char *name, hf_model **model, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    *model = NULL;
    if (hf_scene_open(name, 1, NULL, NULL, &builder, error) == HF_STATUS_OK &&
        hf_model_build(builder, model, error) == HF_STATUS_OK)
        (void)hf_world_create(*model, &world, error);
    hf_builder_destroy(builder);
    return world;
}

/// `steps` steps in which the shoulder of the left arm goes up and down by 0.3 rad twice a second. Returns their mean
/// time [s]; negative if one failed.
static double run(hf_world *world, int steps, int shoulder, stage_clock *clock, long *inexact, hf_error *error)
{
    double start = bench_processor();
    for (int k = 0; k < steps; k++)
    {
        hf_step_report report;
        hf_world_set_control(world, shoulder, 0.3 * sin(4.0 * 3.141592653589793 * hf_world_time(world)), NULL);
        clock->now = HF_STAGE_COUNT;
        if (hf_world_step(world, 0.0, &report, error) != HF_STATUS_OK) return -1.0;
        *inexact += report.quality != HF_STEP_EXACT;
    }
    return (bench_processor() - start) / steps;
}

static bool measure(const rope_options *o, const char *kind, const char *hold)
{
    char name[512];
    hf_error error = {0};
    hf_model *model;
    stage_clock clock = {.now = HF_STAGE_COUNT};
    bool helix = strcmp(kind, "superhelix") == 0;
    snprintf(name, sizeof name, "%s?rope.kind=%s,rope.elements=%d,rope.segments=100,rope.root=%s,rope.tip=%s", o->scene,
             kind, helix ? 6 : 100, hold, hold);
    hf_world *world = open_rope(name, &model, &error);
    double least = INFINITY, sum = 0.0;
    long inexact = 0;
    if (world) hf_world_observe(world, on_stage, &clock);
    for (int k = 0; k < RUNS && world && least >= 0.0; k++)
    {
        double mean =
            run(world, o->steps, hf_model_find(model, HF_ITEM_ACTUATOR, "left_shoulder"), &clock, &inexact, &error);
        least = mean < least ? mean : least;
        sum += mean;
    }
    bool good = world && least >= 0.0;
    if (!good) printf("%-10s %-8s %s\n", kind, hold, error.message);
    else
    {
        double all = 0.0;
        for (int s = 0; s < HF_STAGE_COUNT; s++) all += clock.of[s];
        printf("%-10s %-8s %8.3f %8.3f %8ld  %016" PRIx64 " ", kind, hold, 1e3 * least, 1e3 * sum / RUNS, inexact,
               hf_world_hash(world));
        for (int s = 0; s < HF_STAGE_COUNT; s++)
            printf(" %s %.0f", hf_stage_name((hf_stage)s), 100.0 * clock.of[s] / all);
        printf("\n");
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"superhelix", "der", "corde"}, *const holds[] = {"pinned", "clamped"};
    rope_options o = {.scene = "scenes/rope.xml", .steps = 100};
    bool good = true;
    for (int k = 1; k + 1 < argc; k += 2)
    {
        if (strcmp(argv[k], "--scene") == 0) o.scene = argv[k + 1];
        else if (strcmp(argv[k], "--steps") == 0) o.steps = atoi(argv[k + 1]);
        else if (strcmp(argv[k], "--kind") == 0) o.kind = argv[k + 1];
    }
    bench_print_machine();
    printf("a rope of 100 segments between two arms, steps of 1 ms, %d runs of %d steps, processor time\n\n", RUNS,
           o.steps);
    printf("%-10s %-8s %8s %8s %8s  %-16s  %s\n", "kind", "ends", "least ms", "mean ms", "inexact", "state",
           "% of each stage");
    for (int k = 0; k < 3; k++)
        for (int e = 0; e < 2; e++)
            if (!o.kind || strcmp(o.kind, kinds[k]) == 0) good &= measure(&o, kinds[k], holds[e]);
    return good ? 0 : 1;
}
