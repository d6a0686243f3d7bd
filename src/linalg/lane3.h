// Four vectors of space at once, one in each lane: expressions read as those of vec3.h, and each lane has the same
// operations in the same order.
//
// Components stand apart in memory: x of neighbours one after the other, then y at a distance `stride`, then z.
// Everything here is inlined into loops that are made once for every machine and once with wide vectors (vector.h),
// without a change of bits.

#ifndef HF_LINALG_LANE3_H
#define HF_LINALG_LANE3_H

#include "base/elementary.h"
#include "linalg/vec3.h"
#include "linalg/vector.h"

#include <stddef.h>

#pragma GCC diagnostic ignored "-Wpsabi" // vectors by value, of functions that are never called

/// What comparisons give: all bits of a lane are set, or none. They are handed on as lanes.
typedef long long lane_mask __attribute__((vector_size(LANES * sizeof(long long)), aligned(sizeof(long long))));

typedef struct lane3
{
    lanes x, y, z;
} lane3;

INLINED lanes lanes_of(double a)
{
    return (lanes){a, a, a, a};
}

INLINED lanes lanes_load(const double *a)
{
    return *(const lanes *)a;
}

INLINED void lanes_store(double *to, lanes a)
{
    *(lanes *)to = a;
}

/// Numbers at a distance of each other.
INLINED lanes lanes_gather(const double *a, size_t apart)
{
    return (lanes){a[0], a[apart], a[2 * apart], a[3 * apart]};
}

INLINED lanes lanes_sqrt(lanes a)
{
    return (lanes){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
}

/// a > b.
INLINED lanes lanes_above(lanes a, lanes b)
{
    return (lanes)(a > b);
}

/// a where yes, b where no.
INLINED lanes lanes_pick(lanes yes, lanes a, lanes b)
{
    return (lanes)(((lane_mask)yes & (lane_mask)a) | (~(lane_mask)yes & (lane_mask)b));
}

INLINED lanes lanes_max(lanes a, lanes b)
{
    return lanes_pick(lanes_above(a, b), a, b);
}

INLINED lanes lanes_abs(lanes a)
{
    return lanes_max(a, -a);
}

INLINED bool lanes_is(lanes yes, int lane)
{
    return ((lane_mask)yes)[lane] != 0;
}

INLINED bool lanes_all(lanes yes)
{
    lane_mask m = (lane_mask)yes;
    return (m[0] & m[1] & m[2] & m[3]) != 0;
}

/// Up to here series of a few terms are exact to rounding: the first that is left out is below 1e-17.
#define LANES_SMALL 0.0625

/// sin a, cos a; most turns are small, and the others are taken one by one.
INLINED void lanes_sin_cos(lanes a, lanes *sine, lanes *cosine)
{
    lanes z = a * a;
    *sine = a - a * z * (1.0 / 6 - z * (1.0 / 120 - z * (1.0 / 5040 - z / 362880)));
    *cosine = 1.0 - z * (0.5 - z * (1.0 / 24 - z * (1.0 / 720 - z / 40320)));
    lanes small = lanes_above(lanes_of(LANES_SMALL), lanes_abs(a));
    for (int l = 0; l < LANES && !lanes_all(small); l++)
    {
        if (lanes_is(small, l)) continue;
        double s, c;
        real_sin_cos(a[l], &s, &c);
        (*sine)[l] = s, (*cosine)[l] = c;
    }
}

/// atan2 (y, x), likewise.
INLINED lanes lanes_atan2(lanes y, lanes x)
{
    lanes small = lanes_above(LANES_SMALL * x, lanes_abs(y));
    lanes t = y / x, z = t * t, sum = 1.0 / 13 - z / 15;
    sum = 1.0 / 9 - z * (1.0 / 11 - z * sum);
    sum = 1.0 / 5 - z * (1.0 / 7 - z * sum);
    lanes angle = t * (1.0 - z * (1.0 / 3 - z * sum));
    for (int l = 0; l < LANES && !lanes_all(small); l++)
        if (!lanes_is(small, l)) angle[l] = real_atan2(y[l], x[l]);
    return angle;
}

INLINED lane3 l3_load(const double *a, size_t stride)
{
    return (lane3){lanes_load(a), lanes_load(a + stride), lanes_load(a + 2 * stride)};
}

INLINED void l3_store(double *to, size_t stride, lane3 a)
{
    lanes_store(to, a.x), lanes_store(to + stride, a.y), lanes_store(to + 2 * stride, a.z);
}

/// One vector of those at `a`, and into its place.
static inline vec3 l3_take(const double *a, size_t stride)
{
    return (vec3){a[0], a[stride], a[2 * stride]};
}

static inline void l3_put(double *to, size_t stride, vec3 a)
{
    to[0] = a.x, to[stride] = a.y, to[2 * stride] = a.z;
}

INLINED lane3 l3_of(vec3 a)
{
    return (lane3){lanes_of(a.x), lanes_of(a.y), lanes_of(a.z)};
}

INLINED lane3 l3_add(lane3 a, lane3 b)
{
    return (lane3){a.x + b.x, a.y + b.y, a.z + b.z};
}

INLINED lane3 l3_sub(lane3 a, lane3 b)
{
    return (lane3){a.x - b.x, a.y - b.y, a.z - b.z};
}

INLINED lane3 l3_scale(lanes s, lane3 a)
{
    return (lane3){s * a.x, s * a.y, s * a.z};
}

/// a + s b
INLINED lane3 l3_add_scaled(lane3 a, lanes s, lane3 b)
{
    return (lane3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// s a + t b
INLINED lane3 l3_weighted(lanes s, lane3 a, lanes t, lane3 b)
{
    return l3_add_scaled(l3_scale(s, a), t, b);
}

INLINED lanes l3_dot(lane3 a, lane3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

INLINED lane3 l3_cross(lane3 a, lane3 b)
{
    return (lane3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

INLINED lanes l3_norm(lane3 a)
{
    return lanes_sqrt(l3_dot(a, a));
}

INLINED lane3 l3_pick(lanes yes, lane3 a, lane3 b)
{
    return (lane3){lanes_pick(yes, a.x, b.x), lanes_pick(yes, a.y, b.y), lanes_pick(yes, a.z, b.z)};
}

#endif
