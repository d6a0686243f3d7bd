// Manifolds in the cases that matter and the cases that break: faces on faces, edges over edges, parallel capsules,
// equal centres; names that last;
// reduction that keeps what carries.

#include "support/harness.h"

#include "base/elementary.h"
#include "base/random.h"
#include "collide/narrow/narrow.h"
#include "collide/narrow/reduce.h"
#include "collide/shapes/hull.h"
#include "linalg/quat.h"

#include <stdlib.h>

static const double PI = 3.14159265358979323846;

static shape_view view(hf_shape_kind kind, double x, double y, double z, vec3 center, vec3 turn)
{
    shape_view s = {.kind = kind, .size = {x, y, z}, .center = center, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    quat q = quat_exp(turn);
    for (int i = 0; i < 3; i++) s.axis[i] = quat_rotate(q, s.axis[i]);
    s.extent = kind == HF_SHAPE_PLANE ? INFINITY : sqrt(x * x + y * y + z * z);
    return s;
}

static bool has_point(const manifold *m, double x, double y, double within)
{
    for (int k = 0; k < m->count; k++)
        if (fabs(m->points[k].point.x - x) <= within && fabs(m->points[k].point.y - y) <= within) return true;
    return false;
}

static void check_all(const manifold *m, vec3 normal, double gap, double within)
{
    for (int k = 0; k < m->count; k++)
    {
        CHECK_NEAR(m->points[k].gap, gap, within);
        CHECK(v3_distance(m->points[k].normal, normal) < within + 1e-12);
        for (int j = 0; j < k; j++) CHECK(m->points[j].feature != m->points[k].feature);
    }
}

TEST(box_on_box_has_its_corners)
{
    manifold m = {0};
    const double gaps[] = {-1e-3, -1e-9, 0, 1e-9, 1e-3};
    for (int g = 0; g < 5; g++)
    {
        shape_view low = view(HF_SHAPE_BOX, 1, 1, 0.5, v3(0, 0, -0.5), v3_zero());
        shape_view high = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3(0.2, 0, 0.5 + gaps[g]), v3_zero());
        narrow_pair(&low, &high, 0.01, &m);
        CHECK(m.count == 4);
        check_all(&m, v3(0, 0, -1), gaps[g], 1e-12);
        for (int k = 0; k < 4; k++) CHECK(has_point(&m, 0.2 + (k & 1 ? 0.5 : -0.5), k & 2 ? 0.5 : -0.5, 1e-12));

        high.center = v3(0.8, 0, 0.5 + gaps[g]); // hangs over by 0.3
        narrow_pair(&low, &high, 0.01, &m);
        CHECK(m.count == 4);
        check_all(&m, v3(0, 0, -1), gaps[g], 1e-12);
        CHECK(has_point(&m, 1, 0.5, 1e-12) && has_point(&m, 0.3, -0.5, 1e-12));
    }
    manifold_free(&m);
}

TEST(turned_box_on_box_has_eight_points)
{
    manifold m = {0};
    shape_view low = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3(0, 0, -0.5), v3_zero());
    shape_view high = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3(0, 0, 0.5 - 1e-4), v3(0, 0, PI / 4));
    narrow_pair(&low, &high, 0.01, &m);
    CHECK(m.count == 8);
    check_all(&m, v3(0, 0, -1), -1e-4, 1e-12);
    double cut = sqrt(0.5) - 0.5; // the octagon's corners: (0.5, ± cut), …
    for (int k = 0; k < 4; k++)
    {
        CHECK(has_point(&m, k & 1 ? 0.5 : -0.5, k & 2 ? cut : -cut, 1e-12));
        CHECK(has_point(&m, k & 2 ? cut : -cut, k & 1 ? 0.5 : -0.5, 1e-12));
    }
    manifold_free(&m);
}

