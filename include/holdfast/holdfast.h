// The core: problems and their certified answers, models, worlds, scenes, recordings. Methods of
// the papers are beside it: papers.h.

#ifndef HOLDFAST_HOLDFAST_H
#define HOLDFAST_HOLDFAST_H

#include "holdfast/batch.h"
#include "holdfast/curves.h"
#include "holdfast/derivative.h"
#include "holdfast/fibre.h"
#include "holdfast/files.h"
#include "holdfast/friction.h"
#include "holdfast/identify.h"
#include "holdfast/live.h"
#include "holdfast/margin.h"
#include "holdfast/mechanism.h"
#include "holdfast/model.h"
#include "holdfast/picture.h"
#include "holdfast/planar.h"
#include "holdfast/problem.h"
#include "holdfast/query.h"
#include "holdfast/record.h"
#include "holdfast/run_proof.h"
#include "holdfast/scene.h"
#include "holdfast/sense.h"
#include "holdfast/solve.h"
#include "holdfast/status.h"
#include "holdfast/tangent.h"
#include "holdfast/visual.h"
#include "holdfast/workspace.h"
#include "holdfast/world.h"

#endif
