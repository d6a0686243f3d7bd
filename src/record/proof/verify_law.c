#include "record/proof/verify.h"

#include "base/elementary.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/// ‖part‖ as a share of the ellipse with the semi-axes mu, times the larger of these; an axis of 0 allows nothing.
static double size_in(int count, const double *part, const double *mu)
{
    double top = count > 1 ? fmax(mu[0], mu[1]) : mu[0], sum = 0.0;
    for (int k = 0; k < count; k++)
    {
        double x = mu[k] == 0.0 ? part[k] : part[k] * top / mu[k];
        sum += x * x;
    }
    return sqrt(sum);
}

static double length_by(int count, const double *slip, const double *mu)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += slip[k] * mu[k] * slip[k] * mu[k];
    return sqrt(sum);
}

/// Of a pyramid: the size of r_T by its sides, and the largest -d · u_T of its vertices.
static void measure_polygon(const verify_model *m, const double *part, const double *slip, double *size,
                            double *support)
{
    double inside = m->outer ? 1.0 : real_cos(PI / m->sides), reach = m->outer ? 1.0 / real_cos(PI / m->sides) : 1.0;
    *size = *support = -INFINITY;
    for (int k = 0; k < m->sides; k++)
    {
        double s, c, ns, nc;
        real_sin_cos(m->direction + 2.0 * PI * k / m->sides, &s, &c);
        real_sin_cos(m->direction + 2.0 * PI * (k + 0.5) / m->sides, &ns, &nc);
        *support = fmax(*support, -reach * (slip[0] * c + slip[1] * s));
        *size = fmax(*size, (part[0] * nc + part[1] * ns) / inside);
    }
}

verify_measures verify_law_measure(const verify_model *m, const verify_law *law, int rows, const double *r,
                                   const double *u)
{
    static const struct
    {
        int rows, at, mu;
    } parts[] = {{2, 1, 0}, {4, 3, 2}, {6, 4, 3}};
    verify_measures out = {.approach = fmax(0.0, -u[0]), .outside = fmax(0.0, -r[0]), .wrong = fabs(r[0] * u[0])};
    for (int k = 0; k < 3 && rows >= parts[k].rows; k++)
    {
        const double *part = r + parts[k].at, *slip = u + parts[k].at, *mu = law->mu + parts[k].mu;
        int count = k == 1 || rows == 2 ? 1 : 2;
        double top = count > 1 ? fmax(mu[0], mu[1]) : mu[0], size, support;
        if (k == 0 && count == 2 && m->sides > 0)
        {
            measure_polygon(m, part, slip, &size, &support);
            support *= mu[0];
        }
        else
        {
            size = size_in(count, part, mu);
            support = length_by(count, slip, mu);
        }
        out.outside = fmax(out.outside, size - top * r[0]);
        out.wrong += r[0] * support;
        for (int j = 0; j < count; j++) out.wrong += part[j] * slip[j];
        for (int j = 0; j < count; j++) out.most += mu[j];
    }
    out.wrong = fabs(out.wrong);
    return out;
}
