// Meshes with keyframes: surfaces that move carry what lies on them, and files of one topology make them.

#include "support/scene_text.h" // before the kit, whose `error` its parameters would hide

#include "support/mechanism_kit.h"

#include "bodies/keyframes.h"
#include "collide/shapes/mesh.h"
#include "model/builder.h"

enum
{
    CORNERS = 8,
    FACES = 12,
    KEYS = 4
};

static const int cube_triangles[3 * FACES] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                              1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

/// A cube of 1 m with its bottom at 0, whose top has gone by (x, z).
static void cube(double *vertices, double x, double z)
{
    static const double at[CORNERS][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5},
                                          {-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    for (int k = 0; k < CORNERS; k++)
    {
        vertices[3 * k] = at[k][0] + (k < 4 ? 0.0 : x);
        vertices[3 * k + 1] = at[k][1];
        vertices[3 * k + 2] = k < 4 ? 0.0 : 1.0 + z;
    }
}

typedef struct moving_cube
{
    double vertices[KEYS][3 * CORNERS];
    const double *keys[KEYS];
    double times[KEYS];
    hf_deform_def def;
} moving_cube;

/// The top goes by (x, z) in three stretches of 0.3 s, from 0.1 s on.
static void cube_keys(moving_cube *c, double x, double z)
{
    for (int k = 0; k < KEYS; k++)
    {
        cube(c->vertices[k], x * k / 3.0, z * k / 3.0);
        c->keys[k] = c->vertices[k];
        c->times[k] = 0.1 + 0.3 * k;
    }
    c->def = (hf_deform_def){.mesh = 0,
                             .key_count = KEYS,
                             .times = c->times,
                             .vertex_count = CORNERS,
                             .vertices = c->keys,
                             .triangle_count = FACES,
                             .triangles = cube_triangles};
}

/// The cube in the world, and a shape on it of half height 0.1, free: body 1.
static kit cube_and(const moving_cube *c, hf_shape_def shape, double friction)
{
    kit k = kit_begin();
    hf_mesh_def mesh = {.name = "cube",
                        .vertex_count = CORNERS,
                        .vertices = c->vertices[0],
                        .triangle_count = FACES,
                        .triangles = cube_triangles};
    hf_shape_def ground = hf_shape_def_default();
    hf_body_def body = hf_body_def_default();
    OK(hf_builder_add_mesh(k.builder, &mesh, &ground.mesh, &error));
    ground.kind = HF_SHAPE_MESH;
    ground.friction = shape.friction = friction;
    OK(hf_builder_add_shape(k.builder, &ground, NULL, &error));
    OK(hf_builder_add_deform(k.builder, &c->def, &error));
    body.position[2] = 1.1;
    OK(hf_builder_add_body(k.builder, &body, &shape.body, &error));
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    kit_build(&k);
    return k;
}

static hf_shape_def block(void)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = shape.size[2] = 0.1;
    return shape;
}

/// Where the top is, by the same curve: of a body with the same keys.
static double top_at(double way, double t)
{
    double times[KEYS], x[3 * KEYS] = {0};
    for (int k = 0; k < KEYS; k++) times[k] = 0.1 + 0.3 * k, x[3 * k] = way * k / 3.0;
    hf_motion_def def = {.body = 1, .key_count = KEYS, .times = times, .positions = x};
    keyframes keys;
    body_state at;
    CHECK(keyframes_create(&def, &keys));
    keyframes_at(&keys, t, &at);
    keyframes_free(&keys);
    return at.x[0];
}

TEST(a_surface_that_rises_lifts_what_lies_on_it)
{
    moving_cube c;
    cube_keys(&c, 0.0, 0.3);
    kit k = cube_and(&c, block(), 0.5);
    for (int n = 1; n <= 600; n++)
    {
        hf_step_report report;
        OK(hf_world_step(k.world, 0.002, &report, &error));
        double top = top_at(0.3, 0.002 * n);
        CHECK_NEAR(hf_world_body(k.world, 1).position[2], 1.1 + top, 2e-5);
        CHECK(report.certified && report.energy_rise <= 1e-9);
    }
    CHECK_NEAR(hf_world_body(k.world, 1).position[2], 1.4, 2e-5);
    kit_end(&k);
}

TEST(a_surface_that_shears_takes_what_lies_on_it_along)
{
    moving_cube c;
    cube_keys(&c, 0.2, 0.0);
    for (int rough = 0; rough < 2; rough++)
    {
        kit k = cube_and(&c, block(), rough ? 1.0 : 0.0);
        for (int n = 1; n <= 600; n++)
        {
            OK(hf_world_step(k.world, 0.002, NULL, &error));
            double top = rough ? top_at(0.2, 0.002 * n) : 0.0;
            CHECK_NEAR(hf_world_body(k.world, 1).position[0], top, 5e-4);
        }
        kit_end(&k);
    }
}

