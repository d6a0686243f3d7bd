// Collada files as meshes: every kind of primitive, the transformations of nodes, units, and what is damaged.

#include "support/harness.h"
#include "support/scene_text.h"

#include "scene/mesh/mesh_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A box of 1 x 2 x 3 from the origin: corner k is at (k & 1, k & 2, k & 4 as 3).
#define SOURCE                                                                                                         \
    "<source id='p'><float_array id='a' count='24'>0 0 0 1 0 0 0 2 0 1 2 0 0 0 3 1 0 3 0 2 3 1 2 3</float_array>"      \
    "<technique_common><accessor source='#a' count='8' stride='3'/></technique_common></source>"                       \
    "<source id='n'><float_array count='3'>0 0 1</float_array></source>"                                               \
    "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>"
#define INPUTS "<input semantic='VERTEX' source='#v' offset='1'/><input semantic='NORMAL' source='#n' offset='0'/>"
#define GEOMETRY(primitive)                                                                                            \
    "<library_geometries><geometry id='g'><mesh>" SOURCE primitive "</mesh></geometry></library_geometries>"
#define QUADS "0 0 0 2 0 3 0 1  0 4 0 5 0 7 0 6  0 0 0 1 0 5 0 4  0 2 0 6 0 7 0 3  0 0 0 4 0 6 0 2  0 1 0 3 0 7 0 5"
#define BOX GEOMETRY("<polylist count='6'>" INPUTS "<vcount>4 4 4 4 4 4</vcount><p>" QUADS "</p></polylist>")
#define SCENE(nodes)                                                                                                   \
    "<library_visual_scenes><visual_scene id='s'>" nodes "</visual_scene></library_visual_scenes>"                     \
    "<scene><instance_visual_scene url='#s'/></scene>"
#define SHOWN "<instance_geometry url='#g'/>"

/// The mesh of a text; its mass for density 1, signed, so that triangles that are turned over show.
static hf_status read_text(const char *text, hf_workspace *arena, mesh_data *mesh, mesh_mass *mass, hf_error *error)
{
    char file[6000];
    snprintf(file, sizeof file, "<?xml version='1.0'?><COLLADA xmlns='x' version='1.4.1'>%s</COLLADA>", text);
    hf_status status = mesh_read(text_file("part.dae", file), arena, mesh, error);
    if (status == HF_STATUS_OK)
        *mass = mesh_mass_compute(mesh->vertices, mesh->triangles, mesh->triangle_count, MESH_INERTIA_EXACT);
    return status;
}

