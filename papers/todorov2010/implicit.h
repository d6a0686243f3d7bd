// What the files of `implicit` share: implicit.c (options, islands, report), implicit_island.c (the iteration),
// implicit_model.c (the quadratic model and its two points) and implicit_recover.c (local minima).

#ifndef HF_PAPERS_TODOROV2010_IMPLICIT_H
#define HF_PAPERS_TODOROV2010_IMPLICIT_H

#include "holdfast/implicit.h"

#include "base/random.h"
#include "papers/todorov2010/implicit_line.h"
#include "solve/best.h"
#include "solve/report.h"
#include "solve/work.h"

/// The solve of one island, or of a whole that is not taken apart.
typedef struct implicit_solve
{
    const hf_implicit_options *options; // with what the island has for an observer
    long limit;                         // iterations
    double target;                      // Σ ‖F_i‖² <= target²
    double norm;                        // 1 + ‖b‖, the bias taken off b
    hf_implicit_counts counts;
    work_meter work;
    double square;     // Σ ‖F_i‖² of the answer
    bool stopped;      // by the observer
    bool starved;      // the work has ended
    bool stuck;        // ended at a local minimum
    bool out_of_steps; // reached its limit of iterations or of work
} implicit_solve;

/// Solves an assembled problem. r: the guess if options->common.warm_start, and the answer, the best iterate.
hf_status implicit_island(implicit_solve *solve, const hf_problem *problem, const double *bias, double *r,
                          hf_workspace *workspace, hf_error *error);

/// One island's iteration. Arrays have `dimension` entries and live in the arena.
typedef struct implicit_run
{
    implicit_solve *solve;
    const hf_problem *problem;
    implicit_system system;
    implicit_line line;
    implicit_choice *choices; // block_count
    hf_error *error;

    double *x, *f, *rho; // the iterate
    double value;        // ℓ
    double square;       // Σ ‖F_i‖² of the unchanged, unscaled problem
    double lambda;
    best_iterate best; // its `natural` is Σ ‖F_i‖²

    double *y;               // Aᵀ D² ρ
    double *g;               // BBᵀ Jᵀ D² ρ
    double *step;            // to the Newton point
    double *newton, *cauchy; // the two points
    double predicted;        // improvement of ℓ that the model promises at the Newton point
    double *r, *u;           // unscaled, for the certificate; otherwise scratch

    random_state random;
    int rescalings;
    double *anchor;        // x at the centre of the proximal problem
    long age;              // iterations on that problem
    int far;               // proximal problems of the least weight, one after the other
    int starts;            // beyond the first
    double window_value;   // ℓ at the beginning of the window in which it must fall,
    int window_iterations; // and iterations since
} implicit_run;

// ---- implicit_island.c ----

/// f, ρ, ℓ and the certificate at x.
void island_evaluate(implicit_run *run);

// ---- implicit_model.c ----

/// The choices of all blocks at x, and g.
void island_choose(implicit_run *run);

/// The Newton point, on the active edges. *found is false if no λ makes the system regular.
hf_status island_newton_point(implicit_run *run, bool *found);

/// The Cauchy point, on the active edges. r and u are scratch.
void island_cauchy_point(implicit_run *run);

// ---- implicit_recover.c ----

/// Whether the iterate is, as far as one can tell, near a local minimum of ℓ; called once an iteration that found a
/// better point.
bool island_is_stuck(implicit_run *run);

/// Changes the equation so that the iterate is no local minimum any more. False if nothing is left to try.
bool island_recover(implicit_run *run);

/// Moves the centre of the proximal problem once that is solved. False if that leads nowhere, and no other start is
/// left.
bool island_settle(implicit_run *run);

#endif
