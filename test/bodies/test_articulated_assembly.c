// Inverse articulated-body inertias by assembly and disassembly, against J M̂⁻¹ Jᵀ.

#include "support/articulated_trees.h"

#include "papers/assembly/assembly.h"

typedef struct stage
{
    articulated_tree *tree;
    articulated_scratch *scratch;
    articulated_assembly *assembly;
    random_state random;
    double *q, *v;
} stage;

static double *numbers(int count)
{
    double *p = calloc((size_t)count + 1, sizeof *p);
    CHECK(p);
    return p;
}

static stage stage_of(articulated_tree *tree, uint64_t seed)
{
    stage s = {.tree = tree, .scratch = scratch_of(tree), .random = random_seed(seed)};
    s.q = numbers(tree->q_count);
    s.v = numbers(tree->v_count);
    CHECK(articulated_assembly_create(tree, &s.assembly, NULL) == HF_STATUS_OK);
    random_state_of(tree, &s.random, s.q, s.v);
    articulated_base base = articulated_base_fixed();
    articulated_kinematics(tree, s.scratch, &base, s.q);
    double *diag = numbers(tree->v_count);
    for (int d = 0; d < tree->v_count; d++) diag[d] = d % 3 == 0 ? 0.01 : 0;
    CHECK(articulated_factor(tree, s.scratch, diag, NULL) == HF_STATUS_OK);
    free(diag);
    return s;
}

static void stage_free(stage *s)
{
    articulated_assembly_destroy(s->assembly);
    articulated_scratch_destroy(s->scratch);
    articulated_tree_destroy(s->tree);
    free(s->q);
    free(s->v);
}

/// Column c of a link's Jacobian transposed: unit moment or force at its origin; G = M̂⁻¹ of it.
static void inverse_column(stage *s, int link, int c, double *G)
{
    vec3 axis = v3(c % 3 == 0, c % 3 == 1, c % 3 == 2), origin = s->scratch->bodies[link].position;
    if (c < 3) articulated_inverse_row_angular(s->tree, s->scratch, link, axis, G);
    else articulated_inverse_row(s->tree, s->scratch, link, origin, axis, G);
}

static double row_times(stage *s, int link, int c, const double *G, int *dofs, double *H)
{
    vec3 axis = v3(c % 3 == 0, c % 3 == 1, c % 3 == 2), origin = s->scratch->bodies[link].position;
    int count = c < 3 ? articulated_row_angular(s->tree, s->scratch, link, axis, dofs, H)
                      : articulated_row(s->tree, s->scratch, link, origin, axis, dofs, H);
    double sum = 0;
    for (int k = 0; k < count; k++) sum += H[k] * G[dofs[k]];
    return sum;
}

/// Φ between `count` links at random, of those whose number is `phase` modulo `step`.
static void check_phi(stage *s, int count, int step, int phase, double tolerance)
{
    int n = (s->tree->link_count - phase + step - 1) / step, *handles = calloc((size_t)n, sizeof *handles);
    int *dofs = calloc((size_t)s->tree->v_count + 1, sizeof *dofs);
    double *Phi = numbers(36 * count * count), *G = numbers(s->tree->v_count), *H = numbers(s->tree->v_count);
    CHECK(handles && dofs);
    for (int i = 0; i < n; i++) handles[i] = phase + step * i;
    for (int i = 0; i < count; i++)
    {
        int j = i + random_below(&s->random, n - i), swap = handles[i];
        handles[i] = handles[j];
        handles[j] = swap;
    }
    CHECK(articulated_assembly_inverse(s->tree, s->scratch, s->assembly, count, handles, Phi, NULL, NULL) ==
          HF_STATUS_OK);
    double *size = numbers(count); // what a force on the link moves there: |Φ_ij| <= √(size_i size_j)
    for (int i = 0; i < count; i++)
        for (int r = 0; r < 6; r++) size[i] += fabs(Phi[(6 * i + r) * 6 * count + 6 * i + r]);
    for (int j = 0; j < count; j++)
        for (int c = 0; c < 6; c++)
        {
            inverse_column(s, handles[j], c, G);
            for (int i = 0; i < count; i++)
                for (int r = 0; r < 6; r++)
                    CHECK_NEAR(Phi[(6 * i + r) * 6 * count + 6 * j + c], row_times(s, handles[i], r, G, dofs, H),
                               tolerance * sqrt(size[i] * size[j]));
        }
    free(size);
    free(handles);
    free(dofs);
    free(Phi);
    free(G);
    free(H);
}

