// Limits, dry friction, motors, tendons and loops: all in one contact problem, all exact.

#include "support/mechanism_kit.h"

#include "model/rows/rows.h"
#include "world/world.h"

static const double G = 9.81;

/// A box that slides along x (or z), with a shape if half > 0.
static int add_slider(kit *k, int parent, double x, double mass, int axis, int *joint)
{
    hf_body_def def = hf_body_def_default();
    def.parent = parent;
    def.position[0] = x;
    def.mass = mass;
    for (int i = 0; i < 3; i++) def.inertia[i] = 0.01 * mass;
    int body = 0;
    OK(hf_builder_add_body(k->builder, &def, &body, &error));
    hf_joint_def slide = hf_joint_def_default();
    slide.body = body;
    slide.kind = HF_JOINT_SLIDE;
    memset(slide.axis, 0, sizeof slide.axis);
    slide.axis[axis] = 1;
    int index = add_joint(k, slide);
    if (joint) *joint = index;
    return body;
}

static hf_actuator_def servo(int joint, double kp, double kv)
{
    hf_actuator_def def = hf_actuator_def_default();
    def.target = joint;
    def.gain[0] = kp;
    def.bias[1] = -kp, def.bias[2] = -kv;
    return def;
}

static int add_actuator(kit *k, hf_actuator_def def)
{
    int index = 0;
    OK(hf_builder_add_actuator(k->builder, &def, &index, &error));
    return index;
}

static void steps(kit *k, int count)
{
    for (int i = 0; i < count; i++) kit_step(k);
}

// ---- limits and friction ----

TEST(limit_stops_a_falling_rod)
{
    kit k = kit_begin();
    int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
    hf_joint_def joint = hinge_y(rod);
    joint.limited = true;
    joint.range[0] = -1, joint.range[1] = 0.7;
    add_joint(&k, joint);
    kit_build(&k);
    for (int i = 0; i < 1000; i++)
    {
        kit_step(&k);
        CHECK(hf_world_q(k.world)[0] <= 0.7 + 1e-9);
    }
    CHECK_NEAR(hf_world_q(k.world)[0], 0.7, 1e-9);
    CHECK_NEAR(hf_world_v(k.world)[0], 0.0, 1e-9);
    kit_end(&k);
}

TEST(dry_friction_holds_up_to_its_force)
{
    for (int over = 0; over < 2; over++)
    {
        kit k = kit_begin();
        int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
        hf_joint_def hinge = hinge_y(rod);
        hinge.friction = 0.5 * G * (over ? 0.99 : 1.01);
        add_joint(&k, hinge);
        kit_build(&k);
        steps(&k, over ? 10 : 1000);
        double t = hf_world_time(k.world), a = 0.01 * 0.5 * G / (1.0 / 3.0);
        if (over) CHECK_NEAR(hf_world_q(k.world)[0], 0.5 * a * t * t, 1e-4 * a * t * t);
        else CHECK_NEAR(hf_world_q(k.world)[0], 0.0, 1e-12);
        kit_end(&k);
    }
}

// ---- motors ----

TEST(stalled_motor_pushes_with_exactly_its_limit)
{
    kit k = kit_begin();
    int joint = 0, motor;
    add_slider(&k, 0, 0, 1.0, 0, &joint);
    hf_actuator_def def = servo(joint, 1e4, 50);
    def.force_limited = true;
    def.force_range[0] = -10, def.force_range[1] = 10;
    def.control = 1.0;
    motor = add_actuator(&k, def);
    // a wall at x = 0.1
    hf_shape_def wall = hf_shape_def_default();
    wall.kind = HF_SHAPE_BOX;
    wall.size[0] = wall.size[1] = wall.size[2] = 0.1;
    wall.position[0] = 0.3;
    OK(hf_builder_add_shape(k.builder, &wall, NULL, &error));
    hf_shape_def ball = hf_shape_def_default();
    ball.body = 1;
    ball.kind = HF_SHAPE_SPHERE;
    ball.size[0] = 0.1;
    OK(hf_builder_add_shape(k.builder, &ball, NULL, &error));
    kit_build(&k);
    steps(&k, 500);
    CHECK_NEAR(hf_world_actuator_force(k.world, motor), 10.0, 1e-9);
    CHECK_NEAR(hf_world_q(k.world)[0], 0.1, 1e-9);
    CHECK(hf_world_contact_count(k.world) == 1);
    CHECK_NEAR(hf_world_contact(k.world, 0).r[0], 10.0 * 0.002, 1e-9);
    kit_end(&k);
}

