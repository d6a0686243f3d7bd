// Configurations of discrete elastic rods: how they start, how they are read, how they move, and how lengths are kept.
//
// After motion lengths are brought back by fast projection (chain.h). Velocities likewise, in one round:
// v ◄ v - M⁻¹ Cᵀ λ with C v = 0 afterwards, tridiagonal.

#include "bodies/fibre/der.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "bodies/fibre/chain.h"

#include <stdlib.h>
#include <string.h>

// ---- lengths ----

/// 1 / mass of a vertex; 0 of a prescribed root.
static double lightness(const fibre *f, int i)
{
    return i == 0 && !f->floating ? 0 : 1 / rounds_mass(f, i);
}

void der_project_velocity(const fibre *f, const der_shape *shape, const fibre_root *root, double *chain, double *v)
{
    const int n = f->element_count;
    double *diagonal = chain, *beside = chain + n, *c = chain + 2 * n;
    for (int i = 0; i < n; i++)
    {
        int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1);
        vec3 before = a >= 0 ? v3_load(v + a) : root->v, t = shape->edges[i].t;
        c[i] = v3_dot(t, v3_sub(v3_load(v + b), before));
        diagonal[i] = lightness(f, i) + lightness(f, i + 1);
        if (i > 0) beside[i - 1] = -v3_dot(shape->edges[i - 1].t, t) * lightness(f, i);
    }
    chain_solve(n, diagonal, beside, c);
    for (int i = 0; i < n; i++)
    {
        int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1);
        vec3 t = shape->edges[i].t;
        if (a >= 0) v3_store(v + a, v3_add_scaled(v3_load(v + a), c[i] * lightness(f, i), t));
        v3_store(v + b, v3_add_scaled(v3_load(v + b), -c[i] * lightness(f, i + 1), t));
    }
}

// ---- configurations ----

static vec3 vertex_of(const double *q, int i)
{
    return v3_load(i ? q + 3 + DER_EDGE_Q * (i - 1) + 4 : q);
}

static double *edge_of(double *q, int i)
{
    return q + 3 + DER_EDGE_Q * i;
}

/// The edge from a to b whose frame is d1, across the unit vector t, carried along and turned by an angle.
static der_edge carry(vec3 a, vec3 b, vec3 t, vec3 d1, double angle)
{
    der_edge e = {.t = v3_sub(b, a)};
    e.length = v3_norm(e.t);
    e.t = e.length > 0 ? v3_scale(1 / e.length, e.t) : t;
    vec3 d = der_transport(d1, t, e.t);
    if (angle != 0)
    {
        double sine, cosine;
        real_sin_cos(angle, &sine, &cosine);
        d = v3_add(v3_scale(cosine, d), v3_scale(sine, v3_cross(e.t, d)));
    }
    d = v3_add_scaled(d, -v3_dot(d, e.t), e.t);
    double size = v3_norm(d);
    e.d1 = size > 0 ? v3_scale(1 / size, d) : v3_perpendicular(e.t);
    e.d2 = v3_cross(e.t, e.d1);
    return e;
}

/// The tangent of an edge as it stands in q.
static vec3 tangent_of(const double *q, int i)
{
    vec3 way = v3_sub(vertex_of(q, i + 1), vertex_of(q, i));
    double length = v3_norm(way);
    return length > 0 ? v3_scale(1 / length, way) : v3(0, 0, 1);
}

static void fill_clamp(const fibre_root *root, double length, der_edge *clamp)
{
    *clamp = (der_edge){.t = quat_rotate(root->q, v3(0, 0, 1)),
                        .d1 = quat_rotate(root->q, v3(1, 0, 0)),
                        .d2 = quat_rotate(root->q, v3(0, 1, 0)),
                        .length = length};
}

/// How far an edge turns about itself by the spins v over the time a and w over b; nothing before the first.
static double turn_of(const fibre *f, int i, double a, const double *v, double b, const double *w)
{
    return v && i >= 0 ? a * v[der_spin_place(f, i)] + b * w[der_spin_place(f, i)] : 0;
}

/// Twists are next to those of q and what the turns of their edges add: half a turn in a step is no other twist.
static void fill_vertices(const fibre *f, const double *q, double a, const double *v, double b, const double *w,
                          const der_shape *shape)
{
    for (int i = f->floating ? 1 : 0; i < f->element_count; i++)
    {
        const der_edge *e = i ? &shape->edges[i - 1] : shape->clamp;
        double twist = q[3 + DER_EDGE_Q * i + 3] + turn_of(f, i, a, v, b, w) - turn_of(f, i - 1, a, v, b, w);
        der_vertex_strain(e, &shape->edges[i], twist, &shape->vertices[i]);
        der_vertex_gradient(e, &shape->edges[i], &shape->vertices[i]);
    }
}

void der_shape_fill(const fibre *f, const double *q, const fibre_root *root, bool strains, const der_shape *shape)
{
    const int n = f->element_count;
    for (int i = 0; i <= n; i++) shape->x[i] = vertex_of(q, i);
    if (!f->floating)
    {
        shape->x[0] = root->x;
        fill_clamp(root, rounds_length(f), shape->clamp);
    }
    for (int i = 0; i < n; i++)
        shape->edges[i] =
            carry(shape->x[i], shape->x[i + 1], tangent_of(q, i), v3_load(q + 3 + DER_EDGE_Q * (size_t)i), 0);
    if (strains) fill_vertices(f, q, 0, NULL, 0, NULL, shape);
}

