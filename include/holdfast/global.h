// The global form of a contact problem, as a time-stepping scheme has it before the velocities are eliminated:
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

    /// M need not be symmetric. Entries of a row or column may come in any order; those with equal indices are summed.
    typedef struct hf_global
    {
        int dof_count;      // entries of v, >= 0
        const int *M_begin; // compressed columns: dof_count + 1
        const int *M_row;   // M_begin[dof_count]
        const double *M;    // [kg]

        const size_t *H_begin; // compressed scalar rows: dimension of the laws + 1
        const int *H_dof;      // H_begin[dimension]
        const double *H;

        const double *f; // dof_count [N s]; NULL: zero
    } hf_global;

    /// The reduced problem; laws->b is w. M is factored once for each of its connected parts (a body, usually), so that a block costs no
    /// more than the bodies that it touches. `assemble`: W as blocks; otherwise factored (problem.h). Everything is checked and
    /// copied. HF_STATUS_INVALID if M is singular; the message says where.
    HF_API hf_status hf_problem_reduce(const hf_laws *laws, const hf_global *global, bool assemble,
                                       hf_problem **problem, hf_error *error);

    /// v = M⁻¹ (Hᵀ r + f), dof_count entries. It factors M again.
    HF_API hf_status hf_global_velocity(const hf_laws *laws, const hf_global *global, const double *r, double *v,
                                        hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
