// Histories of solves as a CSV file and as a convergence plot.

#ifndef HF_TOOL_HISTORY_H
#define HF_TOOL_HISTORY_H

#include "watch.h"

#include <stdio.h>

void trace_head(FILE *out);
void trace_rows(FILE *out, const char *file, const char *solver, const solve_watch *watch);

/// A text as a CSV field, quoted where it must be.
void csv_text(FILE *out, const char *text);

typedef struct history
{
    const char *name; // in the legend
    const solve_watch *watch;
} history;

/// Natural residual over iterations, or over seconds.
void convergence_plot(FILE *out, const char *title, const char *subtitle, double tolerance, bool over_seconds,
                      const history *histories, int count);

#endif
