// The core: problems and their certified answers, models, worlds, scenes, recordings. What is built
// on it is in extras.h, methods of the papers in papers.h.

#ifndef HOLDFAST_HOLDFAST_H
#define HOLDFAST_HOLDFAST_H

#include "holdfast/fibre.h"
#include "holdfast/files.h"
#include "holdfast/friction.h"
#include "holdfast/mechanism.h"
#include "holdfast/model.h"
#include "holdfast/problem.h"
#include "holdfast/query.h"
#include "holdfast/record.h"
#include "holdfast/scene.h"
#include "holdfast/sense.h"
#include "holdfast/solve.h"
#include "holdfast/status.h"
#include "holdfast/visual.h"
#include "holdfast/workspace.h"
#include "holdfast/world.h"

#endif
