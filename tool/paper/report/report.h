// What an experiment has reported, as it lies in memory. Written by report.c, read by print.c and page.c.

#ifndef HF_TOOL_PAPER_REPORT_H
#define HF_TOOL_PAPER_REPORT_H

#include "console.h"
#include "paper.h"

typedef struct report_cell
{
    double value, most_value; // the same but where a range is published
    bool expected;
    double least, most;
} report_cell;

typedef struct report_row
{
    char *what, *remark;
    bool there[SIDE_COUNT]; // whether a side has a number of this row
    report_cell cell[SIDE_COUNT][PAPER_COLUMNS];
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
    paper_instead *instead; // NULL: none
};

/// Names of the sides: "published", "as published, ours", "ours".
extern const char *const report_sides[SIDE_COUNT];

/// The sides that have a number in some row of a table.
bool report_has(const report_table *table, paper_side side);

/// A number as people read it, in `out`, which is returned.
const char *report_number(const report_cell *cell, char *out, size_t size);

/// Whether a number is where it has to be; true where nothing is expected.
bool report_holds(const report_cell *cell);

/// "at least 3", "2 to 4": where a number has to be.
const char *report_expectation(const report_cell *cell, char *out, size_t size);

#endif
