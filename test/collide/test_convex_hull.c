// Hulls: all points inside, faces outward and flat, Euler's formula; coplanar, duplicate and flat points; lack of
// memory.

#include "base/random.h"
#include "collide/shapes/hull.h"
#include "support/harness.h"

#include <string.h>

static void check_hull(const convex_hull *h, const double *points, int count, double extent)
{
    CHECK(h->vertex_count - h->edge_count + h->face_count == 2);
    CHECK(h->triangle_count == 2 * h->vertex_count - 4);
    for (int f = 0; f < h->face_count; f++)
    {
        vec3 n = v3_load(&h->face_normals[3 * f]);
        CHECK_NEAR(v3_norm(n), 1, 1e-14);
        double top = -INFINITY;
        for (int k = h->face_begin[f]; k < h->face_begin[f + 1]; k++)
            top = fmax(top, v3_dot(n, v3_load(&h->vertices[3 * h->face_vertices[k]])));
        for (int i = 0; i < count; i++) CHECK(v3_dot(n, v3_load(&points[3 * i])) <= top + 5e-8 * extent); // inside
        for (int k = h->face_begin[f]; k < h->face_begin[f + 1]; k++)                                     // flat
            CHECK_NEAR(v3_dot(n, v3_load(&h->vertices[3 * h->face_vertices[k]])), top, 5e-8 * extent);
        for (int k = h->face_begin[f]; k < h->face_begin[f + 1]; k++)
        {
            int next = k + 1 < h->face_begin[f + 1] ? k + 1 : h->face_begin[f];
            const hull_edge *e = &h->edges[h->face_edges[k]];
            int side = e->face[0] == f ? 0 : 1;
            CHECK(e->face[side] == f);
            CHECK(e->vertex[side] == h->face_vertices[k] && e->vertex[1 - side] == h->face_vertices[next]);
        }
    }
    for (int v = 0; v < h->vertex_count; v++) CHECK(h->vertex_begin[v + 1] - h->vertex_begin[v] >= 3);
}

static double hull_volume(const convex_hull *h)
{
    double volume = 0;
    for (int t = 0; t < h->triangle_count; t++)
    {
        vec3 a = v3_load(&h->vertices[3 * h->triangles[3 * t]]), b = v3_load(&h->vertices[3 * h->triangles[3 * t + 1]]);
        volume += v3_dot(a, v3_cross(b, v3_load(&h->vertices[3 * h->triangles[3 * t + 2]]))) / 6;
    }
    return volume;
}

