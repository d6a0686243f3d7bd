// Invariants of a contact problem, for asserts: what every solver takes for granted of a problem that a constructor let
// through.

#include "problem/problem.h"

#include "base/sort.h"

#include <math.h>

static bool laws_are_sound(const hf_problem *p)
{
    int contacts = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        if (p->size[i] < 1 || p->size[i] > BLOCK_SIZE_MAX || p->offset[i + 1] != p->offset[i] + p->size[i])
            return false;
        if (p->uniform && p->size[i] != p->uniform) return false;
        if (p->kind[i] == HF_LAW_CONTACT && !(p->mu[i] >= 0.0)) return false;
        if (p->size[i] > PLAIN_SIZE_MAX && (!problem_friction_parts(p, i) || p->kind[i] != HF_LAW_CONTACT))
            return false;
        if (p->kind[i] == HF_LAW_BOX && !(p->lo[i] <= p->hi[i])) return false;
        contacts += p->kind[i] == HF_LAW_CONTACT;
    }
    for (int k = 0; k < p->dimension; k++)
        if (!isfinite(p->b[k])) return false;
    return p->offset[0] == 0 && p->offset[p->block_count] == p->dimension && contacts == p->contact_count;
}

/// Rows of a pattern: offsets do not fall, entries of a row ascend and are below `end`.
static bool pattern_is_sound(int rows, const size_t *begin, const int *entry, int end)
{
    for (int i = 0; i < rows; i++)
    {
        if (begin[i] > begin[i + 1]) return false;
        size_t count = begin[i + 1] - begin[i];
        const int *row = entry + begin[i];
        if (!ints_ascend(row, count) || (count > 0 && (row[0] < 0 || row[count - 1] >= end))) return false;
    }
    return true;
}

bool problem_is_sound(const hf_problem *p)
{
    if (!laws_are_sound(p) || !isfinite(p->norm_b)) return false;
    return p->factored ? pattern_is_sound(p->block_count, p->rows.begin, p->rows.dof, p->rows.dof_count)
                       : pattern_is_sound(p->block_count, p->W.begin, p->W.col, p->block_count);
}
