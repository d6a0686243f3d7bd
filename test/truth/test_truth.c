// Closed-form mechanics, over grids of parameters, with the default settings. Every step must be certified
// (truth_scenes.h).

#include "support/truth_scenes.h"

static scene scene_with_step(double h)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(&s, settings);
    return s;
}

// ---- incline ----

static scene make_incline(double angle, double mu, double size, double mass, double h)
{
    scene s = scene_with_step(h);
    add_plane(&s, angle, mu);
    hf_body_def def = body_on_plane(angle, size);
    def.mass = mass;
    add_box(&s, def, size, 0.8 * size, size, mu);
    scene_start(&s);
    return s;
}

TEST(incline_slides_or_stays)
{
    const double steps[] = {0.01, 0.002}, masses[] = {1e-3, 1, 1e4};
    for (int a = 0; a < 3; a++)
        for (int k = 0; k < 12; k++)
        {
            double tangent = 0.3 + 0.2 * a, mu = 0.25 + 0.05 * k, angle = atan(tangent);
            if (fabs(mu - tangent) < 1e-9) continue; // the threshold has a test of its own
            scene s = make_incline(angle, mu, 0.1, masses[k % 3], steps[k % 2]);
            hf_body_state start = hf_world_body(s.world, 1);
            scene_run(&s, 0.5);
            hf_body_state end = hf_world_body(s.world, 1);
            double acceleration = fmax(0, G * (sin(angle) - mu * cos(angle)));
            CHECK_NEAR(distance(start.position, end.position), 0.5 * acceleration * 0.25, 1e-8);
            CHECK_NEAR(hypot(end.velocity[0], end.velocity[2]), acceleration * 0.5, 2e-9 * 250);
            if (acceleration == 0) CHECK(distance(start.position, end.position) <= 0.5e-9);
            scene_end(&s);
        }
}

static bool incline_slides(double angle, double mu)
{
    scene s = make_incline(angle, mu, 0.1, 1, 0.002);
    scene_run(&s, 0.2);
    hf_body_state end = hf_world_body(s.world, 1);
    scene_end(&s);
    return hypot(end.velocity[0], end.velocity[2]) > 5e-8;
}

TEST(incline_threshold_is_tan_theta)
{
    const double tangents[] = {0.2, 0.5, 0.8};
    for (int k = 0; k < 3; k++)
    {
        double lo = 0.5 * tangents[k], hi = 1.5 * tangents[k];
        while (hi - lo > 2e-8)
        {
            double mu = 0.5 * (lo + hi);
            if (incline_slides(atan(tangents[k]), mu)) lo = mu;
            else hi = mu;
        }
        CHECK_NEAR(0.5 * (lo + hi), tangents[k], 1e-6);
    }
}

// ---- wall ----

TEST(wall_holds_iff_mu_F_is_at_least_the_weight)
{
    const double mus[] = {0.5, 1.0, 2.0};
    for (int k = 0; k < 3; k++)
        for (int below = 0; below < 2; below++)
        {
            double mass = 1 + k, force = mass * G / mus[k] * (below ? 0.99 : 1.01);
            scene s = scene_begin();
            hf_shape_def wall = hf_shape_def_default(); // surface x = 0, solid where x > 0
            wall.kind = HF_SHAPE_PLANE;
            wall.orientation[0] = cos(atan(1.0));
            wall.orientation[2] = -sin(atan(1.0));
            wall.friction = mus[k];
            add_shape(&s, wall);
            hf_body_def def = body_at(-0.05, 0, 1);
            def.mass = mass;
            def.force[0] = force;
            add_box(&s, def, 0.05, 0.05, 0.2, mus[k]);
            scene_start(&s);
            scene_run(&s, 0.5);
            hf_body_state end = hf_world_body(s.world, 1);
            double acceleration = below ? G - mus[k] * force / mass : 0;
            CHECK_NEAR(end.position[2], 1 - 0.5 * acceleration * 0.25, below ? 1e-8 : 0.5e-9);
            CHECK_NEAR(end.velocity[2], -acceleration * 0.5, below ? 1e-7 : 1.1e-9);
            scene_end(&s);
        }
}

