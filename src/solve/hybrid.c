#include "holdfast/hybrid.h"

#include "solve/methods.h"
#include "solve/report.h"

static const hf_solver listed[] = {
    {.name = "mfb+enum",
     .paper = "Daviet, Bertails-Descoubes and Boissieux 2011",
     .summary = "hybrid Gauss-Seidel",
     .exact = true},
};

static hf_status run(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                     hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    return report_finish(problem, options, r, workspace, HF_OUTCOME_LIMIT, report, error);
}

const solver_family hybrid_family = {.listed = listed, .listed_count = 1, .run = run};
