// The law of one block: projections and the natural map, inline for the sweeps.

#ifndef HF_PROBLEM_LAW_H
#define HF_PROBLEM_LAW_H

#include "problem/problem.h"

#include <math.h>

/// x ◄ P_{K_mu}(x) in 3D.
static inline void law_project3(double mu, double *x)
{
    double t = sqrt(x[1] * x[1] + x[2] * x[2]);
    if (x[0] >= 0.0 && t <= mu * x[0]) return; // the sign is asked for itself: mu x_N = -0 would let mu = 0 pull
    if (mu * t <= -x[0])
    {
        x[0] = x[1] = x[2] = 0.0;
        return;
    }
    double s = (x[0] + mu * t) / (1.0 + mu * mu); // t > 0 here: t = 0 falls under one of the cases above
    double f = mu * s / t;
    x[0] = s;
    x[1] *= f;
    x[2] *= f;
}

/// x ◄ P_{K_mu}(x) in 2D.
static inline void law_project2(double mu, double *x)
{
    double t = fabs(x[1]);
    if (x[0] >= 0.0 && t <= mu * x[0]) return;
    if (mu * t <= -x[0])
    {
        x[0] = x[1] = 0.0;
        return;
    }
    double s = (x[0] + mu * t) / (1.0 + mu * mu);
    x[1] = copysign(mu * s, x[1]);
    x[0] = s;
}

/// ‖ r - P(r - ũ) ‖² of one contact.
static inline double law_natural_square3(double mu, const double *r, const double *u)
{
    double x[3] = {r[0] - u[0] - mu * sqrt(u[1] * u[1] + u[2] * u[2]), r[1] - u[1], r[2] - u[2]};
    law_project3(mu, x);
    double f0 = r[0] - x[0], f1 = r[1] - x[1], f2 = r[2] - x[2];
    return f0 * f0 + f1 * f1 + f2 * f2;
}

static inline double law_natural_square2(double mu, const double *r, const double *u)
{
    double x[2] = {r[0] - u[0] - mu * fabs(u[1]), r[1] - u[1]};
    law_project2(mu, x);
    double f0 = r[0] - x[0], f1 = r[1] - x[1];
    return f0 * f0 + f1 * f1;
}

/// ‖F_i‖² of block i, any kind.
static inline double law_natural_square(const hf_problem *p, int i, const double *r, const double *u)
{
    double f = 0.0;
    switch (p->kind[i])
    {
    case HF_LAW_CONTACT:
        if (problem_friction_parts(p, i)) return friction_parts_natural_square(&p->parts[i], r, u);
        if (p->polygon && p->size[i] == 3) return pyramid_natural_square(p->polygon, p->mu[i], r, u);
        return p->size[i] == 3 ? law_natural_square3(p->mu[i], r, u) : law_natural_square2(p->mu[i], r, u);
    case HF_LAW_UNILATERAL: f = r[0] - fmax(0.0, r[0] - u[0]); break;
    case HF_LAW_BOX: f = r[0] - fmin(p->hi[i], fmax(p->lo[i], r[0] - u[0])); break;
    case HF_LAW_BILATERAL:
    {
        double sum = 0.0;
        for (int k = 0; k < p->size[i]; k++) sum += u[k] * u[k];
        return sum;
    }
    default: break;
    }
    return f * f;
}

/// One block at x: r ◄ P(x), the projection onto the set of its law, and J ◄ its derivative, size × size row-major.
/// False: J = 0, and is not written.
bool law_project_derivative(const hf_problem *problem, int i, const double *x, double *r, double *J);

/// Every block of r back into the set of its law.
void law_project_all(const hf_problem *problem, double *r);

#endif
