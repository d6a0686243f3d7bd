// The dictionary of the Lemke family: basic variables as functions of the nonbasic ones.
//
//     x_B = M' x_N + c' z0 + q'             (Yamane and Nakamura 2008, eqs. 5 and 8)
//
// Variables are numbered 0 … n-1: w_i;  n … 2n-1: z_i;  2n: z0. Rows and columns of very different size
// are balanced first, and M and q divided by a power of two near their largest entries.

#ifndef HF_PAPERS_YAMANE2008_LEMKE_TABLEAU_H
#define HF_PAPERS_YAMANE2008_LEMKE_TABLEAU_H

#include "base/arena.h"

#include "holdfast/lcp.h"

#include "solve/work.h"

#include <stdbool.h>

typedef struct tableau
{
    const hf_lcp *lcp;
    int n;
    size_t stride; // doubles in a row: n columns of M', then z0's, then q'; padded to whole cache lines
    double *T;     // n × stride
    double *d;  // n: powers of two that bring rows and columns of M to one size, M ◄ D M D, q ◄ D q, z ◄ D⁻¹ z
    double *Mt; // D M D / scale_M, transposed (n × n): column j stands at Mt[n * j]
    double *c;  // covering vector in the original rows
    double *q;  // D q / scale_q
    double scale_M; // a power of two
    double scale_q; // a power of two
    int *basic;     // n: the variable of each row
    int *nonbasic;  // n + 1: the variable of each column
    int *place;     // 2n + 1: row of a basic variable, ~column of a nonbasic one
    int *root;      // n: the basic variables from which the algorithm set out; the lexicographic order refers to them
    double *values; // 2n + 1: scratch of tableau_defect
    int *moves;     // 4n: scratch of tableau_move
    long pivots;
    work_meter *work; // NULL: not counted
} tableau;

/// What is done to M and q before.
typedef enum tableau_scaling
{
    TABLEAU_AS_IS,    // nothing
    TABLEAU_DIVIDED,  // D = 1; both are divided by their largest entries
    TABLEAU_BALANCED, // D by the rows of M, and the same
} tableau_scaling;

/// False if memory is short. The tableau is that of x_B = w, without z0 (its column is zero).
bool tableau_begin(tableau *t, const hf_lcp *lcp, tableau_scaling scaling, hf_workspace *workspace);

/// Work of a pivot, and of anything that reads all of M'.
double tableau_work(const tableau *t);

/// Back to x_B = w, computed from M, q and c alone.
void tableau_reset(tableau *t);

/// Exchanges the basic variable of `row` and the nonbasic one of `column`. The entry there must not be zero.
void tableau_pivot(tableau *t, int row, int column);

/// Brings z_i into the basis for all flagged i for which that can be done by stable pivots; then c' = cover (n entries
/// > 0; NULL: all 1) in the coordinates reached, and these are the root. guess = NULL: none. Returns how many came in.
int tableau_root(tableau *t, const unsigned char *guess, const double *cover);

/// Makes exactly the variables flagged in `wanted` (2n + 1, n of them set) basic, by the largest pivots there are.
/// False if the basis is singular to working precision, or the work ends; the tableau is then valid but not the one
/// asked for.
bool tableau_move(tableau *t, const unsigned char *wanted);

/// defect = w - M z - z0 c - q of the point x_B = q' (direction = false) or of the ray along nonbasic `column`
/// (direction = true, without q).
void tableau_defect(tableau *t, bool direction, int column, double *defect);

/// z (unscaled) of the point x_B = q'.
void tableau_point(const tableau *t, double *z);

static inline int complement(const tableau *t, int variable)
{
    return variable < t->n ? variable + t->n : variable - t->n;
}

static inline int z0_of(const tableau *t)
{
    return 2 * t->n;
}

static inline bool is_basic(const tableau *t, int variable)
{
    return t->place[variable] >= 0;
}

static inline int column_of(const tableau *t, int variable)
{
    return ~t->place[variable];
}

static inline double *row_of(const tableau *t, int row)
{
    return t->T + (size_t)row * t->stride;
}

static inline double unscale(const tableau *t, int i) // z_i of the problem over z_i of the tableau
{
    return t->d[i] * (t->scale_q / t->scale_M);
}

static inline double right_side(const tableau *t, int row) // q'
{
    return t->T[(size_t)row * t->stride + (size_t)t->n + 1];
}

#endif
