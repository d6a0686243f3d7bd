// Batches: many worlds of one model, stepped together.

#ifndef HOLDFAST_BATCH_H
#define HOLDFAST_BATCH_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_batch hf_batch;

    /// `count` worlds, >= 1, and `threads` that step them, >= 1, the calling one included. The
    /// model must outlive the batch.
    HF_API hf_status hf_batch_create(const hf_model *model, int count, int threads, hf_batch **batch, hf_error *error);
    HF_API void hf_batch_destroy(hf_batch *batch);

    HF_API int hf_batch_count(const hf_batch *batch);

    /// One of them, to look at, set and change as any other; it belongs to the batch. NULL if there
    /// is none of that index.
    HF_API hf_world *hf_batch_world(hf_batch *batch, int index);

    /// What goes in and what comes out, world by world one after the other; each may be NULL.
    typedef struct hf_batch_step_def
    {
        /// Steps of each world, >= 0. Default 1.
        int step_count;

        /// Length of a step [s], >= 0. Default 0: the timestep of each world's settings.
        double timestep;

        /// count: worlds that are stepped. Default NULL: all. The others only show what they are.
        const bool *chosen;

        /// count × actuator_count, set before the first step. Default NULL: controls stay.
        const double *controls;

        /// After the steps: count × q_count, × v_count, × hf_model_sensor_total, and × 2 (kinetic
        /// and potential energy [J]).
        double *q, *v, *sensors, *energies;

        /// count: simulated times [s].
        double *times;

        /// count: hf_step_quality, the worst of the steps. A world whose step fails stays where it
        /// is, and the others go on.
        int *quality;

        /// As hf_workspace_set_interrupt. Default NULL.
        hf_interrupt interrupt;
        void *interrupt_context;
    } hf_batch_step_def;

    HF_API hf_batch_step_def hf_batch_step_def_default(void);

    /// Each world has the bits that it would have alone, whatever the number of threads. An error
    /// names the world; others may have been stepped by then.
    HF_API hf_status hf_batch_step(hf_batch *batch, const hf_batch_step_def *def, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
