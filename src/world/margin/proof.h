// What is proved about a pose, as it goes to a file.

#ifndef HF_WORLD_MARGIN_PROOF_H
#define HF_WORLD_MARGIN_PROOF_H

#include "world/margin/pose.h"

typedef enum claim_kind
{
    CLAIM_CARRIES, // these forces carry base + t along
    CLAIM_CANNOT,  // no forces carry base: a motion
    CLAIM_AT_MOST, // none carry more than base + t along: a motion
    CLAIM_KIND_COUNT
} claim_kind;

typedef struct proof_claim
{
    claim_kind kind;
    const char *says;    // one word for readers
    double friction;     // times all coefficients
    double t;            // of `along`
    const double *base;  // dof_count: what acts, in units of r
    const double *along; // dof_count
    const double *given; // r (row_count), or δ (dof_count)
} proof_claim;

/// Writes the problem of a pose and claims about it.
hf_status proof_write(const char *path, const pose_problem *posed, const proof_claim *claims, int count,
                      hf_error *error);

/// good ◄ which claims are true, from the bytes that a file would have.
hf_status proof_evaluate(const pose_problem *posed, const proof_claim *claims, int count, hf_workspace *home,
                         bool *good, hf_error *error);

#endif