TEST(phi_is_j_inverse_mass_j)
{
    for (int shape = 0; shape < TREE_SHAPE_COUNT; shape++)
        for (int floating = 0; floating < 2; floating++)
            for (int size = 0; size < 4; size++)
            {
                static const int sizes[] = {1, 4, 17, 40};
                tree_plan plan = {.shape = (tree_shape)shape,
                                  .link_count = sizes[size],
                                  .floating = floating,
                                  .armature = 0.1,
                                  .prescribe = size == 2 ? 0.3 : 0,
                                  .seed = (uint64_t)(77 + size)};
                stage s = stage_of(random_tree(&plan), 5);
                check_phi(&s, 1, 1, 0, 1e-11);
                check_phi(&s, sizes[size] < 12 ? sizes[size] : 12, 1, 0, 1e-11);
                stage_free(&s);
            }
}

TEST(all_links_can_be_handles)
{
    for (uint64_t seed = 0; seed < 6; seed++)
    {
        tree_plan plan = {.shape = TREE_RANDOM, .link_count = 20, .floating = seed % 2, .seed = seed, .armature = 0.1};
        stage s = stage_of(random_tree(&plan), seed);
        check_phi(&s, 20, 1, 0, 1e-11);
        stage_free(&s);
    }
}

/// Long chains and bushy trees, with few handles and with many: the bits are those of one thread.
TEST(threads_change_no_bit)
{
    hf_workspace *threads = NULL;
    CHECK(hf_workspace_create(&threads, NULL) == HF_STATUS_OK);
    hf_workspace_set_threads(threads, 4);
    for (int shape = 0; shape < TREE_SHAPE_COUNT; shape++)
        for (int count = 3; count <= 150; count *= 50)
        {
            tree_plan plan = {
                .shape = (tree_shape)shape, .link_count = 300, .floating = shape % 2, .seed = 9, .armature = 0.1};
            stage s = stage_of(random_tree(&plan), 3);
            double *alone = numbers(36 * count * count), *together = numbers(36 * count * count);
            int handles[150];
            for (int k = 0; k < count; k++) handles[k] = 299 - 2 * k;
            CHECK(articulated_assembly_inverse(s.tree, s.scratch, s.assembly, count, handles, alone, NULL, NULL) ==
                  HF_STATUS_OK);
            for (int again = 0; again < 5; again++)
            {
                CHECK(articulated_assembly_inverse(s.tree, s.scratch, s.assembly, count, handles, together, threads,
                                                   NULL) == HF_STATUS_OK);
                CHECK(memcmp(alone, together, 36 * (size_t)(count * count) * sizeof *alone) == 0);
            }
            free(alone);
            free(together);
            stage_free(&s);
        }
    hf_workspace_destroy(threads);
}

/// A free joint that carries a long chain of prescribed ones has next to no inertia of its own beside all of that, and
/// takes thousands of links into its unit.
TEST(a_long_rigid_chain_on_one_joint)
{
    static const int links[] = {60, 50000};
    for (int k = 0; k < 2; k++)
    {
        tree_plan plan = {.shape = TREE_CHAIN, .link_count = links[k], .hinges_only = true, .seed = 6};
        articulated_tree *tree = random_tree(&plan);
        for (int d = 1; d < tree->v_count; d++) tree->prescribed[d] = true;
        stage s = stage_of(tree, 9);
        check_phi(&s, k ? 1 : 12, 1, 0, 1e-9);
        stage_free(&s);
    }
}

TEST(light_links_lose_nothing)
{
    const double scales[] = {1e-12, 1e-8, 1e-4};
    for (int k = 0; k < 3; k++)
        for (uint64_t seed = 0; seed < 4; seed++)
        {
            tree_plan plan = {.shape = seed % 2 ? TREE_COMB : TREE_CHAIN,
                              .link_count = 15,
                              .floating = seed > 1,
                              .hinges_only = true,
                              .seed = 40 + seed};
            articulated_tree *tree = random_tree(&plan);
            for (int i = 0; i < 15; i++)
                if (i % 3 != 2) // two of three are next to nothing; their joints carry the third
                {
                    tree->links[i].mass *= scales[k];
                    for (int j = 0; j < 6; j++) tree->links[i].inertia[j] *= scales[k];
                }
            stage s = stage_of(tree, seed);
            check_phi(&s, 5, 3, 2, 1e-10); // between the heavy ones; 1e-6 were each link a unit of its own
            if (scales[k] > 1e-10) check_phi(&s, 15, 1, 0, 1e-17 / scales[k] + 1e-11);
            stage_free(&s);
        }
}

