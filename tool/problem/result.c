#include "result.h"

#include "holdfast/status.h"

#include <string.h>

enum
{
    FILE_WIDTH_MAX = 48,
};

static const double ROUNDING = 1e-12; // of the largest entry of W; a difference below this is no asymmetry

/// Whether W differs from its transpose by more than rounding.
static bool is_unsymmetric(const hf_problem_info *info)
{
    return info->asymmetry > ROUNDING * info->largest;
}

/// "assembled" or "factored".
static const char *form_name(const hf_problem_info *info)
{
    return info->factored ? "factored" : "assembled";
}

/// Green, yellow or red.
static text_colour outcome_colour(hf_outcome outcome)
{
    return outcome == HF_OUTCOME_CONVERGED ? COLOUR_GOOD : outcome == HF_OUTCOME_NO_SOLUTION ? COLOUR_BAD : COLOUR_POOR;
}

void json_problem(json_writer *json, const hf_problem_info *info)
{
    json_integer(json, "contacts", info->contact_count);
    json_integer(json, "dimension", info->dimension);
    json_integer(json, "blocks", info->block_count);
    json_text(json, "form", form_name(info));
    json_number(json, "asymmetry", info->asymmetry);
    json_boolean(json, "unsymmetric", is_unsymmetric(info));
    char friction[HF_FRICTION_TEXT];
    json_text(json, "friction", hf_friction_write(&info->friction, friction));
}

void json_residual(json_writer *json, const hf_residual *residual)
{
    json_number(json, "cone_natural", residual->cone_natural);
    json_number(json, "approach", residual->approach);
    json_number(json, "cone", residual->cone);
    json_number(json, "complementarity", residual->complementarity);
    json_number(json, "misalignment", residual->misalignment);
    json_integer(json, "worst_block", residual->worst_block);
}

void result_json(const solve_result *result)
{
    json_writer json = json_begin(stdout);
    json_text(&json, "file", result->file);
    json_text(&json, "solver", result->solver);
    if (result->failed)
    {
        json_text(&json, "outcome", "error");
        json_text(&json, "status", hf_status_name(result->error.status));
        json_text(&json, "error", result->error.message);
        json_end(&json);
        return;
    }
    const hf_report *report = &result->report;
    json_text(&json, "outcome", hf_outcome_name(report->outcome));
    json_number(&json, "natural", report->residual.natural);
    json_number(&json, "tolerance", result->tolerance);
    json_integer(&json, "iterations", report->iterations);
    json_integer(&json, "unselected", report->unselected);
    json_integer(&json, "work", report->work);
    json_number(&json, "seconds", result->seconds);
    json_number(&json, "read_seconds", result->read_seconds);
    json_problem(&json, &result->info);
    json_residual(&json, &report->residual);
    json_integer(&json, "local_solves", report->local_solves);
    json_integer(&json, "failsafe_solves", report->failsafe_solves);
    json_integer(&json, "local_failures", report->local_failures);
    json_array_begin(&json, "phases");
    for (int k = 0; k < report->phase_count; k++)
    {
        json_item_begin(&json);
        json_text(&json, "name", report->phases[k].name);
        json_integer(&json, "iterations", report->phases[k].iterations);
        json_number(&json, "natural", report->phases[k].natural);
        json_item_end(&json);
    }
    json_array_end(&json);
    json_text(&json, "note", report->note);
    json_end(&json);
}

file_column file_column_of(const char *const *files, int count)
{
    file_column column = {.width = 4};
    const char *slash = count > 0 ? strrchr(files[0], '/') : NULL;
    column.skip = slash ? (size_t)(slash - files[0]) + 1 : 0;
    for (int k = 1; k < count; k++)
        while (column.skip > 0 && strncmp(files[k], files[0], column.skip) != 0)
            for (column.skip--; column.skip > 0 && files[0][column.skip - 1] != '/';) column.skip--;
    for (int k = 0; k < count; k++)
    {
        int width = text_width(files[k] + column.skip);
        if (width > column.width) column.width = width < FILE_WIDTH_MAX ? width : FILE_WIDTH_MAX;
    }
    return column;
}

void file_cell(const file_column *column, const char *file)
{
    char text[256];
    shorten(file + column->skip, column->width, text, sizeof text);
    console_cell(stdout, text, column->width + 1, COLOUR_PLAIN);
}

