// The hunt's own parts: states one by one, with forces or with a proof, and the measure of forces.

#include "support/harness.h"

#include "configuration.h"
#include "states.h"

#include <math.h>
#include <string.h>

/// One planar contact of a body of unit mass whose centre lies above it.
static hunt_case block_on_floor(double mu, double normal, double along)
{
    hunt_case c = {.dimension = 2, .contacts = 1, .bodies = 1, .rows = 2, .dofs = 3};
    c.A[0] = c.A[3] = 1.0;
    c.b[0] = normal;
    c.b[1] = along;
    c.mu[0] = mu;
    return c;
}

TEST(a_block_sticks_or_slides_as_coulomb_says)
{
    hunt_states found;
    double f[2];
    hunt_case stuck = block_on_floor(0.5, -10.0, 4.0), slides = block_on_floor(0.5, -10.0, 6.0);
    hunt_enumerate(&stuck, &found, f);
    CHECK(found.states == 4 && found.with_forces == 1);
    CHECK_NEAR(f[0], 10.0, 1e-9);
    CHECK_NEAR(f[1], -4.0, 1e-9);
    CHECK(hunt_violation(&stuck, f) <= 1e-12);
    hunt_enumerate(&slides, &found, f);
    CHECK(found.with_forces == 1);
    CHECK_NEAR(f[1], -5.0, 1e-9);
    CHECK(hunt_violation(&slides, f) <= 1e-12);
    hunt_case leaves = block_on_floor(0.5, 1.0, 2.0);
    hunt_enumerate(&leaves, &found, f);
    CHECK(found.with_forces == 1 && f[0] == 0.0 && f[1] == 0.0);
}

TEST(without_a_solution_every_state_has_a_proof)
{
    hunt_states found;
    double f[2] = {0};
    hunt_case none = block_on_floor(0.5, -1.0, 0.0); // b is not in the column space of A
    none.A[0] = none.A[3] = 0.0;
    hunt_enumerate(&none, &found, f);
    CHECK(found.with_forces == 0 && found.refuted == 4);
    CHECK(hunt_violation(&none, f) >= 0.5);

    // Painlevé: friction along the slip would push the contact deeper than its normal force lifts it.
    hunt_case painleve = block_on_floor(2.0, -1.0, 5.0);
    painleve.A[1] = painleve.A[2] = 0.8;
    painleve.A[0] = 1.0;
    hunt_enumerate(&painleve, &found, f);
    CHECK(found.with_forces >= 1); // at rest it sticks after all
    CHECK(hunt_violation(&painleve, f) <= 1e-9);
}

TEST(wrong_forces_are_told)
{
    hunt_case c = block_on_floor(0.5, -10.0, 4.0);
    CHECK(hunt_violation(&c, (double[]){0.0, 0.0}) >= 0.9);    // falls through
    CHECK(hunt_violation(&c, (double[]){10.0, 0.0}) >= 0.3);   // slides without friction
    CHECK(hunt_violation(&c, (double[]){10.0, -6.0}) >= 0.05); // outside of the cone
    CHECK(hunt_violation(&c, (double[]){10.0, 5.0}) >= 0.3);   // along the slip
    CHECK(hunt_violation(&c, (double[]){12.0, -4.0}) >= 0.1);  // pulls off and presses
    CHECK(hunt_violation(&c, (double[]){NAN, 0.0}) == INFINITY);
}

TEST(configurations_are_the_same_for_the_same_numbers)
{
    hunt_case one, same, other;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (uint64_t k = 0; k < 200; k++)
        {
            hunt_draw(&one, dimension, 4, 3, k);
            hunt_draw(&same, dimension, 4, 3, k);
            hunt_draw(&other, dimension, 4, 4, k);
            CHECK(memcmp(one.A, same.A, sizeof one.A) == 0 && memcmp(one.b, same.b, sizeof one.b) == 0);
            CHECK(memcmp(one.A, other.A, sizeof one.A) != 0);
            for (int i = 0; i < one.rows; i++) CHECK(one.A[i * one.rows + i] > 0.0 && isfinite(one.b[i]));
        }
}
