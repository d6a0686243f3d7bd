// The kernel of discrete elastic rods: rows, responses, energies. der.h has the method.

#include "bodies/fibre/der_lanes.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/lane_quat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- constants and scratch ----

/// Room for what vectors of four read behind the last.
static size_t stride_of(int n)
{
    return ((size_t)n + 2 * LANES) / LANES * LANES;
}

enum
{
    SHAPE = 16,         // components of a shape
    BESIDE = 1 + 4 + 8, // turns, velocities, forces
};

static double *shape_of(int n, double *at, der_shape *shape)
{
    size_t stride = stride_of(n), all = 3 * stride;
    *shape = (der_shape){.stride = stride,
                         .x = at,
                         .t = at + all,
                         .d1 = at + 2 * all,
                         .d2 = at + 3 * all,
                         .strain = at + 4 * all,
                         .length = at + 5 * all};
    return at + SHAPE * stride;
}

static int unknowns(const fibre *f)
{
    return (f->floating ? 3 : 0) + DER_EDGE_V * f->element_count;
}

static size_t der_scratch_size(int n)
{
    size_t count = 3 + DER_EDGE_V * (size_t)n;
    return (3 * SHAPE + BESIDE) * stride_of(n) + banded_size((int)count, DER_WIDTH) + 4 * count + 3 * (size_t)n;
}

der_scratch der_scratch_of(const fibre *f, double *scratch)
{
    der_scratch s;
    int n = f->element_count, count = unknowns(f);
    double *at = shape_of(n, shape_of(n, shape_of(n, scratch, &s.pose), &s.bent), &s.start);
    size_t stride = s.bent.stride;
    s.turn = at, s.speed = at + stride, s.push = at + 5 * stride;
    at += BESIDE * stride;
    s.A = (banded){.n = count, .width = DER_WIDTH, .values = at};
    s.v = at + banded_size(count, DER_WIDTH);
    s.w = s.v + count;
    s.rhs = s.w + count;
    s.d = s.rhs + count;
    s.chain = s.d + count;
    return s;
}

/// The vertex at the beginning of an element has the element's natural strains; the clamp, over half of a length, those
/// of the first.
static hf_status create(fibre *f, hf_error *error)
{
    int n = f->element_count;
    f->v_count = unknowns(f);
    f->q_count = 3 + DER_EDGE_Q * n;
    f->scratch_size = der_scratch_size(n);
    double *own = MEMORY_ARRAY(double, 3 * ((size_t)n + LANES)); // vectors of four read on
    if (!own) return error_no_memory(error);
    for (int i = 0; i < n; i++) der_strain_from(f->natural + 3 * (size_t)i, rounds_reach(f, i), own + 3 * (size_t)i);
    f->own = own;
    return HF_STATUS_OK;
}

// ---- reading ----

static quat frame_of(vec3 d1, vec3 t)
{
    d1 = v3_add_scaled(d1, -v3_dot(d1, t), t);
    double size = v3_norm(d1);
    d1 = size > 1e-9 ? v3_scale(1 / size, d1) : v3_perpendicular(t);
    vec3 d2 = v3_cross(t, d1);
    const double R[9] = {d1.x, d2.x, t.x, d1.y, d2.y, t.y, d1.z, d2.z, t.z};
    return quat_from_matrix(R);
}

/// Frames of vertices i …: those half way between their edges.
INLINED lane_quat frames_between(const der_shape *s, int i)
{
    der_edges e = der_edges_at(s, i), g = der_edges_at(s, i + 1);
    lane3 t = l3_add(e.t, g.t);
    lanes size = l3_norm(t);
    e.t = l3_pick(lanes_above(size, lanes_of(1e-9)), l3_scale(1.0 / size, t), e.t);
    der_edges_frame(&e, l3_add(e.d1, g.d1));
    return lq_from_axes(e.d1, e.d2, e.t);
}

INLINED void frame_vertices(int n, const der_shape *s, quat *turn)
{
    for (int i = 0; i < n; i += LANES)
    {
        lane_quat q = frames_between(s, i);
        for (int l = 0; l < LANES && i + l < n; l++) turn[i + l] = lq_take(&q, l);
    }
}