static convex_hull *make(const double *points, int count)
{
    hf_error error = {0};
    hf_mesh_def def = {"rock", count, points, 0, NULL};
    convex_hull *hull = NULL;
    hf_status status = hull_create(&def, &hull, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return hull;
}

TEST(random_clouds)
{
    random_state random = random_seed(3);
    static double p[3 * 2000];
    for (int run = 0; run < 300; run++)
    {
        int count = run < 250 ? 4 + random_below(&random, 60) : 500 + random_below(&random, 1500);
        bool sphere = run % 3 == 0;
        double far = run % 5 == 0 ? 1e3 : 0;
        for (int i = 0; i < count; i++)
        {
            vec3 x = v3(random_normal(&random), random_normal(&random), random_normal(&random));
            if (sphere) x = v3_unit_or(x, v3(1, 0, 0));
            v3_store(&p[3 * i], v3_add(x, v3(far, 0, 0)));
        }
        convex_hull *hull = make(p, count);
        check_hull(hull, p, count, 4);
        if (sphere) CHECK(hull->vertex_count == count); // every point of a sphere is a corner
        hull_destroy(hull);
    }
}

/// Points of a turned grid: faces, edges and insides full of points, and each twice.
TEST(grid_is_a_box)
{
    random_state random = random_seed(4);
    for (int run = 0; run < 60; run++)
    {
        double axis[9], p[3 * 250];
        vec3 x = v3_unit_or(v3(random_normal(&random), random_normal(&random), random_normal(&random)), v3(1, 0, 0));
        vec3 y = v3_perpendicular(x), z = v3_cross(x, y);
        if (run % 2) x = v3(1, 0, 0), y = v3(0, 1, 0), z = v3(0, 0, 1);
        v3_store(axis, x), v3_store(axis + 3, y), v3_store(axis + 6, z);
        for (int i = 0; i < 250; i++)
        {
            int g = i % 125;
            vec3 q = v3_add(v3_add(v3_scale(g % 5, x), v3_scale(2.0 * (g / 5 % 5), y)), v3_scale(0.3 * (g / 25), z));
            v3_store(&p[3 * i], q);
        }
        convex_hull *hull = make(p, 250);
        check_hull(hull, p, 250, 10);
        CHECK(hull->vertex_count == 8 && hull->edge_count == 12 && hull->face_count == 6);
        CHECK_NEAR(hull_volume(hull), 4 * 8 * 1.2, 1e-9);
        hull_destroy(hull);
    }
}

TEST(prism_keeps_its_faces)
{
    double p[3 * 64];
    for (int i = 0; i < 64; i++)
    {
        double angle = 2 * 3.14159265358979323846 * (i / 2) / 32;
        v3_store(&p[3 * i], v3(cos(angle), sin(angle), i % 2));
    }
    convex_hull *hull = make(p, 64);
    check_hull(hull, p, 64, 1);
    CHECK(hull->vertex_count == 64 && hull->face_count == 34);
    hull_destroy(hull);
}

/// Clouds made to break it: points within 1e-11 … 1e-7 of a cube's faces.
TEST(almost_coplanar)
{
    random_state random = random_seed(5);
    for (int run = 0; run < 200; run++)
    {
        double p[3 * 80], noise = pow(10, random_between(&random, -13, -6));
        for (int i = 0; i < 80; i++)
        {
            double x[3];
            for (int k = 0; k < 3; k++) x[k] = random_between(&random, -1, 1);
            x[i % 3] = (i % 2 ? 1 : -1) + noise * random_normal(&random);
            memcpy(&p[3 * i], x, sizeof x);
        }
        convex_hull *hull = make(p, 80);
        check_hull(hull, p, 80, 1);
        hull_destroy(hull);
    }
}

TEST(bad_points)
{
    hf_error error;
    convex_hull *hull;
    double flat[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.4, 0};
    hf_mesh_def def = {"sheet", 5, flat, 0, NULL};
    CHECK(hull_create(&def, &hull, &error) == HF_STATUS_INVALID && !hull && strstr(error.message, "sheet"));
    def.vertex_count = 3;
    CHECK(hull_create(&def, &hull, &error) == HF_STATUS_INVALID && strstr(error.message, "4 vertices"));
    double line[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    hf_mesh_def straight = {NULL, 4, line, 0, NULL};
    CHECK(hull_create(&straight, &hull, &error) == HF_STATUS_INVALID);
    double point[12] = {0};
    hf_mesh_def same = {NULL, 4, point, 0, NULL};
    CHECK(hull_create(&same, &hull, &error) == HF_STATUS_INVALID);
    double nan[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, NAN};
    hf_mesh_def bad = {"odd", 4, nan, 0, NULL};
    CHECK(hull_create(&bad, &hull, &error) == HF_STATUS_INVALID && strstr(error.message, "vertex 3"));
    nan[11] = INFINITY;
    CHECK(hull_create(&bad, &hull, &error) == HF_STATUS_INVALID);
}

TEST(short_of_memory)
{
    double p[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    hf_mesh_def def = {"rock", 5, p, 0, NULL};
    for (long k = 0;; k++)
    {
        convex_hull *hull;
        fail_allocation(k);
        hf_status status = hull_create(&def, &hull, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        CHECK(failed == !hull);
        hull_destroy(hull);
        if (!failed) break;
    }
}
