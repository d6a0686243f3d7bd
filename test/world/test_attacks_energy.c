// Inputs that once ended, or gained energy and said nothing: each runs to its end, and what it has is never more than
// it had before, beyond a hundredth of its largest kinetic energy. The energy is that of the states, not what the watch
// over it says.

#include "support/scene_text.h"

#include "holdfast/world.h"

#include <math.h>

#define ATTACKS HOLDFAST_SOURCE_DIR "/test/attacks/"

typedef struct attack
{
    const char *name;
    double duration; // [s]
    bool said;       // it may gain, and is said to
} attack;

static hf_world *open_world(const char *name, hf_model **model)
{
    char path[600];
    hf_world *world = NULL;
    hf_error error = {0};
    snprintf(path, sizeof path, "%s%s.xml", ATTACKS, name);
    *model = scene_model(path);
    hf_status status = hf_world_create(*model, &world, &error);
    if (status == HF_STATUS_OK && hf_model_count(*model, HF_ITEM_KEY) > 0) status = hf_world_set_key(world, 0, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    return world;
}

/// What an energy rises by from a low to a later high, beside the largest kinetic energy.
static void check_run(const attack *a)
{
    hf_model *model;
    hf_world *world = open_world(a->name, &model);
    hf_run_quality quality = {0};
    double low = INFINITY, rise = 0.0, most = 0.0, said = 0.0;
    while (hf_world_time(world) < a->duration)
    {
        hf_step_report report;
        hf_error error = {0};
        if (hf_world_step(world, 0.0, &report, &error) != HF_STATUS_OK || report.quality == HF_STEP_FAILED)
            harness_fail(__FILE__, __LINE__, "%s at %g s: %s %s", a->name, report.time, error.message,
                         report.solve.note);
        double energy = report.kinetic + report.potential;
        rise = fmax(rise, energy - low);
        low = fmin(low, energy);
        most = fmax(most, report.kinetic);
        said += report.energy_rise;
        hf_run_quality_add(&quality, &report);
    }
    if (!(rise <= 0.01 * most + (a->said ? said : 0.0)))
        harness_fail(__FILE__, __LINE__, "%s: rises by %g of %g J", a->name, rise, most);
    CHECK((a->said || quality.balance_rise <= 0.01 * most) && quality.kinetic_most == most);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

static void check_all(const attack *attacks, int count)
{
    for (int k = 0; k < count; k++) check_run(&attacks[k]);
}

TEST(bodies_that_change_their_shape_gain_nothing_at_impacts)
{
    static const attack attacks[] = {{"formed_ball_e09_1ms", 3.0, false}, {"formed_box_e09_energy_x10", 3.0, false}};
    check_all(attacks, 2);
}

TEST(heaps_with_restitution_come_to_rest)
{
    static const attack attacks[] = {{"heap_restitution_run_ends_101", 1.5, false},
                                     {"heap_restitution_run_ends_111", 1.0, false},
                                     {"heap_restitution_run_ends_345", 1.0, false}};
    check_all(attacks, 3);
}

TEST(mechanisms_rebound_with_friction_and_gain_nothing)
{
    static const attack attacks[] = {{"tree_e08_friction_gains_26pct_warned", 3.0, false},
                                     {"tree_jam_run_ends_245", 2.0, false},
                                     {"tree_jam_run_ends_404", 2.0, false}};
    check_all(attacks, 3);
}

TEST(rods_swing_to_the_end_and_say_what_they_gain)
{
    static const attack attacks[] = {
        {"fibre_corde_energy_a", 3.0, false}, {"fibre_superhelix_energy_a", 3.0, false},
        {"fibre_der_energy_x17", 3.0, true},  {"fibre_der_run_ends_a", 3.0, true},
        {"fibre_der_run_ends_c", 3.0, true},  {"fibre_superhelix_load_energy_a", 2.0, true}};
    check_all(attacks, 6);
}

TEST(trees_in_maximal_coordinates_gain_nothing)
{
    static const attack attacks[] = {{"tree_maximal_explodes_398", 0.5, false}};
    check_all(attacks, 1);
}

TEST(limits_that_cannot_be_met_are_said_and_bounded)
{
    static const char *const names[] = {"tendon_impossible_limit_139", "tendon_impossible_limit_velocity_grows"};
    for (int k = 0; k < 2; k++)
    {
        hf_model *model;
        hf_world *world = open_world(names[k], &model);
        double rise = 0.0;
        hf_step_report report = {0};
        while (hf_world_time(world) < 2.0)
        {
            hf_error error = {0};
            hf_status status = hf_world_step(world, 0.0, &report, &error);
            CHECK(status == HF_STATUS_OK && report.quality != HF_STEP_FAILED);
            CHECK(fabs(hf_world_v(world)[0]) < 6.0); // it grew to 14 rad/s in a second
            rise += report.energy_rise;
            CHECK(report.limit_passed < 0.05);
        }
        CHECK(report.limit_tendon == 1 - k && report.limit_joint == -1 && report.limit_passed > 0.01);
        CHECK(rise < 1e-2); // 436 J and 27 J were said
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(trees_in_flight_keep_their_energy)
{
    hf_model *model;
    hf_world *world = open_world("tree_floating_ball_joint_180rads_gains", &model);
    hf_step_report report;
    hf_error error = {0};
    double first = 0.0, worst = 0.0;
    for (int k = 0; k < 1000; k++)
    {
        hf_status status = hf_world_step(world, 0.0, &report, &error);
        CHECK(status == HF_STATUS_OK && report.certified);
        if (k == 0) first = report.kinetic;
        worst = fmax(worst, fabs(report.kinetic - first));
    }
    CHECK(worst < 1e-3 * first); // 0.8 rad a step; it rose to three times as much
    hf_world_destroy(world);
    hf_model_destroy(model);
}
