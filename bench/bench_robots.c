// Whole steps of robots with contacts, loops and motors, beside MuJoCo's at the same step, in one run, one thread.
//
//   bench_robots [--steps N] [MODEL.xml[,TABLE.csv]…] default: our humanoid (standing and squatting) and the robots in
//   $HOLDFAST_MODELS or ../shared/models
//
// Both start from the same state, the first keyframe's, with its controls; each is driven by the same model, ours as
// MuJoCo 2.2.2 can read it. Time is the processor's, by step: the mean, the median and the 99th percentile. Errors of
// both: deepest overlap, widest gap of a loop, and how fast the base drifts in the last quarter (0 where a robot
// stands; one that falls or walks moves).

#include "bench.h"

#include <holdfast/holdfast.h>

#ifdef HF_PEER_MUJOCO
#include "peers/mujoco_world.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum
{
    STEPS_MAX = 20000,
    CONTROLS_MAX = 256,
};

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct figures
{
    double seconds[STEPS_MAX];
    double overlap, gap, drift, contacts, residual;
    long uncertified;
    double from[3];
} figures;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_figures(const char *engine, figures *f, long steps, double other)
{
    double sum = 0.0;
    for (long k = 0; k < steps; k++) sum += f->seconds[k];
    qsort(f->seconds, (size_t)steps, sizeof *f->seconds, ascending);
    printf("  %-9s %8.1f %8.1f %8.1f ", engine, 1e6 * sum / (double)steps, 1e6 * f->seconds[steps / 2],
           1e6 * f->seconds[steps - 1 - steps / 100]);
    if (other > 0.0) printf("%6.2f ", sum / (double)steps / other);
    else printf("%6s ", "");
    printf("%8.1f %10.1e %10.1e %10.1e", f->contacts / (double)steps, 1e3 * f->overlap, 1e3 * f->gap, 1e3 * f->drift);
}

static inline double mean(const figures *f, long steps)
{
    double sum = 0.0;
    for (long k = 0; k < steps; k++) sum += f->seconds[k];
    return sum / (double)steps;
}

// ---- one robot ----

static void base_of(const hf_world *world, const hf_model *model, double position[3])
{
    memset(position, 0, 3 * sizeof *position);
    for (int k = 1; k < hf_model_count(model, HF_ITEM_BODY); k++)
    {
        hf_body_def body = hf_model_body(model, k);
        if (body.motion != HF_MOTION_FREE || body.parent >= 0) continue;
        hf_body_state s = hf_world_body(world, k);
        memcpy(position, s.position, sizeof s.position);
        return;
    }
}

static double distance(const double *a, const double *b)
{
    return sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
}

static bool step_own(hf_world *world, const hf_model *model, figures *f, long k, long steps)
{
    hf_step_report report;
    double position[3], begin = cpu_now();
    if (hf_world_step(world, 0.0, &report, NULL) != HF_STATUS_OK) return false;
    f->seconds[k] = cpu_now() - begin;
    f->overlap = fmax(f->overlap, report.penetration);
    f->gap = fmax(f->gap, hf_world_loop_gap(world));
    f->contacts += report.contact_count;
    f->residual = fmax(f->residual, report.solve.residual.natural);
    f->uncertified += !report.certified;
    base_of(world, model, position);
    if (k == steps - steps / 4) memcpy(f->from, position, sizeof position);
    if (k == steps - 1)
        f->drift = distance(position, f->from) / (hf_model_settings(model).step.timestep * (double)(steps / 4));
    return true;
}

#ifdef HF_PEER_MUJOCO
static void step_peer(mujoco_world *peer, const hf_model *model, const double *control, figures *f, long k, long steps)
{
    double position[3], begin = cpu_now();
    mujoco_world_step(peer, control);
    f->seconds[k] = cpu_now() - begin;
    f->overlap = fmax(f->overlap, mujoco_world_overlap(peer));
    f->gap = fmax(f->gap, mujoco_world_gap(peer));
    f->contacts += mujoco_world_contacts(peer);
    mujoco_world_base(peer, position);
    if (k == steps - steps / 4) memcpy(f->from, position, sizeof position);
    if (k == steps - 1)
        f->drift = distance(position, f->from) / (hf_model_settings(model).timestep * (double)(steps / 4));
}

/// The model as MuJoCo takes it, in the same state; NULL, with a word, if it does not.
static mujoco_world *make_peer(const hf_model *model, const hf_world *world)
{
    char path[] = "/tmp/holdfast-robot-XXXXXX", why[500] = "";
    int file = mkstemp(path);
    if (file < 0) return NULL;
    close(file);
    mujoco_world *peer = NULL;
    if (hf_scene_write_mjcf(model, path, NULL) == HF_STATUS_OK) peer = mujoco_world_create(path, why, sizeof why);
    unlink(path);
    if (peer)
        mujoco_world_set(peer, hf_world_q(world), hf_world_v(world), hf_model_q_count(model), hf_model_v_count(model));
    else printf("  MuJoCo    does not take it: %s\n", why);
    return peer;
}
#endif

