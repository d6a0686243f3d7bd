// Impacts that travel: cradles, rows, stacks. Momentum and energy to rounding, and what is lost is what Newton's law
// loses.

#include "support/truth_scenes.h"

#include "base/random.h"

enum
{
    MOST = 12
};

/// Balls in a row along x without gravity, `moving` of them at speed v, at the distance `run` from the rest; mass[k]
/// may differ.
static scene make_row(int n, int moving, double v, double run, double gap, double e, const double *mass, double h)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    settings.physics.gravity[2] = 0;
    scene_settings(&s, settings);
    for (int k = 0; k < n; k++)
    {
        hf_body_def def = body_at(k * (0.1 + gap) - (k < moving ? run : 0), 0, 0);
        def.velocity[0] = k < moving ? v : 0;
        def.mass = mass ? mass[k] : 0.5;
        add_ball(&s, def, 0.05, 0, e);
    }
    scene_start(&s);
    return s;
}

static void check_cradle(int n, int moving, double gap, double h)
{
    const double v = 0.8;
    scene s = make_row(n, moving, v, 0.01, gap, 1, NULL, h);
    while (hf_world_time(s.world) < 0.01 / v + n * gap / v + 3 * h)
    {
        scene_step(&s);
        CHECK_NEAR(s.last.kinetic / (moving * 0.25 * v * v), 1, 1e-13);
    }
    for (int k = 0; k < n; k++) CHECK_NEAR(hf_world_body(s.world, k + 1).velocity[0], k >= n - moving ? v : 0, 1e-13);
    CHECK(s.worst_penetration <= 1e-12);
    scene_end(&s);
}

TEST(as_many_leave_as_come)
{
    const double steps[] = {0.01, 0.002, 0.0003}, gaps[] = {0, 1e-4, 3e-3};
    for (int n = 2; n <= 7; n++)
        for (int moving = 1; moving < n; moving++) check_cradle(n, moving, gaps[n % 3], steps[(n + moving) % 3]);
    check_cradle(MOST, 1, 0, 0.002);
    check_cradle(5, 2, 0, 0.002);
}

/// Newton's law at the pairs that approach, all at once where they share a ball, until none does: W r = -(1 + e) u over
/// these pairs.
static void collide_row(int n, const double *mass, double e, double *v)
{
    for (bool again = true; again;)
    {
        double r[MOST] = {0}, u[MOST];
        again = false;
        for (int k = 0; k + 1 < n; k++) u[k] = v[k + 1] - v[k];
        for (int sweep = 0; sweep < 300; sweep++)
            for (int k = 0; k + 1 < n; k++)
            {
                if (u[k] > -1e-9) continue;
                double before = k > 0 ? r[k - 1] / mass[k] : 0, behind = k + 2 < n ? r[k + 1] / mass[k + 1] : 0;
                r[k] = (-(1 + e) * u[k] + before + behind) / (1 / mass[k] + 1 / mass[k + 1]);
                again = true;
            }
        for (int k = 0; k + 1 < n; k++)
        {
            v[k] -= r[k] / mass[k];
            v[k + 1] += r[k] / mass[k + 1];
        }
    }
}

TEST(rows_lose_what_newton_says)
{
    const double es[] = {0.3, 0.6, 0.9, 1.0};
    for (int n = 2; n <= 6; n++)
        for (int k = 0; k < 4; k++)
        {
            double mass[MOST], v[MOST] = {1.2}, momentum = 0, energy = 0, expected = 0;
            for (int j = 0; j < n; j++) mass[j] = k % 2 ? 1.0 : 1.0 + 0.7 * j;
            scene s = make_row(n, 1, v[0], 0, 0, es[k], mass, 0.002);
            scene_step(&s);
            collide_row(n, mass, es[k], v);
            for (int j = 0; j < n; j++)
            {
                double speed = hf_world_body(s.world, j + 1).velocity[0];
                CHECK_NEAR(speed, v[j], 3e-6); // the slowest approaches are not followed up
                momentum += mass[j] * speed;
                energy += 0.5 * mass[j] * speed * speed;
                expected += 0.5 * mass[j] * v[j] * v[j];
            }
            if (k % 2) CHECK_NEAR(hf_world_body(s.world, n).velocity[0], 1.2 * pow((1 + es[k]) / 2, n - 1), 1e-9);
            CHECK_NEAR(momentum, mass[0] * 1.2, 1e-12);
            CHECK_NEAR(energy, expected, 1e-5);
            CHECK(energy <= 0.72 * mass[0] * (1 + 1e-13));
            scene_end(&s);
        }
}

