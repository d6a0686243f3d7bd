// Kirchhoff's equations of a rod that hangs from a clamp under its weight, solved apart from the library, by shooting.
//
// With the force n(s) = w (L - s) ĝ of what hangs below, m' = -t × n, m(L) = 0, and the frame turns by u = ū + Rᵀm/(B,
// B, C): the three components of m(0)
// are found by Newton's method such that m(L) = 0, from light to heavy. Units: L = B = 1, Γ the weight.
//
// A planar rest (ū along d1) is at a static bifurcation out of its plane where the part of ∂m(L)/∂m(0) across its axis
// is singular: where the determinant of that 2 × 2 matrix is zero. Planar and three-dimensional shapes of a hanging
// curly hair, and the boundary between them, are the subject of Miller, Lazarus, Audoly and Reis 2014 ("Shapes of a
// suspended curly hair", Phys. Rev. Lett. 112, 068103); bend_twist.h finds it by another road.

#ifndef HF_TEST_KIRCHHOFF_H
#define HF_TEST_KIRCHHOFF_H

#include "linalg/quat.h"

#include <math.h>
#include <stdbool.h>

typedef struct kirchhoff
{
    /// Weight, natural strains, B/C, direction of gravity and frame of the clamp.
    double gamma;
    vec3 natural;
    double ratio;
    vec3 down;
    quat clamp;

    /// Steps of Runge and Kutta.
    int steps;
} kirchhoff;

typedef struct kirchhoff_state
{
    vec3 x, m;
    quat q;
} kirchhoff_state;

static inline kirchhoff_state kirchhoff_rate(const kirchhoff *k, double s, const kirchhoff_state *y)
{
    vec3 body = quat_rotate_back(y->q, y->m), t = quat_rotate(y->q, v3(0, 0, 1));
    vec3 u = v3_add(k->natural, v3(body.x, body.y, k->ratio * body.z));
    quat spin = quat_multiply(y->q, (quat){0, 0.5 * u.x, 0.5 * u.y, 0.5 * u.z});
    return (kirchhoff_state){.x = t, .m = v3_cross(v3_scale(k->gamma * (1 - s), k->down), t), .q = spin};
}

static inline kirchhoff_state kirchhoff_add(const kirchhoff_state *y, double h, const kirchhoff_state *r)
{
    return (kirchhoff_state){.x = v3_add_scaled(y->x, h, r->x),
                             .m = v3_add_scaled(y->m, h, r->m),
                             .q = {y->q.w + h * r->q.w, y->q.x + h * r->q.x, y->q.y + h * r->q.y, y->q.z + h * r->q.z}};
}

/// The end of the rod that begins with the moment m0.
static inline kirchhoff_state kirchhoff_shoot(const kirchhoff *k, vec3 m0)
{
    kirchhoff_state y = {.m = m0, .q = k->clamp};
    const double h = 1.0 / k->steps;
    for (int i = 0; i < k->steps; i++)
    {
        double s = i * h;
        kirchhoff_state a = kirchhoff_rate(k, s, &y), b, c, d, at = kirchhoff_add(&y, 0.5 * h, &a);
        b = kirchhoff_rate(k, s + 0.5 * h, &at);
        at = kirchhoff_add(&y, 0.5 * h, &b);
        c = kirchhoff_rate(k, s + 0.5 * h, &at);
        at = kirchhoff_add(&y, h, &c);
        d = kirchhoff_rate(k, s + h, &at);
        y = kirchhoff_add(&y, h / 6, &a), y = kirchhoff_add(&y, h / 3, &b), y = kirchhoff_add(&y, h / 3, &c);
        y = kirchhoff_add(&y, h / 6, &d);
        y.q = quat_normalize(y.q);
    }
    return y;
}

/// J ◄ ∂m(L)/∂m(0) by differences, columns of m(0).
static inline void kirchhoff_jacobian(const kirchhoff *k, vec3 m0, double J[3][3])
{
    for (int c = 0; c < 3; c++)
    {
        const double step = 1e-6;
        double d[3] = {0};
        d[c] = step;
        vec3 up = kirchhoff_shoot(k, v3_add(m0, v3_load(d))).m, down = kirchhoff_shoot(k, v3_sub(m0, v3_load(d))).m;
        vec3 slope = v3_scale(0.5 / step, v3_sub(up, down));
        J[0][c] = slope.x, J[1][c] = slope.y, J[2][c] = slope.z;
    }
}

/// The rest: the tip, and *m0, which holds a guess. False if Newton's method does not end.
static inline bool kirchhoff_rest(const kirchhoff *k, vec3 *m0, vec3 *tip)
{
    for (int round = 0; round < 50; round++)
    {
        kirchhoff_state end = kirchhoff_shoot(k, *m0);
        if (v3_norm(end.m) < 1e-11)
        {
            *tip = end.x;
            return true;
        }
        double J[3][3];
        kirchhoff_jacobian(k, *m0, J);
        vec3 a = v3(J[0][0], J[1][0], J[2][0]), b = v3(J[0][1], J[1][1], J[2][1]), c = v3(J[0][2], J[1][2], J[2][2]);
        double det = v3_dot(a, v3_cross(b, c));
        vec3 r = end.m;
        *m0 = v3_sub(*m0, v3_scale(1 / det, v3(v3_dot(r, v3_cross(b, c)), v3_dot(a, v3_cross(r, c)),
                                               v3_dot(a, v3_cross(b, r)))));
        if (!isfinite(m0->x + m0->y + m0->z)) return false;
    }
    return false;
}

/// The same, from no weight on.
static inline bool kirchhoff_hang(kirchhoff k, vec3 *m0, vec3 *tip)
{
    const double full = k.gamma;
    *m0 = v3_zero();
    for (int part = 1; part <= 40; part++)
    {
        k.gamma = full * part / 40;
        if (!kirchhoff_rest(&k, m0, tip)) return false;
    }
    return true;
}

#endif
