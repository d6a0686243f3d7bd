// Spatial algebra in world axes, each link about its own frame's origin; private to articulated_*.c.
//
// World axes need no rotation between links, only a shift by r = x_link - x_parent; one point per link rather than one
// for all keeps lever arms short, so that nothing is lost to rounding at the end of a long chain.
//   motion (w, v): angular velocity, velocity of the origin        shift to the child: v + w × r
//   force  (n, f): moment about the origin, force                  shift to the parent: n + r × f

#ifndef HF_BODIES_ARTICULATED_ARTICULATED_SPATIAL_H
#define HF_BODIES_ARTICULATED_ARTICULATED_SPATIAL_H

#include "bodies/articulated/articulated.h"

typedef struct spatial
{
    vec3 a, l; // angular and linear part
} spatial;

/// Symmetric: [A B; Bᵀ C], A and C as xx yy zz xy xz yz, B row-major.
typedef struct spatial_inertia
{
    double A[6], B[9], C[6];
} spatial_inertia;

/// What each link needs in every pass, together in memory.
typedef struct inner_link
{
    vec3 r;      // x_link - x_parent
    vec3 c;      // centre of mass - x_link
    double I[6]; // about the centre of mass, world axes
    double mass;
    int parent, v_begin, v_end, joint_begin, joint_end;
} inner_link;

/// What kinematics alone needs.
typedef struct inner_frame
{
    double R[9];       // orientation
    vec3 anchor, axis; // of the first joint, in the parent's frame: constant
} inner_frame;

/// What each degree of freedom needs when solving.
typedef struct inner_dof
{
    spatial S;      // motion at unit velocity
    spatial U;      // I^A S
    double inverse; // 1/D, D = Sᵀ I^A S + extra; 0 if prescribed
    double extra;   // armature + diag
} inner_dof;

struct articulated_inner
{
    inner_link *links;
    inner_frame *frames; // [link_count]
    inner_dof *dofs;
    spatial_inertia *articulated; // [link_count]
    spatial *motion, *force;      // [link_count] each: passes
    double *u;                    // [v_count]
    bool *touched;                // [link_count]; false between calls

    // What kinematics were last found for: the tree's revision (0: nothing yet), the base's pose, and coordinates
    // [q_count].
    long revision;
    vec3 base_position;
    quat base_orientation;
    double *q;
};

static inline spatial spatial_zero(void)
{
    return (spatial){v3_zero(), v3_zero()};
}

static inline spatial spatial_add(spatial x, spatial y)
{
    return (spatial){v3_add(x.a, y.a), v3_add(x.l, y.l)};
}

static inline spatial spatial_add_scaled(spatial x, double s, spatial y)
{
    return (spatial){v3_add_scaled(x.a, s, y.a), v3_add_scaled(x.l, s, y.l)};
}

static inline double spatial_dot(spatial x, spatial y)
{
    return v3_dot(x.a, y.a) + v3_dot(x.l, y.l);
}

/// A motion at the parent's origin, seen at the child's.
static inline spatial motion_shift(spatial m, vec3 r)
{
    return (spatial){m.a, v3_add(m.l, v3_cross(m.a, r))};
}

/// A force at the child's origin, seen at the parent's.
static inline spatial force_shift(spatial f, vec3 r)
{
    return (spatial){v3_add(f.a, v3_cross(r, f.l)), f.l};
}

/// m × s, of motions
static inline spatial motion_cross(spatial m, spatial s)
{
    return (spatial){v3_cross(m.a, s.a), v3_add(v3_cross(m.a, s.l), v3_cross(m.l, s.a))};
}

/// S v, S symmetric: xx yy zz xy xz yz
static inline vec3 sym_times(const double *S, vec3 v)
{
    return (vec3){S[0] * v.x + S[3] * v.y + S[4] * v.z, S[3] * v.x + S[1] * v.y + S[5] * v.z,
                  S[4] * v.x + S[5] * v.y + S[2] * v.z};
}

