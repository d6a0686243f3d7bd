// Disjoint sets: against labels that are rewritten at every join, and the same roots whatever the order of the joins.

#include "support/harness.h"

#include "base/random.h"
#include "base/union_find.h"

enum
{
    COUNT = 200,
    JOINS = 150
};

typedef struct pair
{
    int a, b;
} pair;

static void draw_pairs(random_state *random, pair *pairs)
{
    for (int k = 0; k < JOINS; k++) pairs[k] = (pair){random_below(random, COUNT), random_below(random, COUNT)};
}

/// label[k] ◄ the lowest number that k is joined with, by the definition.
static void label_sets(const pair *pairs, int *label)
{
    for (int k = 0; k < COUNT; k++) label[k] = k;
    for (int j = 0; j < JOINS; j++)
    {
        int x = label[pairs[j].a], y = label[pairs[j].b], low = x < y ? x : y;
        for (int k = 0; k < COUNT; k++)
            if (label[k] == x || label[k] == y) label[k] = low;
    }
}

TEST(a_root_is_the_lowest_member)
{
    random_state random = random_seed(1);
    for (int round = 0; round < 200; round++)
    {
        pair pairs[JOINS];
        int label[COUNT], parent[COUNT];
        draw_pairs(&random, pairs);
        label_sets(pairs, label);
        union_find_begin(parent, COUNT);
        for (int j = 0; j < JOINS; j++)
        {
            int root = union_find_join(parent, pairs[j].a, pairs[j].b);
            CHECK(root == union_find_root(parent, pairs[j].a) && root == union_find_root(parent, pairs[j].b));
        }
        for (int k = 0; k < COUNT; k++) CHECK(union_find_root(parent, k) == label[k]);
    }
}

TEST(the_order_of_joins_does_not_matter)
{
    random_state random = random_seed(2);
    for (int round = 0; round < 200; round++)
    {
        pair pairs[JOINS];
        int forwards[COUNT], backwards[COUNT];
        draw_pairs(&random, pairs);
        union_find_begin(forwards, COUNT);
        union_find_begin(backwards, COUNT);
        for (int j = 0; j < JOINS; j++)
        {
            union_find_join(forwards, pairs[j].a, pairs[j].b);
            union_find_join(backwards, pairs[JOINS - 1 - j].b, pairs[JOINS - 1 - j].a);
        }
        for (int k = 0; k < COUNT; k++) CHECK(union_find_root(forwards, k) == union_find_root(backwards, k));
    }
}

TEST(none_and_one)
{
    int parent[1] = {7};
    union_find_begin(parent, 0);
    CHECK(parent[0] == 7);
    union_find_begin(parent, 1);
    CHECK(union_find_root(parent, 0) == 0 && union_find_join(parent, 0, 0) == 0 && parent[0] == 0);
}
