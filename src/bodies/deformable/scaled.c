// A step of the scale of a body A = s R.
//
//     tr(S) s̈ = 2 T/s³ - V'(s) + F,      T = ½ Lᵀ (R I Rᵀ)⁻¹ L
//
// T is what turning would be at s = 1: L keeps it, however s changes, so that the scale moves in a potential T/s² +
// V(s). Forces are the quotients of differences of both, (V(s⁺) - V(s))/(s⁺ - s) and so on, in closed form: energy is
// kept to rounding (Gonzalez 1996). Where velocities jump they are taken at the end.
//
// V has the barrier of deformable.h, of d = s⁶ / FLATTENED². With it the residual goes from -∞ at s⁺ = 0 to ∞: where
// Newton's method finds nothing, halving does.

#include "bodies/deformable/deformable.h"

#include <math.h>

static double bulk_energy(const deformable_constants *f)
{
    return 1.125 * f->volume * (f->lame + 2.0 / 3.0 * f->shear); // 9/8 · K · volume
}

/// d = s⁶ / FLATTENED².
static double volume_left(double s)
{
    double share = s * s * s / FLATTENED;
    return share * share;
}

double scaled_energy(const deformable_constants *f, double s)
{
    double e = s * s - 1.0, d = volume_left(s);
    return bulk_energy(f) * e * e + (d < 1.0 ? barrier_scale(f) * barrier_energy(d) : 0.0);
}

double scaled_force(const deformable_constants *f, double s)
{
    double force = 4.0 * bulk_energy(f) * s * (s * s - 1.0), d = volume_left(s);
    return d < 1.0 ? force + barrier_scale(f) * barrier_slope(d) * 6.0 * d / s : force;
}

static double pow_of(double x, int n)
{
    double y = 1.0;
    for (; n > 0; n--) y *= x;
    return y;
}

/// Of the barrier, to be added to both.
static void add_flat(const deformable_constants *f, const scaled_motion *m, double end, double *force, double *slope)
{
    double a = volume_left(m->s), b = volume_left(end), scale = barrier_scale(f);
    if (a >= 1.0 && b >= 1.0) return;
    if (m->weight >= 1.0)
    {
        *force -= scale * barrier_slope(b) * 6.0 * b / end;
        *slope -= scale * (barrier_bend(b) * 36.0 * b + barrier_slope(b) * 30.0) * b / (end * end);
        return;
    }
    const double UNIT = FLATTENED * FLATTENED;
    barrier_secant secant = barrier_between(a, b);
    double power = 0.0, rate = 0.0; // (s⁺⁶ - s⁶)/(s⁺ - s) = Σ s^(5-k) s⁺^k, and its derivative
    for (int k = 5; k >= 0; k--)
    {
        rate = rate * end + power;
        power = power * end + pow_of(m->s, 5 - k);
    }
    *force -= scale * secant.value * power / UNIT;
    *slope -= scale * (secant.slope * 6.0 * b / end * power + secant.value * rate) / UNIT;
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
    add_flat(f, m, end, force, slope);
}

static bool step_by_slope(const deformable_constants *f, const scaled_motion *m, double *rate_after, double *end,
                          double *mass)
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

/// The residual where the step ends there; mass ◄ its derivative to ṡ⁺, at least the inertia.
static double residual_at(const deformable_constants *f, const scaled_motion *m, double end, double *rate_after,
                          double *mass)
{
    double force, slope, inertia = f->second[0] + f->second[1] + f->second[2];
    force_of(f, m, end, &force, &slope);
    *rate_after = ((end - m->s) / m->h - (1.0 - m->weight) * m->rate) / m->weight;
    *mass = inertia + fmax(0.0, -m->h * m->h * m->weight * slope);
    return inertia * (*rate_after - m->rate) - m->h * force - m->impulse;
}

/// Between a size that is too small and one that is too large.
static bool step_by_halving(const deformable_constants *f, const scaled_motion *m, double *rate_after, double *end,
                            double *mass)
{
    const double LEAST = 1e-6, MOST = 1e6; // of the size now: what no step does to it
    double small = m->s, large = m->s;
    while (residual_at(f, m, small, rate_after, mass) > 0.0)
        if ((small *= 0.5) < LEAST * m->s) return false;
    while (residual_at(f, m, large, rate_after, mass) < 0.0)
        if ((large *= 2.0) > MOST * m->s) return false;
    for (;;)
    {
        *end = 0.5 * (small + large);
        double rest = residual_at(f, m, *end, rate_after, mass);
        if (!(*end > small && *end < large) || rest == 0.0) return true;
        if (rest < 0.0) small = *end;
        else large = *end;
    }
}

bool scaled_step(const deformable_constants *f, const scaled_motion *m, double *rate_after, double *end, double *mass)
{
    return step_by_slope(f, m, rate_after, end, mass) || step_by_halving(f, m, rate_after, end, mass);
}
