// The same scenes in other simulators: what a step costs, beside how wrong it is in our terms. One thread, the same
// scene, the same step.
//
//   bench_engines [--steps N] [--max-seconds S] [--plot F.svg] [SCENE…] scenes: the names of bench_world; default the
//   wall, the pile, the rocks
//
//   overlap   deepest penetration after a step, measured by our detection on their poses [mm]
//   drift     farthest that any body went in the last quarter of the run, by its length [mm/s]: 0 for a wall; piles
//             still settle
//   moved     how far the farthest body is in the end from where it began [mm]: 0 for what stands
//   cone      worst (|f_T| - mu f_N) / largest f_N of what they applied; ours is in the certificate
//
// The plot has the time of a step against *moved*, for scenes that stand: one line an engine, through the scenes.
//
// Every engine runs in a process of its own, and is stopped at the limit; what it reached is reported as it is. Time is
// the processor's.

#include "bench.h"
#include "peers/engine.h"
#include "svg.h"

#include <holdfast/holdfast.h>

#include "base/arena.h"
#include "collide/collide.h"
#include "linalg/quat.h"
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- ours behind the same interface ----

typedef struct own_engine
{
    hf_world *world;
    double residual; // worst certificate
    long uncertified;
} own_engine;

static void *own_create(const hf_model *model, double step)
{
    own_engine *e = calloc(1, sizeof *e);
    if (!e || hf_world_create(model, &e->world, NULL) != HF_STATUS_OK) abort();
    hf_settings settings = hf_model_settings(model);
    settings.step.timestep = step;
    if (hf_world_set_settings(e->world, &settings, NULL) != HF_STATUS_OK) abort();
    return e;
}

static void own_step(void *self)
{
    own_engine *e = self;
    hf_step_report report;
    if (hf_world_step(e->world, 0.0, &report, NULL) != HF_STATUS_OK) e->uncertified++;
    e->residual = fmax(e->residual, report.solve.residual.natural);
    e->uncertified += !report.certified;
}

static void own_pose(void *self, int body, engine_pose *out)
{
    hf_body_state s = hf_world_body(((own_engine *)self)->world, body);
    memcpy(out->position, s.position, sizeof s.position);
    memcpy(out->orientation, s.orientation, sizeof s.orientation);
    memcpy(out->velocity, s.velocity, sizeof s.velocity);
}

static void own_contacts(void *self, engine_contacts *out)
{
    const hf_world *world = ((own_engine *)self)->world;
    double worst = 0.0, largest = 0.0;
    int count = hf_world_contact_count(world);
    for (int k = 0; k < count; k++)
    {
        hf_contact c = hf_world_contact(world, k);
        worst = fmax(worst, hypot(c.r[1], c.r[2]) - c.mu * c.r[0]);
        largest = fmax(largest, c.r[0]);
    }
    *out = (engine_contacts){.count = count, .cone_excess = largest > 0.0 ? worst / largest : 0.0};
}

static void own_destroy(void *self)
{
    hf_world_destroy(((own_engine *)self)->world);
    free(self);
}

static const engine engine_own = {
    "holdfast", "auto, every step certified", own_create, own_step, own_pose, own_contacts, own_destroy, NULL};

static const engine *const engines[] = {
    &engine_own,
#ifdef HF_PEER_ODE_ENGINE
    &engine_ode,    &engine_ode_quick,
#endif
#ifdef HF_PEER_BULLET
    &engine_bullet,
#endif
#ifdef HF_PEER_MUJOCO
    &engine_mujoco,
#endif
#ifdef HF_PEER_NPM
    &engine_jolt,   &engine_rapier,    &engine_mujoco_npm,
#endif
};

// ---- one run ----

enum
{
    STEPS_MAX = 20000,
    LOOKS = 20, // at the overlap, spread over the run
    SCENES = 12 // in a plot, at most
};

typedef struct task
{
    const engine *engine;
    const char *scene;
    long steps;
    double limit;
} task;

typedef struct result
{
    bool refused;
    long steps;
    double seconds[STEPS_MAX];
    double overlap, drift, moved, cone, contact_sum, residual;
    double missing; // bytes: contacts no longer fit
    long uncertified;
} result;

