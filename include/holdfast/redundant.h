// Contact problems with many more contacts than there are degrees of freedom: the ill-conditioned kind on which pivoting fails first.

#ifndef HOLDFAST_REDUNDANT_H
#define HOLDFAST_REDUNDANT_H

#include "holdfast/problem.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// One time step of a column of boxes on the ground, face upon face, each face with more contacts than the three that would hold it; about to rest, slide
    /// or tip under gravity and a push. The whole scene is turned at random, so that equal numbers are equal but for rounding. The same seed gives the same bits
    /// on every machine.
    typedef struct hf_redundant_options
    {
        unsigned long long seed; // any. Default 1.
        int box_count;           // >= 1. Default 1.
        int face_contacts;       // contacts on each face, >= 1. Default 16.
        bool grid;           // contacts on a regular grid: exact symmetry; otherwise at random points. Default true.
        double mu_lo, mu_hi; // friction coefficients lie between; 0 <= mu_lo <= mu_hi. Default 0.2 and 0.8.
        double
            push; // velocities beside gravity's, as a share of g h, >= 0: 0 rests, 1 slides or tips now and then. Default 0.5.
        double step; // time step h [s], > 0. Default 0.001.
    } hf_redundant_options;

    HF_API hf_redundant_options hf_redundant_options_default(void);

    /// HF_STATUS_INVALID names the bad option.
    HF_API hf_status hf_generate_redundant(const hf_redundant_options *options, hf_problem **problem, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
