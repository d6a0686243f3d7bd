// The acceleration-level mode: what its files share. baraff.c is the stage and says what it does; baraff_contacts.c finds the contacts of a
// configuration, baraff_forces.c their forces and impulses, baraff_move.c moves the bodies.

#ifndef HF_WORLD_BARAFF1994_BARAFF_H
#define HF_WORLD_BARAFF1994_BARAFF_H

#include "world/step.h"

#include "holdfast/pivot.h"

static const double BARAFF_STILL = 1e-7;    // [m/s]: a smaller normal speed is none
static const double BARAFF_SLIPPING = 1e-5; // [m/s]: a smaller slip is none
static const double BARAFF_ALONG = 1e-4;    // of the step: a moment, over which d(H)/dt v is differenced

/// What happens at a configuration: contacts at rest, their forces, and how long that lasts.
typedef struct baraff_scene
{
    step_context at;       // a context whose configuration is this one
    double (*momentum)[3]; // body_count: angular momentum there
    double (*velocity)[6];
    hf_contact *contacts; // at rest; r holds forces [N]
    int count;
    hf_pivot_friction *friction; // of each of them
    double until;                // [s]: the first event, from now
} baraff_scene;

/// The scene with its bodies there, contacts not yet known. False if memory is short.
bool baraff_configure(const step_context *step, const configuration *bodies, baraff_scene *f);

/// Contacts that touch and do not part; the first moment at which another gap closes.
hf_status baraff_find_contacts(const step_context *step, double horizon, baraff_scene *f);

/// External acceleration of a free body: linear, and angular with the gyroscopic term.
void baraff_acceleration(const step_context *step, const baraff_scene *f, int k, double a[6]);

/// drift ◄ d(H)/dt v of each contact, in its axes.
hf_status baraff_drifts(const step_context *step, const baraff_scene *f, double *drift);

/// Solves for impulses by `auto` and applies them to `bodies`; b is the velocity that should be pushed above 0 (or to 0, if `bilateral`).
hf_status baraff_impulses(step_context *step, baraff_scene *f, const double *b, bool bilateral,
                          const configuration *bodies);

/// Collisions. Velocities of `bodies` change; f is configured anew by the caller.
hf_status baraff_collide(step_context *step, baraff_scene *f, const configuration *bodies);

/// The forces, and when a slip comes to rest. `first`: the beginning of the piece, or NULL if this is it.
hf_status baraff_forces(step_context *step, const baraff_scene *first, baraff_scene *f);

/// One piece of length h from `bodies`, in place; `first` has the forces at its beginning.
hf_status baraff_move(step_context *step, const baraff_scene *first, double t, double h, const configuration *bodies);

#endif
