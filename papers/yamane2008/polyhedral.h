// Contact problems as LCPs, friction by a polyhedral cone (Yamane and Nakamura 2008, section IV-B). One island at a
// time.

#ifndef HF_PAPERS_YAMANE2008_POLYHEDRAL_H
#define HF_PAPERS_YAMANE2008_POLYHEDRAL_H

#include "base/arena.h"

#include "holdfast/lemke.h"

#include "papers/yamane2008/lemke_run.h"

enum
{
    POLYHEDRAL_SIDES = 8,        // the paper's M
    POLYHEDRAL_SIDES_MIN = 3,    // fewer do not surround the axis in 3D; 2D has two sides always
    POLYHEDRAL_SIDES_MAX = 1024, //
    // Largest LCP [rows]: beyond it the dense matrices exceed 1 GB, and pivoting is no longer the
    // way.
    POLYHEDRAL_DIMENSION_MAX = 6000,
};

/// The paper's pyramid.
static const hf_friction_law POLYHEDRAL_LAW = {.kind = HF_FRICTION_PYRAMID, .sides = POLYHEDRAL_SIDES};

typedef enum column_role
{
    // `a` of a contact, r of a unilateral block, the distance from a bound of a box, half of a bilateral
    // row that could not be eliminated.
    COLUMN_NORMAL = 0,
    COLUMN_SIDE,  // b_m: friction along side m
    COLUMN_CONE,  // λ: multiplier of mu a - Σ b >= 0
    COLUMN_RANGE, // multiplier of hi - lo - s >= 0 of a box
} column_role;

/// One variable of the LCP, and what it adds to r: coefficient[k] at local row `row` + k.
typedef struct column
{
    column_role role;
    int row;   // local row of r
    int count; // rows touched; 0 for multipliers
    double coefficient[2];
    int partner;  // COLUMN_SIDE: its normal; COLUMN_CONE: its normal; COLUMN_RANGE: the distance that it limits
    double limit; // COLUMN_CONE: mu; COLUMN_RANGE: hi - lo, in the LCP's unit
} column;

/// The LCP of one island, and the way back.
typedef struct polyhedral
{
    hf_lcp lcp;
    const double *M; // = lcp.M
    column *columns; // lcp.dimension
    int row_count;   // rows of the island
    int *rows;       // row_count: the problem's row of each local one
    tableau t;       // W and b of the island, bilateral rows eliminated
    hf_lcp island;   // what t looks at
    double *shift;   // row_count: r where all variables are 0, in the LCP's unit
    double unit;     // r = unit · (what the LCP holds) [N s]
} polyhedral;

/// `law`: a pyramid, for contacts in 3D. HF_STATUS_UNSUPPORTED if the LCP would be too large.
hf_status polyhedral_build(polyhedral *p, const hf_problem *problem, const int *blocks, int block_count,
                           const hf_friction_law *law, hf_workspace *workspace, hf_error *error);

/// Writes the island's rows of r from the LCP's z.
void polyhedral_back(const polyhedral *p, const double *z, double *r);

/// What the two passes of section IV-C did.
typedef struct polyhedral_passes
{
    hf_lcp_report first;  // without friction; pivots = 0 if it was not needed
    hf_lcp_report second; // with friction
    bool frictionless;    // there is no friction on the island: the first pass was all
} polyhedral_passes;

/// Solves without friction, takes its active set as the guess, and solves with friction. `warm` (the problem's r of a
/// guess, or NULL) spares the first pass: the variables that are positive there are guessed, those of friction too.
/// `smooth` and `z` (lcp.dimension) receive the answers of the first and of the second.
hf_status polyhedral_solve(const polyhedral *p, lemke_method method, const hf_lcp_options *options, const double *warm,
                           double *smooth, double *z, hf_workspace *workspace, polyhedral_passes *passes,
                           hf_error *error);

#endif
