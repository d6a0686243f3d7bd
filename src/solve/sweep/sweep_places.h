// What the tasks of a sweep read, in the order in which they read it.
//
// Blocks of a problem stand in the order of whoever made it. A task (sweep_order.h) visits some of them, one after the
// other, and each sweep goes through all memory: 768 bytes of rows for a contact of two fibres, its rule, its b and r.
// So all of that is laid out once by places, the places of a task side by side: memory is then read from its beginning
// to its end, which a processor foresees.
// Where contacts are numbered by chance (bench_hair) that halves the time of a visit from 25,000 contacts on; in scenes
// they come in the order of their shapes, and little is gained.
//
// Rows are laid out by runs: neighbouring degrees of freedom of one object. Runs are made as long as a multiple of four
// numbers, with zeros, as far as their object goes, so that vectors serve all of them: those of a fibre end where the
// contact is, and have 3 to 16 numbers.
// Where G is H with its columns scaled (fibres and trees hand over halves g = D⁻¹ h, docs/objects.md) only H is kept:
// it is in the cache when the change is pushed back.

#ifndef HF_SOLVE_SWEEP_SWEEP_PLACES_H
#define HF_SOLVE_SWEEP_SWEEP_PLACES_H

#include "solve/sweep/block_rule.h"
#include "solve/sweep/sweep_order.h"

/// Degrees of freedom side by side.
typedef struct sweep_run_of_dofs
{
    int dof, length;
} sweep_run_of_dofs;

/// A block, where it is visited.
typedef struct sweep_place
{
    int block;
    int at;        // of x and b
    int run;       // its first; they end where those of the next place begin
    int frozen;    // sweeps that it is still skipped
    int entries;   // of its rows, without zeros
    short size;    // rows
    bool cone;     // a contact of three rows with an exact cone
    bool mirrored; // G = H diag(scale)
    size_t rows;   // of H, and behind it of G if that is not mirrored; the runs one by one
    double square; // ‖F‖² at the last visit
} sweep_place;

typedef struct sweep_places
{
    sweep_place *of; // block_count + 1
    sweep_run_of_dofs *runs;
    block_rule *rules; // block_count
    double *rows;
    double *scale; // dof_count: G = H diag(scale) at blocks that are mirrored
    double *b, *x; // dimension: b and the iterate
} sweep_places;

/// Everything lives in the workspace; false if memory is short. x is left open.
bool sweep_places_find(sweep_places *places, const hf_problem *problem, const sweep_order *order,
                       hf_workspace *workspace);

/// x ◄ r, or r ◄ x.
void sweep_places_take(const sweep_places *places, const hf_problem *problem, const double *r);
void sweep_places_give(const sweep_places *places, const hf_problem *problem, double *r);

#endif