// ---- stop, launch, gap ----

TEST(block_stops_where_friction_says)
{
    const double speeds[] = {0.5, 2, 6}, mus[] = {0.1, 0.5, 0.9}, steps[] = {0.01, 0.002, 0.0005};
    for (int k = 0; k < 27; k++)
    {
        double v = speeds[k % 3], mu = mus[k / 3 % 3], h = steps[k / 9], stop = v / (mu * G);
        scene s = scene_with_step(h);
        add_plane(&s, 0, mu);
        hf_body_def def = body_at(0, 0, 0.02);
        def.velocity[0] = v;
        add_box(&s, def, 0.1, 0.1, 0.02, mu);
        scene_start(&s);
        double lift = 0, stopped = 0;
        for (int n = 0; n < 300 && hf_world_time(s.world) < stop + 3 * h; n++)
        {
            scene_step(&s);
            hf_body_state now = hf_world_body(s.world, 1);
            lift = fmax(lift, fabs(now.position[2] - 0.02));
            if (stopped == 0 && now.velocity[0] < 1e-8) stopped = s.last.time;
        }
        CHECK(lift <= 1e-9); // a convexified cone hovers at h mu v
        if (stopped > 0)     // 300 steps do not reach the end of every run
        {
            // The last, incomplete step is the only error: mu g h² / 8 at most, and h in time.
            CHECK_NEAR(hf_world_body(s.world, 1).position[0], v * v / (2 * mu * G), mu * G * h * h / 8 + 1e-8);
            CHECK(stopped >= stop - 1e-9 && stopped <= stop + h);
        }
        scene_end(&s);
    }
}

TEST(launched_cube_stays_flat)
{
    const double directions[] = {0, 0.3, 0.785};
    for (int k = 0; k < 3; k++)
    {
        scene s = scene_begin();
        add_plane(&s, 0, 0.5);
        hf_body_def def = body_at(0, 0, 0.05);
        def.velocity[0] = 6 * cos(directions[k]);
        def.velocity[1] = 6 * sin(directions[k]);
        add_box(&s, def, 0.05, 0.05, 0.05, 0.5);
        scene_start(&s);
        double lift = 0, tilt = 0;
        while (hf_world_time(s.world) < 1.3)
        {
            scene_step(&s);
            hf_body_state now = hf_world_body(s.world, 1);
            lift = fmax(lift, fabs(now.position[2] - 0.05));
            tilt = fmax(tilt, hypot(now.orientation[1], now.orientation[2]));
        }
        hf_body_state end = hf_world_body(s.world, 1);
        CHECK(lift <= 1e-9 && tilt <= 1e-8);
        CHECK_NEAR(hypot(end.position[0], end.position[1]), 36 / (2 * 0.5 * G), 1e-5);
        CHECK_NEAR(atan2(end.position[1], end.position[0]), directions[k], 1e-7);
        CHECK(hypot(end.velocity[0], end.velocity[1]) < 2e-9);
        scene_end(&s);
    }
}

// ---- isotropy ----