/// The inertia of a rigid link as a matrix: A = I + m (c² 1 - c cᵀ), B = m [c]×, C = m 1.
static inline void link_inertia(const inner_link *link, spatial_inertia *J)
{
    double m = link->mass;
    vec3 c = link->c, h = v3_scale(m, c);
    J->A[0] = link->I[0] + h.y * c.y + h.z * c.z;
    J->A[1] = link->I[1] + h.x * c.x + h.z * c.z;
    J->A[2] = link->I[2] + h.x * c.x + h.y * c.y;
    J->A[3] = link->I[3] - h.x * c.y;
    J->A[4] = link->I[4] - h.x * c.z;
    J->A[5] = link->I[5] - h.y * c.z;
    J->B[0] = 0, J->B[1] = -h.z, J->B[2] = h.y;
    J->B[3] = h.z, J->B[4] = 0, J->B[5] = -h.x;
    J->B[6] = -h.y, J->B[7] = h.x, J->B[8] = 0;
    J->C[0] = J->C[1] = J->C[2] = m;
    J->C[3] = J->C[4] = J->C[5] = 0;
}

/// J m
static inline spatial inertia_times(const spatial_inertia *J, spatial m)
{
    return (spatial){v3_add(sym_times(J->A, m.a), m3_times(J->B, m.l)),
                     v3_add(m3_transpose_times(J->B, m.a), sym_times(J->C, m.l))};
}

/// J ◄ J - s U Uᵀ
static inline void inertia_subtract(spatial_inertia *J, double s, spatial U)
{
    vec3 a = v3_scale(s, U.a), l = v3_scale(s, U.l);
    J->A[0] -= a.x * U.a.x, J->A[1] -= a.y * U.a.y, J->A[2] -= a.z * U.a.z;
    J->A[3] -= a.x * U.a.y, J->A[4] -= a.x * U.a.z, J->A[5] -= a.y * U.a.z;
    J->B[0] -= a.x * U.l.x, J->B[1] -= a.x * U.l.y, J->B[2] -= a.x * U.l.z;
    J->B[3] -= a.y * U.l.x, J->B[4] -= a.y * U.l.y, J->B[5] -= a.y * U.l.z;
    J->B[6] -= a.z * U.l.x, J->B[7] -= a.z * U.l.y, J->B[8] -= a.z * U.l.z;
    J->C[0] -= l.x * U.l.x, J->C[1] -= l.y * U.l.y, J->C[2] -= l.z * U.l.z;
    J->C[3] -= l.x * U.l.y, J->C[4] -= l.x * U.l.z, J->C[5] -= l.y * U.l.z;
}

/// sum += J, J about a point that lies at r from the one of sum. With K = [r]×: C, B' = B + K C, A' = A + K B'ᵀ + (K
/// Bᵀ)ᵀ.
static inline void inertia_add_shifted(spatial_inertia *sum, const spatial_inertia *J, vec3 r)
{
    const double *A = J->A, *B = J->B, *C = J->C;
    // columns of K C are r × columns of C; C is symmetric
    vec3 k0 = v3_cross(r, v3(C[0], C[3], C[4])), k1 = v3_cross(r, v3(C[3], C[1], C[5])),
         k2 = v3_cross(r, v3(C[4], C[5], C[2]));
    vec3 b0 = v3(B[0] + k0.x, B[1] + k1.x, B[2] + k2.x); // rows of B'
    vec3 b1 = v3(B[3] + k0.y, B[4] + k1.y, B[5] + k2.y);
    vec3 b2 = v3(B[6] + k0.z, B[7] + k1.z, B[8] + k2.z);
    vec3 p0 = v3_cross(r, b0), p1 = v3_cross(r, b1), p2 = v3_cross(r, b2); // columns of K B'ᵀ
    vec3 q0 = v3_cross(r, v3(B[0], B[1], B[2])), q1 = v3_cross(r, v3(B[3], B[4], B[5])),
         q2 = v3_cross(r, v3(B[6], B[7], B[8])); // columns of K Bᵀ: rows of its transpose
    sum->A[0] += A[0] + p0.x + q0.x, sum->A[1] += A[1] + p1.y + q1.y, sum->A[2] += A[2] + p2.z + q2.z;
    sum->A[3] += A[3] + p1.x + q0.y, sum->A[4] += A[4] + p2.x + q0.z, sum->A[5] += A[5] + p2.y + q1.z;
    sum->B[0] += b0.x, sum->B[1] += b0.y, sum->B[2] += b0.z;
    sum->B[3] += b1.x, sum->B[4] += b1.y, sum->B[5] += b1.z;
    sum->B[6] += b2.x, sum->B[7] += b2.y, sum->B[8] += b2.z;
    for (int k = 0; k < 6; k++) sum->C[k] += C[k];
}

#endif
