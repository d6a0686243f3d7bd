// Newton's rounds of rods on banded systems (rounds.h).

#include "bodies/fibre/rounds.h"

#include <math.h>
#include <string.h>

fibre_root rounds_root(const fibre_motion *m, double share)
{
    fibre_root root = m->root;
    double dt = (share - (1 - m->theta)) * m->h;
    root.x = v3_add_scaled(root.x, dt, root.v);
    root.q = quat_integrate(root.q, root.w, dt);
    return root;
}

double rounds_take(const fibre *f, const banded *A, rounds_place place, double *rhs, double *w, fibre_motion *m)
{
    double change = 0;
    banded_solve(A, rhs);
    for (int k = 0; k < f->v_count; k++)
    {
        m->v_free[k] = w[k] - rhs[k];
        double next = m->v_free[k] + (m->expected ? m->expected[k] : 0);
        rhs[k] = next - w[k];
        w[k] = next;
    }
    for (int i = 0; i <= f->element_count; i++)
    {
        int at = place(f, i);
        for (int k = 0; k < 3 && at >= 0; k++) change += fabs(rhs[at + k]); // a sum: not a number counts
    }
    return change;
}

bool rounds_give_up(const fibre *f, fibre_motion *m, int round)
{
    memcpy(m->v_free, m->v, sizeof(double) * (size_t)f->v_count);
    m->drive = 0;
    return round > 0;
}

double rounds_drive(const banded *A, const double *d)
{
    double sum = 0;
    for (int j = 0; j < A->n; j++)
    {
        const double *column = banded_at(A, j, j);
        double y = d[j];
        for (int k = 1; k <= A->width && j + k < A->n; k++) y += column[k] * d[j + k];
        sum += column[0] * y * y;
    }
    return sum;
}

void rounds_half(const banded *A, const int *first, int *count, const double *H, double *h, double *g)
{
    int from = *first, given = *count, all = A->n - from;
    banded tail = {.n = all, .width = A->width, .values = A->values + banded_size(from, A->width)};
    memmove(h, H, sizeof(double) * (size_t)given);
    memset(h + given, 0, sizeof(double) * (size_t)(all - given));
    banded_forward(&tail, 0, h);
    memcpy(g, h, sizeof(double) * (size_t)all);
    banded_divide(&tail, 0, g);
    *count = all;
}
