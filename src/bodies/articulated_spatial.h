// Spatial algebra in world axes, each link about its own frame's origin; private to articulated_*.c.
//
// World axes need no rotation between links, only a shift by r = x_link - x_parent; one point per link rather than one for all keeps lever arms
// short, so that nothing is lost to rounding at the end of a long chain.
//   motion (w, v): angular velocity, velocity of the origin        shift to the child: v + w × r
//   force  (n, f): moment about the origin, force                  shift to the parent: n + r × f

#ifndef HF_BODIES_ARTICULATED_SPATIAL_H
#define HF_BODIES_ARTICULATED_SPATIAL_H

#include "bodies/articulated.h"

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

/// What each degree of freedom needs when solving.
typedef struct inner_dof
{
    spatial S;      // motion at unit velocity
    spatial U;      // I^A S
    double inverse; // 1/D; 0 if prescribed
} inner_dof;

struct articulated_inner
{
    inner_link *links;
    inner_dof *dofs;
    spatial_inertia *articulated; // [link_count]
    spatial *motion, *force;      // [link_count] each: passes
    double *u;                    // [v_count]
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

/// m ×* f
static inline spatial force_cross(spatial m, spatial f)
{
    return (spatial){v3_add(v3_cross(m.a, f.a), v3_cross(m.l, f.l)), v3_cross(m.a, f.l)};
}

/// S v, S symmetric: xx yy zz xy xz yz
static inline vec3 sym_times(const double *S, vec3 v)
{
    return (vec3){S[0] * v.x + S[3] * v.y + S[4] * v.z, S[3] * v.x + S[1] * v.y + S[5] * v.z,
                  S[4] * v.x + S[5] * v.y + S[2] * v.z};
}

/// Of a rigid link: inertia times motion.
static inline spatial link_times(const inner_link *link, spatial m)
{
    vec3 p = v3_scale(link->mass, v3_add(m.l, v3_cross(m.a, link->c))); // momentum
    return (spatial){v3_add(sym_times(link->I, m.a), v3_cross(link->c, p)), p};
}

#endif
