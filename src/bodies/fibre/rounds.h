// What the steps of der and corde share: Newton's rounds on a banded system whose unknowns are velocities of points and of what is between them.

#ifndef HF_BODIES_FIBRE_ROUNDS_H
#define HF_BODIES_FIBRE_ROUNDS_H

#include "bodies/fibre/fibre.h"
#include "linalg/banded.h"

/// Where the velocity of a point is in v; -1 if it is prescribed.
typedef int (*rounds_place)(const fibre *f, int point);

/// to[place …] += s a; nothing where the place is prescribed.
static inline void rounds_add(double *to, int place, double s, vec3 a)
{
    if (place >= 0) v3_store(to + place, v3_add_scaled(v3_load(to + place), s, a));
}

/// The root at a share of the step; it is told at the share 1 - θ.
fibre_root rounds_root(const fibre_motion *m, double share);

/// w ◄ the next iterate, from the residual in rhs, which then holds its change; m->v_free beside it, without what impulses are expected to do. Returns the sum of changes of points' velocities.
double rounds_take(const fibre *f, const banded *A, rounds_place place, double *rhs, double *w, fibre_motion *m);

/// Rounds that led out of all bounds: velocities as they were, and the world takes half of the step. False in the first round: there is no step to be made.
bool rounds_give_up(const fibre *f, fibre_motion *m, int round);

/// dᵀ A d = |Lᵀ d|² in the metric of D, of a matrix that has been factored.
double rounds_drive(const banded *A, const double *d);

/// fibre_kernel.half: h ◄ L⁻¹ H, g ◄ D⁻¹ h, from `first` on.
void rounds_half(const banded *A, const int *first, int *count, const double *H, double *h, double *g);

#endif
