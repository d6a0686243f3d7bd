// See tree_front.h. The loops have fixed trip counts for chains of points, so that the compiler unrolls them.

#include "linalg/tree/tree_front.h"
#include "linalg/vector.h"

#include <assert.h>
#include <stdbool.h>

/// Eliminates the first `own` of n columns; on the diagonal 1/u is kept.
INLINED bool eliminate(int own, int n, double *F)
{
    for (int k = 0; k < own; k++)
    {
        if (!(F[k * n + k] > 0.0)) return false;
        double inverse = F[k * n + k] = 1.0 / F[k * n + k];
        for (int i = k + 1; i < n; i++)
        {
            double l = F[i * n + k] *= inverse;
            for (int j = k + 1; j < n; j++) F[i * n + j] -= l * F[k * n + j];
        }
    }
    return true;
}

/// The rest of F is added to the front above, of m columns.
INLINED void pass_on(int own, int rest, const double *F, int m, double *above)
{
    int n = own + rest;
    for (int i = 0; i < rest; i++)
        for (int j = 0; j < rest; j++) above[i * m + j] += F[(own + i) * n + own + j];
}

int tree_front_factor(int count, const tree_front *fronts, double *values)
{
    for (int k = 0; k < count; k++)
    {
        const tree_front *f = &fronts[k];
        double *F = values + f->at;
        bool chain = f->own == 3 && f->rest == 3;
        if (!(chain ? eliminate(3, 6, F) : eliminate(f->own, f->own + f->rest, F))) return k;
        if (f->above < 0) continue;
        const tree_front *above = &fronts[f->above];
        assert(f->above > k);
        int m = above->own + above->rest;
        double *to = values + above->at + (size_t)(f->place * m + f->place);
        if (chain && m == 6) pass_on(3, 3, F, 6, to);
        else pass_on(f->own, f->rest, F, m, to);
    }
    return -1;
}

INLINED void go_up(int own, int rest, const double *F, double *x, double *up)
{
    int n = own + rest;
    for (int k = 0; k < own; k++)
    {
        for (int i = k + 1; i < own; i++) x[i] -= F[i * n + k] * x[k];
        for (int i = 0; i < rest; i++) up[i] -= F[(own + i) * n + k] * x[k];
    }
}

INLINED void go_down(int own, int rest, const double *F, double *x, const double *up)
{
    int n = own + rest;
    for (int k = own - 1; k >= 0; k--)
    {
        double sum = x[k];
        for (int j = 0; j < rest; j++) sum -= F[k * n + own + j] * up[j];
        for (int j = k + 1; j < own; j++) sum -= F[k * n + j] * x[j];
        x[k] = sum * F[k * n + k];
    }
}

void tree_front_solve(int count, const tree_front *fronts, const double *values, double *x)
{
    for (int k = 0; k < count; k++)
    {
        const tree_front *f = &fronts[k];
        double *up = f->above < 0 ? NULL : x + fronts[f->above].x + f->place;
        if (f->own == 3 && f->rest == 3) go_up(3, 3, values + f->at, x + f->x, up);
        else go_up(f->own, f->rest, values + f->at, x + f->x, up);
    }
    for (int k = count - 1; k >= 0; k--)
    {
        const tree_front *f = &fronts[k];
        const double *up = f->above < 0 ? NULL : x + fronts[f->above].x + f->place;
        if (f->own == 3 && f->rest == 3) go_down(3, 3, values + f->at, x + f->x, up);
        else go_down(f->own, f->rest, values + f->at, x + f->x, up);
    }
}
