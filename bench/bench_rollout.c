// Many runs at once: squats of our humanoid by hf_rollout, and by MuJoCo in a loop of threads, at equal steps.
//
//   bench_rollout [--runs N] [--steps N] [--threads N] default: 256 squats of 500 steps, 2 threads; run in the
//   project's folder
//
// Every run starts from the keyframe with a velocity of its own (by lot, 0.02 rad/s) and follows
// scenes/humanoid_squat.csv. MuJoCo's loop is the one that its documentation recommends: a thread takes the next run,
// with an mjData of its own, as soon as it has done its last.
//
//   wall       what a person waits. It says something on a machine that does nothing else
//   processor  of all threads. Cost: what a run takes of all threads, by what it takes of one. On a quiet machine the
//              wall clock's speed-up is near threads / cost,
//              as long as threads do not wait; a busy one leaves this ratio nearly alone
//
// States at the end are compared bit by bit between one thread and several; the program fails where they differ.

#include "bench.h"

#include <holdfast/holdfast.h>

#ifdef HF_PEER_MUJOCO
#include "peers/mujoco_world.h"
#endif

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum
{
    THREADS_MAX = 64
};

typedef struct squats
{
    hf_model *model;
    int runs, steps;
    double *v;        // runs × v_count: starts
    double *controls; // steps × actuator_count, the same for all runs
    const double *q0;
} squats;

