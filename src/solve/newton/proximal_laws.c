// One block of the proximal Newton method: the Alart–Curnier function, and the unknowns that its generalized Jacobian
// leaves free.
//
// With x_N = r_N - rho u_N and x_T = r_T - rho u_T (Alart and Curnier 1991; Daviet et al. 2011, section 7.1):
//     F_N = r_N - max(0, x_N),     F_T = r_T - P_disc(mu max(0, x_N))( x_T ).
// A Newton step F + F'(r, u)(δr, δu) = 0 says, by cases,
//   open    x_N <= 0             δr = -r                                          nothing free
//   stick   |x_T| <= mu x_N      δu = -u                                          all of δr free
//   slide   otherwise            δu_N = -u_N,  new r_e = mu new r_N  along e = x_T/|x_T|, and across it (3D only)
//                                δu_p + (1-g)/(g rho) δr_p = -r_p/(g rho), g = mu x_N/|x_T| δr_N and δr_p free
// so that an open contact leaves the system, a sliding one takes two unknowns (one in 2D), a sticking one three (two).
// The matrix is symmetric but for the columns of sliding contacts, where the friction r_e follows r_N.
// Where the cone is a pyramid, D a polygon in the disc's place, P(x_T) lies on one of its sides or at a vertex
// (problem/pyramid.h):
//   side    with normal n, along t   new r_n = mu ρ new r_N,  δu_N = -u_N,  δu_t = -u_t        δr_N and δr_t free
//   vertex  d                        new r_T = mu R d new r_N,  δu_N = -u_N                     δr_N free
// All of it is piecewise linear, so that Newton steps end exactly once every block has its place.
// Contacts with moments are in friction_parts_law.c.
// Frictionless contacts and unilateral blocks are the normal part alone; a box is free between its bounds, a bilateral
// block always.

#include "solve/newton/friction_parts_law.h"
#include "solve/newton/proximal.h"

#include <math.h>
#include <string.h>

/// The block leaves the system with δr = target_r - r; returns ‖r - target_r‖².
static double fixed_at(int size, const double *r, const double *target_r, block_move *move)
{
    double sum = 0.0;
    move->free = 0;
    for (int k = 0; k < size; k++)
    {
        move->fixed[k] = target_r[k] - r[k];
        sum += move->fixed[k] * move->fixed[k];
    }
    return sum;
}

/// All of δr is free, and u shall vanish; returns rho² ‖u‖².
static double all_free(int size, double rho, const double *u, block_move *move)
{
    double sum = 0.0;
    move->free = size;
    move->unit = true;
    memset(move->Z, 0, (size_t)(size * size) * sizeof *move->Z);
    for (int k = 0; k < size; k++)
    {
        move->Z[k * size + k] = 1.0;
        move->fixed[k] = 0.0;
        move->stiffness[k] = 0.0;
        move->target[k] = -u[k];
        sum += u[k] * u[k];
    }
    memcpy(move->Y, move->Z, (size_t)(size * size) * sizeof *move->Z);
    return rho * rho * sum;
}

static double slide3(double mu, double rho, const double *r, const double *u, double radius, const double *x, double t,
                     block_move *move)
{
    double e[2] = {x[0] / t, x[1] / t}, p[2] = {-e[1], e[0]};
    double g = radius / t; // 0 < g < 1
    double r_e = e[0] * r[1] + e[1] * r[2], r_p = p[0] * r[1] + p[1] * r[2];

    move->free = 2;
    const double Z[6] = {1.0, 0.0, mu * e[0], p[0], mu * e[1], p[1]}; // columns: N with its friction, across
    const double Y[6] = {1.0, 0.0, 0.0, p[0], 0.0, p[1]};
    memcpy(move->Z, Z, sizeof Z);
    memcpy(move->Y, Y, sizeof Y);
    move->fixed[0] = 0.0;
    move->fixed[1] = (mu * r[0] - r_e) * e[0];
    move->fixed[2] = (mu * r[0] - r_e) * e[1];
    move->stiffness[0] = 0.0;
    move->stiffness[1] = (1.0 - g) / (g * rho);
    move->target[0] = -u[0];
    move->target[1] = -r_p / (g * rho);

    double f_e = r_e - radius;
    return rho * rho * u[0] * u[0] + f_e * f_e + r_p * r_p;
}

static double slide2(double mu, double rho, const double *r, const double *u, double radius, double x, block_move *move)
{
    double e = x < 0.0 ? -1.0 : 1.0;
    move->free = 1;
    move->Z[0] = 1.0;
    move->Z[1] = mu * e;
    move->Y[0] = 1.0;
    move->Y[1] = 0.0;
    move->fixed[0] = 0.0;
    move->fixed[1] = mu * r[0] * e - r[1];
    move->stiffness[0] = 0.0;
    move->target[0] = -u[0];
    double f_e = r[1] - radius * e;
    return rho * rho * u[0] * u[0] + f_e * f_e;
}

