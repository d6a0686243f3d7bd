// Contact problems with many more contacts than degrees of freedom: ill-conditioned, and the first
// on which pivoting methods fail.

#ifndef HOLDFAST_REDUNDANT_H
#define HOLDFAST_REDUNDANT_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// One time step of a column of boxes on the ground that rests, slides or tips under gravity
    /// and a push. Each face has more contacts than the three that would hold it. The scene is
    /// rotated at random, so that equal numbers are equal up to rounding. A seed gives the same
    /// bits on every machine.
    typedef struct hf_redundant_options
    {
        /// Any value. Default 1.
        unsigned long long seed;

        /// Number of boxes, >= 1. Default 1.
        int box_count;

        /// Contacts on each face, >= 1. Default 16.
        int face_contacts;

        /// True for contacts on a regular grid (exact symmetry), false for random points. Default
        /// true.
        bool grid;

        /// Range of the friction coefficients, 0 <= mu_lo <= mu_hi. Default 0.2 and 0.8.
        double mu_lo, mu_hi;

        /// Velocities beside those of gravity, relative to g h, >= 0. At 0 boxes rest, at 1 some
        /// slide or tip. Default 0.5.
        double push;

        /// Time step h [s], > 0. Default 0.001.
        double step;
    } hf_redundant_options;

    HF_API hf_redundant_options hf_redundant_options_default(void);

    /// HF_STATUS_INVALID names the bad option.
    HF_API hf_status hf_generate_redundant(const hf_redundant_options *options, hf_problem **problem, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
