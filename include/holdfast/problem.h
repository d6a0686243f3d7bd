// The contact problem: the data structure between any kind of body and any solver.
//
// Find r and u with  u = W r + b  such that every block obeys the law of its kind (component 0 is
// the normal):
//
//   contact    2 or 3 rows   Coulomb, coefficient mu
//                              take-off  r = 0, u_N >= 0
//                              stick     |r_T| <= mu r_N, u = 0
//                              slide     |r_T| = mu r_N, u_N = 0, u_T = -a r_T, a > 0
//                            or with a pyramid in the cone's place (friction.h)
//              4 or 6 rows   the same, and the moment about the normal (row 3) and those about the
//                            tangents (rows 4 and 5), each of which sticks or slides by itself
//   unilateral 1 row         0 <= u  ⟂  r >= 0
//   bilateral  1 to 3 rows   u = 0
//   box        1 row         lo <= r <= hi;  u < 0 ⇒ r = hi;  u > 0 ⇒ r = lo
//
// u is the velocity of A relative to B in the contact frame [m/s]; u_N > 0 separates. r is the
// impulse on A [N s]. W [1/kg] is positive semidefinite, usually rank deficient, and not always
// symmetric.
//
// W has one of two forms. Assembled: rows of blocks (hf_block_rows). Factored: W = H M⁻¹ Hᵀ, kept
// as the rows of H and of G = H M⁻ᵀ over the degrees of freedom of each block. The factored form is
// cheaper where a body has many contacts, since W has a block for each pair of them.

#ifndef HOLDFAST_PROBLEM_H
#define HOLDFAST_PROBLEM_H

