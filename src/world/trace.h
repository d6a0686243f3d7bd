// What a witness of a step is told beside what the stages hand to each other (world.witness; record/proof/). Stages
// call these at the moments when it is known; without a witness they do nothing.

#ifndef HF_WORLD_TRACE_H
#define HF_WORLD_TRACE_H

#include "world/step.h"

/// A round of impacts.
typedef struct trace_impact
{
    struct trace_impact *next;
    int count;
    bool mixed;     // of its impulses some are mixed with those of e = 0 (impact.c)
    double unit;    // of the impulses of its problem [kg]
    int *contact;   // count: in step->contacts
    double (*r)[6]; // count: impulses and moments in the contact frames [N s, N m s]
} trace_impact;

typedef struct step_trace
{
    /// body_count, MOVE: velocity after the impulses, and of bodies that keep it angular momentum, of others angular
    /// velocity; θ that they are moved by.
    double (*struck)[6], *theta;

    /// The same of own velocities.
    double *v_struck;

    /// contact_count, ASSEMBLE: normals at the beginning, where contacts are described in the middle; NULL: none is.
    double (*normal)[3];

    /// IMPACT: the rounds in order; contact_count: impulses of all so far.
    trace_impact *first, **last;
    double (*sum)[6];
} step_trace;

/// The beginning of an attempt; IMPACT after a round; ASSEMBLE before the first contact is described anew; MOVE.
hf_status trace_begin(step_context *step);
hf_status trace_round(step_context *step, int count, const int *contact, bool mixed, double unit);
hf_status trace_normals(step_context *step);
hf_status trace_struck(step_context *step, const double *theta);

/// A piece is about to be taken over.
hf_status trace_piece(const step_context *step);

/// Where the witness stands, and back there.
size_t trace_mark(const hf_world *world);
void trace_back(hf_world *world, size_t mark);

#endif
