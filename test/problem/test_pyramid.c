// Pyramids in the place of the friction cone: the projection against its defining conditions, the natural map at
// answers and off them, the text of laws.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/holdfast.h"
#include "problem/pyramid.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static friction_polygon *make(hf_friction kind, int sides, double direction)
{
    friction_polygon *polygon = NULL;
    const hf_friction_law law = {.kind = kind, .sides = sides, .direction = direction};
    CHECK(hf_friction_check(&law, NULL) == HF_STATUS_OK && polygon_create(NULL, &law, &polygon) && polygon);
    return polygon;
}

static double radius_of(const friction_polygon *p)
{
    return p->law.kind == HF_FRICTION_PYRAMID ? 1.0 : 1.0 / cos(PI / p->sides);
}

/// Edge k of the pyramid, from the definition.
static void edge(const friction_polygon *p, double mu, int k, double e[3])
{
    double angle = p->law.direction + 2.0 * PI * k / p->sides;
    e[0] = 1.0;
    e[1] = mu * radius_of(p) * cos(angle);
    e[2] = mu * radius_of(p) * sin(angle);
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double cross_edges(const friction_polygon *p, double mu, int k, const double *y)
{
    double a[3], b[3];
    edge(p, mu, k, a);
    edge(p, mu, (k + 1) % p->sides, b);
    return y[0] * (a[1] * b[2] - a[2] * b[1]) + y[1] * (a[2] * b[0] - a[0] * b[2]) + y[2] * (a[0] * b[1] - a[1] * b[0]);
}

/// y is the projection of x onto K iff y lies in K, x - y in its polar cone, and both are perpendicular. All by the
/// edges alone.
static void check_projection(const friction_polygon *p, double mu, const double *x, const double *y)
{
    double scale = 1e-14 * (1.0 + mu) * (1.0 + mu) * (1.0 + sqrt(dot(x, x))),
           d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
    for (int k = 0; k < p->sides; k++)
    {
        double e[3];
        edge(p, mu, k, e);
        CHECK(dot(d, e) <= scale * (1.0 + mu));
        CHECK(cross_edges(p, mu, k, y) >= -scale * (1.0 + mu)); // inside of each face
    }
    CHECK(y[0] >= 0.0);
    CHECK(fabs(dot(d, y)) <= scale * (1.0 + sqrt(dot(x, x))));
}

TEST(projection_meets_its_conditions)
{
    random_state random = random_seed(3);
    static const double mus[] = {0.0, 0.1, 0.5, 1.0, 3.0};
    for (int trial = 0; trial < 4000; trial++)
    {
        int sides = 3 + random_below(&random, 10);
        double mu = mus[random_below(&random, 5)];
        friction_polygon *p = make(trial % 2 ? HF_FRICTION_PYRAMID : HF_FRICTION_OUTER_PYRAMID, sides,
                                   random_between(&random, -4.0, 4.0));
        double x[3] = {random_normal(&random), random_normal(&random), random_normal(&random)}, y[3];
        if (trial % 7 == 0) edge(p, mu, random_below(&random, sides), x); // on an edge
        if (trial % 11 == 0) x[1] = x[2] = 0.0;                           // on the axis
        memcpy(y, x, sizeof y);
        pyramid_project(p, mu, y);
        check_projection(p, mu, x, y);
        memcpy(x, y, sizeof x);
        pyramid_project(p, mu, y); // once more: it stays
        for (int k = 0; k < 3; k++) CHECK_NEAR(y[k], x[k], 1e-14 * (1.0 + fabs(x[k])));
        polygon_destroy(p);
    }
}

TEST(natural_map_is_zero_at_answers_and_only_there)
{
    random_state random = random_seed(5);
    for (int trial = 0; trial < 2000; trial++)
    {
        int sides = 3 + random_below(&random, 9), k = random_below(&random, sides);
        double mu = random_between(&random, 0.1, 2.0), r_n = random_between(&random, 0.1, 3.0), e[3], next[3];
        friction_polygon *p = make(trial % 2 ? HF_FRICTION_PYRAMID : HF_FRICTION_OUTER_PYRAMID, sides,
                                   random_between(&random, -1.0, 1.0));
        edge(p, mu, k, e);
        edge(p, mu, (k + 1) % sides, next);
        double s = random_between(&random, 0.0, 1.0), normal = p->law.direction + 2.0 * PI * (k + 0.5) / sides;
        double speed = random_between(&random, 0.01, 2.0), turn = random_between(&random, -1.0, 1.0) * PI / sides;
        double on_side[3], u[3] = {0.0, -speed * cos(normal), -speed * sin(normal)}; // slips against a side's normal
        for (int i = 0; i < 3; i++) on_side[i] = r_n * (e[i] + s * (next[i] - e[i]));
        CHECK(pyramid_natural_square(p, mu, on_side, u) < 1e-26);
        double vertex = p->law.direction + 2.0 * PI * k / sides + turn, at_vertex[3] = {r_n, r_n * e[1], r_n * e[2]};
        double v[3] = {0.0, -speed * cos(vertex), -speed * sin(vertex)}; // between the normals of its two sides
        CHECK(pyramid_natural_square(p, mu, at_vertex, v) < 1e-26);
        double zero[3] = {0.0}, open[3] = {speed, v[1], v[2]};
        CHECK(pyramid_natural_square(p, mu, zero, open) == 0.0);
        // off the answer by a thousandth: friction short, beyond the pyramid, towards another vertex; a gap that closes
        double less[3] = {r_n, 0.999 * at_vertex[1], 0.999 * at_vertex[2]};
        double more[3] = {r_n, 1.001 * at_vertex[1], 1.001 * at_vertex[2]};
        double other[3] = {r_n, r_n * next[1], r_n * next[2]}, far = vertex - 3.0 * PI / sides;
        double w[3] = {0.0, -speed * cos(far), -speed * sin(far)}, closes[3] = {-1e-3, v[1], v[2]};
        CHECK(pyramid_natural_square(p, mu, less, v) > 1e-12 * r_n * speed * speed);
        CHECK(pyramid_natural_square(p, mu, more, v) > 1e-12 * r_n * speed * speed);
        if (sides > 3) CHECK(pyramid_natural_square(p, mu, other, w) > 1e-12 * r_n * speed * speed);
        CHECK(pyramid_natural_square(p, mu, at_vertex, closes) > 1e-12 / ((1.0 + mu) * (1.0 + mu)));
        polygon_destroy(p);
    }
}

TEST(four_outer_sides_are_a_box)
{
    random_state random = random_seed(8);
    friction_polygon *p = make(HF_FRICTION_OUTER_PYRAMID, 4, PI / 4.0);
    for (int trial = 0; trial < 500; trial++)
    {
        const double v[2] = {random_normal(&random), random_normal(&random)};
        CHECK_NEAR(polygon_support(p, v), fabs(v[0]) + fabs(v[1]), 1e-14);
        CHECK_NEAR(polygon_gauge(p, v), fmax(fabs(v[0]), fabs(v[1])), 1e-14);
    }
    polygon_destroy(p);
}

TEST(nearest_point_of_the_polygon)
{
    friction_polygon *p = make(HF_FRICTION_PYRAMID, 4, 0.0); // a diamond
    int index;
    CHECK(polygon_nearest(p, 1.0, (double[]){0.2, 0.3}, &index) == POLYGON_INSIDE);
    CHECK(polygon_nearest(p, 1.0, (double[]){1.0, 1.1}, &index) == POLYGON_SIDE && index == 0);
    CHECK(polygon_nearest(p, 1.0, (double[]){-0.1, 3.0}, &index) == POLYGON_VERTEX && index == 1);
    CHECK(polygon_nearest(p, 1.0, (double[]){3.0, -0.1}, &index) == POLYGON_VERTEX && index == 0);
    CHECK(polygon_nearest(p, 5.0, (double[]){2.0, 2.0}, &index) == POLYGON_INSIDE);
    polygon_destroy(p);
}

// ---- the certificate ----

static hf_residual certificate(hf_friction_law law, double mu, const double *r, const double *u)
{
    static const double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {0};
    int size = 3;
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b, .friction = law};
    hf_problem *p;
    CHECK(hf_problem_create_dense(&laws, W, &p, NULL) == HF_STATUS_OK);
    const hf_friction_law kept = hf_problem_laws(p).friction;
    CHECK(hf_friction_same(&kept, &law));
    hf_residual residual = hf_residual_of(p, r, u);
    hf_problem_destroy(p);
    return residual;
}

