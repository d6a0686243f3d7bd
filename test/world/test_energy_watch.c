// The energy watch: what feeds energy in is counted, what gains it without a reason is reported.

#include "support/scene_text.h"

#include "holdfast/world.h"

#include "world/step.h"

/// Runs; returns the sum of what was not explained, *gain ◄ how much energy rose from the start.
static double run(hf_world *world, int steps, double *gain)
{
    double first = 0.0, sum = 0.0;
    for (int k = 0; k < steps; k++)
    {
        hf_error error = {0};
        hf_step_report report;
        if (hf_world_step(world, 0, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        CHECK(report.certified && (report.energy_rise > 0.0) == (report.energy_rise_body >= 0));
        double energy = report.kinetic + report.potential;
        if (k == 0) first = energy;
        *gain = energy - first;
        sum += report.energy_rise;
    }
    return sum;
}

/// Whether a scene gains energy, and all of it is explained.
static void check_explained(const char *text, const double push[3], double least_gain)
{
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_error error = {0};
    double gain;
    if (push) CHECK(hf_world_set_wrench(world, 1, push, push, &error) == HF_STATUS_OK);
    double sum = run(world, 200, &gain);
    if (sum != 0.0 || !(gain >= least_gain))
        harness_fail(__FILE__, __LINE__, "%g J not explained of %g J: %s", sum, gain, text);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

#define BALL "<body pos='0 0 .1'><freejoint/><geom size='.1'/></body>"
#define ARM                                                                                                            \
    "<worldbody><body><joint name='j' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/>"           \
    "<body pos='.3 0 0'><joint name='k' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/>"         \
    "<site name='tip' pos='.3 0 0'/></body></body></worldbody>"

TEST(motors_pushes_wind_and_prescribed_bodies_explain_what_they_feed_in)
{
    const double push[3] = {3, 1, 0.5};
    check_explained("<mujoco><worldbody><geom type='plane' size='1 1 1'/>" BALL "</worldbody></mujoco>", push, 0.1);
    check_explained("<mujoco><option density='1.2' wind='20 0 0'/><worldbody><geom type='plane' size='1 1 1'/>" BALL
                    "</worldbody></mujoco>",
                    NULL, 1e-4);
    check_explained("<mujoco>" ARM "<actuator><motor joint='j' gear='2'/></actuator><holdfast/>"
                    "<keyframe><key ctrl='1'/></keyframe></mujoco>",
                    NULL, -1e9);
    check_explained("<mujoco><option gravity='0 0 0'/>" ARM "<actuator><position joint='j' kp='50'/><motor site='tip' "
                    "gear='0 0 1 0 0 0'/></actuator><keyframe><key ctrl='.3 .1'/></keyframe></mujoco>",
                    NULL, 0.1);
    check_explained(
        "<mujoco><option gravity='0 0 0'/>" ARM "<tendon><fixed name='t'><joint joint='j' coef='1'/><joint "
        "joint='k' coef='-2'/></fixed></tendon><actuator><motor tendon='t'/><velocity joint='k' kv='3' "
        "forcelimited='true' forcerange='-.5 .5'/></actuator><keyframe><key ctrl='1 1'/></keyframe></mujoco>",
        NULL, 0.1);
}

TEST(built_in_scenes_gain_nothing_without_a_reason)
{
    static const char *const scenes[] = {
        "bounce",   "euler_disc", "top_free", "pendulum",     "grasp",
        "four_bar", "jansen",     "cradle",   "slider_crank", "pendulum:n=6,angle=150"};
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++)
    {
        hf_model *model = scene_model(scenes[k]);
        hf_world *world = world_of(model);
        double gain, sum = run(world, 200, &gain);
        if (sum != 0.0) harness_fail(__FILE__, __LINE__, "%s: %g J", scenes[k], sum);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(a_rise_without_a_reason_is_found_and_its_body_named)
{
    // Energy at the beginning is believed to be less than it is: the piece seems to gain the difference.
    const double missing[] = {1e-6, 1e-3, 1.0};
    for (int k = 0; k < 3; k++)
    {
        hf_model *model = text_model("<mujoco><worldbody><geom type='plane' size='1 1 1'/>" BALL
                                     "<body pos='1 0 .1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
        hf_world *world = world_of(model);
        hf_step_report report = {0};
        hf_error error = {0};
        double gain, reach[3] = {0};
        bool motors[1] = {false};
        CHECK(run(world, 3, &gain) == 0.0);
        world->energy[1][0] -= missing[k];
        const step_piece piece = {.h = 0.002, .refusals = STEP_REFUSALS + 1, .left = STEP_SPENT};
        step_facts facts = {.unsettled_fibre = -1, .motor_rows = motors, .least_reach = reach};
        step_run under_way = {.world = world, .report = &report, .error = &error};
        step_budget_begin(&under_way);
        CHECK(step_attempt(&under_way, &piece, &facts) == HF_STATUS_OK);
        // what weight would do to the velocity is not told from a rise: ⅛ m (g h)²
        double mass = hf_model_body(model, 2).mass, term = 0.125 * mass * 0.01962 * 0.01962;
        CHECK_NEAR(facts.rise, fmax(0.0, missing[k] - term), 1e-9);
        CHECK(facts.rise_body == (missing[k] > term ? 2 : -1));
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(energy_that_is_set_is_no_rise)
{
    hf_model *model = text_model("<mujoco><worldbody>" BALL "</worldbody></mujoco>");
    hf_world *world = world_of(model);
    hf_error error = {0};
    double gain;
    CHECK(run(world, 3, &gain) == 0.0);
    hf_body_state state = hf_world_body(world, 1);
    state.velocity[0] = 100.0;
    state.position[2] += 5.0;
    CHECK(hf_world_set_body(world, 1, &state, &error) == HF_STATUS_OK);
    CHECK(run(world, 3, &gain) == 0.0);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// What CORRECT lifts out of overlap at the start is explained: boxes by what those below them rise, too, and springs
/// of joints that it moves.
TEST(lifting_out_of_overlap_is_explained)
{
    static const char *const scenes[] = {
        "<mujoco><worldbody><geom type='plane' size='1 1 1'/><replicate count='3' offset='0 0 .18'>"
        "<body pos='0 0 .08'><freejoint/><geom type='box' size='.1 .1 .1'/></body></replicate></worldbody></mujoco>",
        "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'><joint axis='0 1 0' stiffness='50' "
        "springref='40'/><geom type='capsule' fromto='.05 0 0 .5 0 -.06' size='.05' mass='.1'/></body></worldbody>"
        "</mujoco>"};
    static const double lift[] = {8 * 9.81 * (0.02 + 0.04 + 0.06), 0.0}; // [J]
    for (int s = 0; s < 2; s++)
    {
        hf_model *model = text_model(scenes[s]);
        hf_world *world = world_of(model);
        hf_step_report report;
        hf_error error;
        double kinetic, before;
        world_energy(world, &kinetic, &before);
        CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK && report.energy_rise == 0.0);
        double gained = report.potential - before;
        if (lift[s] > 0.0) CHECK_NEAR(gained, lift[s], 1e-3);
        else CHECK(gained > 0.01);
        for (int k = 0; k < 50; k++)
            CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK && report.energy_rise == 0.0);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// Springs that swing many times in a step, of joints and of a tendon, while something is hit.
TEST(stiff_springs_gain_nothing_where_velocities_jump)
{
    static const char *const joints =
        "<body pos='0 0 0.12'><joint type='slide' axis='0 0 1' stiffness='%g' springref='-0.001'/>"
        "<geom size='0.1'/><body pos='0.3 0 0'><joint axis='0 1 0'/><geom type='box' size='.15 .02 "
        ".02'/></body></body>";
    static const char *const tendon =
        "<body pos='0 0 0.101'><freejoint/><geom size='0.1'/><site name='a'/></body>"
        "<body pos='0.4 0 0.5'><freejoint/><geom size='0.1'/><site name='b'/></body></worldbody>"
        "<tendon><spatial stiffness='%g' springlength='0.56'><site site='a'/><site "
        "site='b'/></spatial></tendon><worldbody>";
    for (int k = 0; k < 8; k++)
    {
        char bodies[900], text[1200];
        double first = 0.0, most = 0.0;
        hf_error error = {0};
        snprintf(bodies, sizeof bodies, k % 2 ? tendon : joints, pow(10.0, 4 + 2 * (k / 2)));
        snprintf(
            text, sizeof text,
            "<mujoco><option timestep='0.005'/><worldbody><geom type='plane' size='5 5 1'/>%s</worldbody></mujoco>",
            bodies);
        hf_model *model = text_model(text);
        hf_world *world = world_of(model);
        for (int n = 0; n < 200; n++)
        {
            hf_step_report report;
            CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK && report.certified);
            if (n == 0) first = report.kinetic + report.potential;
            most = fmax(most, report.kinetic + report.potential);
        }
        if (!(most <= 1.001 * first)) harness_fail(__FILE__, __LINE__, "run %d: %g J to %g J", k, first, most);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}
