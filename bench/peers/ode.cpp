#include "ode.h"

#include <dart/external/odelcpsolver/lcp.h>

#include <limits>

int ode_row_length(int n)
{
    return n > 1 ? ((n - 1) | 3) + 1 : n; // ODE pads rows to a multiple of four
}

bool ode_solve(int n, double *A, double *minus_b, double *f, double *a, double *lo, double *hi)
{
    for (int i = 0; i < n; i++)
    {
        f[i] = 0.0;
        lo[i] = 0.0;
        hi[i] = std::numeric_limits<double>::infinity();
    }
    return dart::external::ode::dSolveLCP(n, A, f, minus_b, a, 0, lo, hi, nullptr);
}
