// The table of one-contact solvers, and the measure that judges them all.

#include "solve/sweep/local/local.h"

#include "problem/law.h"

#include "linalg/block.h"

static const local_method methods[HF_LOCAL_COUNT] = {
    [HF_LOCAL_NONE] = {.name = "none"},
    [HF_LOCAL_MFB] = {"mfb", local_mfb3, local_mfb2, true},
    [HF_LOCAL_ENUM] = {"enum", local_enum3, local_enum2, true},
    [HF_LOCAL_PAC] = {"pac", local_pac3, local_pac2, true},
    [HF_LOCAL_DAC] = {"dac", local_dac3, local_dac2, true},
    [HF_LOCAL_DURIEZ06] = {"duriez06", local_duriez06_3, local_duriez06_2, false},
    [HF_LOCAL_DURIEZ08] = {"duriez08", local_duriez08_3, local_duriez08_2, true},
    [HF_LOCAL_4SIDES] = {"4sides", local_four_sides3, local_four_sides2, false},
};

const local_method *local_find(hf_local_method method)
{
    if ((int)method < 0 || method >= HF_LOCAL_COUNT || methods[method].solve3 == NULL) return NULL;
    return &methods[method];
}

const char *hf_local_method_name(hf_local_method method)
{
    return (int)method < 0 || method >= HF_LOCAL_COUNT ? "unknown" : methods[method].name;
}

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
