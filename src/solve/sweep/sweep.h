// A Gauss–Seidel sweep over all blocks, for every form of W.
//
// u = W r + b is carried along: a visit reads u_i, solves the block, and pushes W_·i Δr_i into the velocities of its
// neighbours. So a block whose impulse does not change (open contacts, mostly) costs its own law and no block of W, and
// the residual of a block at the moment of its visit is free. What rounding adds to u is wiped out whenever the
// certificate recomputes it.
// Factored form: v = M⁻¹Hᵀ r is carried instead, u_i = H_i v + b_i is formed at the visit, and v += G_iᵀ Δr_i.

#ifndef HF_SOLVE_SWEEP_SWEEP_H
#define HF_SOLVE_SWEEP_SWEEP_H

#include "holdfast/hybrid.h"
#include "holdfast/workspace.h"

#include "base/random.h"
#include "problem/problem.h"
#include "solve/sweep/block_rule.h"
#include "solve/sweep/sweep_order.h"
#include "solve/sweep/sweep_places.h"

/// W without its diagonal blocks, by columns: column i holds the blocks W_ji, j ≠ i.
typedef struct block_columns
{
    size_t *begin;  // block_count + 1
    int *row;       // j
    size_t *at;     // where the block stands in `values`; NULL if uniform (d² k)
    double *values; // uniform: column-major; otherwise row-major
} block_columns;

/// What comes after the visit of the block at a place, where blocks have tasks: `ahead` ◄ what its r is to be moved by
/// before the next sweep, false if it stays. moved: what the visit added to r. It may change what belongs to the place.
typedef bool (*sweep_after)(void *context, int place, const double *moved, double *ahead);

typedef struct sweep
{
    const hf_problem *problem;
    block_solver solver;
    work_meter *work;
    int uniform;         // 2 or 3 if all blocks are contacts of that size with cones and W is assembled, otherwise 0
    bool bodies;         // all blocks are contacts of free bodies and W is factored: sweep_bodies.c
    bool wide;           // … on a machine that has vectors of four numbers
    sweep_order *tasks;  // a large island of wide rows (sweep_rounds.c): its blocks in tasks; NULL otherwise
    sweep_places places; // … what they read; rules, frozen and square below are not used then
    sweep_after after;   // … NULL: nothing
    void *after_context;
    double *shift;            // … dimension, by places: what `after` asked for; the next sweep begins with x + shift
    double *ahead;            // … dof_count: Gᵀ shift
    task_rounds ahead_rounds; // … the rounds, after one that adds it to v
    int ahead_tasks;          // … tasks of that one
    block_rule *rules;        // block_count
    double *r;                // the iterate, dimension; with `after` it is behind places.x between two certificates

    block_columns W; // if assembled
    double *u;       // if assembled: current velocities; four numbers a block if uniform is 3, packed otherwise
    double *v;       // if factored: M⁻¹Hᵀ r, dof_count
    double *exact;   // of the r that was measured last: W r + b, dimension …
    double *exact_v; // … and M⁻¹Hᵀ r

    // Freezing.
    int freeze_sweeps;
    double small_change; // squared
    double weak_force;   // squared, as a share
    double weak_level;   // weak_force times the largest ‖r_i‖² of the sweep before
    double largest;      // max ‖r_i‖² in this sweep
    int *frozen;         // sweeps that the block is still skipped
    double *square;      // ‖F_i‖² at its last visit

    double quiet; // a block whose ‖F_i‖² is at most this is left alone: all of them together are below the tolerance
    bool *hopeless;   // block_count: shown to have no solution, whatever the others do
    int hopeless_one; // one of them, or -1
    hf_sweep_order order;
    bool backward;       // direction of the next sweep, where the order alternates
    int *visit;          // block_count: the blocks in the order of the next sweep, read from the end if backward
    random_state random; // what shuffles it
} sweep;

