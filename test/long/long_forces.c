// The acceleration-level mode on the built-in scenes of free and of planar bodies, to one second each: no step violates
// the paper's conditions by more than the tolerance, and no force is an impulse but along the ray of Painlevé's rod
// (long_forces_impulses.c has the two scenes that cannot do without).

#include "support/planar_machines.h"

TEST(free_bodies)
{
    static const char *const scenes[] = {
        "incline",   "wall",         "stop",       "launch", "gap",    "isotropy",   "billiards", "bounce",
        "painleve",  "towers",       "ladder",     "table",  "arch",   "card_house", "kapla",     "top_free",
        "top_heavy", "rolling_disc", "euler_disc", "rest",   "cradle", "pinch",      "grasp"};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    {
        machine m = machine_run_by_forces(scenes[k], 1);
        CHECK(m.rays == 0 && m.impulse_pieces == 0);
    }
}

TEST(painleve_beyond_its_limit)
{
    machine m = machine_run_by_forces("painleve:mu=2", 1);
    CHECK(m.rays >= 1 && m.impulse_pieces == 0);
}

TEST(planar_scenes)
{
    static const char *const scenes[] = {"jack",   "ladder_2d", "cards_2d",   "switch",
                                         "geneva", "ratchet",   "escapement", "cam"};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    {
        machine m = machine_run_by_forces(scenes[k], 1);
        CHECK(m.rays == 0 && m.impulse_pieces == 0);
    }
}

TEST(mechanisms)
{
    static const char *const scenes[] = {"pendulum", "four_bar", "slider_crank", "bricard", "jansen", "gears"};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    {
        machine m = machine_run_by_forces(scenes[k], 1);
        CHECK(m.rays == 0 && m.impulse_pieces == 0);
    }
}
