// Derivatives of steps (holdfast/derivative.h): what its files share.
//
//   parameters.c     parameters by kind: reading and changing them in a world
//   linearizer.c     options, memory, and which method takes a step
//   exact.h, exact*.c    the derivative of the step's equations at its answer
//   borders.c        how far blocks are from their next change of state
//   differences.c    central differences of whole steps: the reference
//   rollout_gradient.c   over many steps: adjoint and tangents

#ifndef HF_WORLD_DERIVATIVE_DERIVATIVE_H
#define HF_WORLD_DERIVATIVE_DERIVATIVE_H

#include "holdfast/derivative.h"

#include "world/world.h"

// ---- worlds that are stepped on trial ----

/// A world of the same model and settings, whose state is anything.
hf_status derivative_probe_create(const hf_world *world, hf_world **probe, hf_error *error);

/// The probe has this state of a world with the same model, and nothing of what it did before.
hf_status derivative_probe_put(hf_world *probe, const hf_world *world, const world_state *state, hf_error *error);

/// Writes q and v as hf_world_set_q does, without a look at what overlaps then.
void derivative_probe_place(hf_world *probe, const double *q, const double *v);

// ---- parameters ----

/// HF_STATUS_INVALID, and what to do, if the model has no such parameter.
hf_status parameter_check(const hf_model *model, const hf_parameter *parameter, hf_error *error);
double parameter_value(const hf_world *world, const hf_parameter *parameter);

/// The number in a model of its own, but for gravity, which is in settings; of a pair the first of two.
double *parameter_place(hf_model *model, const hf_parameter *parameter);

/// Changes it in a world with a variant of its own; the derived numbers follow. The parameter has been checked.
hf_status parameter_put(hf_world *world, const hf_parameter *parameter, double value, hf_error *error);

// ---- a step ----

/// What a method works on and fills.
typedef struct derivative_task
{
    const hf_world *world;     // that is asked
    const world_state *before; // the state that the step begins with
    hf_world *probe;           // in that state
    hf_workspace *room;        // results live here
    const hf_linearize_options *options;
    struct articulated_tangent **tangents; // of trees in reduced coordinates
    hf_error *error;

    hf_linearization *out; // counts are known; matrices that are asked for are zeros
    double *A, *B, *P, *impulse[3], *sensor[3];
    bool *known; // p_count: columns of P that the equations gave
    hf_border *blocks;
    int row_count; // blocks of mechanisms, where they are known
    hf_border *rows;
} derivative_task;

/// The probe stands where the step begins, on the side that options.direction leads to.
hf_status derivative_begin(const derivative_task *task);

/// The value of a parameter there.
double derivative_parameter(const derivative_task *task, int index);

/// Memory for derivatives of impulses, when contacts are known. False if memory is short.
bool derivative_take_impulses(derivative_task *task, int contact_count);

/// Blocks, of the step that the probe has made (borders.c).
hf_status derivative_read_borders(derivative_task *task);

/// The state that the step of the last linearization led to; NULL: that is not known.
const world_state *derivative_after(const hf_linearizer *linearizer);

/// All columns, or those of parameters beside what is known.
hf_status derivative_by_differences(derivative_task *task, bool parameters_alone);

/// *why ◄ NULL, or what it does not know of the step: then nothing has been written.
hf_status derivative_by_equations(derivative_task *task, const char **why);

#endif
