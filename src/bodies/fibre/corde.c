// The kernel of CoRdE rods: starts, rows, responses, energies. corde.h has the method.

#include "bodies/fibre/corde.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"
#include "bodies/fibre/chain.h"
#include "linalg/vector.h"

#include <stdlib.h>
#include <string.h>

// ---- constants and scratch ----

static int unknowns(const fibre *f)
{
    return (f->floating ? 3 : 0) + CORDE_V * f->element_count;
}

/// Room of what n elements have, with what vectors of four read behind.
static size_t room_of(int n)
{
    return (size_t)n + 1 + LANES;
}

static size_t shape_size(int n)
{
    return 3 * room_of(n) + 4 * (room_of(n) + 1);
}

static double *shape_of(int n, double *at, corde_shape *shape)
{
    shape->x = (vec3 *)at;
    shape->turn = (quat *)(at + 3 * room_of(n)) + 1;
    return at + shape_size(n);
}

static size_t scratch_size(int n)
{
    size_t count = 3 + CORDE_V * room_of(n);
    return 3 * shape_size(n) + banded_size((int)count, CORDE_WIDTH) + 4 * count + (4 + 9) * room_of(n);
}

corde_scratch corde_scratch_of(const fibre *f, double *scratch)
{
    corde_scratch s;
    int n = f->element_count, count = unknowns(f);
    size_t room = 3 + CORDE_V * room_of(n);
    double *at = shape_of(n, shape_of(n, shape_of(n, scratch, &s.pose), &s.bent), &s.start);
    s.A = (banded){.n = count, .width = CORDE_WIDTH, .values = at};
    s.v = at + banded_size(count, CORDE_WIDTH);
    s.w = s.v + room;
    s.rhs = s.w + room;
    s.d = s.rhs + room;
    s.hold = s.d + room;
    s.push.stride = room_of(n);
    s.push.force = s.hold + 4 * room_of(n);
    s.push.torque = s.push.force + 3 * room_of(n);
    s.push.bent = s.push.torque + 3 * room_of(n);
    s.friction = 0;
    return s;
}

/// 4 tan(φ/4) n of a turn by φ n = rate · reach, and back.
static void strain_from(const double rate[3], double reach, double strain[3])
{
    double turn = reach * v3_norm(v3_load(rate)), sine, cosine, scale = reach;
    if (turn > 0)
    {
        real_sin_cos(0.25 * turn, &sine, &cosine);
        scale = reach * 4 * sine / (fmax(cosine, 1e-3) * turn);
    }
    for (int k = 0; k < 3; k++) strain[k] = scale * rate[k];
}

static void strain_to(vec3 strain, double reach, double rate[3])
{
    double size = v3_norm(strain);
    v3_store(rate, v3_scale(size > 0 ? 4 * real_atan2(0.25 * size, 1) / (size * reach) : 1 / reach, strain));
}

/// The joint at the beginning of an element has the element's natural strains; the clamp, over half of a length, those
/// of the first.
static hf_status create(fibre *f, hf_error *error)
{
    int n = f->element_count;
    f->v_count = unknowns(f);
    f->q_count = 3 + CORDE_Q * n;
    f->scratch_size = scratch_size(n);
    double *own = MEMORY_ARRAY(double, 3 * room_of(n));
    if (!own) return error_no_memory(error);
    for (int i = 0; i < n; i++) strain_from(f->natural + 3 * (size_t)i, rounds_reach(f, i), own + 3 * (size_t)i);
    f->own = own;
    return HF_STATUS_OK;
}

// ---- the start ----

static double *element_of(double *q, int i)
{
    return q + 3 + CORDE_Q * (size_t)i;
}

static void start_natural(const fibre *f, const fibre_root *root, double *q)
{
    vec3 x = root->x;
    quat turn = root->q;
    v3_store(q, x);
    for (int i = 0; i < f->element_count; i++)
    {
        vec3 natural = v3_scale(rounds_reach(f, i), v3_load(f->natural + 3 * (size_t)i));
        turn = quat_normalize(quat_multiply(turn, quat_exp(natural)));
        x = v3_add_scaled(x, rounds_length(f), quat_rotate(turn, v3(0, 0, 1)));
        quat_store(element_of(q, i), turn);
        v3_store(element_of(q, i) + 4, x);
    }
}

/// The shortest turn that takes the frame's third axis to the unit vector t.
static quat turned_to(quat turn, vec3 t)
{
    vec3 d3 = quat_rotate(turn, v3(0, 0, 1));
    quat way = {1 + v3_dot(d3, t), 0, 0, 0};
    vec3 axis = v3_cross(d3, t);
    if (way.w < 1e-9) axis = v3_perpendicular(d3), way.w = 0;
    way.x = axis.x, way.y = axis.y, way.z = axis.z;
    return quat_normalize(quat_multiply(quat_normalize(way), turn));
}