/// Deepest overlap of the poses that an engine has.
static double deepest(const hf_model *model, collide_state *collide, const engine *e, void *self,
                      hf_workspace *workspace)
{
    arena_mark mark = arena_begin(workspace);
    int n = model->body_count, count = 0;
    pose *poses = ARENA_ARRAY(workspace, pose, n);
    double *reach = ARENA_ZEROED(workspace, double, n), worst = 0.0;
    contact_point *points = NULL;
    if (!poses || !reach) abort();
    for (int k = 0; k < n; k++)
    {
        engine_pose p;
        hf_body_def def = hf_model_body(model, k);
        e->pose(self, k, &p);
        bool moves = def.motion != HF_MOTION_STATIC;
        memcpy(poses[k].position, moves ? p.position : def.position, sizeof poses[k].position);
        quat_to_matrix(quat_load(moves ? p.orientation : def.orientation), poses[k].rotation);
    }
    if (collide_detect(model->scene, collide, poses, reach, workspace, &points, &count, NULL) != HF_STATUS_OK) abort();
    for (int k = 0; k < count; k++) worst = fmax(worst, -points[k].gap);
    arena_end(workspace, mark);
    return worst;
}

static double farthest(const engine *e, void *self, int n, double (*from)[3], bool keep)
{
    double worst = 0.0;
    for (int k = 1; k < n; k++)
    {
        engine_pose p;
        e->pose(self, k, &p);
        if (keep) memcpy(from[k], p.position, sizeof from[k]);
        else worst = fmax(worst, v3_distance(v3_load(p.position), v3_load(from[k])));
    }
    return worst;
}

/// Processor time of what the engine did so far.
static double used(const engine *e, void *self)
{
    return e->seconds ? e->seconds(self) : cpu_now();
}

static void simulate(const task *t, const hf_model *model, result *r)
{
    const engine *e = t->engine;
    double h = hf_model_settings(model).step.timestep;
    void *self = e->create(model, h);
    r->refused = !self;
    if (!self) return;
    hf_workspace *workspace = NULL;
    collide_state *collide = NULL;
    double(*from)[3] = calloc((size_t)model->body_count, sizeof *from);
    double(*start)[3] = calloc((size_t)model->body_count, sizeof *start);
    if (!from || !start || hf_workspace_create(&workspace, NULL) != HF_STATUS_OK ||
        collide_state_create(model->scene, &collide, NULL) != HF_STATUS_OK)
        abort();
    farthest(e, self, model->body_count, start, true);
    double begun = used(e, self);
    long quarter = t->steps - t->steps / 4, look = t->steps / LOOKS + 1;
    for (long k = 0; k < t->steps && used(e, self) - begun < t->limit; k++)
    {
        if (k == quarter) farthest(e, self, model->body_count, from, true);
        double before = used(e, self);
        e->step(self);
        engine_contacts contacts = {0};
        e->contacts(self, &contacts);
        if (contacts.gone) break;
        r->seconds[r->steps++] = used(e, self) - before;
        r->contact_sum += contacts.count;
        r->cone = isnan(contacts.cone_excess) ? contacts.cone_excess : fmax(r->cone, contacts.cone_excess);
        r->missing = contacts.missing;
        if (r->missing > 0.0) break; // the last step was one without some of its contacts
        if (k % look == 0 || k + 1 == t->steps)
            r->overlap = fmax(r->overlap, deepest(model, collide, e, self, workspace));
        if (e == &engine_own)
        {
            r->residual = ((own_engine *)self)->residual;
            r->uncertified = ((own_engine *)self)->uncertified;
        }
    }
    r->drift = r->steps == t->steps ? farthest(e, self, model->body_count, from, false) / (h * (double)(t->steps / 4))
                                    : (double)NAN;
    r->moved = farthest(e, self, model->body_count, start, false);
    collide_state_destroy(collide);
    hf_workspace_destroy(workspace);
    free(from);
    free(start);
    e->destroy(self);
}

static void job(void *context, void *out)
{
    const task *t = context;
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    if (hf_scene_open(t->scene, 1, NULL, NULL, &builder, NULL) != HF_STATUS_OK ||
        hf_model_build(builder, &model, NULL) != HF_STATUS_OK)
        abort();
    hf_builder_destroy(builder);
    simulate(t, model, out);
    hf_model_destroy(model);
}

static void print_row(const task *t, const result *r, bench_end end, double own_mean)
{
    double sum = 0.0, most = 0.0, n = r->steps ? (double)r->steps : 1.0;
    for (long k = 0; k < r->steps; k++)
    {
        sum += r->seconds[k];
        most = fmax(most, r->seconds[k]);
    }
    printf("%-10s ", t->engine->name);
    if (r->refused || !r->steps)
    {
        printf("%s\n", end == BENCH_CRASH ? "crashed"
                       : r->refused       ? "cannot hold this scene"
                                          : "no step within the limit");
        return;
    }
    printf("%6ld %9.3f %9.3f %7.2f %9.1f %10.2e ", r->steps, 1e3 * sum / n, 1e3 * most, sum / n / own_mean,
           r->contact_sum / n, 1e3 * r->overlap);
    if (r->steps < t->steps) printf("%10s %9s", "-", "-");
    else printf("%10.2e %9.2e", 1e3 * r->drift, 1e3 * r->moved);
    if (isnan(r->cone)) printf(" %9s", "-");
    else printf(" %9.1e", r->cone);
    if (t->engine == &engine_own) printf("   residual <= %.1e, %ld steps not certified", r->residual, r->uncertified);
    if (r->missing > 0.0) printf("   ends here: its data would need %.1f GB", 1e-9 * r->missing);
    else if (end == BENCH_CRASH) printf("   crashed");
    else if (r->steps < t->steps) printf("   out of time");
    putchar('\n');
    fflush(stdout);
}

