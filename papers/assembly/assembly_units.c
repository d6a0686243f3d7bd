// Units of a path: its links one by one, or some together where one has too little inertia of its own (assembly.c).

#include "papers/assembly/assembly_parts.h"

#include <string.h>

/// A link stands alone if its joints' inertia is at least this share of what it is with all that the joint carries.
static const double alone = 1e-2;

static void m6_of_inertia(const spatial_inertia *J, double *A)
{
    static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            A[6 * i + j] = J->A[at[3 * i + j]];
            A[6 * i + 3 + j] = J->B[3 * i + j];
            A[6 * (3 + i) + j] = J->B[3 * j + i];
            A[6 * (3 + i) + 3 + j] = J->C[at[3 * i + j]];
        }
}

static void inertia_add_m6(spatial_inertia *J, const double *A)
{
    static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++)
    {
        J->A[k] += A[6 * row[k] + col[k]];
        J->C[k] += A[6 * (3 + row[k]) + 3 + col[k]];
    }
    for (int k = 0; k < 9; k++) J->B[k] += A[6 * (k / 3) + 3 + k % 3];
}

void assembly_hang(articulated_assembly *a, int link, const assembly_stretch *path)
{
    inertia_add_m6(&a->node[link], path->J);
}

static void spatial_store(double *x, spatial s)
{
    v3_store(x, s.a);
    v3_store(x + 3, s.l);
}

/// Eliminates the dofs of link i from J; whether each has enough of its own.
static bool eliminate_link(const articulated_tree *tree, const articulated_inner *inner, articulated_assembly *a, int i,
                           spatial_inertia *J)
{
    bool enough = true;
    for (int d = inner->links[i].v_end - 1; d >= inner->links[i].v_begin; d--)
    {
        a->inverse[d] = 0;
        if (tree->prescribed[d]) continue;
        const inner_dof *dof = &inner->dofs[d];
        a->U[d] = inertia_times(J, dof->S);
        double D = spatial_dot(dof->S, a->U[d]) + dof->extra;
        enough = enough && D * dof->inverse >= alone;
        if (!(D > 0)) continue; // never the last word: there is more below
        a->inverse[d] = 1 / D;
        inertia_subtract(J, a->inverse[d], a->U[d]);
    }
    return enough;
}

/// L and K of link i from the eliminated dofs: a ◄ P a + S Sᵀ f / D, P = 1 - S Uᵀ / D, dof by dof; L begins with the
/// shift by r.
static void link_response(const articulated_inner *inner, articulated_assembly *a, int i)
{
    double *L = a->links[i].L, *K = a->links[i].K;
    vec3 r = inner->links[i].r;
    m6_identity(L);
    m6_zero(K);
    L[18 + 1] = r.z, L[18 + 2] = -r.y; // v + w × r
    L[24 + 0] = -r.z, L[24 + 2] = r.x;
    L[30 + 0] = r.y, L[30 + 1] = -r.x;
    for (int d = inner->links[i].v_begin; d < inner->links[i].v_end; d++)
    {
        double S[6], U[6], LU[6] = {0}, KU[6] = {0}, UKU = 0, inverse = a->inverse[d];
        if (inverse == 0) continue;
        spatial_store(S, inner->dofs[d].S);
        spatial_store(U, a->U[d]);
        for (int k = 0; k < 6; k++)
            for (int j = 0; j < 6; j++)
            {
                LU[j] += U[k] * L[6 * k + j];
                KU[j] += U[k] * K[6 * k + j];
            }
        for (int k = 0; k < 6; k++) UKU += U[k] * KU[k];
        double own = inverse + inverse * inverse * UKU; // of S Sᵀ in P K Pᵀ + S Sᵀ / D
        for (int k = 0; k < 6; k++)
            for (int j = 0; j < 6; j++)
            {
                L[6 * k + j] -= inverse * S[k] * LU[j];
                K[6 * k + j] += own * S[k] * S[j] - inverse * (S[k] * KU[j] + KU[k] * S[j]);
            }
    }
}

