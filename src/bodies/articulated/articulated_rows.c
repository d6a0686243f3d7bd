// Rows of points and of coordinates, and what M̂⁻¹ makes of them.
//
// A row H of the velocity of a point along a direction is the power of a unit force there: H_d = S_d · f, with the
// force f carried along the branch. G = M̂⁻¹Hᵀ: f goes up the branch through the articulated inertias,
//
//   h = S · f,  f ◄ f - U h / D        (h: the half row, M̂ = Lᵀ D L, h = L⁻ᵀ Hᵀ)
//
// and accelerations come down the whole tree from z = h/D (articulated_half_apply). Rows between contacts need no
// coming down:
// H M̂⁻¹ H'ᵀ = Σ h h' / D over the dofs that they share.

#include "bodies/articulated/articulated_spatial.h"

#include <string.h>

/// A unit force at a point, or a unit torque, about the link's origin.
static spatial unit_force(const articulated_scratch *scratch, int link, vec3 point, vec3 direction, bool angular)
{
    if (angular) return (spatial){direction, v3_zero()};
    return (spatial){v3_cross(v3_sub(point, scratch->bodies[link].position), direction), direction};
}

int articulated_depth(const articulated_tree *tree, int link)
{
    int count = 0;
    for (; link >= 0; link = tree->links[link].parent) count += tree->links[link].v_count;
    return count;
}

int articulated_branch(const articulated_tree *tree, int link, int *dofs)
{
    while (link >= 0 && tree->links[link].v_count == 0) link = tree->links[link].parent;
    if (link < 0) return 0;
    int last = tree->links[link].v_begin + tree->links[link].v_count - 1, count = 0;
    for (int d = last; d >= 0; d = tree->dof_parent[d]) count++;
    for (int d = last, k = count; d >= 0; d = tree->dof_parent[d]) dofs[--k] = d;
    return count;
}

static int row(const articulated_tree *tree, const articulated_scratch *scratch, int link, spatial f, int *dofs,
               double *H)
{
    const articulated_inner *inner = scratch->inner;
    int count = articulated_branch(tree, link, dofs), k = count;
    for (; link >= 0; link = inner->links[link].parent)
    {
        for (int d = inner->links[link].v_end - 1; d >= inner->links[link].v_begin; d--)
            H[--k] = spatial_dot(inner->dofs[d].S, f);
        f = force_shift(f, inner->links[link].r);
    }
    return count;
}

int articulated_row(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 point,
                    vec3 direction, int *dofs, double *H)
{
    return row(tree, scratch, link, unit_force(scratch, link, point, direction, false), dofs, H);
}

int articulated_row_angular(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 direction,
                            int *dofs, double *H)
{
    return row(tree, scratch, link, unit_force(scratch, link, v3_zero(), direction, true), dofs, H);
}

/// G ◄ h/D on the branch, 0 elsewhere; then down.
static void inverse_row(const articulated_tree *tree, articulated_scratch *scratch, int link, spatial f, double *G)
{
    const articulated_inner *inner = scratch->inner;
    memset(G, 0, (size_t)tree->v_count * sizeof *G);
    for (; link >= 0; link = inner->links[link].parent)
    {
        for (int d = inner->links[link].v_end - 1; d >= inner->links[link].v_begin; d--)
        {
            G[d] = inner->dofs[d].inverse * spatial_dot(inner->dofs[d].S, f);
            f = spatial_add_scaled(f, -G[d], inner->dofs[d].U);
        }
        f = force_shift(f, inner->links[link].r);
    }
    articulated_half_apply(tree, scratch, G, G);
}

void articulated_inverse_row(const articulated_tree *tree, articulated_scratch *scratch, int link, vec3 point,
                             vec3 direction, double *G)
{
    inverse_row(tree, scratch, link, unit_force(scratch, link, point, direction, false), G);
}

void articulated_inverse_row_angular(const articulated_tree *tree, articulated_scratch *scratch, int link,
                                     vec3 direction, double *G)
{
    inverse_row(tree, scratch, link, unit_force(scratch, link, v3_zero(), direction, true), G);
}

enum
{
    ABREAST = 3 // a contact's directions go up together: each waits for its own last sum only
};

