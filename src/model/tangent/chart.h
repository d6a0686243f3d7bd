// q ⊕ x and q ⊖ q of a whole model (holdfast/tangent.h), without looking at the numbers.

#ifndef HF_MODEL_TANGENT_CHART_H
#define HF_MODEL_TANGENT_CHART_H

#include "model/model.h"

/// UNSUPPORTED, naming it, of what keeps more coordinates than velocities that have no sum.
hf_status chart_check(const hf_model *model, hf_error *error);

/// q ◄ q ⊕ h v.
void chart_integrate(const hf_model *model, double *q, const double *v, double h);

/// v ◄ to ⊖ from.
void chart_difference(const hf_model *model, const double *from, const double *to, double *v);

#endif
