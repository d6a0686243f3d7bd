// Meshes and height fields: a cube of triangles is a cube, a flat field is a plane, edges inside a surface are not
// felt, sunk corners find the way out; bad meshes and lack of memory.

#include "support/collide_views.h"

#include "collide/shapes/field.h"
#include "collide/shapes/mesh.h"

#include <string.h>

static shape_view view_of(hf_shape_kind kind, double x, double y, double z)
{
    shape_view v = {.kind = kind, .size = {x, y, z}, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .extent = 1};
    return v;
}

// ---- meshes to test with ----

static const int box_triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                      2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};

static void box_vertices(double x, double y, double z, double *out)
{
    for (int k = 0; k < 8; k++) v3_store(&out[3 * k], v3(k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z));
}

static triangle_mesh *make(const hf_mesh_def *def)
{
    triangle_mesh *mesh = NULL;
    hf_error error = {0};
    if (mesh_create(def, &mesh, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return mesh;
}

/// An open square of n × n cells, cut criss-cross, side 2 h, at z = 0.
static hf_mesh_def make_sheet(int n, double h, double *vertices, int *triangles)
{
    int count = 0;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++)
            v3_store(&vertices[3 * (i * (n + 1) + j)], v3(h * (2.0 * j / n - 1), h * (2.0 * i / n - 1), 0));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            int v = i * (n + 1) + j, w = v + n + 1;
            int with[2][6] = {{v, v + 1, w + 1, v, w + 1, w}, {v, v + 1, w, v + 1, w + 1, w}};
            memcpy(&triangles[count], with[(i + j) % 2], sizeof with[0]);
            count += 6;
        }
    return (hf_mesh_def){"sheet", (n + 1) * (n + 1), vertices, count / 3, triangles};
}

static double least_gap(const manifold *m)
{
    double least = INFINITY;
    for (int k = 0; k < m->count; k++) least = fmin(least, m->points[k].gap);
    return least;
}

/// Every point of `few` has one of `many` at the same place with the same gap.
static bool contained(const manifold *few, const manifold *many, double tolerance)
{
    for (int k = 0; k < few->count; k++)
    {
        bool found = false;
        for (int i = 0; i < many->count && !found; i++)
            found = v3_distance(few->points[k].point, many->points[i].point) < tolerance &&
                    fabs(few->points[k].gap - many->points[i].gap) < tolerance &&
                    v3_distance(few->points[k].normal, many->points[i].normal) < tolerance;
        if (!found) return false;
    }
    return true;
}

TEST(topology_of_a_box)
{
    double vertices[24];
    box_vertices(1, 1, 1, vertices);
    hf_mesh_def def = {"box", 8, vertices, 12, box_triangles};
    triangle_mesh *mesh = make(&def);
    CHECK(mesh->closed);
    int named = 0;
    for (int t = 0; t < 12; t++)
        for (int k = 0; k < 3; k++)
        {
            named += mesh->names[t].edge[k] != FEATURE_NONE;
            CHECK(mesh->neighbors[3 * t + k] >= 0);
        }
    CHECK(named == 24); // twelve edges from both sides, six diagonals are none
    CHECK(mesh->low.x == -1 && mesh->high.z == 1);
    mesh_destroy(mesh);

    double soup[108]; // the same with every corner written out
    int apart[36];
    for (int i = 0; i < 36; i++) memcpy(&soup[3 * i], &vertices[3 * box_triangles[i]], 24), apart[i] = i;
    hf_mesh_def written = {"soup", 36, soup, 12, apart};
    mesh = make(&written);
    CHECK(mesh->closed);
    mesh_destroy(mesh);

    int inside_out[36];
    for (int i = 0; i < 36; i++) inside_out[i] = box_triangles[3 * (i / 3) + 2 - i % 3];
    hf_mesh_def turned = {"turned", 8, vertices, 12, inside_out};
    mesh = make(&turned);
    CHECK(mesh->closed);
    for (int t = 0; t < 12; t++) CHECK(v3_dot(v3_load(&mesh->normals[3 * t]), mesh_corner(mesh, t, 0)) > 0);
    mesh_destroy(mesh);

    def.triangle_count = 11;
    mesh = make(&def);
    CHECK(!mesh->closed);
    mesh_destroy(mesh);
}

static const hf_shape_kind solids[5] = {HF_SHAPE_SPHERE, HF_SHAPE_CAPSULE, HF_SHAPE_BOX, HF_SHAPE_CYLINDER,
                                        HF_SHAPE_ELLIPSOID};

