// Grasps: what --accuracy asks for is got, friction holds from its formula on, and a hand that holds a can lets nothing
// slip.

#include "support/lifted_box.h"

#include <unistd.h>

// ---- a lifted box ----

/// The least and the most of turn and slip over steps and accuracies.
static void lift_at_all(double mu, double least[2], double most[2])
{
    static const double steps[] = {0.004, 0.002, 0.001, 0.0005, 0.00025}, accuracies[] = {1e-4, 1e-5, 1e-6};
    double end[4];
    least[0] = least[1] = INFINITY;
    most[0] = most[1] = 0.0;
    for (int k = 0; k < 8; k++)
    {
        lift_box(mu, k < 5 ? steps[k] : 0.004, k < 5 ? 0.0 : accuracies[k - 5], end);
        printf("        mu %g, %s %g: turn %.5f rad, slip %.5f mm\n", mu, k < 5 ? "step" : "accuracy",
               k < 5 ? steps[k] : accuracies[k - 5], end[2], 1e3 * end[3]);
        for (int j = 0; j < 2; j++)
        {
            least[j] = fmin(least[j], end[2 + j]);
            most[j] = fmax(most[j], end[2 + j]);
        }
    }
}

/// Springs let go of it below 0.95: corners of pads share their 6 N otherwise then, while the floor lets go as well.
TEST(a_lifted_box_stays_where_it_is_between_pads_at_every_step_and_accuracy)
{
    static const double coefficients[] = {0.95, 0.9, 0.84};
    double least[2], most[2];
    for (int k = 0; k < 3; k++)
    {
        lift_at_all(coefficients[k], least, most);
        CHECK(most[0] < 1e-8 && most[1] < 1e-9);
    }
}

TEST(a_lifted_box_turns_and_slips_alike_at_every_step_and_accuracy)
{
    double least[2], most[2];
    lift_at_all(0.82, least, most);
    CHECK(least[0] > 0.1 && most[0] < 1.02 * least[0]);
    CHECK(least[1] > 1e-3 && most[1] < 1.1 * least[1]);
}

/// Errors of where the box is, a turn counted by the box's half length, at the same controls. They are what pieces
/// leave where pads and floor let go of it.
TEST(errors_fall_with_the_accuracy_that_is_asked_for)
{
    static const double accuracies[] = {1e-5, 1e-6, 1e-7, 1e-8};
    double exact[4], end[4], before = INFINITY, first = 0.0;
    lift_box(0.82, 0.004, 1e-9, exact);
    for (int k = 0; k < 4; k++)
    {
        lift_box(0.82, 0.004, accuracies[k], end);
        double error = hypot(hypot(end[0] - exact[0], end[1] - exact[1]), 0.06 * (end[2] - exact[2]));
        printf("        accuracy %g: error %.2e m\n", accuracies[k], error);
        CHECK(error < 0.7 * before);
        if (k == 0) first = error;
        before = error;
    }
    CHECK(before < 0.1 * first);
}

/// How far a body falls in half a second, held by so many motors with that force each [m]; every step is certified.
static double fall_between(const char *text, const char *name, int motors, double force)
{
    hf_error error = {0};
    hf_model *model = text_model(text);
    hf_world *world;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    for (int i = 0; i < motors; i++) CHECK(hf_world_set_control(world, i, force, &error) == HF_STATUS_OK);
    for (int k = 0; k < 250; k++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK && report.certified);
    }
    double fallen = -hf_world_body(world, hf_model_find(model, HF_ITEM_BODY, name)).position[2];
    hf_world_destroy(world);
    hf_model_destroy(model);
    return fallen;
}

