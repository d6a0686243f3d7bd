// Standing or moving, where both solve a step: what can stand without pressing harder stands, and nothing is glued.

#include "support/scene_text.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    TEXT = 60000
};

static hf_world *open_world(const char *text, hf_model **model)
{
    hf_error error = {0};
    hf_world *world;
    *model = text_model(text);
    if (hf_world_create(*model, &world, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return world;
}

/// Steps until the time is `end`, each of them certified and selected.
static void run_to(hf_world *world, double end)
{
    while (hf_world_time(world) < end - 1e-9)
    {
        hf_step_report report;
        hf_error error = {0};
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(report.certified && report.solve.unselected == 0);
    }
}

// ---- a cube between two pads, off its middle ----

/// A cube of 64 g whose centre of mass is 4 mm beside the middle of two pads that press with 3.5 N each, friction
/// `share` times the weight over both.
static double fall_of_cube(double share, double h)
{
    char text[TEXT];
    double mu = share * 0.064 * 9.81 / 7.0;
    snprintf(
        text, sizeof text,
        "<mujoco><option timestep='%g'/><worldbody>"
        "<body pos='-0.004 -0.0276 0'><joint name='l' type='slide' axis='0 1 0'/>"
        "<geom type='box' size='0.009 0.0076 0.008' mass='0.015' friction='%.12g'/></body>"
        "<body pos='-0.004 0.0276 0'><joint name='r' type='slide' axis='0 -1 0'/>"
        "<geom type='box' size='0.009 0.0076 0.008' mass='0.015' friction='%.12g'/></body>"
        "<body name='cube'><freejoint/><geom type='box' size='0.02 0.02 0.02' mass='0.064' friction='%.12g'/></body>"
        "</worldbody><equality><joint joint1='l' joint2='r'/></equality>"
        "<actuator><motor name='m' joint='l'/></actuator></mujoco>",
        h, mu, mu, mu);
    hf_model *model;
    hf_error error = {0};
    hf_world *world = open_world(text, &model);
    CHECK(hf_world_set_control(world, 0, 7.0, &error) == HF_STATUS_OK);
    while (hf_world_time(world) < 0.3 - 1e-9)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK && report.certified);
    }
    double fallen = -hf_world_body(world, hf_model_find(model, HF_ITEM_BODY, "cube")).position[2];
    hf_world_destroy(world);
    hf_model_destroy(model);
    return fallen;
}

TEST(a_cube_between_pads_stands_from_its_weight_over_the_force_on)
{
    static const double steps[] = {0.004, 0.002, 0.001, 0.0005};
    for (int k = 0; k < 4; k++)
    {
        CHECK_NEAR(fall_of_cube(1.001, steps[k]), 0.0, 1e-9);
        CHECK_NEAR(fall_of_cube(1.1, steps[k]), 0.0, 1e-9);
        CHECK(fall_of_cube(0.999, steps[k]) > 1e-5);
    }
}

// ---- nothing is glued ----

static const double coefficients[] = {0.1, 0.3, 0.6, 1.0};

/// A box that just touches two walls; with a floor under it or nothing.
static hf_world *between_walls(double mu, bool floor, hf_model **model)
{
    char text[TEXT];
    snprintf(text, sizeof text,
             "<mujoco><option timestep='0.002'/><worldbody>%s"
             "<geom type='box' size='0.1 1 1' pos='-0.2 0 0' friction='%g'/>"
             "<geom type='box' size='0.1 1 1' pos='0.2 0 0' friction='%g'/>"
             "<body name='box'><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='1' friction='%g'/></body>"
             "</worldbody></mujoco>",
             floor ? "<geom name='floor' type='plane' size='0 0 1' pos='0 0 -0.1' friction='1'/>" : "", mu, mu, mu);
    return open_world(text, model);
}

