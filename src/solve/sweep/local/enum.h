// The search of the enumerative solver: candidates are offered, judged by the natural residual, and the best is kept.

#ifndef HF_SOLVE_SWEEP_LOCAL_ENUM_H
#define HF_SOLVE_SWEEP_LOCAL_ENUM_H

#include "solve/sweep/local/local.h"

#include <stdbool.h>

typedef struct enum_search
{
    int d;
    const double *W, *b;
    double mu, tolerance;
    double guess[3];
    double best[3];  // of the candidates: the solution nearest to the guess, or the least residual if none solves
    double residual; // natural, of best
    double distance; // ‖best - guess‖²
    bool near;       // a candidate solves but for rounding
} enum_search;

/// True if r solves.
bool enum_offer(enum_search *search, const double *r);

/// stick.c: offers points of { W r = -b } in K_mu. True if one solves.
bool enum_stick(enum_search *search);

#endif
