// Hair: the contact solver at the scale of Daviet, Bertails-Descoubes and Boissieux 2011, on one thread and on several.
//   bench_hair [--threads N] [--tol T] [--contacts N] [--fast-tol T] [--travel M] [--steps N] [--skip N] [--solver S]
//   [SCENE…]
//   bench_hair --locals N [--tol T] [--skip N] SCENE
//
// Without scenes: generated problems (hf_generate_hair) of 1,000 to 50,000 contacts, or of N, each solved from r = 0:
// sweeps, time of a contact and of a visit, what more threads bring, and the same bits.
// With scenes (ponytail, hair:n=500, …): table 1 of the paper. Contacts, the share of steps beyond their tolerance, the
// largest error, sweeps, and the times of the loop over sweeps (stage SOLVE), of the solver (ASSEMBLE and SOLVE) and of
// the whole step. --skip leaves out the first steps, in which nothing touches yet.
//
// With --locals: table 2. N one-step problems of the scene, one a step, are solved from r = 0 by each local solver, in
// at most MOST_SWEEPS sweeps: a limit that a busy machine does not change. (`holdfast run --dump-problems` and
// `holdfast bench` do the same with files, and a limit of seconds.)
//
// Times are processor time: of the process on one thread, of the calling thread on several, which sleeps or looks at a
// counter while it waits (so that a busy machine makes the gain look smaller than it is, not larger).

#include "bench.h"
#include "hair_table.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hair_options
{
    int threads, steps, skip, problems, contacts;
    hair_settings set;
} hair_options;

static uint64_t hash_numbers(const double *x, size_t count)
{
    uint64_t hash = 1469598103934665603ULL;
    for (size_t k = 0; k < count; k++)
    {
        uint64_t bits;
        memcpy(&bits, &x[k], sizeof bits);
        hash = (hash ^ bits) * 1099511628211ULL;
    }
    return hash;
}

// ---- generated problems ----

typedef struct solved
{
    double own, wall;
    hf_report report;
    uint64_t hash;
} solved;

static solved solve(const hf_problem *p, const hair_options *o, int threads)
{
    solved out = {0};
    size_t n = (size_t)hf_problem_describe(p).dimension;
    double *r = calloc(n + 1, sizeof *r);
    hf_workspace *workspace;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = o->set.tolerance;
    if (!r || hf_workspace_create(&workspace, NULL) != HF_STATUS_OK) abort();
    hf_workspace_set_threads(workspace, threads);
    for (int round = 0; round < 2; round++) // memory has grown in the first
    {
        memset(r, 0, n * sizeof *r);
        double own = hair_own_time(), wall = bench_now();
        if (hf_solve(o->set.solver, p, &options, r, workspace, &out.report, NULL) != HF_STATUS_OK) abort();
        out.own = hair_own_time() - own;
        out.wall = bench_now() - wall;
    }
    out.hash = hash_numbers(r, n);
    hf_workspace_destroy(workspace);
    free(r);
    return out;
}

static bool measure_problem(int contacts, const hair_options *o)
{
    hf_hair_options hair = hf_hair_options_default();
    hf_generated made;
    hair.contact_count = contacts;
    hair.fibre_count = contacts / 13;
    if (hf_generate_hair(&hair, &made, NULL) != HF_STATUS_OK) return false;
    solved one = solve(made.problem, o, 1), more = solve(made.problem, o, o->threads);
    bool same = one.hash == more.hash;
    printf("%7d %8d %7ld %9.2e %9.1f %9.1f %9.2f %9.1f %9.1f %7.2f %7.2f  %016" PRIx64 " %s\n", hair.fibre_count,
           contacts, one.report.iterations, one.report.residual.natural, 1e3 * one.own, 1e6 * one.own / contacts,
           1e6 * one.own / contacts / (double)one.report.iterations, 1e3 * more.own, 1e3 * more.wall,
           one.own / more.own, one.wall / more.wall, one.hash, same ? "same bits" : "DIFFERENT BITS");
    hf_generated_destroy(&made);
    return same && one.report.outcome == HF_OUTCOME_CONVERGED;
}

static bool measure_problems(const hair_options *o)
{
    static const int sizes[] = {1000, 3000, 10000, 25000, 50000};
    bool good = true;
    printf("generated problems, %s to %g from r = 0; own and wall: one thread over %d\n\n", o->set.solver,
           o->set.tolerance, o->threads);
    printf("%7s %8s %7s %9s %9s %9s %9s %9s %9s %7s %7s  %s\n", "fibres", "contacts", "sweeps", "residual", "ms",
           "us/cont.", "us/visit", "ms (N)", "wall (N)", "own", "wall", "answer");
    if (o->contacts > 0) return measure_problem(o->contacts, o);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) good &= measure_problem(sizes[k], o);
    return good;
}

// ---- scenes ----

/// The steps that count, from the state that the world is in.
static bool run(const char *scene, hf_world *world, const hair_options *o, int threads, uint64_t *hash, hf_error *error)
{
    hair_tally t = hair_tally_begin();
    hf_world_set_threads(world, threads);
    hf_world_observe(world, hair_on_stage, &t);
    for (int k = 0; k < o->steps; k++)
        if (!hair_step(world, &t, error)) return false;
    hf_world_observe(world, NULL, NULL);
    *hash = hf_world_hash(world);
    hair_print_row(scene, threads, &t, *hash);
    return true;
}

