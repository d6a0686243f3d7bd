// The order of sweeps over one large island that several threads can keep.
//
// Objects (what has velocities of its own: a fibre, a body) are dealt out to parts that are near each other: the
// breadth-first order of the graph of objects, cut into pieces of equal work. A block belongs to one part or to two.
// Blocks of one part are a task, and so are those of a pair of parts; tasks that share no part share no degree of
// freedom, and form a round: first all parts by themselves, then the pairs, the largest first, each in the first round
// that has both of its parts free. Blocks of more than two parts, which are rare (a loop through several objects), are
// the last round, of one task.
//
// Parts depend on the problem alone, not on the number of threads, and every task visits its blocks one after the
// other: the bits are the same for any number. A sweep in this order is a Gauss–Seidel sweep like any other, and has as
// few rounds as the graph of parts has colours: three in a strip of hair, ten or so in a bundle.
// Rejected: colours of single contacts. There are at least as many as an object has contacts, 60 in a ponytail, with a
// barrier after each.
// Cost: linear in the entries of the rows.

#ifndef HF_SOLVE_SWEEP_SWEEP_ORDER_H
#define HF_SOLVE_SWEEP_SWEEP_ORDER_H

#include "base/tasks.h"
#include "problem/problem.h"

/// What one task adds up; on its own cache lines.
typedef struct sweep_sum
{
    double square, largest, work;
    long solves, failsafe, failures;
    int hopeless; // one that was found in this sweep, or -1
    char apart[76];
} sweep_sum;

typedef struct sweep_order
{
    task_rounds rounds;
    int task_count;
    int *begin; // task_count + 1: of `block`
    int *block; // block_count: the blocks of all tasks
    sweep_sum *sums;
    int *object; // dof_count: the object of a degree of freedom
} sweep_order;

/// Whether the problem is one for this: factored, large, and of objects with more than six velocities. Scenes without
/// such keep the order of their blocks.
bool sweep_order_fits(const hf_problem *problem);

/// Everything lives in the workspace; false if memory is short.
bool sweep_order_find(sweep_order *order, const hf_problem *problem, hf_workspace *workspace);

#endif
