// Proofs of runs: the file as it is, and steps behind a model and hashes that fit, which must not be trusted either.

#include "fuzz/fuzz.h"

#include "holdfast/run_proof.h"
#include "record/proof/verify.h"

#include <string.h>

/// Two balls, a pendulum and the ground.
static const char model_text[] =
    "{\"format\":\"holdfast proof\",\"version\":1,\"gravity\":[0,0,-9.81],\"theta\":0.5,\"tolerance\":1e-9,"
    "\"accept\":1e-4,\"coefficient\":-1,\"friction\":\"cone\",\"bodies\":["
    "{\"name\":\"world\",\"motion\":\"static\",\"x\":[0,0,0],\"q\":[1,0,0,0]},"
    "{\"name\":\"a\",\"motion\":\"free\",\"mass\":1,\"inertia\":[1,1,1],\"gravity_scale\":1,\"dof\":0},"
    "{\"name\":\"b\",\"motion\":\"prescribed\"},{\"name\":\"c\",\"motion\":\"link\",\"dof\":6}],\"shapes\":["
    "{\"body\":0,\"condim\":6,\"priority\":0,\"friction\":1,\"torsion\":0.1,\"rolling\":0.1,\"restitution\":0.5},"
    "{\"body\":1,\"condim\":3,\"priority\":0,\"friction\":1,\"torsion\":0.1,\"rolling\":0.1,\"restitution\":0},"
    "{\"body\":2,\"condim\":3,\"priority\":0,\"friction\":1,\"torsion\":0.1,\"rolling\":0.1,\"restitution\":0}],"
    "\"pairs\":[],\"mechanisms\":true,\"trees\":[{\"floating\":false,\"dof\":6,\"x\":[0,0,0],\"q\":[1,0,0,0],"
    "\"armature\":[0],"
    "\"links\":[{\"body\":3,\"parent\":-1,\"position\":[0,0,1],\"orientation\":[1,0,0,0],\"center\":[0,0,-0.5],"
    "\"mass\":1,"
    "\"inertia\":[1,1,1,0,0,0],\"gravity_scale\":1,\"joints\":[{\"kind\":\"hinge\",\"position\":[0,0,0],\"axis\":[0,1,"
    "0],"
    "\"reference\":0,\"turn\":[1,0,0,0]}]}]}]}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH], text[sizeof model_text];
    hf_run_verdict verdict = {.is_true = true};
    hf_error error;
    fuzz_file(path, ".hfp", data, size);
    (void)hf_run_proof_verify(path, &verdict, &error);

    verify_state state[4] = {{.q = {1, 0, 0, 0}, .known = true}};
    double q_v[2] = {0};
    verify_run run = {.verdict = &verdict, .has_model = true, .state = state, .state_count = 4, .q_v = q_v};
    verdict = (hf_run_verdict){.is_true = true};
    memcpy(text, model_text, sizeof text);
    if (hf_workspace_create(&run.models, &error) != HF_STATUS_OK) abort();
    if (hf_workspace_create(&run.pieces, &error) != HF_STATUS_OK) abort();
    if (verify_model_read(text, run.models, &run.model, &error) != HF_STATUS_OK) abort();
    bool no_memory = false;
    (void)verify_steps(&run, data, size, &no_memory);
    hf_workspace_destroy(run.models);
    hf_workspace_destroy(run.pieces);
    return 0;
}
