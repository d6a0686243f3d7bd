// The augmented Lagrangian method over bodies: its projections against their definition, walls by the independent
// certificate, all kinds of blocks, agreement with other solvers, limits and failing memory.

#include "support/harness.h"

#include "base/random.h"
#include "problem/law.h"
#include "solve/newton/augmented.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <stdlib.h>
#include <string.h>

/// Blocks of every kind.
static hf_problem *one_of_each(void)
{
    hf_random_options o = hf_random_options_default();
    hf_generated made;
    o.contact_count = 3;
    o.unilateral_count = o.bilateral_count = o.box_count = 2;
    o.factored = true;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    free(made.r);
    free(made.u);
    return made.problem;
}

/// P is idempotent, lies in the set, and its derivative is that of differences and symmetric with eigenvalues in [0,
/// 1].
static void check_projection(const hf_problem *p, int i, random_state *random)
{
    double x[3] = {0}, r[3] = {0}, J[9] = {0}, other[3] = {0}, unused[9];
    int d = p->size[i];
    for (int k = 0; k < d; k++) x[k] = 2.0 * random_normal(random);
    if (!law_project_derivative(p, i, x, r, J)) memset(J, 0, sizeof J);
    (void)law_project_derivative(p, i, r, other, unused);
    for (int k = 0; k < d; k++) CHECK_NEAR(other[k], r[k], 1e-12);
    double out[3];
    for (int k = 0; k < d; k++)
        out[k] = r[k] - x[k]; // u = r - x ⟂ r: the natural map of the projection itself, with s = 0
    if (p->kind[i] != HF_LAW_CONTACT && p->kind[i] != HF_LAW_BILATERAL)
        CHECK_NEAR(law_natural_square(p, i, r, out), 0.0, 1e-20);
    for (int l = 0; l < d; l++)
    {
        const double h = 1e-6;
        double forward[3], backward[3], y[3];
        memcpy(y, x, sizeof y);
        y[l] = x[l] + h;
        (void)law_project_derivative(p, i, y, forward, unused);
        y[l] = x[l] - h;
        (void)law_project_derivative(p, i, y, backward, unused);
        for (int k = 0; k < d; k++)
        {
            CHECK_NEAR(J[k * d + l], (forward[k] - backward[k]) / (2.0 * h), 1e-6);
            CHECK_NEAR(J[k * d + l], J[l * d + k], 1e-15);
        }
    }
    double quadratic = 0.0, square = 0.0, z[3];
    for (int k = 0; k < d; k++) z[k] = random_normal(random);
    for (int k = 0; k < d; k++)
    {
        square += z[k] * z[k];
        for (int l = 0; l < d; l++) quadratic += z[k] * J[k * d + l] * z[l];
    }
    CHECK(quadratic >= -1e-12 && quadratic <= square * (1.0 + 1e-12));
}

TEST(projections_are_projections)
{
    random_state random = random_seed(1);
    hf_problem *p = one_of_each();
    for (int trial = 0; trial < 200; trial++)
        for (int i = 0; i < p->block_count; i++) check_projection(p, i, &random);
    hf_problem_destroy(p);
    hf_pile_options o = hf_pile_options_default();
    hf_generated made;
    o.dimension = 2;
    o.contact_count = 4;
    o.factored = true;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    for (int trial = 0; trial < 200; trial++) check_projection(made.problem, trial % 4, &random);
    hf_generated_destroy(&made);
}

static hf_problem *wall(int dimension, int contacts, double mu, double spread, unsigned seed)
{
    hf_pile_options o = hf_pile_options_default();
    hf_generated made;
    o.dimension = dimension;
    o.contact_count = contacts;
    o.shape = HF_PILE_BRICKS;
    o.mu = mu;
    o.mass_spread = spread;
    o.seed = seed;
    o.factored = true;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    return made.problem;
}

static hf_report solve(const hf_problem *p, double tolerance, long systems, double *r)
{
    hf_workspace *workspace;
    hf_report report;
    hf_solve_options options = {.tolerance = tolerance, .max_iterations = systems};
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(augmented_solve(p, &options, r, workspace, &report, NULL) == HF_STATUS_OK);
    hf_residual residual;
    CHECK(hf_residual_compute(p, r, workspace, &residual, NULL) == HF_STATUS_OK);
    CHECK_NEAR(report.residual.natural, residual.natural, 0.0);
    CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (residual.natural <= tolerance));
    hf_workspace_destroy(workspace);
    return report;
}

TEST(walls_converge)
{
    const double mus[] = {0.0, 0.1, 0.3, 0.6, 1.0};
    for (unsigned k = 0; k < 5; k++)
        for (int dimension = 2; dimension <= 3; dimension++)
        {
            hf_problem *p = wall(dimension, 600, mus[k], k % 2 == 0 ? 1.0 : 10.0, k + 1);
            double *r = calloc((size_t)p->dimension, sizeof *r);
            CHECK(r);
            hf_report report = solve(p, 1e-9, 400, r);
            CHECK(report.outcome == HF_OUTCOME_CONVERGED);
            CHECK(report.iterations <= 300);
            free(r);
            hf_problem_destroy(p);
        }
}