void result_head(const file_column *column)
{
    console_cell(stdout, "file", column->width + 1, COLOUR_DIM);
    console_cell(stdout, "contacts", -8, COLOUR_DIM);
    fputs("  ", stdout);
    console_cell(stdout, "outcome", 12, COLOUR_DIM);
    console_cell(stdout, "natural", -8, COLOUR_DIM);
    console_cell(stdout, "iterations", -12, COLOUR_DIM);
    console_cell(stdout, "time", -11, COLOUR_DIM);
    fputs("  ", stdout);
    console_cell(stdout, "remarks", 0, COLOUR_DIM);
    fputc('\n', stdout);
}

static void write_remarks(const solve_result *result)
{
    const hf_problem_info *info = &result->info;
    const char *before = "";
    if (is_unsymmetric(info))
    {
        printf("W unsymmetric by %.1e", info->asymmetry);
        before = "; ";
    }
    if (info->factored)
    {
        printf("%sW kept factored", before);
        before = "; ";
    }
    if (info->friction.kind != HF_FRICTION_CONE)
    {
        char friction[HF_FRICTION_TEXT];
        printf("%slaw %s, distance to the cone %.1e", before, hf_friction_write(&info->friction, friction),
               result->report.residual.cone_natural);
        before = "; ";
    }
    if (result->report.note[0]) printf("%s%s", before, result->report.note);
}

void result_row(const solve_result *result, const file_column *column)
{
    char text[64];
    file_cell(column, result->file);
    if (result->failed)
    {
        console_cell(stdout, "-", -8, COLOUR_PLAIN);
        fputs("  ", stdout);
        console_cell(stdout, "error", 12, COLOUR_BAD);
        printf("%s\n", result->error.message);
        fflush(stdout);
        return;
    }
    const hf_report *report = &result->report;
    printf("%8d  ", result->info.contact_count);
    console_cell(stdout, hf_outcome_name(report->outcome), 12, outcome_colour(report->outcome));
    printf("%8.1e%12ld", report->residual.natural, report->iterations);
    format_seconds(result->seconds, text, sizeof text);
    printf("%11s  ", text);
    write_remarks(result);
    fputc('\n', stdout);
    fflush(stdout);
}

/// Whether contacts approach a thousand times faster than the natural residual would have it: extreme mu, or impulses
/// far above velocities.
static bool is_blunt(const hf_problem_info *info, const hf_residual *residual)
{
    double scale = 1.0 + info->norm_b;
    return residual->approach > 1e3 * residual->natural * scale && residual->approach > 1e-6 * scale;
}

void residual_details(const hf_problem_info *info, const hf_residual *residual)
{
    printf("  certificate   natural %.3e, worst at block %d\n", residual->natural, residual->worst_block);
    printf("                approach %.2e m/s, outside the cone %.2e N s, r_N u_N %.2e J, misalignment %.2e J\n",
           residual->approach, residual->cone, residual->complementarity, residual->misalignment);
    if (info->friction.kind != HF_FRICTION_CONE)
    {
        char friction[HF_FRICTION_TEXT];
        printf("  law           %s; natural is of it, and the distance to the cone is %.3e\n",
               hf_friction_write(&info->friction, friction), residual->cone_natural);
    }
    if (is_blunt(info, residual))
        printf("  warning       natural is blunt here: trust the approach speed (docs/certificate.md)\n");
    printf("  problem       %d contacts, %d other blocks, %d rows, W %s", info->contact_count,
           info->block_count - info->contact_count, info->dimension, form_name(info));
    if (is_unsymmetric(info))
        printf(", unsymmetric: |W - Wᵀ| up to %.2e, entries up to %.2e", info->asymmetry, info->largest);
    fputc('\n', stdout);
}

void result_details(const solve_result *result)
{
    if (result->failed) return;
    const hf_report *report = &result->report;
    fputc('\n', stdout);
    residual_details(&result->info, &report->residual);
    for (int k = 0; k < report->phase_count; k++)
        printf("  %-13s %-22s %10ld iterations, natural %.2e at its end\n", k == 0 ? "phases" : "",
               report->phases[k].name, report->phases[k].iterations, report->phases[k].natural);
    printf("  work          %lld units\n", (long long)report->work);
    if (report->local_solves > 0)
        printf("  local solves  %ld, of which %ld by the fail-safe and %ld by neither\n", report->local_solves,
               report->failsafe_solves, report->local_failures);
}
