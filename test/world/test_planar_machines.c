// The built-in planar machines, on their numbers: what a wrong contact, seam, level or joint would spoil. Every step is
// certified.

#include "support/planar_machines.h"

static const double PI = 3.14159265358979323846;

TEST(feeder_feeds_in_order)
{
    machine_feed(3, HF_INTEGRATOR_MOREAU);
}

TEST(jack_holds_by_friction_and_drops_without)
{
    // Ledges slant by 30°, struts lean by 20°: tan 10° = 0.176 is what they need.
    CHECK(fabs(machine_hold(0.5, 0.2, 1, HF_INTEGRATOR_MOREAU)) <= 1e-9);
    CHECK(fabs(machine_hold(0.2, 0.2, 0.3, HF_INTEGRATOR_MOREAU)) <= 1e-9);
    CHECK(machine_hold(0, 0, 0.2, HF_INTEGRATOR_MOREAU) < -0.02);
    CHECK(machine_hold(0.15, 0, 0.2, HF_INTEGRATOR_MOREAU) < -0.02);
}

TEST(jack_lifts_with_both_strokes)
{
    machine m = machine_open("jack");
    double height[5];
    for (int k = 0; k < 5; k++) // the lever is level at every half turn of the crank
    {
        machine_run(&m, 2 + k);
        height[k] = machine_joint(&m, "guide");
        for (int l = 0; l < hf_model_count(m.model, HF_ITEM_LOOP); l++) CHECK(machine_gap(&m, l) <= 1e-10);
    }
    for (int k = 1; k < 5; k++) CHECK(height[k] - height[k - 1] > 0.015);
    CHECK_NEAR(height[2] - height[0], 0.04, 2e-4); // two teeth a turn, wherever on their ledges pawls come to stand
    CHECK_NEAR(height[4] - height[2], 0.04, 2e-4);
    CHECK(m.worst_rise == 0);
    CHECK(m.worst_penetration <= 5e-3);
    machine_close(&m);
}

TEST(jack_lifts_when_it_is_rocked_fast)
{
    // Tips of pawls slide into the corners of teeth by more than a millimetre a step, and stay outside.
    machine m = machine_open("jack:speed=1.5");
    machine_run(&m, 2);
    CHECK_NEAR(machine_joint(&m, "guide"), 6 * 0.02, 1e-3);
    CHECK(m.worst_penetration <= 2e-2);
    machine_close(&m);
}

TEST(geneva_indexes_exactly)
{
    const int slots[] = {4, 6};
    for (int n = 0; n < 2; n++)
    {
        char scene[64];
        snprintf(scene, sizeof scene, "geneva:slots=%d", slots[n]);
        machine m = machine_open(scene);
        double turned[3];
        for (int k = 0; k < 3; k++)
        {
            machine_run(&m, k + 1);
            turned[k] = machine_joint(&m, "axle");
            machine_run(&m, k + 1.15); // and it stays there
            CHECK_NEAR(machine_joint(&m, "axle"), turned[k], 1e-12);
        }
        for (int k = 1; k < 3; k++) CHECK_NEAR(turned[k] - turned[k - 1], -2 * PI / slots[n], 1e-9);
        CHECK_NEAR(turned[0], -2 * PI / slots[n], 1e-3); // the play of slot and pin
        CHECK(m.worst_rise == 0);
        machine_close(&m);
    }
}

TEST(ratchet_goes_on_by_whole_teeth)
{
    machine m = machine_open("ratchet");
    double turned[3];
    for (int k = 0; k < 3; k++)
    {
        machine_run(&m, k + 1);
        turned[k] = machine_joint(&m, "axle");
    }
    for (int k = 1; k < 3; k++)
    {
        double teeth = (turned[k] - turned[k - 1]) / (2 * PI / 24);
        CHECK(teeth > 0.9);
        CHECK_NEAR(teeth, round(teeth), 1e-3);
    }
    machine_close(&m);
}

TEST(escapement_keeps_time)
{
    double period, formula;
    machine_clock("escapement", 3, &period, &formula);
    CHECK_NEAR(period / formula, 1, 0.01);
    // Without a torque on the wheel no tooth passes: it is the wheel that counts.
    machine m = machine_open("escapement");
    double before = machine_joint(&m, "arbor");
    machine_run(&m, 4);
    double teeth = -(machine_joint(&m, "arbor") - before) / (2 * PI / 30);
    CHECK_NEAR(teeth, 4 / formula, 1.0); // one tooth a period
    CHECK(m.worst_rise == 0);
    machine_close(&m);
}

TEST(escapement_is_deadbeat)
{
    // While a tooth rests on an arc about the pin, the wheel stands still although the pendulum swings on: less than
    // the height of an arc over its chords.
    machine m = machine_open("escapement");
    machine_run(&m, 1.02);
    double held = machine_joint(&m, "arbor"), least = held, most = held;
    for (int k = 0; k < 150; k++)
    {
        machine_step(&m);
        least = fmin(least, machine_joint(&m, "arbor"));
        most = fmax(most, machine_joint(&m, "arbor"));
    }
    CHECK(most - least < 1e-4);
    machine_close(&m);
}

