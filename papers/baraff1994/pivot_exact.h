// From the paper's friction (eq. 21: not along the slip) to Coulomb's (exactly against it), in 3D.

#ifndef HF_PAPERS_BARAFF1994_PIVOT_EXACT_H
#define HF_PAPERS_BARAFF1994_PIVOT_EXACT_H

#include "papers/baraff1994/pivot.h"

#include "problem/problem.h"

/// The problem as one dense matrix.
typedef struct dense_contacts
{
    const hf_problem *problem;
    const double *A; // dimension × dimension, column-major
    const double *b;
    work_meter *work;
    // One entry for each row: the direction of friction at the tangential rows of dynamic contacts,
    // zeros elsewhere.
    const double *sliding;
} dense_contacts;

/// Improves r until the natural residual (that of hf_residual; at dynamic contacts, of eqs. 15 and 24) is <= aim, or it
/// cannot; above `tolerance` it starts again from elsewhere, a few times. *natural tells what was reached, *iterations
/// the steps it took.
/// HF_STATUS_NO_MEMORY is the only failure.
hf_status pivot_exact(const dense_contacts *d, double tolerance, double aim, double *r, double *natural,
                      long *iterations, hf_workspace *workspace, hf_error *error);

#endif
