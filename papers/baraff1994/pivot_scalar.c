// Frictionless contact, bilateral and box rows: block moves first (pivot_blocks.c), single pivots where they fail
// (pivot_drive.c).

#include "papers/baraff1994/pivot_scalar.h"

#include "base/error.h"

static bool begin(scalar_state *s, const scalar_lcp *lcp, hf_pivot_set *sets, double *f, hf_workspace *workspace,
                  hf_pivot_result *result)
{
    int n = lcp->n;
    int ld = n + (n % 64 == 0 && n > 0 ? 8 : 0); // columns a power of two apart would share cache sets
    *s = (scalar_state){.lcp = lcp, .work = lcp->work, .n = n, .set = sets, .f = f, .result = result};
    s->F = (llt){.capacity = ld, .L = ARENA_ARRAY(workspace, double, (size_t)ld *(size_t)n)};
    double *vectors = ARENA_ARRAY(workspace, double, 8 * (size_t)n);
    int *ints = ARENA_ARRAY(workspace, int, 2 * (size_t)n);
    s->kept = ARENA_ARRAY(workspace, bool, 3 * (size_t)n);
    if (!s->F.L || !vectors || !ints || !s->kept) return false;
    s->a = vectors;
    s->root = vectors + n;
    s->x = vectors + 2 * (size_t)n;
    s->y = vectors + 3 * (size_t)n;
    s->df = vectors + 4 * (size_t)n;
    s->da = vectors + 5 * (size_t)n;
    s->keep = vectors + 6 * (size_t)n;
    s->center = vectors + 7 * (size_t)n;
    s->index = ints;
    s->position = ints + n;
    s->refused = s->kept + n;
    s->excused = s->kept + 2 * (size_t)n;
    for (int i = 0; i < n; i++)
    {
        double d = lcp->A[(size_t)n * (size_t)i + (size_t)i];
        s->root[i] = sqrt(d > 0.0 ? d : 0.0);
        s->bilateral = s->bilateral || (lcp->lo[i] == -INFINITY && lcp->hi[i] == INFINITY);
    }
    return true;
}

hf_status pivot_scalar(const scalar_lcp *lcp, const hf_pivot_options *options, hf_pivot_set *sets, double *f,
                       double *ray, hf_workspace *workspace, hf_pivot_result *result, hf_error *error)
{
    scalar_state s;
    arena_mark mark = arena_begin(workspace);
    if (!begin(&s, lcp, sets, f, workspace, result))
    {
        arena_end(workspace, mark);
        return error_no_memory(error);
    }
    bool solved = false;
    if (options->one_by_one) scalar_begin_alone(&s);
    else solved = scalar_block_moves(&s, options->common.warm_start);
    result->end = solved ? HF_PIVOT_SOLVED : scalar_drive_all(&s, options, ray);
    for (int i = 0; i < s.n; i++) f[i] = scalar_clip(&s, i, f[i]);
    arena_end(workspace, mark);
    return HF_STATUS_OK;
}
