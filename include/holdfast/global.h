// The global form of a contact problem, as a time-stepping scheme has it before the velocities are
// eliminated:
//
//     M v = Hᵀ r + f,    u = H v + w,    and the laws of problem.h between u and r.
//
// Eliminating v gives the reduced form of problem.h with  W = H M⁻¹ Hᵀ,  b = w + H M⁻¹ f.

#ifndef HOLDFAST_GLOBAL_H
#define HOLDFAST_GLOBAL_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

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
