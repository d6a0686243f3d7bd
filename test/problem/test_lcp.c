// The LCP type: bad input is named, and the certificate measures what it says.

#include "support/harness.h"

#include "holdfast/lcp.h"

#include <math.h>
#include <string.h>

static const double M2[4] = {2, 1, 1, 2};

TEST(certificate_of_a_solution_is_zero)
{
    double q[2] = {-5, -6}, w[2];
    hf_lcp lcp = {.dimension = 2, .M = M2, .q = q};
    hf_lcp_residual residual;
    double z[2] = {4.0 / 3.0, 7.0 / 3.0};
    CHECK(hf_lcp_residual_compute(&lcp, z, w, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural < 1e-15 && residual.natural_max < 1e-15 && residual.complementarity < 1e-15);
    CHECK_NEAR(w[0], 0.0, 1e-14);
}

TEST(certificate_measures_each_defect)
{
    double q[2] = {3, 4}; // ‖q‖ = 5: everything is divided by 6
    hf_lcp lcp = {.dimension = 2, .M = M2, .q = q};
    double z[2] = {-3, 1}, w[2];
    hf_lcp_residual residual;
    CHECK(hf_lcp_residual_compute(&lcp, z, w, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK_NEAR(w[0], -2.0, 1e-15);
    CHECK_NEAR(w[1], 3.0, 1e-15);
    CHECK_NEAR(residual.natural, sqrt(9.0 + 1.0) / 6.0, 1e-15); // min(-3, -2), min(1, 3)
    CHECK_NEAR(residual.natural_max, 3.0 / 6.0, 1e-15);
    CHECK_NEAR(residual.negative_z, 3.0 / 6.0, 1e-15);
    CHECK_NEAR(residual.negative_w, 2.0 / 6.0, 1e-15);
    CHECK_NEAR(residual.complementarity, 9.0 / 6.0, 1e-15); // |6 + 3|
    CHECK(residual.worst_row == 0);
}

TEST(certificate_allocates_if_it_must_and_survives_a_failure)
{
    double q[2] = {-5, -6}, z[2] = {1, 1};
    hf_lcp lcp = {.dimension = 2, .M = M2, .q = q};
    hf_lcp_residual residual, again;
    double w[2];
    CHECK(hf_lcp_residual_compute(&lcp, z, NULL, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(hf_lcp_residual_compute(&lcp, z, w, NULL, &again, NULL) == HF_STATUS_OK);
    CHECK(residual.natural == again.natural && residual.natural > 0.0);
    for (long k = 0;; k++)
    {
        hf_error error;
        fail_allocation(k);
        hf_status status = hf_lcp_residual_compute(&lcp, z, NULL, NULL, &residual, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        if (!failed) break;
    }
}

TEST(certificate_of_what_is_not_finite_is_infinite)
{
    double q[2] = {-5, -6}, z[2] = {1, NAN}, w[2];
    hf_lcp lcp = {.dimension = 2, .M = M2, .q = q};
    hf_lcp_residual residual;
    CHECK(hf_lcp_residual_compute(&lcp, z, w, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(isinf(residual.natural) && isinf(residual.natural_max) && isinf(residual.complementarity));
}

TEST(empty_problem_is_solved)
{
    hf_lcp lcp = {.dimension = 0};
    hf_lcp_residual residual;
    double w = 0.0;
    CHECK(hf_lcp_residual_compute(&lcp, &w, &w, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural == 0.0 && residual.worst_row == -1);
}

static void check_named(hf_lcp lcp, const char *part)
{
    hf_error error;
    hf_lcp_residual residual;
    double z[2] = {0, 0};
    CHECK(hf_lcp_check(&lcp, &error) == HF_STATUS_INVALID && strstr(error.message, part));
    CHECK(hf_lcp_residual_compute(&lcp, z, NULL, NULL, &residual, &error) == HF_STATUS_INVALID);
}

TEST(bad_input_is_named)
{
    double q[2] = {1, 1}, bad_q[2] = {1, NAN}, bad_M[4] = {1, INFINITY, 0, 1};
    check_named((hf_lcp){.dimension = -1, .M = M2, .q = q}, "dimension = -1");
    check_named((hf_lcp){.dimension = 2, .q = q}, "M is NULL");
    check_named((hf_lcp){.dimension = 2, .M = M2}, "q is NULL");
    check_named((hf_lcp){.dimension = 2, .M = M2, .q = bad_q}, "q[1]");
    check_named((hf_lcp){.dimension = 2, .M = bad_M, .q = q}, "M[0][1]");
}
