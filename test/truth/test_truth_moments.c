// Torsional, rolling and elliptic friction against closed forms: spin that stops, grasps by two points, balls that come
// to rest, slopes, ellipses.

#include "support/truth_scenes.h"

#include "holdfast/mechanism.h"

static const double RADIUS = 0.1, MASS = 2.0;
static const double steps[] = {4e-3, 1e-3};

static double inertia_of_ball(void)
{
    return 0.4 * MASS * RADIUS * RADIUS;
}

static scene scene_with_step(double h)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(&s, settings);
    return s;
}

/// A ball of MASS and RADIUS with these coefficients; the planes it meets have none of their own that are larger.
static int add_resisting_ball(scene *s, hf_body_def def, int condim, double mu, double torsion, double rolling)
{
    hf_shape_def shape = hf_shape_def_default();
    def.mass = MASS;
    for (int k = 0; k < 3; k++) def.inertia[k] = inertia_of_ball();
    shape.body = add_body(s, def);
    shape.kind = HF_SHAPE_SPHERE;
    shape.size[0] = RADIUS;
    shape.condim = condim;
    shape.friction = mu, shape.torsion = torsion, shape.rolling = rolling;
    add_shape(s, shape);
    return shape.body;
}

/// A plane without friction of its own: the ball's counts.
static void add_smooth_plane(scene *s, double angle)
{
    hf_shape_def def = hf_shape_def_default();
    def.kind = HF_SHAPE_PLANE;
    def.orientation[0] = cos(angle / 2);
    def.orientation[2] = -sin(angle / 2);
    def.friction = def.torsion = def.rolling = 0;
    add_shape(s, def);
}

static double speed_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

TEST(spin_falls_at_a_constant_rate_and_stops)
{
    const double torsions[] = {0.005, 0.02};
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 2; j++)
        {
            double spin = 7.0, rate = torsions[k] * MASS * G / inertia_of_ball(), stop = spin / rate, h = steps[j];
            scene s = scene_with_step(h);
            add_smooth_plane(&s, 0);
            hf_body_def def = body_at(0, 0, RADIUS);
            def.angular_velocity[2] = spin;
            int ball = add_resisting_ball(&s, def, 4, 0.5, torsions[k], 0);
            scene_start(&s);
            scene_run(&s, 0.5 * stop);
            CHECK_NEAR(hf_world_body(s.world, ball).angular_velocity[2], spin - rate * hf_world_time(s.world), 1e-8);
            scene_run(&s, 0.5 * stop + 2.0 * h);
            hf_body_state at = hf_world_body(s.world, ball);
            CHECK(speed_of(at.angular_velocity) <= 1e-15 && speed_of(at.velocity) <= 1e-12);
            scene_run(&s, 0.1);
            hf_body_state later = hf_world_body(s.world, ball);
            for (int q = 0; q < 4; q++) CHECK(at.orientation[q] == later.orientation[q]); // it rests
            scene_end(&s);
        }
}

TEST(without_torsional_friction_spin_lasts)
{
    scene s = scene_with_step(2e-3);
    add_smooth_plane(&s, 0);
    hf_body_def def = body_at(0, 0, RADIUS);
    def.angular_velocity[2] = 7.0;
    int ball = add_resisting_ball(&s, def, 3, 0.5, 0.02, 0.02);
    scene_start(&s);
    scene_run(&s, 0.5);
    CHECK_NEAR(hf_world_body(s.world, ball).angular_velocity[2], 7.0, 1e-10);
    scene_end(&s);
}