TEST(threshold_is_the_same_at_every_angle)
{
    const double mu = 0.4, mass = 3;
    for (int k = 0; k < 16; k++)
        for (int above = 0; above < 2; above++)
        {
            double angle = 0.1 + k * 0.3926990816987241, force = mu * mass * G * (above ? 1 + 1e-5 : 1 - 1e-5);
            scene s = scene_begin();
            add_plane(&s, 0, mu);
            hf_body_def def = body_at(0, 0, 0.01);
            def.mass = mass;
            def.force[0] = force * cos(angle);
            def.force[1] = force * sin(angle);
            add_box(&s, def, 0.2, 0.2, 0.01, mu);
            scene_start(&s);
            scene_run(&s, 0.1);
            hf_body_state end = hf_world_body(s.world, 1);
            double speed = hypot(end.velocity[0], end.velocity[1]), a = above ? 1e-5 * mu * G : 0;
            CHECK_NEAR(speed, a * 0.1, 3e-9 * 50);
            if (above)
                CHECK_NEAR(remainder(atan2(end.velocity[1], end.velocity[0]) - angle, 6.283185307179586), 0, 2e-2);
            scene_end(&s);
        }
}

TEST(push_moves_along_itself)
{
    for (int k = 0; k < 8; k++)
    {
        double angle = 0.2 + 0.77 * k;
        scene s = scene_begin();
        add_plane(&s, 0, 0.4);
        hf_body_def def = body_at(0, 0, 0.01);
        def.mass = 3;
        const double force[3] = {12 * cos(angle), 12 * sin(angle), 0};
        add_box(&s, def, 0.2, 0.2, 0.01, 0.4);
        scene_start(&s);
        MUST(hf_world_set_wrench(s.world, 1, force, NULL, error));
        scene_run(&s, 0.4);
        hf_body_state end = hf_world_body(s.world, 1);
        double travel = 0.5 * (12 / 3.0 - 0.4 * G) * 0.16;
        CHECK_NEAR(end.position[0], travel * cos(angle), 1e-8);
        CHECK_NEAR(end.position[1], travel * sin(angle), 1e-8);
        scene_end(&s);
    }
}

// ---- billiards ----

TEST(ball_rolls_at_five_sevenths)
{
    const double spins[] = {0, 20, -30};
    for (int k = 0; k < 9; k++)
    {
        double radius = 0.03, mu = 0.2, v = 1.5, spin = spins[k % 3], angle = 0.5 * (k / 3), h = 0.001;
        scene s = scene_with_step(h);
        add_plane(&s, 0, mu);
        hf_body_def def = body_at(0, 0, radius);
        def.velocity[0] = v * cos(angle), def.velocity[1] = v * sin(angle);
        def.angular_velocity[0] = -spin * sin(angle), def.angular_velocity[1] = spin * cos(angle);
        add_ball(&s, def, radius, mu, 0);
        scene_start(&s);
        double final = (5 * v + 2 * radius * spin) / 7, rolls = 0;
        while (hf_world_time(s.world) < 0.6)
        {
            scene_step(&s);
            hf_body_state now = hf_world_body(s.world, 1);
            double speed = now.velocity[0] * cos(angle) + now.velocity[1] * sin(angle);
            if (rolls == 0 && fabs(speed - final) < 1e-7) rolls = s.last.time;
        }
        hf_body_state end = hf_world_body(s.world, 1);
        CHECK_NEAR(end.velocity[0], final * cos(angle), 1e-7);
        CHECK_NEAR(end.velocity[1], final * sin(angle), 1e-7);
        CHECK_NEAR(end.position[0] * sin(angle) - end.position[1] * cos(angle), 0, 1e-8); // a straight line
        CHECK_NEAR(rolls, 2 * fabs(v - radius * spin) / (7 * mu * G), h + 1e-6);
        scene_end(&s);
    }
}

// ---- stacks ----

/// Normal force between two bodies in the last step [N].
static double force_between(const scene *s, int a, int b)
{
    double sum = 0;
    for (int k = 0; k < hf_world_contact_count(s->world); k++)
    {
        hf_contact c = hf_world_contact(s->world, k);
        if ((c.body_a == a && c.body_b == b) || (c.body_a == b && c.body_b == a)) sum += c.r[0];
    }
    return sum / hf_model_settings(s->model).step.timestep;
}

