// Closed-form statics and rolling: pinch, ladder, table with four legs, tops on a tip, rolling balls, cradles.

#include "support/truth_scenes.h"

// ---- pinch ----

/// A capsule between a fixed pad and one that is pressed on it with N and guided by slippery rails.
static scene make_pinch(double mass, double mu, double N)
{
    scene s = scene_begin();
    hf_body_def fixed = body_at(-0.06, 0, 0);
    fixed.motion = HF_MOTION_STATIC;
    add_box(&s, fixed, 0.05, 0.05, 0.05, mu);
    hf_body_def pad = body_at(0.06, 0, 0);
    pad.mass = 0.2;
    pad.gravity_scale = 0;
    pad.force[0] = -N;
    add_box(&s, pad, 0.05, 0.05, 0.05, mu);
    for (int side = 0; side < 4;
         side++) // rails above, below and beside the pad: only they have priority, and no friction
    {
        hf_shape_def rail = hf_shape_def_default();
        rail.kind = HF_SHAPE_BOX;
        rail.size[0] = 0.02, rail.size[1] = side < 2 ? 0.06 : 0.01, rail.size[2] = side < 2 ? 0.01 : 0.06;
        rail.position[0] = 0.09;
        rail.position[side < 2 ? 2 : 1] = side % 2 ? 0.06 : -0.06;
        rail.friction = 0;
        rail.priority = 1;
        add_shape(&s, rail);
    }
    hf_body_def capsule = body_at(0, 0, 0);
    capsule.mass = mass;
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(&s, capsule);
    shape.kind = HF_SHAPE_CAPSULE;
    shape.size[0] = 0.01, shape.size[1] = 0.03; // along z: upright
    shape.friction = mu;
    add_shape(&s, shape);
    scene_start(&s);
    return s;
}

TEST(pinch_holds_iff_2_mu_N_is_at_least_the_weight)
{
    const double masses[] = {0.045, 0.045, 2}, mus[] = {0.7, 0.3, 1.1};
    for (int k = 0; k < 3; k++)
    {
        double threshold = masses[k] * G / (2 * mus[k]);
        scene holds = make_pinch(masses[k], mus[k], threshold * (1 + 1e-6));
        scene slips = make_pinch(masses[k], mus[k], threshold * (1 - 1e-6));
        scene_run(&holds, 0.1);
        scene_run(&slips, 0.1);
        CHECK(fabs(hf_world_body(holds.world, 3).velocity[2]) <= 2e-9);
        CHECK_NEAR(hf_world_body(slips.world, 3).velocity[2], -1e-6 * G * 0.1, 1e-7);
        scene_end(&holds);
        scene_end(&slips);
    }
}

TEST(pinch_does_not_creep)
{
    const double forces[] = {12, 30, 60};
    for (int k = 0; k < 3; k++)
    {
        scene s = make_pinch(0.045, 0.7, forces[k]);
        scene_run(&s, 1);
        CHECK(fabs(hf_world_body(s.world, 3).position[2]) <= 1e-9);
        scene_end(&s);
    }
}

// ---- ladder ----

/// A thin ladder leans on a smooth wall and stands on a rough floor; a man (a weight in the body) stands at the share
/// `up` of its length.
static double ladder_speed(double angle, double mu, double up)
{
    const double length = 2, half = 0.01, ladder = 10, man = 70;
    scene s = scene_begin();
    add_plane(&s, 0, 0);
    hf_shape_def wall = hf_shape_def_default(); // surface x = 0, solid where x < 0
    wall.kind = HF_SHAPE_PLANE;
    wall.orientation[0] = cos(atan(1.0)), wall.orientation[2] = sin(atan(1.0));
    wall.friction = 0;
    wall.priority = 1;
    add_shape(&s, wall);
    // The ends are balls, so that where they touch is exact: bottom at x = length cos, top at the wall.
    double c = cos(angle), si = sin(angle);
    hf_body_def def = body_at(half + length * c, 0, half);
    def.mass = ladder + man;
    double centre = (ladder * 0.5 + man * up) / (ladder + man) * length;
    def.center[0] = -centre * c, def.center[2] = centre * si;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 20;
    int body = add_body(&s, def);
    for (int k = 0; k < 4; k++) // two feet, two heads: it cannot fall sideways
    {
        hf_shape_def ball = hf_shape_def_default();
        ball.body = body;
        ball.size[0] = half;
        ball.position[0] = k < 2 ? 0 : -length * c;
        ball.position[1] = k % 2 ? 0.2 : -0.2;
        ball.position[2] = k < 2 ? 0 : length * si;
        ball.friction = mu;
        add_shape(&s, ball);
    }
    scene_start(&s);
    scene_run(&s, 0.1);
    hf_body_state end = hf_world_body(s.world, body);
    scene_end(&s);
    return sqrt(end.velocity[0] * end.velocity[0] + end.velocity[2] * end.velocity[2]);
}

