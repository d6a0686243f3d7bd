// The acceleration-level mode: forces while contacts last, impulses at collisions, Runge–Kutta 4.

#include "support/truth_scenes.h"

static scene baraff_scene(double h)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    settings.step.timestep = h;
    scene_settings(&s, settings);
    return s;
}

TEST(free_flight_is_exact)
{
    scene s = baraff_scene(0.01);
    hf_body_def def = body_at(0, 0, 5);
    def.velocity[0] = 2;
    def.angular_velocity[1] = 3;
    add_ball(&s, def, 0.1, 0.5, 0);
    scene_start(&s);
    scene_run(&s, 0.5);
    hf_body_state end = hf_world_body(s.world, 1);
    CHECK_NEAR(end.position[0], 1, 1e-12);
    CHECK_NEAR(end.position[2], 5 - 0.5 * G * 0.25, 1e-12);
    CHECK_NEAR(2 * acos(end.orientation[0]), 1.5, 1e-7); // fourth order
    scene_end(&s);
}

TEST(free_top_at_fourth_order)
{
    double drift[2];
    for (int k = 0; k < 2; k++)
    {
        scene s = baraff_scene(k ? 0.005 : 0.01);
        hf_body_def def = body_at(0, 0, 0);
        def.mass = 1;
        def.inertia[0] = 1, def.inertia[1] = 2, def.inertia[2] = 2.5;
        def.gravity_scale = 0;
        def.angular_velocity[0] = 0.3, def.angular_velocity[1] = 5;
        add_body(&s, def);
        scene_start(&s);
        scene_run(&s, 1);
        drift[k] = fabs(s.last.kinetic / (0.5 * (0.09 + 50)) - 1);
        scene_end(&s);
    }
    CHECK(drift[0] < 1e-6 && drift[1] < drift[0] / 10);
}

TEST(incline_holds_or_slides)
{
    for (int k = 0; k < 6; k++)
    {
        double angle = atan(0.5), mu = 0.3 + 0.08 * k;
        scene s = baraff_scene(0.01);
        add_plane(&s, angle, mu);
        add_box(&s, body_on_plane(angle, 0.1), 0.1, 0.1, 0.1, mu);
        scene_start(&s);
        hf_body_state start = hf_world_body(s.world, 1);
        scene_run(&s, 0.3);
        double acceleration = fmax(0, G * (sin(angle) - mu * cos(angle)));
        CHECK_NEAR(distance(start.position, hf_world_body(s.world, 1).position), 0.5 * acceleration * 0.09, 1e-6);
        scene_end(&s);
    }
}

TEST(block_stops_at_the_exact_place)
{
    const double speeds[] = {0.7, 2}, mus[] = {0.3, 0.6};
    for (int k = 0; k < 4; k++)
    {
        double v = speeds[k % 2], mu = mus[k / 2];
        scene s = baraff_scene(0.01);
        add_plane(&s, 0, mu);
        hf_body_def def = body_at(0, 0, 0.02);
        def.velocity[0] = v;
        add_box(&s, def, 0.1, 0.1, 0.02, mu);
        scene_start(&s);
        scene_run(&s, v / (mu * G) + 0.1);
        hf_body_state end = hf_world_body(s.world, 1);
        CHECK_NEAR(end.position[0], v * v / (2 * mu * G), 1e-6); // the event is found: no error of order h
        CHECK_NEAR(end.velocity[0], 0, 1e-8);
        CHECK_NEAR(end.position[2], 0.02, 1e-6);
        scene_end(&s);
    }
}

TEST(ball_rolls_at_five_sevenths)
{
    scene s = baraff_scene(0.005);
    add_plane(&s, 0, 0.2);
    hf_body_def def = body_at(0, 0, 0.03);
    def.velocity[0] = 1.5, def.velocity[1] = 0.5;
    add_ball(&s, def, 0.03, 0.2, 0);
    scene_start(&s);
    scene_run(&s, 0.5);
    hf_body_state end = hf_world_body(s.world, 1);
    CHECK_NEAR(end.velocity[0], 1.5 * 5 / 7, 1e-6);
    CHECK_NEAR(end.velocity[1], 0.5 * 5 / 7, 1e-6);
    CHECK_NEAR(end.position[2], 0.03, 1e-6);
    scene_end(&s);
}

TEST(bounces_are_found_in_time)
{
    scene s = baraff_scene(0.01);
    add_plane(&s, 0, 0.5);
    add_ball(&s, body_at(0, 0, 1.1), 0.1, 0.5, 0.8);
    scene_start(&s);
    double fall = sqrt(2 / G);
    scene_run(&s, fall * (1 + 0.8)); // the top of the first bounce
    CHECK_NEAR(hf_world_body(s.world, 1).position[2], 0.1 + 0.64, 2e-3);
    scene_end(&s);
}

TEST(tower_stands)
{
    scene s = baraff_scene(0.005);
    add_plane(&s, 0, 0.5);
    for (int k = 0; k < 4; k++) add_box(&s, body_at(0, 0, 0.1 + 0.2 * k), 0.1, 0.1, 0.1, 0.5);
    scene_start(&s);
    scene_run(&s, 0.2);
    for (int k = 0; k < 4; k++) CHECK_NEAR(hf_world_body(s.world, k + 1).position[2], 0.1 + 0.2 * k, 1e-6);
    CHECK(s.last.kinetic < 1e-10);
    scene_end(&s);
}

// Painlevé's rod: a thin rod slides on its lower end, leaning so that friction would press it into the floor. Above mu
// = 4/3 there are tilts without a solution in forces.
static hf_step_report first_step_of_rod(double mu)
{
    double tilt = 0.55, length = 1; // from the vertical
    scene s = baraff_scene(0.001);
    add_plane(&s, 0, mu);
    hf_body_def def = body_at(0, 0, 0.001);
    double c = cos(tilt), si = sin(tilt);
    def.mass = 1;
    def.center[0] = 0.5 * length * si, def.center[2] = 0.5 * length * c;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = length * length / 12;
    def.velocity[0] = -5; // away from the side to which it leans: friction turns it into the floor
    add_ball(&s, def, 0.001, mu, 0);
    scene_start(&s);
    hf_step_report report;
    MUST(hf_world_step(s.world, 0, &report, error));
    scene_end(&s);
    return report;
}

TEST(painleve_takes_an_impulse_along_the_ray)
{
    hf_step_report gentle = first_step_of_rod(1.0), harsh = first_step_of_rod(2.5);
    CHECK(gentle.certified && harsh.certified);
    CHECK(gentle.rays == 0 && gentle.impulse_pieces == 0 && !strstr(gentle.solve.note, "impulse"));
    CHECK(harsh.rays == 1 && harsh.impulse_pieces == 0 && strstr(harsh.solve.note, "impulse"));
    CHECK(harsh.kinetic < gentle.kinetic); // the slip has ended
}
