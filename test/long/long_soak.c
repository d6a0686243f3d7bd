// Robots under random controls within their ranges, smooth ones and ones that jump from end to end, for ten minutes in
// all ($HOLDFAST_SOAK: seconds):
// no error, no step that fails, none that takes seconds, no energy without a reason. Skipped where the models are
// absent.

#include "holdfast/mechanism.h"
#include "holdfast/scene.h"
#include "holdfast/world.h"
#include "support/harness.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double EPISODE = 2.0;    // simulated [s]
static const double LONGEST = 1.0;    // a step may take [s of processor time]
static const double EXPLAINED = 1e-3; // share of the energy that was in motion that may stay without a reason
enum
{
    ACTUATORS = 100
};

static const char *const robots[] = {
    "../shared/models/agility_cassie/scene.xml",
    "../shared/models/anybotics_anymal_c/scene.xml",
    "../shared/models/google_barkour_vb/scene.xml",
    "../shared/models/kinova_gen3/scene.xml",
    "../shared/models/leap_hand/scene_left.xml",
    "../shared/models/leap_hand/scene_right.xml",
    "../shared/models/mujoco/car.xml",
    "../shared/models/mujoco/humanoid.xml",
    "../shared/models/mujoco/slider_crank.xml",
    "../shared/models/pal_tiago/scene_motor.xml",
    "../shared/models/robot_soccer_kit/scene.xml",
    "../shared/models/robotiq_2f85/scene.xml",
    "../shared/models/shadow_hand/scene_left.xml",
    "../shared/models/shadow_hand/scene_right.xml",
    "../shared/models/unitree_h1/scene.xml",
    "../shared/scenes/leap_can.xml",
    "../shared/scenes/shadow_ball.xml",
    "scenes/humanoid.xml",
};

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

static double processor(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

// ---- controls ----

/// One actuator: on its way from one value to another, or at one end of its range.
typedef struct drive
{
    double least, most;
    double from, to, begin, end;
} drive;

static void next_goal(drive *d, random_state *random, bool jumps, double time)
{
    double share = random_between(random, 0.0, 1.0);
    d->from = d->to;
    d->begin = time;
    d->end = time + (jumps ? random_between(random, 0.02, 0.3) : random_between(random, 0.1, 0.6));
    d->to = jumps ? (share < 0.5 ? d->least : d->most) : d->least + share * (d->most - d->least);
}

static double control_at(const drive *d, bool jumps, double time)
{
    double s = (time - d->begin) / (d->end - d->begin);
    return jumps ? d->to : d->from + (d->to - d->from) * s * s * (3.0 - 2.0 * s);
}

// ---- an episode ----

typedef struct episode
{
    const char *name;
    uint64_t seed;
    bool jumps;
    hf_model *model;
    hf_world *world;
    random_state random;
    drive drives[ACTUATORS];
    int count;
    double worst_rise, sum_rise, largest, slowest; // [J], [J], [J], [s]
    long steps, approximate, cut;
} episode;

static void fail(const episode *e, const char *what)
{
    harness_fail(__FILE__, __LINE__, "%s, seed %llu, %s, t = %g s: %s", e->name, (unsigned long long)e->seed,
                 e->jumps ? "jumps" : "smooth", e->world ? hf_world_time(e->world) : 0.0, what);
}

/// False where the model is absent.
static bool begin(episode *e, const char *name, uint64_t seed)
{
    char path[600];
    hf_builder *builder = NULL;
    hf_error error = {0};
    snprintf(path, sizeof path, "%s/%s", HOLDFAST_SOURCE_DIR, name);
    FILE *there = fopen(path, "r");
    if (!there) return false;
    fclose(there);
    *e = (episode){.name = name, .seed = seed, .jumps = seed % 2 == 1, .random = random_seed(seed)};
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &e->model, &error);
    hf_builder_destroy(builder);
    if (status == HF_STATUS_OK) status = hf_world_create(e->model, &e->world, &error);
    if (status != HF_STATUS_OK) fail(e, error.message);
    e->count = hf_model_count(e->model, HF_ITEM_ACTUATOR);
    CHECK(e->count <= ACTUATORS);
    for (int k = 0; k < e->count; k++)
    {
        hf_actuator_def def = hf_model_actuator(e->model, k);
        drive *d = &e->drives[k];
        d->least = def.control_limited ? def.control_range[0] : -1.0;
        d->most = def.control_limited ? def.control_range[1] : 1.0;
        d->to = fmin(fmax(hf_world_control(e->world, k), d->least), d->most);
        next_goal(d, &e->random, e->jumps, 0.0);
    }
    return true;
}

static void step(episode *e)
{
    hf_step_report report;
    hf_error error = {0};
    double time = hf_world_time(e->world), begun = processor();
    for (int k = 0; k < e->count; k++)
    {
        drive *d = &e->drives[k];
        if (time >= d->end) next_goal(d, &e->random, e->jumps, time);
        if (hf_world_set_control(e->world, k, control_at(d, e->jumps, time), &error) != HF_STATUS_OK)
            fail(e, error.message);
    }
    if (hf_world_step(e->world, 0.0, &report, &error) != HF_STATUS_OK) fail(e, error.message);
    if (report.quality == HF_STEP_FAILED) fail(e, report.solve.note[0] ? report.solve.note : "the step failed");
    double seconds = processor() - begun;
    if (seconds > LONGEST) fail(e, "a step took seconds");
    e->slowest = fmax(e->slowest, seconds);
    e->worst_rise = fmax(e->worst_rise, report.energy_rise);
    e->sum_rise += report.energy_rise;
    e->largest = fmax(e->largest, report.kinetic);
    e->approximate += report.quality == HF_STEP_APPROXIMATE;
    e->cut += report.substeps > 1;
    e->steps++;
}

static void end(episode *e)
{
    printf("        %-46s %5llu %-6s %6ld steps %4ld approximate %4ld cut %8.1f ms worst, %9.2e J without a reason\n",
           e->name, (unsigned long long)e->seed, e->jumps ? "jumps" : "smooth", e->steps, e->approximate, e->cut,
           1e3 * e->slowest, e->sum_rise);
    fflush(stdout);
    if (e->sum_rise > EXPLAINED * e->largest) fail(e, "energy rose without a reason");
    hf_world_destroy(e->world);
    hf_model_destroy(e->model);
}

TEST(robots_bear_random_controls)
{
    const char *asked = getenv("HOLDFAST_SOAK"), *only = getenv("HOLDFAST_SOAK_ROBOT");
    double total = asked ? atof(asked) : 600.0, begun = now();
    int seen = 0;
    for (uint64_t seed = 1; now() - begun < total && (seed == 1 || seen > 0 || only); seed++)
        for (size_t k = 0; k < sizeof robots / sizeof robots[0] && now() - begun < total; k++)
        {
            episode e;
            if (only && !strstr(robots[k], only)) continue;
            if (!begin(&e, robots[k], seed)) continue;
            seen += strstr(robots[k], "shared") != NULL;
            double share = now();
            while (hf_world_time(e.world) < EPISODE && now() - share < 0.05 * total + 1.0) step(&e);
            end(&e);
        }
    if (!seen && !only) SKIP("../shared/models is absent");
}
