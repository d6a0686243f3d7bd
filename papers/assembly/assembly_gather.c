// Φ between handles, each pair where their ways to the base meet.
//
// Going up, each handle keeps a_h = X a_in + Y f_bottom of the stretch at hand. Two handles meet
//   at a link i, in paths that hang on it:          Φ = X_h Φ_i X_kᵀ
//   in a unit, h on a link above k's:               Φ = Z_h X_kᵀ + y_h R y_kᵀ Z_h: Φ between h and k's link in the unit
//                                                   alone
//   in a merger, h in the upper part, k in the lower: Φ = Y_h Eᵀ X_kᵀ + y_h R y_kᵀ y = (X, Y) of the merged stretch, R
//   its answer
// Handles of one stretch stand side by side in `gathered`. Cost: a few products a pair, and a few a handle and level.

#include "papers/assembly/assembly_parts.h"

enum
{
    MANY_PAIRS = 256 // of handles, in a merger: these are paired side by side
};

typedef struct gathering
{
    articulated_assembly *a;
    assembly_job *job;
    double *Phi;
    int count; // gathered so far
} gathering;

static int gather(gathering *g, int stretch);

/// Writes Φ_hk and its transpose.
static void put_at(const articulated_assembly *a, double *Phi, int h, int k, const double *block)
{
    size_t stride = 6 * (size_t)a->handle_count;
    double *at = Phi + 6 * (size_t)h * stride + 6 * (size_t)k, *mirror = Phi + 6 * (size_t)k * stride + 6 * (size_t)h;
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 6; j++) at[i * stride + j] = mirror[j * stride + i] = block[6 * i + j];
}

static void put(gathering *g, int h, int k, const double *block)
{
    put_at(g->a, g->Phi, h, k, block);
}

/// y_h R, in two blocks.
static void answer(const articulated_assembly *a, const assembly_stretch *s, int h, double *first, double *second)
{
    const double *X = a->X + 36 * h, *Y = a->Y + 36 * h;
    m6_multiply(X, s->R11, first);
    m6_add_product_transposed(1, Y, s->R12, first);
    m6_multiply(X, s->R12, second);
    m6_add_product(1, Y, s->R22, second);
}

/// block += y_h R y_kᵀ
static void add_answer(const articulated_assembly *a, const double *first, const double *second, int k, double *block)
{
    m6_add_product_transposed(1, first, a->X + 36 * k, block);
    m6_add_product_transposed(1, second, a->Y + 36 * k, block);
}

/// Handles on link i and behind it, beside the path; X from the link.
static void gather_link(gathering *g, int i)
{
    articulated_assembly *a = g->a;
    const double *Phi_i = a->links[i].final;
    int begin = g->count;
    if (a->handle_of[i] >= 0)
    {
        int h = a->handle_of[i];
        m6_identity(a->X + 36 * h);
        put(g, h, h, Phi_i);
        a->gathered[g->count++] = h;
    }
    for (int c = a->child_begin[i]; c < a->child_begin[i + 1]; c++)
    {
        int before = g->count;
        gather(g, a->path_stretch[a->child_paths[c]]);
        for (int x = begin; x < before; x++)
        {
            double XP[36], block[36];
            int h = a->gathered[x];
            m6_multiply(a->X + 36 * h, Phi_i, XP);
            for (int y = before; y < g->count; y++)
            {
                m6_multiply_transposed(XP, a->X + 36 * a->gathered[y], block);
                put(g, h, a->gathered[y], block);
            }
        }
    }
}

/// X, Y and Z of the handles of one link of a unit, from X of the link.
static void carry_from_link(articulated_assembly *a, const assembly_link *link, int h)
{
    double X[36];
    m6_copy(X, a->X + 36 * h);
    m6_multiply(X, link->own, a->Z + 36 * h);
    m6_multiply(X, link->T, a->X + 36 * h);
    m6_multiply(X, link->B, a->Y + 36 * h);
}