/// Frames without twist but the natural one along points; the root's is taken back from the first by half of what the
/// second joint turns: the tangent of the curve at its end to second order.
static void frame_points(const fibre *f, fibre_root *root, const vec3 *x, double *q)
{
    quat turn = root->q, first = turn;
    double rate[3] = {0};
    v3_store(q, x[0]);
    for (int i = 0; i < f->element_count; i++)
    {
        vec3 way = v3_sub(x[i + 1], x[i]);
        turn = turned_to(turn, v3_scale(1 / v3_norm(way), way));
        double twist = i ? f->natural[3 * (size_t)i + 2] * rounds_reach(f, i) : 0;
        turn = quat_normalize(quat_multiply(turn, quat_exp(v3(0, 0, twist))));
        quat_store(element_of(q, i), turn);
        v3_store(element_of(q, i) + 4, x[i + 1]);
        if (i == 0) first = turn;
        if (i == 1) strain_to(corde_joint_strain(first, turn), rounds_reach(f, 1), rate);
    }
    root->q = quat_normalize(quat_multiply(first, quat_exp(v3_scale(-rounds_reach(f, 0), v3_load(rate)))));
}

static hf_status start(const fibre *f, int count, const double *points, fibre_root *root, double *q, double *fit,
                       hf_error *error)
{
    const int n = f->element_count;
    *fit = 0;
    if (!points)
    {
        start_natural(f, root, q);
        return HF_STATUS_OK;
    }
    double *store = MEMORY_ARRAY(double, 3 * (size_t)(n + 1) + 3 * (size_t)n);
    if (!store) return error_no_memory(error);
    vec3 *x = (vec3 *)store;
    chain_divide(count, points, n, x);
    chain_project(n, rounds_length(f), false, store + 3 * (size_t)(n + 1), x);
    root->x = x[0];
    frame_points(f, root, x, q);
    *fit = chain_distance(count, points, n, x);
    free(store);
    return HF_STATUS_OK;
}

// ---- reading and moving ----

static void pose(const fibre *f, const double *q, const fibre_root *root, double *scratch)
{
    corde_scratch s = corde_scratch_of(f, scratch);
    corde_shape_fill(f, q, root, &s.pose);
}

static void advance(const fibre *f, const fibre_root *root, const double *v, double h, double *q, double *scratch)
{
    corde_scratch s = corde_scratch_of(f, scratch);
    for (int i = 0; i <= f->element_count; i++)
    {
        int place = corde_point_place(f, i);
        double *x = i ? element_of(q, i - 1) + 4 : q;
        v3_store(x, place < 0 ? root->x : v3_add_scaled(v3_load(x), h, v3_load(v + place)));
    }
    corde_shape_fill(f, q, root, &s.bent);
    memcpy(s.v, v, sizeof(double) * (size_t)f->v_count);
    const double *spins = s.v + corde_turn_place(f, 0);
    corde_turn(f->element_count, s.bent.turn, h, spins, 0, spins, s.bent.turn);
    for (int i = 0; i < f->element_count; i++) quat_store(element_of(q, i), s.bent.turn[i]);
}

/// Frames of points are those half way between their elements; of the ends those of the clamp or of the only element.
static void nodes(const fibre *f, const double *scratch, vec3 *x, quat *turn)
{
    corde_scratch s = corde_scratch_of(f, (double *)scratch);
    int n = f->element_count;
    memcpy(x, s.pose.x, sizeof(vec3) * (size_t)(n + 1));
    for (int i = 0; i <= n && turn; i++)
    {
        quat a = s.pose.turn[i - 1];
        quat b = i && i < n ? s.pose.turn[i] : a;
        double sign = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0 ? -1 : 1;
        turn[i] = quat_normalize((quat){a.w + sign * b.w, a.x + sign * b.x, a.y + sign * b.y, a.z + sign * b.z});
    }
}

static void twists(const fibre *f, double *scratch, const fibre_root *root, const double *v, double (*out)[6])
{
    corde_scratch s = corde_scratch_of(f, scratch);
    for (int i = 0; i < f->element_count; i++)
    {
        int place = corde_point_place(f, i);
        vec3 way = v3_sub(s.pose.x[i + 1], s.pose.x[i]);
        double length = v3_norm(way);
        vec3 t = length > 0 ? v3_scale(1 / length, way) : corde_bar_of(&s.pose, i).t;
        vec3 a = place < 0 ? root->v : v3_load(v + place), b = v3_load(v + corde_point_place(f, i + 1));
        vec3 turn = v3_scale(1 / fmax(length, 1e-300), v3_cross(t, v3_sub(b, a)));
        v3_store(out[i], v3_scale(0.5, v3_add(a, b)));
        v3_store(out[i] + 3, v3_add_scaled(turn, v3_dot(t, v3_load(v + corde_turn_place(f, i))), t));
    }
}

/// From the first point of an element, or its turn where that is prescribed, to the second.
static void span(const fibre *f, int segment, int *first, int *count)
{
    int a = corde_point_place(f, segment);
    *first = a < 0 ? corde_turn_place(f, segment) : a;
    *count = corde_point_place(f, segment + 1) + 3 - *first;
}

/// What is eliminated after the first entry.
static int half_count(const fibre *f, int segment)
{
    int first, count;
    span(f, segment, &first, &count);
    return f->v_count - first;
}

