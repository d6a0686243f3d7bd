// The law of a contact whose friction cone is a pyramid.
//
// D is a regular polygon about 0 with N vertices R d_k, d_k unit vectors. The law, with component N the normal:
//
//     0 <= u_N ⟂ r_N >= 0,      r_T ∈ mu r_N D, -u_T · r_T = mu r_N h(-u_T), h(v) = max_{d ∈ D} v · d = R max_k v · d_k
//
// the last line being maximal dissipation (h is the support function of D). For R = 1 this is the LCP of Stewart and
// Trinkle 1996, and of Yamane and Nakamura 2008 (eqs. 17 to 23), whose c_m are the d_k here: r_T = Σ b_m c_m with Σ b_m
// <= mu r_N is the convex hull of the mu r_N c_m, and so inscribed in the circle.
// Four sides with R = √2 and edges at 45° are the box |r_1|, |r_2| <= mu r_N of Otaduy et al. 2009: circumscribed.
//
// As one equation. K = { x : x_T ∈ mu x_N D } is a convex cone with the dual K* = { y : y_N >= mu h(-y_T) }. Put ũ = u
// + mu h(-u_T) e_N. Then ũ ∈ K* says u_N >= 0, and
//     r · ũ  =  r_N u_N  +  ( mu r_N h(-u_T) + u_T · r_T )
// is a sum of two numbers that are >= 0 where r ∈ K and ũ ∈ K*. So the law is K ∋ r ⟂ ũ ∈ K*, which is r = P_K( r - ũ
// ): the natural map of the cone, with h in the place of the norm (De Saxcé and Feng 1998, for any D).
//
// P_K in closed form. K has the mirrors of the polygon, and the nearest point of a set with mirrors lies on the same
// side of each as x. So only the chamber of x counts:
// with n the normal of the side in whose sector x_T lies, a = n · x_T, and c = the part along the side, taken positive,
// towards the nearer vertex. With ρ = R cos(π/N) and s = R sin(π/N) what is left of K there has one face and one edge:
//     inside   a <= mu ρ x_N                        x
//     face     y_N = (x_N + mu ρ a)/(1 + mu² ρ²),  y_N >= 0 and c <= mu s y_N                      (y_N, mu ρ y_N, c)
//     edge     t = (x_N + mu ρ a + mu s c)/(1 + mu² R²) > 0                                      t (1, mu ρ, mu s)
//     apex     otherwise                                                                          0

#include "problem/pyramid.h"

#include "base/elementary.h"
#include "problem/problem.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

bool polygon_create(hf_workspace *home, const hf_friction_law *law, friction_polygon **polygon)
{
    *polygon = NULL;
    if (law->kind == HF_FRICTION_CONE) return true;
    friction_polygon *p = problem_take(home, 1, sizeof *p);
    double *vectors = problem_take(home, 4 * (size_t)law->sides, sizeof *vectors);
    if (!p || !vectors)
    {
        problem_give(home, p), problem_give(home, vectors);
        return false;
    }
    double sine, cosine;
    real_sin_cos(PI / law->sides, &sine, &cosine);
    bool outer = law->kind == HF_FRICTION_OUTER_PYRAMID;
    *p = (friction_polygon){.law = *law,
                            .sides = law->sides,
                            .reach = outer ? 1.0 / cosine : 1.0,
                            .inradius = outer ? 1.0 : cosine,
                            .half_side = outer ? sine / cosine : sine,
                            .vertex = vectors,
                            .normal = vectors + 2 * law->sides};
    for (int k = 0; k < law->sides; k++)
    {
        real_sin_cos(law->direction + 2.0 * PI * k / law->sides, &p->vertex[2 * k + 1], &p->vertex[2 * k]);
        real_sin_cos(law->direction + 2.0 * PI * (k + 0.5) / law->sides, &p->normal[2 * k + 1], &p->normal[2 * k]);
    }
    *polygon = p;
    return true;
}

void polygon_destroy(friction_polygon *polygon)
{
    if (!polygon) return;
    free(polygon->vertex);
    free(polygon);
}

/// The largest v · x over the unit vectors; *index: which.
static double farthest(int count, const double *vectors, const double x[2], int *index)
{
    double most = -INFINITY;
    *index = 0;
    for (int k = 0; k < count; k++)
    {
        double dot = vectors[2 * k] * x[0] + vectors[2 * k + 1] * x[1];
        if (!(dot > most)) continue;
        most = dot;
        *index = k;
    }
    return most;
}

double polygon_support(const friction_polygon *p, const double v[2])
{
    int unused;
    return p->reach * farthest(p->sides, p->vertex, v, &unused);
}

double polygon_gauge(const friction_polygon *p, const double x[2])
{
    int unused;
    return farthest(p->sides, p->normal, x, &unused) / p->inradius;
}

polygon_place polygon_nearest(const friction_polygon *p, double radius, const double x[2], int *index)
{
    double across = farthest(p->sides, p->normal, x, index);
    if (across <= p->inradius * radius) return POLYGON_INSIDE;
    const double *n = p->normal + 2 * *index;
    double along = n[0] * x[1] - n[1] * x[0]; // positive towards vertex index + 1
    if (fabs(along) <= p->half_side * radius) return POLYGON_SIDE;
    if (along > 0.0) *index = (*index + 1) % p->sides;
    return POLYGON_VERTEX;
}

void pyramid_project(const friction_polygon *p, double mu, double x[3])
{
    int side;
    double a = farthest(p->sides, p->normal, x + 1, &side), in = mu * p->inradius, half = mu * p->half_side;
    if (x[0] >= 0.0 && a <= in * x[0]) return;
    const double *n = p->normal + 2 * side;
    double along = n[0] * x[2] - n[1] * x[1], c = fabs(along);
    double y = (x[0] + in * a) / (1.0 + in * in);
    if (!(y >= 0.0 && c <= half * y)) // not on the face: on the edge, or at the apex
    {
        y = fmax(0.0, (x[0] + in * a + half * c) / (1.0 + in * in + half * half));
        c = half * y;
    }
    x[0] = y;
    c = copysign(c, along);
    x[1] = in * y * n[0] - c * n[1];
    x[2] = in * y * n[1] + c * n[0];
}

double pyramid_natural_square(const friction_polygon *p, double mu, const double r[3], const double u[3])
{
    const double slip[2] = {-u[1], -u[2]};
    double x[3] = {r[0] - u[0] - mu * polygon_support(p, slip), r[1] - u[1], r[2] - u[2]};
    pyramid_project(p, mu, x);
    double f0 = r[0] - x[0], f1 = r[1] - x[1], f2 = r[2] - x[2];
    return f0 * f0 + f1 * f1 + f2 * f2;
}
