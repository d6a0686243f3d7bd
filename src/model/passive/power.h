// Springs and dampers with terms of the second and third power, as MJCF defines them:
//
//   spring   pull(x) = k x + p0 x² + p1 x³        of a ball along the turn, x its angle
//   damper   drag(v) = d v + p0 v|v| + p1 v³
//
// A step takes the tangent at the place and speed that it expects. Where a spring softens so much that the tangent
// falls, it takes the secant pull(x) / x.

#ifndef HF_MODEL_PASSIVE_POWER_H
#define HF_MODEL_PASSIVE_POWER_H

#include <math.h>
#include <stdbool.h>

static inline bool power_is_linear(const double p[2])
{
    return p[0] == 0.0 && p[1] == 0.0;
}

static inline double spring_pull(double k, const double p[2], double x)
{
    return x * (k + x * (p[0] + x * p[1]));
}

static inline double spring_energy(double k, const double p[2], double x)
{
    return x * x * (0.5 * k + x * (p[0] / 3.0 + x * (0.25 * p[1])));
}

/// Stiffness of a step: >= 0; 0 where the spring pushes away.
static inline double spring_slope(double k, const double p[2], double x)
{
    double tangent = k + x * (2.0 * p[0] + 3.0 * x * p[1]), secant = k + x * (p[0] + x * p[1]);
    return tangent > 0.0 ? tangent : fmax(0.0, secant);
}

static inline double damper_drag(double d, const double p[2], double v)
{
    return v * (d + fabs(v) * (p[0] + fabs(v) * p[1]));
}

static inline double damper_slope(double d, const double p[2], double v)
{
    return fmax(0.0, d + fabs(v) * (2.0 * p[0] + 3.0 * fabs(v) * p[1]));
}

#endif