TEST(contacts_tell_the_velocity_of_the_surface)
{
    moving_cube c;
    cube_keys(&c, 0.2, 0.1);
    hf_shape_def ball = hf_shape_def_default();
    ball.size[0] = 0.1;
    kit k = cube_and(&c, ball, 0.5);
    for (int n = 0; n < 200; n++) OK(hf_world_step(k.world, 0.002, NULL, &error));
    CHECK(hf_world_contact_count(k.world) >= 1);
    hf_contact contact = hf_world_contact(k.world, 0);
    double sign = contact.body_a == 0 ? 1.0 : -1.0;
    double speed = (top_at(0.2, 0.4) - top_at(0.2, 0.398)) / 0.002;
    CHECK_NEAR(sign * contact.surface[0], speed, 1e-9);
    CHECK_NEAR(sign * contact.surface[2], 0.5 * speed, 1e-9);
    kit_end(&k);
}

TEST(a_segment_of_a_fibre_is_lifted_too)
{
    moving_cube c;
    cube_keys(&c, 0.0, 1.5); // 2.5 m/s at the fastest: 12 mm in a step
    kit k = kit_begin();
    hf_mesh_def mesh = {
        .vertex_count = CORNERS, .vertices = c.vertices[0], .triangle_count = FACES, .triangles = cube_triangles};
    hf_shape_def ground = hf_shape_def_default(), needle = hf_shape_def_default();
    hf_body_def body = hf_body_def_default();
    OK(hf_builder_add_mesh(k.builder, &mesh, &ground.mesh, &error));
    ground.kind = HF_SHAPE_MESH;
    OK(hf_builder_add_shape(k.builder, &ground, NULL, &error));
    OK(hf_builder_add_deform(k.builder, &c.def, &error));
    body.position[2] = 1.0 + 5e-5;
    body.orientation[0] = body.orientation[2] = sqrt(0.5);
    OK(hf_builder_add_body(k.builder, &body, &needle.body, &error));
    needle.kind = HF_SHAPE_CAPSULE;
    needle.size[0] = 5e-5, needle.size[1] = 0.01;
    OK(hf_builder_add_shape(k.builder, &needle, NULL, &error));
    OK(builder_add_chain(k.builder, needle.body, 1, &error));
    kit_build(&k);
    for (int n = 1; n <= 240; n++)
    {
        OK(hf_world_step(k.world, 0.005, NULL, &error));
        CHECK(hf_world_body(k.world, 1).position[2] - 1.0 - top_at(1.5, 0.005 * n) > 4e-5);
    }
    kit_end(&k);
}

TEST(a_run_that_is_resumed_has_the_same_bits)
{
    moving_cube c;
    cube_keys(&c, 0.2, 0.1);
    kit k = cube_and(&c, block(), 0.5);
    hf_world *other;
    OK(hf_world_create(k.model, &other, &error));
    for (int n = 0; n < 150; n++) OK(hf_world_step(k.world, 0.003, NULL, &error));
    size_t size = hf_world_state_size(k.world);
    void *bytes = malloc(size);
    CHECK(bytes != NULL);
    hf_world_state_save(k.world, bytes);
    OK(hf_world_state_load(other, bytes, size, &error));
    for (int n = 0; n < 100; n++)
    {
        OK(hf_world_step(k.world, 0.003, NULL, &error));
        OK(hf_world_step(other, 0.003, NULL, &error));
    }
    CHECK(hf_world_hash(k.world) == hf_world_hash(other));
    free(bytes);
    hf_world_destroy(other);
    kit_end(&k);
}

// ---- the tree ----

TEST(a_tree_that_was_refitted_finds_what_a_new_one_finds)
{
    double first[3 * CORNERS], then[3 * CORNERS];
    cube(first, 0, 0), cube(then, 0.3, 0.4);
    then[0] = -0.7, then[14] = 1.7;
    hf_mesh_def before = {
        .vertex_count = CORNERS, .vertices = first, .triangle_count = FACES, .triangles = cube_triangles};
    hf_mesh_def after = before;
    after.vertices = then;
    triangle_mesh *made, *fresh;
    OK(mesh_create_deforming(&before, &made, &error));
    OK(mesh_create_deforming(&after, &fresh, &error));
    triangle_mesh *moved = mesh_copy_deforming(made);
    CHECK(moved != NULL);
    mesh_move(moved, then);
    for (int k = 0; k < 3 * FACES; k++) CHECK(moved->normals[k] == fresh->normals[k]);
    CHECK(v3_distance(moved->low, fresh->low) == 0.0 && moved->extent == fresh->extent);
    int inside = 0, near = 0;
    for (int k = 0; k < 1000; k++)
    {
        int row = k / 10 % 10, layer = k / 100;
        vec3 x = v3(-1.0 + 0.2 * (k % 10), -0.93 + 0.2 * row, -0.31 + 0.25 * layer);
        int a, b;
        double u[3], v[3];
        inside += mesh_contains(moved, x);
        CHECK(mesh_contains(moved, x) == mesh_contains(fresh, x));
        bool found = mesh_nearest(moved, x, 0.2, &a, u);
        near += found;
        CHECK(found == mesh_nearest(fresh, x, 0.2, &b, v));
        CHECK(!found || (a == b && u[0] == v[0] && u[1] == v[1] && u[2] == v[2]));
    }
    CHECK(inside > 50 && near > 100);
    mesh_destroy_deforming(moved);
    mesh_destroy(made), mesh_destroy(fresh);
}

