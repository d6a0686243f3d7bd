// Vectors of space, by value: expressions read as on paper, and the compiler keeps them in registers.
//
// Structs that are stored or public hold double[3]; v3_load and v3_store stand at the border.

#ifndef HF_LINALG_VEC3_H
#define HF_LINALG_VEC3_H

#include <math.h>

typedef struct vec3
{
    double x, y, z;
} vec3;

static inline vec3 v3(double x, double y, double z)
{
    return (vec3){x, y, z};
}

static inline vec3 v3_zero(void)
{
    return (vec3){0, 0, 0};
}

static inline vec3 v3_load(const double *a)
{
    return (vec3){a[0], a[1], a[2]};
}

static inline void v3_store(double *a, vec3 v)
{
    a[0] = v.x;
    a[1] = v.y;
    a[2] = v.z;
}

static inline vec3 v3_add(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 v3_sub(vec3 a, vec3 b)
{
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 v3_scale(double s, vec3 a)
{
    return (vec3){s * a.x, s * a.y, s * a.z};
}

/// a + s b
static inline vec3 v3_add_scaled(vec3 a, double s, vec3 b)
{
    return (vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// (1 - t) a + t b
static inline vec3 v3_mix(vec3 a, vec3 b, double t)
{
    return v3_add_scaled(a, t, v3_sub(b, a));
}

static inline vec3 v3_negate(vec3 a)
{
    return (vec3){-a.x, -a.y, -a.z};
}

static inline double v3_dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 v3_cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double v3_norm2(vec3 a)
{
    return v3_dot(a, a);
}

static inline double v3_norm(vec3 a)
{
    return sqrt(v3_dot(a, a));
}

static inline double v3_distance(vec3 a, vec3 b)
{
    return v3_norm(v3_sub(a, b));
}

static inline vec3 v3_min(vec3 a, vec3 b)
{
    return (vec3){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}

static inline vec3 v3_max(vec3 a, vec3 b)
{
    return (vec3){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}

static inline vec3 v3_abs(vec3 a)
{
    return (vec3){fabs(a.x), fabs(a.y), fabs(a.z)};
}

/// Component 0, 1 or 2.
static inline double v3_at(vec3 a, int k)
{
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

/// a / |a|, or `otherwise` where a has no direction (zero, or so small that its square underflows).
static inline vec3 v3_unit_or(vec3 a, vec3 otherwise)
{
    double norm = v3_norm(a);
    return norm > 1e-150 ? v3_scale(1 / norm, a) : otherwise;
}

/// A unit vector at right angles to the unit vector n; it depends on n alone.
static inline vec3 v3_perpendicular(vec3 n)
{
    vec3 a = v3_abs(n);
    vec3 e = a.x <= a.y && a.x <= a.z ? v3(1, 0, 0) : a.y <= a.z ? v3(0, 1, 0) : v3(0, 0, 1);
    return v3_unit_or(v3_cross(n, e), v3(1, 0, 0));
}

/// M a, M row-major 3 × 3.
static inline vec3 m3_times(const double *M, vec3 a)
{
    return (vec3){M[0] * a.x + M[1] * a.y + M[2] * a.z, M[3] * a.x + M[4] * a.y + M[5] * a.z,
                  M[6] * a.x + M[7] * a.y + M[8] * a.z};
}

/// Mᵀ a
static inline vec3 m3_transpose_times(const double *M, vec3 a)
{
    return (vec3){M[0] * a.x + M[3] * a.y + M[6] * a.z, M[1] * a.x + M[4] * a.y + M[7] * a.z,
                  M[2] * a.x + M[5] * a.y + M[8] * a.z};
}

/// C = A B, all row-major 3 × 3; C must be neither A nor B.
static inline void m3_multiply(const double *A, const double *B, double *C)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

#endif
