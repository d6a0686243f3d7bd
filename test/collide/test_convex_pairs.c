// Convex pairs: distance and depth against searches that know nothing of GJK, certificates at every answer, patches
// against closed forms.

#include "support/collide_views.h"

#include "collide/narrow/convex.h"
#include "collide/narrow/epa.h"

#include <string.h>

typedef struct body
{
    shape_view view;
    convex_hull *hull;
} body;

static convex_hull *hull_of(const double *points, int count)
{
    hf_mesh_def def = {"test", count, points, 0, NULL};
    convex_hull *hull = NULL;
    CHECK(hull_create(&def, &hull, NULL) == HF_STATUS_OK);
    return hull;
}

static body random_body(random_state *random, hf_shape_kind kind)
{
    body b = {0};
    b.view.kind = kind;
    for (int k = 0; k < 3; k++) b.view.size[k] = random_between(random, 0.2, 1);
    turn_view(&b.view, random_turn(random));
    b.view.extent = 1.5;
    if (kind != HF_SHAPE_HULL) return b;
    double p[3 * 120];
    int count = 4 + random_below(random, 116);
    for (int i = 0; i < count; i++)
    {
        vec3 x = v3_scale(random_between(random, 0.7, 1), random_direction(random));
        v3_store(&p[3 * i], v3(x.x, 0.7 * x.y, 0.5 * x.z));
    }
    b.hull = hull_of(p, count);
    b.view.hull = b.hull;
    return b;
}

// ---- what the tests know of shapes ----

static double height(const shape_view *s, vec3 n) // the support function
{
    vec3 d = view_turn_back(s, n);
    const double *r = s->size;
    double h = v3_dot(n, s->center), most = -INFINITY;
    switch (s->kind)
    {
    case HF_SHAPE_SPHERE: return h + r[0];
    case HF_SHAPE_CAPSULE: return h + r[0] + r[1] * fabs(d.z);
    case HF_SHAPE_BOX: return h + r[0] * fabs(d.x) + r[1] * fabs(d.y) + r[2] * fabs(d.z);
    case HF_SHAPE_CYLINDER: return h + r[0] * hypot(d.x, d.y) + r[1] * fabs(d.z);
    case HF_SHAPE_ELLIPSOID: return h + v3_norm(v3(r[0] * d.x, r[1] * d.y, r[2] * d.z));
    default:
        for (int v = 0; v < s->hull->vertex_count; v++)
            most = fmax(most, v3_dot(d, v3_load(&s->hull->vertices[3 * v])));
        return h + most;
    }
}

static double separation(const shape_view *a, const shape_view *b, vec3 n)
{
    return -height(a, v3_negate(n)) - height(b, n);
}

/// How far outside the shape x is, roughly: at most 0 inside.
static double outside(const shape_view *s, vec3 x)
{
    vec3 p = view_to_local(s, x);
    const double *r = s->size;
    double most = -INFINITY;
    switch (s->kind)
    {
    case HF_SHAPE_SPHERE: return v3_norm(p) - r[0];
    case HF_SHAPE_CAPSULE: return v3_norm(v3(p.x, p.y, fmax(fabs(p.z) - r[1], 0))) - r[0];
    case HF_SHAPE_BOX: return fmax(fmax(fabs(p.x) - r[0], fabs(p.y) - r[1]), fabs(p.z) - r[2]);
    case HF_SHAPE_CYLINDER: return fmax(hypot(p.x, p.y) - r[0], fabs(p.z) - r[1]);
    case HF_SHAPE_ELLIPSOID: return v3_norm(v3(p.x / r[0], p.y / r[1], p.z / r[2])) - 1;
    default:
        for (int f = 0; f < s->hull->face_count; f++)
        {
            vec3 n = v3_load(&s->hull->face_normals[3 * f]);
            vec3 q = v3_load(&s->hull->vertices[3 * s->hull->face_vertices[s->hull->face_begin[f]]]);
            most = fmax(most, v3_dot(n, v3_sub(p, q)));
        }
        return most;
    }
}

