// A small scene and its run, for the tests of recordings.

#ifndef HF_TEST_RECORD_SCENE_H
#define HF_TEST_RECORD_SCENE_H

#include "support/harness.h"

#include "holdfast/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/// The k-th scratch file of this program; a child has its parent's, who must have asked for one before.
static inline const char *scratch_file(int k)
{
    static char paths[8][64];
    static long parent;
    if (!parent) parent = (long)getpid();
    if (!paths[k][0]) snprintf(paths[k], sizeof paths[k], "holdfast_record_%ld_%d", parent, k);
    return paths[k];
}

static inline long file_size(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (long)about.st_size : -1;
}

/// The whole file, with a zero behind it; the caller frees it.
static inline char *read_text(const char *path)
{
    long size = file_size(path);
    CHECK(size >= 0);
    char *text = calloc((size_t)size + 1, 1);
    FILE *in = fopen(path, "rb");
    CHECK(text && in && fread(text, 1, (size_t)size, in) == (size_t)size);
    fclose(in);
    return text;
}

/// A table with boxes and a ball on the floor, a static post, a shaker that moves as told.
static inline hf_model *make_small_model(void)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_error error;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_shape_def floor = hf_shape_def_default();
    floor.kind = HF_SHAPE_PLANE;
    floor.friction = 0.5;
    CHECK(hf_builder_add_shape(builder, &floor, NULL, &error) == HF_STATUS_OK);
    static const char *const names[] = {"box \"one\", red", "box</script>two", "ball", "post", "shaker"};
    for (int k = 0; k < 5; k++)
    {
        hf_body_def body = hf_body_def_default();
        hf_shape_def shape = hf_shape_def_default();
        body.name = names[k];
        body.position[0] = 0.6 * k;
        body.position[2] = 0.11;
        shape.kind = k == 2 ? HF_SHAPE_SPHERE : HF_SHAPE_BOX;
        for (int c = 0; c < 3; c++) shape.size[c] = k == 2 && c > 0 ? 0.0 : 0.1;
        if (k == 1) body.velocity[0] = 1.0; // slides
        if (k == 3) body.motion = HF_MOTION_STATIC;
        if (k == 4)
        {
            body.motion = HF_MOTION_PRESCRIBED;
            body.amplitude[2] = 0.05;
            body.position[2] = 0.3;
            body.frequency = 2.0;
        }
        CHECK(hf_builder_add_body(builder, &body, &shape.body, &error) == HF_STATUS_OK);
        CHECK(hf_builder_add_shape(builder, &shape, NULL, &error) == HF_STATUS_OK);
    }
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return model;
}

/// Runs `steps` steps and records them; the recorder may be NULL.
static inline void run_steps(hf_world *world, hf_recorder *recorder, int steps)
{
    hf_error error;
    for (int k = 0; k < steps; k++)
    {
        hf_step_report report;
        hf_step_timing timing = {.seconds = 1e-3 * (k + 1)};
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(report.certified);
        if (recorder) CHECK(hf_recorder_add(recorder, world, &report, &timing, &error) == HF_STATUS_OK);
    }
}

/// Starts a recording, or leaves the case where this build has no HDF5.
static inline hf_recorder *start_recording(const char *path, const hf_model *model, int every)
{
    hf_error error;
    hf_recorder *recorder;
    hf_recorder_options options = hf_recorder_options_default(model);
    options.every = every;
    hf_status status = hf_recorder_create(path, model, &options, &recorder, &error);
    if (status == HF_STATUS_UNSUPPORTED) SKIP("%s", error.message);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return recorder;
}

#endif
