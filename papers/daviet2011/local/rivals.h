// The one-contact solvers by their public numbers: those that sweeps use (solve/sweep/local), and the rivals with which
// the paper compares them.

#ifndef HF_PAPERS_DAVIET2011_LOCAL_RIVALS_H
#define HF_PAPERS_DAVIET2011_LOCAL_RIVALS_H

#include "holdfast/hybrid.h"

#include "solve/sweep/local/local.h"

/// As the paper of the method has it, where that differs: mfb and duriez06.
const local_method *local_find_paper(hf_local_method method);

/// NULL for HF_LOCAL_NONE and for numbers that mean nothing.
const local_method *local_find(hf_local_method method);

// alart_curnier.c: pure and damped
local_verdict local_pac3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_pac2(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_dac3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_dac2(const double *W, const double *b, double mu, double tolerance, double *r);
// duriez.c: 2006 and 2008
local_verdict local_duriez06_3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_duriez06_2(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_duriez06_paper3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_duriez06_paper2(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_duriez08_3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_duriez08_2(const double *W, const double *b, double mu, double tolerance, double *r);
// four_sides.c
local_verdict local_four_sides3(const double *W, const double *b, double mu, double tolerance, double *r);
local_verdict local_four_sides2(const double *W, const double *b, double mu, double tolerance, double *r);

#endif
