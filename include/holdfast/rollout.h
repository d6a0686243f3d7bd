// Rollouts: one model, many starts and many sequences of controls, on all threads.

#ifndef HOLDFAST_ROLLOUT_H
#define HOLDFAST_ROLLOUT_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Called before each step of each run, to set controls, forces or the state; `run` and `step`
    /// count from 0. Runs are on several threads at once: it may touch this world and what belongs
    /// to this run, and what it does must not depend on other runs. Settings and changes (adjust.h)
    /// that it makes last to the end of the run. An error ends the rollout.
    typedef hf_status (*hf_rollout_control)(void *context, int run, int step, hf_world *world, hf_error *error);

    /// Told after each run how many are done, one call at a time, from any thread.
    typedef void (*hf_rollout_progress)(void *context, int done);

    typedef struct hf_rollout_def
    {
        /// Runs, >= 0, and steps of each, >= 0. Defaults 1 and 1.
        int run_count, step_count;

        /// For every world, as hf_world_set. Default NULL: the model's own.
        const hf_settings *settings;

        /// Length of a step [s], >= 0. Default 0: the timestep of the settings.
        double timestep;

        /// A sample is taken at the start and after every so many steps, >= 1. Default 1.
        int sample_every;

        /// Threads, the calling one included, >= 1. Default 1. The results have the same bits for
        /// any number.
        int threads;

        /// Starts: run_count × q_count and run_count × v_count numbers in the layout of
        /// mechanism.h. Default NULL: the start of the model.
        const double *q, *v;

        /// run_count × step_count × actuator_count numbers, set before each step. Default NULL:
        /// controls stay as the model starts them.
        const double *controls;

        /// Called after the controls of a step are set. Default NULL: nobody is.
        hf_rollout_control control;
        void *control_context;

        /// As hf_workspace_set_interrupt. Default NULL.
        hf_interrupt interrupt;
        void *interrupt_context;

        /// Default NULL.
        hf_rollout_progress progress;
        void *progress_context;
    } hf_rollout_def;

    HF_API hf_rollout_def hf_rollout_def_default(void);

    /// Samples of a run: 1 + step_count / sample_every.
    HF_API int hf_rollout_sample_count(const hf_rollout_def *def);

    /// Where results go; arrays of the caller, each of which may be NULL.
    typedef struct hf_rollout_result
    {
        /// run_count × sample_count × q_count, and the same with v_count. NaN after the end of a
        /// run that ended early.
        double *q, *v;

        /// run_count: steps that were made. Fewer than asked for where a step failed
        /// (HF_STEP_FAILED); such a run ends there, and the others go on.
        int *steps;

        /// run_count: how good the steps were.
        hf_run_quality *quality;

        /// run_count: hf_world_hash at the end.
        uint64_t *hash;
    } hf_rollout_result;

    /// Makes all runs. Each has the bits that a single world would have with the same start and
    /// controls. An error names the run and the step; what was written by then is undefined.
    HF_API hf_status hf_rollout(const hf_model *model, const hf_rollout_def *def, const hf_rollout_result *result,
                                hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
