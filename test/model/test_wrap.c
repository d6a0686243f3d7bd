// Strings round spheres and cylinders, by closed forms.

#include "model/rows/wrap.h"
#include "support/harness.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/// Length of the whole string, and whether it is bent.
static double taut(const wrap_form *form, vec3 a, vec3 b, const vec3 *side, vec3 touch[2], bool *bent)
{
    double arc = 0;
    *bent = wrap_string(form, a, b, side, touch, &arc);
    return *bent ? v3_distance(a, touch[0]) + arc + v3_distance(touch[1], b) : v3_distance(a, b);
}

TEST(round_a_cylinder_on_the_shorter_way)
{
    const wrap_form form = {.cylinder = true, .radius = 1};
    vec3 touch[2];
    bool bent;
    // from (2, 0.5) to (-2, 0.5): tangents of length √(4 + ¼ - 1), above the axis
    double tangent = sqrt(4.25 - 1), angle = 2 * (PI / 2 - atan2(0.5, 2)) - 2 * acos(1 / sqrt(4.25));
    double length = taut(&form, v3(2, 0.5, 3), v3(-2, 0.5, 3), NULL, touch, &bent);
    CHECK(bent && touch[0].y > 0 && touch[0].x > 0 && touch[1].x < 0);
    CHECK_NEAR(length, 2 * tangent + angle, 1e-14);
    CHECK_NEAR(touch[0].x * touch[0].x + touch[0].y * touch[0].y, 1, 1e-14);
    CHECK_NEAR((2 - touch[0].x) * touch[0].x + (0.5 - touch[0].y) * touch[0].y, 0, 1e-14); // tangent
    taut(&form, v3(2, 1.1, 0), v3(-2, 1.1, 0), NULL, touch, &bent);
    CHECK(!bent); // passes above it
}

TEST(round_a_cylinder_on_a_given_side)
{
    const wrap_form form = {.cylinder = true, .radius = 1};
    vec3 touch[2], below = v3(0, -5, 9), above = v3(0.3, 5, 9);
    bool bent;
    double angle = 2 * (PI / 2 + atan2(0.5, 2)) - 2 * acos(1 / sqrt(4.25));
    double length = taut(&form, v3(2, 0.5, 0), v3(-2, 0.5, 0), &below, touch, &bent);
    CHECK(bent && touch[0].y < 0);
    CHECK_NEAR(length, 2 * sqrt(3.25) + angle, 1e-14);
    // a straight line that clears the circle on the wrong side is bent round all the same, and more than half round
    length = taut(&form, v3(2, 2, 0), v3(-2, 2, 0), &below, touch, &bent);
    CHECK(bent && length > 2 * PI - 2);
    taut(&form, v3(2, 2, 0), v3(-2, 2, 0), &above, touch, &bent);
    CHECK(!bent);
}

TEST(a_helix_is_straight_when_it_is_unrolled)
{
    const wrap_form form = {.cylinder = true, .radius = 0.5};
    vec3 touch[2];
    bool bent;
    double flat = taut(&form, v3(1, 0.1, 0), v3(-1, 0.1, 0), NULL, touch, &bent);
    double length = taut(&form, v3(1, 0.1, 0), v3(-1, 0.1, 2), NULL, touch, &bent);
    CHECK(bent && touch[0].z > 0 && touch[1].z > touch[0].z && touch[1].z < 2);
    CHECK_NEAR(length, sqrt(flat * flat + 4), 1e-14);
}

TEST(round_a_sphere_in_the_plane_of_its_centre)
{
    const wrap_form form = {.radius = 0.3};
    vec3 touch[2], a = v3(1, 0.2, 0.1), b = v3(-0.7, 0.1, -0.2);
    bool bent;
    double length = taut(&form, a, b, NULL, touch, &bent);
    double A = v3_norm(a), B = v3_norm(b), angle = acos(v3_dot(a, b) / (A * B)) - acos(0.3 / A) - acos(0.3 / B);
    CHECK(bent);
    CHECK_NEAR(length, sqrt(A * A - 0.09) + sqrt(B * B - 0.09) + 0.3 * angle, 1e-14);
    for (int k = 0; k < 2; k++) CHECK_NEAR(v3_dot(touch[k], v3_cross(a, b)), 0, 1e-15);
    taut(&form, v3(0.1, 0, 0), b, NULL, touch, &bent);
    CHECK(!bent);                                                                  // a point within has no tangent
    CHECK(taut(&form, v3(0, 0, 1), v3(0, 0, -1), NULL, touch, &bent) > 2 && bent); // any plane
}

TEST(through_a_ring_the_string_is_the_shortest_that_touches)
{
    const wrap_form form = {.cylinder = true, .radius = 0.5};
    vec3 touch[2], inside = v3(0.1, 0, 0), a = v3(2, 0.3, 0), b = v3(0.9, 1.5, 0);
    bool bent;
    double length = taut(&form, a, b, &inside, touch, &bent), least = INFINITY;
    CHECK(bent && v3_distance(touch[0], touch[1]) == 0);
    for (int k = 0; k < 100000; k++)
    {
        vec3 p = v3(0.5 * cos(2e-5 * PI * k), 0.5 * sin(2e-5 * PI * k), 0);
        least = fmin(least, v3_distance(a, p) + v3_distance(p, b));
    }
    CHECK_NEAR(length, least, 1e-9);
    CHECK(length <= least + 1e-15);
    taut(&form, v3(2, 0.1, 0), v3(-2, 0.1, 0), &inside, touch, &bent);
    CHECK(!bent); // it passes through already
}
