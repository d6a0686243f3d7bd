// The one-contact solvers by their functions, and the measure that judges them all.

#include "solve/sweep/local/local.h"

#include "problem/law.h"

#include "linalg/block.h"

const local_method local_mfb = {"mfb", local_mfb3, local_mfb2, true};
const local_method local_mfb_paper = {"mfb", local_mfb_paper3, local_mfb_paper2, true};
const local_method local_enum = {"enum", local_enum3, local_enum2, true};
const local_pair local_default = {.first = &local_mfb, .failsafe = &local_enum};

double local_residual(int d, const double *W, const double *b, double mu, const double *r)
{
    if (d == 3)
    {
        double u[3] = {b[0], b[1], b[2]};
        block3_gemv(W, r, u); // u = b + W r
        return sqrt(law_natural_square3(mu, r, u));
    }
    double u[2] = {b[0], b[1]};
    block2_gemv(W, r, u);
    return sqrt(law_natural_square2(mu, r, u));
}
