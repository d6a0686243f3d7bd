// The paper's conditions, measured from nothing but the problem and r.
//
// Forces are compared with the largest force F, accelerations with the largest acceleration M, products with F M.

#include "papers/baraff1994/pivot.h"

#include "base/elementary.h"
#include "base/error.h"
#include "problem/problem.h"

typedef struct scales
{
    double force, motion;
} scales;

static void worst(double *so_far, double value)
{
    if (value > *so_far || isnan(value)) *so_far = isnan(value) ? INFINITY : value;
}

/// M: the largest acceleration, with or without forces. F: the largest force, or what M would take at the largest W_kk
/// if that is more (an answer of zero forces is then not judged by the rounding in it).
static scales measure(const hf_problem *p, const double *r, const double *u)
{
    scales s = {0};
    for (int k = 0; k < p->dimension; k++)
    {
        worst(&s.force, fabs(r[k]));
        worst(&s.motion, fmax(fabs(p->b[k]), fabs(u[k])));
    }
    if (p->largest > 0.0) s.force = fmax(s.force, s.motion / p->largest);
    s.force = s.force > 0.0 ? s.force : 1.0;
    s.motion = s.motion > 0.0 ? s.motion : 1.0;
    return s;
}

static void check_contact(const hf_problem *p, int i, const hf_pivot_options *options, const double *f, const double *a,
                          scales s, hf_pivot_conditions *out)
{
    int m = p->size[i];
    double mu = p->mu[i], force = 0.0, slip = 0.0, dot = 0.0;
    worst(&out->normal, -f[0] / s.force);
    worst(&out->normal, -a[0] / s.motion);
    worst(&out->normal, fabs(f[0] * a[0]) / (s.force * s.motion));
    for (int t = 1; t < m; t++)
    {
        force += f[t] * f[t];
        slip += a[t] * a[t];
        dot += f[t] * a[t];
    }
    force = sqrt(force);
    slip = sqrt(slip);
    if (options->friction && options->friction[i] == HF_PIVOT_DYNAMIC)
    {
        const double *v = options->slip + p->offset[i];
        double speed = m == 3 ? real_hypot(v[1], v[2]) : fabs(v[1]);
        for (int t = 1; t < m; t++)
            worst(&out->sliding, fabs(f[t] + mu * f[0] * v[t] / speed) / s.force); // f_F = -mu f_N v/|v|
        return;
    }
    worst(&out->friction, (force - mu * f[0]) / s.force);
    worst(&out->friction, slip * fabs(mu * f[0] - force) / (s.force * s.motion));
    worst(&out->direction, dot / (s.force * s.motion));
}

static void check_scalar(const hf_problem *p, int i, const double *f, const double *a, scales s,
                         hf_pivot_conditions *out)
{
    bool bilateral = p->kind[i] == HF_LAW_BILATERAL, box = p->kind[i] == HF_LAW_BOX;
    for (int t = 0; t < p->size[i]; t++)
    {
        double lo = bilateral ? -INFINITY : box ? p->lo[i] : 0.0, hi = box ? p->hi[i] : INFINITY;
        worst(&out->normal, fmax(lo - f[t], f[t] - hi) / s.force);
        worst(&out->normal, fmin(-a[t] / s.motion, (hi - f[t]) / s.force));
        worst(&out->normal, fmin(a[t] / s.motion, (f[t] - lo) / s.force));
    }
}

hf_status hf_pivot_check(const hf_problem *p, const hf_pivot_options *options, const double *r, hf_workspace *workspace,
                         hf_pivot_conditions *conditions, hf_error *error)
{
    hf_pivot_options defaults = hf_pivot_options_default();
    hf_workspace *temporary;
    if (!options) options = &defaults;
    hf_status status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    double *u = ARENA_ARRAY(workspace, double, p->dimension);
    status = u ? hf_problem_velocity(p, r, u, workspace, error) : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        hf_pivot_conditions out = {0};
        scales s = measure(p, r, u);
        for (int i = 0; i < p->block_count; i++)
            if (p->kind[i] == HF_LAW_CONTACT) check_contact(p, i, options, r + p->offset[i], u + p->offset[i], s, &out);
            else check_scalar(p, i, r + p->offset[i], u + p->offset[i], s, &out);
        out.worst = fmax(fmax(out.normal, out.friction), fmax(out.direction, out.sliding));
        *conditions = out;
    }
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}
