// Table 1 of Daviet, Bertails-Descoubes and Boissieux 2011: what bench_hair and bench_hair_run add up over the steps of
// a scene.

#ifndef HF_BENCH_HAIR_TABLE_H
#define HF_BENCH_HAIR_TABLE_H

#include <holdfast/scene.h>
#include <holdfast/world.h>

#include <inttypes.h>
#include <stdbool.h>

/// How a scene is run: tolerances of rest and of fast motion, the way of one piece of a step [m], its length [s] (0:
/// the scene's) and the solver.
typedef struct hair_settings
{
    double tolerance, fast, travel, timestep;
    const char *solver;
} hair_settings;

/// What a run adds up; one clock for all stages.
typedef struct hair_tally
{
    double stage[HF_STAGE_COUNT], since;
    int now; // the stage under way
    long steps, beyond, failed, sweeps, pieces;
    double contacts, error, total, most, wall;
    int contacts_most;
    double overlap; // the deepest [m]
} hair_tally;

/// Processor time of the calling thread [s].
double hair_own_time(void);

/// The scene (`ponytail`, `hair:n=500`, …) with these settings; `model` is to be destroyed after the world. NULL with a
/// message if it cannot be had.
hf_world *hair_open(const char *scene, const hair_settings *set, hf_model **model, hf_error *error);

/// A tally that nothing was added to.
hair_tally hair_tally_begin(void);

/// One step, added to the tally, which must be the world's observer (hair_on_stage).
bool hair_step(hf_world *world, hair_tally *t, hf_error *error);
void hair_on_stage(void *tally, hf_stage stage);

/// Adds what came after another one.
void hair_tally_add(hair_tally *sum, const hair_tally *more);

/// The published rows, and one of ours.
void hair_print_head(void);
void hair_print_row(const char *name, int threads, const hair_tally *t, uint64_t hash);

#endif
