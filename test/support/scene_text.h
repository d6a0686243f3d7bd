// MJCF written by a test into a folder of its own.

#ifndef HF_TEST_SCENE_TEXT_H
#define HF_TEST_SCENE_TEXT_H

#include "holdfast/scene.h"
#include "holdfast/world.h"
#include "support/harness.h"
#include "support/systems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Forgets the folder at the end of the program.
static inline char *text_folder_name(void)
{
    static char folder[256];
    return folder;
}

static inline void text_clean(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", text_folder_name());
    if (system(command) != 0) fprintf(stderr, "cannot remove %s\n", text_folder_name());
}

/// The folder of this process, made at the first call.
static inline const char *text_folder(void)
{
    char *folder = text_folder_name();
    if (folder[0]) return folder;
    const char *base = getenv("TMPDIR");
    snprintf(folder, 256, "%s/holdfast-scene-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(folder)) harness_fail(__FILE__, __LINE__, "cannot make %s", folder);
    atexit(text_clean);
    return folder;
}

/// Writes a file into the folder; its path.
static inline const char *text_file_sized(const char *name, const void *bytes, size_t size)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", text_folder(), name);
    FILE *file = fopen(path, "wb");
    if (!file) harness_fail(__FILE__, __LINE__, "cannot write %s", path);
    fwrite(bytes, 1, size, file);
    fclose(file);
    return path;
}

static inline const char *text_file(const char *name, const char *text)
{
    return text_file_sized(name, text, strlen(text));
}

/// Builds what was read, and throws the builder away. NULL and the error if either failed.
static inline hf_model *text_build(hf_status status, hf_builder *builder, hf_error *error)
{
    hf_model *model = NULL;
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, error);
    hf_builder_destroy(builder);
    return status == HF_STATUS_OK ? model : NULL;
}

/// Reads the text as a scene and builds it. NULL and the error if that fails.
static inline hf_model *text_model_key(const char *text, const char *key, hf_error *error)
{
    hf_builder *builder = NULL;
    *error = (hf_error){0};
    hf_status status = hf_scene_read_mjcf_key(text_file("scene.xml", text), key, NULL, NULL, &builder, error);
    return text_build(status, builder, error);
}

/// The same where it must succeed. Body 1 is the first of the file.
static inline hf_model *text_model(const char *text)
{
    hf_error error;
    hf_model *model = text_model_key(text, NULL, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return model;
}

/// The model of a built-in scene or a file, which must be there.
static inline hf_model *scene_model(const char *scene)
{
    hf_builder *builder = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(scene, 1, NULL, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s: %s", scene, error.message);
    return model;
}

static inline hf_world *world_of(const hf_model *model)
{
    hf_world *world = NULL;
    hf_error error = {0};
    if (hf_world_create(model, &world, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return world;
}

/// Steps of the model's own length.
static inline void text_run(hf_world *world, int steps)
{
    hf_error error = {0};
    for (int k = 0; k < steps; k++)
        if (hf_world_step(world, 0, NULL, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
}

/// Makes every allocation of reading a file fail in turn.
static inline void scene_allocations_fail(const char *path)
{
    long k = 0;
    for (;; k++)
    {
        hf_builder *builder = NULL;
        hf_error error = {0};
        fail_allocation(k);
        hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        hf_builder_destroy(builder);
        if (!failed && status == HF_STATUS_OK) break;
        if (status != HF_STATUS_NO_MEMORY || builder)
            harness_fail(__FILE__, __LINE__, "%s: allocation %ld: %s", path, k, error.message);
    }
    if (k < 7) harness_fail(__FILE__, __LINE__, "%s: %ld allocations", path, k);
}

#endif