/// Random shapes near a box of triangles: the same least gap and normal as against the box, as long as they are apart
/// or overlap little.
TEST(box_of_triangles_is_a_box)
{
    random_state random = random_seed(21);
    manifold m = new_manifold(), expected = new_manifold();
    double vertices[24];
    box_vertices(0.5, 0.8, 0.3, vertices);
    hf_mesh_def def = {"box", 8, vertices, 12, box_triangles};
    triangle_mesh *mesh = make(&def);
    int touching = 0;
    for (int run = 0; run < 3000; run++)
    {
        shape_view a = view_of(solids[run % 5], random_between(&random, 0.1, 0.4), random_between(&random, 0.1, 0.4),
                               random_between(&random, 0.1, 0.4));
        turn_view(&a, random_turn(&random));
        shape_view b = view_of(HF_SHAPE_BOX, 0.5, 0.8, 0.3), c = view_of(HF_SHAPE_MESH, 0, 0, 0);
        turn_view(&b, random_turn(&random));
        memcpy(c.axis, b.axis, sizeof c.axis);
        c.mesh = mesh;
        b.center = c.center = v3(3, -2, 1);
        vec3 d = v3_unit_or(v3(random_normal(&random), random_normal(&random), random_normal(&random)), v3(1, 0, 0));
        a.center = v3_add_scaled(b.center, random_between(&random, 0.4, 1.3), d);
        expected.count = m.count = 0;
        narrow_convex(&a, &b, 0.5, &expected);
        narrow_mesh(&a, &c, 0.5, &m);
        CHECK((m.count > 0) == (expected.count > 0));
        if (m.count == 0 || least_gap(&expected) < -0.002) continue;
        touching++;
        CHECK_NEAR(least_gap(&m), least_gap(&expected), 3e-8);
        if (!contained(&expected, &m, 1e-6) && least_gap(&expected) > -1e-3)
        {
            bool nearest = false; // at least the nearest point must be there
            for (int k = 0; k < m.count; k++)
                nearest = nearest || (m.points[k].gap < least_gap(&expected) + 1e-9 &&
                                      v3_dot(m.points[k].normal, expected.points[0].normal) > 1 - 1e-9);
            CHECK(nearest);
        }
    }
    CHECK(touching > 1000);
    mesh_destroy(mesh);
    free_manifold(&m), free_manifold(&expected);
}

/// A shape slides over a criss-cross sheet: always the sheet's normal, always the same names, no points of the edges
/// below.
TEST(edges_inside_a_surface_are_not_felt)
{
    double vertices[3 * 17 * 17];
    int triangles[6 * 16 * 16];
    hf_mesh_def def = make_sheet(16, 2, vertices, triangles);
    triangle_mesh *mesh = make(&def);
    CHECK(!mesh->closed);
    shape_view c = view_of(HF_SHAPE_MESH, 0, 0, 0);
    c.mesh = mesh;
    manifold m = new_manifold();
    static const int points[5] = {1, 2, 4, 8, 1};
    for (int kind = 0; kind < 5; kind++)
        for (double z = 1e-3; z >= -1e-3; z -= 1e-3)
        {
            shape_view a = view_of(solids[kind], 0.2, 0.3, 0.25);
            double height[5] = {0.2, 0.2, 0.25, 0.3, 0.25};
            if (solids[kind] == HF_SHAPE_CAPSULE) turn_view(&a, quat_exp(v3(0, 1.5707963267948966, 0)));
            uint64_t names[8] = {0};
            for (int step = 0; step < 200; step++)
            {
                a.center = v3(-1 + 0.01 * step, 0.3 - 0.0037 * step, height[kind] + z);
                m.count = 0;
                narrow_mesh(&a, &c, 0.01, &m);
                CHECK(m.count == points[kind]);
                for (int k = 0; k < m.count; k++)
                {
                    CHECK(v3_distance(m.points[k].normal, v3(0, 0, 1)) < 1e-12);
                    CHECK_NEAR(m.points[k].gap, z, 1e-12);
                    if (step > 0) CHECK(m.points[k].feature == names[k]);
                    names[k] = m.points[k].feature;
                }
            }
        }
    mesh_destroy(mesh);
    free_manifold(&m);
}

