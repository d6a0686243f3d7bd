// Proofs of runs: what is written is found true, and nothing that was changed is.

#include "support/harness.h"

#include "base/sha256.h"
#include "holdfast/run_proof.h"
#include "holdfast/scene.h"
#include "record/proof/deflate.h"
#include "record/proof/verify.h"
#include "scene/image/inflate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const path = "test_run_proof.hfp";

typedef struct bytes
{
    unsigned char *at;
    size_t count;
} bytes;

static bytes read_all(void)
{
    FILE *file = fopen(path, "rb");
    if (!file) harness_fail(__FILE__, __LINE__, "there is no %s", path);
    fseek(file, 0, SEEK_END);
    bytes b = {.count = (size_t)ftell(file)};
    rewind(file);
    b.at = malloc(b.count + 1);
    if (!b.at || fread(b.at, b.count, 1, file) != 1) harness_fail(__FILE__, __LINE__, "cannot be read");
    fclose(file);
    return b;
}

static void write_all(const unsigned char *at, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (!file || (count && fwrite(at, count, 1, file) != 1)) harness_fail(__FILE__, __LINE__, "cannot be written");
    fclose(file);
}

/// One byte of the file.
static void write_byte(size_t place, unsigned char byte)
{
    FILE *file = fopen(path, "r+b");
    bool well = file && fseek(file, (long)place, SEEK_SET) == 0 && fputc(byte, file) == byte;
    if (!well || fclose(file) != 0) harness_fail(__FILE__, __LINE__, "cannot be written");
}

/// A scene for some steps; its proof is at `path`.
static void prove(const char *scene, int steps)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_run_proof *proof = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(scene, 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
    if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
    if (status == HF_STATUS_OK) status = hf_run_proof_create(path, world, &proof, &error);
    for (int k = 0; k < steps && status == HF_STATUS_OK; k++)
    {
        hf_step_report report;
        status = hf_world_step(world, 0.0, &report, &error);
        if (status == HF_STATUS_OK) status = hf_run_proof_add(proof, &report, &error);
    }
    if (status == HF_STATUS_OK) status = hf_run_proof_close(proof, &error);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", scene, error.message);
}

/// 1: true; 0: false; -1: it cannot be read.
static int verdict_of(hf_run_verdict *verdict)
{
    hf_error error = {0};
    if (hf_run_proof_verify(path, verdict, &error) != HF_STATUS_OK) return -1;
    return verdict->is_true && verdict->complete;
}

static uint32_t next(uint32_t *lot)
{
    *lot = *lot * 1664525u + 1013904223u;
    return *lot >> 8;
}

TEST(scenes_are_true)
{
    static const char *const scenes[] = {"incline",      "bounce",   "rocks:n=20", "cradle",
                                         "rolling_disc", "cards_2d", "top_free"};
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++)
    {
        hf_run_verdict v;
        prove(scenes[k], 200);
        if (verdict_of(&v) != 1) harness_fail(__FILE__, __LINE__, "%s: step %ld: %s", scenes[k], v.step, v.what);
        CHECK(v.step_count == 200);
        CHECK(v.momentum < 1e-11);
        CHECK(v.exact_count + v.approximate_count == 200);
    }
    remove(path);
}

TEST(bits)
{
    prove("cradle", 20);
    bytes b = read_all();
    hf_run_verdict v;
    uint32_t lot = 37;
    int passed = 0, unreadable = 0;
    for (int k = 0; k < 10000; k++)
    {
        size_t at = next(&lot) % b.count;
        unsigned char bit = (unsigned char)(1u << next(&lot) % 8);
        write_byte(at, b.at[at] ^ bit);
        int found = verdict_of(&v);
        passed += found == 1;
        unreadable += found == -1;
        write_byte(at, b.at[at]);
    }
    CHECK(verdict_of(&v) == 1);
    free(b.at);
    remove(path);
    CHECK(passed == 0);
    CHECK(unreadable < 200); // of the first bytes
}

