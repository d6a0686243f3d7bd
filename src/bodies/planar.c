// Planar bodies: places and velocities from coordinates, and back.

#include "bodies/planar.h"

#include <math.h>

static const double FAR_OUT = 0.9; // cosine to the normal: an axis beyond does not say where e1 is

planar_body planar_make(vec3 normal, const rigid_constants *c, const body_state *start)
{
    vec3 n = v3_scale(1.0 / v3_norm(normal), normal), axis = fabs(n.x) <= FAR_OUT ? v3(1, 0, 0) : v3(0, 1, 0);
    vec3 e1 = v3_add_scaled(axis, -v3_dot(axis, n), n);
    planar_body p = {
        .n = n, .x = v3_load(start->x), .q = quat_load(start->q), .mass = c->mass, .inverse_mass = c->inverse_mass};
    p.e1 = v3_scale(1.0 / v3_norm(e1), e1);
    p.e2 = v3_cross(n, p.e1);
    vec3 own = quat_rotate_back(p.q, n); // turning about n does not change it
    p.inertia = c->inertia[0] * own.x * own.x + c->inertia[1] * own.y * own.y + c->inertia[2] * own.z * own.z;
    p.inverse_inertia = 1.0 / p.inertia;
    return p;
}

void planar_pose(const planar_body *p, const double q[PLANAR_SIZE], body_state *s)
{
    v3_store(s->x, v3_add_scaled(v3_add_scaled(p->x, q[0], p->e1), q[1], p->e2));
    quat_store(s->q, quat_normalize(quat_multiply(quat_exp(v3_scale(q[2], p->n)), p->q)));
}

void planar_twist(const planar_body *p, const double v[PLANAR_SIZE], double twist[6])
{
    v3_store(twist, v3_add_scaled(v3_scale(v[0], p->e1), v[1], p->e2));
    v3_store(twist + 3, v3_scale(v[2], p->n));
}

void planar_project(const planar_body *p, vec3 linear, vec3 angular, double out[PLANAR_SIZE])
{
    out[0] = v3_dot(p->e1, linear);
    out[1] = v3_dot(p->e2, linear);
    out[2] = v3_dot(p->n, angular);
}

double planar_coordinates(const planar_body *p, vec3 x, quat turn, double q[PLANAR_SIZE])
{
    vec3 way = v3_sub(x, p->x), turned = quat_log(quat_multiply(turn, quat_conjugate(p->q)));
    planar_project(p, way, turned, q);
    return fmax(fabs(v3_dot(p->n, way)), v3_norm(v3_add_scaled(turned, -q[2], p->n)));
}

void planar_integrate(double q[PLANAR_SIZE], const double v[PLANAR_SIZE], double h)
{
    for (int k = 0; k < PLANAR_SIZE; k++) q[k] += h * v[k];
}

void planar_solve(const planar_body *p, const double H[PLANAR_SIZE], double G[PLANAR_SIZE])
{
    G[0] = p->inverse_mass * H[0];
    G[1] = p->inverse_mass * H[1];
    G[2] = p->inverse_inertia * H[2];
}
