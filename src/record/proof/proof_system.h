// Systems of a proof: what has velocities of its own beside single rigid bodies (docs/proof.md, "Systems").

#ifndef HF_RECORD_PROOF_PROOF_SYSTEM_H
#define HF_RECORD_PROOF_PROOF_SYSTEM_H

#include "record/bytes.h"
#include "world/trace.h"

/// A body of a system, and which of its velocities move it (none: contacts with it say how).
typedef struct proof_part
{
    int body, count;
    int *dofs;
} proof_part;

/// What never changes about a system.
typedef struct proof_system
{
    int object, dof, count;
    bool has_fields;      // velocities move parts as rigid bodies
    bool is_told;         // contacts with its parts say how these move: their rows are written
    double *mass, *weigh; // count; 3 × count: of gravity along x, y, z
    int part_count;
    proof_part *parts;
    articulated_scratch *tree; // of trees in joint coordinates: where it is in the middle of a step
} proof_system;

typedef struct proof_systems
{
    int count;
    proof_system *of;
    int *of_object; // object_count: -1: it is none
} proof_systems;

hf_status proof_systems_create(const hf_model *model, proof_systems *systems, hf_error *error);
void proof_systems_destroy(proof_systems *systems);

/// The system that a body is a part of; NULL: none.
const proof_system *proof_system_of(const proof_systems *systems, const hf_model *model, int body);

/// Velocities at the beginning of a step, or of a state.
void proof_system_velocities(const hf_model *model, const proof_system *s, const body_state *bodies, const double *v,
                             double *out);

/// Velocities if nothing touched, in the middle of a step.
void proof_system_free(const step_context *step, const proof_system *s, double *out);

/// Rows over velocities, among those of all objects: `count` of them in `size` rows, one row after the other.
typedef struct proof_rows
{
    int size, count;
    int *dof;
    double *H, *r;
} proof_rows;

/// Its part of a piece; false if memory is short. `push`: dof_count, what contacts and rows do to velocities of all
/// objects; rows that hold its joints are added to `out`, `row_count` of them.
bool proof_put_system(const step_context *step, const proof_system *s, const double *push, byte_buffer *out,
                      byte_buffer *rows, uint32_t *row_count);

/// H of a contact over velocities of systems that it touches. False if memory is short.
bool proof_contact_rows(const step_context *step, const proof_systems *systems, const step_contact *contact,
                        proof_rows *rows);

/// Rows of a block, as they stand in a piece.
bool proof_put_rows(byte_buffer *out, const proof_rows *rows);

#endif
