// Everything.

#ifndef HOLDFAST_HOLDFAST_H
#define HOLDFAST_HOLDFAST_H

#include "holdfast/auto.h"
#include "holdfast/curves.h"
#include "holdfast/fibre.h"
#include "holdfast/files.h"
#include "holdfast/friction.h"
#include "holdfast/generate.h"
#include "holdfast/global.h"
#include "holdfast/hybrid.h"
#include "holdfast/implicit.h"
#include "holdfast/lcp.h"
#include "holdfast/lemke.h"
#include "holdfast/mechanism.h"
#include "holdfast/model.h"
#include "holdfast/motion.h"
#include "holdfast/newton.h"
#include "holdfast/pivot.h"
#include "holdfast/planar.h"
#include "holdfast/problem.h"
#include "holdfast/proximal.h"
#include "holdfast/query.h"
#include "holdfast/record.h"
#include "holdfast/redundant.h"
#include "holdfast/residual.h"
#include "holdfast/rollout.h"
#include "holdfast/scene.h"
#include "holdfast/selection.h"
#include "holdfast/sense.h"
#include "holdfast/solve.h"
#include "holdfast/status.h"
#include "holdfast/tree.h"
#include "holdfast/workspace.h"
#include "holdfast/world.h"

#endif
