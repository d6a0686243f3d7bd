// Pivoting with friction: the paper's conditions on random problems of every kind, Painlevé's rod, exact finish,
// faults.

#include "support/pivot_problems.h"

#include <holdfast/generate.h>

static const double CONDITIONS = 1e-9; // relative, on eqs. 15, 16, 21 and 24

/// A ray is an impulse direction: it pushes, obeys the friction of sliding contacts, and does not separate the row that
/// it drives.
static void check_ray(const random_problem *p, const hf_pivot_result *result, const double *ray)
{
    hf_laws laws = hf_problem_laws(p->problem);
    const int *offset = hf_problem_offsets(p->problem);
    double u[192], size = 0.0;
    for (int i = 0; i < p->rows; i++) size = fmax(size, fabs(ray[i]));
    CHECK(size > 0.0 && result->ray_row >= 0);
    CHECK(hf_problem_velocity(p->problem, ray, u, NULL, NULL) == HF_STATUS_OK);
    for (int k = 0; k < p->blocks; k++)
    {
        int i = offset[k];
        if (laws.kind[k] != HF_LAW_CONTACT) continue;
        CHECK(ray[i] >= -1e-9 * size);
        if (p->friction[k] != HF_PIVOT_DYNAMIC) continue;
        double speed = laws.size[k] == 3 ? hypot(p->slip[i + 1], p->slip[i + 2]) : fabs(p->slip[i + 1]);
        for (int t = 1; t < laws.size[k]; t++)
            CHECK_NEAR(ray[i + t], -laws.mu[k] * ray[i] * p->slip[i + t] / speed, 1e-9 * size);
    }
    int d = result->ray_row; // d's acceleration does not improve along it
    CHECK((u[d] - laws.b[d]) * (ray[d] > 0.0 ? 1.0 : -1.0) <= 1e-7 * size * hf_problem_describe(p->problem).largest);
}

static void check_kind(problem_kind kind, int count, int max_blocks, uint64_t seed)
{
    random_state random = random_seed(seed);
    for (int trial = 0; trial < count; trial++)
    {
        random_problem p;
        double r[192] = {0}, ray[192];
        hf_report report;
        hf_pivot_result result;
        hf_pivot_conditions conditions;
        draw_problem(&p, kind, max_blocks, &random);
        p.options.exact = false;
        p.options.common.tolerance = CONDITIONS;
        CHECK(hf_pivot_solve(p.problem, &p.options, r, NULL, ray, NULL, &report, &result, NULL) == HF_STATUS_OK);
        CHECK(hf_pivot_check(p.problem, &p.options, r, NULL, &conditions, NULL) == HF_STATUS_OK);
        if (report.outcome == HF_OUTCOME_CONVERGED) CHECK(conditions.worst <= CONDITIONS);
        else
        {
            CHECK(p.dynamic && result.end == HF_PIVOT_RAY); // static friction always has a solution here
            CHECK(report.note[0] != '\0');
            CHECK((report.outcome == HF_OUTCOME_NO_SOLUTION) == result.ray_is_proof);
            check_ray(&p, &result, ray);
        }
        hf_problem_destroy(p.problem);
    }
}

TEST(static_friction_2d)
{
    check_kind(KIND_STATIC_2D, 300, 8, 1);
}
TEST(static_friction_3d)
{
    check_kind(KIND_STATIC_3D, 300, 8, 2);
}
TEST(dynamic_friction_2d)
{
    check_kind(KIND_DYNAMIC_2D, 300, 8, 3);
}
TEST(dynamic_friction_3d)
{
    check_kind(KIND_DYNAMIC_3D, 300, 8, 4);
}
TEST(mixed_friction_2d)
{
    check_kind(KIND_MIXED_2D, 300, 8, 5);
}
TEST(mixed_friction_3d)
{
    check_kind(KIND_MIXED_3D, 300, 8, 6);
}
TEST(static_friction_among_rows)
{
    check_kind(KIND_ROWS_STATIC, 300, 10, 7);
}
TEST(mixed_friction_among_rows)
{
    check_kind(KIND_ROWS_MIXED, 300, 10, 8);
}

TEST(more_contacts)
{
    check_kind(KIND_STATIC_3D, 12, 40, 16);
    check_kind(KIND_STATIC_2D, 12, 60, 17);
    check_kind(KIND_ROWS_MIXED, 12, 60, 18);
}