TEST(mergers_are_few_behind_one_another)
{
    static const int sizes[] = {10, 100, 1000};
    for (int shape = 0; shape < TREE_SHAPE_COUNT; shape++)
        for (int k = 0; k < 3; k++)
        {
            tree_plan plan = {.shape = (tree_shape)shape, .link_count = sizes[k], .hinges_only = true, .seed = 3};
            stage s = stage_of(random_tree(&plan), 3);
            double Phi[36];
            int handle = sizes[k] - 1;
            CHECK(articulated_assembly_inverse(s.tree, s.scratch, s.assembly, 1, &handle, Phi, NULL, NULL) ==
                  HF_STATUS_OK);
            CHECK(articulated_assembly_depth(s.assembly) <= 2 + 2 * log2(sizes[k]));
            stage_free(&s);
        }
}

/// A row of J: the force along `direction` at `point` (angular: the torque) about the origin of the link's frame.
static void wrench_of(const articulated_scratch *scratch, int link, vec3 point, vec3 direction, bool angular,
                      double wrench[6])
{
    vec3 arm = v3_sub(point, scratch->bodies[link].position);
    v3_store(wrench, angular ? direction : v3_cross(arm, direction));
    v3_store(wrench + 3, angular ? v3_zero() : direction);
}

TEST(contacts_see_w_of_phi)
{
    tree_plan plan = {.shape = TREE_RANDOM, .link_count = 30, .floating = true, .seed = 12};
    stage s = stage_of(random_tree(&plan), 12);
    int handles[2] = {29, 13}, dofs[100];
    double Phi[144], G[200], H[200], w[2][6], W = 0, direct = 0;
    vec3 points[2] = {{1, 2, 3}, {0, -1, 2}}, directions[2] = {{0, 0.6, 0.8}, {1, 0, 0}};
    CHECK(articulated_assembly_inverse(s.tree, s.scratch, s.assembly, 2, handles, Phi, NULL, NULL) == HF_STATUS_OK);
    for (int k = 0; k < 2; k++) wrench_of(s.scratch, handles[k], points[k], directions[k], false, w[k]);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) W += w[0][i] * Phi[i * 12 + 6 + j] * w[1][j]; // J₁ Φ₁₂ J₂ᵀ
    articulated_inverse_row(s.tree, s.scratch, 13, points[1], directions[1], G);
    int count = articulated_row(s.tree, s.scratch, 29, points[0], directions[0], dofs, H);
    for (int k = 0; k < count; k++) direct += H[k] * G[dofs[k]];
    CHECK_NEAR(W, direct, 1e-11 * (1 + fabs(direct)));
    wrench_of(s.scratch, 29, points[0], directions[0], true, w[0]);
    CHECK(w[0][1] == 0.6 && w[0][5] == 0);
    stage_free(&s);
}

TEST(bad_handles_and_short_memory_are_told)
{
    tree_plan plan = {.shape = TREE_CHAIN, .link_count = 4, .seed = 1};
    stage s = stage_of(random_tree(&plan), 1);
    double Phi[144];
    hf_error error = {0};
    CHECK(articulated_assembly_inverse(s.tree, s.scratch, s.assembly, 1, (int[]){4}, Phi, NULL, &error) ==
          HF_STATUS_INVALID);
    CHECK(strstr(error.message, "link 4"));
    CHECK(articulated_assembly_inverse(s.tree, s.scratch, s.assembly, 2, (int[]){2, 2}, Phi, NULL, &error) ==
          HF_STATUS_INVALID);
    CHECK(strstr(error.message, "twice"));
    for (long k = 0;; k++)
    {
        articulated_assembly *assembly = NULL;
        fail_allocation(k);
        hf_status status = articulated_assembly_create(s.tree, &assembly, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK) && !assembly == failed);
        articulated_assembly_destroy(assembly);
        if (!failed) break;
    }
    fail_allocation(0);
    CHECK(articulated_assembly_inverse(s.tree, s.scratch, s.assembly, 2, (int[]){1, 3}, Phi, NULL, NULL) ==
          HF_STATUS_OK);
    CHECK(fail_allocation_count() == 0);
    fail_allocation(-1);
    stage_free(&s);
}
