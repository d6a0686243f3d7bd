// Configurations of discrete elastic rods: how they start, how they are read, how they move, and how lengths are kept.
//
// After motion lengths are brought back by fast projection (chain.h). Velocities likewise, in one round:
// v ◄ v - M⁻¹ Cᵀ λ with C v = 0 afterwards, tridiagonal.

#include "bodies/fibre/der_lanes.h"

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

static vec3 tangent_at(const der_shape *shape, int i)
{
    return l3_take(shape->t + i + 1, shape->stride);
}

void der_project_velocity(const fibre *f, const der_shape *shape, const fibre_root *root, double *chain, double *v)
{
    const int n = f->element_count;
    double *diagonal = chain, *beside = chain + n, *c = chain + 2 * n;
    for (int i = 0; i < n; i++)
    {
        int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1);
        vec3 before = a >= 0 ? v3_load(v + a) : root->v, t = tangent_at(shape, i);
        c[i] = v3_dot(t, v3_sub(v3_load(v + b), before));
        diagonal[i] = lightness(f, i) + lightness(f, i + 1);
        if (i > 0) beside[i - 1] = -v3_dot(tangent_at(shape, i - 1), t) * lightness(f, i);
    }
    chain_solve(n, diagonal, beside, c);
    for (int i = 0; i < n; i++)
    {
        int a = der_vertex_place(f, i), b = der_vertex_place(f, i + 1);
        vec3 t = tangent_at(shape, i);
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
    der_edges e = der_edges_carried(l3_of(v3_sub(b, a)), l3_of(t), l3_of(d1), lanes_of(angle));
    return (der_edge){v3(e.t.x[0], e.t.y[0], e.t.z[0]), v3(e.d1.x[0], e.d1.y[0], e.d1.z[0]),
                      v3(e.d2.x[0], e.d2.y[0], e.d2.z[0]), e.length[0]};
}

static void put_edge(const der_shape *shape, int i, der_edge e)
{
    l3_put(shape->t + i + 1, shape->stride, e.t), l3_put(shape->d1 + i + 1, shape->stride, e.d1);
    l3_put(shape->d2 + i + 1, shape->stride, e.d2);
    shape->length[i + 1] = e.length;
}

static der_edge clamp_of(const fibre_root *root, double length)
{
    return (der_edge){quat_rotate(root->q, v3(0, 0, 1)), quat_rotate(root->q, v3(1, 0, 0)),
                      quat_rotate(root->q, v3(0, 1, 0)), length};
}

/// Before the first vertex: the clamp; of a floating rod its first edge, so that numbers there are no others.
static void fill_clamp(const fibre *f, const fibre_root *root, const der_shape *shape)
{
    put_edge(shape, -1, f->floating ? der_edge_at(shape, 0) : clamp_of(root, rounds_length(f)));
}

/// What vectors of four read behind the last: edges of length 1 along z.
static void fill_behind(int n, const der_shape *shape)
{
    const der_edge any = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, 1};
    vec3 last = l3_take(shape->x + n, shape->stride);
    for (int i = n; i + 1 < (int)shape->stride; i++)
    {
        put_edge(shape, i, any);
        l3_put(shape->x + i + 1, shape->stride, v3_add_scaled(last, i + 1 - n, any.t));
        l3_put(shape->strain + i, shape->stride, v3_zero());
    }
}

INLINED void frame_edges(int n, const der_shape *shape)
{
    const size_t stride = shape->stride;
    for (int i = 0; i < n; i += LANES)
    {
        lane3 way = l3_sub(l3_load(shape->x + i + 1, stride), l3_load(shape->x + i, stride));
        der_edges e = der_edges_along(way, l3_of(v3(0, 0, 1)));
        der_edges_frame(&e, l3_load(shape->d1 + i + 1, stride));
        der_edges_put(shape, i + 1, &e);
    }
}

WIDE static void frame_edges_wide(int n, const der_shape *shape)
{
    frame_edges(n, shape);
}

/// Positions and edges of q, and twists among the strains, as they stand there: the root may have moved since.
static void load(const fibre *f, const double *q, const der_shape *shape)
{
    const int n = f->element_count;
    const size_t stride = shape->stride;
    l3_put(shape->x, stride, v3_load(q));
    for (int i = 0; i < n; i++)
    {
        const double *at = q + 3 + DER_EDGE_Q * (size_t)i;
        l3_put(shape->d1 + i + 1, stride, v3_load(at));
        shape->strain[2 * stride + (size_t)i] = at[3];
        l3_put(shape->x + i + 1, stride, v3_load(at + 4));
    }
    fill_behind(n, shape);
    if (wide_runs()) frame_edges_wide(n, shape);
    else frame_edges(n, shape);
}