TEST(flat_field_is_a_plane)
{
    double heights[35];
    for (int i = 0; i < 35; i++) heights[i] = 0.25;
    hf_field_def def = {"flat", 5, 7, 3, 2, 1, heights};
    height_field *field;
    CHECK(field_create(&def, &field, NULL) == HF_STATUS_OK);
    shape_view f = view_of(HF_SHAPE_FIELD, 0, 0, 0), plane = view_of(HF_SHAPE_PLANE, 0, 0, 0);
    f.field = field;
    plane.center = v3(0, 0, 0.25);
    random_state random = random_seed(5);
    manifold m = new_manifold(), expected = new_manifold();
    for (int run = 0; run < 1000; run++)
    {
        shape_view a = view_of(solids[run % 5], random_between(&random, 0.1, 0.3), random_between(&random, 0.1, 0.3),
                               random_between(&random, 0.1, 0.3));
        turn_view(&a, random_turn(&random));
        a.center =
            v3(random_between(&random, -2, 2), random_between(&random, -1, 1), random_between(&random, 0.3, 0.7));
        expected.count = m.count = 0;
        narrow_functions[HF_SHAPE_PLANE][a.kind](&plane, &a, 0.05, &expected);
        narrow_field(&a, &f, 0.05, &m);
        for (int k = 0; k < expected.count; k++) expected.points[k].normal = v3_negate(expected.points[k].normal);
        CHECK((m.count > 0) == (expected.count > 0));
        for (int k = 0; k < m.count; k++) CHECK(v3_distance(m.points[k].normal, v3(0, 0, 1)) < 1e-9);
        if (m.count > 0) CHECK_NEAR(least_gap(&m), least_gap(&expected), 1e-9);
        CHECK(contained(&m, &expected, 1e-6)); // the plane lists corners of all faces, the patch those of one
    }
    // Far below the surface, a small ball still finds up.
    shape_view ball = view_of(HF_SHAPE_SPHERE, 0.02, 0, 0);
    ball.center = v3(0.31, 0.22, -0.1);
    m.count = 0;
    narrow_field(&ball, &f, 0.001, &m);
    CHECK(m.count == 1 && m.points[0].normal.z > 1 - 1e-12);
    CHECK_NEAR(m.points[0].gap, -0.37, 1e-12);
    field_destroy(field);
    free_manifold(&m), free_manifold(&expected);
}

/// A ball over hilly ground: the least gap is the distance to the nearest triangle by brute force, from above.
TEST(hills)
{
    enum
    {
        N = 12
    };
    double heights[N * N];
    random_state random = random_seed(8);
    for (int i = 0; i < N * N; i++) heights[i] = random_between(&random, 0, 0.5);
    hf_field_def def = {"hills", N, N, 2, 2, 0.5, heights};
    height_field *field;
    CHECK(field_create(&def, &field, NULL) == HF_STATUS_OK);
    shape_view f = view_of(HF_SHAPE_FIELD, 0, 0, 0), ball = view_of(HF_SHAPE_SPHERE, 0.1, 0, 0);
    f.field = field;
    manifold m = new_manifold();
    int found = 0;
    for (int run = 0; run < 3000; run++)
    {
        ball.center =
            v3(random_between(&random, -1.8, 1.8), random_between(&random, -1.8, 1.8), random_between(&random, 0, 0.9));
        double fx = (ball.center.x + 2) / 4 * (N - 1), fy = (ball.center.y + 2) / 4 * (N - 1);
        int c = (int)fx, r = (int)fy;
        const double *h = &heights[r * N + c];
        double u = fx - c, v = fy - r;
        double ground =
            u > v ? h[0] + u * (h[1] - h[0]) + v * (h[N + 1] - h[1]) : h[0] + v * (h[N] - h[0]) + u * (h[N + 1] - h[N]);
        if (ball.center.z < ground) continue;
        double nearest = INFINITY; // sampled finely: an upper bound, near the truth
        for (int j = -40; j <= 40; j++)
            for (int i = -40; i <= 40; i++)
            {
                double x = ball.center.x + 0.005 * i, y = ball.center.y + 0.005 * j;
                double gx = fmin(fmax((x + 2) / 4 * (N - 1), 0), N - 1.001),
                       gy = fmin(fmax((y + 2) / 4 * (N - 1), 0), N - 1.001);
                const double *g = &heights[(int)gy * N + (int)gx];
                double s = gx - (int)gx, t = gy - (int)gy;
                double z = s > t ? g[0] + s * (g[1] - g[0]) + t * (g[N + 1] - g[1])
                                 : g[0] + t * (g[N] - g[0]) + s * (g[N + 1] - g[N]);
                nearest = fmin(nearest, v3_distance(ball.center, v3(x, y, z)) - 0.1);
            }
        m.count = 0;
        narrow_field(&ball, &f, 0.05, &m);
        if (nearest > 0.05) CHECK(m.count == 0 || least_gap(&m) > nearest - 1e-3);
        else
        {
            found++;
            CHECK(m.count > 0);
            CHECK(least_gap(&m) <= nearest + 1e-9 && least_gap(&m) > nearest - 5e-3);
        }
    }
    CHECK(found > 200);
    field_destroy(field);
    free_manifold(&m);
}

