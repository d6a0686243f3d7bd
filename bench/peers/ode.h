// ODE's Dantzig solver as Debian ships it with DART (libdart-external-odelcpsolver-dev).

#ifndef HF_BENCH_PEERS_ODE_H
#define HF_BENCH_PEERS_ODE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C"
{
#endif

    /// Columns of ODE's padded matrix rows.
    int ode_row_length(int n);

    /// a = A f + b with f >= 0, a >= 0, fᵀa = 0, in ODE's terms: A x = -b + w. A (n rows of ode_row_length) and minus_b
    /// are destroyed;
    /// a and the bounds (0 and infinite) are scratch of n entries. Returns what ODE says of itself.
    bool ode_solve(int n, double *A, double *minus_b, double *f, double *a, double *lo, double *hi);

#ifdef __cplusplus
}
#endif

#endif
