// Inputs that once broke the motion of trees and their motors, of test/attacks: each ends as it should.

#include "support/scene_text.h"

#include <stdio.h>
#include <string.h>

#include "holdfast/world.h"

#define ATTACKS HOLDFAST_SOURCE_DIR "/test/attacks/"

/// A world of a file, at a keyframe if it has any.
static hf_world *open_world(const char *path, hf_model **model)
{
    hf_world *world = NULL;
    hf_error error = {0};
    *model = scene_model(path);
    hf_status status = hf_world_create(*model, &world, &error);
    if (status == HF_STATUS_OK && hf_model_count(*model, HF_ITEM_KEY) > 0) status = hf_world_set_key(world, 0, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", path, error.message);
    return world;
}

/// Steps until one fails or the time is over; the sum of what energy rose by without a reason.
static double run(hf_world *world, double duration, hf_controls *controls, hf_step_report *report, hf_status *status,
                  hf_error *error)
{
    double sum = 0.0;
    *status = HF_STATUS_OK;
    report->certified = true;
    while (hf_world_time(world) < duration && *status == HF_STATUS_OK && report->certified)
    {
        if (controls) *status = hf_controls_apply(controls, world, error);
        if (*status == HF_STATUS_OK) *status = hf_world_step(world, 0.0, report, error);
        sum += report->energy_rise;
    }
    return sum;
}

TEST(fast_hinges_move_or_are_named)
{
    static const struct
    {
        const char *path;
        bool moves;
    } cases[] = {{ATTACKS "fast_hinge_1e4.xml", true},
                 {ATTACKS "fast_hinge_1e9.xml", false},
                 {ATTACKS "fast_hinge_hang.xml", false},
                 {ATTACKS "fast_double_pendulum.xml", true}};
    for (int k = 0; k < 4; k++)
    {
        hf_model *model;
        hf_world *world = open_world(cases[k].path, &model);
        hf_step_report report;
        hf_error error = {0};
        hf_status status;
        run(world, 0.2, NULL, &report, &status, &error);
        CHECK(status == HF_STATUS_OK && report.certified == cases[k].moves);
        if (!cases[k].moves) CHECK(strstr(report.solve.note, "joint 0 ('j')") != NULL);
        if (k == 3) CHECK(report.kinetic < 1.2 * 11905); // it went to 1e118 J
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(valid_scenes_run_and_gain_nothing)
{
    static const char *const scenes[] = {"three.xml", "laws_size0.xml", "nan_motor_hang.xml", "chain30_free.xml"};
    for (int k = 0; k < 4; k++)
    {
        char path[600];
        hf_model *model;
        snprintf(path, sizeof path, "%s%s", ATTACKS, scenes[k]);
        hf_world *world = open_world(path, &model);
        hf_step_report report;
        hf_error error = {0};
        hf_status status;
        double sum = run(world, 0.5, NULL, &report, &status, &error);
        if (status != HF_STATUS_OK || !report.certified || sum != 0.0)
            harness_fail(__FILE__, __LINE__, "%s at %g s: %s, %g J", scenes[k], hf_world_time(world), error.message,
                         sum);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(controls_beyond_numbers_are_an_error_that_names_the_actuator)
{
    hf_model *model;
    hf_world *world = open_world(ATTACKS "control_hang.xml", &model);
    hf_controls *controls = NULL;
    hf_step_report report;
    hf_error error = {0};
    hf_status status;
    CHECK(hf_controls_read(ATTACKS "control_hang_a.csv", model, &controls, &error) == HF_STATUS_OK);
    run(world, 0.1, controls, &report, &status, &error);
    CHECK(status == HF_STATUS_INVALID && strstr(error.message, "actuator 1 ('b b')") != NULL);
    hf_controls_destroy(controls);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A fibre whose rest is not a curve; the sanitizers look on.
TEST(a_fibre_without_segments_nearby_is_no_null_pointer)
{
    hf_model *model;
    hf_world *world = open_world(ATTACKS "ubsan_chain_detect_null_plus_0.xml", &model);
    hf_step_report report;
    hf_error error = {0};
    for (int k = 0; k < 10; k++) CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_humanoid_bears_random_controls)
{
    static const char *const tables[] = {"0_ERROR",  "5_ERROR",  "6_ERROR",  "9_ERROR",
                                         "10_ERROR", "11_ERROR", "12_ERROR", "13_DIFFERENT"};
    for (int k = 0; k < 8; k++)
    {
        char path[600];
        hf_model *model;
        snprintf(path, sizeof path, "%shumanoid_controls_%s.csv", ATTACKS, tables[k]);
        hf_world *world = open_world(HOLDFAST_SOURCE_DIR "/scenes/humanoid.xml", &model);
        hf_controls *controls = NULL;
        hf_step_report report;
        hf_error error = {0};
        hf_status status;
        CHECK(hf_controls_read(path, model, &controls, &error) == HF_STATUS_OK);
        double sum = run(world, 0.6, controls, &report, &status, &error);
        if (status != HF_STATUS_OK || !report.certified || sum > 0.1)
            harness_fail(__FILE__, __LINE__, "%s at %g s: %s, %g J", tables[k], hf_world_time(world), error.message,
                         sum);
        hf_controls_destroy(controls);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

// ---- what a failed step says ----

/// The note of the first step of a scene that fails.
static void failing_note(const char *text, char note[200])
{
    hf_error error = {0};
    hf_step_report report;
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < 100 && status == HF_STATUS_OK; k++)
    {
        status = hf_world_step(world, 0.0, &report, &error);
        if (report.quality == HF_STEP_FAILED) break;
    }
    CHECK(status == HF_STATUS_OK && report.quality == HF_STEP_FAILED);
    memcpy(note, report.solve.note, sizeof report.solve.note);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(contacts_without_a_solution_are_named_by_their_bodies)
{
    char note[200];
    failing_note("<mujoco><option gravity='0 0 0'/><worldbody>"
                 "<body name='cart'><joint type='slide' axis='1 0 0'/><geom size='.1' friction='1'/></body>"
                 "<body name='wedge' pos='-.05 -.2 0' mocap='true'><geom size='.1' friction='1'/></body></worldbody>"
                 "<holdfast><prescribe body='wedge' velocity='0 1 0'/></holdfast></mujoco>",
                 note);
    if (!strstr(note, "'cart'") || !strstr(note, "'wedge'") || strstr(note, "block"))
        harness_fail(__FILE__, __LINE__, "%s", note);
}

/// Links that friction wedges between each other: no impulses are an answer, contacts give way a little, and it goes on.
TEST(a_jammed_tree_goes_on)
{
    char path[1000];
    hf_model *model;
    hf_error error = {0};
    long jammed = 0;
    double most = 0.0;
    snprintf(path, sizeof path, "%s/test/attacks/soak_tree_ends_182.xml", HOLDFAST_SOURCE_DIR);
    hf_world *world = open_world(path, &model);
    for (int k = 0; k < 1250; k++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(report.quality != HF_STEP_FAILED && report.energy_rise <= 1e-4);
        most = fmax(most, report.yielded);
        jammed += report.yielded > 0.0;
        if (report.yielded > 0.0) CHECK(!report.certified && strstr(report.solve.note, "friction jams"));
    }
    CHECK(jammed > 0 && jammed < 125 && most < 0.01);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// The step before which it jams, in worlds without memory of steps, whose allocations fail one by one.
TEST(a_jam_without_memory_is_no_harm)
{
    char path[1000];
    hf_model *model;
    hf_world *before = NULL, *copy = NULL;
    hf_error error = {0};
    hf_step_report report = {0};
    snprintf(path, sizeof path, "%s/test/attacks/soak_tree_ends_182.xml", HOLDFAST_SOURCE_DIR);
    hf_world *world = open_world(path, &model);
    for (int k = 0; k < 1250 && !(report.yielded > 0.0); k++)
    {
        hf_world_destroy(before);
        CHECK(hf_world_clone(world, &before, &error) == HF_STATUS_OK);
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
    }
    CHECK(report.yielded > 0.0);
    uint64_t old = hf_world_hash(before), new = hf_world_hash(world);
    long short_of = 0;
    for (long fail = 0; fail >= 0; fail++)
    {
        CHECK(hf_world_clone(before, &copy, &error) == HF_STATUS_OK);
        fail_allocation(fail);
        hf_status status = hf_world_step(copy, 0.0, &report, &error);
        bool failed = fail < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        CHECK(hf_world_hash(copy) == (status == HF_STATUS_OK ? new : old));
        short_of += status == HF_STATUS_NO_MEMORY;
        hf_world_destroy(copy);
        if (!failed) break;
    }
    CHECK(short_of > 0);
    hf_world_destroy(before);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A box that rocks on a tray pushes another one aside, which sticks: where that is not taken back it is told.
TEST(what_slides_is_told)
{
    char path[1000];
    hf_model *model;
    hf_error error = {0};
    hf_run_quality quality = {0};
    snprintf(path, sizeof path, "%s/test/attacks/soak_tray_drift_240.xml", HOLDFAST_SOURCE_DIR);
    hf_world *world = open_world(path, &model);
    while (hf_world_time(world) < 1.2)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK((report.slid > 0.0) == (report.slid_shape_a >= 0) && report.slid >= 0.0);
        hf_run_quality_add(&quality, &report);
    }
    CHECK(quality.slid > 5e-4 && quality.slid_most <= quality.slid && quality.slid_time > 0.0);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// Their loads pull light ropes straight: pins hold, and no step is exact in which one is off by more than a thousandth
/// of the rope.
TEST(light_ropes_hold_their_loads)
{
    static const char *const files[] = {"soak_fibre_opens_4076.xml", "soak_fibre_opens_7029.xml"};
    static const double lengths[] = {0.3735, 0.2073}; // [m]
    for (int f = 0; f < 2; f++)
    {
        char path[1000];
        hf_model *model;
        hf_error error = {0};
        snprintf(path, sizeof path, "%s/test/attacks/%s", HOLDFAST_SOURCE_DIR, files[f]);
        hf_world *world = open_world(path, &model);
        for (int k = 0; k < 750; k++)
        {
            hf_step_report report;
            CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
            CHECK(report.quality != HF_STEP_FAILED);
            CHECK(!report.certified || hf_world_loop_gap(world) <= 1e-3 * lengths[f]);
            CHECK(hf_world_loop_gap(world) <= 1e-3);
        }
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}
