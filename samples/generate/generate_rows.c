#include "samples/generate/generate_rows.h"

#include "base/elementary.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROWS_MAX = 6
};

bool body_rows_create(body_rows *rows, int dimension, int body_count, int block_capacity)
{
    size_t n = (size_t)block_capacity, dof = dimension == 3 ? 6 : 3;
    *rows = (body_rows){
        .dimension = dimension, .dof = (int)dof, .body_count = body_count, .block_capacity = block_capacity};
    rows->bodies = MEMORY_ARRAY(body, (size_t)body_count);
    rows->size = MEMORY_ARRAY(int, n);
    rows->kind = MEMORY_ARRAY(hf_law_kind, n);
    rows->mu = MEMORY_ARRAY(double, n);
    rows->lo = MEMORY_ARRAY(double, n);
    rows->hi = MEMORY_ARRAY(double, n);
    rows->coefficients = MEMORY_ARRAY(hf_friction_coefficients, n);
    rows->begin = MEMORY_ARRAY(size_t, n + 1);
    rows->dofs = MEMORY_ARRAY(int, n * 2 * dof);
    rows->H = MEMORY_ARRAY(double, n * 2 * dof * ROWS_MAX);
    rows->G = MEMORY_ARRAY(double, n * 2 * dof * ROWS_MAX);
    return rows->bodies && rows->size && rows->kind && rows->mu && rows->coefficients && rows->lo && rows->hi &&
           rows->begin && rows->dofs && rows->H && rows->G;
}

void body_rows_free(body_rows *rows)
{
    free(rows->bodies);
    free(rows->size);
    free(rows->kind);
    free(rows->mu);
    free(rows->lo);
    free(rows->hi);
    free(rows->coefficients);
    free(rows->begin);
    free(rows->dofs);
    free(rows->H);
    free(rows->G);
}

void body_rows_masses(body_rows *rows, random_state *random, double spread, double unsymmetric, double radius)
{
    const double ball = 0.4, disk = 0.5; // I / (m radius²)
    for (int k = 0; k < rows->body_count; k++)
    {
        body *x = &rows->bodies[k];
        x->mass = real_exp(-real_log(spread) * random_unit(random));
        x->inertia = (rows->dimension == 3 ? ball : disk) * x->mass * radius * radius;
        double s[3];
        for (int c = 0; c < 3; c++) s[c] = random_normal(random);
        double length = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
        for (int c = 0; c < 3; c++) x->skew[c] = unsymmetric * s[c] / length;
        if (rows->dimension == 2) x->skew[0] = copysign(unsymmetric, s[0]);
    }
}

void contact_frame(int dimension, const double *normal, double *frame)
{
    if (dimension == 2)
    {
        double rows[4] = {normal[0], normal[1], -normal[1], normal[0]};
        memcpy(frame, rows, sizeof rows);
        return;
    }
    int least = 0; // the axis that is farthest from the normal
    for (int k = 1; k < 3; k++)
        if (fabs(normal[k]) < fabs(normal[least])) least = k;
    double axis[3] = {least == 0, least == 1, least == 2};
    double t[3] = {normal[1] * axis[2] - normal[2] * axis[1], normal[2] * axis[0] - normal[0] * axis[2],
                   normal[0] * axis[1] - normal[1] * axis[0]};
    double length = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    for (int k = 0; k < 3; k++) t[k] /= length;
    double s[3] = {normal[1] * t[2] - normal[2] * t[1], normal[2] * t[0] - normal[0] * t[2],
                   normal[0] * t[1] - normal[1] * t[0]};
    memcpy(frame, normal, sizeof t);
    memcpy(frame + 3, t, sizeof t);
    memcpy(frame + 6, s, sizeof s);
}

void point_rows(int dimension, int count, const double *directions, const double *arm, double sign, double *J)
{
    for (int row = 0; row < count; row++)
    {
        const double *e = directions + row * dimension;
        if (dimension == 2) // e · (v + ω J a) = e · v + ω (a × e)
        {
            double line[3] = {sign * e[0], sign * e[1], sign * (arm[0] * e[1] - arm[1] * e[0])};
            memcpy(J + 3 * row, line, sizeof line);
            continue;
        }
        double line[6] = {sign * e[0], // e · (v + ω × a) = e · v + ω · (a × e)
                          sign * e[1],
                          sign * e[2],
                          sign * (arm[1] * e[2] - arm[2] * e[1]),
                          sign * (arm[2] * e[0] - arm[0] * e[2]),
                          sign * (arm[0] * e[1] - arm[1] * e[0])};
        memcpy(J + 6 * row, line, sizeof line);
    }
}