TEST(a_large_wall_takes_few_systems)
{
    hf_problem *p = wall(3, 4000, 0.5, 1.0, 1);
    double *r = calloc((size_t)p->dimension, sizeof *r);
    CHECK(r);
    hf_report report = solve(p, 1e-8, 400, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations <= 90);
    hf_report again = solve(p, 1e-8, 400, r); // from the answer there is nothing left to do
    CHECK(again.outcome == HF_OUTCOME_CONVERGED && again.iterations == 0);
    free(r);
    hf_problem_destroy(p);
}

/// Velocities of the bodies are unique where impulses are not.
TEST(bodies_move_as_with_other_solvers)
{
    hf_problem *p = wall(3, 300, 0.5, 3.0, 7);
    size_t n = (size_t)p->dimension, dofs = (size_t)p->rows.dof_count;
    double *r = calloc(n, sizeof *r), *other = calloc(n, sizeof *r), *u = calloc(n, sizeof *u),
           *u2 = calloc(n, sizeof *u), *v = calloc(2 * dofs, sizeof *v);
    CHECK(r && other && u && u2 && v);
    hf_report report = solve(p, 1e-11, 400, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    hf_solve_options options = {.tolerance = 1e-11, .max_iterations = 400000};
    CHECK(hf_solve("proximal", p, &options, other, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    problem_velocity(p, r, v, u);
    problem_velocity(p, other, v + dofs, u2);
    for (size_t k = 0; k < dofs; k++) CHECK_NEAR(v[k], v[dofs + k], 1e-8);
    free(r);
    free(other);
    free(u);
    free(u2);
    free(v);
    hf_problem_destroy(p);
}

TEST(other_blocks_are_projected_too)
{
    for (unsigned seed = 1; seed <= 10; seed++)
    {
        hf_random_options o = hf_random_options_default();
        hf_generated made;
        o.seed = seed;
        o.dimension = seed % 2 ? 3 : 2;
        o.contact_count = 0;
        o.unilateral_count = 20;
        o.bilateral_count = 5;
        o.box_count = 10;
        o.factored = true;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        double *r = calloc((size_t)made.problem->dimension, sizeof *r);
        CHECK(r);
        CHECK(solve(made.problem, 1e-9, 400, r).outcome == HF_OUTCOME_CONVERGED); // convex: it cannot fail
        free(r);
        hf_generated_destroy(&made);
    }
}

/// Steep spheres: holding the slip does not contract. It gives up by itself, and what it returns is no worse than what
/// it was given.
TEST(gives_up_where_it_does_not_help)
{
    hf_pile_options o = hf_pile_options_default();
    hf_generated made;
    o.contact_count = 400;
    o.factored = true;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    double *r = calloc((size_t)made.problem->dimension, sizeof *r);
    CHECK(r);
    hf_residual first;
    CHECK(hf_residual_compute(made.problem, r, NULL, &first, NULL) == HF_STATUS_OK);
    hf_report report = solve(made.problem, 1e-9, 100000, r);
    CHECK(report.iterations < 1000 && report.residual.natural <= first.natural);
    free(r);
    hf_generated_destroy(&made);
}

static bool stop_at_five(void *context, const hf_progress *progress)
{
    (void)context;
    return progress->iteration < 5;
}

TEST(limits_and_observers_stop_it)
{
    hf_problem *p = wall(3, 600, 0.5, 1.0, 1);
    double *r = calloc((size_t)p->dimension, sizeof *r);
    hf_workspace *workspace;
    CHECK(r && hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(solve(p, 1e-9, 3, r).iterations == 3);
    memset(r, 0, (size_t)p->dimension * sizeof *r);
    hf_solve_options options = {.tolerance = 1e-9, .max_iterations = 400, .observer = stop_at_five};
    hf_report report;
    CHECK(augmented_solve(p, &options, r, workspace, &report, NULL) == HF_STATUS_OK);
    CHECK(report.iterations == 5 && report.outcome != HF_OUTCOME_CONVERGED);
    hf_workspace_destroy(workspace);
    free(r);
    hf_problem_destroy(p);
}

TEST(survives_failing_memory)
{
    hf_problem *p = wall(3, 100, 0.5, 1.0, 1);
    double *r = calloc((size_t)p->dimension, sizeof *r);
    hf_solve_options options = {.tolerance = 1e-8, .max_iterations = 400};
    CHECK(r);
    for (long k = 0;; k++)
    {
        hf_workspace *workspace = NULL;
        hf_report report;
        memset(r, 0, (size_t)p->dimension * sizeof *r);
        fail_allocation(k);
        hf_status status = hf_workspace_create(&workspace, NULL);
        if (status == HF_STATUS_OK) status = augmented_solve(p, &options, r, workspace, &report, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        hf_workspace_destroy(workspace);
        if (!failed) break;
    }
    free(r);
    hf_problem_destroy(p);
}
