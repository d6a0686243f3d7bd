// What keeps a body from being pressed flat: φ(x) = (1 - x)³/x = 1/x - 3 + 3x - x² for x < 1, and 0 from there on.
//
// The quotients of differences are in closed form, without cancellation where both ends are alike: energy is kept to
// rounding as it is of the rest of the material.

#include "bodies/deformable/deformable.h"

double barrier_scale(const deformable_constants *f)
{
    return f->volume * (f->lame + 2.0 * f->shear);
}

double barrier_energy(double x)
{
    double left = 1.0 - x;
    return x < 1.0 ? left * left * left / x : 0.0;
}

double barrier_slope(double x)
{
    return x < 1.0 ? 3.0 - 2.0 * x - 1.0 / (x * x) : 0.0;
}

double barrier_bend(double x)
{
    return x < 1.0 ? 2.0 / (x * x * x) - 2.0 : 0.0;
}

barrier_secant barrier_between(double a, double b)
{
    if (a < 1.0 && b < 1.0) return (barrier_secant){3.0 - a - b - 1.0 / (a * b), 1.0 / (a * b * b) - 1.0};
    if (a >= 1.0 && b >= 1.0) return (barrier_secant){0};
    double way = b - a, change = (barrier_energy(b) - barrier_energy(a)) / way;
    return (barrier_secant){change, (barrier_slope(b) - change) / way};
}