/// The greatest separation a search over directions finds: a net, then a shrinking walk from its best few.
static double searched_separation(const shape_view *a, const shape_view *b, random_state *random)
{
    enum
    {
        NET = 600,
        BEST = 6
    };
    vec3 n[BEST];
    double s[BEST];
    for (int k = 0; k < BEST; k++) s[k] = -INFINITY;
    for (int i = 0; i < NET; i++)
    {
        double z = 1 - (2 * i + 1.0) / NET, angle = 2.399963229728653 * i, r = sqrt(1 - z * z);
        vec3 d = v3(r * cos(angle), r * sin(angle), z);
        double found = separation(a, b, d);
        int worst = 0;
        for (int k = 1; k < BEST; k++)
            if (s[k] < s[worst]) worst = k;
        if (found > s[worst]) s[worst] = found, n[worst] = d;
    }
    double most = -INFINITY;
    for (int k = 0; k < BEST; k++)
    {
        double step = 0.1;
        for (int i = 0, misses = 0; i < 3000 && step > 1e-10; i++)
        {
            vec3 d = v3_unit_or(v3_add_scaled(n[k], step, random_direction(random)), n[k]);
            double found = separation(a, b, d);
            if (found > s[k]) s[k] = found, n[k] = d, misses = 0;
            else if (++misses > 12) step *= 0.6, misses = 0;
        }
        most = fmax(most, s[k]);
    }
    return most;
}

static const hf_shape_kind kinds[6] = {HF_SHAPE_SPHERE,   HF_SHAPE_CAPSULE,   HF_SHAPE_BOX,
                                       HF_SHAPE_CYLINDER, HF_SHAPE_ELLIPSOID, HF_SHAPE_HULL};

/// What every manifold must be. Returns its least gap.
static double check_manifold(const shape_view *a, const shape_view *b, const manifold *m, double margin)
{
    CHECK(m->count > 0 && !m->failed);
    double least = INFINITY;
    for (int k = 0; k < m->count; k++)
    {
        const manifold_point *p = &m->points[k];
        CHECK_NEAR(v3_norm(p->normal), 1, 1e-14);
        CHECK(p->gap <= margin);
        least = fmin(least, p->gap);
        vec3 on_a = v3_add_scaled(p->point, 0.5 * p->gap, p->normal);
        vec3 on_b = v3_add_scaled(p->point, -0.5 * p->gap, p->normal);
        bool sides =
            (a->kind == HF_SHAPE_CYLINDER || b->kind == HF_SHAPE_CYLINDER) && m->count > 1; // tilted: see the patch
        CHECK(outside(a, on_a) <= (sides ? 1e-3 : 5e-8));
        CHECK(outside(b, on_b) <= (sides ? 1e-3 : 5e-8));
        for (int i = 0; i < k; i++) CHECK(m->points[i].feature != p->feature);
    }
    return least;
}

TEST(distance_and_depth_of_random_pairs)
{
    random_state random = random_seed(11);
    manifold m = new_manifold();
    for (int run = 0; run < 1050; run++)
    {
        int pair = run % 21, i = 0;
        while (pair >= 6 - i) pair -= 6 - i, i++;
        body a = random_body(&random, kinds[i]), b = random_body(&random, kinds[i + pair]);
        vec3 d = random_direction(&random);
        b.view.center = v3_scale(10, random_direction(&random));
        a.view.center = b.view.center;
        double s = -separation(&a.view, &b.view, d), range = run % 3 == 0 ? 1 : run % 3 == 1 ? 0.1 : 1e-5;
        a.view.center = v3_add_scaled(b.view.center, s + random_between(&random, -0.4 * range, range), d);
        m.count = 0;
        narrow_convex(&a.view, &b.view, 10, &m);
        double gap = check_manifold(&a.view, &b.view, &m, 10);
        vec3 n = m.points[0].normal;
        CHECK_NEAR(separation(&a.view, &b.view, n), gap, 2e-8); // attained
        double searched = searched_separation(&a.view, &b.view, &random);
        if (!(separation(&a.view, &b.view, n) >= searched - 1e-9))
            harness_fail(__FILE__, __LINE__, "run %d, %s and %s: separation %.12g, searched %.12g", run,
                         hf_shape_kind_name(kinds[i]), hf_shape_kind_name(kinds[i + pair]),
                         separation(&a.view, &b.view, n), searched);
        hull_destroy(a.hull), hull_destroy(b.hull);
    }
    free_manifold(&m);
}