/// mu = 0: the normal row alone is free, the tangential impulse goes to zero.
static double frictionless(int size, double rho, const double *r, const double *u, block_move *move)
{
    double sum = rho * rho * u[0] * u[0];
    move->free = 1;
    move->fixed[0] = 0.0;
    move->stiffness[0] = 0.0;
    move->target[0] = -u[0];
    for (int k = 0; k < size; k++)
    {
        move->Z[k] = move->Y[k] = k == 0 ? 1.0 : 0.0;
        if (k == 0) continue;
        move->fixed[k] = -r[k];
        sum += r[k] * r[k];
    }
    return sum;
}

static double pyramid_side(const friction_polygon *polygon, int side, double mu, double rho, const double *r,
                           const double *u, double radius, block_move *move)
{
    const double *n = polygon->normal + 2 * side, t[2] = {-n[1], n[0]};
    double in = mu * polygon->inradius, r_n = n[0] * r[1] + n[1] * r[2], u_t = t[0] * u[1] + t[1] * u[2];
    const double Z[6] = {1.0, 0.0, in * n[0], t[0], in * n[1], t[1]};
    const double Y[6] = {1.0, 0.0, 0.0, t[0], 0.0, t[1]};
    move->free = 2;
    memcpy(move->Z, Z, sizeof Z);
    memcpy(move->Y, Y, sizeof Y);
    move->fixed[0] = 0.0;
    move->fixed[1] = (in * r[0] - r_n) * n[0];
    move->fixed[2] = (in * r[0] - r_n) * n[1];
    move->stiffness[0] = move->stiffness[1] = 0.0;
    move->target[0] = -u[0];
    move->target[1] = -u_t;
    double f_n = r_n - polygon->inradius * radius;
    return rho * rho * (u[0] * u[0] + u_t * u_t) + f_n * f_n;
}

static double pyramid_vertex(const friction_polygon *polygon, int vertex, double mu, double rho, const double *r,
                             const double *u, double radius, block_move *move)
{
    const double *d = polygon->vertex + 2 * vertex;
    double reach = mu * polygon->reach, sum = rho * rho * u[0] * u[0];
    move->free = 1;
    move->stiffness[0] = 0.0;
    move->target[0] = -u[0];
    move->fixed[0] = 0.0;
    move->Z[0] = move->Y[0] = 1.0;
    for (int k = 1; k < 3; k++)
    {
        double f = r[k] - polygon->reach * radius * d[k - 1];
        move->Z[k] = reach * d[k - 1];
        move->Y[k] = 0.0;
        move->fixed[k] = reach * r[0] * d[k - 1] - r[k];
        sum += f * f;
    }
    return sum;
}

static double pyramid_law(const friction_polygon *polygon, double mu, double rho, const double *r, const double *u,
                          block_move *move)
{
    static const double zero[BLOCK_SIZE_MAX] = {0.0};
    double radius = mu * (r[0] - rho * u[0]), x[2] = {r[1] - rho * u[1], r[2] - rho * u[2]};
    int index;
    if (r[0] - rho * u[0] <= 0.0) return fixed_at(3, r, zero, move);
    if (radius == 0.0) return frictionless(3, rho, r, u, move);
    switch (polygon_nearest(polygon, radius, x, &index))
    {
    case POLYGON_SIDE: return pyramid_side(polygon, index, mu, rho, r, u, radius, move);
    case POLYGON_VERTEX: return pyramid_vertex(polygon, index, mu, rho, r, u, radius, move);
    default: return all_free(3, rho, u, move);
    }
}

static double contact_law(int d, double mu, double rho, const double *r, const double *u, block_move *move)
{
    static const double zero[BLOCK_SIZE_MAX] = {0.0};
    double normal = r[0] - rho * u[0];
    if (normal <= 0.0) return fixed_at(d, r, zero, move);
    double radius = mu * normal;
    if (radius == 0.0) return frictionless(d, rho, r, u, move);

    double x[2] = {r[1] - rho * u[1], d == 3 ? r[2] - rho * u[2] : 0.0};
    double t = sqrt(x[0] * x[0] + x[1] * x[1]);
    if (t <= radius) return all_free(d, rho, u, move);
    if (d == 3) return slide3(mu, rho, r, u, radius, x, t, move);
    return slide2(mu, rho, r, u, radius, x[0], move);
}

