// Remarks about a model: ends of fibres inside what holds them, and meshes that are not closed.

#include "support/ok.h"

#include "holdfast/holdfast.h"

#include <stdio.h>
#include <string.h>

typedef struct heard
{
    int count;
    char text[4][700];
} heard;

static void hear(void *context, const char *text)
{
    heard *h = context;
    if (h->count < 4) snprintf(h->text[h->count], sizeof h->text[0], "%s", text);
    h->count++;
}

/// Remarks about what a builder holds, which goes.
static heard remarks_of(hf_builder *builder)
{
    hf_model *model = NULL;
    heard h = {0};
    OK(hf_model_build(builder, &model, error));
    OK(hf_scene_remarks(model, hear, &h, error));
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    return h;
}

static int add_body(hf_builder *builder, const char *name)
{
    hf_body_def body = hf_body_def_default();
    int index = 0;
    body.name = name;
    body.motion = HF_MOTION_STATIC;
    body.position[0] = 1.0;
    OK(hf_builder_add_body(builder, &body, &index, error));
    return index;
}

/// A rod of radius 1 mm that grows upwards from `height` above the middle of the body.
static void add_rod(hf_builder *builder, int body, const char *name, double height)
{
    hf_fibre_def def = hf_fibre_def_default();
    def.name = name;
    def.frame = def.ends[0].body = body;
    def.ends[0].hold = HF_HOLD_CLAMPED;
    def.position[2] = height;
    def.tangent[0] = 0, def.tangent[2] = 1;
    def.length = 0.5;
    def.section[0] = def.section[1] = 1e-3;
    OK(hf_builder_add_fibre(builder, &def, NULL, error));
}

static const double corners[24] = {-0.1, -0.1, -0.1, 0.1, -0.1, -0.1, 0.1, 0.1, -0.1, -0.1, 0.1, -0.1,
                                   -0.1, -0.1, 0.1,  0.1, -0.1, 0.1,  0.1, 0.1, 0.1,  -0.1, 0.1, 0.1};
static const int faces[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                              1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

/// A cube of half width 0.1 m, or as many of its triangles.
static void add_cube(hf_builder *builder, int body, hf_shape_kind kind, int triangles)
{
    const hf_mesh_def def = {
        .name = "cube", .vertex_count = 8, .vertices = corners, .triangle_count = triangles, .triangles = faces};
    hf_shape_def shape = hf_shape_def_default();
    if (kind == HF_SHAPE_MESH || kind == HF_SHAPE_HULL) OK(hf_builder_add_mesh(builder, &def, &shape.mesh, error));
    shape.kind = kind;
    shape.body = body;
    for (int k = 0; k < 3; k++) shape.size[k] = 0.1;
    OK(hf_builder_add_shape(builder, &shape, NULL, error));
}

/// Every shape has its top 0.1 m above the body's middle, but for the capsule.
TEST(root_inside_the_body_that_holds_it_is_told_of)
{
    const hf_shape_kind kinds[] = {HF_SHAPE_SPHERE,    HF_SHAPE_BOX,  HF_SHAPE_CYLINDER, HF_SHAPE_CAPSULE,
                                   HF_SHAPE_ELLIPSOID, HF_SHAPE_HULL, HF_SHAPE_MESH};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int deep = 0; deep < 2; deep++)
        {
            hf_builder *builder = NULL;
            OK(hf_builder_create(&builder, error));
            int body = add_body(builder, "head");
            double top = kinds[k] == HF_SHAPE_CAPSULE ? 0.2 : 0.1;
            add_cube(builder, body, kinds[k], 12);
            add_rod(builder, body, "first", top);
            add_rod(builder, body, "lock", top - (deep ? 0.03 : 1.9e-3));
            add_rod(builder, body, "last", top - (deep ? 0.01 : 1.0e-3));
            heard h = remarks_of(builder);
            CHECK(h.count == deep);
            if (!deep) continue;
            CHECK(strstr(h.text[0], "fibre 'lock': its root is 0.03 m inside of body 'head'"));
            CHECK(strstr(h.text[0], "the deepest of 2 such ends"));
            CHECK(strstr(h.text[0], "move the curve to the surface"));
        }
}

TEST(what_a_fibre_does_not_touch_may_hold_it_inside)
{
    hf_builder *builder = NULL;
    OK(hf_builder_create(&builder, error));
    int body = add_body(builder, "head");
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_SPHERE;
    shape.body = body;
    shape.size[0] = 0.1;
    shape.category = shape.mask = 2;
    OK(hf_builder_add_shape(builder, &shape, NULL, error));
    add_rod(builder, body, "lock", 0.02);
    CHECK(remarks_of(builder).count == 0);
}

TEST(open_mesh_is_told_of_where_its_triangles_collide)
{
    for (int triangles = 10; triangles <= 12; triangles++)
        for (int hull = 0; hull < 2; hull++)
        {
            hf_builder *builder = NULL;
            OK(hf_builder_create(&builder, error));
            int body = add_body(builder, "head");
            add_cube(builder, body, hull ? HF_SHAPE_HULL : HF_SHAPE_MESH, triangles);
            add_rod(builder, body, "lock", hull || triangles == 12 ? 0.1 : 0.02); // an open mesh has no inside
            heard h = remarks_of(builder);
            CHECK(h.count == (triangles < 12 && !hull));
            // Without its last two triangles, 3 0 4 and 3 4 7, the side x = -0.1 is a hole of four edges; one of them
            // leaves three.
            if (h.count) CHECK(strstr(h.text[0], triangles == 10 ? "4 edges, the first at -0.1 0 -0.1" : "3 edges"));
        }
}

TEST(every_allocation_may_fail)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    OK(hf_builder_create(&builder, error));
    int body = add_body(builder, "head");
    add_cube(builder, body, HF_SHAPE_BOX, 0);
    add_cube(builder, body, HF_SHAPE_HULL, 12);
    add_rod(builder, body, "lock", 0.0);
    OK(hf_model_build(builder, &model, error));
    bool failed = true;
    for (long at = 0; failed; at++)
    {
        heard h = {0};
        hf_error error = {0};
        fail_allocation(at);
        hf_status status = hf_scene_remarks(model, hear, &h, &error);
        failed = at < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        CHECK(h.count == !failed);
    }
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}
