// Parts of a proof file (docs/proof.md).

#ifndef HF_RECORD_PROOF_PROOF_H
#define HF_RECORD_PROOF_PROOF_H

#include "record/proof/proof_system.h"

enum
{
    PROOF_VERSION = 2,
    PROOF_HEAD = 16, // bytes before the first chunk
};

/// Flags of a body in a piece.
enum
{
    PROOF_RESTS = 1,     // nothing of its state has changed: no numbers follow
    PROOF_JUMPS = 2,     // it was moved by θ = 1
    PROOF_MIDDLE = 4,    // contacts of it are described half a step on
    PROOF_CORRECTED = 8, // its position was corrected after the move
    PROOF_SLOWED = 16,   // its velocities are not those that the impulses made: these follow
};

/// Flags of a contact.
enum
{
    PROOF_ANEW = 1,     // described anew in the middle
    PROOF_LEVEL = 2,    // of a level patch that touches
    PROOF_SURFACE = 4,  // its surfaces move beside their bodies
    PROOF_ORIGIN = 8,   // its point at the beginning follows
    PROOF_REBOUND = 16, // a mechanism rebounds: its shift is the speed of that, below 0
    PROOF_TOLD = 32,    // rows over velocities of systems follow
};

/// Of a body that is not static, by its number in the model; false of others.
bool proof_moves(const hf_model *model, int body);

/// What a body is in a proof: "static", "prescribed", "free", "planar", "particle", "part".
const char *proof_motion(const hf_model *model, int body);

/// The model as JSON. False if memory is short.
bool proof_put_model(const hf_world *world, const proof_systems *systems, byte_buffer *out);

/// State of a body, 13 numbers: centre of mass, orientation, velocity, angular momentum or velocity. `momentum` may be
/// NULL.
bool proof_put_state(const hf_model *model, int body, const body_state *s, const double *momentum, byte_buffer *out);

/// Force and torque on a body from outside and of the medium; false: there are none.
bool proof_force_on(const step_context *step, int body, double wrench[6]);

/// The piece that is about to be taken over.
bool proof_put_piece(const step_context *step, const proof_systems *systems, byte_buffer *out);

#endif