TEST(a_rolling_ball_decelerates_and_rests)
{
    const double rollings[] = {0.001, 0.01};
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 2; j++)
        {
            double v = 0.8, rate = rollings[k] * G / (RADIUS * 1.4), stop = v / rate, h = steps[j];
            scene s = scene_with_step(h);
            add_smooth_plane(&s, 0);
            hf_body_def def = body_at(0, 0, RADIUS);
            def.velocity[0] = v * 0.6, def.velocity[1] = v * 0.8;
            def.angular_velocity[0] = -v * 0.8 / RADIUS, def.angular_velocity[1] = v * 0.6 / RADIUS;
            int ball = add_resisting_ball(&s, def, 6, 0.9, 0.001, rollings[k]);
            scene_start(&s);
            scene_run(&s, 0.5 * stop);
            hf_body_state at = hf_world_body(s.world, ball);
            double t = hf_world_time(s.world), left = v - rate * t, way = v * t - 0.5 * rate * t * t;
            CHECK_NEAR(at.velocity[0], 0.6 * left, 1e-6);
            CHECK_NEAR(at.velocity[1], 0.8 * left, 1e-6);
            CHECK_NEAR(at.angular_velocity[1], 0.6 * left / RADIUS, 1e-5);
            CHECK_NEAR(hypot(at.position[0], at.position[1]), way, 1e-5);
            scene_run(&s, 0.5 * stop + 3.0 * h);
            at = hf_world_body(s.world, ball);
            CHECK(speed_of(at.velocity) <= 1e-10 && speed_of(at.angular_velocity) <= 1e-10);
            CHECK_NEAR(hypot(at.position[0], at.position[1]), v * v / (2.0 * rate), 2.0 * v * h);
            scene_run(&s, 0.1);
            at = hf_world_body(s.world, ball);
            CHECK(speed_of(at.velocity) <= 1e-12 && speed_of(at.angular_velocity) <= 1e-14);
            scene_end(&s);
        }
}

TEST(a_ball_rests_on_a_slope_up_to_its_rolling_friction)
{
    const double rolling = 0.012, critical = atan(rolling / RADIUS);
    for (int k = 0; k < 2; k++)
    {
        double angle = (k ? 1.02 : 0.98) * critical;
        double a = (G * sin(angle) - rolling * G * cos(angle) / RADIUS) / 1.4;
        scene s = scene_with_step(2e-3);
        add_smooth_plane(&s, angle);
        int ball = add_resisting_ball(&s, body_at(-RADIUS * sin(angle), 0, RADIUS * cos(angle)), 6, 0.9, 0, rolling);
        scene_start(&s);
        hf_body_state start = hf_world_body(s.world, ball);
        scene_run(&s, 1.0);
        hf_body_state at = hf_world_body(s.world, ball);
        double way = distance(at.position, start.position);
        if (k == 0) CHECK(way <= 1e-9 && speed_of(at.angular_velocity) <= 1e-9);
        else CHECK_NEAR(way, 0.5 * a, 2e-3 * a + 1e-6);
        scene_end(&s);
    }
}

// ---- grasps ----

/// A ball between a plane at x = 0 and a plate on a slide, which presses with the force N along -x; gravity along -z if
/// `heavy`.
static int add_pinched_ball(scene *s, double N, int condim, double mu, double torsion, bool heavy)
{
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 2e-3;
    if (!heavy) settings.physics.gravity[2] = 0;
    scene_settings(s, settings);
    hf_shape_def wall = hf_shape_def_default(), pad = wall;
    wall.kind = HF_SHAPE_PLANE;
    wall.orientation[0] = cos(0.25 * acos(-1.0)), wall.orientation[2] = sin(0.25 * acos(-1.0)); // z to x
    wall.friction = wall.torsion = wall.rolling = 0;
    add_shape(s, wall);
    int ball = add_resisting_ball(s, body_at(RADIUS, 0, 0), condim, mu, torsion, 0.001);
    hf_body_def plate = body_at(2 * RADIUS + 0.02, 0, 0);
    plate.parent = 0;
    plate.gravity_scale = 0;
    plate.force[0] = -N;
    pad.body = add_body(s, plate);
    pad.kind = HF_SHAPE_BOX;
    pad.size[0] = 0.02, pad.size[1] = pad.size[2] = 0.1;
    pad.friction = pad.torsion = pad.rolling = 0;
    add_shape(s, pad);
    hf_joint_def slide = hf_joint_def_default();
    slide.body = pad.body;
    slide.kind = HF_JOINT_SLIDE;
    slide.axis[0] = 1, slide.axis[2] = 0;
    MUST(hf_builder_add_joint(s->builder, &slide, NULL, error));
    return ball;
}

