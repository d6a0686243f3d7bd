// Hulls, cylinders, meshes and height fields in motion: towers of them stand, balls roll straight over a tessellated
// ground, bullets do not pass.

#include "holdfast/world.h"
#include "support/harness.h"

#include <math.h>
#include <string.h>

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        hf_error error_ = {0}, *error = &error_;                                                                       \
        if ((call) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error_.message);                            \
    } while (0)

static const int box_triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                      2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};

enum
{
    N = 8, // cells of the ground
};

typedef struct stage_set
{
    hf_builder *builder;
    int box, ground, field; // meshes
    double box_vertices[24], sheet[3 * (N + 1) * (N + 1)], heights[(N + 1) * (N + 1)];
    int sheet_triangles[6 * N * N];
} stage_set;

static void open_stage(stage_set *s)
{
    MUST(hf_builder_create(&s->builder, error));
    for (int k = 0; k < 24; k++) s->box_vertices[k] = (k / 3 >> k % 3 & 1 ? 0.1 : -0.1);
    hf_mesh_def box = {"box", 8, s->box_vertices, 12, box_triangles};
    MUST(hf_builder_add_mesh(s->builder, &box, &s->box, error));
    int count = 0;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
        {
            double *v = &s->sheet[3 * (i * (N + 1) + j)];
            v[0] = 4.0 * j / N - 2, v[1] = 4.0 * i / N - 2, v[2] = 0;
            s->heights[i * (N + 1) + j] = 0.5;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
        {
            int v = i * (N + 1) + j, w = v + N + 1;
            int both[2][6] = {{v, v + 1, w + 1, v, w + 1, w}, {v, v + 1, w, v + 1, w + 1, w}};
            memcpy(&s->sheet_triangles[count], both[(i + j) % 2], sizeof both[0]);
            count += 6;
        }
    hf_mesh_def ground = {"ground", (N + 1) * (N + 1), s->sheet, count / 3, s->sheet_triangles};
    MUST(hf_builder_add_mesh(s->builder, &ground, &s->ground, error));
    hf_field_def field = {"field", N + 1, N + 1, 2, 2, 0.5, s->heights};
    MUST(hf_builder_add_field(s->builder, &field, &s->field, error));
}

static hf_shape_def shape_of(hf_shape_kind kind, int mesh, double size, double half)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = kind;
    shape.mesh = mesh;
    shape.size[0] = size;
    shape.size[1] = kind == HF_SHAPE_CYLINDER ? half : size;
    shape.size[2] = half;
    shape.friction = 0.6;
    return shape;
}

static int add_body(stage_set *s, hf_shape_def shape, double x, double y, double z)
{
    hf_body_def body = hf_body_def_default();
    body.position[0] = x, body.position[1] = y, body.position[2] = z;
    int index;
    MUST(hf_builder_add_body(s->builder, &body, &index, error));
    shape.body = index;
    MUST(hf_builder_add_shape(s->builder, &shape, NULL, error));
    return index;
}

static hf_world *start(stage_set *s, hf_model **model)
{
    hf_world *world;
    MUST(hf_model_build(s->builder, model, error));
    hf_builder_destroy(s->builder);
    MUST(hf_world_create(*model, &world, error));
    return world;
}

