// The same mechanism as `tree` (maximal coordinates) and as `articulated` (reduced): steps, trajectories, what is kept,
// and what is refused.

#include "support/mechanism_kit.h"

#include "holdfast/scene.h"

#include <stdio.h>

typedef struct twin
{
    hf_model *model[2]; // reduced, maximal
    hf_world *world[2];
} twin;

static hf_settings with_coordinates(const hf_builder *builder, int which)
{
    hf_settings settings = hf_builder_settings(builder);
    settings.step.coordinates = which ? HF_COORDINATES_MAXIMAL : HF_COORDINATES_REDUCED;
    return settings;
}

/// Both worlds of a builder, which is destroyed.
static twin twin_make(hf_builder *builder)
{
    twin t = {0};
    for (int k = 0; k < 2; k++)
    {
        hf_settings settings = with_coordinates(builder, k);
        OK(hf_builder_set(builder, &settings, &error));
        OK(hf_model_build(builder, &t.model[k], &error));
        OK(hf_world_create(t.model[k], &t.world[k], &error));
    }
    hf_builder_destroy(builder);
    return t;
}

static twin twin_open(const char *scene)
{
    hf_builder *builder = NULL;
    hf_status status = hf_scene_open(scene, 1, NULL, NULL, &builder, &error);
    OK(status);
    return twin_make(builder);
}

static void twin_end(twin *t)
{
    for (int k = 0; k < 2; k++) hf_world_destroy(t->world[k]), hf_model_destroy(t->model[k]);
}

static void twin_step(twin *t, double h)
{
    for (int k = 0; k < 2; k++)
    {
        hf_step_report report;
        OK(hf_world_step(t->world[k], h, &report, &error));
        CHECK(report.certified);
    }
}

/// The second world stands where the first is.
static void twin_meet(twin *t)
{
    OK(hf_world_set_q(t->world[1], hf_world_q(t->world[0]), hf_world_v(t->world[0]), &error));
}

/// The largest difference of generalized velocities, relative to the largest of them.
static double velocities_apart(const twin *t)
{
    const double *a = hf_world_v(t->world[0]), *b = hf_world_v(t->world[1]);
    double apart = 0.0, largest = 1.0;
    for (int k = 0; k < hf_model_v_count(t->model[0]); k++)
    {
        apart = fmax(apart, fabs(a[k] - b[k]));
        largest = fmax(largest, fabs(a[k]));
    }
    return apart / largest;
}

static double positions_apart(const twin *t)
{
    double apart = 0.0;
    for (int k = 0; k < hf_model_count(t->model[0], HF_ITEM_BODY); k++)
    {
        hf_body_state a = hf_world_body(t->world[0], k), b = hf_world_body(t->world[1], k);
        for (int i = 0; i < 3; i++) apart = fmax(apart, fabs(a.position[i] - b.position[i]));
    }
    return apart;
}

/// How far links of the maximal world are from where the reduced one has them at the same q: what joints are open,
/// summed up from the root.
static double joints_open(twin *t)
{
    OK(hf_world_set_q(t->world[0], hf_world_q(t->world[1]), hf_world_v(t->world[1]), &error));
    return positions_apart(t);
}

// ---- one step ----

/// From states along the way, one short step of both.
static void compare_steps(const char *scene, int rounds, int between, double h, double tolerance)
{
    twin t = twin_open(scene);
    for (int round = 0; round < rounds; round++)
    {
        for (int k = 0; k < between; k++) OK(hf_world_step(t.world[0], 0.0, NULL, &error));
        twin_meet(&t);
        twin_step(&t, h);
        double apart = velocities_apart(&t);
        if (!(apart <= tolerance))
            harness_fail(__FILE__, __LINE__, "%s, round %d: velocities are %g apart", scene, round, apart);
    }
    twin_end(&t);
}

