// Reports of experiments on the terminal and as JSON.

#include "report.h"

#include "console.h"
#include "json.h"

#include <string.h>

enum
{
    NUMBER_WIDTH = 9, // of a number, at least
    GAP = 2
};

/// Columns of a table on the terminal.
typedef struct widths
{
    int what, column[PAPER_COLUMNS];
} widths;

static int wider(int width, const char *text)
{
    int w = text_width(text);
    return w > width ? w : width;
}

static widths measure(const report_table *table)
{
    widths w = {.what = 4};
    char number[32];
    for (int c = 0; c < table->column_count; c++) w.column[c] = wider(NUMBER_WIDTH, table->columns[c]);
    for (int r = 0; r < table->row_count; r++)
    {
        w.what = wider(w.what, table->rows[r].what);
        for (int c = 0; c < table->column_count; c++)
        {
            w.column[c] = wider(w.column[c], report_number(table->rows[r].published[c], number, sizeof number));
            w.column[c] = wider(w.column[c], report_number(table->rows[r].ours[c], number, sizeof number));
        }
    }
    return w;
}

static void cell(FILE *out, const char *text, int width, text_colour colour)
{
    console_cell(out, text, -(width + GAP), colour);
}

/// One line of names: of the two groups, or of the columns in them; `alone`: of our own group only.
static void print_names(FILE *out, const report_table *table, const widths *w, bool groups, bool alone)
{
    static const char *const heads[2] = {"published", "ours"};
    console_cell(out, "", w->what, COLOUR_DIM);
    for (int g = alone; g < 2; g++)
        for (int c = 0; c < table->column_count; c++)
            cell(out,
                 !groups                        ? table->columns[c]
                 : c == table->column_count - 1 ? heads[g]
                                                : "",
                 w->column[c], COLOUR_DIM);
    fputs(groups ? "  remark\n" : "\n", out);
}

static void print_row(FILE *out, const report_table *table, const report_row *row, const widths *w, bool alone)
{
    char number[32];
    bool said = false;
    console_cell(out, row->what, w->what, COLOUR_BOLD);
    for (int c = 0; c < table->column_count && !alone; c++)
        cell(out, report_number(row->published[c], number, sizeof number), w->column[c], COLOUR_PLAIN);
    for (int c = 0; c < table->column_count; c++)
        cell(out, report_number(row->ours[c], number, sizeof number), w->column[c],
             !report_holds(row, c) ? COLOUR_BAD
             : row->expected[c]    ? COLOUR_GOOD
                                   : COLOUR_PLAIN);
    fprintf(out, "  %s", row->remark);
    for (int c = 0; c < table->column_count; c++)
    {
        char range[80];
        if (report_holds(row, c)) continue;
        fprintf(out, "%sFALLS SHORT: %s%sexpected %s", said || *row->remark ? "; " : "", table->columns[c],
                *table->columns[c] ? " " : "", report_expectation(row, c, range, sizeof range));
        said = true;
    }
    fputc('\n', out);
}

/// The rows that have a published number, or those that have none.
static void print_rows(FILE *out, const report_table *table, const widths *w, bool alone)
{
    if (alone) fprintf(out, "%s\n", REPORT_ALONE);
    print_names(out, table, w, true, alone);
    if (table->column_count > 1 || *table->columns[0]) print_names(out, table, w, false, alone);
    for (int r = 0; r < table->row_count; r++)
        if (report_alone(table, &table->rows[r]) == alone) print_row(out, table, &table->rows[r], w, alone);
}

void paper_print(FILE *out, const paper_report *report)
{
    const paper_experiment *e = report->experiment;
    char took[32];
    console_cell(out, e->name, 0, COLOUR_BOLD);
    fprintf(out, ": %s (%s)\n", e->title, e->paper);
    for (int t = 0; t < report->table_count; t++)
    {
        const report_table *table = &report->tables[t];
        widths w = measure(table);
        fprintf(out, "\n%s%s", table->title, *table->title ? "\n" : "");
        int alone = report_alone_count(table);
        if (alone < table->row_count) print_rows(out, table, &w, false);
        if (alone > 0) print_rows(out, table, &w, true);
    }
    paper_totals totals = paper_report_totals(report);
    format_seconds(report->seconds, took, sizeof took);
    fprintf(out, "\n%d of %d expectations hold; %s of processor time%s\n", totals.expectations - totals.short_of,
            totals.expectations, took, report->size == PAPER_FULL ? "" : "; not the full size");
    if (report->figure_count > 0)
        fprintf(out, "%d figure%s: --html shows them\n", report->figure_count, report->figure_count > 1 ? "s" : "");
    if (report->failure) fprintf(out, "not finished: %s\n", report->failure);
}

void paper_print_json(FILE *out, const paper_report *report)
{
    paper_totals totals = paper_report_totals(report);
    json_writer json = json_begin(out);
    json_text(&json, "name", report->experiment->name);
    json_text(&json, "paper", report->experiment->paper);
    json_text(&json, "title", report->experiment->title);
    json_boolean(&json, "full", report->size == PAPER_FULL);
    json_number(&json, "seconds", report->seconds);
    json_integer(&json, "expectations", totals.expectations);
    json_integer(&json, "short", totals.short_of);
    json_text(&json, "failure", report->failure ? report->failure : "");
    json_array_begin(&json, "numbers");
    for (int t = 0; t < report->table_count; t++)
        for (int r = 0; r < report->tables[t].row_count; r++)
            for (int c = 0; c < report->tables[t].column_count; c++)
            {
                const report_row *row = &report->tables[t].rows[r];
                json_item_begin(&json);
                json_text(&json, "table", report->tables[t].title);
                json_text(&json, "row", row->what);
                json_text(&json, "column", report->tables[t].columns[c]);
                json_boolean(&json, "alone", report_alone(&report->tables[t], row));
                json_number(&json, "published", row->published[c]);
                json_number(&json, "ours", row->ours[c]);
                json_boolean(&json, "expected", row->expected[c]);
                json_boolean(&json, "holds", report_holds(row, c));
                json_text(&json, "remark", row->remark);
                json_item_end(&json);
            }
    json_array_end(&json);
    json_end(&json);
}
