// The Alart–Curnier function of a contact with moments, for Newton steps over all blocks and over one alone.

#ifndef HF_SOLVE_NEWTON_FRICTION_PARTS_LAW_H
#define HF_SOLVE_NEWTON_FRICTION_PARTS_LAW_H

#include "solve/system/block_move.h"

/// As proximal_law (proximal.h): the step of one block at (r, u), and ‖F‖². The parts are round.
double friction_parts_law(const friction_parts *parts, double rho, const double *r, const double *u, block_move *move);

#endif