TEST(ends)
{
    prove("bounce", 20);
    bytes b = read_all();
    hf_run_verdict v;
    for (size_t count = 0; count < b.count; count += 7)
    {
        write_all(b.at, count);
        int found = verdict_of(&v);
        CHECK(count < 16 ? found == -1 : found == 0);
        CHECK(count < 16 || !v.complete);
    }
    write_all(b.at, b.count);
    FILE *file = fopen(path, "ab");
    CHECK(file && fputc('x', file) == 'x' && fclose(file) == 0);
    CHECK(verdict_of(&v) == 0);
    free(b.at);
    remove(path);
}

/// Chunk after chunk again, with the bytes of steps changed and hashes that fit.
static void write_again(const bytes *file, size_t change, unsigned char bit)
{
    static unsigned char raw[1 << 20];
    FILE *out = fopen(path, "wb");
    if (!out) harness_fail(__FILE__, __LINE__, "cannot be written");
    unsigned char chain[SHA256_SIZE];
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, file->at, 16);
    sha256_end(&hash, chain);
    fwrite(file->at, 16, 1, out);
    verify_chunks chunks;
    const char *what;
    hf_error error;
    write_all(file->at, file->count);
    CHECK(verify_chunks_open(path, &chunks, &error) == HF_STATUS_OK);
    byte_buffer all = {0};
    bytes_put_all(&all, file->at, 16);
    while (verify_chunks_next(&chunks, &what) == NEXT_CHUNK)
    {
        CHECK(chunks.size <= sizeof raw);
        memcpy(raw, chunks.raw, chunks.size);
        if (strcmp(chunks.tag, "STEP") == 0) raw[change % chunks.size] ^= bit;
        size_t begin = all.count;
        bool well = bytes_put_all(&all, chunks.tag, 4) && bytes_put(&all, chunks.size, 4) && bytes_put(&all, 0, 4) &&
                    deflate_zlib(raw, chunks.size, &all);
        CHECK(well);
        bytes_set(&all, begin + 8, all.count - begin - 12, 4);
        sha256_begin(&hash);
        sha256_add(&hash, chain, sizeof chain);
        sha256_add(&hash, all.bytes + begin, all.count - begin);
        sha256_end(&hash, chain);
        CHECK(bytes_put_all(&all, chain, sizeof chain));
    }
    verify_chunks_close(&chunks);
    fclose(out);
    write_all(all.bytes, all.count);
    free(all.bytes);
}

TEST(
    hashed_again) // whoever changes bits and hashes again is found by the equations, or has changed nothing that they say
{
    prove("cradle", 20);
    bytes b = read_all();
    hf_run_verdict v;
    uint32_t lot = 3;
    int found = 0;
    for (int k = 0; k < 1000; k++)
    {
        size_t at = next(&lot);
        write_again(&b, at, (unsigned char)(1u << next(&lot) % 8));
        found += verdict_of(&v) != 1;
    }
    free(b.at);
    remove(path);
    CHECK(found > 200); // three bits of four are of digits that tolerances do not see
}

TEST(memory_that_fails)
{
    prove("cradle", 5);
    for (long k = 0;; k++)
    {
        hf_run_verdict v;
        hf_error error = {0};
        fail_allocation(k);
        hf_status status = hf_run_proof_verify(path, &v, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_NO_MEMORY || (status == HF_STATUS_OK && v.is_true && !failed));
        if (!failed) break;
    }
    remove(path);
}

TEST(streams) // what is packed is what comes out, whatever it is
{
    static unsigned char in[70000], out[70000];
    uint32_t lot = 1;
    for (int kind = 0; kind < 4; kind++)
        for (size_t size = 0; size <= sizeof in; size = 3 * size + 1)
        {
            for (size_t k = 0; k < size; k++)
                in[k] = (unsigned char)(kind == 0 ? 0 : kind == 1 ? next(&lot) : kind == 2 ? k % 8 : next(&lot) % 3);
            byte_buffer packed = {0};
            CHECK(deflate_zlib(in, size, &packed));
            memset(out, 1, sizeof out);
            CHECK(inflate_zlib(packed.bytes, packed.count, out, size));
            CHECK(memcmp(in, out, size) == 0);
            CHECK(packed.count <= size + size / 7 + 64);
            free(packed.bytes);
        }
}