TEST(certificate_is_of_the_law_and_tells_the_distance_to_the_cone)
{
    const hf_friction_law eight = {.kind = HF_FRICTION_PYRAMID, .sides = 8}, cone = {0};
    double angle = PI / 8.0, c = cos(angle); // in the middle of a side: friction is short by 1 - cos
    const double r[3] = {1.0, 0.5 * c * cos(angle), 0.5 * c * sin(angle)}, u[3] = {0, -2 * cos(angle), -2 * sin(angle)};
    hf_residual pyramid = certificate(eight, 0.5, r, u), exact = certificate(cone, 0.5, r, u);
    CHECK(pyramid.natural < 1e-15 && pyramid.cone < 1e-15 && pyramid.misalignment < 1e-15);
    CHECK(pyramid.cone_natural == exact.natural && exact.cone_natural == exact.natural);
    CHECK(exact.natural > 0.01 && exact.natural < 0.5 * (1.0 - c) * 2.0);
    // on the circle, between two edges: the cone's answer, and outside the inscribed pyramid by 0.5 (1 - cos)
    const double round[3] = {1.0, 0.5 * cos(angle), 0.5 * sin(angle)};
    pyramid = certificate(eight, 0.5, round, u);
    CHECK(pyramid.cone_natural < 1e-15 && pyramid.natural > 0.01);
    CHECK_NEAR(pyramid.cone, 0.5 * (1.0 - c), 1e-15);
}

