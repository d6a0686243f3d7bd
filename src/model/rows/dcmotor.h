// Motors with a driver, heat and friction of their own.

#ifndef HF_MODEL_ROWS_DCMOTOR_H
#define HF_MODEL_ROWS_DCMOTOR_H

#include "holdfast/mechanism.h"

/// States that a motor may have, in the order in which they stand among the activations.
enum
{
    DCMOTOR_SLEW,
    DCMOTOR_INTEGRAL,
    DCMOTOR_HEAT,
    DCMOTOR_BRISTLE,
    DCMOTOR_CURRENT,
    DCMOTOR_SLOTS,
};

/// Where each state is, -1: the motor has none; returns how many it has.
int dcmotor_slots(const hf_dcmotor_def *dc, int slot[DCMOTOR_SLOTS]);

/// force = c[0] + c[1] length + c[2] rate. `control` and `state` begin with its own. Stepping: with the bristle at the
/// end of h; otherwise as it is.
void dcmotor_law(const hf_dcmotor_def *dc, const double *control, const double *state, double length, double rate,
                 double h, bool stepping, double c[3]);

/// Its states after h at this length and rate.
void dcmotor_advance(const hf_dcmotor_def *dc, const double *control, double *state, double length, double rate,
                     double h);

#endif