WIDE static void frame_vertices_wide(int n, const der_shape *s, quat *turn)
{
    frame_vertices(n, s, turn);
}

/// Of the ends frames are those of the clamp or of the only edge.
static void nodes(const fibre *f, const double *scratch, vec3 *x, quat *turn)
{
    der_scratch s = der_scratch_of(f, (double *)scratch);
    int n = f->element_count;
    for (int i = 0; i <= n; i++) x[i] = l3_take(s.pose.x + i, s.pose.stride);
    if (!turn) return;
    if (wide_runs()) frame_vertices_wide(n, &s.pose, turn);
    else frame_vertices(n, &s.pose, turn);
    der_edge first = der_edge_at(&s.pose, -1), last = der_edge_at(&s.pose, n - 1);
    turn[0] = frame_of(first.d1, first.t), turn[n] = frame_of(last.d1, last.t);
}

static void twists(const fibre *f, double *scratch, const fibre_root *root, const double *v, double (*out)[6])
{
    der_scratch s = der_scratch_of(f, scratch);
    for (int i = 0; i < f->element_count; i++)
    {
        int place = der_vertex_place(f, i);
        der_edge e = der_edge_at(&s.pose, i);
        vec3 a = place < 0 ? root->v : v3_load(v + place), b = v3_load(v + der_vertex_place(f, i + 1));
        vec3 turn = v3_scale(1 / e.length, v3_cross(e.t, v3_sub(b, a)));
        v3_store(out[i], v3_scale(0.5, v3_add(a, b)));
        v3_store(out[i] + 3, v3_add_scaled(turn, v[der_spin_place(f, i)], e.t));
    }
}

static int node_place(const fibre *f, int node)
{
    return der_vertex_place(f, node);
}

/// From the first vertex of an edge, or its spin where that is prescribed, to the second.
static void span(const fibre *f, int segment, int *first, int *count)
{
    int a = der_vertex_place(f, segment);
    *first = a < 0 ? der_spin_place(f, segment) : a;
    *count = der_vertex_place(f, segment + 1) + 3 - *first;
}

/// What is eliminated after the first entry.
static int half_count(const fibre *f, int segment)
{
    int first, count;
    span(f, segment, &first, &count);
    return f->v_count - first;
}

static void row(const fibre *f, const double *scratch, int segment, vec3 F, vec3 T, int *first, int *count, double *H)
{
    der_scratch s = der_scratch_of(f, (double *)scratch);
    der_edge e = der_edge_at(&s.pose, segment);
    int a = der_vertex_place(f, segment), b = der_vertex_place(f, segment + 1), spin = der_spin_place(f, segment);
    vec3 turn = v3_scale(1 / e.length, v3_cross(T, e.t));
    span(f, segment, first, count);
    memset(H, 0, sizeof(double) * (size_t)*count);
    if (a >= 0) v3_store(H, v3_sub(v3_scale(0.5, F), turn));
    H[spin - *first] = v3_dot(e.t, T);
    v3_store(H + (b - *first), v3_add(v3_scale(0.5, F), turn));
}

static void half(const fibre *f, const double *scratch, int *first, int *count, const double *H, double *h, double *g)
{
    der_scratch s = der_scratch_of(f, (double *)scratch);
    rounds_half(&s.A, first, count, H, h, g);
}

static void halves(const fibre *f, const double *scratch, int first, int count, int rows, const double *H,
                   double (*room)[4], double *h, double *g, size_t apart)
{
    der_scratch s = der_scratch_of(f, (double *)scratch);
    rounds_halves(&s.A, first, count, rows, H, room, h, g, apart);
}

static int entries(const fibre *f, const double *scratch, int *i, int *j, double *value)
{
    if (!scratch) return f->v_count * (DER_WIDTH + 1);
    der_scratch s = der_scratch_of(f, (double *)scratch);
    return rounds_entries(&s.A, i, j, value);
}

static void respond(const fibre *f, const double *scratch, const double *z, double *dv)
{
    der_scratch s = der_scratch_of(f, (double *)scratch);
    rounds_respond(f, &s.A, z, dv);
}

// ---- energy ----

