// A contact with moments in one Newton step. With x = r - rho u and the radii mu_i max(0, x_N) of its parts
// (problem/friction_parts.c), the function
//     F_N = r_N - max(0, x_N),     F_i = r_i - P_{disc(mu_i max(0, x_N))}( x_i )
// vanishes exactly where the law holds, for the reason that it does with one part: x_N > 0 gives u_N = 0, x_N <= 0
// gives r = 0, and P says that r_i is in its disc and opposes u_i. A step F + F' (δr, δu) = 0 then is, by cases,
//     open     x_N <= 0                      δr = -r
//     closed   otherwise                     δu_N = -u_N, and for each part
//              stick  |x_i| <= mu_i x_N      δu_i = -u_i,  δr_i free
//              slide  1 row                  new r_i = mu_i e new r_N,  e = ±1
//                     2 rows                 the same along e = x_i/|x_i|, and across it δu_p + (1-g)/(g rho) δr_p =
//                                            -r_p/(g rho), g = mu_i x_N/|x_i|
//              none   mu_i = 0               new r_i = 0
// The normal's column of Z carries the friction of all parts that slide: Z_N = e_N + Σ mu_i e_i. YᵀZ = 1, as
// block_move.h asks for.

#include "solve/newton/friction_parts_law.h"

#include <math.h>
#include <string.h>

/// Columns while they are found, row by row.
typedef struct columns
{
    int count;
    double Z[BLOCK_SIZE_MAX][BLOCK_SIZE_MAX], Y[BLOCK_SIZE_MAX][BLOCK_SIZE_MAX];
} columns;

/// A new unknown; its index.
static int add_column(columns *c, block_move *move, double stiffness, double target)
{
    move->stiffness[c->count] = stiffness;
    move->target[c->count] = target;
    return c->count++;
}

static double stick(int first, int end, double rho, const double *u, columns *c, block_move *move)
{
    double sum = 0.0;
    for (int k = first; k < end; k++)
    {
        int column = add_column(c, move, 0.0, -u[k]);
        c->Z[k][column] = c->Y[k][column] = 1.0;
        move->fixed[k] = 0.0;
        sum += rho * rho * u[k] * u[k];
    }
    return sum;
}

static double slide1(int k, double mu, double radius, const double *r, double x, columns *c, block_move *move)
{
    double e = x < 0.0 ? -1.0 : 1.0, f = r[k] - radius * e;
    c->Z[k][0] = mu * e;
    move->fixed[k] = mu * r[0] * e - r[k];
    return f * f;
}

static double slide2(int k, double mu, double radius, double rho, const double *r, const double *x, double t,
                     columns *c, block_move *move)
{
    double e[2] = {x[0] / t, x[1] / t}, p[2] = {-e[1], e[0]}, g = radius / t;
    double r_e = e[0] * r[k] + e[1] * r[k + 1], r_p = p[0] * r[k] + p[1] * r[k + 1], f = r_e - radius;
    int column = add_column(c, move, (1.0 - g) / (g * rho), -r_p / (g * rho));
    for (int j = 0; j < 2; j++)
    {
        c->Z[k + j][0] = mu * e[j];
        c->Z[k + j][column] = c->Y[k + j][column] = p[j];
        move->fixed[k + j] = (mu * r[0] - r_e) * e[j];
    }
    return f * f + r_p * r_p;
}

static double without(int first, int end, const double *r, block_move *move)
{
    double sum = 0.0;
    for (int k = first; k < end; k++)
    {
        move->fixed[k] = -r[k];
        sum += r[k] * r[k];
    }
    return sum;
}

static void pack(int size, const columns *c, block_move *move)
{
    move->free = c->count;
    move->unit = c->count == size; // every part sticks
    for (int k = 0; k < size; k++)
    {
        memcpy(move->Z + k * c->count, c->Z[k], (size_t)c->count * sizeof(double));
        memcpy(move->Y + k * c->count, c->Y[k], (size_t)c->count * sizeof(double));
    }
}

double friction_parts_law(const friction_parts *parts, double rho, const double *r, const double *u, block_move *move)
{
    int size = friction_parts_size(parts);
    double normal = r[0] - rho * u[0], sum = rho * rho * u[0] * u[0];
    move->unit = false;
    move->free = 0;
    if (normal <= 0.0) return without(0, size, r, move);
    columns c = {0};
    c.Z[0][0] = c.Y[0][0] = 1.0;
    move->fixed[0] = 0.0;
    add_column(&c, move, 0.0, -u[0]);
    for (int i = 0; i < parts->count; i++)
    {
        int first = part_begin[i], end = part_begin[i + 1];
        double mu = parts->mu[i], radius = mu * normal, x[2] = {r[first] - rho * u[first]};
        if (end - first == 2) x[1] = r[first + 1] - rho * u[first + 1];
        double t = sqrt(x[0] * x[0] + x[1] * x[1]);
        if (radius == 0.0) sum += without(first, end, r, move);
        else if (t <= radius) sum += stick(first, end, rho, u, &c, move);
        else if (end - first == 1) sum += slide1(first, mu, radius, r, x[0], &c, move);
        else sum += slide2(first, mu, radius, rho, r, x, t, &c, move);
    }
    pack(size, &c, move);
    return sum;
}