/// Closest points of curved pairs to 1e-10: the normal is that of both surfaces there, from touching down to a hair's
/// overlap.
TEST(curved_pairs_to_ten_digits)
{
    random_state random = random_seed(12);
    manifold m = new_manifold();
    for (int run = 0; run < 400; run++)
    {
        body a = random_body(&random, run % 2 ? HF_SHAPE_SPHERE : HF_SHAPE_ELLIPSOID);
        body b = random_body(&random, HF_SHAPE_ELLIPSOID);
        vec3 d = random_direction(&random);
        double gaps[6] = {0.3, 1e-3, 1e-8, 0, -1e-8, -1e-3}, gap = gaps[run % 6];
        // Put together from the answer: the surfaces' points with normals d and -d, a gap apart.
        vec3 on_a = v3_zero(), on_b = v3_zero();
        convex ca, cb;
        convex_make(&ca, &a.view, v3_zero()), convex_make(&cb, &b.view, v3_zero());
        on_a = v3_add_scaled(convex_support(&ca, v3_negate(d), NULL), -ca.radius, d);
        on_b = convex_support(&cb, d, NULL);
        a.view.center = v3_add_scaled(v3_sub(on_b, on_a), gap, d);
        m.count = 0;
        narrow_convex(&a.view, &b.view, 1, &m);
        CHECK(m.count == 1);
        CHECK_NEAR(m.points[0].gap, gap, 1e-12);
        CHECK(v3_distance(m.points[0].normal, d) < 1e-10);
        CHECK(v3_distance(m.points[0].point, v3_add_scaled(on_b, 0.5 * gap, d)) < 1e-10);
    }
    free_manifold(&m);
}

/// A box as the hull of its corners is a box: the same normal, the same set of points.
/// Overlapping or a little apart: no direction separates cores by more than the bound, which is near where they overlap.
TEST(an_expanding_polytope_bounds_the_separation)
{
    static const hf_shape_kind with[] = {HF_SHAPE_BOX, HF_SHAPE_CYLINDER, HF_SHAPE_ELLIPSOID, HF_SHAPE_HULL};
    random_state random = random_seed(20);
    int near = 0, pairs = 0;
    for (int k = 0; k < 2000; k++)
    {
        body a = random_body(&random, with[k % 4]), b = random_body(&random, with[k / 4 % 4]);
        convex ca, cb;
        convex_gap gap;
        double most;
        a.view.center = v3_scale(random_between(&random, 0.0, 1.2), random_direction(&random));
        convex_make(&ca, &a.view, v3_zero());
        convex_make(&cb, &b.view, v3_zero());
        if (epa_direction(&ca, &cb, &gap, &most))
        {
            CHECK(gap.separation <= most + 1e-13);
            for (int j = 0; j < 100; j++) CHECK(convex_separation(&ca, &cb, random_direction(&random)) <= most + 1e-13);
            pairs += gap.separation < 0.0;
            near += gap.separation < 0.0 && most - gap.separation < 1e-5;
        }
        hull_destroy(a.hull);
        hull_destroy(b.hull);
    }
    CHECK(pairs > 1000 && near > 0.95 * pairs);
}

TEST(hull_of_a_box_is_a_box)
{
    random_state random = random_seed(13);
    manifold m = new_manifold(), expected = new_manifold();
    for (int run = 0; run < 600; run++)
    {
        body a = random_body(&random, HF_SHAPE_BOX), b = random_body(&random, HF_SHAPE_BOX), c = a;
        double corner[24];
        for (int k = 0; k < 24; k++) corner[k] = k / 3 >> k % 3 & 1 ? b.view.size[k % 3] : -b.view.size[k % 3];
        bool flat = run % 2; // face on face, turned
        if (flat)
            turn_view(&a.view, quat_exp(v3(0, 0, random_between(&random, 0, 6)))), turn_view(&b.view, quat_identity());
        vec3 d = flat ? v3(0, 0, 1) : random_direction(&random);
        a.view.center = v3_zero();
        a.view.center = v3_scale(random_between(&random, -1e-3, 1e-2) - separation(&a.view, &b.view, d), d);
        body h = b;
        h.view.kind = HF_SHAPE_HULL;
        h.hull = hull_of(corner, 8);
        h.view.hull = h.hull;
        c = a;
        m.count = expected.count = 0;
        narrow_box_box(&a.view, &b.view, 0.05, &expected);
        narrow_convex(&c.view, &h.view, 0.05, &m);
        CHECK((m.count > 0) == (expected.count > 0));
        for (int k = 0; k < expected.count && flat; k++)
        {
            bool found = false;
            for (int i = 0; i < m.count; i++)
                found = found || (v3_distance(m.points[i].point, expected.points[k].point) < 1e-7 &&
                                  fabs(m.points[i].gap - expected.points[k].gap) < 1e-9);
            CHECK(found);
        }
        if (flat) CHECK(m.count == expected.count);
        hull_destroy(h.hull);
    }
    free_manifold(&m), free_manifold(&expected);
}

