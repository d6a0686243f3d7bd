// Fibres of scene files: inline, from curves, held by bodies, beside keyframes; written and read again; and what is
// refused.

#include "support/scene_text.h"

#include "holdfast/fibre.h"
#include "holdfast/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// A file of the folder of this process, in which the cases work: nothing is left elsewhere when they are killed.
static void put_file(const char *name, const char *text)
{
    text_file(name, text);
    CHECK(chdir(text_folder()) == 0);
}

static char notices[1024];
static void take_notice(void *context, const char *text)
{
    (void)context;
    strncat(notices, text, sizeof notices - strlen(notices) - 1);
}

static hf_status read_model(const char *path, hf_model **model, hf_error *error)
{
    hf_builder *builder = NULL;
    *model = NULL;
    notices[0] = 0;
    hf_status status = hf_scene_read_mjcf(path, take_notice, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, model, error);
    hf_builder_destroy(builder);
    return status;
}

static hf_model *must_read(const char *path)
{
    hf_model *model;
    hf_error error;
    if (read_model(path, &model, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return model;
}

static const char *const head =
    "<mujoco><worldbody><body name='head' pos='0 0 0.5' euler='0 0 90'><geom type='sphere' size='0.1'/></body><body "
    "name='arm'><joint name='j' axis='0 1 0'/><geom type='capsule' fromto='0 -1 0 0.5 -1 0' size='0.02'/></body><body "
    "name='slider' pos='0 3 0'><joint type='slide'/><geom size='0.1'/></body></worldbody>";

/// The scene with this <holdfast> element.
static void put_scene(const char *path, const char *fibres)
{
    char text[8192];
    snprintf(text, sizeof text,
             "%s<keyframe><key name='k' qpos='0 0.3'/></keyframe><holdfast><prescribe body='head' swing='0 0 20' "
             "frequency='1'/>%s</holdfast></mujoco>",
             head, fibres);
    put_file(path, text);
}

TEST(fibre_with_points_and_a_key)
{
    put_scene("fibre_a.xml",
              "<fibre name='rope' kind='der' points='0.5 -1 0  0.6 -1 0  0.7 -1 0  0.8 -1 0' section='0.004 "
              "0.002' root='clamped' root_body='arm' tip='pinned' tip_body='world' young='2e6' elements='6' "
              "friction='0.7' rgba='0.1 0.2 0.3'/>");
    hf_model *model = must_read("fibre_a.xml");
    CHECK(hf_model_count(model, HF_ITEM_FIBRE) == 1 && hf_model_find(model, HF_ITEM_FIBRE, "rope") == 0);
    hf_fibre_def def = hf_model_fibre(model, 0);
    CHECK(def.kind == HF_FIBRE_DER && def.element_count == 6 && def.segment_count == 6);
    CHECK_NEAR(def.length, 0.3, 1e-12);
    CHECK(def.section[0] == 0.004 && def.section[1] == 0.002 && def.young == 2e6 && def.friction == 0.7 &&
          def.radius == 0.004);
    CHECK(def.color[2] == 0.3F && def.color[3] == 1.0F);
    CHECK(def.ends[0].hold == HF_HOLD_CLAMPED && def.ends[1].hold == HF_HOLD_PINNED && def.ends[1].body == 0);
    CHECK(strcmp(hf_model_body(model, def.ends[0].body).name, "arm") == 0);
    CHECK_NEAR(def.points[3 * 6], 0.8, 1e-9);
    CHECK(hf_model_count(model, HF_ITEM_KEY) == 1 &&
          hf_model_key(model, 0).q[1] == 0.3); // the key's own numbers come first
    hf_world *world = NULL;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    double points[21];
    hf_world_fibre_points(world, 0, points);
    CHECK_NEAR(points[3 * 6], 0.8, 1e-9); // and the fibre starts where it lies
    hf_world_destroy(world);
    hf_model_destroy(model);
    unlink("fibre_a.xml");
}

TEST(fibres_of_a_file)
{
    put_file("fibre_g.csv", "strand,x,y,z,radius\n4,0,10,0,0.2\n4,0,12,0,0.2\n4,0,12,0,0.2\n4,0,16,0,0.2\n5,10,0,0,0."
                            "1\n5,14,0,0,0.1\n6,0,0,0,1\n");
    put_scene("fibre_b.xml",
              "<fibres name='hair' file='fibre_g.csv' scale='0.01' up='y' body='head' root='clamped' density='1200'/>");
    hf_model *model = must_read("fibre_b.xml");
    CHECK(strstr(notices, "fibre_g.csv: 1 points that repeat the one before and 1 strands") != NULL);
    CHECK(hf_model_count(model, HF_ITEM_FIBRE) == 2 && hf_model_find(model, HF_ITEM_FIBRE, "hair1") == 1);
    hf_fibre_def a = hf_model_fibre(model, 0), b = hf_model_fibre(model, 1);
    CHECK_NEAR(a.length, 0.06, 1e-12);
    CHECK_NEAR(a.section[1], 0.002, 1e-15); // the file's radius, scaled
    CHECK_NEAR(b.section[1], 0.001, 1e-15);
    CHECK(a.density == 1200.0 && a.ends[0].hold == HF_HOLD_CLAMPED &&
          strcmp(hf_model_body(model, a.ends[0].body).name, "head") == 0);
    // In the file y is up; the head is half a metre up, and turned by 90° about z: x of the file is its x, and the
    // world's y.
    CHECK_NEAR(a.points[2], 0.6, 1e-12);
    CHECK_NEAR(b.points[0], 0.0, 1e-12);
    CHECK_NEAR(b.points[1], 0.1, 1e-12);
    hf_model_destroy(model);
    unlink("fibre_b.xml");
    unlink("fibre_g.csv");
}

TEST(strands_without_a_radius_have_the_section_of_no_other)
{
    put_file("fibre_r.csv", "0,0,0,0,0.002\n0,0,0,1,0.002\n1,1,0,0,0\n1,1,0,1,0\n");
    put_scene("fibre_r.xml", "<fibres file='fibre_r.csv'/>");
    hf_model *model = must_read("fibre_r.xml");
    CHECK(
        strstr(notices, "fibre_r.csv: 2 points have no radius; fibres that begin with one have the section 0.0005 m"));
    CHECK(hf_model_fibre(model, 0).section[0] == 0.002 && hf_model_fibre(model, 1).section[0] == 5e-4);
    hf_model_destroy(model);
    put_scene("fibre_r.xml", "<fibres file='fibre_r.csv' section='0.001'/>");
    model = must_read("fibre_r.xml");
    CHECK(notices[0] == 0 && hf_model_fibre(model, 1).section[0] == 1e-3);
    hf_model_destroy(model);
    unlink("fibre_r.xml");
    unlink("fibre_r.csv");
}

TEST(fibres_have_different_names)
{
    static const char *const wrong[] = {"<fibre name='a0' points='0 0 0 1 0 0'/><fibre name='b' points='0 1 0 1 1 "
                                        "0'/><fibre name='a0' points='0 2 0 1 2 "
                                        "0'/>",
                                        "<fibres name='a' file='fibre_n.csv'/><fibre name='a0' points='0 2 0 1 2 0'/>"};
    put_file("fibre_n.csv", "0,0,0,0,1\n0,0,0,1,1\n");
    for (int k = 0; k < 2; k++)
    {
        hf_model *model = NULL;
        hf_error error = {0};
        put_scene("fibre_n.xml", wrong[k]);
        CHECK(read_model("fibre_n.xml", &model, &error) == HF_STATUS_FORMAT);
        CHECK(strstr(error.message, "fibre_n.xml: <holdfast>: name: there are two fibres 'a0'"));
    }
    unlink("fibre_n.xml");
    unlink("fibre_n.csv");
}

TEST(fibres_are_written_and_read_again)
{
    put_scene("fibre_c.xml", "<fibre name='rope' pos='0.5 -1 0' tangent='1 0 0' length='0.3' section='0.004' "
                             "root='pinned' root_body='arm' natural='3 0 1' "
                             "damping='0.01' drag='0.1 0.02' segments='24'/><fibre points='0 0 0.6 0 0 0.7 0 0.05 0.8' "
                             "body='world' root='clamped' "
                             "root_body='head' kind='corde' contype='2'/>");
    hf_model *model = must_read("fibre_c.xml");
    hf_error error;
    CHECK(hf_scene_write_mjcf(model, "fibre_d.xml", &error) == HF_STATUS_OK);
    hf_model *again = must_read("fibre_d.xml");
    CHECK(hf_model_count(again, HF_ITEM_BODY) == hf_model_count(model, HF_ITEM_BODY) &&
          hf_model_count(again, HF_ITEM_LOOP) == hf_model_count(model, HF_ITEM_LOOP));
    CHECK(hf_model_count(again, HF_ITEM_FIBRE) == 2 &&
          hf_model_count(again, HF_ITEM_SHAPE) == hf_model_count(model, HF_ITEM_SHAPE));
    for (int k = 0; k < 2; k++)
    {
        hf_fibre_def a = hf_model_fibre(model, k), b = hf_model_fibre(again, k);
        CHECK(a.kind == b.kind && a.segment_count == b.segment_count && a.element_count == b.element_count);
        CHECK(a.ends[0].hold == b.ends[0].hold && a.ends[0].body == b.ends[0].body && a.category == b.category);
        CHECK(a.natural[0] == b.natural[0] && a.damping == b.damping && a.drag[1] == b.drag[1]);
        CHECK_NEAR(b.length, a.length, 1e-3 * a.length);
        for (int i = 0; i < 3 * a.point_count; i++) CHECK_NEAR(b.points[i], a.points[i], 1e-3 * a.length);
    }
    hf_body_def turns = hf_model_body(again, 1);
    CHECK(turns.motion == HF_MOTION_PRESCRIBED &&
          fabs(turns.swing[2]) > 0.3); // a motion of swings alone is written, too
    CHECK(hf_scene_write_urdf(model, "fibre_d.urdf", false, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    hf_model_destroy(model);
    hf_model_destroy(again);
    unlink("fibre_c.xml");
    unlink("fibre_d.xml");
}

TEST(what_is_refused)
{
    static const char *const wrong[][2] = {
        {"<fibre points='0 0 0 1'/>", "<fibre>: points: 4 numbers"},
        {"<fibre points='0 0 0'/>", "has 1 point; it takes two"},
        {"<fibre points='0 0 0 0 0 0'/>", "all points of its curve are one"},
        {"<fibre points='0 0 0 1 0 0 1 0 0'/>", "points 1 and 2 of its curve are the same"},
        {"<fibre points='0 0 0 1e200 0 0'/>", "point 1 of its curve is not finite, or beyond"},
        {"<fibre points='0 0 0 1 0 0' length='1'/>", "points: pos, tangent and length"},
        {"<fibre points='0 0 0 1 0 0' root='held'/>", "root"},
        {"<fibre points='0 0 0 1 0 0' root_body='head'/>", "root_body: the end is free"},
        {"<fibre points='0 0 0 1 0 0' root='pinned' root_body='nobody'/>", "nobody"},
        {"<fibre points='0 0 0 1 0 0' section='0'/>", "section"},
        {"<fibre points='0 0 0 1 0 0' young='nan'/>", "young"},
        {"<fibres/>", "<fibres>: file: name a .hair"},
        {"<fibres file='no.hair'/>", "no.hair: cannot be read"},
        {"<fibres file='fibre_e.csv' points='1'/>", "points"},
        {"<fibres file='fibre_e.csv' every='0'/>", "every"},
        {"<fibres file='fibre_e.csv' sale='2'/>", "has no attribute 'sale'"},
        {"<fibres file='fibre_e.csv' section='0'/>", "section"},
        {"<fibre points='0 0 0 1 0 0' elements='257'/>", "257 is more than a super-helix has, 256"},
        {"<fibres file='fibre_l.csv' kind='der' elements='99999'/>",
         "21 strands of 99999 segments are more than 2e+06"},
    };
    put_file("fibre_e.csv", "0,0,0,0\n0,0,0,1\n");
    char many[1024] = "";
    for (int k = 0, at = 0; k < 21; k++)
        at += snprintf(many + at, sizeof many - (size_t)at, "%d,0,0,0\n%d,0,0,1\n", k, k);
    put_file("fibre_l.csv", many);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
        hf_model *model = NULL;
        hf_error error = {0};
        put_scene("fibre_e.xml", wrong[k][0]);
        hf_status status = read_model("fibre_e.xml", &model, &error);
        if (status == HF_STATUS_OK || !strstr(error.message, wrong[k][1]) ||
            strncmp(error.message, "fibre_e.xml:1: <fibre", 21) != 0)
            harness_fail(__FILE__, __LINE__, "%s: status %d, \"%s\"", wrong[k][0], (int)status, error.message);
    }
    unlink("fibre_e.xml");
    unlink("fibre_e.csv");
    unlink("fibre_l.csv");
}
