// Feeder and jack of Baraff 1994 at the level of accelerations, over their whole work: every step fulfils the paper's
// conditions of static and dynamic friction within the tolerance.

#include "support/planar_machines.h"

TEST(feeder_feeds_ten_blocks_in_order)
{
    machine m = machine_feed(10, HF_INTEGRATOR_BARAFF);
    printf("      %d steps, %d pieces with impulses\n", m.steps, m.impulse_pieces);
    CHECK(m.impulse_pieces < m.steps / 20);
}

TEST(jack_holds_its_load_for_ten_seconds_and_drops_it_without_friction)
{
    CHECK(fabs(machine_hold(0.5, 0.2, 10, HF_INTEGRATOR_BARAFF)) <= 1e-9);
    CHECK(machine_hold(0, 0, 0.2, HF_INTEGRATOR_BARAFF) < -0.02);
    CHECK(machine_hold(0.15, 0, 0.2, HF_INTEGRATOR_BARAFF) < -0.02);
}

TEST(jack_lifts_with_both_strokes)
{
    machine m = machine_open_by("jack", HF_INTEGRATOR_BARAFF);
    double height[3];
    for (int k = 0; k < 3; k++)
    {
        machine_run(&m, 2 + k);
        height[k] = machine_joint(&m, "guide");
        for (int l = 0; l < hf_model_count(m.model, HF_ITEM_LOOP); l++) CHECK(machine_gap(&m, l) <= 1e-10);
    }
    for (int k = 1; k < 3; k++) CHECK(height[k] - height[k - 1] > 0.015);
    CHECK_NEAR(height[2] - height[0], 0.04, 2e-4);
    machine_close(&m);
}