/// Along a smooth motion that rocks, slides and sinks, the normal never jumps where the distance does not.
TEST(normals_do_not_flip)
{
    random_state random = random_seed(14);
    manifold m = new_manifold();
    for (int run = 0; run < 40; run++)
    {
        body a = random_body(&random, kinds[2 + run % 4]), b = random_body(&random, kinds[2 + run / 4 % 4]);
        turn_view(&b.view, quat_identity());
        b.view.size[0] = b.view.size[1] = 2;
        if (b.view.kind == HF_SHAPE_CYLINDER) b.view.size[1] = 0.5;
        if (b.view.kind == HF_SHAPE_HULL || b.view.kind == HF_SHAPE_ELLIPSOID) b.view.size[2] = 1;
        vec3 before = v3_zero();
        double top = height(&b.view, v3(0, 0, 1));
        for (int step = 0; step < 2000; step++)
        {
            double t = 1e-3 * step;
            turn_view(&a.view, quat_exp(v3(0.3 * sin(3 * t), 0.2 * cos(2 * t), t)));
            a.view.center = v3(0.1 * cos(t), 0.1 * sin(t), 0);
            double low = -height(&a.view, v3(0, 0, -1));
            a.view.center.z = top - low + 1e-4 * sin(40 * t);
            m.count = 0;
            narrow_convex(&a.view, &b.view, 0.02, &m);
            if (b.view.kind == HF_SHAPE_BOX || b.view.kind == HF_SHAPE_CYLINDER) // over a face: nothing but its normal
            {
                CHECK(m.count > 0 && m.points[0].normal.z > 1 - 1e-9);
                CHECK_NEAR(separation(&a.view, &b.view, m.points[0].normal), 1e-4 * sin(40 * t), 1e-9);
            }
            else if (m.count > 0 && b.view.kind == HF_SHAPE_ELLIPSOID && a.view.kind == HF_SHAPE_ELLIPSOID)
            {
                if (v3_norm2(before) > 0) CHECK(v3_distance(m.points[0].normal, before) < 0.02);
                before = m.points[0].normal;
            }
        }
        hull_destroy(a.hull), hull_destroy(b.hull);
    }
    free_manifold(&m);
}