/// Prepares everything in the arena, with `locals` for options->local and options->failsafe; false if memory is short.
/// r (dimension entries) stays the caller's, and is changed by the sweeps.
bool sweep_begin(sweep *s, const hf_problem *problem, const hf_hybrid_options *options, local_pair locals, double *r,
                 work_meter *work, hf_workspace *workspace);

/// Work of sweep_begin.
double sweep_work(const hf_problem *problem);

/// Visits every block once, or as many as the work that is left allows. Returns the natural residual as the visits met
/// it: an estimate, since r changed meanwhile.
double sweep_run(sweep *s);

/// The natural residual of any r; the sweeps' own state stays.
double sweep_measure(sweep *s, const double *r);

/// Takes over the r that was measured last.
void sweep_adopt(sweep *s, const double *r);

/// The natural residual of the present r. Renews u (or v), too.
double sweep_certify(sweep *s);

/// Adds `change` to r_i; the velocities follow.
void sweep_shift(sweep *s, int i, const double *change);

/// From the next sweep on, where blocks have tasks: `after` for every block, visited or resting. Its rows are at hand
/// then, so that Gᵀ ahead costs no second pass over them. False if memory is short.
bool sweep_set_after(sweep *s, sweep_after after, void *context, hf_workspace *workspace);

/// Changes the order of the sweeps to come.
void sweep_set_order(sweep *s, hf_sweep_order order);

/// Ends all freezing; true if any block was frozen.
bool sweep_thaw(sweep *s);

// ---- inside ----

// sweep_uniform.c
double sweep_uniform3(sweep *s);
double sweep_uniform2(sweep *s);
void sweep_spread3(sweep *s, int i, const double *change); // u += W_·i Δ
void sweep_spread2(sweep *s, int i, const double *change);
// sweep_mixed.c
double sweep_mixed(sweep *s);
double sweep_factored(sweep *s);
void sweep_spread_mixed(sweep *s, int i, const double *change);
void sweep_spread_factored(sweep *s, int i, const double *change); // v += G_iᵀ Δ
// sweep_bodies.c
bool sweep_is_of_bodies(const hf_problem *problem);
double sweep_bodies(sweep *s);
void sweep_spread_bodies(sweep *s, int i, const double *change); // v += G_iᵀ Δ
// sweep_rounds.c
bool sweep_rounds_begin(sweep *s, hf_workspace *workspace); // false if memory is short
double sweep_rounds(sweep *s);

/// The law of block i with the present others, any kind (sweep_mixed.c); r is changed.
local_verdict sweep_solve_block(block_solver *solver, const block_rule *rule, const hf_problem *problem, int i,
                                const double *u, double *r);

/// Charges a visit, and `blocks` of W that it was spread over. False: the work has ended, and the sweep with it.
static inline bool sweep_charge(sweep *s, size_t blocks)
{
    work_charge(s->work, work_price.visit + work_price.block * (double)blocks);
    return !work_over(s->work);
}

/// The k-th block of this sweep.
static inline int sweep_block(const sweep *s, int k)
{
    return s->visit[s->backward ? s->problem->block_count - 1 - k : k];
}

/// Marks block i as one without a solution, without a word to the others; false if they might help it.
bool sweep_mark_hopeless(sweep *s, int i);

/// A block whose own law failed although nothing else moves it has shown that the problem has no solution.
void sweep_note_hopeless(sweep *s, int i);

/// Whether the block is to be skipped for a while. (algorithm 1, last lines.) A block whose law held already is.
static inline bool sweep_rests(const sweep *s, double change, double force)
{
    if (s->freeze_sweeps == 0) return false;
    return change == 0.0 || change < s->small_change * force || force < s->weak_level;
}

/// After a visit.
static inline void sweep_freeze(sweep *s, int i, double change, double force)
{
    if (force > s->largest) s->largest = force;
    if (sweep_rests(s, change, force)) s->frozen[i] = s->freeze_sweeps;
}

#endif
