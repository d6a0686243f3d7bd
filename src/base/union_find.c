#include "base/union_find.h"

#include <assert.h>

void union_find_begin(int *parent, int count)
{
    for (int k = 0; k < count; k++) parent[k] = k;
}

int union_find_root(int *parent, int member)
{
    assert(member >= 0);
    while (parent[member] != member)
    {
        assert(parent[member] < member); // upwards the numbers fall
        member = parent[member] = parent[parent[member]];
    }
    return member;
}

int union_find_join(int *parent, int a, int b)
{
    int root_a = union_find_root(parent, a), root_b = union_find_root(parent, b);
    int low = root_a < root_b ? root_a : root_b, high = root_a < root_b ? root_b : root_a;
    parent[high] = low;
    return low;
}
