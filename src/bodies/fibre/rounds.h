// What the steps of der and corde share: Newton's rounds on a banded system whose unknowns are velocities of points and
// of what is between them.

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

/// Tangent and length of an element of a shape.
typedef struct rounds_bar
{
    vec3 t;
    double length;
} rounds_bar;
typedef rounds_bar (*rounds_bar_of)(const void *shape, int element);

/// Rest length of an element [m], mass of a point [kg], length that a joint stands for [m].
static inline double rounds_length(const fibre *f)
{
    return f->length / f->element_count;
}
static inline double rounds_mass(const fibre *f, int i)
{
    return (i == 0 || i == f->element_count ? 0.5 : 1.0) * f->line_density * rounds_length(f);
}
static inline double rounds_reach(const fibre *f, int i)
{
    return (i == 0 ? 0.5 : 1.0) * rounds_length(f);
}

/// R -= h (weight, drag, pushes): what is not elastic, nor of lengths, on points that move by w; `bar` of the shape
/// that drag and pushes are taken at. The moments of pushes about elements are the caller's.
void rounds_subtract_loads(const fibre *f, rounds_place place, rounds_bar_of bar, const void *shape,
                           const fibre_motion *m, const double *w, double *R);

/// *twice ◄ twice the kinetic energy of points at x, *height ◄ that of their weight.
void rounds_energy(const fibre *f, rounds_place place, const vec3 *x, const fibre_root *root, const double *v,
                   vec3 gravity, double *twice, double *height);

/// M ◄ the masses of points, v_count × v_count.
void rounds_masses(const fibre *f, rounds_place place, double *M);

/// The root at a share of the step; it is told at the share 1 - θ.
fibre_root rounds_root(const fibre_motion *m, double share);

/// w ◄ the next iterate, from the residual in rhs, which then holds its change; m->v_free beside it, without what
/// impulses are expected to do. Returns the sum of changes of points' velocities.
double rounds_take(const fibre *f, const banded *A, rounds_place place, double *rhs, double *w, fibre_motion *m);

/// How Newton's rounds go. `good`: changes that shrink by this and more need no new factor.
typedef struct rounds_pace
{
    double enough, good;

    /// The change of the last round.
    double before;

    /// The factor serves for another round.
    bool fresh;
} rounds_pace;

rounds_pace rounds_begin(const fibre *f, const fibre_motion *m, double good);

/// Whether rounds end with one of this change.
bool rounds_ended(rounds_pace *pace, int round, double change);

/// Natural strains of the joint at the beginning of an element, which the kernel keeps as its own.
static inline const double *rounds_natural(const fibre *f, int i)
{
    return (const double *)f->own + 3 * (size_t)i;
}

/// fibre_kernel.destroy.
void rounds_destroy(fibre *f);

/// Rounds that led out of all bounds: velocities as they were, and the world takes half of the step. False in the first
/// round: there is no step to be made.
bool rounds_give_up(const fibre *f, fibre_motion *m, int round);

/// dᵀ A d = |Lᵀ d|² in the metric of D, of a matrix that has been factored.
double rounds_drive(const banded *A, const double *d);

/// dᵀ A v, likewise.
double rounds_power(const banded *A, const double *d, const double *v);

/// fibre_kernel.entries.
int rounds_entries(const banded *A, int *i, int *j, double *value);

/// fibre_kernel.respond.
void rounds_respond(const fibre *f, const banded *A, const double *z, double *dv);

/// fibre_kernel.half: h ◄ L⁻¹ H, g ◄ D⁻¹ h, from `first` on.
void rounds_half(const banded *A, const int *first, int *count, const double *H, double *h, double *g);

/// fibre_kernel.halves.
void rounds_halves(const banded *A, int first, int count, int rows, const double *H, double (*room)[4], double *h,
                   double *g, size_t apart);

#endif
