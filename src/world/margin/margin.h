// A margin in the making: what margin.c, margin_bounds.c and margin_springs.c share.

#ifndef HF_WORLD_MARGIN_MARGIN_H
#define HF_WORLD_MARGIN_MARGIN_H

#include "holdfast/margin.h"

#include "world/margin/carry.h"
#include "world/margin/proof.h"

enum
{
    MARGIN_CLAIMS = 4
};

struct hf_margin
{
    hf_workspace *home; // everything lives here
    hf_margin_options options;
    hf_margin_result result;
    pose_problem pose;
    double *load;    // dof_count: what acts on the pose as it is, in units of r
    double *nothing; // dof_count zeros
    double *forces;  // row_count: some answer
    double *sprung;  // row_count: what springs carried last
    hf_contact_bounds *contacts;
    hf_pair_bounds *pairs;
    proof_claim claims[MARGIN_CLAIMS];
    int claim_count;
};

/// Keeps a claim, with copies of its arrays.
hf_status margin_claim(hf_margin *margin, const proof_claim *claim, hf_error *error);

/// Where a search on springs begins. From nothing it goes by way of more friction where that is needed.
typedef enum spring_start
{
    SPRINGS_FROM_NOTHING,
    SPRINGS_FROM_LAST, // from what springs carried last
} spring_start;

/// *holds ◄ whether equal springs carry a load, with coefficients times `friction`.
hf_status margin_springs(hf_margin *margin, double friction, const double *load, spring_start start, bool *holds,
                         hf_error *error);

/// Bounds of all contacts and pairs over all forces that carry the load.
hf_status margin_bounds(hf_margin *margin, hf_error *error);

/// Pairs, and bounds that nobody has asked for.
hf_status margin_pairs(hf_margin *margin, hf_error *error);

#endif
