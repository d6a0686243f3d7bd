// The watch over the soak's scenes sees what it is for: worlds that are meddled with between their steps.

#include "soak/watch.h"
#include "support/scene_text.h"

static const char falls[] =
    "<mujoco><option timestep='.002'/><worldbody><geom name='floor' type='plane' size='1 1 1'/>"
    "<body name='b' pos='0 0 .3'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' friction='.5'/>"
    "</body></worldbody></mujoco>";
static const char drifts[] = "<mujoco><option timestep='.002' gravity='0 0 0'/><worldbody>"
                             "<body name='b'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>"
                             "<body name='c' pos='1 0 0'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>"
                             "</worldbody><holdfast><body name='b' velocity='0 0 1'/></holdfast></mujoco>";

static watch_result watched(const char *text, watch_meddler *meddler)
{
    watch_result result;
    hf_model *model = text_model(text);
    CHECK(watch_run(model, 1.0, 60.0, meddler, &result));
    CHECK(result.steps == 500);
    hf_model_destroy(model);
    return result;
}

static bool is_time(const hf_world *world)
{
    return fabs(hf_world_time(world) - 0.8) < 1e-9;
}

static void change(hf_world *world, double up, double along, double speed)
{
    hf_error error = {0};
    if (!is_time(world)) return;
    hf_body_state at = hf_world_body(world, 1);
    at.position[2] += up;
    at.position[0] += along;
    at.velocity[0] += speed;
    if (hf_world_set_body(world, 1, &at, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
}

static void lift(hf_world *world)
{
    change(world, 0.02, 0.0, 0.0);
}

static void sink(hf_world *world)
{
    change(world, -0.05, 0.0, 0.0);
}

static void creep(hf_world *world)
{
    change(world, 0.0, 2e-4, 0.0);
}

static void push(hf_world *world)
{
    change(world, 0.0, 0.0, 0.5);
}

/// Whether `a` was found, and nothing beside these.
static bool only(const watch_result *r, int a, int b, int c, int d)
{
    for (int k = 0; k < FIND_COUNT; k++)
        if (r->of[k].found && k != a && k != b && k != c && k != d) return false;
    return r->of[a].found && r->of[a].silent;
}

TEST(nothing_is_found_where_nothing_is)
{
    watch_result a = watched(falls, NULL), b = watched(drifts, NULL);
    for (int k = 0; k < FIND_COUNT; k++) CHECK(!a.of[k].found && !b.of[k].found);
    CHECK_NEAR(a.kinetic, 9.81 * 0.2, 0.05);
}

TEST(jumps_gains_and_passages_are_found)
{
    watch_result up = watched(falls, lift), down = watched(falls, sink), pushed = watched(falls, push);
    CHECK(only(&up, FIND_JUMP, FIND_GAIN, FIND_DRIFT, FIND_JUMP) && up.of[FIND_JUMP].size > 0.019);
    CHECK(down.of[FIND_THROUGH].found && down.of[FIND_JUMP].found);
    CHECK_NEAR(down.of[FIND_THROUGH].size, 0.05, 1e-3);
    CHECK(only(&pushed, FIND_BALANCE, FIND_GAIN, FIND_REPORT, FIND_DRIFT));
    CHECK(pushed.of[FIND_REPORT].found);
}

TEST(drift_of_what_sticks_is_found)
{
    watch_result crept = watched(falls, creep);
    CHECK(only(&crept, FIND_DRIFT, FIND_DRIFT, FIND_DRIFT, FIND_DRIFT));
    CHECK_NEAR(crept.of[FIND_DRIFT].size, 2e-4, 1e-6);
}

TEST(momentum_that_comes_from_nowhere_is_found)
{
    watch_result pushed = watched(drifts, push);
    CHECK(pushed.of[FIND_MOMENTUM].found && pushed.of[FIND_MOMENTUM].silent);
    CHECK(!watched(drifts, NULL).of[FIND_MOMENTUM].found);
}

/// It is pushed on and on.
static void smooth(hf_world *world)
{
    hf_error error = {0};
    hf_body_state at = hf_world_body(world, 1);
    at.velocity[0] = 1.0;
    if (hf_world_time(world) < 0.7) return;
    if (hf_world_set_body(world, 1, &at, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
}

/// A pyramid round the cone has corners outside of it.
TEST(impulses_of_another_law_are_found)
{
    static const char slides[] =
        "<mujoco><option timestep='.002'/><worldbody><geom type='plane' size='1 1 1' friction='.3'/>"
        "<body name='b' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' friction='.3'/></body>"
        "</worldbody><holdfast%s><body name='b' velocity='4 4 0'/></holdfast></mujoco>";
    char cone[800], pyramid[800];
    snprintf(cone, sizeof cone, slides, "");
    snprintf(pyramid, sizeof pyramid, slides, " friction='outer-pyramid' friction_sides='4' friction_direction='20'");
    watch_result right = watched(cone, NULL), wrong = watched(pyramid, NULL);
    CHECK(!right.of[FIND_LAW].found);
    CHECK(wrong.of[FIND_LAW].found && wrong.of[FIND_LAW].silent && wrong.of[FIND_LAW].size > 0.01);
}

TEST(slip_keeps_to_the_law)
{
    watch_result driven = watched(falls, smooth);
    CHECK(!driven.of[FIND_LAW].found && driven.of[FIND_BALANCE].found);
}
