// FCLIB files: problems kept in either form, with their solutions and guesses, or an error. What is read is measured.

#include "fuzz/fuzz.h"

#include "holdfast/files.h"
#include "holdfast/solve.h"

static void read_form(const char *path, hf_fclib_form form)
{
    hf_error error;
    hf_problem *problem = NULL;
    if (hf_fclib_read(path, form, &problem, &error) == HF_STATUS_OK)
    {
        size_t n = (size_t)hf_problem_describe(problem).dimension;
        double *r = calloc(2 * n + 1, sizeof *r);
        hf_residual residual;
        if (r && hf_fclib_read_solution(path, problem, r, r + n, &error) == HF_STATUS_OK)
            (void)hf_residual_compute(problem, r, NULL, &residual, &error);
        int count;
        if (r) (void)hf_fclib_read_guesses(path, problem, 2, r, &count, &error);
        free(r);
    }
    hf_problem_destroy(problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    fuzz_file(path, ".hdf5", data, size);
    read_form(path, HF_FCLIB_ASSEMBLED);
    read_form(path, HF_FCLIB_FACTORED);
    return 0;
}
