// Writing a proof: chunks whose hashes are a chain, so that none can be left out, doubled or changed.

#include "holdfast/run_proof.h"
#include "record/proof/deflate.h"
#include "record/proof/proof.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CHUNK = 1 << 18 // bytes from which on steps are written
};

struct hf_run_proof
{
    hf_world *world;
    proof_systems systems;
    double *velocities; // dof_count: scratch
    FILE *file;
    char *path;
    byte_buffer pieces; // of the step under way
    byte_buffer steps;  // that are not written yet
    byte_buffer packed;
    byte_buffer start; // the state where the step under way began
    byte_buffer known; // the state where the last one ended
    unsigned char chain[SHA256_SIZE];
    uint32_t step_count;
    int changes;      // of the model that was written last
    hf_status broken; // of the write that failed: a proof with a hole is none
};

// ---- chunks ----

static hf_status say_full(hf_run_proof *proof, hf_error *error)
{
    proof->broken = HF_STATUS_FILE;
    bool full = errno == ENOSPC || errno == EFBIG;
    return file_error(error, HF_STATUS_FILE, proof->path, "cannot be written: %s",
                      full ? "there is no room on the disk" : strerror(errno));
}

static hf_status write_chunk(hf_run_proof *proof, const char *tag, const byte_buffer *raw, hf_error *error)
{
    byte_buffer *p = &proof->packed;
    p->count = 0;
    bool well = bytes_put_all(p, tag, 4) && bytes_put(p, raw->count, 4) && bytes_put(p, 0, 4) &&
                deflate_zlib(raw->bytes, raw->count, p) && bytes_reserve(p, SHA256_SIZE);
    if (!well)
    {
        proof->broken = HF_STATUS_NO_MEMORY;
        return error_no_memory(error);
    }
    bytes_set(p, 8, p->count - 12, 4);
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, proof->chain, sizeof proof->chain);
    sha256_add(&hash, p->bytes, p->count);
    sha256_end(&hash, proof->chain);
    (void)bytes_put_all(p, proof->chain, sizeof proof->chain);
    if (fwrite(p->bytes, p->count, 1, proof->file) != 1 || fflush(proof->file) != 0) return say_full(proof, error);
    return HF_STATUS_OK;
}

static hf_status write_steps(hf_run_proof *proof, hf_error *error)
{
    if (proof->steps.count == 0) return HF_STATUS_OK;
    hf_status status = write_chunk(proof, "STEP", &proof->steps, error);
    proof->steps.count = 0;
    return status;
}

static hf_status write_model(hf_run_proof *proof, hf_error *error)
{
    byte_buffer text = {0};
    hf_status status = write_steps(proof, error);
    if (status == HF_STATUS_OK)
        status = proof_put_model(proof->world, &proof->systems, &text) ? write_chunk(proof, "MODL", &text, error)
                                                                       : error_no_memory(error);
    free(text.bytes);
    proof->changes = proof->world->changes;
    return status;
}

// ---- the witness ----

/// Of all bodies that move, and velocities of systems.
static bool put_states(const hf_run_proof *proof, byte_buffer *out)
{
    const hf_world *world = proof->world;
    bool well = true;
    out->count = 0;
    for (int k = 0; k < world->model->body_count && well; k++)
        if (proof_moves(world->model, k))
            well = proof_put_state(world->model, k, &world->state.bodies[k], world->state.momentum[k], out);
    for (int k = 0; k < proof->systems.count && well; k++)
    {
        const proof_system *s = &proof->systems.of[k];
        proof_system_velocities(world->model, s, world->state.bodies, world->state.v, proof->velocities);
        for (int d = 0; d < s->count && well; d++) well = bytes_put_double(out, proof->velocities[d]);
    }
    return well;
}

static hf_status see_piece(void *context, const step_context *step, hf_error *error)
{
    hf_run_proof *proof = context;
    if (proof->pieces.count == 0 && !put_states(proof, &proof->start)) return error_no_memory(error);
    return proof_put_piece(step, &proof->systems, &proof->pieces) ? HF_STATUS_OK : error_no_memory(error);
}

static size_t mark(const void *context)
{
    return ((const hf_run_proof *)context)->pieces.count;
}

static void back(void *context, size_t to)
{
    hf_run_proof *proof = context;
    if (to < proof->pieces.count) proof->pieces.count = to;
}

// ---- the file ----

static hf_status check_model(const hf_world *world, hf_error *error)
{
    if (world->settings.step.integrator != HF_INTEGRATOR_MOREAU)
        return error_set(error, HF_STATUS_UNSUPPORTED, "proofs are of steps with the integrator moreau alone");
    if (world->model->grips)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "proofs know constant coefficients alone: no friction by speed or direction (grip)");
    return HF_STATUS_OK;
}

