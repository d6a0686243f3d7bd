// What stands behind newton_system.h: three sets of functions, each on a state of its own.

#ifndef HF_SOLVE_SYSTEM_SYSTEM_KINDS_H
#define HF_SOLVE_SYSTEM_SYSTEM_KINDS_H

#include "solve/system/newton_system.h"

#include "base/arena.h"

/// The unknowns of a factorization.
typedef struct system_unknowns
{
    const block_move *moves;
    const int *first; // block_count + 1: first unknown of each block
    int count;
    bool symmetric; // Z T⁻¹ Yᵀ is, of every block, and G = H: body_lu makes use of it
    double epsilon;
    const double *weight; // NULL: 1
    work_meter *work;     // factor and solve charge it; a factorization that does not fit is not begun, and not regular
} system_unknowns;

typedef struct system_kind
{
    /// u ◄ W r + b. NULL: problem_velocity.
    void (*velocity)(const void *state, const double *r, double *u);
    /// Work of that, and of what is done when a system is created. NULL: work_of_product, and none.
    double (*velocity_work)(const hf_problem *problem);
    double (*create_work)(const hf_problem *problem);
    /// g_i += Σ_j W_ij fixed_j, at blocks with unknowns at least.
    void (*push)(void *state, const block_move *moves, double *g);
    /// As newton_system_factor.
    hf_status (*factor)(void *state, const system_unknowns *unknowns, bool *regular, hf_error *error);
    /// y ◄ K⁻¹ y; the unknowns are those of the factors. *solved: whether the matrix was regular.
    hf_status (*solve)(void *state, const system_unknowns *unknowns, double *y, bool *solved, hf_error *error);
    void (*release)(void *state);
} system_kind;

extern const system_kind dense_system, body_system, contact_system;

/// A system of this kind; `state` NULL, as all results: memory is short.
newton_system *newton_system_of(const system_kind *kind, void *state, const hf_problem *problem, work_meter *work,
                                hf_workspace *workspace);

// States: NULL if memory is short.
void *dense_system_create(const hf_problem *problem, hf_workspace *workspace);
void *body_system_create(const hf_problem *problem, hf_workspace *workspace);
void *contact_system_create(const hf_problem *problem, const double *W, hf_workspace *workspace);

/// contact_system's part of newton_system_bordered.
hf_status contact_system_bordered(void *state, const system_unknowns *unknowns, const double *along, const double *row,
                                  double *y, bool *regular, hf_error *error);

/// ε w_i.
static inline double system_shift(const system_unknowns *u, int i)
{
    return u->weight ? u->epsilon * u->weight[i] : u->epsilon;
}

#endif