/// A cylinder stands on eight points of its rim, lies on two, rolls tilted on the lowest one; parallel cylinders share
/// a line.
TEST(cylinders)
{
    manifold m = new_manifold();
    shape_view box = {
        .kind = HF_SHAPE_BOX, .size = {1, 1, 0.5}, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .extent = 1.5};
    shape_view can = {
        .kind = HF_SHAPE_CYLINDER, .size = {0.1, 0.2}, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .extent = 0.3};
    can.center = v3(0.2, 0.3, 0.7);
    narrow_convex(&box, &can, 0.01, &m);
    CHECK(m.count == 8);
    for (int k = 0; k < 8; k++)
    {
        CHECK_NEAR(m.points[k].gap, 0, 1e-14);
        CHECK_NEAR(hypot(m.points[k].point.x - 0.2, m.points[k].point.y - 0.3), 0.1, 1e-14);
        CHECK(m.points[k].normal.z == -1);
    }
    turn_view(&can, quat_exp(v3(0.3, 0, 0))); // tilted: the lowest point of the rim leads
    can.center.z = 0.5 + 0.2 * cos(0.3) + 0.1 * sin(0.3);
    m.count = 0;
    narrow_convex(&box, &can, 1e-3, &m);
    CHECK(m.count == 1);
    CHECK_NEAR(m.points[0].gap, 0, 1e-12);
    CHECK_NEAR(m.points[0].point.x, 0.2, 1e-12);
    turn_view(&can, quat_exp(v3(1.5707963267948966, 0, 0)));
    can.center.z = 0.6;
    m.count = 0;
    narrow_convex(&box, &can, 1e-3, &m);
    CHECK(m.count == 2);
    CHECK_NEAR(v3_distance(m.points[0].point, m.points[1].point), 0.4, 1e-12);
    shape_view log = can;
    log.center.z = 0.8;
    log.center.y += 0.05;
    m.count = 0;
    narrow_convex(&log, &can, 1e-3, &m);
    CHECK(m.count == 2);
    CHECK_NEAR(v3_distance(m.points[0].point, m.points[1].point), 0.35, 1e-9);
    for (int k = 0; k < 2; k++) CHECK_NEAR(m.points[k].gap, 0, 1e-12);
    shape_view lid = can; // cap on cap
    turn_view(&lid, quat_identity()), turn_view(&can, quat_identity());
    lid.center = v3_add(can.center, v3(0, 0, 0.4));
    m.count = 0;
    narrow_convex(&lid, &can, 1e-3, &m);
    CHECK(m.count == 8);
    free_manifold(&m);
}

/// A box that leans against the side of a cylinder by a corner, one edge within two degrees of the axis: the nearest
/// point is at that corner, wherever along the side rounding puts the other one.
TEST(a_corner_on_the_side_of_a_cylinder_is_where_it_is)
{
    random_state random = random_seed(7);
    manifold m = new_manifold();
    for (int round = 0; round < 2000; round++)
    {
        shape_view can = {.kind = HF_SHAPE_CYLINDER, .size = {0.03, 0.06}, .extent = 0.068};
        shape_view box = {.kind = HF_SHAPE_BOX, .size = {0.01, 0.002, 0.017}, .extent = 0.02};
        quat q = random_turn(&random);
        turn_view(&can, q);
        const vec3 lean = v3(random_between(&random, -0.03, 0.03), random_between(&random, -0.03, 0.03),
                             random_between(&random, -1, 1));
        turn_view(&box, quat_multiply(q, quat_exp(lean)));
        // along the side's normal n at angle 0, in the frame of the cylinder
        double height = random_between(&random, -0.03, 0.03);
        vec3 n = can.axis[0], corner = v3_zero();
        for (int k = 0; k < 3; k++)
        {
            double along = v3_dot(n, box.axis[k]), sign = along > 0 ? -1 : 1;
            corner = v3_add_scaled(corner, sign * box.size[k], box.axis[k]);
        }
        vec3 at = v3_add_scaled(v3_scale(0.03 + 1.6e-8, n), height, can.axis[2]);
        box.center = v3_sub(at, corner);
        m.count = 0;
        narrow_pair(&box, &can, 1e-5, &m);
        int best = 0;
        for (int k = 1; k < m.count; k++)
            if (m.points[k].gap < m.points[best].gap) best = k;
        CHECK(m.count > 0);
        CHECK_NEAR(m.points[best].gap, 1.6e-8, 1e-12);
        CHECK(v3_distance(m.points[best].point, at) < 1e-6);
    }
    free_manifold(&m);
}

TEST(short_of_memory)
{
    random_state random = random_seed(15);
    body a = random_body(&random, HF_SHAPE_HULL), b = random_body(&random, HF_SHAPE_HULL);
    a.view.center = v3(0.3, 0, 0.4);
    manifold full = new_manifold();
    narrow_convex(&a.view, &b.view, 0.1, &full);
    CHECK(!full.failed && full.count > 0);
    for (long k = 0;; k++)
    {
        manifold m = new_manifold();
        fail_allocation(k);
        narrow_convex(&a.view, &b.view, 0.1, &m);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(!m.failed || failed); // an arena that cannot be tidied up is no failure
        if (!m.failed) CHECK(m.count == full.count && m.points[0].gap == full.points[0].gap);
        free_manifold(&m);
        if (!failed) break;
    }
    free_manifold(&full);
    hull_destroy(a.hull), hull_destroy(b.hull);
}
