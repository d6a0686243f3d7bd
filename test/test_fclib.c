// FCLIB files: real ones load as what they are, damaged ones are refused with words.

#include "harness.h"

#include "holdfast/holdfast.h"

#include <stdio.h>
#include <string.h>

static hf_problem *read_problem(const char *folder, const char *name, hf_fclib_form form)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.hdf5", folder, name);
    hf_problem *problem;
    hf_error error;
    if (hf_fclib_read(path, form, &problem, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return problem;
}

TEST(real_local_files_load)
{
    static const struct
    {
        const char *name;
        int contacts, dimension;
        double asymmetry, largest; // 0: not asserted
    } files[] = {
        {"Rover1040", 5, 15, 0, 0},
        {"Capsules-i100-1090", 276, 828, 0.004, 3.6},
        {"Capsules-i101-404", 225, 675, 0.004, 3.6},
        {"KaplasTower-i1061-4", 570, 1710, 0, 0},
        {"RockPile_tob1", 463, 1389, 0.07, 16},
        {"LMGC_100_PR_PerioBox-i00361-60-03000", 60, 180, 0, 0},
    };
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of real problems");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    {
        hf_problem *problem = read_problem(folder, files[k].name, HF_FCLIB_AUTO);
        hf_problem_info info = hf_problem_describe(problem);
        printf("      %s: %d contacts, asymmetry %g of %g\n", files[k].name, info.contact_count, info.asymmetry,
               info.largest);
        CHECK(info.contact_count == files[k].contacts && info.dimension == files[k].dimension);
        CHECK(!info.factored);
        hf_problem_destroy(problem);
    }
}