TEST(huge_and_tiny_numbers_are_measured)
{
    const hf_friction_law law = {.kind = HF_FRICTION_OUTER_PYRAMID, .sides = 5, .direction = 0.3};
    const double r[3] = {1.0, 0.2, -0.7}, u[3] = {-0.1, 0.4, 0.3};
    double usual = certificate(law, 0.5, r, u).natural;
    for (int k = 0; k < 2; k++)
    {
        double scale = k ? ldexp(1, 600) : ldexp(1, -600), x[3], v[3];
        for (int i = 0; i < 3; i++) x[i] = scale * r[i], v[i] = scale * u[i];
        CHECK_NEAR(certificate(law, 0.5, x, v).natural / scale, usual, 1e-14);
    }
    CHECK(certificate(law, 0.5, (double[]){NAN, 0, 0}, u).natural == INFINITY);
    CHECK(certificate(law, 0.5, (double[]){NAN, 0, 0}, u).cone_natural == INFINITY);
}

TEST(contacts_of_two_rows_have_no_sides)
{
    int size = 2;
    double mu = 0.5, W[4] = {1, 0, 0, 1}, b[2] = {0}, r[2] = {1.0, 0.5}, u[2] = {0.0, -3.0};
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b, .friction = {HF_FRICTION_PYRAMID, 5, 0.1}};
    hf_problem *p;
    CHECK(hf_problem_create_dense(&laws, W, &p, NULL) == HF_STATUS_OK);
    hf_residual residual = hf_residual_of(p, r, u);
    CHECK(residual.natural == 0.0 && residual.cone_natural == 0.0);
    hf_problem_destroy(p);
}

// ---- text ----

TEST(laws_as_text)
{
    static const char *const well[] = {"cone", "pyramid:8", "pyramid:4:45", "outer-pyramid:3",
                                       "outer-pyramid:1024:-7.5"};
    hf_friction_law law, again;
    char text[HF_FRICTION_TEXT];
    for (size_t k = 0; k < sizeof well / sizeof well[0]; k++)
    {
        CHECK(hf_friction_read(well[k], &law, NULL) == HF_STATUS_OK);
        CHECK(strcmp(hf_friction_write(&law, text), well[k]) == 0);
        CHECK(hf_friction_read(text, &again, NULL) == HF_STATUS_OK && hf_friction_same(&law, &again));
    }
    CHECK(hf_friction_read("pyramid", &law, NULL) == HF_STATUS_OK && law.sides == 8 && law.direction == 0.0);
    static const char *const wrong[] = {
        "",           "pyramids",   "cone:3",      "pyramid:",      "pyramid:2", "pyramid:1025",
        "pyramid:-4", "pyramid:4:", "pyramid:4:x", "pyramid:4:1:2", "solver",    "pyramid:4:nan"};
    hf_error error;
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
        CHECK(hf_friction_read(wrong[k], &law, &error) == HF_STATUS_INVALID && strstr(error.message, "friction"));
    const hf_friction_law a = {HF_FRICTION_PYRAMID, 8, 0.1}, b = {HF_FRICTION_PYRAMID, 8, 0.1 + PI / 4.0};
    const hf_friction_law c = {HF_FRICTION_PYRAMID, 8, 0.2}, d = {HF_FRICTION_OUTER_PYRAMID, 8, 0.1};
    CHECK(hf_friction_same(&a, &b) && !hf_friction_same(&a, &c) && !hf_friction_same(&a, &d));
}

TEST(a_problem_refuses_what_is_no_law)
{
    int size = 3;
    double mu = 0.5, W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {0};
    static const hf_friction_law wrong[] = {{HF_FRICTION_PYRAMID, 2, 0.0},
                                            {HF_FRICTION_PYRAMID, 4, NAN},
                                            {HF_FRICTION_OF_SOLVER, 8, 0.0},
                                            {(hf_friction)9, 8, 0.0}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b, .friction = wrong[k]};
        hf_problem *p;
        hf_error error;
        CHECK(hf_problem_create_dense(&laws, W, &p, &error) == HF_STATUS_INVALID && !p);
        CHECK(strstr(error.message, "friction"));
    }
}
