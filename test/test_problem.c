// The contact problem: constructors agree, views show what went in, bad input is named.

#include "harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <string.h>

static const double W3[9] = {2, 0.1, 0, 0.1, 1, 0, 0, 0, 1};

static hf_problem *one_contact(double mu, const double *b)
{
    int size = 3;
    hf_problem *problem;
    hf_error error;
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    if (hf_problem_create_dense(&laws, W3, &problem, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return problem;
}

TEST(residual_of_a_resting_contact_is_zero)
{
    double b[3] = {-2, -0.1, 0};
    hf_problem *problem = one_contact(0.5, b);
    hf_residual residual;
    CHECK(hf_residual_compute(problem, (double[]){1, 0, 0}, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural < 1e-15);
    CHECK(hf_residual_compute(problem, (double[]){1, 0, NAN}, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(isinf(residual.natural));
    hf_problem_destroy(problem);
}

TEST(negative_mu_is_named)
{
    int size = 3;
    double mu = -0.1, b[3] = {0};
    hf_problem *problem;
    hf_error error;
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    CHECK(hf_problem_create_dense(&laws, W3, &problem, &error) == HF_STATUS_INVALID);
    CHECK(problem == NULL && strstr(error.message, "mu[0]"));
}