/// How far a box of 0.9 kg falls in half a second between flat pads that hold its middle with 6 N [m].
static double fall_between_pads(double mu)
{
    char text[1500];
    snprintf(text, sizeof text,
             "<mujoco><default><geom friction='%.17g'/></default><worldbody>"
             "<body pos='0 -0.04 0'><joint name='l' type='slide' axis='0 1 0'/><geom type='box' "
             "size='0.012 0.01 0.012' mass='0.1'/></body>"
             "<body pos='0 0.04 0'><joint name='r' type='slide' axis='0 -1 0'/><geom type='box' "
             "size='0.012 0.01 0.012' mass='0.1'/></body>"
             "<body name='box'><freejoint/><geom type='box' size='0.06 0.03 0.03' mass='0.9'/></body></worldbody>"
             "<actuator><motor joint='l'/><motor joint='r'/></actuator></mujoco>",
             mu);
    return fall_between(text, "box", 2, 6.0);
}

TEST(pads_hold_a_box_from_the_formula_on)
{
    const double limit = 0.9 * 9.81 / (2.0 * 6.0); // 2 mu N = m g
    CHECK(fall_between_pads(1.01 * limit) < 1e-8);
    CHECK(fall_between_pads(0.99 * limit) > 1e-3); // a hundredth of g t²/2 is 12 mm
}

// ---- three fingers ----

/// How far a ball of 0.3 kg that three fingers hold with 2 N each falls in half a second [m].
static double fall_between_fingers(double mu)
{
    char text[2000], fingers[1200] = "";
    for (int k = 0; k < 3; k++)
    {
        double c = cos(2.0943951023931953 * k), s = sin(2.0943951023931953 * k);
        snprintf(fingers + strlen(fingers), sizeof fingers - strlen(fingers),
                 "<body pos='%.17g %.17g 0'><joint name='f%d' type='slide' axis='%.17g %.17g 0'/>"
                 "<geom type='sphere' size='0.01' mass='0.05'/></body>",
                 0.04 * c, 0.04 * s, k, -c, -s);
    }
    snprintf(text, sizeof text,
             "<mujoco><default><geom friction='%.17g'/></default><worldbody>%s<body name='ball'><freejoint/>"
             "<geom type='sphere' size='0.03' mass='0.3'/></body></worldbody><actuator><motor joint='f0'/>"
             "<motor joint='f1'/><motor joint='f2'/></actuator></mujoco>",
             mu, fingers);
    return fall_between(text, "ball", 3, 2.0);
}

TEST(three_fingers_hold_a_ball_from_the_formula_on)
{
    const double limit = 0.3 * 9.81 / (3.0 * 2.0); // 3 mu N = m g
    CHECK(fall_between_fingers(1.01 * limit) < 1e-8);
    CHECK(fall_between_fingers(0.99 * limit) > 1e-3); // a hundredth of g t²/2 is 12 mm
}

// ---- a hand ----

TEST(a_hand_holds_a_can)
{
    const char *scene = HOLDFAST_SOURCE_DIR "/../shared/scenes/leap_can.xml",
               *table = HOLDFAST_SOURCE_DIR "/../shared/scenes/leap_can.csv";
    hf_error error = {0};
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_controls *controls = NULL;
    if (access(scene, R_OK) != 0) SKIP("%s is absent", scene);
    if (hf_scene_open(scene, 1, NULL, NULL, &builder, &error) != HF_STATUS_OK) SKIP("%s", error.message);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_controls_read(table, model, &controls, &error) == HF_STATUS_OK);
    int can = hf_model_find(model, HF_ITEM_BODY, "can");
    double slipped = 0.0;
    int inexact = 0;
    hf_body_state from = {0};
    for (int k = 0; k < 3250; k++) // closed after 1.5 s, and 5 s more
    {
        hf_step_report report;
        CHECK(hf_controls_apply(controls, world, &error) == HF_STATUS_OK);
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        // While the can seats itself one step is at 7e-8: it has an answer, which takes six times the work of a step.
        CHECK(report.certified || (k < 750 && report.solve.residual.natural < 1e-6));
        inexact += !report.certified;
        hf_body_state now = hf_world_body(world, can);
        if (k == 750) from = now;
        if (k < 750) continue;
        for (int i = 0; i < 3; i++) slipped = fmax(slipped, fabs(now.position[i] - from.position[i]));
    }
    CHECK(inexact <= 1);
    CHECK(slipped < 1e-9); // 2e-14 m
    hf_controls_destroy(controls);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}
