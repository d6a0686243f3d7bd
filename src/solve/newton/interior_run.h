// What the files of the interior point method share: one block on its way, and the run.

#ifndef HF_SOLVE_NEWTON_INTERIOR_RUN_H
#define HF_SOLVE_NEWTON_INTERIOR_RUN_H

#include "solve/newton/interior.h"

#include "linalg/cone_scaling.h"
#include "solve/best.h"
#include "solve/report.h"
#include "solve/system/newton_system.h"

typedef enum interior_role
{
    ROLE_CONE, // contacts and unilateral blocks
    ROLE_BOX,  // two half lines: r - lo and hi - r
    ROLE_FREE, // bilateral
    ROLE_FIXED // a box without width
} interior_role;

/// r and y of a block, or a step of both; a box has one of each a side.
typedef struct interior_pair
{
    double r[CONE_DIM_MAX], y[CONE_DIM_MAX];
} interior_pair;

typedef struct interior_block
{
    interior_role role;
    int d;                          // dimension of the cone; sides of a box
    double normal;                  // mu; 1 without friction
    interior_pair at;               // r' and y; y = 0 at a side without a bound
    interior_pair step;             // what interior_step found
    interior_pair kept;             // another step: to the curve, at the same τ
    interior_pair tangent, saved;   // of the curve, and where that was
    double slope[CONE_DIM_MAX - 1]; // d: how y_N follows y_T
    double rest[CONE_DIM_MAX];      // what is missing of the equations of y
    double rest_tau;                // how rest[0] grows with ln τ
    double push[CONE_DIM_MAX];      // step.y = push - B² step.r
    cone_scaling scaling;
} interior_block;

typedef enum interior_mode
{
    MODE_FAST,   // predictor and corrector
    MODE_CENTRE, // to the curve
    MODE_FOLLOW  // along it, through its turns
} interior_mode;

typedef struct interior_run
{
    const hf_problem *problem;
    const hf_solve_options *options;
    interior_curve curve;
    hf_workspace *workspace;
    hf_report *report;
    work_meter work;

    interior_block *blocks;
    block_move *moves;
    newton_system *system;
    double *weight;
    double *r, *u;
    double *dr, *kept; // the steps in N s
    double *saved;     // r at the blocks' `saved`
    int cones;         // sides of boxes counted one by one
    double tau;        // mean r · y of a cone
    best_iterate best;

    interior_mode mode;
    bool lost;          // nothing leads on
    int short_steps;    // fast ones, in a row
    double tangent_tau; // d ln τ of the tangent; 0: none is known
    double arc;         // next step along the curve, in √τ
    double target;      // τ at which we want to reach the curve
    double fast_below;  // τ below which fast steps are worth another try
    int corrections;    // since the last step along the curve
    int easy_steps;     // along the curve, in a row, that needed none
    bool restarted;
} interior_run;

/// Where a step aims: r ∘ y = share τ e, with so much of what `step` bends taken into account.
typedef struct interior_aim
{
    double share, bend;
} interior_aim;

// ---- interior_blocks.c ----

/// False if memory is short.
bool interior_begin(interior_run *run);

/// All blocks to their start.
void interior_restart(interior_run *run);

/// Velocities, τ, and what is missing of all equations. Offers r to the certificate.
void interior_measure(interior_run *run);

/// Factors of the system where we are. *regular: whether that worked.
hf_status interior_factor(interior_run *run, bool *regular, hf_error *error);

/// `step` of all blocks towards `aim`, and how far it may go before a cone ends (0: there is none).
hf_status interior_step(interior_run *run, interior_aim aim, double *reach, hf_error *error);

/// How far `step` may go: of one block, and of all.
double interior_block_reach(const interior_block *block, const interior_pair *step);
double interior_reach(const interior_run *run);

/// r and y move on by `length` of `step`.
void interior_move(interior_run *run, double length);

// ---- interior_follow.c ----

/// One step to the curve, or along it, with the factors at hand.
hf_status interior_follow(interior_run *run, hf_error *error);

/// Back to where the curve was still near, and from there to the curve.
void interior_turn(interior_run *run);

/// Keeps where we are, for such a turn; the second only if it is near the curve.
void interior_save(interior_run *run);
void interior_keep_near(interior_run *run);

#endif