void der_shape_moved(const fibre *f, const double *q, const fibre_root *root, double a, const double *v, double b,
                     const double *w, const der_shape *shape)
{
    const int n = f->element_count;
    for (int i = 0; i <= n; i++)
    {
        int place = der_vertex_place(f, i);
        shape->x[i] = place < 0
                          ? root->x
                          : v3_add_scaled(v3_add_scaled(vertex_of(q, i), a, v3_load(v + place)), b, v3_load(w + place));
    }
    if (!f->floating) fill_clamp(root, rounds_length(f), shape->clamp);
    for (int i = 0; i < n; i++)
        shape->edges[i] = carry(shape->x[i], shape->x[i + 1], tangent_of(q, i), v3_load(q + 3 + DER_EDGE_Q * (size_t)i),
                                turn_of(f, i, a, v, b, w));
    fill_vertices(f, q, a, v, b, w, shape);
}

void der_pose(const fibre *f, const double *q, const fibre_root *root, double *scratch)
{
    der_scratch s = der_scratch_of(f, scratch);
    der_shape_fill(f, q, root, false, &s.pose);
}

/// q ◄ positions x, frames carried from where they were and turned by h ω.
static void take_positions(const fibre *f, const fibre_root *root, const vec3 *x, const double *v, double h, double *q)
{
    const int n = f->element_count;
    der_edge before, edge;
    if (!f->floating) fill_clamp(root, rounds_length(f), &before);
    for (int i = 0; i < n; i++)
    {
        double *at = edge_of(q, i), turn = v ? h * v[der_spin_place(f, i)] : 0;
        edge = carry(x[i], x[i + 1], tangent_of(q, i), v3_load(at), turn);
        v3_store(i ? edge_of(q, i - 1) + 4 : q, x[i]); // the edge was read; the next one begins at x_i+1
        v3_store(at, edge.d1);
        if (i > 0 || !f->floating)
        {
            der_vertex vertex;
            double back = v && i ? h * v[der_spin_place(f, i - 1)] : 0;
            der_vertex_strain(&before, &edge, at[3] + turn - back, &vertex);
            at[3] = vertex.strain[2];
        }
        before = edge;
    }
    v3_store(edge_of(q, n - 1) + 4, x[n]);
}

void der_advance(const fibre *f, const fibre_root *root, const double *v, double h, double *q, double *scratch)
{
    der_scratch s = der_scratch_of(f, scratch);
    vec3 *x = s.bent.x;
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = der_vertex_place(f, i);
        x[i] = place < 0 ? root->x : v3_add_scaled(vertex_of(q, i), h, v3_load(v + place));
    }
    chain_project(f->element_count, rounds_length(f), f->floating, s.chain, x);
    take_positions(f, root, x, v, h, q);
}

// ---- the start ----

static void start_natural(const fibre *f, const fibre_root *root, double *q)
{
    der_edge before, edge;
    fill_clamp(root, rounds_length(f), &before);
    vec3 x = root->x;
    v3_store(q, x);
    for (int i = 0; i < f->element_count; i++)
    {
        double *at = edge_of(q, i);
        der_vertex_edge(&before, rounds_natural(f, i), false, &edge);
        x = v3_add_scaled(x, rounds_length(f), edge.t);
        v3_store(at, edge.d1);
        at[3] = rounds_natural(f, i)[2];
        v3_store(at + 4, x);
        before = edge;
    }
}

/// Frames without twist but the natural one along positions; the root's d1 carried to the first edge, and its frame taken
/// from there back by half of what the second vertex bends: the tangent of the curve at its end to second order.
static void frame_positions(const fibre *f, fibre_root *root, const vec3 *x, double *q)
{
    vec3 t = quat_rotate(root->q, v3(0, 0, 1)), d1 = quat_rotate(root->q, v3(1, 0, 0));
    der_edge first, clamp;
    double rate[3] = {0}, bend[3];
    v3_store(q, x[0]);
    for (int i = 0; i < f->element_count; i++)
    {
        double *at = edge_of(q, i), twist = i ? rounds_natural(f, i)[2] : 0;
        der_edge e = carry(x[i], x[i + 1], t, d1, twist);
        if (i == 0) first = e;
        if (i == 1)
        {
            der_vertex vertex;
            der_vertex_strain(&first, &e, twist, &vertex);
            der_strain_to(vertex.strain, rounds_reach(f, 1), rate);
        }
        v3_store(at, e.d1);
        at[3] = i ? twist : 0.5 * rounds_natural(f, f->element_count > 1 ? 1 : 0)[2];
        v3_store(at + 4, x[i + 1]);
        t = e.t, d1 = e.d1;
    }
    der_strain_from(rate, rounds_reach(f, 0), bend);
    der_vertex_edge(&first, bend, true, &clamp);
    const double R[9] = {clamp.d1.x, clamp.d2.x, clamp.t.x,  clamp.d1.y, clamp.d2.y,
                         clamp.t.y,  clamp.d1.z, clamp.d2.z, clamp.t.z};
    root->q = quat_from_matrix(R);
}

hf_status der_start(const fibre *f, int count, const double *points, fibre_root *root, double *q, double *fit,
                    hf_error *error)
{
    const int n = f->element_count;
    *fit = 0;
    memset(q, 0, sizeof(double) * (size_t)f->q_count);
    if (!points)
    {
        start_natural(f, root, q);
        return HF_STATUS_OK;
    }
    double *store = MEMORY_ARRAY(double, 3 * (size_t)(n + 1) + 3 * (size_t)n);
    if (!store) return error_no_memory(error);
    vec3 *x = (vec3 *)store;
    chain_divide(count, points, n, x);
    root->x = x[0];
    chain_project(n, rounds_length(f), false, store + 3 * (size_t)(n + 1), x); // the root stays on the curve
    frame_positions(f, root, x, q);
    *fit = chain_distance(count, points, n, x);
    free(store);
    return HF_STATUS_OK;
}