void der_shape_fill(const fibre *f, const double *q, const fibre_root *root, bool strains, const der_shape *shape)
{
    load(f, q, shape);
    if (!f->floating)
    {
        der_edge first = der_edge_at(shape, 0);
        l3_put(shape->x, shape->stride, root->x);
        put_edge(shape, 0, carry(root->x, l3_take(shape->x + 1, shape->stride), first.t, first.d1, 0));
    }
    fill_clamp(f, root, shape);
    if (strains) der_strains(f->element_count, shape);
}

void der_start_at(const fibre *f, const double *q, const der_scratch *s)
{
    load(f, q, &s->start);
}

/// bent ◄ the shape with positions as they stand there, from `start`; turns are those of the scratch.
static void shape_turned(const fibre *f, const fibre_root *root, const der_scratch *s)
{
    const int n = f->element_count;
    const size_t stride = s->bent.stride;
    const double *from = s->start.strain + 2 * stride;
    double *twist = s->bent.strain + 2 * stride;
    fill_behind(n, &s->bent);
    der_carry(n, &s->start, s->turn, &s->bent);
    fill_clamp(f, root, &s->bent);
    for (int i = 0; i < n; i++)
        twist[i] = from[i] + (s->turn[i + 1] - s->turn[i]); // half a turn in a step is no other twist
    der_strains(n, &s->bent);
}

void der_shape_moved(const fibre *f, const der_scratch *s, const fibre_root *root, double a, const double *v, double b,
                     const double *w)
{
    const int n = f->element_count;
    const size_t stride = s->bent.stride;
    for (int i = 0; i <= n; i++)
    {
        int place = der_vertex_place(f, i);
        vec3 x = l3_take(s->start.x + i, stride);
        if (place < 0) x = root->x;
        else x = v3_add_scaled(v3_add_scaled(x, a, v3_load(v + place)), b, v3_load(w + place));
        l3_put(s->bent.x + i, stride, x);
    }
    memset(s->turn, 0, sizeof(double) * stride);
    for (int i = 0; i < n; i++) s->turn[i + 1] = a * v[der_spin_place(f, i)] + b * w[der_spin_place(f, i)];
    shape_turned(f, root, s);
}

void der_pose(const fibre *f, const double *q, const fibre_root *root, double *scratch)
{
    der_scratch s = der_scratch_of(f, scratch);
    der_shape_fill(f, q, root, false, &s.pose);
}

void der_advance(const fibre *f, const fibre_root *root, const double *v, double h, double *q, double *scratch)
{
    der_scratch s = der_scratch_of(f, scratch);
    const int n = f->element_count;
    const size_t stride = s.bent.stride;
    vec3 *x = (vec3 *)(void *)s.push;
    load(f, q, &s.start);
    for (int i = 0; i <= n; i++)
    {
        int place = der_vertex_place(f, i);
        x[i] = place < 0 ? root->x : v3_add_scaled(vertex_of(q, i), h, v3_load(v + place));
    }
    chain_project(n, rounds_length(f), f->floating, s.chain, x);
    for (int i = 0; i <= n; i++) l3_put(s.bent.x + i, stride, x[i]);
    memset(s.turn, 0, sizeof(double) * stride);
    for (int i = 0; i < n; i++) s.turn[i + 1] = h * v[der_spin_place(f, i)];
    shape_turned(f, root, &s);
    v3_store(q, x[0]);
    for (int i = 0; i < n; i++)
    {
        double *at = edge_of(q, i);
        v3_store(at, l3_take(s.bent.d1 + i + 1, stride));
        if (i > 0 || !f->floating) at[3] = s.bent.strain[2 * stride + (size_t)i];
        v3_store(at + 4, x[i + 1]);
    }
}

// ---- the start ----

static void start_natural(const fibre *f, const fibre_root *root, double *q)
{
    der_edge before = clamp_of(root, rounds_length(f)), edge;
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

/// Frames without twist but the natural one along positions; the root's d1 carried to the first edge, and its frame
/// taken from there back by half of what the second vertex bends: the tangent of the curve at its end to second order.
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
            der_vertex_strain(&first, &e, twist, bend);
            der_strain_to(bend, rounds_reach(f, 1), rate);
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