static void check_mesh(const char *text, int triangles, int vertices, double volume, const double center[3])
{
    hf_workspace *arena;
    hf_error error = {0};
    mesh_data mesh;
    mesh_mass mass = {0};
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    if (read_text(text, arena, &mesh, &mass, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    else
    {
        CHECK(mesh.triangle_count == triangles && mesh.vertex_count == vertices);
        CHECK_NEAR(mass.volume, volume, 1e-12 * fabs(volume));
        CHECK_NEAR(mass.center.x, center[0], 1e-12);
        CHECK_NEAR(mass.center.y, center[1], 1e-12);
        CHECK_NEAR(mass.center.z, center[2], 1e-12);
    }
    hf_workspace_destroy(arena);
}

TEST(primitives_of_every_kind)
{
    const double middle[3] = {0.5, 1, 1.5};
    check_mesh(BOX SCENE("<node>" SHOWN "</node>"), 12, 8, 6, middle);
    check_mesh(BOX, 12, 8, 6, middle); // without a scene
    check_mesh(
        GEOMETRY("<triangles count='12'>" INPUTS
                 "<p>0 0 0 2 0 3 0 0 0 3 0 1 0 4 0 5 0 7 0 4 0 7 0 6 0 0 0 1 0 5 0 0 0 5 0 4 0 2 0 6 0 7 0 2 0 7 0 "
                 "3 0 0 0 4 0 6 0 0 0 6 0 2 0 1 0 3 0 7 0 1 0 7 0 5</p></triangles>"),
        12, 8, 6, middle);
    check_mesh(GEOMETRY("<polygons>" INPUTS "<p>0 0 0 2 0 3 0 1</p><p>0 4 0 5 0 7 0 6</p><p>0 0 0 1 0 5 0 4</p>"
                        "<ph><p>0 2 0 6 0 7 0 3</p><h>0 2</h></ph><p>0 0 0 4 0 6 0 2</p><p>0 1 0 3 0 7 0 5</p>"
                        "</polygons>"),
               12, 8, 6, middle);
    // the sides as a strip that turns at every other triangle, the ends as fans
    check_mesh(
        GEOMETRY("<tristrips>" INPUTS "<p>0 0 0 4 0 2 0 6 0 3 0 7 0 1 0 5 0 0 0 4</p></tristrips><trifans>" INPUTS
                 "<p>0 0 0 2 0 3 0 1</p><p>0 4 0 5 0 7 0 6</p></trifans><lines>" INPUTS "<p>0 0 0 1</p></lines>"),
        12, 8, 6, middle);
}

TEST(nodes_place_what_they_show)
{
    // centimetres; the box turns by 90° about z, so that (x, y) is (-y, x), and moves before
    check_mesh("<asset><unit meter='0.01'/><up_axis>Z_UP</up_axis></asset>" BOX SCENE(
                   "<node><translate>10 0 0</translate><rotate>0 0 2 90</rotate><node><scale>1 2 1</scale>" SHOWN
                   "</node></node>"),
               12, 8, 12e-6, (const double[]){0.08, 0.005, 0.015});
    // a mirror leaves the outside outside; two of them, of which one is a named node
    check_mesh(BOX "<library_nodes><node id='again'><matrix>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</matrix>" SHOWN
                   "</node></library_nodes>" SCENE("<node><matrix>-1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1</matrix>" SHOWN
                                                   "<instance_node url='#again'/></node>"),
               24, 16, 12, (const double[]){-3, 1, 1.5});
    check_mesh(BOX
               "<library_controllers><controller id='c'><skin source='#g'/></controller></library_controllers>" SCENE(
                   "<node><instance_controller url='#c'/></node>"),
               12, 8, 6, (const double[]){0.5, 1, 1.5});
}

TEST(damaged_files_are_refused)
{
    static const struct
    {
        const char *text, *says;
    } cases[] = {
        {SCENE("<node>" SHOWN "</node>"), "no such geometry"},
        {BOX SCENE("<node id='n'><instance_node url='#n'/></node>"), "over and over"},
        {BOX SCENE("<node id='n'><instance_node url='#m'/></node>"), "no such node"},
        {"<asset><unit meter='0'/></asset>" BOX, "meter"},
        {"<library_geometries><geometry><mesh><triangles/></mesh></geometry></library_geometries>", "no positions"},
        {GEOMETRY("<triangles><p>0 1 2</p></triangles>"), "no input VERTEX"},
        {GEOMETRY("<triangles>" INPUTS "<p>0 0 0 1 0 8</p></triangles>"), "a vertex that is not there"},
        {GEOMETRY("<triangles>" INPUTS "<p>0 0 0 1 0 -1</p></triangles>"), "a vertex that is not there"},
        {GEOMETRY("<triangles>" INPUTS "<p>0 0 0 1 0</p></triangles>"), "fewer numbers"},
        {GEOMETRY("<polylist>" INPUTS "<vcount>2</vcount><p>0 0 0 1</p></polylist>"), "fewer than three corners"},
        {GEOMETRY("<polylist>" INPUTS "<vcount>x</vcount><p>0 0 0 1</p></polylist>"), "no list of counts"},
        {GEOMETRY("<triangles><input semantic='VERTEX' offset='1e9'/><p>0</p></triangles>"), "out of range"},
        {"", "the mesh is empty"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_workspace *arena;
        hf_error error = {0};
        mesh_data mesh;
        mesh_mass mass;
        CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
        hf_status status = read_text(cases[k].text, arena, &mesh, &mass, &error);
        if (status != HF_STATUS_FORMAT || !strstr(error.message, cases[k].says) || !strstr(error.message, "part.dae"))
            harness_fail(__FILE__, __LINE__, "case %zu: '%s' has not '%s'", k, error.message, cases[k].says);
        hf_workspace_destroy(arena);
    }
    hf_workspace *arena;
    hf_error error = {0};
    mesh_data mesh;
    CHECK(hf_workspace_create(&arena, &error) == HF_STATUS_OK);
    CHECK(mesh_read(text_file("part.dae", "<mesh/>"), arena, &mesh, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "is not Collada"));
    hf_workspace_destroy(arena);
}

TEST(every_allocation_may_fail)
{
    const char *path = text_file("part.dae", "<COLLADA>" BOX "</COLLADA>");
    bool done = false;
    for (long k = 0; !done && k < 200; k++)
    {
        hf_workspace *arena = NULL;
        hf_error error = {0};
        mesh_data mesh;
        fail_allocation(k);
        hf_status status = hf_workspace_create(&arena, &error);
        if (status == HF_STATUS_OK) status = mesh_read(path, arena, &mesh, &error);
        done = fail_allocation_count() <= k;
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || status == HF_STATUS_NO_MEMORY);
        CHECK(!done || status == HF_STATUS_OK);
        hf_workspace_destroy(arena);
    }
    CHECK(done);
}