typedef struct times
{
    double wall, cpu;
} times;

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static times now(void)
{
    return (times){seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

static times since(times begin)
{
    times t = now();
    return (times){t.wall - begin.wall, t.cpu - begin.cpu};
}

// ---- the squats ----

/// What the table says at each step, read off a world whose time is set by its steps.
static bool read_controls(const hf_model *model, const char *table, int steps, double *controls)
{
    hf_controls *motion = NULL;
    hf_world *world = NULL;
    hf_error error;
    int count = hf_model_count(model, HF_ITEM_ACTUATOR);
    bool well = hf_controls_read(table, model, &motion, &error) == HF_STATUS_OK &&
                hf_world_create(model, &world, &error) == HF_STATUS_OK;
    for (int k = 0; k < steps && well; k++)
    {
        well = hf_controls_apply(motion, world, &error) == HF_STATUS_OK;
        for (int j = 0; j < count; j++) controls[(size_t)k * (size_t)count + (size_t)j] = hf_world_control(world, j);
        if (well) well = hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK;
    }
    if (!well) printf("%s: %s\n", table, error.message);
    hf_controls_destroy(motion);
    hf_world_destroy(world);
    return well;
}

static bool prepare(squats *s)
{
    hf_builder *builder = NULL;
    hf_error error;
    if (hf_scene_open("scenes/humanoid.xml", 1, NULL, NULL, &builder, &error) != HF_STATUS_OK ||
        hf_model_build(builder, &s->model, &error) != HF_STATUS_OK)
    {
        printf("bench_rollout: %s\n", error.message);
        hf_builder_destroy(builder);
        return false;
    }
    hf_builder_destroy(builder);
    int nv = hf_model_v_count(s->model), nu = hf_model_count(s->model, HF_ITEM_ACTUATOR);
    s->v = calloc((size_t)s->runs * (size_t)nv, sizeof *s->v);
    s->controls = calloc((size_t)s->steps * (size_t)nu, sizeof *s->controls);
    uint64_t seed = 1;
    for (int k = 0; s->v && k < s->runs * nv; k++)
    {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        s->v[k] = 0.02 * ((double)(int64_t)seed / 9223372036854775808.0);
    }
    return s->v && s->controls && read_controls(s->model, "scenes/humanoid_squat.csv", s->steps, s->controls);
}

// ---- ours ----

static hf_status control(void *context, int run, int step, hf_world *world, hf_error *error)
{
    const squats *s = context;
    int count = hf_model_count(s->model, HF_ITEM_ACTUATOR);
    hf_status status = HF_STATUS_OK;
    (void)run;
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
        status = hf_world_set_control(world, k, s->controls[(size_t)step * (size_t)count + (size_t)k], error);
    return status;
}

static bool run_own(squats *s, int threads, times *took, uint64_t *hash, long *exact)
{
    hf_rollout_def def = hf_rollout_def_default();
    hf_error error;
    def.run_count = s->runs;
    def.step_count = def.sample_every = s->steps;
    def.threads = threads;
    def.v = s->v;
    def.control = control;
    def.control_context = s;
    hf_run_quality *quality = calloc((size_t)s->runs, sizeof *quality);
    const hf_rollout_result result = {.hash = hash, .quality = quality};
    times begin = now();
    bool well = quality && hf_rollout(s->model, &def, &result, &error) == HF_STATUS_OK;
    *took = since(begin);
    if (!well) printf("bench_rollout: %s\n", error.message);
    *exact = 0;
    for (int k = 0; well && k < s->runs; k++) *exact += quality[k].of[HF_STEP_EXACT].count;
    free(quality);
    return well;
}

// ---- MuJoCo ----

#ifdef HF_PEER_MUJOCO
typedef struct peer_loop
{
    const squats *s;
    const char *path;
    atomic_int next;
    atomic_bool failed;
} peer_loop;

static void *peer_thread(void *context)
{
    peer_loop *loop = context;
    const squats *s = loop->s;
    char why[500];
    mujoco_world *world = mujoco_world_create(loop->path, why, sizeof why);
    if (!world)
    {
        if (!atomic_exchange(&loop->failed, true)) printf("MuJoCo does not take it: %s\n", why);
        return NULL;
    }
    int nq = hf_model_q_count(s->model), nv = hf_model_v_count(s->model),
        nu = hf_model_count(s->model, HF_ITEM_ACTUATOR);
    for (int run; (run = atomic_fetch_add(&loop->next, 1)) < s->runs;)
    {
        mujoco_world_reset(world);
        mujoco_world_set(world, s->q0, s->v + (size_t)run * (size_t)nv, nq, nv);
        for (int k = 0; k < s->steps; k++) mujoco_world_step(world, s->controls + (size_t)k * (size_t)nu);
    }
    mujoco_world_destroy(world);
    return NULL;
}

static bool run_peer(const squats *s, const char *path, int threads, times *took)
{
    pthread_t started[THREADS_MAX];
    peer_loop loop = {.s = s, .path = path};
    times begin = now();
    int more = 0;
    while (more < threads - 1 && pthread_create(&started[more], NULL, peer_thread, &loop) == 0) more++;
    peer_thread(&loop);
    for (int k = 0; k < more; k++) pthread_join(started[k], NULL);
    *took = since(begin);
    return !atomic_load(&loop.failed);
}
#endif

static void row(const char *engine, int threads, times t, times one, long steps)
{
    printf("  %-9s %7d %9.2f %9.2f %9.1f", engine, threads, t.wall, t.cpu, 1e6 * t.cpu / (double)steps);
    if (threads > 1) printf(" %8.2f %6.2f", one.wall / t.wall, t.cpu / one.cpu);
    putchar('\n');
    fflush(stdout);
}

static int compare_squats(squats *s, int threads)
{
    times one, many;
    long exact, steps = (long)s->runs * s->steps;
    uint64_t *hash = calloc(2 * (size_t)s->runs, sizeof *hash);
    hf_world *world = NULL;
    if (!hash || !prepare(s) || hf_world_create(s->model, &world, NULL) != HF_STATUS_OK) return 1;
    s->q0 = hf_world_q(world);
    printf("%d squats of %d steps of %g ms\n", s->runs, s->steps, 1e3 * hf_model_settings(s->model).step.timestep);
    printf("  %-9s %7s %9s %9s %9s %8s %6s\n", "", "threads", "wall s", "proc. s", "us a step", "speed-up", "cost");
    if (!run_own(s, 1, &one, hash, &exact)) return 1;
    row("holdfast", 1, one, one, steps);
    if (!run_own(s, threads, &many, hash + s->runs, &exact)) return 1;
    row("holdfast", threads, many, one, steps);
    bool same = memcmp(hash, hash + s->runs, (size_t)s->runs * sizeof *hash) == 0;
    printf("  %ld of %ld steps exact; states of 1 and %d threads: %s\n", exact, steps, threads,
           same ? "the same bits" : "DIFFER");
#ifdef HF_PEER_MUJOCO
    char path[] = "/tmp/holdfast-rollout-XXXXXX";
    int file = mkstemp(path);
    times peer_one, peer_many;
    if (file >= 0) close(file);
    if (file >= 0 && hf_scene_write_mjcf(s->model, path, NULL) == HF_STATUS_OK && run_peer(s, path, 1, &peer_one) &&
        run_peer(s, path, threads, &peer_many))
    {
        row("MuJoCo", 1, peer_one, peer_one, steps);
        row("MuJoCo", threads, peer_many, peer_one, steps);
        printf("  holdfast by MuJoCo: %.2f of the processor's time, %.2f of the wall clock's\n",
               many.cpu / peer_many.cpu, many.wall / peer_many.wall);
    }
    if (file >= 0) unlink(path);
#endif
    hf_world_destroy(world);
    hf_model_destroy(s->model);
    free(s->v);
    free(s->controls);
    free(hash);
    return same ? 0 : 1;
}

int main(int argc, char **argv)
{
    squats s = {.runs = 256, .steps = 500};
    int threads = 2;
    for (int k = 1; k + 1 < argc; k += 2)
    {
        int *to = strcmp(argv[k], "--runs") == 0      ? &s.runs
                  : strcmp(argv[k], "--steps") == 0   ? &s.steps
                  : strcmp(argv[k], "--threads") == 0 ? &threads
                                                      : NULL;
        long value = strtol(argv[k + 1], NULL, 10);
        if (!to || value < 1 || value > 1000000 || (to == &threads && value > THREADS_MAX))
        {
            fprintf(stderr, "usage: bench_rollout [--runs N] [--steps N] [--threads N]\n");
            return 2;
        }
        *to = (int)value;
    }
    bench_print_machine();
    return compare_squats(&s, threads);
}