#include "holdfast/friction.h"
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
        /// Number of blocks, >= 0. An empty problem is valid.
        int block_count;

        /// Rows of each block.
        const int *size;

        /// Law of each block. NULL: all are contacts.
        const hf_law_kind *kind;

        /// Friction coefficients, >= 0; read at contacts. NULL if there are none, or if there are
        /// `coefficients`.
        const double *mu;

        /// Lower bounds of r at boxes [N s]; -INFINITY is allowed. NULL if there are no boxes.
        const double *lo;

        /// Upper bounds of r at boxes [N s], >= lo; INFINITY is allowed. NULL if there are no
        /// boxes.
        const double *hi;

        /// Velocity without impulses [m/s], one entry for each row of W.
        const double *b;

        /// The friction law of all contacts. Zeros are the cone.
        hf_friction_law friction;

        /// Read at contacts in the place of mu: two coefficients for the tangents, and those of
        /// moments. NULL: mu. Contacts of 4 and 6 rows need them.
        const hf_friction_coefficients *coefficients;
    } hf_laws;

    /// Block-sparse rows. Row i holds the blocks begin[i] … begin[i+1] - 1, with ascending,
    /// distinct columns. `values` holds the blocks one after the other, each size_i × size_j,
    /// row-major. A block that is not stored is zero.
    typedef struct hf_block_rows
    {
        /// block_count + 1 entries.
        const size_t *begin;

        /// begin[block_count] entries.
        const int *col;

        /// Entries of W [1/kg].
        const double *values;
    } hf_block_rows;

    /// W = H M⁻¹ Hᵀ without forming it. Block i acts on the n_i degrees of freedom dof[begin[i]] …
    /// dof[begin[i+1] - 1], ascending. H and G hold a size_i × n_i row-major matrix for each block,
    /// one after the other, with G_i = (M⁻¹ H_iᵀ)ᵀ. The pattern of a block must hold all nonzeros
    /// of both.
    typedef struct hf_factored_rows
    {
        /// Columns of H.
        int dof_count;

        /// block_count + 1 entries.
        const size_t *begin;

        /// begin[block_count] entries.
        const int *dof;
        const double *H;
        const double *G;
    } hf_factored_rows;

    typedef struct hf_problem hf_problem;

    /// Checks and copies the data. On failure *problem is NULL and the message names the field and
    /// the block.
    HF_API hf_status hf_problem_create(const hf_laws *laws, const hf_block_rows *W, hf_problem **problem,
                                       hf_error *error);

    /// A problem that refers to the entries of W and b: the arrays must outlive it. They may change
    /// between solves; call hf_problem_refresh then. Laws and pattern are copied.
    HF_API hf_status hf_problem_borrow(const hf_laws *laws, const hf_block_rows *W, hf_problem **problem,
                                       hf_error *error);

    /// Reads the borrowed entries again: checks that they are finite and updates what is derived
    /// from them.
    HF_API hf_status hf_problem_refresh(hf_problem *problem, hf_error *error);

    /// From a dense row-major W (dimension × dimension). Blocks of zeros are not stored.
    HF_API hf_status hf_problem_create_dense(const hf_laws *laws, const double *W, hf_problem **problem,
                                             hf_error *error);

    /// From compressed scalar rows: dimension + 1 entries of `begin`, columns in any order,
    /// duplicates summed.
    HF_API hf_status hf_problem_create_csr(const hf_laws *laws, const size_t *begin, const int *col,
                                           const double *values, hf_problem **problem, hf_error *error);

    /// From H and G. Only the diagonal blocks of W are formed.
    HF_API hf_status hf_problem_create_factored(const hf_laws *laws, const hf_factored_rows *rows, hf_problem **problem,
                                                hf_error *error);

    /// The assembled form of a factored problem; a copy if it is assembled already.
    HF_API hf_status hf_problem_assemble(const hf_problem *problem, hf_problem **assembled, hf_error *error);

    /// A copy of the problem with another friction law.
    HF_API hf_status hf_problem_with_friction(const hf_problem *problem, const hf_friction_law *law,
                                              hf_problem **changed, hf_error *error);

    HF_API void hf_problem_destroy(hf_problem *problem);

    /// Sizes and norms of a problem.
    typedef struct hf_problem_info
    {
        int block_count;

        /// Blocks of kind contact.
        int contact_count;

        /// Blocks of each kind.
        int kind_count[HF_LAW_COUNT];

        /// Friction law of the contacts.
        hf_friction_law friction;

        /// Contacts with moments (4 or 6 rows), and those whose coefficients differ along two axes.
        int moment_count, ellipse_count;

        /// Rows of W.
        int dimension;

        /// Stored blocks of W; factored: entries of the pattern.
        size_t nonzero_block_count;
        bool factored;

        /// Factored: columns of H; otherwise 0.
        int dof_count;

        /// Largest |W_kl - W_lk| [1/kg]; factored: of the diagonal blocks only.
        double asymmetry;

        /// Largest |W_kl| [1/kg]; factored: of the diagonal blocks only.
        double largest;

        /// Euclidean norm of b [m/s].
        double norm_b;
    } hf_problem_info;

    HF_API hf_problem_info hf_problem_describe(const hf_problem *problem);

    /// Read-only views, valid as long as the problem. The block rows of a factored problem and the
    /// factored rows of an assembled one have NULL members.
    HF_API hf_laws hf_problem_laws(const hf_problem *problem);
    HF_API hf_block_rows hf_problem_block_rows(const hf_problem *problem);
    HF_API hf_factored_rows hf_problem_factored_rows(const hf_problem *problem);

    /// First row of each block in W, b, r and u; block_count + 1 entries.
    HF_API const int *hf_problem_offsets(const hf_problem *problem);

    /// u = W r + b. `workspace` may be NULL.
    HF_API hf_status hf_problem_velocity(const hf_problem *problem, const double *r, double *u, hf_workspace *workspace,
                                         hf_error *error);

    // ---- global ----
    //
    // The global form of a contact problem, as a time-stepping scheme has it before the velocities
    // are eliminated:
    //
    // M v = Hᵀ r + f,    u = H v + w,    and the laws of problem.h between u and r.
    //
    // Eliminating v gives the reduced form of problem.h with  W = H M⁻¹ Hᵀ,  b = w + H M⁻¹ f.

    /// M need not be symmetric. Entries of a row or column may come in any order; entries with
    /// equal indices are summed.
    typedef struct hf_global
    {
        /// Entries of v, >= 0.
        int dof_count;

        /// Compressed columns of M: dof_count + 1 entries.
        const int *M_begin;

        /// M_begin[dof_count] entries.
        const int *M_row;

        /// [kg], [kg m] or [kg m²]
        const double *M;

        /// Compressed scalar rows of H: dimension of the laws + 1 entries.
        const size_t *H_begin;

        /// H_begin[dimension] entries.
        const int *H_dof;
        const double *H;

        /// Impulse without contacts [N s], dof_count entries. NULL: zero.
        const double *f;
    } hf_global;

    /// Eliminates v; laws->b is w. M is factored once for each of its connected parts (usually a
    /// body), so that a block costs no more than the bodies that it acts on. `assemble` gives W as
    /// blocks, otherwise it stays factored (problem.h). The data is checked and copied.
    /// HF_STATUS_INVALID if M is singular; the message says where.
    HF_API hf_status hf_problem_reduce(const hf_laws *laws, const hf_global *global, bool assemble,
                                       hf_problem **problem, hf_error *error);

    /// v = M⁻¹ (Hᵀ r + f), dof_count entries. Factors M again.
    HF_API hf_status hf_global_velocity(const hf_laws *laws, const hf_global *global, const double *r, double *v,
                                        hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
