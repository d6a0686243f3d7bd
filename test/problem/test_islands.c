// Islands: the real problems fall apart as they should, and the parts put together are the whole.

#include "support/harness.h"

#include "base/arena.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"
#include "problem/islands.h"
#include "problem/problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_workspace *workspace_or_fail(void)
{
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    return workspace;
}

/// Islands partition the blocks in order, and W r + b of each is that of the whole.
static void check_islands(const hf_problem *p, hf_workspace *workspace, const island_list *list)
{
    hf_problem_info info = hf_problem_describe(p);
    int n = info.dimension, dimension = 0;
    double *r = calloc(4 * (size_t)n + 1, sizeof *r), *u = r + n, *s = u + n, *v = s + n;
    for (int k = 0; k < n; k++) r[k] = sin(k * 1.7 + 1);
    CHECK(hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
    for (int k = 0; k < list->count; k++)
    {
        CHECK(list->begin[k] < list->begin[k + 1]);
        CHECK(k == 0 || list->block[list->begin[k]] > list->block[list->begin[k - 1]]);
        for (int t = list->begin[k]; t < list->begin[k + 1]; t++)
        {
            CHECK(t == list->begin[k] || list->block[t] > list->block[t - 1]);
            CHECK(list->island[list->block[t]] == k && list->local[list->block[t]] == t - list->begin[k]);
        }
        hf_problem *part;
        CHECK(islands_extract(p, list, k, NULL, workspace, &part, NULL) == HF_STATUS_OK);
        hf_problem_info small = hf_problem_describe(part);
        CHECK(small.dimension == islands_dimension(p, list, k) && small.factored == info.factored);
        dimension += small.dimension;
        islands_gather(p, list, k, r, s);
        CHECK(hf_problem_velocity(part, s, v, NULL, NULL) == HF_STATUS_OK);
        islands_scatter(p, list, k, v, u); // overwrites with what must be the same numbers
        hf_problem_destroy(part);
    }
    CHECK(dimension == n && list->begin[list->count] == info.block_count);
    CHECK(hf_problem_velocity(p, r, v, NULL, NULL) == HF_STATUS_OK);
    for (int k = 0; k < n; k++) CHECK_NEAR(u[k], v[k], 1e-12 * (1 + fabs(v[k])));
    free(r);
}

TEST(real_problems_fall_apart)
{
    static const struct
    {
        const char *name;
        int islands, largest;
    } files[] = {{"RockPile_tob1", 40, 295}, {"Capsules-i101-404", 32, 24}, {"KaplasTower-i1061-4", 1, 570}};
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    hf_workspace *workspace = workspace_or_fail();
    for (size_t q = 0; q < sizeof files / sizeof *files; q++)
    {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.hdf5", folder, files[q].name);
        hf_problem *p;
        hf_error error;
        if (hf_fclib_read(path, HF_FCLIB_AUTO, &p, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        island_list list;
        arena_mark mark = arena_begin(workspace);
        CHECK(islands_find(p, workspace, &list, NULL) == HF_STATUS_OK);
        int largest = 0;
        for (int k = 0; k < list.count; k++)
            if (list.begin[k + 1] - list.begin[k] > largest) largest = list.begin[k + 1] - list.begin[k];
        printf("      %s: %d islands, the largest of %d blocks\n", files[q].name, list.count, largest);
        CHECK(list.count == files[q].islands && largest == files[q].largest);
        check_islands(p, workspace, &list);
        arena_end(workspace, mark);
        hf_problem_destroy(p);
    }
    hf_workspace_destroy(workspace);
}

TEST(generated_problems_in_both_forms)
{
    hf_workspace *workspace = workspace_or_fail();
    for (unsigned seed = 0; seed < 60; seed++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = seed;
        o.contact_count = 12;
        o.bilateral_count = (int)(seed % 4);
        o.box_count = (int)(seed % 3);
        o.redundancy = 0.15 + 0.1 * (seed % 5); // many bodies, few contacts: many islands
        o.dimension = 2 + (int)(seed & 1);
        int count[2];
        for (int form = 0; form < 2; form++)
        {
            o.factored = form;
            hf_generated g;
            CHECK(hf_generate_random(&o, &g, NULL) == HF_STATUS_OK);
            island_list list;
            arena_mark mark = arena_begin(workspace);
            CHECK(islands_find(g.problem, workspace, &list, NULL) == HF_STATUS_OK);
            check_islands(g.problem, workspace, &list);
            count[form] = list.count;
            arena_end(workspace, mark);
            hf_generated_destroy(&g);
        }
        CHECK(count[0] == count[1] && count[0] >= 1);
    }
    hf_workspace_destroy(workspace);
}

TEST(zero_blocks_connect_nothing)
{
    // contacts 0 and 2 are connected; the stored block (0, 1) is zero
    int size[3] = {2, 2, 2};
    double mu[3] = {0}, b[6] = {1, 2, 3, 4, 5, 6};
    double values[7 * 4] = {1, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0.5, 0, 1, 0, 0, 1};
    hf_laws laws = {.block_count = 3, .size = size, .mu = mu, .b = b};
    hf_block_rows W = {(size_t[]){0, 3, 5, 7}, (int[]){0, 1, 2, 0, 1, 0, 2}, values};
    hf_problem *p;
    hf_workspace *workspace = workspace_or_fail();
    CHECK(hf_problem_create(&laws, &W, &p, NULL) == HF_STATUS_OK);
    island_list list;
    CHECK(islands_find(p, workspace, &list, NULL) == HF_STATUS_OK);
    CHECK(list.count == 2 && list.begin[1] == 2 && list.block[0] == 0 && list.block[1] == 2 && list.block[2] == 1);
    check_islands(p, workspace, &list);
    hf_problem_destroy(p);

    laws.block_count = 0;
    W.begin = (size_t[]){0};
    CHECK(hf_problem_create(&laws, &W, &p, NULL) == HF_STATUS_OK);
    CHECK(islands_find(p, workspace, &list, NULL) == HF_STATUS_OK && list.count == 0);
    hf_problem_destroy(p);
    hf_workspace_destroy(workspace);
}

TEST(memory_may_be_short)
{
    for (int form = 0; form < 2; form++)
    {
        hf_random_options o = hf_random_options_default();
        o.factored = form;
        o.contact_count = 500; // more than the first chunk of a workspace
        hf_generated g;
        CHECK(hf_generate_random(&o, &g, NULL) == HF_STATUS_OK);
        bool failed = true;
        for (long k = 0; failed; k++)
        {
            hf_workspace *workspace = workspace_or_fail();
            island_list list;
            hf_problem *part = NULL;
            fail_allocation(k);
            hf_status status = islands_find(g.problem, workspace, &list, NULL);
            if (status == HF_STATUS_OK) status = islands_extract(g.problem, &list, 0, NULL, workspace, &part, NULL);
            failed = k < fail_allocation_count();
            fail_allocation(-1);
            CHECK(failed ? status == HF_STATUS_NO_MEMORY && !part : status == HF_STATUS_OK);
            hf_problem_destroy(part);
            hf_workspace_destroy(workspace);
        }
        hf_generated_destroy(&g);
    }
}

// ---- homes: problems that live in a workspace ----

/// Both hold the same numbers.
static void check_equal(const hf_problem *p, const hf_problem *q)
{
    hf_problem_info a = hf_problem_describe(p), b = hf_problem_describe(q);
    CHECK(a.dimension == b.dimension && a.block_count == b.block_count && a.factored == b.factored);
    CHECK(a.dof_count == b.dof_count && a.nonzero_block_count == b.nonzero_block_count);
    CHECK(a.norm_b == b.norm_b && a.largest == b.largest && a.asymmetry == b.asymmetry);
    size_t n = (size_t)a.dimension;
    double *r = calloc(3 * n + 1, sizeof *r), *u = r + n, *v = u + n;
    for (size_t k = 0; k < n; k++) r[k] = cos((double)k * 2.3 + 1);
    CHECK(hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
    CHECK(hf_problem_velocity(q, r, v, NULL, NULL) == HF_STATUS_OK);
    CHECK(memcmp(u, v, n * sizeof *u) == 0);
    hf_residual x, y;
    CHECK(hf_residual_compute(p, r, NULL, &x, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(q, r, NULL, &y, NULL) == HF_STATUS_OK);
    CHECK(x.natural == y.natural && x.worst_block == y.worst_block);
    free(r);
}

/// Islands and assembled twins in the heap, in a home apart from the scratch, and in the scratch itself.
TEST(a_home_changes_no_number)
{
    hf_workspace *home = workspace_or_fail(), *scratch = workspace_or_fail();
    for (int form = 0; form < 2; form++)
    {
        hf_random_options o = hf_random_options_default();
        o.factored = form;
        o.contact_count = 40;
        o.redundancy = 0.3;
        o.unilateral_count = o.bilateral_count = o.box_count = 6;
        hf_generated g;
        CHECK(hf_generate_random(&o, &g, NULL) == HF_STATUS_OK);
        island_list list;
        CHECK(islands_find(g.problem, scratch, &list, NULL) == HF_STATUS_OK && list.count > 1);
        for (int k = 0; k < list.count; k++)
        {
            hf_problem *part, *housed, *shared;
            CHECK(islands_extract(g.problem, &list, k, NULL, scratch, &part, NULL) == HF_STATUS_OK);
            CHECK(islands_extract(g.problem, &list, k, home, scratch, &housed, NULL) == HF_STATUS_OK);
            CHECK(islands_extract(g.problem, &list, k, scratch, scratch, &shared, NULL) == HF_STATUS_OK);
            check_equal(part, housed);
            check_equal(part, shared);
            hf_problem_destroy(housed); // harmless: its home ends it
            hf_problem_destroy(part);
        }
        hf_problem *twin, *housed;
        CHECK(hf_problem_assemble(g.problem, &twin, NULL) == HF_STATUS_OK);
        CHECK(problem_assemble(home, g.problem, &housed, NULL) == HF_STATUS_OK);
        check_equal(twin, housed);
        hf_problem_destroy(twin);
        hf_generated_destroy(&g);
    }
    hf_workspace_destroy(home);
    hf_workspace_destroy(scratch);
}

TEST(a_home_that_has_grown_needs_no_more_memory)
{
    hf_workspace *home = workspace_or_fail();
    for (int form = 0; form < 2; form++)
    {
        hf_random_options o = hf_random_options_default();
        o.factored = form;
        o.contact_count = 100;
        hf_generated g;
        CHECK(hf_generate_random(&o, &g, NULL) == HF_STATUS_OK);
        for (int round = 0; round < 4; round++)
        {
            hf_problem *part, *twin;
            island_list list;
            fail_allocation(-1);
            arena_mark mark = arena_begin(home);
            CHECK(islands_find(g.problem, home, &list, NULL) == HF_STATUS_OK);
            CHECK(islands_extract(g.problem, &list, 0, home, home, &part, NULL) == HF_STATUS_OK);
            CHECK(problem_assemble(home, part, &twin, NULL) == HF_STATUS_OK);
            arena_end(home, mark);
            CHECK(round < 1 || fail_allocation_count() == 0);
        }
        hf_generated_destroy(&g);
    }
    hf_workspace_destroy(home);
}