typedef struct robot
{
    const char *path, *table, *label;
    long steps;
} robot;

static void run_robot(const robot *r)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_error error;
    if (hf_scene_open(r->path, 1, NULL, NULL, &builder, &error) != HF_STATUS_OK ||
        hf_model_build(builder, &model, &error) != HF_STATUS_OK ||
        hf_world_create(model, &world, &error) != HF_STATUS_OK)
    {
        printf("%s: %s\n", r->label, error.message);
        return;
    }
    static figures own, other;
    memset(&own, 0, sizeof own);
    memset(&other, 0, sizeof other);
    int controls = hf_model_count(model, HF_ITEM_ACTUATOR);
    long steps = r->steps;
    printf("%s: %d bodies, %d velocities, %d motors, %d loops; %ld steps of %g ms\n", r->label,
           hf_model_count(model, HF_ITEM_BODY), hf_model_v_count(model), controls, hf_model_count(model, HF_ITEM_LOOP),
           steps, 1e3 * hf_model_settings(model).step.timestep);
    if (controls > CONTROLS_MAX) return;
    hf_controls *motion = NULL;
    if (r->table && hf_controls_read(r->table, model, &motion, &error) != HF_STATUS_OK) printf("  %s\n", error.message);
#ifdef HF_PEER_MUJOCO
    mujoco_world *peer = make_peer(model, world);
#endif
    for (long k = 0; k < steps; k++) // both take turns
    {
        if (motion) (void)hf_controls_apply(motion, world, NULL);
        if (!step_own(world, model, &own, k, steps)) break;
#ifdef HF_PEER_MUJOCO
        double control[CONTROLS_MAX];
        for (int j = 0; j < controls; j++) control[j] = hf_world_control(world, j);
        if (peer) step_peer(peer, model, control, &other, k, steps);
#endif
    }
    double theirs = 0.0;
#ifdef HF_PEER_MUJOCO
    if (peer) theirs = mean(&other, steps);
#endif
    print_figures("holdfast", &own, steps, theirs);
    printf("   residual <= %.1e, %ld steps not certified\n", own.residual, own.uncertified);
#ifdef HF_PEER_MUJOCO
    if (peer)
    {
        print_figures("MuJoCo", &other, steps, 0.0);
        putchar('\n');
    }
    mujoco_world_destroy(peer);
#endif
    hf_controls_destroy(motion);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    fflush(stdout);
}

static void measure(const char *path, const char *table, const char *label, long steps)
{
    const robot r = {path, table, label, steps};
    run_robot(&r);
}

int main(int argc, char **argv)
{
    static const char *const robots[] = {"unitree_h1/scene.xml", "anybotics_anymal_c/scene.xml",
                                         "agility_cassie/scene.xml", "leap_hand/scene_right.xml",
                                         "robot_soccer_kit/scene.xml"};
    long steps = 2000;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--steps") == 0) steps = strtol(argv[2], NULL, 10), first = 3;
    if (steps < 8 || steps > STEPS_MAX || (argc > first && argv[first][0] == '-'))
    {
        fprintf(stderr, "usage: bench_robots [--steps N] [MODEL.xml[,TABLE.csv]...]\n");
        return 2;
    }
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    bench_print_machine();
    printf("  %-9s %8s %8s %8s %6s %8s %10s %10s %10s\n", "us a step", "mean", "median", "99 %", "ratio", "contacts",
           "overlap mm", "gap mm", "drift mm/s");
    for (int k = first; k < argc; k++)
    {
        char *table = strchr(argv[k], ',');
        if (table) *table++ = '\0';
        measure(argv[k], table, argv[k], steps);
    }
    if (argc > first) return 0;
    const char *folder = getenv("HOLDFAST_MODELS");
    if (!folder) folder = "../shared/models";
    if (access("scenes/humanoid.xml", R_OK) == 0)
    {
        measure("scenes/humanoid.xml", NULL, "humanoid, standing", steps);
        measure("scenes/humanoid.xml", "scenes/humanoid_squat.csv", "humanoid, squatting", steps);
    }
    for (size_t k = 0; k < sizeof robots / sizeof *robots; k++)
    {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, robots[k]);
        if (access(path, R_OK) == 0) measure(path, NULL, robots[k], steps);
    }
    return 0;
}
