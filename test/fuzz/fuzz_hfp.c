// Proofs of runs: the file as it is, and steps behind a model and hashes that fit, which must not be trusted either.

#include "fuzz/fuzz.h"

#include "holdfast/run_proof.h"
#include "record/proof/verify.h"

#include <string.h>

/// A box, a pendulum and the ground.
static const char model_text[] =
    "{\"format\":\"holdfast proof\",\"version\":2,\"program\":\"holdfast 0.1.0\",\"gravity\":[0,0,-9.81],\"theta\":"
    "0.5,\"tolerance\":1e-09,\"accept\":0.0001,\"coefficient\":-1,\"friction\":\"cone\",\"sides\":0,\"direction\":0"
    ",\"mechanisms\":true,\"bodies\":[{\"name\":\"world\",\"motion\":\"static\",\"center\":[0,0,0],\"principal\":[1,0"
    ",0,0],\"x\":[0,0,0],\"q\":[1,0,0,0]},{\"name\":\"\",\"motion\":\"free\",\"center\":[0,0,0],\"principal\":[1,0,0,"
    "0],\"mass\":8.000000000000002,\"inertia\":[0.05333333333333336,0.05333333333333336,0.053333333333333"
    "36],\"gravity_scale\":1,\"dof\":0},{\"name\":\"\",\"motion\":\"part\",\"center\":[0,0,0],\"principal\":[1,0,0,0]"
    ",\"mass\":3.665191429188093,\"inertia\":[0.06924593807287507,0.06924593807287507,0.00445058959258554"
    "3],\"gravity_scale\":1,\"dof\":6}],\"shapes\":[{\"name\":\"\",\"body\":0,\"kind\":\"plane\",\"mesh\":-1,"
    "\"priority\""
    ":0,\"condim\":3,\"size\":[1,1,1],\"position\":[0,0,0],\"orientation\":[1,0,0,0],\"friction\":1,\"torsion\":0"
    ".005,\"rolling\":0.0001,\"restitution\":0},{\"name\":\"\",\"body\":1,\"kind\":\"box\",\"mesh\":-1,\"priority\":0,"
    "\""
    "condim\":3,\"size\":[0.1,0.1,0.1],\"position\":[0,0,0],\"orientation\":[1,0,0,0],\"friction\":1,\"torsion\""
    ":0.005,\"rolling\":0.0001,\"restitution\":0},{\"name\":\"\",\"body\":2,\"kind\":\"capsule\",\"mesh\":-1,\"priorit"
    "y\":0,\"condim\":3,\"size\":[0.05,0.2,0],\"position\":[0,0,0],\"orientation\":[1,0,0,0],\"friction\":1,\"tor"
    "sion\":0.005,\"rolling\":0.0001,\"restitution\":0}],\"pairs\":[],\"hulls\":[],\"systems\":[{\"kind\":\"reduced"
    "\",\"dof\":6,\"count\":1,\"fields\":true,\"mass\":[0],\"weight\":[0,0,0],\"parts\":[{\"body\":2,\"dofs\":[0]}]}]}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH], text[sizeof model_text];
    hf_run_verdict verdict = {.is_true = true};
    hf_error error;
    fuzz_file(path, ".hfp", data, size);
    (void)hf_run_proof_verify(path, &verdict, &error);

    verify_state state[3] = {{.q = {1, 0, 0, 0}, .known = true}};
    double v[1] = {0};
    verify_run run = {.verdict = &verdict, .has_model = true, .state = state, .state_count = 3, .v = v};
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
