// Closed-form pairs of the narrow phase, each proved by certificates that know nothing of how the answer was found:
//   the two surface points lie on (in) their shapes and are |gap| apart: the distance is at most the gap;
//   the support functions along the normal are `gap` apart: the distance is at least the gap, the depth at most -gap;
//   no direction of many, refined by descent, separates an overlapping pair sooner: the depth is at least -gap.

#include "support/collide_views.h"

static const double EXACT = 1e-9;

static shape_view make_view(hf_shape_kind kind, double x, double y, double z)
{
    shape_view s = {.kind = kind, .size = {x, y, z}, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    s.extent = kind == HF_SHAPE_SPHERE ? x : kind == HF_SHAPE_PLANE ? INFINITY : sqrt(x * x + y * y + z * z);
    return s;
}

static void rotate_view(shape_view *s, quat q)
{
    for (int i = 0; i < 3; i++) s->axis[i] = quat_rotate(q, s->axis[i]);
    s->center = quat_rotate(q, s->center);
}

static shape_view random_view(random_state *random, hf_shape_kind kind, double spread)
{
    shape_view s = make_view(kind, random_between(random, 0.2, 1.0), random_between(random, 0.2, 1.0),
                             random_between(random, 0.2, 1.0));
    rotate_view(&s, random_turn(random));
    s.center = v3_scale(spread * random_unit(random), random_direction(random));
    return s;
}

/// max of d·x over the shape.
static double support(const shape_view *s, vec3 d)
{
    vec3 l = view_turn_back(s, d);
    double base = v3_dot(d, s->center);
    const double *e = s->size;
    switch (s->kind)
    {
    case HF_SHAPE_SPHERE: return base + e[0] * v3_norm(d);
    case HF_SHAPE_CAPSULE: return base + e[0] * v3_norm(d) + e[1] * fabs(l.z);
    case HF_SHAPE_BOX: return base + e[0] * fabs(l.x) + e[1] * fabs(l.y) + e[2] * fabs(l.z);
    case HF_SHAPE_CYLINDER: return base + e[0] * hypot(l.x, l.y) + e[1] * fabs(l.z);
    case HF_SHAPE_ELLIPSOID: return base + v3_norm(v3(e[0] * l.x, e[1] * l.y, e[2] * l.z));
    default: return v3_dot(v3_sub(d, s->axis[2]), v3_sub(d, s->axis[2])) < 1e-18 ? base : INFINITY; // plane
    }
}

/// How far a point is outside of the shape; at most 0 inside.
static double outside(const shape_view *s, vec3 x)
{
    vec3 l = view_to_local(s, x), a = v3_abs(l);
    const double *e = s->size;
    switch (s->kind)
    {
    case HF_SHAPE_SPHERE: return v3_norm(l) - e[0];
    case HF_SHAPE_CAPSULE: return v3_norm(v3(l.x, l.y, fmax(a.z - e[1], 0))) - e[0];
    case HF_SHAPE_BOX: return fmax(a.x - e[0], fmax(a.y - e[1], a.z - e[2]));
    case HF_SHAPE_CYLINDER: return fmax(hypot(l.x, l.y) - e[0], a.z - e[1]);
    case HF_SHAPE_ELLIPSOID: return v3_norm(v3(l.x / e[0], l.y / e[1], l.z / e[2])) - 1;
    default: return l.z;
    }
}

/// Separation of two shapes along n (from b to a); the distance is its largest value.
static double separation(const shape_view *a, const shape_view *b, vec3 n)
{
    return -support(a, v3_negate(n)) - support(b, n);
}

/// Climbs from a direction to a local maximum of the separation.
static double climb(const shape_view *a, const shape_view *b, vec3 n, random_state *random)
{
    double best = separation(a, b, n), step = 0.1;
    while (step > 1e-7)
    {
        vec3 trial = v3_unit_or(v3_add_scaled(n, step, random_direction(random)), n);
        double value = separation(a, b, trial);
        if (value > best) best = value, n = trial;
        else step *= 0.93;
    }
    return best;
}

/// The point that attains the distance; of several with the same gap the one whose normal proves it.
static int deepest(const shape_view *a, const shape_view *b, const manifold *m)
{
    int best = 0;
    for (int k = 1; k < m->count; k++)
    {
        const manifold_point *p = &m->points[k], *q = &m->points[best];
        bool better = fabs(p->gap - q->gap) > 1e-12 ? p->gap < q->gap
                                                    : separation(a, b, p->normal) > separation(a, b, q->normal) + 1e-9;
        if (better) best = k;
    }
    return best;
}

/// What every point of every manifold must be.
static void check_points(const shape_view *a, const shape_view *b, double margin, const manifold *m)
{
    for (int k = 0; k < m->count; k++)
    {
        const manifold_point *p = &m->points[k];
        CHECK_NEAR(v3_norm(p->normal), 1, 1e-12);
        CHECK(p->gap <= margin);
        for (int j = 0; j < k; j++) CHECK(m->points[j].feature != p->feature);
    }
    if (m->count == 0) return;
    const manifold_point *p = &m->points[deepest(a, b, m)];
    double slack = 3e-7; // δ: a corner may hang over an edge by that
    CHECK(outside(a, v3_add_scaled(p->point, 0.5 * p->gap, p->normal)) < slack);
    CHECK(outside(b, v3_add_scaled(p->point, -0.5 * p->gap, p->normal)) < slack);
    CHECK_NEAR(separation(a, b, p->normal), p->gap, EXACT);
}

static void check_depth(const shape_view *a, const shape_view *b, double gap, random_state *random)
{
    for (int k = 0; k < 60; k++) CHECK(separation(a, b, random_direction(random)) <= gap + EXACT);
    for (int k = 0; k < 2; k++) CHECK(climb(a, b, random_direction(random), random) <= gap + EXACT);
}

static void check_kinds(hf_shape_kind kind_a, hf_shape_kind kind_b, int trials)
{
    random_state random = random_seed(17u + 10u * (unsigned)kind_a + (unsigned)kind_b);
    manifold m = {0}, turned = {0}, swapped = {0};
    int apart = 0, overlapping = 0;
    for (int trial = 0; trial < trials; trial++)
    {
        shape_view a = random_view(&random, kind_a, 1.5), b = random_view(&random, kind_b, 1.5);
        double margin = 1.0;
        narrow_pair(&a, &b, 1e6, &m);
        CHECK(m.count > 0);
        bool within = m.points[deepest(&a, &b, &m)].gap <= margin;
        check_points(&a, &b, 1e6, &m);
        narrow_pair(&a, &b, margin, &m);
        CHECK((m.count > 0) == within);
        if (!within) continue;
        check_points(&a, &b, margin, &m);
        const manifold_point *p = &m.points[deepest(&a, &b, &m)];
        if (p->gap > 0) apart++;
        else overlapping++;
        if (p->gap < 0 && kind_a != HF_SHAPE_PLANE && trial % 4 == 0) check_depth(&a, &b, p->gap, &random);

        narrow_pair(&b, &a, margin, &swapped); // a ↔ b
        CHECK(swapped.count > 0);
        const manifold_point *s = &swapped.points[deepest(&b, &a, &swapped)];
        CHECK_NEAR(s->gap, p->gap, EXACT);
        CHECK(v3_distance(s->normal, v3_negate(p->normal)) < 1e-6);

        quat q = random_turn(&random); // a rigid motion of both
        shape_view c = a, d = b;
        rotate_view(&c, q), rotate_view(&d, q);
        c.center = v3_add(c.center, v3(1, 2, 3)), d.center = v3_add(d.center, v3(1, 2, 3));
        narrow_pair(&c, &d, margin, &turned);
        CHECK(turned.count == m.count);
        for (int k = 0; k < m.count; k++)
        {
            vec3 point = v3_add(quat_rotate(q, m.points[k].point), v3(1, 2, 3));
            CHECK(m.points[k].feature == turned.points[k].feature);
            CHECK_NEAR(turned.points[k].gap, m.points[k].gap, EXACT);
            CHECK(v3_distance(turned.points[k].normal, quat_rotate(q, m.points[k].normal)) < 1e-7);
            CHECK(v3_distance(turned.points[k].point, point) < 1e-6);
        }
    }
    CHECK(apart > trials / 20);
    CHECK(overlapping > trials / 20);
    manifold_free(&m), manifold_free(&turned), manifold_free(&swapped);
}

TEST(plane_sphere)
{
    check_kinds(HF_SHAPE_PLANE, HF_SHAPE_SPHERE, 1000);
}
TEST(plane_capsule)
{
    check_kinds(HF_SHAPE_PLANE, HF_SHAPE_CAPSULE, 1000);
}
TEST(plane_box)
{
    check_kinds(HF_SHAPE_PLANE, HF_SHAPE_BOX, 1000);
}
TEST(plane_cylinder)
{
    check_kinds(HF_SHAPE_PLANE, HF_SHAPE_CYLINDER, 1000);
}
TEST(plane_ellipsoid)
{
    check_kinds(HF_SHAPE_PLANE, HF_SHAPE_ELLIPSOID, 1000);
}
TEST(sphere_sphere)
{
    check_kinds(HF_SHAPE_SPHERE, HF_SHAPE_SPHERE, 1000);
}
TEST(sphere_capsule)
{
    check_kinds(HF_SHAPE_SPHERE, HF_SHAPE_CAPSULE, 1000);
}
TEST(sphere_box)
{
    check_kinds(HF_SHAPE_SPHERE, HF_SHAPE_BOX, 1000);
}
TEST(sphere_cylinder)
{
    check_kinds(HF_SHAPE_SPHERE, HF_SHAPE_CYLINDER, 1000);
}
TEST(capsule_capsule)
{
    check_kinds(HF_SHAPE_CAPSULE, HF_SHAPE_CAPSULE, 2000);
}
TEST(capsule_box)
{
    check_kinds(HF_SHAPE_CAPSULE, HF_SHAPE_BOX, 4000);
}
TEST(box_box)
{
    check_kinds(HF_SHAPE_BOX, HF_SHAPE_BOX, 8000);
}
