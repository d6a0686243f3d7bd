// The edge-aware line search of `implicit`.

#ifndef HF_PAPERS_TODOROV2010_IMPLICIT_LINE_H
#define HF_PAPERS_TODOROV2010_IMPLICIT_LINE_H

#include "papers/todorov2010/implicit_system.h"

typedef struct line_stop
{
    double alpha;
    int block; // which crosses an edge there; -1 at the two ends
    implicit_edge edge;
} line_stop;

typedef struct implicit_line
{
    const implicit_system *system;
    const implicit_choice *choices;
    const double *from;
    double *move;        // to - from
    double *t;           // the point looked at last,
    double *f, *rho, *y; // its impulses, residual, and Aᵀ D² ρ
    line_stop *stops;    // ends and crossings
    int stop_count;
    double alpha; // of t

    // The best point so far, kept over several segments until implicit_line_begin.
    double best_value;
    double *best;
    int best_segment; // -1: none is better than the value given at the beginning
    bool best_edge;   // it lies on an edge that the segment crosses
    int segment;
} implicit_line;

/// False if memory is short.
bool implicit_line_create(implicit_line *line, const implicit_system *system, const implicit_choice *choices,
                          hf_workspace *workspace);

/// Only points with a value below `value` are of interest from now on.
void implicit_line_begin(implicit_line *line, double value);

/// Searches the segment; blocks on active cones stay there. The first segment since the beginning has number 0.
void implicit_line_search(implicit_line *line, const double *from, const double *to);

#endif