static hf_status begin_file(hf_run_proof *proof, hf_error *error)
{
    byte_buffer head = {0};
    bool well = bytes_put_all(&head, "HFPROOF\n", 8) && bytes_put(&head, PROOF_VERSION, 4) && bytes_put(&head, 0, 4);
    if (!well) return error_no_memory(error);
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, head.bytes, head.count);
    sha256_end(&hash, proof->chain);
    errno = 0;
    proof->file = fopen(proof->path, "wb");
    well = proof->file && fwrite(head.bytes, head.count, 1, proof->file) == 1;
    free(head.bytes);
    if (!well) return say_full(proof, error);
    return write_model(proof, error);
}

static void destroy(hf_run_proof *proof)
{
    if (proof->world->witness.context == proof) proof->world->witness = (world_witness){0};
    if (proof->file) fclose(proof->file);
    byte_buffer *const buffers[] = {&proof->pieces, &proof->steps, &proof->packed, &proof->start, &proof->known};
    for (size_t k = 0; k < sizeof buffers / sizeof buffers[0]; k++) free(buffers[k]->bytes);
    proof_systems_destroy(&proof->systems);
    free(proof->velocities);
    free(proof->path);
    free(proof);
}

hf_status hf_run_proof_create(const char *path, hf_world *world, hf_run_proof **proof, hf_error *error)
{
    *proof = NULL;
    if (world->witness.piece) return error_set(error, HF_STATUS_INVALID, "a proof of this world is under way");
    hf_status status = check_model(world, error);
    if (status != HF_STATUS_OK) return status;
    hf_run_proof *p = MEMORY_ARRAY(hf_run_proof, 1);
    if (!p) return error_no_memory(error);
    p->world = world;
    p->path = memory_copy(path, strlen(path) + 1, 1);
    p->velocities = MEMORY_ARRAY(double, (size_t)world->model->dof_count + 1);
    status = p->path && p->velocities ? proof_systems_create(world->model, &p->systems, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) status = begin_file(p, error);
    if (status != HF_STATUS_OK)
    {
        destroy(p);
        return status;
    }
    world->witness = (world_witness){.context = p, .piece = see_piece, .mark = mark, .back = back};
    *proof = p;
    return HF_STATUS_OK;
}

/// How many pieces there are in the buffer: each begins with its size.
static uint32_t count_pieces(const byte_buffer *pieces)
{
    uint32_t count = 0;
    for (size_t at = 0; at + 4 <= pieces->count; count++) at += 4 + (size_t)bytes_get(pieces, at, 4);
    return count;
}

/// 0: made; 1: the same as the last one, which changed nothing; 2: not made.
static unsigned fate_of(const hf_step_report *report, uint32_t pieces)
{
    return report->substeps == 0 ? 2 : pieces == 0 ? 1 : 0;
}

hf_status hf_run_proof_add(hf_run_proof *proof, const hf_step_report *report, hf_error *error)
{
    const hf_world *world = proof->world;
    if (proof->broken) return error_set(error, proof->broken, "%s: the proof is broken", proof->path);
    if (world->changes != proof->changes) TRY(write_model(proof, error));
    byte_buffer *out = &proof->steps;
    uint32_t pieces = count_pieces(&proof->pieces);
    bool given = pieces > 0 && (proof->known.count != proof->start.count ||
                                memcmp(proof->known.bytes, proof->start.bytes, proof->start.count) != 0);
    bool well = bytes_put(out, ++proof->step_count, 4) && bytes_put(out, fate_of(report, pieces), 1) &&
                bytes_put(out, (unsigned)report->quality, 1) && bytes_put(out, given, 1) && bytes_put(out, 0, 1);
    well = well && bytes_put_double(out, world->backup.time) && bytes_put_double(out, world->state.time) &&
           bytes_put_double(out, report->tolerance) && bytes_put(out, pieces, 4);
    if (given) well = well && bytes_put_all(out, proof->start.bytes, proof->start.count);
    well = well && bytes_put_all(out, proof->pieces.bytes, proof->pieces.count) && put_states(proof, &proof->known);
    proof->pieces.count = 0;
    if (!well)
    {
        proof->broken = HF_STATUS_NO_MEMORY;
        return error_no_memory(error);
    }
    return out->count >= CHUNK ? write_steps(proof, error) : HF_STATUS_OK;
}

hf_status hf_run_proof_flush(hf_run_proof *proof, hf_error *error)
{
    if (proof->broken) return error_set(error, proof->broken, "%s: the proof is broken", proof->path);
    return write_steps(proof, error);
}

hf_status hf_run_proof_close(hf_run_proof *proof, hf_error *error)
{
    if (!proof) return HF_STATUS_OK;
    hf_status status = proof->broken ? HF_STATUS_OK : write_steps(proof, error);
    if (status == HF_STATUS_OK && !proof->broken)
    {
        byte_buffer end = {0};
        status = bytes_put(&end, proof->step_count, 4) && bytes_put(&end, hf_world_hash(proof->world), 8)
                     ? write_chunk(proof, "ENDS", &end, error)
                     : error_no_memory(error);
        free(end.bytes);
    }
    FILE *file = proof->file;
    proof->file = NULL;
    if (file && fclose(file) != 0 && status == HF_STATUS_OK) status = say_full(proof, error);
    destroy(proof);
    return status;
}