/// row_count rows at once; f: their forces about the link's origin. Inline, so that the number is a constant and f
/// stays in registers.
static inline void half_rows_abreast(const articulated_inner *inner, int link, int row_count, spatial *f, int count,
                                     int stride, double *h, double *inverse_h)
{
    int k = count;
    for (int i = link; i >= 0; i = inner->links[i].parent)
    {
        for (int d = inner->links[i].v_end - 1; d >= inner->links[i].v_begin; d--)
        {
            k--;
            for (int n = 0; n < row_count; n++)
            {
                double value = spatial_dot(inner->dofs[d].S, f[n]), z = inner->dofs[d].inverse * value;
                h[n * stride + k] = value;
                inverse_h[n * stride + k] = z;
                f[n] = spatial_add_scaled(f[n], -z, inner->dofs[d].U);
            }
        }
        for (int n = 0; n < row_count; n++) f[n] = force_shift(f[n], inner->links[i].r);
    }
}

int articulated_half_rows(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 point,
                          int row_count, const vec3 *directions, bool angular, int *dofs, double *h, double *inverse_h)
{
    return articulated_half_rows_apart(tree, scratch, link, point, row_count, directions, angular, 0, dofs, h,
                                       inverse_h);
}

int articulated_half_rows_apart(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 point,
                                int row_count, const vec3 *directions, bool angular, int stride, int *dofs, double *h,
                                double *inverse_h)
{
    int count = articulated_branch(tree, link, dofs);
    if (stride == 0) stride = count;
    for (int n = 0; n < row_count; n += ABREAST)
    {
        int rows = row_count - n < ABREAST ? row_count - n : ABREAST;
        spatial f[ABREAST];
        for (int m = 0; m < rows; m++) f[m] = unit_force(scratch, link, point, directions[n + m], angular);
        double *hn = h + n * stride, *zn = inverse_h + n * stride;
        if (rows == 1) half_rows_abreast(scratch->inner, link, 1, f, count, stride, hn, zn);
        else if (rows == 2) half_rows_abreast(scratch->inner, link, 2, f, count, stride, hn, zn);
        else half_rows_abreast(scratch->inner, link, 3, f, count, stride, hn, zn);
    }
    return count;
}

enum
{
    FEW = 4 // dofs of a row whose branches are followed side by side; with more all links are looked at
};

/// Of a few branches on their way to the base, those that are at link i go on; returns the farthest place at which one
/// of them is, -1 if none.
static int farthest_next(const articulated_inner *inner, int count, int *at, int i)
{
    int farthest = -1;
    for (int k = 0; k < count; k++)
    {
        if (at[k] == i) at[k] = inner->links[i].parent;
        if (at[k] > farthest) farthest = at[k];
    }
    return farthest;
}

int articulated_half_sparse(const articulated_tree *tree, articulated_scratch *scratch, int count, const int *dofs,
                            const double *H, int *half_dofs, double *h, double *inverse_h)
{
    articulated_inner *inner = scratch->inner;
    int last = -1, half_count = 0, at[FEW];
    for (int k = 0; k < count; k++) // which links it touches
    {
        int i = tree->dof_link[dofs[k]];
        if (i > last) last = i;
        if (count <= FEW) at[k] = i;
        for (; i >= 0 && !inner->touched[i]; i = inner->links[i].parent)
        {
            inner->touched[i] = true;
            inner->force[i] = spatial_zero();
            for (int d = inner->links[i].v_begin; d < inner->links[i].v_end; d++) inner->u[d] = 0;
            half_count += inner->links[i].v_end - inner->links[i].v_begin;
        }
    }
    for (int k = 0; k < count; k++) inner->u[dofs[k]] += H[k];

    for (int i = last, k = half_count; i >= 0; i = count <= FEW ? farthest_next(inner, count, at, i) : i - 1)
    {
        if (!inner->touched[i]) continue;
        inner->touched[i] = false;
        spatial f = inner->force[i];
        for (int d = inner->links[i].v_end - 1; d >= inner->links[i].v_begin; d--)
        {
            half_dofs[--k] = d;
            h[k] = inner->u[d] + spatial_dot(inner->dofs[d].S, f);
            inverse_h[k] = inner->dofs[d].inverse * h[k];
            f = spatial_add_scaled(f, -inverse_h[k], inner->dofs[d].U);
        }
        int parent = inner->links[i].parent;
        if (parent >= 0) inner->force[parent] = spatial_add(inner->force[parent], force_shift(f, inner->links[i].r));
    }
    return half_count;
}
