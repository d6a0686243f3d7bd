#include "solve/report.h"

#include "problem/problem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void report_begin(hf_report *report)
{
    memset(report, 0, sizeof *report);
    report->outcome = HF_OUTCOME_STALLED;
    report->residual.natural = report->residual.cone_natural = INFINITY;
    report->residual.worst_block = -1;
}

void report_phase(hf_report *report, const char *name, long iterations, double natural)
{
    if (report->phase_count < HF_PHASE_CAPACITY)
    {
        report->phases[report->phase_count++] = (hf_phase){.name = name, .iterations = iterations, .natural = natural};
        return;
    }
    hf_phase *last = &report->phases[HF_PHASE_CAPACITY - 1];
    last->name = name;
    last->iterations += iterations;
    last->natural = natural;
}

void report_note(hf_report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->note, sizeof report->note, format, arguments);
    va_end(arguments);
}

bool report_observe(const hf_solve_options *options, const char *phase, long iteration, double natural, bool estimated)
{
    if (!options->observer) return true;
    hf_progress progress = {.phase = phase, .iteration = iteration, .natural = natural, .estimated = estimated};
    return options->observer(options->observer_context, &progress);
}

void report_finish_known(const hf_residual *certificate, const hf_solve_options *options, hf_outcome otherwise,
                         hf_report *report)
{
    report->residual = *certificate;
    report->outcome = certificate->natural <= options->tolerance ? HF_OUTCOME_CONVERGED : otherwise;
}

hf_status report_finish(const hf_problem *problem, const hf_solve_options *options, const double *r,
                        hf_workspace *workspace, hf_outcome otherwise, hf_report *report, hf_error *error)
{
    hf_residual certificate = report->residual; // on failure
    hf_status status = hf_residual_compute(problem, r, workspace, &certificate, error);
    report_finish_known(&certificate, options, otherwise, report);
    return status;
}
