// One contact: find r with  u = W r + b and Coulomb's law (Daviet et al. 2011, eq. 6). One file per method, here their
//                           common shape; the
// rivals of the paper are in papers/daviet2011/local.
//
// The caller scales: W and b come with entries of order one (block_rule.c divides W by its trace and b by its norm;
// Coulomb's law is a cone, so it does not change), and `tolerance` is on the natural residual of the scaled contact. W
// is d × d, row-major, positive semidefinite, possibly singular or slightly unsymmetric; mu >= 0.

#ifndef HF_SOLVE_SWEEP_LOCAL_LOCAL_H
#define HF_SOLVE_SWEEP_LOCAL_LOCAL_H

#include <stdbool.h>

typedef enum local_verdict
{
    LOCAL_SOLVED,      // r solves the contact to `tolerance` in the sense of the method
    LOCAL_FAILED,      // r is the method's best try
    LOCAL_NO_SOLUTION, // shown that there is none (enum only); r is untouched
} local_verdict;

/// r holds the guess, and receives the answer.
typedef local_verdict (*local_solve)(const double *W, const double *b, double mu, double tolerance, double *r);

typedef struct local_method
{
    const char *name;
    local_solve solve3;
    local_solve solve2;
    bool exact; // LOCAL_SOLVED means exact Coulomb friction to the tolerance
} local_method;

/// The solvers that a sweep has for its contacts.
typedef struct local_pair
{
    const local_method *first;    // never NULL
    const local_method *failsafe; // NULL: none
} local_pair;

extern const local_method local_mfb, local_enum;
extern const local_method local_mfb_paper; // mfb by appendix A.2 to the letter, for comparison

/// What is made safe by what, unless a paper is followed: mfb by enum.
extern const local_pair local_default;

/// Natural residual ‖ r - P(r - ũ) ‖ of one contact, d = 2 or 3.
double local_residual(int d, const double *W, const double *b, double mu, const double *r);

// mfb.c
local_verdict local_mfb3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_mfb2(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_mfb_paper3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_mfb_paper2(const double *W, const double *b, double mu, double tolerance, double *r);
// enum.c
local_verdict local_enum3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_enum2(const double *W, const double *b, double mu, double tolerance, double *r);

#endif