// A box of the same size flush on another, shaken by less than anyone sees: always four corners at the right places,
// and the names stay.
TEST(flush_boxes_keep_points_and_names)
{
    random_state random = random_seed(3);
    manifold m = {0};
    uint64_t names[4] = {0};
    for (int trial = 0; trial < 300; trial++)
    {
        double shake = trial < 100 ? 1e-15 : trial < 200 ? 1e-12 : 1e-9;
        vec3 d = v3(shake * random_normal(&random), shake * random_normal(&random), shake * random_normal(&random));
        vec3 t = v3(shake * random_normal(&random), shake * random_normal(&random), shake * random_normal(&random));
        shape_view low = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3(0, 0, -0.5), v3_zero());
        shape_view high = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3_add(v3(0, 0, 0.5), d), t);
        narrow_pair(&low, &high, 1e-3, &m);
        manifold_reduce(&m, merge_distance(&low, &high), 0.0);
        CHECK(m.count == 4);
        check_all(&m, v3(0, 0, -1), 0, 1e-8);
        for (int k = 0; k < 4; k++)
        {
            CHECK(has_point(&m, k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, 1e-6));
            if (trial == 0) names[k] = m.points[k].feature;
            bool found = false;
            for (int j = 0; j < 4; j++) found = found || m.points[k].feature == names[j];
            if (shake <= 1e-12) CHECK(found);
        }
    }
    manifold_free(&m);
}

// Tilts of every size about every axis: the points that carry a box stay in the manifold however the nearest features
// change.
TEST(tilted_box_keeps_its_support)
{
    random_state random = random_seed(4);
    manifold m = {0};
    for (int trial = 0; trial < 2000; trial++)
    {
        double tilt = pow(10, random_between(&random, -14, -4));
        double yaw = trial % 3 == 0 ? 0 : random_between(&random, 0, 2 * PI);
        vec3 t = v3(tilt * random_normal(&random), tilt * random_normal(&random), 0);
        shape_view low = view(HF_SHAPE_BOX, 0.5, 0.4, 0.5, v3(0, 0, -0.5), v3_zero());
        vec3 at = v3(random_between(&random, -0.5, 0.5), random_between(&random, -0.5, 0.5), 0.5);
        shape_view high = view(HF_SHAPE_BOX, 0.5, 0.3, 0.5, at, v3_zero());
        quat q = quat_multiply(quat_exp(t), quat_exp(v3(0, 0, yaw)));
        for (int i = 0; i < 3; i++) high.axis[i] = quat_rotate(q, high.axis[i]);
        narrow_pair(&low, &high, 1e-2, &m);
        manifold_reduce(&m, merge_distance(&low, &high), 0.0);
        CHECK(m.count >= 3);
        // The same as without the tilt: every point of the level patch has one within a little.
        shape_view level = view(HF_SHAPE_BOX, 0.5, 0.3, 0.5, at, v3(0, 0, yaw));
        manifold patch = {0};
        narrow_pair(&low, &level, 1e-2, &patch);
        for (int k = 0; k < patch.count; k++)
            CHECK(has_point(&m, patch.points[k].point.x, patch.points[k].point.y, 1e3 * tilt + 1e-6));
        manifold_free(&patch);
        CHECK(m.count <= patch.count + 9);
    }
    manifold_free(&m);
}

TEST(names_last_under_small_motion)
{
    random_state random = random_seed(5);
    manifold m = {0}, n = {0};
    int same = 0, all = 0;
    for (int trial = 0; trial < 500; trial++)
    {
        quat q = quat_exp(v3(random_normal(&random), random_normal(&random), random_normal(&random)));
        shape_view a = view(HF_SHAPE_BOX, 0.5, 0.4, 0.3, v3_zero(), v3_zero());
        shape_view b = view(HF_SHAPE_BOX, 0.3, 0.5, 0.4, v3_scale(0.8, v3(q.x, q.y, q.z)), v3(q.w, q.x, q.y));
        narrow_pair(&a, &b, 0.05, &m);
        b.center = v3_add(b.center, v3(1e-6, -2e-6, 1e-6));
        narrow_pair(&a, &b, 0.05, &n);
        for (int k = 0; k < m.count; k++)
        {
            all++;
            for (int j = 0; j < n.count; j++)
                if (m.points[k].feature == n.points[j].feature)
                {
                    CHECK(v3_distance(m.points[k].point, n.points[j].point) < 1e-3);
                    same++;
                }
        }
    }
    CHECK(all > 500);
    CHECK(same >= all - all / 200); // but for the few that appear and go within those 2 µm
    manifold_free(&m), manifold_free(&n);
}