/// Five high, for every pair of kinds that has a flat face, on every ground: nothing moves.
TEST(towers_stand)
{
    static const hf_shape_kind kinds[4] = {HF_SHAPE_BOX, HF_SHAPE_HULL, HF_SHAPE_CYLINDER, HF_SHAPE_MESH};
    stage_set s;
    open_stage(&s);
    hf_shape_def ground = shape_of(HF_SHAPE_MESH, s.ground, 0, 0), field = shape_of(HF_SHAPE_FIELD, s.field, 0, 0);
    ground.body = field.body = 0;
    field.position[0] = 5, field.position[2] = -0.5;
    MUST(hf_builder_add_shape(s.builder, &ground, NULL, error));
    MUST(hf_builder_add_shape(s.builder, &field, NULL, error));
    double x[200], y[200], z[200];
    int last = 0;
    for (int tower = 0; tower < 16; tower++)
        for (int level = 0; level < 5; level++)
        {
            int kind = level % 2 ? tower / 4 : tower % 4;
            double at_x = (tower % 2 ? 5 : 0) - 1.3 + 0.7 * (tower / 4), at_y = -1.21 + 0.6 * (tower % 4);
            int mesh = kinds[kind] == HF_SHAPE_HULL || kinds[kind] == HF_SHAPE_MESH ? s.box : -1;
            last = add_body(&s, shape_of(kinds[kind], mesh, 0.1, 0.1), at_x, at_y, 0.1 + 0.2 * level);
            x[last] = at_x, y[last] = at_y, z[last] = 0.1 + 0.2 * level;
        }
    hf_model *model;
    hf_world *world = start(&s, &model);
    for (int step = 0; step < 150; step++)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.certified && report.substeps == 1);
        CHECK(report.penetration < 1e-8);
    }
    for (int b = 1; b <= last; b++)
    {
        hf_body_state state = hf_world_body(world, b);
        CHECK_NEAR(state.position[0], x[b], 1e-9);
        CHECK_NEAR(state.position[1], y[b], 1e-9);
        CHECK_NEAR(state.position[2], z[b], 1e-8);
        for (int k = 0; k < 3; k++) CHECK_NEAR(state.velocity[k], 0, 1e-9);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A ball rolls over a criss-cross of edges as over a plane: straight, at constant speed, without a bump.
TEST(ball_rolls_straight)
{
    stage_set s;
    open_stage(&s);
    hf_shape_def ground = shape_of(HF_SHAPE_MESH, s.ground, 0, 0);
    ground.body = 0;
    MUST(hf_builder_add_shape(s.builder, &ground, NULL, error));
    int ball = add_body(&s, shape_of(HF_SHAPE_SPHERE, -1, 0.1, 0), -1.5, -1.1, 0.1);
    hf_model *model;
    hf_world *world = start(&s, &model);
    hf_body_state state = hf_world_body(world, ball);
    state.velocity[0] = 2, state.velocity[1] = 1;
    state.angular_velocity[0] = -10, state.angular_velocity[1] = 20;
    MUST(hf_world_set_body(world, ball, &state, error));
    for (int step = 0; step < 500; step++)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.certified);
    }
    state = hf_world_body(world, ball);
    CHECK_NEAR(state.position[0], 0.5, 1e-7);
    CHECK_NEAR(state.position[1], -0.1, 1e-7);
    CHECK_NEAR(state.position[2], 0.1, 1e-8);
    CHECK_NEAR(state.velocity[0], 2, 1e-7);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Bullets of every kind at 500 m/s (1 m a step) against a sheet without thickness stay on their side.
TEST(bullets_do_not_pass)
{
    static const hf_shape_kind kinds[7] = {HF_SHAPE_SPHERE,    HF_SHAPE_CAPSULE, HF_SHAPE_BOX, HF_SHAPE_CYLINDER,
                                           HF_SHAPE_ELLIPSOID, HF_SHAPE_HULL,    HF_SHAPE_MESH};
    for (int kind = 0; kind < 7; kind++)
    {
        stage_set s;
        open_stage(&s);
        hf_shape_def ground = shape_of(HF_SHAPE_MESH, s.ground, 0, 0);
        ground.body = 0;
        MUST(hf_builder_add_shape(s.builder, &ground, NULL, error));
        int mesh = kinds[kind] == HF_SHAPE_HULL || kinds[kind] == HF_SHAPE_MESH ? s.box : -1;
        int bullet = add_body(&s, shape_of(kinds[kind], mesh, 0.02, 0.02), 0.13, 0.07, 2.345);
        hf_model *model;
        hf_world *world = start(&s, &model);
        hf_body_state state = hf_world_body(world, bullet);
        state.velocity[2] = -500, state.velocity[0] = 30;
        MUST(hf_world_set_body(world, bullet, &state, error));
        double lowest = 10;
        for (int step = 0; step < 20; step++)
        {
            hf_step_report report;
            MUST(hf_world_step(world, 0, &report, error));
            CHECK(report.certified);
            state = hf_world_body(world, bullet);
            lowest = fmin(lowest, state.position[2]);
            if (!(state.position[2] > 0))
                harness_fail(__FILE__, __LINE__, "%s is at %g", hf_shape_kind_name(kinds[kind]), state.position[2]);
        }
        CHECK(lowest < 0.11);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}
