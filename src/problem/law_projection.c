// Projections onto the sets of the laws, with their derivatives: the cone of a contact, a half-line, an interval,
// everything.
//
// Outside the cone, and not below it, with t = |x_T|, e = x_T/t, σ = (x_N + mu t)/(1 + mu²), the projection is (σ, mu σ
// e), and its derivative
//     (1, mu e)(1, mu e)ᵀ / (1 + mu²)  + mu σ/t (1 - e eᵀ) across e: symmetric, with eigenvalues between 0 and 1.

#include "problem/law.h"

#include <math.h>
#include <string.h>

static bool all_free(int size, const double *x, double *r, double *J)
{
    memcpy(r, x, (size_t)size * sizeof *r);
    memset(J, 0, (size_t)(size * size) * sizeof *J);
    for (int k = 0; k < size; k++) J[k * size + k] = 1.0;
    return true;
}

static bool fixed_at(int size, double value, double *r)
{
    for (int k = 0; k < size; k++) r[k] = value;
    return false;
}

static bool cone3(double mu, const double *x, double *r, double *J)
{
    double t = sqrt(x[1] * x[1] + x[2] * x[2]);
    if (t <= mu * x[0]) return all_free(3, x, r, J);
    if (mu * t <= -x[0]) return fixed_at(3, 0.0, r);
    double q = 1.0 / (1.0 + mu * mu), s = q * (x[0] + mu * t), f = mu * s / t;
    double e[2] = {x[1] / t, x[2] / t}, m = q * mu;
    r[0] = s;
    r[1] = f * x[1];
    r[2] = f * x[2];
    J[0] = q;
    J[1] = J[3] = m * e[0];
    J[2] = J[6] = m * e[1];
    J[4] = m * mu * e[0] * e[0] + f * e[1] * e[1];
    J[5] = J[7] = (m * mu - f) * e[0] * e[1];
    J[8] = m * mu * e[1] * e[1] + f * e[0] * e[0];
    return true;
}

static bool cone2(double mu, const double *x, double *r, double *J)
{
    double t = fabs(x[1]), e = x[1] < 0.0 ? -1.0 : 1.0;
    if (t <= mu * x[0]) return all_free(2, x, r, J);
    if (mu * t <= -x[0]) return fixed_at(2, 0.0, r);
    double q = 1.0 / (1.0 + mu * mu);
    r[0] = q * (x[0] + mu * t);
    r[1] = mu * e * r[0];
    J[0] = q;
    J[1] = J[2] = q * mu * e;
    J[3] = q * mu * mu;
    return true;
}

bool law_project_derivative(const hf_problem *p, int i, const double *x, double *r, double *J)
{
    switch (p->kind[i])
    {
    case HF_LAW_CONTACT: return p->size[i] == 3 ? cone3(p->mu[i], x, r, J) : cone2(p->mu[i], x, r, J);
    case HF_LAW_UNILATERAL: return x[0] > 0.0 ? all_free(1, x, r, J) : fixed_at(1, 0.0, r);
    case HF_LAW_BOX:
        if (x[0] <= p->lo[i]) return fixed_at(1, p->lo[i], r);
        if (x[0] >= p->hi[i]) return fixed_at(1, p->hi[i], r);
        return all_free(1, x, r, J);
    default: return all_free(p->size[i], x, r, J);
    }
}

void law_project_all(const hf_problem *p, double *r)
{
    for (int i = 0; i < p->block_count; i++)
    {
        double *r_i = r + p->offset[i];
        switch (p->kind[i])
        {
        case HF_LAW_CONTACT:
            if (problem_friction_parts(p, i)) friction_parts_project_given(&p->parts[i], r_i);
            else if (p->size[i] == 3 && p->polygon) pyramid_project(p->polygon, p->mu[i], r_i);
            else if (p->size[i] == 3) law_project3(p->mu[i], r_i);
            else law_project2(p->mu[i], r_i);
            break;
        case HF_LAW_UNILATERAL: r_i[0] = fmax(0.0, r_i[0]); break;
        case HF_LAW_BOX: r_i[0] = fmin(p->hi[i], fmax(p->lo[i], r_i[0])); break;
        default: break;
        }
    }
}