TEST(one_step_gives_the_same_velocities)
{
    compare_steps("pendulum", 10, 40, 1e-5, 1e-8);
    compare_steps("four_bar", 10, 40, 1e-5, 1e-8);
    compare_steps("slider_crank", 10, 40, 1e-5, 1e-8);
    compare_steps("gears", 5, 40, 1e-5, 1e-8);
    compare_steps(HOLDFAST_SOURCE_DIR "/scenes/humanoid.xml", 5, 40, 1e-5, 1e-8); // stands: contacts, motors
}

// ---- a mechanism with everything ----

/// A floating trunk with limbs of all joints, several on one, with armature, dampers, springs, limits, dry friction and
/// motors; a floor below.
static hf_builder *limbs(bool floor, bool limits, double gravity)
{
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 1e-3;
    settings.physics.gravity[2] = gravity;
    settings.solver.tolerance = 1e-12;
    OK(hf_builder_set(k.builder, &settings, &error));
    hf_body_def trunk = hf_body_def_default();
    trunk.position[2] = 0.6;
    trunk.velocity[0] = 0.4;
    trunk.angular_velocity[1] = 1.0, trunk.angular_velocity[2] = -0.7;
    int body[6] = {0};
    OK(hf_builder_add_body(k.builder, &trunk, &body[0], &error));
    for (int i = 1; i < 6; i++)
    {
        hf_body_def def = hf_body_def_default();
        def.parent = body[i == 5 ? 4 : i == 3 ? 2 : 0];
        def.position[0] = i < 3 ? 0.3 : 0.25;
        def.position[1] = i == 1 ? 0.2 : i == 2 ? -0.2 : 0.0;
        OK(hf_builder_add_body(k.builder, &def, &body[i], &error));
    }
    for (int i = 0; i < 6; i++)
    {
        hf_shape_def shape = hf_shape_def_default();
        shape.body = body[i];
        shape.kind = HF_SHAPE_SPHERE;
        shape.size[0] = i ? 0.08 : 0.15;
        shape.friction = 0.6;
        if (!floor) shape.category = shape.mask = 0;
        OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
    }
    if (floor)
    {
        hf_shape_def plane = hf_shape_def_default();
        plane.kind = HF_SHAPE_PLANE;
        OK(hf_builder_add_shape(k.builder, &plane, NULL, &error));
    }
    hf_joint_def joint = hinge_y(body[1]);
    joint.position[0] = -0.15;
    joint.armature = 0.02;
    joint.limited = limits;
    joint.range[0] = -0.2, joint.range[1] = 0.3;
    joint.initial_velocity = 2.0;
    add_joint(&k, joint);
    joint = hinge_y(body[2]); // two hinges: a universal joint
    joint.position[0] = -0.15;
    joint.damping = 0.05;
    add_joint(&k, joint);
    joint.axis[1] = 0, joint.axis[2] = 1;
    joint.stiffness = 3.0;
    joint.damping = 0.0;
    joint.initial_velocity = 1.0;
    add_joint(&k, joint);
    joint = hf_joint_def_default();
    joint.body = body[3];
    joint.kind = HF_JOINT_BALL;
    joint.position[0] = -0.12;
    joint.damping = 0.01;
    add_joint(&k, joint);
    joint = hf_joint_def_default();
    joint.body = body[4];
    joint.kind = HF_JOINT_SLIDE;
    joint.axis[0] = 1, joint.axis[2] = 0;
    joint.friction = limits ? 0.3 : 0.0;
    joint.initial_velocity = -0.5;
    int slide = add_joint(&k, joint);
    joint = hinge_y(body[5]);
    joint.position[0] = -0.1;
    int driven = add_joint(&k, joint);
    hf_actuator_def motor = hf_actuator_def_default();
    motor.target = slide;
    motor.gain[0] = 100, motor.bias[1] = -100, motor.bias[2] = -3; // a position motor
    motor.force_limited = true;
    motor.force_range[0] = -4, motor.force_range[1] = 4;
    motor.control = 0.05;
    OK(hf_builder_add_actuator(k.builder, &motor, NULL, &error));
    motor.target = driven;
    motor.force_limited = false;
    motor.gain[0] = 2, motor.bias[1] = -2, motor.bias[2] = -0.1;
    OK(hf_builder_add_actuator(k.builder, &motor, NULL, &error));
    return k.builder;
}

