// What experiments report, collected. All text is copied.

#include "report.h"

#include "console.h"
#include "system.h"

#include "holdfast/scene.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *format_text(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = (size_t)(length < 0 ? 0 : length) + 1;
    char *text = tool_allocate(size, 1);
    vsnprintf(text, size, format, arguments);
    return text;
}

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double paper_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double paper_seconds_of_all(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

hf_world *paper_world(paper_report *report, const char *scene, hf_model **model)
{
    return paper_world_of_seed(report, scene, 1, model);
}

hf_world *paper_world_of_seed(paper_report *report, const char *scene, uint64_t seed, hf_model **model)
{
    hf_error error = {0};
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    *model = NULL;
    bool good = hf_scene_open(scene, seed, NULL, NULL, &builder, &error) == HF_STATUS_OK &&
                hf_model_build(builder, model, &error) == HF_STATUS_OK &&
                hf_world_create(*model, &world, &error) == HF_STATUS_OK;
    hf_builder_destroy(builder);
    if (!good) paper_error(report, &error);
    return world;
}

// ---- tables ----

void paper_table(paper_report *report, const char *title, const char *columns)
{
    report->tables = tool_reallocate(report->tables, (size_t)report->table_count + 1, sizeof *report->tables);
    report_table *table = &report->tables[report->table_count++];
    *table = (report_table){.title = tool_text("%s", title)};
    for (const char *at = columns ? columns : ""; table->column_count < PAPER_COLUMNS;)
    {
        size_t length = strcspn(at, "|");
        table->columns[table->column_count++] = tool_text("%.*s", (int)length, at);
        if (at[length] == '\0') break;
        at += length + 1;
    }
}

static report_row *last_row(paper_report *report)
{
    report_table *table = &report->tables[report->table_count - 1];
    return &table->rows[table->row_count - 1];
}

static void add_row(paper_report *report, const char *what, const double *const *sides, char *remark)
{
    if (report->table_count == 0) paper_table(report, "", NULL);
    report_table *table = &report->tables[report->table_count - 1];
    table->rows = tool_reallocate(table->rows, (size_t)table->row_count + 1, sizeof *table->rows);
    report_row *row = &table->rows[table->row_count++];
    *row = (report_row){.what = tool_text("%s", what), .remark = remark};
    for (int side = 0; side < SIDE_COUNT; side++)
        for (int c = 0; c < table->column_count; c++)
        {
            double value = sides[side] ? sides[side][c] : NAN;
            row->cell[side][c] = (report_cell){.value = value, .most_value = value};
            if (!isnan(value)) row->there[side] = true;
        }
}

void paper_row(paper_report *report, const char *what, const double *published, const double *as_published,
               const double *ours, const char *remark, ...)
{
    const double *sides[SIDE_COUNT] = {published, as_published, ours};
    va_list arguments;
    va_start(arguments, remark);
    add_row(report, what, sides, format_text(remark, arguments));
    va_end(arguments);
}

void paper_value(paper_report *report, const char *what, double published, double as_published, double ours,
                 const char *remark, ...)
{
    const double *sides[SIDE_COUNT] = {&published, &as_published, &ours};
    va_list arguments;
    va_start(arguments, remark);
    if (report->table_count > 0 && report->tables[report->table_count - 1].column_count > 1)
        paper_table(report, "", NULL);
    add_row(report, what, sides, format_text(remark, arguments));
    va_end(arguments);
}

void paper_range(paper_report *report, int column, double least, double most)
{
    report_row *row = last_row(report);
    row->there[SIDE_PUBLISHED] = true;
    row->cell[SIDE_PUBLISHED][column] = (report_cell){.value = least, .most_value = most};
}

void paper_expect(paper_report *report, paper_side side, int column, double least, double most)
{
    report_cell *cell = &last_row(report)->cell[side][column];
    cell->expected = true;
    cell->least = least;
    cell->most = most;
}

const char *paper_method(paper_report *report, const char *name)
{
    paper_instead *instead = report->instead;
    if (!instead || strcmp(instead->method, name) != 0) return name;
    instead->asked++;
    return instead->other;
}

const char *const report_sides[SIDE_COUNT] = {"published", "as published, ours", "ours"};

bool report_has(const report_table *table, paper_side side)
{
    for (int r = 0; r < table->row_count; r++)
        if (table->rows[r].there[side]) return true;
    return false;
}

bool report_holds(const report_cell *cell)
{
    return !cell->expected || (cell->value >= cell->least && cell->value <= cell->most);
}

static const char *one_number(double value, char *out, size_t size)
{
    if (isnan(value)) snprintf(out, size, "–");
    else if (isinf(value)) snprintf(out, size, "never");
    else if (fabs(value) < 1e7 && (fabs(value) >= 1e3 || value == floor(value))) snprintf(out, size, "%.0f", value);
    else snprintf(out, size, "%.3g", value);
    return out;
}

const char *report_number(const report_cell *cell, char *out, size_t size)
{
    char most[32];
    one_number(cell->value, out, size);
    if (cell->most_value <= cell->value || isnan(cell->value)) return out;
    size_t length = strlen(out);
    snprintf(out + length, size - length, " to %s", one_number(cell->most_value, most, sizeof most));
    return out;
}

const char *report_expectation(const report_cell *cell, char *out, size_t size)
{
    char least[32], most[32];
    one_number(cell->least, least, sizeof least);
    one_number(cell->most, most, sizeof most);
    if (isinf(cell->least)) snprintf(out, size, "at most %s", most);
    else if (isinf(cell->most)) snprintf(out, size, "at least %s", least);
    else snprintf(out, size, "%s to %s", least, most);
    return out;
}

// ---- figures, progress, failures ----

void paper_figure(paper_report *report, const plot_def *plot)
{
    memory_text memory;
    if (!system_text_begin(&memory)) return;
    plot_write(memory.out, plot);
    if (!system_text_end(&memory))
    {
        free(memory.text);
        return;
    }
    report->figures = tool_reallocate(report->figures, (size_t)report->figure_count + 1, sizeof *report->figures);
    report->figures[report->figure_count++] = memory.text;
}

void paper_progress(paper_report *report, const char *what, double done, double total)
{
    if (progress_due(&report->progress))
        progress_show(&report->progress, "%s: %s, %.3g of %.3g", report->experiment->name, what, done, total);
}

bool paper_failed(paper_report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    free(report->failure);
    report->failure = format_text(format, arguments);
    va_end(arguments);
    return false;
}

bool paper_error(paper_report *report, const hf_error *error)
{
    return paper_failed(report, "%s", error->message);
}

// ---- the whole ----

paper_report *paper_run(const paper_experiment *experiment, paper_size size, paper_instead *instead)
{
    paper_report *report = tool_allocate(1, sizeof *report);
    report->instead = instead;
    report->experiment = experiment;
    report->size = size;
    report->progress = progress_begin();
    double start = paper_seconds();
    if (!experiment->run(report, size) && !report->failure) paper_failed(report, "interrupted");
    report->seconds = paper_seconds() - start;
    progress_clear(&report->progress);
    return report;
}

void paper_report_free(paper_report *report)
{
    if (!report) return;
    for (int t = 0; t < report->table_count; t++)
    {
        report_table *table = &report->tables[t];
        for (int r = 0; r < table->row_count; r++)
        {
            free(table->rows[r].what);
            free(table->rows[r].remark);
        }
        for (int c = 0; c < table->column_count; c++) free(table->columns[c]);
        free(table->rows);
        free(table->title);
    }
    for (int f = 0; f < report->figure_count; f++) free(report->figures[f]);
    free(report->tables);
    free(report->figures);
    free(report->failure);
    free(report);
}

paper_totals paper_report_totals(const paper_report *report)
{
    paper_totals totals = {0};
    for (int t = 0; t < report->table_count; t++)
    {
        const report_table *table = &report->tables[t];
        totals.rows += table->row_count;
        for (int r = 0; r < table->row_count; r++)
            for (int k = 0; k < SIDE_COUNT * table->column_count; k++)
            {
                const report_cell *cell = &table->rows[r].cell[k % SIDE_COUNT][k / SIDE_COUNT];
                totals.expectations += cell->expected;
                totals.short_of += !report_holds(cell);
            }
    }
    return totals;
}

const char *paper_report_failure(const paper_report *report)
{
    return report->failure;
}

const char *paper_report_name(const paper_report *report)
{
    return report->experiment->name;
}
