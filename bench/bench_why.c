// Four scenes that hold by friction, in other simulators and in ours: how far the farthest body has gone from where it
// began. The scenes are such that nothing should move at all; the law says so (bench/why/README.md has the limits).
//
//   bench_why [SECONDS] > bench/why/recorded.json    the gallery draws it beside the live scenes
//
// One thread, each engine as it comes (bench_engines says how), the same model and the same step.

#include "bench.h"
#include "peers/engine.h"
#ifdef HF_PEER_MUJOCO
#include "peers/mujoco_world.h"
#endif

#include <holdfast/holdfast.h>

#include "linalg/vec3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    SAMPLES = 100,
};

/// `tree`: it has joints, which only MuJoCo's and our reader of MJCF know.
typedef struct scene
{
    const char *name, *source, *live;
    bool tree;
} scene;

static const scene scenes[] = {
    {"slope", "incline:angle=26,mu=0.5", "incline:angle=26,mu=0.5", false},
    {"books", HOLDFAST_SOURCE_DIR "/bench/why/books.xml", "books.xml", false},
    {"capstan", HOLDFAST_SOURCE_DIR "/bench/why/capstan.xml", "capstan.xml", true},
    {"cards", "card_house", "card_house", false},
};

static const engine *const engines[] = {
#ifdef HF_PEER_ODE_ENGINE
    &engine_ode,    &engine_ode_quick,
#endif
#ifdef HF_PEER_BULLET
    &engine_bullet,
#endif
#ifdef HF_PEER_MUJOCO
    &engine_mujoco,
#endif
    NULL,
};

static const double HIGH = 1e5; // mm: nobody needs to know how far what fell has fallen

// ---- each kind of engine: poses of all bodies, and a step ----

typedef struct run
{
    const hf_model *model;
    const engine *engine;
    void *self;
    hf_world *world;
#ifdef HF_PEER_MUJOCO
    mujoco_world *mujoco;
#endif
    double *control;
} run;

static vec3 place_of(run *r, int body)
{
    if (r->world) return v3_load(hf_world_body(r->world, body).position);
#ifdef HF_PEER_MUJOCO
    double at[7] = {0};
    if (r->mujoco)
    {
        mujoco_world_body(r->mujoco, hf_model_body(r->model, body).name, at);
        return v3_load(at);
    }
#endif
    engine_pose p;
    r->engine->pose(r->self, body, &p);
    return v3_load(p.position);
}

static void step(run *r)
{
    hf_step_report report;
    if (r->world)
    {
        if (hf_world_step(r->world, 0.0, &report, NULL) != HF_STATUS_OK || !report.certified) abort();
        return;
    }
#ifdef HF_PEER_MUJOCO
    if (r->mujoco)
    {
        mujoco_world_step(r->mujoco, r->control);
        return;
    }
#endif
    r->engine->step(r->self);
}

/// Prints the farthest way of a body at each sample [mm].
static void record(run *r, double seconds)
{
    int n = hf_model_count(r->model, HF_ITEM_BODY);
    double h = hf_model_settings(r->model).step.timestep;
    long steps = lround(seconds / h), done = 0;
    vec3 *from = calloc((size_t)n, sizeof *from);
    if (!from) abort();
    for (int b = 1; b < n; b++) from[b] = place_of(r, b);
    printf("[0");
    for (int k = 1; k <= SAMPLES; k++)
    {
        double far = 0.0;
        for (; done < steps * k / SAMPLES; done++) step(r);
        for (int b = 1; b < n; b++) far = fmax(far, 1e3 * v3_distance(place_of(r, b), from[b]));
        printf(",%.4g", isfinite(far) ? fmin(far, HIGH) : HIGH);
    }
    printf("]");
    free(from);
}

// ---- the engines in turn ----

static void print_engine(const char *comma, const char *name, const char *settings)
{
    printf("%s\n     {\"name\":\"%s\",\"settings\":\"%s\",\"mm\":", comma, name, settings);
}

static void run_ours(const hf_model *model, double seconds)
{
    run r = {.model = model};
    if (hf_world_create(model, &r.world, NULL) != HF_STATUS_OK) abort();
    print_engine("", "holdfast", "auto, every step certified");
    record(&r, seconds);
    printf("}");
    hf_world_destroy(r.world);
}

static void run_engines(const hf_model *model, double seconds)
{
    for (int k = 0; engines[k]; k++)
    {
        run r = {.model = model, .engine = engines[k]};
        r.self = engines[k]->create(model, hf_model_settings(model).step.timestep);
        if (!r.self) continue;
        print_engine(",", engines[k]->name, engines[k]->settings);
        record(&r, seconds);
        printf("}");
        engines[k]->destroy(r.self);
    }
}

static void run_tree(const hf_model *model, double seconds)
{
#ifdef HF_PEER_MUJOCO
    char path[] = "/tmp/holdfast-why-XXXXXX", why[500] = "";
    int file = mkstemp(path);
    if (file < 0 || hf_scene_write_mjcf(model, path, NULL) != HF_STATUS_OK) abort();
    close(file);
    run r = {.model = model, .mujoco = mujoco_world_create(path, why, sizeof why)};
    unlink(path);
    r.control = calloc((size_t)hf_model_count(model, HF_ITEM_ACTUATOR) + 1, sizeof *r.control);
    if (!r.mujoco || !r.control)
    {
        fprintf(stderr, "MuJoCo: %s\n", why);
        free(r.control);
        return;
    }
    print_engine(",", "MuJoCo", "elliptic cones, Newton, soft contacts");
    record(&r, seconds);
    printf("}");
    mujoco_world_destroy(r.mujoco);
    free(r.control);
#else
    (void)model, (void)seconds;
#endif
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 10.0;
    if (!(seconds > 0.0 && seconds <= 1000.0))
    {
        fprintf(stderr, "usage: bench_why [SECONDS]\n");
        return 2;
    }
    printf("{\"seconds\":%g,\"samples\":%d,\"scenes\":[", seconds, SAMPLES);
    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++)
    {
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_error error;
        if (hf_scene_open(scenes[s].source, 1, NULL, NULL, &builder, &error) != HF_STATUS_OK ||
            hf_model_build(builder, &model, &error) != HF_STATUS_OK)
        {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        hf_builder_destroy(builder);
        printf("%s\n  {\"name\":\"%s\",\"live\":\"%s\",\"step\":%g,\"engines\":[", s ? "," : "", scenes[s].name,
               scenes[s].live, hf_model_settings(model).step.timestep);
        run_ours(model, seconds);
        if (scenes[s].tree) run_tree(model, seconds);
        else run_engines(model, seconds);
        printf("]}");
        hf_model_destroy(model);
    }
    printf("]}\n");
    return 0;
}
