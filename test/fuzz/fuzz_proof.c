// Proof files of margins, read and evaluated.

#include "fuzz/fuzz.h"

#include "holdfast/margin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    hf_proof_report report;
    hf_error error;
    fuzz_file(path, ".proof", data, size);
    (void)hf_proof_is(path);
    if (hf_proof_check(path, 0.0, &report, &error) == HF_STATUS_OK && report.true_count > report.claim_count) abort();
    return 0;
}