TEST(two_points_resist_a_torque_up_to_their_torsional_friction)
{
    const double N = 30.0, torsion = 0.004;
    for (int k = 0; k < 3; k++)
    {
        scene s = scene_begin();
        bool heavy = k == 2;
        int ball = add_pinched_ball(&s, N, 4, 0.6, torsion, heavy); // heavy: 2 mu N = 36 N hold 19.6 N
        scene_start(&s);
        double torque = (k == 1 ? 1.05 : 0.95) * 2.0 * torsion * N;
        MUST(hf_world_set_wrench(s.world, ball, (double[]){0, 0, 0}, (double[]){torque, 0, 0}, error));
        scene_run(&s, 0.6);
        hf_body_state at = hf_world_body(s.world, ball);
        if (k == 1) CHECK_NEAR(at.angular_velocity[0], (torque - 2.0 * torsion * N) / inertia_of_ball() * 0.6, 1e-6);
        else
        {
            CHECK(speed_of(at.angular_velocity) <= 1e-9);
            CHECK(fabs(at.position[2]) <= 1e-8);
            // What the fingers carry is in the wrenches.
            hf_wrench wrenches[4];
            int count = hf_world_wrenches(s.world, 4, wrenches);
            double sum = 0;
            for (int w = 0; w < count; w++) sum += (wrenches[w].body_a == ball ? 1 : -1) * wrenches[w].torque[0];
            CHECK_NEAR(sum, -torque, 1e-6);
        }
        scene_end(&s);
    }
}

TEST(point_contacts_do_not_resist_at_all)
{
    scene s = scene_begin();
    int ball = add_pinched_ball(&s, 30.0, 3, 0.6, 0.004, false);
    scene_start(&s);
    MUST(hf_world_set_wrench(s.world, ball, (double[]){0, 0, 0}, (double[]){0.01, 0, 0}, error));
    scene_run(&s, 0.5);
    CHECK_NEAR(hf_world_body(s.world, ball).angular_velocity[0], 0.01 / inertia_of_ball() * 0.5, 1e-6);
    scene_end(&s);
}

// ---- ellipses ----

static const double ACROSS[2] = {0.25, 0.5}; // along the world's y (first tangent), and x

/// A flat box on a plane, with these coefficients along y and x.
static int add_skewed_box(scene *s, hf_body_def def, double h)
{
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(s, settings);
    hf_shape_def shape = hf_shape_def_default();
    int plane = add_plane(s, 0, 0);
    def.mass = 1;
    def.inertia[0] = def.inertia[1] = 1e-2, def.inertia[2] = 2e-2;
    shape.body = add_body(s, def);
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = shape.size[1] = 0.1, shape.size[2] = 0.005;
    int box = add_shape(s, shape);
    const hf_friction_coefficients friction = {.tangent = {ACROSS[0], ACROSS[1]}};
    MUST(hf_builder_pair_coefficients(s->builder, plane, box, 3, &friction, error));
    return shape.body;
}

TEST(an_ellipse_holds_what_lies_inside_it)
{
    for (int k = 0; k < 8; k++)
    {
        double angle = 0.05 + 0.75 * k / 2, share = k % 2 ? 1.01 : 0.99; // of the force that it holds
        double fx = cos(angle), fy = sin(angle);
        double most = G / sqrt(fx * fx / (ACROSS[1] * ACROSS[1]) + fy * fy / (ACROSS[0] * ACROSS[0]));
        scene s = scene_begin();
        int box = add_skewed_box(&s, body_at(0, 0, 0.005), 1e-3);
        scene_start(&s);
        double F[3] = {share * most * fx, share * most * fy, 0};
        double at_ground[3] = {0.005 * F[1], -0.005 * F[0], 0}; // (0, 0, -0.005) × F
        MUST(hf_world_set_wrench(s.world, box, F, at_ground, error));
        scene_run(&s, 0.2);
        hf_body_state at = hf_world_body(s.world, box);
        if (share < 1) CHECK(speed_of(at.velocity) <= 1e-9);
        else
        {
            // It moves along the normal of the ellipse where friction is, not along the push.
            double nx = fx / (ACROSS[1] * ACROSS[1]), ny = fy / (ACROSS[0] * ACROSS[0]);
            double across = (at.velocity[0] * ny - at.velocity[1] * nx) / hypot(nx, ny);
            double along = (at.velocity[0] * nx + at.velocity[1] * ny) / hypot(nx, ny);
            CHECK(along > 1e-3 && fabs(across) <= 0.03 * along);
        }
        scene_end(&s);
    }
}

