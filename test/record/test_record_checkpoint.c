// Checkpoints: resumed is as if never stopped, bit by bit; what is damaged or of another scene is refused.

#include "support/record_scene.h"

#include <string.h>
#include <sys/stat.h>

TEST(resumed_runs_have_the_same_hash)
{
    hf_model *model = make_small_model();
    hf_error error;
    hf_world *straight, *first, *second;
    CHECK(hf_world_create(model, &straight, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &first, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &second, &error) == HF_STATUS_OK);
    run_steps(straight, NULL, 400);
    for (int at = 1; at < 400; at += 133)
    {
        hf_world *world;
        CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
        run_steps(world, NULL, at);
        CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
        uint64_t there = hf_world_hash(world);
        hf_world_destroy(world);
        run_steps(second, NULL, 3); // whatever it did before does not matter
        CHECK(hf_checkpoint_read(scratch_file(0), second, &error) == HF_STATUS_OK);
        CHECK(hf_world_hash(second) == there);
        run_steps(second, NULL, 400 - at);
        CHECK(hf_world_hash(second) == hf_world_hash(straight));
    }
    hf_world_destroy(straight);
    hf_world_destroy(first);
    hf_world_destroy(second);
    hf_model_destroy(model);
    remove(scratch_file(0));
}

TEST(damaged_checkpoints_are_refused)
{
    hf_model *model = make_small_model();
    hf_error error;
    hf_world *world;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    run_steps(world, NULL, 30);
    CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
    struct stat about;
    CHECK(stat(scratch_file(0), &about) == 0);
    size_t size = (size_t)about.st_size;
    char *bytes = malloc(size);
    FILE *in = fopen(scratch_file(0), "rb");
    CHECK(bytes && in && fread(bytes, 1, size, in) == size);
    fclose(in);
    uint64_t before = hf_world_hash(world);
    for (size_t k = 0; k < 2 * size; k += 7)
    {
        FILE *out = fopen(scratch_file(1), "wb");
        CHECK(out);
        if (k < size) // one bit wrong
        {
            bytes[k] ^= 16;
            fwrite(bytes, 1, size, out);
            bytes[k] ^= 16;
        }
        else fwrite(bytes, 1, k - size, out); // cut off
        fclose(out);
        CHECK(hf_checkpoint_read(scratch_file(1), world, &error) == HF_STATUS_FORMAT);
        CHECK(strstr(error.message, scratch_file(1)) != NULL);
        CHECK(hf_world_hash(world) == before);
    }
    free(bytes);
    CHECK(hf_checkpoint_read("no/such/file", world, &error) == HF_STATUS_FILE);
    CHECK(hf_checkpoint_write("no/such/file", world, &error) == HF_STATUS_FILE);
    CHECK(hf_checkpoint_write(".", world, &error) == HF_STATUS_FILE);
    hf_world_destroy(world);
    hf_model_destroy(model);
    for (int k = 0; k < 2; k++) remove(scratch_file(k));
}

TEST(another_scene_is_refused)
{
    hf_model *model = make_small_model(), *other;
    hf_error error;
    hf_world *world, *elsewhere;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    hf_shape_def ball = hf_shape_def_default();
    ball.kind = HF_SHAPE_SPHERE;
    ball.size[0] = 0.1;
    for (int k = 0; k < 5; k++)
    {
        body.position[0] = k;
        CHECK(hf_builder_add_body(builder, &body, &ball.body, &error) == HF_STATUS_OK);
        CHECK(hf_builder_add_shape(builder, &ball, NULL, &error) == HF_STATUS_OK);
    }
    CHECK(hf_model_build(builder, &other, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(other, &elsewhere, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_write(scratch_file(0), world, &error) == HF_STATUS_OK);
    CHECK(hf_checkpoint_read(scratch_file(0), elsewhere, &error) == HF_STATUS_FORMAT);
    CHECK(strstr(error.message, "another scene") != NULL);
    for (long k = 0; k < 50; k++) // and memory that runs out
    {
        fail_allocation(k);
        hf_status written = hf_checkpoint_write(scratch_file(0), world, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(written == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        fail_allocation(k);
        hf_status read = hf_checkpoint_read(scratch_file(0), world, &error);
        failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(read == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
    }
    hf_world_destroy(world);
    hf_world_destroy(elsewhere);
    hf_model_destroy(model);
    hf_model_destroy(other);
    remove(scratch_file(0));
}
