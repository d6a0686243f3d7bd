// Beside the core: methods of the papers and their options, and generators of problems.

#ifndef HOLDFAST_PAPERS_H
#define HOLDFAST_PAPERS_H

#include "holdfast/generate.h"
#include "holdfast/hybrid.h"
#include "holdfast/implicit.h"
#include "holdfast/inertia.h"
#include "holdfast/lcp.h"
#include "holdfast/lemke.h"
#include "holdfast/newton.h"
#include "holdfast/pivot.h"
#include "holdfast/proximal.h"
#include "holdfast/redundant.h"
#include "holdfast/tree.h"

#endif