/// A servo at a joint goes into the mass matrix, one at a tendon over it takes a row: the same equations.
TEST(rows_and_folded_springs_agree)
{
    double q[2], force[2];
    for (int row = 0; row < 2; row++)
    {
        kit k = kit_begin();
        int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
        int joint = add_joint(&k, hinge_y(rod));
        hf_actuator_def def = servo(joint, 300, 5);
        def.gear[0] = 2;
        def.control = 0.5;
        if (row)
        {
            hf_tendon_def tendon = hf_tendon_def_default();
            double coefficient = 1.0;
            tendon.count = 1;
            tendon.items = &joint;
            tendon.coefficient = &coefficient;
            def.transmission = HF_TRANSMISSION_TENDON;
            OK(hf_builder_add_tendon(k.builder, &tendon, &def.target, &error));
        }
        add_actuator(&k, def);
        kit_build(&k);
        steps(&k, 100);
        q[row] = hf_world_q(k.world)[0];
        force[row] = hf_world_actuator_force(k.world, 0);
        steps(&k, 4000);
        // at rest: 2 F = torque of the weight, F = 300 (0.5 - 2 q)
        double at = hf_world_q(k.world)[0];
        CHECK_NEAR(2 * 300 * (0.5 - 2 * at), -0.5 * G * cos(at), 1e-6);
        kit_end(&k);
    }
    CHECK_NEAR(q[1], q[0], 1e-9);
    CHECK_NEAR(force[1], force[0], 1e-6);
}

/// A servo on its way from one goal to another and back pushes at a limit, between them, and at the other one. In every
/// step its force is that of its law at the end of the step, clamped, and the mass moves by it: where it leaves its
/// limits and where it comes to them, too.
TEST(servo_is_its_clamped_law_in_every_step)
{
    const double mass = 2.0, kp = 400.0, kv = 30.0, gear = 1.5, lo = -6.0, hi = 9.0, h = 0.002, theta = 0.5;
    kit k = kit_begin();
    int joint = 0, changes = 0, at_lo = 0, at_hi = 0, last = 0;
    add_slider(&k, 0, 0, mass, 0, &joint);
    hf_actuator_def def = servo(joint, kp, kv);
    def.gear[0] = gear;
    def.force_limited = true;
    def.force_range[0] = lo, def.force_range[1] = hi;
    int motor = add_actuator(&k, def);
    kit_build(&k);
    for (int n = 0; n < 1500; n++)
    {
        double goal = n / 500 % 2 == 0 ? 0.3 : -0.2, q = hf_world_q(k.world)[0], v = hf_world_v(k.world)[0];
        OK(hf_world_set_control(k.world, motor, goal, &error));
        kit_step(&k);
        double after = hf_world_v(k.world)[0], force = hf_world_actuator_force(k.world, motor);
        double length = gear * (q + theta * h * ((1.0 - theta) * v + theta * after));
        double law = kp * (goal - length) - kv * gear * after;
        CHECK_NEAR(force, fmin(fmax(law, lo), hi), 1e-6);
        CHECK_NEAR(mass * (after - v), h * gear * force, 1e-9);
        int now = force >= hi ? 1 : force <= lo ? -1 : 0;
        changes += now != last;
        at_hi += now > 0, at_lo += now < 0;
        last = now;
    }
    CHECK(changes >= 6 && at_hi > 10 && at_lo > 10);
    CHECK_NEAR(hf_world_q(k.world)[0], 0.3 / gear, 0.02);
    kit_end(&k);
}

