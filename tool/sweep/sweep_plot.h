// A column of a table of results over another, as a plot.

#ifndef HF_TOOL_SWEEP_PLOT_H
#define HF_TOOL_SWEEP_PLOT_H

#include "sweep_plan.h"

/// "X:Y:FILE.svg": the mean of Y over all rows with the same X, a line for each set of values of the other axes but
/// seed. False after having said what is wrong.
bool sweep_plot(const sweep_plan *plan, const char *table, const char *text);

#endif