/// One thread, then several from the same state.
static bool measure_scene(const char *scene, const hair_options *o)
{
    hf_error error = {0};
    hf_model *model;
    hf_world *world = hair_open(scene, &o->set, &model, &error);
    bool good = world != NULL;
    if (good) hf_world_set_threads(world, o->threads);
    for (int k = 0; k < o->skip && good; k++) good = hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK;
    size_t size = good ? hf_world_state_size(world) : 0;
    void *state = malloc(size + 1);
    uint64_t one = 0, more = 0;
    if (good && state) hf_world_state_save(world, state);
    good = good && state && run(scene, world, o, 1, &one, &error);
    if (good && o->threads > 1)
        good = hf_world_state_load(world, state, size, &error) == HF_STATUS_OK &&
               run(scene, world, o, o->threads, &more, &error);
    if (!good) printf("%-20s %s\n", scene, error.message);
    else if (o->threads > 1 && one != more) printf("DIFFERENT BITS\n");
    free(state);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good && (o->threads < 2 || one == more);
}

// ---- local solvers ----

enum
{
    MOST_SWEEPS = 500
};

static const char *const locals[] = {"4sides",   "duriez06/paper", "duriez08", "pac",           "dac",      "mfb",
                                     "enum",     "4sides+enum",    "duriez06", "duriez08+enum", "pac+enum", "dac+enum",
                                     "mfb+enum", "mfb+enum/paper", "auto"};

enum
{
    LOCALS = sizeof locals / sizeof *locals
};

typedef struct local_tally
{
    double solves, failsafe, failures, sweeps, time;
    int beyond;
} local_tally;

static void print_locals(const local_tally *of, int problems)
{
    printf("\n%d problems\n%-16s %9s %9s %8s %8s %9s\n", problems, "local solver", "% alt", "% fail", "% > tol",
           "sweeps", "T_GS ms");
    for (int k = 0; k < LOCALS; k++)
        printf("%-16s %9.2g %9.2g %8.2f %8.0f %9.1f\n", locals[k], 100.0 * of[k].failsafe / fmax(1.0, of[k].solves),
               100.0 * of[k].failures / fmax(1.0, of[k].solves), 100.0 * of[k].beyond / problems,
               of[k].sweeps / problems, 1e3 * of[k].time / problems);
    fflush(stdout);
}

static bool try_locals(const hf_problem *p, const hair_options *o, local_tally *of)
{
    size_t n = (size_t)hf_problem_describe(p).dimension;
    double *r = calloc(n + 1, sizeof *r);
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = o->set.tolerance;
    options.max_iterations = MOST_SWEEPS;
    for (int k = 0; k < LOCALS && r; k++)
    {
        hf_report report;
        memset(r, 0, n * sizeof *r);
        double start = hair_own_time();
        if (hf_solve(locals[k], p, &options, r, NULL, &report, NULL) != HF_STATUS_OK) return false;
        of[k].time += hair_own_time() - start;
        of[k].solves += (double)report.local_solves;
        of[k].failsafe += (double)report.failsafe_solves;
        of[k].failures += (double)report.local_failures;
        of[k].sweeps += (double)report.iterations;
        of[k].beyond += report.outcome != HF_OUTCOME_CONVERGED;
    }
    free(r);
    return true;
}

static bool measure_locals(const char *scene, int problems, const hair_options *o)
{
    hf_error error = {0};
    hf_model *model;
    local_tally of[LOCALS] = {0};
    hf_world *world = hair_open(scene, &o->set, &model, &error);
    bool good = world != NULL;
    printf("table 2 of Daviet et al. 2011: %s after %d steps, to %g from r = 0\n", scene, o->skip, o->set.tolerance);
    for (int k = 0; k < o->skip + problems && good; k++)
    {
        good = hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK;
        if (!good || k < o->skip) continue;
        good = try_locals(hf_world_problem(world, NULL), o, of);
        int done = k - o->skip + 1;
        if (done % 50 == 0 || done == problems) print_locals(of, done);
    }
    if (!good) printf("%s\n", error.message);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

// ---- table 1 ----

static bool measure_scenes(char **scenes, int count, const hair_options *o)
{
    bool good = true;
    printf("table 1 of Daviet et al. 2011: %d steps of each scene after the first %d, %s, tolerance %g at rest, %g in "
           "fast motion, travel %g m\n\n",
           o->steps, o->skip, o->set.solver, o->set.tolerance, fmax(o->set.fast, o->set.tolerance), o->set.travel);
    hair_print_head();
    for (int k = 0; k < count; k++) good &= measure_scene(scenes[k], o);
    return good;
}

int main(int argc, char **argv)
{
    hair_options o = {.threads = 2, .steps = 50, .set = {.tolerance = 1e-4, .solver = "auto"}};
    int first = 1;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2)
    {
        const char *name = argv[first] + 2, *value = argv[first + 1];
        if (strcmp(name, "threads") == 0) o.threads = atoi(value);
        else if (strcmp(name, "steps") == 0) o.steps = atoi(value);
        else if (strcmp(name, "skip") == 0) o.skip = atoi(value);
        else if (strcmp(name, "contacts") == 0) o.contacts = atoi(value);
        else if (strcmp(name, "locals") == 0) o.problems = atoi(value);
        else if (strcmp(name, "tol") == 0) o.set.tolerance = atof(value);
        else if (strcmp(name, "fast-tol") == 0) o.set.fast = atof(value);
        else if (strcmp(name, "travel") == 0) o.set.travel = atof(value);
        else if (strcmp(name, "solver") == 0) o.set.solver = value;
    }
    bench_print_machine();
    if (o.problems > 0 && first < argc) return measure_locals(argv[first], o.problems, &o) ? 0 : 1;
    bool good = first < argc ? measure_scenes(argv + first, argc - first, &o) : measure_problems(&o);
    return good ? 0 : 1;
}
