#include "linalg/cone_scaling.h"

#include <math.h>

static const double EDGE = 1e-15; // of x_0²: how near to the edge rounding lets a point be told from it

static double rest_norm(int d, const double *x)
{
    double sum = 0.0;
    for (int k = 1; k < d; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/// √(x_0² - ‖x_rest‖²), without the cancellation.
static double root_determinant(int d, const double *x)
{
    double t = rest_norm(d, x);
    return sqrt(fmax((x[0] - t) * (x[0] + t), EDGE * x[0] * x[0]));
}

/// The columns of Q: (1, e)/√2 and (1, -e)/√2 for the direction e of w_rest, and across it.
static void find_axes(int d, const double *w, double t, double *Q)
{
    const double half = sqrt(0.5);
    double e[2] = {1.0, 0.0};
    for (int k = 1; k < d && t > 0.0; k++) e[k - 1] = w[k] / t;
    for (int k = 0; k < d; k++)
    {
        Q[k * d] = half * (k == 0 ? 1.0 : e[k - 1]);
        Q[k * d + 1] = half * (k == 0 ? 1.0 : -e[k - 1]);
    }
    if (d < 3) return;
    Q[2] = 0.0;
    Q[5] = -e[1];
    Q[8] = e[0];
}

void cone_scale(int d, const double *r, const double *y, cone_scaling *s)
{
    if (d == 1)
    {
        s->Q[0] = 1.0;
        s->root[0] = sqrt(y[0] / r[0]);
        s->lambda[0] = sqrt(y[0]) * sqrt(r[0]);
        return;
    }
    double size_r = root_determinant(d, r), size_y = root_determinant(d, y), dot = 0.0, w[CONE_DIM_MAX];
    for (int k = 0; k < d; k++) dot += r[k] / size_r * (y[k] / size_y);
    double gamma = sqrt(0.5 * (1.0 + dot)), eta = sqrt(size_y / size_r);
    for (int k = 0; k < d; k++) w[k] = (y[k] / size_y + (k == 0 ? r[k] : -r[k]) / size_r) / (2.0 * gamma);
    double t = rest_norm(d, w);
    find_axes(d, w, t, s->Q);
    s->root[0] = eta * (w[0] + t);
    s->root[1] = eta / (w[0] + t); // w_0² - t² = 1
    s->root[2] = eta;
    cone_apply(d, s, 1, r, s->lambda);
}

void cone_apply(int d, const cone_scaling *s, int power, const double *x, double *out)
{
    double c[CONE_DIM_MAX];
    for (int k = 0; k < d; k++)
    {
        double sum = 0.0, factor = power < 0 ? 1.0 / s->root[k] : s->root[k];
        for (int a = 0; a < d; a++) sum += s->Q[a * d + k] * x[a];
        c[k] = sum * (power == 2 ? factor * factor : factor);
    }
    for (int a = 0; a < d; a++)
    {
        double sum = 0.0;
        for (int k = 0; k < d; k++) sum += s->Q[a * d + k] * c[k];
        out[a] = sum;
    }
}

void cone_product(int d, const double *x, const double *y, double *out)
{
    double dot = 0.0;
    for (int k = 0; k < d; k++) dot += x[k] * y[k];
    for (int k = 1; k < d; k++) out[k] = x[0] * y[k] + y[0] * x[k];
    out[0] = dot;
}

void cone_divide(int d, const double *lambda, const double *x, double *out)
{
    double size = root_determinant(d, lambda), dot = lambda[0] * x[0];
    for (int k = 1; k < d; k++) dot -= lambda[k] * x[k];
    double first = dot / (size * size);
    for (int k = 1; k < d; k++) out[k] = (x[k] - first * lambda[k]) / lambda[0];
    out[0] = first;
}

double cone_reach(int d, const double *x, const double *dx)
{
    // |x_rest + t dx_rest|² = (x_0 + t dx_0)²:  a t² + 2 b t + c = 0 with c <= 0
    double t = rest_norm(d, x), a = -dx[0] * dx[0], b = -x[0] * dx[0], c = -(x[0] - t) * (x[0] + t);
    for (int k = 1; k < d; k++)
    {
        a += dx[k] * dx[k];
        b += x[k] * dx[k];
    }
    double discriminant = b * b - a * c;
    if (d == 1) return dx[0] < 0.0 ? -x[0] / dx[0] : INFINITY;
    if (discriminant < 0.0) return INFINITY;
    double divisor = b + sqrt(discriminant);
    return divisor > 0.0 ? fmax(-c, 0.0) / divisor : INFINITY;
}