TEST(gripper_holds_iff_its_motors_are_strong_enough)
{
    const double mass = 0.5, mu = 0.6;
    for (int weak = 0; weak < 2; weak++)
    {
        double F = mass * G / (2 * mu) * (weak ? 0.9 : 1.01);
        kit k = kit_begin();
        for (int side = 0; side < 2; side++)
        {
            int joint = 0, body = add_slider(&k, 0, side ? 0.08 : -0.08, 0.2, 0, &joint);
            hf_actuator_def def = servo(joint, 2000, 20);
            def.force_limited = true;
            def.force_range[0] = -F, def.force_range[1] = F;
            def.control = side ? -0.1 : 0.1;
            add_actuator(&k, def);
            hf_shape_def pad = hf_shape_def_default();
            pad.body = body;
            // One point each: more would make the forces, and whether it slips, a matter of choice
            pad.kind = HF_SHAPE_SPHERE;
            pad.size[0] = 0.01;
            pad.friction = mu;
            OK(hf_builder_add_shape(k.builder, &pad, NULL, &error));
        }
        hf_body_def cube = hf_body_def_default();
        cube.mass = mass;
        int index = 0;
        OK(hf_builder_add_body(k.builder, &cube, &index, &error));
        hf_shape_def shape = hf_shape_def_default();
        shape.body = index;
        shape.kind = HF_SHAPE_BOX;
        shape.size[0] = 0.07, shape.size[1] = shape.size[2] = 0.02;
        shape.friction = 0.1;
        OK(hf_builder_add_shape(k.builder, &shape, NULL, &error));
        kit_build(&k);
        steps(&k, weak ? 30 : 500);
        double z = hf_world_body(k.world, index).position[2], t = hf_world_time(k.world);
        if (weak) CHECK_NEAR(z, -0.5 * 0.1 * G * t * t, 1e-2 * 0.1 * G * t * t);
        else
        {
            // it falls for the step in which the motors take hold, and never again
            double before = z;
            steps(&k, 500);
            z = hf_world_body(k.world, index).position[2];
            CHECK_NEAR(z, before, 1e-9);
            CHECK(z > -1e-3);
            CHECK_NEAR(fabs(hf_world_actuator_force(k.world, 0)), F, 1e-9);
        }
        kit_end(&k);
    }
}

TEST(site_thrust_carries_a_free_body)
{
    kit k = kit_begin();
    hf_body_def def = hf_body_def_default();
    def.mass = 0.8;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 0.01;
    int drone = 0, site = 0;
    OK(hf_builder_add_body(k.builder, &def, &drone, &error));
    for (int i = 0; i < 2; i++)
    {
        hf_site_def at = hf_site_def_default();
        at.body = drone;
        at.position[0] = i ? 0.1 : -0.1;
        OK(hf_builder_add_site(k.builder, &at, &site, &error));
        hf_actuator_def rotor = hf_actuator_def_default();
        rotor.transmission = HF_TRANSMISSION_SITE;
        rotor.target = site;
        memset(rotor.gear, 0, sizeof rotor.gear);
        rotor.gear[2] = 1;
        rotor.control = 0.4 * G;
        add_actuator(&k, rotor);
    }
    kit_build(&k);
    steps(&k, 500);
    CHECK_NEAR(hf_world_body(k.world, drone).position[2], 0.0, 1e-9);
    OK(hf_world_set_control(k.world, 0, 0.8 * G, &error));
    OK(hf_world_set_control(k.world, 1, 0.8 * G, &error));
    steps(&k, 500); // a = g for one second
    CHECK_NEAR(hf_world_body(k.world, drone).velocity[2], G, 1e-9);
    kit_end(&k);
}

// ---- loops ----

/// A parallelogram of three links whose end is pinned to the world.
static kit four_bar(double h)
{
    kit k = kit_begin();
    int crank = add_rod(&k, 0, 0, 0, 0, 1.0, 0.5);
    add_joint(&k, hinge_y(crank));
    int coupler = add_rod(&k, crank, 0.5, 0, 0, 1.0, 1.0);
    hf_joint_def joint = hinge_y(coupler);
    add_joint(&k, joint);
    int rocker = add_rod(&k, coupler, 1.0, 0, 0, 1.0, 0.7);
    add_joint(&k, hinge_y(rocker));
    hf_loop_def loop = hf_loop_def_default();
    loop.body_a = rocker, loop.body_b = 0;
    loop.point_a[0] = 0.7;
    loop.point_b[0] = 1.0, loop.point_b[2] = 0.2;
    loop.point_b_given = true;
    OK(hf_builder_add_loop(k.builder, &loop, NULL, &error));
    set_timestep(&k, h);
    kit_build(&k);
    return k;
}

static double swing_four_bar(double h, double time)
{
    kit k = four_bar(h);
    CHECK(hf_world_loop_gap(k.world) < 1e-11);
    double e0 = 0, worst = 0, fastest = 0;
    for (int i = 0; i * h < time; i++)
    {
        kit_step(&k);
        double e = k.report.kinetic + k.report.potential;
        if (i == 0) e0 = e;
        worst = fmax(worst, fabs(e - e0));
        fastest = fmax(fastest, k.report.kinetic);
        CHECK(hf_world_loop_gap(k.world) < 1e-10);
    }
    CHECK(fastest > 1.0);
    kit_end(&k);
    return worst / fastest;
}

