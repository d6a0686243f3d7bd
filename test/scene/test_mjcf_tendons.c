// Spatial tendons of MJCF: round geoms and over pulleys, in their lengths, moment arms and forces.

#include "holdfast/sense.h"
#include "support/scene_text.h"

#define G 9.81

static void run(hf_world *world, double h, int steps)
{
    hf_error error = {0};
    hf_step_report report;
    for (int k = 0; k < steps; k++)
    {
        if (hf_world_step(world, h, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        CHECK(report.certified);
    }
}

/// Two weights that slide up and down; a rope from one to the other that is as long as it may be.
#define WEIGHTS                                                                                                        \
    "<body pos='-.1 0 0'><joint name='a' type='slide' axis='0 0 1'/><geom size='.01' mass='2' contype='0' "            \
    "conaffinity='0'/><site name='sa'/></body>"                                                                        \
    "<body pos='.1 0 0'><joint name='b' type='slide' axis='0 0 1'/><geom size='.01' mass='1' contype='0' "             \
    "conaffinity='0'/><site name='sb'/></body>"

TEST(weights_on_a_rope_over_a_drum)
{
    // 0.5 m up, half round, 0.5 m down
    hf_model *model = text_model(
        "<mujoco><compiler autolimits='false'/><worldbody>"
        "<geom name='drum' type='cylinder' size='.1 .1' pos='0 0 .5' euler='90 0 0' contype='0' conaffinity='0'/>"
        "<site name='up' pos='0 0 1'/>" WEIGHTS "</worldbody><tendon>"
        "<spatial name='rope' limited='true' range='0 1.3141592653589793'><site site='sa'/><geom geom='drum' "
        "sidesite='up'/>"
        "<site site='sb'/></spatial></tendon></mujoco>");
    CHECK(hf_model_find(model, HF_ITEM_TENDON, "rope") == 0 && hf_model_find(model, HF_ITEM_TENDON, "drum") == -1);
    hf_world *world = world_of(model);
    hf_error error;
    double length, velocity, moments[2];
    CHECK(hf_world_tendon_lengths(world, &length, &velocity, moments, &error) == HF_STATUS_OK);
    CHECK_NEAR(length, 1 + 0.1 * 3.14159265358979323846, 1e-14);
    CHECK_NEAR(moments[0], -1, 1e-14);
    CHECK_NEAR(moments[1], -1, 1e-14);
    run(world, 0.002, 100);
    CHECK_NEAR(hf_world_v(world)[0], -G / 3 * 0.2, 1e-8);
    CHECK_NEAR(hf_world_v(world)[1], G / 3 * 0.2, 1e-8);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_pulley_divides)
{
    // length = |up - a| + |up - b| / 2: b goes twice as far as a, with half the pull T of the rope:
    // 2 a = T - 2 g, 1 b = T / 2 - g, b = -2 a  ⇒ a = 0; with T = 2 g both hang still. A third of a kilogram less lets
    //                                           a sink.
    hf_model *model =
        text_model("<mujoco><compiler autolimits='false'/><worldbody><site name='up' pos='-.1 0 1'/><site name='top' "
                   "pos='.1 0 1'/>" WEIGHTS "</worldbody><tendon><spatial limited='true' range='0 1.5'><site "
                   "site='sa'/><site site='up'/><pulley divisor='2'/>"
                   "<site site='top'/><site site='sb'/></spatial></tendon></mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    double moments[2];
    CHECK(hf_world_tendon_lengths(world, NULL, NULL, moments, &error) == HF_STATUS_OK);
    CHECK_NEAR(moments[0], -1, 1e-15);
    CHECK_NEAR(moments[1], -0.5, 1e-15);
    run(world, 0.002, 50);
    CHECK_NEAR(hf_world_v(world)[0], 0, 1e-9);
    const double less[3] = {0, 0, -6}, none[3] = {0, 0, 0}; // 2 a = T - 2 g - 6, b = T/2 - g, b = -2a  ⇒  a = -1
    CHECK(hf_world_set_wrench(world, 1, less, none, &error) == HF_STATUS_OK);
    run(world, 0.002, 50);
    CHECK_NEAR(hf_world_v(world)[0], -0.1, 1e-8);
    CHECK_NEAR(hf_world_v(world)[1], 0.2, 1e-8);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

static const char arm[] =
    "<mujoco><worldbody><site name='s0' pos='-.2 .03 .1'/><body><joint name='one' axis='0 .2 1'/>"
    "<geom name='drum' type='cylinder' size='.1 .1' mass='1' contype='0' conaffinity='0'/>"
    "<site name='s1' pos='.3 .02 0'/><site name='side' pos='.4 -.3 0'/><body pos='.4 0 0'><joint name='two' axis='0 1 "
    "1'/>"
    "<geom name='ball' size='.07' mass='1' contype='0' conaffinity='0'/><site name='s2' pos='.2 .01 -.03'/>"
    "<site name='in' pos='.01 0 0'/></body></body></worldbody><tendon>"
    "<spatial name='outer'><site site='s0'/><geom geom='drum'/><site site='s1'/><geom geom='ball' sidesite='side'/>"
    "<site site='s2'/></spatial>"
    "<spatial name='inner'><site site='s1'/><geom geom='ball' sidesite='in'/><site site='s2'/><pulley divisor='3'/>"
    "<site site='s0'/><site site='s2'/></spatial></tendon></mujoco>";

/// Lengths at a configuration.
static void lengths_at(hf_world *world, double one, double two, double *length)
{
    const double q[2] = {one, two}, v[2] = {0.7, -1.1};
    hf_error error;
    CHECK(hf_world_set_q(world, q, v, &error) == HF_STATUS_OK);
    CHECK(hf_world_tendon_lengths(world, length, NULL, NULL, &error) == HF_STATUS_OK);
}

TEST(moment_arms_are_slopes_of_lengths)
{
    hf_model *model = text_model(arm);
    hf_world *world = world_of(model);
    const double e = 1e-5;
    for (int k = 0; k < 40; k++)
    {
        double one = -1.5 + 0.08 * k, two = 1.7 - 0.09 * k, length[2], velocity[2], moments[4], plus[2], minus[2];
        hf_error error;
        lengths_at(world, one, two, length);
        CHECK(hf_world_tendon_lengths(world, NULL, velocity, moments, &error) == HF_STATUS_OK);
        for (int j = 0; j < 2; j++)
        {
            lengths_at(world, one + (j == 0) * e, two + (j == 1) * e, plus);
            lengths_at(world, one - (j == 0) * e, two - (j == 1) * e, minus);
            for (int t = 0; t < 2; t++) CHECK_NEAR(moments[2 * t + j], (plus[t] - minus[t]) / (2 * e), 1e-8);
        }
        for (int t = 0; t < 2; t++) CHECK_NEAR(velocity[t], 0.7 * moments[2 * t] - 1.1 * moments[2 * t + 1], 1e-14);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(written_and_read_again)
{
    hf_model *model = text_model(arm);
    char path[600];
    hf_error error = {0};
    snprintf(path, sizeof path, "%s/again.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_model *again = scene_model(path);
    hf_world *a = world_of(model), *b = world_of(again);
    double first[2], second[2];
    lengths_at(a, 0.4, 0.9, first);
    lengths_at(b, 0.4, 0.9, second);
    for (int t = 0; t < 2; t++) CHECK_NEAR(second[t], first[t], 1e-15);
    hf_tendon_def inner = hf_model_tendon(again, 1);
    CHECK(inner.count == 6 && inner.path[1].kind == HF_PATH_WRAP && inner.path[1].side >= 0);
    CHECK(inner.path[3].kind == HF_PATH_PULLEY && inner.path[3].divisor == 3);
    hf_world_destroy(a);
    hf_world_destroy(b);
    hf_model_destroy(model);
    hf_model_destroy(again);
}
