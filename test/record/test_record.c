// Recordings: what is written is what is read; damage and a lack of room or memory are errors, and the recording stays
// readable.

#include "support/record_scene.h"

#include "holdfast/scene.h"
#include "record/recording.h"

#ifdef HF_HAS_HDF5
#include <hdf5.h>
#endif

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_bytes(const char *path, const char *bytes, long size)
{
    FILE *out = fopen(path, "wb");
    CHECK(out && fwrite(bytes, 1, (size_t)size, out) == (size_t)size);
    fclose(out);
}

// ---- round trips ----

TEST(what_is_written_is_read)
{
    hf_model *model = make_small_model();
    hf_world *world;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder *recorder = start_recording(scratch_file(0), model, 3);
    CHECK(hf_recorder_recording(recorder) == NULL);
    enum
    {
        STEPS = 700
    };
    static double positions[STEPS][3];
    CHECK(hf_recorder_add(recorder, world, NULL, NULL, &error) == HF_STATUS_OK);
    for (int k = 0; k < STEPS; k++)
    {
        run_steps(world, recorder, 1);
        memcpy(positions[k], hf_world_body(world, 2).position, sizeof positions[k]);
    }
    int last_contacts = hf_world_contact_count(world);
    hf_contact contact = hf_world_contact(world, 0);
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);

    hf_recording *recording;
    CHECK(hf_recording_open(scratch_file(0), &recording, &error) == HF_STATUS_OK);
    CHECK(hf_recording_complete(recording));
    CHECK(hf_recording_step_count(recording) == STEPS);
    CHECK(hf_recording_frame_count(recording) == 1 + STEPS / 3);
    CHECK(hf_recording_body_count(recording) == 6);
    double poses[7 * 6];
    for (int f = 1; f < hf_recording_frame_count(recording); f++)
    {
        CHECK(hf_recording_poses(recording, f, poses, &error) == HF_STATUS_OK);
        CHECK(memcmp(poses + 7 * 2, positions[3 * f - 1], 3 * sizeof(double)) == 0); // every bit
        CHECK_NEAR(hf_recording_time(recording, f), 0.002 * 3 * f, 1e-12);
        CHECK_NEAR(poses[7 * 4], 0.6 * 3, 0.0); // the post, which never moved
        CHECK_NEAR(poses[7 * 4 + 3], 1, 0.0);   // and its quaternion
    }
    CHECK(hf_recording_poses(recording, -1, poses, &error) == HF_STATUS_INVALID);
    CHECK(hf_recording_poses(recording, 1 + STEPS / 3, poses, &error) == HF_STATUS_INVALID);
    CHECK(recording->steps[STEPS - 1].contacts == last_contacts);
    CHECK_NEAR(recording->steps[4].seconds, 1e-3, 0.0);
    CHECK(recording->steps[STEPS - 1].certified);
    CHECK(strcmp(recording->model.bodies[1].name, "box \"one\", red") == 0);
    CHECK(recording->model.shapes[0].kind == HF_SHAPE_PLANE && recording->model.shapes[3].kind == HF_SHAPE_SPHERE);
    CHECK_NEAR(recording->model.shapes[0].friction, 0.5, 0.0);
    CHECK(strcmp(recording->model.settings.solver.name, "auto") == 0);
    // 700 is no multiple of 3: the last frame is step 699, whose contacts are nearly those of the last step
    touch_row contacts[64];
    const frame_row *last = &recording->frames[STEPS / 3];
    CHECK(last->step == 699 && last->contact_count == last_contacts && last_contacts <= 64);
    CHECK(recording_frame(recording, STEPS / 3, (frame_parts){.contacts = contacts}, &error) == HF_STATUS_OK);
    CHECK(contacts[0].id == contact.id && contacts[0].shape_a == contact.shape_a);
    CHECK_NEAR(contacts[0].r[0], contact.r[0], 1e-4);
    CHECK_NEAR(contacts[0].mu, 1.0, 1e-7); // the larger of 0.5 and the boxes' 1
    hf_recording_close(recording);
    hf_world_destroy(world);
    hf_model_destroy(model);
    remove(scratch_file(0));
}

