// Springs of a ball about the axes of its link, as between two pieces of a rod: twist about x, bends about y and z.
//
//   U(s) = ½ sᵀ K s,   s = log(rest⁻¹ q) in the link's axes,   K = diag(k)
//   ṡ = J ω,           J = 1 + ½ [s] + c [s]², c = (1 - ½|s| cot ½|s|) / |s|² (the inverse right Jacobian of the
//                      rotations)
//   torque = -Jᵀ K s,  tangent A = Jᵀ K J
//
// A step's implicit stiffness is diagonal: each entry is the sum of A's row in absolute values, which bounds A from
// above, so that what is left out acts as inertia and never makes a step unstable.

#ifndef HF_MODEL_PASSIVE_BEND_H
#define HF_MODEL_PASSIVE_BEND_H

#include "model/mechanism.h"

#include "base/elementary.h"
#include "linalg/vec3.h"

#include <math.h>
#include <stdbool.h>

static inline bool ball_bends(const hf_joint_def *def)
{
    return def->bending[0] > 0.0 || def->bending[1] > 0.0 || def->bending[2] > 0.0;
}

/// How far a ball is from where its bends are at rest.
static inline vec3 ball_bend(const hf_joint_def *def, const double *q)
{
    quat rest = quat_load(def->bending_rest);
    return quat_norm(rest) > 0.0 ? quat_log(quat_multiply(quat_conjugate(rest), quat_load(q))) : ball_strain(def, q);
}

static inline double bend_energy(const double k[3], vec3 s)
{
    return 0.5 * (k[0] * s.x * s.x + k[1] * s.y * s.y + k[2] * s.z * s.z);
}

/// c above; by its series where the angle is small.
static inline double bend_factor(double angle)
{
    double half = 0.5 * angle, sine, cosine;
    if (angle < 1e-3) return 1.0 / 12.0 + angle * angle / 720.0;
    real_sin_cos(half, &sine, &cosine);
    return (1.0 - half * cosine / sine) / (angle * angle);
}

/// x + a s × x + c s × (s × x)
static inline vec3 bend_turn(vec3 s, double a, double c, vec3 x)
{
    vec3 once = v3_cross(s, x);
    return v3_add_scaled(v3_add_scaled(x, a, once), c, v3_cross(s, once));
}

/// The torque that pulls back, Jᵀ K s; `change`: A rate; `slope`: bounds of A, of each axis.
static inline vec3 bend_pull(const double k[3], vec3 s, vec3 rate, vec3 *change, double slope[3])
{
    double c = bend_factor(v3_norm(s));
    vec3 columns[3];
    for (int i = 0; i < 3; i++)
    {
        vec3 turned = bend_turn(s, 0.5, c, v3(i == 0, i == 1, i == 2));
        columns[i] = bend_turn(s, -0.5, c, v3(k[0] * turned.x, k[1] * turned.y, k[2] * turned.z));
        slope[i] = fabs(columns[i].x) + fabs(columns[i].y) + fabs(columns[i].z); // A is symmetric
    }
    *change = v3_add(v3_scale(rate.x, columns[0]), v3_add(v3_scale(rate.y, columns[1]), v3_scale(rate.z, columns[2])));
    return bend_turn(s, -0.5, c, v3(k[0] * s.x, k[1] * s.y, k[2] * s.z));
}

#endif
