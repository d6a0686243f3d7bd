// Adhesion by closed forms: what hangs on a ceiling, on a wall, and how hard it presses.

#include "holdfast/query.h"
#include "holdfast/world.h"
#include "support/scene_text.h"

#define G 9.81

/// A box of 2 kg below a ceiling, or (side) beside a wall at its right, both with friction mu; `geom` goes to the box,
/// `rest` behind the world.
static hf_world *hanging(bool side, double mu, const char *geom, const char *rest, hf_model **model)
{
    char text[1000];
    snprintf(
        text, sizeof text,
        "<mujoco><option timestep='.005'/><worldbody><geom name='c' type='box' size='2 2 .1' pos='%s' %s "
        "friction='%g'/><body name='b' pos='0 0 .9'><freejoint/><geom name='g' type='box' size='.1 .1 .1' mass='2' "
        "friction='%g' %s/></body></worldbody>%s</mujoco>",
        side ? ".2 0 .9" : "0 0 1.1", side ? "euler='0 90 0'" : "", mu, mu, geom, rest);
    *model = text_model(text);
    return world_of(*model);
}

static void end(hf_world *world, hf_model *model)
{
    hf_world_destroy(world);
    hf_model_destroy(model);
}

static void run(hf_world *world, int steps)
{
    hf_error error = {0};
    hf_step_report report;
    for (int k = 0; k < steps; k++)
    {
        if (hf_world_step(world, 0, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        CHECK(report.certified && report.energy_rise < 1e-9);
    }
}

static double pressed(const hf_world *world)
{
    double sum = 0;
    for (int k = 0; k < hf_world_contact_count(world); k++) sum += hf_world_contact(world, k).r[0];
    return sum / 0.005;
}

#define ADHESIVE "<actuator><adhesion name='a' body='b' gain='40' ctrlrange='0 1'/></actuator>"

TEST(a_box_hangs_on_the_ceiling_iff_it_is_pulled_by_its_weight)
{
    hf_error error = {0};
    for (int k = 0; k < 2; k++)
    {
        hf_model *model;
        hf_world *world = hanging(false, 0.5, "", ADHESIVE, &model);
        double pull = k ? 2 * G * 1.001 : 2 * G * 0.999;
        CHECK(hf_world_set_control(world, 0, pull / 40, &error) == HF_STATUS_OK);
        run(world, 1);
        if (k) CHECK_NEAR(pressed(world), pull - 2 * G, 1e-9);
        else CHECK_NEAR(hf_world_body(world, 1).velocity[2], -0.001 * G * 0.005, 1e-12); // what is missing accelerates
        run(world, 199);
        if (k) CHECK_NEAR(hf_world_body(world, 1).position[2], 0.9, 1e-9);
        else CHECK(hf_world_body(world, 1).position[2] < 0.5); // let go, and falling
        end(world, model);
    }
}

TEST(on_a_wall_friction_counts_what_presses)
{
    hf_error error = {0};
    for (int k = 0; k < 3; k++)
    {
        hf_model *model;
        hf_world *world = hanging(true, 0.8, "", ADHESIVE, &model);
        double pull = 2 * G / 0.8 * (k == 0 ? 1.001 : k == 1 ? 0.5 : 0);
        CHECK(hf_world_set_control(world, 0, pull / 40, &error) == HF_STATUS_OK);
        run(world, 40);
        // sticks; or slides down at g - mu F / m
        double expected = k == 0 ? 0 : -(G - 0.8 * pull / 2) * 0.2;
        CHECK_NEAR(hf_world_body(world, 1).velocity[2], expected, 1e-7);
        CHECK_NEAR(pressed(world), pull, 1e-7);
        CHECK_NEAR(hf_world_body(world, 1).velocity[0], 0, 1e-9);
        end(world, model);
    }
}

TEST(shapes_and_pairs_pull_at_every_point)
{
    static const struct
    {
        const char *geom, *rest;
        double pull; // at each of four points [N]
    } cases[] = {
        {"adhesion='6'", "", 6},
        {"adhesion='6'", "<contact><pair geom1='c' geom2='g' condim='3'/></contact>", 6},
        {"adhesion='1'", "<contact><pair geom1='g' geom2='c' adhesion='7'/></contact>", 7},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        hf_model *model;
        hf_world *world = hanging(false, 0.5, cases[k].geom, cases[k].rest, &model);
        run(world, 3);
        CHECK(hf_world_contact_count(world) == 4);
        CHECK_NEAR(pressed(world), 4 * cases[k].pull - 2 * G, 1e-9);
        end(world, model);
    }
}

TEST(adhesion_reaches_as_far_as_margin_and_gap)
{
    // a millimetre below: pulled up at F / m - g if that is within reach, and falling otherwise
    for (int k = 0; k < 2; k++)
    {
        hf_model *model;
        hf_world *world = hanging(false, 0.5, k ? "gap='.0015' margin='.001'" : "gap='.0005'",
                                  ADHESIVE "<keyframe><key qpos='0 0 .899 1 0 0 0' ctrl='1'/></keyframe>", &model);
        run(world, 1);
        CHECK_NEAR(hf_world_body(world, 1).velocity[2], k ? (40 / 2.0 - G) * 0.005 : -G * 0.005, 1e-9);
        run(world, 100);
        if (k) CHECK_NEAR(hf_world_body(world, 1).position[2], 0.9, 1e-7);
        end(world, model);
    }
}

TEST(what_is_held_feels_its_weight_through_the_joint)
{
    // an arm welded by a slide that stands still holds a ball by adhesion: the joint carries both
    hf_model *model =
        text_model("<mujoco><option timestep='.005'/><worldbody><body name='arm' pos='0 0 1'>"
                   "<joint type='slide' axis='0 0 1' range='0 1'/><geom type='box' size='.1 .1 .1' mass='3'/>"
                   "</body><body name='ball' pos='0 0 .85'><freejoint/><geom size='.05' mass='1'/></body>"
                   "</worldbody><actuator><adhesion body='arm' gain='50' ctrlrange='0 1'/></actuator>"
                   "<keyframe><key ctrl='1'/></keyframe></mujoco>");
    hf_world *world = world_of(model);
    hf_error error = {0};
    double wrench[9];
    run(world, 50);
    CHECK_NEAR(hf_world_body(world, 2).position[2], 0.85, 1e-8);
    CHECK(hf_world_link_wrench(world, 1, wrench, wrench + 3, wrench + 6, &error) == HF_STATUS_OK);
    CHECK_NEAR(wrench[2], 4 * G, 1e-6);
    end(world, model);
}

TEST(adhesion_is_written_as_it_was_read)
{
    hf_error error = {0};
    char path[600];
    snprintf(path, sizeof path, "%s/flat.xml", text_folder());
    hf_model *model;
    hf_world *world = hanging(false, 0.5, "adhesion='3' gap='.01'",
                              ADHESIVE "<contact><pair geom1='c' geom2='g' adhesion='2'/></contact>", &model);
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_model *again = scene_model(path);
    hf_world *other = world_of(again);
    CHECK(hf_world_set_control(world, 0, 0.4, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_control(other, 0, 0.4, &error) == HF_STATUS_OK);
    run(world, 10);
    run(other, 10);
    CHECK(hf_world_hash(world) == hf_world_hash(other));
    end(other, again);
    end(world, model);
}

TEST(adhesion_that_cannot_be)
{
    hf_model *model;
    hf_world *world = hanging(false, 0.5, "", "", &model);
    hf_error error = {0};
    hf_shape_def shape = hf_model_shape(model, 1);
    shape.adhesion = 3;
    CHECK(hf_world_set_shape(world, 1, &shape, &error) == HF_STATUS_UNSUPPORTED && strstr(error.message, "adheres"));
    end(world, model);
    hf_builder *builder = NULL;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    CHECK(hf_builder_pair_adhesion(builder, 0, 1, 2, &error) == HF_STATUS_INVALID);
    hf_builder_destroy(builder);
}
