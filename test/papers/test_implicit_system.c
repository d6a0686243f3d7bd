// The scaled equation of `implicit`, its Jacobian, its Newton step and its line search, each against something slower
// and plainer.

#include "support/harness.h"

#include "base/arena.h"
#include "base/random.h"
#include "papers/todorov2010/implicit.h"

#include <holdfast/generate.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A run on a generated problem, evaluated at a random x.
typedef struct fixture
{
    hf_generated made;
    hf_workspace *workspace;
    hf_implicit_options options;
    implicit_solve solve;
    implicit_run run;
    int n;
} fixture;

static double *zeros(fixture *t)
{
    return ARENA_ZEROED(t->workspace, double, t->n + 1);
}

static void open_fixture(fixture *t, hf_generated made, unsigned seed)
{
    *t = (fixture){.made = made, .options = hf_implicit_options_default(), .n = made.problem->dimension};
    CHECK(hf_workspace_create(&t->workspace, NULL) == HF_STATUS_OK);
    t->solve.options = &t->options;
    implicit_run *run = &t->run;
    run->solve = &t->solve;
    run->problem = made.problem;
    double **arrays[] = {&run->x,      &run->f,      &run->rho, &run->y, &run->g,     &run->step,
                         &run->newton, &run->cauchy, &run->r,   &run->u, &run->anchor};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) *arrays[k] = zeros(t);
    run->choices = ARENA_ZEROED(t->workspace, implicit_choice, made.problem->block_count);
    t->solve.work = work_unlimited(t->workspace);
    CHECK(implicit_system_begin(&run->system, made.problem, NULL, true, &t->solve.work, t->workspace));
    CHECK(implicit_line_create(&run->line, &run->system, run->choices, t->workspace));
    CHECK(best_begin(&run->best, made.problem, t->workspace));
    run->lambda = 1e-3;
    random_state random = random_seed(seed);
    for (int k = 0; k < t->n; k++)
    {
        run->x[k] = random_normal(&random);
        run->system.weight[k] = random_between(&random, 0.5, 2.0);
        run->system.center[k] = random_normal(&random);
    }
    run->system.shift = 0.25;
}

static void close_fixture(fixture *t)
{
    hf_workspace_destroy(t->workspace);
    hf_generated_destroy(&t->made);
}

static hf_generated mixed(unsigned seed)
{
    hf_random_options options = hf_random_options_default();
    options.seed = seed;
    options.contact_count = 12;
    options.unilateral_count = 3;
    options.bilateral_count = 3;
    options.box_count = 4;
    options.mass_spread = 100.0;
    hf_generated made;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    return made;
}

/// Strong friction and many contacts a body: edges are often active.
static hf_generated strong(unsigned seed)
{
    hf_random_options options = hf_random_options_default();
    options.seed = seed;
    options.contact_count = 30;
    options.unilateral_count = 3;
    options.box_count = 4;
    options.mu_lo = options.mu_hi = 2.0;
    options.redundancy = 3.0;
    hf_generated made;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    return made;
}

static hf_generated pile(int contacts)
{
    hf_pile_options options = hf_pile_options_default();
    options.contact_count = contacts;
    options.noise = 0.3;
    hf_generated made;
    CHECK(hf_generate_pile(&options, &made, NULL) == HF_STATUS_OK);
    return made;
}

/// Puts every other block on an edge, if it has one.
static void put_on_edges(fixture *t)
{
    for (int i = 0; i < t->made.problem->block_count; i += 2)
    {
        const implicit_law *law = &t->run.system.laws[i];
        double *x = t->run.x + t->made.problem->offset[i];
        if (law->kind == HF_LAW_CONTACT) implicit_project(law, i % 4 ? EDGE_CONE : EDGE_PLANE, x);
        if (law->kind == HF_LAW_UNILATERAL) implicit_project(law, EDGE_PLANE, x);
        if (law->kind == HF_LAW_BOX) implicit_project(law, i % 4 ? EDGE_LOW : EDGE_HIGH, x);
    }
}

/// Jd = (A + ε) F d - (F + I) d with the choices at hand.
static void apply_jacobian(fixture *t, const double *d, double *Jd)
{
    const hf_problem *p = t->made.problem;
    double *Fd = zeros(t);
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i]; a++)
            for (int c = 0; c < p->size[i]; c++)
                Fd[p->offset[i] + a] += t->run.choices[i].F[a * p->size[i] + c] * d[p->offset[i] + c];
    implicit_product(&t->run.system, Fd, Jd);
    for (int k = 0; k < t->n; k++) Jd[k] -= Fd[k] + d[k];
}

