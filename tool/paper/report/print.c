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

/// Columns of a table on the terminal: what, which side, and the numbers of each column.
typedef struct widths
{
    int what, side, column[PAPER_COLUMNS];
} widths;

static int wider(int width, const char *text)
{
    int w = text_width(text);
    return w > width ? w : width;
}

static widths measure(const report_table *table)
{
    widths w = {.what = 4};
    char number[80];
    for (int c = 0; c < table->column_count; c++) w.column[c] = wider(NUMBER_WIDTH, table->columns[c]);
    for (int s = 0; s < SIDE_COUNT; s++)
        if (report_has(table, (paper_side)s)) w.side = wider(w.side, report_sides[s]);
    for (int r = 0; r < table->row_count; r++)
    {
        w.what = wider(w.what, table->rows[r].what);
        for (int k = 0; k < SIDE_COUNT * table->column_count; k++)
            w.column[k / SIDE_COUNT] =
                wider(w.column[k / SIDE_COUNT],
                      report_number(&table->rows[r].cell[k % SIDE_COUNT][k / SIDE_COUNT], number, sizeof number));
    }
    return w;
}

/// What falls short in a row, behind its remark.
static void print_short(FILE *out, const report_table *table, const report_row *row)
{
    char range[80];
    bool said = *row->remark;
    for (int k = 0; k < SIDE_COUNT * table->column_count; k++)
    {
        const report_cell *cell = &row->cell[k % SIDE_COUNT][k / SIDE_COUNT];
        const char *column = table->columns[k / SIDE_COUNT];
        if (report_holds(cell)) continue;
        fprintf(out, "%sFALLS SHORT: %s, %s%sexpected %s", said ? "; " : "", report_sides[k % SIDE_COUNT], column,
                *column ? " " : "", report_expectation(cell, range, sizeof range));
        said = true;
    }
}

static void print_cell(FILE *out, const report_cell *cell, int width)
{
    char number[80];
    console_cell(out, report_number(cell, number, sizeof number), -(width + GAP),
                 !report_holds(cell) ? COLOUR_BAD
                 : cell->expected    ? COLOUR_GOOD
                                     : COLOUR_PLAIN);
}

// ---- tables of one column: the sides beside one another ----

static void print_values(FILE *out, const report_table *table, const widths *w)
{
    console_cell(out, "", w->what, COLOUR_DIM);
    for (int s = 0; s < SIDE_COUNT; s++)
        if (report_has(table, (paper_side)s))
            console_cell(out, report_sides[s], -(wider(w->column[0], report_sides[s]) + GAP), COLOUR_DIM);
    fputs("  remark\n", out);
    for (int r = 0; r < table->row_count; r++)
    {
        const report_row *row = &table->rows[r];
        console_cell(out, row->what, w->what, COLOUR_BOLD);
        for (int s = 0; s < SIDE_COUNT; s++)
            if (report_has(table, (paper_side)s))
                print_cell(out, &row->cell[s][0], wider(w->column[0], report_sides[s]));
        fprintf(out, "  %s", row->remark);
        print_short(out, table, row);
        fputc('\n', out);
    }
}

// ---- tables of several columns: the sides below one another ----

static void print_sides(FILE *out, const report_table *table, const report_row *row, const widths *w)
{
    bool first = true;
    for (int s = 0; s < SIDE_COUNT; s++)
    {
        if (!row->there[s]) continue;
        console_cell(out, first ? row->what : "", w->what + GAP, COLOUR_BOLD);
        console_cell(out, report_sides[s], w->side, COLOUR_DIM);
        for (int c = 0; c < table->column_count; c++) print_cell(out, &row->cell[s][c], w->column[c]);
        if (first)
        {
            fprintf(out, "  %s", row->remark);
            print_short(out, table, row);
        }
        fputc('\n', out);
        first = false;
    }
}

static void print_rows(FILE *out, const report_table *table, const widths *w)
{
    console_cell(out, "", w->what + GAP + w->side, COLOUR_DIM);
    for (int c = 0; c < table->column_count; c++)
        console_cell(out, table->columns[c], -(w->column[c] + GAP), COLOUR_DIM);
    fputs("  remark\n", out);
    for (int r = 0; r < table->row_count; r++) print_sides(out, table, &table->rows[r], w);
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
        (table->column_count == 1 ? print_values : print_rows)(out, table, &w);
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
                const report_cell *published = &row->cell[SIDE_PUBLISHED][c], *ours = &row->cell[SIDE_OURS][c];
                const report_cell *letter = &row->cell[SIDE_AS_PUBLISHED][c];
                json_item_begin(&json);
                json_text(&json, "table", report->tables[t].title);
                json_text(&json, "row", row->what);
                json_text(&json, "column", report->tables[t].columns[c]);
                json_number(&json, "published", published->value);
                json_number(&json, "published_most", published->most_value);
                json_number(&json, "as_published", letter->value);
                json_number(&json, "ours", ours->value);
                json_boolean(&json, "expected", letter->expected || ours->expected);
                json_boolean(&json, "holds", report_holds(letter) && report_holds(ours));
                json_text(&json, "remark", row->remark);
                json_item_end(&json);
            }
    json_array_end(&json);
    json_end(&json);
}