/// A plate thinner than the margin, and a ball on top: one point, upwards; nothing of the far side.
TEST(thin_plate)
{
    double vertices[24];
    box_vertices(1, 1, 0.0005, vertices);
    hf_mesh_def def = {"plate", 8, vertices, 12, box_triangles};
    triangle_mesh *mesh = make(&def);
    shape_view c = view_of(HF_SHAPE_MESH, 0, 0, 0);
    c.mesh = mesh;
    manifold m = new_manifold();
    for (int kind = 0; kind < 5; kind++)
    {
        shape_view a = view_of(solids[kind], 0.1, 0.1, 0.1);
        double height = solids[kind] == HF_SHAPE_CAPSULE ? 0.2 : 0.1;
        for (double z = 0.02; z >= -0.0041; z -= 0.0005)
        {
            a.center = v3(0.3, 0.2, height + 0.0005 + z);
            m.count = 0;
            narrow_mesh(&a, &c, 0.03, &m);
            CHECK(m.count >= 1);
            for (int k = 0; k < m.count; k++) CHECK(m.points[k].normal.z > 1 - 1e-9);
            CHECK_NEAR(least_gap(&m), z, 1e-9);
        }
    }
    mesh_destroy(mesh);
    free_manifold(&m);
}

TEST(two_meshes)
{
    double small[24], large[24];
    box_vertices(0.2, 0.2, 0.2, small), box_vertices(1, 1, 0.5, large);
    hf_mesh_def small_def = {"small", 8, small, 12, box_triangles}, large_def = {"large", 8, large, 12, box_triangles};
    triangle_mesh *a_mesh = make(&small_def), *b_mesh = make(&large_def);
    shape_view a = view_of(HF_SHAPE_MESH, 0, 0, 0), b = a;
    a.mesh = a_mesh, b.mesh = b_mesh;
    manifold m = new_manifold();
    uint64_t names[4] = {0};
    for (int step = 0; step < 300; step++) // sliding: four corners, up, the same names
    {
        double z = 1e-3 * sin(0.1 * step);
        turn_view(&a, quat_exp(v3(0, 0, 0.3)));
        a.center = v3(-0.6 + 0.004 * step, 0.1 + 0.001 * step, 0.7 + z);
        m.count = 0;
        narrow_mesh(&a, &b, 0.01, &m);
        CHECK(m.count == 4);
        for (int k = 0; k < 4; k++)
        {
            CHECK(v3_distance(m.points[k].normal, v3(0, 0, 1)) < 1e-12);
            CHECK_NEAR(m.points[k].gap, z, 1e-12);
            if (step > 0) CHECK(m.points[k].feature == names[k]);
            names[k] = m.points[k].feature;
        }
    }
    // Two equal bases turned by 45°: the octagon.
    a.mesh = b_mesh;
    turn_view(&a, quat_exp(v3(0, 0, 0.78539816339744831)));
    a.center = v3(0, 0, 1 - 1e-6);
    m.count = 0;
    narrow_mesh(&a, &b, 0.01, &m);
    CHECK(m.count == 8);
    for (int k = 0; k < 8; k++) CHECK_NEAR(m.points[k].gap, -1e-6, 1e-12);
    mesh_destroy(a_mesh), mesh_destroy(b_mesh);
    free_manifold(&m);
}

TEST(random_boxes_of_triangles)
{
    random_state random = random_seed(31);
    double vertices[24], other[24];
    box_vertices(0.5, 0.4, 0.3, vertices), box_vertices(0.3, 0.3, 0.6, other);
    hf_mesh_def def = {"a", 8, vertices, 12, box_triangles}, def_b = {"b", 8, other, 12, box_triangles};
    triangle_mesh *mesh = make(&def), *mesh_b = make(&def_b);
    manifold m = new_manifold(), expected = new_manifold();
    int touching = 0;
    for (int run = 0; run < 1500; run++)
    {
        shape_view a = view_of(HF_SHAPE_MESH, 0, 0, 0), b = a, c = view_of(HF_SHAPE_BOX, 0.5, 0.4, 0.3),
                   d = view_of(HF_SHAPE_BOX, 0.3, 0.3, 0.6);
        a.mesh = mesh, b.mesh = mesh_b;
        turn_view(&a, random_turn(&random)), turn_view(&b, random_turn(&random));
        a.center = v3_scale(
            random_between(&random, 0.5, 1.5),
            v3_unit_or(v3(random_normal(&random), random_normal(&random), random_normal(&random)), v3(1, 0, 0)));
        memcpy(c.axis, a.axis, sizeof c.axis), memcpy(d.axis, b.axis, sizeof d.axis);
        c.center = a.center;
        m.count = expected.count = 0;
        narrow_convex(&c, &d, 0.3, &expected);
        narrow_mesh(&a, &b, 0.3, &m);
        if (expected.count == 0)
        {
            CHECK(m.count == 0);
            continue;
        }
        if (least_gap(&expected) < -0.002) continue;
        touching++;
        CHECK(m.count > 0);
        CHECK_NEAR(least_gap(&m), least_gap(&expected), 1e-8);
    }
    CHECK(touching > 300);
    mesh_destroy(mesh), mesh_destroy(mesh_b);
    free_manifold(&m), free_manifold(&expected);
}