// ---- scaling and products ----

TEST(scaled_diagonal_is_one_on_average)
{
    fixture t;
    open_fixture(&t, mixed(1), 1);
    const hf_problem *p = t.made.problem;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            if (p->W.col[k] != i) continue;
            double sum = 0.0;
            for (int a = 0; a < p->size[i]; a++) sum += t.run.system.A[block_at(p, k) + (size_t)(a * p->size[i] + a)];
            CHECK_NEAR(sum / p->size[i], 1.0, 1e-14);
        }
    close_fixture(&t);
}

TEST(residual_is_that_of_the_unscaled_problem)
{
    fixture t;
    open_fixture(&t, mixed(2), 2);
    const hf_problem *p = t.made.problem;
    t.run.system.shift = 0.0;
    island_evaluate(&t.run);
    double *r = zeros(&t), *u = zeros(&t);
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) r[k] = t.run.system.scale[i] * t.run.f[k];
    CHECK(hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) // ρ = S (W r + b) - v
            CHECK_NEAR(t.run.rho[k], t.run.system.scale[i] * u[k] - t.run.f[k] - t.run.x[k], 1e-11);
    hf_residual residual = hf_residual_of(p, r, u);
    CHECK_NEAR(sqrt(t.run.square) / (1.0 + p->norm_b), residual.natural, 1e-12 * residual.natural);
    close_fixture(&t);
}

TEST(transposed_product_is_the_adjoint)
{
    fixture t;
    hf_random_options options = hf_random_options_default();
    options.unsymmetric = 0.5;
    options.bilateral_count = 2;
    hf_generated made;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    open_fixture(&t, made, 3);
    double *Ax = zeros(&t), *ATy = zeros(&t), left = 0.0, right = 0.0;
    implicit_product(&t.run.system, t.run.x, Ax);
    implicit_product_transposed(&t.run.system, t.run.system.center, ATy);
    for (int k = 0; k < t.n; k++)
    {
        left += t.run.system.center[k] * Ax[k];
        right += ATy[k] * t.run.x[k];
    }
    CHECK_NEAR(left, right, 1e-11 * (1.0 + fabs(left)));
    close_fixture(&t);
}

// ---- Jacobian and gradient ----

TEST(jacobian_and_gradient_are_differences)
{
    const double h = 1e-7;
    fixture t;
    open_fixture(&t, mixed(3), 4);
    island_evaluate(&t.run);
    island_choose(&t.run);
    double *d = zeros(&t), *Jd = zeros(&t), *at = zeros(&t), *f = zeros(&t), *up = zeros(&t), *down = zeros(&t);
    for (int c = 0; c < t.n; c++)
    {
        memset(d, 0, (size_t)t.n * sizeof *d);
        d[c] = 1.0;
        apply_jacobian(&t, d, Jd);
        memcpy(at, t.run.x, (size_t)t.n * sizeof *at);
        at[c] = t.run.x[c] + h;
        double high = implicit_residual(&t.run.system, at, f, up);
        at[c] = t.run.x[c] - h;
        double low = implicit_residual(&t.run.system, at, f, down);
        for (int k = 0; k < t.n; k++) CHECK_NEAR(Jd[k], (up[k] - down[k]) / (2.0 * h), 1e-5); // (18)
        CHECK_NEAR(t.run.g[c], (high - low) / (2.0 * h), 1e-4 * (1.0 + fabs(t.run.g[c])));    // (20)
    }
    close_fixture(&t);
}

TEST(gradient_of_an_active_edge_lies_within_it)
{
    int active = 0, inactive = 0;
    for (unsigned seed = 1; seed < 12; seed++)
    {
        fixture t;
        open_fixture(&t, strong(seed), seed);
        put_on_edges(&t);
        island_evaluate(&t.run);
        island_choose(&t.run);
        const hf_problem *p = t.made.problem;
        for (int i = 0; i < p->block_count; i++)
        {
            implicit_region sides[2];
            double normal[3], along = 0.0, *x = t.run.x + p->offset[i];
            if (implicit_edge_of(&t.run.system.laws[i], x, sides, normal) == EDGE_NONE) continue;
            const implicit_choice *c = &t.run.choices[i];
            if (c->edge == EDGE_NONE)
            {
                inactive++;
                continue;
            }
            active++;
            // Without B: g = Jᵀ D² ρ by (26) has no component across the edge.
            for (int k = 0; k < p->size[i]; k++)
            {
                int at = p->offset[i];
                double g = -t.run.system.weight[at + k] * t.run.rho[at + k];
                for (int a = 0; a < p->size[i]; a++)
                    g += c->F[a * p->size[i] + k] * (t.run.y[at + a] - t.run.system.weight[at + a] * t.run.rho[at + a]);
                along += g * normal[k];
            }
            CHECK_NEAR(along, 0.0, 1e-11 * (1.0 + sqrt(t.run.value)));
        }
        close_fixture(&t);
    }
    CHECK(active > 10 && inactive > 10);
}

