// Mesh files and the mass of what they hold; files that are damaged.

#include "support/scene_text.h"

#include "base/arena.h"
#include "scene/mesh/mesh_read.h"
#include "scene/mesh/polygon.h"

#include <stdint.h>

static mesh_data read_or_fail(const char *path, hf_workspace *arena)
{
    mesh_data mesh;
    hf_error error = {0};
    if (mesh_read(path, arena, &mesh, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return mesh;
}

static hf_workspace *make_arena(void)
{
    hf_workspace *arena;
    CHECK(hf_workspace_create(&arena, NULL) == HF_STATUS_OK);
    return arena;
}

// A box of 2 × 4 × 6 with a corner at the origin, its faces as polygons.
static const char box_obj[] =
    "# a box\nv 0 0 0\nv 2 0 0\nv 2 4 0\nv 0 4 0\nv 0 0 6\nv 2 0 6\nv 2 4 6\nv 0 4 6\n"
    "o box\nf 1 4 3 2\nf 5/1 6/2 7/3 8/4\nf 1//1 2//1 6//1 5//1\nf -6 -5 -1 -2\nf 4 1 5 8\nf 2 3 7 6\n";

static void check_box(const mesh_mass *mass)
{
    CHECK_NEAR(mass->volume, 48, 1e-12);
    CHECK_NEAR(mass->center.x, 1, 1e-12);
    CHECK_NEAR(mass->center.y, 2, 1e-12);
    CHECK_NEAR(mass->center.z, 3, 1e-12);
    CHECK_NEAR(mass->inertia[0], 48 * (4 + 9) / 3.0, 1e-10);
    CHECK_NEAR(mass->inertia[1], 48 * (1 + 9) / 3.0, 1e-10);
    CHECK_NEAR(mass->inertia[2], 48 * (1 + 4) / 3.0, 1e-10);
    for (int i = 3; i < 6; i++) CHECK_NEAR(mass->inertia[i], 0, 1e-10);
}

TEST(obj_with_quads_and_negative_indices)
{
    hf_workspace *arena = make_arena();
    // "-6 -5 -1 -2" is 3 4 8 7: the face y = 4
    mesh_data mesh = read_or_fail(text_file("box.obj", box_obj), arena);
    CHECK(mesh.vertex_count == 8 && mesh.triangle_count == 12 && mesh.first_part_count == 12);
    bool closed;
    CHECK(mesh_is_closed(mesh.triangles, mesh.triangle_count, arena, &closed, NULL) == HF_STATUS_OK);
    CHECK(closed);
    for (int kind = MESH_INERTIA_EXACT; kind <= MESH_INERTIA_LEGACY; kind++)
    {
        mesh_mass mass = mesh_mass_compute(mesh.vertices, mesh.triangles, mesh.triangle_count, (mesh_inertia_kind)kind);
        check_box(&mass);
    }
    hf_workspace_destroy(arena);
}

TEST(shell_of_a_cube)
{
    hf_workspace *arena = make_arena();
    mesh_data mesh =
        read_or_fail(text_file("cube.obj", "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\n"
                                           "v 1 1 1\nv -1 1 1\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\n"
                                           "f 4 1 5 8\nf 2 3 7 6\n"),
                     arena);
    mesh_mass mass = mesh_mass_compute(mesh.vertices, mesh.triangles, mesh.triangle_count, MESH_INERTIA_SHELL);
    CHECK_NEAR(mass.volume, 24, 1e-12);           // area
    CHECK_NEAR(mass.inertia[0], 80.0 / 3, 1e-11); // plates of area 4: two turn about their middle, four at distance 1
    hf_workspace_destroy(arena);
}

TEST(mass_comes_from_the_first_part_and_vertices_from_all)
{
    hf_workspace *arena = make_arena();
    char text[2048];
    snprintf(text, sizeof text, "%so far\nv 9 9 9\nv 10 9 9\nv 9 10 9\nf 9 10 11\n", box_obj);
    mesh_data mesh = read_or_fail(text_file("two.obj", text), arena);
    CHECK(mesh.vertex_count == 11 && mesh.triangle_count == 13 && mesh.first_part_count == 12);
    hf_workspace_destroy(arena);
}

TEST(a_polygon_of_many_corners_takes_no_time)
{
    enum
    {
        COUNT = 400000 // as a square of this would take minutes
    };
    double *vertices = malloc(3 * COUNT * sizeof *vertices), total = 0;
    int *corners = malloc(COUNT * sizeof *corners), *triangles = malloc(3 * (COUNT - 2) * sizeof *triangles);
    for (int k = 0; k < COUNT; k++)
    {
        double angle = 2 * 3.14159265358979323846 * k / COUNT;
        vertices[3 * k] = cos(angle), vertices[3 * k + 1] = sin(angle), vertices[3 * k + 2] = 0;
        corners[k] = k;
    }
    polygon_cut(vertices, corners, COUNT, triangles);
    for (const int *t = triangles; t < triangles + 3 * (COUNT - 2); t += 3)
    {
        const double *a = &vertices[3 * t[0]], *b = &vertices[3 * t[1]], *c = &vertices[3 * t[2]];
        total += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    CHECK_NEAR(total, 3.14159265358979323846, 1e-9);
    free(triangles);
    free(corners);
    free(vertices);
}

TEST(a_bent_polygon_is_cut_inside)
{
    // an L of area 3; a fan would leave it at some corners
    const double vertices[] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0};
    for (int start = 0; start < 6; start++)
    {
        int corners[6], triangles[12];
        for (int k = 0; k < 6; k++) corners[k] = (k + start) % 6;
        polygon_cut(vertices, corners, 6, triangles);
        double total = 0;
        for (int t = 0; t < 4; t++)
        {
            const double *a = &vertices[3 * triangles[3 * t]], *b = &vertices[3 * triangles[3 * t + 1]],
                         *c = &vertices[3 * triangles[3 * t + 2]];
            double area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
            CHECK(area > 0);
            total += area;
        }
        CHECK_NEAR(total, 3, 1e-15);
    }
}

TEST(a_bent_quadrilateral_is_cut_along_its_shorter_diagonal)
{
    const double vertices[] = {0, 0, 0, 3, 0, 1, 3, 1, 0, 0, 1, 2, 1, -2, 0};
    int long_way[] = {0, 1, 2, 3}, triangles[6];
    polygon_cut(vertices, long_way, 4, triangles); // √10 from 0 to 2, √11 from 1 to 3
    CHECK(triangles[0] == 0 && triangles[1] == 1 && triangles[2] == 2 && triangles[3] == 0 && triangles[4] == 2);
    int turned[] = {3, 0, 1, 2};
    polygon_cut(vertices, turned, 4, triangles);
    CHECK(triangles[0] == 3 && triangles[1] == 0 && triangles[2] == 2 && triangles[3] == 0 && triangles[4] == 1);
    for (int k = 0; k < 4; k++) CHECK(turned[k] == (k + 3) % 4); // whose texture is found by their place
}

/// A tetrahedron as binary STL.
static size_t write_stl(unsigned char *out, uint32_t claimed)
{
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    memset(out, 0, 84 + 50 * 4);
    memcpy(out + 80, &claimed, 4);
    for (int f = 0; f < 4; f++)
        for (int c = 0; c < 3; c++) memcpy(out + 84 + 50 * f + 12 + 12 * c, corners[faces[f][c]], 12);
    return 84 + 50 * 4;
}

TEST(stl_binary_and_text)
{
    hf_workspace *arena = make_arena();
    unsigned char bytes[512];
    size_t size = write_stl(bytes, 4);
    mesh_data mesh = read_or_fail(text_file_sized("tetra.STL", bytes, size), arena);
    CHECK(mesh.vertex_count == 4 && mesh.triangle_count == 4);
    mesh_mass mass = mesh_mass_compute(mesh.vertices, mesh.triangles, 4, MESH_INERTIA_EXACT);
    CHECK_NEAR(mass.volume, 1.0 / 6, 1e-15);
    CHECK_NEAR(mass.center.x, 0.25, 1e-15);
    CHECK_NEAR(mass.inertia[0], 1.0 / 80, 1e-15); // 2 · 1/160 each about the centre
    CHECK_NEAR(mass.inertia[3], 1.0 / 480, 1e-15);
    mesh = read_or_fail(text_file("text.stl", "solid t\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                                              "vertex 0 1e0 0\nendloop\nendfacet\nendsolid t\n"),
                        arena);
    CHECK(mesh.vertex_count == 3 && mesh.triangle_count == 1);
    bool closed;
    CHECK(mesh_is_closed(mesh.triangles, 1, arena, &closed, NULL) == HF_STATUS_OK);
    CHECK(!closed);
    hf_workspace_destroy(arena);
}

TEST(damaged_meshes)
{
    unsigned char bytes[512];
    size_t size = write_stl(bytes, 4);
    const struct
    {
        const char *name;
        const void *bytes;
        size_t size;
        const char *says;
    } cases[] = {
        {"short.stl", bytes, size - 7, "cut short"},
        {"tiny.stl", bytes, 10, "cut short"},
        {"text.stl", "solid\nvertex 1 2 3\nvertex 1 2 3\n", 32, "make no triangles"},
        {"numbers.stl", "solid\nvertex 1 2 3\nvertex 1 2 3\nvertex 1 2\n", 44, "three coordinates"},
        {"none.stl", "solid\nendsolid\n", 15, "empty"},
        {"empty.obj", "# nothing\n", 10, "empty"},
        {"nan.obj", "v 0 0 nan\n", 10, "coordinate nan"},
        {"huge.obj", "v 0 0 1e300\n", 12, "coordinate 1e+300"},
        {"half.obj", "v 0 0\n1\n", 8, "half.obj:1: the vertex"},
        {"face.obj", "v 0 0 0\nf 1 2 3\n", 16, "face.obj:2: the face names"},
        {"corner.obj", "v 0 0 0\nf 1 1\n", 14, "three corners"},
        {"letters.obj", "v 0 0 0\nf 1 x 1\n", 16, "no number"},
        {"page.obj", "v 0 0 0\nf 1 1 \f\n1 1 1 1 1 1 1 1 1 1\n", 37, "no number"},
        {"zero.obj", "v 0 0 0\nf 0 0 0\n", 16, "not there"},
        {"mesh.ply", "x", 1, "convert"},
    };
    hf_workspace *arena = make_arena();
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        mesh_data mesh;
        hf_error error = {0};
        hf_status status =
            mesh_read(text_file_sized(cases[k].name, cases[k].bytes, cases[k].size), arena, &mesh, &error);
        if (status == HF_STATUS_OK || !strstr(error.message, cases[k].says))
            harness_fail(__FILE__, __LINE__, "%s: '%s' has not '%s'", cases[k].name, error.message, cases[k].says);
    }
    uint32_t many = 0xfffffff0;
    memcpy(bytes + 80, &many, 4);
    mesh_data mesh;
    hf_error error = {0};
    CHECK(mesh_read(text_file_sized("many.stl", bytes, size), arena, &mesh, &error) == HF_STATUS_FORMAT);
    hf_workspace_destroy(arena);
}

static hf_body_def mesh_body(const char *mesh, const char *geom)
{
    char text[2048];
    snprintf(text, sizeof text,
             "<mujoco><compiler meshdir='.'/><asset><mesh name='m' %s/></asset><worldbody><body><freejoint/>"
             "<geom type='mesh' mesh='m' %s/></body></worldbody></mujoco>",
             mesh, geom);
    hf_model *model = text_model(text);
    hf_body_def body = hf_model_body(model, 1);
    hf_model_destroy(model);
    return body;
}

TEST(mass_of_mesh_geoms)
{
    text_file("box.obj", box_obj);
    hf_body_def body = mesh_body("file='box.obj'", "density='10'");
    CHECK_NEAR(body.mass, 480, 1e-9);
    CHECK_NEAR(body.center[2], 3, 1e-12);
    body = mesh_body("file='box.obj' scale='.001 .001 -.001'", "density='1e9'"); // mirrored: the volume stays positive
    CHECK_NEAR(body.mass, 48, 1e-9);
    CHECK_NEAR(body.center[2], -0.003, 1e-12);
    body = mesh_body("file='box.obj' refpos='1 2 3' refquat='1 0 0 1'", "mass='3' pos='0 0 1'");
    CHECK_NEAR(body.mass, 3, 0);
    CHECK_NEAR(body.center[0], 0, 1e-12);
    CHECK_NEAR(body.center[2], 1, 1e-12);
    CHECK_NEAR(body.inertia[0], 3 * (1 + 9) / 3.0, 1e-11); // x and y have changed places
    CHECK_NEAR(body.inertia[1], 3 * (4 + 9) / 3.0, 1e-11);
    // without faces, or asked for, the hull's
    body = mesh_body("vertex='0 0 0 2 0 0 0 2 0 2 2 0 0 0 2 2 0 2 0 2 2 2 2 2 1 1 1'", "density='1'");
    CHECK_NEAR(body.mass, 8, 1e-12);
    body = mesh_body("inertia='convex' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1'", "density='6'");
    CHECK_NEAR(body.mass, 1, 1e-12);
    body = mesh_body("inertia='shell' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3'", "density='6'");
    CHECK_NEAR(body.mass, 6, 1e-12);
}

TEST(meshes_that_are_only_looked_at_are_not_opened)
{
    hf_model *model =
        text_model("<mujoco><asset><mesh name='m' file='gone.stl'/></asset><worldbody>"
                   "<body><freejoint/><inertial mass='1' diaginertia='1 1 1'/><geom size='.1'/>"
                   "<geom type='mesh' mesh='m' contype='0' conaffinity='0'/></body></worldbody></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_SHAPE) == 1);
    hf_model_destroy(model);
}

TEST(height_fields_run_from_the_far_edge_and_are_stretched)
{
    hf_error error;
    hf_model *model = text_model_key("<mujoco><asset><hfield name='h' nrow='2' ncol='3' size='3 2 .5 .1' "
                                     "elevation='5 6 7 5 5 9'/></asset><worldbody><geom type='hfield' hfield='h'/>"
                                     "</worldbody></mujoco>",
                                     NULL, &error);
    if (!model && error.status == HF_STATUS_UNSUPPORTED) SKIP("%s", error.message);
    CHECK(model);
    hf_field_def field = hf_model_field(model, 0);
    CHECK(field.rows == 2 && field.columns == 3);
    const double heights[6] = {0, 0, 0.5, 0, 0.125, 0.25};
    for (int k = 0; k < 6; k++) CHECK_NEAR(field.heights[k], heights[k], 1e-15);
    CHECK_NEAR(field.half_x, 3, 0);
    CHECK_NEAR(field.half_y, 2, 0);
    CHECK_NEAR(field.base, 0.1, 0);
    hf_model_destroy(model);
}