/// Tensions are no velocities.
static double work(const fibre *f, double *scratch, const double *dv, const double *v, const double *after)
{
    der_scratch s = der_scratch_of(f, scratch);
    for (int k = 0; k < f->v_count; k++) s.d[k] = 0.5 * (v[k] + after[k]);
    for (int i = 0; i < f->element_count; i++) s.d[der_tension_place(f, i)] = 0.0;
    return rounds_power(&s.A, dv, s.d);
}

static void energy(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                   vec3 gravity, double *kinetic, double *weight, double *elastic)
{
    der_scratch s = der_scratch_of(f, scratch);
    double twice, height;
    vec3 *x = (vec3 *)(void *)s.push;
    der_shape_fill(f, q, root, true, &s.bent);
    for (int i = 0; i <= f->element_count; i++) x[i] = l3_take(s.bent.x + i, s.bent.stride);
    rounds_energy(f, der_vertex_place, x, root, v, gravity, &twice, &height);
    for (int i = 0; i < f->element_count; i++)
    {
        double spin = v[der_spin_place(f, i)];
        twice += f->inertia[2] * rounds_length(f) * spin * spin;
    }
    *kinetic = 0.5 * twice;
    *weight = height;
    *elastic = der_elastic(f, &s.bent);
}

/// Tensions have no mass.
static void mass(const fibre *f, double *scratch, double *M)
{
    size_t count = (size_t)f->v_count;
    (void)scratch;
    rounds_masses(f, der_vertex_place, M);
    for (int i = 0; i < f->element_count; i++)
        M[(size_t)der_spin_place(f, i) * (count + 1)] = f->inertia[2] * rounds_length(f);
}

/// Without the forces of lengths, which are those of constraints.
static void bias(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                 vec3 gravity, double *out)
{
    der_scratch s = der_scratch_of(f, scratch);
    der_shape_fill(f, q, root, true, &s.bent);
    der_bias(f, &s, root, v, gravity, out);
}

static void strains(const fibre *f, const double *q, double *out)
{
    der_edge before = {0}, edge;
    for (int i = 0; i < f->element_count; i++)
    {
        const double *a = i ? q + 3 + DER_EDGE_Q * (i - 1) + 4 : q, *b = q + 3 + DER_EDGE_Q * i;
        vec3 way = v3_sub(v3_load(b + 4), v3_load(a));
        edge.length = v3_norm(way);
        edge.t = v3_scale(1 / fmax(edge.length, 1e-300), way);
        edge.d1 = v3_load(b);
        edge.d2 = v3_cross(edge.t, edge.d1);
        if (i > 0)
        {
            double strain[3];
            der_vertex_strain(&before, &edge, b[3], strain);
            der_strain_to(strain, rounds_reach(f, i), out + 3 * (size_t)i);
        }
        before = edge;
    }
    for (int k = 0; k < 3; k++) out[k] = f->element_count > 1 ? out[3 + k] : 0; // no frame is before the first
}

static fibre_root root_of(const fibre *f, const double *q, const double *v, const fibre_root *given)
{
    if (!f->floating) return *given;
    vec3 x0 = v3_load(q), way = v3_sub(v3_load(q + 7), x0);
    double length = v3_norm(way);
    vec3 t = length > 0 ? v3_scale(1 / length, way) : v3(0, 0, 1);
    fibre_root root = {.x = x0, .q = frame_of(v3_load(q + 3), t)};
    if (!v) return root;
    root.v = v3_load(v);
    vec3 turn = length > 0 ? v3_scale(1 / length, v3_cross(t, v3_sub(v3_load(v + 4), root.v))) : v3_zero();
    root.w = v3_add_scaled(turn, v[3], t);
    return root;
}

const fibre_kernel fibre_der = {
    .name = "der",
    .create = create,
    .destroy = rounds_destroy,
    .start = der_start,
    .pose = der_pose,
    .nodes = nodes,
    .twists = twists,
    .row = row,
    .node_place = node_place,
    .span = span,
    .half_count = half_count,
    .free = der_free,
    .stand = der_stand,
    .stand_taut = der_stand_taut,
    .half = half,
    .halves = halves,
    .respond = respond,
    .entries = entries,
    .work = work,
    .advance = der_advance,
    .energy = energy,
    .mass = mass,
    .bias = bias,
    .strains = strains,
    .root = root_of,
};
