// Reports of experiments as one page: a list of the experiments, and for each its setting, tables and figures.

#include "report.h"

#include "console.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char STYLE[] =
    "body{font:15px/1.5 Helvetica,Arial,sans-serif;color:#1b2128;max-width:1280px;margin:2em auto;padding:0 1em}"
    "h1{font-size:1.7em}h2{font-size:1.3em;margin-top:2.4em;border-top:1px solid #d8dde3;padding-top:1em}"
    "h3{font-size:1em;margin:1.6em 0 .4em}code{font-family:Consolas,Menlo,monospace}p{max-width:52em}"
    ".dim{color:#66707a}.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:14px}"
    "th,td{padding:.25em .5em;text-align:right;border-bottom:1px solid #eef1f4;white-space:nowrap}"
    "th{color:#66707a;font-weight:normal}th:first-child,td:first-child,td.remark,th.remark{text-align:left}"
    "td.remark{white-space:normal;min-width:16em;color:#4a545e}td.ours{background:#f4f8fb}"
    ".good{color:#13774d}.bad{color:#b5123e;font-weight:bold}img,svg{max-width:100%;height:auto}";

static void escaped(FILE *out, const char *text)
{
    for (; *text; text++) switch (*text)
        {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        default: fputc(*text, out); break;
        }
}

/// What stands between two tags.
static void element(FILE *out, const char *open, const char *text, const char *close)
{
    fputs(open, out);
    escaped(out, text);
    fputs(close, out);
}

static void paragraphs(FILE *out, const char *text)
{
    while (*text)
    {
        const char *end = strstr(text, "\n\n");
        char *one = tool_text("%.*s", end ? (int)(end - text) : (int)strlen(text), text);
        element(out, "<p>", one, "</p>\n");
        free(one);
        text = end ? end + 2 : text + strlen(text);
    }
}

// ---- tables ----

static void table_cell(FILE *out, paper_side side, const report_cell *cell)
{
    char number[80], range[80];
    fputs(side == SIDE_PUBLISHED ? "<td" : "<td class=\"ours", out);
    if (cell->expected)
        fprintf(out, " %s\" title=\"expected: %s", report_holds(cell) ? "good" : "bad",
                report_expectation(cell, range, sizeof range));
    element(out, side == SIDE_PUBLISHED ? ">" : "\">", report_number(cell, number, sizeof number), "</td>");
}

/// Of one column: the sides beside one another.
static void table_values(FILE *out, const report_table *table)
{
    fputs("<tr><th></th>", out);
    for (int s = 0; s < SIDE_COUNT; s++)
        if (report_has(table, (paper_side)s)) element(out, "<th>", report_sides[s], "</th>");
    fputs("<th class=\"remark\">remark</th></tr>\n", out);
    for (int r = 0; r < table->row_count; r++)
    {
        element(out, "<tr><td>", table->rows[r].what, "</td>");
        for (int s = 0; s < SIDE_COUNT; s++)
            if (report_has(table, (paper_side)s)) table_cell(out, (paper_side)s, &table->rows[r].cell[s][0]);
        element(out, "<td class=\"remark\">", table->rows[r].remark, "</td></tr>\n");
    }
}

/// One row of a table of several columns: the sides below one another.
static void table_sides(FILE *out, const report_table *table, const report_row *row)
{
    int lines = 0;
    bool first = true;
    for (int s = 0; s < SIDE_COUNT; s++) lines += row->there[s];
    for (int s = 0; s < SIDE_COUNT; s++)
    {
        if (!row->there[s]) continue;
        fputs("<tr>", out);
        if (first)
        {
            fprintf(out, "<td rowspan=\"%d\"", lines);
            element(out, ">", row->what, "</td>");
        }
        element(out, "<td class=\"dim\">", report_sides[s], "</td>");
        for (int c = 0; c < table->column_count; c++) table_cell(out, (paper_side)s, &row->cell[s][c]);
        if (first)
        {
            fprintf(out, "<td class=\"remark\" rowspan=\"%d\"", lines);
            element(out, ">", row->remark, "</td>");
        }
        fputs("</tr>\n", out);
        first = false;
    }
}

static void table_rows(FILE *out, const report_table *table)
{
    fputs("<div class=\"scroll\"><table>\n", out);
    if (table->column_count == 1) table_values(out, table);
    else
    {
        fputs("<tr><th></th><th></th>", out);
        for (int c = 0; c < table->column_count; c++) element(out, "<th>", table->columns[c], "</th>");
        fputs("<th class=\"remark\">remark</th></tr>\n", out);
        for (int r = 0; r < table->row_count; r++) table_sides(out, table, &table->rows[r]);
    }
    fputs("</table></div>\n", out);
}

