// Line plots as SVG: convergence histories and performance profiles.

#ifndef HF_TOOL_SVG_H
#define HF_TOOL_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct plot_series
{
    const char *name;
    const double *x;
    const double *y;
    size_t count;
    const char *colour;  // NULL: by its place
    const char *dash;    // NULL: by its place
    double width;        // 0: the usual one
    const char *heading; // a line of the legend above its own; NULL: none
} plot_series;

typedef struct plot_axis
{
    const char *label;
    bool logarithmic;   // points that are not positive then sit at the lower end
    bool percent;       // values are shares of 1
    double least, most; // the range; both 0: from the data
} plot_axis;

typedef struct plot_def
{
    const char *title;
    const char *subtitle; // "" or NULL: none
    plot_axis x, y;
    bool steps;       // a series keeps its value until the next point
    bool curve;       // a curve in the plane, which may come back: no thinning by columns, no mark at its end
    double reference; // a dashed line at this y; 0: none
    const char *reference_label;
    const plot_series *series;
    int series_count;
    bool crowded; // many series: small lines in the legend, and a frame as tall as it
} plot_def;

/// Points that are not finite are left out. Series share colours after the eighth, and differ by their dashes.
void plot_write(FILE *out, const plot_def *plot);

#endif
