// The laws as functions of x (Todorov 2010): exact for every x, differentiable where they say so, and kinked where they
// say so.

#include "support/harness.h"

#include "base/random.h"
#include "papers/todorov2010/implicit_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const implicit_law laws[] = {
    {.kind = HF_LAW_CONTACT, .size = 3, .mu = 0.5},
    {.kind = HF_LAW_CONTACT, .size = 3, .mu = 2.0, .bias = 0.3},
    {.kind = HF_LAW_CONTACT, .size = 3, .mu = 0.0, .bias = -0.2},
    {.kind = HF_LAW_CONTACT, .size = 2, .mu = 0.8, .bias = -0.4},
    {.kind = HF_LAW_CONTACT, .size = 2, .mu = 0.0},
    {.kind = HF_LAW_UNILATERAL, .size = 1, .bias = 0.25},
    {.kind = HF_LAW_BILATERAL, .size = 3},
    {.kind = HF_LAW_BILATERAL, .size = 1},
    {.kind = HF_LAW_BOX, .size = 1, .lo = -0.5, .hi = 0.7},
    {.kind = HF_LAW_BOX, .size = 1, .lo = -INFINITY, .hi = 0.1},
    {.kind = HF_LAW_BOX, .size = 1, .lo = -INFINITY, .hi = INFINITY},
    {.kind = HF_LAW_BOX, .size = 1, .lo = 0.3, .hi = 0.3},
};

enum
{
    LAW_COUNT = sizeof laws / sizeof *laws,
    TRIES = 2000,
};

static void random_point(random_state *random, int n, double *x)
{
    for (int k = 0; k < n; k++) x[k] = random_normal(random);
}