/// What a plot shows of each engine: ms a step, mm moved; NaN where a run did not come to its end.
typedef struct points
{
    double ms[sizeof engines / sizeof *engines][SCENES], mm[sizeof engines / sizeof *engines][SCENES];
    size_t count; // of scenes
} points;

static void keep_point(points *p, size_t index, const result *r, bool whole)
{
    double sum = 0.0;
    for (long k = 0; k < r->steps; k++) sum += r->seconds[k];
    p->ms[index][p->count] = whole ? 1e3 * sum / (double)r->steps : (double)NAN;
    p->mm[index][p->count] = whole ? 1e3 * r->moved : (double)NAN;
}

static void plot_points(const char *path, const points *p)
{
    plot_series series[sizeof engines / sizeof *engines];
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++)
        series[e] = (plot_series){.name = engines[e]->name, .x = p->ms[e], .y = p->mm[e], .count = p->count};
    FILE *out = fopen(path, "w");
    if (!out) return;
    const plot_def plot = {.title = "Error against time",
                           .subtitle =
                               "what should stand: one line an engine, through growing scenes, each step as long",
                           .x = {.label = "ms a step", .logarithmic = true},
                           .y = {.label = "how far a body went, mm", .logarithmic = true, .least = 1e-3, .most = 1e5},
                           .series = series,
                           .series_count = sizeof engines / sizeof *engines};
    plot_write(out, &plot);
    fclose(out);
}

static void compare(const char *scene, long steps, double limit, result *r, points *p)
{
    printf("\n%s, %ld steps\n%-10s %6s %9s %9s %7s %9s %10s %10s %9s %9s\n", scene, steps, "engine", "steps", "ms mean",
           "ms max", "ratio", "contacts", "overlap mm", "drift mm/s", "moved mm", "cone");
    double own_mean = 1.0;
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++)
    {
        task t = {.engine = engines[k], .scene = scene, .steps = steps, .limit = limit};
        memset(r, 0, sizeof *r);
        bench_end end = bench_isolated(job, &t, r, sizeof *r, 3.0 * limit + 30.0);
        if (k == 0 && r->steps)
        {
            own_mean = 0.0;
            for (long s = 0; s < r->steps; s++) own_mean += r->seconds[s] / (double)r->steps;
        }
        print_row(&t, r, end, own_mean);
        if (p->count < SCENES) keep_point(p, k, r, r->steps == steps);
    }
    if (p->count < SCENES) p->count++;
}

int main(int argc, char **argv)
{
    static const char *const defaults[] = {"box_wall", "sphere_pile:spacing=2.1", "rocks"};
    long steps = 500;
    double limit = 60.0;
    const char *plot = NULL;
    static points p;
    int k = 1;
    for (; k + 1 < argc && strncmp(argv[k], "--", 2) == 0; k += 2)
    {
        if (strcmp(argv[k], "--steps") == 0) steps = strtol(argv[k + 1], NULL, 10);
        else if (strcmp(argv[k], "--max-seconds") == 0) limit = strtod(argv[k + 1], NULL);
        else if (strcmp(argv[k], "--plot") == 0) plot = argv[k + 1];
        else break;
    }
    result *r = malloc(sizeof *r);
    if (!r || steps < 4 || steps > STEPS_MAX || !(limit > 0.0) || (k < argc && argv[k][0] == '-'))
    {
        fprintf(stderr, "usage: bench_engines [--steps N] [--max-seconds S] [--plot F.svg] [SCENE...]\n");
        free(r);
        return 2;
    }
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    bench_print_machine();
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++)
        printf("  %-10s %s\n", engines[e]->name, engines[e]->settings);
    if (k == argc)
        for (size_t s = 0; s < sizeof defaults / sizeof *defaults; s++) compare(defaults[s], steps, limit, r, &p);
    for (; k < argc; k++) compare(argv[k], steps, limit, r, &p);
    if (plot) plot_points(plot, &p);
    free(r);
    return 0;
}
