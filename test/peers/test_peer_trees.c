// One mechanism three ways: in maximal coordinates (`tree`), in joint coordinates (`articulated`), and in MuJoCo. Equal
// accelerations.

#include "support/maximal_trees.h"

#include "peers/mujoco_dynamics.h"

#include <stdio.h>

static const vec3 gravity = {0.3, -0.2, -9.81};

/// Largest relative differences: of `tree` from `articulated`, of `articulated` and of `tree` from MuJoCo.
typedef struct differences
{
    double ours, joints, maximal;
} differences;

static void accelerate(const articulated_tree *tree, const double *q, const double *v, double *a)
{
    articulated_scratch *scratch = scratch_of(tree);
    articulated_base base = articulated_base_fixed();
    articulated_kinematics(tree, scratch, &base, q);
    articulated_velocities(tree, scratch, &base, v);
    articulated_bias(tree, scratch, &base, v, gravity, NULL, a);
    CHECK(articulated_factor(tree, scratch, NULL, NULL) == HF_STATUS_OK);
    for (int d = 0; d < tree->v_count; d++) a[d] = -a[d];
    articulated_solve(tree, scratch, a, a);
    articulated_scratch_destroy(scratch);
}

static differences compare(const tree_plan *plan, bool library_rows)
{
    articulated_tree *tree = random_tree(plan);
    char why[300] = "";
    mujoco_dynamics *mujoco = mujoco_dynamics_create(tree, gravity, why, sizeof why);
    if (!mujoco) harness_fail(__FILE__, __LINE__, "seed %d: MuJoCo: %s", (int)plan->seed, why);
    CHECK(mujoco_dynamics_v_count(mujoco) == tree->v_count);
    CHECK(maximal_can(tree));
    random_state random = random_seed(plan->seed + 77);
    maximal_tree *maximal = maximal_create(tree, library_rows);
    size_t n = (size_t)tree->v_count;
    double *q = calloc((size_t)tree->q_count + 1, sizeof *q), *v = calloc(n + 1, sizeof *v);
    double *joints = calloc(n + 1, sizeof *joints), *of_tree = calloc(n + 1, sizeof *of_tree),
           *torque = calloc(n + 1, sizeof *torque);
    random_state_of(tree, &random, q, v);
    accelerate(tree, q, v, joints);
    maximal_forward(maximal, q, v, gravity, torque, of_tree);
    mujoco_dynamics_forward(mujoco, q, v);
    const double *theirs = mujoco_dynamics_acceleration(mujoco);
    differences d = {maximal_difference((int)n, of_tree, joints), maximal_difference((int)n, joints, theirs),
                     maximal_difference((int)n, of_tree, theirs)};
    maximal_destroy(maximal);
    mujoco_dynamics_destroy(mujoco);
    articulated_tree_destroy(tree);
    free(q), free(v), free(joints), free(of_tree), free(torque);
    return d;
}

TEST(tree_articulated_and_mujoco_accelerate_alike)
{
    static const tree_shape shapes[] = {TREE_CHAIN, TREE_STAR, TREE_DEPTH_FIRST};
    differences worst = {0};
    for (uint64_t seed = 0; seed < 240; seed++)
    {
        tree_plan plan = {.shape = shapes[seed % 3],
                          .link_count = 1 + (int)(seed * 7 % 30),
                          .floating = seed / 3 % 2,
                          .lonely_balls = true,
                          .armature = seed % 4 ? 0 : 0.2,
                          .seed = seed};
        differences d = compare(&plan, seed % 2);
        if (!(d.ours <= 1e-8 && d.joints <= 1e-8 && d.maximal <= 1e-8))
            harness_fail(__FILE__, __LINE__, "seed %d: tree from articulated %.2e, from MuJoCo %.2e and %.2e",
                         (int)seed, d.ours, d.maximal, d.joints);
        worst = (differences){fmax(worst.ours, d.ours), fmax(worst.joints, d.joints), fmax(worst.maximal, d.maximal)};
    }
    printf("        tree from articulated within %.1e, from MuJoCo %.1e; articulated from MuJoCo %.1e\n", worst.ours,
           worst.maximal, worst.joints);
}
