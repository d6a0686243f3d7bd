// Assembly: from links to stretches to the whole tree.
//
// Yamane and Nakamura 2008 let the forward dynamics give Φ between handles (eqs. 9, 10; their refs. 12 and 18: divide
// and conquer, assembly and disassembly). A sub-assembly here has two handles of its own, the parent of its top link
// and its bottom link, and eq. (9) is kept pivoted in the first,
//
//   F        =  J a_in - Tᵀ f_bottom          (force from the parent)
//   a_bottom =  T a_in + C f_bottom
//
// because then all parts exist where Φ of a free sub-assembly does not: no mass, a base that stands still, a floating
// base with armature.
//
// The tree falls into paths (each link is followed by its heaviest child), so that from any link to the base there are
// at most log₂ n changes of path. What hangs beside a path is assembled first, and its J added to the link it hangs on.
// Along a path stretches are joined two by two, halved by weight, so that mergers behind one another number O(log n);
// those of one height run side by side on the threads of a workspace. Joining upper and lower,
//
//   E = (1 + C_u J_l)⁻¹,    a_u = E (T_u a_in + C_u T_lᵀ f)
//   J = J_u + T_uᵀ J_l E T_u,    T = T_l E T_u,    C = C_l + T_l E C_u T_lᵀ
//
// C_u J_l has no negative eigenvalues: E exists. A link whose joint moves next to nothing of its own (massless with
// what it carries left out) would make C_u huge and lose digits; it goes into one unit with the links below, which is
// eliminated in order as articulated_factor does.
// Prescribed joints are not eliminated: they are rigid, Yamane and Nakamura's high-gain mode. Cost: O(n), some forty
// products of 6 × 6 matrices a link.

#include "papers/assembly/assembly_parts.h"

#include "base/error.h"

#include <string.h>

/// Joins the parts of a stretch; see above.
static void join(articulated_assembly *a, assembly_stretch *s)
{
    const assembly_stretch *upper = &a->stretches[s->upper], *lower = &a->stretches[s->lower];
    double A[36], product[36], transposed[36];
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

/// The stretch of units lo … hi - 1 of a path (counted from the bottom), halved where the weight is; joined later.
static int plan(articulated_assembly *a, int path, int lo, int hi, int *next)
{
    const int *units = a->units + a->path_begin[path], *prefix = a->prefix + a->path_begin[path] + path;
    if (hi - lo == 1) return units[lo];
    int middle = prefix[lo] + (prefix[hi] - prefix[lo]) / 2, cut_at = lo + 1, far = hi - 1;
    while (cut_at < far) // the first place at which half the weight lies below
    {
        int half = cut_at + (far - cut_at) / 2;
        if (prefix[half] < middle) cut_at = half + 1;
        else far = half;
    }
    if (cut_at - 1 > lo && middle - prefix[cut_at - 1] < prefix[cut_at] - middle) cut_at--;
    int lower = plan(a, path, lo, cut_at, next), upper = plan(a, path, cut_at, hi, next), index = (*next)++;
    const assembly_stretch *U = &a->stretches[upper], *L = &a->stretches[lower];
    assembly_stretch *s = &a->stretches[index];
    s->upper = upper;
    s->lower = lower;
    s->active = U->active || L->active;
    s->depth = 1 + (U->depth > L->depth ? U->depth : L->depth);
    s->height = 1 + (U->height > L->height ? U->height : L->height);
    return index;
}

// ---- what is done side by side ----

static void try_place(assembly_job *job, int place)
{
    assembly_try_alone(job->tree, job->scratch, job->a, place);
}

static void cut_path(assembly_job *job, int path)
{
    articulated_assembly *a = job->a;
    assembly_cut(job->tree, job->scratch, a, path);
    int next = 2 * a->path_begin[path] + a->unit_count[path];
    a->path_stretch[path] = plan(a, path, 0, a->unit_count[path], &next);
}

static void finish_place(assembly_job *job, int place)
{
    if (job->a->unit_at[place] >= 0) assembly_finish_unit(job->a, &job->a->stretches[job->a->unit_at[place]]);
}

static void join_one(assembly_job *job, int index)
{
    join(job->a, &job->a->stretches[job->a->joins[index]]);
}

/// The mergers of a level by height, into `joins`, and where each height begins into its rounds.
static void sort_joins(articulated_assembly *a, int level)
{
    int first = a->level_begin[level], end = a->level_begin[level + 1], *begin = assembly_rounds(a, level);
    int most = 0, at = a->path_begin[first];
    for (int path = first; path < end; path++)
    {
        int height = a->stretches[a->path_stretch[path]].height;
        if (height > most) most = height;
    }
    memset(begin, 0, ((size_t)most + 1) * sizeof *begin);
    for (int path = first; path < end; path++)
        for (int k = 1; k < a->unit_count[path]; k++) begin[a->stretches[assembly_join(a, path, k)].height]++;
    for (int h = 1; h <= most; h++) at = begin[h] += at; // where those of height h end …
    for (int path = end - 1; path >= first; path--)
        for (int k = a->unit_count[path] - 1; k >= 1; k--)
            a->joins[--begin[a->stretches[assembly_join(a, path, k)].height]] = assembly_join(a, path, k);
    for (int h = 0; h < most; h++) begin[h] = begin[h + 1]; // … and now where those of height h + 1 begin
    begin[most] = at;
    a->heights[level] = most;
}

static void assembly_up(assembly_job *job)
{
    articulated_assembly *a = job->a;
    const articulated_inner *inner = job->scratch->inner;
    for (int i = 0; i < a->link_count; i++) link_inertia(&inner->links[i], &a->node[i]);
    a->depth = 0;
    for (int level = a->level_count - 1; level >= 0; level--) // what hangs on a path is in a level behind it
    {
        int paths[] = {a->level_begin[level], a->level_begin[level + 1]};
        int places[] = {a->path_begin[paths[0]], a->path_begin[paths[1]]};
        assembly_side_by_side(job, 1, places, try_place);
        assembly_side_by_side(job, 1, paths, cut_path);
        assembly_side_by_side(job, 1, places, finish_place);
        sort_joins(a, level);
        assembly_side_by_side(job, a->heights[level], assembly_rounds(a, level), join_one);
        for (int path = paths[1] - 1; path >= paths[0]; path--)
        {
            const assembly_stretch *whole = &a->stretches[a->path_stretch[path]];
            int parent = inner->links[a->path_links[a->path_begin[path]]].parent;
            if (parent >= 0) assembly_hang(a, parent, whole);
            if (whole->depth > a->depth) a->depth = whole->depth;
        }
    }
}

hf_status articulated_assembly_inverse(const articulated_tree *tree, const articulated_scratch *scratch,
                                       articulated_assembly *a, int count, const int *handles, double *Phi,
                                       hf_workspace *workspace, hf_error *error)
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
    a->handle_count = count;
    assembly_job job = {.tree = tree, .scratch = scratch, .a = a, .workspace = workspace, .Phi = Phi};
    assembly_up(&job);
    assembly_down(&job);
    assembly_gather(&job);
    return HF_STATUS_OK;
}

int articulated_assembly_depth(const articulated_assembly *assembly)
{
    return assembly->depth;
}
