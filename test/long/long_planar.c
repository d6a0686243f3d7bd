// Planar machines over their whole runs: ten blocks and more, a load held for ten seconds, an hour hand's worth of
// ticks.

#include "support/planar_machines.h"

TEST(feeder_feeds_twelve_blocks_in_order)
{
    machine_feed(12, HF_INTEGRATOR_MOREAU);
}

TEST(jack_holds_its_load_for_ten_seconds)
{
    CHECK(fabs(machine_hold(0.5, 0.2, 10, HF_INTEGRATOR_MOREAU)) <= 1e-9);
}

TEST(jack_lifts_for_ten_seconds)
{
    machine m = machine_open("jack");
    machine_run(&m, 2);
    double before = machine_joint(&m, "guide");
    machine_run(&m, 10);
    CHECK_NEAR(machine_joint(&m, "guide") - before, 8 * 0.02, 2e-4);
    CHECK(m.worst_rise == 0);
    CHECK(m.worst_penetration <= 5e-3);
    for (int l = 0; l < hf_model_count(m.model, HF_ITEM_LOOP); l++) CHECK(machine_gap(&m, l) <= 1e-10);
    machine_close(&m);
}

TEST(escapement_keeps_time_for_forty_seconds)
{
    double period, formula;
    machine_clock("escapement", 38, &period, &formula);
    CHECK_NEAR(period / formula, 1, 0.01);
}