TEST(four_bar_stays_closed_and_keeps_its_energy)
{
    double coarse = swing_four_bar(2e-3, 3.0), fine = swing_four_bar(1e-3, 3.0);
    CHECK(coarse < 1e-2);
    CHECK(fine < 0.4 * coarse); // second order
}

TEST(connected_free_body_swings_like_a_link)
{
    double at[2];
    for (int loop = 0; loop < 2; loop++)
    {
        kit k = kit_begin();
        int rod = add_rod(&k, loop ? -1 : 0, 0, 0, 0, 1.0, 1.0);
        if (loop)
        {
            hf_loop_def def = hf_loop_def_default();
            def.body_a = rod, def.body_b = 0;
            OK(hf_builder_add_loop(k.builder, &def, NULL, &error));
        }
        else add_joint(&k, hinge_y(rod));
        set_timestep(&k, 1e-3);
        kit_build(&k);
        steps(&k, 1000);
        at[loop] = hf_world_body(k.world, rod).orientation[2];
        if (loop) CHECK(hf_world_loop_gap(k.world) < 1e-10);
        kit_end(&k);
    }
    CHECK_NEAR(at[1], at[0], 1e-4);
}

TEST(welded_bodies_move_as_one)
{
    kit k = kit_begin();
    int a = add_rod(&k, -1, 0, 0, 0, 1.0, 1.0), b = add_rod(&k, -1, 1, 0, 0, 1.0, 1.0);
    hf_loop_def def = hf_loop_def_default();
    def.kind = HF_LOOP_WELD;
    def.body_a = a, def.body_b = b;
    def.point_a[0] = 1.0;
    OK(hf_builder_add_loop(k.builder, &def, NULL, &error));
    kit_build(&k);
    hf_body_state s = hf_world_body(k.world, a);
    s.angular_velocity[2] = 1;
    OK(hf_world_set_body(k.world, a, &s, &error));
    steps(&k, 500);
    CHECK(hf_world_loop_gap(k.world) < 1e-10);
    hf_body_state x = hf_world_body(k.world, a), y = hf_world_body(k.world, b);
    for (int i = 0; i < 4; i++) CHECK_NEAR(fabs(x.orientation[i]), fabs(y.orientation[i]), 1e-9);
    kit_end(&k);
}

TEST(gears_turn_by_their_ratio)
{
    kit k = kit_begin();
    int wheels[2], joints[2];
    for (int i = 0; i < 2; i++)
    {
        wheels[i] = add_rod(&k, 0, i, 0, 0, 1.0, 0.5);
        joints[i] = add_joint(&k, hinge_y(wheels[i]));
    }
    hf_loop_def def = hf_loop_def_default();
    def.kind = HF_LOOP_JOINT;
    def.joint_a = joints[0], def.joint_b = joints[1];
    def.coefficient[1] = -2.0, def.coefficient[2] = 0.3;
    OK(hf_builder_add_loop(k.builder, &def, NULL, &error));
    kit_build(&k);
    for (int i = 0; i < 1000; i++)
    {
        kit_step(&k);
        const double *q = hf_world_q(k.world);
        CHECK_NEAR(q[0], -2 * q[1] + 0.3 * q[1] * q[1], 1e-10);
    }
    CHECK(fabs(hf_world_q(k.world)[0]) > 0.05);
    kit_end(&k);
}

TEST(loops_that_cannot_close_say_how_far_they_are)
{
    kit k = kit_begin();
    int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
    add_joint(&k, hinge_y(rod));
    hf_loop_def def = hf_loop_def_default();
    def.name = "far";
    def.body_a = rod, def.body_b = 0;
    def.point_a[0] = 1;
    def.point_b[0] = 3, def.point_b_given = true;
    OK(hf_builder_add_loop(k.builder, &def, NULL, &error));
    CHECK(hf_model_build(k.builder, &k.model, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "far") && strstr(error.message, "gap of 2"));
    kit_end(&k);
}

// ---- tendons ----

TEST(fixed_tendon_limits_a_sum)
{
    kit k = kit_begin();
    int joints[2];
    for (int i = 0; i < 2; i++) joints[i] = add_joint(&k, hinge_y(add_rod(&k, 0, 2.0 * i, 0, 0, 1.0, 1.0)));
    const double c[2] = {1.0, 0.5};
    hf_tendon_def def = hf_tendon_def_default();
    def.count = 2, def.items = joints, def.coefficient = c;
    def.limited = true;
    def.range[0] = -1, def.range[1] = 0.6;
    OK(hf_builder_add_tendon(k.builder, &def, NULL, &error));
    kit_build(&k);
    for (int i = 0; i < 1500; i++)
    {
        kit_step(&k);
        const double *q = hf_world_q(k.world);
        CHECK(q[0] + 0.5 * q[1] < 0.6 + 1e-8);
    }
    kit_end(&k);
}

