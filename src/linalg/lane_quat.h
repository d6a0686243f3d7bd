// Four rotations at once, one in each lane: what quat.h does, in the same order.

#ifndef HF_LINALG_LANE_QUAT_H
#define HF_LINALG_LANE_QUAT_H

#include "linalg/lane3.h"
#include "linalg/quat.h"

typedef struct lane_quat
{
    lanes w, x, y, z;
} lane_quat;

/// Four that stand one after the other.
INLINED lane_quat lq_load(const quat *q)
{
    return (lane_quat){lanes_gather(&q->w, 4), lanes_gather(&q->x, 4), lanes_gather(&q->y, 4), lanes_gather(&q->z, 4)};
}

INLINED quat lq_take(const lane_quat *q, int lane)
{
    return (quat){q->w[lane], q->x[lane], q->y[lane], q->z[lane]};
}

INLINED lane_quat lq_conjugate(lane_quat q)
{
    return (lane_quat){q.w, -q.x, -q.y, -q.z};
}

INLINED lane_quat lq_multiply(lane_quat a, lane_quat b)
{
    return (lane_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                       a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

INLINED lanes lq_dot(lane_quat a, lane_quat b)
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

INLINED lane_quat lq_pick(lanes yes, lane_quat a, lane_quat b)
{
    return (lane_quat){lanes_pick(yes, a.w, b.w), lanes_pick(yes, a.x, b.x), lanes_pick(yes, a.y, b.y),
                       lanes_pick(yes, a.z, b.z)};
}

/// q / |q|; the identity where |q| = 0.
INLINED lane_quat lq_normalize(lane_quat q)
{
    const lanes zero = lanes_of(0.0);
    lanes norm = lanes_sqrt(lq_dot(q, q));
    lane_quat unit = {q.w / norm, q.x / norm, q.y / norm, q.z / norm}, none = {lanes_of(1.0), zero, zero, zero};
    return lq_pick(lanes_above(norm, zero), unit, none);
}

/// q v q*
INLINED lane3 lq_rotate(lane_quat q, lane3 v)
{
    lane3 s = {q.x, q.y, q.z}, t = l3_scale(lanes_of(2.0), l3_cross(s, v)); // t = 2 s × v
    return l3_add(l3_add_scaled(v, q.w, t), l3_cross(s, t));                // v + w t + s × t
}

/// The rotation by the vectors `turn` [rad]: series where they are small, as most are.
INLINED lane_quat lq_exp(lane3 turn)
{
    lanes square = l3_dot(turn, turn), z = 0.25 * square; // of half of the angle
    lanes s = 0.5 - z * (1.0 / 12 - z * (1.0 / 240 - z * (1.0 / 10080 - z / 725760)));
    lanes c = 1.0 - z * (0.5 - z * (1.0 / 24 - z * (1.0 / 720 - z / 40320)));
    lane_quat q = {c, s * turn.x, s * turn.y, s * turn.z};
    lanes small = lanes_above(lanes_of(LANES_SMALL * LANES_SMALL), z);
    for (int l = 0; l < LANES && !lanes_all(small); l++)
    {
        if (lanes_is(small, l)) continue;
        quat one = quat_exp(v3(turn.x[l], turn.y[l], turn.z[l]));
        q.w[l] = one.w, q.x[l] = one.x, q.y[l] = one.y, q.z[l] = one.z;
    }
    return q;
}

/// Columns of the matrix of q.
INLINED void lq_axes(lane_quat q, lane3 *a, lane3 *b, lane3 *c)
{
    lanes xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    lanes xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    lanes wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    *a = (lane3){1.0 - 2.0 * (yy + zz), 2.0 * (xy + wz), 2.0 * (xz - wy)};
    *b = (lane3){2.0 * (xy - wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz + wx)};
    *c = (lane3){2.0 * (xz + wy), 2.0 * (yz - wx), 1.0 - 2.0 * (xx + yy)};
}

/// The rotation whose matrix has these columns (quat_from_matrix).
INLINED lane_quat lq_from_axes(lane3 a, lane3 b, lane3 c)
{
    lanes trace = a.x + b.y + c.z;
    lanes small_x = lanes_above(a.x, trace), small_y = lanes_above(b.y, trace), small_z = lanes_above(c.z, trace);
    lane_quat by_w = {1.0 + trace, b.z - c.y, c.x - a.z, a.y - b.x};
    lane_quat by_x = {b.z - c.y, 1.0 + 2.0 * a.x - trace, b.x + a.y, c.x + a.z};
    lane_quat by_y = {c.x - a.z, b.x + a.y, 1.0 + 2.0 * b.y - trace, c.y + b.z};
    lane_quat by_z = {a.y - b.x, c.x + a.z, c.y + b.z, 1.0 + 2.0 * c.z - trace};
    lane_quat q = lq_pick(lanes_above(c.z, b.y), by_z, by_y);
    lane_mask other = (lane_mask)lanes_above(b.y, a.x) | (lane_mask)lanes_above(c.z, a.x);
    q = lq_pick((lanes)other, q, by_x);
    lane_mask any = (lane_mask)small_x | (lane_mask)small_y | (lane_mask)small_z;
    return lq_normalize(lq_pick((lanes)any, q, by_w));
}

#endif
