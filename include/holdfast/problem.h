// The contact problem: what stands between any kind of body and any solver.
//
// Find r, u with  u = W r + b  and, for every block i, the law of its kind (component 0 is the normal):
//
//   contact    2 or 3 rows   Coulomb, coefficient mu:   take-off  r = 0, u_N >= 0
//                                                       stick     |r_T| <= mu r_N, u = 0
//                                                       slide     |r_T| = mu r_N, u_N = 0, u_T = -a r_T, a > 0
//   unilateral 1 row         0 <= u  ⟂  r >= 0
//   bilateral  1 to 3 rows   u = 0
//   box        1 row         lo <= r <= hi;  u < 0 ⇒ r = hi;  u > 0 ⇒ r = lo
//
// u is the velocity of A relative to B in the contact frame [m/s], u_N > 0 separates; r is the impulse on A [N s];
// W [1/kg] is positive semidefinite, usually rank deficient, and not always symmetric.
//
// W comes in one of two forms. *Assembled*: rows of blocks (hf_block_rows). *Factored*: W = H M⁻¹ Hᵀ kept as the
// rows of H and of G = H M⁻ᵀ over the degrees of freedom that each block touches; cheaper where a body has many
// contacts, since W then has a block for each pair of them.

#ifndef HOLDFAST_PROBLEM_H
#define HOLDFAST_PROBLEM_H

#include "holdfast/status.h"
#include "holdfast/workspace.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

    typedef enum hf_law_kind
    {
        HF_LAW_CONTACT = 0,
        HF_LAW_UNILATERAL,
        HF_LAW_BILATERAL,
        HF_LAW_BOX,
        HF_LAW_COUNT,
    } hf_law_kind;

    /// "contact", "unilateral", "bilateral", "box".
    HF_API const char *hf_law_kind_name(hf_law_kind kind);

    /// The blocks and their laws. All arrays have block_count entries, except b.
    typedef struct hf_laws
    {
        int block_count;         // >= 0; an empty problem is valid
        const int *size;         // rows of each block
        const hf_law_kind *kind; // NULL: all are contacts
        const double *mu;        // friction coefficient, >= 0, read at contacts. NULL if there are none
        const double *lo;        // lower bound of a box's r [N s], may be -INFINITY. NULL if there are no boxes
        const double *hi;        // upper bound of a box's r [N s], >= lo, may be INFINITY. NULL if there are no boxes
        const double *b;         // velocity without impulses [m/s], one entry per row of W
    } hf_laws;

    /// Block-sparse rows: row i holds the blocks begin[i] … begin[i+1]-1, with ascending, distinct columns. The blocks stand
    /// one after the other in `values`, each size_i × size_j, row-major. A block that is not there is zero.
    typedef struct hf_block_rows
    {
        const size_t *begin; // block_count + 1
        const int *col;      // begin[block_count]
        const double *values;
    } hf_block_rows;

    /// W = H M⁻¹ Hᵀ without forming it. Block i touches the degrees of freedom dof[begin[i]] … dof[begin[i+1]-1] (n_i of them,
    /// ascending); H and G hold a size_i × n_i row-major matrix for each block, one after the other. G_i = (M⁻¹ H_iᵀ)ᵀ.
    /// The pattern of a block must hold all nonzeros of both.
    typedef struct hf_factored_rows
    {
        int dof_count;
        const size_t *begin; // block_count + 1
        const int *dof;      // begin[block_count]
        const double *H;
        const double *G;
    } hf_factored_rows;

    typedef struct hf_problem hf_problem;

    /// Checks everything and copies it. On failure *problem is NULL and the message names the field and the block.
    HF_API hf_status hf_problem_create(const hf_laws *laws, const hf_block_rows *W, hf_problem **problem,
                                       hf_error *error);

    /// The same without copying W's and b's numbers: the caller's arrays must outlive the problem, and may change between solves
    /// if hf_problem_refresh is called afterwards. Laws and pattern are copied (they are small).
    HF_API hf_status hf_problem_borrow(const hf_laws *laws, const hf_block_rows *W, hf_problem **problem,
                                       hf_error *error);

    /// Reads the borrowed numbers again: checks that they are finite, and renews what is derived from them.
    HF_API hf_status hf_problem_refresh(hf_problem *problem, hf_error *error);

    /// From a dense row-major W (dimension × dimension). Blocks that are zero throughout are not stored.
    HF_API hf_status hf_problem_create_dense(const hf_laws *laws, const double *W, hf_problem **problem,
                                             hf_error *error);

    /// From compressed scalar rows (begin: dimension + 1, columns in any order, duplicates summed).
    HF_API hf_status hf_problem_create_csr(const hf_laws *laws, const size_t *begin, const int *col,
                                           const double *values, hf_problem **problem, hf_error *error);

    /// From H and G. The matrix W is never formed, but for its diagonal blocks.
    HF_API hf_status hf_problem_create_factored(const hf_laws *laws, const hf_factored_rows *rows, hf_problem **problem,
                                                hf_error *error);

    /// The assembled twin of a factored problem (a copy, if it is assembled already).
    HF_API hf_status hf_problem_assemble(const hf_problem *problem, hf_problem **assembled, hf_error *error);

    HF_API void hf_problem_destroy(hf_problem *problem);

    /// What a report says of a problem.
    typedef struct hf_problem_info
    {
        int block_count;
        int contact_count; // blocks of kind contact
        int kind_count[HF_LAW_COUNT];
        int dimension;              // rows of W
        size_t nonzero_block_count; // blocks of W stored; factored: entries of the pattern
        bool factored;
        int dof_count;    // factored: columns of H; otherwise 0
        double asymmetry; // largest |W_kl - W_lk| over all entries [1/kg]; factored: over diagonal blocks only
        double largest;   // largest |W_kl| [1/kg]; factored: over diagonal blocks only
        double norm_b;    // Euclidean norm of b [m/s]
    } hf_problem_info;

    HF_API hf_problem_info hf_problem_describe(const hf_problem *problem);

    /// Read-only views of what the problem holds. They live as long as the problem does. `W` of a factored problem has NULL
    /// members; so have the factored rows of an assembled one.
    HF_API hf_laws hf_problem_laws(const hf_problem *problem);
    HF_API hf_block_rows hf_problem_block_rows(const hf_problem *problem);
    HF_API hf_factored_rows hf_problem_factored_rows(const hf_problem *problem);

    /// First row of each block in W, b, r and u; block_count + 1 entries.
    HF_API const int *hf_problem_offsets(const hf_problem *problem);

    /// u = W r + b. `workspace` may be NULL.
    HF_API hf_status hf_problem_velocity(const hf_problem *problem, const double *r, double *u, hf_workspace *workspace,
                                         hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
