// What selection means for worlds: forces of a patch are those of equally stiff points, they move continuously, and motion near the limit of friction does not depend on the step.

#include "support/lifted_box.h"

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

/// Loads of springs of equal stiffness under a rigid body: N_i = a + b x_i + c y_i, with Σ N = weight and its moments about x and y; by Gauss elimination of the 3 × 3 system.
static void spring_loads(int count, const double (*at)[2], double weight, const double center[2], double *load)
{
    double A[3][4] = {{0.0}};
    for (int i = 0; i < count; i++)
    {
        const double row[3] = {1.0, at[i][0], at[i][1]};
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) A[j][k] += row[j] * row[k];
    }
    A[0][3] = weight, A[1][3] = weight * center[0], A[2][3] = weight * center[1];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            for (int k = 3; i != j && k >= j; k--) A[i][k] -= A[i][j] / A[j][j] * A[j][k];
    for (int i = 0; i < count; i++)
        load[i] = A[0][3] / A[0][0] + A[1][3] / A[1][1] * at[i][0] + A[2][3] / A[2][2] * at[i][1];
}

/// Feet of four small spheres each, as those of a G1, one ahead of the other, under a body whose centre of mass is between them.
TEST(feet_share_a_load_as_equal_springs_do)
{
    static const double at[8][2] = {{-0.03, 0.14}, {0.14, 0.13},  {-0.03, 0.08}, {0.14, 0.09},
                                    {0.02, -0.14}, {0.19, -0.13}, {0.02, -0.08}, {0.19, -0.09}};
    static const double middle[2] = {0.07, 0.02};
    char text[4000];
    int n =
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body name='robot' pos='0 0 0.005'><freejoint/>"
                 "<inertial pos='%.17g %.17g 0.7' mass='35' diaginertia='2 2 1'/>",
                 middle[0], middle[1]);
    for (int i = 0; i < 8; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "<geom type='sphere' size='0.005' pos='%.17g %.17g 0'/>",
                      at[i][0], at[i][1]);
    snprintf(text + n, sizeof text - (size_t)n, "</body></worldbody></mujoco>");
    hf_model *model;
    hf_world *world = open_world(text, &model);
    for (int k = 0; k < 10; k++) CHECK(step(world, 0.0).solve.unselected == 0);
    double load[8];
    spring_loads(8, at, 35 * 9.81, middle, load);
    CHECK(hf_world_contact_count(world) == 8);
    for (int i = 0; i < 8; i++)
    {
        hf_contact contact = hf_world_contact(world, i);
        int nearest = 0;
        for (int j = 1; j < 8; j++)
            if (hypot(contact.point[0] - at[j][0], contact.point[1] - at[j][1]) <
                hypot(contact.point[0] - at[nearest][0], contact.point[1] - at[nearest][1]))
                nearest = j;
        CHECK_NEAR(contact.r[0] / 0.002, load[nearest], 1e-6 * 35 * 9.81);
        CHECK_NEAR(hypot(contact.r[1], contact.r[2]) / 0.002, 0.0, 1e-6);
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

static double turn_of_lifted_box(double h)
{
    double end[3];
    lift_box(h, 0.0, end);
    return end[2];
}

TEST(a_lifted_box_turns_alike_at_every_step_size)
{
    double fine = turn_of_lifted_box(0.0005);
    CHECK_NEAR(fine, 0.0655, 0.0066); // it turns, and is held
    CHECK_NEAR(turn_of_lifted_box(0.001), fine, 0.01 * fine);
    CHECK_NEAR(turn_of_lifted_box(0.002), fine, 0.02 * fine);
    CHECK_NEAR(turn_of_lifted_box(0.004), fine, 0.04 * fine);
}
