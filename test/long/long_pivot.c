// Pivoting with friction on 10,000 random problems of each kind: eqs. 15, 16, 21 and 24 to 1e-9, and an end to every
// solve.
// Static friction must be solved always (b lies in the range of W, so there is a solution); dynamic friction may end in
// a ray.

#include "support/pivot_problems.h"

#include <stdio.h>

enum
{
    COUNT = 10000
};

static void check_many(problem_kind kind)
{
    random_state random = random_seed(1000 + (uint64_t)kind);
    hf_workspace *workspace;
    int solved = 0, rays = 0, proofs = 0, unknown = 0;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int trial = 0; trial < COUNT; trial++)
    {
        random_problem p;
        double r[192] = {0};
        hf_report report;
        hf_pivot_result result;
        hf_pivot_conditions conditions;
        draw_problem(&p, kind, 8, &random);
        p.options.exact = false;
        p.options.common.tolerance = 1e-9;
        CHECK(hf_pivot_solve(p.problem, &p.options, r, NULL, NULL, workspace, &report, &result, NULL) == HF_STATUS_OK);
        CHECK(hf_pivot_check(p.problem, &p.options, r, workspace, &conditions, NULL) == HF_STATUS_OK);
        bool open = report.outcome != HF_OUTCOME_CONVERGED && result.end != HF_PIVOT_RAY;
        unknown += open && p.dynamic;
        if (report.outcome != HF_OUTCOME_CONVERGED && !p.dynamic)
            harness_fail(__FILE__, __LINE__, "%s, problem %d: %s, conditions %g, natural %g", kind_name[kind], trial,
                         hf_pivot_end_name(result.end), conditions.worst, report.residual.natural);
        if (report.outcome == HF_OUTCOME_CONVERGED) CHECK(conditions.worst <= 1e-9);
        solved += report.outcome == HF_OUTCOME_CONVERGED;
        rays += result.end == HF_PIVOT_RAY;
        proofs += result.ray_is_proof;
        hf_problem_destroy(p.problem);
    }
    printf("      %-18s %d solved, %d rays (%d prove that there is no solution), %d undecided\n", kind_name[kind],
           solved, rays, proofs, unknown);
    CHECK(unknown <= COUNT / 1000); // dynamic friction: neither existence nor an end of the drives is promised
    hf_workspace_destroy(workspace);
}

TEST(many_static_2d)
{
    check_many(KIND_STATIC_2D);
}
TEST(many_static_3d)
{
    check_many(KIND_STATIC_3D);
}
TEST(many_dynamic_2d)
{
    check_many(KIND_DYNAMIC_2D);
}
TEST(many_dynamic_3d)
{
    check_many(KIND_DYNAMIC_3D);
}
TEST(many_mixed_2d)
{
    check_many(KIND_MIXED_2D);
}
TEST(many_mixed_3d)
{
    check_many(KIND_MIXED_3D);
}
TEST(many_static_among_rows)
{
    check_many(KIND_ROWS_STATIC);
}
TEST(many_mixed_among_rows)
{
    check_many(KIND_ROWS_MIXED);
}
