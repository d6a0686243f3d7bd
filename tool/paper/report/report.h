// What an experiment has reported, as it lies in memory. Written by report.c, read by print.c and page.c.

#ifndef HF_TOOL_PAPER_REPORT_H
#define HF_TOOL_PAPER_REPORT_H

#include "console.h"
#include "paper.h"

typedef struct report_row
{
    char *what, *remark;
    double published[PAPER_COLUMNS], ours[PAPER_COLUMNS];
    bool expected[PAPER_COLUMNS];
    double least[PAPER_COLUMNS], most[PAPER_COLUMNS];
} report_row;

typedef struct report_table
{
    char *title;
    char *columns[PAPER_COLUMNS]; // "" where the only one has no name
    int column_count;
    report_row *rows;
    int row_count;
} report_table;

struct paper_report
{
    const paper_experiment *experiment;
    paper_size size;
    report_table *tables;
    int table_count;
    char **figures; // SVG
    int figure_count;
    char *failure;
    double seconds; // processor time
    progress_line progress;
};

/// A number as people read it, in `out`, which is returned.
const char *report_number(double value, char *out, size_t size);

/// Whether the paper has no number of this row at all: such rows stand below the table, for themselves.
bool report_alone(const report_table *table, const report_row *row);

/// How many of these there are.
int report_alone_count(const report_table *table);

/// The title of those rows.
#define REPORT_ALONE "Beside it, without a published number"

/// Whether a number of ours is where it has to be; true where nothing is expected.
bool report_holds(const report_row *row, int column);

/// "at least 3", "2 to 4": where the number of a column has to be.
const char *report_expectation(const report_row *row, int column, char *out, size_t size);

#endif