TEST(spatial_spring_carries_a_weight)
{
    kit k = kit_begin();
    int joint = 0, slider = add_slider(&k, 0, 0, 1.0, 2, &joint), sites[2];
    hf_site_def at = hf_site_def_default();
    at.position[2] = 1;
    OK(hf_builder_add_site(k.builder, &at, &sites[0], &error));
    at = hf_site_def_default();
    at.body = slider;
    OK(hf_builder_add_site(k.builder, &at, &sites[1], &error));
    hf_tendon_def def = hf_tendon_def_default();
    def.spatial = true, def.count = 2, def.items = sites;
    def.stiffness = 1000, def.damping = 50;
    OK(hf_builder_add_tendon(k.builder, &def, NULL, &error));
    kit_build(&k);
    steps(&k, 2000);
    CHECK_NEAR(hf_world_q(k.world)[0], -G / 1000, 1e-9);
    kit_end(&k);
}

TEST(armature_of_a_tendon_is_inertia)
{
    kit k = kit_begin();
    int joint = 0;
    add_slider(&k, 0, 0, 1.0, 2, &joint);
    const double c = 2.0;
    hf_tendon_def def = hf_tendon_def_default();
    def.count = 1, def.items = &joint, def.coefficient = &c;
    def.armature = 0.75; // 4 · 0.75 = 3 kg beside the one
    OK(hf_builder_add_tendon(k.builder, &def, NULL, &error));
    kit_build(&k);
    steps(&k, 100);
    CHECK_NEAR(hf_world_v(k.world)[0], -G / 4 * 0.2, 1e-9);
    kit_end(&k);
}

// ---- contacts ----

TEST(links_of_one_tree_touch)
{
    // Two rods on one floating base fall together; their balls meet. Momentum stays, and they do not pass through each
    // other.
    kit k = kit_begin();
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0;
    OK(hf_builder_set(k.builder, &settings, &error));
    hf_body_def def = hf_body_def_default();
    def.mass = 1;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 0.01;
    int base = 0;
    OK(hf_builder_add_body(k.builder, &def, &base, &error));
    int rods[2];
    for (int i = 0; i < 2; i++)
    {
        rods[i] = add_rod(&k, base, 0, 0, i ? 0.2 : -0.2, 0.5, 0.5);
        hf_joint_def joint = hinge_y(rods[i]);
        joint.initial_velocity = i ? 2 : -2;
        add_joint(&k, joint);
        hf_shape_def ball = hf_shape_def_default();
        ball.body = rods[i];
        ball.kind = HF_SHAPE_SPHERE;
        ball.size[0] = 0.05;
        ball.position[0] = 0.5;
        OK(hf_builder_add_shape(k.builder, &ball, NULL, &error));
    }
    kit_build(&k);
    int met = 0;
    for (int i = 0; i < 500; i++)
    {
        kit_step(&k);
        for (int c = 0; c < hf_world_contact_count(k.world); c++) met += hf_world_contact(k.world, c).r[0] > 0;
        CHECK(k.report.penetration < 1e-8);
    }
    CHECK(met > 0);
    double p = 0;
    for (int b = 1; b < 4; b++) p += hf_model_body(k.model, b).mass * hf_world_body(k.world, b).velocity[0];
    CHECK_NEAR(p, 0.0, 5e-3); // an impact costs O(h) of it
    kit_end(&k);
}

TEST(bad_mechanisms_are_named)
{
    kit k = kit_begin();
    hf_body_def def = hf_body_def_default();
    def.name = "ghost";
    def.parent = 0;
    int ghost = 0;
    OK(hf_builder_add_body(k.builder, &def, &ghost, &error));
    add_joint(&k, hinge_y(ghost));
    CHECK(hf_model_build(k.builder, &k.model, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "ghost") && strstr(error.message, "mass"));
    kit_end(&k);

    k = kit_begin();
    add_joint(&k, hinge_y(add_rod(&k, 0, 0, 0, 0, 1, 1)));
    const double numbers[3] = {0};
    OK(hf_builder_add_key(k.builder, &(hf_key_def){.name = "home", .nq = 3, .q = numbers}, NULL, &error));
    CHECK(hf_model_build(k.builder, &k.model, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "home") && strstr(error.message, "3 numbers"));
    kit_end(&k);
}