TEST(corner_over_corner)
{
    manifold m = {0};
    shape_view a = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3_zero(), v3_zero());
    shape_view b = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3(1.3, 0, 1.4), v3_zero()); // parallel edges, apart by (0.3, 0.4)
    narrow_pair(&a, &b, 1, &m);
    CHECK(m.count == 2);
    check_all(&m, v3(-0.6, 0, -0.8), 0.5, 1e-12);
    CHECK(has_point(&m, 0.65, 0.5, 1e-12) && has_point(&m, 0.65, -0.5, 1e-12));

    b.center = v3(1.2, 1.2, 1.1); // corner to corner
    narrow_pair(&a, &b, 1, &m);
    CHECK(m.count == 1);
    CHECK_NEAR(m.points[0].gap, 0.3, 1e-12);

    b.center = v3(1, 0, 1); // exactly edge to edge
    narrow_pair(&a, &b, 1e-3, &m);
    CHECK(m.count >= 2);
    for (int k = 0; k < m.count; k++) CHECK_NEAR(m.points[k].gap, 0, 1e-12);
    manifold_free(&m);
}

TEST(equal_centres)
{
    manifold m = {0};
    const hf_shape_kind kinds[] = {HF_SHAPE_SPHERE, HF_SHAPE_CAPSULE, HF_SHAPE_BOX, HF_SHAPE_CYLINDER};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 4; j++)
        {
            if (kinds[j] == HF_SHAPE_CYLINDER && i != 0) continue; // not a closed form
            shape_view a = view(kinds[i], 0.3, 0.4, 0.5, v3_zero(), v3_zero());
            shape_view b = view(kinds[j], 0.3, 0.4, 0.5, v3_zero(), v3_zero());
            narrow_pair(&a, &b, 0, &m);
            CHECK(m.count >= 1);
            for (int k = 0; k < m.count; k++)
            {
                CHECK_NEAR(m.points[k].gap, -0.6, 1e-12); // all have 0.3 as their least half width
                CHECK_NEAR(v3_norm(m.points[k].normal), 1, 1e-12);
            }
        }
    manifold_free(&m);
}

TEST(parallel_capsules)
{
    manifold m = {0};
    random_state random = random_seed(6);
    for (int trial = 0; trial < 100; trial++)
    {
        double shake = trial == 0 ? 0 : pow(10, random_between(&random, -16, -7));
        vec3 t = v3(shake * random_normal(&random), shake * random_normal(&random), 0);
        shape_view a = view(HF_SHAPE_CAPSULE, 0.1, 0.5, 0, v3_zero(), v3_zero());
        shape_view b = view(HF_SHAPE_CAPSULE, 0.2, 0.5, 0, v3(0.29, 0, 0.4), t);
        narrow_pair(&a, &b, 0.01, &m);
        manifold_reduce(&m, merge_distance(&a, &b), 0.0);
        CHECK(m.count == 2);
        check_all(&m, v3(-1, 0, 0), -0.01, 1e-5);
        double z[2] = {fmin(m.points[0].point.z, m.points[1].point.z), fmax(m.points[0].point.z, m.points[1].point.z)};
        CHECK_NEAR(z[0], -0.1, 1e-5);
        CHECK_NEAR(z[1], 0.5, 1e-5);
        b.center.z = 0; // ends level: still two
        narrow_pair(&a, &b, 0.01, &m);
        manifold_reduce(&m, merge_distance(&a, &b), 0.0);
        CHECK(m.count == 2);
    }
    manifold_free(&m);
}