static int node_place(const fibre *f, int node)
{
    return corde_point_place(f, node);
}

static void row(const fibre *f, const double *scratch, int segment, vec3 F, vec3 T, int *first, int *count, double *H)
{
    corde_scratch s = corde_scratch_of(f, (double *)scratch);
    corde_bar bar = corde_bar_of(&s.pose, segment);
    int a = corde_point_place(f, segment), b = corde_point_place(f, segment + 1), turn = corde_turn_place(f, segment);
    vec3 lever = v3_scale(1 / bar.length, v3_cross(T, bar.t));
    span(f, segment, first, count);
    if (a >= 0) v3_store(H, v3_sub(v3_scale(0.5, F), lever));
    v3_store(H + (turn - *first), v3_scale(v3_dot(bar.t, T), bar.t));
    v3_store(H + (b - *first), v3_add(v3_scale(0.5, F), lever));
}

static void half(const fibre *f, const double *scratch, int *first, int *count, const double *H, double *h, double *g)
{
    corde_scratch s = corde_scratch_of(f, (double *)scratch);
    rounds_half(&s.A, first, count, H, h, g);
}

static void halves(const fibre *f, const double *scratch, int first, int count, int rows, const double *H,
                   double (*room)[4], double *h, double *g, size_t apart)
{
    corde_scratch s = corde_scratch_of(f, (double *)scratch);
    rounds_halves(&s.A, first, count, rows, H, room, h, g, apart);
}

static int entries(const fibre *f, const double *scratch, int *i, int *j, double *value)
{
    if (!scratch) return f->v_count * (CORDE_WIDTH + 1);
    corde_scratch s = corde_scratch_of(f, (double *)scratch);
    return rounds_entries(&s.A, i, j, value);
}

static void respond(const fibre *f, const double *scratch, const double *z, double *dv)
{
    corde_scratch s = corde_scratch_of(f, (double *)scratch);
    rounds_respond(f, &s.A, z, dv);
}

// ---- energy ----

static void energy(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                   vec3 gravity, double *kinetic, double *weight, double *elastic)
{
    corde_scratch s = corde_scratch_of(f, scratch);
    double twice, height;
    corde_shape_fill(f, q, root, &s.bent);
    rounds_energy(f, corde_point_place, s.bent.x, root, v, gravity, &twice, &height);
    for (int i = 0; i < f->element_count; i++)
    {
        vec3 w = v3_load(v + corde_turn_place(f, i));
        twice += v3_dot(w, corde_inertia(f, s.bent.turn[i], w));
    }
    *kinetic = 0.5 * twice;
    *weight = height;
    *elastic = corde_elastic(f, &s.bent);
}

static void mass(const fibre *f, double *scratch, double *M)
{
    corde_scratch s = corde_scratch_of(f, scratch);
    size_t count = (size_t)f->v_count;
    rounds_masses(f, corde_point_place, M);
    for (int i = 0; i < f->element_count; i++)
    {
        double I[9];
        size_t place = (size_t)corde_turn_place(f, i);
        corde_inertia_matrix(f, s.pose.turn[i], I);
        for (size_t k = 0; k < 3; k++)
            for (size_t l = 0; l < 3; l++) M[(place + k) * count + place + l] = I[3 * k + l];
    }
}

static void bias(const fibre *f, double *scratch, const double *q, const fibre_root *root, const double *v,
                 vec3 gravity, double *out)
{
    corde_scratch s = corde_scratch_of(f, scratch);
    corde_shape_fill(f, q, root, &s.bent);
    corde_bias(f, &s, root, v, gravity, out);
}

static void strains(const fibre *f, const double *q, double *out)
{
    for (int i = 1; i < f->element_count; i++)
    {
        quat a = quat_load(q + 3 + CORDE_Q * (size_t)(i - 1)), b = quat_load(q + 3 + CORDE_Q * (size_t)i);
        strain_to(corde_joint_strain(a, b), rounds_reach(f, i), out + 3 * (size_t)i);
    }
    for (int k = 0; k < 3; k++) out[k] = f->element_count > 1 ? out[3 + k] : 0; // no frame is before the first
}

static fibre_root root_of(const fibre *f, const double *q, const double *v, const fibre_root *given)
{
    if (!f->floating) return *given;
    fibre_root root = {.x = v3_load(q), .q = quat_load(q + 3)};
    if (v) root.v = v3_load(v), root.w = v3_load(v + 3);
    return root;
}

const fibre_kernel fibre_corde = {
    .name = "corde",
    .create = create,
    .destroy = rounds_destroy,
    .start = start,
    .pose = pose,
    .nodes = nodes,
    .twists = twists,
    .row = row,
    .node_place = node_place,
    .span = span,
    .half_count = half_count,
    .free = corde_free,
    .stand = corde_stand,
    .half = half,
    .halves = halves,
    .respond = respond,
    .entries = entries,
    .advance = advance,
    .energy = energy,
    .mass = mass,
    .bias = bias,
    .strains = strains,
    .root = root_of,
};
