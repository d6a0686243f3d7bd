// Counts of a run's steps by their quality.

#include "holdfast/world.h"

#include <math.h>

static void add(hf_step_count *kind, const hf_step_report *report)
{
    double natural = report->solve.residual.natural;
    if (kind->count++ == 0 || !(natural <= kind->worst)) // NaN is the worst of all
    {
        kind->worst = natural;
        kind->worst_time = report->time;
    }
}

static void add_balance(hf_run_quality *run, const hf_step_report *report)
{
    run->balance += report->energy_balance;
    run->kinetic_most = fmax(run->kinetic_most, report->kinetic);
    if (run->balance - run->balance_low > run->balance_rise)
    {
        run->balance_rise = run->balance - run->balance_low;
        run->balance_rise_time = report->time;
    }
    run->balance_low = fmin(run->balance_low, run->balance);
}

void hf_run_quality_add(hf_run_quality *run, const hf_step_report *report)
{
    if ((unsigned)report->quality < HF_STEP_QUALITY_COUNT) add(&run->of[report->quality], report);
    if (report->substeps > 1) add(&run->cut, report);
    run->unselected += report->solve.unselected > 0;
    run->stood += report->solve.stood > 0;
    run->moved += report->solve.moved > 0;
    add_balance(run, report);
    run->impacts_left += report->impacts_left > 0;
    run->jammed += report->yielded > 0.0;
    if (report->yielded > run->yielded) run->yielded = report->yielded, run->yielded_time = report->time;
    run->slid += report->slid;
    if (report->slid > run->slid_most) run->slid_most = report->slid, run->slid_time = report->time;
    run->work += report->work;
    if (report->work > run->work_most) run->work_most = report->work;
}
