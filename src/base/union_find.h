// Disjoint sets of the numbers 0 … count - 1 by union-find (Galler and Fischer 1964).
//
// The lowest member of a set is its root, so that roots, and numbers given to sets in the order of their members,
// depend on which members were joined and never on the order of the joins. Paths are halved on the way up: O(log count)
// a call, amortized (Tarjan and van Leeuwen 1984).

#ifndef HF_BASE_UNION_FIND_H
#define HF_BASE_UNION_FIND_H

/// Every number is a set of its own. `parent` has room for `count` numbers and belongs to the caller.
void union_find_begin(int *parent, int count);

/// The lowest member of the set that `member` is in. Two members are in one set if their roots are equal.
int union_find_root(int *parent, int member);

/// Makes one set of those that a and b are in; returns its root.
int union_find_join(int *parent, int a, int b);

#endif