// ---- what is refused ----

TEST(keys_that_are_none_are_refused)
{
    moving_cube c;
    cube_keys(&c, 0.2, 0.1);
    kit k = kit_begin();
    hf_mesh_def mesh = {
        .vertex_count = CORNERS, .vertices = c.vertices[0], .triangle_count = FACES, .triangles = cube_triangles};
    OK(hf_builder_add_mesh(k.builder, &mesh, NULL, &error));
    hf_deform_def def = c.def;
    int others[3 * FACES];
    memcpy(others, cube_triangles, sizeof others);
    others[0] = 3;
#define REFUSED(words)                                                                                                 \
    CHECK(hf_builder_add_deform(k.builder, &def, &error) == HF_STATUS_INVALID && strstr(error.message, words))
    def.mesh = 1;
    REFUSED("there are 1");
    def = c.def, def.vertex_count = 7;
    REFUSED("7 vertices");
    def = c.def, def.triangles = others;
    REFUSED("other triangles");
    def = c.def, def.key_count = 0;
    REFUSED("no keys");
    def = c.def, c.times[2] = c.times[1];
    REFUSED("key 3");
    cube_keys(&c, 0.2, 0.1), c.vertices[1][5] = NAN, def = c.def;
    REFUSED("vertex 1 of key 2");
    cube_keys(&c, 0.2, 0.1), def = c.def;
    OK(hf_builder_add_deform(k.builder, &def, &error));
    REFUSED("already");
#undef REFUSED
    hf_shape_def shape = hf_shape_def_default();
    shape.mesh = 0, shape.kind = HF_SHAPE_HULL;
    OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    CHECK(hf_model_build(k.builder, &k.model, &error) == HF_STATUS_INVALID && strstr(error.message, "hull"));
    hf_builder_destroy(k.builder);
}

// ---- files ----

static void write_cube(const char *name, double x, double z, bool cut)
{
    double vertices[3 * CORNERS];
    char text[2048];
    int n = 0;
    cube(vertices, x, z);
    for (int k = 0; k < CORNERS; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, "v %.17g %.17g %.17g\n", vertices[3 * k], vertices[3 * k + 1],
                      vertices[3 * k + 2]);
    for (int t = 0; t < FACES - cut; t++)
        n += snprintf(text + n, sizeof text - (size_t)n, "f %d %d %d\n", cube_triangles[3 * t] + 1,
                      cube_triangles[3 * t + 1] + 1, cube_triangles[3 * t + 2] + 1);
    (void)text_file(name, text);
}

TEST(series_of_files_in_scenes)
{
    write_cube("cube0.obj", 0, 0, false), write_cube("cube1.obj", 0, 0.15, false),
        write_cube("cube2.obj", 0, 0.3, false);
    write_cube("cut.obj", 0, 0, true);
    (void)text_file("cube.csv", "time, file\n0.1, cube0.obj\n\n0.4,\"cube1.obj\"\r\n0.7,cube2.obj");
    const char *path =
        text_file("scene.xml", "<mujoco><asset><mesh name='cube' file='cube0.obj' scale='2 2 1'/></asset>"
                               "<worldbody><geom name='cube' type='mesh' mesh='cube'/>"
                               "<body pos='0 0 1.1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
                               "</worldbody><holdfast><geom name='cube' shape='triangles'/>"
                               "<deform mesh='cube' file='cube.csv'/></holdfast></mujoco>");
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    OK(hf_scene_read_mjcf(path, NULL, NULL, &builder, &error));
    OK(hf_model_build(builder, &model, &error));
    OK(hf_world_create(model, &world, &error));
    for (int n = 0; n < 500; n++) OK(hf_world_step(world, 0.002, NULL, &error));
    CHECK_NEAR(hf_world_body(world, 1).position[2], 1.4, 2e-5);
    char written[512];
    snprintf(written, sizeof written, "%s/written.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, written, &error) != HF_STATUS_OK && strstr(error.message, "keyframes"));
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

TEST(series_that_make_no_sense_are_refused_by_line)
{
    static const char *const cases[][2] = {
        {"", "'time, file'"},
        {"time,files\n", "'time, file'"},
        {"time,file\n", "no rows"},
        {"time,file\nx,cube0.obj\n", "line 2: the time"},
        {"time,file\n0\n", "line 2: the file"},
        {"time,file\n0,none.obj\n", "none.obj"},
        {"time,file\n0,cube0.obj\n0,cube0.obj\n", "line 3: the time"},
        {"time,file\n0,cube0.obj\n1,cut.obj\n", "line 3: cut.obj has another topology"},
    };
    write_cube("cube0.obj", 0, 0, false), write_cube("cut.obj", 0, 0, true);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_deform_keys *keys;
        CHECK(hf_deform_read(text_file("bad.csv", cases[k][0]), &keys, &error) != HF_STATUS_OK && !keys);
        CHECK(strstr(error.message, cases[k][1]));
    }
}
