// Islands: sets of blocks that no entry of W connects. Each can be solved on its own, and r of the whole is theirs put
// together.

#ifndef HF_PROBLEM_ISLANDS_H
#define HF_PROBLEM_ISLANDS_H

#include "holdfast/problem.h"

/// Islands in the order of their first blocks; blocks ascend in an island. The arrays live in the workspace.
typedef struct island_list
{
    int count;
    int *begin;  // count + 1
    int *block;  // block_count, island by island
    int *island; // of each block
    int *local;  // index of each block in its island
} island_list;

/// HF_STATUS_NO_MEMORY is all that can go wrong. Assembled: blocks that are zero throughout connect nothing. Factored:
/// blocks that touch a degree of freedom with a nonzero entry of H or G are connected. O(entries of W).
hf_status islands_find(const hf_problem *problem, hf_workspace *workspace, island_list *islands, hf_error *error);

/// Island k as a problem of its own, in the form of the whole; it borrows nothing. It lives in `home`
/// (problem/problem.h), or in the heap if that is NULL; `workspace` is for scratch, and may be the home. O(size of the
/// island), up to a logarithm.
hf_status islands_extract(const hf_problem *problem, const island_list *islands, int k, hf_workspace *home,
                          hf_workspace *workspace, hf_problem **part, hf_error *error);

/// Rows of island k.
int islands_dimension(const hf_problem *problem, const island_list *islands, int k);

/// part ◄ the entries of `whole` that belong to island k, and back.
void islands_gather(const hf_problem *problem, const island_list *islands, int k, const double *whole, double *part);
void islands_scatter(const hf_problem *problem, const island_list *islands, int k, const double *part, double *whole);

#endif