TEST(ladder_slips_at_the_textbook_angle)
{
    // Smooth wall: it stands iff mu >= x_c cos(angle) / (L sin(angle) + radius), x_c the distance of the common centre
    // from the foot along the ladder, for the wall's force acts at the height of the upper ball's centre.
    const double angles[] = {0.9, 1.1, 1.3}, ups[] = {0.3, 0.7, 1.0};
    for (int k = 0; k < 9; k++)
    {
        double angle = angles[k % 3], up = ups[k / 3], share = (10 * 0.5 + 70 * up) / 80;
        double mu = share * 2 * cos(angle) / (2 * sin(angle) + 0.01);
        CHECK(ladder_speed(angle, mu * (1 + 1e-6), up) < 1e-9);
        CHECK(ladder_speed(angle, mu * (1 - 1e-6), up) > 5e-9);
    }
}

// ---- table ----

TEST(table_with_four_legs_has_the_exact_wrench)
{
    for (int k = 0; k < 5; k++)
    {
        double x = 0.1 * k, y = -0.05 * k; // where the load stands
        scene s = scene_begin();
        add_plane(&s, 0, 0.5);
        hf_body_def def = body_at(0, 0, 0.5);
        def.mass = 10;
        def.center[0] = x, def.center[1] = y;
        def.inertia[0] = def.inertia[1] = def.inertia[2] = 1;
        hf_shape_def leg = hf_shape_def_default();
        leg.body = add_body(&s, def);
        leg.size[0] = 0.02;
        for (int corner = 0; corner < 4; corner++)
        {
            leg.position[0] = corner % 2 ? 0.5 : -0.5;
            leg.position[1] = corner / 2 ? 0.5 : -0.5;
            leg.position[2] = -0.48;
            leg.friction = 0.5;
            add_shape(&s, leg);
        }
        scene_start(&s);
        scene_run(&s, 0.2);
        double force = 0, moment_x = 0, moment_y = 0, side = 0;
        for (int c = 0; c < hf_world_contact_count(s.world); c++)
        {
            hf_contact contact = hf_world_contact(s.world, c);
            double N = contact.r[0] / 0.002;
            force += N;
            moment_x += N * contact.point[1];
            moment_y += N * contact.point[0];
            side += hypot(contact.r[1], contact.r[2]);
        }
        CHECK(hf_world_contact_count(s.world) == 4);
        CHECK_NEAR(force, 10 * G, 1e-6);
        CHECK_NEAR(moment_x, 10 * G * y, 1e-6);
        CHECK_NEAR(moment_y, 10 * G * x, 1e-6);
        CHECK(isfinite(side));
        CHECK(s.last.kinetic < 1e-15);
        scene_end(&s);
    }
}

// ---- a top on its tip ----

TEST(heavy_top_precesses_steadily)
{
    // A top on a rough floor: its tip is a small ball. At steady precession with tilt a, rates W (precession) and w3
    // (spin, along the axis):
    //   m g l sin a = W sin a (I3 w3 - I1' W cos a) with I1' about the tip; the ball's radius is kept small against l.
    const double l = 0.1, mass = 0.5, I1 = 4e-4, I3 = 6e-4, tilt = 0.3, radius = 1e-4, spin = 200;
    double about_tip = I1 + mass * l * l;
    // roots of about_tip cos(tilt) W² - I3 spin W + m g l = 0: the slow one
    double a = about_tip * cos(tilt), b = -I3 * spin, c = mass * G * l;
    double rate = (-b - sqrt(b * b - 4 * a * c)) / (2 * a);
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 2e-4;
    scene_settings(&s, settings);
    add_plane(&s, 0, 2);
    hf_body_def def = body_at(0, 0, radius);
    def.orientation[0] = cos(tilt / 2), def.orientation[2] = sin(tilt / 2); // its axis leans towards +x
    def.mass = mass;
    def.center[2] = l;
    def.inertia[0] = def.inertia[1] = I1, def.inertia[2] = I3;
    // w = W z + (spin - W cos a) axis
    double rest = spin - rate * cos(tilt);
    def.angular_velocity[0] = rest * sin(tilt), def.angular_velocity[2] = rate + rest * cos(tilt);
    def.velocity[1] = rate * l * sin(tilt);
    add_ball(&s, def, radius, 2, 0);
    scene_start(&s);
    double angle = 0, last = 0, worst = 0;
    while (hf_world_time(s.world) < 1.0)
    {
        scene_step(&s);
        hf_body_state now = hf_world_body(s.world, 1);
        const double *q = now.orientation;
        double x = 2 * (q[1] * q[3] + q[0] * q[2]), y = 2 * (q[2] * q[3] - q[0] * q[1]),
               z = 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
        double direction = atan2(y, x);
        angle += remainder(direction - last, 6.283185307179586);
        last = direction;
        worst = fmax(worst, fabs(acos(z) - tilt));
    }
    CHECK_NEAR(angle / (rate * 1.0), 1, 0.02); // the ball rolls a little: radius / l
    CHECK(worst < 0.015);                      // it is not started quite steadily, and nods: 0.0119 as h goes to 0
    scene_end(&s);
}

