// Assembly: from links to stretches to the whole tree.
//
// Yamane and Nakamura 2008 let the forward dynamics give Φ between handles (eqs. 9, 10; their refs. 12 and 18: divide and conquer, assembly and
// disassembly). A sub-assembly here has two handles of its own, the parent of its top link and its bottom link, and eq. (9) is kept pivoted in the first,
//
//   F        =  J a_in - Tᵀ f_bottom          (force from the parent)
//   a_bottom =  T a_in + C f_bottom
//
// because then all parts exist where Φ of a free sub-assembly does not: no mass, a base that stands still, a floating base with armature.
//
// The tree falls into paths (each link is followed by its heaviest child), so that from any link to the base there are at most log₂ n changes of
// path. What hangs beside a path is assembled first, and its J added to the link it hangs on. Along a path stretches are joined two by two, halved
// by weight, so that mergers behind one another number O(log n) and those side by side could run at once. Joining upper and lower,
//
//   E = (1 + C_u J_l)⁻¹,    a_u = E (T_u a_in + C_u T_lᵀ f)
//   J = J_u + T_uᵀ J_l E T_u,    T = T_l E T_u,    C = C_l + T_l E C_u T_lᵀ
//
// C_u J_l has no negative eigenvalues: E exists. A link whose joint moves next to nothing of its own (massless with what it carries left out) would make C_u
// huge and lose digits; it goes into one unit with the links below, which is eliminated in order as articulated_factor does.
// Prescribed joints are not eliminated: they are rigid, Yamane and Nakamura's high-gain mode. Cost: O(n), some forty products of 6 × 6 matrices a link.

#include "bodies/articulated/articulated_assembly_parts.h"

#include "base/error.h"

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

/// L and K of link i from the eliminated dofs:  a ◄ P a + S Sᵀ f / D,  P = 1 - S Uᵀ / D, dof by dof; L begins with the shift by r.
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

/// Links first … end of a path as one unit with `under`, a unit that goes on below them (or NULL) and stays as it is: in order from the bottom; J of
/// the whole. Whether the first has enough inertia of its own.
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

/// What its links make of (a_in, f_bottom), and its own T and C.
static void finish_unit(articulated_assembly *a, assembly_stretch *unit)
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

/// Cuts a path into units, from the bottom; a link with too little inertia takes the unit below in, then two more, four more …: so that links are done over
/// a few times at most, and not once for each one above them.
static int cut(const articulated_tree *tree, const articulated_inner *inner, articulated_assembly *a, int path)
{
    int count = 0;
    for (int k = a->path_begin[path + 1] - 1; k >= a->path_begin[path]; k--)
    {
        int fresh = k + 1, end = k + 1;
        const assembly_stretch *under = NULL;
        spatial_inertia J;
        for (int take = 1; !fill_unit(tree, inner, a, k, fresh, under, &J) && count > 0; take *= 2)
        {
            count -= take < count ? take : count;
            under = &a->stretches[a->units[count]];
            fresh = under->first;
            end = under->end;
            a->stretch_count = a->units[count];
        }
        assembly_stretch *unit = &a->stretches[a->stretch_count];
        unit->first = k;
        unit->end = end;
        unit->upper = unit->lower = -1;
        m6_of_inertia(&J, unit->J);
        a->units[count++] = a->stretch_count++;
    }
    return count;
}

/// Joins stretches u and l; see above.
static void join(articulated_assembly *a, int u, int l, assembly_stretch *s)
{
    const assembly_stretch *upper = &a->stretches[u], *lower = &a->stretches[l];
    double A[36], product[36], transposed[36];
    s->upper = u;
    s->lower = l;
    m6_identity(A);
    m6_add_product(1, upper->C, lower->J, A);
    m6_invert(A, s->E);
    m6_multiply(s->E, upper->T, s->ET);
    m6_multiply(s->E, upper->C, s->EC);
    m6_symmetrize(s->EC);

    m6_multiply(lower->T, s->ET, s->T);
    m6_multiply(lower->J, s->ET, product);
    m6_transpose(upper->T, transposed);
    m6_copy(s->J, upper->J);
    m6_add_product(1, transposed, product, s->J);
    m6_symmetrize(s->J);
    m6_multiply(lower->T, s->EC, product);
    m6_copy(s->C, lower->C);
    m6_add_product_transposed(1, product, lower->T, s->C);
    m6_symmetrize(s->C);
}