TEST(plane_and_mesh)
{
    double vertices[24];
    box_vertices(0.2, 0.3, 0.4, vertices);
    hf_mesh_def def = {"box", 8, vertices, 12, box_triangles};
    triangle_mesh *mesh = make(&def);
    shape_view plane = view_of(HF_SHAPE_PLANE, 0, 0, 0), b = view_of(HF_SHAPE_MESH, 0, 0, 0);
    b.mesh = mesh;
    b.center = v3(1, 2, 0.401);
    manifold m = new_manifold();
    narrow_mesh(&plane, &b, 0.01, &m);
    CHECK(m.count == 4);
    for (int k = 0; k < 4; k++)
    {
        CHECK_NEAR(m.points[k].gap, 0.001, 1e-15);
        CHECK(m.points[k].normal.z == -1);
        CHECK_NEAR(m.points[k].point.z, 0.0005, 1e-15);
    }
    mesh_destroy(mesh);
    free_manifold(&m);
}

TEST(bad_meshes)
{
    hf_error error;
    triangle_mesh *mesh;
    double v[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    int t[] = {0, 1, 2};
    hf_mesh_def def = {"bad", 3, v, 1, t};
    def.triangle_count = 0;
    CHECK(mesh_create(&def, &mesh, &error) == HF_STATUS_INVALID && strstr(error.message, "bad") && !mesh);
    def.triangle_count = 1;
    t[2] = 3;
    CHECK(mesh_create(&def, &mesh, &error) == HF_STATUS_INVALID && strstr(error.message, "vertex 3"));
    t[2] = 1;
    CHECK(mesh_create(&def, &mesh, &error) == HF_STATUS_INVALID && strstr(error.message, "area"));
    t[2] = 2;
    v[4] = NAN;
    CHECK(mesh_create(&def, &mesh, &error) == HF_STATUS_INVALID && strstr(error.message, "vertex 1"));
    double h[4] = {0, 0, 0, -1};
    hf_field_def field_def = {"pit", 2, 2, 1, 1, 1, h};
    height_field *field;
    CHECK(field_create(&field_def, &field, &error) == HF_STATUS_INVALID && strstr(error.message, "height 3"));
    h[3] = 0;
    field_def.base = 0;
    CHECK(field_create(&field_def, &field, &error) == HF_STATUS_INVALID && strstr(error.message, "base"));
    field_def.base = 1, field_def.rows = 1;
    CHECK(field_create(&field_def, &field, &error) == HF_STATUS_INVALID && strstr(error.message, "rows"));
}

TEST(short_of_memory)
{
    double h[6] = {0, 1, 0, 1, 0, 1};
    hf_field_def def = {"waves", 2, 3, 1, 1, 1, h};
    for (long k = 0;; k++)
    {
        height_field *field;
        fail_allocation(k);
        hf_status status = field_create(&def, &field, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK) && failed == !field);
        if (!failed)
        {
            shape_view f = view_of(HF_SHAPE_FIELD, 0, 0, 0), box = view_of(HF_SHAPE_BOX, 0.3, 0.3, 0.3);
            f.field = field;
            box.center = v3(0, 0, 0.4);
            for (long j = 0;; j++) // the narrow phase says so, too
            {
                manifold m = new_manifold();
                fail_allocation(j);
                narrow_field(&box, &f, 0.1, &m);
                bool short_of = j < fail_allocation_count();
                fail_allocation(-1);
                CHECK(m.failed == short_of);
                free_manifold(&m);
                if (!short_of) break;
            }
        }
        field_destroy(field);
        if (!failed) break;
    }
}