TEST(capsules_that_cross)
{
    manifold m = {0};
    for (int side = -1; side <= 1; side += 2) // axes meet off the middle: the side is that of the middles, or fixed
    {
        shape_view a = view(HF_SHAPE_CAPSULE, 0.1, 0.5, 0, v3_zero(), v3_zero());
        shape_view b = view(HF_SHAPE_CAPSULE, 0.2, 0.5, 0, v3(0.1, 0, 0.2), v3(0, side * PI / 2, 0));
        narrow_pair(&a, &b, 0, &m);
        CHECK(m.count == 1);
        CHECK_NEAR(m.points[0].gap, -0.3, 1e-12);
        CHECK_NEAR(fabs(m.points[0].normal.y), 1, 1e-12);
    }
    manifold_free(&m);
}

TEST(capsule_lies_on_box)
{
    manifold m = {0};
    random_state random = random_seed(7);
    for (int trial = 0; trial < 200; trial++)
    {
        double shake = trial == 0 ? 0 : pow(10, random_between(&random, -16, -5));
        vec3 t = v3(shake * random_normal(&random), PI / 2 + shake * random_normal(&random), 0);
        shape_view capsule = view(HF_SHAPE_CAPSULE, 0.1, 0.5, 0, v3(0.3, 0, 0.6), t);
        shape_view box = view(HF_SHAPE_BOX, 0.5, 0.5, 0.5, v3_zero(), v3_zero());
        narrow_pair(&capsule, &box, 0.01, &m);
        manifold_reduce(&m, merge_distance(&capsule, &box), 0.0);
        CHECK(m.count >= 2 && m.count <= 3);
        CHECK(has_point(&m, -0.2, 0, 1e-4));
        CHECK(has_point(&m, 0.5, 0, 1e-4)); // where it leaves the box
        for (int k = 0; k < m.count; k++) CHECK_NEAR(m.points[k].gap, 0, 1e-4);
    }
    manifold_free(&m);
}

/// How far a point is from the surface of a capsule.
static double off_capsule(const shape_view *capsule, vec3 p)
{
    vec3 arm = v3_sub(p, capsule->center);
    double half = capsule->size[1], along = fmax(-half, fmin(half, v3_dot(arm, capsule->axis[2])));
    return v3_norm(v3_add_scaled(arm, -along, capsule->axis[2])) - capsule->size[0];
}

TEST(points_of_a_tilted_capsule_belong_to_it)
{
    const hf_shape_kind kinds[3] = {HF_SHAPE_PLANE, HF_SHAPE_BOX, HF_SHAPE_CYLINDER};
    hf_workspace *workspace = NULL;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int trial = 0; trial < 120; trial++)
    {
        manifold m = {.workspace = workspace};
        double tilt = 0.002 * (trial / 3 - 20);
        shape_view capsule = view(HF_SHAPE_CAPSULE, 0.1, 0.2, 0, v3(0, 0, 0.62), v3(0, PI / 2 + tilt, 0));
        shape_view ground = view(kinds[trial % 3], 0.5, 0.5, 0.5, v3(0, 0, trial % 3 ? 0.0 : 0.5), v3_zero());
        bool first = trial % 3 == 0; // shapes come in the order of their kinds
        if (first) narrow_pair(&ground, &capsule, 0.05, &m);
        else narrow_pair(&capsule, &ground, 0.05, &m);
        CHECK(m.count == 2);
        for (int k = 0; k < m.count; k++)
        {
            double half = (first ? -0.5 : 0.5) * m.points[k].gap;
            CHECK_NEAR(off_capsule(&capsule, v3_add_scaled(m.points[k].point, half, m.points[k].normal)), 0.0, 1e-12);
        }
        manifold_free(&m);
    }
    hf_workspace_destroy(workspace);
}

