// Multipliers of trees whose rows are of two configurations: M a = Kᵀ λ, J a + c = 0, in what they say of themselves;
// by fronts over joints, and over bodies and joints where one has many.

#include "support/harness.h"

#include "base/random.h"
#include "bodies/maximal/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 60,
    ROWS = 5
};

/// A tree at random; `hub`: everything hangs on the first body. Rows 1 to 5 a joint, J and K apart by a thousandth.
typedef struct trial
{
    int bodies, joints;
    tree_joint joint[MOST];
    int dimension[MOST], at[MOST + 1];
    double mass[MOST], inertia[MOST][9], inverse[MOST][9];
    double J[MOST][2][6 * ROWS], K[MOST][2][6 * ROWS];
} trial;

static void fill(trial *t, int bodies, bool hub, bool ground, bool points, random_state *random)
{
    memset(t, 0, sizeof *t);
    t->bodies = bodies;
    for (int b = 0; b < bodies; b++)
    {
        t->dimension[b] = 6;
        t->mass[b] = 0.5 + random_unit(random);
        for (int k = 0; k < 3; k++)
        {
            t->inertia[b][4 * k] = 0.1 + random_unit(random);
            t->inverse[b][4 * k] = 1 / t->inertia[b][4 * k];
        }
        int above = b == 0 ? -1 : hub ? 0 : (int)(b * random_unit(random));
        if (b == 0 && !ground) continue;
        tree_joint *j = &t->joint[t->joints];
        *j = (tree_joint){.dimension = points ? 3 : 1 + (int)(ROWS * random_unit(random)), .body = {b, above}};
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 6 * j->dimension; k++)
            {
                t->J[t->joints][side][k] = random_normal(random);
                t->K[t->joints][side][k] = t->J[t->joints][side][k] + 1e-3 * random_normal(random);
            }
        t->at[t->joints + 1] = t->at[t->joints] + j->dimension;
        t->joints++;
    }
}

/// The largest |J a + c|, a = M⁻¹ Kᵀ λ.
static double left_over(const trial *t, const double *lambda, const double *c)
{
    static double a[MOST][6];
    memset(a, 0, sizeof a);
    for (int k = 0; k < t->joints; k++)
        for (int side = 0; side < 2; side++)
            for (int i = 0; t->joint[k].body[side] >= 0 && i < t->joint[k].dimension; i++)
                for (int d = 0; d < 6; d++)
                    a[t->joint[k].body[side]][d] += t->K[k][side][6 * i + d] * lambda[t->at[k] + i];
    for (int b = 0; b < t->bodies; b++)
        for (int d = 0; d < 6; d++) a[b][d] *= d < 3 ? 1 / t->mass[b] : t->inverse[b][4 * (d - 3)];
    double worst = 0;
    for (int k = 0; k < t->joints; k++)
        for (int i = 0; i < t->joint[k].dimension; i++)
        {
            double sum = c[t->at[k] + i];
            for (int side = 0; side < 2; side++)
                for (int d = 0; t->joint[k].body[side] >= 0 && d < 6; d++)
                    sum += t->J[k][side][6 * i + d] * a[t->joint[k].body[side]][d];
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

static double solve(const trial *t, random_state *random)
{
    tree_system *system = NULL;
    tree_two *two = NULL;
    hf_error error = {0};
    double c[ROWS * MOST], lambda[ROWS * MOST];
    CHECK(tree_system_create(t->bodies, t->dimension, t->joints, t->joint, &system, &error) == HF_STATUS_OK);
    CHECK(tree_two_create(system, &two, &error) == HF_STATUS_OK);
    for (int twice = 0; twice < 2; twice++) // factors of the last time leave nothing behind
    {
        for (int k = 0; k < t->joints; k++)
            for (int side = 0; side < 2; side++)
                if (t->joint[k].body[side] >= 0) tree_two_set_rows(two, k, side, t->J[k][side], t->K[k][side]);
        for (int b = 0; b < t->bodies; b++) tree_two_set_body(two, b, t->mass[b], t->inertia[b], t->inverse[b]);
        CHECK(tree_two_factor(two));
    }
    for (int k = 0; k < t->at[t->joints]; k++) c[k] = random_normal(random);
    tree_two_multipliers(two, c, lambda);
    tree_two_destroy(two);
    tree_system_destroy(system);
    return left_over(t, lambda, c);
}

static void check(int bodies, bool hub, bool ground, bool points)
{
    static trial t;
    random_state random = random_seed(96);
    for (int k = 0; k < 40; k++)
    {
        fill(&t, bodies, hub, ground, points, &random);
        CHECK(solve(&t, &random) < 1e-8);
    }
}

TEST(trees_of_few_joints_a_body)
{
    check(12, false, true, false);
    check(12, false, false, false);
    check(30, false, true, true);
    check(2, false, false, true);
}

TEST(a_body_with_many_joints)
{
    check(MOST - 1, true, true, true); // beyond what a front takes
    check(8, true, false, false);
}
