// M̂⁻¹ by articulated-body inertias.
//
// Degree of freedom by degree of freedom, from the leaves (Featherstone 2008, chapter 7, each of a link's dofs a joint
// of its own behind which there is nothing but the next one):
//
//   U = I^A S,   D = S · U + armature + diag, I^A ◄ I^A - U Uᵀ / D; behind a link's first dof: I^A_parent += I^A,
//                shifted
//
// That is M̂ = Lᵀ D L, with L never formed. Solving:
//
//   inward    u = τ - S · p,  p ◄ p + U u / D          p: the force that all that is outward asks for
//   outward   a = (u - U · A) / D, A ◄ A + S a A: spatial acceleration, as far as the dofs before have moved the link
//
// A prescribed dof is not eliminated: inward I^A passes as it is, and p takes U a; outward its torque is S · (p + I^A
// A). (Joint tracking: Yamane and Nakamura 2008, section V-A, "high-gain feedback mode"; Featherstone 2008, chapter 9,
// hybrid dynamics.)
// A link without mass is fine where armature, or what it carries, makes D > 0.

#include "bodies/articulated/articulated_spatial.h"

#include "base/error.h"

#include <float.h>

/// D below this share of what the terms of S · U could be is rounding: no inertia at all.
static const double no_inertia = 4 * DBL_EPSILON;

static double trace(const double *S)
{
    return S[0] + S[1] + S[2];
}

/// Eliminates dof d from J; false if it has no inertia.
static bool eliminate(spatial_inertia *J, inner_dof *dof, bool prescribed)
{
    spatial U = inertia_times(J, dof->S);
    dof->U = U;
    dof->inverse = 0;
    if (prescribed) return true;
    double D = spatial_dot(dof->S, U) + dof->extra;
    double size = v3_norm2(dof->S.a) * trace(J->A) + v3_norm2(dof->S.l) * trace(J->C) + dof->extra;
    if (!(D > no_inertia * size)) return false;
    dof->inverse = 1 / D;
    inertia_subtract(J, dof->inverse, U);
    return true;
}

hf_status articulated_factor(const articulated_tree *tree, articulated_scratch *scratch, const double *diag,
                             hf_error *error)
{
    articulated_inner *inner = scratch->inner;
    for (int i = 0; i < tree->link_count; i++) link_inertia(&inner->links[i], &inner->articulated[i]);
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        const inner_link *link = &inner->links[i];
        spatial_inertia *J = &inner->articulated[i];
        for (int d = link->v_end - 1; d >= link->v_begin; d--)
        {
            inner->dofs[d].extra = tree->armature[d] + (diag ? diag[d] : 0);
            if (!eliminate(J, &inner->dofs[d], tree->prescribed[d]))
                return error_set(error, HF_STATUS_INVALID,
                                 "link %d: degree of freedom %d moves no mass, or only what others of the link move", i,
                                 d - link->v_begin);
        }
        if (link->parent >= 0) inertia_add_shifted(&inner->articulated[link->parent], J, link->r);
    }
    return HF_STATUS_OK;
}

double articulated_felt(const articulated_scratch *scratch, int dof)
{
    return 1.0 / scratch->inner->dofs[dof].inverse;
}

void articulated_half_apply(const articulated_tree *tree, articulated_scratch *scratch, const double *z, double *a)
{
    articulated_inner *inner = scratch->inner;
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &inner->links[i];
        spatial A = link->parent < 0 ? spatial_zero() : motion_shift(inner->motion[link->parent], link->r);
        for (int d = link->v_begin; d < link->v_end; d++)
        {
            const inner_dof *dof = &inner->dofs[d];
            a[d] = z[d] - dof->inverse * spatial_dot(dof->U, A);
            A = spatial_add_scaled(A, a[d], dof->S);
        }
        inner->motion[i] = A;
    }
}

void articulated_solve(const articulated_tree *tree, articulated_scratch *scratch, const double *torque, double *a)
{
    articulated_inner *inner = scratch->inner;
    for (int i = 0; i < tree->link_count; i++) inner->force[i] = spatial_zero();
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        const inner_link *link = &inner->links[i];
        spatial p = inner->force[i];
        for (int d = link->v_end - 1; d >= link->v_begin; d--)
        {
            const inner_dof *dof = &inner->dofs[d];
            double z = dof->inverse > 0 ? dof->inverse * (torque[d] - spatial_dot(dof->S, p)) : 0;
            inner->u[d] = z;
            p = spatial_add_scaled(p, z, dof->U);
        }
        if (link->parent >= 0)
            inner->force[link->parent] = spatial_add(inner->force[link->parent], force_shift(p, link->r));
    }
    articulated_half_apply(tree, scratch, inner->u, a);
}

/// Inward half of tracking: u of free dofs, S · p of prescribed ones.
static void track_inward(const articulated_tree *tree, articulated_inner *inner, const double *torque, const double *a)
{
    for (int i = 0; i < tree->link_count; i++) inner->force[i] = spatial_zero();
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        const inner_link *link = &inner->links[i];
        spatial p = inner->force[i];
        for (int d = link->v_end - 1; d >= link->v_begin; d--)
        {
            const inner_dof *dof = &inner->dofs[d];
            if (tree->prescribed[d])
            {
                p = spatial_add_scaled(p, a[d], dof->U);
                inner->u[d] = spatial_dot(dof->S, p) + dof->extra * a[d];
                continue;
            }
            inner->u[d] = dof->inverse * (torque[d] - spatial_dot(dof->S, p));
            p = spatial_add_scaled(p, inner->u[d], dof->U);
        }
        if (link->parent >= 0)
            inner->force[link->parent] = spatial_add(inner->force[link->parent], force_shift(p, link->r));
    }
}

void articulated_track(const articulated_tree *tree, articulated_scratch *scratch, double *torque, double *a)
{
    articulated_inner *inner = scratch->inner;
    track_inward(tree, inner, torque, a);
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &inner->links[i];
        spatial A = link->parent < 0 ? spatial_zero() : motion_shift(inner->motion[link->parent], link->r);
        for (int d = link->v_begin; d < link->v_end; d++)
        {
            const inner_dof *dof = &inner->dofs[d];
            double moved = spatial_dot(dof->U, A);
            if (tree->prescribed[d]) torque[d] = inner->u[d] + moved;
            else a[d] = inner->u[d] - dof->inverse * moved;
            A = spatial_add_scaled(A, a[d], dof->S);
        }
        inner->motion[i] = A;
    }
}