TEST(mass_ratio_to_a_million)
{
    for (int power = 0; power <= 6; power++)
    {
        double heavy = pow(10, power);
        scene s = scene_begin();
        add_plane(&s, 0, 0.5);
        for (int k = 0; k < 2; k++)
        {
            hf_body_def def = body_at(0, 0, 0.1 + 0.2 * k);
            def.mass = k ? heavy : 1;
            add_box(&s, def, 0.1, 0.1, 0.1, 0.5);
        }
        scene_start(&s);
        scene_run(&s, 0.5);
        CHECK_NEAR(force_between(&s, 1, 2) / (heavy * G), 1, 1e-6);
        CHECK_NEAR(force_between(&s, 0, 1) / ((heavy + 1) * G), 1, 1e-6);
        CHECK(s.worst_penetration <= 1e-8);
        CHECK_NEAR(hf_world_body(s.world, 2).position[2], 0.3, 1e-8);
        scene_end(&s);
    }
}

static void check_tower(int count, double heavy, double duration)
{
    scene s = scene_begin();
    add_plane(&s, 0, 0.5);
    double weight[64] = {0};
    for (int k = 0; k < count; k++)
    {
        hf_body_def def = body_at(0, 0, 0.1 + 0.2 * k);
        def.mass = k % 2 ? heavy : 1;
        weight[k] = def.mass * G;
        add_box(&s, def, 0.1, 0.1, 0.1, 0.5);
    }
    for (int k = count - 2; k >= 0; k--) weight[k] += weight[k + 1];
    scene_start(&s);
    scene_run(&s, duration);
    for (int k = 0; k < count; k++)
    {
        CHECK_NEAR(force_between(&s, k, k + 1) / weight[k], 1, 1e-5);
        CHECK_NEAR(hf_world_body(s.world, k + 1).position[2], 0.1 + 0.2 * k, 1e-7);
    }
    CHECK(s.last.kinetic < 1e-12 * weight[0]);
    CHECK(s.worst_penetration <= 1e-8);
    scene_end(&s);
}

TEST(towers_stand)
{
    check_tower(20, 1, 0.1);
    check_tower(5, 100, 0.2);
    check_tower(12, 100, 0.1);
}

// ---- bounce ----

TEST(bounces_lose_what_restitution_says)
{
    const double es[] = {0.5, 0.8, 0.9};
    for (int k = 0; k < 3; k++)
    {
        double e = es[k], fall = sqrt(2 * 1.0 / G), h = 0.001;
        scene s = scene_with_step(h);
        add_plane(&s, 0, 0.5);
        add_ball(&s, body_at(0, 0, 1.1), 0.1, 0.5, e);
        scene_start(&s);
        double before = 0, rest = 0, end = fmin(3.0, 1.1 * fall * (1 + e) / (1 - e));
        int bounces = 0;
        while (hf_world_time(s.world) < end)
        {
            scene_step(&s);
            hf_body_state now = hf_world_body(s.world, 1);
            if (before > 0 && now.velocity[2] <= 0)
            {
                double expected = pow(e, 2 * ++bounces), height = now.position[2] - 0.1;
                if (expected > 0.01) CHECK_NEAR(height / expected, 1, 2e-3);
            }
            if (fabs(now.velocity[2]) > 1e-6) rest = s.last.time;
            before = now.velocity[2];
        }
        CHECK(bounces >= 4);
        if (end < 3.0) CHECK_NEAR(rest, fall * (1 + e) / (1 - e), 0.03);
        if (end < 3.0) CHECK_NEAR(hf_world_body(s.world, 1).position[2], 0.1, 1e-9);
        scene_end(&s);
    }
}

TEST(elastic_ball_keeps_its_energy)
{
    scene s = scene_begin();
    add_plane(&s, 0, 0);
    add_ball(&s, body_at(0, 0, 0.6), 0.1, 0, 1);
    scene_start(&s);
    double start = 0;
    for (int k = 0; k < 5000; k++)
    {
        scene_step(&s);
        if (k == 0) start = s.last.kinetic + s.last.potential;
        CHECK_NEAR((s.last.kinetic + s.last.potential) / start, 1, 1e-9);
    }
    scene_end(&s);
}

