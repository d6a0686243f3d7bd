// A long run of hair: table 1 of Daviet, Bertails-Descoubes and Boissieux 2011, second by second, and over the whole.
//   bench_hair_run [--duration S] [--dt H] [--every S] [--state FILE] [--tol T] [--fast-tol T] [--travel M] [--threads
//   N] [SCENE]
//
// 25 s of a whole head are some hours. So with --state the state and the sums stand in a file after every row, and a
// run that finds that file goes on from there, bit by bit as if it had never stopped; each process prints the rows that
// it made, and the sum of all. Rows follow each other every --every seconds of simulated time. Steps are of 4 ms, cut
// while something comes farther than 4 mm (published: 1 to 4 ms), and solved to 1e-6 at rest, 1e-4 in fast motion: the
// published tolerances, but of our certificate, which is scaled by the problem.

#include "bench.h"
#include "hair_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run_options
{
    hair_settings set;
    double duration, every;
    int threads;
    const char *state;
} run_options;

/// The sums and the state as one file, put in the place of the old one when it is whole.
static bool keep(const char *path, const hf_world *world, const hair_tally *sum)
{
    size_t size = hf_world_state_size(world);
    void *bytes = malloc(size + 1);
    char beside[1024];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *f = bytes ? fopen(beside, "wb") : NULL;
    bool good = f != NULL;
    if (good) hf_world_state_save(world, bytes);
    good = good && fwrite(sum, sizeof *sum, 1, f) == 1 && fwrite(bytes, 1, size, f) == size;
    if (f) good = fclose(f) == 0 && good;
    free(bytes);
    return good && rename(beside, path) == 0;
}

/// Goes on from the file, if there is one that fits.
static bool take_up(const char *path, hf_world *world, hair_tally *sum, hf_error *error)
{
    FILE *f = path ? fopen(path, "rb") : NULL;
    if (!f) return true;
    fseek(f, 0, SEEK_END);
    long end = ftell(f);
    size_t size = end > (long)sizeof *sum ? (size_t)end - sizeof *sum : 0;
    void *bytes = malloc(size + 1);
    rewind(f);
    bool good = bytes && size > 0 && fread(sum, sizeof *sum, 1, f) == 1 && fread(bytes, 1, size, f) == size &&
                hf_world_state_load(world, bytes, size, error) == HF_STATUS_OK;
    fclose(f);
    free(bytes);
    if (good) printf("goes on from %s, %.3f s\n", path, hf_world_time(world));
    return good;
}

static bool run(hf_world *world, const run_options *o, hf_error *error)
{
    hair_tally sum = hair_tally_begin();
    if (!take_up(o->state, world, &sum, error)) return false;
    double h = o->set.timestep;
    hair_print_head();
    while (hf_world_time(world) < o->duration - 0.5 * h)
    {
        double from = hf_world_time(world), to = fmin(from + o->every, o->duration);
        hair_tally row = hair_tally_begin();
        hf_world_observe(world, hair_on_stage, &row);
        while (hf_world_time(world) < to - 0.5 * h)
            if (!hair_step(world, &row, error)) return false;
        hf_world_observe(world, NULL, NULL);
        hair_tally_add(&sum, &row);
        char name[64];
        snprintf(name, sizeof name, "%.2f to %.2f s", from, hf_world_time(world));
        hair_print_row(name, o->threads, &row, hf_world_hash(world));
        if (o->state && !keep(o->state, world, &sum))
        {
            snprintf(error->message, sizeof error->message, "%s cannot be written", o->state);
            return false;
        }
    }
    hair_print_row("all", o->threads, &sum, hf_world_hash(world));
    printf("%ld steps in %ld pieces, deepest overlap %.1e m, %.0f s of processor time\n", sum.steps, sum.pieces,
           sum.overlap, sum.total);
    return true;
}

int main(int argc, char **argv)
{
    run_options o = {.set = {.tolerance = 1e-6, .fast = 1e-4, .travel = 0.004, .timestep = 0.004, .solver = "auto"},
                     .duration = 25,
                     .every = 0.5,
                     .threads = 1};
    int first = 1;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2)
    {
        const char *name = argv[first] + 2, *value = argv[first + 1];
        if (strcmp(name, "threads") == 0) o.threads = atoi(value);
        else if (strcmp(name, "duration") == 0) o.duration = atof(value);
        else if (strcmp(name, "every") == 0) o.every = atof(value);
        else if (strcmp(name, "state") == 0) o.state = value;
        else if (strcmp(name, "dt") == 0) o.set.timestep = atof(value);
        else if (strcmp(name, "tol") == 0) o.set.tolerance = atof(value);
        else if (strcmp(name, "fast-tol") == 0) o.set.fast = atof(value);
        else if (strcmp(name, "travel") == 0) o.set.travel = atof(value);
        else if (strcmp(name, "solver") == 0) o.set.solver = value;
        else
        {
            fprintf(stderr, "bench_hair_run: unknown option --%s\n", name);
            return 1;
        }
    }
    const char *scene = first < argc ? argv[first] : "hair";
    hf_error error = {0};
    hf_model *model;
    bench_print_machine();
    printf("%s, %g s in steps of %g s, travel %g m, tolerance %g, %g in fast motion, %s\n\n", scene, o.duration,
           o.set.timestep, o.set.travel, o.set.tolerance, o.set.fast, o.set.solver);
    hf_world *world = hair_open(scene, &o.set, &model, &error);
    if (world) hf_world_set_threads(world, o.threads);
    bool good = world && run(world, &o, &error);
    if (!good) printf("%s\n", error.message);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good ? 0 : 1;
}