/// Whether the ladder stands after a second.
static bool ladder_stands(double mu, double wall, double angle)
{
    char scene[128];
    snprintf(scene, sizeof scene, "ladder_2d:mu=%.17g,wall=%.17g,angle=%.17g", mu, wall, angle);
    machine m = machine_open(scene);
    hf_body_state before = machine_body(&m, "ladder");
    machine_run(&m, 1);
    hf_body_state after = machine_body(&m, "ladder");
    double fell = before.position[2] - after.position[2];
    machine_close(&m);
    CHECK(fabs(fell) < 1e-6 || fell > 1e-4); // it stands or slips, and does not creep
    return fell < 1e-6;
}

TEST(ladder_slips_at_the_angle_of_the_textbook)
{
    const double mu[] = {0.4, 0.3, 0.6}, wall[] = {0.2, 0, 0.6};
    for (int k = 0; k < 3; k++)
    {
        double angle = atan((1 - mu[k] * wall[k]) / (2 * mu[k])) * 180 / PI;
        CHECK(ladder_stands(mu[k], wall[k], angle + 0.05));
        CHECK(!ladder_stands(mu[k], wall[k], angle - 0.05));
    }
}

TEST(cards_stand_with_friction_and_fall_without)
{
    machine m = machine_open("cards_2d"), slippery = machine_open("cards_2d:mu=0.05");
    hf_body_state before = machine_body(&m, "card_11");
    machine_run(&m, 1);
    machine_run(&slippery, 0.6);
    CHECK_NEAR(machine_body(&m, "card_11").position[2], before.position[2], 1e-7);
    CHECK(machine_body(&slippery, "card_11").position[2] < before.position[2] - 0.02);
    machine_close(&m);
    machine_close(&slippery);
}

TEST(switch_snaps_past_the_middle)
{
    machine m = machine_open("switch");
    const double stop = 25 * PI / 180;
    // The finger goes to the right first, then to the left, and again.
    for (int k = 0; k < 3; k++)
    {
        machine_run(&m, k + 0.6);
        CHECK_NEAR(machine_joint(&m, "pin"), k % 2 ? stop : -stop, 1e-7); // clockwise is negative
        double before = machine_joint(&m, "pin"), jump = 0;
        while (hf_world_time(m.world) < k + 1.6)
        {
            machine_step(&m);
            double now = machine_joint(&m, "pin");
            if (before * now <= 0 && before != now) jump = 1; // it went through the middle
            before = now;
        }
        CHECK(jump == 1);
    }
    machine_close(&m);
}

/// The height of the cam's profile above the shaft when it has turned by `angle`: chords between points at equal
/// angles.
static double profile(double angle)
{
    const double BASE = 0.05, lift = 0.02;
    enum
    {
        POINTS = 180
    };
    double at = fmod(-angle, 2 * PI);
    if (at < 0) at += 2 * PI;
    int i = (int)(at / (2 * PI) * POINTS);
    double p[2][2];
    for (int k = 0; k < 2; k++)
    {
        double a = 2 * PI * (i + k) / POINTS, r = BASE + 0.5 * lift * (1 - cos(a));
        p[k][0] = r * cos(a - at);
        p[k][1] = r * sin(a - at);
    }
    double t = -p[0][1] / (p[1][1] - p[0][1]);
    return p[0][0] + t * (p[1][0] - p[0][0]);
}

TEST(follower_keeps_to_the_cam)
{
    // At a corner of the profile the speed jumps by 0.011 m/s, within a step of 1 ms.
    machine m = machine_open("cam");
    for (int k = 0; k < 1000; k++)
    {
        machine_step(&m);
        double y = machine_body(&m, "follower").position[2];
        CHECK_NEAR(y, profile(2 * PI * hf_world_time(m.world)), 2.5e-5);
    }
    machine_close(&m);
}

TEST(threads_and_resumed_states_give_the_same_bits)
{
    const char *const scenes[] = {"feeder:blocks=4", "jack", "geneva", "switch"};
    hf_error error = {0};
    for (int n = 0; n < 4; n++)
    {
        machine one = machine_open(scenes[n]), two = machine_open(scenes[n]), later = machine_open(scenes[n]);
        CHECK(hf_world_set_threads(two.world, 2) >= 1);
        machine_run(&one, 0.2);
        machine_run(&two, 0.2);
        CHECK(hf_world_hash(one.world) == hf_world_hash(two.world));
        size_t size = hf_world_state_size(one.world);
        void *bytes = malloc(size);
        CHECK(bytes);
        hf_world_state_save(one.world, bytes);
        CHECK(hf_world_state_load(later.world, bytes, size, &error) == HF_STATUS_OK);
        free(bytes);
        machine_run(&one, 0.4);
        machine_run(&later, 0.4);
        CHECK(hf_world_hash(one.world) == hf_world_hash(later.world));
        machine_close(&one);
        machine_close(&two);
        machine_close(&later);
    }
}