TEST(all_that_acts_on_joints_acts_alike)
{
    twin t = twin_make(limbs(true, true, -9.81));
    for (int round = 0; round < 30; round++)
    {
        for (int k = 0; k < 20; k++) OK(hf_world_step(t.world[0], 0.0, NULL, &error));
        twin_meet(&t);
        twin_step(&t, 1e-8); // short: at an impact the two differ by the order of the step
        double apart = velocities_apart(&t), overlap = 0.0;
        for (int c = 0; c < hf_world_contact_count(t.world[0]); c++)
            overlap = fmax(overlap, -hf_world_contact(t.world[0], c).gap);
        // removing overlap turns links at 50 rad/s: one keeps their momenta, the other closes joints once more
        if (!(apart <= 2e-8 + 5e3 * overlap))
            harness_fail(__FILE__, __LINE__, "round %d: velocities are %g apart, overlap %g", round, apart, overlap);
        for (int a = 0; a < 2; a++)
            CHECK_NEAR(hf_world_actuator_force(t.world[1], a), hf_world_actuator_force(t.world[0], a), 1e-4);
    }
    twin_end(&t);
}

// ---- trajectories ----

static double apart_after(const char *scene, double h, double duration)
{
    twin t = twin_open(scene);
    for (int k = 0; k < (int)(duration / h + 0.5); k++) twin_step(&t, h);
    double apart = positions_apart(&t);
    twin_end(&t);
    return apart;
}

TEST(trajectories_meet_with_the_square_of_the_step)
{
    double coarse = apart_after("pendulum", 2e-3, 0.2), fine = apart_after("pendulum", 5e-4, 0.2);
    printf("pendulum: %g and %g m apart\n", coarse, fine);
    CHECK(fine < 1e-6 && coarse / fine > 12.0 && coarse / fine < 20.0);
    coarse = apart_after("slider_crank", 2e-3, 0.2), fine = apart_after("slider_crank", 5e-4, 0.2);
    CHECK(fine < 5e-7 && coarse / fine > 12.0);
    CHECK(apart_after("bricard", 1e-3, 0.1) < 1e-7); // loops that depend on each other
    CHECK(apart_after(HOLDFAST_SOURCE_DIR "/scenes/humanoid.xml", 1e-3, 0.1) < 1e-8);
}

TEST(joints_stay_closed)
{
    twin t = twin_make(limbs(true, true, -9.81)); // it falls on the floor, and lies there
    double open = 0.0;
    for (int k = 0; k < 1500; k++)
    {
        hf_step_report report;
        OK(hf_world_step(t.world[1], 0.0, &report, &error));
        CHECK(report.certified);
        if (k % 10 == 0) open = fmax(open, joints_open(&t));
    }
    CHECK_NEAR(open, 0.0, 1e-10);
    twin_end(&t);
    t = twin_open("jansen");
    for (int k = 0; k < 500; k++) OK(hf_world_step(t.world[1], 0.0, NULL, &error));
    CHECK_NEAR(hf_world_loop_gap(t.world[1]), 0.0, 1e-10);
    CHECK_NEAR(joints_open(&t), 0.0, 1e-10);
    twin_end(&t);
}

// ---- what is kept ----

typedef struct momentum
{
    double linear[3], angular[3];
} momentum;

/// Of all free and jointed bodies, about the origin.
static momentum momentum_of(const hf_model *model, const hf_world *world)
{
    momentum sum = {0};
    for (int k = 1; k < hf_model_count(model, HF_ITEM_BODY); k++)
    {
        hf_body_def def = hf_model_body(model, k);
        hf_body_state s = hf_world_body(world, k);
        double m = def.mass, *x = s.position, *v = s.velocity, *w = s.angular_velocity;
        for (int i = 0; i < 3; i++)
        {
            int a = (i + 1) % 3, b = (i + 2) % 3;
            sum.linear[i] += m * v[i];
            sum.angular[i] += m * (x[a] * v[b] - x[b] * v[a]) + def.inertia[0] * w[i]; // spheres about their origins
        }
    }
    return sum;
}