// ---- the Newton step ----

/// Bᵀ (H p + g) = 0 and p = B ξ, eq. (28).
static void check_newton(fixture *t, double tolerance)
{
    const hf_problem *p = t->made.problem;
    bool solved;
    island_choose(&t->run);
    CHECK(implicit_newton(&t->run.system, t->run.choices, t->run.lambda, t->run.rho, t->run.step, &solved, NULL) ==
          HF_STATUS_OK);
    CHECK(solved);
    double *Jp = zeros(t), *y = zeros(t);
    apply_jacobian(t, t->run.step, Jp);
    for (int k = 0; k < t->n; k++) Jp[k] *= t->run.system.weight[k];
    implicit_product_transposed(&t->run.system, Jp, y);
    for (int i = 0; i < p->block_count; i++)
    {
        const implicit_choice *c = &t->run.choices[i];
        int at = p->offset[i], n = p->size[i];
        for (int l = 0; l < c->free; l++)
        {
            double sum = 0.0, scale = 1.0;
            for (int k = 0; k < n; k++)
            {
                double e = t->run.g[at + k] + t->run.lambda * t->run.step[at + k] - Jp[at + k];
                for (int a = 0; a < n; a++) e += c->F[a * n + k] * (y[at + a] - Jp[at + a]);
                sum += c->B[k * c->free + l] * e;
                scale += fabs(t->run.g[at + k]);
            }
            CHECK_NEAR(sum, 0.0, tolerance * scale);
        }
        implicit_region sides[2];
        double normal[3], across = 0.0;
        if (c->edge == EDGE_NONE) continue;
        implicit_edge_of(&t->run.system.laws[i], t->run.x + at, sides, normal);
        for (int k = 0; k < n; k++) across += normal[k] * t->run.step[at + k];
        CHECK_NEAR(across, 0.0, 1e-12 * (1.0 + fabs(t->run.step[at])));
    }
}

TEST(newton_step_solves_the_reduced_equations)
{
    for (unsigned seed = 1; seed < 6; seed++)
        for (int edges = 0; edges < 2; edges++)
        {
            fixture t;
            open_fixture(&t, mixed(seed), seed);
            if (edges) put_on_edges(&t);
            island_evaluate(&t.run);
            check_newton(&t, 1e-10);
            close_fixture(&t);
        }
}

TEST(sparse_newton_step_solves_the_same_equations)
{
    fixture t;
    open_fixture(&t, pile(600), 7);
    for (int k = 0; k < t.n; k += 3)
        t.run.x[k] = -fabs(t.run.x[k]); // most stick or slide: more than DENSE_ROWS unknowns
    put_on_edges(&t);
    island_evaluate(&t.run);
    check_newton(&t, 1e-8);
    close_fixture(&t);
}

TEST(cauchy_point_is_the_minimum_along_the_gradient)
{
    fixture t;
    open_fixture(&t, mixed(4), 8);
    island_evaluate(&t.run);
    island_choose(&t.run);
    island_cauchy_point(&t.run);
    double *d = zeros(&t), *Jd = zeros(&t), slope = 0.0;
    for (int k = 0; k < t.n; k++) d[k] = t.run.cauchy[k] - t.run.x[k];
    apply_jacobian(&t, d, Jd);
    for (int k = 0; k < t.n; k++) // dq/ds = 0 at s = 1
        slope += t.run.g[k] * d[k] + t.run.system.weight[k] * Jd[k] * Jd[k] + t.run.lambda * d[k] * d[k];
    double size = 0.0;
    for (int k = 0; k < t.n; k++) size -= t.run.g[k] * d[k];
    CHECK(size > 0.0);
    CHECK_NEAR(slope, 0.0, 1e-11 * size);
    close_fixture(&t);
}