/// Links first … end of a path as one unit with `under`, a unit that goes on below them (or NULL) and stays as it is:
/// in order from the bottom; J of the whole. Whether the first has enough inertia of its own.
static bool fill_unit(const articulated_tree *tree, const articulated_inner *inner, articulated_assembly *a, int first,
                      int end, const assembly_stretch *under, spatial_inertia *J)
{
    spatial_inertia below = {0};
    bool enough = true;
    if (under) inertia_add_m6(&below, under->J);
    for (int k = end - 1; k >= first; k--)
    {
        int i = a->path_links[k];
        spatial_inertia here = a->node[i];
        inertia_add_shifted(&here, &below, v3_zero());
        enough = eliminate_link(tree, inner, a, i, &here);
        memset(&below, 0, sizeof below);
        inertia_add_shifted(&below, &here, inner->links[i].r);
        link_response(inner, a, i);
    }
    *J = below;
    return enough;
}

void assembly_finish_unit(articulated_assembly *a, assembly_stretch *unit)
{
    double way[36]; // from the link at hand to the bottom
    for (int k = unit->first; k < unit->end; k++)
    {
        assembly_link *link = &a->links[a->path_links[k]];
        m6_copy(link->T, link->L);
        m6_copy(link->own, link->K);
        if (k == unit->first) continue;
        const assembly_link *above = &a->links[a->path_links[k - 1]];
        double product[36];
        m6_multiply(link->L, above->T, link->T);
        m6_multiply(link->L, above->own, product);
        m6_add_product_transposed(1, product, link->L, link->own);
        m6_symmetrize(link->own);
    }
    m6_identity(way);
    for (int k = unit->end - 1; k >= unit->first; k--)
    {
        assembly_link *link = &a->links[a->path_links[k]];
        double longer[36];
        m6_multiply_transposed(link->own, way, link->B);
        m6_multiply(way, link->L, longer);
        m6_copy(way, longer);
    }
    const assembly_link *bottom = &a->links[a->path_links[unit->end - 1]];
    m6_copy(unit->T, bottom->T);
    m6_copy(unit->C, bottom->own);
}

void assembly_try_alone(const articulated_tree *tree, const articulated_scratch *scratch, articulated_assembly *a,
                        int place)
{
    a->enough[place] = fill_unit(tree, scratch->inner, a, place, place + 1, NULL, &a->alone[place]);
    a->unit_at[place] = -1;
}

/// Weight, depth and whether there are handles in a unit, from its links and what hangs on them.
static int survey(articulated_assembly *a, assembly_stretch *unit)
{
    int weight = 0;
    unit->active = false;
    unit->depth = unit->height = 0;
    for (int k = unit->first; k < unit->end; k++)
    {
        int i = a->path_links[k];
        weight += a->weight[i];
        unit->active = unit->active || a->handle_of[i] >= 0;
        for (int c = a->child_begin[i]; c < a->child_begin[i + 1]; c++)
        {
            const assembly_stretch *hung = &a->stretches[a->path_stretch[a->child_paths[c]]];
            unit->active = unit->active || hung->active;
            if (hung->depth + 1 > unit->depth) unit->depth = hung->depth + 1;
        }
    }
    return weight;
}

void assembly_cut(const articulated_tree *tree, const articulated_scratch *scratch, articulated_assembly *a, int path)
{
    int begin = a->path_begin[path], count = 0, next = 2 * begin;
    int *units = a->units + begin, *prefix = a->prefix + begin + path;
    for (int k = a->path_begin[path + 1] - 1; k >= begin; k--)
    {
        int end = k + 1;
        bool enough = a->enough[k];
        spatial_inertia J = a->alone[k];
        for (int take = 1; !enough && count > 0; take *= 2)
        {
            count -= take < count ? take : count;
            next = units[count];
            const assembly_stretch *under = &a->stretches[next];
            end = under->end;
            enough = fill_unit(tree, scratch->inner, a, k, under->first, under, &J);
        }
        assembly_stretch *unit = &a->stretches[next];
        unit->first = k;
        unit->end = end;
        unit->upper = unit->lower = -1;
        m6_of_inertia(&J, unit->J);
        units[count++] = next++;
    }
    prefix[0] = 0;
    for (int k = 0; k < count; k++)
    {
        a->unit_at[a->stretches[units[k]].first] = units[k];
        prefix[k + 1] = prefix[k] + survey(a, &a->stretches[units[k]]);
    }
    a->unit_count[path] = count;
}