static void drift(double h, double *linear, double *angular, double *energy)
{
    twin t = twin_make(limbs(false, false, 0.0));
    hf_step_report report;
    momentum before = momentum_of(t.model[1], t.world[1]);
    *linear = *angular = 0.0;
    for (int k = 0; k < (int)(0.5 / h + 0.5); k++) OK(hf_world_step(t.world[1], h, &report, &error));
    momentum after = momentum_of(t.model[1], t.world[1]);
    for (int i = 0; i < 3; i++)
    {
        *linear = fmax(*linear, fabs(after.linear[i] - before.linear[i]));
        *angular = fmax(*angular, fabs(after.angular[i] - before.angular[i]));
    }
    *energy = report.kinetic + report.potential;
    twin_end(&t);
}

TEST(momentum_of_a_tree_in_space)
{
    double linear, angular, fine, energy;
    drift(2e-3, &linear, &angular, &energy);
    CHECK_NEAR(linear, 0.0, 1e-11); // of 20 kg m/s: to rounding
    drift(5e-4, &linear, &fine, &energy);
    CHECK_NEAR(linear, 0.0, 1e-11);
    CHECK(fine < 1e-5 && angular / fine > 12.0); // of second order
}

TEST(energy_of_a_pendulum)
{
    hf_builder *builder = NULL;
    OK(hf_scene_open("pendulum", 1, NULL, NULL, &builder, &error));
    twin t = twin_make(builder);
    hf_step_report report;
    double first = 0.0, widest[2] = {0};
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < 2000; k++)
        {
            OK(hf_world_step(t.world[1], 1e-3, &report, &error));
            double energy = report.kinetic + report.potential;
            if (pass == 0 && k == 0) first = energy;
            widest[pass] = fmax(widest[pass], fabs(energy - first));
        }
    CHECK(widest[0] < 1e-4 && widest[1] < 2.0 * widest[0]); // of 20 J
    twin_end(&t);
}

// ---- states, settings, refusals ----

TEST(a_saved_state_goes_on_bit_by_bit)
{
    twin t = twin_make(limbs(true, true, -9.81)), other = twin_make(limbs(true, true, -9.81));
    for (int k = 0; k < 300; k++) OK(hf_world_step(t.world[1], 0.0, NULL, &error));
    size_t size = hf_world_state_size(t.world[1]);
    void *bytes = malloc(size);
    CHECK(bytes);
    hf_world_state_save(t.world[1], bytes);
    OK(hf_world_state_load(other.world[1], bytes, size, &error));
    for (int k = 0; k < 50; k++)
    {
        OK(hf_world_step(t.world[1], 0.0, NULL, &error));
        OK(hf_world_step(other.world[1], 0.0, NULL, &error));
    }
    CHECK(hf_world_hash(t.world[1]) == hf_world_hash(other.world[1]));
    free(bytes);
    twin_end(&t);
    twin_end(&other);
}

TEST(a_model_is_built_for_its_coordinates)
{
    CHECK(strcmp(hf_coordinates_name(HF_COORDINATES_MAXIMAL), "maximal") == 0);
    CHECK(strcmp(hf_coordinates_name(HF_COORDINATES_COUNT), "unknown coordinates") == 0);
    twin t = twin_open("pendulum");
    hf_settings settings = hf_model_settings(t.model[1]);
    settings.step.coordinates = HF_COORDINATES_REDUCED;
    CHECK(hf_world_set_settings(t.world[1], &settings, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "coordinates"));
    settings.step.coordinates = (hf_coordinates)7;
    CHECK(hf_world_set_settings(t.world[1], &settings, &error) == HF_STATUS_INVALID);
    twin_end(&t);
}