TEST(the_exact_finish_agrees_with_gauss_seidel)
{
    random_state random = random_seed(9);
    int certified = 0, both = 0;
    for (int trial = 0; trial < 200; trial++)
    {
        random_problem p;
        double r[192] = {0}, q[192] = {0};
        hf_report report, other;
        draw_problem(&p, KIND_STATIC_3D, 6, &random);
        CHECK(hf_solve("pivot", p.problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
        hf_residual residual;
        CHECK(hf_residual_compute(p.problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
        CHECK(residual.natural == report.residual.natural);
        CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (residual.natural <= 1e-8));
        certified += report.outcome == HF_OUTCOME_CONVERGED;
        hf_solve_options options = hf_solve_options_default();
        options.max_iterations = 2000;
        CHECK(hf_solve("mfb+enum", p.problem, &options, q, NULL, &other, NULL) == HF_STATUS_OK);
        both += report.outcome == HF_OUTCOME_CONVERGED && other.outcome == HF_OUTCOME_CONVERGED;
        hf_problem_destroy(p.problem);
    }
    CHECK(certified >= 198);
    CHECK(both >= 180);
}

/// Small friction and a well-conditioned W: the answer is unique, and both must find it.
TEST(a_unique_answer_is_found)
{
    random_state random = random_seed(10);
    for (int trial = 0; trial < 50; trial++)
    {
        enum
        {
            N = 12
        };
        int size[4] = {3, 3, 3, 3};
        double W[N * N] = {0}, G[N * N], b[N], mu[4] = {0.1, 0.2, 0.1, 0.15}, r[N] = {0}, q[N] = {0};
        for (int k = 0; k < N * N; k++) G[k] = 0.2 * random_normal(&random);
        for (int i = 0; i < N; i++)
        {
            b[i] = random_normal(&random) - (i % 3 == 0);
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++) W[i * N + j] += G[i * N + k] * G[j * N + k];
            W[i * N + i] += 1.0;
        }
        hf_laws laws = {.block_count = 4, .size = size, .mu = mu, .b = b};
        hf_problem *problem;
        hf_report report;
        CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = 1e-11;
        CHECK(hf_solve("pivot", problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(hf_solve("mfb+enum", problem, &options, q, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        for (int i = 0; i < N; i++) CHECK_NEAR(r[i], q[i], 1e-9);
        hf_problem_destroy(problem);
    }
}

// ---- Painlevé's rod ----
//
// A uniform rod of mass m and half-length l leans at angle θ; its lower end touches the ground and slides. With J = m
// l²/3 the normal acceleration is a_N = c f_N + b, c = (1 + 3 cos²θ - 3 σ mu sinθ cosθ)/m, σ = ±1 the direction of
// slip: for σ = 1 and mu > (1 + 3 cos²θ)/(3 sinθ cosθ) pushing harder only digs in. The least such mu is 4/3, at tan θ
// = 2.

static hf_pivot_result rod(double theta, double mu, double slip, double *f, double *ray, hf_report *report)
{
    const double m = 2.0, l = 0.7, J = m * l * l / 3.0;
    double H[2][3] = {{0, 1, -l * cos(theta)}, {1, 0, l * sin(theta)}}, inverse[3] = {1 / m, 1 / m, 1 / J};
    double W[4] = {0}, b[2] = {-9.81, 0.3}, velocity[2] = {0, slip};
    int size = 2;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++) W[2 * i + j] += H[i][k] * inverse[k] * H[j][k];
    hf_problem *problem;
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    hf_pivot_friction friction = HF_PIVOT_DYNAMIC;
    hf_pivot_options options = hf_pivot_options_default();
    options.friction = &friction;
    options.slip = velocity;
    hf_pivot_result result;
    CHECK(hf_pivot_solve(problem, &options, f, NULL, ray, NULL, report, &result, NULL) == HF_STATUS_OK);
    hf_problem_destroy(problem);
    return result;
}

TEST(painleve_rod_jams_exactly_where_it_must)
{
    const double m = 2.0, half_pi = 2.0 * atan(1.0);
    int forces = 0, impulses = 0;
    for (int a = 1; a < 40; a++)
        for (int k = 0; k < 40; k++)
            for (int side = -1; side <= 1; side += 2)
            {
                double theta = half_pi * a / 40.0, mu = 3.0 * k / 40.0 + 0.01, f[2] = {0}, ray[2];
                double c = (1.0 + 3.0 * cos(theta) * cos(theta) - 3.0 * side * mu * sin(theta) * cos(theta)) / m;
                hf_report report;
                hf_pivot_result result = rod(theta, mu, -side * 0.4, f, ray, &report);
                if (c > 0.0)
                {
                    CHECK(result.end == HF_PIVOT_SOLVED && report.outcome == HF_OUTCOME_CONVERGED);
                    CHECK_NEAR(f[0], 9.81 / c, 1e-10 * 9.81 / c);
                    CHECK_NEAR(f[1], side * mu * f[0], 1e-12 * f[0]);
                    forces++;
                }
                else
                {
                    CHECK(result.end == HF_PIVOT_RAY && report.outcome == HF_OUTCOME_NO_SOLUTION &&
                          result.ray_is_proof);
                    CHECK(strstr(report.note, "impulse"));
                    CHECK_NEAR(ray[0], 1.0, 1e-15);
                    CHECK_NEAR(ray[1], side * mu, 1e-14);
                    impulses++;
                }
            }
    CHECK(forces > 1000 && impulses > 300);
}

TEST(painleve_threshold_is_four_thirds)
{
    double below = 1.0, above = 2.0, theta = atan(2.0), f[2], ray[2];
    hf_report report;
    for (int k = 0; k < 60; k++)
    {
        double mu = 0.5 * (below + above);
        f[0] = f[1] = 0.0;
        if (rod(theta, mu, -1.0, f, ray, &report).end == HF_PIVOT_SOLVED) below = mu;
        else above = mu;
    }
    CHECK_NEAR(below, 4.0 / 3.0, 1e-10);
}

// ---- one solve in many ways ----

/// Four contacts under a box of unit mass that is pushed sideways.
static hf_problem *box(double push, bool factored)
{
    static const int size[4] = {3, 3, 3, 3};
    static const double mu[4] = {0.5, 0.5, 0.5, 0.5};
    double H[12 * 6] = {0}, G[12 * 6] = {0}, W[144] = {0}, b[12];
    for (int c = 0; c < 4; c++)
    {
        double p[3] = {c & 1 ? 0.5 : -0.5, c & 2 ? 0.5 : -0.5, -0.5};
        static const int axis[3] = {2, 0, 1}; // the normal is z
        for (int t = 0; t < 3; t++)
        {
            double *row = H + 6 * (3 * c + t), e[3] = {0};
            e[axis[t]] = 1.0;
            memcpy(row, e, sizeof e);
            row[3] = p[1] * e[2] - p[2] * e[1];
            row[4] = p[2] * e[0] - p[0] * e[2];
            row[5] = p[0] * e[1] - p[1] * e[0];
            for (int k = 0; k < 6; k++) G[6 * (3 * c + t) + k] = row[k] * (k < 3 ? 1.0 : 6.0);
            b[3 * c + t] = t == 0 ? -0.0981 : t == 1 ? push : 0.3 * push;
        }
    }
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            for (int k = 0; k < 6; k++) W[12 * i + j] += H[6 * i + k] * G[6 * j + k];
    hf_problem *problem;
    hf_laws laws = {.block_count = 4, .size = size, .mu = mu, .b = b};
    size_t begin[5] = {0, 6, 12, 18, 24};
    int dof[24];
    for (int k = 0; k < 24; k++) dof[k] = k % 6;
    hf_factored_rows rows = {.dof_count = 6, .begin = begin, .dof = dof, .H = H, .G = G};
    hf_status status = factored ? hf_problem_create_factored(&laws, &rows, &problem, NULL)
                                : hf_problem_create_dense(&laws, W, &problem, NULL);
    CHECK(status == HF_STATUS_OK);
    return problem;
}

TEST(a_box_sticks_slides_and_tips_alike_in_both_forms)
{
    for (int k = 0; k <= 30; k++)
    {
        double push = 0.004 * k, r[12] = {0}, q[12] = {0};
        hf_problem *assembled = box(push, false), *factored = box(push, true);
        hf_report report;
        CHECK(hf_solve("pivot", assembled, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(hf_solve("pivot", factored, NULL, q, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        double u[12], v[12];
        CHECK(hf_problem_velocity(assembled, r, u, NULL, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_velocity(factored, q, v, NULL, NULL) == HF_STATUS_OK);
        bool sticks = push * hypot(1.0, 0.3) < 0.5 * 0.0981 * 0.999;
        for (int i = 0; i < 12; i++)
        {
            CHECK_NEAR(u[i], v[i], 1e-7);
            if (sticks) CHECK_NEAR(u[i], 0.0, 1e-8);
        }
        hf_problem_destroy(assembled);
        hf_problem_destroy(factored);
    }
}

/// Solves again from sets and a guess that is a little off, and adds the pivots that took.
static void solve_warm(random_problem *p, const double *answer, hf_pivot_set *sets, long *pivots)
{
    double r[192];
    hf_report report;
    hf_pivot_result result;
    for (int i = 0; i < p->rows; i++) r[i] = 1.001 * answer[i];
    CHECK(hf_pivot_solve(p->problem, &p->options, r, sets, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    *pivots += result.pivots;
}

TEST(a_warm_start_drives_next_to_nothing)
{
    static const problem_kind kinds[] = {KIND_STATIC_2D, KIND_ROWS_STATIC, KIND_MIXED_3D, KIND_STATIC_3D,
                                         KIND_DYNAMIC_2D};
    random_state random = random_seed(11);
    long cold = 0, warm = 0, others = 0;
    for (int trial = 0; trial < 400; trial++)
    {
        random_problem p;
        double r[192] = {0};
        hf_pivot_set sets[192] = {0};
        hf_report report;
        hf_pivot_result result;
        draw_problem(&p, kinds[trial % 5], 8, &random);
        p.options.exact = false;
        CHECK(hf_pivot_solve(p.problem, &p.options, r, sets, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
        cold += result.pivots;
        p.options.common.warm_start = true;
        if (report.outcome == HF_OUTCOME_CONVERGED)
        {
            solve_warm(&p, r, sets, &warm);
            solve_warm(&p, r, NULL, &others); // sets from the guess
            CHECK(hf_pivot_solve(p.problem, &p.options, r, sets, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
            CHECK(report.outcome == HF_OUTCOME_CONVERGED && result.pivots == 0); // the answer itself
            for (int i = 0; i < p.rows; i++) sets[i] = (hf_pivot_set)random_below(&random, 5);
            if (!p.dynamic) solve_warm(&p, r, sets, &others); // nonsense
        }
        hf_problem_destroy(p.problem);
    }
    CHECK(warm <= cold / 4);
}

TEST(a_near_guess_needs_only_newton)
{
    hf_problem *problem = box(0.08, false);
    double r[12] = {0};
    hf_report report;
    hf_pivot_result result;
    hf_pivot_options options = hf_pivot_options_default();
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
    for (int i = 0; i < 12; i++) r[i] *= 1.01;
    options.common.warm_start = true;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && result.pivots == 0 && result.drives == 0);
    CHECK(strcmp(report.phases[0].name, "newton") == 0);
    hf_problem_destroy(problem);
}

TEST(the_paper_to_the_letter)
{
    random_state random = random_seed(15);
    for (int trial = 0; trial < 100; trial++)
    {
        random_problem p;
        double r[192] = {0};
        hf_report report;
        hf_pivot_result result;
        draw_problem(&p, KIND_STATIC_2D, 6, &random);
        p.options.one_by_one = true;
        CHECK(hf_pivot_solve(p.problem, &p.options, r, NULL, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && result.block_moves == 0);
        hf_problem_destroy(p.problem);
    }
}

TEST(the_published_method_by_name_is_exact_in_the_plane_and_honest_in_space)
{
    int stalled = 0;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (unsigned seed = 1; seed <= 6; seed++)
        {
            hf_pile_options pile = hf_pile_options_default();
            hf_pivot_options options = hf_pivot_options_paper();
            hf_pivot_conditions conditions;
            hf_generated made;
            hf_report report;
            double r[36] = {0};
            pile.seed = seed;
            pile.dimension = dimension;
            pile.contact_count = 12;
            pile.noise = 0.3;
            CHECK(hf_generate_pile(&pile, &made, NULL) == HF_STATUS_OK);
            CHECK(hf_solve("pivot/paper", made.problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
            CHECK(hf_pivot_check(made.problem, &options, r, NULL, &conditions, NULL) == HF_STATUS_OK);
            CHECK(conditions.worst <= CONDITIONS);
            bool exact = report.residual.natural <= 1e-8;
            CHECK(report.outcome == (exact ? HF_OUTCOME_CONVERGED : HF_OUTCOME_STALLED));
            if (dimension == 2) CHECK(exact);
            stalled += !exact;
            hf_generated_destroy(&made);
        }
    CHECK(stalled > 0); // eq. 21 is weaker than the law
}

TEST(an_unsymmetric_w_is_fine)
{
    int size[2] = {3, 3};
    double W[36] = {0}, mu[2] = {0.4, 0.7}, b[6] = {-1, 0.3, 0.2, -0.8, -0.9, 1.5}, r[6] = {0};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) W[6 * i + j] = i == j ? 2.0 : 0.05 * (i - j) + 0.1;
    hf_problem *problem;
    hf_laws laws = {.block_count = 2, .size = size, .mu = mu, .b = b};
    hf_report report;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("pivot", problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.residual.natural <= 1e-8);
    hf_problem_destroy(problem);
}

static bool never(void *context, const hf_progress *progress)
{
    ++*(int *)context;
    return progress->iteration < 0;
}

TEST(limits_are_reported)
{
    hf_problem *problem = box(0.08, false);
    hf_pivot_options options = hf_pivot_options_default();
    hf_report report;
    hf_pivot_result result;
    double r[12] = {0};
    options.common.max_iterations = 1;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
    CHECK(result.end == HF_PIVOT_LIMIT && report.outcome == HF_OUTCOME_LIMIT && strstr(report.note, "pivots"));
    options.common.max_iterations = 0;
    int calls = 0;
    options.common.observer = never;
    options.common.observer_context = &calls;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, &report, &result, NULL) == HF_STATUS_OK);
    CHECK(result.end == HF_PIVOT_LIMIT && calls == 1);
    hf_problem_destroy(problem);
}

TEST(bad_options_are_named)
{
    hf_problem *problem = box(0.0, false);
    double r[12] = {0}, slip[12] = {0};
    hf_pivot_friction friction[4] = {HF_PIVOT_STATIC, HF_PIVOT_DYNAMIC, HF_PIVOT_STATIC, HF_PIVOT_STATIC};
    hf_pivot_set sets[12] = {0};
    hf_error error;
    hf_pivot_options options = hf_pivot_options_default();
    options.friction = friction;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "options.slip is NULL"));
    options.slip = slip;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "contact 1"));
    friction[1] = (hf_pivot_friction)7;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "friction[1]"));
    options = hf_pivot_options_default();
    options.common.tolerance = NAN;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    options = hf_pivot_options_default();
    options.common.max_iterations = -1;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    options = hf_pivot_options_default();
    options.common.warm_start = true;
    r[3] = NAN;
    CHECK(hf_pivot_solve(problem, &options, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "r[3]"));
    r[3] = 0.0;
    sets[5] = (hf_pivot_set)-1;
    CHECK(hf_pivot_solve(problem, &options, r, sets, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "sets[5]"));
    hf_problem_destroy(problem);
}

TEST(what_does_not_fit_is_refused)
{
    enum
    {
        COUNT = 2001
    };
    static int size[COUNT];
    static double mu[COUNT], b[3 * COUNT], r[3 * COUNT];
    static size_t begin[COUNT + 1];
    for (int k = 0; k < COUNT; k++) size[k] = 3;
    hf_laws laws = {.block_count = COUNT, .size = size, .mu = mu, .b = b};
    hf_problem *problem;
    hf_error error;
    CHECK(hf_problem_create(&laws, &(hf_block_rows){.begin = begin}, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("pivot", problem, NULL, r, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "6003 rows"));
    hf_problem_destroy(problem);
}

TEST(an_empty_problem_and_a_zero_matrix)
{
    hf_problem *problem;
    hf_report report;
    double r[3] = {0}, W[9] = {0}, mu = 0.5, up[3] = {1, 0.2, 0}, down[3] = {-1, 0.2, 0};
    int size = 3;
    hf_laws laws = {0};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("pivot", problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    hf_problem_destroy(problem);
    laws = (hf_laws){.block_count = 1, .size = &size, .mu = &mu, .b = up};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("pivot", problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && r[0] == 0.0);
    hf_problem_destroy(problem);
    laws.b = down;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("pivot", problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && strstr(report.note, "ray"));
    hf_problem_destroy(problem);
}

TEST(the_second_solve_allocates_nothing_and_every_failure_is_reported)
{
    hf_problem *problem = box(0.08, true);
    hf_workspace *workspace;
    double r[12] = {0};
    hf_error error;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("pivot", problem, NULL, r, workspace, NULL, NULL) == HF_STATUS_OK);
    fail_allocation(-1);
    CHECK(hf_solve("pivot", problem, NULL, r, workspace, NULL, NULL) == HF_STATUS_OK);
    CHECK(fail_allocation_count() == 0);
    hf_workspace_destroy(workspace);
    for (long k = 0;; k++)
    {
        fail_allocation(k);
        hf_status status = hf_solve("pivot", problem, NULL, r, NULL, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        if (!failed) break;
        CHECK(status == HF_STATUS_NO_MEMORY);
    }
    hf_problem_destroy(problem);
}

TEST(ends_have_names)
{
    CHECK(strcmp(hf_pivot_end_name(HF_PIVOT_SOLVED), "solved") == 0);
    CHECK(strcmp(hf_pivot_end_name(HF_PIVOT_LIMIT), "limit") == 0);
    CHECK(strcmp(hf_pivot_end_name(HF_PIVOT_RAY), "ray") == 0);
    CHECK(strcmp(hf_pivot_end_name(HF_PIVOT_STALLED), "stalled") == 0);
    CHECK(strcmp(hf_pivot_end_name((hf_pivot_end)9), "unknown end") == 0);
}
