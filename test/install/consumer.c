// One contact held at rest: W = 1/kg, b = -1 m/s along the normal, so that r = 1 N s along the normal solves it.

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>

int main(void)
{
    const int size[] = {3};
    const double mu[] = {0.5}, b[] = {-1, 0, 0}, W[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, r[] = {1, 0, 0};
    hf_laws laws = {.block_count = 1, .size = size, .mu = mu, .b = b};
    hf_problem *problem = NULL;
    hf_error error;
    if (hf_problem_create_dense(&laws, W, &problem, &error) != HF_STATUS_OK)
    {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    hf_residual residual;
    hf_status status = hf_residual_compute(problem, r, NULL, &residual, &error);
    hf_problem_destroy(problem);
    printf("holdfast %s: natural residual %g\n", hf_version(), residual.natural);
    return status == HF_STATUS_OK && fabs(residual.natural) < 1e-15 ? 0 : 1;
}
