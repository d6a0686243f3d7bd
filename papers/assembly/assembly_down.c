// Disassembly: how the rest of the tree answers a stretch.
//
// Forces on handles inside a stretch reach its ports as s = (Σ T_hᵀ f_h, Σ B_hᵀ f_h), and the rest of the tree answers
// (a_in, f_bottom) = R s, R symmetric.
// Of the whole R = 0: the base does not give way, nothing pulls at the bottom. Of the parts of a merger, with what its
// own ports answer,
//
//   lower:  (a_in, f)_l = [E T_u  E C_u T_lᵀ; 0 1] y + [E C_u  0; 0 0] s_l
//   upper:  (a_in, f)_u = [1 0; -J_l E T_u  Eᵀ T_lᵀ] y + [0 0; 0 -J_l E] s_u
//
// from which R_l = Y R Yᵀ + …. Of a path that hangs on a link: R = Φ of that link, in the whole tree, for a_in, and 0
// for the rest.
// Only stretches with handles in them are looked at.

#include "papers/assembly/assembly_parts.h"

/// Q ◄ P + A R11 Aᵀ + (A R12 Bᵀ) + (A R12 Bᵀ)ᵀ + B R22 Bᵀ
static void congruence(const assembly_stretch *s, const double *A, const double *B, const double *P, double *Q)
{
    double left[36], right[36], out[36];
    m6_multiply(A, s->R11, left);
    m6_zero(out);
    m6_add_product_transposed(1, left, A, out);
    m6_multiply(A, s->R12, left);
    m6_multiply_transposed(left, B, right);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) out[6 * i + j] += right[6 * i + j] + right[6 * j + i];
    m6_multiply(B, s->R22, left);
    m6_add_product_transposed(1, left, B, out);
    for (int k = 0; k < 36; k++) Q[k] = out[k] + P[k];
    m6_symmetrize(Q);
}

static void answer_lower(const assembly_stretch *s, assembly_stretch *lower)
{
    double B[36];
    m6_multiply_transposed(s->EC, lower->T, B);
    congruence(s, s->ET, B, s->EC, lower->R11);
    m6_multiply(s->ET, s->R12, lower->R12);
    m6_add_product(1, B, s->R22, lower->R12);
    m6_copy(lower->R22, s->R22);
}

static void answer_upper(const assembly_stretch *s, assembly_stretch *upper, const assembly_stretch *lower)
{
    double G[36], TE[36], H[36], JE[36];
    m6_multiply(lower->J, s->ET, G);
    m6_multiply(lower->T, s->E, TE);
    m6_transpose(TE, H);
    m6_multiply(lower->J, s->E, JE);
    for (int k = 0; k < 36; k++) G[k] = -G[k], JE[k] = -JE[k];
    m6_copy(upper->R11, s->R11);
    m6_multiply_transposed(s->R11, G, upper->R12);
    m6_add_product_transposed(1, s->R12, H, upper->R12);
    congruence(s, G, H, JE, upper->R22);
}

/// Φ in the whole tree of the links of a unit that are handles or carry some.
static void finish_links(articulated_assembly *a, const assembly_stretch *unit)
{
    for (int k = unit->first; k < unit->end; k++)
    {
        assembly_link *link = &a->links[a->path_links[k]];
        congruence(unit, link->T, link->B, link->own, link->final);
    }
}

static void answer_parts(assembly_job *job, int item)
{
    articulated_assembly *a = job->a;
    const assembly_stretch *s = &a->stretches[a->joins[job->join_end - 1 - item]]; // the highest first
    if (!s->active) return;
    assembly_stretch *upper = &a->stretches[s->upper], *lower = &a->stretches[s->lower];
    if (lower->active) answer_lower(s, lower);
    if (upper->active) answer_upper(s, upper, lower);
}

static void finish_place(assembly_job *job, int place)
{
    articulated_assembly *a = job->a;
    if (a->unit_at[place] < 0) return;
    const assembly_stretch *unit = &a->stretches[a->unit_at[place]];
    if (unit->active) finish_links(a, unit);
}

/// What the link that a path hangs on answers.
static void answer_path(const assembly_job *job, int path)
{
    articulated_assembly *a = job->a;
    assembly_stretch *whole = &a->stretches[a->path_stretch[path]];
    int parent = job->scratch->inner->links[a->path_links[a->path_begin[path]]].parent;
    m6_zero(whole->R11);
    m6_zero(whole->R12);
    m6_zero(whole->R22);
    if (parent >= 0 && whole->active) m6_copy(whole->R11, a->links[parent].final);
}

void assembly_down(assembly_job *job)
{
    articulated_assembly *a = job->a;
    for (int level = 0; level < a->level_count; level++)
    {
        int first = a->level_begin[level], end = a->level_begin[level + 1], heights = a->heights[level];
        int places[] = {a->path_begin[first], a->path_begin[end]};
        const int *rounds = assembly_rounds(a, level);
        for (int path = first; path < end; path++) answer_path(job, path);
        job->join_end = rounds[heights];
        for (int h = 0; h <= heights; h++) a->offsets[h] = rounds[heights] - rounds[heights - h];
        assembly_side_by_side(job, heights, a->offsets, answer_parts);
        assembly_side_by_side(job, 1, places, finish_place);
    }
}