/// The velocity of a mass point with friction -N D² v / |D v|, by small steps of the midpoint rule; to rest, or for
/// `duration`.
static void slide_point(double *x, double *v, double duration)
{
    const double D[2] = {ACROSS[1], ACROSS[0]}, h = 1e-6;
    for (long step = 0; step < lround(duration / h); step++)
    {
        double a[2], half[2], norm = hypot(D[0] * v[0], D[1] * v[1]);
        for (int k = 0; k < 2; k++) half[k] = v[k] - 0.5 * h * G * D[k] * D[k] * v[k] / norm;
        norm = hypot(D[0] * half[0], D[1] * half[1]);
        for (int k = 0; k < 2; k++) a[k] = -G * D[k] * D[k] * half[k] / norm;
        for (int k = 0; k < 2; k++) x[k] += h * half[k], v[k] += h * a[k];
    }
}

TEST(a_block_slides_as_the_ellipse_says)
{
    double x[2] = {0, 0}, v[2] = {1.0, 1.2}, error[2];
    slide_point(x, v, 0.25);
    for (int j = 0; j < 2; j++) // friction opposes the slip at the end of a step: first order in its length
    {
        scene s = scene_begin();
        hf_body_def def = body_at(0, 0, 0.005);
        def.velocity[0] = 1.0, def.velocity[1] = 1.2;
        int box = add_skewed_box(&s, def, j ? 1e-3 : 2e-3);
        scene_start(&s);
        scene_run(&s, 0.25);
        hf_body_state at = hf_world_body(s.world, box);
        error[j] = hypot(at.velocity[0] - v[0], at.velocity[1] - v[1]);
        CHECK_NEAR(at.position[0], x[0], j ? 1e-4 : 2e-4);
        CHECK_NEAR(at.position[1], x[1], j ? 1e-4 : 2e-4);
        CHECK(speed_of(at.angular_velocity) <= 1e-6);
        scene_end(&s);
    }
    CHECK(error[1] <= 8e-4);
    CHECK_NEAR(error[0] / error[1], 2.0, 0.05);
}

// ---- impacts ----

TEST(impacts_with_spin_gain_no_energy)
{
    for (int k = 0; k < 3; k++)
    {
        scene s = scene_with_step(2e-3);
        add_smooth_plane(&s, 0);
        hf_body_def def = body_at(0, 0, RADIUS + 0.3);
        def.velocity[0] = 1.0;
        def.angular_velocity[0] = 5.0, def.angular_velocity[1] = -20.0, def.angular_velocity[2] = 40.0;
        hf_shape_def shape = hf_shape_def_default();
        def.mass = MASS;
        for (int j = 0; j < 3; j++) def.inertia[j] = inertia_of_ball();
        shape.body = add_body(&s, def);
        shape.size[0] = RADIUS;
        shape.condim = k == 0 ? 4 : 6;
        shape.friction = 0.4, shape.torsion = 0.02, shape.rolling = k == 2 ? 0.01 : 0.0005, shape.restitution = 0.8;
        add_shape(&s, shape);
        scene_start(&s);
        scene_step(&s);
        double energy = s.last.kinetic + s.last.potential, before = hf_world_body(s.world, 1).angular_velocity[2];
        for (int n = 0; n < 600; n++)
        {
            scene_step(&s);
            double now = s.last.kinetic + s.last.potential;
            CHECK(now <= energy + 1e-7);
            energy = now;
        }
        CHECK(hf_world_body(s.world, 1).angular_velocity[2] < before - 1.0); // bounces have taken some of it
        scene_end(&s);
    }
}
