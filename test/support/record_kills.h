// Kills a process that records, at a random moment, and looks at what it leaves.

#ifndef HF_TEST_RECORD_KILLS_H
#define HF_TEST_RECORD_KILLS_H

#include "support/record_scene.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

/// In the child: records for ever; writes the number of frames that are safe to `tell`, and a checkpoint now and then.
static inline void record_until_killed(const hf_model *model, int tell)
{
    hf_error error;
    hf_world *world;
    hf_recorder *recorder;
    hf_recorder_options options = hf_recorder_options_default(model);
    options.every = 1;
    if (hf_world_create(model, &world, &error) != HF_STATUS_OK) _exit(2);
    if (hf_recorder_create(scratch_file(0), model, &options, &recorder, &error) != HF_STATUS_OK) _exit(3);
    for (int k = 0;; k++)
    {
        hf_step_report report;
        if (hf_world_step(world, 0.0, &report, &error) != HF_STATUS_OK) _exit(4);
        if (hf_recorder_add(recorder, world, &report, NULL, &error) != HF_STATUS_OK) _exit(5);
        if (k % 7 == 6 && hf_recorder_flush(recorder, &error) != HF_STATUS_OK) _exit(6);
        if (k % 50 == 49 && hf_checkpoint_write(scratch_file(1), world, &error) != HF_STATUS_OK) _exit(7);
        int safe = k + 1;
        if (k % 7 == 6 && write(tell, &safe, sizeof safe) != sizeof safe) _exit(8);
    }
}

/// How many steps there are, and how many of them must be there at least; every number is compared with an undisturbed
/// run's.
static inline void check_what_is_left(const hf_model *model, int safe, double (*truth)[3], int truth_count)
{
    hf_error error;
    hf_recording *recording;
    hf_status status = hf_recording_open(scratch_file(0), &recording, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "after %d safe steps: %s", safe, error.message);
    CHECK(!hf_recording_complete(recording));
    int frames = hf_recording_frame_count(recording);
    CHECK(frames >= safe);
    CHECK(hf_recording_step_count(recording) >= safe);
    double poses[7 * 6];
    for (int k = 0; k < frames && k < truth_count; k++)
    {
        if (hf_recording_poses(recording, k, poses, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        CHECK(memcmp(poses + 14, truth[k], sizeof truth[k]) == 0);
    }
    if (frames > 0) CHECK(hf_recording_write_html(recording, scratch_file(2), "killed", &error) == HF_STATUS_OK);
    hf_recording_close(recording);

    // The checkpoint is a whole one, and the run goes on from it as if nothing had happened.
    hf_world *world;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    if (access(scratch_file(1), F_OK) == 0)
    {
        CHECK(hf_checkpoint_read(scratch_file(1), world, &error) == HF_STATUS_OK);
        int at = (int)lround(hf_world_time(world) / 0.002);
        CHECK(at % 50 == 0 && at > 0);
        if (at + 10 <= truth_count)
        {
            run_steps(world, NULL, 10);
            CHECK(memcmp(hf_world_body(world, 2).position, truth[at + 9], sizeof truth[0]) == 0);
        }
    }
    hf_world_destroy(world);
}

static inline void kill_many(int kills)
{
    enum
    {
        TRUTH = 4000
    };
    static double truth[TRUTH][3];
    hf_error error;
    hf_model *model = make_small_model();
    hf_recorder_close(start_recording(scratch_file(0), model, 1), NULL); // or skipped
    hf_world *world;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    for (int k = 0; k < TRUTH; k++)
    {
        run_steps(world, NULL, 1);
        memcpy(truth[k], hf_world_body(world, 2).position, sizeof truth[k]);
    }
    hf_world_destroy(world);
    unsigned long long state = 99;
    for (int k = 0; k < kills; k++)
    {
        int told[2], safe = 0, word;
        remove(scratch_file(1));
        CHECK(pipe(told) == 0);
        fflush(NULL);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) record_until_killed(model, told[1]);
        close(told[1]);
        CHECK(read(told[0], &safe, sizeof safe) == sizeof safe); // it has begun
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        struct timespec pause = {0, (long)((state >> 33) % 100000) * 600}; // up to 60 ms
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        int ended;
        CHECK(waitpid(child, &ended, 0) == child && WIFSIGNALED(ended));
        while (read(told[0], &word, sizeof word) == sizeof word) safe = word;
        close(told[0]);
        check_what_is_left(model, safe, truth, TRUTH);
    }
    hf_model_destroy(model);
    char half[96]; // of a checkpoint that was being written
    snprintf(half, sizeof half, "%s.part0", scratch_file(1));
    remove(half);
    for (int k = 0; k < 3; k++) remove(scratch_file(k));
}

#endif