// ---- the start ----

TEST(all_stick_is_the_least_norm_solution_of_least_squares)
{
    for (int large = 0; large < 2; large++) // both ways to A†
    {
        fixture t;
        open_fixture(&t, pile(large ? 150 : 40), 9);
        t.run.system.shift = 0.0;
        for (int k = 0; k < t.n; k++) t.run.system.weight[k] = 1.0;
        double *v = zeros(&t), *f = zeros(&t), *e = zeros(&t), *y = zeros(&t);
        CHECK(implicit_all_stick(&t.run.system, v, f, NULL) == HF_STATUS_OK);
        implicit_product(&t.run.system, f, e);
        for (int k = 0; k < t.n; k++) e[k] += t.run.system.v0[k];
        implicit_product_transposed(&t.run.system, e, y); // normal equations
        double size = 0.0;
        for (int k = 0; k < t.n; k++) size = fmax(size, fabs(t.run.system.v0[k]));
        for (int k = 0; k < t.n; k++) CHECK_NEAR(y[k], 0.0, 1e-6 * size);
        close_fixture(&t);
    }
}

// ---- the line search ----

TEST(line_search_finds_the_lowest_point_of_a_dense_scan)
{
    int on_edges = 0;
    for (unsigned seed = 1; seed < 60; seed++)
    {
        fixture t;
        open_fixture(&t, strong(seed), seed);
        island_evaluate(&t.run);
        island_choose(&t.run);
        random_state random = random_seed(seed + 100);
        double *to = zeros(&t), *at = zeros(&t), *f = zeros(&t), *rho = zeros(&t), least = INFINITY;
        for (int k = 0; k < t.n; k++)
            to[k] = t.run.x[k] - 3.0 * t.run.g[k] / (1.0 + fabs(t.run.g[k])) + 0.1 * random_normal(&random);
        for (int s = 0; s <= 4000; s++)
        {
            for (int k = 0; k < t.n; k++) at[k] = t.run.x[k] + s / 4000.0 * (to[k] - t.run.x[k]);
            least = fmin(least, implicit_residual(&t.run.system, at, f, rho));
        }
        implicit_line_begin(&t.run.line, t.run.value);
        implicit_line_search(&t.run.line, t.run.x, to);
        if (least < t.run.value)
        {
            CHECK(t.run.line.best_segment == 0);
            CHECK(t.run.line.best_value <= least + 1e-3 * (t.run.value - least));
            CHECK_NEAR(implicit_residual(&t.run.system, t.run.line.best, f, rho), t.run.line.best_value,
                       1e-12 * (1.0 + t.run.value));
            on_edges += t.run.line.best_edge;
        }
        close_fixture(&t);
    }
    CHECK(on_edges > 0);
}

TEST(many_crossings_are_searched_coarsely)
{
    fixture t;
    open_fixture(&t, pile(200), 5);
    island_evaluate(&t.run);
    island_choose(&t.run);
    double *to = zeros(&t);
    for (int k = 0; k < t.n; k++) to[k] = t.run.x[k] - 3.0 * t.run.g[k];
    implicit_line_begin(&t.run.line, t.run.value);
    implicit_line_search(&t.run.line, t.run.x, to);
    CHECK(t.run.line.stop_count > 100);
    CHECK(t.run.line.best_segment == 0 && t.run.line.best_value < 0.7 * t.run.value);
    close_fixture(&t);
}

TEST(active_cones_are_not_left_by_the_line_search)
{
    fixture t;
    open_fixture(&t, strong(5), 11);
    put_on_edges(&t);
    island_evaluate(&t.run);
    island_choose(&t.run);
    island_cauchy_point(&t.run);
    implicit_line_begin(&t.run.line, t.run.value);
    implicit_line_search(&t.run.line, t.run.x, t.run.cauchy);
    CHECK(t.run.line.best_segment == 0);
    int cones = 0;
    for (int i = 0; i < t.made.problem->block_count; i++)
    {
        implicit_region sides[2];
        double normal[3];
        if (t.run.choices[i].edge == EDGE_NONE) continue;
        cones += t.run.choices[i].edge == EDGE_CONE;
        const double *x = t.run.line.best + t.made.problem->offset[i];
        CHECK(implicit_edge_of(&t.run.system.laws[i], x, sides, normal) == t.run.choices[i].edge);
    }
    CHECK(cones > 0);
    close_fixture(&t);
}