// ---- discs ----

static int add_disc(scene *s, hf_body_def def, double radius, double half, double mu)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(s, def);
    shape.kind = HF_SHAPE_CYLINDER;
    shape.size[0] = radius, shape.size[1] = half;
    shape.friction = mu;
    add_shape(s, shape);
    return shape.body;
}

TEST(wheel_rolls_straight)
{
    const double radius = 0.1;
    scene s = scene_begin();
    add_plane(&s, 0, 0.8);
    hf_body_def def = body_at(0, 0, radius);
    def.orientation[0] = def.orientation[1] = sqrt(0.5); // its axis lies along y
    def.velocity[0] = 1;
    def.angular_velocity[1] = 10;
    add_disc(&s, def, radius, 0.02, 0.8);
    scene_start(&s);
    scene_run(&s, 0.5);
    hf_body_state end = hf_world_body(s.world, 1);
    CHECK_NEAR(end.velocity[0], radius * end.angular_velocity[1], 1e-8); // no slip
    CHECK_NEAR(end.velocity[0], 1, 1e-9);
    CHECK_NEAR(end.position[1], 0, 1e-8);
    CHECK_NEAR(end.position[2], radius, 1e-7);
    scene_end(&s);
}

TEST(eulers_disc_turns_at_its_rate)
{
    // A thin disc, its centre at rest, tilted by a against the floor: W² sin a = 4 g / R.
    const double tilts[] = {0.3, 0.6}, radius = 0.04, half = 1e-4;
    for (int k = 0; k < 2; k++)
    {
        double a = tilts[k], rate = sqrt(4 * G / (radius * sin(a)));
        scene s = scene_begin();
        hf_settings settings = hf_settings_default();
        settings.step.timestep = 2e-4;
        scene_settings(&s, settings);
        add_plane(&s, 0, 1);
        hf_body_def def = body_at(0, 0, radius * sin(a) + half * cos(a));
        def.mass = 0.4;
        def.inertia[0] = def.inertia[1] = 0.25 * 0.4 * radius * radius;
        def.inertia[2] = 0.5 * 0.4 * radius * radius;
        def.orientation[0] = cos(a / 2), def.orientation[2] = sin(a / 2);
        def.angular_velocity[0] = -rate * sin(a) * cos(a); // about the line from the centre to the point that touches
        def.angular_velocity[2] = rate * sin(a) * sin(a);
        add_disc(&s, def, radius, half, 1);
        scene_start(&s);
        double turned = 0, last = 0, start = 0;
        while (hf_world_time(s.world) < 0.3)
        {
            scene_step(&s);
            if (start == 0) start = s.last.kinetic + s.last.potential;
            CHECK(s.last.kinetic + s.last.potential <= start * (1 + 1e-6));
            hf_body_state now = hf_world_body(s.world, 1);
            const double *q = now.orientation;
            double direction = atan2(2 * (q[2] * q[3] - q[0] * q[1]), 2 * (q[1] * q[3] + q[0] * q[2]));
            turned += remainder(direction - last, 6.283185307179586);
            last = direction;
        }
        CHECK_NEAR(turned / 0.3 / rate, 1, 0.01);
        CHECK(hypot(hf_world_body(s.world, 1).position[0], hf_world_body(s.world, 1).position[1]) < 1e-3);
        scene_end(&s);
    }
}