/// Bodies that change their shape have their stretch after the poses: turned, it is the map of the body.
TEST(stretches_are_kept)
{
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_error error;
    hf_builder *builder = NULL;
    CHECK(hf_scene_read_mjcf(HOLDFAST_SOURCE_DIR "/scenes/jelly.xml", NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder *recorder = start_recording(scratch_file(0), model, 1);
    run_steps(world, recorder, 200); // the cube has struck the floor
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    hf_recording *recording = NULL;
    CHECK(hf_recording_open(scratch_file(0), &recording, &error) == HF_STATUS_OK);
    CHECK(recording->model.deformable_count == 4 && recording->model.moving_count == 5);
    pose_row rows[9];
    CHECK(recording_frame(recording, hf_recording_frame_count(recording) - 1, (frame_parts){.poses = rows}, &error) ==
          HF_STATUS_OK);
    double u[6], most = 0;
    for (int k = 0; k < 4; k++)
    {
        const pose_row *row = &rows[5 + k];
        recorded_stretch(world, recording->model.forms[k], u);
        for (int i = 0; i < 3; i++)
        {
            CHECK(row->position[i] == u[i]);
            CHECK_NEAR(row->orientation[i], u[3 + i], 1e-7);
            most = fmax(most, fabs(u[i] - 1));
        }
    }
    CHECK(most > 0.02);
    hf_recording_close(recording);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(memory_is_as_good_as_a_file)
{
    hf_model *model = make_small_model();
    hf_error error;
    hf_recording *recording;
    hf_recorder *recorders[2];
    recorders[0] = start_recording(scratch_file(0), model, 2);
    recorders[1] = start_recording(NULL, model, 2);
    for (int k = 0; k < 2; k++)
    {
        hf_world *world;
        CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
        CHECK(hf_recorder_add(recorders[k], world, NULL, NULL, &error) == HF_STATUS_OK);
        run_steps(world, recorders[k], 300);
        hf_world_destroy(world);
    }
    CHECK(hf_recorder_close(recorders[0], &error) == HF_STATUS_OK);
    CHECK(hf_recording_open(scratch_file(0), &recording, &error) == HF_STATUS_OK);
    const hf_recording *kept = hf_recorder_recording(recorders[1]);
    CHECK(hf_recording_frame_count(kept) == hf_recording_frame_count(recording));
    CHECK(hf_recording_write_html(recording, scratch_file(1), "a run", &error) == HF_STATUS_OK);
    CHECK(hf_recording_write_html(kept, scratch_file(2), "a run", &error) == HF_STATUS_OK);
    char *first = read_text(scratch_file(1)), *second = read_text(scratch_file(2));
    CHECK(strcmp(first, second) == 0);
    CHECK(strstr(first, "box</script>two") == NULL); // no name ends the script
    CHECK(strstr(first, "box\\u003c/script\\u003etwo") != NULL);
    CHECK(strstr(first, "connect-src 'none'") != NULL); // it asks nobody, whatever its script would
    char *script = strstr(first, "<script>\n");
    CHECK(script != NULL);
    if (script) *script = '\0';
    CHECK(strstr(first, "http://") == NULL && strstr(first, "https://") == NULL && strstr(first, " src=") == NULL);
    free(first);
    free(second);
    CHECK(hf_recording_write_csv(recording, scratch_file(1), &error) == HF_STATUS_OK);
    CHECK(hf_recording_write_csv(kept, scratch_file(2), &error) == HF_STATUS_OK);
    first = read_text(scratch_file(1)), second = read_text(scratch_file(2));
    CHECK(strcmp(first, second) == 0);
    CHECK(strncmp(first, "time,\"box \"\"one\"\", red.x\",\"box \"\"one\"\", red.y\",", 44) == 0);
    CHECK(strstr(first, ",ball.qw,ball.qx,ball.qy,ball.qz,post.x,") != NULL);
    free(first);
    free(second);
    hf_recording_close(recording);
    CHECK(hf_recorder_close(recorders[1], &error) == HF_STATUS_OK);
    hf_model_destroy(model);
    for (int k = 0; k < 3; k++) remove(scratch_file(k));
}

TEST(long_runs_are_thinned_in_memory)
{
    hf_model *model = make_small_model();
    hf_world *world;
    hf_error error;
    hf_recorder *recorder;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder_options options = hf_recorder_options_default(model);
    CHECK(options.every == 5);
    options.every = 1;
    options.memory = 65536;
    CHECK(hf_recorder_create(NULL, model, &options, &recorder, &error) == HF_STATUS_OK);
    CHECK(hf_recorder_add(recorder, world, NULL, NULL, &error) == HF_STATUS_OK);
    run_steps(world, recorder, 500);
    const hf_recording *kept = hf_recorder_recording(recorder);
    CHECK(kept->step_count == 500 && kept->every > 1);
    CHECK(kept->frame_count > 8 && kept->frame_count < 100);
    for (size_t k = 0; k < kept->frame_count; k++)
    {
        CHECK(kept->frames[k].step == (int64_t)k * kept->every);
        CHECK_NEAR(kept->frames[k].time, 0.002 * (double)kept->frames[k].step, 1e-12);
        CHECK_NEAR(kept->poses[3 + 4 * k - 3].position[2], 0.1, 0.02); // a box, wherever it went
    }
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    options.every = 0;
    CHECK(hf_recorder_create(NULL, model, &options, &recorder, &error) == HF_STATUS_INVALID && !recorder);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- faults ----

/// A whole recording at scratch 0; its bytes come back.
static char *small_recording(long *size)
{
    hf_model *model = make_small_model();
    hf_world *world;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder *recorder = start_recording(scratch_file(0), model, 1);
    CHECK(hf_recorder_add(recorder, world, NULL, NULL, &error) == HF_STATUS_OK);
    run_steps(world, recorder, 20);
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    hf_world_destroy(world);
    hf_model_destroy(model);
    *size = file_size(scratch_file(0));
    return read_text(scratch_file(0));
}

/// Opens and uses it all, in a process of its own: a damaged file may make HDF5 forget to free things. An error is
/// fine; a crash is not.
static void use_recording(const char *path)
{
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
    {
        hf_recording *recording;
        hf_error error = {.message = ""};
        hf_status status = hf_recording_open(path, &recording, &error);
        if ((status == HF_STATUS_OK) != (recording != NULL)) _exit(1);
        if (status == HF_STATUS_OK) status = hf_recording_write_html(recording, scratch_file(2), "x", &error);
        if (status == HF_STATUS_OK) status = hf_recording_write_csv(recording, scratch_file(3), &error);
        if (status != HF_STATUS_OK && strlen(error.message) <= 10) _exit(2);
        hf_recording_close(recording);
        _exit(0);
    }
    int ended = 0;
    CHECK(waitpid(child, &ended, 0) == child && WIFEXITED(ended));
    CHECK(WEXITSTATUS(ended) == 0);
}

TEST(damaged_files_are_errors)
{
    long size;
    char *bytes = small_recording(&size);
    char *copy = malloc((size_t)size);
    unsigned long long state = 12345;
    for (int trial = 0; trial < 300; trial++)
    {
        memcpy(copy, bytes, (size_t)size);
        for (int k = 0; k < 1 + trial % 5; k++)
        {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            copy[(state >> 20) % (unsigned long long)(trial % 2     ? size
                                                      : size < 6000 ? size
                                                                    : 6000)] ^= (char)(1 << (state >> 60) % 8);
        }
        write_bytes(scratch_file(1), copy, trial % 7 == 6 ? (long)((state >> 24) % (unsigned long long)size) : size);
        use_recording(scratch_file(1));
    }
    free(copy);
    free(bytes);
    for (int k = 0; k < 4; k++) remove(scratch_file(k));
}

TEST(other_files_are_no_recordings)
{
    hf_recording *recording;
    hf_error error;
    long size;
    free(small_recording(&size)); // or skipped
    CHECK(hf_recording_open("no/such/file", &recording, &error) == HF_STATUS_FILE && !recording);
    CHECK(strstr(error.message, "no/such/file") != NULL);
    write_bytes(scratch_file(1), "time,x\n", 7);
    CHECK(hf_recording_open(scratch_file(1), &recording, &error) == HF_STATUS_FORMAT && !recording);
    write_bytes(scratch_file(1), "", 0);
    CHECK(hf_recording_open(scratch_file(1), &recording, &error) == HF_STATUS_FORMAT && !recording);
    CHECK(hf_recording_open(".", &recording, &error) != HF_STATUS_OK && !recording);
    hf_model *model = make_small_model();
    hf_recorder *recorder;
    CHECK(hf_recorder_create("no/such/folder/file", model, NULL, &recorder, &error) == HF_STATUS_FILE && !recorder);
    hf_model_destroy(model);
    for (int k = 0; k < 2; k++) remove(scratch_file(k));
}

enum
{
    RUN_REFUSED = 10, // before it began: there is no room for a first frame
};

/// In a child: a disk with room for `limit` bytes. 0 or RUN_REFUSED if the run ended as it should.
static int run_on_full_disk(rlim_t limit)
{
    signal(SIGXFSZ, SIG_IGN);
    hf_model *model = make_small_model();
    hf_world *world;
    hf_error error = {.message = ""};
    if (hf_world_create(model, &world, &error) != HF_STATUS_OK) return 2;
    struct rlimit room = {limit, limit};
    if (setrlimit(RLIMIT_FSIZE, &room) != 0) return 3;
    hf_recorder *recorder;
    hf_recorder_options options = hf_recorder_options_default(model);
    options.every = 1;
    if (hf_recorder_create(scratch_file(0), model, &options, &recorder, &error) != HF_STATUS_OK)
        return strstr(error.message, "room on the disk (the model with a first frame needs ") ? RUN_REFUSED : 4;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < 3000 && status == HF_STATUS_OK; k++)
    {
        hf_step_report report;
        if (hf_world_step(world, 0.0, &report, &error) != HF_STATUS_OK) return 5;
        status = hf_recorder_add(recorder, world, &report, NULL, &error);
    }
    if (status != HF_STATUS_FILE || !strstr(error.message, "room on the disk (the next frame needs ")) return 6;
    return hf_recorder_close(recorder, NULL) == HF_STATUS_OK ? 0 : 7;
}

/// Steps that are left on the disk, in a recording that can be read to its end and was closed.
static int steps_left(void)
{
    hf_recording *recording = NULL;
    hf_error error = {.message = ""};
    if (hf_recording_open(scratch_file(0), &recording, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    int steps = hf_recording_step_count(recording), frames = hf_recording_frame_count(recording);
    CHECK(hf_recording_complete(recording));
    CHECK(frames >= 1 && abs(steps - frames) <= 1);
    double poses[7 * 6];
    CHECK(hf_recording_body_count(recording) == 6);
    for (int k = 0; k < frames; k++) CHECK(hf_recording_poses(recording, k, poses, &error) == HF_STATUS_OK);
    hf_recording_close(recording);
    return steps;
}

TEST(a_full_disk_is_an_error_that_keeps_what_was_written)
{
    long size;
    free(small_recording(&size)); // or skipped
    int last = 0;
    static const struct
    {
        rlim_t kilobytes;
        int least; // steps that are left; 0: none need be
    } disks[] = {{4, 0}, {24, 0}, {64, 0}, {90, 30}, {150, 80}, {300, 200}, {1024, 750}};
    for (size_t k = 0; k < sizeof disks / sizeof *disks; k++)
    {
        remove(scratch_file(0));
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) _exit(run_on_full_disk(1024 * disks[k].kilobytes));
        int ended = 0, room = (int)disks[k].kilobytes;
        CHECK(waitpid(child, &ended, 0) == child);
        bool refused = WIFEXITED(ended) && WEXITSTATUS(ended) == RUN_REFUSED;
        if (!refused && (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0))
            harness_fail(__FILE__, __LINE__, "room for %d kB: ended with %d", room, ended);
        if (refused) CHECK(access(scratch_file(0), F_OK) != 0);
        int left = refused ? 0 : steps_left();
        if (left < last || left < disks[k].least)
            harness_fail(__FILE__, __LINE__, "room for %d kB: %d steps are left, %d with less", room, left, last);
        last = left;
    }
    remove(scratch_file(0));
}

TEST(no_memory_is_an_error)
{
    hf_model *model = make_small_model();
    hf_world *world;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder *probe = start_recording(scratch_file(0), model, 1);
    hf_recorder_close(probe, NULL);
    run_steps(world, NULL, 5);
    for (int file = 0; file < 2; file++)
        for (long k = 0;; k++)
        {
            hf_recorder *recorder;
            hf_recording *recording = NULL;
            fail_allocation(k);
            hf_status status = hf_recorder_create(file ? scratch_file(0) : NULL, model, NULL, &recorder, &error);
            if (status == HF_STATUS_OK) status = hf_recorder_add(recorder, world, NULL, NULL, &error);
            if (status == HF_STATUS_OK && file) status = hf_recorder_flush(recorder, &error);
            if (status == HF_STATUS_OK && file) status = hf_recording_open(scratch_file(0), &recording, &error);
            const hf_recording *shown = recording;
            if (status == HF_STATUS_OK && !file) shown = hf_recorder_recording(recorder);
            if (status == HF_STATUS_OK) status = hf_recording_write_html(shown, scratch_file(1), "x", &error);
            if (status == HF_STATUS_OK) status = hf_recording_write_csv(shown, scratch_file(1), &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            hf_recording_close(recording);
            CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
            if (!failed) CHECK(status == HF_STATUS_OK);
            if (!failed) break;
            CHECK(status == HF_STATUS_NO_MEMORY || status == HF_STATUS_FILE);
            CHECK(k < 1000);
        }
    hf_world_destroy(world);
    hf_model_destroy(model);
    for (int k = 0; k < 2; k++) remove(scratch_file(k));
}

// ---- how good the steps were ----

#ifdef HF_HAS_HDF5
/// Three steps as they come, one that is approximate, one that was not made.
TEST(the_quality_of_steps_is_recorded)
{
    hf_model *model = make_small_model();
    hf_world *world;
    hf_recording *recording;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder *recorder = start_recording(scratch_file(0), model, 1);
    run_steps(world, recorder, 3);
    hf_step_report report = {
        .time = 0.5, .quality = HF_STEP_APPROXIMATE, .substeps = 4, .work = 1000, .solve.residual.natural = 3e-6};
    CHECK(hf_recorder_add(recorder, world, &report, NULL, &error) == HF_STATUS_OK);
    report = (hf_step_report){
        .time = 0.75, .quality = HF_STEP_FAILED, .substeps = 0, .work = 70, .solve.residual.natural = 0.25};
    CHECK(hf_recorder_add(recorder, world, &report, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    CHECK(hf_recording_open(scratch_file(0), &recording, &error) == HF_STATUS_OK);
    CHECK(hf_recording_step_count(recording) == 5 && hf_recording_frame_count(recording) == 4);
    hf_run_quality q = hf_recording_quality(recording);
    CHECK(q.of[HF_STEP_EXACT].count == 3 && q.of[HF_STEP_APPROXIMATE].count == 1 && q.of[HF_STEP_FAILED].count == 1);
    CHECK(q.cut.count == 1 && q.work >= 1070 && q.work_most >= 1000);
    CHECK_NEAR(q.of[HF_STEP_APPROXIMATE].worst, 3e-6, 0.0);
    CHECK_NEAR(q.of[HF_STEP_APPROXIMATE].worst_time, 0.5, 0.0);
    CHECK_NEAR(q.of[HF_STEP_FAILED].worst_time, 0.75, 0.0);
    CHECK_NEAR(hf_recording_settings(recording).solver.accept, 1e-4, 0.0);
    hf_recording_close(recording);
    hf_world_destroy(world);
    hf_model_destroy(model);
    remove(scratch_file(0));
}
#endif

// ---- earlier versions ----

#ifdef HF_HAS_HDF5
/// Rewrites the table of steps as it was before impacts had a stage of their own, with six times of stages, and before
/// steps had a quality; accept goes, too.
static void write_earlier_steps(const char *path)
{
    const hsize_t six = 6;
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), data = H5Dopen2(file, "steps", H5P_DEFAULT);
    hid_t type = H5Dget_type(data), space = H5Dget_space(data), stages = H5Tarray_create2(H5T_NATIVE_DOUBLE, 1, &six);
    size_t size = H5Tget_size(type), count = (size_t)H5Sget_simple_extent_npoints(space);
    char *rows = calloc(count, size);
    CHECK(file >= 0 && data >= 0 && type >= 0 && space >= 0 && stages >= 0 && rows);
    CHECK(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
    hid_t earlier = H5Tcreate(H5T_COMPOUND, size);
    for (int k = 0; k < H5Tget_nmembers(type); k++)
    {
        char *name = H5Tget_member_name(type, (unsigned)k);
        hid_t member = H5Tget_member_type(type, (unsigned)k);
        bool times = strcmp(name, "stage") == 0, later = strcmp(name, "quality") == 0 || strcmp(name, "work") == 0;
        CHECK(later || H5Tinsert(earlier, name, H5Tget_member_offset(type, (unsigned)k), times ? stages : member) >= 0);
        H5Tclose(member);
        H5free_memory(name);
    }
    H5Dclose(data);
    CHECK(H5Ldelete(file, "steps", H5P_DEFAULT) >= 0 && H5Adelete(file, "accept") >= 0);
    hsize_t extent = (hsize_t)count;
    hid_t same = H5Screate_simple(1, &extent, NULL);
    data = H5Dcreate2(file, "steps", earlier, same, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    CHECK(data >= 0 && H5Dwrite(data, earlier, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
    free(rows);
    H5Dclose(data);
    H5Sclose(same);
    H5Sclose(space);
    H5Tclose(earlier);
    H5Tclose(stages);
    H5Tclose(type);
    H5Fclose(file);
}

TEST(recordings_of_earlier_versions_open)
{
    hf_model *model = make_small_model();
    hf_world *world;
    hf_recording *recording;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_recorder *recorder = start_recording(scratch_file(0), model, 1);
    run_steps(world, recorder, 7);
    CHECK(hf_recorder_close(recorder, &error) == HF_STATUS_OK);
    write_earlier_steps(scratch_file(0));
    CHECK(hf_recording_open(scratch_file(0), &recording, &error) == HF_STATUS_OK);
    CHECK(hf_recording_step_count(recording) == 7 && hf_recording_frame_count(recording) == 7);
    CHECK(recording->steps[6].certified);
    CHECK_NEAR(recording->steps[6].time, hf_world_time(world), 0.0);
    CHECK_NEAR(recording->steps[6].seconds, 7e-3, 1e-15);
    hf_run_quality quality = hf_recording_quality(recording);
    CHECK(quality.of[HF_STEP_EXACT].count == 7 && quality.of[HF_STEP_FAILED].count == 0 && quality.work == 0);
    CHECK_NEAR(hf_recording_settings(recording).solver.accept, 0.0, 0.0);
    hf_recording_close(recording);
    hf_world_destroy(world);
    hf_model_destroy(model);
    remove(scratch_file(0));
}
#endif
