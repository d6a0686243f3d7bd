// What the files of `implicit` share: implicit.c (options, islands, report), implicit_island.c (the iteration), implicit_model.c (the
// quadratic model and its two points) and implicit_recover.c (local minima).

#ifndef HF_PAPERS_TODOROV2010_IMPLICIT_H
#define HF_PAPERS_TODOROV2010_IMPLICIT_H

#include "holdfast/implicit.h"

#include "base/random.h"
#include "papers/todorov2010/implicit_line.h"
#include "solve/best.h"
#include "solve/report.h"

/// The solve as a whole, seen from one island.
typedef struct implicit_solve
{
    const hf_implicit_options *options;
    hf_implicit_counts counts;
    double norm;       // 1 + ‖b‖ of the whole problem
    double others;     // Σ ‖F_i‖² over the blocks outside of the island, at what is their answer now
    long limit;        // iterations of all islands together …
    long island_limit; // … and of each
    bool stopped;      // by the observer, or that limit
    bool stuck;        // an island ended at a local minimum
    bool out_of_steps; // an island reached its own limit
} implicit_solve;

/// Solves an assembled problem until Σ ‖F_i‖² <= target². r: the guess if options->common.warm_start, and the answer, the best iterate.
/// *square ◄ its Σ ‖F_i‖².
hf_status implicit_island(implicit_solve *solve, const hf_problem *problem, const double *bias, double target,
                          double *r, double *square, hf_workspace *workspace, hf_error *error);

/// One island's iteration. Arrays have `dimension` entries and live in the arena.
typedef struct island_run
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
    double window_value;   // ℓ at the beginning of the window in which it must fall,
    int window_iterations; // and iterations since
} island_run;

// ---- implicit_island.c ----

/// f, ρ, ℓ and the certificate at x.
void island_evaluate(island_run *run);

// ---- implicit_model.c ----

/// The choices of all blocks at x, and g.
void island_choose(island_run *run);

/// The Newton point, on the active edges. *found is false if no λ makes the system regular.
hf_status island_newton_point(island_run *run, bool *found);

/// The Cauchy point, on the active edges. r and u are scratch.
void island_cauchy_point(island_run *run);

// ---- implicit_recover.c ----

/// Whether the iterate is, as far as one can tell, near a local minimum of ℓ; called once an iteration that found a better point.
bool island_is_stuck(island_run *run);

/// Changes the equation so that the iterate is no local minimum any more. False if nothing is left to try.
bool island_recover(island_run *run);

/// Moves the centre of the proximal problem once that is solved.
void island_settle(island_run *run);

#endif
