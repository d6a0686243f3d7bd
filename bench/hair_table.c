// The tally of table 1 (hair_table.h).

#include "hair_table.h"

#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

double hair_own_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

hf_world *hair_open(const char *scene, const hair_settings *set, hf_model **model, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    *model = NULL;
    bool good = hf_scene_open(scene, 1, NULL, NULL, &builder, error) == HF_STATUS_OK &&
                hf_model_build(builder, model, error) == HF_STATUS_OK &&
                hf_world_create(*model, &world, error) == HF_STATUS_OK;
    hf_builder_destroy(builder);
    if (!good) return NULL;
    hf_settings settings = hf_model_settings(*model);
    settings.solver.tolerance = set->tolerance;
    settings.step.fast_tolerance = set->fast;
    settings.step.travel = set->travel;
    settings.solver.on_fail = HF_ON_FAIL_CONTINUE; // as the paper: counted, and gone on with
    if (set->timestep > 0.0) settings.step.timestep = set->timestep;
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", set->solver);
    if (strcmp(set->solver, "auto") != 0) settings.solver.selection = HF_SELECTION_ANY; // the method alone is timed
    if (hf_world_set_settings(world, &settings, error) == HF_STATUS_OK) return world;
    hf_world_destroy(world);
    return NULL;
}

hair_tally hair_tally_begin(void)
{
    return (hair_tally){.now = HF_STAGE_COUNT};
}

void hair_on_stage(void *tally, hf_stage stage)
{
    hair_tally *t = tally;
    double now = hair_own_time();
    if (t->now < HF_STAGE_COUNT) t->stage[t->now] += now - t->since;
    t->now = (int)stage;
    t->since = now;
}

bool hair_step(hf_world *world, hair_tally *t, hf_error *error)
{
    hf_step_report report;
    t->now = HF_STAGE_COUNT;
    double start = hair_own_time(), wall = bench_now();
    if (hf_world_step(world, 0.0, &report, error) != HF_STATUS_OK) return false;
    double took = hair_own_time() - start;
    t->wall += bench_now() - wall;
    t->steps++;
    t->pieces += report.substeps;
    t->total += took;
    t->most = fmax(t->most, took);
    t->beyond += report.quality != HF_STEP_EXACT;
    t->failed += report.quality == HF_STEP_FAILED;
    t->sweeps += report.solve.iterations;
    t->contacts += report.contact_count;
    t->error = fmax(t->error, report.solve.residual.natural);
    t->overlap = fmax(t->overlap, report.penetration);
    if (report.contact_count > t->contacts_most) t->contacts_most = report.contact_count;
    return true;
}

void hair_tally_add(hair_tally *sum, const hair_tally *more)
{
    for (int s = 0; s < HF_STAGE_COUNT; s++) sum->stage[s] += more->stage[s];
    sum->steps += more->steps;
    sum->beyond += more->beyond;
    sum->failed += more->failed;
    sum->sweeps += more->sweeps;
    sum->pieces += more->pieces;
    sum->contacts += more->contacts;
    sum->total += more->total;
    sum->wall += more->wall;
    sum->error = fmax(sum->error, more->error);
    sum->most = fmax(sum->most, more->most);
    sum->overlap = fmax(sum->overlap, more->overlap);
    if (more->contacts_most > sum->contacts_most) sum->contacts_most = more->contacts_most;
}

void hair_print_row(const char *name, int threads, const hair_tally *t, uint64_t hash)
{
    double n = t->steps > 0 ? (double)t->steps : 1.0;
    printf("%-20s %3d %6ld %8.0f %8d %7.2f %7ld %9.1e %7.0f %8.3f %8.3f %8.3f %8.3f %8.3f  %016" PRIx64 "\n", name,
           threads, t->steps, t->contacts / n, t->contacts_most, 100.0 * (double)t->beyond / n, t->failed, t->error,
           (double)t->sweeps / n, t->stage[HF_STAGE_SOLVE] / n,
           (t->stage[HF_STAGE_ASSEMBLE] + t->stage[HF_STAGE_SOLVE]) / n, t->total / n, t->most, t->wall / n, hash);
    fflush(stdout);
}

void hair_print_head(void)
{
    static const char *const published[][9] = {
        {"Free/A", "24659", "46915", "0.056", "0.004", "136", "2.60", "4.06", "7.15"},
        {"Free/B", "28153", "36287", "0.13", "0.037", "160", "5.3", "7.0", "11.1"},
        {"Pony", "9850", "16613", "0.42", "0.003", "301", "4.43", "5.25", "6.2"},
        {"Curly", "21425", "33578", "0.013", "0.003", "118", "2.26", "3.39", "7.54"},
    };
    printf("%-20s %3s %6s %8s %8s %7s %7s %9s %7s %8s %8s %8s %8s %8s  %s\n", "scene", "thr", "steps", "contacts",
           "max", "% > tol", "failed", "max err", "sweeps", "T_GS s", "T_solv s", "T_dt s", "max s", "wall s", "state");
    for (size_t k = 0; k < sizeof published / sizeof *published; k++)
        printf("published: %-9s %3s %6s %8s %8s %7s %7s %9s %7s %8s %8s %8s\n", published[k][0], "1", "",
               published[k][1], published[k][2], published[k][3], "", published[k][4], published[k][5], published[k][6],
               published[k][7], published[k][8]);
}
