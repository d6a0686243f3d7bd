// Matrix Market files, dense and sparse.

#include "fuzz/fuzz.h"

#include "holdfast/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    hf_error error;
    hf_matrix dense = {0};
    hf_sparse_matrix sparse = {0};
    fuzz_file(path, ".mtx", data, size);
    if (hf_matrix_market_read(path, &dense, &error) == HF_STATUS_OK) hf_matrix_free(&dense);
    if (hf_matrix_market_read_sparse(path, &sparse, &error) == HF_STATUS_OK) hf_sparse_matrix_free(&sparse);
    return 0;
}