// ---- tops ----

TEST(free_top_in_the_world)
{
    scene s = scene_begin();
    hf_body_def def = body_at(0, 0, 0);
    def.mass = 1;
    def.inertia[0] = 1, def.inertia[1] = 2, def.inertia[2] = 2.5;
    def.gravity_scale = 0;
    def.angular_velocity[0] = 0.01, def.angular_velocity[1] = 5;
    add_body(&s, def);
    scene_start(&s);
    double energy = 0.5 * (1e-4 + 2 * 25), momentum = hypot(0.01, 10);
    for (int k = 0; k < 20000; k++)
    {
        scene_step(&s);
        CHECK_NEAR(s.last.kinetic / energy, 1, 1e-4);
    }
    hf_body_state end = hf_world_body(s.world, 1);
    (void)end;
    // |L| = |I w|, with I turned to where the body is
    const double *q = end.orientation, *w = end.angular_velocity;
    double R[9] = {
        1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]),     2 * (q[1] * q[3] + q[0] * q[2]),
        2 * (q[1] * q[2] + q[0] * q[3]),     1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] - q[0] * q[1]),
        2 * (q[1] * q[3] - q[0] * q[2]),     2 * (q[2] * q[3] + q[0] * q[1]),     1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    double sum = 0;
    for (int k = 0; k < 3; k++)
    {
        double local = (R[k] * w[0] + R[3 + k] * w[1] + R[6 + k] * w[2]) * def.inertia[k];
        sum += local * local;
    }
    CHECK_NEAR(sqrt(sum), momentum, 1e-12);
    scene_end(&s);
}

// ---- rest and starvation ----

TEST(what_rests_stays)
{
    scene s = scene_begin();
    add_plane(&s, 0, 0.7);
    add_ball(&s, body_at(0, 0, 0.1), 0.1, 0.7, 0);
    add_box(&s, body_at(1, 0, 0.1), 0.1, 0.2, 0.1, 0.7);
    scene_start(&s);
    hf_body_state ball = hf_world_body(s.world, 1), box = hf_world_body(s.world, 2);
    scene_run(&s, 5);
    hf_body_state ball_end = hf_world_body(s.world, 1), box_end = hf_world_body(s.world, 2);
    CHECK(distance(ball.position, ball_end.position) <= 1e-9);
    CHECK(distance(box.position, box_end.position) <= 1e-9);
    for (int k = 0; k < 4; k++) CHECK_NEAR(box.orientation[k], box_end.orientation[k], 1e-8);
    scene_end(&s);
}

TEST(starved_steps_say_so_and_change_nothing)
{
    scene s = scene_begin();
    add_plane(&s, 0, 0.5);
    for (int k = 0; k < 6; k++) add_box(&s, body_at(0.01 * k, 0, 0.1 + 0.2 * k), 0.1, 0.1, 0.1, 0.5);
    scene_start(&s);
    hf_settings settings = hf_model_settings(s.model);
    settings.solver.max_iterations = 1;
    strcpy(settings.solver.name, "mfb+enum");
    MUST(hf_world_set_settings(s.world, &settings, error));
    uint64_t hash = hf_world_hash(s.world);
    hf_step_report report;
    MUST(hf_world_step(s.world, 0, &report, error));
    CHECK(!report.certified);
    CHECK(report.solve.residual.natural > 1e-9);
    CHECK(hf_world_hash(s.world) == hash && hf_world_time(s.world) == 0);
    strcpy(settings.solver.name, "auto");
    settings.solver.max_iterations = 0;
    MUST(hf_world_set_settings(s.world, &settings, error));
    scene_step(&s); // and with enough of them it goes on
    scene_end(&s);
}
