// What `run` tells about a run: figures gathered step by step, and the summary made of them.

#ifndef HF_TOOL_RUN_STATS_H
#define HF_TOOL_RUN_STATS_H

#include "answer_stats.h"

#include "holdfast/record.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct run_stats
{
    long steps;
    hf_run_quality quality;
    double contact_sum;
    int contact_most;
    double iteration_sum; // of the solver, in all steps
    long iteration_most;  // in one
    double residual_worst;
    double cone_worst;         // natural residuals by the exact cone
    long rays, impulse_pieces; // of the acceleration-level mode: impulses along rays; pieces made with impulses
    long frictionless;         // steps made without friction where they failed with it
    double error_worst;        // estimates of steps with an accuracy [m]
    double penetration_worst;
    double overlap_worst;           // largest share of the smaller shape's least width
    double overlap_time;            // of that step [s]
    int overlap_shapes[2];          // the two
    double limit_worst, limit_time; // how far a limit is passed [m or rad], and when
    int limit_joint, limit_tendon;  // of which; -1: none
    double energy_first, energy_last;
    double energy_least; // so far
    double energy_gain;  // largest rise above what it was before
    // What rose without a reason (hf_step_report.energy_rise): steps, the sum, the worst, after which time, and a body
    // of it.
    long unexplained_steps;
    double unexplained_sum, unexplained_worst, unexplained_time;
    int unexplained_body;
    double stage_seconds[HF_STAGE_COUNT];
    double *seconds; // of each step
    size_t seconds_count, seconds_capacity;
    double wall; // of the whole run, files and all
    answer_stats answers;
} run_stats;

/// The clock of the stages: the hf_stage_observer, whose context it is.
typedef struct stage_clock
{
    hf_step_timing timing; // of the step under way
    double begun, last;
    int stage; // that is running; -1: none
} stage_clock;

void stage_clock_begin(stage_clock *clock);
void stage_clock_observe(void *context, hf_stage stage);
void stage_clock_end(stage_clock *clock);

void run_stats_add(run_stats *stats, const hf_step_report *report, const hf_step_timing *timing);
void run_stats_free(run_stats *stats);

/// What the summary says beside the figures.
typedef struct run_about
{
    const char *scene;
    const char *end; // "done", "interrupted", "not certified", "error"
    hf_settings settings;
    double time;  // reached [s]
    double begun; // simulated time at the start [s]
    int bodies;
    const char *unexplained_body; // name of the body of run_stats.unexplained_body; may be NULL
    uint64_t hash;
    const hf_model *model; // as they were at the end: overlap at the start is told from these
    const hf_world *world;
    bool final_state; // is told, too
} run_about;

void run_summary_text(run_stats *stats, const run_about *about);
void run_summary_json(run_stats *stats, const run_about *about);

#endif
