// Signals: joints, actuators and sensors by name, of a world and in recordings.

#include "support/record_scene.h"
#include "support/scene_text.h"

static const char robot[] =
    "<mujoco><worldbody><geom type='plane' size='9 9 1'/>"
    "<body pos='0 0 1'><joint name='hip' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.4 0 0' size='0.05'/>"
    "<site name='imu' pos='0.1 0 0'/>"
    "<body pos='0.4 0 0'><joint type='ball'/><geom type='capsule' fromto='0 0 0 0.3 0 0' size='0.04'/></body></body>"
    "</worldbody><actuator><motor name='motor' joint='hip' gear='2'/></actuator>"
    "<sensor><gyro name='spin' site='imu'/><clock/><user name='free' dim='2'/></sensor></mujoco>";

static const char *const names[] = {"hip.q",     "hip.v",     "joint1.qw", "joint1.qx",  "joint1.qy",   "joint1.qz",
                                    "joint1.vx", "joint1.vy", "joint1.vz", "motor.ctrl", "motor.force", "spin.x",
                                    "spin.y",    "spin.z",    "clock_1",   "free.0",     "free.1"};
enum
{
    COUNT = sizeof names / sizeof names[0],
    STEPS = 300,
};

TEST(signals_have_names_and_the_numbers_of_the_world)
{
    hf_model *model = text_model(robot);
    hf_world *world = world_of(model);
    hf_error error;
    double values[COUNT], sensed[6];
    char name[32], cut[4];
    CHECK(hf_model_signal_count(model) == COUNT);
    for (int k = 0; k < COUNT; k++)
    {
        CHECK(hf_model_signal_name(model, k, name, sizeof name) == strlen(names[k]));
        CHECK(strcmp(name, names[k]) == 0);
    }
    CHECK(hf_model_signal_name(model, 0, cut, sizeof cut) == 5 && strcmp(cut, "hip") == 0);
    CHECK(hf_model_signal(model, 10).kind == HF_SIGNAL_FORCE && hf_model_signal(model, 13).part == 2);
    CHECK(hf_world_set_control(world, 0, 0.7, &error) == HF_STATUS_OK);
    text_run(world, 50);
    CHECK(hf_world_signals(world, values, &error) == HF_STATUS_OK);
    CHECK(hf_world_sensors(world, sensed, &error) == HF_STATUS_OK);
    CHECK(values[0] == hf_world_q(world)[0] && values[1] == hf_world_v(world)[0] && values[1] != 0.0);
    CHECK(memcmp(values + 2, hf_world_q(world) + 1, 4 * sizeof(double)) == 0);
    CHECK(memcmp(values + 6, hf_world_v(world) + 1, 3 * sizeof(double)) == 0);
    CHECK(values[9] == 0.7 && values[10] == 0.7);
    CHECK(memcmp(values + 11, sensed, sizeof sensed) == 0);
    CHECK_NEAR(values[12], values[1], 1e-14); // the gyro turns with the hinge
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A recording of STEPS steps, a frame at every fourth; what was there goes to `kept`.
static hf_recorder *record_robot(const char *path, const hf_model *model, double kept[][COUNT])
{
    hf_world *world = world_of(model);
    hf_recorder_options options = hf_recorder_options_default(model);
    hf_recorder *recorder = NULL;
    hf_error error;
    options.every = 4;
    CHECK(hf_recorder_create(path, model, &options, &recorder, &error) == HF_STATUS_OK);
    CHECK(hf_recorder_add(recorder, world, NULL, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_world_signals(world, kept[0], &error) == HF_STATUS_OK);
    for (int k = 1; k <= STEPS; k++)
    {
        hf_step_report report;
        CHECK(hf_world_set_control(world, 0, 0.01 * k, &error) == HF_STATUS_OK);
        CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK);
        CHECK(hf_recorder_add(recorder, world, &report, NULL, &error) == HF_STATUS_OK);
        if (k % 4 == 0) CHECK(hf_world_signals(world, kept[k / 4], &error) == HF_STATUS_OK);
    }
    hf_world_destroy(world);
    return recorder;
}

static void check_recording(const hf_recording *recording, double kept[][COUNT])
{
    double values[COUNT];
    hf_error error;
    CHECK(hf_recording_signal_count(recording) == COUNT);
    for (int k = 0; k < COUNT; k++) CHECK(strcmp(hf_recording_signal_name(recording, k), names[k]) == 0);
    CHECK(hf_recording_signal_kind(recording, 9) == HF_SIGNAL_CONTROL);
    CHECK(hf_recording_find_signal(recording, "spin.z") == 13 && hf_recording_find_signal(recording, "spin") == -1);
    CHECK(hf_recording_frame_count(recording) == 1 + STEPS / 4);
    for (int f = 0; f <= STEPS / 4; f++)
    {
        CHECK(hf_recording_signals(recording, f, values, &error) == HF_STATUS_OK);
        CHECK(memcmp(values, kept[f], sizeof values) == 0); // every bit
    }
    CHECK(hf_recording_signals(recording, 1 + STEPS / 4, values, &error) == HF_STATUS_INVALID);
    CHECK(hf_recording_write_signals(recording, scratch_file(1), &error) == HF_STATUS_OK);
    char *text = read_text(scratch_file(1)), *line = strchr(text, '\n');
    CHECK(line && strncmp(text, "time,hip.q,hip.v,joint1.qw,", 27) == 0);
    double time, q;
    CHECK(sscanf(line + 1, "%lf,%lf", &time, &q) == 2 && time == 0.0 && q == kept[0][0]);
    free(text);
}

TEST(recordings_keep_signals)
{
    static double kept[1 + STEPS / 4][COUNT];
    hf_model *model = text_model(robot);
    hf_error error;
    hf_recorder *recorder = record_robot(NULL, model, kept);
    check_recording(hf_recorder_recording(recorder), kept);
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
#ifdef HF_HAS_HDF5
    hf_recording *recording = NULL;
    recorder = record_robot(scratch_file(0), model, kept);
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    CHECK(hf_recording_open(scratch_file(0), &recording, &error) == HF_STATUS_OK);
    check_recording(recording, kept);
    hf_recording_close(recording);
#endif
    hf_model_destroy(model);
    for (int k = 0; k < 2; k++) remove(scratch_file(k));
}

TEST(signals_without_memory_are_an_error)
{
    hf_model *model = text_model(robot);
    hf_world *world = world_of(model);
    hf_error error;
    text_run(world, 3);
    scratch_file(0);
    for (long k = 0;; k++)
    {
        hf_recorder *recorder = NULL;
        fail_allocation(k);
        hf_status status = hf_recorder_create(NULL, model, NULL, &recorder, &error);
        if (status == HF_STATUS_OK) status = hf_recorder_add(recorder, world, NULL, NULL, &error);
        if (status == HF_STATUS_OK)
            status = hf_recording_write_signals(hf_recorder_recording(recorder), scratch_file(0), &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(hf_recorder_close(recorder, NULL) == HF_STATUS_OK);
        if (!failed) CHECK(status == HF_STATUS_OK && k > COUNT);
        if (!failed) break;
        CHECK(status == HF_STATUS_NO_MEMORY || status == HF_STATUS_FILE);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    remove(scratch_file(0));
}
