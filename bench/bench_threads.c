// Steps on one thread and on several, in turns: what more threads bring, that the state has the same bits, and what is
// allocated on the way.
//   bench_threads [--threads N] [--seconds S] [SCENE…] a scene is a built-in one, or yard: 144 stacks of four boxes
//   that slide and topple
//
// Two worlds of the same scene take turns, step by step, so that a busy machine disturbs both alike. Wall time is what
// a user waits for. Own time is the processor's for the calling thread alone, which sleeps while it waits: with no core
// free for the others wall time says little, and the ratio of own times still tells how the work was shared.
// Allocations are all calls of malloc and its kin in the process, whoever makes them: ours, BLAS'. They are counted
// after the first simulated second, or after the first half of a shorter run.

#include "bench.h"

#include <holdfast/holdfast.h>
#include <holdfast/scene.h>
#include <holdfast/world.h>

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- counting ----

static atomic_long allocation_count;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS 1
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

// These take the place of the C library's in the whole process.
void *malloc(size_t size)
{
    atomic_fetch_add(&allocation_count, 1);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    atomic_fetch_add(&allocation_count, 1);
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    atomic_fetch_add(&allocation_count, 1);
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    atomic_fetch_add(&allocation_count, 1);
    return __libc_memalign(alignment, size);
}
#else
#define COUNTS_ALLOCATIONS 0
#endif

static double own_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- scenes ----

static hf_status add_box(hf_builder *builder, int column, int level, hf_error *error)
{
    hf_body_def body = hf_body_def_default();
    body.motion = HF_MOTION_FREE;
    body.position[0] = 0.5 * (column % 12);
    body.position[1] = 0.5 * (column / 12); // NOLINT(bugprone-integer-division): rows of a grid
    body.position[2] = 0.05 + 0.102 * level;
    double turn = 0.1 * level + 0.3 * column;
    body.orientation[0] = cos(0.5 * turn);
    body.orientation[3] = sin(0.5 * turn);
    body.velocity[0] = 0.3 * sin(column + 2.0 * level); // they slide on each other, and some fall off
    body.velocity[1] = 0.3 * cos(column + 3.0 * level);
    int index;
    hf_status status = hf_builder_add_body(builder, &body, &index, error);
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_BOX;
    shape.body = index;
    shape.size[0] = shape.size[1] = 0.06;
    shape.size[2] = 0.05;
    shape.friction = 0.4;
    return status == HF_STATUS_OK ? hf_builder_add_shape(builder, &shape, NULL, error) : status;
}

static hf_status make_yard(hf_builder **builder, hf_error *error)
{
    hf_status status = hf_builder_create(builder, error);
    hf_shape_def floor = hf_shape_def_default();
    floor.kind = HF_SHAPE_PLANE;
    floor.friction = 0.4;
    if (status == HF_STATUS_OK) status = hf_builder_add_shape(*builder, &floor, NULL, error);
    for (int column = 0; column < 144; column++)
        for (int level = 0; level < 4 && status == HF_STATUS_OK; level++)
            status = add_box(*builder, column, level, error);
    return status;
}

static hf_status make_scene(const char *scene, hf_model **model, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_status status =
        strcmp(scene, "yard") == 0 ? make_yard(&builder, error) : hf_scene_open(scene, 1, NULL, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, model, error);
    hf_builder_destroy(builder);
    return status;
}

// ---- measuring ----

typedef struct runner
{
    hf_world *world;
    int threads;
    double wall, own; // [s]
    long allocations;
    double contacts, islands;
} runner;

static bool step(runner *r, bool count, hf_error *error)
{
    hf_step_report report;
    long allocations = atomic_load(&allocation_count);
    double wall = bench_now(), own = own_time();
    if (hf_world_step(r->world, 0.0, &report, error) != HF_STATUS_OK) return false;
    r->wall += bench_now() - wall;
    r->own += own_time() - own;
    if (count) r->allocations += atomic_load(&allocation_count) - allocations;
    r->contacts += report.contact_count;
    r->islands += report.island_count;
    if (report.certified) return true;
    snprintf(error->message, sizeof error->message, "a step is not certified");
    return false;
}

static bool measure(const char *scene, int threads, double seconds)
{
    hf_error error = {0};
    hf_model *model = NULL;
    runner runs[2] = {{.threads = 1}, {.threads = threads}};
    bool good = make_scene(scene, &model, &error) == HF_STATUS_OK;
    for (int k = 0; k < 2 && good; k++)
    {
        good = hf_world_create(model, &runs[k].world, &error) == HF_STATUS_OK;
        if (good) runs[k].threads = hf_world_set_threads(runs[k].world, runs[k].threads);
    }
    long steps = 0, planned = good ? lround(seconds / hf_model_settings(model).step.timestep) : 0, counted = 0;
    for (; steps < planned && good; steps++)
    {
        bool count = (double)steps >= fmin(1.0, 0.5 * seconds) / seconds * (double)planned;
        counted += count;
        for (int k = 0; k < 2 && good; k++) good = step(&runs[(k + steps) % 2], count, &error);
    }
    if (good)
    {
        bool same = hf_world_hash(runs[0].world) == hf_world_hash(runs[1].world);
        printf("%-22s %6ld %8.0f %7.1f %9.3f %9.3f %7.2f %7.2f %9.2f %9.2f  %016" PRIx64 " %s\n", scene, steps,
               runs[0].contacts / (double)steps, runs[0].islands / (double)steps, 1e3 * runs[0].wall / (double)steps,
               1e3 * runs[1].wall / (double)steps, runs[0].wall / runs[1].wall, runs[0].own / runs[1].own,
               (double)runs[0].allocations / (double)counted, (double)runs[1].allocations / (double)counted,
               hf_world_hash(runs[0].world), same ? "same bits" : "DIFFERENT BITS");
        good = same;
    }
    else printf("%-22s %s\n", scene, error.message);
    for (int k = 0; k < 2; k++) hf_world_destroy(runs[k].world);
    hf_model_destroy(model);
    return good;
}

int main(int argc, char **argv)
{
    static const char *const scenes[] = {"yard", "dominoes", "balls", "rocks:n=100"};
    int threads = 2, first = 1;
    double seconds = 0.4;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2)
        if (strcmp(argv[first], "--threads") == 0) threads = atoi(argv[first + 1]);
        else if (strcmp(argv[first], "--seconds") == 0) seconds = atof(argv[first + 1]);
    bench_print_machine();
    printf("1 and %d threads in turns, %g s of each scene; allocations a step of the whole process%s\n\n", threads,
           seconds, COUNTS_ALLOCATIONS ? "" : " are not counted in this build");
    printf("%-22s %6s %8s %7s %9s %9s %7s %7s %9s %9s  %s\n", "scene", "steps", "contacts", "islands", "ms (1)",
           "ms (N)", "wall", "own", "alloc (1)", "alloc (N)", "state");
    bool good = true;
    if (first == argc)
        for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) good &= measure(scenes[k], threads, seconds);
    for (int k = first; k < argc; k++) good &= measure(argv[k], threads, seconds);
    return good ? 0 : 1;
}
