// Unit quaternions (w, x, y, z) as rotations: world = q local q*.

#ifndef HF_LINALG_QUAT_H
#define HF_LINALG_QUAT_H

#include "base/elementary.h"
#include "linalg/vec3.h"

typedef struct quat
{
    double w, x, y, z;
} quat;

static inline quat quat_identity(void)
{
    return (quat){1, 0, 0, 0};
}

static inline quat quat_load(const double *a)
{
    return (quat){a[0], a[1], a[2], a[3]};
}

static inline void quat_store(double *a, quat q)
{
    a[0] = q.w;
    a[1] = q.x;
    a[2] = q.y;
    a[3] = q.z;
}

static inline quat quat_conjugate(quat q)
{
    return (quat){q.w, -q.x, -q.y, -q.z};
}

/// The rotation that turns by b first, then by a.
static inline quat quat_multiply(quat a, quat b)
{
    return (quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline double quat_norm(quat q)
{
    return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

/// q / |q|; the identity where |q| = 0.
static inline quat quat_normalize(quat q)
{
    double norm = quat_norm(q);
    if (!(norm > 0)) return quat_identity();
    return (quat){q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

/// q v q*
static inline vec3 quat_rotate(quat q, vec3 v)
{
    vec3 s = v3(q.x, q.y, q.z);
    vec3 t = v3_scale(2, v3_cross(s, v));                    // t = 2 s × v
    return v3_add(v3_add_scaled(v, q.w, t), v3_cross(s, t)); // v + w t + s × t
}

/// q* v q
static inline vec3 quat_rotate_back(quat q, vec3 v)
{
    return quat_rotate(quat_conjugate(q), v);
}

/// The rotation by the vector `turn` [rad] (axis times angle): the exponential map.
static inline quat quat_exp(vec3 turn)
{
    double angle2 = v3_norm2(turn);
    if (angle2 < 1e-8) // sin(a/2)/a and cos(a/2) to a⁴: exact to the last bit here
    {
        double s = 0.5 - angle2 / 48 + angle2 * angle2 / 3840;
        return (quat){1 - angle2 / 8 + angle2 * angle2 / 384, s * turn.x, s * turn.y, s * turn.z};
    }
    double angle = sqrt(angle2);
    double s, c;
    real_sin_cos(0.5 * angle, &s, &c);
    s /= angle;
    return (quat){c, s * turn.x, s * turn.y, s * turn.z};
}

/// The turn vector of q, |turn| <= π: the inverse of quat_exp.
static inline vec3 quat_log(quat q)
{
    if (q.w < 0) q = (quat){-q.w, -q.x, -q.y, -q.z};
    vec3 s = v3(q.x, q.y, q.z);
    double sine = v3_norm(s);
    double factor = sine > 1e-8 ? 2 * real_atan2(sine, q.w) / sine : 2 / q.w;
    return v3_scale(factor, s);
}

/// q after turning for a time h at angular velocity w in world axes; normalized.
static inline quat quat_integrate(quat q, vec3 w, double h)
{
    return quat_normalize(quat_multiply(quat_exp(v3_scale(h, w)), q));
}

/// Row-major rotation matrix.
static inline void quat_to_matrix(quat q, double *R)
{
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    R[0] = 1 - 2 * (yy + zz), R[1] = 2 * (xy - wz), R[2] = 2 * (xz + wy);
    R[3] = 2 * (xy + wz), R[4] = 1 - 2 * (xx + zz), R[5] = 2 * (yz - wx);
    R[6] = 2 * (xz - wy), R[7] = 2 * (yz + wx), R[8] = 1 - 2 * (xx + yy);
}

/// The quaternion of a row-major rotation matrix, w >= 0 unless that is the smallest component. The largest component
/// is found first, so that no turn is badly conditioned (Shepperd 1978).
static inline quat quat_from_matrix(const double *R)
{
    double trace = R[0] + R[4] + R[8];
    quat q;
    if (trace >= R[0] && trace >= R[4] && trace >= R[8]) q = (quat){1 + trace, R[7] - R[5], R[2] - R[6], R[3] - R[1]};
    else if (R[0] >= R[4] && R[0] >= R[8]) q = (quat){R[7] - R[5], 1 + 2 * R[0] - trace, R[1] + R[3], R[2] + R[6]};
    else if (R[4] >= R[8]) q = (quat){R[2] - R[6], R[1] + R[3], 1 + 2 * R[4] - trace, R[5] + R[7]};
    else q = (quat){R[3] - R[1], R[2] + R[6], R[5] + R[7], 1 + 2 * R[8] - trace};
    return quat_normalize(q);
}

#endif
