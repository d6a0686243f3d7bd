#include "solve/work.h"

#include "solve/report.h"

#include "base/arena.h"

#include <math.h>

enum
{
    // Between two looks at the interrupt: about 50 µs.
    POLL_UNITS = 5000
};

const work_prices work_price = {
    .block = 1.0,
    .law = 3.0,
    .visit = 6.0,
    .rule = 10.0,
    .momentum = 2.0,
    .local_first = 60.0,
    .local_failsafe = 150.0,
    .local_round = 40.0,
    .entry = 0.15,
    .body_entry = 0.15,
    .wide_entry = 0.07,
    .dense_flop = 0.012,
    .column_flop = 0.04,
    .block_flop = 0.01,
    .front_flop = 0.006,
    .sparse_flop = 0.006,
    .factor_entry = 0.5,
    .solve_entry = 0.1,
    .front_entry = 0.7,
    .front_graph = 60.0,
    .graph_entry = 4.0,
    .pattern_entry = 1.0,
    .assemble_pair = 3.0,
    .cone_block = 20.0,
    .step_block = 10.0,
    .put_block = 5.0,
    .put_body = 20.0,
    .put_pair = 1.0,
};

void work_poll(work_meter *meter)
{
    meter->poll_at = meter->used + POLL_UNITS;
    meter->ended |= workspace_interrupted(meter->workspace);
}

work_meter work_unlimited(hf_workspace *workspace)
{
    work_meter meter = {.limit = INFINITY, .workspace = workspace};
    work_poll(&meter);
    return meter;
}

work_meter work_begin(const hf_problem *problem, const hf_solve_options *options, hf_workspace *workspace)
{
    work_meter meter = work_unlimited(workspace);
    if (options->budget > 0) meter.limit = (double)options->budget - 3.0 * work_of_look(problem);
    return meter;
}

void work_grant(work_meter *meter, double units)
{
    meter->limit += units;
    meter->ended = workspace_interrupted(meter->workspace);
}

int64_t work_left(const work_meter *meter)
{
    if (isinf(meter->limit)) return 0;
    double left = meter->limit - meter->used;
    return left > 1.0 ? (int64_t)left : 1;
}

int64_t work_rest(int64_t budget, int64_t used)
{
    return budget == 0 ? 0 : used < budget ? budget - used : 1;
}

hf_status work_finish(const work_meter *meter, const hf_problem *problem, const hf_solve_options *options,
                      const double *r, hf_workspace *workspace, hf_outcome otherwise, hf_report *report,
                      hf_error *error)
{
    report->work = (int64_t)ceil(meter->used + work_of_look(problem));
    if (work_over(meter) && otherwise != HF_OUTCOME_NO_SOLUTION)
    {
        otherwise = HF_OUTCOME_LIMIT;
        report_note(report, "the budget of %lld units of work has ended", (long long)options->budget);
    }
    hf_status status = report_finish(problem, options, r, workspace, otherwise, report, error);
    if (report->outcome == HF_OUTCOME_CONVERGED) report->note[0] = '\0';
    return status;
}

double work_of_product(const hf_problem *p)
{
    if (p->factored) return 2.0 * work_price.entry * (double)p->rows.at[p->block_count];
    return work_price.block * (double)p->W.begin[p->block_count];
}

double work_of_look(const hf_problem *p)
{
    return work_of_product(p) + work_price.law * p->block_count;
}

double work_of_dense_lu(double n)
{
    return (2.0 / 3.0 * n * work_price.dense_flop + work_price.column_flop) * n * n + n;
}
