// The LCP as the solvers see it.

#ifndef HF_PROBLEM_LCP_H
#define HF_PROBLEM_LCP_H

#include "holdfast/lcp.h"

/// w = M z + q. Nothing is checked.
void lcp_velocity(const hf_lcp *lcp, const double *z, double *w);

#endif
