// Inputs that once broke contacts and their corrections, of test/attacks, and others of the same kinds.

#include "support/scene_text.h"

#include "holdfast/world.h"

#include <math.h>

#define ATTACKS HOLDFAST_SOURCE_DIR "/test/attacks/"

static hf_world *start(hf_model *model)
{
    hf_world *world = NULL;
    hf_error error = {0};
    hf_status status = hf_world_create(model, &world, &error);
    if (status == HF_STATUS_OK && hf_model_count(model, HF_ITEM_KEY) > 0) status = hf_world_set_key(world, 0, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return world;
}

static hf_model *attack(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s%s.xml", ATTACKS, name);
    return scene_model(path);
}

/// What a run came to.
typedef struct run_facts
{
    double deepest, relative; // overlap, and relative to the smaller shape
    double farthest;          // that a centre of mass came in a step beyond its speeds before and after [m]
    double rise;              // of energy, without a reason, in all [J]
    double lost;              // energy at the beginning less that at the end [J]
    int cut, failed, approximate, steps;
} run_facts;

/// How much farther a body came than its speeds explain.
static double jump(hf_body_state a, hf_body_state b, double h)
{
    double way = 0.0, before = 0.0, after = 0.0;
    for (int j = 0; j < 3; j++)
    {
        way += (b.position[j] - a.position[j]) * (b.position[j] - a.position[j]);
        before += a.velocity[j] * a.velocity[j];
        after += b.velocity[j] * b.velocity[j];
    }
    return sqrt(way) - h * sqrt(fmax(before, after));
}

static run_facts run(hf_world *world, int body_count, double duration)
{
    run_facts facts = {.farthest = -INFINITY};
    hf_step_report report;
    hf_error error = {0};
    double first = NAN;
    hf_body_state before[64];
    while (hf_world_time(world) < duration - 1e-9)
    {
        double time = hf_world_time(world);
        for (int k = 0; k < body_count && k < 64; k++) before[k] = hf_world_body(world, k);
        if (hf_world_step(world, 0.0, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        double h = hf_world_time(world) - time, energy = report.kinetic + report.potential;
        if (isnan(first)) first = energy;
        for (int k = 0; k < body_count && k < 64; k++)
            facts.farthest = fmax(facts.farthest, jump(before[k], hf_world_body(world, k), h));
        facts.deepest = fmax(facts.deepest, report.penetration);
        facts.relative = fmax(facts.relative, report.penetration_relative);
        facts.rise += report.energy_rise;
        facts.cut += report.substeps > 1;
        facts.failed += report.quality == HF_STEP_FAILED;
        facts.approximate += report.quality == HF_STEP_APPROXIMATE;
        facts.lost = first - energy;
        facts.steps++;
        if (report.substeps == 0) break;
    }
    return facts;
}

static run_facts run_model(hf_model *model, double duration)
{
    hf_world *world = start(model);
    run_facts facts = run(world, hf_model_count(model, HF_ITEM_BODY), duration);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return facts;
}

TEST(corrections_throw_nothing)
{
    static const char *const names[] = {"correct_blowup_271m", "certified_462m"};
    for (int k = 0; k < 2; k++)
    {
        hf_model *model = attack(names[k]);
        hf_world *world = start(model);
        run_facts f = run(world, 3, 0.1); // the last body has its centre at 1e18 m, where rounding is 100 m
        hf_world_destroy(world);
        hf_model_destroy(model);
        if (f.failed || !(f.deepest < 1e-3) || !(f.farthest < 0.02)) // they went hundreds of metres
            harness_fail(__FILE__, __LINE__, "%s: %d failed, %g m deep, jumps of %g m", names[k], f.failed, f.deepest,
                         f.farthest);
    }
}

TEST(overlap_along_a_hinge_moves_nothing)
{
    static const char *const names[] = {"axis_overlap", "axis_overlap_tilted"};
    for (int k = 0; k < 2; k++)
    {
        run_facts f = run_model(attack(names[k]), 2.0);
        if (f.failed || f.approximate || f.rise > 1e-9 || !(f.farthest < 1e-3) || !(f.lost > 0.0))
            harness_fail(__FILE__, __LINE__, "%s: %d failed, %d approximate, gained %g J, jumps of %g m", names[k],
                         f.failed, f.approximate, f.rise, f.farthest);
    }
}

/// They sank by v h/2, up to 6 % of their width, and said 0.
TEST(what_lands_does_not_sink)
{
    static const char *const names[] = {"box_1",     "box_3",     "box_5",     "box_9",     "box_10",    "box_11",
                                        "capsule_0", "capsule_2", "capsule_4", "capsule_6", "capsule_7", "capsule_8"};
    for (int k = 0; k < 12; k++)
    {
        char name[40];
        snprintf(name, sizeof name, "drop_%s", names[k]);
        run_facts f = run_model(attack(name), 1.0);
        if (f.failed || f.approximate || !(f.deepest < 2e-7))
            harness_fail(__FILE__, __LINE__, "%s: %d failed, %d approximate, %g m deep", name, f.failed, f.approximate,
                         f.deepest);
    }
}

/// What slides together stops as one block does, where it should: it fell back to θ = 1 in silence, and stopped 6 mm
/// early.
TEST(a_stack_stops_where_it_should)
{
    hf_model *model = attack("stack_theta1");
    hf_world *world = start(model);
    run_facts f = run(world, hf_model_count(model, HF_ITEM_BODY), 2.0);
    const double way = 3.3 * 3.3 / (2.0 * 0.27 * 9.81);
    CHECK(f.failed == 0 && f.approximate == 0);
    for (int k = 1; k <= 2; k++) CHECK_NEAR(hf_world_body(world, k).position[0], way, 2e-4);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A gram below a thousand tons: every step ends, and no worse than rounding allows (1e-16 of impulses that are 2e7
/// units).
TEST(a_gram_bears_a_thousand_tons)
{
    run_facts f = run_model(attack("mass_ratio_1e9"), 0.02);
    CHECK(f.failed == 0 && f.steps == 10 && f.deepest < 1e-8);
}

TEST(arms_that_clap_gain_nothing)
{
    run_facts f = run_model(attack("clap"), 5.0);
    CHECK(f.failed == 0 && f.approximate == 0 && f.rise == 0.0 && f.lost > 0.1 && f.deepest < 1e-8);
}

TEST(robots_that_overlap_stand_still)
{
    static const char *const names[] = {"slow_overlap_a", "slow_overlap_b"};
    for (int k = 0; k < 2; k++)
    {
        run_facts f = run_model(attack(names[k]), 0.2);
        CHECK(f.failed == 0 && f.approximate == 0 && f.deepest < 1e-6 && f.farthest < 1e-4);
    }
}

// ---- others of the same kinds ----

/// A slide that cannot leave the floor it stands in along its own direction, a hinge with its axis along the normal,
/// and two discs on one axle.
TEST(no_motion_opens_these)
{
    static const char text[] =
        "<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='5 5 1'/>"
        "<body name='cart' pos='0 0 .04'><joint type='slide' axis='1 0 0'/><geom type='box' size='.1 .1 .05'/></body>"
        "<body name='plate' pos='1 0 .009'><joint type='hinge' axis='0 0 1'/>"
        "<geom type='cylinder' size='.2 .01'/></body>"
        "<body name='low' pos='-1 0 .3'><joint type='hinge' axis='0 0 1'/><geom type='cylinder' size='.2 .02'/></body>"
        "<body name='high' pos='-1 0 .338'><joint type='hinge' axis='0 0 1'/>"
        "<geom type='cylinder' size='.1 .02'/></body>"
        "</worldbody></mujoco>";
    run_facts f = run_model(text_model(text), 0.5);
    CHECK(f.failed == 0 && f.rise == 0.0 && f.farthest < 1e-9 && f.deepest < 0.0102);
}

/// A body between walls that are too close: they contradict each other, and it stays where it is.
TEST(walls_that_contradict_throw_nothing)
{
    static const char text[] =
        "<mujoco><option timestep='0.002'/><worldbody>"
        "<geom type='box' pos='-.148 0 0' size='.1 1 1'/><geom type='box' pos='.148 0 0' size='.1 1 1'/>"
        "<geom type='plane' pos='0 0 -.5' size='5 5 1'/>"
        "<body name='wedged' pos='.0005 0 0'><freejoint/><geom type='box' size='.05 .05 .05'/></body>"
        "</worldbody></mujoco>";
    run_facts f = run_model(text_model(text), 0.1);
    CHECK(f.failed == 0 && f.farthest < 0.005 && f.deepest < 0.005);
}

/// Bodies of all shapes that land as they tumble, at a few speeds: none is seen in the floor.
TEST(whatever_tumbles_lands_on_the_floor)
{
    static const char *const shapes[] = {"type='box' size='.1 .06 .02'", "type='capsule' size='.03 .1'",
                                         "type='cylinder' size='.06 .03'", "type='ellipsoid' size='.1 .06 .04'"};
    for (int k = 0; k < 24; k++)
    {
        char text[800];
        snprintf(text, sizeof text,
                 "<mujoco><option timestep='%g'/><worldbody><geom type='plane' size='5 5 1'/>"
                 "<body name='b' pos='0 0 .4' euler='%d %d %d'><freejoint/><geom %s/></body></worldbody>"
                 "<holdfast><body name='b' velocity='%g 0 %g' angular_velocity='%g %g 3'/></holdfast></mujoco>",
                 k % 3 == 0 ? 0.001 : 0.004, 37 * k, 71 * k, 13 * k, shapes[k % 4], 0.5 * (k % 5), -1.0 * (k % 4),
                 4.0 * (k % 6), -3.0 * (k % 7));
        run_facts f = run_model(text_model(text), 0.6);
        if (f.failed || f.approximate || !(f.relative < 1e-3))
            harness_fail(__FILE__, __LINE__, "case %d: %d failed, %d approximate, %g of its width deep", k, f.failed,
                         f.approximate, f.relative);
    }
}
