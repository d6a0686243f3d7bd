// What is built on the core (holdfast.h), one header for each purpose: margins of poses,
// derivatives and identification, batches, proofs of runs, pictures, live pages, hair curves,
// planar mechanisms.

#ifndef HOLDFAST_EXTRAS_H
#define HOLDFAST_EXTRAS_H

#include "holdfast/batch.h"
#include "holdfast/curves.h"
#include "holdfast/derivative.h"
#include "holdfast/identify.h"
#include "holdfast/live.h"
#include "holdfast/margin.h"
#include "holdfast/picture.h"
#include "holdfast/planar.h"
#include "holdfast/run_proof.h"
#include "holdfast/tangent.h"

#endif