/// How far the patch of one pose is from that of another: the farthest that a point of either has to the nearest of the
/// other, across the normal (0, 0, ±1).
static double jump(const manifold *a, const manifold *b)
{
    double most = a->count == 0 || b->count == 0 ? INFINITY : 0.0;
    for (int side = 0; side < 2; side++)
    {
        const manifold *from = side ? b : a, *to = side ? a : b;
        for (int i = 0; i < from->count; i++)
        {
            double least = INFINITY;
            for (int j = 0; j < to->count; j++)
                least = fmin(least, hypot(from->points[i].point.x - to->points[j].point.x,
                                          from->points[i].point.y - to->points[j].point.y));
            most = fmax(most, least);
        }
    }
    return most;
}

/// Curved pads that roll and turn on a block: their patches move as they do, without a jump, where the geometry has
/// none. (Tilted along its line a capsule goes from a line to a point at once; that is not asked for.)
TEST(patches_of_curved_pads_move_with_them)
{
    static const struct pad
    {
        hf_shape_kind kind;
        double size[3];
        vec3 from, to; // turns
        double height; // of the centre over the block, at the beginning
        bool sinks;    // the height of its lowest point changes with the turn: an ellipsoid
    } pads[] = {
        {HF_SHAPE_SPHERE, {0.1, 0, 0}, {0, 0, 0}, {1, 0.5, 0.2}, 0.1, false},
        {HF_SHAPE_ELLIPSOID, {0.1, 0.07, 0.05}, {0, 0, 0}, {0.6, 0.4, 0}, 0.05, true},
        {HF_SHAPE_ELLIPSOID, {0.05, 0.05, 0.2}, {1.57, 0, 0}, {1.57, 0.8, 0}, 0.05, true},
        {HF_SHAPE_CAPSULE, {0.1, 0.3, 0}, {1.5707963267948966, 0, 0}, {1.5707963267948966, 0, 0}, 0.1, false},
        {HF_SHAPE_CYLINDER, {0.1, 0.3, 0}, {1.5707963267948966, 0, 0}, {1.5707963267948966, 0, 0}, 0.1, false},
    };
    enum
    {
        STEPS = 1000
    };
    manifold m[2] = {{0}, {0}};
    hf_workspace *workspace = NULL;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    m[0].workspace = m[1].workspace = workspace;
    for (size_t p = 0; p < sizeof pads / sizeof *pads; p++)
    {
        const struct pad *pad = &pads[p];
        shape_view block = view(HF_SHAPE_BOX, 0.5, 0.2, 0.5, v3(0, 0, -0.5), v3_zero());
        double worst = 0.0;
        for (int k = 0; k <= STEPS; k++)
        {
            double t = (double)k / STEPS;
            vec3 turn = v3_mix(pad->from, pad->to, t);
            shape_view at = view(pad->kind, pad->size[0], pad->size[1], pad->size[2], v3(0.05 * t, 0.1 * t, 0), turn);
            for (int i = 0; i < 3; i++)
                at.axis[i] = quat_rotate(quat_exp(v3(0, 0, 0.5 * t)), at.axis[i]); // and about z
            double low = pad->height;
            if (pad->sinks)
                low = real_hypot(real_hypot(pad->size[0] * at.axis[0].z, pad->size[1] * at.axis[1].z),
                                 pad->size[2] * at.axis[2].z);
            at.center.z = low - 1e-6;
            manifold *now = &m[k & 1];
            narrow_pair(&at, &block, 1e-5, now);
            manifold_reduce(now, merge_distance(&at, &block), 0.0);
            CHECK(now->count >= 1);
            if (k > 0) worst = fmax(worst, jump(&m[0], &m[1]));
        }
        CHECK(worst <= 10.0 / STEPS * 0.5); // ten times as far as a point of the pad comes in a step
    }
    manifold_free(&m[0]);
    manifold_free(&m[1]);
    hf_workspace_destroy(workspace);
}