static double tangential(const implicit_law *law, const double *x)
{
    double sum = 0.0;
    for (int k = 1; k < law->size; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

// ---- f and v obey the law ----

static void check_contact(const implicit_law *law, const double *f, const double *v)
{
    double f_T = tangential(law, f), v_T = tangential(law, v), limit = law->mu * f[0];
    CHECK(f[0] >= 0.0 && v[0] >= law->bias - 1e-15); // (11)
    CHECK_NEAR(f[0] * (v[0] - law->bias), 0.0, 1e-15);
    CHECK(f_T <= limit * (1.0 + 1e-14)); // (7)
    if (v_T > 1e-14) CHECK_NEAR(f_T, limit, 1e-14 * (1.0 + limit));
    for (int k = 1; k < law->size; k++) CHECK_NEAR(limit * v[k] + v_T * f[k], 0.0, 1e-14 * (1.0 + limit) * (1.0 + v_T));
}

static void check_law(const implicit_law *law, const double *x)
{
    double f[3], v[3];
    implicit_force(law, x, f);
    for (int k = 0; k < law->size; k++) v[k] = f[k] + x[k]; // (14)
    switch (law->kind)
    {
    case HF_LAW_CONTACT: check_contact(law, f, v); break;
    case HF_LAW_UNILATERAL:
        CHECK(f[0] >= 0.0 && v[0] >= law->bias - 1e-15);
        CHECK_NEAR(f[0] * (v[0] - law->bias), 0.0, 1e-15);
        break;
    case HF_LAW_BILATERAL:
        for (int k = 0; k < law->size; k++) CHECK(v[k] == 0.0);
        break;
    default:
        CHECK(f[0] >= law->lo && f[0] <= law->hi);
        if (v[0] < 0.0) CHECK(f[0] == law->hi);
        if (v[0] > 0.0) CHECK(f[0] == law->lo);
    }
}

TEST(any_x_obeys_the_law)
{
    random_state random = random_seed(1);
    for (int l = 0; l < LAW_COUNT; l++)
        for (int k = 0; k < TRIES; k++)
        {
            double x[3];
            random_point(&random, laws[l].size, x);
            if (k % 10 == 0) x[0] = laws[l].bias; // on the plane
            if (k % 15 == 0) x[1] = x[2] = 0.0;   // on the axis, and at the apex
            check_law(&laws[l], x);
        }
}

TEST(f_and_v_give_x_back)
{
    // Stick, slide and break of one contact, μ = 0.5: x = v - f.
    const double cases[3][6] = {{2, 0.6, -0.8, 0, 0, 0}, {2, 0.6, -0.8, 0, -0.3, 0.4}, {0, 0, 0, 0.7, 2, -3}};
    for (int c = 0; c < 3; c++)
    {
        double x[3], f[3];
        for (int k = 0; k < 3; k++) x[k] = cases[c][3 + k] - cases[c][k];
        implicit_force(&laws[0], x, f);
        for (int k = 0; k < 3; k++) CHECK_NEAR(f[k], cases[c][k], 1e-15);
    }
}

// ---- derivatives ----

TEST(derivatives_are_differences)
{
    const double h = 1e-6;
    random_state random = random_seed(2);
    int seen[REGION_HIGH + 1] = {0};
    for (int l = 0; l < LAW_COUNT; l++)
        for (int try = 0; try < TRIES / 4; try++)
        {
            const implicit_law *law = &laws[l];
            double x[3], F[9], up[3], down[3], at[3];
            int n = law->size;
            random_point(&random, n, x);
            implicit_region region = implicit_region_of(law, x);
            bool inside = true;
            for (int c = 0; c < 2 * n && inside; c++)
            {
                memcpy(at, x, sizeof at);
                at[c / 2] += c % 2 ? 10.0 * h : -10.0 * h;
                inside = implicit_region_of(law, at) == region;
            }
            if (!inside || (n > 1 && tangential(law, x) < 0.05)) continue;
            seen[region]++;
            implicit_derivative(law, region, x, F);
            for (int c = 0; c < n; c++)
            {
                memcpy(at, x, sizeof at);
                at[c] = x[c] + h;
                implicit_force(law, at, up);
                at[c] = x[c] - h;
                implicit_force(law, at, down);
                for (int a = 0; a < n; a++) CHECK_NEAR(F[a * n + c], (up[a] - down[a]) / (2.0 * h), 1e-6);
            }
        }
    for (int k = 0; k <= REGION_HIGH; k++) CHECK(seen[k] > 50);
}

// ---- edges ----

/// A point on an edge of the law: 0 the plane (or a box's lower edge), 1 the cone (the upper edge). False if there is
/// none.
static bool point_on_edge(const implicit_law *law, int which, random_state *random, double *x)
{
    random_point(random, law->size, x);
    if (law->kind == HF_LAW_BILATERAL) return false;
    if (law->kind == HF_LAW_BOX)
    {
        x[0] = which ? -law->hi : -law->lo;
        return isfinite(x[0]) && law->lo < law->hi;
    }
    if (which == 0) x[0] = law->bias;
    else if (law->kind == HF_LAW_UNILATERAL || law->mu == 0.0) return false;
    else implicit_project(law, EDGE_CONE, x);
    return which == 0 || x[0] < law->bias - 1e-3;
}

TEST(edges_have_two_sides)
{
    const double h = 1e-7;
    random_state random = random_seed(3);
    int seen[EDGE_HIGH + 1] = {0};
    for (int l = 0; l < LAW_COUNT; l++)
        for (int try = 0; try < 400; try++)
        {
            double x[3], normal[3], B[9], at[3];
            implicit_region sides[2];
            const implicit_law *law = &laws[l];
            int n = law->size;
            if (!point_on_edge(law, try % 2, &random, x)) continue;
            implicit_edge edge = implicit_edge_of(law, x, sides, normal);
            CHECK(edge != EDGE_NONE);
            seen[edge]++;
            for (int side = 0; side < 2; side++)
            {
                for (int k = 0; k < n; k++) at[k] = x[k] + (side ? -h : h) * normal[k];
                CHECK(implicit_region_of(law, at) == sides[side]);
            }
            int columns = implicit_tangent(law, edge, x, B);
            CHECK(columns == n - 1);
            for (int c = 0; c < columns; c++)
                for (int d = -1; d < columns; d++) // orthonormal, and orthogonal to the normal
                {
                    double sum = 0.0;
                    for (int k = 0; k < n; k++) sum += B[k * columns + c] * (d < 0 ? normal[k] : B[k * columns + d]);
                    CHECK_NEAR(sum, c == d, 1e-14);
                }
        }
    for (int k = EDGE_PLANE; k <= EDGE_HIGH; k++) CHECK(seen[k] > 50);
}

TEST(points_off_the_edges_are_on_none)
{
    double normal[3];
    implicit_region sides[2];
    CHECK(implicit_edge_of(&laws[0], (double[]){-1, 0.3, 0.3}, sides, normal) == EDGE_NONE);
    CHECK(implicit_edge_of(&laws[0], (double[]){1, 0.5, 0}, sides, normal) == EDGE_NONE);
    CHECK(implicit_edge_of(&laws[2], (double[]){-1, 0, 0}, sides, normal) == EDGE_NONE); // no cone without friction
    CHECK(implicit_edge_of(&laws[8], (double[]){0}, sides, normal) == EDGE_NONE);
    CHECK(implicit_edge_of(&laws[11], (double[]){-0.3}, sides, normal) == EDGE_NONE);
    CHECK(implicit_edge_of(&laws[6], (double[]){0, 0, 0}, sides, normal) == EDGE_NONE);
    // The apex is a point of the plane, with stick below.
    CHECK(implicit_edge_of(&laws[0], (double[]){0, 0, 0}, sides, normal) == EDGE_PLANE);
    CHECK(sides[0] == REGION_BREAK && sides[1] == REGION_STICK);
    double B[9];
    CHECK(implicit_tangent(&laws[0], EDGE_NONE, NULL, B) == 3 && B[0] == 1.0 && B[1] == 0.0 && B[8] == 1.0);
}

// ---- projection ----

TEST(no_point_of_the_cone_is_nearer_than_the_projection)
{
    random_state random = random_seed(4);
    for (int l = 0; l < 4; l++)
        for (int try = 0; try < 100 && laws[l].mu > 0.0; try++)
        {
            const implicit_law *law = &laws[l];
            double x[3], p[3];
            random_point(&random, law->size, x);
            memcpy(p, x, sizeof p);
            implicit_project(law, EDGE_CONE, p);
            CHECK_NEAR(tangential(law, p), law->mu * (law->bias - p[0]), 1e-14);
            double least = 0.0;
            for (int k = 0; k < law->size; k++) least += (p[k] - x[k]) * (p[k] - x[k]);
            for (int k = 0; k < 200; k++)
            {
                double tau = random_between(&random, 0.0, 4.0), angle = random_between(&random, 0.0, 6.2831853);
                double q[3] = {law->bias - tau, law->mu * tau * cos(angle), law->mu * tau * sin(angle)}, far = 0.0;
                if (law->size == 2) q[1] = copysign(law->mu * tau, q[1]);
                for (int d = 0; d < law->size; d++) far += (q[d] - x[d]) * (q[d] - x[d]);
                CHECK(far >= least * (1.0 - 1e-12));
            }
        }
}

TEST(projection_of_a_moving_point_has_its_derivative)
{
    const double h = 1e-6;
    random_state random = random_seed(5);
    for (int l = 0; l < 4; l++)
        for (int try = 0; try < 200 && laws[l].mu > 0.0; try++)
        {
            const implicit_law *law = &laws[l];
            double x[3], d[3], dp[3], up[3], down[3];
            random_point(&random, law->size, x);
            random_point(&random, law->size, d);
            double tau = law->bias - x[0] + law->mu * tangential(law, x);
            if (fabs(tau) < 0.01 || tangential(law, x) < 0.1) continue; // kinks of the projection
            implicit_project_derivative(law, x, d, dp);
            for (int k = 0; k < law->size; k++)
            {
                up[k] = x[k] + h * d[k];
                down[k] = x[k] - h * d[k];
            }
            implicit_project(law, EDGE_CONE, up);
            implicit_project(law, EDGE_CONE, down);
            for (int k = 0; k < law->size; k++) CHECK_NEAR(dp[k], (up[k] - down[k]) / (2.0 * h), 1e-6);
        }
}

TEST(projection_on_straight_edges_is_exact)
{
    double x[3] = {0.31, 1, 2}, box = -0.69;
    implicit_project(&laws[1], EDGE_PLANE, x);
    CHECK(x[0] == 0.3 && x[1] == 1 && x[2] == 2);
    implicit_project(&laws[8], EDGE_HIGH, &box);
    CHECK(box == -0.7);
    implicit_project(&laws[8], EDGE_LOW, &box);
    CHECK(box == 0.5);
    implicit_project(&laws[8], EDGE_NONE, &box);
    CHECK(box == 0.5);
}

// ---- crossings ----

static int compare(const void *a, const void *b)
{
    double x = ((const implicit_crossing *)a)->alpha, y = ((const implicit_crossing *)b)->alpha;
    return (x > y) - (x < y);
}

TEST(regions_change_at_the_crossings_and_nowhere_else)
{
    random_state random = random_seed(6);
    int total = 0;
    for (int l = 0; l < LAW_COUNT; l++)
        for (int try = 0; try < TRIES; try++)
        {
            const implicit_law *law = &laws[l];
            double x[3], d[3], at[3], normal[3];
            implicit_region sides[2];
            random_point(&random, law->size, x);
            random_point(&random, law->size, d);
            for (int k = 0; k < law->size; k++) d[k] *= 3.0;
            implicit_crossing c[CROSSINGS_MAX + 2];
            int count = implicit_crossings(law, x, d, c + 1);
            total += count;
            for (int k = 1; k <= count; k++) // on the edge
            {
                for (int a = 0; a < law->size; a++) at[a] = x[a] + c[k].alpha * d[a];
                double before = at[0];
                implicit_project(law, c[k].edge, at);
                CHECK_NEAR(at[0], before, 1e-12);
                CHECK(implicit_edge_of(law, at, sides, normal) == c[k].edge);
            }
            c[0].alpha = 0.0;
            c[count + 1].alpha = 1.0;
            qsort(c, (size_t)count + 2, sizeof *c, compare);
            for (int k = 0; k <= count; k++) // one region between two crossings
            {
                implicit_region first = REGION_BREAK;
                double width = c[k + 1].alpha - c[k].alpha;
                for (int s = 1; s < 20 && width > 1e-9; s++)
                {
                    for (int a = 0; a < law->size; a++) at[a] = x[a] + (c[k].alpha + width * s / 20.0) * d[a];
                    if (s == 1) first = implicit_region_of(law, at);
                    CHECK(implicit_region_of(law, at) == first);
                }
            }
        }
    CHECK(total > 5000);
}

TEST(known_crossings)
{
    // From (-1, 0, 0) outwards along the first tangent with μ = 0.5: the cone is met at |x_T| = 0.5.
    implicit_crossing c[CROSSINGS_MAX];
    CHECK(implicit_crossings(&laws[0], (double[]){-1, 0, 0}, (double[]){0, 2, 0}, c) == 1);
    CHECK(c[0].edge == EDGE_CONE);
    CHECK_NEAR(c[0].alpha, 0.25, 1e-15);
    // Straight through the cone, one side to the other.
    CHECK(implicit_crossings(&laws[0], (double[]){-1, -1, 0}, (double[]){0, 2, 0}, c) == 2);
    CHECK_NEAR(c[0].alpha + c[1].alpha, 1.0, 1e-15);
    // Along a generator's parallel the quadratic term vanishes.
    CHECK(implicit_crossings(&laws[0], (double[]){-2, 0, 0}, (double[]){2, 1, 0}, c) == 1);
    CHECK_NEAR(c[0].alpha, 0.5, 1e-15);
    // Nothing moves.
    CHECK(implicit_crossings(&laws[0], (double[]){-2, 0, 0}, (double[]){0, 0, 0}, c) == 0);
    CHECK(implicit_crossings(&laws[8], (double[]){0}, (double[]){0}, c) == 0);
}
