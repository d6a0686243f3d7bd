// One contact problem, from its numbers to the certified answer.
//
// A block of 2 kg lies on the ground. In a step of 10 ms gravity would give it 0.0981 m/s downwards and a push 0.03 m/s
// sideways. The ground answers with an impulse that keeps it in place: friction can take up to mu times the normal
// impulse, 0.5 · 2 kg · 0.0981 m/s, and needs 2 kg · 0.03 m/s.

#include <holdfast/holdfast.h>

#include <stdio.h>
#include <stdlib.h>

static void check(hf_status status, const hf_error *error)
{
    if (status == HF_STATUS_OK) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

int main(void)
{
    hf_problem *problem = NULL;
    hf_report report;
    hf_error error;

    const int size[] = {3};                               // one contact of three rows: normal, two tangents
    const double mu[] = {0.5};                            // friction coefficient
    const double b[] = {-0.0981, 0.03, 0};                // velocity without contact impulses [m/s]
    const double W[] = {0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5}; // velocity per impulse [1/kg]: one over the mass
    const hf_laws laws = {.block_count = 1, .size = size, .mu = mu, .b = b};
    double r[3]; // the answer: impulse on the block [N s]
    check(hf_problem_create_dense(&laws, W, &problem, &error), &error);
    check(hf_solve("auto", problem, NULL, r, NULL, &report, &error), &error);
    printf("impulse: %.4f normal, %.4f tangential [N s]\n", r[0], r[1]);
    printf("%s: %s\n", hf_outcome_name(report.outcome), report.residual.natural < 1e-8 ? "certified" : "not certified");

    // report.residual is the certificate. It can be computed for an answer from anywhere: here r without friction.
    r[1] = 0.0;
    hf_residual residual;
    check(hf_residual_compute(problem, r, NULL, &residual, &error), &error);
    printf("without friction: residual %.4f\n", residual.natural);
    hf_problem_destroy(problem);
    return 0;
}