double proximal_law(const hf_problem *p, int i, double rho, const double *r, const double *u, block_move *move)
{
    move->unit = false;
    switch (p->kind[i])
    {
    case HF_LAW_CONTACT:
        if (problem_friction_parts(p, i)) return friction_parts_law(&p->parts[i], rho, r, u, move);
        if (p->polygon && p->size[i] == 3) return pyramid_law(p->polygon, p->mu[i], rho, r, u, move);
        return contact_law(p->size[i], p->mu[i], rho, r, u, move);
    case HF_LAW_UNILATERAL:
    {
        double zero = 0.0;
        return r[0] - rho * u[0] <= 0.0 ? fixed_at(1, r, &zero, move) : all_free(1, rho, u, move);
    }
    case HF_LAW_BOX:
    {
        double x = r[0] - rho * u[0];
        if (x <= p->lo[i]) return fixed_at(1, r, &p->lo[i], move);
        if (x >= p->hi[i]) return fixed_at(1, r, &p->hi[i], move);
        return all_free(1, rho, u, move);
    }
    default: return all_free(p->size[i], rho, u, move);
    }
}

// ---- how far a drift goes ----

/// The least t > 0 at which r + t d leaves K_mu, for r inside; infinite if it never does.
static double reach_of_cone(int size, double mu, const double *r, const double *d)
{
    double a = -mu * mu * d[0] * d[0], b = -mu * mu * r[0] * d[0], c = -mu * mu * r[0] * r[0];
    for (int k = 1; k < size; k++) // |r_T + t d_T|² = mu² (r_N + t d_N)²:  a t² + 2 b t + c = 0,  c <= 0
    {
        a += d[k] * d[k];
        b += r[k] * d[k];
        c += r[k] * r[k];
    }
    double root = b * b - a * c;
    if (root < 0.0) return INFINITY;
    double divisor = b + sqrt(root);
    return divisor > 0.0 ? fmax(-c, 0.0) / divisor : INFINITY;
}

/// Reach of a contact with moments: the first part that slides.
static double reach_of_parts(const friction_parts *parts, const double *r, const double *d)
{
    double least = INFINITY;
    for (int i = 0; i < parts->count; i++)
    {
        int first = part_begin[i], size = part_begin[i + 1] - first + 1;
        const double x[3] = {r[0], r[first], r[first + size - 2]}, y[3] = {d[0], d[first], d[first + size - 2]};
        least = fmin(least, reach_of_cone(size, parts->mu[i], x, y));
    }
    return least;
}

/// Reach of a pyramid: the first face that is passed.
static double reach_of_pyramid(const friction_polygon *polygon, double mu, const double *r, const double *d)
{
    double least = INFINITY, in = mu * polygon->inradius;
    for (int k = 0; k < polygon->sides; k++)
    {
        const double *n = polygon->normal + 2 * k;
        double room = in * r[0] - n[0] * r[1] - n[1] * r[2], rate = n[0] * d[1] + n[1] * d[2] - in * d[0];
        if (rate > 0.0) least = fmin(least, fmax(room, 0.0) / rate);
    }
    return least;
}

/// The least t > 0 at which r + t d passes `bound`.
static double reach_of_bound(double r, double d, double bound)
{
    double t = (bound - r) / d;
    return d != 0.0 && t > 0.0 ? t : INFINITY;
}

double proximal_reach(const hf_problem *p, const block_move *moves, const double *r, const double *d)
{
    double least = INFINITY;
    for (int i = 0; i < p->block_count; i++)
    {
        const double *r_i = r + p->offset[i], *d_i = d + p->offset[i];
        if (moves[i].free == 0 || p->kind[i] == HF_LAW_BILATERAL) continue;
        if (p->kind[i] == HF_LAW_BOX)
        {
            least = fmin(least, fmin(reach_of_bound(*r_i, *d_i, p->lo[i]), reach_of_bound(*r_i, *d_i, p->hi[i])));
            continue;
        }
        least = fmin(least, reach_of_bound(*r_i, *d_i, 0.0));
        if (p->kind[i] != HF_LAW_CONTACT || moves[i].free != p->size[i] || !(p->mu[i] > 0.0)) continue;
        if (problem_friction_parts(p, i))
        {
            least = fmin(least, reach_of_parts(&p->parts[i], r_i, d_i));
            continue;
        }
        bool pyramid = p->polygon && p->size[i] == 3;
        least = fmin(least, pyramid ? reach_of_pyramid(p->polygon, p->mu[i], r_i, d_i)
                                    : reach_of_cone(p->size[i], p->mu[i], r_i, d_i));
    }
    return least;
}
