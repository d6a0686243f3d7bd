// Drag in a medium of density ρ and viscosity β, as MuJoCo has it: the body stands for the box with the same mass and
// principal moments,
//   b_i = √(6 (I_j + I_k - I_i) / m)   edges,   D = (b_1 + b_2 + b_3) / 3,
// and in the frame of its principal axes, moving through the medium at v and turning at ω,
//   f_i = -3π β D v_i  - ½ ρ b_j b_k |v_i| v_i
//   τ_i = -π β D³ ω_i  - ρ b_i (b_j⁴ + b_k⁴) |ω_i| ω_i / 64.

#include "bodies/fluid.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

void fluid_drag(const rigid_constants *c, quat turn, vec3 v, vec3 w, const hf_settings *medium, vec3 *force,
                vec3 *torque)
{
    *force = *torque = v3_zero();
    if (!(c->mass > 0.0) || isinf(c->mass)) return;
    double b[3], f[3], t[3], velocity[3], spin[3], mean = 0.0;
    v3_store(velocity, quat_rotate_back(turn, v3_sub(v, v3_load(medium->physics.wind))));
    v3_store(spin, quat_rotate_back(turn, w));
    for (int i = 0; i < 3; i++)
    {
        double other = c->inertia[(i + 1) % 3] + c->inertia[(i + 2) % 3] - c->inertia[i];
        b[i] = sqrt(fmax(0.0, 6.0 * other / c->mass));
        mean += b[i] / 3.0;
    }
    for (int i = 0; i < 3; i++)
    {
        double p = b[(i + 1) % 3], q = b[(i + 2) % 3];
        f[i] = -3.0 * pi * medium->physics.viscosity * mean * velocity[i] -
               0.5 * medium->physics.density * p * q * fabs(velocity[i]) * velocity[i];
        t[i] = -pi * medium->physics.viscosity * mean * mean * mean * spin[i] -
               medium->physics.density * b[i] * (p * p * p * p + q * q * q * q) * fabs(spin[i]) * spin[i] / 64.0;
    }
    *force = quat_rotate(turn, v3_load(f));
    *torque = quat_rotate(turn, v3_load(t));
}
