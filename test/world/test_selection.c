// What selection means for worlds: forces of a patch are those of equally stiff points, they move continuously, and motion near the limit of friction does not depend on the step.

#include "support/scene_text.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static hf_world *open_world(const char *text, hf_model **model)
{
    hf_world *world;
    hf_error error = {0};
    *model = text_model(text);
    CHECK(hf_world_create(*model, &world, &error) == HF_STATUS_OK);
    return world;
}

static hf_step_report step(hf_world *world, double h)
{
    hf_step_report report;
    hf_error error = {0};
    if (hf_world_step(world, h, &report, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(report.certified);
    return report;
}

// ---- at rest ----

static const char cube[] =
    "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body name='cube' pos='0 0 0.05'><freejoint/>"
    "<geom type='box' size='0.05 0.05 0.05' mass='1' friction='1'/></body></worldbody></mujoco>";

TEST(a_cube_at_rest_carries_a_quarter_at_each_corner)
{
    hf_model *model;
    hf_world *world = open_world(cube, &model);
    for (int k = 0; k < 50; k++) CHECK(step(world, 0.0).solve.unselected == 0);
    CHECK(hf_world_contact_count(world) == 4);
    for (int i = 0; i < 4; i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        CHECK_NEAR(contact.r[0] / 0.002, 2.4525, 1e-8);
        CHECK_NEAR(hypot(contact.r[1], contact.r[2]) / 0.002, 0.0, 1e-8);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A box on a floor whose weight is off its middle: the wrench is its weight, the pressure centre is below the centre of mass, and the patch is the whole face.
TEST(the_wrench_of_a_pair_is_what_it_carries)
{
    static const char text[] =
        "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body name='box' pos='0 0 0.05'><freejoint/>"
        "<geom type='box' size='0.1 0.06 0.05' mass='1'/><geom type='sphere' size='0.01' pos='0.04 0.02 0.02' mass='3' "
        "contype='0' conaffinity='0'/>"
        "</body></worldbody></mujoco>";
    hf_model *model;
    hf_world *world = open_world(text, &model);
    hf_wrench wrench;
    CHECK(hf_world_wrenches(world, 1, &wrench) == 0);
    for (int k = 0; k < 20; k++) (void)step(world, 0.0);
    CHECK(hf_world_wrenches(world, 1, &wrench) == 1);
    CHECK(wrench.body_a == 0 && wrench.body_b == 1 && wrench.contact_count == 4);
    CHECK_NEAR(wrench.load, 4 * 9.81, 1e-8);
    CHECK_NEAR(wrench.force[2], -4 * 9.81, 1e-8); // on the world
    CHECK_NEAR(wrench.center[0], 0.03, 1e-9);
    CHECK_NEAR(wrench.center[1], 0.015, 1e-9);
    for (int k = 0; k < 3; k++) CHECK_NEAR(wrench.torque[k], 0.0, 1e-8);
    CHECK_NEAR(wrench.area, 0.2 * 0.12, 1e-9);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A beam on three equal supports, of which the middle one yields twice as much as the others at each point (1 and 3, against 1 and 1): level by symmetry, so that loads are as 2 : 1 : 2.
TEST(shapes_have_compliances_of_their_own)
{
    static const char text[] =
        "<mujoco><worldbody><geom type='box' size='0.02 0.05 0.05' pos='-0.3 0 0'/>"
        "<geom name='soft' type='box' size='0.02 0.05 0.05'/><geom type='box' size='0.02 0.05 0.05' pos='0.3 0 0'/>"
        "<body name='beam' pos='0 0 0.06'><freejoint/><geom type='box' size='0.4 0.05 0.01' mass='5'/></body>"
        "</worldbody><holdfast><geom name='soft' compliance='3'/></holdfast></mujoco>";
    hf_model *model;
    hf_world *world = open_world(text, &model);
    for (int k = 0; k < 5; k++) CHECK(step(world, 0.0).solve.unselected == 0);
    double load[3] = {0.0}; // left, middle, right
    for (int i = 0; i < hf_world_contact_count(world); i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        load[1 + (contact.point[0] > 0.1) - (contact.point[0] < -0.1)] += contact.r[0] / 0.002;
    }
    CHECK_NEAR(load[0], 0.4 * 5 * 9.81, 1e-6);
    CHECK_NEAR(load[1], 0.2 * 5 * 9.81, 1e-6);
    CHECK_NEAR(load[2], 0.4 * 5 * 9.81, 1e-6);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- tilted ----

static const char tilted[] =
    "<mujoco><option timestep='0.001'/><worldbody>"
    "<body name='plate' mocap='true' pos='0 0 -0.1'><geom type='box' size='1 1 0.1' friction='2'/></body>"
    "<body name='box' pos='0 0 0.1'><freejoint/><geom type='box' size='0.05 0.04 0.1' mass='1' friction='2'/></body>"
    "</worldbody><holdfast><prescribe body='plate' angular_velocity='0 0.2 0'/>"
    "<body name='box' velocity='0.04 0 0' angular_velocity='0 0.2 0'/></holdfast></mujoco>";

/// Force of the contact with this name, in N; 0 if it is not there.
static double load_of(const hf_world *world, uint64_t id, double h)
{
    for (int i = 0; i < hf_world_contact_count(world); i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        double sum = contact.r[0] * contact.r[0] + contact.r[1] * contact.r[1] + contact.r[2] * contact.r[2];
        if (contact.id == id) return sqrt(sum) / h;
    }
    return 0.0;
}

/// A plate that turns slowly under a box. Corners share the load of springs until the box tips where its centre of mass is over the edge: tan = 0.05 / 0.1.
TEST(a_box_that_is_tilted_slowly_until_it_tips)
{
    hf_model *model;
    hf_world *world = open_world(tilted, &model);
    const double h = 0.001, weight = 9.81;
    double before[8] = {0}, largest = 0.0, tipped = 0.0;
    uint64_t id[8];
    int count = 0;
    (void)step(world, 0.0);
    for (int k = 0; k < 3000 && tipped == 0.0; k++)
    {
        count = hf_world_contact_count(world);
        CHECK(count <= 8);
        for (int i = 0; i < count; i++)
        {
            id[i] = hf_world_contact(world, i).id;
            before[i] = load_of(world, id[i], h);
        }
        (void)step(world, 0.0);
        for (int i = 0; i < count; i++) largest = fmax(largest, fabs(load_of(world, id[i], h) - before[i]));
        int loaded = 0;
        for (int i = 0; i < hf_world_contact_count(world); i++)
            loaded += hf_world_contact(world, i).r[0] / h > 1e-4 * weight;
        if (loaded <= 2) tipped = 0.2 * hf_world_time(world);
    }
    CHECK_NEAR(tipped, atan(0.5), 2e-3); // the turning itself takes ω² r / g = 0.0004 of the weight
    CHECK(largest <= 0.01 * weight);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- lifted ----

/// Two flat pads lift a box off its middle, near the limit of what the friction of their corners can carry: it turns a little on its way up.
static const char lifted[] = "<mujoco><worldbody><geom type='plane' size='0 0 1' friction='0.5'/>"
                             "<body name='lift' pos='0 0 0.05'><joint name='z' type='slide' axis='0 0 1'/>"
                             "<geom type='sphere' size='0.005' mass='0.5' contype='0' conaffinity='0' pos='0 0 0.2'/>"
                             "<body pos='0 -0.041 0'><joint name='l' type='slide' axis='0 1 0'/><geom type='box' "
                             "size='0.012 0.01 0.012' mass='0.1' friction='0.9'/></body>"
                             "<body pos='0 0.041 0'><joint name='r' type='slide' axis='0 -1 0'/><geom type='box' "
                             "size='0.012 0.01 0.012' mass='0.1' friction='0.9'/></body>"
                             "</body><body name='box' pos='0.008 0 0.0301'><freejoint/><geom type='box' size='0.06 "
                             "0.03 0.03' mass='0.9' friction='0.9'/></body></worldbody>"
                             "<actuator><position name='z' joint='z' kp='2000' kv='100'/><motor name='l' "
                             "joint='l'/><motor name='r' joint='r'/></actuator></mujoco>";

/// Turn [rad] of the box after 2 s: pads close with 6 N in 0.2 s, and rise by 0.1 m from 0.5 to 1.5 s.
static double turn_of_lifted_box(double h)
{
    hf_model *model;
    hf_world *world = open_world(lifted, &model);
    int steps = (int)lround(2.0 / h), box = hf_model_find_body(model, "box");
    hf_error error = {0};
    for (int k = 0; k < steps; k++)
    {
        double t = k * h, rise = fmin(fmax(t - 0.5, 0.0), 1.0), force = fmin(30.0 * t, 6.0);
        const double control[3] = {0.1 * rise * rise * (3.0 - 2.0 * rise), force, force};
        for (int i = 0; i < 3; i++) CHECK(hf_world_set_control(world, i, control[i], &error) == HF_STATUS_OK);
        CHECK(step(world, h).solve.unselected == 0);
    }
    hf_body_state state = hf_world_body(world, box);
    CHECK(state.position[2] > 0.1);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return 2.0 * acos(fmin(1.0, fabs(state.orientation[0])));
}

TEST(a_lifted_box_turns_alike_at_every_step_size)
{
    double fine = turn_of_lifted_box(0.0005);
    CHECK_NEAR(fine, 0.0655, 0.0066); // it turns, and is held
    CHECK_NEAR(turn_of_lifted_box(0.001), fine, 0.01 * fine);
    CHECK_NEAR(turn_of_lifted_box(0.002), fine, 0.02 * fine);
    CHECK_NEAR(turn_of_lifted_box(0.004), fine, 0.04 * fine);
}