// ---- figures ----

/// A figure as a file of the folder, and the page's word for it.
static bool figure_apart(FILE *out, const paper_report *report, int f, const char *folder)
{
    char *name = f == 0 ? tool_text("%s.svg", report->experiment->name)
                        : tool_text("%s-%d.svg", report->experiment->name, f + 1);
    char *path = tool_text("%s/%s", folder, name);
    output_file file;
    bool good = output_begin(&file, path);
    FILE *stream = good ? output_open(&file) : NULL;
    if (stream) fputs(report->figures[f], stream);
    good = stream && output_commit(&file, stream);
    fprintf(out, "<p><img src=\"%s\" alt=\"%s\"></p>\n", name, report->experiment->title);
    output_drop(&file);
    free(path);
    free(name);
    return good;
}

static bool figures(FILE *out, const paper_report *report, const char *folder)
{
    bool good = true;
    for (int f = 0; f < report->figure_count && good; f++)
        if (folder) good = figure_apart(out, report, f, folder);
        else fprintf(out, "<p>%s</p>\n", report->figures[f]);
    return good;
}

// ---- the page ----

static bool experiment(FILE *out, const paper_report *report, const char *folder)
{
    const paper_experiment *e = report->experiment;
    paper_totals totals = paper_report_totals(report);
    char took[32];
    format_seconds(report->seconds, took, sizeof took);
    fprintf(out, "<h2 id=\"%s\"><code>%s</code> · ", e->name, e->name);
    element(out, "", e->title, "</h2>\n");
    element(out, "<p class=\"dim\">", e->paper, "");
    fprintf(out, ". <code>holdfast paper %s%s</code>: %s of processor time", e->name,
            report->size == PAPER_FULL ? "" : " --quick", took);
    if (totals.expectations > 0)
        fprintf(out, "; %d of %d expectations hold", totals.expectations - totals.short_of, totals.expectations);
    fputs(".</p>\n", out);
    paragraphs(out, e->setting);
    if (report->failure) element(out, "<p class=\"bad\">Not finished: ", report->failure, "</p>\n");
    for (int t = 0; t < report->table_count; t++)
    {
        const report_table *table = &report->tables[t];
        if (*table->title) element(out, "<h3>", table->title, "</h3>\n");
        table_rows(out, table);
    }
    return figures(out, report, folder);
}

/// The processor's name, where the system tells it.
static void machine(char *name, size_t size)
{
    char line[256];
    snprintf(name, size, "unknown processor");
    FILE *f = fopen("/proc/cpuinfo", "rb");
    while (f && fgets(line, sizeof line, f))
    {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        colon[strcspn(colon, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 2);
        break;
    }
    if (f) fclose(f);
}

bool paper_page(FILE *out, const paper_report *const *reports, int count, const char *note, const char *folder)
{
    char day[32] = "", processor[200];
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts)) strftime(day, sizeof day, "%Y-%m-%d", &parts);
    machine(processor, sizeof processor);
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>holdfast: experiments of the papers"
          "</title>\n<meta name=\"viewport\" content=\"width=device-width\"><style>",
          out);
    fputs(STYLE, out);
    fprintf(out, "</style></head><body>\n<h1>Experiments of the papers</h1>\n<p class=\"dim\">holdfast %s%s",
            hf_version(), note ? ", " : "");
    escaped(out, note ? note : "");
    fprintf(out, "; %s; ", day);
    element(out, "", processor,
            ". Times are processor time of one thread. Numbers with a colour have to lie in a range, "
            "which the pointer shows; red ones do not. Published: what the paper prints. As published, ours: its "
            "algorithm, as published, on our scenes. Ours: our own method.</p>\n<ul>\n");
    for (int k = 0; k < count; k++)
    {
        const paper_experiment *e = reports[k]->experiment;
        fprintf(out, "<li><a href=\"#%s\"><code>%s</code></a> ", e->name, e->name);
        element(out, "", e->title, "");
        paper_totals totals = paper_report_totals(reports[k]);
        if (reports[k]->failure) fputs(" <span class=\"bad\">not finished</span>", out);
        else if (totals.short_of > 0) fprintf(out, " <span class=\"bad\">%d fall short</span>", totals.short_of);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
    bool good = true;
    for (int k = 0; k < count && good; k++) good = experiment(out, reports[k], folder);
    fputs("</body></html>\n", out);
    return good;
}
