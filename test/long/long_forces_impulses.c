// The acceleration-level mode where some steps have to be made with impulses, which are counted; every step is
// certified, whichever it is.

#include "support/planar_machines.h"

/// Masses of 1 to 1e6 are at the limit of rounding.
TEST(masses_far_apart)
{
    CHECK(machine_run_by_forces("mass_ratio", 1).impulse_pieces < 25);
}

/// From 0.3 s on dominoes lean on each other and chatter: gaps close and slips end more often than a step may be cut,
/// or forces of 350 rows take more than their share of work.
TEST(dominoes_chatter)
{
    machine m = machine_run_by_forces("dominoes", 1);
    CHECK(m.steps == 1000 && m.rays == 0);
}