void turning_rows(int count, const double *directions, double sign, double *J)
{
    for (int row = 0; row < count; row++) // e · ω
    {
        const double *e = directions + 3 * row;
        double line[6] = {0.0, 0.0, 0.0, sign * e[0], sign * e[1], sign * e[2]};
        memcpy(J + 6 * row, line, sizeof line);
    }
}

/// g = h M⁻ᵀ for one row h of one body.
static void apply_inverse(const body_rows *rows, const body *x, const double *h, double *g)
{
    double m = 1.0 / x->mass, w = 1.0 / x->inertia;
    if (rows->dimension == 2)
    {
        g[0] = m * (h[0] - x->skew[0] * h[1]);
        g[1] = m * (h[1] + x->skew[0] * h[0]);
        g[2] = w * h[2];
        return;
    }
    const double *s = x->skew, *a = h + 3;
    for (int k = 0; k < 3; k++) g[k] = m * h[k];
    g[3] = w * (a[0] - (a[1] * s[2] - a[2] * s[1])); // a (1 - γ [s]×) = a - γ a × s
    g[4] = w * (a[1] - (a[2] * s[0] - a[0] * s[2]));
    g[5] = w * (a[2] - (a[0] * s[1] - a[1] * s[0]));
}

void body_rows_add(body_rows *rows, hf_law_kind kind, int size, int a, const double *J_a, int b, const double *J_b)
{
    if (a > b) // degrees of freedom ascend; the ground comes first and has none
    {
        body_rows_add(rows, kind, size, b, J_b, a, J_a);
        return;
    }
    int who[2] = {a, b}, i = rows->block_count++, d = rows->dof;
    const double *J[2] = {J_a, J_b};
    size_t entries = rows->begin[i], width = (size_t)((a != GROUND) + (b != GROUND)) * (size_t)d;
    double *H = rows->H + rows->value_count, *G = rows->G + rows->value_count;
    size_t column = 0;
    for (int side = 0; side < 2; side++)
    {
        if (who[side] == GROUND) continue;
        for (int k = 0; k < d; k++) rows->dofs[entries++] = who[side] * d + k;
        for (int row = 0; row < size; row++)
        {
            memcpy(H + (size_t)row * width + column, J[side] + row * d, (size_t)d * sizeof *H);
            apply_inverse(rows, &rows->bodies[who[side]], J[side] + row * d, G + (size_t)row * width + column);
        }
        column += (size_t)d;
    }
    rows->size[i] = size;
    rows->kind[i] = kind;
    rows->begin[i + 1] = entries;
    rows->value_count += (size_t)size * width;
}

int body_rows_dimension(const body_rows *rows)
{
    int sum = 0;
    for (int i = 0; i < rows->block_count; i++) sum += rows->size[i];
    return sum;
}

void body_rows_velocity(const body_rows *rows, const double *v, double *out)
{
    const double *H = rows->H;
    for (int i = 0; i < rows->block_count; i++)
        for (int row = 0; row < rows->size[i]; row++, out++)
            for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) *out += *H++ * v[rows->dofs[k]];
}

void body_rows_impulse(const body_rows *rows, const double *r, double *v)
{
    const double *G = rows->G;
    for (int i = 0; i < rows->block_count; i++)
        for (int row = 0; row < rows->size[i]; row++, r++)
            for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) v[rows->dofs[k]] += *G++ * *r;
}

hf_status body_rows_problem(const body_rows *rows, const double *b, bool factored, hf_problem **problem,
                            hf_error *error)
{
    hf_laws laws = {.block_count = rows->block_count,
                    .size = rows->size,
                    .kind = rows->kind,
                    .mu = rows->mu,
                    .lo = rows->lo,
                    .hi = rows->hi,
                    .b = b,
                    .coefficients = rows->parts ? rows->coefficients : NULL};
    hf_factored_rows view = {
        .dof_count = rows->body_count * rows->dof, .begin = rows->begin, .dof = rows->dofs, .H = rows->H, .G = rows->G};
    hf_problem *whole;
    hf_status status = hf_problem_create_factored(&laws, &view, &whole, error);
    if (status != HF_STATUS_OK || factored)
    {
        *problem = whole;
        return status;
    }
    status = hf_problem_assemble(whole, problem, error);
    hf_problem_destroy(whole);
    return status;
}
