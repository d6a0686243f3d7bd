// The laws as equations f_i(r_i, u_i) = 0 with their partial derivatives, for the Newton methods over all contacts.

#ifndef HF_PAPERS_DAVIET2011_NEWTON_LAWS_H
#define HF_PAPERS_DAVIET2011_NEWTON_LAWS_H

#include "holdfast/newton.h"
#include "holdfast/problem.h"

/// One block: its law, with the bounds of a box in the units of r.
typedef struct newton_law
{
    hf_law_kind kind;
    int size;
    double mu, lo, hi;
} newton_law;

/// f of one block (size entries). If A is not NULL, also A = ∂f/∂r and B = ∂f/∂u (size × size, row-major), one element
/// of the generalized Jacobian where f has a corner. r and u are of like size: the caller scales (ρ of eq. 7 is 1
/// here).
void newton_law_evaluate(hf_newton_function function, const newton_law *law, const double *r, const double *u,
                         double *f, double *A, double *B);

#endif