TEST(cylinder_on_plane)
{
    manifold m = {0};
    shape_view plane = view(HF_SHAPE_PLANE, 0, 0, 0, v3_zero(), v3_zero());
    shape_view standing = view(HF_SHAPE_CYLINDER, 0.5, 1, 0, v3(0, 0, 1), v3_zero());
    narrow_pair(&plane, &standing, 0.01, &m);
    CHECK(m.count == 8);
    check_all(&m, v3(0, 0, -1), 0, 1e-12);
    for (int k = 0; k < 8; k++) CHECK_NEAR(hypot(m.points[k].point.x, m.points[k].point.y), 0.5, 1e-12);
    shape_view lying = view(HF_SHAPE_CYLINDER, 0.5, 1, 0, v3(0, 0, 0.5), v3(PI / 2 + 0.1, 0, 0));
    narrow_pair(&plane, &lying, 0.5, &m);
    double least = INFINITY;
    for (int k = 0; k < m.count; k++) least = fmin(least, m.points[k].gap);
    CHECK_NEAR(least, 0.5 - 0.5 * cos(0.1) - sin(0.1), 1e-12);
    manifold_free(&m);
}

TEST(hull_on_plane)
{
    double vertices[] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 1};
    convex_hull hull = {.vertex_count = 4, .vertices = vertices};
    manifold m = {0};
    shape_view plane = view(HF_SHAPE_PLANE, 0, 0, 0, v3_zero(), v3_zero());
    shape_view tetrahedron = view(HF_SHAPE_HULL, 1, 1, 1, v3(0, 0, -0.01), v3_zero());
    tetrahedron.hull = &hull;
    narrow_pair(&tetrahedron, &plane, 0.1, &m); // swapped: the normal points up, to the tetrahedron
    CHECK(m.count == 3);
    check_all(&m, v3(0, 0, 1), -0.01, 1e-12);
    manifold_free(&m);
}

// ---- reduction ----

TEST(reduction_keeps_the_support_polygon)
{
    random_state random = random_seed(8);
    hf_workspace *workspace = NULL;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int trial = 0; trial < 100; trial++)
    {
        manifold m = {.workspace = workspace};
        vec3 n = v3_unit_or(v3(random_normal(&random), random_normal(&random), random_normal(&random)), v3(0, 0, 1));
        vec3 t = v3_perpendicular(n), b = v3_cross(n, t);
        int count = 10 + random_below(&random, 300);
        double slope_x = 0.01 * random_normal(&random), slope_y = 0.01 * random_normal(&random);
        for (int k = 0; k < count; k++)
        {
            double x = random_between(&random, -1, 1), y = random_between(&random, -1, 1);
            double gap = slope_x * x + slope_y * y + (k % 10 == 0 ? 1e-3 * random_normal(&random) : 0);
            vec3 point = v3_add_scaled(v3_add(v3_scale(x, t), v3_scale(y, b)), 0.5 * gap, n);
            manifold_add(&m, point, n, gap, (uint64_t)k);
        }
        manifold_point *all = malloc((size_t)count * sizeof *all);
        CHECK(all != NULL);
        for (int k = 0; k < count; k++) all[k] = m.points[k];
        manifold_reduce(&m, 1e-7, 0.0);
        CHECK(!m.failed && m.count < count);
        // In every direction, and with every slope of the gap, the extreme is kept: no affine function tells them apart
        // by more than δ.
        for (int k = 0; k < 200; k++)
        {
            vec3 d = v3_add(v3_scale(random_normal(&random), t), v3_scale(random_normal(&random), b));
            double weight = fabs(random_normal(&random)) * (k % 2 ? 100 : 0), before = INFINITY, after = INFINITY;
            for (int i = 0; i < count; i++) before = fmin(before, v3_dot(d, all[i].point) + weight * all[i].gap);
            for (int i = 0; i < m.count; i++)
                after = fmin(after, v3_dot(d, m.points[i].point) + weight * m.points[i].gap);
            CHECK_NEAR(after, before, 1e-7 * (1 + weight));
        }
        free(all);
        manifold_free(&m);
    }
    hf_workspace_destroy(workspace);
}

