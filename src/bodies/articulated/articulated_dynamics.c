// Inverse dynamics and the mass matrix.
//
// Recursive Newton–Euler (Featherstone 2008, table 5.1) in world axes: outward, with V the twist and A the spatial
// acceleration about the origin of each link (A.l = acceleration of the origin - ω × v),
//
//   A = A_parent + Σ joints (S a + V × S v),    F = I A + V ×* I V - gravity - wrench V: of the link as far as it is
//                                               moved by the joints before
//
// inward, τ_d = S_d · F and F_parent += F. A floating base's linear velocity is in world axes, its S is not carried
// along: there A = S a - (0, ω × v).
//
// Composite rigid bodies (ibid., table 6.2): M_dd' = S_d' · I^c S_d for d' = d and all towards the base.

#include "bodies/articulated/articulated_spatial.h"

#include <string.h>

/// Spatial acceleration of the base itself.
static spatial base_acceleration(const articulated_base *base)
{
    return (spatial){base->angular_acceleration,
                     v3_sub(base->linear_acceleration, v3_cross(base->angular, base->linear))};
}

/// Σ S a over the link's dofs, and what the velocities add.
static spatial own_acceleration(const articulated_tree *tree, const articulated_scratch *scratch, int i, spatial V,
                                const double *v, const double *a)
{
    const articulated_inner *inner = scratch->inner;
    const inner_link *link = &inner->links[i];
    spatial A = spatial_zero();
    if (tree->floating && i == 0) A.l = v3_negate(v3_cross(scratch->bodies[0].angular, scratch->bodies[0].linear));
    for (int j = link->joint_begin; j < link->joint_end; j++)
    {
        int d = tree->joints[j].v, end = d + (tree->joints[j].kind == HF_JOINT_BALL ? 3 : 1);
        spatial s = spatial_zero();
        for (; d < end; d++) s = spatial_add_scaled(s, v[d], inner->dofs[d].S);
        A = spatial_add(A, motion_cross(V, s));
        V = spatial_add(V, s);
    }
    if (a)
        for (int d = link->v_begin; d < link->v_end; d++) A = spatial_add_scaled(A, a[d], inner->dofs[d].S);
    return A;
}

/// The force that link i needs from its parent and children: with the acceleration of the centre of mass,
/// c'' = A.l + ω' × c + ω × (v + ω × c):  f = m (c'' - g) - what else acts,  n = I ω' + ω × I ω + c × f.
static spatial link_force(const articulated_scratch *scratch, double gravity_scale, int i, spatial A, vec3 gravity,
                          const double *wrench)
{
    const inner_link *link = &scratch->inner->links[i];
    vec3 w = scratch->bodies[i].angular, v = scratch->bodies[i].linear;
    vec3 c2 = v3_add(A.l, v3_add(v3_cross(A.a, link->c), v3_cross(w, v3_add(v, v3_cross(w, link->c)))));
    vec3 f = v3_scale(link->mass, v3_add_scaled(c2, -gravity_scale, gravity));
    vec3 n = v3_add(sym_times(link->I, A.a), v3_cross(w, sym_times(link->I, w)));
    if (wrench)
    {
        f = v3_sub(f, v3_load(wrench + 6 * i));
        n = v3_sub(n, v3_load(wrench + 6 * i + 3));
    }
    return (spatial){v3_add(n, v3_cross(link->c, f)), f};
}

void articulated_inverse_dynamics(const articulated_tree *tree, articulated_scratch *scratch,
                                  const articulated_base *base, const double *v, const double *a, vec3 gravity,
                                  const double *wrench, double *torque)
{
    articulated_inner *inner = scratch->inner;
    spatial A_base = base_acceleration(base), V_base = {base->angular, base->linear};
    if (tree->floating) A_base = V_base = spatial_zero();
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &inner->links[i];
        spatial A = A_base, V = V_base;
        if (link->parent >= 0)
        {
            const articulated_body *parent = &scratch->bodies[link->parent];
            A = inner->motion[link->parent];
            V = (spatial){parent->angular, parent->linear};
        }
        V = motion_shift(V, link->r);
        A = spatial_add(motion_shift(A, link->r), own_acceleration(tree, scratch, i, V, v, a));
        inner->motion[i] = A;
        inner->force[i] = link_force(scratch, tree->links[i].gravity_scale, i, A, gravity, wrench);
    }
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        const inner_link *link = &inner->links[i];
        spatial F = inner->force[i];
        for (int d = link->v_begin; d < link->v_end; d++)
            torque[d] = spatial_dot(inner->dofs[d].S, F) + (a ? tree->armature[d] * a[d] : 0);
        if (link->parent >= 0)
            inner->force[link->parent] = spatial_add(inner->force[link->parent], force_shift(F, link->r));
    }
}

void articulated_bias(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                      const double *v, vec3 gravity, const double *wrench, double *bias)
{
    articulated_inverse_dynamics(tree, scratch, base, v, NULL, gravity, wrench, bias);
}

/// Column d of M, from the diagonal towards the base.
static void mass_column(const articulated_tree *tree, const articulated_inner *inner, int d, double *M)
{
    size_t n = (size_t)tree->v_count, col = (size_t)d;
    int i = tree->dof_link[d];
    spatial F = inertia_times(&inner->articulated[i], inner->dofs[d].S);
    M[col * n + col] = tree->armature[d];
    int end = d + 1;
    while (true)
    {
        for (int k = inner->links[i].v_begin; k < end; k++)
        {
            double value = spatial_dot(inner->dofs[k].S, F);
            M[col * n + (size_t)k] += value;
            if (k != d) M[(size_t)k * n + col] += value;
        }
        F = force_shift(F, inner->links[i].r);
        i = inner->links[i].parent;
        if (i < 0) return;
        end = inner->links[i].v_end;
    }
}

void articulated_mass_matrix(const articulated_tree *tree, articulated_scratch *scratch, double *M)
{
    articulated_inner *inner = scratch->inner;
    memset(M, 0, (size_t)tree->v_count * (size_t)tree->v_count * sizeof *M);
    for (int i = 0; i < tree->link_count; i++) link_inertia(&inner->links[i], &inner->articulated[i]);
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        const inner_link *link = &inner->links[i];
        if (link->parent >= 0) inertia_add_shifted(&inner->articulated[link->parent], &inner->articulated[i], link->r);
    }
    for (int d = 0; d < tree->v_count; d++) mass_column(tree, inner, d, M);
}