/// Pairs of handles begin … before, on links above, with those from there to the last, on the link at hand.
static void pair_in_unit(gathering *g, const assembly_stretch *unit, const assembly_link *link, int begin, int before)
{
    articulated_assembly *a = g->a;
    for (int y = before; y < g->count; y++)
    {
        int k = a->gathered[y];
        double X[36], block[36], first[36], second[36];
        m6_copy(X, a->X + 36 * k);
        carry_from_link(a, link, k);
        for (int x = begin; x < before; x++)
        {
            int h = a->gathered[x];
            m6_multiply_transposed(a->Z + 36 * h, X, block);
            answer(a, unit, h, first, second);
            add_answer(a, first, second, k, block);
            put(g, h, k, block);
        }
    }
}

static void gather_unit(gathering *g, const assembly_stretch *unit)
{
    articulated_assembly *a = g->a;
    int begin = g->count;
    for (int p = unit->first; p < unit->end; p++)
    {
        const assembly_link *link = &a->links[a->path_links[p]];
        int before = g->count;
        for (int x = begin; x < before; x++) // Z goes down with us
        {
            double *Z = a->Z + 36 * a->gathered[x], moved[36];
            m6_multiply_transposed(Z, link->L, moved);
            m6_copy(Z, moved);
        }
        gather_link(g, a->path_links[p]);
        pair_in_unit(g, unit, link, begin, before);
    }
}

/// Handles begin … middle of the upper and middle … end of the lower part, seen from the merged stretch. Leaves Y Eᵀ in
/// Z of the upper ones and the old X in Z of the lower ones.
static void carry_from_parts(articulated_assembly *a, const assembly_stretch *s, int begin, int middle, int end)
{
    const assembly_stretch *lower = &a->stretches[s->lower];
    double G[36], B[36];
    m6_multiply(lower->J, s->ET, G);
    m6_multiply_transposed(s->EC, lower->T, B);
    for (int x = begin; x < middle; x++)
    {
        double *X = a->X + 36 * a->gathered[x], *Y = a->Y + 36 * a->gathered[x], *Z = a->Z + 36 * a->gathered[x];
        m6_multiply_transposed(Y, s->E, Z);
        m6_add_product(-1, Y, G, X);
        m6_multiply_transposed(Z, lower->T, Y);
    }
    for (int y = middle; y < end; y++)
    {
        double *X = a->X + 36 * a->gathered[y], *Y = a->Y + 36 * a->gathered[y], *Z = a->Z + 36 * a->gathered[y];
        m6_copy(Z, X);
        m6_multiply(Z, s->ET, X);
        m6_add_product(1, Z, B, Y);
    }
}

/// One handle of the upper part of a merger with all of the lower one.
static void pair_with_lower(assembly_job *job, int x)
{
    articulated_assembly *a = job->a;
    double block[36], first[36], second[36];
    int h = a->gathered[x];
    answer(a, job->merger, h, first, second);
    for (int y = job->middle; y < job->end; y++)
    {
        int k = a->gathered[y];
        m6_multiply_transposed(a->Z + 36 * h, a->Z + 36 * k, block);
        add_answer(a, first, second, k, block);
        put_at(a, job->Phi, h, k, block);
    }
}

/// Appends the handles of a stretch to `gathered`, with all pairs between them done; returns how many there are now.
static int gather(gathering *g, int index)
{
    articulated_assembly *a = g->a;
    const assembly_stretch *s = &a->stretches[index];
    if (!s->active) return g->count;
    if (s->upper < 0)
    {
        gather_unit(g, s);
        return g->count;
    }
    int begin = g->count, middle = gather(g, s->upper), end = gather(g, s->lower), upper[] = {begin, middle};
    carry_from_parts(a, s, begin, middle, end);
    assembly_job *job = g->job;
    job->middle = middle;
    job->end = end;
    job->merger = s;
    if ((long)(middle - begin) * (end - middle) >= MANY_PAIRS) assembly_side_by_side(job, 1, upper, pair_with_lower);
    else
        for (int x = begin; x < middle; x++) pair_with_lower(job, x);
    return end;
}

void assembly_gather(assembly_job *job)
{
    articulated_assembly *a = job->a;
    size_t size = 6 * (size_t)a->handle_count;
    gathering g = {a, job, job->Phi, 0};
    memset(job->Phi, 0, size * size * sizeof *job->Phi); // trees side by side on one base do not feel each other
    for (int path = 0; path < a->path_count; path++)
        if (job->scratch->inner->links[a->path_links[a->path_begin[path]]].parent < 0)
            gather(&g, a->path_stretch[path]);
}
