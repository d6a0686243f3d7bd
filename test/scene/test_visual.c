// What bodies look like: meshes by reference, materials, textures; simpler surfaces; and what recordings keep of them.

#include "holdfast/record.h"
#include "holdfast/visual.h"
#include "holdfast/world.h"
#include "scene/mesh/mesh_read.h"
#include "support/scene_text.h"

#ifndef HF_HAS_HDF5
#define HF_HAS_HDF5 0
#endif

#define CUBE                                                                                                           \
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"         \
    "f 1/1 4/2 3/3 2/4\nf 5/1 6/2 7/3 8/4\nf 1/1 2/2 6/3 5/4\nf 2/1 3/2 7/3 6/4\nf 3/1 4/2 8/3 7/4\nf 4/1 1/2 5/3 "    \
    "8/4\n"

TEST(surfaces_keep_texture_coordinates)
{
    hf_visual_mesh_def mesh = hf_visual_mesh_def_default();
    hf_surface surface;
    hf_error error = {0};
    mesh.file = text_file("cube.obj", CUBE);
    mesh.scale[0] = -2;
    if (hf_surface_read(&mesh, 0, &surface, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(surface.triangle_count == 12 && surface.texture && surface.vertex_count > 8);
    double volume = 0; // turned over by the mirror, and so still outside
    for (int t = 0; t < 12; t++)
    {
        vec3 p[3];
        double du[2], dv[2];
        const int *c = &surface.triangles[3 * t];
        for (int i = 0; i < 3; i++) p[i] = v3_load(&surface.vertices[3 * c[i]]);
        volume += v3_dot(p[0], v3_cross(p[1], p[2])) / 6;
        for (int i = 0; i < 2; i++)
        {
            du[i] = surface.texture[2 * c[i + 1]] - surface.texture[2 * c[0]];
            dv[i] = surface.texture[2 * c[i + 1] + 1] - surface.texture[2 * c[0] + 1];
        }
        CHECK_NEAR(fabs(du[0] * dv[1] - du[1] * dv[0]), 1, 1e-12); // half of the square on each triangle
    }
    CHECK_NEAR(volume, 2, 1e-12);
    hf_surface_free(&surface);
}

/// A sphere of many triangles as a binary MSH file.
static const char *write_ball(int rings, double rough)
{
    enum
    {
        MOST = 200
    };
    static unsigned char bytes[16 + 12 * MOST * MOST + 24 * MOST * MOST];
    int counts[4] = {rings * rings, 0, 0, 2 * (rings - 1) * rings}, at = 16;
    memcpy(bytes, counts, 16);
    for (int i = 0; i < rings; i++)
        for (int j = 0; j < rings; j++)
        {
            double a = 3.14159265358979 * i / (rings - 1), b = 2 * 3.14159265358979 * j / rings;
            double r = 1 + rough * ((7 * i + 13 * j) % 5 - 2) / 2;
            const float p[3] = {(float)(r * sin(a) * cos(b)), (float)(r * sin(a) * sin(b)), (float)(r * cos(a))};
            memcpy(bytes + at, p, 12), at += 12;
        }
    for (int i = 0; i + 1 < rings; i++)
        for (int j = 0; j < rings; j++)
        {
            int a = i * rings + j, b = i * rings + (j + 1) % rings;
            const int faces[6] = {a, a + rings, b, b, a + rings, b + rings};
            memcpy(bytes + at, faces, 24), at += 24;
        }
    return text_file_sized("ball.msh", bytes, (size_t)at);
}

TEST(large_surfaces_become_simpler_and_stay_where_they_are)
{
    hf_visual_mesh_def mesh = hf_visual_mesh_def_default();
    hf_surface surface;
    hf_error error = {0};
    mesh.file = write_ball(150, 0.0);
    if (hf_surface_read(&mesh, 2000, &surface, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(surface.triangle_count <= 2000 && surface.triangle_count > 1000 && !surface.texture);
    mesh_mass mass = mesh_mass_compute(surface.vertices, surface.triangles, surface.triangle_count, MESH_INERTIA_EXACT);
    CHECK_NEAR(mass.volume, 4 * 3.14159265358979 / 3, 0.02 * 4.19);
    for (int k = 0; k < surface.vertex_count; k++) CHECK_NEAR(v3_norm(v3_load(&surface.vertices[3 * k])), 1, 0.02);
    hf_surface_free(&surface);
    mesh.file = write_ball(150, 0.02); // its normals are all over the octants
    if (hf_surface_read(&mesh, 1500, &surface, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(surface.triangle_count <= 1500 && surface.triangle_count > 1000);
    for (int k = 0; k < surface.vertex_count; k++) CHECK_NEAR(v3_norm(v3_load(&surface.vertices[3 * k])), 1, 0.25);
    hf_surface_free(&surface);
    text_file("short.msh", "0123456789abcdef");
    mesh.file = text_file("short.msh", "0123456789abcdef");
    CHECK(hf_surface_read(&mesh, 0, &surface, &error) == HF_STATUS_FORMAT && strstr(error.message, "short.msh"));
}

#define ROBOT                                                                                                          \
    "<mujoco><compiler meshdir='.'/><default><default class='collision'><geom group='3'/></default><default "          \
    "class='far'>"                                                                                                     \
    "<camera fovy='60'/></default></default><asset>"                                                                   \
    "<texture name='squares' type='2d' builtin='checker' rgb1='1 0 0' rgb2='0 1 0' mark='edge' markrgb='0 0 1'/>"      \
    "<texture name='gone' type='2d' file='gone.png'/>"                                                                 \
    "<material name='floor' texture='squares' texrepeat='5 5' texuniform='true' reflectance='.25'/>"                   \
    "<material name='steel' rgba='.5 .25 .125 1' specular='.75' shininess='1' metallic='1' texture='gone'/>"           \
    "<mesh file='cube.obj' scale='.5 .5 .5' refpos='1 0 0'/></asset><worldbody>"                                       \
    "<geom type='plane' size='1 1 1' material='floor'/><camera name='watch' pos='3 0 1' mode='targetbody' "            \
    "target='b'/><body name='b' pos='0 0 2'><freejoint align='false'/>"                                                \
    "<frame pos='0 0 1'><camera pos='1 2 3' quat='0 1 0 0' fovy='90'/></frame><camera name='beside' class='far' "      \
    "mode='trackcom'/>"                                                                                                \
    "<geom name='seen' type='mesh' mesh='cube' material='steel' contype='0' conaffinity='0' group='2' mass='0' "       \
    "pos='1 0 0'/>"                                                                                                    \
    "<geom name='felt' class='collision' type='box' size='.1 .1 .1'/>"                                                 \
    "<geom name='both' type='mesh' mesh='cube' rgba='1 1 0 1'/></body></worldbody></mujoco>"

static int note_count;

static void count_note(void *context, const char *text)
{
    (void)context;
    note_count += strstr(text, "gone.png") != NULL;
}

TEST(geoms_have_meshes_and_materials)
{
    text_file("cube.obj", CUBE);
    hf_builder *builder = NULL;
    hf_error error = {0};
    note_count = 0;
    hf_status status = hf_scene_read_mjcf(text_file("robot.xml", ROBOT), count_note, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(note_count == 1);
    CHECK(hf_model_count(model, HF_ITEM_VISUAL) == 4 && hf_model_count(model, HF_ITEM_VISUAL_MESH) == 1);
    CHECK(hf_model_count(model, HF_ITEM_MATERIAL) == 2 && hf_model_count(model, HF_ITEM_TEXTURE) == 1);
    hf_visual_def floor = hf_model_visual(model, 0), seen = hf_model_visual(model, 1), felt = hf_model_visual(model, 2),
                  both = hf_model_visual(model, 3);
    CHECK(floor.mesh == -1 && floor.shape == 0 && floor.body == 0);
    CHECK(seen.mesh == 0 && seen.shape == -1 && seen.group == 2 && seen.position[0] == 1 &&
          strcmp(seen.name, "seen") == 0);
    CHECK(felt.mesh == -1 && felt.shape == 1 && felt.group == 3);
    CHECK(both.mesh == 0 && both.shape == 2 && both.material == -1 && both.color[1] == 1 && both.color[2] == 0);
    hf_material_def steel = hf_model_material(model, seen.material), ground = hf_model_material(model, floor.material);
    CHECK(steel.texture == -1 && steel.metallic == 1 && steel.color[0] == 0.5F && steel.specular == 0.75F);
    CHECK(ground.texture == 0 && ground.texture_uniform && ground.texture_repeat[1] == 5 && ground.metallic == -1);
    hf_texture_def squares = hf_model_texture(model, 0);
    CHECK(squares.kind == HF_TEXTURE_CHECKER && squares.edges && squares.color[0] == 1 && squares.edge_color[2] == 1);
    hf_visual_mesh_def mesh = hf_model_visual_mesh(model, 0);
    CHECK(mesh.scale[0] == 0.5 && mesh.offset[0] == 1 && strstr(mesh.file, "cube.obj"));
    hf_model_destroy(model);
}

TEST(cameras_are_where_the_file_says)
{
    text_file("cube.obj", CUBE);
    hf_model *model = scene_model(text_file("robot.xml", ROBOT));
    CHECK(hf_model_count(model, HF_ITEM_CAMERA) == 3);
    hf_camera_def watch = hf_model_camera(model, 0), own = hf_model_camera(model, 1),
                  beside = hf_model_camera(model, 2);
    CHECK(watch.mode == HF_CAMERA_TARGET && watch.body == 0 && watch.target == 1 && watch.position[0] == 3);
    CHECK_NEAR(watch.angle, 0.78539816339744831, 1e-15);
    CHECK(own.mode == HF_CAMERA_FIXED && own.body == 1 && own.target == -1 && own.position[2] == 4 &&
          own.orientation[1] == 1);
    CHECK_NEAR(own.angle, 1.5707963267948966, 1e-15);
    CHECK(beside.mode == HF_CAMERA_TRACK && strcmp(beside.name, "beside") == 0);
    CHECK_NEAR(beside.angle, 1.0471975511965976, 1e-15); // of its class
    hf_model_destroy(model);
    static const char *const wrong[][2] = {
        {"<camera fovy='180'/>", "fovy"},
        {"<camera mode='target'/>", "mode"},
        {"<camera mode='targetbody' target='nobody'/>", "nobody"},
        {"<camera zoom='2'/>", "zoom"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        char text[256];
        hf_builder *builder = NULL;
        hf_error error = {0};
        snprintf(text, sizeof text, "<mujoco><worldbody>%s</worldbody></mujoco>", wrong[k][0]);
        CHECK(hf_scene_read_mjcf(text_file("wrong.xml", text), NULL, NULL, &builder, &error) != HF_STATUS_OK);
        CHECK(strstr(error.message, wrong[k][1]) && strstr(error.message, "wrong.xml:1"));
    }
}

TEST(visuals_that_cannot_be)
{
    hf_builder *builder;
    hf_error error = {0};
    if (hf_builder_create(&builder, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_visual_def visual = hf_visual_def_default();
    CHECK(hf_builder_add_visual(builder, &visual, NULL, &error) == HF_STATUS_INVALID); // neither mesh nor shape
    visual.mesh = 0;
    CHECK(hf_builder_add_visual(builder, &visual, NULL, &error) == HF_STATUS_INVALID);
    hf_material_def material = hf_material_def_default();
    material.texture = 3;
    CHECK(hf_builder_add_material(builder, &material, NULL, &error) == HF_STATUS_INVALID);
    hf_visual_mesh_def mesh = hf_visual_mesh_def_default();
    const double points[3] = {0, 0, 0};
    const int corners[3] = {0, 1, 0};
    mesh.vertex_count = 1, mesh.vertices = points, mesh.triangle_count = 1, mesh.triangles = corners;
    CHECK(hf_builder_add_visual_mesh(builder, &mesh, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "vertex 1 of 1"));
    hf_camera_def camera = hf_camera_def_default();
    camera.mode = HF_CAMERA_TARGET;
    CHECK(hf_builder_add_camera(builder, &camera, NULL, &error) == HF_STATUS_INVALID); // no target
    camera.mode = HF_CAMERA_FIXED, camera.angle = 4;
    CHECK(hf_builder_add_camera(builder, &camera, NULL, &error) == HF_STATUS_INVALID);
    camera.angle = 1, camera.body = 7;
    CHECK(hf_builder_add_camera(builder, &camera, NULL, &error) == HF_STATUS_INVALID);
    hf_builder_destroy(builder);
}

// ---- recordings and pages ----

static long page_count(const char *path, const char *word)
{
    FILE *in = fopen(path, "r");
    if (!in) return -1;
    static char text[1 << 22];
    size_t size = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[size] = 0;
    long count = 0;
    for (const char *s = text; (s = strstr(s, word)) != NULL; s++) count++;
    return count;
}

TEST(pages_and_recordings_show_them)
{
    if (!HF_HAS_HDF5) SKIP("built without HDF5");
    text_file("cube.obj", CUBE);
    hf_model *model = scene_model(text_file("robot.xml", ROBOT));
    hf_world *world = NULL;
    hf_recorder *recorder = NULL;
    hf_error error = {0};
    char hdf5[512], page[512], again[512];
    snprintf(hdf5, sizeof hdf5, "%s/run.hdf5", text_folder());
    snprintf(page, sizeof page, "%s/run.html", text_folder());
    snprintf(again, sizeof again, "%s/again.html", text_folder());
    hf_recorder_options options = hf_recorder_options_default(model);
    hf_step_report report = {0};
    options.page = true;
    hf_status status = hf_world_create(model, &world, &error);
    if (status == HF_STATUS_OK) status = hf_recorder_create(hdf5, model, &options, &recorder, &error);
    if (status == HF_STATUS_OK) status = hf_recorder_add(recorder, world, NULL, NULL, &error);
    if (status == HF_STATUS_OK) status = hf_world_step(world, 0.002, &report, &error);
    if (status == HF_STATUS_OK) status = hf_recorder_add(recorder, world, &report, NULL, &error);
    if (status == HF_STATUS_OK) status = hf_recorder_write_page(recorder, page, NULL, &error);
    if (status == HF_STATUS_OK) status = hf_recorder_close(recorder, &error);
    hf_recording *recording = NULL;
    if (status == HF_STATUS_OK) status = hf_recording_open(hdf5, &recording, &error);
    if (status == HF_STATUS_OK) status = hf_recording_write_html(recording, again, "run", &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    const char *const pages[2] = {page, again};
    for (int k = 0; k < 2; k++)
    {
        CHECK(page_count(pages[k], "\"surface\":0") == 2 && page_count(pages[k], "\"replaced\":true") == 1);
        CHECK(page_count(pages[k], "\"kind\":\"checker\"") == 1 && page_count(pages[k], "\"metallic\":1") == 1);
        CHECK(page_count(pages[k], "\"group\":3") == 1);
        CHECK(page_count(pages[k], "\"mode\":\"track\"") == 1 && page_count(pages[k], "\"angle\":1.0472") == 1);
    }
    hf_recording_close(recording);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
