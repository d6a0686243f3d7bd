// Rays and distances: every kind of shape by closed forms, and by what its own inside says along the ray.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    KINDS = 9
};

static const double size_of[KINDS][3] = {{0}, {0.5}, {0.3, 0.4}, {0.3, 0.4, 0.5}, {0.3, 0.4}, {0.3, 0.5, 0.7},
                                         {0}, {0},   {0}};

/// A box of half extents 0.3, 0.4, 0.5 as triangles, outwards.
static const double box_vertices[24] = {-0.3, -0.4, -0.5, 0.3, -0.4, -0.5, 0.3, 0.4, -0.5, -0.3, 0.4, -0.5,
                                        -0.3, -0.4, 0.5,  0.3, -0.4, 0.5,  0.3, 0.4, 0.5,  -0.3, 0.4, 0.5};
static const int box_triangles[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                      1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

/// A slope: heights 0.1 + x/4 over 2 m × 2 m, on a base of 0.2 m.
static const double heights[6] = {0.0, 0.25, 0.5, 0.0, 0.25, 0.5};

static hf_status build(hf_builder *builder, hf_model **model, hf_world **world)
{
    hf_error error;
    hf_status status = hf_model_build(builder, model, &error);
    if (status == HF_STATUS_OK) status = hf_world_create(*model, world, &error);
    hf_builder_destroy(builder);
    return status;
}

/// One shape of a kind on a static body that is turned and off the origin; body 1.
static void one_shape(int kind, const double place[3], const double turn[4], hf_model **model, hf_world **world)
{
    hf_error error;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.motion = HF_MOTION_STATIC;
    memcpy(body.position, place, sizeof body.position);
    memcpy(body.orientation, turn, sizeof body.orientation);
    hf_mesh_def mesh = {
        .name = "crate", .vertex_count = 8, .vertices = box_vertices, .triangle_count = 12, .triangles = box_triangles};
    hf_field_def field = {.rows = 2, .columns = 3, .half_x = 1, .half_y = 1, .base = 0.2, .heights = heights};
    hf_shape_def shape = hf_shape_def_default();
    shape.body = 1;
    shape.kind = (hf_shape_kind)kind;
    memcpy(shape.size, size_of[kind], sizeof shape.size);
    shape.mesh = kind >= HF_SHAPE_HULL ? 0 : -1;
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_mesh(builder, &mesh, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_field(builder, &field, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    CHECK(build(builder, model, world) == HF_STATUS_OK);
}

static double box_inside(const double x[3], const double half[3])
{
    double most = -INFINITY;
    for (int k = 0; k < 3; k++) most = fmax(most, fabs(x[k]) - half[k]);
    return most;
}

/// Below 0 inside of the shape, in its frame.
static double inside(int kind, const double x[3])
{
    const double *s = size_of[kind], half[3] = {0.3, 0.4, 0.5};
    double across = sqrt(x[0] * x[0] + x[1] * x[1]), z = fmax(fabs(x[2]) - s[1], 0.0);
    switch (kind)
    {
    case HF_SHAPE_PLANE: return x[2];
    case HF_SHAPE_SPHERE: return sqrt(across * across + x[2] * x[2]) - s[0];
    case HF_SHAPE_CAPSULE: return sqrt(across * across + z * z) - s[0];
    case HF_SHAPE_CYLINDER: return fmax(across - s[0], fabs(x[2]) - s[1]);
    case HF_SHAPE_ELLIPSOID:
        return sqrt(x[0] * x[0] / (s[0] * s[0]) + x[1] * x[1] / (s[1] * s[1]) + x[2] * x[2] / (s[2] * s[2])) - 1.0;
    case HF_SHAPE_FIELD: return fmax(fmax(fabs(x[0]), fabs(x[1])) - 1.0, fmax(x[2] - 0.25 * (x[0] + 1.0), -0.2 - x[2]));
    default: return box_inside(x, half);
    }
}

static double number(uint64_t *seed) // -1 … 1
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed / 9223372036854775808.0;
}

/// x in the frame of a body at `place`, turned by the unit quaternion q.
static void to_local(const double x[3], const double place[3], const double q[4], double out[3])
{
    const double d[3] = {x[0] - place[0], x[1] - place[1], x[2] - place[2]};
    const double w = q[0], u[3] = {-q[1], -q[2], -q[3]};
    const double c[3] = {u[1] * d[2] - u[2] * d[1] + w * d[0], u[2] * d[0] - u[0] * d[2] + w * d[1],
                         u[0] * d[1] - u[1] * d[0] + w * d[2]};
    out[0] = d[0] + 2.0 * (u[1] * c[2] - u[2] * c[1]);
    out[1] = d[1] + 2.0 * (u[2] * c[0] - u[0] * c[2]);
    out[2] = d[2] + 2.0 * (u[0] * c[1] - u[1] * c[0]);
}

TEST(rays_meet_the_first_surface)
{
    const double place[3] = {0.4, -0.3, 0.2}, q[4] = {0.8, 0.36, -0.288, 0.384};
    uint64_t seed = 7;
    for (int kind = 0; kind < KINDS; kind++)
    {
        hf_model *model;
        hf_world *world;
        hf_error error;
        int met = 0, within = 0;
        one_shape(kind, place, q, &model, &world);
        CHECK(hf_model_count(model, HF_ITEM_MESH) == 1 && hf_model_find(model, HF_ITEM_MESH, "crate") == 0);
        CHECK(hf_model_count(model, HF_ITEM_FIELD) == 1 && hf_model_find(model, HF_ITEM_FIELD, "crate") == -1);
        for (int run = 0; run < 400; run++)
        {
            hf_ray ray = hf_ray_default();
            hf_ray_hit hit;
            double length = 0.0, local[3];
            double far = run % 2 ? 0.4 : 2.0; // from inside as well
            for (int k = 0; k < 3; k++) ray.origin[k] = place[k] + far * number(&seed);
            for (int k = 0; k < 3; k++)
            {
                ray.direction[k] = place[k] + 0.5 * number(&seed) - ray.origin[k];
                length += ray.direction[k] * ray.direction[k];
            }
            CHECK(hf_world_rays(world, 1, &ray, &hit, &error) == HF_STATUS_OK);
            to_local(ray.origin, place, q, local);
            double start = inside(kind, local), end = hit.shape < 0 ? 20.0 : hit.distance;
            within += start < 0.0;
            for (int k = 0; k < 200; k++) // nothing is crossed on the way
            {
                double x[3], t = (end - 1e-9) * k / 199.0;
                for (int j = 0; j < 3; j++) x[j] = ray.origin[j] + t * ray.direction[j] / sqrt(length);
                to_local(x, place, q, local);
                double value = inside(kind, local);
                if (kind != HF_SHAPE_PLANE || fabs(value) > 1e-6) CHECK(start * value > 0.0 || fabs(value) < 1e-7);
            }
            if (hit.shape < 0) continue;
            met++;
            CHECK(hit.body == 1);
            to_local(hit.point, place, q, local);
            CHECK(fabs(inside(kind, local)) < 1e-11);
            double out[3]; // a little along the normal is outside
            for (int j = 0; j < 3; j++) out[j] = hit.point[j] + 1e-6 * hit.normal[j];
            to_local(out, place, q, local);
            CHECK(inside(kind, local) > 0.0);
            CHECK_NEAR(hit.normal[0] * hit.normal[0] + hit.normal[1] * hit.normal[1] + hit.normal[2] * hit.normal[2],
                       1.0, 1e-12);
        }
        CHECK(met > 150 && within > 20);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// A plane, a ball of radius 0.5 at height 2, a box above it at 4, half 0.25, both free.
static void tower(hf_model **model, hf_world **world)
{
    hf_error error;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_PLANE;
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.position[2] = 2.0;
    CHECK(hf_builder_add_body(builder, &body, &shape.body, &error) == HF_STATUS_OK);
    shape.kind = HF_SHAPE_SPHERE;
    shape.size[0] = 0.5;
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    body.position[2] = 4.0;
    CHECK(hf_builder_add_body(builder, &body, &shape.body, &error) == HF_STATUS_OK);
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = shape.size[2] = 0.25;
    CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    CHECK(build(builder, model, world) == HF_STATUS_OK);
}

TEST(the_nearest_of_several_shapes)
{
    hf_model *model;
    hf_world *world;
    hf_error error;
    tower(&model, &world);
    hf_ray rays[5];
    hf_ray_hit hits[5];
    for (int k = 0; k < 5; k++) rays[k] = hf_ray_default();
    rays[0].origin[2] = 0.5; // up: the ball
    rays[1].origin[2] = 0.5;
    rays[1].skip_body = 1; // through it: the box
    rays[2].origin[2] = 1.0;
    rays[2].direction[2] = -3.0; // down: the plane
    rays[3].origin[2] = 0.5;
    rays[3].reach = 0.9;     // too short
    rays[4].origin[0] = 9.0; // past everything
    rays[4].origin[2] = 1.0;
    CHECK(hf_world_rays(world, 5, rays, hits, &error) == HF_STATUS_OK);
    CHECK(hits[0].shape == 1 && hits[0].body == 1);
    CHECK_NEAR(hits[0].distance, 1.0, 1e-15);
    CHECK_NEAR(hits[0].normal[2], -1.0, 1e-15);
    CHECK(hits[1].body == 2);
    CHECK_NEAR(hits[1].distance, 3.25, 1e-15);
    CHECK(hits[2].shape == 0 && hits[2].body == 0);
    CHECK_NEAR(hits[2].distance, 1.0, 1e-15);
    CHECK(hits[3].shape == -1 && isinf(hits[3].distance));
    CHECK(hits[4].shape == -1);
    rays[0].direction[2] = 0.0;
    CHECK(hf_world_rays(world, 1, rays, hits, &error) == HF_STATUS_INVALID);
    rays[0].direction[2] = 1e-320; // a direction all the same
    CHECK(hf_world_rays(world, 1, rays, hits, &error) == HF_STATUS_OK && hits[0].shape == 1);
    rays[0].reach = 0.0;
    CHECK(hf_world_rays(world, 1, rays, hits, &error) == HF_STATUS_INVALID);
    rays[2].origin[0] = NAN;
    CHECK(hf_world_rays(world, 3, rays, hits, &error) == HF_STATUS_INVALID);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(distances_by_closed_forms)
{
    hf_model *model;
    hf_world *world;
    hf_error error;
    hf_distance d;
    tower(&model, &world);
    CHECK(hf_world_shape_distance(world, 1, 2, 10.0, &d, &error) == HF_STATUS_OK);
    CHECK_NEAR(d.distance, 1.25, 1e-12);
    CHECK_NEAR(d.point_a[2], 2.5, 1e-12);
    CHECK_NEAR(d.point_b[2], 3.75, 1e-12);
    CHECK_NEAR(d.normal[2], -1.0, 1e-12);
    CHECK(hf_world_body_distance(world, 2, 0, 10.0, &d, &error) == HF_STATUS_OK);
    CHECK_NEAR(d.distance, 3.75, 1e-12);
    CHECK(hf_world_shape_distance(world, 1, 2, 1.0, &d, &error) == HF_STATUS_OK && isinf(d.distance));
    CHECK(hf_world_shape_distance(world, 1, 1, 1.0, &d, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_shape_distance(world, 1, 9, 1.0, &d, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_shape_distance(world, 1, 2, INFINITY, &d, &error) == HF_STATUS_INVALID);
    hf_body_state low = hf_world_body(world, 1); // sunk in by 0.2
    low.position[2] = 0.3;
    CHECK(hf_world_set_body(world, 1, &low, &error) == HF_STATUS_OK);
    CHECK(hf_world_shape_distance(world, 0, 1, 1.0, &d, &error) == HF_STATUS_OK);
    CHECK_NEAR(d.distance, -0.2, 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A ball of radius 0.1 beside one shape of every kind: the distance of its centre by closed forms, less the radius.
TEST(distances_from_every_kind)
{
    const double center[3] = {0.9, 1.2, 1.5};
    double corner = sqrt(0.36 + 0.64 + 1.0), across = 1.5; // of the box; from the axis of z
    double field = sqrt(0.01 + 0.04 + 1.0);                // from its corner at 1, 1, 0.5
    const double wanted[KINDS] = {1.5,
                                  sqrt(0.81 + 1.44 + 2.25) - 0.5,
                                  sqrt(across * across + 1.1 * 1.1) - 0.3,
                                  corner,
                                  sqrt(1.2 * 1.2 + 1.1 * 1.1),
                                  -1.0,
                                  corner,
                                  corner,
                                  field};
    for (int kind = 0; kind < KINDS; kind++)
    {
        hf_error error;
        hf_builder *builder;
        hf_model *model;
        hf_world *world;
        hf_distance d;
        CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
        hf_body_def body = hf_body_def_default();
        hf_mesh_def mesh = {
            .vertex_count = 8, .vertices = box_vertices, .triangle_count = 12, .triangles = box_triangles};
        hf_field_def field_def = {.rows = 2, .columns = 3, .half_x = 1, .half_y = 1, .base = 0.2, .heights = heights};
        hf_shape_def shape = hf_shape_def_default();
        shape.kind = (hf_shape_kind)kind;
        memcpy(shape.size, size_of[kind], sizeof shape.size);
        shape.mesh = kind >= HF_SHAPE_HULL ? 0 : -1;
        CHECK(hf_builder_add_mesh(builder, &mesh, NULL, &error) == HF_STATUS_OK);
        CHECK(hf_builder_add_field(builder, &field_def, NULL, &error) == HF_STATUS_OK);
        CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
        memcpy(body.position, center, sizeof center);
        CHECK(hf_builder_add_body(builder, &body, &shape.body, &error) == HF_STATUS_OK);
        shape.kind = HF_SHAPE_SPHERE;
        shape.size[0] = 0.1;
        shape.mesh = -1;
        CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
        CHECK(build(builder, &model, &world) == HF_STATUS_OK);
        CHECK(hf_world_shape_distance(world, 0, 1, 5.0, &d, &error) == HF_STATUS_OK);
        if (wanted[kind] > 0.0) CHECK_NEAR(d.distance, wanted[kind] - 0.1, 1e-9);
        else // the ellipsoid: its point is on it, and the line to the centre is along its normal there
        {
            const double *s = size_of[kind], *x = d.point_a;
            double n[3], to[3], nn = 0.0, tt = 0.0, nt = 0.0;
            for (int k = 0; k < 3; k++)
            {
                n[k] = x[k] / (s[k] * s[k]), to[k] = center[k] - x[k];
                nn += n[k] * n[k], tt += to[k] * to[k], nt += n[k] * to[k];
            }
            CHECK(fabs(inside(kind, x)) < 1e-9);
            CHECK_NEAR(nt / sqrt(nn * tt), 1.0, 1e-9);
            CHECK_NEAR(d.distance, sqrt(tt) - 0.1, 1e-9);
        }
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}