/// The stretch of units lo … hi - 1 (counted from the bottom), halved where the weight is.
static int build(articulated_assembly *a, int lo, int hi)
{
    if (hi - lo == 1) return a->units[lo];
    int middle = a->prefix[lo] + (a->prefix[hi] - a->prefix[lo]) / 2, cut_at = lo + 1, far = hi - 1;
    while (cut_at < far) // the first place at which half the weight lies below
    {
        int half = cut_at + (far - cut_at) / 2;
        if (a->prefix[half] < middle) cut_at = half + 1;
        else far = half;
    }
    if (cut_at - 1 > lo && middle - a->prefix[cut_at - 1] < a->prefix[cut_at] - middle) cut_at--;
    int lower = build(a, lo, cut_at), upper = build(a, cut_at, hi), index = a->stretch_count++;
    assembly_stretch *s = &a->stretches[index];
    join(a, upper, lower, s);
    const assembly_stretch *U = &a->stretches[upper], *L = &a->stretches[lower];
    s->active = U->active || L->active;
    s->depth = 1 + (U->depth > L->depth ? U->depth : L->depth);
    return index;
}

/// Weight, depth and whether there are handles in a unit, from its links and what hangs on them.
static int survey(articulated_assembly *a, assembly_stretch *unit)
{
    int weight = 0;
    unit->active = false;
    unit->depth = 0;
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

void assembly_up(const articulated_tree *tree, const articulated_scratch *scratch, articulated_assembly *a)
{
    const articulated_inner *inner = scratch->inner;
    for (int i = 0; i < tree->link_count; i++) link_inertia(&inner->links[i], &a->node[i]);
    a->stretch_count = a->depth = 0;
    for (int path = a->path_count - 1; path >= 0; path--) // what hangs on a path comes after it
    {
        int units = cut(tree, inner, a, path);
        a->prefix[0] = 0;
        for (int k = 0; k < units; k++)
        {
            finish_unit(a, &a->stretches[a->units[k]]);
            a->prefix[k + 1] = a->prefix[k] + survey(a, &a->stretches[a->units[k]]);
        }
        int whole = build(a, 0, units);
        a->path_stretch[path] = whole;
        if (a->stretches[whole].depth > a->depth) a->depth = a->stretches[whole].depth;
        int parent = inner->links[a->path_links[a->path_begin[path]]].parent;
        if (parent >= 0) inertia_add_m6(&a->node[parent], a->stretches[whole].J);
    }
}

hf_status articulated_assembly_inverse(const articulated_tree *tree, const articulated_scratch *scratch,
                                       articulated_assembly *a, int count, const int *handles, double *Phi,
                                       hf_error *error)
{
    for (int i = 0; i < a->link_count; i++) a->handle_of[i] = -1;
    for (int h = 0; h < count; h++)
    {
        if (handles[h] < 0 || handles[h] >= a->link_count)
            return error_set(error, HF_STATUS_INVALID, "handle %d: there is no link %d", h, handles[h]);
        if (a->handle_of[handles[h]] >= 0)
            return error_set(error, HF_STATUS_INVALID, "handle %d: link %d stands twice", h, handles[h]);
        a->handle_of[handles[h]] = h;
    }
    assembly_up(tree, scratch, a);
    assembly_down(scratch, a);
    a->handle_count = count;
    assembly_gather(scratch, a, Phi);
    return HF_STATUS_OK;
}

int articulated_assembly_depth(const articulated_assembly *assembly)
{
    return assembly->depth;
}

void articulated_wrench(const articulated_scratch *scratch, int link, vec3 point, vec3 direction, bool angular,
                        double wrench[6])
{
    vec3 arm = v3_sub(point, scratch->bodies[link].position);
    v3_store(wrench, angular ? direction : v3_cross(arm, direction));
    v3_store(wrench + 3, angular ? v3_zero() : direction);
}