TEST(a_box_that_touches_two_walls_with_nothing_below_falls)
{
    for (int k = 0; k < 4; k++)
    {
        hf_model *model;
        hf_world *world = between_walls(coefficients[k], false, &model);
        run_to(world, 0.2);
        CHECK_NEAR(hf_world_body(world, 1).position[2], -0.5 * 9.81 * 0.04, 1e-9);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(the_floor_carries_all_of_a_box_between_walls)
{
    for (int k = 0; k < 4; k++)
    {
        hf_model *model;
        hf_world *world = between_walls(coefficients[k], true, &model);
        run_to(world, 0.02);
        double floor = 0.0, walls = 0.0;
        for (int i = 0; i < hf_world_contact_count(world); i++)
        {
            hf_contact c = hf_world_contact(world, i);
            if (fabs(c.normal[2]) > 0.5) floor += c.r[0] / 0.002;
            else walls += c.r[0] / 0.002;
        }
        CHECK_NEAR(floor, 9.81, 1e-7);
        CHECK_NEAR(walls, 0.0, 1e-7);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(the_middle_one_of_three_boxes_falls)
{
    for (int k = 0; k < 4; k++)
    {
        char text[TEXT];
        double mu = coefficients[k];
        snprintf(
            text, sizeof text,
            "<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='0 0 1' friction='%g'/>"
            "<body pos='-0.2 0 0.2'><freejoint/><geom type='box' size='0.1 0.1 0.2' mass='1' friction='%g'/></body>"
            "<body pos='0 0 0.3'><freejoint/><geom type='box' size='0.1 0.1 0.05' mass='1' friction='%g'/></body>"
            "<body pos='0.2 0 0.2'><freejoint/><geom type='box' size='0.1 0.1 0.2' mass='1' friction='%g'/></body>"
            "</worldbody></mujoco>",
            mu, mu, mu, mu);
        hf_model *model;
        hf_world *world = open_world(text, &model);
        run_to(world, 0.2);
        CHECK_NEAR(hf_world_body(world, 2).position[2], 0.3 - 0.5 * 9.81 * 0.04, 1e-6);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// A box on its edge in a groove of 45 degrees, or a ball in one that is steeper; friction beyond what locks: two pairs
/// of contacts could hold it by pressing against each other. Rests a while, and is pulled up.
static void pull_out(bool ball, double mu, double pull)
{
    char text[TEXT];
    double angle = ball ? 0.3 : atan(1.0), c = cos(angle), s = sin(angle), reach = ball ? 0.1 / c : sqrt(2.0) * 0.1;
    snprintf(
        text, sizeof text,
        "<mujoco><compiler angle='radian'/><option timestep='0.002'/><worldbody>"
        "<geom type='plane' size='0 0 1' pos='%.17g 0 0' zaxis='%.17g 0 %.17g' friction='%g'/>"
        "<geom type='plane' size='0 0 1' pos='%.17g 0 0' zaxis='%.17g 0 %.17g' friction='%g'/>"
        "<body name='wedge' euler='0 %.17g 0'><freejoint/><geom type='%s' size='0.1 0.1 0.1' mass='1' friction='%g'/>"
        "</body></worldbody></mujoco>",
        -reach, c, s, mu, reach, -c, s, mu, ball ? 0.0 : angle, ball ? "sphere" : "box", mu);
    hf_model *model;
    hf_error error = {0};
    hf_world *world = open_world(text, &model);
    run_to(world, 0.02);
    CHECK_NEAR(hf_world_body(world, 1).position[2], 0.0, 1e-9);
    const double force[3] = {0.0, 0.0, pull * 9.81};
    CHECK(hf_world_set_wrench(world, 1, force, NULL, &error) == HF_STATUS_OK);
    run_to(world, 0.12);
    CHECK_NEAR(hf_world_body(world, 1).position[2], 0.5 * (pull - 1.0) * 9.81 * 0.01, 1e-9);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(what_is_pulled_out_of_a_wedge_comes_out)
{
    static const double pulls[] = {1.01, 1.5, 5.0};
    for (int k = 0; k < 3; k++)
    {
        pull_out(false, 0.5, pulls[k]);
        pull_out(true, 0.2, pulls[k]);
        if (k == 0) continue;           // where friction locks, what its weight has pressed holds a hundredth of it
        pull_out(false, 1.2, pulls[k]); // tan 45 degrees is 1
        pull_out(true, 0.6, pulls[k]);  // tan 0.3 is 0.31
    }
}

// ---- pyramids ----

/// Boxes of 100 kg on each other and side by side, `base` of them below.
static void write_pyramid(int base, char text[TEXT])
{
    int at = snprintf(text, TEXT,
                      "<mujoco><option timestep='0.0166666666666667' gravity='0 0 -10'/><worldbody>"
                      "<geom type='plane' size='0 0 1' friction='0.6'/>");
    for (int i = 0; i < base; i++)
        for (int j = i; j < base; j++)
            at += snprintf(text + at, (size_t)(TEXT - at),
                           "<body pos='%g 0 %g'><freejoint/><geom type='box' size='0.5 0.5 0.5' density='100' "
                           "friction='0.6'/></body>",
                           0.5 * (i + 1) + (j - i) - 0.5 * base, i + 0.5);
    at += snprintf(text + at, (size_t)(TEXT - at), "</worldbody></mujoco>");
    CHECK(at < TEXT);
}

TEST(pyramids_stand_selected_at_little_cost)
{
    static char text[TEXT];
    static const int bases[] = {8, 20};
    static const int64_t most[] = {450000, 6000000}; // units of about 10 ns, of the first step
    for (int k = 0; k < 2; k++)
    {
        hf_model *model;
        hf_error error = {0};
        write_pyramid(bases[k], text);
        hf_world *world = open_world(text, &model);
        for (int i = 0; i < 10; i++)
        {
            hf_step_report report;
            CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
            CHECK(report.certified && report.solve.unselected == 0);
            CHECK(report.work <= most[k] && (i < 3 || report.work == 0));
        }
        double top = hf_world_body(world, hf_model_count(model, HF_ITEM_BODY) - 1).position[2];
        CHECK_NEAR(top, bases[k] - 0.5, 1e-9);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}
