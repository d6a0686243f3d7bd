// A step of the scale of a body A = s R.
//
//     tr(S) s̈ = 2 T/s³ - V'(s) + F,      T = ½ Lᵀ (R I Rᵀ)⁻¹ L
//
// T is what turning would be at s = 1: L keeps it, however s changes, so that the scale moves in a potential T/s² +
// V(s). Forces are the quotients of differences of both, (V(s⁺) - V(s))/(s⁺ - s) and so on, in closed form: energy is
// kept to rounding (Gonzalez 1996). Where velocities jump they are taken at the end.

#include "bodies/deformable/deformable.h"

#include <math.h>

static double bulk_energy(const deformable_constants *f)
{
    return 1.125 * f->volume * (f->lame + 2.0 / 3.0 * f->shear); // 9/8 · K · volume
}

double scaled_energy(const deformable_constants *f, double s)
{
    double e = s * s - 1.0;
    return bulk_energy(f) * e * e;
}

double scaled_force(const deformable_constants *f, double s)
{
    return 4.0 * bulk_energy(f) * s * (s * s - 1.0);
}

/// Force at the end s⁺ of the step, and its derivative to s⁺.
static void force_of(const deformable_constants *f, const scaled_motion *m, double end, double *force, double *slope)
{
    double k = bulk_energy(f), s = m->s, viscous = f->damping / m->h;
    if (m->weight < 1.0)
    {
        double sum = s + end, e = s * s + end * end - 2.0, pair = s * s * end * end;
        *force = -k * e * sum + m->turning * sum / pair;
        *slope = -k * (2.0 * end * sum + e) - m->turning * (2.0 * s + end) / (pair * end);
    }
    else
    {
        *force = -4.0 * k * end * (end * end - 1.0) + 2.0 * m->turning / (end * end * end);
        *slope = -4.0 * k * (3.0 * end * end - 1.0) - 6.0 * m->turning / (end * end * end * end);
    }
    // of the mean place and the strain's rate: τ · 2 k (s⁺² - s²)/h · (s + s⁺)
    *force -= 2.0 * k * viscous * (end * end - s * s) * (s + end);
    *slope -= 2.0 * k * viscous * (3.0 * end * end + 2.0 * s * end - s * s);
}

bool scaled_step(const deformable_constants *f, const scaled_motion *m, double *rate_after, double *end, double *mass)
{
    enum
    {
        ROUNDS = 60
    };
    const double ENOUGH = 1e-16; // of s: what a round changes s⁺ by
    double inertia = f->second[0] + f->second[1] + f->second[2], last = INFINITY;
    for (int round = 0; round < ROUNDS; round++)
    {
        double force, slope;
        *end = m->s + m->h * ((1.0 - m->weight) * m->rate + m->weight * *rate_after);
        if (!(*end > 0.0)) return false;
        force_of(f, m, *end, &force, &slope);
        *mass = inertia + fmax(0.0, -m->h * m->h * m->weight * slope);
        double change = (inertia * (*rate_after - m->rate) - m->h * force - m->impulse) / *mass;
        double moved = m->h * fabs(change);
        if (!(moved < 0.9 * last)) return last <= 1e6 * ENOUGH; // rounding, or it does not converge
        *rate_after -= change;
        *end -= m->h * m->weight * change;
        if (moved <= ENOUGH) return true;
        last = moved;
    }
    return false;
}
