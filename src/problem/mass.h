// A mass matrix factored part by part. The parts are the connected components of M's nonzeros; M⁻¹ couples nothing
// else.

#ifndef HF_PROBLEM_MASS_H
#define HF_PROBLEM_MASS_H

#include "holdfast/problem.h"

typedef struct mass mass;

/// Pointers, indices and numbers of a global form. `laws` is what problem_begin makes; its b is w.
hf_status global_check(const hf_problem *laws, const hf_global *global, hf_error *error);

/// The matrix of `global` must have been checked. HF_STATUS_INVALID if it is singular.
hf_status mass_create(const hf_global *global, mass **out, hf_error *error);
void mass_destroy(mass *m);

int mass_part_count(const mass *m);

/// The part of a degree of freedom.
int mass_part_of(const mass *m, int dof);

/// The degrees of freedom of a part, ascending.
const int *mass_part(const mass *m, int part, int *count);

/// x ◄ M⁻¹ x on the degrees of freedom of one part of x (dof_count entries); the others are left alone.
void mass_solve_part(mass *m, int part, double *x);

#endif
