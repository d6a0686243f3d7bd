// What the files of the pivoting method share. Baraff 1994, "Fast Contact Force Computation for Nonpenetrating Rigid
// Bodies".

#ifndef HF_PAPERS_BARAFF1994_PIVOT_H
#define HF_PAPERS_BARAFF1994_PIVOT_H

#include "holdfast/pivot.h"

#include "base/arena.h"
#include "linalg/incremental.h"
#include "solve/work.h"

#include <float.h>
#include <math.h>

/// By the letter of the paper (hf_pivot_options_paper): what it does not have is left out.
static inline bool pivot_as_published(const hf_pivot_options *options)
{
    return options->one_by_one && !options->exact;
}

/// A row whose pivot is not above this share of the terms that it is the difference of depends on the rows that are
/// clamped already.
/// Rounding leaves about n eps of them; four times that keeps clear of it.
static inline double pivot_tolerance(int n)
{
    return 4.0 * DBL_EPSILON * (n > 16 ? n : 16);
}

/// An acceleration below this share of the terms it is the sum of is rounding, not motion.
static inline double motion_tolerance(int n)
{
    return 4.0 * DBL_EPSILON * (n > 16 ? n : 16);
}

/// Pivots after which a solve of n rows is given up. The paper finds O(n) drives of few pivots each; examples with 2ⁿ
/// exist.
static inline long pivot_bound(int n)
{
    return 500 + 20 * (long)n;
}

/// Rows only, symmetric positive semidefinite A: find f, a = A f + b with lo <= f <= hi, a < 0 ⇒ f = hi, a > 0 ⇒ f =
/// lo.
/// Unilateral rows have lo = 0, hi = ∞; bilateral ones -∞ and ∞.
typedef struct scalar_lcp
{
    int n;
    const double *A; // n × n, either major
    const double *b;
    const double *lo;
    const double *hi;
    work_meter *work;
} scalar_lcp;

/// Work on the whole of a dense matrix of n rows and m columns, once.
static inline double pivot_work(double n, double m)
{
    return work_price.column_flop * n * m + n;
}

/// Solves it. `sets` (n entries) is the start if options->common.warm_start, and the end. f: n entries, result. ray: n
/// entries.
/// HF_STATUS_NO_MEMORY is the only failure; how it ended is in `result`.
hf_status pivot_scalar(const scalar_lcp *lcp, const hf_pivot_options *options, hf_pivot_set *sets, double *f,
                       double *ray, hf_workspace *workspace, hf_pivot_result *result, hf_error *error);

#endif