TEST(links_without_inertia_are_named)
{
    kit k = kit_begin();
    int rod = add_rod(&k, 0, 0, 0, 1, 1, 0.5);
    hf_body_def def = hf_body_def_default();
    def.name = "cross";
    def.parent = rod;
    def.mass = 0.2; // a point
    def.density = 0;
    int cross = 0;
    OK(hf_builder_add_body(k.builder, &def, &cross, &error));
    int end = add_rod(&k, cross, 0, 0, 0, 1, 0.5);
    add_joint(&k, hinge_y(rod));
    add_joint(&k, hinge_y(cross));
    hf_joint_def joint = hf_joint_def_default();
    joint.body = end;
    add_joint(&k, joint);
    kit_build(&k); // reduced coordinates take it
    hf_world_destroy(k.world);
    hf_model_destroy(k.model);
    k.world = NULL, k.model = NULL;
    hf_settings settings = with_coordinates(k.builder, 1);
    OK(hf_builder_set(k.builder, &settings, &error));
    CHECK(hf_model_build(k.builder, &k.model, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "cross") && strstr(error.message, "maximal"));
    kit_end(&k);
}

TEST(a_scene_says_its_coordinates)
{
    const char *path = "test_maximal_scene.xml";
    twin t = twin_open("pendulum");
    hf_builder *builder = NULL;
    for (int k = 0; k < 2; k++)
    {
        OK(hf_scene_write_mjcf(t.model[k], path, &error));
        hf_status status = hf_scene_read_mjcf(path, NULL, NULL, &builder, &error);
        OK(status);
        CHECK(hf_builder_settings(builder).step.coordinates == (k ? HF_COORDINATES_MAXIMAL : HF_COORDINATES_REDUCED));
        hf_builder_destroy(builder);
    }
    remove(path);
    twin_end(&t);
}

TEST(memory_that_is_short_ends_nothing_but_the_step)
{
    hf_builder *builder = limbs(true, true, -9.81);
    hf_settings settings = with_coordinates(builder, 1);
    OK(hf_builder_set(builder, &settings, &error));
    for (long k = 0;; k++)
    {
        hf_model *model = NULL;
        hf_world *world = NULL;
        fail_allocation(k);
        hf_status status = hf_model_build(builder, &model, &error);
        if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
        uint64_t before = world ? hf_world_hash(world) : 0;
        if (status == HF_STATUS_OK) status = hf_world_step(world, 0.0, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY)); // some can be done without
        if (status != HF_STATUS_OK && world) CHECK(hf_world_hash(world) == before); // as if the step had not been tried
        hf_world_destroy(world);
        hf_model_destroy(model);
        if (!failed) break;
    }
    hf_builder_destroy(builder);
}

// ---- bases and joints that are prescribed ----

TEST(what_is_prescribed_is_followed)
{
    kit k = kit_begin();
    set_timestep(&k, 1e-3);
    hf_body_def shaker = hf_body_def_default();
    shaker.motion = HF_MOTION_PRESCRIBED;
    shaker.position[2] = 1;
    shaker.amplitude[0] = 0.1;
    shaker.frequency = 1.5;
    shaker.angular_velocity[2] = 0.8;
    int base = 0;
    OK(hf_builder_add_body(k.builder, &shaker, &base, &error));
    int rod = add_rod(&k, base, 0.1, 0, 0, 1, 0.5), tip = add_rod(&k, rod, 0.5, 0, 0, 0.5, 0.4);
    add_joint(&k, hinge_y(rod));
    hf_joint_def joint = hinge_y(tip);
    joint.prescribed = true;
    int tracked = add_joint(&k, joint);
    twin t = twin_make(k.builder);
    for (int step = 1; step <= 400; step++)
    {
        double goal = 0.3 * (1.0 - cos(4e-3 * step));
        for (int w = 0; w < 2; w++) OK(hf_world_track(t.world[w], tracked, goal, &error));
        twin_step(&t, 0.0);
        CHECK_NEAR(hf_world_q(t.world[1])[hf_model_joint_q(t.model[1], tracked)], goal, 1e-12);
        CHECK(positions_apart(&t) < 1e-4); // of first order in the step
    }
    CHECK_NEAR(joints_open(&t), 0.0, 1e-10);
    twin_end(&t);
}
