// The state that block moves (pivot_blocks.c) and single pivots (pivot_drive.c) share.

#ifndef HF_PAPERS_BARAFF1994_PIVOT_SCALAR_H
#define HF_PAPERS_BARAFF1994_PIVOT_SCALAR_H

#include "papers/baraff1994/pivot.h"

enum
{
    SMALL = 32 // rows, up to which a factorization costs little more than a sweep, and cleverness more than it saves
};

typedef struct scalar_state
{
    const scalar_lcp *lcp;
    work_meter *work;
    int n;
    hf_pivot_set *set; // n, the caller's
    double *f;         // n, the caller's
    double *a;         // n, a = A f + b
    double *root;      // n, √A_ii: |A_ij| <= root_i root_j, the natural scale of row i
    double force;      // Σ root_i |f_i|: a_i is a sum of terms of size |b_i| + root_i · force
    llt F;             // of A_CC, in the order of `index`
    int *index;        // rows of C
    int *position;     // n, where a row stands in `index`; -1 outside C
    double *x, *y;     // scratch, n each
    double *df, *da;   // direction, n each
    bool *kept;        // scratch, n
    bool *refused;     // n: rows that a drive has found dependent
    bool *excused;     // n: rows whose acceleration turned out to be rounding
    double *keep;      // scratch, n
    bool bilateral;    // whether there are bilateral rows
    int dependent;     // rows that the last factorization left out
    double ridge;      // above 0: a proximal problem, with ½ ridge Σ A_ii (f_i - center_i)² added to the energy
    double *center;    // n
    hf_pivot_result *result;
} scalar_state;

/// What counts as rounding in a_i.
static inline double scalar_noise(const scalar_state *s, int i)
{
    return motion_tolerance(s->n) * (fabs(s->lcp->b[i]) + s->root[i] * s->force);
}

/// +1: f_i must grow, -1: it must shrink, 0: the law of row i holds (C rows: are kept by construction).
static inline int scalar_violation(const scalar_state *s, int i)
{
    double noise = scalar_noise(s, i);
    if (s->a[i] < -noise && s->f[i] < s->lcp->hi[i]) return 1;
    if (s->a[i] > noise && s->f[i] > s->lcp->lo[i]) return -1;
    return 0;
}

/// Takes row i out of C: f_i to `value`, which must lie in [lo, hi].
static inline void scalar_park(scalar_state *s, int i, double value)
{
    s->f[i] = value;
    s->set[i] = value == s->lcp->lo[i] ? HF_PIVOT_LOWER : value == s->lcp->hi[i] ? HF_PIVOT_UPPER : HF_PIVOT_HELD;
}

static inline double scalar_clip(const scalar_state *s, int i, double value)
{
    double lo = s->lcp->lo[i], hi = s->lcp->hi[i]; // fmin and fmax would be calls
    return value < lo ? lo : value > hi ? hi : value;
}

/// a ◄ A f + b, and `force`.
void scalar_accelerate(scalar_state *s);

/// Factors A_CC for the sets as they are. Dependent rows leave C; f_i goes to zero (or the bound nearest to it), or
/// stays where it is.
void scalar_factor(scalar_state *s, bool keep_force);

/// Factors A_CC and finds f_C and a with it.
void scalar_solve_sets(scalar_state *s);

/// Whether the acceleration of a row of C is more than rounding.
bool scalar_clamped_move(const scalar_state *s);

/// Moves whole sets; true if that ended in a solution. If not, the state is one that single pivots can go on from.
bool scalar_block_moves(scalar_state *s, bool warm);

/// The paper's start: bilateral rows clamped, all other forces as near to zero as their bounds allow.
void scalar_begin_alone(scalar_state *s);

/// From any f between its bounds, with a and the sets that fit it, downhill to the solution; false if that takes too
/// long.
bool scalar_active_set(scalar_state *s);

/// Puts row i into C, or takes it out; the factor follows. False, and nothing changed, if row i depends on those in C.
bool scalar_clamp(scalar_state *s, int i);
void scalar_unclamp(scalar_state *s, int i);

/// Drives the violated rows to zero one by one.
hf_pivot_end scalar_drive_all(scalar_state *s, const hf_pivot_options *options, double *ray);

#endif