TEST(a_row_on_the_floor_hands_the_push_on)
{
    const double mus[] = {0, 0.1, 0.5};
    for (int m = 0; m < 3; m++)
    {
        scene s = scene_begin();
        add_plane(&s, 0, mus[m]);
        for (int k = 0; k < 6; k++)
        {
            hf_body_def def = body_at(0.1 * k - (k == 0 ? 0.02 : 0), 0, 0.05);
            def.mass = 0.3;
            def.velocity[0] = k == 0 ? 2 : 0;
            add_ball(&s, def, 0.05, mus[m], 1);
        }
        scene_start(&s);
        double start = 0.5 * 0.3 * 4 + 6 * 0.3 * G * 0.05, last = start;
        while (hf_world_time(s.world) < 0.03)
        {
            scene_step(&s);
            CHECK(s.last.kinetic + s.last.potential <= last * (1 + 1e-12));
            last = s.last.kinetic + s.last.potential;
        }
        if (m == 0) CHECK_NEAR(last, start, 1e-12);
        double v = hf_world_body(s.world, 6).velocity[0];
        CHECK(v <= 2 + 1e-12 && v > 2 - 1e-12 - 0.12 * mus[m] * G); // friction brakes; what arrives goes on to the last
        for (int k = 1; k < 6; k++) CHECK(fabs(hf_world_body(s.world, k).velocity[0]) < 0.06 * mus[m] * G + 1e-12);
        scene_end(&s);
    }
}

TEST(a_stack_hit_from_above)
{
    const double es[] = {0, 0.2, 0.5, 0.8, 1}, mus[] = {0.5, 0};
    for (int k = 0; k < 10; k++)
    {
        scene s = scene_begin();
        add_plane(&s, 0, mus[k % 2]);
        for (int j = 0; j < 5; j++)
        {
            hf_body_def def = body_at(0, 0, 0.1 + 0.2 * j + (j == 4 ? 0.05 : 0));
            def.velocity[2] = j == 4 ? -2 : 0;
            def.mass = 1 + 0.1 * j;
            hf_shape_def shape = hf_shape_def_default();
            shape.body = add_body(&s, def);
            shape.kind = HF_SHAPE_BOX;
            shape.size[0] = shape.size[1] = shape.size[2] = 0.1;
            shape.friction = mus[k % 2];
            shape.restitution = es[k / 2];
            add_shape(&s, shape);
        }
        scene_start(&s);
        double last = 0, highest = 0;
        for (int n = 0; n < 100; n++)
        {
            scene_step(&s);
            double energy = s.last.kinetic + s.last.potential;
            if (n > 0) CHECK(energy <= last + 2e-5); // J, of 30: blocks that rock, to second order in h
            last = energy;
            for (int j = 1; j <= 5; j++) highest = fmax(highest, hf_world_body(s.world, j).velocity[2]);
        }
        CHECK(s.worst_penetration < 1e-6);
        CHECK(s.most_substeps == 1);
        if (es[k / 2] == 0) CHECK(highest < 1e-8); // a lump
        if (es[k / 2] == 1) CHECK(highest > 1);    // the push comes back from the floor
        scene_end(&s);
    }
}

TEST(friction_and_restitution_gain_nothing)
{
    // Kane's paradox: rods that hit a rough floor at an angle while they slide gain energy by Newton's law alone.
    random_state random = random_seed(5);
    for (int k = 0; k < 150; k++)
    {
        scene s = scene_begin();
        hf_settings settings = hf_settings_default();
        settings.physics.gravity[2] = 0;
        scene_settings(&s, settings);
        double mu = random_between(&random, 0, 2), e = k % 3 ? 1 : random_between(&random, 0, 1);
        add_plane(&s, 0, mu);
        hf_body_def def = body_at(0, 0, 0.6);
        for (int j = 0; j < 4; j++) def.orientation[j] = random_between(&random, -1, 1);
        for (int j = 0; j < 3; j++) def.velocity[j] = random_between(&random, -3, 3);
        for (int j = 0; j < 3; j++) def.angular_velocity[j] = random_between(&random, -3, 3);
        def.velocity[2] = -4;
        hf_shape_def shape = hf_shape_def_default();
        double norm = 0;
        for (int j = 0; j < 4; j++) norm += def.orientation[j] * def.orientation[j];
        for (int j = 0; j < 4; j++) def.orientation[j] /= sqrt(norm);
        shape.body = add_body(&s, def);
        shape.kind = HF_SHAPE_BOX;
        shape.size[0] = 0.3, shape.size[1] = 0.05, shape.size[2] = 0.02;
        shape.friction = mu;
        shape.restitution = e;
        add_shape(&s, shape);
        scene_start(&s);
        double last = INFINITY, start = 0;
        while (hf_world_time(s.world) < 0.4)
        {
            scene_step(&s);
            if (start == 0) start = s.last.kinetic;
            CHECK(s.last.kinetic <= last * (1 + 1e-5)); // the free rod itself: its energy oscillates by O(h²)
            last = s.last.kinetic;
        }
        CHECK(hf_world_body(s.world, 1).position[2] > 0 && last <= start * (1 + 1e-4));
        scene_end(&s);
    }
}
