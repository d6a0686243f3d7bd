// Points of rods, and Newton's rounds on their banded systems (rounds.h).

#include "bodies/fibre/rounds.h"

#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Sum of displacements between two rounds, by the length of the rod, that ends them.
static const double ENOUGH = 1e-9;

rounds_pace rounds_begin(const fibre *f, const fibre_motion *m, double good)
{
    return (rounds_pace){.enough = ENOUGH * f->length / m->h, .good = good};
}

bool rounds_ended(rounds_pace *pace, int round, double change)
{
    pace->fresh = round == 0 || change < pace->good * pace->before;
    pace->before = change;
    return change <= pace->enough;
}

void rounds_destroy(fibre *f)
{
    free(f->own);
    f->own = NULL;
}

fibre_root rounds_root(const fibre_motion *m, double share)
{
    fibre_root root = m->root;
    double dt = (share - (1 - m->theta)) * m->h;
    root.x = v3_add_scaled(root.x, dt, root.v);
    root.q = quat_integrate(root.q, root.w, dt);
    return root;
}

static vec3 drag_force(const double c[2], vec3 t, vec3 u)
{
    vec3 along = v3_scale(v3_dot(t, u), t);
    return v3_negate(v3_add(v3_scale(c[0], v3_sub(u, along)), v3_scale(c[1], along)));
}

void rounds_subtract_loads(const fibre *f, rounds_place place, rounds_bar_of bar, const void *shape,
                           const fibre_motion *m, const double *w, double *R)
{
    // half of the drag of an element on one of its points, across and along [N s/m]
    const double c[2] = {0.5 * f->drag[0] * rounds_length(f), 0.5 * f->drag[1] * rounds_length(f)};
    for (int i = 0; i <= f->element_count; i++)
        rounds_add(R, place(f, i), -m->h * rounds_mass(f, i) * f->gravity_scale, m->gravity);
    for (int i = 0; i < f->element_count && (c[0] > 0 || c[1] > 0 || m->wrench); i++)
    {
        const int at[2] = {place(f, i), place(f, i + 1)};
        rounds_bar b = bar(shape, i);
        for (int k = 0; k < 2 && (c[0] > 0 || c[1] > 0); k++)
            if (at[k] >= 0) rounds_add(R, at[k], -m->h, drag_force(c, b.t, v3_sub(v3_load(w + at[k]), m->wind)));
        if (!m->wrench) continue;
        vec3 F = v3_load(m->wrench[i]), turn = v3_scale(1 / b.length, v3_cross(v3_load(m->wrench[i] + 3), b.t));
        rounds_add(R, at[0], -m->h, v3_sub(v3_scale(0.5, F), turn));
        rounds_add(R, at[1], -m->h, v3_add(v3_scale(0.5, F), turn));
    }
    if (m->force)
        for (int k = 0; k < f->v_count; k++) R[k] -= m->h * m->force[k];
}

void rounds_energy(const fibre *f, rounds_place place, const vec3 *x, const fibre_root *root, const double *v,
                   vec3 gravity, double *twice, double *height)
{
    *twice = *height = 0;
    for (int i = 0; i <= f->element_count; i++)
    {
        int at = place(f, i);
        *twice += rounds_mass(f, i) * v3_norm2(at < 0 ? root->v : v3_load(v + at));
        *height -= rounds_mass(f, i) * f->gravity_scale * v3_dot(gravity, x[i]);
    }
}

void rounds_masses(const fibre *f, rounds_place place, double *M)
{
    size_t count = (size_t)f->v_count;
    memset(M, 0, sizeof(double) * count * count);
    for (int i = 0; i <= f->element_count; i++)
    {
        int at = place(f, i);
        for (int k = 0; k < 3 && at >= 0; k++) M[(size_t)(at + k) * (count + 1)] = rounds_mass(f, i);
    }
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

double rounds_power(const banded *A, const double *d, const double *v)
{
    double sum = 0;
    for (int j = 0; j < A->n; j++)
    {
        const double *column = banded_at(A, j, j);
        double x = d[j], y = v[j];
        for (int k = 1; k <= A->width && j + k < A->n; k++)
        {
            x += column[k] * d[j + k];
            y += column[k] * v[j + k];
        }
        sum += column[0] * x * y;
    }
    return sum;
}

int rounds_entries(const banded *A, int *i, int *j, double *value)
{
    int count = 0;
    for (int row = 0; row < A->n; row++)
        for (int column = row < A->width ? 0 : row - A->width; column <= row; column++) // Σ_k L_ik D_k L_jk
        {
            double sum = 0;
            for (int k = row < A->width ? 0 : row - A->width; k <= column; k++)
                sum += (k < row ? *banded_at(A, row, k) : 1) * *banded_at(A, k, k) *
                       (k < column ? *banded_at(A, column, k) : 1);
            if (sum == 0) continue;
            i[count] = row;
            j[count] = column;
            value[count++] = sum;
        }
    return count;
}

void rounds_respond(const fibre *f, const banded *A, const double *z, double *dv)
{
    memmove(dv, z, sizeof(double) * (size_t)f->v_count);
    banded_backward(A, dv);
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

/// h, g ◄ the rows of room, and D⁻¹ of them.
INLINED void take_halves(const banded *L, int rows, double (*room)[LANES], double *h, double *g, size_t apart)
{
    for (int k = 0; k < L->n; k++)
    {
        lanes y = *(const lanes *)room[k], z = y / *banded_at(L, k, k);
        for (int r = 0; r < rows; r++) h[(size_t)r * apart + (size_t)k] = y[r], g[(size_t)r * apart + (size_t)k] = z[r];
    }
}

/// Of three rows, as points and turns have.
WIDE static void take_three_wide(const banded *L, double (*room)[LANES], double *h, double *g, size_t apart)
{
    take_halves(L, 3, room, h, g, apart);
}

void rounds_halves(const banded *A, int first, int count, int rows, const double *H, double (*room)[4], double *h,
                   double *g, size_t apart)
{
    const int all = A->n - first;
    banded tail = {.n = all, .width = A->width, .values = A->values + banded_size(first, A->width)};
    memset(room, 0, sizeof *room * (size_t)all);
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < count; k++) room[k][r] = H[r * count + k];
    banded_forward_four(&tail, room);
    if (rows == 3 && wide_runs()) take_three_wide(&tail, room, h, g, apart);
    else take_halves(&tail, rows, room, h, g, apart);
}
