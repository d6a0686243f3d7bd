// A build without HDF5 says so, and nothing else happens. CMake leaves this program out of the others.

#include "support/harness.h"

#include "holdfast/files.h"

#include <string.h>

TEST(fclib_functions_say_what_is_missing)
{
    hf_problem *problem = (hf_problem *)&problem;
    hf_error error;
    CHECK(hf_fclib_read("any.hdf5", HF_FCLIB_AUTO, &problem, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(problem == NULL);
    CHECK(strstr(error.message, "libhdf5-dev") != NULL);

    hf_fclib_info info;
    CHECK(hf_fclib_describe("any.hdf5", &info, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(hf_fclib_read_solution("any.hdf5", NULL, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
}