TEST(reduction_merges_what_is_one)
{
    hf_workspace *workspace = NULL;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int copies = 2; copies <= 40; copies += 19)
    {
        manifold m = {.workspace = workspace};
        for (int k = 0; k < 3 * copies; k++)
            manifold_add(&m, v3(k % 3 == 1, k % 3 == 2, 1e-9 * k), v3(0, 0, 1), 0, (uint64_t)(100 - k));
        manifold_add(&m, v3(0, 0, 0), v3(1, 0, 0), 0, 1); // same place, another normal
        manifold_reduce(&m, 1e-6, 0.0);
        CHECK(m.count == 4);
        manifold_free(&m);
    }
    hf_workspace_destroy(workspace);
}

TEST(a_reduction_distance_leaves_the_deepest_of_points_within_it)
{
    hf_workspace *workspace = NULL;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int rows = 2; rows <= 12; rows += 10) // few points, and more than a patch of two faces has
    {
        manifold m = {.workspace = workspace};
        for (int x = 0; x < 2; x++)
            for (int y = 0; y < rows; y++) // two clusters, 1 m apart; the points of each within 1 cm
                manifold_add(&m, v3(x, 1e-2 / rows * y, 0), v3(0, 0, 1), 1e-4 * (y == 1 ? -1 : y),
                             (uint64_t)(2 * y + x));
        manifold_reduce(&m, 1e-7, 0.02);
        CHECK(m.count == 2);
        for (int k = 0; k < m.count; k++) CHECK(m.points[k].gap == -1e-4);
        manifold_free(&m);
    }
    hf_workspace_destroy(workspace);
}

// ---- what a patch can carry ----

/// The most power that forces of a patch with unit load, normal and friction of coefficient mu, can have with the
/// motion (v, w): the support function of the wrenches that it can carry.
static double most_power(const manifold *m, double mu, vec3 v, vec3 w)
{
    double most = -INFINITY;
    for (int k = 0; k < m->count; k++)
    {
        vec3 n = m->points[k].normal, u = v3_add(v, v3_cross(w, m->points[k].point));
        double normal = v3_dot(n, u);
        most = fmax(most, normal + mu * v3_norm(v3_add_scaled(u, -normal, n)));
    }
    return most;
}

/// A patch with many points inside carries the same wrenches after reduction, torsion included: friction at a point
/// inside is that of corners around it, put together.
TEST(reduction_keeps_the_moments_that_a_patch_can_carry)
{
    random_state random = random_seed(7);
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    manifold all = {.workspace = workspace}, reduced = {.workspace = workspace};
    for (int trial = 0; trial < 50; trial++)
    {
        all.count = reduced.count = 0;
        for (int k = 0; k < 40; k++)
        {
            vec3 p = v3(random_normal(&random), 0.3 * random_normal(&random), 0);
            manifold_add(&all, p, v3(0, 0, 1), 0, (uint64_t)k);
            manifold_add(&reduced, p, v3(0, 0, 1), 0, (uint64_t)k);
        }
        manifold_reduce(&reduced, 1e-9, 0.0);
        CHECK(reduced.count >= 3 && reduced.count < 25);
        for (int k = 0; k < 20; k++)
        {
            vec3 v = v3(random_normal(&random), random_normal(&random), random_normal(&random));
            vec3 w = v3(random_normal(&random), random_normal(&random), random_normal(&random));
            if (k < 5) v = v3_zero(), w = v3(0, 0, k % 2 ? 1 : -1); // torsion alone
            double before = most_power(&all, 0.7, v, w), after = most_power(&reduced, 0.7, v, w);
            CHECK_NEAR(after, before, 1e-9 * fabs(before));
        }
    }
    manifold_free(&all);
    manifold_free(&reduced);
    hf_workspace_destroy(workspace);
}