/// Ratios that are none, or lost beside 1, a pin beyond the reach of numbers, and two loops that want a body at two
/// places: each is named.
TEST(bad_loops_are_named)
{
    kit k = kit_begin();
    int body[2] = {add_rod(&k, -1, 0, 0, 0, 1, 1), add_rod(&k, -1, 2, 0, 0, 1, 1)};
    hf_loop_def loop = hf_loop_def_default();
    loop.kind = HF_LOOP_GEAR;
    loop.name = "cog";
    loop.body_a = body[0], loop.body_b = body[1];
    const double ratios[] = {0, INFINITY, NAN, 1e308, -1e-320};
    for (int r = 0; r < 5; r++)
    {
        loop.ratio = ratios[r];
        CHECK(hf_builder_add_loop(k.builder, &loop, NULL, &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, "cog") && strstr(error.message, "ratio"));
    }
    loop = hf_loop_def_default();
    loop.name = "pin";
    loop.body_a = body[0];
    loop.point_a[1] = 1e200;
    CHECK(hf_builder_add_loop(k.builder, &loop, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "pin") && strstr(error.message, "point_a"));
    loop.point_a[1] = 0;
    loop.point_b_given = true;
    OK(hf_builder_add_loop(k.builder, &loop, NULL, &error));
    loop.name = "other";
    loop.point_b[2] = 1;
    OK(hf_builder_add_loop(k.builder, &loop, NULL, &error));
    CHECK(hf_model_build(k.builder, &k.model, &error) == HF_STATUS_INVALID);
    CHECK((strstr(error.message, "pin") || strstr(error.message, "other")) && strstr(error.message, "closed"));
    kit_end(&k);
}

TEST(short_memory_is_no_harm)
{
    for (long fail = 0;; fail++)
    {
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_world *world = NULL;
        kit k = kit_begin();
        int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
        hf_joint_def joint = hinge_y(rod);
        joint.friction = 0.1;
        joint.limited = true;
        joint.range[1] = 0.1;
        add_joint(&k, joint);
        hf_loop_def loop = hf_loop_def_default();
        int other = add_rod(&k, -1, 1, 0, 0, 1.0, 1.0);
        loop.body_a = rod, loop.body_b = other, loop.point_a[0] = 1;
        OK(hf_builder_add_loop(k.builder, &loop, NULL, &error));
        builder = k.builder;
        fail_allocation(fail);
        hf_status status = hf_model_build(builder, &model, &error);
        if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
        uint64_t hash = world ? hf_world_hash(world) : 0;
        if (status == HF_STATUS_OK)
        {
            status = hf_world_step(world, 0, NULL, &error);
            if (status != HF_STATUS_OK) CHECK(hf_world_hash(world) == hash);
        }
        bool failed = fail < fail_allocation_count();
        fail_allocation(-1);
        // an arena that cannot be made one chunk stays as it is: not every failure shows
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        hf_world_destroy(world);
        hf_model_destroy(model);
        hf_builder_destroy(builder);
        if (!failed) break;
    }
}

// ---- memory ----

/// Rows of contacts within a tree are made while the problem is put together, under a mark that ends before the set of
/// rows does: they take nothing of the workspace, however many blocks there are.
TEST(single_rows_take_no_memory)
{
    kit k = kit_begin();
    int joint = 0, first = add_slider(&k, 0, 0, 1.0, 0, &joint), second = add_slider(&k, first, 0.5, 1.0, 2, NULL);
    kit_build(&k);
    hf_workspace *workspace = k.world->workspace;
    arena_mark begin = arena_begin(workspace);
    row_set set;
    CHECK(rows_begin(&set, k.model, workspace));
    do {
        rows_open(&set, HF_LAW_BOX, 1, 0);
        rows_joint(&set, 0, k.model->mechanism.joint_place_v[joint], 1.0);
        set.count++;
    } while (set.count < set.capacity); // one block more would take memory
    arena_mark before = arena_begin(workspace);
    rows_open_single(&set);
    rows_point(&set, 0, first, v3(0, 0, 0), v3(0, 0, 1), 1.0);
    rows_point(&set, 0, second, v3(0, 0, 0), v3(0, 0, 1), -1.0);
    arena_mark after = arena_begin(workspace);
    CHECK(set.term_count == 2 && before.chunk == after.chunk && before.used == after.used);
    arena_end(workspace, begin);
    kit_end(&k);
}
