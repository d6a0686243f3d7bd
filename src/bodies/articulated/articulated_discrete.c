// Momenta of links: at velocities, and of links that coast from one configuration to another.
//
// A body that moves freely from (c, R) to (c⁺, R⁺) in a time h has the momentum m (c⁺ - c)/h, and with δ = R⁺ R⁻¹ = (w,
// s), a quaternion with w >= 0, the angular momentum
//
//     L = (2/h) (w I s + s × I s),      I its inertia at R, world axes
//
// (the discrete Lagrangian (2/h) s·I s of quaternions; Manchester and Peck 2016). L is the same seen from R⁺, where I⁺
// and -s × stand in their places: free bodies keep it to rounding, whatever the step. It is I ω to second order in h at
// the middle.

#include "bodies/articulated/articulated_spatial.h"

void articulated_link_momenta(const articulated_tree *tree, const articulated_scratch *scratch, double *P)
{
    for (int i = 0; i < tree->link_count; i++, P += 6)
    {
        const inner_link *link = &scratch->inner->links[i];
        vec3 w = scratch->bodies[i].angular;
        v3_store(P, v3_scale(link->mass, v3_add(scratch->bodies[i].linear, v3_cross(w, link->c))));
        v3_store(P + 3, sym_times(link->I, w));
    }
}

void articulated_coasting_momenta(const articulated_tree *tree, const articulated_scratch *from,
                                  const articulated_scratch *to, double h, double *P)
{
    for (int i = 0; i < tree->link_count; i++, P += 6)
    {
        const inner_link *link = &from->inner->links[i];
        const articulated_body *a = &from->bodies[i], *b = &to->bodies[i];
        quat turn = quat_multiply(b->orientation, quat_conjugate(a->orientation));
        double sign = turn.w < 0.0 ? -1.0 : 1.0;
        vec3 s = v3(sign * turn.x, sign * turn.y, sign * turn.z), Is = sym_times(link->I, s);
        v3_store(P, v3_scale(link->mass / h, v3_sub(b->center, a->center)));
        v3_store(P + 3, v3_scale(2.0 / h, v3_add_scaled(v3_cross(s, Is), sign * turn.w, Is)));
    }
}

void articulated_project(const articulated_tree *tree, articulated_scratch *scratch, const double *P, double *p)
{
    articulated_inner *inner = scratch->inner;
    for (int i = 0; i < tree->link_count; i++)
    {
        vec3 f = v3_load(P + 6 * i);
        inner->force[i] = (spatial){v3_add(v3_load(P + 6 * i + 3), v3_cross(inner->links[i].c, f)), f};
    }
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        const inner_link *link = &inner->links[i];
        spatial F = inner->force[i];
        for (int d = link->v_begin; d < link->v_end; d++) p[d] = spatial_dot(inner->dofs[d].S, F);
        if (link->parent >= 0)
            inner->force[link->parent] = spatial_add(inner->force[link->parent], force_shift(F, link->r));
    }
}

/// x with A x = b, A symmetric (xx yy zz xy xz yz), by Cramer's rule. False if A is not positive definite.
static bool solve_symmetric(const double *A, vec3 b, vec3 *x)
{
    vec3 c0 = v3(A[0], A[3], A[4]), c1 = v3(A[3], A[1], A[5]), c2 = v3(A[4], A[5], A[2]);
    double det = v3_dot(c0, v3_cross(c1, c2));
    if (!(det > 0.0)) return false;
    *x = v3_scale(1.0 / det, v3(v3_dot(b, v3_cross(c1, c2)), v3_dot(c0, v3_cross(b, c2)), v3_dot(c0, v3_cross(c1, b))));
    return true;
}

bool articulated_locked(const articulated_tree *tree, const articulated_scratch *scratch, vec3 linear, vec3 angular,
                        double twist[6])
{
    double mass = 0, I[6] = {0};
    vec3 center = v3_zero(), w;
    for (int i = 0; i < tree->link_count; i++)
    {
        mass += scratch->inner->links[i].mass;
        center = v3_add_scaled(center, scratch->inner->links[i].mass, scratch->bodies[i].center);
    }
    if (!(mass > 0)) return false;
    center = v3_scale(1.0 / mass, center);
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &scratch->inner->links[i];
        vec3 d = v3_sub(scratch->bodies[i].center, center);
        double m = link->mass, d2 = v3_norm2(d);
        const double parallel[6] = {d2 - d.x * d.x, d2 - d.y * d.y, d2 - d.z * d.z, -d.x * d.y, -d.x * d.z, -d.y * d.z};
        for (int k = 0; k < 6; k++) I[k] += link->I[k] + m * parallel[k];
    }
    if (!solve_symmetric(I, v3_sub(angular, v3_cross(center, linear)), &w)) return false;
    const articulated_body *base = &scratch->bodies[0];
    v3_store(twist, v3_add_scaled(v3_cross(w, v3_sub(base->position, center)), 1.0 / mass, linear));
    v3_store(twist + 3, quat_rotate_back(base->orientation, w));
    return true;
}
